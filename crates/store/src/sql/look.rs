//! What is found of a table without reading its log, beside the log itself.

use super::{Connection, reading, results};
use crate::rows::from_row;
use crate::{Index, Inspected, Result, StoreError};

/// The columns of the index.
struct Columns {
    status: String,
    public: bool,
    family: String,
    changed: i64,
    wake: Option<i64>,
    row: String,
}

from_row!(Columns { status, public, family, changed, wake, row });

/// How many tables there are.
pub(crate) async fn count(db: &mut Connection) -> Result<u64> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM tables").fetch_one(db).await?;
    Ok(count.unsigned_abs())
}

/// The ids of tables behind one, in their order, at most so many.
pub(crate) async fn ids_after(db: &mut Connection, id: &str, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2";
    Ok(sqlx::query_scalar(sql).bind(id).bind(i64::from(limit)).fetch_all(db).await?)
}

/// A table inside the transaction of the caller; none if it has gone meanwhile.
pub(crate) async fn table(db: &mut Connection, id: &str) -> Result<Option<Inspected>> {
    let sql = "SELECT status, public, family, changed, wake, row FROM tables WHERE id = $1";
    let columns: Option<Columns> = sqlx::query_as(sql).bind(id).fetch_optional(&mut *db).await?;
    let Some(columns) = columns else { return Ok(None) };
    let sql = "SELECT person FROM seats WHERE table_id = $1 ORDER BY person";
    let people = sqlx::query_scalar(sql).bind(id).fetch_all(&mut *db).await?;
    // A file of an older schema does not say whom a game waits for.
    let sql = "SELECT to_act, turn FROM tables WHERE id = $1 AND turn > 1";
    let turn: Option<(Option<String>, i64)> =
        sqlx::query_as(sql).bind(id).fetch_optional(&mut *db).await.unwrap_or_default();
    let (to_act, turn) = turn.unwrap_or_default();
    let stored = match reading::read(db, id).await {
        Ok(Some(stored)) => Ok(stored),
        Ok(None) => return Ok(None),
        Err(error @ (StoreError::Damaged(_) | StoreError::NewerLog { .. })) => Err(error),
        Err(error) => return Err(error),
    };
    let index = Index {
        status: columns.status,
        public: columns.public,
        family: columns.family,
        changed: columns.changed as u64,
        wake: columns.wake.map(|wake| wake as u64),
        people,
        row: columns.row,
        to_act,
        turn: turn as u64,
        ..Index::default()
    };
    // A file of an older schema has no results.
    let result = results::kept(db, id).await.unwrap_or(None);
    Ok(Some(Inspected { stored, index, result }))
}
