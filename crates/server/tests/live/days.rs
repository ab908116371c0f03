//! Games by days: whoever is away hears of its turn, by the bell and by the browser.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use loadtest::Visitor;
use protocol::{
    Cause, ClientMsg, Clock, MyLeave, MyNotices, MyTurns, NoticeKind, OfferKind, ServerMsg,
    TableConfig,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::kit::{Client, Site, two};
use super::stubs::{PushService, browser, browser_keys};

const SETTINGS: [(&str, &str); 2] = [("test-seed", "7"), ("notify-after-seconds", "0")];

pub fn by_days() -> TableConfig {
    TableConfig { clock: Clock::Days { days: 1 }, ..two() }
}

async fn get<T: serde::de::DeserializeOwned>(visitor: &Visitor, path: &str) -> T {
    let answer = visitor.request(Method::GET, path).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.json().await.unwrap()
}

async fn put(visitor: &Visitor, path: &str, body: Value) -> StatusCode {
    visitor.request(Method::PUT, path).json(&body).send().await.unwrap().status()
}

pub async fn subscribe(visitor: &Visitor, endpoint: &str, keys: &Value) -> StatusCode {
    let body = json!({
        "endpoint": endpoint, "p256dh": keys["p256dh"], "auth": keys["auth"], "language": "fr",
    });
    visitor.request(Method::POST, "/api/me/push").json(&body).send().await.unwrap().status()
}

/// The first seat plays a move, and goes.
pub async fn play(visitor: &Visitor, table: &str) {
    let mut client = Client::open(visitor, table, "first", 1).await;
    client.make_move().await;
    client.socket.close().await;
}

/// Waits until somebody's bell shows so many lines.
pub async fn bell(visitor: &Visitor, lines: usize) -> MyNotices {
    for _ in 0..600 {
        let notices: MyNotices = get(visitor, "/api/me/notices").await;
        if notices.notices.len() == lines {
            return notices;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the bell does not show {lines} lines");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_reaches_the_browser_of_its_player_alone() {
    let site = Site::start(&SETTINGS).await;
    let mut service = PushService::start().await;
    let (made, ada, bob) = site.pair(by_days()).await;
    let reach: protocol::Reach = get(&bob, "/api/me/wants").await;
    let key = reach.push_key.unwrap();
    let keys = browser_keys();
    assert_eq!(
        subscribe(&bob, &format!("{}/bob", service.url), &keys).await,
        StatusCode::NO_CONTENT
    );
    let turns: MyTurns = get(&ada, "/api/me/turns").await;
    assert_eq!(turns.turns.len(), 1, "the game has begun");

    let begun = std::time::Instant::now();
    play(&ada, &made.id).await;
    let pushed = service.next().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(pushed.path, "/bob");
    assert_eq!(pushed.header("content-encoding"), "aes128gcm");
    assert_eq!(pushed.header("topic"), made.id);
    let life: u64 = pushed.header("ttl").parse().unwrap();
    assert!((86_000..=86_400).contains(&life), "until the deadline: {life}");

    let opened = browser(&json!({
        "ask": "open", "jwk": keys["jwk"], "p256dh": keys["p256dh"], "auth": keys["auth"],
        "sealed": URL_SAFE_NO_PAD.encode(&pushed.body),
    }));
    assert_eq!(opened["length"], 2049, "filled up");
    let message: protocol::PushMessage =
        serde_json::from_str(opened["text"].as_str().unwrap()).unwrap();
    assert_eq!(message.title, "À vous de jouer contre Ada");
    assert_eq!((message.kind, message.path), (NoticeKind::Turn, format!("/t/{}", made.id)));

    let token =
        browser(&json!({ "ask": "verify", "authorization": pushed.header("authorization") }));
    assert_eq!((&token["good"], &token["k"]), (&json!(true), &json!(key)));
    assert_eq!(token["claims"]["aud"], service.url);
    let expires = token["claims"]["exp"].as_u64().unwrap();
    assert!(expires <= server::serve::now() / 1000 + 86_400);

    let notices = bell(&bob, 1).await;
    assert_eq!((notices.unseen, notices.notices[0].kind), (1, NoticeKind::Turn));
    assert!(get::<MyNotices>(&ada, "/api/me/notices").await.notices.is_empty());
    let turns: MyTurns = get(&bob, "/api/me/turns").await;
    assert_eq!((turns.turns.len(), turns.turns[0].table.mine.clone()), (1, vec![1]));

    // Bob comes and looks: it need not be told any more; Bob plays: it is gone.
    let mut client = Client::open(&bob, &made.id, "bob", 2).await;
    client.make_move().await;
    assert!(bell(&bob, 0).await.notices.is_empty());
    assert!(get::<MyTurns>(&bob, "/api/me/turns").await.turns.is_empty());
    assert!(service.is_quiet());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_push_service_says_is_heeded() {
    let site = Site::start(&SETTINGS).await;
    let mut service = PushService::start().await;
    let (made, ada, bob) = site.pair(by_days()).await;
    let keys = browser_keys();
    let endpoint = format!("{}/bob", service.url);
    subscribe(&bob, &endpoint, &keys).await;
    service.answers.lock().unwrap().extend([(429, "1"), (503, "1"), (410, "")]);
    play(&ada, &made.id).await;
    for _ in 0..3 {
        assert_eq!(service.next().await.path, "/bob", "again later, as it was asked");
    }
    for _ in 0..600 {
        let reach: protocol::Reach = get(&bob, "/api/me/wants").await;
        if reach.browsers == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(get::<protocol::Reach>(&bob, "/api/me/wants").await.browsers, 0, "it is gone");
    // Strange addresses and keys are refused, and so is the loopback without a test's number.
    for (endpoint, keys) in [
        ("https://example.org/x", &keys),
        ("https://127.0.0.1/x", &keys),
        ("https://fcm.googleapis.com/x", &json!({ "p256dh": "AAAA", "auth": "AAAA" })),
    ] {
        assert_eq!(subscribe(&bob, endpoint, keys).await, StatusCode::BAD_REQUEST, "{endpoint}");
    }
    site.server.stop().await;
    let plain = Site::start(&[]).await;
    let cora = plain.guest("Cora").await;
    assert_eq!(subscribe(&cora, &endpoint, &keys).await, StatusCode::BAD_REQUEST);
    let off = Site::start(&[("push", "off")]).await;
    let dora = off.guest("Dora").await;
    let google = "https://fcm.googleapis.com/x";
    assert_eq!(subscribe(&dora, google, &keys).await, StatusCode::FORBIDDEN);
    assert_eq!(get::<protocol::Reach>(&dora, "/api/me/wants").await.push_key, None);
    plain.server.stop().await;
    off.server.stop().await;
}

/// What was committed and not sent is sent after a start; the key is the one of before.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_survives_the_death_of_the_server() {
    let site = Site::start(&[("test-seed", "7"), ("notify-after-seconds", "2")]).await;
    let mut service = PushService::start().await;
    let (made, ada, bob) = site.pair(by_days()).await;
    let key = get::<protocol::Reach>(&bob, "/api/me/wants").await.push_key;
    subscribe(&bob, &format!("{}/bob", service.url), &browser_keys()).await;
    play(&ada, &made.id).await;
    let site = site.restart(Duration::ZERO).await;
    assert_eq!(service.next().await.path, "/bob");
    assert_eq!(get::<protocol::Reach>(&bob, "/api/me/wants").await.push_key, key);
    // Whoever logs out hears nothing more there.
    bob.request(Method::POST, "/api/logout").send().await.unwrap();
    let store = &site.server.server().app().store;
    assert!(store.post().subscriptions(&bob.me.id).await.unwrap().is_empty());
    site.server.stop().await;
}

/// Nobody's minutes run while it sleeps: a game becomes a live one with all of them at the table.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_days_becomes_live_only_before_everybodys_eyes() {
    let site = Site::start(&SETTINGS).await;
    let (made, ada, bob) = site.pair(by_days()).await;
    let live = |seat| ClientMsg::Offer { seat, kind: OfferKind::Live, after: None };
    let mut first = Client::open(&ada, &made.id, "first", 1).await;
    first.socket.say(&live(0)).await.unwrap();
    let refused = first.until(|told| matches!(told, ServerMsg::Refused { .. })).await;
    assert!(matches!(refused, ServerMsg::Refused { problem, .. } if problem.kind == "not-here"));
    let mut second = Client::open(&bob, &made.id, "second", 2).await;
    first.socket.say(&live(0)).await.unwrap();
    second
        .until(|told| matches!(told, ServerMsg::Table { table, .. } if table.offer.is_some()))
        .await;
    second.socket.say(&live(1)).await.unwrap();
    let live_now = |cause: &Cause| matches!(cause, Cause::Reclocked { clock } if !clock.is_slow());
    let reclocked =
        |told: &ServerMsg| matches!(told, ServerMsg::Table { cause, .. } if live_now(cause));
    first.until(reclocked).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_say_how_they_are_told_and_when_they_are_away() {
    let site = Site::start(&SETTINGS).await;
    let (made, ada, bob) = site.pair(by_days()).await;
    let wants = json!({ "wants": [{ "kind": "turn", "channels": ["push"] }] });
    assert_eq!(put(&bob, "/api/me/wants", wants).await, StatusCode::NO_CONTENT);
    let reach: protocol::Reach = get(&bob, "/api/me/wants").await;
    assert_eq!(reach.wants[0].channels, [protocol::Channel::Push]);
    assert_eq!(reach.wants.len(), NoticeKind::ALL.len());
    assert!(!reach.mail);
    play(&ada, &made.id).await;
    let leave: MyLeave = get(&bob, "/api/me/leave").await;
    assert_eq!((leave.days, leave.most, leave.automatic), (7, 20, true));
    let wrong = json!({ "automatic": true, "from": 5, "to": 4 });
    assert_eq!(put(&bob, "/api/me/leave", wrong).await, StatusCode::BAD_REQUEST);
    let away = json!({ "automatic": false, "from": 0, "to": 1000 });
    assert_eq!(put(&bob, "/api/me/leave", away).await, StatusCode::OK);
    let leave: MyLeave = get(&bob, "/api/me/leave").await;
    assert_eq!((leave.days, leave.automatic, leave.to), (7, false, Some(1000)));

    // The calendar has a key of its own, which ends when another is made.
    let made_key = |visitor: Visitor| async move {
        let answer = visitor.request(Method::POST, "/api/me/calendar").send().await.unwrap();
        answer.json::<protocol::MyCalendar>().await.unwrap().path
    };
    let first = made_key(bob.clone()).await;
    let show = |path: String| site.http.get(format!("{}{path}", site.url())).send();
    let calendar = show(first.clone()).await.unwrap();
    assert_eq!(calendar.headers()["content-type"], "text/calendar; charset=utf-8");
    let text = calendar.text().await.unwrap();
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"));
    assert!(text.contains("SUMMARY:Trencavel: Ada\r\n") && text.contains(&made.id), "{text}");
    made_key(bob.clone()).await;
    assert_eq!(show(first).await.unwrap().status(), StatusCode::NOT_FOUND);
    assert_eq!(show("/api/me/turns.ics?key=x".into()).await.unwrap().status(), 404);
    // The bell is off for turns; nothing was said that would ring it.
    assert!(get::<MyNotices>(&bob, "/api/me/notices").await.notices.is_empty());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_are_tried_are_there_on_another_day() {
    let site = Site::start(&SETTINGS).await;
    let (made, ada, _bob) = site.pair(by_days()).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    client.until_my_turn().await;
    let Some(protocol::ClientMsg::Play { seat, after, words, .. }) = client.player.decide() else {
        panic!("it must decide");
    };
    let draft = protocol::ClientMsg::Draft { seat, after, words: words.clone() };
    client.socket.say(&draft).await.unwrap();
    let is_draft = |message: &protocol::ServerMsg| matches!(message, protocol::ServerMsg::Draft(_));
    // The player would go on and play what it tries.
    while !is_draft(&client.socket.hear().await.unwrap()) {}
    client.socket.close().await;
    let site = site.restart(Duration::ZERO).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    let protocol::ServerMsg::Draft(draft) = client.until(is_draft).await else { unreachable!() };
    assert_eq!(draft.choices.words, words);
    site.server.stop().await;
}
