//! Lists of tables. Each has an index in its own order (see the migrations): however many tables
//! there are, a list costs what it shows.

use sqlx::QueryBuilder;

use super::{MINE, Pool, Sql};
use crate::{Expiry, Query, Result};

/// Where the tables of one person are found, and in which order.
pub(super) struct Mine {
    pub(super) from: &'static str,
    pub(super) changed: &'static str,
    pub(super) id: &'static str,
}

/// Lists tables, the latest change first.
pub(super) async fn rows(pool: &Pool, query: &Query) -> Result<Vec<(String, String)>> {
    Ok(rows_sql(query).build_query_as().fetch_all(pool).await?)
}

pub(super) fn rows_sql(query: &Query) -> QueryBuilder<Sql> {
    let mut sql = QueryBuilder::new("SELECT t.id, t.row FROM ");
    let (changed, id) = if let Some(person) = &query.person {
        sql.push(MINE.from).push(" WHERE s.person = ").push_bind(person.clone());
        (MINE.changed, MINE.id)
    } else {
        sql.push("tables t WHERE true");
        ("t.changed", "t.id")
    };
    if let Some(status) = status_sql(&query.status) {
        sql.push(status);
    }
    if query.public {
        sql.push(" AND t.public = true");
    }
    if let Some(family) = &query.family {
        sql.push(" AND t.family = ").push_bind(family.clone());
    }
    if let Some(before) = query.before {
        sql.push(format!(" AND {changed} < "));
        sql.push_bind(i64::try_from(before).unwrap_or(i64::MAX));
    }
    sql.push(format!(" ORDER BY {changed} DESC, {id} LIMIT ")).push_bind(i64::from(query.limit));
    sql
}

/// The condition word for word as the partial indexes have it: a bound value would not do.
fn status_sql(status: &[String]) -> Option<String> {
    let known = |status: &String| match status.as_str() {
        "open" => Some("'open'"),
        "playing" => Some("'playing'"),
        "over" => Some("'over'"),
        _ => None,
    };
    let wanted: Vec<&str> = status.iter().filter_map(known).collect();
    match wanted.as_slice() {
        [] if status.is_empty() => None,
        [] => Some(" AND false".to_owned()),
        [one] => Some(format!(" AND t.status = {one}")),
        several => Some(format!(" AND t.status IN ({})", several.join(", "))),
    }
}

/// The next tables in the order of their ids.
pub(super) async fn after(pool: &Pool, id: &str, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2";
    Ok(sqlx::query_scalar(sql).bind(id).bind(i64::from(limit)).fetch_all(pool).await?)
}

pub(super) const DUE: &str = "SELECT id FROM tables WHERE wake <= $1 ORDER BY wake, id";

/// Tables that must be woken by now, the longest due first.
pub(super) async fn due(pool: &Pool, now: u64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(DUE).bind(now as i64).fetch_all(pool).await?)
}

/// A finished table: its id, whether it has a record, and the record.
pub(super) type FinishedRow = (String, i64, Option<Vec<u8>>);

/// Finished public tables in the order of finishing. After a table that is not kept there is
/// nothing: a reader that goes on from there would else begin anew without noticing.
pub(super) async fn finished(
    pool: &Pool,
    family: Option<&str>,
    after: Option<&str>,
    limit: u32,
) -> Result<Vec<FinishedRow>> {
    Ok(finished_sql(family, after, limit).build_query_as().fetch_all(pool).await?)
}

pub(super) fn finished_sql(
    family: Option<&str>,
    after: Option<&str>,
    limit: u32,
) -> QueryBuilder<Sql> {
    let mut sql = QueryBuilder::new(
        "SELECT id, recorded, (SELECT record FROM records WHERE table_id = tables.id)
         FROM tables WHERE public = true AND status = 'over'",
    );
    if let Some(family) = family {
        sql.push(" AND family = ").push_bind(family.to_owned());
    }
    match after {
        Some(after) => {
            sql.push(" AND ended > (SELECT ended FROM tables WHERE id = ");
            sql.push_bind(after.to_owned()).push(")");
        }
        None => {
            sql.push(" AND ended > 0");
        }
    }
    sql.push(" ORDER BY ended LIMIT ").push_bind(i64::from(limit));
    sql
}

pub(super) const EXPIRING: &str =
    "SELECT id FROM tables WHERE status = 'open' AND slow = $1 AND changed < $2
     ORDER BY changed LIMIT $3";

/// Open tables that expired: those by days have a rule of their own.
pub(super) async fn expiring(pool: &Pool, since: Expiry, limit: u32) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (slow, before) in [(false, since.open), (true, since.slow)] {
        let more: Vec<String> = sqlx::query_scalar(EXPIRING)
            .bind(slow)
            .bind(i64::try_from(before).unwrap_or(i64::MAX))
            .bind(i64::from(limit.saturating_sub(found.len() as u32)))
            .fetch_all(pool)
            .await?;
        found.extend(more);
    }
    Ok(found)
}
