//! The server over real sockets and on real files.
//! One binary for all of it: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod conformance;
mod lessons;
mod live;
mod people;
mod store;
mod store_failures;
