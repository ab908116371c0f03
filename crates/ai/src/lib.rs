//! Computer players: one that plays at random, one that takes the best next move, plain UCT as a
//! yardstick, and a strong one that searches; and what is needed to compare them.
//!
//! Invariant: no clock, no threads, no I/O: whoever asks for a move says how long to think. Players
//! see the game through [`table::Game`] and [`table::Text`] only, plus what [`Outlook`] and
//! [`Evaluate`] say. A game holds no order of tiles, so no player can know one.
//!
//! ```
//! use ai::{Level, Wyrand};
//! use country::{Country, CountrySetup, Rules};
//! use table::{Game, Quiet, Turn};
//!
//! let rules = Rules::new(&CountrySetup::base(2)).unwrap();
//! let mut game = Country::start(&rules);
//! let mut dice = Wyrand::new(1);
//! while game.turn() != Turn::Over {
//!     let action = ai::choose(Level::Greedy, &rules, &game, &mut dice);
//!     game.play(&rules, action, &mut Quiet);
//! }
//! assert!(game.scores()[0] > 20);
//! ```
#![no_std]
extern crate alloc;

pub mod duel;
mod evaluate;
mod greedy;
mod math;
mod outlook;
mod player;
mod rng;
pub mod search;
pub mod uct;

pub use evaluate::{Evaluate, Points, Weights};
pub use greedy::{best, worth};
pub use outlook::{Outlook, plain_standing};
pub use player::{Mind, PLAYERS, Player, PlayerError};
pub use rng::Wyrand;

use table::{Action, Dice, Turn};

/// How well a computer player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Every legal action is equally likely.
    Random,
    /// Looks one move ahead: what would the points be if the game ended then?
    #[default]
    Greedy,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 2] = [Level::Random, Level::Greedy];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
        }
    }

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// Chooses for whoever must act. Chance always acts by its odds.
///
/// # Panics
/// If the game is over.
pub fn choose<G: Outlook>(
    level: Level,
    rules: &G::Rules,
    game: &G,
    dice: &mut impl Dice,
) -> Action {
    match (game.turn(), level) {
        (Turn::Over, _) => panic!("nobody has anything to choose: the game is over"),
        (Turn::Player(seat), Level::Greedy) => best(rules, game, seat, dice),
        _ => game.pick(rules, dice),
    }
}
