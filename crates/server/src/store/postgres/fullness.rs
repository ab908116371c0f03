//! Whether the disk of the database took the last moves.
//!
//! A full disk still takes a change of a row where there is room in its page: only what is added
//! tells the truth, and so the moves themselves are asked.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::store::{Result, StoreError};

/// For how long a refusal counts: then the next move finds out.
const COUNTS: Duration = Duration::from_secs(5);

/// The last refusal, if nothing was kept after it.
#[derive(Debug, Default)]
pub(super) struct Fullness(Mutex<Option<(Instant, String)>>);

impl Fullness {
    /// A move was kept, or not for this reason.
    pub(super) fn note(&self, error: Option<&StoreError>) {
        let last = match error {
            None => None,
            Some(StoreError::Full(text)) => Some((Instant::now(), text.clone())),
            // That says nothing of the disk.
            Some(_) => return,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = last;
    }

    /// # Errors
    /// `Full` if the last move was refused for that, not long ago.
    pub(super) fn told(&self) -> Result<()> {
        self.told_at(Instant::now())
    }

    fn told_at(&self, now: Instant) -> Result<()> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((at, text)) if now.duration_since(*at) < COUNTS => {
                Err(StoreError::Full(text.clone()))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_counts_until_a_move_is_kept_or_some_seconds_are_over() {
        let fullness = Fullness::default();
        assert!(fullness.told().is_ok());
        fullness.note(Some(&StoreError::Full("no space".into())));
        fullness.note(Some(&StoreError::Late));
        assert!(matches!(fullness.told(), Err(StoreError::Full(_))));
        assert!(fullness.told_at(Instant::now() + COUNTS).is_ok());
        fullness.note(None);
        assert!(fullness.told().is_ok());
    }
}
