//! Live tables: one task owns one [`room::Room`], and the hub finds the task.
//!
//! The way of a move: `ws.rs` parses it and puts it into the players' inbox; [`task`] lets the room
//! decide, commits ([`commit`]), and only then tells the [`crowd`] of sockets, each through its own
//! bounded [`outbox`]. Recent messages stay in the [`history`] for clients that come back.
//! Computer seats think in [`crate::think`] and answer into the same inbox. Watchers have a second
//! inbox, and whoever only looks takes the copy that the task publishes ([`seen`]), or one of a
//! table at rest ([`resting`]). What becomes of people comes from the store as [`notices`], and
//! reaches the sockets and tables that it concerns ([`whereabouts`], [`orders`]). [`outages`] of
//! the store stop the clocks.
//!
//! Invariants: no lock is held while a table works; every queue is bounded; a table waits for the
//! store and for nothing else; a table that nobody uses is not in memory.

mod absence;
mod bells;
mod broken;
pub mod clock;
pub mod commit;
pub mod credit;
pub mod crowd;
mod elsewhere;
pub mod expiry;
mod gate;
pub mod handle;
mod hinting;
pub mod history;
pub mod hub;
pub mod janitor;
mod lasting;
pub mod load;
pub mod lobby;
pub mod make;
pub mod manners;
pub mod notices;
pub mod orders;
pub mod outages;
pub mod outbox;
pub mod patience;
pub mod person;
pub mod pools;
pub mod resting;
pub mod secret;
mod seeks;
pub mod seen;
mod slots;
pub mod speech;
pub mod talk;
pub mod task;
pub mod text;
pub mod thinking;
mod waves;
pub mod whereabouts;

pub use handle::{Handle, Join, Msg};
pub use hub::Hub;
pub use outbox::{Ending, Outgoing};
pub use seen::Seen;
pub use text::Text;
pub use whereabouts::Authority;
