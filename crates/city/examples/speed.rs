//! A fixed amount of work, to count its instructions or to profile it:
//! `cargo run --release -p trencavel-city --example speed -- WHAT COUNT`, where WHAT is `turns`
//! (whole random games of two, turn by turn), `actions` (the same, action by action) or `moves`
//! (lists of whole moves in the middle of games; each of 64 games COUNT times).

#![allow(clippy::cast_precision_loss)] // averages

use std::hint::black_box;
use std::time::Instant;

use city::{City, CitySetup, Rules};
use table::{Dice, Game, Moves, Quiet, Turn};

struct Xorshift(u64);

impl Dice for Xorshift {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as u32
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let what = args.get(1).map_or("turns", String::as_str);
    let count: u32 = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let setup = CitySetup { seats: 2, ..CitySetup::default() };
    let rules = Rules::new(&setup).expect("the own set is good");
    match what {
        "turns" => games(&rules, count, |game, dice| game.random_turn(&rules, dice, &mut Quiet)),
        "actions" => {
            games(&rules, count, |game, dice| game.random_actions(&rules, dice, &mut Quiet));
        }
        "moves" => lists(&rules, count),
        _ => panic!("{what} is not turns, actions or moves"),
    }
}

fn games(rules: &Rules, count: u32, mut turn: impl FnMut(&mut City, &mut Xorshift)) {
    let start = City::start(rules);
    let mut game = start.clone();
    let mut dice = Xorshift(0x9e37_79b9_7f4a_7c15);
    let (mut turns, mut walls, mut points) = (0, 0, 0_u64);
    let clock = Instant::now();
    for _ in 0..count {
        game.clone_from(&start);
        while game.turn() != Turn::Over {
            turn(&mut game, &mut dice);
        }
        turns += game.board().laid().len();
        walls += game.walls_built() as u64;
        points += game.scores().iter().map(|p| *p as u64).sum::<u64>();
    }
    let seconds = clock.elapsed().as_secs_f64();
    let a_second = count as f64 / seconds;
    println!("done {turns} turns, {walls} walls, {points} points, {a_second:.0} games a second");
}

/// Lists the moves of games where a tile is to be laid and half of the tiles lie.
fn lists(rules: &Rules, count: u32) {
    let half = rules.piles().iter().sum::<u8>() / 2;
    let middles: Vec<City> = (1..=64_u64)
        .map(|seed| {
            let mut dice = Xorshift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut game = City::start(rules);
            while game.bag().total() > half || game.hand().is_none() {
                let action = game.pick(rules, &mut dice);
                game.play(rules, action, &mut Quiet);
            }
            game
        })
        .collect();
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
