//! The multiplayer server: tables that never lose a move.
//!
//! Invariants: the engine alone decides, through [`room`], which does no I/O. A move is validated,
//! committed to the [`store`], then told: a game is the fold of its log. The order of tiles to come
//! exists nowhere: a table's seed is in the store and in its [`room::Room`], and nowhere else.

mod accept;
pub mod alone;
pub mod analyses;
mod announced;
pub mod archive;
pub mod backups;
pub mod check;
pub mod client;
pub mod cluster;
pub mod config;
pub mod http;
pub mod limits;
pub mod live;
pub mod logging;
pub mod me;
pub mod metrics;
mod net;
pub mod notify;
mod points;
pub mod serve;
pub mod tally;
pub mod testing;
pub mod think;
mod trouble;
pub mod words;
pub mod work;
pub mod ws;
