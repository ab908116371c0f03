//! The program as its users see it: what it prints, what it refuses, and a bot against it.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod analyse;
mod bot;
mod bridge;
mod command;
mod common;
mod disk;
mod draw;
mod duel;
mod engine;
mod play;
mod replay;
mod strength;
mod verify;
mod web;
