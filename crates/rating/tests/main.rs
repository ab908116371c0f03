//! The rating step: against Glicko, by its symmetries, and with thousands of made-up players.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod chance;
mod oracle;
mod simulation;
mod symmetry;
