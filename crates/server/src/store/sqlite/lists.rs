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
    let (changed, id) = if let Some(person) = &query.person {
        sql.push("seats s CROSS JOIN tables t ON t.id = s.table_id WHERE s.person = ");
        sql.push_bind(person.clone());
        ("s.changed", "s.table_id")
    } else {
        sql.push("tables t WHERE true");
        ("t.changed", "t.id")
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
pub(super) async fn after(pool: &SqlitePool, id: &str, limit: u32) -> Result<Vec<String>> {
    let sql = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?";
    Ok(sqlx::query_scalar(sql).bind(id).bind(limit).fetch_all(pool).await?)
}

const DUE: &str = "SELECT id FROM tables WHERE wake <= ? ORDER BY wake, id";

/// Tables that must be woken by now, the longest due first.
pub(super) async fn due(pool: &SqlitePool, now: u64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(DUE).bind(now as i64).fetch_all(pool).await?)
}

/// A finished table: its id, whether it has a record, and the record.
pub(super) type FinishedRow = (String, i64, Option<Vec<u8>>);

/// Finished public tables in the order of finishing. After a table that is not kept there is
/// nothing: a reader that goes on from there would else begin anew without noticing.
pub(super) async fn finished(
    pool: &SqlitePool,
    family: Option<&str>,
    after: Option<&str>,
    limit: u32,
) -> Result<Vec<FinishedRow>> {
    Ok(finished_sql(family, after, limit).build_query_as().fetch_all(pool).await?)
}

fn finished_sql(family: Option<&str>, after: Option<&str>, limit: u32) -> QueryBuilder<Sqlite> {
    let mut sql = QueryBuilder::new(
        "SELECT id, recorded, (SELECT record FROM records WHERE table_id = tables.id)
         FROM tables WHERE public = 1 AND status = 'over'",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::AnyStore;
    use crate::store::sqlite::{SqliteStore, sweep};
    use sqlx::AssertSqlSafe;

    /// Many tables of all kinds in one stroke: one of a hundred is open, two are played.
    async fn many(pool: &SqlitePool, tables: u32) {
        for sql in [
            "INSERT INTO tables
                (id, key, seed, last, status, public, family, changed, wake, ended, row, slow)
             SELECT printf('t%08d', n), 'k', zeroblob(32), 0,
                CASE n % 100 WHEN 0 THEN 'open' WHEN 1 THEN 'playing' WHEN 2 THEN 'playing'
                    ELSE 'over' END,
                n % 3 > 0, CASE n % 5 WHEN 0 THEN 'city' ELSE 'country' END, n * 7919 % 1000003,
                CASE WHEN n % 100 = 1 THEN n END, CASE WHEN n % 100 > 2 THEN n END, '{}', n % 700 = 0
             FROM (WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
                SELECT n FROM c)",
            "INSERT INTO seats (table_id, person, changed)
             SELECT id, printf('p%d', rowid % 997), changed FROM tables WHERE ? > 0",
        ] {
            sqlx::query(sql).bind(tables).execute(pool).await.unwrap();
        }
    }

    /// The plan of a query: the index it must use, and no sorting of everything.
    async fn assert_plan(pool: &SqlitePool, sql: &str, index: &str) {
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let plan: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(explain).fetch_all(pool).await.unwrap();
        let told: Vec<&str> = plan.iter().map(|(.., text)| text.as_str()).collect();
        assert!(told.iter().any(|line| line.contains(index)), "{sql}\n{told:#?}");
        assert!(!told.iter().any(|line| line.contains("TEMP B-TREE")), "{sql}\n{told:#?}");
        let whole = |line: &&str| line.starts_with("SCAN") && !line.contains("(subquery");
        assert!(
            !told.iter().any(|line| whole(line) && !line.contains("INDEX")),
            "{sql}\n{told:#?}"
        );
    }

    #[tokio::test]
    async fn lists_cost_what_they_show() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let store: AnyStore = std::sync::Arc::new(SqliteStore::open(&path).await.unwrap());
        let options = super::super::open::options(&path, false);
        let pool = SqlitePool::connect_with(options).await.unwrap();
        let tables = std::env::var("TABLES").ok().and_then(|n| n.parse().ok());
        many(&pool, tables.unwrap_or(200_000)).await;
        let lobby = |status: &str| Query {
            status: vec![status.into()],
            public: true,
            before: Some(900_000),
            limit: 50,
            ..Query::default()
        };
        let mine = |status: Vec<String>| Query {
            person: Some("p7".into()),
            status,
            before: Some(900_000),
            limit: 50,
            ..Query::default()
        };
        let since = Expiry { open: 1000, slow: 500 };
        let sql = |query: &Query| rows_sql(query).sql().as_str().to_owned();
        for (query, index) in [
            (lobby("open"), "INDEX tables_open (public=? AND changed<?)"),
            (lobby("playing"), "INDEX tables_playing (public=? AND changed<?)"),
            (mine(vec![]), "INDEX seats_person (person=? AND changed<?)"),
            (mine(vec!["playing".into()]), "INDEX seats_person (person=? AND changed<?)"),
        ] {
            assert_plan(&pool, &sql(&query), index).await;
            let begun = std::time::Instant::now();
            assert!(!store.rows(query.clone()).await.unwrap().is_empty());
            println!("{:?} {:?}: {:?}", query.status, query.person, begun.elapsed());
        }
        assert_plan(&pool, DUE, "INDEX tables_wake (wake<?)").await;
        assert_plan(&pool, EXPIRING, "INDEX tables_expiry (slow=? AND changed<?)").await;
        assert_plan(&pool, sweep::OLD_SESSIONS, "INDEX sessions_age").await;
        assert_plan(&pool, sweep::STRETCH, "PRIMARY KEY").await;
        for (family, after, index) in [
            (None, None, "INDEX tables_over (public=? AND ended>?)"),
            (None, Some("t00000099"), "INDEX tables_over (public=? AND ended>?)"),
            (Some("city"), Some("t00000099"), "INDEX tables_over_family (public=? AND family=?"),
        ] {
            let sql = finished_sql(family, after, 50).sql().as_str().to_owned();
            assert_plan(&pool, &sql, index).await;
            let begun = std::time::Instant::now();
            assert_eq!(store.finished(family, after, 50).await.unwrap().len(), 50);
            println!("finished {family:?} {after:?}: {:?}", begun.elapsed());
        }
        let begun = std::time::Instant::now();
        assert!(!store.expiring(since, 50).await.unwrap().is_empty());
        println!("expiring: {:?}", begun.elapsed());
        pool.close().await;
        store.close().await;
    }
}
