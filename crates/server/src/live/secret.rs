//! Ids and keys that nobody can guess; on a test server they follow from a number.

use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// Letters and digits that are not taken for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const ID_LENGTH: usize = 12;
const KEY_LENGTH: usize = 20;

/// Where tables and computer seats have their luck from.
pub enum Chance {
    /// The randomness of the system.
    System,
    /// For tests only: everything follows from a number and from how often it was asked. A server
    /// that starts again on the same data needs another number, or its ids come twice.
    Seeded {
        /// The number.
        seed: u64,
        /// How many sources there were since.
        sources: AtomicU64,
    },
}

impl Chance {
    /// The system's, unless a test server has a number.
    pub fn new(seed: Option<u64>) -> Chance {
        match seed {
            None => Chance::System,
            Some(seed) => Chance::Seeded { seed, sources: AtomicU64::new(0) },
        }
    }

    /// A source for one new table.
    pub fn source(&self) -> Source {
        match self {
            Chance::System => Source::System,
            Chance::Seeded { seed, sources } => {
                let number = sources.fetch_add(1, Ordering::Relaxed);
                let root = hash(&[b"source", &seed.to_be_bytes()], number);
                Source::Seeded { root, drawn: 0 }
            }
        }
    }

    /// The dice of a computer seat. Seeded ones follow from the table and its newest number, so it
    /// does not matter which table thinks first.
    pub fn dice(&self, table: &str, n: u64) -> u64 {
        match self {
            Chance::System => rand::random(),
            Chance::Seeded { seed, .. } => {
                let bytes = hash(&[b"dice", &seed.to_be_bytes(), table.as_bytes()], n);
                bytes[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
            }
        }
    }
}

/// Gives what one table needs.
pub enum Source {
    /// From the system.
    System,
    /// From a number.
    Seeded {
        /// What all follows from.
        root: [u8; 32],
        /// How much was drawn.
        drawn: u64,
    },
}

impl Source {
    /// The id of a new table: 60 bits, for the id of a private table is its link.
    pub fn id(&mut self) -> String {
        self.letters(ID_LENGTH)
    }

    /// The key of a new table's link: 100 bits.
    pub fn key(&mut self) -> String {
        self.letters(KEY_LENGTH)
    }

    /// 32 bytes: the seed of a table.
    pub fn bytes(&mut self) -> [u8; 32] {
        match self {
            Source::System => rand::random(),
            Source::Seeded { root, drawn } => {
                *drawn += 1;
                hash(&[root.as_slice()], *drawn)
            }
        }
    }

    fn letters(&mut self, length: usize) -> String {
        // 256 is a multiple of 32: every letter is equally likely.
        self.bytes()[..length].iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
    }
}

/// The id of a table's rematch: always the same, and only for those who know the table's key.
pub fn of_rematch(table: &str, key: &str) -> String {
    let bytes = hash(&[b"rematch ", table.as_bytes(), b" ", key.as_bytes()], 0);
    bytes[..KEY_LENGTH].iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
}

/// The id of a new person.
pub fn id() -> String {
    Source::System.id()
}

/// Whether a text can be the id of a table.
pub fn is_id(text: &str) -> bool {
    (1..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Whether a text can be the id that a client chose for its table: as hard to guess as ours.
pub fn is_chosen_id(text: &str) -> bool {
    text.len() >= ID_LENGTH && is_id(text)
}

fn hash(parts: &[&[u8]], number: u64) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.update(number.to_be_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ids() {
        let mut source = Source::System;
        let (id, key) = (source.id(), source.key());
        assert!(is_id(&id) && is_id(&key) && id.len() == ID_LENGTH && key.len() == KEY_LENGTH);
        assert!(!is_id("") && !is_id("../etc") && !is_id(&"a".repeat(41)));
    }

    #[test]
    fn a_seeded_chance_repeats_itself_and_never_within_itself() {
        let drawn = |seed| {
            let chance = Chance::new(Some(seed));
            let (mut a, mut b) = (chance.source(), chance.source());
            let dice = (chance.dice("t", 1), chance.dice("t", 2), chance.dice("u", 1));
            ([a.id(), a.id(), b.id(), a.key(), b.key()], dice)
        };
        assert_eq!(drawn(1), drawn(1));
        let (texts, dice) = drawn(1);
        for (i, text) in texts.iter().enumerate() {
            assert!(!texts[..i].contains(text));
        }
        assert!(dice.0 != dice.1 && dice.0 != dice.2);
        assert_ne!(drawn(1).0, drawn(2).0);
        assert_ne!(Chance::new(None).source().id(), Chance::new(None).source().id());
    }
}
