//! The rules of The City: markets, homes, streets and walls.
//!
//! Invariant: knows the neutral table and tile files only; no I/O, clock or randomness. The state
//! is plain data of fixed size, and a game allocates nothing.
//!
//! ```
//! use city::{City, CitySetup, Rules};
//! use table::{Game, Quiet, Text};
//!
//! let rules = Rules::new(&CitySetup { seats: 2, ..CitySetup::default() }).unwrap();
//! let mut game = City::start(&rules);
//! for word in ["town/square-fish", "0,0 r0", "follower@market:NL"] {
//!     let action = game.read_word(&rules, word).unwrap();
//!     assert_eq!(game.refuse(&rules, action), None);
//!     game.play(&rules, action, &mut Quiet);
//! }
//! assert_eq!(game.supply(table::Seat(0)), 6);
//! ```
#![no_std]
extern crate alloc;

mod appraise;
mod edge;
mod end;
mod explain;
mod feature;
mod field;
mod fit;
mod ground;
mod just_laid;
mod moves;
pub mod names;
mod phase;
mod position;
mod random;
mod reader;
mod reckon;
mod refuse;
mod ring_survey;
mod rules;
mod score;
mod sets;
mod shape;
mod show;
mod state;
mod text;
pub mod tile;
mod turn;
mod wall;
mod words;

pub use edge::{Edge, LEFT, RIGHT, Wall};
pub use reckon::Reckoning;
pub use ring_survey::{RingSurvey, TowerPlace, WallEnd, Watch};
pub use rules::{CitySetup, OPTIONS, Rules, SetupError};
pub use sets::{SETS, TileSet, set};
pub use show::{Ring, RingPiece};
pub use state::{City, FeatureTally, Follower, TurnStep, WALLS_ALL};
pub use tile::{GOODS, Segment, Tile};
