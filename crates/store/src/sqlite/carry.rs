//! The public list of commitments over a restore: what was published stays published.
//!
//! Invariant: the list of the restored file only grows here. Lines are taken from the replaced file
//! as far as they follow, hash by hash, from the last line that the backup has.

use std::path::Path;

use fair::list::Kind;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::fair_list::{Row, add_all, chain, end, listed};
use super::open;
use crate::Result;

/// How many lines are read at once.
const PAGE: u32 = 500;

/// What became of the public list in a restore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Carried {
    /// No other list was there: the backup's goes on.
    Alone,
    /// The replaced file has the backup's list and what was published since: all of it stands.
    Whole,
    /// The backup has the list of the replaced file, and perhaps more: the backup's goes on.
    Longer,
    /// The replaced file has the list of another server: the backup's goes on.
    Other,
    /// The list of the replaced file cannot be read further: what was published behind this line
    /// is missing.
    Cut {
        /// The last line that was read.
        after: u64,
        /// Why not the next one.
        why: String,
    },
}

/// Carries the public list over a restore: `restored` is the file that takes the place of
/// `replaced` (if there is one). The list goes on where it stood, with all its lines that can be
/// read, and gets one that says what happened. Nobody may be using the files.
///
/// # Errors
/// If the restored file cannot be read or written.
pub async fn carry_fair_list(
    replaced: Option<&Path>,
    restored: &Path,
    now: u64,
) -> Result<Carried> {
    let mut db = open::owner(restored, false, true).await?;
    let carried = match carry(&mut db, replaced, now).await {
        Ok(carried) => open::note_clean_stop(&mut db).await.map(|()| carried),
        failed => failed,
    };
    db.close().await?;
    carried
}

async fn carry(db: &mut SqliteConnection, replaced: Option<&Path>, now: u64) -> Result<Carried> {
    let carried = match replaced {
        Some(path) => take_over(db, path).await?,
        None => Carried::Alone,
    };
    let mut work = db.begin().await?;
    sqlx::query("INSERT INTO fair_pending (at, kind, commitment) VALUES (?, ?, '')")
        .bind(now as i64)
        .bind(Kind::Restored.name())
        .execute(&mut *work)
        .await?;
    while chain(&mut work).await? > 0 {}
    work.commit().await?;
    Ok(carried)
}

async fn take_over(db: &mut SqliteConnection, path: &Path) -> Result<Carried> {
    let (before, _) = end(db).await?;
    // A backup is brought back because the file may be broken: then the list goes on without.
    let carried = match attach(db, path).await {
        Ok(false) => Carried::Alone,
        Ok(true) => follow(db).await?,
        Err(error) => Carried::Cut { after: before, why: error.to_string() },
    };
    let detached = sqlx::query("DETACH DATABASE replaced").execute(&mut *db).await;
    if let (Err(error), Carried::Whole) = (detached, &carried) {
        return Err(error.into());
    }
    if let Carried::Cut { after, .. } = carried {
        // What the backup had noted was chained first, so it stands among the lines that were read.
        let sql = "DELETE FROM fair_pending WHERE id IN
            (SELECT id FROM fair_pending ORDER BY id LIMIT ?)";
        sqlx::query(sql).bind((after - before) as i64).execute(&mut *db).await?;
    }
    Ok(carried)
}

/// Opens the replaced file beside the restored one; whether it has a list.
async fn attach(db: &mut SqliteConnection, path: &Path) -> std::result::Result<bool, sqlx::Error> {
    sqlx::query("ATTACH DATABASE ? AS replaced")
        .bind(path.to_string_lossy().into_owned())
        .execute(&mut *db)
        .await?;
    let sql = "SELECT count(*) FROM replaced.sqlite_schema WHERE name = 'fair_list'";
    Ok(sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut *db).await? > 0)
}

/// Adds the lines of the replaced file that follow the last one of the backup.
async fn follow(db: &mut SqliteConnection) -> Result<Carried> {
    let (mut last, mut hash) = end(db).await?;
    match relation(db, last, &hash).await {
        Ok(None) => {}
        Ok(Some(carried)) => return Ok(carried),
        Err(error) => return Ok(Carried::Cut { after: last, why: error.to_string() }),
    }
    loop {
        let sql = "SELECT n, at, kind, commitment, hash FROM replaced.fair_list WHERE n > ?
             ORDER BY n LIMIT ?";
        let page = sqlx::query_as(sql).bind(last as i64).bind(PAGE).fetch_all(&mut *db).await;
        let rows: Vec<Row> = match page {
            Ok(rows) if rows.is_empty() => break,
            Ok(rows) => rows,
            Err(error) => return Ok(Carried::Cut { after: last, why: error.to_string() }),
        };
        let mut work = db.begin().await?;
        let mut why = None;
        for row in rows {
            let (line, found) = match listed(row) {
                Ok(listed) => listed,
                Err(error) => {
                    why = Some(error.to_string());
                    break;
                }
            };
            if line.n != last + 1 || line.hash(&hash) != found {
                why = Some(format!("line {} does not follow line {last}", line.n));
                break;
            }
            (last, hash) = (line.n, found);
            add_all(&mut work, &[(line, found)]).await?;
        }
        work.commit().await?;
        if let Some(why) = why {
            return Ok(Carried::Cut { after: last, why });
        }
    }
    Ok(match take_pending(db).await {
        Ok(()) => Carried::Whole,
        Err(error) => Carried::Cut { after: last, why: error.to_string() },
    })
}

/// How the two lists stand to each other; nothing if the replaced one has the backup's.
async fn relation(
    db: &mut SqliteConnection,
    last: u64,
    hash: &[u8; 32],
) -> std::result::Result<Option<Carried>, sqlx::Error> {
    let at = async |db: &mut SqliteConnection, list: &'static str, n: i64| {
        let found: Option<Vec<u8>> = sqlx::query_scalar(list).bind(n).fetch_optional(db).await?;
        Ok::<_, sqlx::Error>(found)
    };
    let theirs = "SELECT hash FROM replaced.fair_list WHERE n = ?";
    if last == 0 {
        return Ok(None);
    }
    if let Some(found) = at(db, theirs, last as i64).await? {
        return Ok((found != hash).then_some(Carried::Other));
    }
    let sql = "SELECT n, hash FROM replaced.fair_list ORDER BY n DESC LIMIT 1";
    let newest: Option<(i64, Vec<u8>)> = sqlx::query_as(sql).fetch_optional(&mut *db).await?;
    let Some((n, found)) = newest else { return Ok(Some(Carried::Longer)) };
    let ours = at(db, "SELECT hash FROM main.fair_list WHERE n = ?", n).await?;
    Ok(Some(if ours == Some(found) { Carried::Longer } else { Carried::Other }))
}

/// What was noted and not chained yet: what the backup had noted is chained in the list by now.
async fn take_pending(db: &mut SqliteConnection) -> std::result::Result<(), sqlx::Error> {
    let mut work = db.begin().await?;
    for sql in [
        "DELETE FROM main.fair_pending",
        "INSERT INTO main.fair_pending (at, kind, commitment)
            SELECT at, kind, commitment FROM replaced.fair_pending ORDER BY id",
    ] {
        sqlx::query(sql).execute(&mut *work).await?;
    }
    work.commit().await
}
