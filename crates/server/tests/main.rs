//! The server over real sockets and on real files.
//! One binary for all of it: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod cluster;
mod conformance;
mod copying;
mod distance;
mod holding;
mod lessons;
mod live;
mod model;
mod nodes;
mod people;
mod postgres;
mod sqlite;
mod store_failures;
