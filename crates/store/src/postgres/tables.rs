//! Tables and their logs, one change at a time. Moves, which change no seat and name nobody, take
//! the quick way (`writer`).

use protocol::log::{Entry, Logged};

use sqlx::AssertSqlSafe;

use super::finish::{self, End};
use super::reading::whole;
use super::weigh::weigh;
use super::writer::Move;
use super::{Connection, Sql, hold as holding, leave, results};
use crate::logs::{in_a_row, named_in, not_json, sorted};
use crate::nodes::level;
use crate::rows::is_taken;
use crate::{Hold, Index, NewTable, Result, StoreError, StoredTable};

/// Makes a table; one with the same id is a conflict.
pub(super) async fn make(db: &mut Connection, table: &NewTable, hold: Hold) -> Result<u64> {
    let NewTable { id, entries, index, .. } = table;
    in_a_row(entries, 0)?;
    hold_named(db, entries, index).await?;
    let made = sqlx::query_scalar(
        "INSERT INTO tables (id, key, seed, last, status, public, family, changed, wake, row,
            owner, epoch, needs)
         VALUES ($1, $2, $3, 0, '', false, '', 0, NULL, '', nullif($4, 0), $5, $6)
         RETURNING EXISTS (SELECT 1 FROM gone WHERE person = ANY ($7))",
    )
    .bind(id)
    .bind(&table.key)
    .bind(table.seed.as_slice())
    .bind(hold.node as i64)
    .bind(hold.epoch as i64)
    .bind(needs(entries))
    .bind(all_named(entries, index))
    .fetch_one(&mut *db)
    .await;
    let stale: bool = match made {
        Err(error) if is_taken(&error) => return Err(StoreError::Conflict),
        made => made?,
    };
    let before = Before { last: 0, seated: String::new(), ended: false, stale };
    put_right(db, id, hold, before, entries, index).await
}

/// What is known of a table before an append.
struct Before {
    last: i64,
    /// Who has a seat.
    seated: String,
    /// Whether the game is over.
    ended: bool,
    /// Whether somebody has left who is named now.
    stale: bool,
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
    // Those who are named are held by now: this statement sees whether they have left.
    let before: Option<(i64, String, Option<i64>, i64, bool, bool)> = sqlx::query_as(
        "SELECT last, seated, owner, epoch, ended IS NOT NULL,
            EXISTS (SELECT 1 FROM gone WHERE person = ANY ($2))
         FROM tables WHERE id = $1 FOR UPDATE",
    )
    .bind(table)
    .bind(all_named(entries, index))
    .fetch_optional(&mut *db)
    .await?;
    // A table that is gone has gone on, too.
    let (last, seated, owner, epoch, ended, stale) = before.ok_or(StoreError::Conflict)?;
    let ours = match owner {
        None => hold.node == 0,
        Some(owner) => owner as u64 == hold.node && epoch as u64 == hold.epoch,
    };
    if !ours {
        return Err(StoreError::Conflict);
    }
    in_a_row(entries, last as u64)?;
    let before = Before { last, seated, ended, stale };
    put_right(db, table, hold, before, entries, index).await
}

/// Writes them. If somebody left while the table was in memory, the newcomer in the log is put
/// right.
async fn put_right(
    db: &mut Connection,
    table: &str,
    hold: Hold,
    before: Before,
    entries: &[Logged],
    index: &Index,
) -> Result<u64> {
    if before.stale {
        let (entries, index) = leave::put_right(db, entries, index).await?;
        return write(db, table, hold, &before, &entries, &index).await;
    }
    write(db, table, hold, &before, entries, index).await
}

/// What a node must know to go on with a log: one that does not leaves the table to others.
fn needs(entries: &[Logged]) -> i64 {
    match entries.first().map(|first| &first.entry) {
        Some(Entry::Made { format, revision, .. }) => level(*format, *revision) as i64,
        _ => 0,
    }
}

fn all_named<'a>(entries: &'a [Logged], index: &'a Index) -> Vec<&'a str> {
    let mut named: Vec<&str> = sorted(&index.people);
    named.extend(named_in(entries));
    named
}

async fn hold_named(db: &mut Connection, entries: &[Logged], index: &Index) -> Result<()> {
    let named = all_named(entries, index);
    if index.result.as_ref().is_some_and(|finish| finish.rated) {
        holding::players(db, &named).await
    } else if named.is_empty() {
        Ok(())
    } else {
        holding::named(db, &named).await
    }
}

async fn write(
    db: &mut Connection,
    table: &str,
    hold: Hold,
    before: &Before,
    entries: &[Logged],
    index: &Index,
) -> Result<u64> {
    let over = index.status == "over" && !before.ended;
    let Some(finish) = index.result.as_ref().filter(|_| over) else {
        note(db, table, before, entries, index).await?;
        if let Some(finish) = &index.result {
            results::note(db, table, finish).await?;
        }
        return Ok(0);
    };
    // What it does is worked out before its place in the order of finishing is taken.
    let weighed = weigh(db, finish).await?;
    let new_seats = sorted(&index.people).join(",") != before.seated;
    if new_seats || !named_in(entries).is_empty() {
        seat(db, table, entries, index, new_seats).await?;
    }
    let last = Move::new(table, hold, entries, index)?;
    finish::alone(db, End { last: &last, finish, weighed: &weighed }).await?;
    Ok(0)
}

/// Who sits there, and whom its log names.
async fn seat(
    db: &mut Connection,
    table: &str,
    entries: &[Logged],
    index: &Index,
    new_seats: bool,
) -> Result<()> {
    sqlx::query(AssertSqlSafe(format!("WITH u AS (SELECT $1::text AS id){SEATED} SELECT 1")))
        .bind(table)
        .bind(new_seats)
        .bind(sorted(&index.people))
        .bind(index.changed as i64)
        .bind(all_named(entries, index))
        .execute(db)
        .await?;
    Ok(())
}

/// Gives the seats of the table `u` to others, if need be, and notes whom its log names.
const SEATED: &str = ", d AS (
        DELETE FROM seats USING u WHERE $2 AND table_id = u.id AND person <> ALL ($3::text[])
    ), s AS (
        INSERT INTO seats (table_id, person, changed)
        SELECT u.id, person, $4 FROM u, unnest($3::text[]) AS person WHERE $2
        ON CONFLICT (table_id, person) DO UPDATE SET changed = excluded.changed
    ), m AS (
        INSERT INTO mentions (table_id, person)
        SELECT u.id, person FROM u, unnest($5::text[]) AS person ON CONFLICT DO NOTHING
    )";

/// Writes the entries and the index, in one statement.
async fn note(
    db: &mut Connection,
    table: &str,
    before: &Before,
    entries: &[Logged],
    index: &Index,
) -> Result<()> {
    let people = sorted(&index.people);
    let (new_seats, named) = (people.join(",") != before.seated, named_in(entries));
    let mentioned =
        if new_seats || !named.is_empty() { all_named(entries, index) } else { Vec::new() };
    let texts = entries
        .iter()
        .map(|logged| serde_json::to_string(&logged.entry).map_err(|error| not_json(&error)));
    sqlx::query(AssertSqlSafe(format!(
        "WITH u AS (
            UPDATE tables SET last = $6, status = $7, public = $8, family = $9, changed = $4,
                wake = $10, row = $11, slow = $12, commitment = $13, outcome = $14, parted = NULL,
                to_act = $15, turn = $16, ended = CASE WHEN $7 = 'over' AND ended IS NULL
                    THEN count_up('ended') ELSE ended END
            WHERE id = $1 RETURNING id, epoch
        ), e AS (
            INSERT INTO entries (table_id, n, at, entry, epoch)
            SELECT u.id, x.*, u.epoch
            FROM u, unnest($17::bigint[], $18::bigint[], $19::text[]) AS x
        ){SEATED} SELECT 1"
    )))
    .bind(table)
    .bind(new_seats)
    .bind(people)
    .bind(index.changed as i64)
    .bind(mentioned)
    .bind(before.last + entries.len() as i64)
    .bind(&index.status)
    .bind(index.public)
    .bind(&index.family)
    .bind(index.wake.map(|wake| wake as i64))
    .bind(&index.row)
    .bind(index.slow)
    .bind(&index.commitment)
    .bind(index.outcome)
    .bind(&index.to_act)
    .bind(index.turn as i64)
    .bind(entries.iter().map(|logged| logged.n as i64).collect::<Vec<_>>())
    .bind(entries.iter().map(|logged| logged.at as i64).collect::<Vec<_>>())
    .bind(texts.collect::<Result<Vec<String>>>()?)
    .execute(db)
    .await?;
    Ok(())
}

/// A table and its log: key, seed, last number; numbers, times and entries.
type Kept = (String, Vec<u8>, i64, Vec<i64>, Vec<i64>, Vec<String>);

/// Reads a table with its log, as of one moment: one statement sees one.
pub(super) async fn load<'c>(
    db: impl sqlx::Executor<'c, Database = Sql>,
    table: &str,
) -> Result<Option<StoredTable>> {
    let kept: Option<Kept> = sqlx::query_as(
        "SELECT t.key, t.seed, t.last, coalesce(e.ns, '{}'), coalesce(e.ats, '{}'),
            coalesce(e.texts, '{}')
         FROM tables t, LATERAL (
            SELECT array_agg(n) AS ns, array_agg(at) AS ats, array_agg(entry) AS texts
            FROM (SELECT n, at, entry FROM entries WHERE table_id = t.id ORDER BY n) x
         ) e WHERE t.id = $1",
    )
    .bind(table)
    .fetch_optional(db)
    .await?;
    let Some((key, seed, last, ns, ats, texts)) = kept else { return Ok(None) };
    let entries = ns.into_iter().zip(ats).zip(texts).map(|((n, at), text)| (n, at, text));
    whole(table, (key, seed, last), entries.collect()).map(Some)
}
