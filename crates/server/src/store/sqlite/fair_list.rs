//! The public list of commitments: what the triggers of the schema noted is chained here.

use std::path::Path;

use fair::list::{Kind, Line, START};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::open;
use crate::store::{Listed, Result, StoreError};

/// How many lines are chained at once: the writer has others to serve.
const AT_ONCE: u32 = 200;
/// How many lines one commitment can have: shown, and what became of it; after a restore again.
const OF_ONE: u32 = 20;

type Row = (i64, i64, String, String, Vec<u8>);

/// Whether anything waits to be chained.
pub(super) async fn waits(pool: &SqlitePool) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM fair_pending)";
    Ok(sqlx::query_scalar(sql).fetch_one(pool).await?)
}

/// Chains what waits, in the order in which it happened.
pub(super) async fn chain(db: &mut SqliteConnection) -> Result<u64> {
    let waiting: Vec<(i64, i64, String, String)> =
        sqlx::query_as("SELECT id, at, kind, commitment FROM fair_pending ORDER BY id LIMIT ?")
            .bind(AT_ONCE)
            .fetch_all(&mut *db)
            .await?;
    let (mut last, mut hash) = end(db).await?;
    for (id, at, kind, commitment) in &waiting {
        last += 1;
        let line =
            Line { n: last, at: *at as u64, kind: known(kind)?, commitment: commitment.clone() };
        hash = line.hash(&hash);
        add(db, &line, &hash).await?;
        sqlx::query("DELETE FROM fair_pending WHERE id = ?").bind(id).execute(&mut *db).await?;
    }
    Ok(waiting.len() as u64)
}

async fn add(db: &mut SqliteConnection, line: &Line, hash: &[u8; 32]) -> Result<()> {
    sqlx::query("INSERT INTO fair_list (n, at, kind, commitment, hash) VALUES (?, ?, ?, ?, ?)")
        .bind(line.n as i64)
        .bind(line.at as i64)
        .bind(line.kind.name())
        .bind(&line.commitment)
        .bind(hash.as_slice())
        .execute(db)
        .await?;
    Ok(())
}

/// Number and hash of the last line.
async fn end(db: &mut SqliteConnection) -> Result<(u64, [u8; 32])> {
    let last: Option<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT n, hash FROM fair_list ORDER BY n DESC LIMIT 1")
            .fetch_optional(db)
            .await?;
    let Some((n, hash)) = last else { return Ok((0, START)) };
    Ok((n as u64, whole(&hash)?))
}

fn known(kind: &str) -> Result<Kind> {
    let unknown = || StoreError::Damaged(format!("the list of commitments has a line {kind}"));
    Kind::from_name(kind).ok_or_else(unknown)
}

fn whole(hash: &[u8]) -> Result<[u8; 32]> {
    let broken = |_| StoreError::Damaged("the list of commitments has half a hash".to_owned());
    <[u8; 32]>::try_from(hash).map_err(broken)
}

fn listed((n, at, kind, commitment, hash): Row) -> Result<Listed> {
    let line = Line { n: n as u64, at: at as u64, kind: known(&kind)?, commitment };
    Ok((line, whole(&hash)?))
}

/// Lines after a number.
pub(super) async fn after(pool: &SqlitePool, after: u64, limit: u32) -> Result<Vec<Listed>> {
    let sql = "SELECT n, at, kind, commitment, hash FROM fair_list WHERE n > ? ORDER BY n LIMIT ?";
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows: Vec<Row> = sqlx::query_as(sql).bind(after).bind(limit).fetch_all(pool).await?;
    rows.into_iter().map(listed).collect()
}

/// The lines of a commitment.
pub(super) async fn of(pool: &SqlitePool, commitment: &str) -> Result<Vec<Listed>> {
    let sql = "SELECT n, at, kind, commitment, hash FROM fair_list WHERE commitment = ?
         ORDER BY n LIMIT ?";
    let rows: Vec<Row> = sqlx::query_as(sql).bind(commitment).bind(OF_ONE).fetch_all(pool).await?;
    rows.into_iter().map(listed).collect()
}

/// Carries the public list over a restore: `restored` is the file that takes the place of
/// `replaced` (if that can still be read). The list goes on where it stood, with all its lines, and
/// gets one that says what happened; it is never set back, so nothing that was published is denied.
/// Nobody may be using the files.
///
/// # Errors
/// If the restored file cannot be read or written.
pub async fn carry_fair_list(replaced: Option<&Path>, restored: &Path, now: u64) -> Result<()> {
    let mut db = open::owner(restored, false).await?;
    let carried = match carry(&mut db, replaced, now).await {
        Ok(()) => open::note_clean_stop(&mut db).await,
        failed => failed,
    };
    db.close().await?;
    carried
}

async fn carry(db: &mut SqliteConnection, replaced: Option<&Path>, now: u64) -> Result<()> {
    if let Some(path) = replaced
        && attach(db, path).await?
    {
        // A backup is brought back because the file may be broken: then the list goes on without.
        if let Err(error) = take_over(db).await {
            tracing::warn!(%error, "the list of commitments of the replaced file cannot be read");
        }
        sqlx::query("DETACH DATABASE replaced").execute(&mut *db).await?;
    }
    let mut work = db.begin().await?;
    sqlx::query("INSERT INTO fair_pending (at, kind, commitment) VALUES (?, ?, '')")
        .bind(now as i64)
        .bind(Kind::Restored.name())
        .execute(&mut *work)
        .await?;
    while chain(&mut work).await? > 0 {}
    work.commit().await?;
    Ok(())
}

/// The replaced file has everything that was published: its list counts, not the older one.
async fn take_over(db: &mut SqliteConnection) -> Result<()> {
    let mut work = db.begin().await?;
    for sql in [
        "DELETE FROM fair_list",
        "INSERT INTO fair_list SELECT n, at, kind, commitment, hash FROM replaced.fair_list",
        "DELETE FROM fair_pending",
        "INSERT INTO fair_pending (at, kind, commitment)
            SELECT at, kind, commitment FROM replaced.fair_pending ORDER BY id",
    ] {
        sqlx::query(sql).execute(&mut *work).await?;
    }
    work.commit().await?;
    Ok(())
}

/// Opens the replaced file beside the restored one; `false` if it has no list, or cannot be read.
async fn attach(db: &mut SqliteConnection, path: &Path) -> Result<bool> {
    let opened = sqlx::query("ATTACH DATABASE ? AS replaced")
        .bind(path.to_string_lossy().into_owned())
        .execute(&mut *db)
        .await;
    if let Err(error) = opened {
        tracing::warn!(%error, "the list of commitments of the replaced file cannot be read");
        return Ok(false);
    }
    let has = sqlx::query_scalar::<_, i64>(
        "SELECT count(*) FROM replaced.sqlite_schema WHERE name = 'fair_list'",
    )
    .fetch_one(&mut *db)
    .await;
    if matches!(has, Ok(1..)) {
        return Ok(true);
    }
    if let Err(error) = has {
        tracing::warn!(%error, "the list of commitments of the replaced file cannot be read");
    }
    sqlx::query("DETACH DATABASE replaced").execute(&mut *db).await?;
    Ok(false)
}
