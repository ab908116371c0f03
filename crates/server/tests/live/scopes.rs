//! Tokens of programs: every route, with every scope.

use protocol::Scope;
use reqwest::Method;
use serde_json::{Value, json};
use server::http::session::Secret;
use sha2::{Digest, Sha256};
use store::{AnyStore, PROGRAM, Session};

use super::kit::Site;
use crate::conformance::account;

/// What changes the account, or tells what only its owner should know.
const ACCOUNT: [&str; 18] = [
    "/api/guest",
    "/api/accounts",
    "/api/login",
    "/api/logout/everywhere",
    "/api/me/password",
    "/api/me/export",
    "/api/me/tokens",
    "/api/me/relations",
    "/api/me/moderation",
    "/api/me/bots",
    "/api/me/address",
    "/api/me/calendar",
    "/api/me/invites",
    "/api/me/profile",
    "/api/me/push",
    "/api/me/wants",
    "/api/reports",
    "/api/admin",
];

/// What asks for games.
const CHALLENGE: [&str; 2] = ["/api/challenges", "/api/me/offer"];

/// What never asks who calls.
const OPEN: [&str; 13] = [
    "/api/logout",
    "/api/appeals",
    "/api/confirm/1",
    "/api/mail/end/1",
    "/api/reset",
    "/api/reset/1",
    "/api/replay",
    "/api/moment",
    "/api/survey",
    "/api/evaluate",
    "/api/shadow",
    "/api/why",
    "/api/tables/1/why",
];

/// Written a second time, apart from the server's own list: what a request needs.
fn needed(method: &Method, path: &str) -> Scope {
    let below = |own: &&str| {
        path.strip_prefix(*own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    match *method {
        _ if ACCOUNT.iter().any(below) => Scope::Account,
        Method::GET => Scope::Read,
        _ if path == "/api/me" => Scope::Account,
        _ if CHALLENGE.iter().any(below) => Scope::Challenge,
        _ => Scope::Play,
    }
}

/// Every route of the description, with something in place of its parameters.
fn routes() -> Vec<(Method, String)> {
    let api = serde_json::to_value(server::http::openapi()).unwrap();
    let mut routes = Vec::new();
    for (path, item) in api["paths"].as_object().unwrap() {
        let filled: Vec<&str> =
            path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        for (method, _) in item.as_object().unwrap() {
            if let Ok(method) = method.to_uppercase().parse::<Method>() {
                routes.push((method, filled.join("/")));
            }
        }
    }
    assert!(routes.len() > 50, "{routes:?}");
    routes
}

fn is_open(path: &str) -> bool {
    OPEN.contains(&path)
}

/// A token of somebody new with one scope: whoever a request removes is not missed.
async fn token(store: &AnyStore, scope: Scope) -> String {
    let number: u64 = rand::random();
    let owner = account(&format!("p{number}"), &format!("N{number}"));
    store.add_person(owner.clone()).await.unwrap();
    let token = Secret::random().reveal().to_owned();
    let now = server::serve::now();
    let session = Session {
        hash: Sha256::digest(token.as_bytes()).into(),
        person: owner.id,
        kind: PROGRAM.into(),
        made: now,
        used: now,
        name: String::new(),
        scopes: vec![scope],
        proved: 0,
    };
    store.add_session(session).await.unwrap();
    token
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_asks_for_its_scope() {
    let site = Site::start(&[]).await;
    let store = site.server.server().app().store.clone();
    let mut wrong = Vec::new();
    for (method, path) in routes() {
        let need = needed(&method, &path);
        for scope in Scope::ALL {
            let token = token(&store, scope).await;
            let url = format!("{}{path}", site.url());
            let request = site.http.request(method.clone(), url).bearer_auth(&token);
            let request = if method == Method::GET { request } else { request.json(&json!({})) };
            let answer = request.send().await.unwrap();
            let status = answer.status().as_u16();
            // A stream has no end: only a refusal is read.
            let refused = status == 403
                && answer.json::<Value>().await.is_ok_and(|body| body["type"] == "scope");
            let may = need == scope || need == Scope::Read || is_open(&path);
            if refused == may {
                wrong.push(format!("{method} {path} with {}: {status}", scope.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    site.server.stop().await;
}
