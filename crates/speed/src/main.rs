//! A fixed amount of work for the engines, to count its instructions, to time or to profile it:
//! `cargo run --release -p trencavel-speed -- FAMILY WHAT COUNT [EXPANSIONS,…]`.
//!
//! WHAT is `turns` (whole random games of two, turn by turn), `actions` (the same, action by
//! action), `moves` (lists of whole moves in the middle of games; each of 64 games COUNT times) or
//! `copies` (copies of these games).
//!
//! A crate of its own, so that counting instructions builds nothing but the engines.

use std::hint::black_box;
use std::time::Instant;

use city::{City, CitySetup};
use country::{Country, CountrySetup};
use speed::Rng;
use table::{Bag, Game, Moves, Quiet, Turn};

/// What the work asks of a family besides play.
trait Measured: Game + Clone {
    fn bag(&self) -> &Bag;
    /// Whether a tile is to be laid.
    fn lays(&self) -> bool;
    /// How many tiles lie.
    fn tiles(&self) -> usize;
}

impl Measured for Country {
    fn bag(&self) -> &Bag {
        Country::bag(self)
    }

    fn lays(&self) -> bool {
        self.hand().is_some()
    }

    fn tiles(&self) -> usize {
        self.board().laid().len()
    }
}

impl Measured for City {
    fn bag(&self) -> &Bag {
        City::bag(self)
    }

    fn lays(&self) -> bool {
        self.hand().is_some()
    }

    fn tiles(&self) -> usize {
        self.board().laid().len()
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |n: usize| args.get(n).map_or("", String::as_str);
    let count: u32 = text(2).parse().expect("COUNT is a number");
    let expansions: Vec<&str> = text(3).split(',').filter(|name| !name.is_empty()).collect();
    match text(0) {
        "country" => {
            let rules = country::Rules::new(&CountrySetup::base(2).with(&expansions));
            work::<Country>(&rules.expect("a set-up that can be played"), text(1), count);
        }
        "city" => {
            let rules = city::Rules::new(&CitySetup { seats: 2, ..CitySetup::default() });
            work::<City>(&rules.expect("the own set is good"), text(1), count);
        }
        other => panic!("FAMILY is country or city, not {other:?}"),
    }
}

fn work<G: Measured>(rules: &G::Rules, what: &str, count: u32) {
    match what {
        "turns" => games(rules, count, |g: &mut G, dice| g.random_turn(rules, dice, &mut Quiet)),
        "actions" => {
            games(rules, count, |g: &mut G, dice| g.random_actions(rules, dice, &mut Quiet));
        }
        "moves" => lists::<G>(rules, count),
        "copies" => copies::<G>(rules, count),
        other => panic!("WHAT is turns, actions, moves or copies, not {other:?}"),
    }
}

fn games<G: Measured>(rules: &G::Rules, count: u32, mut turn: impl FnMut(&mut G, &mut Rng)) {
    let start = G::start(rules);
    let mut game = start.clone();
    let mut dice = Rng(12345);
    let (mut points, mut turns) = ([0_u64; 2], 0);
    let clock = Instant::now();
    for _ in 0..count {
        game.clone_from(&start);
        while game.turn() != Turn::Over {
            turn(&mut game, &mut dice);
        }
        turns += game.tiles() - start.tiles();
        for (sum, score) in points.iter_mut().zip(game.scores()) {
            *sum += score as u64;
        }
    }
    let nanos = clock.elapsed().as_nanos() as f64 / turns as f64;
    println!("done {turns} turns, {nanos:.1} ns each; points {points:?}");
}

/// Games where a tile is to be laid and half of the tiles lie.
fn middles<G: Measured>(rules: &G::Rules) -> Vec<G> {
    let start = G::start(rules);
    let half = start.bag().total() / 2;
    let middle = |seed: u64| {
        let mut dice = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut game = start.clone();
        while game.bag().total() > half || !game.lays() {
            let action = game.pick(rules, &mut dice);
            game.play(rules, action, &mut Quiet);
        }
        game
    };
    (1..=64).map(middle).collect()
}

fn lists<G: Measured>(rules: &G::Rules, count: u32) {
    let middles = middles::<G>(rules);
    let mut moves = Box::new(Moves::new());
    let (mut lists, mut listed) = (0_u64, 0_u64);
    let clock = Instant::now();
    for _ in 0..count {
        for game in &middles {
            game.moves(rules, black_box(&mut moves));
            lists += 1;
            listed += moves.len() as u64;
        }
    }
    let nanos = clock.elapsed().as_nanos() as f64 / lists as f64;
    println!("done {lists} lists, {nanos:.0} ns each; {:.1} moves", listed as f64 / lists as f64);
}

fn copies<G: Measured>(rules: &G::Rules, count: u32) {
    let middles = middles::<G>(rules);
    let mut copy = middles[0].clone();
    let clock = Instant::now();
    for _ in 0..count {
        for game in &middles {
            copy.clone_from(black_box(game));
            black_box(&copy);
        }
    }
    let copied = count as usize * middles.len();
    let nanos = clock.elapsed().as_nanos() as f64 / copied as f64;
    println!("done {copied} copies, {nanos:.0} ns each");
}
