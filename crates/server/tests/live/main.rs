//! Tables over real sockets: a real server on an ephemeral port, a real database file, and clients
//! that know nothing but the protocol.

mod fuzz;
mod kit;
mod play;
mod resume;
mod security;
mod store_trouble;
