//! Draws that anybody can check: a commitment before the game, a key that nobody alone decides,
//! and a check of a finished record. docs/fair-draws.md is the specification; this is its code.
//!
//! Invariants: no I/O, no clock, no randomness. A seed and a key never show in `Debug`. The order
//! of draws exists nowhere: the k-th draw is worked out when the game asks for it.
//!
//! ```
//! use fair::{Key, Seed, Value};
//!
//! let seed = Seed::new([7; 32]);
//! println!("published before anybody sits down: {}", seed.commitment());
//! let key = Key::mix(&seed, &[Value::new([1; 16]), Value::new([2; 16])]);
//! assert_eq!(key.seat_order(2).len(), 2);
//! ```

mod draw;
mod hex;
mod key;
mod verify;

pub use draw::draw;
pub use key::{Commitment, Key, Seed, Value};
pub use verify::{Fault, Report, tag, verify};
