//! What was found when finished games were looked through: compressed, one for each table.

use super::{Connection, Pool};
use crate::Result;
use crate::packing::unpacked;

/// Keeps the analysis of a game that is over.
pub(super) async fn keep(
    db: &mut Connection,
    table: &str,
    version: u32,
    analysis: &[u8],
) -> Result<u64> {
    let kept = sqlx::query(
        "INSERT INTO analyses (table_id, version, analysis)
         SELECT id, $2, $3 FROM tables WHERE id = $1 AND ended IS NOT NULL
         ON CONFLICT (table_id) DO UPDATE
            SET version = excluded.version, analysis = excluded.analysis",
    )
    .bind(table)
    .bind(i64::from(version))
    .bind(analysis)
    .execute(db)
    .await?;
    Ok(kept.rows_affected())
}

/// The analysis of one table, and the version of its form.
pub(super) async fn find(pool: &Pool, table: &str) -> Result<Option<(u32, String)>> {
    let sql = "SELECT version, analysis FROM analyses WHERE table_id = $1";
    let found: Option<(i64, Vec<u8>)> =
        sqlx::query_as(sql).bind(table).fetch_optional(pool).await?;
    found.map(|(version, bytes)| Ok((version as u32, unpacked(table, &bytes)?))).transpose()
}
