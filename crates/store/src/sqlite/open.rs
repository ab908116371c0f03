//! Opening a file: whose it is, whether it is sound, whether we understand it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use super::looks;
use super::migrations::MIGRATIONS;
use super::restore::{beside, named, private, remove, sync_folder, vacuum_into};
use crate::error::unfinished_copy;
use crate::modes;
use crate::{Result, StoreError};

/// Connections for reading: the writer has its own.
const READERS: u32 = 4;

/// How long a statement waits for another program that writes. Twice this is
/// shorter than the store's own limit, so that a write behind one that waited in vain is still
/// refused with certainty.
const PATIENCE: Duration = Duration::from_millis(3500);

/// How the file is opened.
pub(super) fn options(path: &Path, create: bool) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(create)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .disable_statement_logging()
}

/// The lock of the one server that owns a file, held as long as this lives.
#[derive(Debug)]
pub(crate) struct Owned(File);

impl Drop for Owned {
    /// Closing would not be enough: a program that is just being started has inherited the open
    /// file, and with it the lock, until it runs its own code.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Takes the lock of the one server that owns the file. The operating system releases it even if
/// the program is killed.
pub(crate) fn own(path: &Path) -> Result<Owned> {
    let beside = beside(path, ".lock");
    let mut lock = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(&beside)
        .map_err(|error| {
            StoreError::Denied(format!(
                "{}: {error}; the data folder must exist and be writable",
                beside.display()
            ))
        })?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut owner = String::new();
            let _ = lock.read_to_string(&mut owner);
            return Err(StoreError::Locked(format!(
                "{} belongs to the running process {}; stop that one first, or give this one a \
                 data folder of its own",
                path.display(),
                owner.trim()
            )));
        }
        Err(TryLockError::Error(error)) => {
            return Err(StoreError::Other(format!("{}: {error}", beside.display())));
        }
    }
    modes::tighten_file(&beside);
    // The number is for people only; the lock itself is what counts.
    let _ = lock.set_len(0);
    let _ = lock.rewind();
    let _ = writeln!(lock, "{}", std::process::id());
    Ok(Owned(lock))
}

/// A connection for writing, of the one server that owns the file: checked if it was not closed
/// well or if that is asked for, its schema brought up to date. `whole`: a copy that was broken off
/// is refused.
pub(super) async fn owner(path: &Path, ask_check: bool, whole: bool) -> Result<SqliteConnection> {
    // What SQLite makes beside the file has the rights of the file. If it cannot be made SQLite
    // says why.
    let _ = modes::file(path);
    for end in ["-wal", "-shm"] {
        modes::tighten_file(&beside(path, end));
    }
    let mut connection = options(path, true).connect().await.map_err(|e| advise(e.into()))?;
    let prepared = async {
        let known = refuse_strangers(&mut connection, true).await;
        // Whatever is wrong with it: a damaged file is called damaged.
        if ask_check || known.is_err() || !was_closed_well(&mut connection).await? {
            check(&mut connection).await?;
        }
        known?;
        if whole && tables(&mut connection).await?.iter().any(|name| name == "unfinished_copy") {
            return Err(unfinished_copy());
        }
        MIGRATIONS.run_direct(None, &mut connection, false).await?;
        fill_looks(&mut connection).await?;
        sqlx::query("DELETE FROM clean_stop").execute(&mut connection).await?;
        Ok(())
    };
    let prepared = prepared.await;
    or_let_go(connection, prepared).await
}

/// A connection for writing to a file that a server may own.
pub(super) async fn guest(path: &Path) -> Result<SqliteConnection> {
    let mut connection = options(path, false).connect().await.map_err(|e| advise(e.into()))?;
    let known = refuse_strangers(&mut connection, false).await;
    or_let_go(connection, known).await
}

async fn or_let_go(connection: SqliteConnection, prepared: Result<()>) -> Result<SqliteConnection> {
    match prepared {
        Ok(()) => Ok(connection),
        Err(error) => {
            // It is let go before anybody is told, who may want to move the file away.
            let _ = connection.close().await;
            Err(advise(error))
        }
    }
}

/// Whether the last owner closed the file in the orderly way. An empty file has nothing to check;
/// one from before that was noted is checked.
async fn was_closed_well(connection: &mut SqliteConnection) -> Result<bool> {
    let names = tables(connection).await?;
    if names.is_empty() {
        return Ok(true);
    }
    if !names.iter().any(|name| name == "clean_stop") {
        return Ok(false);
    }
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM clean_stop)").fetch_one(connection).await?)
}

/// The last thing that an owner writes.
pub(super) async fn note_clean_stop(connection: &mut SqliteConnection) -> Result<()> {
    sqlx::query("INSERT OR IGNORE INTO clean_stop (one) VALUES (1)").execute(connection).await?;
    Ok(())
}

async fn tables(connection: &mut SqliteConnection) -> Result<Vec<String>> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table'";
    Ok(sqlx::query_scalar(sql).fetch_all(connection).await?)
}

/// Connections for reading.
pub(super) async fn readers(path: &Path) -> Result<SqlitePool> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(PATIENCE)
        .connect_with(options(path, false).pragma("query_only", "on"))
        .await
        .map_err(|error| advise(error.into()))
}

/// A quick look at every page.
async fn check(connection: &mut SqliteConnection) -> Result<()> {
    let findings: Vec<String> =
        sqlx::query_scalar("PRAGMA quick_check(3)").fetch_all(connection).await?;
    if findings == ["ok"] { Ok(()) } else { Err(StoreError::Damaged(findings.join("; "))) }
}

/// Limits the size of the file, in pages.
pub(super) async fn limit(connection: &mut SqliteConnection, pages: u32) -> Result<()> {
    let sql = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::query(sql).execute(connection).await?;
    Ok(())
}

/// Refuses files of newer programs and of other programs, before anything is written to them.
async fn refuse_strangers(connection: &mut SqliteConnection, migrate: bool) -> Result<()> {
    let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    let names = tables(connection).await?;
    let found: i64 = if names.iter().any(|name| name == "_sqlx_migrations") {
        sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
            .fetch_one(connection)
            .await?
    } else if names.is_empty() {
        0
    } else {
        return Err(StoreError::Other("the file is the database of another program".to_owned()));
    };
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    if found < known && !migrate {
        return Err(StoreError::Other(format!(
            "the file has schema {found}, this program needs {known}: start the server once, \
             which brings it up to date"
        )));
    }
    Ok(())
}

/// Refuses what cannot be brought back as a backup: damaged, newer, somebody else's or empty.
pub(super) async fn refuse_backup(connection: &mut SqliteConnection) -> Result<()> {
    check(connection).await?;
    if tables(connection).await?.is_empty() {
        return Err(StoreError::Other("the file is empty".to_owned()));
    }
    refuse_strangers(connection, true).await
}

/// A connection that only reads, and the lock of the file unless a server may be using it.
pub(crate) async fn for_reading(
    path: &Path,
    live: bool,
) -> Result<(SqliteConnection, Option<Owned>)> {
    let lock = if live { None } else { Some(own(path)?) };
    let options =
        SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    let mut connection = options.connect().await?;
    match refuse_backup(&mut connection).await {
        Ok(()) => Ok((connection, lock)),
        Err(error) => {
            let _ = connection.close().await;
            Err(error)
        }
    }
}

/// Says what to do about a damaged file. (Whoever opens a file names it.)
fn advise(error: StoreError) -> StoreError {
    match error {
        StoreError::Damaged(text) => StoreError::Damaged(format!(
            "{text}; bring back a backup with `trencavel restore`, or move the file away to start \
             afresh"
        )),
        error => error,
    }
}

/// Copies the database while it is used. The copy has its name only when it is whole and on the
/// disk, nobody else can read it, and nothing that exists is overwritten.
pub(super) async fn copy(path: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        return Err(StoreError::Other(format!("{} exists already", to.display())));
    }
    let partial = beside(to, ".partial");
    private(&partial)?;
    let copied = async {
        let mut connection = options(path, false).connect().await?;
        let copied = vacuum_into(&mut connection, &partial).await;
        let _ = connection.close().await;
        copied?;
        publish(&partial, to)
    };
    let copied = copied.await;
    if copied.is_err() {
        let _ = remove(&partial);
    }
    copied
}

/// Gives a whole file its name, unless something bears it.
pub(crate) fn publish(partial: &Path, to: &Path) -> Result<()> {
    match std::fs::hard_link(partial, to) {
        Ok(()) => remove(partial)?,
        // Some file systems know no links.
        Err(_) if !to.exists() => {
            std::fs::rename(partial, to).map_err(|error| named(to, &error))?;
        }
        Err(error) => return Err(named(to, &error)),
    }
    sync_folder(to)
}

/// How many accounts are seen to between two commits.
const BATCH: i64 = 500;

/// The accounts of before this table was made, a few at a time: it goes on where it was broken off.
/// Guests, who may be many, are not looked at.
async fn fill_looks(db: &mut SqliteConnection) -> Result<()> {
    loop {
        let without: Vec<(String, String)> = sqlx::query_as(
            "SELECT id, name FROM people INDEXED BY people_account WHERE password IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM looks WHERE person = id) LIMIT ?",
        )
        .bind(BATCH)
        .fetch_all(&mut *db)
        .await?;
        if without.is_empty() {
            return Ok(());
        }
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *db).await?;
        for (id, name) in without {
            looks::note(db, &id, &name).await?;
        }
        sqlx::query("COMMIT").execute(&mut *db).await?;
    }
}
