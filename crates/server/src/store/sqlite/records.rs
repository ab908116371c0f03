//! Records of games that are over, as they are kept: compressed, one for each table.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::lists;
use crate::store::{Finished, Result, StoreError};

/// Pages that must be free for the disk to count as writable: as many as a move may need.
const PROBE_BYTES: i64 = 4 * 4096;

/// Compresses a record.
pub(super) fn packed(text: &str) -> Result<Vec<u8>> {
    let fail = |error| StoreError::Other(format!("a record cannot be compressed: {error}"));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).map_err(fail)?;
    encoder.finish().map_err(fail)
}

/// The text of a compressed record.
fn unpacked(table: &str, bytes: &[u8]) -> Result<String> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).map_err(|error| {
        StoreError::Damaged(format!("table {table}: its record cannot be read: {error}"))
    })?;
    Ok(text)
}

/// Keeps the record of a game that is over, or that there is none because its log cannot be read.
/// Not if one of those whom it names has left since: it would bring the name back.
pub(super) async fn keep(
    db: &mut SqliteConnection,
    table: &str,
    named: &str,
    record: Option<&[u8]>,
) -> Result<u64> {
    let noted = sqlx::query(
        "UPDATE tables SET recorded = ?3 WHERE id = ?1 AND ended IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM gone WHERE person IN (SELECT value FROM json_each(?2)))",
    )
    .bind(table)
    .bind(named)
    .bind(if record.is_some() { 1 } else { 2 })
    .execute(&mut *db)
    .await?;
    if noted.rows_affected() == 0 {
        return Ok(0);
    }
    if let Some(record) = record {
        sqlx::query("INSERT OR REPLACE INTO records (table_id, record) VALUES (?, ?)")
            .bind(table)
            .bind(record)
            .execute(db)
            .await?;
    }
    Ok(1)
}

/// The record of a table has to be made anew: its log was changed.
pub(super) async fn remove(db: &mut SqliteConnection, table: &str) -> Result<()> {
    for sql in
        ["DELETE FROM records WHERE table_id = ?", "UPDATE tables SET recorded = 0 WHERE id = ?"]
    {
        sqlx::query(sql).bind(table).execute(&mut *db).await?;
    }
    Ok(())
}

/// What this program could not read another one perhaps can: it is tried once a start.
pub(super) async fn try_again(db: &mut SqliteConnection) -> Result<()> {
    sqlx::query(
        "UPDATE tables SET recorded = 0
         WHERE recorded = 2 AND ended IS NOT NULL AND recorded <> 1",
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes something small, which needs room of its own.
pub(super) async fn probe(db: &mut SqliteConnection) -> Result<u64> {
    // The new one before the old one goes: otherwise it would always find its own room free.
    let new = sqlx::query("INSERT INTO probe (filler) VALUES (zeroblob(?))")
        .bind(PROBE_BYTES)
        .execute(&mut *db)
        .await?;
    sqlx::query("DELETE FROM probe WHERE id <> ?")
        .bind(new.last_insert_rowid())
        .execute(db)
        .await?;
    Ok(0)
}

/// Games that are over and have no record yet, in the order of finishing.
pub(super) async fn missing(pool: &SqlitePool, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM tables
         WHERE recorded = 0 AND ended IS NOT NULL AND recorded <> 1 ORDER BY ended LIMIT ?";
    Ok(sqlx::query_scalar(sql).bind(limit).fetch_all(pool).await?)
}

/// The record of one table.
pub(super) async fn find(pool: &SqlitePool, table: &str) -> Result<Option<String>> {
    let sql = "SELECT record FROM records WHERE table_id = ?";
    let found: Option<Vec<u8>> = sqlx::query_scalar(sql).bind(table).fetch_optional(pool).await?;
    found.map(|bytes| unpacked(table, &bytes)).transpose()
}

/// Finished public games with their records, in the order of finishing.
pub(super) async fn finished(
    pool: &SqlitePool,
    family: Option<&str>,
    after: Option<&str>,
    limit: u32,
) -> Result<Vec<(String, Finished)>> {
    let one = |(id, recorded, record): lists::FinishedRow| {
        let finished = match (recorded, record) {
            (_, Some(record)) => Finished::Record(unpacked(&id, &record)?),
            (2, None) => Finished::Unreadable,
            (_, None) => Finished::Missing,
        };
        Ok((id, finished))
    };
    lists::finished(pool, family, after, limit).await?.into_iter().map(one).collect()
}
