//! Who gets a connection when there are too few of them.
//!
//! A database that is far away, or slow, keeps every connection busy for longer. Then those come
//! first who play: what changes a table, or keeps a node and its tables alive, waits for nothing
//! but a connection. Whoever comes, looks or asks waits in a line that has an end, and is told so
//! at once when it is full; what is done in the background has a few connections at most.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::open::CONNECTIONS;
use super::post;
use super::write::Write;
use crate::{Result, StoreError};

/// Connections that are left to those who play.
const KEPT: u32 = 3;
/// Connections for what is done in the background.
const CHORES: u32 = 3;
/// How many may wait, and for how long.
const WAITING: u32 = 256;
const PATIENCE: Duration = Duration::from_millis(3500);

/// A line for connections.
pub(super) struct Lane {
    name: &'static str,
    turns: Semaphore,
    /// Those who have a turn, and those who wait for one.
    places: Semaphore,
    patience: Duration,
}

impl Lane {
    fn new(name: &'static str, at_once: u32) -> Lane {
        let semaphore = |n: u32| Semaphore::new(n as usize);
        let places = semaphore(at_once + WAITING);
        Lane { name, turns: semaphore(at_once), places, patience: PATIENCE }
    }

    /// A turn, until the answer is dropped.
    ///
    /// # Errors
    /// `Busy` if too many wait, or for too long.
    pub(super) async fn turn(&self) -> Result<[SemaphorePermit<'_>; 2]> {
        let place = self.places.try_acquire().map_err(|_| self.busy())?;
        let turn = timeout(self.patience, self.turns.acquire()).await;
        match turn {
            Ok(Ok(turn)) => Ok([place, turn]),
            Ok(Err(_)) | Err(_) => Err(self.busy()),
        }
    }

    fn busy(&self) -> StoreError {
        metrics::counter!("trencavel_store_refusals_total", "lane" => self.name).increment(1);
        StoreError::Busy
    }
}

/// The lines.
pub(super) struct Lanes {
    /// Whoever comes, looks or asks.
    pub(super) newcomers: Lane,
    /// What is done in the background.
    pub(super) chores: Lane,
}

impl Lanes {
    pub(super) fn new() -> Lanes {
        let newcomers = Lane::new("newcomers", CONNECTIONS - CHORES - KEPT);
        Lanes { newcomers, chores: Lane::new("chores", CHORES) }
    }

    /// The line of a change; none if it waits for a connection alone.
    pub(super) fn of(&self, write: &Write) -> Option<&Lane> {
        match write {
            // Who plays, and whether it is possible.
            Write::MakeTable(..)
            | Write::Append { .. }
            | Write::Probe
            | Write::Ping
            | Write::Alive(_)
            | Write::Boot(_) => None,
            Write::SweepExpired { .. }
            | Write::SweepNothing { .. }
            | Write::SweepSessions { .. }
            | Write::SweepGuests { .. }
            | Write::KeepRecord { .. }
            | Write::KeepAnalysis { .. }
            | Write::KeepResult { .. }
            | Write::KeepFeatures { .. }
            | Write::ResetSeats(_)
            | Write::ResetRatings(_)
            | Write::ChainFairList
            | Write::GoOnLeaving(_)
            | Write::ClearNotices(_) => Some(&self.chores),
            Write::Post(change) if is_chore(change) => Some(&self.chores),
            _ => Some(&self.newcomers),
        }
    }
}

/// Whether nobody waits for it.
fn is_chore(change: &post::Change) -> bool {
    use post::Change::{Claim, ClaimDigests, KeepDraft, NoteTurn, PutOff, Spread, Sweep, Told};
    matches!(
        change,
        Claim(_)
            | ClaimDigests { .. }
            | KeepDraft { .. }
            | NoteTurn { .. }
            | PutOff { .. }
            | Spread { .. }
            | Sweep { .. }
            | Told(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_has_an_end_and_nobody_waits_for_ever() {
        let lane = Lane::new("test", 1);
        let turn = lane.turn().await.expect("it is free");
        let waiting: Vec<_> = (0..WAITING).map(|_| Box::pin(lane.turn())).collect();
        let mut waiting = waiting.into_iter();
        let mut first = waiting.next().expect("somebody");
        let mut others: Vec<_> = waiting.collect();
        for one in std::iter::once(&mut first).chain(&mut others) {
            assert!(tokio::time::timeout(Duration::ZERO, one).await.is_err(), "it waits");
        }
        let refused = tokio::time::timeout(Duration::ZERO, lane.turn()).await;
        assert!(matches!(refused, Ok(Err(StoreError::Busy))), "at once");
        drop(turn);
        assert!(first.await.is_ok(), "one after the other");
        for one in others {
            drop(one.await);
        }
        assert!(lane.turn().await.is_ok(), "all are gone");
        let lane = Lane { patience: Duration::from_millis(5), ..Lane::new("test", 1) };
        let _kept = lane.turn().await.expect("it is free");
        assert!(matches!(lane.turn().await, Err(StoreError::Busy)), "not for ever");
    }

    #[test]
    fn those_who_play_have_connections_of_their_own() {
        let lanes = Lanes::new();
        let turns = |lane: &Lane| lane.turns.available_permits();
        assert!(turns(&lanes.newcomers) + turns(&lanes.chores) < CONNECTIONS as usize);
        assert!(lanes.of(&Write::Probe).is_none());
        assert!(lanes.of(&Write::ChainFairList).is_some_and(|lane| lane.name == "chores"));
        assert!(lanes.of(&Write::EndSession([0; 32])).is_some_and(|it| it.name == "newcomers"));
    }
}
