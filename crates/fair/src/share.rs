//! How each seat gave its share in the draws.

use std::fmt;

use crate::key::{Commitment, Seal, Seed, Value};

/// How a seat's value came about. What each allows whom is in docs/fair-draws.md.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Share {
    /// Its hash came first, the value when all seats were frozen.
    Sealed,
    /// It was told to everybody at once, after the commitment.
    Open,
    /// It is the computer's: it follows from the seed.
    Computer,
    /// A person's seat that gave none: it follows from the seed.
    Server,
}

impl Share {
    /// All of them.
    pub const ALL: [Share; 4] = [Share::Sealed, Share::Open, Share::Computer, Share::Server];

    /// The word of the record.
    pub const fn name(self) -> &'static str {
        match self {
            Share::Sealed => "sealed",
            Share::Open => "open",
            Share::Computer => "computer",
            Share::Server => "server",
        }
    }

    /// The share with this name.
    pub fn from_name(name: &str) -> Option<Share> {
        Share::ALL.into_iter().find(|share| share.name() == name)
    }

    /// Whether a value is the one that the seat was bound to before it was told. `seat` is that of
    /// the plan, from 0; `seal` is what it sent first, if it sent one.
    pub fn holds(
        self,
        seed: &Seed,
        commitment: Commitment,
        seat: u8,
        seal: Option<Seal>,
        value: Value,
    ) -> bool {
        match self {
            Share::Sealed => seal == Some(value.seal(commitment, seat)),
            Share::Open => seal.is_none(),
            Share::Computer | Share::Server => seal.is_none() && value == seed.value_of(seat),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
