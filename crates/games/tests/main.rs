//! Records, positions, refusals and surveys of every family.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod common;
mod docs;
mod golden_games;
mod prospect;
mod refusals;
mod revisions;
mod round_trips;
mod survey;
mod trial;
mod walks;
