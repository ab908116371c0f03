//! The hub: finds the task of a table, reads it from the store if need be, makes new tables.
//!
//! Invariants: one table has at most one task. A task is put to rest under the hub's lock and only
//! if nobody else holds a way to it, so that no message is ever lost between two tasks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use protocol::log::Who;
use protocol::{Made, Problem, TableConfig};
use tokio::sync::{OnceCell, Semaphore, SemaphorePermit, mpsc, watch};

use super::bots::Pool;
use super::clock::Clock;
use super::crowd::{SOCKETS_A_PERSON, SocketId};
use super::handle::{Handle, Msg, stopped};
use super::history::History;
use super::janitor;
use super::load::{self, Loaded, RING_BYTES};
use super::lobby::Lobby;
use super::secret::{self, Chance};
use super::task::Task;
use crate::config::Config;
use crate::http::error::ApiError;
use crate::room::{Room, Rulebook};
use crate::store::{AnyStore, Boot, NewTable, StoreError};

/// How long stopping waits for tables and sockets.
const STOPPING: Duration = Duration::from_secs(5);
/// How many tables are folded at the same time.
const FOLDING: usize = 2;
/// How many values a new table is given: one for each seat that needs one.
const VALUES: usize = 8;

/// All live tables. Cloning is cheap.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

type Slot = Arc<OnceCell<Handle>>;

struct Inner {
    store: AnyStore,
    config: Arc<Config>,
    book: Rulebook,
    boots: Vec<Boot>,
    clock: Clock,
    pool: Pool,
    chance: Chance,
    lobby: Lobby,
    tables: Mutex<HashMap<String, Slot>>,
    folding: Semaphore,
    sockets: AtomicUsize,
    next_socket: AtomicU64,
    stopping: watch::Sender<bool>,
    /// Messages of one person over all its sockets.
    messages: DefaultKeyedRateLimiter<String>,
}

impl Hub {
    /// Notes the start in the store, and begins to wake tables whose time has come.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn start(store: AnyStore, config: Arc<Config>) -> Result<Hub, StoreError> {
        let clock = Clock::start();
        let boots = store.boot(clock.now()).await?;
        let threads = config.bot_threads;
        let pool = Pool::start(threads, config.max_tables.clamp(16, 1024))
            .map_err(|error| StoreError::Other(format!("no thread for computer seats: {error}")))?;
        let sockets = u32::try_from(SOCKETS_A_PERSON).unwrap_or(u32::MAX);
        let messages = NonZeroU32::new(config.messages_per_second.saturating_mul(sockets));
        let hub = Hub(Arc::new(Inner {
            messages: RateLimiter::keyed(Quota::per_second(messages.unwrap_or(NonZeroU32::MIN))),
            chance: Chance::new(config.test_seed, boots.len() as u64),
            store,
            config,
            book: Rulebook::default(),
            boots,
            clock,
            pool,
            lobby: Lobby::default(),
            tables: Mutex::default(),
            folding: Semaphore::new(FOLDING),
            sockets: AtomicUsize::new(0),
            next_socket: AtomicU64::new(1),
            stopping: watch::Sender::new(false),
        }));
        janitor::start(&hub);
        Ok(hub)
    }

    /// The way to a table; it is read from the store if it is not in memory.
    ///
    /// # Errors
    /// `not-found`, `store`, `too-many-tables`, or `restart` when the server is stopping.
    pub async fn table(&self, id: &str) -> Result<Handle, Problem> {
        if !secret::is_id(id) {
            return Err(ApiError::not_found("table").0);
        }
        let slot = self.slot(id)?;
        let loaded = slot.get_or_try_init(|| async {
            let loaded = load::load(self, id).await?;
            Ok::<Handle, Problem>(self.begin(id, loaded))
        });
        match loaded.await {
            Ok(handle) => Ok(handle.clone()),
            Err(problem) => {
                self.forget(id, &slot);
                Err(problem)
            }
        }
    }

    /// Makes a table.
    ///
    /// # Errors
    /// What is wrong with the configuration, or `store`.
    pub async fn make(
        &self,
        config: TableConfig,
        by: &Who,
        value: Option<String>,
    ) -> Result<Made, Problem> {
        let mut chance = self.0.chance.source();
        let (id, key, seed) = (chance.id(), chance.key(), chance.bytes());
        let mut values: Vec<String> = (0..VALUES).map(|_| chance.value()).collect();
        if let Some(value) = value {
            values[0] = value;
        }
        let book = &self.0.book;
        let (room, entries) = Room::make(book, &id, &key, seed, config, by, &values, self.now())?;
        let n = entries.last().map_or(0, |logged| logged.n);
        let table =
            NewTable { id: id.clone(), key: key.clone(), seed, entries, index: room.index() };
        self.0.store.make_table(table).await.map_err(|error| ApiError::from(error).0)?;
        let slot = self.slot(&id)?;
        let ring = History::new(n, RING_BYTES);
        let loaded = Loaded { room, ring, n, key: key.clone() };
        slot.get_or_init(|| async { self.begin(&id, loaded) }).await;
        self.look_in_lobby(&id).await;
        Ok(Made { id, key })
    }

    async fn look_in_lobby(&self, id: &str) {
        if !self.0.lobby.is_heard() {
            return;
        }
        if let Ok(handle) = self.table(id).await
            && let Ok((true, row)) = handle.look(|t| (t.room.index().public, t.row())).await
        {
            self.0.lobby.note(id, Some(row));
        }
    }

    /// Where luck comes from.
    pub fn chance(&self) -> &Chance {
        &self.0.chance
    }

    fn slot(&self, id: &str) -> Result<Slot, Problem> {
        if *self.0.stopping.borrow() {
            return Err(stopped());
        }
        let mut tables = self.tables();
        let full = tables.len() >= self.0.config.max_tables;
        match tables.entry(id.to_owned()) {
            Entry::Occupied(slot) => Ok(Arc::clone(slot.get())),
            Entry::Vacant(_) if full => Err(too_many_tables()),
            Entry::Vacant(free) => Ok(Arc::clone(free.insert(Slot::default()))),
        }
    }

    fn begin(&self, id: &str, loaded: Loaded) -> Handle {
        let (task, handle) = Task::new(self.clone(), id, loaded);
        metrics::gauge!("trencavel_tables").increment(1.0);
        let (hub, id, inbox) = (self.clone(), id.to_owned(), handle.inbox.downgrade());
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

    /// Removes a slot that could not be filled, unless somebody else tries at the same time.
    fn forget(&self, id: &str, slot: &Slot) {
        let mut tables = self.tables();
        if let Some(kept) = tables.get(id)
            && Arc::ptr_eq(kept, slot)
            && !kept.initialized()
        {
            tables.remove(id);
        }
    }

    fn remove_ended(&self, id: &str, inbox: &mpsc::WeakSender<Msg>) {
        let mut tables = self.tables();
        let ended = |handle: &Handle| match inbox.upgrade() {
            Some(ours) => handle.inbox.same_channel(&ours),
            None => false,
        };
        if tables.get(id).and_then(|slot| slot.get()).is_some_and(ended) {
            tables.remove(id);
        }
    }

    /// Lets a task go, if nobody else holds a way to it and nothing waits in its inbox.
    pub(super) fn put_to_rest(&self, id: &str, inbox: &mpsc::Receiver<Msg>) -> bool {
        let mut tables = self.tables();
        let Some(slot) = tables.get(id) else { return true };
        // Whoever waits for the slot holds it; whoever found the table holds a sender.
        let unused =
            Arc::strong_count(slot) == 1 && inbox.sender_strong_count() == 1 && inbox.is_empty();
        if unused {
            tables.remove(id);
        }
        unused
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handles(&self) -> Vec<Handle> {
        self.tables().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// The account of a person changed in the store (merged, renamed, forgotten): tables that know
    /// it read themselves again. With `out` its sockets are ended.
    pub async fn person_changed(&self, person: &str, out: bool) {
        for handle in self.handles() {
            let msg = Msg::Person { id: person.to_owned(), out };
            let _ = tokio::time::timeout(Duration::from_secs(1), handle.inbox.send(msg)).await;
        }
    }

    /// Stops: every socket is told when to come back, every task ends.
    pub async fn shutdown(&self) {
        self.0.stopping.send_replace(true);
        for handle in self.handles() {
            let hub = self.clone();
            tokio::spawn(async move {
                let sent = tokio::time::timeout(STOPPING, handle.inbox.send(Msg::Stop)).await;
                drop((sent, hub));
            });
        }
        let all_ended = async {
            while !self.tables().is_empty() || self.sockets() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(STOPPING, all_ended).await.is_err() {
            let (tables, sockets) = (self.tables().len(), self.sockets());
            tracing::warn!(tables, sockets, "stopping without waiting longer");
        }
    }

    /// How many watch a table.
    pub fn watchers(&self, id: &str) -> u32 {
        let tables = self.tables();
        tables.get(id).and_then(|slot| slot.get()).map_or(0, Handle::watchers)
    }

    /// Whether a table is in memory.
    pub fn is_loaded(&self, id: &str) -> bool {
        self.tables().contains_key(id)
    }

    /// How many tables are in memory.
    pub fn loaded(&self) -> usize {
        self.tables().len()
    }

    /// How many sockets are open.
    pub fn sockets(&self) -> usize {
        self.0.sockets.load(Ordering::Relaxed)
    }

    /// Counts a socket until the answer is dropped.
    pub fn count_socket(&self) -> CountedSocket {
        self.0.sockets.fetch_add(1, Ordering::Relaxed);
        metrics::gauge!("trencavel_sockets").increment(1.0);
        CountedSocket { hub: self.clone(), id: self.0.next_socket.fetch_add(1, Ordering::Relaxed) }
    }

    /// Counts a message of a person, over all its sockets.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn spend(&self, person: &str) -> Result<(), u32> {
        self.0.messages.check_key(&person.to_owned()).map_err(|_| 1)
    }

    pub(super) fn sweep(&self) {
        self.0.messages.retain_recent();
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

    pub(super) fn clock(&self) -> Clock {
        self.0.clock
    }

    pub(super) fn store(&self) -> &AnyStore {
        &self.0.store
    }

    pub(super) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(super) fn boots(&self) -> &[Boot] {
        &self.0.boots
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(super) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stopping.subscribe()
    }

    pub(super) async fn folding(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed; without a permit the work is merely not bounded.
        self.0.folding.acquire().await.ok()
    }
}

/// An open socket.
pub struct CountedSocket {
    hub: Hub,
    /// Its number.
    pub id: SocketId,
}

impl Drop for CountedSocket {
    fn drop(&mut self) {
        self.hub.0.sockets.fetch_sub(1, Ordering::Relaxed);
        metrics::gauge!("trencavel_sockets").decrement(1.0);
    }
}

fn too_many_tables() -> Problem {
    let detail = "All tables of this server are in use. Try again in a minute.";
    let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "too-many-tables", detail);
    error.0.retry = Some(60);
    error.0
}
