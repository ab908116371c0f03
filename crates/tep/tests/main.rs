//! Lines as they are read and printed, sessions, and whatever anybody may send.
#![allow(clippy::unwrap_used)] // a test may fail

mod any_lines;
mod boards;
mod lines;
mod sessions;
