//! Draws that anybody can check: a commitment before the game, a key that nobody alone decides, a
//! check of a finished record, and the chain of the public list. docs/fair-draws.md is the
//! specification; this is its code.
//!
//! Invariants: no I/O, no clock, no randomness. A seed and a key never show in `Debug`. The order
//! of draws exists nowhere: the k-th draw is worked out when the game asks for it.
//!
//! ```
//! use fair::{Key, Secret, Value, Version};
//!
//! let seed = Secret::new([7; 32]).seed(Version::Two, 1);
//! println!("published before anybody gives a value: {}", seed.commitment());
//! let mine = Value::new([1; 16]);
//! println!("sent before the value itself: {}", mine.seal(seed.commitment(), 0));
//! let key = Key::mix(&seed, &[mine, seed.value_of(1)]);
//! assert_eq!(key.seat_order(2).len(), 2);
//! ```

mod claim;
mod draw;
mod fault;
mod hex;
mod key;
pub mod list;
mod share;
mod verify;

pub use claim::tag;
pub use draw::{draw, odds};
pub use fault::Fault;
pub use key::{Commitment, Key, Seal, Secret, Seed, Value, Version};
pub use share::Share;
pub use verify::{Known, Order, Report, verify};
