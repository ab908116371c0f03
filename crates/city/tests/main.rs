//! The rules of The City, tested as they are written and against the reference.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod against_reference;
mod common;
mod endings;
mod no_alloc;
mod options;
mod packed;
mod properties;
mod rules;
mod scoring;
mod walls;
