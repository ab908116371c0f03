//! Games that pages played without a server: what a stranger may try with them.

use std::collections::BTreeMap;

use loadtest::visitor::Visitor;
use protocol::engine::KeptGame;
use protocol::log::{Logged, Who};
use protocol::{Problem, SeatPlan};
use reqwest::{Method, StatusCode};
use room::{Request, Room, Rulebook};
use serde_json::{Value, json};

use super::kit::{Site, computer, config, country};
use super::names::account;

/// A game of a page against somebody at the same screen, given up at once.
fn finished(secret: [u8; 32], other: &str) -> Value {
    let book = Rulebook::default();
    let who = Who { id: "device".into(), name: "Ada".into(), account: false };
    let seats = vec![SeatPlan::Me, SeatPlan::Screen { name: other.into() }];
    let plan = config(country(&[]), seats);
    let (mut room, mut log) = Room::make(&book, "local-1", "", secret, plan, &who, 1).unwrap();
    let values = BTreeMap::from([(0, "0123456789abcdef".repeat(2))]);
    for request in [Request::Start { values, reveal_ms: 0 }, Request::Resign { seat: 0 }] {
        let decided: Vec<Logged> = room.decide(2, &who, request).unwrap().entries;
        for logged in &decided {
            room.apply(logged).unwrap();
        }
        log.extend(decided);
    }
    assert!(room.is_over());
    let secret = fair::list::write_hash(&secret);
    json!({ "secret": secret, "log": log })
}

async fn keep(visitor: &Visitor, game: &Value) -> (StatusCode, KeptGame) {
    let answer = visitor.request(Method::POST, "/api/games").json(game).send().await.unwrap();
    let status = answer.status();
    let text = answer.text().await.unwrap();
    (status, serde_json::from_str(&text).expect(&text))
}

async fn refusal(visitor: &Visitor, body: &Value) -> Problem {
    let answer = visitor.request(Method::POST, "/api/games").json(body).send().await.unwrap();
    assert!(!answer.status().is_success(), "{}", answer.status());
    answer.json().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_that_no_page_played() {
    let site = Site::start(&[]).await;
    let (guest, ada) = (site.guest("Guest").await, account(&site, "Ada").await);
    let secret = "00".repeat(32);
    let made = json!({
        "t": "made",
        "config": { "plan": { "family": "country" }, "seats": [{ "kind": "me" }] },
        "by": { "id": "ada", "name": "Ada" },
        "commitment": "00",
    });
    let log = json!([{ "n": 1, "at": 1, "entry": made }]);
    let game = json!({ "secret": secret, "log": log });
    assert_eq!(refusal(&guest, &game).await.kind, "no-account");
    let short = refusal(&ada, &json!({ "secret": "abc", "log": log })).await;
    assert_eq!(short.at.as_deref(), Some("secret"), "{short:?}");
    for log in [
        json!([]),
        log.clone(),
        json!([{ "n": 1, "at": 1, "entry": { "t": "rematch", "table": "x" } }]),
    ] {
        let refused = refusal(&ada, &json!({ "secret": secret, "log": log })).await;
        assert_eq!((refused.status, refused.kind.as_str()), (422, "game"), "{refused:?}");
    }
    let own = ada.request(Method::GET, "/api/me/tables").send().await.unwrap();
    assert!(!own.text().await.unwrap().contains("\"id\""), "nothing was kept");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_kept_once_for_each_person_and_is_nobody_elses() {
    let site = Site::start(&[]).await;
    let (ada, eve) = (account(&site, "Ada").await, account(&site, "Eve").await);
    let game = finished([7; 32], "Cousin");
    let (status, kept) = keep(&ada, &game).await;
    assert_eq!((status, kept.again), (StatusCode::CREATED, false));
    let (status, same) = keep(&ada, &game).await;
    assert_eq!((status, same.again, &same.id), (StatusCode::OK, true, &kept.id));
    let (status, hers) = keep(&eve, &game).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_ne!(hers.id, kept.id);
    let list = |path: &'static str| ada.request(Method::GET, path).send();
    let own = list("/api/me/tables?status=over").await.unwrap().text().await.unwrap();
    assert!(own.contains(&kept.id) && !own.contains(&hers.id), "{own}");
    let records = list("/api/records").await.unwrap().text().await.unwrap();
    assert!(!records.contains(&kept.id), "{records}");
    let past = ada.look(&kept.id).await.unwrap();
    assert!(past.table.local);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_server_drew_itself_and_names_of_others_are_refused() {
    let site = Site::start(&[]).await;
    let ada = account(&site, "Ada").await;
    account(&site, "Bertran").await;
    let own = config(country(&[]), vec![SeatPlan::Me, computer()]);
    let table = site.begun(own, &[&ada]).await;
    let stored = site.server.server().app().store.load(&table.id).await.unwrap().unwrap();
    let listed = refusal(&ada, &finished(stored.seed, "Cousin")).await;
    assert_eq!((listed.status, listed.kind.as_str()), (409, "listed"));
    for (name, kind) in [("Computer", "name-reserved"), ("Bertran", "name-taken")] {
        let refused = refusal(&ada, &finished([8; 32], name)).await;
        let at = refused.at.as_deref();
        assert_eq!((refused.kind.as_str(), at), (kind, Some("log[0].seats[1]")), "{name}");
    }
    let mut large = finished([9; 32], "Cousin");
    large["log"][0]["entry"]["config"]["name"] = json!("x".repeat(300 * 1024));
    let answer = ada.request(Method::POST, "/api/games").json(&large).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    site.server.stop().await;
}
