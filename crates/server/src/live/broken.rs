//! Tables whose log cannot be folded: each is reported once, and not woken again and again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tables, and how often each was tried.
#[derive(Debug, Default)]
pub struct Broken {
    known: Mutex<HashMap<String, u32>>,
}

impl Broken {
    fn known(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        // Nothing panics while the lock is held.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table cannot be folded: the first time whoever runs the server is told.
    pub fn note(&self, table: &str, error: &str) {
        let mut known = self.known();
        let tried = known.entry(table.to_owned()).or_insert(0);
        *tried = tried.saturating_add(1);
        if *tried == 1 {
            let all = known.len();
            drop(known);
            #[allow(clippy::cast_precision_loss)] // a handful
            metrics::gauge!("trencavel_broken_tables").set(all as f64);
            tracing::error!(
                table,
                error,
                "the log of a table cannot be folded; it is untouched (`trencavel check --live` \
                 names all such tables; this is said once)"
            );
        }
    }

    /// A table could be folded (again).
    pub fn mended(&self, table: &str) {
        self.known().remove(table);
    }

    /// How often a table was tried in vain.
    pub fn tried(&self, table: &str) -> u32 {
        self.known().get(table).copied().unwrap_or(0)
    }
}
