//! What nobody uses goes, and whoever comes back to it is told.

use server::live::expiry::{Expirer, Swept};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use super::kit::{Client, Site, two};

/// Makes everything look as if it had happened long ago.
async fn long_ago(site: &Site, days: u64) {
    let path = site.data.path().join("trencavel.sqlite");
    let mut db = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let ms = days * 86_400_000;
    for column in
        ["tables SET changed = changed", "seats SET changed = changed", "people SET made = made"]
    {
        let sql = AssertSqlSafe(format!("UPDATE {column} - {ms}"));
        sqlx::query(sql).execute(&mut db).await.unwrap();
    }
    let sql = AssertSqlSafe(format!("UPDATE sessions SET made = made - {ms}, used = used - {ms}"));
    sqlx::query(sql).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_table_that_nobody_uses_expires_and_says_so() {
    let site = Site::start(&[("rest-seconds", "1")]).await;
    let (ada, _idle) = (site.guest("Ada").await, site.guest("Idle").await);
    let made = ada.make(two()).await.unwrap();
    let hub = site.server.server().app().hub.clone();
    let mut expirer = Expirer::new(&hub);

    // Somebody looks at it: it stays, however old it is.
    let watcher = Client::open(&ada, &made.id, "ada", 1).await;
    long_ago(&site, 8).await;
    assert_eq!(expirer.round().await.unwrap(), Swept::default());
    drop(watcher);
    while hub.is_loaded(&made.id) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(expirer.round().await.unwrap(), Swept { tables: 1, ..Swept::default() });

    let url = format!("{}/api/tables/{}", site.url(), made.id);
    let answer = site.http.get(&url).send().await.unwrap();
    assert_eq!(answer.status(), 410);
    let problem: protocol::Problem = answer.json().await.unwrap();
    assert_eq!(problem.kind, "expired");
    assert!(problem.detail.contains("expired"), "{}", problem.detail);
    let nowhere = format!("{}/api/tables/{}", site.url(), "0".repeat(made.id.len()));
    assert_eq!(site.http.get(&nowhere).send().await.unwrap().status(), 404);

    // Both guests are without games now; after a month they go, and after 400 days any session.
    long_ago(&site, 23).await;
    let swept = expirer.round().await.unwrap();
    assert_eq!(swept, Swept { guests: 2, ..Swept::default() });
    site.server.stop().await;
}
