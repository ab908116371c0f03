//! Plays random games and prints nanoseconds per turn: draw, lay, claim and a share of the walls.
//! The number of games can be given; 20,000 if not.

#![allow(clippy::cast_precision_loss)] // averages

use std::time::Instant;

use city::{City, Rules, Setup};
use table::{Dice, Game, Quiet, Turn};

struct Xorshift(u64);

impl Dice for Xorshift {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as u32
    }
}

fn main() {
    let games = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(20_000_u32);
    for seats in 2..=4 {
        let rules = Rules::new(&Setup {
            seats,
            ..Setup::default()
        })
        .expect("the own set is good");
        let start = City::start(&rules);
        let mut game = start.clone();
        let mut dice = Xorshift(0x9e37_79b9_7f4a_7c15);
        let (mut turns, mut actions, mut walls, mut points) = (0_u64, 0_u64, 0_u64, 0_u64);
        let clock = Instant::now();
        for _ in 0..games {
            game.clone_from(&start);
            while game.turn() != Turn::Over {
                let action = game.pick(&rules, &mut dice);
                game.play(&rules, action, &mut Quiet);
                actions += 1;
            }
            turns += game.board().laid().len() as u64;
            walls += game.walls_built() as u64;
            points += game.scores().iter().map(|p| *p as u64).sum::<u64>();
        }
        let nanos = clock.elapsed().as_nanos() as f64;
        println!(
            "{seats} players: {:.0} ns per turn, {:.1} us per game; {:.1} turns, {:.1} actions, \
             {:.1} walls, {:.1} points a game",
            nanos / turns as f64,
            nanos / 1000.0 / games as f64,
            turns as f64 / games as f64,
            actions as f64 / games as f64,
            walls as f64 / games as f64,
            points as f64 / games as f64,
        );
    }
}
