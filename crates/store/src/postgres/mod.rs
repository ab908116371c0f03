//! `PostgreSQL`: for hosters who outgrew one file.
//!
//! Moves commit in groups on two connections (`writer`); everything else is a short transaction
//! that holds what it looked at (`hold`). Nothing relies on `LISTEN`, on advisory locks or on the
//! level of isolation: each change compares and sets rows.

mod fault;
mod finish;
mod fullness;
mod hold;
mod lanes;
mod nodes;
mod open;
mod tables;
#[cfg(feature = "simulated")]
pub mod way;
mod writer;

// What every database is told in the same words: compiled for each with its own connection.
#[path = "../sql/analyses.rs"]
mod analyses;
#[path = "../sql/arrive.rs"]
mod arrive;
#[path = "../sql/boots.rs"]
mod boots;
#[path = "../sql/bots.rs"]
mod bots;
#[path = "../sql/careers.rs"]
mod careers;
#[path = "../sql/challenges.rs"]
mod challenges;
#[path = "../sql/fair_list.rs"]
mod fair_list;
#[path = "../sql/games.rs"]
mod games;
#[path = "../sql/leave.rs"]
mod leave;
#[path = "../sql/lists.rs"]
mod lists;
#[path = "../sql/look.rs"]
pub(super) mod look;
#[path = "../sql/looks.rs"]
mod looks;
#[path = "../sql/moderation.rs"]
mod moderation;
#[path = "../sql/notices.rs"]
mod notices;
#[path = "../sql/people.rs"]
mod people;
#[path = "../sql/post/mod.rs"]
mod post;
#[path = "../sql/reading.rs"]
mod reading;
#[path = "../sql/records.rs"]
mod records;
#[path = "../sql/refold.rs"]
mod refold;
#[path = "../sql/result_store.rs"]
mod result_store;
#[path = "../sql/results.rs"]
mod results;
#[path = "../sql/seeks.rs"]
mod seeks;
#[path = "../sql/society.rs"]
mod society;
#[path = "../sql/store.rs"]
mod store;
#[path = "../sql/sweep.rs"]
mod sweep;
#[path = "../sql/weigh.rs"]
mod weigh;
#[path = "../sql/write.rs"]
mod write;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;
#[cfg(feature = "simulated")]
use std::sync::Arc;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use protocol::log::{Entry, Logged};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgRow};
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub(super) use self::fault::of_state;
use self::fullness::Fullness;
use self::lanes::{Lane, Lanes};
use self::lists::Mine;
pub(super) use self::open::for_reading;
pub(crate) use self::open::{migrate, options, refuse_unfinished};
use self::write::Write;
use self::writer::{Job, Move};
use super::logs::{in_a_row, named_in};
use super::{Hold, Index, Result, StoreError};

// What the shared files know of this database.
type Sql = sqlx::Postgres;
type Connection = PgConnection;
type Pool = PgPool;
type Row = PgRow;
type Backend = PostgresStore;

/// Where the tables of one person are found.
const MINE: Mine =
    Mine { from: "seats s JOIN tables t ON t.id = s.table_id", changed: "t.changed", id: "t.id" };

/// What several programs claim they share: nobody waits for what another is taking.
const SKIP_LOCKED: &str = " FOR UPDATE SKIP LOCKED";

/// A transaction that sees one moment, however long it looks.
pub(super) const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// How long anything may take, as for a file.
const LIMIT: Duration = Duration::from_secs(8);

/// How often a change is tried that others are in the way of.
const TRIES: u32 = 6;

/// How many connections write moves. Two keep one busy while the other waits for the disk.
const WRITERS: usize = 2;

/// A store in a database of `PostgreSQL`.
pub struct PostgresStore {
    options: PgConnectOptions,
    limit: Duration,
    readers: PgPool,
    /// The ways to the writers and the writers themselves, until the store is closed.
    writers: Mutex<Vec<mpsc::Sender<Job>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// What this program is among the nodes.
    member: nodes::Membership,
    fullness: Fullness,
    lanes: Lanes,
    /// How it is reached in a simulation.
    #[cfg(feature = "simulated")]
    way: Option<Arc<way::Way>>,
}

impl PostgresStore {
    /// Opens a database and brings its schema up to date.
    ///
    /// # Errors
    /// If it cannot be reached, is newer or somebody else's.
    pub async fn open(url: &str) -> Result<PostgresStore> {
        let options = open::options(url)?;
        open::migrate(&options).await?;
        open::refuse_unfinished(&options).await?;
        open::tell_of_losses(&options).await?;
        let readers = open::pool(&options).await?;
        let (writers, tasks) = (0..WRITERS).map(|_| writer::start(options.clone())).unzip();
        let (writers, tasks) = (Mutex::new(writers), Mutex::new(tasks));
        let member = nodes::Membership::default();
        Ok(PostgresStore {
            options,
            limit: LIMIT,
            readers,
            writers,
            tasks,
            member,
            fullness: Fullness::default(),
            lanes: Lanes::new(),
            #[cfg(feature = "simulated")]
            way: None,
        })
    }

    /// Opens it in a simulation.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    #[cfg(feature = "simulated")]
    pub fn open_by(url: &str, way: Arc<way::Way>) -> Result<PostgresStore> {
        let mut store = way.outside(PostgresStore::open(url))?;
        store.way = Some(way);
        Ok(store)
    }

    /// Ids of tables after one, in their order: a walk through all.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn tables_after(&self, after: &str, limit: u32) -> Result<Vec<String>> {
        self.read(lists::after(&self.readers, after, limit)).await
    }

    /// Makes a change, and waits until it is on the disk, but not for ever.
    async fn write(&self, write: Write) -> Result<u64> {
        #[cfg(feature = "simulated")]
        if let Some(way) = &self.way {
            return match way.lateness() {
                Some(late) => way.make_late(&self.readers, write, late).await,
                None => way.carry_change(self.made(write)).await,
            };
        }
        self.made(write).await
    }

    async fn made(&self, write: Write) -> Result<u64> {
        if matches!(write, Write::Ping) {
            return self.answers_in_turn().await;
        }
        if matches!(write, Write::Probe) {
            // A move could be kept only if the writers of moves answer, too.
            self.answers_in_turn().await?;
            self.fullness.told()?;
            let probing = timeout(self.limit, probe(&self.readers)).await;
            return probing.unwrap_or(Err(StoreError::Late));
        }
        if let Write::ClearNotices(last) = &write
            && self.is_node()
        {
            return self.clear_old_notices(*last).await;
        }
        if let Write::Append { table, hold, entries, index } = &write
            && is_quick(entries, index)
        {
            let kept = self.quick(table, *hold, entries, index).await;
            self.fullness.note(kept.as_ref().err());
            if kept? {
                return Ok(0);
            }
        }
        // Who waits for its turn has changed nothing.
        let _turn = match self.lanes.of(&write) {
            Some(lane) => Some(lane.turn().await?),
            None => None,
        };
        let changed = timeout(self.limit, self.change(&write)).await;
        changed.unwrap_or(Err(StoreError::Late))
    }

    /// The quick way of a move; whether it was taken.
    async fn quick(
        &self,
        table: &str,
        hold: Hold,
        entries: &[Logged],
        index: &Index,
    ) -> Result<bool> {
        let Some(first) = entries.first() else { return Ok(false) };
        in_a_row(entries, first.n - 1)?;
        let one = Move::new(table, hold, entries, index)?;
        self.ask(writer_of(table), |answer| Job::Move(Box::new(one), answer)).await
    }

    /// Whether both writers have decided what they were asked before.
    async fn answers_in_turn(&self) -> Result<u64> {
        // At the same time: far from the database one after the other would seem to hang.
        let (one, other) = tokio::join!(self.ask(0, Job::Ping), self.ask(1, Job::Ping));
        one.and(other).map(|_| 0)
    }

    fn writer(&self, lane: usize) -> Option<mpsc::Sender<Job>> {
        self.writers.lock().unwrap_or_else(PoisonError::into_inner).get(lane).cloned()
    }

    async fn ask(
        &self,
        lane: usize,
        job: impl FnOnce(oneshot::Sender<Result<bool>>) -> Job,
    ) -> Result<bool> {
        let closed = || StoreError::Other("the store is closed".to_owned());
        let sender = self.writer(lane).ok_or_else(closed)?;
        let (answer, wait) = oneshot::channel();
        match sender.send_timeout(job(answer), self.limit).await {
            Ok(()) => {}
            Err(SendTimeoutError::Timeout(_)) => return Err(StoreError::Busy),
            Err(SendTimeoutError::Closed(_)) => return Err(closed()),
        }
        // Waiting must not keep the writer from ending.
        drop(sender);
        match timeout(self.limit, wait).await {
            Ok(answer) => answer.map_err(|_| closed())?,
            Err(_) => Err(StoreError::Late),
        }
    }

    /// A change in a transaction of its own, again if others were in its way.
    async fn change(&self, write: &Write) -> Result<u64> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.once(write).await {
                Err(StoreError::Busy) if tries < TRIES => {
                    tokio::time::sleep(Duration::from_millis(5 << tries)).await;
                }
                done => return done,
            }
        }
    }

    async fn once(&self, write: &Write) -> Result<u64> {
        let mut db = self.readers.begin().await?;
        match write.run(&mut db).await {
            Ok(done) => {
                db.commit().await.map_err(fault::at_commit)?;
                Ok(done)
            }
            // What was not committed never happened, also if the connection is lost meanwhile.
            Err(error) => {
                let _ = db.rollback().await;
                Err(error)
            }
        }
    }

    /// Waits for what is read, but not for ever, and behind those who play.
    async fn read<T: Send>(&self, reading: impl Future<Output = Result<T>> + Send) -> Result<T> {
        self.read_in(Some(&self.lanes.newcomers), reading).await
    }

    /// The same for what nobody waits for.
    async fn chore<T: Send>(&self, reading: impl Future<Output = Result<T>> + Send) -> Result<T> {
        self.read_in(Some(&self.lanes.chores), reading).await
    }

    /// The same for what keeps nodes and their tables alive.
    async fn urgent<T: Send>(&self, reading: impl Future<Output = Result<T>> + Send) -> Result<T> {
        self.read_in(None, reading).await
    }

    async fn read_in<T: Send>(
        &self,
        lane: Option<&Lane>,
        reading: impl Future<Output = Result<T>> + Send,
    ) -> Result<T> {
        #[cfg(feature = "simulated")]
        if let Some(way) = &self.way {
            return way.carry(reading).await;
        }
        let _turn = match lane {
            Some(lane) => Some(lane.turn().await?),
            None => None,
        };
        timeout(self.limit, reading).await.unwrap_or(Err(StoreError::Busy))
    }

    /// Whether the database can be read.
    async fn answers(&self) -> Result<()> {
        sqlx::query("SELECT max(id) FROM boots").execute(&self.readers).await?;
        Ok(())
    }

    async fn copy_to(&self, to: &Path) -> Result<()> {
        crate::copy::to_file(&self.options, to).await
    }

    async fn end(&self) {
        self.writers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        #[cfg(feature = "simulated")]
        if let Some(way) = &self.way {
            return way.outside(self.readers.close());
        }
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks {
            if timeout(self.limit, task).await.is_err() {
                tracing::error!("the database hangs: a writer did not end");
            }
        }
        let _ = timeout(self.limit, self.readers.close()).await;
    }
}

/// The writer of a table: always the same.
fn writer_of(table: &str) -> usize {
    let mut hasher = DefaultHasher::new();
    table.hash(&mut hasher);
    (hasher.finish() % WRITERS as u64) as usize
}

/// Whether entries may take the quick way: they name nobody, the game does not begin with them, and
/// no rating moves.
fn is_quick(entries: &[Logged], index: &Index) -> bool {
    let turns = |logged: &Logged| match logged.entry {
        Entry::Began { .. } => true,
        Entry::Ended { .. } => index.result.as_ref().is_none_or(|finish| finish.rated),
        _ => false,
    };
    named_in(entries).is_empty() && !entries.iter().any(turns)
}

/// Writes something small, which needs room of its own: the new one is there before the old one
/// goes, otherwise it would always find its own room free.
async fn probe<'c>(db: impl sqlx::Executor<'c, Database = Sql>) -> Result<u64> {
    let sql = "WITH new AS (
            INSERT INTO probe (filler) VALUES (decode(repeat('00', 16384), 'hex')) RETURNING id
        )
        DELETE FROM probe WHERE id <> (SELECT id FROM new)";
    sqlx::query(sql).execute(db).await.map_err(fault::at_commit)?;
    Ok(0)
}
