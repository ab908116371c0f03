//! The table without I/O: every request of anybody, whole games of every family.
#![allow(clippy::unwrap_used)] // a test may fail
#![allow(clippy::needless_pass_by_value)] // requests are asked for

mod clocks;
mod endings;
mod fairness;
mod kit;
mod levels;
mod meetings;
mod people;
mod plans;
mod preparing;
mod respite;
mod results;
mod scripts;
mod seats;
mod takebacks;
mod versions;
