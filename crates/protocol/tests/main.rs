//! What goes over the wire, and the texts for players.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod asked;
mod lesson_format;
mod lessons;
mod levels;
mod replays;
mod rules_pages;
mod surveys;
