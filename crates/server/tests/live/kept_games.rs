//! Games that pages played without a server: what a stranger may try with them.

use loadtest::visitor::Visitor;
use protocol::Problem;
use reqwest::Method;
use serde_json::{Value, json};

use super::kit::Site;
use super::names::account;

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
