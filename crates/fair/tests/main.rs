//! Draws that anybody can check.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod document;
mod verify;
