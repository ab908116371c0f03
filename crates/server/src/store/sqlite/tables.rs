//! Tables and their logs.

use protocol::log::{FORMAT, Logged, format_of};
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::fault::is_taken;
use super::leave;
use super::migrations::from_row;
use crate::store::person::named;
use crate::store::{Index, NewTable, Result, StoreError, StoredTable};

/// Makes a table; one with the same id is a conflict.
pub(super) async fn make(db: &mut SqliteConnection, table: &NewTable) -> Result<u64> {
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
    append(db, &table.id, &table.entries, &table.index).await
}

/// What is known of a table before an append.
struct Before {
    last: i64,
    people: String,
    stale: bool,
}

from_row!(Before { last, people, stale });

/// Appends entries and brings the index up to date.
pub(super) async fn append(
    db: &mut SqliteConnection,
    table: &str,
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
            wake = ?7, row = ?8, slow = ?9, commitment = ?10, outcome = ?11,
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
    let seated = as_json(people.iter().copied())?;
    let new_seats = seated != before.people;
    if new_seats {
        sqlx::query("DELETE FROM seats WHERE table_id = ?").bind(table).execute(&mut *db).await?;
        sqlx::query(
            "INSERT INTO seats (table_id, person, changed) SELECT ?, value, ? FROM json_each(?)",
        )
        .bind(table)
        .bind(index.changed as i64)
        .bind(&seated)
        .execute(&mut *db)
        .await?;
    } else if !people.is_empty() {
        sqlx::query("UPDATE seats SET changed = ?2 WHERE table_id = ?1 AND changed <> ?2")
            .bind(table)
            .bind(index.changed as i64)
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
    Ok(0)
}

/// Entries must follow each other, and the last one that is kept.
fn in_a_row(entries: &[Logged], last: u64) -> Result<()> {
    if let Some(first) = entries.first()
        && first.n != last + 1
    {
        return Err(StoreError::Conflict);
    }
    if entries.windows(2).any(|pair| pair[1].n != pair[0].n + 1) {
        return Err(StoreError::Other("entries whose numbers do not follow each other".to_owned()));
    }
    Ok(())
}

fn sorted(people: &[String]) -> Vec<&str> {
    let mut people: Vec<&str> = people.iter().map(String::as_str).collect();
    people.sort_unstable();
    people.dedup();
    people
}

fn named_in(entries: &[Logged]) -> Vec<&str> {
    entries.iter().flat_map(|logged| named(&logged.entry)).collect()
}

fn as_json<'a>(list: impl Iterator<Item = &'a str>) -> Result<String> {
    serde_json::to_string(&list.collect::<Vec<_>>()).map_err(|error| not_json(&error))
}

#[allow(clippy::needless_pass_by_value)] // map_err hands it over
pub(super) fn not_json(error: &serde_json::Error) -> StoreError {
    StoreError::Other(format!("cannot be written as JSON: {error}"))
}

/// Reads a table with its log, as of one moment.
pub(super) async fn load(pool: &SqlitePool, table: &str) -> Result<Option<StoredTable>> {
    // One transaction: the log must not grow, or change hands, between the two reads.
    let mut db = pool.begin().await?;
    let stored = read(&mut db, table).await;
    db.commit().await?;
    stored
}

/// Reads a table inside the transaction of the caller.
pub(super) async fn read(db: &mut SqliteConnection, table: &str) -> Result<Option<StoredTable>> {
    let head: Option<(String, Vec<u8>, i64)> =
        sqlx::query_as("SELECT key, seed, last FROM tables WHERE id = ?")
            .bind(table)
            .fetch_optional(&mut *db)
            .await?;
    let Some((key, seed, last)) = head else { return Ok(None) };
    let kept: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT n, at, entry FROM entries WHERE table_id = ? ORDER BY n")
            .bind(table)
            .fetch_all(db)
            .await?;
    let damaged = |what: String| StoreError::Damaged(format!("table {table}: {what}"));
    let format = kept.first().map_or(FORMAT, |(_, _, made)| format_of(made));
    if format > FORMAT {
        return Err(StoreError::NewerLog { table: table.to_owned(), found: format, known: FORMAT });
    }
    let seed = <[u8; 32]>::try_from(seed).map_err(|_| damaged("its seed is not whole".into()))?;
    let mut entries = Vec::with_capacity(kept.len());
    for (place, (n, at, entry)) in kept.into_iter().enumerate() {
        if n != place as i64 + 1 {
            return Err(damaged(format!("entry {} is missing", place + 1)));
        }
        let entry = serde_json::from_str(&entry)
            .map_err(|error| damaged(format!("entry {n} cannot be read: {error}")))?;
        entries.push(Logged { n: n as u64, at: at as u64, entry });
    }
    if entries.len() as i64 != last {
        return Err(damaged(format!("it should have {last} entries, but has {}", entries.len())));
    }
    Ok(Some(StoredTable { key, seed, entries }))
}

/// Tables whose log names a person.
pub(super) async fn named_at(pool: &SqlitePool, person: &str) -> Result<Vec<String>> {
    let sql = "SELECT table_id FROM mentions WHERE person = ? ORDER BY table_id";
    Ok(sqlx::query_scalar(sql).bind(person).fetch_all(pool).await?)
}
