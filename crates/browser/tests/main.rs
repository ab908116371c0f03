//! The engine as a page asks it: JSON in, JSON out.
#![allow(clippy::unwrap_used)] // a test may stop at once

mod kit;
mod local;
mod questions;
mod shadow;
mod thinking;
