//! A second engine of the country family, slow and plain, written from the rules alone.
//!
//! It exists to catch mistakes of the fast engine. Features are found by flood fill whenever they
//! are asked for, and nothing is kept that can be worked out again from the board. Rule ids in
//! comments (BASE-22, COUNT-09 and so on) name the rule that the code next to them follows.
//!
//! ```
//! use reference_country::{Reference, Turn};
//!
//! let mut game = Reference::new(&[], &[], 2).unwrap();
//! for word in ["base/E", "0,-1 r2"] {
//!     game.apply(word);
//! }
//! let told = game.apply("follower@city:S");
//! assert_eq!(told[0], "home 1 follower from 0,-1:city:S");
//! assert_eq!(game.scores(), [4, 0]);
//! assert!(matches!(game.turn(), Turn::Chance));
//! ```

mod actions;
mod board;
mod flow;
mod placing;
mod scoring;
mod settings;
mod setup;
mod state;
mod tiles;
mod trial;

pub use settings::known_options;
pub use state::{Reference, Turn};
