//! Draws that anybody can check.
//! One binary for all of them: linking costs more than testing.

mod document;
mod verify;
