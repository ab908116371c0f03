//! Long random play over every combination of expansions: nothing hangs or panics.
//! `LONG=1` plays a million moves in each of the 64 combinations, otherwise a few thousand.

use country::{Country, CountrySetup, Rules};
use table::{Dice, Game, Quiet, Turn};

const EXPANSIONS: [&str; 6] = ["river", "abbot", "inns", "traders", "cult", "count"];

struct Rng(u64);

impl Dice for Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * n as u64) >> 31) as u32
    }
}

/// Plays games of a combination, with every number of seats in turn, for that many moves.
fn play(combination: usize, moves: u64) -> u64 {
    let names = EXPANSIONS.into_iter().chain(["trial"]).enumerate();
    let chosen: Vec<&str> =
        names.filter(|(i, _)| combination >> i & 1 != 0).map(|(_, name)| name).collect();
    let most = if chosen.contains(&"inns") { 6 } else { 5 };
    let mut dice = Rng(combination as u64 + 1);
    let (mut played, mut games) = (0, 0);
    while played < moves {
        let seats = 2 + (games % (most - 1)) as u8;
        let rules = Rules::new(&CountrySetup::base(seats).with(&chosen)).expect("a fine set-up");
        for _ in 0..20 {
            let mut game = Country::start(&rules);
            let begun = played;
            while game.turn() != Turn::Over {
                let action = game.pick(&rules, &mut dice);
                game.play(&rules, action, &mut Quiet);
                played += 1;
                assert!(played - begun < 10_000, "{chosen:?}, {seats} seats: no end");
            }
        }
        games += 1;
    }
    played
}

/// The same with the trial: 30 tiles more than all six others have.
#[cfg(feature = "trial")]
#[test]
fn the_trial_plays_on_with_everything() {
    let long = std::env::var("LONG").is_ok();
    let moves = if long { 1_000_000 } else { 30_000 };
    assert!(play(127, moves) >= moves);
}

#[test]
fn every_combination_plays_on() {
    let long = std::env::var("LONG").is_ok();
    let moves = if long { 1_000_000 } else { 3_000 };
    let total: u64 = (0..64).map(|combination| play(combination, moves)).sum();
    println!("{total} moves in 64 combinations of expansions");
    assert!(total >= 64 * moves);
}
