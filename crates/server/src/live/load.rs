//! Reading a table from the store: the fold of its log, and the last messages of it told again.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use protocol::Problem;
use protocol::log::{Logged, Who};
use room::{FoldError, Room, shows_board};
use tokio::time::Instant;

use super::history::History;
use super::hub::Hub;
use super::seen::kept;
use crate::trouble;
use store::nodes::{Rest, Taken};
use store::post::KeptDraft;
use store::{Hold, ShownName, StoreError, StoredTable};

/// How many bytes of messages a table keeps for clients that come back.
pub const RING_BYTES: usize = 24 * 1024;
/// How many messages are told again when a table is read.
const TAIL: usize = 6;

/// A table that was read.
pub struct Loaded {
    /// The table.
    pub room: Room,
    /// Its last messages.
    pub ring: History,
    /// The newest number.
    pub n: u64,
    /// The key of its link.
    pub key: String,
    /// The right to write it.
    pub hold: Hold,
    /// People who go by another name than the log's.
    pub renamed: BTreeSet<String>,
    /// What people try there.
    pub drafts: Vec<KeptDraft>,
}

/// Reads a table; what the server's absence did to its clocks is put right first, and committed.
///
/// # Errors
/// `not-found`, or what the store says, or `damaged` if the log cannot be folded.
pub async fn load(hub: &Hub, id: &str) -> Result<Loaded, Problem> {
    let (hold, stored, parted) = taken(hub, id).await?;
    let taken_at = Instant::now();
    let key = stored.key.clone();
    let (ours, table) = (hub.clone(), id.to_owned());
    // Folding a long game takes milliseconds: not on a thread that serves sockets.
    let folded = hub.folding().run(move || fold(&ours, &table, &stored));
    let (mut room, mut ring, mut n) = match folded.await {
        Ok(Ok(folded)) => folded,
        Ok(Err(error)) => return Err(useless(hub, id, hold, &error.to_string()).await),
        Err(error) => return Err(useless(hub, id, hold, &error.to_string()).await),
    };
    if let Some(away) = absence(hub, &room, parted.map(|parted| parted + taken_at.elapsed())) {
        let told = room.apply(&away).map_err(|error| damaged(hub, id, &error.to_string()))?;
        n = away.n;
        let written = hub.store().append_held(id, hold, vec![away], room.index()).await;
        written.map_err(trouble::store)?;
        ring.push(n, kept(&told));
    }
    hub.broken().mended(id);
    let renamed = rename(hub, &mut room).await;
    // Without an answer they begin anew, as they would at a table that nobody waits at.
    let drafts = match room.index().to_act {
        Some(_) => hub.store().post().drafts(id).await.unwrap_or_default(),
        None => Vec::new(),
    };
    Ok(Loaded { room, ring, n, key, hold, renamed, drafts })
}

/// The entry for the time in which nobody could play here: the table had no owner, or there was no
/// server at all.
fn absence(hub: &Hub, room: &Room, parted: Option<Duration>) -> Option<Logged> {
    let Some(parted) = parted else { return room.boots(hub.boots()) };
    let now = hub.now();
    // An entry proves that the owner was there.
    let since_last = now.saturating_sub(room.changed());
    room.pause(now, since_last.min(u64::try_from(parted.as_millis()).unwrap_or(u64::MAX)))
}

/// A table that is ours to write from now on.
async fn taken(hub: &Hub, id: &str) -> Result<(Hold, StoredTable, Option<Duration>), Problem> {
    let Some(cluster) = hub.cluster() else {
        return Ok((Hold::NONE, stored(hub, id).await?, None));
    };
    let begun = Instant::now();
    match cluster.nodes().take(id).await {
        Ok(Taken::Ours { hold, table, parted }) => {
            metrics::histogram!("trencavel_take_seconds").record(begun.elapsed().as_secs_f64());
            let why = if parted.is_some() { "parted" } else { "rested" };
            metrics::counter!("trencavel_takes_total", "why" => why).increment(1);
            tracing::info!(table = id, node = hold.node, epoch = hold.epoch, why, "taken");
            Ok((hold, table, parted))
        }
        Ok(Taken::Theirs(_) | Taken::NotForUs) => Err(elsewhere()),
        Ok(Taken::Nobody) => Err(missing(hub, id).await),
        Err(error) => Err(unread(hub, id, error)),
    }
}

/// The kind of [`elsewhere`].
pub const ELSEWHERE: &str = "elsewhere";

/// Another node has the table by now.
pub fn elsewhere() -> Problem {
    let detail = "This table is just being taken over by another part of the server. Nothing was \
                  changed; try again in a moment.";
    trouble::unavailable(ELSEWHERE, detail, 1)
}

/// A table that was taken and cannot be folded: nothing comes of keeping it.
async fn useless(hub: &Hub, id: &str, hold: Hold, error: &str) -> Problem {
    if let Some(cluster) = hub.cluster() {
        let _ = cluster.nodes().rest(id, hold, Rest::Unreadable).await;
    }
    damaged(hub, id, error)
}

/// A table as it is kept.
async fn stored(hub: &Hub, id: &str) -> Result<StoredTable, Problem> {
    match hub.store().load(id).await {
        Ok(Some(stored)) => Ok(stored),
        Ok(None) => Err(missing(hub, id).await),
        Err(error) => Err(unread(hub, id, error)),
    }
}

/// Reads a table for somebody who only looks: it is not woken, and nothing is written.
///
/// # Errors
/// As [`load`].
pub async fn read(hub: &Hub, id: &str) -> Result<Arc<Room>, Problem> {
    let stored = stored(hub, id).await?;
    let (ours, table) = (hub.clone(), id.to_owned());
    let folded = hub
        .reading()
        .run(move || Room::fold(ours.book(), &table, &stored.key, stored.seed, &stored.entries));
    let mut room = match folded.await {
        Ok(Ok(room)) => room,
        Ok(Err(error)) => return Err(damaged(hub, id, &error.to_string())),
        Err(error) => return Err(damaged(hub, id, &error.to_string())),
    };
    if let Some(away) = room.boots(hub.boots()) {
        // As it will be written when the table wakes.
        room.apply(&away).map_err(|error| damaged(hub, id, &error.to_string()))?;
    }
    rename(hub, &mut room).await;
    Ok(Arc::new(room))
}

/// People are shown under the names that they have now.
async fn rename(hub: &Hub, room: &mut Room) -> BTreeSet<String> {
    let mut people = room.people();
    people.push(room.owner().to_owned());
    // Without an answer the log's names are good enough; who left has none.
    let shown = hub.store().shown_names(&people).await.unwrap_or_default();
    let mut renamed = BTreeSet::new();
    for ShownName { id, name, account, taken } in shown {
        let mut changed = room.rename(&Who { id: id.clone(), name, account });
        // Somebody may have made an account of a guest's name since.
        changed |= room.note_taken(&id, taken);
        if changed {
            renamed.insert(id);
        }
    }
    renamed
}

fn fold(hub: &Hub, id: &str, stored: &StoredTable) -> Result<(Room, History, u64), FoldError> {
    let entries = &stored.entries;
    let split = entries.len().saturating_sub(TAIL).max(1).min(entries.len());
    let (head, tail) = entries.split_at(split);
    let mut room = Room::fold(hub.book(), id, &stored.key, stored.seed, head)?;
    let number = |entries: &[Logged]| entries.last().map_or(0, |logged| logged.n);
    let mut ring = History::new(number(head), RING_BYTES);
    for logged in tail {
        let told = room.apply(logged)?;
        ring.push(logged.n, kept(&told));
        if shows_board(&logged.entry) {
            // Nobody resumes from before the board: see `Task::commit`.
            ring = History::new(logged.n, RING_BYTES);
        }
    }
    Ok((room, ring, number(entries)))
}

/// The store could not read a table.
pub fn unread(hub: &Hub, id: &str, error: StoreError) -> Problem {
    match error {
        StoreError::Damaged(_) | StoreError::NewerLog { .. } => {
            damaged(hub, id, &error.to_string())
        }
        error => trouble::store(error),
    }
}

/// A table that is no more, or never was.
pub async fn missing(hub: &Hub, id: &str) -> Problem {
    match hub.store().expired(id).await {
        Ok(true) => {
            let detail = "This table has expired: it had not begun, and nobody used it for long.";
            trouble::gone("expired", detail)
        }
        Ok(false) => trouble::not_found("table"),
        Err(error) => trouble::store(error),
    }
}

fn damaged(hub: &Hub, id: &str, error: &str) -> Problem {
    hub.broken().note(id, error);
    let detail = "The log of this table cannot be read by this version of the server. \
                  It is untouched; whoever runs the server finds the reason in its log.";
    trouble::mistake("damaged", detail)
}
