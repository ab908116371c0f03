//! `SQLite`: the database is one file beside the program.
//!
//! One connection writes, in groups (`writer`); a few read. The file is in WAL mode with full
//! synchronisation: what was committed survives the loss of power. A lock beside the file keeps
//! two servers from sharing it.

mod carry;
mod fault;
mod hold;
mod migrations;
mod open;
#[cfg(test)]
mod plans;
mod restore;
mod tables;
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

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub(super) use self::fault::of_code;
pub(super) use self::open::for_reading;
pub(crate) use self::open::{Owned, own as own_file, publish};

pub use self::carry::{Carried, carry_fair_list};
use self::lists::Mine;
pub use self::restore::{Restore, Restored};
use self::write::Write;
use self::writer::Job;
use super::{Hold, Nodes, Result, StoreError};

/// How long anything may take: longer than a program that holds the file is waited for, shorter
/// than whoever asks over HTTP waits for a table.
const LIMIT: Duration = Duration::from_secs(8);

// What the shared files know of this database.
type Sql = sqlx::Sqlite;
type Connection = SqliteConnection;
type Pool = SqlitePool;
type Row = SqliteRow;
type Backend = SqliteStore;

/// Where the tables of one person are found: by the person; the planner must not do it otherwise.
const MINE: Mine = Mine {
    from: "seats s CROSS JOIN tables t ON t.id = s.table_id",
    changed: "s.changed",
    id: "s.table_id",
};

/// One program has the whole file: there is nobody to share with.
const SKIP_LOCKED: &str = "";

/// Pages that must be free for the disk to count as writable: as many as a move may need.
const PROBE_BYTES: i64 = 4 * 4096;

/// How a file is opened.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Whether the whole file is read and checked even if it was closed well.
    pub check: bool,
    /// A limit to the size of the file, in pages of 4 KB: a write beyond it is refused like one to
    /// a full disk.
    pub pages: Option<u32>,
    /// How long anything may take before it is answered with [`StoreError::Late`].
    pub limit: Duration,
}

impl Default for Opening {
    fn default() -> Opening {
        Opening { check: false, pages: None, limit: LIMIT }
    }
}

/// A store in a file.
pub struct SqliteStore {
    path: PathBuf,
    limit: Duration,
    readers: SqlitePool,
    /// The way to the writer and the writer itself, until the store is closed.
    writer: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteStore {
    /// One program has the file: there is nothing to hold, and nobody to share it with.
    #[allow(clippy::unused_self)] // other stores know more of themselves
    fn newborn(&self) -> Hold {
        Hold::NONE
    }

    #[allow(clippy::unused_self)]
    fn as_nodes(&self) -> Option<&dyn Nodes> {
        None
    }

    /// Opens the file, or makes it; brings its schema up to date and owns it alone. It is read as a
    /// whole and checked if it was not closed well.
    ///
    /// # Errors
    /// If another server has the file, it is damaged, newer or somebody else's, or cannot be
    /// written.
    pub async fn open(path: &Path) -> Result<SqliteStore> {
        SqliteStore::open_as(path, Opening::default()).await
    }

    /// The same with a limit to the size of the file, in pages.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_with(path: &Path, pages: Option<u32>) -> Result<SqliteStore> {
        SqliteStore::open_as(path, Opening { pages, ..Opening::default() }).await
    }

    /// The same in a way of one's own.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_as(path: &Path, how: Opening) -> Result<SqliteStore> {
        let lock = open::own(path)?;
        restore::settle(path)?;
        let mut connection = open::owner(path, how.check, true).await?;
        if let Some(pages) = how.pages {
            open::limit(&mut connection, pages).await?;
        }
        SqliteStore::start(path, connection, Some(lock), how.limit).await
    }

    /// Opens a file that a server may be using at the same time, for administration. The schema
    /// must be up to date.
    ///
    /// # Errors
    /// As [`SqliteStore::open`], and if there is no file, or one with an older schema.
    pub async fn open_beside(path: &Path) -> Result<SqliteStore> {
        if restore::is_unsettled(path) {
            return Err(StoreError::Other(
                "a restore was broken off: start the server, which ends it".to_owned(),
            ));
        }
        let connection = open::guest(path).await?;
        SqliteStore::start(path, connection, None, LIMIT).await
    }

    /// Makes an empty file, or opens one that is being copied to, and closes it again.
    pub(crate) async fn open_unfinished(path: &Path) -> Result<()> {
        let _lock = open::own(path)?;
        let mut connection = open::owner(path, false, false).await?;
        open::note_clean_stop(&mut connection).await?;
        connection.close().await?;
        Ok(())
    }

    async fn start(
        path: &Path,
        connection: sqlx::SqliteConnection,
        lock: Option<Owned>,
        limit: Duration,
    ) -> Result<SqliteStore> {
        let readers = open::readers(path).await?;
        let (sender, task) = writer::start(connection, lock);
        Ok(SqliteStore {
            path: path.to_owned(),
            limit,
            readers,
            writer: Mutex::new(Some(sender)),
            task: Mutex::new(Some(task)),
        })
    }

    /// Ids of tables after one, in their order: a walk through all.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn tables_after(&self, after: &str, limit: u32) -> Result<Vec<String>> {
        self.read(lists::after(&self.readers, after, limit)).await
    }

    /// Has the writer make a change, and waits until it is on the disk, but not for ever.
    async fn write(&self, write: Write) -> Result<u64> {
        let closed = || StoreError::Other("the store is closed".to_owned());
        let sender = self.writer.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let sender = sender.ok_or_else(closed)?;
        let (answer, wait) = oneshot::channel();
        match sender.send_timeout(Job { write, answer }, self.limit).await {
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

    /// Waits for what is read, but not for ever.
    async fn read<T>(&self, reading: impl Future<Output = Result<T>>) -> Result<T> {
        timeout(self.limit, reading).await.unwrap_or(Err(StoreError::Busy))
    }

    /// One file answers at once: nobody has to come first.
    async fn chore<T>(&self, reading: impl Future<Output = Result<T>>) -> Result<T> {
        self.read(reading).await
    }

    async fn urgent<T>(&self, reading: impl Future<Output = Result<T>>) -> Result<T> {
        self.read(reading).await
    }

    /// Whether the file can be read.
    async fn answers(&self) -> Result<()> {
        sqlx::query("SELECT max(id) FROM boots").execute(&self.readers).await?;
        Ok(())
    }

    async fn copy_to(&self, to: &Path) -> Result<()> {
        open::copy(&self.path, to).await
    }

    pub(crate) async fn end(&self) {
        drop(self.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
        // Readers first: the last one to close folds the write-ahead log into the file.
        let _ = timeout(self.limit, self.readers.close()).await;
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(task) = task else { return };
        match timeout(self.limit, task).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the writer of the database failed"),
            Err(_) => tracing::error!("the disk hangs: the database was not closed"),
        }
    }
}

/// Writes something small, which needs room of its own.
async fn probe(db: &mut SqliteConnection) -> Result<u64> {
    // The new one before the old one goes: otherwise it would always find its own room free.
    let new = sqlx::query("INSERT INTO probe (filler) VALUES (zeroblob($1))")
        .bind(PROBE_BYTES)
        .execute(&mut *db)
        .await?;
    sqlx::query("DELETE FROM probe WHERE id <> $1")
        .bind(new.last_insert_rowid())
        .execute(db)
        .await?;
    Ok(0)
}
