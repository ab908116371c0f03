//! Making tables: once, whatever becomes of the answer.

use std::time::Duration;

use protocol::log::Who;
use protocol::{Made, Problem, TableConfig};
use room::Room;
use tokio::time::timeout;

use super::handle::{Handle, unknown};
use super::history::History;
use super::hub::Hub;
use super::load::{self, Loaded, RING_BYTES};
use super::secret::{self, Source};
use crate::trouble;
use crate::work::lane::Origin;
use store::{Maker, NewTable, StoreError};

/// How long whoever made a table waits until it is left to others: correctness never needs it.
const LEAVING: Duration = Duration::from_secs(2);

/// Why a table was not made.
enum NotMade {
    /// It may not be.
    Refused(Problem),
    /// The store could not, or did not say.
    Failed(StoreError),
}

impl Hub {
    /// Makes a table. With an id of the maker's choice the same request makes no second one.
    ///
    /// # Errors
    /// What is wrong with the configuration, `id-taken`, `too-many-tables`, or `store`: then there
    /// is no such table. With `unknown` there may be.
    pub async fn make(
        &self,
        config: TableConfig,
        by: &Who,
        id: Option<String>,
        origin: Origin,
    ) -> Result<Made, Problem> {
        let chosen = id.is_some();
        // Whoever makes a table for others watches it.
        let for_players = !matches!(origin, Origin::Server);
        let mut chance = self.chance().source();
        let own = chance.id();
        let id = id.unwrap_or(own);
        if !secret::is_chosen_id(&id) {
            let detail = "Expected 12 to 40 letters and digits.";
            return Err(room::field("id", detail));
        }
        if chosen && let Some(made) = self.made_before(&id, by).await? {
            return Ok(made);
        }
        // A place in memory first: a table for which there is none is not written.
        let place = self.place(&id).await?;
        let new = || self.make_new(config, by, &id, chance, origin);
        let made = place.fill(new).await;
        drop(place);
        match made {
            Ok(handle) => {
                let seen = handle.seen();
                if seen.room.owner() != by.id {
                    return Err(id_taken());
                }
                if seen.room.index().public {
                    self.lobby().note(&id, Some(seen.row()));
                }
                if for_players {
                    self.leave_to_others(handle).await;
                }
                Ok(seen.room.made())
            }
            Err(not) => self.not_made(&id, by, not).await,
        }
    }

    /// Where there are other nodes, whichever is asked for a new table first has it: only now does
    /// the balancer know its id. The maker hears of it when it is left: whoever asks sooner would
    /// find it here.
    async fn leave_to_others(&self, handle: Handle) {
        let others = self.cluster().is_some_and(|cluster| cluster.known().ready_peer(0).is_some());
        let orders = handle.orders.clone();
        // Whoever holds a way to a table keeps it awake.
        drop(handle);
        if others {
            let left = orders.give(|pending| pending.rest = true);
            let _ = timeout(LEAVING, left).await;
        }
    }

    /// Whether a table could be made so.
    ///
    /// # Errors
    /// What is wrong with the configuration.
    pub async fn check(
        &self,
        config: TableConfig,
        by: &Who,
        origin: Origin,
    ) -> Result<(), Problem> {
        let (hub, by) = (self.clone(), by.clone());
        let whole =
            move || Room::make(hub.book(), "", "", [0; 32], config, &by, hub.now()).map(drop);
        self.makers().run(origin, whole).await.unwrap_or_else(|busy| Err(busy.into()))
    }

    /// Makes the rematch of a table, or finds the one that was made and not noted.
    ///
    /// # Errors
    /// As [`Hub::make`].
    pub async fn make_rematch(
        &self,
        config: TableConfig,
        by: &Who,
        old: &Room,
    ) -> Result<Made, Problem> {
        let id = secret::of_rematch(old.id(), old.key());
        let free = match self.maker(&id).await {
            Ok(maker) if old.people().contains(&maker.id) => return Ok(made(&id, maker)),
            Err(problem) if problem.kind == "not-found" => Some(id),
            // Somebody else has the id, or the one that was made has expired.
            Ok(_) => None,
            Err(problem) if problem.kind == "expired" => None,
            Err(problem) => return Err(problem),
        };
        self.make(config, by, free, Origin::Server).await
    }

    /// The table with this id, if the person made it before.
    ///
    /// # Errors
    /// `id-taken` if it is another's, `expired` if it is no more, or what the store says.
    pub async fn made_before(&self, id: &str, by: &Who) -> Result<Option<Made>, Problem> {
        match self.maker(id).await {
            Ok(maker) if maker.id == by.id => Ok(Some(made(id, maker))),
            Ok(_) => Err(id_taken()),
            Err(problem) if problem.kind == "not-found" => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    /// What whoever made a table was answered.
    ///
    /// # Errors
    /// `not-found`, `expired`, or what the store says.
    pub async fn made(&self, id: &str) -> Result<Made, Problem> {
        self.maker(id).await.map(|maker| made(id, maker))
    }

    /// Asks the store and folds no log: nobody who reads tables keeps people from making some.
    async fn maker(&self, id: &str) -> Result<Maker, Problem> {
        if !secret::is_id(id) {
            return Err(trouble::not_found("table"));
        }
        match self.store().maker(id).await {
            Ok(Some(maker)) => Ok(maker),
            Ok(None) => Err(load::missing(self, id).await),
            Err(error) => Err(load::unread(self, id, error)),
        }
    }

    /// There may be a table all the same: made by the same request before, or just now by a store
    /// that could not say so.
    async fn not_made(&self, id: &str, by: &Who, not: NotMade) -> Result<Made, Problem> {
        let error = match not {
            NotMade::Refused(problem) => return Err(problem),
            NotMade::Failed(error) => error,
        };
        tracing::warn!(table = id, %error, "a table was not made, or late");
        let decided = self.store().ping().await.is_ok();
        match self.made_before(id, by).await {
            Ok(Some(made)) => Ok(made),
            Ok(None) if decided || !error.is_unknown() => Err(trouble::store(error)),
            Ok(None) => Err(unknown()),
            Err(problem) if problem.kind == "id-taken" => Err(problem),
            Err(_) if error.is_unknown() => Err(unknown()),
            Err(_) => Err(trouble::store(error)),
        }
    }

    /// Writes a new table and begins its task.
    async fn make_new(
        &self,
        config: TableConfig,
        by: &Who,
        id: &str,
        mut chance: Source,
        origin: Origin,
    ) -> Result<Handle, NotMade> {
        let (key, seed) = (chance.key(), chance.bytes());
        let whole = {
            let (hub, id, key, by) = (self.clone(), id.to_owned(), key.clone(), by.clone());
            move || Room::make(hub.book(), &id, &key, seed, config, &by, hub.now())
        };
        let checked = self.makers().run(origin, whole).await;
        let checked = checked.unwrap_or_else(|busy| Err(busy.into()));
        let (room, entries) = checked.map_err(NotMade::Refused)?;
        let n = entries.last().map_or(0, |logged| logged.n);
        let index = room.index();
        let table = NewTable { id: id.to_owned(), key: key.clone(), seed, entries, index };
        let hold = self.store().make_table(table).await.map_err(NotMade::Failed)?;
        let ring = History::new(n, RING_BYTES);
        let renamed = std::collections::BTreeSet::new();
        Ok(self.begin(id, Loaded { room, ring, n, key, hold, renamed, drafts: Vec::new() }))
    }
}

fn made(id: &str, maker: Maker) -> Made {
    Made { id: id.to_owned(), key: maker.key, commitment: maker.commitment }
}

fn id_taken() -> Problem {
    let detail = "Another table has this id. Choose another one, or leave it out.";
    Problem { at: Some("id".to_owned()), ..trouble::conflict("id-taken", detail) }
}
