//! Computer players: that they keep to the rules, to their budget and to what is public, and play
//! well. One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod analysis;
mod common;
mod last_tiles;
mod minds;
mod search;
mod strength;
