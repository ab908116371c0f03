//! Tables and their logs, one change at a time. Moves, which change no seat and name nobody, take
//! the quick way (`writer`).

use protocol::log::{Entry, Logged};

use super::reading::read;
use super::{Connection, ONE_MOMENT, Pool, hold as holding, leave, results};
use crate::logs::{as_json, in_a_row, named_in, not_json, sorted};
use crate::nodes::level;
use crate::rows::is_taken;
use crate::{Hold, Index, NewTable, Result, StoreError, StoredTable};

/// Makes a table; one with the same id is a conflict.
pub(super) async fn make(db: &mut Connection, table: &NewTable, hold: Hold) -> Result<u64> {
    in_a_row(&table.entries, 0)?;
    hold_named(db, &table.entries, &table.index).await?;
    let made = sqlx::query(
        "INSERT INTO tables (id, key, seed, last, status, public, family, changed, wake, row,
            owner, epoch, needs)
         VALUES ($1, $2, $3, 0, '', false, '', 0, NULL, '', nullif($4, 0), $5, $6)",
    )
    .bind(&table.id)
    .bind(&table.key)
    .bind(table.seed.as_slice())
    .bind(hold.node as i64)
    .bind(hold.epoch as i64)
    .bind(needs(&table.entries))
    .execute(&mut *db)
    .await;
    match made {
        Err(error) if is_taken(&error) => return Err(StoreError::Conflict),
        made => made?,
    };
    append(db, &table.id, hold, &table.entries, &table.index).await
}

/// Appends entries and brings the index up to date.
pub(super) async fn append(
    db: &mut Connection,
    table: &str,
    hold: Hold,
    entries: &[Logged],
    index: &Index,
) -> Result<u64> {
    hold_named(db, entries, index).await?;
    let before: Option<(i64, String, Option<i64>, i64)> =
        sqlx::query_as("SELECT last, seated, owner, epoch FROM tables WHERE id = $1 FOR UPDATE")
            .bind(table)
            .fetch_optional(&mut *db)
            .await?;
    // A table that is gone has gone on, too.
    let (last, seated, owner, epoch) = before.ok_or(StoreError::Conflict)?;
    let ours = match owner {
        None => hold.node == 0,
        Some(owner) => owner as u64 == hold.node && epoch as u64 == hold.epoch,
    };
    if !ours {
        return Err(StoreError::Conflict);
    }
    in_a_row(entries, last as u64)?;
    let named = as_json(sorted(&index.people).into_iter().chain(named_in(entries)))?;
    let sql = "SELECT EXISTS (SELECT 1 FROM gone WHERE person IN
        (SELECT value FROM json_each($1)))";
    let stale: bool = sqlx::query_scalar(sql).bind(named).fetch_one(&mut *db).await?;
    if stale {
        // Somebody left while the table was in memory: the newcomer in the log is put right.
        let (entries, index) = leave::put_right(db, entries, index).await?;
        return write(db, table, last, &seated, &entries, &index).await;
    }
    write(db, table, last, &seated, entries, index).await
}

/// What a node must know to go on with a log: one that does not leaves the table to others.
fn needs(entries: &[Logged]) -> i64 {
    match entries.first().map(|first| &first.entry) {
        Some(Entry::Made { format, revision, .. }) => level(*format, *revision) as i64,
        _ => 0,
    }
}

async fn hold_named(db: &mut Connection, entries: &[Logged], index: &Index) -> Result<()> {
    let mut named: Vec<&str> = sorted(&index.people);
    named.extend(named_in(entries));
    holding::named(db, &named).await
}

async fn write(
    db: &mut Connection,
    table: &str,
    last: i64,
    seated: &str,
    entries: &[Logged],
    index: &Index,
) -> Result<u64> {
    sqlx::query(
        "UPDATE tables SET last = $2, status = $3, public = $4, family = $5, changed = $6,
            wake = $7, row = $8, slow = $9, commitment = $10, outcome = $11, parted = NULL,
            to_act = $12, turn = $13,
            ended = CASE WHEN $3 = 'over' AND ended IS NULL THEN count_up('ended') ELSE ended END
         WHERE id = $1",
    )
    .bind(table)
    .bind(last + entries.len() as i64)
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
    let texts = entries
        .iter()
        .map(|logged| serde_json::to_string(&logged.entry).map_err(|error| not_json(&error)));
    sqlx::query(
        "INSERT INTO entries (table_id, n, at, entry, epoch)
         SELECT t.id, x.*, t.epoch FROM tables t, unnest($2::bigint[], $3::bigint[], $4::text[]) AS x
         WHERE t.id = $1",
    )
    .bind(table)
    .bind(entries.iter().map(|logged| logged.n as i64).collect::<Vec<_>>())
    .bind(entries.iter().map(|logged| logged.at as i64).collect::<Vec<_>>())
    .bind(texts.collect::<Result<Vec<String>>>()?)
    .execute(&mut *db)
    .await?;
    let people = sorted(&index.people);
    let named = named_in(entries);
    let new_seats = people.join(",") != seated;
    if new_seats {
        sit(db, table, &people, index.changed).await?;
    }
    if new_seats || !named.is_empty() {
        sqlx::query(
            "INSERT INTO mentions (table_id, person) SELECT $1, value FROM json_each($2)
             ON CONFLICT DO NOTHING",
        )
        .bind(table)
        .bind(as_json(people.into_iter().chain(named))?)
        .execute(&mut *db)
        .await?;
    }
    if let Some(finish) = &index.result {
        results::note(db, table, finish).await?;
    }
    Ok(0)
}

/// Gives the seats to these people.
async fn sit(db: &mut Connection, table: &str, people: &[&str], changed: u64) -> Result<()> {
    sqlx::query("DELETE FROM seats WHERE table_id = $1").bind(table).execute(&mut *db).await?;
    sqlx::query("INSERT INTO seats (table_id, person, changed) SELECT $1, unnest($2::text[]), $3")
        .bind(table)
        .bind(people)
        .bind(changed as i64)
        .execute(db)
        .await?;
    Ok(())
}

/// Reads a table with its log, as of one moment.
pub(super) async fn load(pool: &Pool, table: &str) -> Result<Option<StoredTable>> {
    let mut db = pool.begin_with(ONE_MOMENT).await?;
    let stored = read(&mut db, table).await;
    db.commit().await?;
    stored
}
