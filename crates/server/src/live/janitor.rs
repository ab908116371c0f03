//! What the hub does by itself: it shows the store that the server is alive, wakes tables whose
//! time has come, chains the public list of commitments, and tells the lobby.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use tokio::time::{MissedTickBehavior, interval};

use super::expiry;
use super::hub::Hub;
use super::waves::WAVE;
use crate::cluster;

/// How often the server shows that it is alive: what a crash may cost a clock, at most.
pub const HEARTBEAT: Duration = Duration::from_millis(500);
/// How often the server looks what others did to its people and tables: `trencavel admin` alone, or
/// the other nodes as well.
const HEARING: Duration = Duration::from_millis(500);
const HEARING_OF_NODES: Duration = Duration::from_millis(250);
const WAKING: Duration = Duration::from_secs(1);
/// How many tables are read at the same time when they wake.
const WOKEN_TOGETHER: usize = 4;
const SWEEPING: Duration = Duration::from_secs(30);
/// How often the public list of commitments is brought up to date.
const CHAINING: Duration = Duration::from_millis(700);
const TELLING: Duration = Duration::from_millis(500);

/// Starts the work; it ends when the hub stops.
pub fn start(hub: &Hub) {
    if hub.cluster().is_some() {
        cluster::start(hub);
    } else {
        heartbeat(hub);
    }
    let hearing = if hub.cluster().is_some() { HEARING_OF_NODES } else { HEARING };
    repeat(hub, hearing, |hub| async move { hub.hear_and_clear().await });
    repeat(hub, WAKING, |hub| async move { wake(&hub).await });
    repeat(hub, SWEEPING, |hub| async move { hub.sweep() });
    expiry::start(hub);
    repeat(hub, CHAINING, |hub| async move {
        if let Err(error) = hub.store().chain_fair_list().await {
            tracing::error!(%error, "the list of commitments cannot be chained");
        }
    });
    repeat(hub, WAVE, |hub| async move { hub.wave().await });
    repeat(hub, TELLING, |hub| async move { hub.lobby().tell() });
    repeat(hub, TELLING, |hub| async move { hub.ring().await });
}

/// A server that has its store alone shows it that it is alive.
fn heartbeat(hub: &Hub) {
    repeat(hub, HEARTBEAT, |hub| async move {
        match hub.store().alive(hub.now()).await {
            Ok(()) => hub.outages().answered(hub.now()),
            Err(error) => tracing::error!(%error, "cannot note that the server is alive"),
        }
    });
}

/// Does something again and again until the hub stops.
pub(crate) fn repeat<F: Future<Output = ()> + Send + 'static>(
    hub: &Hub,
    every: Duration,
    work: impl Fn(Hub) -> F + Send + 'static,
) {
    let (hub, mut stopping) = (hub.clone(), hub.stopping());
    tokio::spawn(async move {
        let mut ticks = interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = stopping.changed() => return,
            }
            work(hub.clone()).await;
        }
    });
}

/// Reads tables whose clock runs out while nobody is there; their tasks do the rest.
async fn wake(hub: &Hub) {
    // After a death there are more than are claimed at once: nobody waits a second for each lot.
    while wake_some(hub).await && !*hub.stopping().borrow() {}
}

/// Reads the next of them; whether there are more.
async fn wake_some(hub: &Hub) -> bool {
    let asked = match hub.cluster() {
        Some(cluster) => cluster.claim(hub.now()).await,
        None => hub.store().due(hub.now()).await,
    };
    let due = match asked {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(%error, "cannot ask for tables to wake");
            return false;
        }
    };
    let claimed = hub.cluster().is_some();
    let more = claimed && due.len() == cluster::DUE as usize;
    // A log that cannot be folded was reported: nothing comes of trying it every second. What was
    // claimed is put off by whoever finds that, and would else stay ours for nothing.
    let asleep = |id: &String| !hub.is_loaded(id) && (claimed || hub.broken().tried(id) == 0);
    let waking = stream::iter(due.into_iter().filter(asleep)).map(|id| async move {
        if let Err(problem) = hub.table(&id).await
            && hub.broken().tried(&id) == 0
        {
            tracing::warn!(table = id, detail = problem.detail, "cannot wake a table");
        }
    });
    waking.buffer_unordered(WOKEN_TOGETHER).collect::<()>().await;
    more
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use std::sync::Arc;

    use super::super::secret;
    use super::*;
    use store::sqlite::SqliteStore;
    use store::{Index, NewTable, Store};

    #[tokio::test]
    async fn a_log_that_cannot_be_folded_is_reported_once() {
        let data = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&data.path().join("store.sqlite")).await.unwrap());
        let id = secret::id();
        // Its seed is not the one that was committed to.
        let made = serde_json::json!({
            "t": "made",
            "config": { "plan": { "family": "country" }, "seats": [{ "kind": "me" }] },
            "by": { "id": "ada", "name": "Ada" },
            "commitment": "00",
        });
        let made = serde_json::json!({ "n": 1, "at": 1, "entry": made });
        let table = NewTable {
            id: id.clone(),
            key: "key".into(),
            seed: [7; 32],
            entries: vec![serde_json::from_value(made).unwrap()],
            index: Index { wake: Some(1), ..Index::default() },
        };
        store.make_table(table).await.unwrap();

        let settings = Arc::new(crate::testing::config(data.path(), &[]));
        let hub = Hub::start(store, settings).await.unwrap();
        // The hub's own waking may be at it already: whichever comes first tries once.
        let waking = async {
            while hub.broken().tried(&id) == 0 {
                wake(&hub).await;
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), waking).await.expect("it is tried");
        for _ in 0..3 {
            wake(&hub).await;
        }
        assert_eq!(hub.broken().tried(&id), 1, "not every second");
        let problem = hub.table(&id).await.map(drop).unwrap_err();
        assert_eq!((problem.status, problem.kind.as_str()), (500, "damaged"));
        assert_eq!(hub.broken().tried(&id), 2, "whoever asks for it is answered");
    }
}
