//! Programs of others at our tables: started, asked by the engine protocol, and ended with all that
//! they started.
//!
//! Invariant: whatever a program does, its caller waits no longer than it said. A program that is
//! late, lies or dies is a [`Fault`]; it is ended then, with its whole process group, and never
//! asked again. What it says is checked against the rules before anybody else sees it.

mod command;
mod fault;
mod pipe;
mod program;
mod stable;

pub use command::CommandLine;
pub use fault::Fault;
pub use pipe::{Line, Pipe};
pub use program::{Asked, GREETING, Program};
pub use stable::{Stable, Stall};
