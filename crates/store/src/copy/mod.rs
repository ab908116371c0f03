//! Copies of a whole store, from one kind to another: the way from a file to `PostgreSQL` and
//! back, and the backup of a database as a file.
//!
//! Invariants: a place that holds something else is never written to; what is copied is as of one
//! moment; a copy that was broken off is marked, refused by servers, and goes on where it stopped;
//! at the end every row of both sides was read again and compared.

mod kind;
mod lives;
mod side;
mod tables;

use std::path::Path;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection as _};

use self::side::{Database, File, Side, Snapshot, is_empty, sum};
use self::tables::TABLES;
use crate::modes;
use crate::sqlite::{Owned, SqliteStore, own_file, publish};
use crate::{Locator, Result, StoreError, postgres};

/// What was copied of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// Its name.
    pub table: &'static str,
    /// Its rows, now the same on both sides.
    pub rows: u64,
}

/// Copies a store to an empty place, or goes on with a copy that was broken off. No server may be
/// using either. `progress` is told the name of a table and how many of its rows are there.
///
/// # Errors
/// If one of them cannot be opened, a server uses it, the target holds something else, or both
/// differ in the end.
pub async fn copy(
    from: &Locator,
    to: &Locator,
    progress: &mut (dyn FnMut(&'static str, u64) + Send),
) -> Result<Vec<Copied>> {
    if from == to {
        return Err(StoreError::Other("a store cannot be copied to itself".to_owned()));
    }
    let (_source_lock, mut source) = source(from).await?;
    make(to).await?;
    let (_target_lock, mut target) = open(to).await?;
    mark(&mut *target).await?;
    let copied = fill(&mut *source, &mut *target, progress).await?;
    if matches!(to, Locator::Postgres(_)) {
        target.run(COUNTERS).await?;
    }
    target.run("DROP TABLE unfinished_copy").await?;
    Ok(copied)
}

/// Numbers go on behind those that were copied, and nodes leave alone what they cannot read.
const COUNTERS: &str = r#"
    UPDATE tables t SET needs =
        1000 * coalesce(substring(e.entry FROM '^{"t":"made","format":([0-9]+)')::bigint, 1) +
        coalesce(substring(e.entry FROM '^[^[]*"revision":([0-9]+)')::bigint, 1)
        FROM entries e WHERE e.table_id = t.id AND e.n = 1;
    UPDATE counters SET n = (SELECT coalesce(max(ended), 0) FROM tables) WHERE name = 'ended';
    SELECT setval(pg_get_serial_sequence('boots', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM boots));
    SELECT setval(pg_get_serial_sequence('fair_pending', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM fair_pending));
    SELECT setval(pg_get_serial_sequence('reports', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM reports));
    SELECT setval(pg_get_serial_sequence('mod_log', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM mod_log));
    SELECT setval(pg_get_serial_sequence('announcements', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM announcements));
    SELECT setval(pg_get_serial_sequence('voids', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM voids));
    SELECT setval(pg_get_serial_sequence('outbox', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM outbox));
    SELECT setval(pg_get_serial_sequence('bell', 'id'),
        (SELECT coalesce(max(id), 0) + 1 FROM bell));"#;

/// The lock of a file, if it is one: no server starts meanwhile.
type Lock = Option<Owned>;

/// A store to read from, as of one moment.
async fn source(place: &Locator) -> Result<(Lock, Box<dyn Side>)> {
    match place {
        Locator::File(path) => {
            if !path.exists() {
                return Err(StoreError::Denied(format!("{}: there is no file", path.display())));
            }
            // Brings an older schema up to date, and refuses what is not ours.
            SqliteStore::open(path).await?.end().await;
            let (lock, mut side) = open(place).await?;
            side.run("BEGIN").await?;
            Ok((lock, side))
        }
        Locator::Postgres(url) => {
            let options = postgres::options(url)?;
            // What is copied must not go on meanwhile, nor be half of something.
            unused(&options).await?;
            postgres::refuse_unfinished(&options).await?;
            Ok((None, Box::new(snapshot(&options).await?)))
        }
    }
}

/// Refuses a database on which a server is alive.
async fn unused(options: &PgConnectOptions) -> Result<()> {
    let mut db = options.connect().await?;
    let sql = "SELECT to_regclass('nodes') IS NOT NULL";
    let known: bool = sqlx::query_scalar(sql).fetch_one(&mut db).await?;
    let sql = "SELECT id, beat, seen, name FROM nodes WHERE state <> 'dead'";
    let mut look = async || sqlx::query_as(sql).fetch_all(&mut db).await;
    let before: Vec<(i64, i64, i64, String)> = if known { look().await? } else { Vec::new() };
    if !before.is_empty() {
        tokio::time::sleep(WATCHED).await;
        let now: Vec<(i64, i64, i64, String)> = look().await?;
        if let Some((.., name)) = now.into_iter().find(|node| !before.contains(node)) {
            return Err(StoreError::Locked(format!("the server {name:?} is alive on it")));
        }
    }
    db.close().await?;
    Ok(())
}

/// A database as of one moment.
async fn snapshot(options: &PgConnectOptions) -> Result<Snapshot> {
    // A long look at one moment is no program that was stopped in the middle.
    let options = options.clone().options([("idle_in_transaction_session_timeout", "0")]);
    let mut side = Snapshot(options.connect().await?);
    side.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    if !side
        .finds("SELECT 1 FROM information_schema.tables WHERE table_name = 'schema_steps'")
        .await?
    {
        return Err(StoreError::Other("there is no store in this database".to_owned()));
    }
    Ok(side)
}

/// Makes the tables of a target.
async fn make(place: &Locator) -> Result<()> {
    match place {
        Locator::File(path) => SqliteStore::open_unfinished(path).await,
        Locator::Postgres(url) => {
            let options = postgres::options(url)?;
            unused(&options).await?;
            postgres::migrate(&options).await
        }
    }
}

async fn open(place: &Locator) -> Result<(Lock, Box<dyn Side>)> {
    Ok(match place {
        Locator::File(path) => (Some(own_file(path)?), Box::new(File(connect(path).await?))),
        Locator::Postgres(url) => {
            (None, Box::new(Database(postgres::options(url)?.connect().await?)))
        }
    })
}

async fn connect(path: &Path) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(path).disable_statement_logging();
    Ok(options.connect().await?)
}

/// Marks a target as not whole yet, if it is empty or marked already.
async fn mark(target: &mut dyn Side) -> Result<()> {
    let unmarked = target.run("SELECT 1 FROM unfinished_copy LIMIT 1").await.is_err();
    if !unmarked {
        return Ok(());
    }
    if !is_empty(target).await? {
        return Err(StoreError::Other(
            "the target holds something already: nothing was changed there".to_owned(),
        ));
    }
    target.run("CREATE TABLE unfinished_copy (one bigint)").await
}

async fn fill(
    source: &mut dyn Side,
    target: &mut dyn Side,
    progress: &mut (dyn FnMut(&'static str, u64) + Send),
) -> Result<Vec<Copied>> {
    let mut copied = Vec::new();
    for table in &TABLES {
        let mut after = target.last(table).await?;
        let mut rows = 0;
        loop {
            let page = source.page(table, after.as_deref()).await?;
            let Some(end) = page.last() else { break };
            after = Some(end[..table.key].to_vec());
            target.add(table, &page).await?;
            rows += page.len() as u64;
            progress(table.name, rows);
        }
    }
    for table in &TABLES {
        let (there, here) = (sum(source, table).await?, sum(target, table).await?);
        if there != here {
            return Err(StoreError::Other(format!(
                "{} has {} rows in the source and {} in the target, or others: the copy is not \
                 whole; begin again with an empty target",
                table.name, there.rows, here.rows
            )));
        }
        copied.push(Copied { table: table.name, rows: here.rows });
    }
    Ok(copied)
}

/// Puts what a file holds in the place of everything that a database holds, in one step: whatever
/// happens, it has the one or the other. No server may be using the database.
///
/// # Errors
/// If a server is alive on it, or both differ in the end; then nothing was changed.
pub async fn put_in_place(file: &Path, url: &str) -> Result<Vec<Copied>> {
    let (_lock, mut source) = source(&Locator::File(file.to_owned())).await?;
    let options = postgres::options(url)?;
    let options = options.options([("idle_in_transaction_session_timeout", "0")]);
    let mut target = Database(options.connect().await?);
    let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    let clear = format!(
        "BEGIN; LOCK TABLE schema_steps, nodes IN ACCESS EXCLUSIVE MODE;
         TRUNCATE {}, notices, tries, nodes; UPDATE pools SET owner = NULL;
         DROP TABLE IF EXISTS unfinished_copy",
        names.join(", ")
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(clear)).execute(&mut target.0).await?;
    let copied = fill(&mut *source, &mut target, &mut |_, _| {}).await?;
    target.run(COUNTERS).await?;
    target.run("COMMIT").await?;
    Ok(copied)
}

/// Brings the schema of a database up to date and keeps all that it holds in a new file, if no
/// server is alive on it.
///
/// # Errors
/// If one is, or the database or the file cannot be used.
pub async fn keep_former(url: &str, to: &Path) -> Result<()> {
    let options = postgres::options(url)?;
    postgres::migrate(&options).await?;
    unused(&options).await?;
    to_file(&options, to).await
}

/// Whoever is alive shows it more often than that.
const WATCHED: Duration = Duration::from_secs(3);

/// Copies a database that is in use to a file that must not exist yet.
pub(crate) async fn to_file(options: &PgConnectOptions, to: &Path) -> Result<()> {
    if to.exists() {
        return Err(StoreError::Other(format!("{} exists already", to.display())));
    }
    let mut folder = to.as_os_str().to_owned();
    folder.push(".partial");
    let folder = Path::new(&folder);
    modes::folder(folder)?;
    let copied = async {
        let file = folder.join("copy");
        let mut source = snapshot(options).await?;
        SqliteStore::open_unfinished(&file).await?;
        let mut target = File(connect(&file).await?);
        fill(&mut source, &mut target, &mut |_, _| {}).await?;
        target.0.close().await?;
        publish(&file, to)
    };
    let copied = copied.await;
    let _ = std::fs::remove_dir_all(folder);
    copied
}
