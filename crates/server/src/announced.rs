//! What everybody is told until it ends. It is kept in memory, so that a page that begins costs the
//! store nothing; what another node was told to announce is read a little later.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use protocol::{Announcement, MeTold};
use tokio::time::{MissedTickBehavior, interval};

use crate::serve::{App, now};
use store::StoreError;

/// How often the store is read.
const LOOKING: Duration = Duration::from_secs(5);

/// With who somebody is, a page is told whether there is something to be read: the number of the
/// newest.
pub const HEADER: HeaderName = HeaderName::from_static("x-announced");

/// What the store said last.
#[derive(Debug, Default)]
pub struct Announced(RwLock<Vec<Announcement>>);

impl Announced {
    /// What holds now, the newest first.
    pub fn now(&self) -> Vec<Announcement> {
        let at = now();
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        kept.iter().filter(|one| one.until > at).cloned().collect()
    }

    /// The header that says so, if something holds.
    pub fn header(&self) -> HeaderMap {
        let newest = self.now().first().map(|newest| (HEADER, HeaderValue::from(newest.id)));
        newest.into_iter().collect()
    }
}

/// Reads what holds.
///
/// # Errors
/// If the store fails: then what it said before stands.
pub async fn read(app: &App) -> Result<(), StoreError> {
    let found = app.store.announcements(now()).await?;
    let newest = |list: &[Announcement]| list.first().map(|one| one.id);
    let is_new = {
        let mut kept = app.announced.0.write().unwrap_or_else(PoisonError::into_inner);
        let is_new = newest(&found) > newest(&kept);
        *kept = found;
        is_new
    };
    if is_new {
        app.hub.persons().tell_all(&MeTold::Announced);
    }
    Ok(())
}

/// Starts reading; it ends when the server stops.
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
            if let Err(error) = read(&app).await {
                tracing::warn!(%error, "cannot read what is announced");
            }
        }
    })
}
