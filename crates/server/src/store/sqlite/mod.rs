//! `SQLite`: the database is one file beside the program.
//!
//! One connection writes, in groups (`writer`); a few read. The file is in WAL mode with full
//! synchronisation: what was committed survives the loss of power. A lock beside the file keeps
//! two servers from sharing it.

mod arrive;
mod carry;
mod fair_list;
mod fault;
mod inspect;
mod leave;
mod lists;
mod looks;
mod migrations;
mod notices;
mod open;
mod people;
mod records;
mod restore;
mod sweep;
mod tables;
mod write;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use protocol::log::Logged;
use sqlx::sqlite::SqlitePool;
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub use self::carry::{Carried, carry_fair_list};
pub use self::inspect::{Inspected, Inspector};
pub use self::restore::{Restore, Restored};
use self::write::Write;
use self::writer::Job;
use super::{
    Arrival, Boot, Expiry, Finished, Index, Listed, NewTable, Notice, PasswordChange, Person,
    Query, Removal, Result, Right, Session, Store, StoreError, StoredTable,
};

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;

/// How long anything may take: longer than a program that holds the file is waited for, shorter
/// than whoever asks over HTTP waits for a table.
const LIMIT: Duration = Duration::from_secs(8);

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
        let mut connection = open::owner(path, how.check).await?;
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

    async fn start(
        path: &Path,
        connection: sqlx::SqliteConnection,
        lock: Option<std::fs::File>,
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
}

#[async_trait::async_trait]
impl Store for SqliteStore {
    async fn make_table(&self, table: NewTable) -> Result<()> {
        self.write(Write::MakeTable(table)).await.map(drop)
    }

    async fn append(&self, table: &str, entries: Vec<Logged>, index: Index) -> Result<()> {
        self.write(Write::Append { table: table.to_owned(), entries, index }).await.map(drop)
    }

    async fn load(&self, table: &str) -> Result<Option<StoredTable>> {
        self.read(tables::load(&self.readers, table)).await
    }

    async fn rows(&self, query: Query) -> Result<Vec<(String, String)>> {
        self.read(lists::rows(&self.readers, &query)).await
    }

    async fn due(&self, now: u64) -> Result<Vec<String>> {
        self.read(lists::due(&self.readers, now)).await
    }

    async fn finished(
        &self,
        family: Option<&str>,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<(String, Finished)>> {
        self.read(records::finished(&self.readers, family, after, limit)).await
    }

    async fn unrecorded(&self, limit: u32) -> Result<Vec<String>> {
        self.read(records::missing(&self.readers, limit)).await
    }

    async fn keep_record(
        &self,
        table: &str,
        named: &[String],
        record: Option<&str>,
    ) -> Result<bool> {
        let named = serde_json::to_string(named).map_err(|error| tables::not_json(&error))?;
        let (table, record) = (table.to_owned(), record.map(records::packed).transpose()?);
        Ok(self.write(Write::KeepRecord { table, named, record }).await? > 0)
    }

    async fn record(&self, table: &str) -> Result<Option<String>> {
        self.read(records::find(&self.readers, table)).await
    }

    async fn named(&self, person: &str) -> Result<Vec<String>> {
        self.read(tables::named_at(&self.readers, person)).await
    }

    async fn remove_table(&self, table: &str, why: Removal) -> Result<bool> {
        Ok(self.write(Write::RemoveTable { table: table.to_owned(), why }).await? > 0)
    }

    async fn expiring(&self, expiry: Expiry, limit: u32) -> Result<Vec<String>> {
        self.read(lists::expiring(&self.readers, expiry, limit)).await
    }

    async fn expired(&self, table: &str) -> Result<bool> {
        self.read(sweep::is_expired(&self.readers, table)).await
    }

    async fn sweep_expired(&self, before: u64, limit: u32) -> Result<u64> {
        self.write(Write::SweepExpired { before, limit }).await
    }

    async fn sweep_sessions(&self, before: u64, limit: u32) -> Result<u64> {
        self.write(Write::SweepSessions { before, limit }).await
    }

    async fn sweep_guests(
        &self,
        after: &str,
        before: u64,
        limit: u32,
    ) -> Result<(u64, Option<String>)> {
        let to = self.read(sweep::stretch(&self.readers, after, limit)).await?;
        let Some(to) = to else { return Ok((0, None)) };
        let (from, end) = (after.to_owned(), to.clone());
        let removed = self.write(Write::SweepGuests { after: from, to: end, before }).await?;
        Ok((removed, Some(to)))
    }

    async fn chain_fair_list(&self) -> Result<u64> {
        if !self.read(fair_list::waits(&self.readers)).await? {
            return Ok(0);
        }
        self.write(Write::ChainFairList).await
    }

    async fn fair_list(&self, after: u64, limit: u32) -> Result<Vec<Listed>> {
        self.read(fair_list::after(&self.readers, after, limit)).await
    }

    async fn fair_lines(&self, commitment: &str) -> Result<Vec<Listed>> {
        self.read(fair_list::of(&self.readers, commitment)).await
    }

    async fn boot(&self, now: u64) -> Result<Vec<Boot>> {
        self.write(Write::Boot(now)).await?;
        let boots: Vec<(i64, i64)> = sqlx::query_as("SELECT started, seen FROM boots ORDER BY id")
            .fetch_all(&self.readers)
            .await?;
        let boot = |(started, seen)| Boot { started: started as u64, seen: seen as u64 };
        Ok(boots.into_iter().map(boot).collect())
    }

    async fn alive(&self, now: u64) -> Result<()> {
        self.write(Write::Alive(now)).await.map(drop)
    }

    async fn add_person(&self, person: Person) -> Result<()> {
        self.write(Write::AddPerson(person)).await.map(drop)
    }

    async fn person(&self, id: &str) -> Result<Option<Person>> {
        self.read(people::find(&self.readers, id)).await
    }

    async fn account(&self, name: &str) -> Result<Option<Person>> {
        self.read(people::account(&self.readers, name)).await
    }

    async fn look_alike(&self, name: &str, but: &str) -> Result<Option<String>> {
        self.read(looks::find(&self.readers, name, but)).await
    }

    async fn arrive(&self, arrival: Arrival) -> Result<()> {
        self.write(Write::Arrive(arrival)).await.map(drop)
    }

    async fn rename_person(&self, id: &str, name: &str) -> Result<()> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.write(Write::RenamePerson { id, name }).await.map(drop)
    }

    async fn change_password(&self, change: PasswordChange) -> Result<()> {
        self.write(Write::ChangePassword(change)).await.map(drop)
    }

    async fn ban(&self, id: &str, banned: bool) -> Result<bool> {
        Ok(self.write(Write::Ban { id: id.to_owned(), banned }).await? > 0)
    }

    async fn forget(&self, id: &str) -> Result<()> {
        self.write(Write::Forget(id.to_owned())).await.map(drop)
    }

    async fn accounts(&self, like: &str, limit: u32) -> Result<Vec<Person>> {
        self.read(people::accounts(&self.readers, like, limit)).await
    }

    async fn begin_session(&self, session: Session, right: Right) -> Result<()> {
        self.write(Write::AddSession(session, right)).await.map(drop)
    }

    async fn session(&self, hash: &[u8; 32], now: u64) -> Result<Option<(Session, Person)>> {
        let found = self.read(people::session(&self.readers, hash)).await?;
        let Some((mut session, person)) = found else { return Ok(None) };
        let used = if session.is_program() { now } else { now - now % HOUR };
        let noted = session.is_program() && session.is_used() && used < session.used + MINUTE;
        if used > session.used && !noted {
            // Worth no refusal: a full disk must not log people out.
            match self.write(Write::UseSession { hash: *hash, used }).await {
                Ok(_) => session.used = used,
                Err(error) => tracing::warn!(%error, "the use of a session was not noted"),
            }
        }
        Ok(Some((session, person)))
    }

    async fn sessions(&self, person: &str) -> Result<Vec<Session>> {
        self.read(people::sessions(&self.readers, person)).await
    }

    async fn end_session(&self, hash: &[u8; 32]) -> Result<()> {
        self.write(Write::EndSession(*hash)).await.map(drop)
    }

    async fn end_sessions(&self, person: &str) -> Result<u64> {
        self.write(Write::EndSessions(person.to_owned())).await
    }

    async fn notices(&self, after: u64, limit: u32) -> Result<Vec<(u64, Notice)>> {
        self.read(notices::after(&self.readers, after, limit)).await
    }

    async fn clear_notices(&self, last: u64) -> Result<()> {
        self.write(Write::ClearNotices(last)).await.map(drop)
    }

    async fn ping(&self) -> Result<()> {
        let look = async {
            sqlx::query("SELECT max(id) FROM boots").execute(&self.readers).await?;
            Ok(())
        };
        self.read(look).await?;
        self.write(Write::Ping).await.map(drop)
    }

    async fn probe(&self) -> Result<()> {
        self.write(Write::Probe).await.map(drop)
    }

    async fn backup(&self, to: &Path) -> Result<()> {
        open::copy(&self.path, to).await
    }

    async fn close(&self) {
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
