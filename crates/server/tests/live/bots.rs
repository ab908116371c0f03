//! Accounts of programs, over HTTP and sockets.

use protocol::SeatPlan;
use reqwest::Method;
use serde_json::{Value, json};

use loadtest::Visitor;

use super::kit::{PASSWORD, Site, config, country, done, refused, two};

/// What a program asks with its token.
struct Program<'a> {
    site: &'a Site,
    token: String,
    id: String,
}

impl Program<'_> {
    async fn ask(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}{path}", self.site.url());
        let request = self.site.http.request(method, url).bearer_auth(&self.token);
        let request = if body.is_null() { request } else { request.json(&body) };
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let bytes = answer.bytes().await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }
}

async fn program<'a>(site: &'a Site, owner: &Visitor, name: &str) -> Program<'a> {
    let made = done(owner, Method::POST, "/api/me/bots", json!({ "name": name })).await;
    assert_eq!(made["bot"]["name"], format!("{name} BOT"));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Program { site, token: text(&made["token"]), id: text(&made["bot"]["id"]) }
}

fn offer(games: u8) -> Value {
    json!({ "families": ["country"], "live": true, "games": games })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_marked_for_ever_and_nobody_logs_in_to_it() {
    let site = Site::start(&[]).await;
    let (ada, gus) = (site.account("Ada").await, site.guest("Gus").await);
    let owl = program(&site, &ada, "Owl").await;
    let (status, me) = owl.ask(Method::GET, "/api/me", Value::Null).await;
    assert_eq!((status, &me["name"]), (200, &json!("Owl BOT")));
    for password in ["!", PASSWORD, ""] {
        let login = json!({ "name": "Owl BOT", "password": password });
        assert_eq!(refused(&gus, Method::POST, "/api/login", login).await.0, 401);
    }
    // Nobody else looks like a program.
    for name in ["Eva BOT", "eva bot", "Eva (Bot)", "Eva B0T"] {
        let asked = json!({ "name": name });
        assert_eq!(refused(&gus, Method::POST, "/api/guest", asked).await.1, "name-reserved");
    }
    done(&gus, Method::POST, "/api/guest", json!({ "name": "Abbot" })).await;
    // Its token changes nothing of the account, and a program has no programs.
    let (status, _) = owl.ask(Method::POST, "/api/me/bots", json!({ "name": "Eggs" })).await;
    assert_eq!(status, 403);
    let (status, _) = owl.ask(Method::DELETE, "/api/me", Value::Null).await;
    assert_eq!(status, 403);
    assert_eq!(refused(&gus, Method::POST, "/api/me/bots", json!({ "name": "X" })).await.0, 409);
    program(&site, &ada, "Elk").await;
    program(&site, &ada, "Eel").await;
    let fourth = refused(&ada, Method::POST, "/api/me/bots", json!({ "name": "Emu" })).await;
    assert_eq!(fourth, (409, "too-many-bots".into()));
    let mine = done(&ada, Method::GET, "/api/me/bots", Value::Null).await;
    assert_eq!(mine["bots"].as_array().unwrap().len(), 3);
    // A new token ends the old one; a removed program is gone.
    let path = format!("/api/me/bots/{}", owl.id);
    let bob = site.account("Bob").await;
    assert_eq!(refused(&bob, Method::DELETE, &path, Value::Null).await.0, 404, "not his");
    done(&ada, Method::POST, &format!("{path}/token"), Value::Null).await;
    assert_eq!(owl.ask(Method::GET, "/api/me", Value::Null).await.0, 401);
    done(&ada, Method::DELETE, &path, Value::Null).await;
    let mine = done(&ada, Method::GET, "/api/me/bots", Value::Null).await;
    assert_eq!(mine["bots"].as_array().unwrap().len(), 2);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_says_what_it_plays_and_meets_people_where_they_wish_it() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let owl = program(&site, &ada, "Owl").await;
    let elk = program(&site, &ada, "Elk").await;
    assert_eq!(refused(&ada, Method::PUT, "/api/me/offer", offer(2)).await.1, "no-bot");
    assert_eq!(owl.ask(Method::PUT, "/api/me/offer", offer(9)).await.0, 422);
    assert_eq!(owl.ask(Method::PUT, "/api/me/offer", offer(2)).await.0, 204);
    let here = done(&bob, Method::GET, "/api/bots", Value::Null).await;
    assert_eq!(here["bots"][0]["name"], "Owl BOT");
    assert_eq!(here["bots"][0]["owner"]["name"], "Ada");

    // It sits down nowhere where anybody may, and asks nobody who does not follow it.
    let table = bob.make(two()).await.unwrap();
    let sit = format!("/api/tables/{}/seats/1", table.id);
    let (status, problem) = owl.ask(Method::POST, &sit, json!({})).await;
    assert_eq!((status, &problem["type"]), (403, &json!("bots")));
    let asks = json!({ "rival": "Bob", "config": two() });
    let (status, problem) = owl.ask(Method::POST, "/api/challenges", asks.clone()).await;
    assert_eq!((status, &problem["type"]), (403, &json!("bots")));
    let follow = format!("/api/me/relations/{}", owl.id);
    done(&bob, Method::PUT, &follow, json!({ "tie": "follow" })).await;
    assert_eq!(owl.ask(Method::POST, "/api/challenges", asks).await.0, 201);
    // Programs ask each other, people ask programs, and a link is an invitation.
    let other = json!({ "rival": elk.id, "config": two() });
    assert_eq!(owl.ask(Method::POST, "/api/challenges", other).await.0, 201);
    let asks = json!({ "rival": "Owl BOT", "config": two() });
    let made = done(&bob, Method::POST, "/api/challenges", asks).await;
    let accept = format!("/api/challenges/{}/accept", made["id"].as_str().unwrap());
    let (status, accepted) = owl.ask(Method::POST, &accept, Value::Null).await;
    assert_eq!(status, 200);
    let table = accepted["table"].as_str().unwrap();
    let sit = format!("/api/tables/{table}/seats/1");
    assert_eq!(owl.ask(Method::POST, &sit, json!({})).await.0, 200);
    let link = config(country(&[]), vec![SeatPlan::Me, SeatPlan::Link]);
    let invited = bob.make(link).await.unwrap();
    let sit = format!("/api/tables/{}/seats/1", invited.id);
    assert_eq!(owl.ask(Method::POST, &sit, json!({ "key": invited.key })).await.0, 200);
    let here = done(&bob, Method::GET, "/api/bots", Value::Null).await;
    assert_eq!(here["bots"][0]["playing"], 2);
    assert_eq!(owl.ask(Method::DELETE, "/api/me/offer", Value::Null).await.0, 204);
    let here = done(&bob, Method::GET, "/api/bots", Value::Null).await;
    assert_eq!(here["bots"], json!([]));
    site.server.stop().await;
}

/// Eight games at once and no more.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_has_its_measure() {
    let site = Site::start(&[]).await;
    let ada = site.account("Ada").await;
    let owl = program(&site, &ada, "Owl").await;
    let link = config(country(&[]), vec![SeatPlan::Me, SeatPlan::Link]);
    for _ in 0..8 {
        let table = ada.make(link.clone()).await.unwrap();
        let sit = format!("/api/tables/{}/seats/1", table.id);
        assert_eq!(owl.ask(Method::POST, &sit, json!({ "key": table.key })).await.0, 200);
    }
    let asks = json!({ "rival": "Owl BOT", "config": two() });
    let answer = refused(&ada, Method::POST, "/api/challenges", asks).await;
    assert_eq!(answer, (409, "bot-busy".into()));
    site.server.stop().await;
}
