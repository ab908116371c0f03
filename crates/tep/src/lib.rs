//! The Tile Engine Protocol, version 1: lines of text between a program that plays (the *engine*)
//! and whoever asks it (the *referee*), as UCI is for chess. docs/engine.md describes it.
//!
//! Invariant: no I/O, clock or threads. Lines come in and go out as text: [`Command`] is what an
//! engine hears, [`Reply`] what it says, and both print exactly what they are read from.
//! [`Session`] is the engine's side as a machine of states, [`Listener`] the referee's. No line
//! makes them panic; one that makes no sense is answered with what was expected.
//!
//! ```
//! use tep::{Greeting, Order, Reply, Session};
//!
//! let mut session = Session::new(Greeting::new("Slow but sure", "Ann"));
//! assert!(session.hear(b"go nodes 10").is_empty(), "nothing is said before the greeting");
//! let said = session.hear(b"tep 1");
//! assert_eq!(said.last(), Some(&Order::Say(Reply::TepOk)));
//! session.hear(b"position start country seats=2 words base/E");
//! let orders = session.hear(b"go nodes 10");
//! let [Order::Think(task)] = &orders[..] else { panic!("{orders:?}") };
//! assert_eq!(task.limits.nodes, Some(10));
//! assert_eq!(task.board.legal_words().len(), 4);
//! ```
#![no_std]
extern crate alloc;

mod board;
mod command;
mod greeting;
mod limits;
mod listener;
mod reply;
mod session;
mod text;
mod thought;

pub use board::{Board, Boards};
pub use command::{Command, PositionLine};
pub use greeting::{Greeting, OptionKind, SeatOption, Support};
pub use limits::Limits;
pub use listener::{Heard, Listener};
pub use reply::Reply;
pub use session::{Order, Session, Task};
pub use text::{LINE_MAX, LineError, line};
pub use thought::Thought;

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;
