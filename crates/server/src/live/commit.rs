//! The one way in which a table changes: decided, committed to the disk, applied, told.
//!
//! Invariant: what is told is on the disk. If the store does not answer with certainty, the table
//! reads itself again before it decides anything more.

use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use axum::http::StatusCode;
use protocol::log::{Entry, Logged};
use protocol::{Problem, ServerMsg};

use super::history::History;
use super::load;
use super::outbox::Ending;
use super::seen;
use super::task::Task;
use crate::http::error::ApiError;
use crate::room::shows_board;
use crate::store::StoreError;

impl Task {
    /// Commits entries and tells them to everybody.
    ///
    /// # Errors
    /// Nothing changed: `late` if the table went on elsewhere, `store` if the disk failed.
    pub(super) async fn commit(&mut self, entries: Vec<Logged>) -> Result<(), Problem> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut next = self.room.clone();
        let mut told = Vec::with_capacity(entries.len());
        for logged in &entries {
            let message = next.apply(logged).map_err(|error| self.bug(&error.to_string()))?;
            told.push((logged.n, message));
        }
        let begins = entries.iter().any(|l| shows_board(&l.entry));
        let moves = entries.iter().filter(|l| matches!(l.entry, Entry::Played { .. })).count();
        let begun = Instant::now();
        let written = self.hub.store().append(&self.id, entries, next.index()).await;
        metrics::histogram!("trencavel_commit_seconds").record(begun.elapsed().as_secs_f64());
        if let Err(error) = written {
            return Err(self.not_written(error).await);
        }
        metrics::counter!("trencavel_moves_total").increment(moves as u64);
        self.room = next;
        self.past = None;
        for (n, message) in told {
            self.tell_numbered(n, message);
        }
        if begins {
            self.tell_board();
        }
        self.note_lobby();
        Ok(())
    }

    fn tell_numbered(&mut self, n: u64, mut message: ServerMsg) {
        let now = self.hub.now();
        if let ServerMsg::Table { table, .. } = &mut message {
            // The room knows seats, not sockets.
            **table = seen::info(&self.room, &self.crowd, now);
        }
        let text: Utf8Bytes = seen::text(&message);
        self.n = n;
        self.ring.push(n, text.clone());
        self.crowd.tell_all(&text, now);
    }

    /// The game has begun, or moves were taken back: the message that tells it has no board, so
    /// everybody gets a snapshot, and nobody resumes from before it.
    fn tell_board(&mut self) {
        self.ring = History::new(self.n, load::RING_BYTES);
        for socket in self.crowd.sockets() {
            self.tell_snapshot(socket);
        }
    }

    async fn not_written(&mut self, error: StoreError) -> Problem {
        metrics::counter!("trencavel_commit_failures_total").increment(1);
        tracing::error!(table = %self.id, %error, "entries were not committed");
        self.doubt = true;
        if matches!(error, StoreError::Conflict) && self.settle().await.is_ok() {
            let detail = "The table has gone on meanwhile: look at it again.";
            return ApiError::new(StatusCode::CONFLICT, "late", detail).0;
        }
        store_fails()
    }

    /// Makes sure that the room is what the store holds, after a failure.
    ///
    /// # Errors
    /// `store` if the store still fails: nothing can be decided then.
    pub(super) async fn settle(&mut self) -> Result<(), Problem> {
        if self.doubt { self.reload().await } else { Ok(()) }
    }

    /// Reads the table again. If it has changed, everybody must come in again.
    pub(super) async fn reload(&mut self) -> Result<(), Problem> {
        self.doubt = true;
        let loaded = match load::load(&self.hub, &self.id).await {
            Ok(loaded) => loaded,
            Err(problem) => {
                tracing::error!(table = %self.id, detail = problem.detail, "cannot be read again");
                return Err(store_fails());
            }
        };
        let changed = loaded.n != self.n;
        self.room = loaded.room;
        self.ring = loaded.ring;
        self.past = None;
        self.doubt = false;
        if changed {
            self.n = loaded.n;
            self.drafts.clear();
            self.crowd.end_all(Ending::Moved, self.hub.now());
        }
        Ok(())
    }

    fn bug(&self, error: &str) -> Problem {
        tracing::error!(table = %self.id, error, "the room decided what it cannot apply");
        let detail = "The server made a mistake. Nothing was changed.";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", detail).0
    }
}

fn store_fails() -> Problem {
    let detail = "The server cannot write to its disk now: no move was made, and none can be made \
                  until it is repaired. The game so far is safe.";
    let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "store", detail);
    error.0.retry = Some(5);
    error.0
}
