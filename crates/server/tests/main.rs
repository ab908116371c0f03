//! The server over real sockets and on real files.
//! One binary for all of it: linking costs more than testing.

mod conformance;
mod lessons;
mod live;
mod people;
mod store;
mod store_failures;
