//! People, over real HTTP.

use std::sync::Arc;

use protocol::{Me, Problem, Token};
use reqwest::{Client, Method, Response, StatusCode, header};
use serde_json::{Value, json};
use server::testing::TestServer;
use tempfile::TempDir;

/// A server with its data.
struct Site {
    server: TestServer,
    _data: TempDir,
}

/// A browser, or a program, with its cookies.
struct Visitor {
    client: Client,
    url: String,
}

impl Site {
    async fn start(settings: &[(&'static str, &str)]) -> Site {
        let data = tempfile::tempdir().unwrap();
        let server = TestServer::start(data.path(), settings).await.unwrap();
        Site { server, _data: data }
    }

    fn visitor(&self) -> Visitor {
        let jar = Arc::new(reqwest::cookie::Jar::default());
        let client = Client::builder().cookie_provider(jar).build().unwrap();
        Visitor { client, url: self.server.url.clone() }
    }

    async fn guest(&self, name: &str) -> (Visitor, Me) {
        let visitor = self.visitor();
        let me = visitor.post("/api/guest", json!({ "name": name })).await;
        let me = me.json().await.unwrap();
        (visitor, me)
    }

    async fn account(&self, name: &str, password: &str) -> (Visitor, Me) {
        let visitor = self.visitor();
        let me = visitor.post("/api/accounts", login(name, password)).await;
        let me = me.json().await.unwrap();
        (visitor, me)
    }
}

impl Visitor {
    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Response {
        let request = self.client.request(method, format!("{}{path}", self.url));
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        request.send().await.unwrap()
    }

    async fn get(&self, path: &str) -> Response {
        self.send(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> Response {
        self.send(Method::POST, path, Some(body)).await
    }

    async fn me(&self) -> Option<Me> {
        let answer = self.get("/api/me").await;
        if answer.status() == StatusCode::NO_CONTENT {
            return None;
        }
        Some(answer.json().await.unwrap())
    }

    async fn games(&self) -> usize {
        let rows: Value = self.get("/api/me/tables").await.json().await.unwrap();
        rows["tables"].as_array().unwrap().len()
    }

    async fn make_table(&self) -> String {
        let config = json!({ "plan": { "family": "country" },
                             "seats": [{ "kind": "me" }, { "kind": "anyone" }] });
        let made = self.post("/api/tables", json!({ "config": config })).await;
        assert_eq!(made.status(), StatusCode::CREATED);
        let made: Value = made.json().await.unwrap();
        made["id"].as_str().unwrap().to_owned()
    }
}

fn login(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

/// A refusal, which is a problem of the kind.
async fn refused(answer: Response, status: u16, kind: &str) -> Problem {
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/problem+json");
    let told = answer.status().as_u16();
    let problem: Problem = answer.json().await.unwrap();
    assert_eq!(
        (told, problem.status, problem.kind.as_str()),
        (status, status, kind),
        "{problem:?}"
    );
    assert!(!problem.detail.is_empty());
    problem
}

#[tokio::test]
async fn a_guest_is_remembered_and_renamed() {
    let site = Site::start(&[]).await;
    let visitor = site.visitor();
    assert_eq!(visitor.get("/api/me").await.status(), StatusCode::NO_CONTENT);
    let answer = visitor.post("/api/guest", json!({ "name": "  Anna " })).await;
    let cookies: Vec<&str> =
        answer.headers().get_all(header::SET_COOKIE).iter().map(|c| c.to_str().unwrap()).collect();
    assert!(cookies[0].starts_with("__Host-trencavel="), "{cookies:?}");
    for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
        assert!(cookies[0].split("; ").any(|found| found == part), "{part}: {cookies:?}");
    }
    let me: Me = answer.json().await.unwrap();
    assert_eq!((me.name.as_str(), me.account), ("Anna", false));
    assert_eq!(visitor.me().await, Some(me.clone()));
    let renamed = visitor.post("/api/guest", json!({ "name": "Hanna" })).await;
    let renamed: Me = renamed.json().await.unwrap();
    assert_eq!((renamed.id, renamed.name.as_str()), (me.id, "Hanna"));
    site.server.stop().await;
}

#[tokio::test]
async fn names_and_passwords_are_checked_with_a_clear_word() {
    let site = Site::start(&[]).await;
    let visitor = site.visitor();
    let guest = |name: &str| visitor.post("/api/guest", json!({ "name": name }));
    for (name, kind) in [("", "name"), ("a\u{202E}b", "name"), ("Ordinateur", "name-reserved")] {
        let problem = refused(guest(name).await, 400, kind).await;
        assert_eq!(problem.at.as_deref(), Some("name"));
    }
    let short = visitor.post("/api/accounts", login("Anna", "short")).await;
    assert_eq!(refused(short, 400, "password").await.at.as_deref(), Some("password"));
    let odd = visitor.post("/api/guest", json!({ "name": "Anna", "admin": true })).await;
    refused(odd, 422, "body").await;
    assert_eq!(visitor.me().await, None, "nothing was made");
    site.server.stop().await;
}

#[tokio::test]
async fn a_guest_becomes_an_account_with_its_games() {
    let site = Site::start(&[]).await;
    let (visitor, guest) = site.guest("Anna").await;
    visitor.make_table().await;
    let answer = visitor.post("/api/accounts", login("Anna", "correct horse")).await;
    let me: Me = answer.json().await.unwrap();
    assert_eq!((&me.id, me.account), (&guest.id, true));
    assert_eq!(visitor.games().await, 1);
    let again = visitor.post("/api/accounts", login("Other", "correct horse")).await;
    refused(again, 409, "has-account").await;
    let renamed = visitor.post("/api/guest", json!({ "name": "Other" })).await;
    refused(renamed, 409, "has-account").await;
    // Nobody else takes the name, nor passes for it.
    let other = site.visitor();
    let taken = other.post("/api/accounts", login("ANNA", "other horse")).await;
    refused(taken, 409, "name-taken").await;
    refused(other.post("/api/guest", json!({ "name": "anna" })).await, 409, "name-taken").await;
    site.server.stop().await;
}

#[tokio::test]
async fn a_guest_that_logs_in_brings_its_games() {
    let site = Site::start(&[]).await;
    let (first, account) = site.account("Anna", "correct horse").await;
    first.make_table().await;
    let (second, guest) = site.guest("Somebody").await;
    let table = second.make_table().await;
    let wrong = second.post("/api/login", login("Anna", "wrong horse")).await;
    refused(wrong, 401, "wrong-password").await;
    assert_eq!(second.me().await.unwrap().id, guest.id, "still the guest");
    let answer = second.post("/api/login", login("anna", "correct horse")).await;
    assert_eq!(answer.json::<Me>().await.unwrap(), account);
    assert_eq!((first.games().await, second.games().await), (2, 2));
    // The table in memory knows the account now.
    let past: Value = second.get(&format!("/api/tables/{table}")).await.json().await.unwrap();
    assert_eq!(past["table"]["owner"], json!(account.id), "{past}");
    site.server.stop().await;
}

#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let site = Site::start(&[]).await;
    site.account("Anna", "correct horse").await;
    let visitor = site.visitor();
    // The quickest of a few in turn: whatever else the machine does delays both alike.
    let mut least = [std::time::Duration::MAX; 2];
    for _ in 0..4 {
        for (least, name) in least.iter_mut().zip(["Nobody", "Anna"]) {
            let since = std::time::Instant::now();
            let answer = visitor.post("/api/login", login(name, "wrong horse")).await;
            *least = since.elapsed().min(*least);
            let problem = refused(answer, 401, "wrong-password").await;
            assert!(!problem.detail.contains(name));
        }
    }
    // Not the same to the millisecond, but no shortcut: that would be a hundred times as quick.
    assert!(least[0] * 10 > least[1], "{least:?}");
    site.server.stop().await;
}

#[tokio::test]
async fn sessions_end_here_and_everywhere() {
    let site = Site::start(&[]).await;
    let (first, account) = site.account("Anna", "correct horse").await;
    let (second, third) = (site.visitor(), site.visitor());
    for visitor in [&second, &third] {
        let answer = visitor.post("/api/login", login("Anna", "correct horse")).await;
        assert_eq!(answer.status(), StatusCode::OK);
    }
    let out = first.post("/api/logout", json!({})).await;
    assert_eq!(out.status(), StatusCode::NO_CONTENT);
    assert_eq!((first.me().await, second.me().await), (None, Some(account)));
    let out = second.post("/api/logout/everywhere", json!({})).await;
    assert_eq!(out.status(), StatusCode::NO_CONTENT);
    assert_eq!((second.me().await, third.me().await), (None, None));
    site.server.stop().await;
}

#[tokio::test]
async fn an_old_token_is_worth_nothing_after_logging_out() {
    let site = Site::start(&[]).await;
    let visitor = site.visitor();
    let answer = visitor.post("/api/guest", json!({ "name": "Anna" })).await;
    let cookie = answer.headers()[header::SET_COOKIE].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let with_cookie =
        || Client::new().get(format!("{}/api/me", site.server.url)).header(header::COOKIE, &cookie);
    assert_eq!(with_cookie().send().await.unwrap().status(), StatusCode::OK);
    visitor.post("/api/logout", json!({})).await;
    assert_eq!(with_cookie().send().await.unwrap().status(), StatusCode::NO_CONTENT);
    site.server.stop().await;
}

#[tokio::test]
async fn a_program_has_a_token() {
    let site = Site::start(&[]).await;
    let (visitor, account) = site.account("Anna", "correct horse").await;
    let asked = json!({ "scopes": ["read", "account"] });
    let answer = visitor.post("/api/me/tokens", asked).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let Token { token, .. } = answer.json().await.unwrap();
    let url = format!("{}/api/me", site.server.url);
    let program = |token: &str| Client::new().get(&url).bearer_auth(token).send();
    let answer = program(&token).await.unwrap();
    assert!(!answer.headers().contains_key(header::SET_COOKIE), "a program needs no cookie");
    assert_eq!(answer.json::<Me>().await.unwrap(), account);
    for bad in ["", "nonsense", &"0".repeat(64)] {
        refused(program(bad).await.unwrap(), 401, "bad-token").await;
    }
    // A change by a program needs no origin, and one with a foreign origin is harmless.
    let change = Client::new().post(format!("{}/api/me/tokens", site.server.url));
    let change = change.bearer_auth(&token).header(header::ORIGIN, "https://elsewhere.example");
    assert_eq!(change.send().await.unwrap().status(), StatusCode::CREATED);
    visitor.post("/api/logout/everywhere", json!({})).await;
    refused(program(&token).await.unwrap(), 401, "bad-token").await;
    site.server.stop().await;
}

#[tokio::test]
async fn pages_of_other_sites_change_nothing() {
    let site = Site::start(&[("public-url", "http://localhost:7777")]).await;
    let (visitor, me) = site.guest("Anna").await;
    for (path, body) in [
        ("/api/guest", json!({ "name": "Evil" })),
        ("/api/accounts", login("Evil", "correct horse")),
        ("/api/login", login("Evil", "correct horse")),
        ("/api/logout", json!({})),
        ("/api/logout/everywhere", json!({})),
        ("/api/me/tokens", json!({})),
        ("/api/tables", json!({ "config": {} })),
    ] {
        let request = visitor.client.post(format!("{}{path}", site.server.url)).json(&body);
        let request = request.header(header::ORIGIN, "https://evil.example");
        refused(request.send().await.unwrap(), 403, "origin").await;
    }
    assert_eq!(visitor.me().await, Some(me));
    let own = visitor.client.post(format!("{}/api/guest", site.server.url));
    let own = own.json(&json!({ "name": "Hanna" })).header(header::ORIGIN, "http://localhost:7777");
    assert_eq!(own.send().await.unwrap().status(), StatusCode::OK);
    site.server.stop().await;
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let site = Site::start(&[]).await;
    let (first, account) = site.account("Anna", "correct horse").await;
    let second = site.visitor();
    second.post("/api/login", login("Anna", "correct horse")).await;
    let change = |old: &str| {
        first.post("/api/me/password", json!({ "password": "battery staple", "old": old }))
    };
    assert_eq!(refused(change("wrong").await, 403, "wrong-password").await.at.unwrap(), "old");
    assert_eq!(second.me().await, Some(account.clone()));
    assert_eq!(change("correct horse").await.status(), StatusCode::NO_CONTENT);
    assert_eq!((first.me().await, second.me().await), (Some(account), None));
    let old = second.post("/api/login", login("Anna", "correct horse")).await;
    refused(old, 401, "wrong-password").await;
    let new = second.post("/api/login", login("Anna", "battery staple")).await;
    assert_eq!(new.status(), StatusCode::OK);
    let (guest, _) = site.guest("Gus").await;
    let none = guest.post("/api/me/password", json!({ "password": "battery staple", "old": "" }));
    refused(none.await, 409, "no-account").await;
    site.server.stop().await;
}

#[tokio::test]
async fn what_is_kept_is_exported() {
    let site = Site::start(&[]).await;
    let (visitor, account) = site.account("Anna", "correct horse").await;
    let table = visitor.make_table().await;
    let answer = visitor.get("/api/me/export").await;
    let file = answer.headers()[header::CONTENT_DISPOSITION].to_str().unwrap().to_owned();
    assert!(file.contains("attachment"), "{file}");
    let text = answer.text().await.unwrap();
    assert!(!text.contains("argon2"), "not even the hash of the password: {text}");
    let export: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&export["id"], &export["name"]), (&json!(account.id), &json!("Anna")));
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
    let first = &export["tables"][0];
    assert_eq!((&first["id"], &first["owner"]), (&json!(table), &json!(true)));
    assert_eq!(first["row"]["id"], json!(table));
    refused(site.visitor().get("/api/me/export").await, 401, "no-session").await;
    site.server.stop().await;
}

#[tokio::test]
async fn somebody_who_leaves_is_forgotten() {
    let site = Site::start(&[]).await;
    let (visitor, account) = site.account("Anna", "correct horse").await;
    let table = visitor.make_table().await;
    let leave = |body| visitor.send(Method::DELETE, "/api/me", body);
    refused(leave(None).await, 403, "wrong-password").await;
    let wrong = leave(Some(json!({ "password": "wrong horse" }))).await;
    refused(wrong, 403, "wrong-password").await;
    assert_eq!(visitor.me().await, Some(account));
    let gone = leave(Some(json!({ "password": "correct horse" }))).await;
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(visitor.me().await, None);
    let past = visitor.get(&format!("/api/tables/{table}")).await;
    assert_eq!(past.status(), StatusCode::OK, "the table stays for the others");
    assert!(!past.text().await.unwrap().contains("Anna"));
    refused(
        visitor.post("/api/login", login("Anna", "correct horse")).await,
        401,
        "wrong-password",
    )
    .await;
    let (guest, _) = site.guest("Gus").await;
    assert_eq!(guest.send(Method::DELETE, "/api/me", None).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(guest.me().await, None);
    site.server.stop().await;
}

#[tokio::test]
async fn people_who_are_shut_out_stay_out() {
    let site = Site::start(&[]).await;
    let (visitor, account) = site.account("Anna", "correct horse").await;
    let store = &site.server.server().app().store;
    assert!(store.ban(&account.id, true).await.unwrap());
    assert_eq!(visitor.me().await, None, "its sessions end with it");
    refused(visitor.post("/api/tables", json!({ "config": {} })).await, 401, "no-session").await;
    let other = site.visitor();
    refused(other.post("/api/login", login("Anna", "correct horse")).await, 403, "banned").await;
    refused(other.post("/api/login", login("Anna", "wrong")).await, 401, "wrong-password").await;
    store.ban(&account.id, false).await.unwrap();
    let back = other.post("/api/login", login("Anna", "correct horse")).await;
    assert_eq!(back.status(), StatusCode::OK);
    site.server.stop().await;
}

#[tokio::test]
async fn tries_are_limited_and_doors_can_be_shut() {
    let site = Site::start(&[("logins-per-minute", "3"), ("guests", "false")]).await;
    let visitor = site.visitor();
    refused(visitor.post("/api/guest", json!({ "name": "Anna" })).await, 403, "no-guests").await;
    for _ in 0..3 {
        let wrong = visitor.post("/api/login", login("Anna", "wrong horse")).await;
        refused(wrong, 401, "wrong-password").await;
    }
    let enough = visitor.post("/api/login", login("Anna", "wrong horse")).await;
    assert!(enough.headers().contains_key(header::RETRY_AFTER));
    assert!(refused(enough, 429, "too-many-requests").await.retry.is_some());
    site.server.stop().await;
    let site = Site::start(&[("accounts", "false")]).await;
    let shut = site.visitor().post("/api/accounts", login("Anna", "correct horse")).await;
    refused(shut, 403, "no-accounts").await;
    site.server.stop().await;
}
