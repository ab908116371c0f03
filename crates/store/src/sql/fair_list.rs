//! The public list of commitments: what the triggers of the schema noted is chained here.

use fair::list::{Kind, Line, START};
use sqlx::QueryBuilder;

use super::{Connection, Pool, Sql, hold};
use crate::{Listed, Result, StoreError};

/// How many lines are chained at once: the writer has others to serve.
const AT_ONCE: i64 = 200;
/// How many lines one commitment can have: shown, and what became of it; after a restore again.
const OF_ONE: i64 = 20;

pub(super) type Row = (i64, i64, String, String, Vec<u8>);

/// Whether anything waits to be chained.
pub(super) async fn waits(pool: &Pool) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM fair_pending)";
    Ok(sqlx::query_scalar(sql).fetch_one(pool).await?)
}

/// Chains what waits, in the order in which it happened.
pub(super) async fn chain(db: &mut Connection) -> Result<u64> {
    hold::fair_list(db).await?;
    let waiting: Vec<(i64, i64, String, String)> =
        sqlx::query_as("SELECT id, at, kind, commitment FROM fair_pending ORDER BY id LIMIT $1")
            .bind(AT_ONCE)
            .fetch_all(&mut *db)
            .await?;
    if waiting.is_empty() {
        return Ok(0);
    }
    let (mut last, mut hash) = end(db).await?;
    let mut lines = Vec::with_capacity(waiting.len());
    for (_, at, kind, commitment) in &waiting {
        last += 1;
        let line =
            Line { n: last, at: *at as u64, kind: known(kind)?, commitment: commitment.clone() };
        hash = line.hash(&hash);
        lines.push((line, hash));
    }
    // Others wait for their turn: a statement for each line would take as long as all of them.
    add_all(db, &lines).await?;
    let chained: Vec<i64> = waiting.iter().map(|(id, ..)| *id).collect();
    let sql = "DELETE FROM fair_pending WHERE id IN
        (SELECT CAST(value AS bigint) FROM json_each($1))";
    sqlx::query(sql).bind(serde_json::json!(chained).to_string()).execute(&mut *db).await?;
    Ok(waiting.len() as u64)
}

/// Adds lines, which follow each other.
pub(super) async fn add_all(db: &mut Connection, lines: &[Listed]) -> Result<()> {
    let mut sql =
        QueryBuilder::<Sql>::new("INSERT INTO fair_list (n, at, kind, commitment, hash) ");
    sql.push_values(lines, |mut row, (line, hash)| {
        row.push_bind(line.n as i64).push_bind(line.at as i64).push_bind(line.kind.name());
        row.push_bind(line.commitment.clone()).push_bind(hash.to_vec());
    });
    // Each number of lines is another text: none is worth remembering.
    sql.build().persistent(false).execute(db).await?;
    Ok(())
}

/// Number and hash of the last line.
pub(super) async fn end(db: &mut Connection) -> Result<(u64, [u8; 32])> {
    let last: Option<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT n, hash FROM fair_list ORDER BY n DESC LIMIT 1")
            .fetch_optional(db)
            .await?;
    let Some((n, hash)) = last else { return Ok((0, START)) };
    Ok((n as u64, whole(&hash)?))
}

fn known(kind: &str) -> Result<Kind> {
    let unknown = || StoreError::Damaged(format!("the list of commitments has a line {kind}"));
    Kind::from_name(kind).ok_or_else(unknown)
}

fn whole(hash: &[u8]) -> Result<[u8; 32]> {
    let broken = |_| StoreError::Damaged("the list of commitments has half a hash".to_owned());
    <[u8; 32]>::try_from(hash).map_err(broken)
}

pub(super) fn listed((n, at, kind, commitment, hash): Row) -> Result<Listed> {
    let line = Line { n: n as u64, at: at as u64, kind: known(&kind)?, commitment };
    Ok((line, whole(&hash)?))
}

/// Lines after a number.
pub(super) async fn after(pool: &Pool, after: u64, limit: u32) -> Result<Vec<Listed>> {
    let sql =
        "SELECT n, at, kind, commitment, hash FROM fair_list WHERE n > $1 ORDER BY n LIMIT $2";
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows: Vec<Row> =
        sqlx::query_as(sql).bind(after).bind(i64::from(limit)).fetch_all(pool).await?;
    rows.into_iter().map(listed).collect()
}

/// The lines of a commitment.
pub(super) async fn of(pool: &Pool, commitment: &str) -> Result<Vec<Listed>> {
    let sql = "SELECT n, at, kind, commitment, hash FROM fair_list WHERE commitment = $1
         ORDER BY n LIMIT $2";
    let rows: Vec<Row> = sqlx::query_as(sql).bind(commitment).bind(OF_ONE).fetch_all(pool).await?;
    rows.into_iter().map(listed).collect()
}
