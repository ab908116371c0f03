//! Clients that play over real connections: what the load driver, the kill test and the server's
//! own tests are made of.
//!
//! [`visitor`] speaks HTTP, [`socket`] is one WebSocket, [`player`] decides what to say without
//! any I/O, [`child`] is a server as a process of its own.

pub mod attack;
pub mod child;
pub mod database;
pub mod figures;
pub mod link;
pub mod load;
pub mod opponents;
pub mod people;
pub mod player;
pub mod proxy;
pub mod report;
pub mod robot;
pub mod socket;
pub mod visitor;

pub use child::Child;
pub use player::{Acked, Player};
pub use robot::Robot;
pub use socket::{Ended, Socket};
pub use visitor::Visitor;
