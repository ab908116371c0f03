//! Opening a file: whose it is, whether it is sound, whether we understand it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::store::{Result, StoreError};

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// Connections for reading: the writer has its own.
const READERS: u32 = 4;

/// How long a statement waits for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);

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

/// The lock of the one server that owns the file: held as long as the answer lives, and released
/// by the operating system even if the program is killed.
pub(super) fn own(path: &Path) -> Result<File> {
    let beside = lock_path(path);
    let mut lock = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&beside)
        .map_err(|error| {
            StoreError::Other(format!(
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
    // The number is for people only; the lock itself is what counts.
    let _ = lock.set_len(0);
    let _ = lock.rewind();
    let _ = writeln!(lock, "{}", std::process::id());
    Ok(lock)
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

/// A connection for writing to a file that was found sound; its schema is brought up to date if
/// `migrate` is set, and must be up to date already if not.
pub(super) async fn writer(path: &Path, migrate: bool) -> Result<SqliteConnection> {
    let mut connection = options(path, migrate).connect().await.map_err(|e| advise(e.into()))?;
    match prepare(&mut connection, migrate).await {
        Ok(()) => Ok(connection),
        Err(error) => {
            // It is let go before anybody is told, who may want to move the file away.
            let _ = connection.close().await;
            Err(advise(error))
        }
    }
}

async fn prepare(connection: &mut SqliteConnection, migrate: bool) -> Result<()> {
    check(connection).await?;
    refuse_strangers(connection, migrate).await?;
    if migrate {
        MIGRATIONS.run_direct(None, connection, false).await?;
    }
    Ok(())
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
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut *connection)
            .await?;
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

/// Says what to do about a damaged file. (Whoever opens a file names it.)
fn advise(error: StoreError) -> StoreError {
    match error {
        StoreError::Damaged(text) => StoreError::Damaged(format!(
            "{text}; put a backup in its place, or move the file away to start afresh"
        )),
        error => error,
    }
}

/// Copies the database while it is used. The copy appears under its name only when it is whole
/// and on the disk.
pub(super) async fn copy(path: &Path, to: &Path) -> Result<()> {
    let fail = |error: std::io::Error| StoreError::Other(format!("{}: {error}", to.display()));
    let mut partial = to.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    // Claims the name, so that nothing that exists is ever overwritten.
    File::create_new(to).map_err(fail)?;
    let copied = async {
        let mut connection = options(path, false).connect().await?;
        sqlx::query("VACUUM INTO ?")
            .bind(partial.to_string_lossy().into_owned())
            .execute(&mut connection)
            .await?;
        connection.close().await?;
        File::open(&partial).and_then(|file| file.sync_all()).map_err(fail)?;
        std::fs::rename(&partial, to).map_err(fail)?;
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new("."))).and_then(|it| it.sync_all()).map_err(fail)
    };
    let copied = copied.await;
    if copied.is_err() {
        let _ = std::fs::remove_file(&partial);
        let _ = std::fs::remove_file(to);
    }
    copied
}
