//! Thinking that a page does for the computer's seats, at tables where its person plays alone.
//!
//! Invariants: the server's rules decide about every word. A page that is hidden, gone or slow
//! costs the game nothing but the wait: the server thinks itself then. What comes late, twice or
//! from another tab is passed over, for the game has gone on. The log marks such moves, and such a
//! game counts for nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use protocol::Level;
use protocol::log::Who;
use room::Request;
use tokio::time::Instant;

use super::crowd::SocketId;
use super::task::Task;
use super::thinking::Thinking;
use crate::think::seat;

/// A page is waited for so many times its level's own time.
const PATIENCE: u32 = 2;

/// The pages that think.
#[derive(Default)]
pub struct Pages {
    sockets: BTreeSet<SocketId>,
    /// The task's `turn` for which nobody is waited for any more.
    over: Option<u64>,
}

impl Task {
    /// A page says that it thinks from now on, or not any more.
    pub(super) fn thinks(&mut self, socket: SocketId, on: bool) {
        if on {
            // Sockets that have gone are forgotten here: there are never many.
            let crowd = &self.crowd;
            self.pages.sockets.retain(|socket| crowd.get(*socket).is_some());
            self.pages.sockets.insert(socket);
        } else {
            self.pages.sockets.remove(&socket);
        }
    }

    /// How long a page is waited for that thinks about what the computer has to decide now;
    /// nothing if no page does.
    pub(super) fn page_time(&self) -> Option<Duration> {
        let (_, level) = self.room.computer().filter(|_| self.pages.over != Some(self.turn))?;
        let Level::Person(_) = level else { return None };
        let alone = |socket: &SocketId| {
            let who = self.crowd.get(*socket).and_then(|visitor| visitor.who.as_ref());
            who.is_some_and(|who| self.room.plays_alone(&who.id))
        };
        let thinks = self.pages.sockets.iter().any(alone);
        thinks.then(|| self.hub.config().bot_pause + seat::stated(level) * PATIENCE)
    }

    /// Waits for a page, or goes on without it as soon as it is not there any more.
    pub(super) fn arrange_elsewhere(&mut self) {
        let now = Instant::now();
        match (&self.thinking, self.page_time()) {
            (Thinking::Elsewhere { n, .. }, None) => {
                self.thinking = Thinking::Pause { n: *n, until: now };
            }
            (Thinking::Pause { n, .. }, Some(patience)) if *n == self.turn => {
                self.thinking = Thinking::Elsewhere { n: *n, until: now + patience };
            }
            _ => {}
        }
    }

    /// A page took too long: the server thinks itself.
    pub(super) fn think_here(&mut self, n: u64) {
        metrics::counter!("trencavel_page_late_total").increment(1);
        self.pages.over = Some(n);
        self.ask(n);
    }

    /// A page has decided for the computer. Nobody is answered: if it may not be, the server
    /// decides itself.
    pub(super) async fn page_thought(
        &mut self,
        who: &Who,
        seat: u8,
        after: u64,
        words: Vec<String>,
    ) {
        let waited = matches!(self.thinking, Thinking::Elsewhere { n, .. } if n == self.turn);
        let request = Request::Thought { seat, after, words };
        match self.decide(who, request).await {
            Ok((entries, _)) => {
                metrics::counter!("trencavel_page_thoughts_total").increment(1);
                self.since.clear();
                self.tell_actors(&entries);
            }
            Err(problem) => {
                let kind = problem.kind.clone();
                metrics::counter!("trencavel_refusals_total", "kind" => kind).increment(1);
                // What a stranger says does not end the wait for the page.
                let own = self.room.plays_alone(&who.id);
                if waited && own && problem.kind != "late" {
                    self.pages.over = Some(self.turn);
                }
            }
        }
    }
}
