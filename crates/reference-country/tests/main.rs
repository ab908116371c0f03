//! The slow engine of the country, tested by scenes, records and chance.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod random_games;
mod recorded_games;
mod scenarios;
