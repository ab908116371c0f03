//! Computer seats of a table: a pause, a thought on the pool, and the move through the same door.

use std::sync::Arc;
use std::time::Duration;

use protocol::log::Who;
use room::Request;
use tokio::time::Instant;

use super::bots::{self, Question};
use super::handle::Msg;
use super::task::{RETRY, Task};

/// How much longer than its deadline a thought is waited for.
const LENIENCE: Duration = Duration::from_millis(300);

/// What a computer seat does.
#[derive(Clone, Copy, Debug)]
pub enum Thinking {
    /// Nothing.
    No,
    /// It waits a little, so that people can follow.
    Pause {
        /// The task's `turn` when it was asked: talk meanwhile disturbs nobody.
        n: u64,
        /// Until when.
        until: Instant,
    },
    /// It thinks.
    Busy {
        /// The task's `turn` when it was asked: talk meanwhile disturbs nobody.
        n: u64,
        /// Then it is too late.
        until: Instant,
    },
}

impl Task {
    pub(super) fn arrange_thinking(&mut self) {
        if self.doubt || self.room.computer().is_none() {
            self.thinking = Thinking::No;
            return;
        }
        match self.thinking {
            Thinking::Pause { n, .. } | Thinking::Busy { n, .. } if n == self.turn => {}
            _ => {
                let until = Instant::now() + self.hub.config().bot_pause;
                self.thinking = Thinking::Pause { n: self.turn, until };
            }
        }
    }

    pub(super) fn ask(&mut self, n: u64) {
        let deadline = std::time::Instant::now() + self.hub.config().bot_deadline;
        self.thinking = Thinking::Busy { n, until: Instant::from_std(deadline) + LENIENCE };
        let (Some((seat, level)), Some((rules, game)), Some(own)) =
            (self.room.computer(), self.room.game(), self.own.upgrade())
        else {
            return;
        };
        let question = Question {
            rules: Arc::clone(rules),
            game: game.clone(),
            seat,
            level,
            deadline,
            dice: self.hub.chance().dice(&self.id, n),
            // If the inbox is full the table chooses by itself when the time is up.
            answer: Box::new(move |words| {
                let _ = own.try_send(Msg::Thought { n, seat, words });
            }),
        };
        if !self.hub.pool().ask(question) {
            self.thinking = Thinking::Pause { n, until: Instant::now() + LENIENCE };
        }
    }

    pub(super) async fn thought(&mut self, n: u64, seat: u8, words: Vec<String>) {
        if !matches!(self.thinking, Thinking::Busy { n: asked, .. } if asked == n && n == self.turn)
        {
            return;
        }
        let request = Request::ComputerPlay { seat, words };
        let computer = Who { id: String::new(), name: String::new(), account: false };
        match self.decide(&computer, request).await {
            Ok((entries, _)) => self.tell_actors(&entries),
            Err(problem) => {
                tracing::warn!(table = %self.id, seat, detail = problem.detail, "a computer's move");
                let until = Instant::now() + RETRY;
                self.thinking = Thinking::Pause { n: self.turn, until };
            }
        }
    }

    pub(super) async fn choose_at_random(&mut self, n: u64) {
        let (Some((seat, _)), Some((rules, game))) = (self.room.computer(), self.room.game())
        else {
            return;
        };
        metrics::counter!("trencavel_bot_late_total").increment(1);
        let words = bots::at_random(rules, game, seat, self.hub.chance().dice(&self.id, n));
        self.thought(n, seat, words).await;
    }
}
