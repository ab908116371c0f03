//! Seeks by days that last without a page, and the bell over a person's own socket.

use std::time::{Duration, Instant};

use loadtest::Visitor;
use protocol::{LastingSeek, MeSaid, MeTold, NoticeKind};
use reqwest::Method;
use serde_json::{Value, json};

use super::days::bell;
use super::kit::{SOON, Site, done, two};
use super::pairing::Own;

/// What the server says somebody seeks by days.
async fn lasting(visitor: &Visitor) -> Option<LastingSeek> {
    let socket = Own::try_open(visitor, visitor.base()).await.unwrap();
    let mut own = Own { socket, visitor: visitor.clone(), heard: Vec::new() };
    match own.hear().await {
        MeTold::Hello { seek, .. } => seek,
        other => panic!("{other:?}"),
    }
}

/// Seeks, and is gone as soon as the server has heard it.
async fn seek_and_go(visitor: &Visitor, pools: &[&str]) {
    let mut own = Own::open(visitor).await;
    own.seek(pools).await;
    own.until(|told| matches!(told, MeTold::Waiting { .. })).await;
    own.socket.close().await;
}

/// How many seek in a pool.
async fn waiting(site: &Site, pool: &str, wanted: u64) {
    let begun = Instant::now();
    loop {
        let list = site.http.get(format!("{}/api/pools", site.url())).send().await.unwrap();
        let list: Value = list.json().await.unwrap();
        let pools = list["pools"].as_array().unwrap();
        let found = pools.iter().find(|it| it["name"] == pool).unwrap()["waiting"].as_u64();
        if found == Some(wanted) {
            return;
        }
        assert!(begun.elapsed() < SOON, "{found:?} of {wanted} seek {pool}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_by_days_lasts_without_a_page_and_over_a_restart() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    seek_and_go(&ada, &["duel", "days"]).await;
    // What is played at once is sought by nobody who is gone.
    waiting(&site, "duel", 0).await;
    waiting(&site, "days", 1).await;
    let kept = lasting(&ada).await.unwrap();
    assert_eq!(kept.pools, ["days"]);
    let site = site.restart(Duration::ZERO).await;
    assert_eq!(lasting(&ada).await, Some(kept.clone()));
    waiting(&site, "days", 1).await;
    assert_eq!(lasting(&ada).await, Some(kept));
    let mut own = Own::open(&bob).await;
    own.seek(&["days"]).await;
    let (table, _, _) = own.paired().await;
    let rung = bell(&ada, 1).await.notices.remove(0);
    assert_eq!((rung.kind, rung.table.unwrap().id), (NoticeKind::Paired, table));
    waiting(&site, "days", 0).await;
    assert_eq!((lasting(&ada).await, lasting(&bob).await), (None, None));
    let site = site.restart(Duration::ZERO).await;
    assert_eq!((lasting(&ada).await, lasting(&bob).await), (None, None), "it was found once");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lasting_seek_is_ended_from_any_page_and_guests_have_none() {
    let site = Site::start(&[]).await;
    let (ada, guest) = (site.account("Ada").await, site.guest("Gus").await);
    seek_and_go(&ada, &["days"]).await;
    seek_and_go(&guest, &["days"]).await;
    waiting(&site, "days", 1).await;
    assert_eq!(lasting(&guest).await, None);
    let mut page = Own::open(&ada).await;
    page.say(&MeSaid::Unseek).await;
    page.until(|told| matches!(told, MeTold::Idle { why, .. } if why == "asked")).await;
    waiting(&site, "days", 0).await;
    assert_eq!(lasting(&ada).await, None);
    seek_and_go(&ada, &["days"]).await;
    done(&ada, Method::DELETE, "/api/me/seek", Value::Null).await;
    waiting(&site, "days", 0).await;
    assert_eq!(lasting(&ada).await, None);
    // Whoever changes its mind to what is played at once seeks nothing by days any more.
    seek_and_go(&ada, &["days"]).await;
    seek_and_go(&ada, &["duel"]).await;
    waiting(&site, "days", 0).await;
    assert_eq!(lasting(&ada).await, None);
    let site = site.restart(Duration::ZERO).await;
    assert_eq!(lasting(&ada).await, None);
    site.server.stop().await;
}

/// What changed while somebody waited counts: blocks, and who is no more.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_blocked_another_meanwhile_is_not_brought_to_it() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    seek_and_go(&ada, &["days"]).await;
    waiting(&site, "days", 1).await;
    done(&ada, Method::PUT, "/api/me/relations/Bob", json!({ "tie": "block" })).await;
    let mut own = Own::open(&bob).await;
    own.seek(&["days"]).await;
    waiting(&site, "days", 2).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    waiting(&site, "days", 2).await;
    assert!(lasting(&ada).await.is_some());
    // Whoever leaves for good seeks no more.
    done(&ada, Method::DELETE, "/api/me", json!({ "password": super::kit::PASSWORD })).await;
    waiting(&site, "days", 1).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bell_is_heard_over_the_persons_own_socket() {
    let site = Site::start(&[]).await;
    let (ada, bob, eve) =
        (site.account("Ada").await, site.account("Bob").await, site.account("Eve").await);
    let (mut page, mut other) = (Own::open(&bob).await, Own::open(&eve).await);
    let begun = Instant::now();
    let asked = json!({ "rival": "Bob", "config": two() });
    done(&ada, Method::POST, "/api/challenges", asked).await;
    let told = page.until(|told| matches!(told, MeTold::Notice { .. })).await;
    assert_eq!(told, MeTold::Notice { kind: NoticeKind::Challenge });
    println!("from the challenge to the bell: {:?}", begun.elapsed());
    other.say(&MeSaid::Ping { at: 1 }).await;
    let first = other.hear().await;
    assert!(matches!(first, MeTold::Pong { .. }), "nobody else hears it: {first:?}");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_over_the_persons_own_socket_at_once() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(super::days::by_days()).await;
    let mut page = Own::open(&bob).await;
    // Whoever listens hears what comes from now on.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let begun = Instant::now();
    super::days::play(&ada, &made.id).await;
    let told = page.until(|told| matches!(told, MeTold::Turn { .. })).await;
    assert_eq!(told, MeTold::Turn { table: made.id.clone() });
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "long before the bell: {:?}",
        begun.elapsed()
    );
    let socket = Own::try_open(&bob, bob.base()).await.unwrap();
    let mut again = Own { socket, visitor: bob.clone(), heard: Vec::new() };
    assert!(matches!(again.hear().await, MeTold::Hello { turns: 1, notices: 0, .. }));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_came_to_a_game_by_days_seeks_on_if_nobody_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let pools = folder.path().join("pools.toml");
    let text = "[[pool]]\nname = \"days\"\nseats = 2\ndays = 3\nladder = \"days\"\nwithin = 3\n";
    std::fs::write(&pools, text).unwrap();
    let site = Site::start(&[("pools", pools.to_str().unwrap())]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    seek_and_go(&ada, &["days"]).await;
    waiting(&site, "days", 1).await;
    let since = lasting(&ada).await.unwrap().since;
    let mut own = Own::open(&bob).await;
    own.seek(&["days"]).await;
    let (table, ..) = own.paired().await;
    assert_eq!(lasting(&ada).await, None);
    let seats = ada.look(&table).await.unwrap().table.seats;
    let seat = seats.iter().position(|seat| {
        let protocol::Sitter::Nobody { kept: Some(kept), .. } = &seat.sitter else { return false };
        kept.id == ada.me.id
    });
    let path = format!("/api/tables/{table}/seats/{}", seat.unwrap());
    done(&ada, Method::POST, &path, json!({ "value": "00000000000000000000000000000007" })).await;
    let begun = Instant::now();
    while lasting(&ada).await.is_none() {
        assert!(begun.elapsed() < SOON, "she seeks on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(lasting(&ada).await.unwrap().since, since, "where she stood");
    assert_eq!(lasting(&bob).await, None, "and he does not");
    site.server.stop().await;
}
