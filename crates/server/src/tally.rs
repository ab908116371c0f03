//! What is made of finished games in the background: results of those that ended before there were
//! any, and where the points came from, each once.

use std::time::Duration;

use room::Room;
use tokio::time::{MissedTickBehavior, interval};

use crate::serve::App;
use crate::work::{Busy, Origin};
use store::{StoreError, StoredTable};

/// How often the job looks for games that have ended.
const LOOKING: Duration = Duration::from_secs(2);
/// How many are looked at before it asks again.
const BATCH: u32 = 8;
/// What it leaves to others between two of them.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts the job; it ends when the server stops.
pub fn start(app: &App) -> tokio::task::JoinHandle<()> {
    let (app, mut stopping) = (app.clone(), app.stopping.clone());
    tokio::spawn(async move {
        let mut ticks = interval(LOOKING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Games of before are looked at once a start: what cannot be read is passed over.
        let mut earlier = Some(0);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
            while !*app.stopping.borrow()
                && let Some(after) = earlier
            {
                earlier = match earlier_games(&app, after).await {
                    Ok(next) => next,
                    Err(error) => {
                        tracing::warn!(%error, "results of earlier games wait");
                        break;
                    }
                };
            }
            while !*app.stopping.borrow() && replay_some(&app).await {}
        }
    })
}

/// Keeps the results of a few games that have none; the number of the last one, while there are
/// more.
async fn earlier_games(app: &App, after: u64) -> Result<Option<u64>, StoreError> {
    let missing = app.store.unresulted(after, BATCH).await?;
    let last = missing.last().map(|(ended, _)| *ended);
    for (_, table) in missing {
        if let Some(stored) = readable(app, &table).await?
            && let Ok(Some(finish)) = with_room(app, &table, stored, Room::outcome).await
        {
            app.store.keep_result(&table, finish).await?;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(last)
}

/// Looks at the features of a few games; whether there are more.
async fn replay_some(app: &App) -> bool {
    let done = async {
        let games = app.store.unreplayed(BATCH).await?;
        let full = games.len() == BATCH as usize;
        for table in games {
            let features = match readable(app, &table).await? {
                None => None,
                Some(stored) => {
                    match with_room(app, &table, stored, Room::features).await {
                        Ok(features) => Some(features),
                        Err(Busy::Failed) => None,
                        // The machine is busy: the next look tries again.
                        Err(_) => return Ok(false),
                    }
                }
            };
            let text = |seat| serde_json::to_string(&seat).unwrap_or_else(|_| "[]".to_owned());
            let seats = features.map(|seats| seats.into_iter().map(text).collect());
            app.store.keep_features(&table, seats).await?;
            tokio::time::sleep(PAUSE).await;
        }
        Ok::<bool, StoreError>(full)
    };
    done.await.unwrap_or_else(|error| {
        tracing::warn!(%error, "features of finished games wait");
        false
    })
}

/// A table that this program can read.
async fn readable(app: &App, table: &str) -> Result<Option<StoredTable>, StoreError> {
    match app.store.load(table).await {
        Err(StoreError::Damaged(_) | StoreError::NewerLog { .. }) => Ok(None),
        read => read,
    }
}

/// Folds a table and asks it something, on a thread for such work.
async fn with_room<T: Send + 'static>(
    app: &App,
    table: &str,
    stored: StoredTable,
    ask: fn(&Room) -> T,
) -> Result<T, Busy> {
    let (hub, id) = (app.hub.clone(), table.to_owned());
    let fold = move || {
        let room = Room::fold(hub.book(), &id, &stored.key, stored.seed, &stored.entries);
        room.ok().map(|room| ask(&room))
    };
    app.work.records.run(Origin::Server, fold).await?.ok_or(Busy::Failed)
}
