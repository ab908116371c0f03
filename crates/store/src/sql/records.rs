//! Records of games that are over, as they are kept: compressed, one for each table.

use super::{Connection, Pool, lists};
use crate::packing::unpacked;
use crate::{Finished, Result};

/// Keeps the record of a game that is over, or that there is none because its log cannot be read.
/// Not if one of those whom it names has left since: it would bring the name back.
pub(super) async fn keep(
    db: &mut Connection,
    table: &str,
    named: &str,
    record: Option<&[u8]>,
) -> Result<u64> {
    let noted = sqlx::query(
        "UPDATE tables SET recorded = $3 WHERE id = $1 AND ended IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM gone WHERE person IN (SELECT value FROM json_each($2)))",
    )
    .bind(table)
    .bind(named)
    .bind(if record.is_some() { 1_i64 } else { 2 })
    .execute(&mut *db)
    .await?;
    if noted.rows_affected() == 0 {
        return Ok(0);
    }
    if let Some(record) = record {
        sqlx::query(
            "INSERT INTO records (table_id, record) VALUES ($1, $2)
             ON CONFLICT (table_id) DO UPDATE SET record = excluded.record",
        )
        .bind(table)
        .bind(record)
        .execute(db)
        .await?;
    }
    Ok(1)
}

/// The record of a table has to be made anew: its log was changed.
pub(super) async fn remove(db: &mut Connection, table: &str) -> Result<()> {
    for sql in
        ["DELETE FROM records WHERE table_id = $1", "UPDATE tables SET recorded = 0 WHERE id = $1"]
    {
        sqlx::query(sql).bind(table).execute(&mut *db).await?;
    }
    Ok(())
}

/// What this program could not read another one perhaps can: it is tried once a start.
pub(super) async fn try_again(db: &mut Connection) -> Result<()> {
    sqlx::query(
        "UPDATE tables SET recorded = 0
         WHERE recorded = 2 AND ended IS NOT NULL AND recorded <> 1",
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Games that are over and have no record yet, in the order of finishing.
pub(super) async fn missing(pool: &Pool, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM tables
         WHERE recorded = 0 AND ended IS NOT NULL AND recorded <> 1 ORDER BY ended LIMIT $1";
    Ok(sqlx::query_scalar(sql).bind(i64::from(limit)).fetch_all(pool).await?)
}

/// The record of one table.
pub(super) async fn find(pool: &Pool, table: &str) -> Result<Option<String>> {
    let sql = "SELECT record FROM records WHERE table_id = $1";
    let found: Option<Vec<u8>> = sqlx::query_scalar(sql).bind(table).fetch_optional(pool).await?;
    found.map(|bytes| unpacked(table, &bytes)).transpose()
}

/// Finished public games with their records, in the order of finishing.
pub(super) async fn finished(
    pool: &Pool,
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
