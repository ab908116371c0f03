//! Whether lists use their indexes, however many tables there are.

use super::games::games_sql;
use super::lists::{DUE, EXPIRING, finished_sql, rows_sql};
use super::{SqliteStore, sweep};
use crate::store::{AnyStore, Expiry, GamesQuery, Query};
use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqlitePool;

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
    let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(explain).fetch_all(pool).await.unwrap();
    let told: Vec<&str> = plan.iter().map(|(.., text)| text.as_str()).collect();
    assert!(told.iter().any(|line| line.contains(index)), "{sql}\n{told:#?}");
    assert!(!told.iter().any(|line| line.contains("TEMP B-TREE")), "{sql}\n{told:#?}");
    let whole = |line: &&str| line.starts_with("SCAN") && !line.contains("(subquery");
    assert!(!told.iter().any(|line| whole(line) && !line.contains("INDEX")), "{sql}\n{told:#?}");
}

#[tokio::test]
async fn lists_cost_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store: AnyStore = std::sync::Arc::new(SqliteStore::open(&path).await.unwrap());
    let options = super::open::options(&path, false);
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
    assert_plan(&pool, sweep::NOTHING, "INDEX results_nothing (at<?)").await;
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

/// However many games there are, a person's list reads its own.
#[tokio::test]
async fn games_of_a_person_go_along_its_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store: AnyStore = std::sync::Arc::new(SqliteStore::open(&path).await.unwrap());
    let pool = SqlitePool::connect_with(super::open::options(&path, false)).await.unwrap();
    let of = GamesQuery { person: "p7".into(), limit: 30, ..GamesQuery::default() };
    let next = GamesQuery { before: Some(900), made: Some(2), ..of.clone() };
    for query in [of, next] {
        let sql = games_sql(&query).sql().as_str().to_owned();
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let plan: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(explain).fetch_all(&pool).await.unwrap();
        let told: Vec<&str> = plan.iter().map(|(.., text)| text.as_str()).collect();
        assert!(told[0].contains("INDEX result_seats_person (person=?"), "{told:#?}");
        assert!(!told.iter().any(|line| line.contains("TEMP B-TREE")), "{told:#?}");
        assert!(store.games_of(query).await.unwrap().is_empty());
    }
    pool.close().await;
    store.close().await;
}
