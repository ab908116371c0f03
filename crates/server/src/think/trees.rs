//! Trees that computer seats keep from move to move, of all tables together.
//!
//! Invariant: they never take more memory than the server was given for them. Whose turn was the
//! longest ago forgets first; a tree that is forgotten costs a seat time, not strength.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use ai::AnyMind;
use games::AnyGame;
use protocol::Level;

/// Whose mind it is: a seat of a table, and who plays it.
pub type Whose = (Arc<str>, u8, Level);

/// What a mind takes beside its tree: copies of the game, what the search has prepared.
const BESIDES: usize = 96 * 1024;

/// A mind with the game as it has seen it.
pub struct Seated {
    /// What it thinks.
    pub mind: AnyMind,
    /// After its own last decision.
    pub game: AnyGame,
}

/// All kept minds.
pub struct Trees {
    most: usize,
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    minds: HashMap<Whose, (u64, usize, Box<Seated>)>,
    /// Who was kept when, the longest ago first.
    order: BTreeMap<u64, Whose>,
    next: u64,
    bytes: usize,
}

impl Shelf {
    fn remove(&mut self, whose: &Whose) -> Option<Box<Seated>> {
        let (number, bytes, seated) = self.minds.remove(whose)?;
        self.order.remove(&number);
        self.bytes -= bytes;
        Some(seated)
    }
}

impl Trees {
    /// Nothing is kept yet, and never more bytes than this.
    pub fn new(most: usize) -> Trees {
        Trees { most, shelf: Mutex::default() }
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a mind to think with; it is put back by [`Trees::keep`].
    pub fn take(&self, whose: &Whose) -> Option<Box<Seated>> {
        self.shelf().remove(whose)
    }

    /// Keeps a mind until its next turn, if there is room for it at all.
    pub fn keep(&self, whose: Whose, seated: Box<Seated>) {
        let bytes = seated.mind.bytes() + BESIDES;
        let mut shelf = self.shelf();
        drop(shelf.remove(&whose));
        if bytes > self.most {
            return;
        }
        while shelf.bytes + bytes > self.most {
            let Some((_, oldest)) = shelf.order.pop_first() else { break };
            drop(shelf.remove(&oldest));
        }
        let number = shelf.next;
        shelf.next += 1;
        shelf.bytes += bytes;
        shelf.order.insert(number, whose.clone());
        shelf.minds.insert(whose, (number, bytes, seated));
        metrics::gauge!("trencavel_bot_tree_bytes").set(shelf.bytes as f64);
    }

    /// Forgets everything about a table: its game is over, or not the one that it was.
    pub fn forget(&self, table: &str) {
        let mut shelf = self.shelf();
        let gone: Vec<Whose> =
            shelf.minds.keys().filter(|(own, ..)| **own == *table).cloned().collect();
        for whose in &gone {
            drop(shelf.remove(whose));
        }
        metrics::gauge!("trencavel_bot_tree_bytes").set(shelf.bytes as f64);
    }

    /// How many minds are kept, and how many bytes they take.
    pub fn load(&self) -> (usize, usize) {
        let shelf = self.shelf();
        (shelf.minds.len(), shelf.bytes)
    }
}
