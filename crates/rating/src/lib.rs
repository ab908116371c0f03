//! What a game of two to six seats says about its players: the rating step.
//!
//! With two seats it is Glicko (the first one). With more, each seat is compared with every other,
//! and each comparison counts for less than a game of two, because results at one table are not
//! independent. Margins of points are not looked at: they would change how people play.
//!
//! Invariants: no I/O, no clock. Numbers are kept as whole hundredths of a point, and everything
//! between is worked out with `libm` in an order of its own, so that every machine comes to the
//! same ratings, whoever sat where. A game is folded from the values before it, for all seats.
//!
//! ```
//! use rating::{Career, Entrant, after};
//!
//! let new = Career::NEW;
//! let seats = [Entrant::person(new, 1), Entrant::person(new, 2)];
//! let careers = after(0, &seats);
//! assert_eq!(careers[0].unwrap().rating.points, 156_750);
//! assert_eq!(careers[1].unwrap().rating.points, 143_250);
//! ```
#![no_std]

extern crate alloc;

mod career;
mod computers;
mod step;

pub use career::{Career, Entrant, after};
pub use computers::level;
pub use step::{Exact, Rating, Side, chance, step};

/// The version of the step, of its constants and of the ratings of the computer's levels. With a
/// new one all games are folded anew (`trencavel admin rate --rebuild`).
pub const VERSION: u32 = 1;
