//! The program as its users see it: what it prints, what it refuses, and a bot against it.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod bot;
mod command;
mod common;
mod draw;
mod duel;
mod play;
mod replay;
mod verify;
