//! The table without I/O: every request of anybody, whole games of every family.
#![allow(clippy::result_large_err, clippy::needless_pass_by_value)] // problems and requests are asked for

mod clocks;
mod endings;
mod kit;
mod plans;
mod scripts;
mod seats;
