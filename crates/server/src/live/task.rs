//! The task of one table: it owns the room, and its loop is all that ever happens to it.
//!
//! Invariant: nothing else holds the state of this game. Everything comes through the inbox, one
//! after the other, or is a timer of this loop.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use protocol::Past;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::crowd::Crowd;
use super::handle::{Handle, Msg};
use super::history::History;
use super::hub::Hub;
use super::load::Loaded;
use super::seen::Seen;
use super::thinking::Thinking;
use crate::room::Room;

/// Comings and goings are told together after so long.
pub(super) const GATHER: Duration = Duration::from_millis(300);
/// After how long a timer is tried again when the store failed.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// The task.
pub struct Task {
    pub(super) hub: Hub,
    pub(super) id: Arc<str>,
    pub(super) room: Room,
    /// The number of the newest entry.
    pub(super) n: u64,
    pub(super) ring: History,
    pub(super) crowd: Crowd,
    /// The words that a person tries for a seat. Only that person ever sees them.
    pub(super) drafts: HashMap<(String, u8), Vec<String>>,
    /// The past as it was told last, for the next who comes before something happens.
    pub(super) past: Option<Box<Past>>,
    /// Whether the store failed: the room may not be what it holds.
    pub(super) doubt: bool,
    pub(super) inbox: mpsc::Receiver<Msg>,
    /// The way to ourselves, for thinkers; weak, so that it does not keep us in memory.
    pub(super) own: mpsc::WeakSender<Msg>,
    pub(super) watchers: Arc<AtomicU32>,
    pub(super) thinking: Thinking,
    /// When who is here is told.
    pub(super) gather: Option<Instant>,
    /// Not before this are timers of the room looked at again.
    pub(super) retry: Option<Instant>,
    pub(super) used: Instant,
}

impl Task {
    /// A task and the way to it.
    pub fn new(hub: Hub, id: &str, loaded: Loaded) -> (Task, Handle) {
        let (to, inbox) = mpsc::channel(super::handle::INBOX_MAX);
        let id: Arc<str> = id.into();
        let watchers = Arc::new(AtomicU32::new(0));
        let own = to.downgrade();
        let handle = Handle {
            id: Arc::clone(&id),
            key: loaded.key.into(),
            inbox: to,
            watchers: Arc::clone(&watchers),
        };
        let task = Task {
            crowd: Crowd::new(hub.now()),
            hub,
            id,
            room: loaded.room,
            n: loaded.n,
            ring: loaded.ring,
            drafts: HashMap::new(),
            past: None,
            doubt: false,
            inbox,
            own,
            watchers,
            thinking: Thinking::No,
            gather: None,
            retry: None,
            used: Instant::now(),
        };
        (task, handle)
    }

    /// Runs until the table is put to rest or the server stops.
    pub async fn run(mut self) {
        loop {
            self.arrange_thinking();
            let next = self.next_timer();
            let flow = tokio::select! {
                msg = self.inbox.recv() => match msg {
                    Some(msg) => self.handle(msg).await,
                    None => ControlFlow::Break(()),
                },
                () = tokio::time::sleep_until(next) => self.due().await,
            };
            if flow.is_break() {
                return;
            }
        }
    }

    async fn handle(&mut self, msg: Msg) -> ControlFlow<()> {
        self.used = Instant::now();
        match msg {
            Msg::Join(join) => self.join(*join).await,
            Msg::Leave(socket) => {
                if self.crowd.leave(socket, self.hub.now()) {
                    self.gather_soon();
                }
            }
            Msg::Said(socket, message) => self.said(socket, *message).await,
            Msg::Call(call) => self.call(*call).await,
            Msg::Look(look) => {
                look(&Seen { room: &self.room, crowd: &self.crowd, now: self.hub.now() });
            }
            Msg::Thought { n, seat, words } => self.thought(n, seat, words).await,
            Msg::Person { id, out } => self.person(&id, out).await,
            Msg::Stop => {
                self.stop();
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn next_timer(&self) -> Instant {
        let thinking = match self.thinking {
            Thinking::No => None,
            Thinking::Pause { until, .. } | Thinking::Busy { until, .. } => Some(until),
        };
        let wake = self.room.wake().map(|at| self.hub.clock().instant(at));
        let wake = wake.map(|at| self.retry.map_or(at, |retry| at.max(retry)));
        let rest = self.used + self.hub.config().rest;
        [Some(rest), thinking, wake, self.gather].into_iter().flatten().min().unwrap_or(rest)
    }

    async fn due(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        if self.gather.is_some_and(|at| at <= now) {
            self.tell_presence();
        }
        if self.retry.is_none_or(|at| at <= now) {
            self.retry = None;
            if self.room.wake().is_some_and(|at| at <= self.hub.now()) {
                self.tick().await;
            }
        }
        match self.thinking {
            Thinking::Pause { n, until } if until <= now => self.ask(n),
            Thinking::Busy { n, until } if until <= now => self.choose_at_random(n).await,
            _ => {}
        }
        if self.used + self.hub.config().rest <= now {
            self.used = now;
            let resting = self.crowd.is_empty() && self.room.computer().is_none();
            if resting && self.hub.put_to_rest(&self.id, &self.inbox) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    async fn tick(&mut self) {
        let due = match self.settle().await {
            Ok(()) => self.room.tick(self.hub.now()),
            Err(_) => Vec::new(),
        };
        if due.is_empty() || self.commit(due.clone()).await.is_err() {
            self.retry = Some(Instant::now() + RETRY);
            return;
        }
        self.drafts.clear();
        self.tell_actors(&due);
    }
}
