//! Tables that rest and were looked at lately: kept for the next reader, not as live tables.
//!
//! Invariant: what is kept is what the store holds. A table that wakes, or whose log or people
//! change, is forgotten here first, and what was read before that is not kept afterwards.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use room::Room;

/// How many are kept.
const KEPT_MAX: usize = 64;

/// The tables, the one that was looked at last in front.
#[derive(Debug, Default)]
pub struct Resting(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    rooms: VecDeque<Arc<Room>>,
    /// How often something was forgotten.
    changes: u64,
}

impl Resting {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that [`Resting::keep`] wants back: what is read after it was asked for is fresh.
    pub fn moment(&self) -> u64 {
        self.kept().changes
    }

    /// A table, if it is kept.
    pub fn find(&self, id: &str) -> Option<Arc<Room>> {
        let mut kept = self.kept();
        let place = kept.rooms.iter().position(|room| room.id() == id)?;
        let room = kept.rooms.remove(place)?;
        kept.rooms.push_front(Arc::clone(&room));
        Some(room)
    }

    /// Keeps a table, unless anything was forgotten since the moment.
    pub fn keep(&self, room: Arc<Room>, moment: u64) {
        let mut kept = self.kept();
        if kept.changes == moment {
            kept.rooms.retain(|other| other.id() != room.id());
            kept.rooms.push_front(room);
            kept.rooms.truncate(KEPT_MAX);
        }
    }

    /// Forgets those that are changed.
    pub fn forget(&self, is_changed: impl Fn(&Room) -> bool) {
        let mut kept = self.kept();
        kept.changes += 1;
        kept.rooms.retain(|room| !is_changed(room));
    }
}
