//! The lobby's feed: rows of public tables that changed, gathered and told a few times a second.
//!
//! Invariants: a table that moves ten times between two tellings is told once; a listener that
//! does not keep up is told to read the whole list again; without listeners nothing is written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use protocol::TableRow;
use tokio::sync::broadcast;

/// How many tellings may wait for one listener.
const FEED_MAX: usize = 256;
/// How many rows one round tells; the others wait for the next.
const ROWS_A_ROUND: usize = 100;

/// News of the lobby.
#[derive(Clone, Debug)]
pub enum News {
    /// A table is new or has changed: its [`TableRow`] as JSON.
    Row(Arc<str>),
    /// A table is no longer listed: its id.
    Gone(Arc<str>),
}

/// The feed.
#[derive(Debug)]
pub struct Lobby {
    changed: Mutex<HashMap<String, Option<TableRow>>>,
    feed: broadcast::Sender<News>,
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby { changed: Mutex::default(), feed: broadcast::Sender::new(FEED_MAX) }
    }
}

impl Lobby {
    /// Whether anybody listens.
    pub fn is_heard(&self) -> bool {
        self.feed.receiver_count() > 0
    }

    /// Notes that a table changed, or with `None` that it is gone.
    pub fn note(&self, id: &str, row: Option<TableRow>) {
        if self.is_heard() {
            let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
            changed.insert(id.to_owned(), row);
        }
    }

    /// Listens.
    pub fn listen(&self) -> broadcast::Receiver<News> {
        self.feed.subscribe()
    }

    /// Tells what was noted.
    pub fn tell(&self) {
        for (id, row) in self.take() {
            let news = match row.map(|row| serde_json::to_string(&row)) {
                Some(Ok(row)) => News::Row(row.into()),
                Some(Err(_)) | None => News::Gone(id.into()),
            };
            // Nobody listens any more: there is nobody to tell.
            let _ = self.feed.send(news);
        }
    }

    fn take(&self) -> Vec<(String, Option<TableRow>)> {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_heard() {
            changed.clear();
        }
        let ids: Vec<String> = changed.keys().take(ROWS_A_ROUND).cloned().collect();
        ids.into_iter().filter_map(|id| changed.remove_entry(&id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_changes_are_told_once_and_only_to_listeners() {
        let lobby = Lobby::default();
        lobby.note("a", None);
        let mut listener = lobby.listen();
        lobby.tell();
        assert!(listener.try_recv().is_err(), "noted before anybody listened");
        for _ in 0..10 {
            lobby.note("b", None);
        }
        lobby.tell();
        assert!(matches!(listener.try_recv(), Ok(News::Gone(id)) if &*id == "b"));
        assert!(listener.try_recv().is_err());
    }

    #[test]
    fn a_round_is_bounded() {
        let lobby = Lobby::default();
        let mut listener = lobby.listen();
        for table in 0..ROWS_A_ROUND + 5 {
            lobby.note(&table.to_string(), None);
        }
        lobby.tell();
        let told = std::iter::from_fn(|| listener.try_recv().ok()).count();
        assert_eq!(told, ROWS_A_ROUND);
        lobby.tell();
        assert_eq!(std::iter::from_fn(|| listener.try_recv().ok()).count(), 5);
    }
}
