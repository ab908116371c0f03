//! Whether lists use their indexes, however many tables there are.

use super::careers::{FIRST, GAINS};
use super::games::games_sql;
use super::lists::{DUE, EXPIRING, finished_sql, rows_sql};
use super::{SqliteStore, sweep};
use crate::{AnyStore, Expiry, GamesQuery, Query};
use protocol::Ladder;
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

/// Many finished games of two, two hundred for each person, with their ratings, in one stroke.
async fn many_results(pool: &SqlitePool, results: u32) {
    for sql in [
        "INSERT INTO people (id, name, folded, password, made, banned)
         SELECT printf('p%d', n), printf('Person %d', n), printf('person %d', n), 'hash', 0, 0
         FROM (WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < ?1 / 100 - 1)
            SELECT n FROM c)",
        "INSERT INTO results (ended, table_id, at, ladder, rated, pool, reason, public, apart,
            family, expansions, seats, turns, tiles)
         SELECT n, printf('t%08d', n), n * 1000, 'duel', 1, 'duel', 'played', 1, 0, 'country', '', 2,
            71, CASE n % 24 WHEN 0 THEN 'base/E base/U' ELSE 'base/U base/E' END
         FROM (WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
            SELECT n FROM c)",
        "INSERT INTO result_seats (ended, seat, person, computer, ladder, at, rank, made, points,
            margin, used, conduct, before_points, before_deviation, after_points, after_deviation)
         SELECT r.ended, s.seat, printf('p%d', (r.ended * 7919 + s.seat * (1 + r.ended % 47)) % (?1 / 100)),
            '', 'duel', r.at, 1 + (r.ended + s.seat) % 2, 2 * ((r.ended + s.seat + 1) % 2),
            60 + r.ended % 40, r.ended % 30, 60000, 'good', 150000, 6000, 150000 + r.ended % 900,
            6000
         FROM results r, (SELECT 0 AS seat UNION ALL SELECT 1) s",
        "INSERT INTO ratings (person, ladder, points, deviation, games, won, peak, last)
         SELECT id, 'duel', 150000 + CAST(substr(id, 2) AS INTEGER) % 30000, 6000, 200, 100, 160000,
            (SELECT max(at) FROM results) FROM people WHERE ?1 > 0",
    ] {
        sqlx::query(sql).bind(results).execute(pool).await.unwrap();
    }
}

/// The longest of many, but for one in a hundred.
fn most(mut took: Vec<std::time::Duration>) -> std::time::Duration {
    took.sort_unstable();
    took[took.len() * 99 / 100]
}

/// However many games were rated, pages of people and boards read their own, and a fold of all of
/// them takes seconds. `RESULTS=1000000` tries it with a million (`make results`).
#[tokio::test]
async fn ratings_cost_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let store: AnyStore = std::sync::Arc::new(SqliteStore::open(&path).await.unwrap());
    let pool = SqlitePool::connect_with(super::open::options(&path, false)).await.unwrap();
    let results = std::env::var("RESULTS").ok().and_then(|n| n.parse().ok()).unwrap_or(5_000);
    many_results(&pool, results).await;
    let people = results / 100;
    assert_plan(&pool, FIRST, "INDEX results_at (at>?)").await;
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {GAINS}"));
    let plan: Vec<(i64, i64, i64, String)> =
        sqlx::query_as(explain).fetch_all(&pool).await.unwrap();
    let along = "INDEX result_seats_rated (person=? AND ladder=? AND ended>?";
    assert!(plan.iter().any(|(.., text)| text.contains(along)), "{plan:#?}");

    let (mut pages, mut searches) = (Vec::new(), Vec::new());
    for number in 0..200 {
        let person = format!("p{}", number * 49 % people);
        let begun = std::time::Instant::now();
        store.careers(&person).await.unwrap();
        store.conduct(&person, 100).await.unwrap();
        store.games_count(&person).await.unwrap();
        store.rated_days(&person, Ladder::Duel, 1500).await.unwrap();
        pages.push(begun.elapsed());
        let begun = std::time::Instant::now();
        let tiles = Some("base/E base/U".to_owned());
        let of = GamesQuery { person, tiles, made: Some(2), limit: 30, ..GamesQuery::default() };
        store.games_of(of).await.unwrap();
        searches.push(begun.elapsed());
    }
    println!("{results} results: a page {:?}, a search {:?} (p99)", most(pages), most(searches));
    let begun = std::time::Instant::now();
    let board = store.board(Ladder::Duel, 30, 0, 200).await.unwrap();
    assert_eq!(board.len(), people.min(200) as usize);
    println!("a board: {:?}", begun.elapsed());
    let begun = std::time::Instant::now();
    let half = u64::from(results) * 500;
    assert!(!store.gains(Ladder::Duel, half, 30, 20).await.unwrap().is_empty());
    println!("who gained most: {:?}", begun.elapsed());
    let begun = std::time::Instant::now();
    assert_eq!(store.refold(false).await.unwrap().games, u64::from(results));
    println!("all ratings folded and compared: {:?}", begun.elapsed());
    pool.close().await;
    store.close().await;
}
