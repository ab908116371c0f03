//! The one way in which a table changes: decided, committed to the disk, applied, told.
//!
//! Invariants: what is told is on the disk. If the store does not answer with certainty, the table
//! reads itself again before it decides anything more. The time that the store cost is charged to
//! no clock: it is given back in an entry of its own before anything else is decided.

use std::sync::Arc;
use std::time::Duration;

use protocol::log::{Entry, Logged};
use protocol::{Problem, ServerMsg};
use room::{Ahead, Room, changes_game, shows_board};
use tokio::time::Instant;

use super::crowd::Visitor;
use super::handle::unknown;
use super::history::History;
use super::load;
use super::outbox::Ending;
use super::seen::{self, KeptPast};
use super::task::{Parting, Task};
use crate::points::shown_move;
use crate::trouble;
use store::StoreError;

/// A commit that takes longer is trouble: nobody's clock pays for it.
const SLOW: Duration = Duration::from_secs(1);

impl Task {
    /// Commits entries and tells them to everybody.
    ///
    /// # Errors
    /// Nothing changed: `late` if the table went on elsewhere, `store` if the disk failed. With
    /// `unknown` it may have.
    pub(super) async fn commit(
        &mut self,
        entries: Vec<Logged>,
        mut ahead: Option<Ahead>,
    ) -> Result<(), Problem> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut next = Room::clone(&self.room);
        let mut told = Vec::with_capacity(entries.len());
        for logged in &entries {
            let message = next
                .apply_decided(logged, &mut ahead)
                .map_err(|error| self.bug(&error.to_string()))?;
            told.push((logged.n, message));
        }
        let begins = entries.iter().any(|l| shows_board(&l.entry));
        let ends = entries.iter().any(|l| matches!(l.entry, Entry::Ended { .. }));
        let moves = entries.iter().filter(|l| matches!(l.entry, Entry::Played { .. })).count();
        let turn = entries.last().filter(|_| changes_game(&entries)).map(|logged| logged.n);
        let (begun, at) = (Instant::now(), self.hub.now());
        self.since.hear(&entries);
        let written =
            self.hub.store().append_held(&self.id, self.hold, entries, next.index()).await;
        metrics::histogram!("trencavel_commit_seconds").record(begun.elapsed().as_secs_f64());
        if written.is_err() || begun.elapsed() > SLOW {
            self.trouble.get_or_insert(at);
        }
        if let Err(error) = written {
            self.since.clear();
            return Err(self.not_written(error).await);
        }
        metrics::counter!("trencavel_moves_total").increment(moves as u64);
        self.room = Arc::new(next);
        self.turn = turn.unwrap_or(self.turn);
        self.past = KeptPast::default();
        self.publish();
        for (n, message) in told {
            self.tell_numbered(n, message);
        }
        if begins {
            self.tell_board().await;
        }
        if ends {
            self.hub.thinkers().trees().forget(&self.id);
            self.tell_overheard();
            if let Some(rated) = self.rated().await {
                self.crowd.tell_all(&seen::text(&rated), self.hub.now());
            }
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
        let kept = seen::kept(&message);
        self.n = n;
        self.ring.push(n, kept.clone());
        let room = Arc::clone(&self.room);
        for player in [true, false] {
            let those =
                |it: &Visitor| player == it.who.as_ref().is_some_and(|who| room.is_deaf(&who.id));
            self.crowd.tell_those(kept.text_for(player), now, those);
        }
    }

    /// What the game did to the ratings of its players, if it was rated and is over.
    pub(super) async fn rated(&self) -> Option<ServerMsg> {
        if !self.room.is_over() || !self.room.config().rated {
            return None;
        }
        let seats = match self.hub.store().rated(&self.id).await {
            Ok(seats) => seats?,
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "the ratings after a game are not told");
                return None;
            }
        };
        let shown = |seat: Option<_>| seat.map(shown_move);
        Some(ServerMsg::Rated { seats: seats.into_iter().map(shown).collect() })
    }

    /// The game is over: the players hear what was said about it meanwhile.
    fn tell_overheard(&mut self) {
        let lines = self.room.overheard();
        if lines.is_empty() {
            return;
        }
        let text = seen::text(&ServerMsg::Overheard { lines });
        for person in self.room.people() {
            self.crowd.tell_person(&person, &text, self.hub.now());
        }
    }

    /// The game has begun, or moves were taken back: the message that tells it has no board, so
    /// everybody gets a snapshot, and nobody resumes from before it.
    async fn tell_board(&mut self) {
        self.ring = History::new(self.n, load::RING_BYTES);
        self.crowd.catch_up(self.hub.now());
        let sockets = self.crowd.sockets();
        if !sockets.is_empty() {
            self.fold_past().await;
        }
        for socket in sockets {
            self.tell_snapshot(socket);
        }
    }

    async fn not_written(&mut self, error: StoreError) -> Problem {
        metrics::counter!("trencavel_commit_failures_total").increment(1);
        tracing::error!(table = %self.id, %error, "entries were not committed");
        let before = self.n;
        match error {
            StoreError::Conflict => {
                metrics::counter!("trencavel_conflicts_total").increment(1);
                self.doubt = true;
                if self.reload().await.is_err() {
                    return store_fails();
                }
                self.trouble = None;
                let detail = "The table has gone on meanwhile: look at it again.";
                trouble::conflict("late", detail)
            }
            error if error.is_unknown() || matches!(error, StoreError::Other(_)) => {
                metrics::counter!("trencavel_doubts_total").increment(1);
                self.doubt = true;
                // If the log is found as it was, it was certainly not written.
                let not = self.reload().await.is_ok() && self.n == before;
                if not { store_fails() } else { unknown() }
            }
            // The others say by themselves that nothing was written.
            _ => store_fails(),
        }
    }

    /// Whether the store still owes an answer: the table is not known for certain, or time is to
    /// be given back.
    pub(super) fn is_unsettled(&self) -> bool {
        self.doubt || self.trouble.is_some()
    }

    /// Makes sure that the room is what the store holds, and that no clock ran while the store did
    /// not answer.
    ///
    /// # Errors
    /// `store` if the store still fails: nothing can be decided then.
    pub(super) async fn settle(&mut self) -> Result<(), Problem> {
        if self.doubt {
            self.reload().await?;
        }
        let now = self.hub.now();
        let lost = self.hub.outages().lost(self.room.changed(), now, self.trouble);
        let owed = self.trouble.take();
        let Some(away) = self.room.pause(now, lost) else { return Ok(()) };
        // If this takes long, too, there is trouble again: the next turn of the loop sees to it.
        let written = self.commit(vec![away], None).await;
        if written.is_err() {
            self.trouble = owed.or(self.trouble);
        }
        written
    }

    /// Reads the table again. If it has changed, everybody must come in again.
    pub(super) async fn reload(&mut self) -> Result<(), Problem> {
        if self.doubt && self.hub.store().ping().await.is_err() {
            // What was asked for may still happen: the store decides it before it answers this.
            return Err(store_fails());
        }
        self.doubt = true;
        let loaded = match load::load(&self.hub, &self.id).await {
            Ok(loaded) => loaded,
            Err(problem) if problem.kind == load::ELSEWHERE => {
                metrics::counter!("trencavel_fenced_total").increment(1);
                tracing::warn!(table = %self.id, epoch = self.hold.epoch, "another node has it");
                self.parting = Parting::Fenced;
                return Err(load::elsewhere());
            }
            Err(problem) => {
                tracing::error!(table = %self.id, detail = problem.detail, "cannot be read again");
                return Err(store_fails());
            }
        };
        let changed = loaded.n != self.n;
        self.room = Arc::new(loaded.room);
        self.hold = loaded.hold;
        self.renamed = loaded.renamed;
        self.ring = loaded.ring;
        self.past = KeptPast::default();
        self.doubt = false;
        self.publish();
        self.since.clear();
        if changed {
            (self.n, self.turn) = (loaded.n, loaded.n);
            self.drafts.clear();
            self.crowd.end_all(Ending::Moved, self.hub.now());
        }
        Ok(())
    }

    fn bug(&self, error: &str) -> Problem {
        tracing::error!(table = %self.id, error, "the room decided what it cannot apply");
        let detail = "The server made a mistake. Nothing was changed.";
        trouble::mistake("bug", detail)
    }
}

fn store_fails() -> Problem {
    let detail = "The server cannot write to its disk now: no move was made, and none can be made \
                  until it is repaired. The game so far is safe.";
    trouble::unavailable("store", detail, 5)
}
