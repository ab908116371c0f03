//! Every family behind one door: checked play, records, positions, perft.
//!
//! Invariant: the only crate below the computer players that names both families. No I/O,
//! randomness, clock or serialisation: the crate is `no_std`.
//!
//! ```
//! use games::{AnyGame, AnyRules, Game, Recorder, Setup, Turn};
//!
//! let mut recorder = Recorder::new(&Setup::country(2), &["Alice", "Bob"]).unwrap();
//! for word in ["base/E", "0,-1 r2", "follower@city:S"] {
//!     let told = recorder.submit_word(recorder.game().turn(), word).unwrap();
//!     for event in told {
//!         let names = ["Alice", "Bob"];
//!         let (rules, game) = (recorder.rules(), recorder.game());
//!         println!("{}", games::tell::sentence(rules, game, &names, &event));
//!     }
//! }
//! assert_eq!(recorder.game().scores()[..2], [4, 0]);
//! assert!(recorder.record().print().ends_with("1. base/E 0,-1 r2 follower@city:S\n"));
//! ```
#![no_std]
extern crate alloc;

pub mod any;
pub mod perft;
pub mod position;
pub mod prospect;
pub mod record;
pub mod registry;
pub mod revision;
mod setup;
pub mod survey;
pub mod tell;
mod teller;
pub mod view;
pub mod walk;

pub use any::{AnyGame, AnyRules, FamilyRules, gone};
pub use position::Position;
pub use prospect::Prospect;
pub use record::{
    ErrorKind, Note, Outcome, PlayedWord, Record, RecordError, Recorder, Replayed, Scribe, Word,
};
pub use revision::REVISION;
pub use setup::{Family, Setup, SetupError};
pub use table::{
    Action, Actions, Dice, Event, Extent, Game, Log, Odds, Quiet, Refusal, SEATS_MAX, Seat, Sorted,
    TextError, Turn, sort_short, sort_short_by, sort_short_by_key,
};
pub use teller::{Said, Teller, WordError};
