//! Lists of tables. Each has an index in its own order (see the migrations): however many tables
//! there are, a list costs what it shows.

use sqlx::sqlite::SqlitePool;
use sqlx::{QueryBuilder, Sqlite};

use crate::store::{Expiry, Query, Result};

/// Lists tables, the latest change first.
pub(super) async fn rows(pool: &SqlitePool, query: &Query) -> Result<Vec<(String, String)>> {
    Ok(rows_sql(query).build_query_as().fetch_all(pool).await?)
}

fn rows_sql(query: &Query) -> QueryBuilder<Sqlite> {
    let mut sql = QueryBuilder::new("SELECT t.id, t.row FROM ");
    // Whose tables are asked for is looked up by person; the planner must not do it otherwise.
    let changed = if let Some(person) = &query.person {
        sql.push("seats s CROSS JOIN tables t ON t.id = s.table_id WHERE s.person = ");
        sql.push_bind(person.clone());
        "s.changed"
    } else {
        sql.push("tables t WHERE true");
        "t.changed"
    };
    if let Some(status) = status_sql(&query.status) {
        sql.push(status);
    }
    if query.public {
        sql.push(" AND t.public = 1");
    }
    if let Some(family) = &query.family {
        sql.push(" AND t.family = ").push_bind(family.clone());
    }
    if let Some(before) = query.before {
        sql.push(format!(" AND {changed} < "));
        sql.push_bind(i64::try_from(before).unwrap_or(i64::MAX));
    }
    sql.push(format!(" ORDER BY {changed} DESC, t.id LIMIT ")).push_bind(i64::from(query.limit));
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

const DUE: &str = "SELECT id FROM tables WHERE wake <= ? ORDER BY wake, id";

/// Tables that must be woken by now, the longest due first.
pub(super) async fn due(pool: &SqlitePool, now: u64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(DUE).bind(now as i64).fetch_all(pool).await?)
}

/// Finished public tables in the order of finishing. After a table that is not kept there is
/// nothing: a reader that goes on from there would else begin anew without noticing.
pub(super) async fn finished(
    pool: &SqlitePool,
    family: Option<&str>,
    after: Option<&str>,
    limit: u32,
) -> Result<Vec<String>> {
    Ok(finished_sql(family, after, limit).build_query_scalar().fetch_all(pool).await?)
}

fn finished_sql(family: Option<&str>, after: Option<&str>, limit: u32) -> QueryBuilder<Sqlite> {
    let mut sql = QueryBuilder::new("SELECT id FROM tables WHERE public = 1 AND status = 'over'");
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

const EXPIRING: &str = "SELECT id FROM tables WHERE status = 'open' AND slow = ? AND changed < ?
     ORDER BY changed LIMIT ?";

/// Open tables that expired: those by days have a rule of their own.
pub(super) async fn expiring(pool: &SqlitePool, since: Expiry, limit: u32) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (slow, before) in [(false, since.open), (true, since.slow)] {
        let more: Vec<String> = sqlx::query_scalar(EXPIRING)
            .bind(slow)
            .bind(i64::try_from(before).unwrap_or(i64::MAX))
            .bind(limit.saturating_sub(found.len() as u32))
            .fetch_all(pool)
            .await?;
        found.extend(more);
    }
    Ok(found)
}
