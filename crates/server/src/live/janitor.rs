//! What the hub does by itself: it shows the store that the server is alive, wakes tables whose
//! time has come, and tells the lobby.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use super::expiry;
use super::hub::Hub;

/// How often the server shows that it is alive: what a crash may cost a clock, at most.
pub const HEARTBEAT: Duration = Duration::from_millis(500);
/// How often the server looks what others did to its people and tables.
const HEARING: Duration = Duration::from_millis(500);
const WAKING: Duration = Duration::from_secs(1);
const SWEEPING: Duration = Duration::from_secs(30);
const TELLING: Duration = Duration::from_millis(500);

/// Starts the work; it ends when the hub stops.
pub fn start(hub: &Hub) {
    repeat(hub, HEARTBEAT, |hub| async move {
        match hub.store().alive(hub.now()).await {
            Ok(()) => hub.outages().answered(hub.now()),
            Err(error) => tracing::error!(%error, "cannot note that the server is alive"),
        }
    });
    repeat(hub, HEARING, |hub| async move { hub.hear_and_clear().await });
    repeat(hub, WAKING, |hub| async move { wake(&hub).await });
    repeat(hub, SWEEPING, |hub| async move { hub.sweep() });
    expiry::start(hub);
    repeat(hub, TELLING, |hub| async move { hub.lobby().tell() });
}

fn repeat<F: Future<Output = ()> + Send + 'static>(
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
    let due = match hub.store().due(hub.now()).await {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(%error, "cannot ask for tables to wake");
            return;
        }
    };
    for id in due.into_iter().filter(|id| !hub.is_loaded(id)) {
        if let Err(problem) = hub.table(&id).await {
            tracing::warn!(table = id, detail = problem.detail, "cannot wake a table");
        }
    }
}
