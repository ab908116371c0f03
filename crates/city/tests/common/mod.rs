//! What several tests need: dice, two ways of playing, setups.
#![allow(clippy::unwrap_used, clippy::format_push_string)] // a test may stop at once

pub mod kit;

use city::names::HOMES;
use city::{City, CitySetup, OPTIONS, Rules, TurnStep};
use table::{Action, Actions, Dice, Game, Spot};

/// Pseudo-random numbers that can be repeated.
#[derive(Clone)]
pub struct Rng(pub u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Dice for Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as u32
    }
}

/// Rules for a number of seats and some options.
pub fn rules(seats: u8, options: &[(&str, &str)]) -> Rules {
    rules_with(seats, options, None)
}

/// Rules with tiles of one's own.
pub fn rules_with(seats: u8, options: &[(&str, &str)], tiles: Option<&str>) -> Rules {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let tiles = tiles.map(|text| ("test.toml".to_owned(), text.to_owned()));
    Rules::new(&CitySetup { seats, options, tiles }).unwrap()
}

/// Each option with one of its values.
pub fn random_options(rng: &mut Rng) -> Vec<(&'static str, &'static str)> {
    OPTIONS.iter().map(|o| (o.key, o.values[usize::from(rng.below(3) == 0)])).collect()
}

/// How the seats of a random game choose.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// Anything.
    Any,
    /// Claims streets and markets, posts guards, lays compactly: many walls, early rings.
    Eager,
}

/// An action in this style.
pub fn choose(game: &City, rules: &Rules, rng: &mut Rng, style: Style) -> Action {
    let action = game.pick(rules, rng);
    if matches!(style, Style::Any) {
        return action;
    }
    match game.step() {
        TurnStep::Lay => {
            let around = |a: &Action| match a {
                Action::Tile { cell, .. } => game.board().filled_around(*cell),
                _ => 0,
            };
            let others = (0..5).map(|_| game.pick(rules, rng));
            others.chain([action]).max_by_key(around).unwrap()
        }
        TurnStep::Claim | TurnStep::Guard | TurnStep::LastGuard | TurnStep::Tower => {
            let mut legal = Actions::new();
            game.legal(rules, &mut legal);
            let rank = |a: &Action| match a {
                Action::Put { at: Spot::Segment { cell, segment }, .. } => {
                    let root = game.feature_at(*cell, *segment).unwrap();
                    if game.tally(root).kind == HOMES { 1 } else { 9 }
                }
                Action::Put { .. } => 5,
                _ => 2,
            };
            let best = legal.iter().map(rank).max().unwrap();
            legal.iter().copied().rfind(|a| rank(a) == best).unwrap()
        }
        _ => action,
    }
}
