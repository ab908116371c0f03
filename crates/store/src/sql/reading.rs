//! Reading tables with their logs.

use protocol::log::{Entry, FORMAT, Logged, format_of};

use super::{Connection, Pool};
use crate::{Maker, Result, StoreError, StoredTable};

/// Reads a table inside the transaction of the caller.
pub(super) async fn read(db: &mut Connection, table: &str) -> Result<Option<StoredTable>> {
    let head: Option<(String, Vec<u8>, i64)> =
        sqlx::query_as("SELECT key, seed, last FROM tables WHERE id = $1")
            .bind(table)
            .fetch_optional(&mut *db)
            .await?;
    let Some((key, seed, last)) = head else { return Ok(None) };
    let kept: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT n, at, entry FROM entries WHERE table_id = $1 ORDER BY n")
            .bind(table)
            .fetch_all(db)
            .await?;
    whole(table, (key, seed, last), kept).map(Some)
}

/// Puts a table together from what was read: key, seed, the number of its last entry; and numbers,
/// times and texts of its entries.
pub(super) fn whole(
    table: &str,
    (key, seed, last): (String, Vec<u8>, i64),
    kept: Vec<(i64, i64, String)>,
) -> Result<StoredTable> {
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
    Ok(StoredTable { key, seed, entries })
}

/// Who made a table: its first entry says so.
pub(super) async fn maker(pool: &Pool, table: &str) -> Result<Option<Maker>> {
    let sql = "SELECT t.key, t.commitment, e.entry FROM tables t
         JOIN entries e ON e.table_id = t.id AND e.n = 1 WHERE t.id = $1";
    let found: Option<(String, Option<String>, String)> =
        sqlx::query_as(sql).bind(table).fetch_optional(pool).await?;
    let Some((key, open, first)) = found else { return Ok(None) };
    let format = format_of(&first);
    if format > FORMAT {
        return Err(StoreError::NewerLog { table: table.to_owned(), found: format, known: FORMAT });
    }
    match serde_json::from_str(&first) {
        Ok(Entry::Made { by, commitment, .. }) => {
            Ok(Some(Maker { id: by.id, key, commitment: open.unwrap_or(commitment) }))
        }
        Ok(_) => Err(StoreError::Damaged(format!("table {table}: nobody made it"))),
        Err(error) => {
            let what = format!("table {table}: entry 1 cannot be read: {error}");
            Err(StoreError::Damaged(what))
        }
    }
}

/// Tables whose log names a person.
pub(super) async fn named_at(pool: &Pool, person: &str) -> Result<Vec<String>> {
    let sql = "SELECT table_id FROM mentions WHERE person = $1 ORDER BY table_id";
    Ok(sqlx::query_scalar(sql).bind(person).fetch_all(pool).await?)
}
