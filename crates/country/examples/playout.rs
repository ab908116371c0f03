//! A fixed amount of work, to count its instructions or to profile it:
//! `cargo run --release -p trencavel-country --example playout -- WHAT COUNT [EXPANSIONS,…]`,
//! where WHAT is `turns` (whole random games, turn by turn), `actions` (the same, action by
//! action) or `moves` (lists of whole moves in the middle of games; each of 64 games COUNT times).

use std::hint::black_box;
use std::time::Instant;

use country::{Country, CountrySetup, Rules};
use table::{Actions, Dice, Game, Moves, Quiet, Turn};

struct Rng(u64);

impl Dice for Rng {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = self.0 as u128 * (self.0 ^ 0xe703_7ed1_a0b4_28db) as u128;
        let mixed = (wide >> 64) as u64 ^ wide as u64;
        (((mixed >> 32) * n as u64) >> 32) as u32
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let what = args.get(1).map_or("turns", String::as_str);
    let count: u32 = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let names = args.get(3).map_or("", String::as_str);
    let expansions: Vec<&str> = names.split(',').filter(|n| !n.is_empty()).collect();
    let rules =
        Rules::new(&CountrySetup::base(2).with(&expansions)).expect("a set-up that can be played");
    match what {
        "turns" => games(&rules, count, |game, dice| game.random_turn(&rules, dice, &mut Quiet)),
        "actions" => {
            games(&rules, count, |game, dice| game.random_actions(&rules, dice, &mut Quiet));
        }
        "moves" => lists(&rules, count),
        _ => panic!("{what} is not turns, actions or moves"),
    }
}

fn games(rules: &Rules, count: u32, mut turn: impl FnMut(&mut Country, &mut Rng)) {
    let start = Country::start(rules);
    let mut game = start.clone();
    let mut dice = Rng(12345);
    let (mut points, mut turns) = ([0u64; 2], 0);
    let clock = Instant::now();
    for _ in 0..count {
        game.clone_from(&start);
        while game.turn() != Turn::Over {
            turn(&mut game, &mut dice);
        }
        turns += game.board().laid().len() - rules.start().len();
        for (sum, score) in points.iter_mut().zip(game.scores()) {
            *sum += score as u64;
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!("done {turns} turns, points {points:?}, {:.0} games a second", count as f64 / seconds);
}

/// Lists the moves of games where a tile is to be laid and half of the tiles lie.
fn lists(rules: &Rules, count: u32) {
    let half = rules.stock().total() / 2;
    let mut places = Actions::new();
    let middles: Vec<Country> = (1..=64_u64)
        .map(|seed| {
            let mut dice = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut game = Country::start(rules);
            while game.bag().total() > half || game.hand().is_none() {
                let action = game.pick(rules, &mut dice);
                game.play(rules, action, &mut Quiet);
            }
            game
        })
        .collect();
    let (mut lists, mut listed, mut placements) = (0_u64, 0_u64, 0_u64);
    for game in &middles {
        game.legal(rules, &mut places);
        placements += places.len() as u64;
    }
    let mut moves = Box::new(Moves::new());
    let clock = Instant::now();
    for _ in 0..count {
        for game in &middles {
            game.moves(rules, black_box(&mut moves));
            lists += 1;
            listed += moves.len() as u64;
        }
    }
    let nanos = clock.elapsed().as_nanos() as f64 / lists as f64;
    let mean = |sum: u64, n: u64| sum as f64 / n as f64;
    println!(
        "done {lists} lists, {nanos:.0} ns each; {:.1} placements, {:.1} moves",
        mean(placements, middles.len() as u64),
        mean(listed, lists)
    );
}
