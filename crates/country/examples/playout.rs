//! A fixed run of random games, to count its instructions or to profile it:
//! `cargo run --release -p trencavel-country --example playout -- GAMES [EXPANSIONS,…]`.

use std::time::Instant;

use country::{Country, Rules, Setup};
use table::{Dice, Game, Quiet, Turn};

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
    let games: u32 = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let names = args.get(2).map_or("", String::as_str);
    let expansions: Vec<&str> = names.split(',').filter(|n| !n.is_empty()).collect();
    let rules = Rules::new(&Setup::base(2).with(&expansions)).expect("a set-up that can be played");
    let start = Country::start(&rules);
    let mut game = start.clone();
    let mut dice = Rng(12345);
    let (mut points, mut turns) = ([0u64; 2], 0);
    let clock = Instant::now();
    for _ in 0..games {
        game.clone_from(&start);
        while game.turn() != Turn::Over {
            let action = game.pick(&rules, &mut dice);
            game.play(&rules, action, &mut Quiet);
        }
        turns += game.board().laid().len() - rules.start().len();
        for (sum, score) in points.iter_mut().zip(game.scores()) {
            *sum += score as u64;
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!("turns {turns}, points {points:?}, {:.0} games a second", games as f64 / seconds);
}
