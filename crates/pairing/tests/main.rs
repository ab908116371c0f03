//! Waves, checked against every matching there is, against the clock, and by simulated evenings.
#![allow(clippy::unwrap_used)] // a test may fail

mod chance;
mod conduct;
mod evenings;
mod waves;
