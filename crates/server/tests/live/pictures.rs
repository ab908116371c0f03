//! Animations and replays over HTTP.

use loadtest::visitor::read;
use protocol::{ClientMsg, Problem, Replay};
use reqwest::Method;
use reqwest::header::{CACHE_CONTROL, CONTENT_TYPE};

use super::kit::{Client, Site, two};

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_animated() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    for _ in 0..3 {
        first.make_move().await;
        second.make_move().await;
    }
    let path = format!("/api/tables/{}/picture.gif?night=1", made.id);
    let early = ada.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(early.status(), 409);
    assert_eq!(early.json::<Problem>().await.unwrap().kind, "not-over");

    first.until_my_turn().await;
    first.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    while !second.player.over {
        second.hear().await.unwrap();
    }
    // Nobody needs a session to look at it.
    let film = site.http.get(format!("{}{path}", site.url())).send().await.unwrap();
    assert_eq!(film.status(), 200);
    assert_eq!(film.headers()[CONTENT_TYPE], "image/gif");
    assert_eq!(film.headers()[CACHE_CONTROL], "public, max-age=86400");
    let bytes = film.bytes().await.unwrap();
    assert_eq!(&bytes[..6], b"GIF89a");
    let side = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    assert_eq!(side(6).max(side(8)), 600);
    let missing = ada.request(Method::GET, "/api/tables/none/picture.gif").send().await.unwrap();
    assert_eq!(missing.status(), 404);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_stops_after_so_many_words() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let record = "[Trencavel \"1\"]\n[Family \"country\"]\n[Seats \"2\"]\n\n\
        1. base/L 1,0 r1 follower@road:W 2. base/F 0,-1 r3 - 3. base/E 0,1 r3 -\n";
    let ask = |more: serde_json::Value| {
        let mut text = serde_json::json!({ "record": record });
        text.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ada.request(Method::POST, "/api/replay").json(&text).send()
    };
    let whole: Replay = read(ask(serde_json::json!({})).await.unwrap()).await.unwrap();
    let part: Replay = read(ask(serde_json::json!({ "words": 4 })).await.unwrap()).await.unwrap();
    assert_eq!((whole.steps.len(), part.steps.len()), (4, 2));
    assert_eq!(whole.steps[0], part.steps[0]);
    assert!(part.record.trim_end().ends_with("2. base/F"), "{}", part.record);
    let tried = ask(serde_json::json!({ "then": ["base/E"] })).await.unwrap();
    assert_eq!(tried.status(), 400);
    let problem: Problem = tried.json().await.unwrap();
    assert_eq!(problem.at.as_deref(), Some("then"));
    site.server.stop().await;
}
