//! Computer seats of a table: a pause, a thought, and the move through the same door as any other.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use protocol::Level;
use protocol::log::{Entry, Logged, Who};
use room::Request;
use tokio::time::Instant;

use super::handle::Msg;
use super::task::{RETRY, Task};
use crate::think::seat::{self, Question};
use crate::think::{Asked, Behalf, Class, Time};

/// How much longer than it may take a thought is waited for.
const LENIENCE: Duration = Duration::from_millis(300);
/// A thought takes no longer than so many times its level's own time, waiting included.
const PATIENCE: u32 = 2;
/// How long anything may take where games must be the same every time.
const FOR_TESTS: Duration = Duration::from_mins(2);

/// What a computer seat does.
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
    /// A page thinks for it.
    Elsewhere {
        /// The task's `turn` when it began to wait.
        n: u64,
        /// Then the server thinks itself.
        until: Instant,
    },
    /// It thinks.
    Busy {
        /// The task's `turn` when it was asked: talk meanwhile disturbs nobody.
        n: u64,
        /// Then it is too late.
        until: Instant,
        /// Stops the thought when it is dropped.
        asked: Asked,
    },
}

/// What was played since each computer seat decided last: its tree goes on from there.
#[derive(Default)]
pub struct Since(HashMap<u8, Vec<String>>);

impl Since {
    /// A seat is about to decide: what it has missed, if that is known.
    fn take(&mut self, seat: u8) -> Option<Vec<String>> {
        let missed = self.0.remove(&seat);
        self.0.insert(seat, Vec::new());
        missed
    }

    /// Something was committed; a game that was taken back is no longer the one that seats know.
    pub(super) fn hear(&mut self, entries: &[Logged]) {
        for logged in entries {
            match &logged.entry {
                Entry::Played { seat, words, chance, .. } => {
                    for (other, missed) in &mut self.0 {
                        // What it decided itself it knows.
                        let own = if other == seat { &[][..] } else { &words[..] };
                        missed.extend(own.iter().chain(chance).cloned());
                    }
                }
                Entry::TakenBack { .. } | Entry::Ended { .. } => self.0.clear(),
                _ => {}
            }
        }
    }

    /// Nothing is known any more.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Task {
    pub(super) fn arrange_thinking(&mut self) {
        if self.doubt || self.room.computer().is_none() {
            self.thinking = Thinking::No;
            return;
        }
        match self.thinking {
            Thinking::Pause { n, .. }
            | Thinking::Elsewhere { n, .. }
            | Thinking::Busy { n, .. }
                if n == self.turn => {}
            _ => {
                let until = Instant::now() + self.hub.config().bot_pause;
                self.thinking = Thinking::Pause { n: self.turn, until };
            }
        }
        self.arrange_elsewhere();
    }

    pub(super) fn ask(&mut self, n: u64) {
        let (Some((seat, level)), Some((rules, game)), Some(own)) =
            (self.room.computer(), self.room.game(), self.own.upgrade())
        else {
            return;
        };
        let question = Question {
            whose: (Arc::clone(&self.id), seat, level),
            rules: Arc::clone(rules),
            game: game.clone(),
            since: self.since.take(seat),
            dice: self.hub.chance().dice(&self.id, n),
        };
        let (account, table) = (self.room.owner().into(), Arc::clone(&self.id));
        let (time, wait) = self.time_of(level);
        let trees = self.hub.thinkers().clone();
        let engines = Arc::clone(self.hub.engines());
        let work = move |pace: &crate::think::Pace| {
            // If the inbox is full the table chooses by itself when the time is up.
            let program = engines.decide(&question, pace);
            if let Some(words) = program.or_else(|| seat::decide(question, pace, trees.trees())) {
                let _ = own.try_send(Msg::Thought { n, seat, words });
            }
        };
        let behalf = Behalf { class: Class::Seat, account, table };
        self.thinking = if let Ok(asked) = self.hub.thinkers().ask(behalf, time, work) {
            Thinking::Busy { n, until: Instant::now() + wait + LENIENCE, asked }
        } else {
            self.since.clear();
            Thinking::Pause { n, until: Instant::now() + LENIENCE }
        };
    }

    /// How long a level may think, and how long its answer is waited for.
    fn time_of(&self, level: Level) -> (Time, Duration) {
        let config = self.hub.config();
        if config.test_seed.is_some() {
            // Simulations alone decide.
            return (Time::default(), FOR_TESTS);
        }
        let most = seat::stated(level).min(config.bot_deadline);
        let wait = (most * PATIENCE).min(config.bot_deadline).max(most);
        (Time { most: Some(most), due: Some(std::time::Instant::now() + wait) }, wait)
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
                self.since.clear();
                self.thinking = Thinking::Pause { n: self.turn, until };
            }
        }
    }

    pub(super) async fn choose_at_once(&mut self, n: u64) {
        let (Some((seat, _)), Some((rules, game))) = (self.room.computer(), self.room.game())
        else {
            return;
        };
        metrics::counter!("trencavel_bot_late_total").increment(1);
        let words = seat::at_once(rules, game, seat, self.hub.chance().dice(&self.id, n));
        self.since.clear();
        self.thought(n, seat, words).await;
    }
}
