//! Names that cannot be taken for others, tokens that may do so much and no more, and files that
//! are nobody else's.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use loadtest::{Ended, Socket, Visitor, visitor};
use protocol::{ClientMsg, Problem, SeatPlan, ServerMsg, Token, Tokens};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use store::sqlite::SqliteStore;
use store::{PasswordChange, Store};

use super::kit::{Client, SOON, Site, config, country, two};

const PASSWORD: &str = "correct horse";

async fn post(site: &Site, path: &str, body: Value) -> Response {
    let request = site.http.post(format!("{}{path}", site.url())).header("origin", site.url());
    request.json(&body).send().await.unwrap()
}

async fn kind(answer: Response) -> (u16, String) {
    let status = answer.status().as_u16();
    (status, answer.json::<Problem>().await.map(|problem| problem.kind).unwrap_or_default())
}

/// A visitor with an account.
pub async fn account(site: &Site, name: &str) -> Visitor {
    let visitor = site.guest(name).await;
    let asked = json!({ "name": name, "password": PASSWORD });
    let made = visitor.request(Method::POST, "/api/accounts").json(&asked).send().await.unwrap();
    assert_eq!(made.status(), StatusCode::OK);
    visitor.with_cookie_of(&made).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_passes_for_somebody_with_an_account() {
    let site = Site::start(&[]).await;
    account(&site, "Alice").await;
    for name in ["alice", "AIice", "A1ice", "Аlісе", "Ａｌｉｃｅ", "𝐀lice"] {
        let guest = post(&site, "/api/guest", json!({ "name": name })).await;
        assert_eq!(kind(guest).await, (409, "name-taken".into()), "{name} as a guest");
        let asked = json!({ "name": name, "password": PASSWORD });
        let second = post(&site, "/api/accounts", asked).await;
        assert_eq!(kind(second).await, (409, "name-taken".into()), "{name} as an account");
    }
    for name in ["Alicia", "Вера", "Bela"] {
        let guest = post(&site, "/api/guest", json!({ "name": name })).await;
        assert_eq!(guest.status(), StatusCode::OK, "{name}");
    }
    // A name has one form, and one logs in with any of them.
    let wide = post(&site, "/api/login", json!({ "name": "Ａlice", "password": PASSWORD })).await;
    assert_eq!(wide.status(), StatusCode::OK);
    let ligature = post(&site, "/api/guest", json!({ "name": "Ｏﬃce" })).await;
    let me: protocol::Me = ligature.json().await.unwrap();
    assert_eq!(me.name, "Office");
    site.server.stop().await;
}

/// The names that a table shows.
async fn shown_at(looking: &Visitor, table: &str) -> Vec<String> {
    let seats = looking.look(table).await.unwrap().table.seats;
    let name = |seat: protocol::SeatInfo| match seat.sitter {
        protocol::Sitter::Person { name, .. } => name,
        other => panic!("{other:?}"),
    };
    seats.into_iter().map(name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_at_a_table_passes_for_another() {
    let site = Site::start(&[]).await;
    let marked = site.guest("Anna ·2").await;
    let me = marked.request(Method::GET, "/api/me").send().await.unwrap();
    assert_eq!(me.json::<protocol::Me>().await.unwrap().name, "Anna", "marks are the table's");
    let (eve, anna, cyrillic) =
        (site.guest("Eve").await, site.guest("Anna").await, site.guest("Аnna").await);
    let mut config = two();
    config.order = protocol::Order::Given;
    config.seats.extend([SeatPlan::Anyone, SeatPlan::Anyone]);
    let made = eve.make(config).await.unwrap();
    for (seat, visitor) in (1u8..).zip([&anna, &marked, &cyrillic]) {
        visitor.sit(&made, seat).await.unwrap();
    }
    assert_eq!(shown_at(&eve, &made.id).await, ["Eve", "Anna", "Anna ·2", "Аnna ·3"]);
    // Whoever came first and takes the name of another gets the mark, not the other.
    let renamed = eve.request(Method::POST, "/api/guest").json(&json!({ "name": "anna" }));
    assert_eq!(renamed.send().await.unwrap().status(), StatusCode::OK);
    let shown = shown_at(&anna, &made.id).await;
    assert_eq!(shown, ["anna ·4", "Anna", "Anna ·2", "Аnna ·3"]);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_gives_way_to_an_account_that_is_made_later() {
    let site = Site::start(&[]).await;
    let (alice, bela) = (site.guest("Alice").await, site.guest("Bela").await);
    let mut config = two();
    config.order = protocol::Order::Given;
    let made = alice.make(config).await.unwrap();
    bela.sit(&made, 1).await.unwrap();
    let mut watching = Client::open(&bela, &made.id, "Bela", 1).await;
    assert_eq!(shown_at(&bela, &made.id).await, ["Alice", "Bela"]);
    let body = json!({ "name": "AIice", "password": PASSWORD });
    assert_eq!(post(&site, "/api/accounts", body).await.status(), StatusCode::OK);
    let told = watching.until(|message| matches!(message, ServerMsg::Renamed { .. })).await;
    let ServerMsg::Renamed { name, .. } = told else { panic!("{told:?}") };
    assert_eq!(name, "Alice ·2");
    assert_eq!(shown_at(&bela, &made.id).await, ["Alice ·2", "Bela"]);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_players_on_a_screen_have_visible_names() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let with = |name: &str, screen: &str| {
        let seats = vec![SeatPlan::Me, SeatPlan::Screen { name: screen.into() }];
        let mut config = config(country(&[]), seats);
        config.name = name.into();
        config
    };
    for (name, screen) in [
        ("a\u{202e}b", "Bob"),
        ("a\u{3164}", "Bob"),
        ("Table", "B\u{2800}b"),
        ("Table", "B\u{200b}ob"),
        ("a\u{301}\u{302}\u{303}", "Bob"),
    ] {
        let refused = ada.make(with(name, screen)).await.unwrap_err().to_string();
        assert!(refused.starts_with("422 "), "{name:?} {screen:?}: {refused}");
    }
    let made = ada.make(with("Ｔable", "Ｂob")).await.unwrap();
    let past = ada.look(&made.id).await.unwrap();
    assert_eq!(past.table.config.name, "Table");
    site.server.stop().await;
}

/// The database as the program of before left it, as far as names and tokens go.
async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).connect().await.unwrap()
}

#[tokio::test]
async fn accounts_of_before_keep_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    SqliteStore::open(&path).await.unwrap().close().await;
    let mut db = raw(&path).await;
    for (id, name) in [("p1", "Alice"), ("p2", "AIice"), ("p3", "Ａnna")] {
        let sql = "INSERT INTO people (id, name, folded, password, made, banned)
            VALUES (?, ?, ?, 'hash', 1, 0)";
        let folded = room::names::folded(name);
        sqlx::query(sql).bind(id).bind(name).bind(folded).execute(&mut db).await.unwrap();
    }
    let sql =
        "INSERT INTO sessions (hash, person, kind, made, used) VALUES (?, 'p1', 'program', 1, 1)";
    sqlx::query(sql).bind(vec![7u8; 32]).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let store = SqliteStore::open(&path).await.unwrap();
    // They are found as they were typed, and keep their names with a new password.
    assert_eq!(store.account("Ａnna").await.unwrap().unwrap().id, "p3");
    let (person, old, new) = ("p2".into(), "hash".into(), "other".into());
    store.change_password(PasswordChange { person, old, new, stays: [0; 32] }).await.unwrap();
    store.rename_person("p2", "AIICE").await.unwrap();
    store.rename_person("p2", "AIice").await.unwrap();
    assert_eq!(store.account("AIice").await.unwrap().unwrap().id, "p2");
    // No other can be taken for one of them.
    for name in ["A1ice", "Anna", "ANNA"] {
        assert!(store.look_alike(name, "").await.unwrap().is_some(), "{name}");
        assert!(store.rename_person("p1", name).await.is_err(), "{name}");
    }
    let (token, _) = store.session(&[7; 32], 2).await.unwrap().unwrap();
    assert_eq!(token.scopes.len(), 3, "tokens of before may do everything");
    store.close().await;
}

async fn new_token(owner: &Visitor, body: Value) -> Token {
    let asked = owner.request(Method::POST, "/api/me/tokens").json(&body).send().await.unwrap();
    visitor::read(asked).await.unwrap()
}

async fn tokens(owner: &Visitor) -> Tokens {
    let asked = owner.request(Method::GET, "/api/me/tokens").send().await.unwrap();
    visitor::read(asked).await.unwrap()
}

/// A request of a program.
async fn with_token(site: &Site, token: &str, method: Method, path: &str, body: Value) -> Response {
    let request = site.http.request(method, format!("{}{path}", site.url()));
    request.bearer_auth(token).json(&body).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_listed_and_ended_one_by_one() {
    let site = Site::start(&[]).await;
    let ada = account(&site, "Ada").await;
    let first = new_token(&ada, json!({ "name": "My bot", "scopes": ["play", "read"] })).await;
    let second = new_token(&ada, json!({ "name": "Statistics", "scopes": ["read"] })).await;
    let listed = tokens(&ada).await.tokens;
    let seen: Vec<_> =
        listed.iter().map(|row| (row.name.as_str(), row.scopes.len(), row.used)).collect();
    assert_eq!(seen, [("My bot", 2, None), ("Statistics", 1, None)]);
    assert!(!serde_json::to_string(&listed).unwrap().contains(&first.token[..12]));
    assert_eq!(status(&site, &first.token).await, 200);
    assert!(tokens(&ada).await.tokens[0].used.is_some(), "its last use is told");
    let path = format!("/api/me/tokens/{}", first.id);
    let ended = ada.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    assert_eq!(status(&site, &first.token).await, 401);
    assert_eq!(status(&site, &second.token).await, 200);
    let again = ada.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_FOUND);
    assert_eq!(tokens(&ada).await.tokens.len(), 1);
    let nothing = ada.request(Method::POST, "/api/me/tokens").json(&json!({ "scopes": [] }));
    assert_eq!(nothing.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    site.server.stop().await;
}

/// The status of a program's question who it is.
async fn status(site: &Site, token: &str) -> u16 {
    with_token(site, token, Method::GET, "/api/me", json!(null)).await.status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_tokens_throw_no_browser_out() {
    let site = Site::start(&[]).await;
    let ada = account(&site, "Ada").await;
    for n in 0..50 {
        new_token(&ada, json!({ "name": format!("{n}") })).await;
    }
    let more = ada.request(Method::POST, "/api/me/tokens").send().await.unwrap();
    assert_eq!(kind(more).await, (409, "too-many-tokens".into()));
    let me = ada.request(Method::GET, "/api/me").send().await.unwrap();
    assert_eq!(me.status(), StatusCode::OK, "the browser is still logged in");
    assert_eq!(tokens(&ada).await.tokens.len(), 50);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_does_what_its_scopes_say() {
    let site = Site::start(&[]).await;
    let ada = account(&site, "Ada").await;
    let made = ada.make(two()).await.unwrap();
    let table = json!({ "config": two() });
    let password = json!({ "old": PASSWORD, "password": "another horse" });
    let ask = |token: String, method: Method, path: &'static str, body: Value| {
        let site = &site;
        async move { kind(with_token(site, &token, method, path, body).await).await }
    };
    let refused = (403, "scope".to_string());
    for (scopes, reads, plays, changes) in [
        (json!(["read"]), true, false, false),
        (json!(["play"]), true, true, false),
        (json!(["account"]), true, false, true),
    ] {
        let Token { token, .. } = new_token(&ada, json!({ "scopes": scopes })).await;
        let read = ask(token.clone(), Method::GET, "/api/me/tables", json!(null)).await;
        assert_eq!(read != refused, reads, "{scopes}");
        let play = ask(token.clone(), Method::POST, "/api/tables", table.clone()).await;
        assert_eq!(play != refused, plays, "{scopes}");
        for (method, path, body) in [
            (Method::GET, "/api/me/tokens", json!(null)),
            (Method::POST, "/api/me/tokens", json!({ "scopes": ["account"] })),
            (Method::GET, "/api/me/export", json!(null)),
            (Method::POST, "/api/guest", json!({ "name": "Eve" })),
            (Method::DELETE, "/api/me", json!({ "password": "wrong" })),
            (Method::POST, "/api/me/password", json!({ "old": "wrong horse", "password": "x" })),
        ] {
            let change = ask(token.clone(), method, path, body).await;
            assert_eq!(change != refused, changes, "{scopes} {path}: {change:?}");
        }
    }
    // With the scope for the account a program may change the password.
    let Token { token, .. } = new_token(&ada, json!({ "scopes": ["account"] })).await;
    let changed = with_token(&site, &token, Method::POST, "/api/me/password", password).await;
    assert_eq!(changed.status(), StatusCode::NO_CONTENT);
    let _ = made;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_reads_may_only_watch() {
    let site = Site::start(&[]).await;
    let ada = account(&site, "Ada").await;
    let bob = site.guest("Bob").await;
    let made = site.begun(two(), &[&ada, &bob]).await;
    let open = |token: String| {
        let url = format!("{}/api/tables/{}/socket", site.url(), made.id);
        async move {
            let bearer = ("authorization".to_string(), format!("Bearer {token}"));
            let mut socket = Socket::open_with(&url, &[bearer]).await.unwrap();
            let ServerMsg::Snapshot(past) = socket.hear().await.unwrap() else { panic!("no past") };
            (socket, past.you.seats)
        }
    };
    let Token { token, .. } = new_token(&ada, json!({ "scopes": ["read"] })).await;
    let (mut watching, seats) = open(token).await;
    assert!(seats.is_empty());
    for message in
        [ClientMsg::Resign { seat: 0 }, ClientMsg::Draft { seat: 0, after: 1, words: vec![] }]
    {
        watching.say(&message).await.unwrap();
        let problem = loop {
            if let ServerMsg::Refused { problem, .. } = watching.hear().await.unwrap() {
                break problem;
            }
        };
        assert_eq!((problem.kind.as_str(), problem.status), ("scope", 403));
    }
    let Token { token, id } = new_token(&ada, json!({ "scopes": ["play"] })).await;
    let (mut playing, seats) = open(token).await;
    assert_eq!(seats, [0]);
    // A token that is ended has no sockets; the other one watches on.
    let ended = ada.request(Method::DELETE, &format!("/api/me/tokens/{id}")).send().await.unwrap();
    assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    let ended = loop {
        if let Err(ended) = tokio::time::timeout(SOON, playing.hear()).await.unwrap() {
            break ended;
        }
    };
    assert_eq!(ended, Ended::Closed(Some(4004)));
    watching.say(&ClientMsg::Ping { at: 5 }).await.unwrap();
    while !matches!(watching.hear().await.unwrap(), ServerMsg::Pong { at: 5, .. }) {}
    Client::open(&bob, &made.id, "bob", 1).await.sync().await;
    site.server.stop().await;
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_is_nobody_elses() {
    let outside = tempfile::tempdir().unwrap();
    let data = outside.path().join("deep/data");
    let start = || server::testing::TestServer::start(&data, &[]);
    let server = start().await.unwrap();
    let files = [
        "trencavel.sqlite",
        "trencavel.sqlite-wal",
        "trencavel.sqlite-shm",
        "trencavel.sqlite.lock",
    ];
    assert_eq!(mode(&data), 0o700);
    for file in files {
        assert_eq!(mode(&data.join(file)), 0o600, "{file}");
    }
    server.stop().await;
    // Files of a program that took less care.
    for (path, mode) in [("", 0o755), (files[0], 0o644), (files[3], 0o664)] {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(data.join(path), mode).unwrap();
    }
    let server = start().await.unwrap();
    assert_eq!(mode(&data), 0o700);
    for file in files {
        assert_eq!(mode(&data.join(file)), 0o600, "{file}");
    }
    server.stop().await;
}
