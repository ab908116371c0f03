//! Computer players: five levels to play against, and the yardsticks that they are measured with;
//! and what is needed to compare them.
//!
//! Invariant: no clock, no threads, no I/O: whoever asks for a move says how long to think. Players
//! see the game through [`table::Game`] and [`table::Text`] only, plus what [`Outlook`] and
//! [`Evaluate`] say. A game holds no order of tiles, so no player can know one.
//!
//! A [`Mind`] is a player in a game. Whoever has the clock lets it think in slices, as often as it
//! likes, and takes what is best then; [`AnyMind`] does the same for any family:
//!
//! ```
//! use ai::{Level, Mind, Player, Wyrand};
//! use country::{Country, CountrySetup, Rules};
//! use table::{Game, Quiet, Turn};
//!
//! let rules = Rules::new(&CountrySetup::base(2)).unwrap();
//! let mut game = Country::start(&rules);
//! let mut chance = Wyrand::new(1);
//! let level: Player = "level:2".parse().unwrap();
//! assert_eq!(level, Player::level(Level::ALL[1]));
//! let mut mind = Mind::new(&level, 1);
//! for _ in 0..20 {
//!     let action = if matches!(game.turn(), Turn::Player(_)) {
//!         mind.consider(&rules, &game, None);
//!         while !mind.run(&rules, 100, &mut || false) {} // a slice; look at the clock between
//!         mind.best()
//!     } else {
//!         game.pick(&rules, &mut chance)
//!     };
//!     game.play(&rules, action, &mut Quiet);
//!     mind.played(&rules, action);
//! }
//! ```
#![no_std]
extern crate alloc;

pub mod analysis;
mod any;
pub mod duel;
mod evaluate;
mod greedy;
pub mod level;
mod math;
mod mind;
mod outlook;
mod player;
mod rng;
pub mod search;
pub mod tune;
pub mod uct;
pub mod work;
mod yardstick;

pub use any::{AnyMind, before_draw, draws_left, time_left};
pub use evaluate::{Evaluate, GameClass, Points, Weights};
pub use greedy::{best, worth};
pub use level::Level;
pub use mind::Mind;
pub use outlook::{Outlook, plain_standing};
pub use player::{PLAYERS, Player, PlayerError};
pub use rng::Wyrand;
pub use search::{Choice, Insight};
pub use work::class_of;
pub use yardstick::{Yardstick, choose};
