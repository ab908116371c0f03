//! The hub: finds the task of a table, reads it from the store if need be.
//!
//! Invariants: one table has at most one task (`slots`). A task is put to rest
//! under the hub's lock and only if nobody else holds a way to it, so that no message is ever lost
//! between two tasks.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use protocol::{Problem, TableRow};
use room::Rulebook;
use tokio::sync::watch;

use super::bells::Rung;
use super::broken::Broken;
use super::clock::Clock;
use super::crowd::{SOCKETS_A_PERSON, SocketId};
use super::gate::Gate;
use super::handle::Handle;
use super::janitor;
use super::load::{self, Loaded};
use super::lobby::Lobby;
use super::notices::Heard;
use super::outages::Outages;
use super::outbox::{Ender, Ending};
use super::person::Persons;
use super::pools::Pools;
use super::resting::Resting;
use super::secret::{self, Chance};
use super::seen::Seen;
use super::slots::Slot;
use super::task::Task;
use super::whereabouts::{Authority, Whereabouts};
use crate::cluster::Cluster;
use crate::config::Config;
use crate::limits::SocketSeat;
use crate::think::engines::Engines;
use crate::think::{Rule, Thinkers};
use crate::trouble;
use crate::work::lane::{self, Lane, Origin};
use store::{AnyStore, Boot, StoreError};

/// How long saying goodbye to a socket may take.
const FAREWELL_MAX: Duration = Duration::from_secs(2);
/// How long stopping waits for tables and sockets.
const STOPPING: Duration = Duration::from_secs(5);
/// How many tables are folded at the same time.
const FOLDING: usize = 2;
/// How many tables at rest are folded at the same time for readers.
const READING: usize = 2;
/// How many tables at rest are read at the same time, and who may wait for it.
const READERS: lane::Rule =
    lane::Rule { at_once: 16, waiting: 1024, waiting_each: 128, patience: Duration::from_secs(20) };

/// The same for tables that are made: a record to begin from is played once.
const MAKERS: lane::Rule = lane::Rule { at_once: 2, ..READERS };

/// One thing is said in so many seconds, and a few more at once.
const CHAT_SECONDS: u32 = 2;
const CHAT_BURST: NonZeroU32 = NonZeroU32::new(5).expect("more than none");

/// The same for good moves.
const HINT_SECONDS: u32 = 3;
const HINT_BURST: NonZeroU32 = NonZeroU32::new(5).expect("more than none");

/// The same for searches.
const SEEK_SECONDS: u32 = 2;
const SEEK_BURST: NonZeroU32 = NonZeroU32::new(10).expect("more than none");

fn quota(seconds: u32, burst: NonZeroU32) -> Quota {
    let period = Duration::from_secs(u64::from(seconds));
    Quota::with_period(period)
        .map_or(Quota::per_second(NonZeroU32::MIN), |quota| quota.allow_burst(burst))
}

/// All live tables. Cloning is cheap.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: AnyStore,
    config: Arc<Config>,
    book: Rulebook,
    boots: Vec<Boot>,
    clock: Clock,
    cluster: Option<Arc<Cluster>>,
    thinkers: Thinkers,
    engines: Arc<Engines>,
    chance: Chance,
    lobby: Lobby,
    tables: Mutex<HashMap<String, Slot>>,
    resting: Resting,
    whereabouts: Whereabouts,
    outages: Outages,
    /// People's own sockets, and what they seek.
    persons: Persons,
    pools: Pools,
    /// How far the notices of the store were heard.
    heard: tokio::sync::Mutex<Heard>,
    /// How far the bells were.
    rung: tokio::sync::Mutex<Rung>,
    folding: Gate,
    reading: Gate,
    readers: Lane,
    makers: Lane,
    broken: Broken,
    sockets: AtomicUsize,
    next_socket: AtomicU64,
    stopping: watch::Sender<bool>,
    /// Whether nobody listens to goodbyes any more.
    hurried: AtomicBool,
    /// Messages of one person over all its sockets.
    messages: DefaultKeyedRateLimiter<String>,
    /// What one person says at all tables.
    sayings: DefaultKeyedRateLimiter<String>,
    /// How often one person asks for good moves.
    hints: DefaultKeyedRateLimiter<String>,
    /// How often one person seeks something else.
    searches: DefaultKeyedRateLimiter<String>,
}

impl Hub {
    /// Notes the start in the store, and begins to wake tables whose time has come.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn start(store: AnyStore, config: Arc<Config>) -> Result<Hub, StoreError> {
        let (cluster, clock, boots) =
            if let Some((cluster, joined)) = Cluster::join(&store, &config).await? {
                (Some(cluster), Clock::at(joined.now), joined.lifetimes)
            } else {
                let clock = Clock::start();
                let boots = store.boot(clock.now()).await?;
                (None, clock, boots)
            };
        let rule = Rule {
            threads: config.bot_threads,
            seats: config.max_tables.clamp(16, 4096),
            memory: config.bot_memory,
        };
        let thinkers = Thinkers::start(rule)
            .map_err(|error| StoreError::Other(format!("no thread for computer seats: {error}")))?;
        let engines = Arc::new(Engines::new(&config.engines));
        let sockets = u32::try_from(SOCKETS_A_PERSON).unwrap_or(u32::MAX);
        let messages = NonZeroU32::new(config.messages_per_second.saturating_mul(sockets));
        let hub = Hub(Arc::new(Inner {
            messages: RateLimiter::keyed(Quota::per_second(messages.unwrap_or(NonZeroU32::MIN))),
            chance: Chance::new(config.test_seed),
            sayings: RateLimiter::keyed(quota(CHAT_SECONDS, CHAT_BURST)),
            hints: RateLimiter::keyed(quota(HINT_SECONDS, HINT_BURST)),
            searches: RateLimiter::keyed(quota(SEEK_SECONDS, SEEK_BURST)),
            persons: Persons::default(),
            pools: Pools::new(config.pools.clone()),
            store,
            config,
            book: Rulebook::default(),
            boots,
            thinkers,
            engines,
            lobby: Lobby::default(),
            tables: Mutex::default(),
            resting: Resting::default(),
            whereabouts: Whereabouts::default(),
            outages: Outages::new(clock.now()),
            cluster,
            clock,
            heard: tokio::sync::Mutex::default(),
            rung: tokio::sync::Mutex::default(),
            folding: Gate::new(FOLDING),
            reading: Gate::new(READING),
            readers: Lane::new("readers", READERS),
            makers: Lane::new("makers", MAKERS),
            broken: Broken::default(),
            sockets: AtomicUsize::new(0),
            next_socket: AtomicU64::new(1),
            stopping: watch::Sender::new(false),
            hurried: AtomicBool::new(false),
        }));
        janitor::start(&hub);
        Ok(hub)
    }

    /// The tables that cannot be folded.
    pub(super) fn broken(&self) -> &Broken {
        &self.0.broken
    }

    /// A table as it is, for whoever only looks: a live one as its task published it, one at rest
    /// from the store, in turn by address. It is neither woken nor kept awake.
    ///
    /// # Errors
    /// `not-found`, `store`, or `busy` if too many read at once.
    pub async fn seen(&self, id: &str, reader: Origin) -> Result<Seen, Problem> {
        if !secret::is_id(id) {
            return Err(trouble::not_found("table"));
        }
        if let Some(seen) = self.live(id) {
            return Ok(seen);
        }
        // Another node may have gone on with it since.
        if self.0.cluster.is_none()
            && let Some(room) = self.0.resting.find(id)
        {
            return Ok(Seen::at_rest(room, self.now()));
        }
        let _turn = self.0.readers.turn(reader).await?;
        let moment = self.0.resting.moment();
        let room = load::read(self, id).await?;
        self.0.resting.keep(Arc::clone(&room), moment);
        Ok(Seen::at_rest(room, self.now()))
    }

    /// A table that is in memory, as it was published last.
    pub(super) fn live(&self, id: &str) -> Option<Seen> {
        self.tables().get(id).and_then(|slot| slot.get()).map(Handle::seen)
    }

    /// Where luck comes from.
    pub fn chance(&self) -> &Chance {
        &self.0.chance
    }

    pub(super) fn begin(&self, id: &str, loaded: Loaded) -> Handle {
        self.0.resting.forget(|room| room.id() == id);
        let (task, handle) = Task::new(self.clone(), id, loaded);
        metrics::gauge!("trencavel_tables").increment(1.0);
        let (hub, id, inbox) = (self.clone(), id.to_owned(), handle.players.downgrade());
        tokio::spawn(async move {
            let ended = tokio::spawn(task.run()).await;
            metrics::gauge!("trencavel_tables").decrement(1.0);
            if let Err(error) = ended {
                // A bug: the table is read again from the store by whoever needs it next.
                tracing::error!(table = id, %error, "the task of a table failed");
            }
            hub.remove_ended(&id, &inbox);
        });
        handle
    }

    pub(super) fn slots(&self) -> &Mutex<HashMap<String, Slot>> {
        &self.0.tables
    }

    pub(super) fn handles(&self) -> Vec<Handle> {
        self.tables().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// The live tables at which a person sits or watches.
    pub(super) fn handles_of(&self, person: &str) -> Vec<Handle> {
        let ids = self.0.whereabouts.tables_of(person);
        let tables = self.tables();
        ids.iter().filter_map(|id| tables.get(&**id)?.get().cloned()).collect()
    }

    /// The way to a table that is in memory.
    pub(super) fn handle(&self, id: &str) -> Option<Handle> {
        self.tables().get(id)?.get().cloned()
    }

    /// Stops: every socket is told when to come back, every task ends.
    pub async fn shutdown(&self) {
        self.0.stopping.send_replace(true);
        self.0.persons.end_all(Ending::Restart);
        for handle in self.handles() {
            drop(handle.orders.give(|pending| pending.end = Some(Ending::Restart)));
        }
        let all_ended = async {
            while !self.tables().is_empty() || self.sockets() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        self.0.thinkers.end();
        if tokio::time::timeout(STOPPING, all_ended).await.is_err() {
            let (tables, sockets) = (self.tables().len(), self.sockets());
            tracing::warn!(tables, sockets, "stopping without waiting longer");
        }
    }

    /// From now on goodbyes are said and not answered: whoever is connected hears nothing any more,
    /// as at the end of a test.
    pub fn hurry(&self) {
        self.0.hurried.store(true, Ordering::Relaxed);
    }

    /// How long saying goodbye to a socket may take.
    pub fn farewell(&self) -> Duration {
        let hurried = self.0.hurried.load(Ordering::Relaxed);
        if hurried { Duration::ZERO } else { FAREWELL_MAX }
    }

    /// The line of a table that is in memory.
    pub fn row(&self, id: &str) -> Option<TableRow> {
        self.live(id).map(|seen| seen.row())
    }

    /// Whether a table is in memory, or on its way there.
    pub fn is_loaded(&self, id: &str) -> bool {
        self.tables().contains_key(id)
    }

    /// What this server is among several, if it is.
    pub fn cluster(&self) -> Option<&Arc<Cluster>> {
        self.0.cluster.as_ref()
    }

    /// Gives tables away, so many at a time: their sockets come again, elsewhere.
    pub async fn hand_over(&self, wave: usize, pause: Duration) {
        let mut handles = self.handles();
        while !handles.is_empty() {
            let some = handles.drain(..wave.min(handles.len()));
            // No way to a table is kept: one that has ended meanwhile follows no order.
            let ending =
                some.map(|handle| handle.orders.give(|pending| pending.end = Some(Ending::Moved)));
            let ending = futures_util::future::join_all(ending.collect::<Vec<_>>());
            let _ = tokio::time::timeout(FAREWELL_MAX, ending).await;
            metrics::gauge!("trencavel_drain_left").set(self.loaded() as f64);
            tokio::time::sleep(pause).await;
        }
    }

    /// How many tables are in memory, or on their way there.
    pub fn loaded(&self) -> usize {
        self.tables().len()
    }

    /// How many sockets are open.
    pub fn sockets(&self) -> usize {
        self.0.sockets.load(Ordering::Relaxed)
    }

    /// Counts a socket until the answer is dropped. The hub ends it when the authority ends.
    pub fn count_socket(
        &self,
        authority: Option<Authority>,
        table: &Arc<str>,
        seat: Option<SocketSeat>,
        ender: Ender,
    ) -> CountedSocket {
        self.0.sockets.fetch_add(1, Ordering::Relaxed);
        metrics::gauge!("trencavel_sockets").increment(1.0);
        let open = self.follow_at(authority, Some(Arc::clone(table)), seat, ender);
        CountedSocket { open }
    }

    /// The same for a person's own socket.
    pub fn count_personal(&self, authority: Authority, ender: Ender) -> CountedSocket {
        self.0.sockets.fetch_add(1, Ordering::Relaxed);
        metrics::gauge!("trencavel_sockets").increment(1.0);
        CountedSocket { open: self.follow(Some(authority), ender) }
    }

    /// Ends something that is open when its authority ends, until the answer is dropped.
    pub fn follow(&self, authority: Option<Authority>, ender: Ender) -> Followed {
        self.follow_at(authority, None, None, ender)
    }

    fn follow_at(
        &self,
        authority: Option<Authority>,
        table: Option<Arc<str>>,
        seat: Option<SocketSeat>,
        ender: Ender,
    ) -> Followed {
        let id = self.0.next_socket.fetch_add(1, Ordering::Relaxed);
        self.0.whereabouts.open(id, authority, table, seat, ender);
        Followed { hub: self.clone(), id }
    }

    /// Counts a message of a person, over all its sockets.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn spend(&self, person: &str) -> Result<(), u32> {
        self.0.messages.check_key(&person.to_owned()).map_err(|_| 1)
    }

    /// Counts something that a person says, at whichever table.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn spend_chat(&self, person: &str) -> Result<(), u32> {
        self.0.sayings.check_key(&person.to_owned()).map_err(|_| CHAT_SECONDS)
    }

    /// Counts a question for good moves, at whichever table.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn spend_hint(&self, person: &str) -> Result<(), u32> {
        self.0.hints.check_key(&person.to_owned()).map_err(|_| HINT_SECONDS)
    }

    /// Counts a search.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn spend_seek(&self, person: &str) -> Result<(), u32> {
        self.0.searches.check_key(&person.to_owned()).map_err(|_| SEEK_SECONDS)
    }

    pub(super) fn sweep(&self) {
        self.0.searches.retain_recent();
        self.0.hints.retain_recent();
        self.0.messages.retain_recent();
        self.0.sayings.retain_recent();
    }

    /// Where new tables are checked.
    pub(super) fn makers(&self) -> &Lane {
        &self.0.makers
    }

    /// People's own sockets.
    pub fn persons(&self) -> &Persons {
        &self.0.persons
    }

    /// What can be sought, and who seeks.
    pub fn pools(&self) -> &Pools {
        &self.0.pools
    }

    /// The feed of the lobby.
    pub fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    /// The rules of all set-ups in play.
    pub fn book(&self) -> &Rulebook {
        &self.0.book
    }

    /// The time.
    pub fn now(&self) -> u64 {
        self.0.clock.now()
    }

    pub(crate) fn clock(&self) -> Clock {
        self.0.clock.clone()
    }

    pub(crate) fn store(&self) -> &AnyStore {
        &self.0.store
    }

    pub(super) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(super) fn boots(&self) -> &[Boot] {
        &self.0.boots
    }

    /// Programs of others that play here.
    pub fn engines(&self) -> &Arc<Engines> {
        &self.0.engines
    }

    /// Everything that thinks.
    pub fn thinkers(&self) -> &Thinkers {
        &self.0.thinkers
    }

    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stopping.subscribe()
    }

    pub(super) fn resting(&self) -> &Resting {
        &self.0.resting
    }

    /// Whether somebody has a table open on this server.
    pub fn is_here(&self, person: &str) -> bool {
        self.whereabouts().is_here(person)
    }

    /// Whether a person sits at a live game of this node.
    pub fn is_playing(&self, person: &str) -> bool {
        self.handles_of(person).iter().any(|table| {
            let room = table.seen().room;
            room.is_playing() && !room.clock().is_slow() && room.sits(person)
        })
    }

    /// Whether a person looks at a table of this node.
    pub fn is_at(&self, person: &str, table: &str) -> bool {
        self.0.whereabouts.is_at(person, table)
    }

    pub(super) fn whereabouts(&self) -> &Whereabouts {
        &self.0.whereabouts
    }

    pub(crate) fn outages(&self) -> &Outages {
        &self.0.outages
    }

    pub(super) fn heard(&self) -> &tokio::sync::Mutex<Heard> {
        &self.0.heard
    }

    pub(super) fn rung(&self) -> &tokio::sync::Mutex<Rung> {
        &self.0.rung
    }

    /// Where tables at rest are folded for readers.
    pub(crate) fn reading(&self) -> &Gate {
        &self.0.reading
    }

    /// Where tables are folded that wake.
    pub(super) fn folding(&self) -> &Gate {
        &self.0.folding
    }
}

/// Something open whose authority is followed.
pub struct Followed {
    hub: Hub,
    id: SocketId,
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.hub.0.whereabouts.close(self.id);
    }
}

/// An open socket.
pub struct CountedSocket {
    open: Followed,
}

impl CountedSocket {
    /// Its number.
    pub fn id(&self) -> SocketId {
        self.open.id
    }
}

impl Drop for CountedSocket {
    fn drop(&mut self) {
        self.open.hub.0.sockets.fetch_sub(1, Ordering::Relaxed);
        metrics::gauge!("trencavel_sockets").decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn one_message_in_two_seconds() {
        let clock = FakeRelativeClock::default();
        let sayings =
            RateLimiter::direct_with_clock(quota(CHAT_SECONDS, CHAT_BURST), clock.clone());
        let may = || sayings.check().is_ok();
        for _ in 0..CHAT_BURST.get() {
            assert!(may(), "a few may be said at once");
        }
        for _ in 0..10 {
            assert!(!may());
            clock.advance(Duration::from_millis(1_999));
            assert!(!may(), "two seconds are not over");
            clock.advance(Duration::from_millis(1));
            assert!(may());
        }
    }
}
