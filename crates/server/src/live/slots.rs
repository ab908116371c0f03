//! Places in memory: taken before a table is read or made, given back if nothing comes of it, and
//! emptied for others when nobody is at a table.
//!
//! Invariants: a place is filled or given back whatever becomes of the request that took it; it
//! is given back only by the last one who tries to fill it, so that no table gets two tasks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use protocol::Problem;
use room::Room;
use tokio::sync::{OnceCell, mpsc};
use tokio::time::timeout;

use super::handle::{Handle, Msg, stopped};
use super::hub::Hub;
use super::load;
use super::secret;
use crate::trouble;

/// How many tables are put to rest at once when a place is needed.
const ROOM_AT_ONCE: usize = 16;
/// How long whoever needs a place waits for it.
const ROOM_PATIENCE: Duration = Duration::from_secs(2);

/// The place of one table.
pub(super) type Slot = Arc<OnceCell<Handle>>;

/// A place that somebody tries to fill. If it is empty when the last of them goes, it is free.
pub(super) struct SlotHold {
    hub: Hub,
    id: String,
    slot: Option<Slot>,
}

impl SlotHold {
    /// The table, made by this work unless it is here already. Whoever is dropped meanwhile leaves
    /// the work to the next.
    pub(super) async fn fill<E, F: Future<Output = Result<Handle, E>>>(
        &self,
        work: impl FnOnce() -> F,
    ) -> Result<Handle, E> {
        let slot = self.slot.as_ref().expect("taken only when the place is dropped");
        slot.get_or_try_init(work).await.cloned()
    }

    fn handle(&self) -> Option<Handle> {
        self.slot.as_ref()?.get().cloned()
    }
}

impl Drop for SlotHold {
    fn drop(&mut self) {
        let mut tables = self.hub.tables();
        let Some(ours) = self.slot.take() else { return };
        let is_ours = |kept: &Slot| Arc::ptr_eq(kept, &ours);
        let kept = tables.get(&self.id).is_some_and(is_ours);
        // Under the lock: of two who go at once, one sees that it is the last.
        drop(ours);
        let unused = |slot: &Slot| !slot.initialized() && Arc::strong_count(slot) == 1;
        if kept && tables.get(&self.id).is_some_and(unused) {
            tables.remove(&self.id);
        }
    }
}

impl Hub {
    /// The way to a table; it is read from the store if it is not in memory.
    ///
    /// # Errors
    /// `not-found`, `store`, `too-many-tables`, or `restart` when the server is stopping.
    pub async fn table(&self, id: &str) -> Result<Handle, Problem> {
        if !secret::is_id(id) {
            return Err(trouble::not_found("table"));
        }
        let place = self.place(id).await?;
        if let Some(handle) = place.handle() {
            return Ok(handle);
        }
        let (hub, id) = (self.clone(), id.to_owned());
        // Others may wait for the same table: it is read whether this one stays or not.
        let reading = tokio::spawn(async move {
            let work = || async { Ok(hub.begin(&id, load::load(&hub, &id).await?)) };
            place.fill(work).await
        });
        reading.await.unwrap_or_else(|error| {
            tracing::error!(%error, "reading a table failed");
            Err(trouble::mistake("bug", "This is an error of the server. Nothing was changed."))
        })
    }

    /// A place for a table, its own if it has one. If there is none, tables at which nobody is are
    /// put to rest.
    pub(super) async fn place(&self, id: &str) -> Result<SlotHold, Problem> {
        if let Some(place) = self.free_place(id)? {
            return Ok(place);
        }
        let resting = self.clear_unused();
        // A table whose store does not answer is not waited for.
        let _ = timeout(ROOM_PATIENCE, join_all(resting)).await;
        self.free_place(id)?.ok_or_else(too_many_tables)
    }

    fn free_place(&self, id: &str) -> Result<Option<SlotHold>, Problem> {
        if *self.stopping().borrow() {
            return Err(stopped());
        }
        let mut tables = self.tables();
        let full = tables.len() >= self.config().max_tables;
        let slot = match tables.entry(id.to_owned()) {
            Entry::Occupied(slot) => Arc::clone(slot.get()),
            Entry::Vacant(_) if full => return Ok(None),
            Entry::Vacant(free) => Arc::clone(free.insert(Slot::default())),
        };
        Ok(Some(SlotHold { hub: self.clone(), id: id.to_owned(), slot: Some(slot) }))
    }

    /// Orders tables that nobody uses to rest.
    fn clear_unused(&self) -> Vec<tokio::sync::oneshot::Receiver<()>> {
        let tables = self.tables();
        let unused = tables.values().filter_map(|slot| {
            let handle = slot.get().filter(|_| Arc::strong_count(slot) == 1)?;
            handle.is_unused().then(|| handle.orders.give(|pending| pending.rest = true))
        });
        unused.take(ROOM_AT_ONCE).collect()
    }

    /// Removes a table whose task has ended by itself.
    pub(super) fn remove_ended(&self, id: &str, inbox: &mpsc::WeakSender<Msg>) {
        let mut tables = self.tables();
        let ended = |handle: &Handle| match inbox.upgrade() {
            Some(ours) => handle.players.same_channel(&ours),
            None => false,
        };
        if tables.get(id).and_then(|slot| slot.get()).is_some_and(ended) {
            tables.remove(id);
        }
    }

    /// Lets a task go, if nobody else holds a way to it and nothing waits in its inboxes. What it
    /// was is kept a while for those who only look.
    pub(super) fn put_to_rest(&self, room: &Arc<Room>, inboxes: [&mpsc::Receiver<Msg>; 2]) -> bool {
        let mut tables = self.tables();
        let Some(slot) = tables.get(room.id()) else { return true };
        // Whoever waits for the place holds it; whoever found the table holds a sender.
        let free =
            |inbox: &mpsc::Receiver<Msg>| inbox.sender_strong_count() == 1 && inbox.is_empty();
        let unused = Arc::strong_count(slot) == 1 && inboxes.into_iter().all(free);
        if unused {
            tables.remove(room.id());
            self.resting().keep(Arc::clone(room), self.resting().moment());
        }
        unused
    }

    pub(super) fn tables(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.slots().lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_many_tables() -> Problem {
    let detail = "All tables of this server are in use. Try again in a minute.";
    trouble::unavailable("too-many-tables", detail, 60)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;

    use super::*;
    use store::sqlite::SqliteStore;

    async fn hub(data: &tempfile::TempDir, settings: &[(&'static str, &str)]) -> Hub {
        let path = data.path().join("store.sqlite");
        let store = Arc::new(SqliteStore::open(&path).await.unwrap());
        let settings = Arc::new(crate::testing::config(data.path(), settings));
        Hub::start(store, settings).await.unwrap()
    }

    async fn until_empty(hub: &Hub) {
        for _ in 0..1000 {
            if hub.loaded() == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{} places are never given back", hub.loaded());
    }

    /// A client that hangs up while its table is read drops the request: no place stays taken.
    #[tokio::test]
    async fn who_hangs_up_gives_the_place_back() {
        let data = tempfile::tempdir().unwrap();
        let hub = hub(&data, &[("max-tables", "4")]).await;
        for _ in 0..40 {
            let id = secret::id();
            // It runs to its first wait, and is dropped there.
            let mut asking = Box::pin(hub.table(&id));
            let waits = poll_fn(|cx| Poll::Ready(asking.as_mut().poll(cx).is_pending())).await;
            assert!(waits);
            drop(asking);
            assert!(hub.loaded() > 0);
            until_empty(&hub).await;
        }
        let problem = hub.table(&secret::id()).await.map(drop).unwrap_err();
        assert_eq!(problem.kind, "not-found");
    }

    #[tokio::test]
    async fn a_place_goes_with_the_last_who_tries_to_fill_it() {
        let data = tempfile::tempdir().unwrap();
        let hub = hub(&data, &[]).await;
        let (one, two) = (hub.place("a").await.unwrap(), hub.place("a").await.unwrap());
        let failed = one.fill(|| async { Err::<Handle, ()>(()) }).await;
        assert!(failed.is_err());
        drop(one);
        assert_eq!(hub.loaded(), 1, "the other still tries");
        drop(two);
        assert_eq!(hub.loaded(), 0);
    }
}
