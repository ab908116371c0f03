//! The five levels: persons to play against.
//!
//! A level is a number of simulations and a version of the weights, so it is equally strong on a
//! busy server and in a page. The weaker ones see less and err as people do: they overlook places
//! for the tile, do not look at what others may answer, and are not sure which of two good moves is
//! better. docs/strength.md has what they were measured to be.

use core::fmt;

use crate::evaluate::{GameClass, Weights};
use crate::search::{Erring, Settings};

/// One of the five levels, by its number from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level is; lists are for the base game, with expansions, and for The City.
struct Profile {
    name: &'static str,
    milliseconds: u32,
    /// Simulations for a decision.
    nodes: [u32; 3],
    weights: u8,
    erring: [Erring; 3],
}

const fn errs(notices: f32, doubt: f32) -> Erring {
    Erring { notices, doubt }
}

const PROFILES: [Profile; 5] = [
    Profile {
        name: "Perrin",
        milliseconds: 300,
        nodes: [1, 1, 1],
        weights: 3,
        erring: [errs(0.6, 0.85), errs(0.6, 0.85), errs(0.6, 0.75)],
    },
    Profile {
        name: "Azalaïs",
        milliseconds: 300,
        nodes: [1, 1, 1],
        weights: 3,
        erring: [errs(0.75, 0.62), errs(0.75, 0.62), errs(0.75, 0.5)],
    },
    Profile {
        name: "Bertran",
        milliseconds: 300,
        nodes: [1, 1, 1],
        weights: 3,
        erring: [errs(0.87, 0.42), errs(0.83, 0.5), errs(0.9, 0.3)],
    },
    Profile {
        name: "Esclarmonde",
        milliseconds: 1000,
        nodes: [1, 1, 30],
        weights: 3,
        erring: [errs(0.95, 0.2), errs(0.97, 0.1), errs(0.97, 0.1)],
    },
    Profile {
        name: "Raimon",
        milliseconds: 3000,
        nodes: [20_000, 2000, 4000],
        weights: 3,
        erring: [Erring::NONE; 3],
    },
];

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level(1), Level(2), Level(3), Level(4), Level(5)];

    /// The level with a number from 1 to 5.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= Self::ALL.len() as u8 { Some(Level(number)) } else { None }
    }

    const fn profile(self) -> &'static Profile {
        &PROFILES[self.0 as usize - 1]
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The person's name, the same in every language.
    pub const fn name(self) -> &'static str {
        self.profile().name
    }

    /// The most that a move takes, from a draw to the next, on one core: an upper bound, for what
    /// decides is the number of simulations.
    pub const fn milliseconds(self) -> u32 {
        self.profile().milliseconds
    }

    /// How many simulations it runs for a decision.
    pub const fn nodes(self, class: GameClass) -> u32 {
        self.profile().nodes[class as usize]
    }

    /// The version of the weights that it judges by ([`Weights::version`]).
    pub const fn weights(self) -> u8 {
        self.profile().weights
    }

    /// How it errs.
    pub const fn erring(self, class: GameClass) -> Erring {
        self.profile().erring[class as usize]
    }

    /// How it searches.
    pub const fn settings(self, class: GameClass) -> Settings {
        let weights = Weights::version(self.weights());
        Settings { erring: self.erring(class), weights, ..Settings::STRONG }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level:{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_from_one_to_five() {
        assert_eq!([0, 6, 255].map(Level::new), [None; 3]);
        for (number, level) in (1..).zip(Level::ALL) {
            assert_eq!((Level::new(number), level.number()), (Some(level), number));
        }
    }

    /// The promises of the stated times, and each level thinks no less than the one below.
    #[test]
    fn levels_rise() {
        let times = Level::ALL.map(Level::milliseconds);
        assert!(times[..3].iter().all(|ms| *ms <= 300) && times[3..] == [1000, 3000]);
        for class in GameClass::ALL {
            assert!(Level::ALL.is_sorted_by_key(|level| level.nodes(class)));
            let sees = |level: &Level| level.erring(class).notices;
            assert!(Level::ALL.is_sorted_by(|a, b| sees(a) <= sees(b)));
        }
    }
}
