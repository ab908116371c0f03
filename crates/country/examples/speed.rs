//! Random games as fast as they go:
//! `cargo run --release -p country --example speed -- GAMES [SETUPS]`.

use country::{Country, Rules, Setup};
use table::{Dice, Game, Quiet, Turn};

struct Rng(u64);

impl Dice for Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = self.0 as u128 * (self.0 ^ 0xe703_7ed1_a0b4_28db) as u128;
        let mixed = (wide >> 64) as u64 ^ wide as u64;
        (((mixed >> 32) * n as u64) >> 32) as u32
    }
}

fn main() {
    let games: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let setups: [&[&str]; 3] =
        [&[], &["inns", "traders"], &["river", "inns", "traders", "count", "cult", "abbot"]];
    println!("state {} bytes", size_of::<Country>());
    let only: Option<usize> = std::env::args().nth(2).and_then(|n| n.parse().ok());
    for expansions in setups.iter().take(only.unwrap_or(setups.len())) {
        let rules = Rules::new(&Setup::base(2).with(expansions)).expect("a fine set-up");
        let start = Country::start(&rules);
        let mut game = start.clone();
        let mut dice = Rng(12345);
        for _ in 0..3 {
            let mut sum = [0u64; 2];
            let mut turns = 0u64;
            let clock = std::time::Instant::now();
            for _ in 0..games {
                game.clone_from(&start);
                while game.turn() != Turn::Over {
                    let action = game.pick(&rules, &mut dice);
                    game.play(&rules, action, &mut Quiet);
                }
                turns += game.board().laid().len() as u64 - rules.start().len() as u64;
                for seat in 0..2 {
                    sum[seat] += game.scores()[seat] as u64;
                }
            }
            let seconds = clock.elapsed().as_secs_f64();
            let mean = sum.map(|s| s as f64 / games as f64);
            println!(
                "{expansions:?}: {:.0} games/s, {:.1} ns/turn, {:.2} turns, mean {:.2} {:.2}",
                games as f64 / seconds,
                seconds * 1e9 / turns as f64,
                turns as f64 / games as f64,
                mean[0],
                mean[1]
            );
        }
    }
}
