//! What goes when nobody uses it: open tables, sessions, guests without games. Each call does a
//! bounded piece of work, so that no player waits behind it.

use super::{Connection, Pool};
use crate::{Removal, Result};

/// Removes a table; its log goes with it.
pub(super) async fn remove_table(db: &mut Connection, table: &str, why: Removal) -> Result<u64> {
    let Removal::Expired { since, now } = why else {
        // The public list tells what was removed from what was put away because nobody came.
        sqlx::query("UPDATE tables SET commitment = NULL, outcome = 'removed' WHERE id = $1")
            .bind(table)
            .execute(&mut *db)
            .await?;
        let done = sqlx::query("DELETE FROM tables WHERE id = $1").bind(table).execute(db).await?;
        return Ok(done.rows_affected());
    };
    // Somebody may have sat down since it was found.
    let done = sqlx::query(
        "DELETE FROM tables WHERE id = $1 AND status = 'open'
            AND changed < CASE WHEN slow THEN $3 ELSE $2 END",
    )
    .bind(table)
    .bind(time(since.open))
    .bind(time(since.slow))
    .execute(&mut *db)
    .await?;
    if done.rows_affected() > 0 {
        note_expired(db, table, now).await?;
    }
    Ok(done.rows_affected())
}

/// Whether a table that is no more expired.
pub(super) async fn is_expired(pool: &Pool, table: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM expired WHERE table_id = $1)";
    Ok(sqlx::query_scalar(sql).bind(table).fetch_one(pool).await?)
}

pub(super) async fn expired(db: &mut Connection, before: u64, limit: u32) -> Result<u64> {
    let sql = "DELETE FROM expired WHERE table_id IN
        (SELECT table_id FROM expired WHERE at < $1 ORDER BY at LIMIT $2)";
    let done = sqlx::query(sql).bind(time(before)).bind(i64::from(limit)).execute(db).await?;
    Ok(done.rows_affected())
}

/// Tables of quick pairing where nobody laid a tile because somebody did not come. What a moderator
/// still has to look at stays.
pub(super) const NOTHING: &str = "SELECT ended, table_id FROM results r
    WHERE turns = 0 AND reason = 'aborted' AND pool <> '' AND replayed <> 3 AND at < $1
        AND NOT EXISTS (SELECT 1 FROM reports p
            WHERE p.table_id = r.table_id AND p.decided IS NULL)
    ORDER BY at LIMIT $2";

pub(super) async fn nothing(db: &mut Connection, before: u64, now: u64, limit: u32) -> Result<u64> {
    let old: Vec<(i64, String)> = sqlx::query_as(NOTHING)
        .bind(time(before))
        .bind(i64::from(limit))
        .fetch_all(&mut *db)
        .await?;
    for (ended, table) in &old {
        let gone = sqlx::query("DELETE FROM tables WHERE id = $1 AND status = 'over'")
            .bind(table)
            .execute(&mut *db)
            .await?;
        if gone.rows_affected() > 0 {
            note_expired(db, table, now).await?;
        }
        let sql = "UPDATE results SET replayed = 3 WHERE ended = $1";
        sqlx::query(sql).bind(ended).execute(&mut *db).await?;
    }
    Ok(old.len() as u64)
}

/// Remembers for a while that there was a table.
async fn note_expired(db: &mut Connection, table: &str, now: u64) -> Result<()> {
    sqlx::query(
        "INSERT INTO expired (table_id, at) VALUES ($1, $2)
         ON CONFLICT (table_id) DO UPDATE SET at = excluded.at",
    )
    .bind(table)
    .bind(time(now))
    .execute(db)
    .await?;
    Ok(())
}

pub(super) const OLD_SESSIONS: &str =
    "SELECT hash FROM sessions WHERE max(used, made) < $1 ORDER BY max(used, made) LIMIT $2";

pub(super) async fn sessions(db: &mut Connection, before: u64, limit: u32) -> Result<u64> {
    let old: Vec<Vec<u8>> = sqlx::query_scalar(OLD_SESSIONS)
        .bind(time(before))
        .bind(i64::from(limit))
        .fetch_all(&mut *db)
        .await?;
    for hash in &old {
        sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(&mut *db).await?;
    }
    Ok(old.len() as u64)
}

pub(super) const STRETCH: &str = "SELECT max(id) FROM
    (SELECT id FROM people WHERE id > $1 ORDER BY id LIMIT $2) AS stretch";

/// The last of the next people to be looked at.
pub(super) async fn stretch(pool: &Pool, after: &str, limit: u32) -> Result<Option<String>> {
    Ok(sqlx::query_scalar(STRETCH).bind(after).bind(i64::from(limit)).fetch_one(pool).await?)
}

/// Removes guests of a stretch of ids that no log names and that have not come for long. Whoever
/// is shut out stays: else it would be let in again by waiting.
pub(super) async fn guests(db: &mut Connection, after: &str, to: &str, before: u64) -> Result<u64> {
    let sql = "DELETE FROM people WHERE id > $1 AND id <= $2
            AND password IS NULL AND NOT banned AND made < $3
            AND NOT EXISTS (SELECT 1 FROM mod_log l
                WHERE l.person = people.id AND l.until >= $3)
            AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.person = people.id)
            AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.person = people.id)
            AND NOT EXISTS (SELECT 1 FROM sessions s
                WHERE s.person = people.id AND max(s.used, s.made) >= $3)";
    let done = sqlx::query(sql).bind(after).bind(to).bind(time(before)).execute(db).await?;
    Ok(done.rows_affected())
}

fn time(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}
