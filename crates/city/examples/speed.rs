//! Plays random games and prints nanoseconds per turn: draw, lay, claim and a share of the walls.
//! The number of games can be given; 20,000 if not. They are played in rounds, and the quickest
//! round is told beside the average: on a busy machine it says more.

#![allow(clippy::cast_precision_loss)] // averages

use std::time::Instant;

use city::{City, Rules, Setup};
use table::{Dice, Game, Quiet, Turn};

/// The games of one round: some milliseconds.
const ROUND: u32 = 200;

struct Xorshift(u64);

impl Dice for Xorshift {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as u32
    }
}

/// What some games had in all.
#[derive(Default)]
struct Sums {
    nanos: u128,
    turns: u64,
    actions: u64,
    walls: u64,
    points: u64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.nanos += other.nanos;
        self.turns += other.turns;
        self.actions += other.actions;
        self.walls += other.walls;
        self.points += other.points;
    }

    fn nanos_per_turn(&self) -> f64 {
        self.nanos as f64 / self.turns as f64
    }
}

fn play_round(rules: &Rules, start: &City, game: &mut City, dice: &mut Xorshift, n: u32) -> Sums {
    let mut sums = Sums::default();
    let clock = Instant::now();
    for _ in 0..n {
        game.clone_from(start);
        while game.turn() != Turn::Over {
            let action = game.pick(rules, dice);
            game.play(rules, action, &mut Quiet);
            sums.actions += 1;
        }
        sums.turns += game.board().laid().len() as u64;
        sums.walls += game.walls_built() as u64;
        sums.points += game.scores().iter().map(|p| *p as u64).sum::<u64>();
    }
    sums.nanos = clock.elapsed().as_nanos();
    sums
}

fn main() {
    let games = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000_u32);
    for seats in 2..=4 {
        let setup = Setup { seats, ..Setup::default() };
        let rules = Rules::new(&setup).expect("the own set is good");
        let start = City::start(&rules);
        let mut game = start.clone();
        let mut dice = Xorshift(0x9e37_79b9_7f4a_7c15);
        let (mut all, mut best, mut left) = (Sums::default(), f64::INFINITY, games);
        while left > 0 {
            let n = left.min(ROUND);
            let round = play_round(&rules, &start, &mut game, &mut dice, n);
            best = best.min(round.nanos_per_turn());
            all.add(&round);
            left -= n;
        }
        let a_game = |sum: u64| sum as f64 / games as f64;
        println!(
            "{seats} players: {best:.0} ns per turn at best, {:.0} on average; {:.1} turns, \
             {:.1} actions, {:.1} walls, {:.1} points a game",
            all.nanos_per_turn(),
            a_game(all.turns),
            a_game(all.actions),
            a_game(all.walls),
            a_game(all.points),
        );
    }
}
