//! Tables and their logs.

use protocol::log::Logged;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::reading::read;
use super::{leave, results};
use crate::logs::{as_json, in_a_row, named_in, not_json, sorted};
use crate::rows::{from_row, is_taken};
use crate::{Hold, Index, NewTable, Result, StoreError, StoredTable};

/// Makes a table; one with the same id is a conflict.
pub(super) async fn make(db: &mut SqliteConnection, table: &NewTable, hold: Hold) -> Result<u64> {
    in_a_row(&table.entries, 0)?;
    let made = sqlx::query(
        "INSERT INTO tables (id, key, seed, last, status, public, family, changed, wake, row)
         VALUES (?, ?, ?, 0, '', 0, '', 0, NULL, '')",
    )
    .bind(&table.id)
    .bind(&table.key)
    .bind(table.seed.as_slice())
    .execute(&mut *db)
    .await;
    match made {
        Err(error) if is_taken(&error) => return Err(StoreError::Conflict),
        made => made?,
    };
    append(db, &table.id, hold, &table.entries, &table.index).await
}

/// What is known of a table before an append.
struct Before {
    last: i64,
    people: String,
    stale: bool,
}

from_row!(Before { last, people, stale });

/// Appends entries and brings the index up to date. One program has the whole file: there is
/// nothing to hold.
pub(super) async fn append(
    db: &mut SqliteConnection,
    table: &str,
    _hold: Hold,
    entries: &[Logged],
    index: &Index,
) -> Result<u64> {
    let people = sorted(&index.people);
    let named = named_in(entries);
    let asked = as_json(people.iter().chain(&named).copied())?;
    let before: Option<Before> = sqlx::query_as(
        "SELECT last,
            (SELECT json_group_array(person) FROM
                (SELECT person FROM seats WHERE table_id = ?1 ORDER BY person)) AS people,
            EXISTS (SELECT 1 FROM gone WHERE person IN
                (SELECT value FROM json_each(?2))) AS stale
         FROM tables WHERE id = ?1",
    )
    .bind(table)
    .bind(asked)
    .fetch_optional(&mut *db)
    .await?;
    // A table that is gone has gone on, too.
    let before = before.ok_or(StoreError::Conflict)?;
    in_a_row(entries, before.last as u64)?;
    if before.stale {
        // Somebody left while the table was in memory: the newcomer in the log is put right.
        let (entries, index) = leave::put_right(db, entries, index).await?;
        let (people, named) = (sorted(&index.people), named_in(&entries));
        return write(db, table, &before, &entries, &index, &people, &named).await;
    }
    write(db, table, &before, entries, index, &people, &named).await
}

async fn write(
    db: &mut SqliteConnection,
    table: &str,
    before: &Before,
    entries: &[Logged],
    index: &Index,
    people: &[&str],
    named: &[&str],
) -> Result<u64> {
    let last = before.last + entries.len() as i64;
    sqlx::query(
        "UPDATE tables SET last = ?2, status = ?3, public = ?4, family = ?5, changed = ?6,
            wake = ?7, row = ?8, slow = ?9, commitment = ?10, outcome = ?11, to_act = ?12,
            turn = ?13,
            ended = CASE WHEN ?3 = 'over' AND ended IS NULL
                THEN (SELECT coalesce(max(ended), 0) + 1 FROM tables WHERE ended IS NOT NULL)
                ELSE ended END
         WHERE id = ?1",
    )
    .bind(table)
    .bind(last)
    .bind(&index.status)
    .bind(index.public)
    .bind(&index.family)
    .bind(index.changed as i64)
    .bind(index.wake.map(|wake| wake as i64))
    .bind(&index.row)
    .bind(index.slow)
    .bind(&index.commitment)
    .bind(index.outcome)
    .bind(&index.to_act)
    .bind(index.turn as i64)
    .execute(&mut *db)
    .await?;
    for logged in entries {
        sqlx::query("INSERT INTO entries (table_id, n, at, entry) VALUES (?, ?, ?, ?)")
            .bind(table)
            .bind(logged.n as i64)
            .bind(logged.at as i64)
            .bind(serde_json::to_string(&logged.entry).map_err(|error| not_json(&error))?)
            .execute(&mut *db)
            .await?;
    }
    seat(db, table, &before.people, index.changed, people, named).await?;
    if let Some(finish) = &index.result {
        results::note(db, table, finish).await?;
    }
    Ok(0)
}

/// Notes who sits there, and whom the log names.
async fn seat(
    db: &mut SqliteConnection,
    table: &str,
    before: &str,
    changed: u64,
    people: &[&str],
    named: &[&str],
) -> Result<()> {
    let seated = as_json(people.iter().copied())?;
    let new_seats = seated != before;
    if new_seats {
        sqlx::query("DELETE FROM seats WHERE table_id = ?").bind(table).execute(&mut *db).await?;
        sqlx::query(
            "INSERT INTO seats (table_id, person, changed) SELECT ?, value, ? FROM json_each(?)",
        )
        .bind(table)
        .bind(changed as i64)
        .bind(&seated)
        .execute(&mut *db)
        .await?;
    } else if !people.is_empty() {
        sqlx::query("UPDATE seats SET changed = ?2 WHERE table_id = ?1 AND changed <> ?2")
            .bind(table)
            .bind(changed as i64)
            .execute(&mut *db)
            .await?;
    }
    if new_seats || !named.is_empty() {
        sqlx::query(
            "INSERT OR IGNORE INTO mentions (table_id, person) SELECT ?, value FROM json_each(?)",
        )
        .bind(table)
        .bind(as_json(people.iter().chain(named).copied())?)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Reads a table with its log, as of one moment.
pub(super) async fn load(pool: &SqlitePool, table: &str) -> Result<Option<StoredTable>> {
    // One transaction: the log must not grow, or change hands, between the two reads.
    let mut db = pool.begin().await?;
    let stored = read(&mut db, table).await;
    db.commit().await?;
    stored
}
