//! What goes when nobody uses it: open tables, sessions, guests without games. Each call does a
//! bounded piece of work, so that no player waits behind it.

use sqlx::sqlite::{SqliteConnection, SqlitePool};

use crate::store::{Removal, Result};

/// Removes a table; its log goes with it.
pub(super) async fn remove_table(
    db: &mut SqliteConnection,
    table: &str,
    why: Removal,
) -> Result<u64> {
    let Removal::Expired { since, now } = why else {
        // The public list tells what was removed from what was put away because nobody came.
        sqlx::query("UPDATE tables SET commitment = NULL, outcome = 'removed' WHERE id = ?")
            .bind(table)
            .execute(&mut *db)
            .await?;
        let done = sqlx::query("DELETE FROM tables WHERE id = ?").bind(table).execute(db).await?;
        return Ok(done.rows_affected());
    };
    // Somebody may have sat down since it was found.
    let done = sqlx::query(
        "DELETE FROM tables WHERE id = ?1 AND status = 'open'
            AND changed < CASE slow WHEN 0 THEN ?2 ELSE ?3 END",
    )
    .bind(table)
    .bind(time(since.open))
    .bind(time(since.slow))
    .execute(&mut *db)
    .await?;
    if done.rows_affected() > 0 {
        sqlx::query("INSERT OR REPLACE INTO expired (table_id, at) VALUES (?, ?)")
            .bind(table)
            .bind(time(now))
            .execute(db)
            .await?;
    }
    Ok(done.rows_affected())
}

/// Whether a table that is no more expired.
pub(super) async fn is_expired(pool: &SqlitePool, table: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM expired WHERE table_id = ?)";
    Ok(sqlx::query_scalar(sql).bind(table).fetch_one(pool).await?)
}

pub(super) async fn expired(db: &mut SqliteConnection, before: u64, limit: u32) -> Result<u64> {
    let sql = "DELETE FROM expired WHERE table_id IN
        (SELECT table_id FROM expired WHERE at < ? ORDER BY at LIMIT ?)";
    let done = sqlx::query(sql).bind(time(before)).bind(limit).execute(db).await?;
    Ok(done.rows_affected())
}

pub(super) const OLD_SESSIONS: &str =
    "SELECT hash FROM sessions WHERE max(used, made) < ? ORDER BY max(used, made) LIMIT ?";

pub(super) async fn sessions(db: &mut SqliteConnection, before: u64, limit: u32) -> Result<u64> {
    let old: Vec<Vec<u8>> =
        sqlx::query_scalar(OLD_SESSIONS).bind(time(before)).bind(limit).fetch_all(&mut *db).await?;
    for hash in &old {
        sqlx::query("DELETE FROM sessions WHERE hash = ?").bind(hash).execute(&mut *db).await?;
    }
    Ok(old.len() as u64)
}

pub(super) const STRETCH: &str = "SELECT max(id) FROM
    (SELECT id FROM people WHERE id > ? ORDER BY id LIMIT ?)";

/// The last of the next people to be looked at.
pub(super) async fn stretch(pool: &SqlitePool, after: &str, limit: u32) -> Result<Option<String>> {
    Ok(sqlx::query_scalar(STRETCH).bind(after).bind(limit).fetch_one(pool).await?)
}

/// Removes guests of a stretch of ids that no log names and that have not come for long. Whoever
/// is shut out stays: else it would be let in again by waiting.
pub(super) async fn guests(
    db: &mut SqliteConnection,
    after: &str,
    to: &str,
    before: u64,
) -> Result<u64> {
    let sql = "DELETE FROM people WHERE id > ?1 AND id <= ?2
            AND password IS NULL AND banned = 0 AND made < ?3
            AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.person = people.id)
            AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.person = people.id)
            AND NOT EXISTS (SELECT 1 FROM sessions s
                WHERE s.person = people.id AND max(s.used, s.made) >= ?3)";
    let done = sqlx::query(sql).bind(after).bind(to).bind(time(before)).execute(db).await?;
    Ok(done.rows_affected())
}

fn time(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}
