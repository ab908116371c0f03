//! Records of finished games: made once after the end, by a job in the background, and read from
//! the store ever after. Games that ended before records were kept are filled in the same way.

use std::time::Duration;

use protocol::ShownRating;
use room::Room;
use tokio::time::{MissedTickBehavior, interval};

use crate::http::{ApiError, ApiResult};
use crate::live::Hub;
use crate::points::shown as shown_rating;
use crate::serve::App;
use crate::work::{Busy, Origin};
use store::person::shown;
use store::{StoreError, StoredTable};

/// How often the job looks for games that have ended.
const LOOKING: Duration = Duration::from_secs(1);
/// How many are made before it looks again.
const BATCH: u32 = 8;
/// What it leaves to others between two of them.
const PAUSE: Duration = Duration::from_millis(20);
/// How often a record is made anew because somebody in it left meanwhile.
const TRIES: usize = 3;

/// Starts the job; it ends when the server stops.
pub fn start(app: &App) -> tokio::task::JoinHandle<()> {
    let (app, mut stopping) = (app.clone(), app.stopping.clone());
    tokio::spawn(async move {
        let mut ticks = interval(LOOKING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
            while !*app.stopping.borrow() && fill_some(&app).await {}
        }
    })
}

/// Makes a few records; whether there are more to make.
async fn fill_some(app: &App) -> bool {
    let missing = match app.store.unrecorded(BATCH).await {
        Ok(missing) => missing,
        Err(error) => {
            tracing::warn!(%error, "cannot ask for games without a record");
            return false;
        }
    };
    let full = missing.len() == BATCH as usize;
    for id in missing {
        if let Err(ApiError(problem)) = fill(app, &id, Origin::Server).await {
            // The store or the machine is busy: the next look tries again.
            tracing::warn!(table = id, detail = problem.detail, "a record was not made");
            return false;
        }
        tokio::time::sleep(PAUSE).await;
    }
    full
}

/// Makes the record of a finished game and keeps it; `None` if its log cannot be read.
///
/// # Errors
/// If the store fails, too many wait, or people in it leave again and again.
pub async fn fill(app: &App, id: &str, origin: Origin) -> ApiResult<Option<String>> {
    for _ in 0..TRIES {
        let stored = match app.store.load(id).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Ok(None),
            Err(StoreError::Damaged(error)) => {
                tracing::error!(table = id, error, "a finished game has no record");
                app.store.keep_record(id, &[], None).await?;
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let named = names(&stored);
        let ratings = ratings(app, id).await?;
        let (hub, table) = (app.hub.clone(), id.to_owned());
        let made =
            app.work.records.run(origin, move || fold(&hub, &table, &stored, &ratings)).await;
        let record = match made {
            Ok(record) => record,
            Err(Busy::Failed) => None,
            Err(busy) => return Err(busy.into()),
        };
        if app.store.keep_record(id, &named, record.as_deref()).await? {
            return Ok(record);
        }
    }
    Err(Busy::All.into())
}

/// What the seats of a rated game had before it; nothing if it was not rated, or is not over.
///
/// # Errors
/// If the store fails.
pub async fn ratings(app: &App, id: &str) -> Result<Vec<Option<ShownRating>>, StoreError> {
    let moved = app.store.rated(id).await?.unwrap_or_default();
    Ok(moved.into_iter().map(|moved| moved.map(|(before, _)| shown_rating(before))).collect())
}

fn fold(
    hub: &Hub,
    id: &str,
    stored: &StoredTable,
    ratings: &[Option<ShownRating>],
) -> Option<String> {
    match Room::fold(hub.book(), id, &stored.key, stored.seed, &stored.entries) {
        Ok(room) => Some(room.rated_record(ratings)),
        Err(error) => {
            tracing::error!(table = id, %error, "a finished game has no record");
            None
        }
    }
}

/// Whom the log names: people who were forgotten stand in it without a name.
fn names(stored: &StoredTable) -> Vec<String> {
    let all = stored.entries.iter().flat_map(|logged| shown(&logged.entry));
    let mut ids: Vec<String> = all.map(str::to_owned).collect();
    ids.sort();
    ids.dedup();
    ids
}
