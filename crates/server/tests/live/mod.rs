//! Tables over real sockets: a real server on an ephemeral port, a real database file, and clients
//! that know nothing but the protocol.

mod analysis;
mod apart;
mod authority;
mod bots;
mod challenges;
mod city;
mod elsewhere;
mod expiry;
mod fair;
mod friends;
mod fuzz;
mod golden;
mod golden_later;
mod golden_making;
mod kept_games;
pub mod kit;
mod levels;
mod limits;
mod moderation;
mod names;
pub mod pairing;
mod patience;
mod pictures;
mod play;
mod problems;
mod ratings;
mod resume;
mod scopes;
mod security;
mod seeded;
mod sharing;
mod store_trouble;
mod strangers;
mod why;
mod work;
