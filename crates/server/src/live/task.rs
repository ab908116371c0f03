//! The task of one table: it owns the room, and its loop is all that ever happens to it.
//!
//! Invariant: nothing else changes the state of this game. Everything comes through the inboxes,
//! one after the other and those who play first, or is a timer of this loop, or an order of the
//! hub. What the table is, is published after every change ([`Seen`]) for all who only look.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use room::{Room, changes_game};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::crowd::Crowd;
use super::elsewhere::Pages;
use super::handle::{Handle, Msg, OTHERS_MAX, PLAYERS_MAX};
use super::hinting::Hinting;
use super::history::History;
use super::hub::Hub;
use super::load::Loaded;
use super::orders::{Orders, Pending};
use super::outbox::Ending;
use super::seen::{self, KeptPast, Seen};
use super::text::Text;
use super::thinking::{Since, Thinking};
use store::Hold;
use store::nodes::Rest;

/// Comings and goings are told together after so long.
pub(super) const GATHER: Duration = Duration::from_millis(300);
/// After how long a timer is tried again when the store failed.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// How a task parts from its table, where there are several nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parting {
    /// Nobody is there.
    Rests,
    /// Another node is to go on with it.
    HandsOver,
    /// Another node has it already.
    Fenced,
}

/// The task.
pub struct Task {
    pub(super) hub: Hub,
    pub(super) id: Arc<str>,
    pub(super) room: Arc<Room>,
    /// The number of the newest entry.
    pub(super) n: u64,
    /// The number of the newest entry that may have changed who must decide what.
    pub(super) turn: u64,
    pub(super) ring: History,
    pub(super) crowd: Crowd,
    /// The words that a person tries for a seat. Only that person ever sees them.
    pub(super) drafts: HashMap<(String, u8), Vec<String>>,
    /// Whether they are others than those that are kept.
    pub(super) drafts_changed: bool,
    /// The past, for everybody who comes or looks before something happens.
    pub(super) past: KeptPast,
    /// The past as strangers are told it, when it was written, and of what.
    pub(super) shown: Option<(Text, Instant, KeptPast)>,
    /// The right to write it.
    pub(super) hold: Hold,
    /// How it parts from the table when it ends.
    pub(super) parting: Parting,
    /// Whether the store failed: the room may not be what it holds.
    pub(super) doubt: bool,
    /// Since when the store has refused or delayed what this table wrote; no clock runs until it
    /// has taken an entry that says so.
    pub(super) trouble: Option<u64>,
    players: mpsc::Receiver<Msg>,
    others: mpsc::Receiver<Msg>,
    orders: Orders,
    /// The order to rest, followed when the table is given back.
    resting: Option<Pending>,
    /// The way to ourselves, for thinkers; weak, so that it does not keep us in memory.
    pub(super) own: mpsc::WeakSender<Msg>,
    seen: watch::Sender<Seen>,
    /// Who comes and goes is not published yet.
    pub(super) stale: bool,
    /// The people with a seat, as the hub knows them.
    people: Vec<String>,
    /// People who go by another name than the log's, and those of them who are still to be told.
    pub(super) renamed: BTreeSet<String>,
    pub(super) untold: BTreeSet<String>,
    pub(super) thinking: Thinking,
    /// The pages that think for them.
    pub(super) pages: Pages,
    /// What was played since the computer seats decided.
    pub(super) since: Since,
    /// Who waits for good moves.
    pub(super) hints: HashMap<String, Hinting>,
    /// When who is here is told.
    pub(super) gather: Option<Instant>,
    /// For how long people may be away, ms, where that is not what is usual.
    pub(super) graces: HashMap<String, u64>,
    /// Of whom that is known.
    pub(super) graced: Vec<String>,
    /// The `turn` at which it was looked for decisions that have one answer.
    pub(super) forced: u64,
    /// Not before this are timers of the room looked at again.
    pub(super) retry: Option<Instant>,
    pub(super) used: Instant,
}

impl Task {
    /// A task and the way to it.
    pub fn new(hub: Hub, id: &str, loaded: Loaded) -> (Task, Handle) {
        let (to_players, players) = mpsc::channel(PLAYERS_MAX);
        let (to_others, others) = mpsc::channel(OTHERS_MAX);
        let id: Arc<str> = id.into();
        let own = to_players.downgrade();
        let orders = Orders::default();
        let room = Arc::new(loaded.room);
        let (seen, look) = watch::channel(Seen::at_rest(Arc::clone(&room), hub.now()));
        let handle = Handle {
            id: Arc::clone(&id),
            key: loaded.key.into(),
            players: to_players,
            others: to_others,
            orders: orders.clone(),
            seen: look,
            clock: hub.clock(),
            calls: Arc::default(),
            rematch: Arc::default(),
        };
        let mut task = Task {
            crowd: Crowd::patient(hub.now(), seen::millis(hub.config().grace)),
            hub,
            id,
            room,
            n: loaded.n,
            turn: loaded.n,
            ring: loaded.ring,
            drafts: loaded.drafts.into_iter().map(|d| ((d.person, d.seat), d.words)).collect(),
            drafts_changed: false,
            past: KeptPast::default(),
            shown: None,
            hold: loaded.hold,
            parting: Parting::Rests,
            doubt: false,
            trouble: None,
            players,
            others,
            orders,
            resting: None,
            own,
            seen,
            stale: false,
            people: Vec::new(),
            renamed: loaded.renamed,
            untold: BTreeSet::new(),
            thinking: Thinking::No,
            pages: Pages::default(),
            since: Since::default(),
            hints: HashMap::new(),
            graces: HashMap::new(),
            graced: Vec::new(),
            forced: u64::MAX,
            gather: None,
            retry: None,
            used: Instant::now(),
        };
        task.publish();
        (task, handle)
    }

    /// Runs until the table is put to rest or removed, or the server stops.
    pub async fn run(mut self) {
        loop {
            self.arrange_thinking();
            self.forget_hints();
            if self.stale {
                self.publish();
            }
            self.learn_graces().await;
            self.play_forced().await;
            let next = self.next_timer();
            // In this order: clocks and orders wait for nobody, and those who play come before
            // those who watch.
            let flow = tokio::select! {
                biased;
                pending = self.orders.next() => self.obey(pending).await,
                () = tokio::time::sleep_until(next) => self.due().await,
                Some(msg) = self.players.recv() => self.handle(msg).await,
                () = tokio::task::yield_now(), if self.crowd.is_behind() => {
                    self.crowd.tell_gallery(self.hub.now());
                    ControlFlow::Continue(())
                }
                Some(msg) = self.others.recv() => self.handle(msg).await,
                else => ControlFlow::Break(()),
            };
            if self.parting == Parting::Fenced {
                self.leave_all(Ending::Moved);
                break;
            }
            if flow.is_break() {
                break;
            }
        }
        if self.parting != Parting::Fenced {
            self.keep_drafts().await;
        }
        self.give_back().await;
        self.hub.whereabouts().seat(&self.id, &self.people, &[]);
        self.hub.thinkers().trees().forget(&self.id);
    }

    /// Shows the table as it is to everybody who looks.
    pub(super) fn publish(&mut self) {
        self.stale = false;
        let people = self.room.people();
        self.seen.send_replace(Seen {
            room: Arc::clone(&self.room),
            presence: seen::presence(&self.room, &self.crowd).into(),
            watchers: self.crowd.watchers(&people),
            now: self.hub.now(),
            grace: self.crowd.grace,
            past: Arc::clone(&self.past),
        });
        if people != self.people {
            self.hub.whereabouts().seat(&self.id, &self.people, &people);
            self.crowd.seat(&people, self.hub.now());
            self.people = people;
        }
    }

    async fn handle(&mut self, msg: Msg) -> ControlFlow<()> {
        match msg {
            Msg::Join(join) => {
                self.used = Instant::now();
                self.join(*join).await;
            }
            Msg::Leave(socket) => {
                self.keep_drafts().await;
                if self.crowd.leave(socket, self.hub.now()) {
                    self.used = Instant::now();
                    self.gather_soon();
                }
            }
            Msg::Said(socket, message, room) => {
                self.used = Instant::now();
                self.said(socket, *message).await;
                drop(room);
            }
            Msg::Call(call) => self.call(*call).await,
            Msg::Thought { n, seat, words } => self.thought(n, seat, words).await,
            Msg::Hinted { person, turn, hint } => self.hinted(&person, turn, *hint),
        }
        ControlFlow::Continue(())
    }

    /// Orders of the hub are no use of the table: they do not keep it in memory.
    async fn obey(&mut self, pending: Pending) -> ControlFlow<()> {
        if let Some(why) = pending.end {
            if matches!(why, Ending::Restart | Ending::Moved) {
                self.parting = Parting::HandsOver;
            }
            self.leave_all(why);
            return ControlFlow::Break(());
        }
        if pending.reread {
            self.reread().await;
        }
        for who in pending.people.values() {
            self.rename(who);
        }
        for guest in &pending.taken {
            self.give_way(guest);
        }
        if pending.rest && self.rest() {
            self.resting = Some(pending);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Leaves the table to whichever node needs it next.
    async fn give_back(&self) {
        let Some(cluster) = self.hub.cluster() else { return };
        let how = match self.parting {
            Parting::Rests => Rest::Asleep { wake: self.room.index().wake },
            Parting::HandsOver => Rest::HandedOver,
            Parting::Fenced => return,
        };
        if let Err(error) = cluster.nodes().rest(&self.id, self.hold, how).await {
            // It stays ours: whoever asks for it is sent here.
            tracing::warn!(table = %self.id, %error, "a table could not be given back");
        }
    }

    /// Ends all sockets, and answers what still waits.
    fn leave_all(&mut self, why: Ending) {
        self.crowd.end_all(why, self.hub.now());
        for inbox in [&mut self.players, &mut self.others] {
            inbox.close();
            while let Ok(msg) = inbox.try_recv() {
                match msg {
                    Msg::Call(call) => {
                        let _ = call.answer.send(Err(super::handle::stopped()));
                    }
                    Msg::Join(join) => join.outbox.end(why),
                    _ => {}
                }
            }
        }
    }

    fn next_timer(&self) -> Instant {
        let thinking = match self.thinking {
            Thinking::No => None,
            Thinking::Pause { until, .. }
            | Thinking::Elsewhere { until, .. }
            | Thinking::Busy { until, .. } => Some(until),
        };
        let wake = self.room.wake().map(|at| self.hub.clock().instant(at));
        let settling = self.is_unsettled().then(Instant::now);
        let wake = wake.into_iter().chain(settling).min();
        let wake = wake.map(|at| self.retry.map_or(at, |retry| at.max(retry)));
        let rest = self.used + self.hub.config().rest;
        let lost = self.lost_at().map(|at| self.hub.clock().instant(at));
        let lost = lost.map(|at| self.retry.map_or(at, |retry| at.max(retry)));
        [Some(rest), thinking, wake, lost, self.gather].into_iter().flatten().min().unwrap_or(rest)
    }

    async fn due(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        if self.gather.is_some_and(|at| at <= now) {
            self.tell_presence();
        }
        if self.retry.is_none_or(|at| at <= now) {
            self.retry = None;
            if self.is_unsettled() && self.settle().await.is_err() {
                self.retry = Some(Instant::now() + RETRY);
            } else if self.room.wake().is_some_and(|at| at <= self.hub.now()) {
                self.tick().await;
            } else if self.lost_at().is_some_and(|at| at <= self.hub.now()) {
                self.lose_who_is_away().await;
            }
        }
        match self.thinking {
            Thinking::Pause { n, until } if until <= now => self.ask(n),
            Thinking::Elsewhere { n, until } if until <= now => self.think_here(n),
            Thinking::Busy { n, until, .. } if until <= now => self.choose_at_once(n).await,
            _ => {}
        }
        if self.used + self.hub.config().rest <= now {
            self.used = now;
            if self.rest() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes to rest, if nobody is here and nothing is to be done.
    fn rest(&self) -> bool {
        let unused = self.crowd.is_empty() && self.room.computer().is_none();
        unused
            && !self.is_unsettled()
            && self.hub.put_to_rest(&self.room, [&self.players, &self.others])
    }

    async fn tick(&mut self) {
        // The store must be well first, and give back the time that it cost.
        let due = match self.settle().await {
            Ok(()) => self.due_by_now().await,
            Err(_) => Vec::new(),
        };
        if due.is_empty() || self.commit(due.clone(), None).await.is_err() {
            let still = self.room.wake().is_some_and(|at| at <= self.hub.now());
            self.retry = (still || self.is_unsettled()).then(|| Instant::now() + RETRY);
            return;
        }
        if changes_game(&due) {
            self.drafts.clear();
        }
        self.tell_actors(&due);
    }
}
