//! Authority ends at once: sessions that end take their sockets with them, and no others.

use std::time::Duration;

use loadtest::{Socket, Visitor};
use protocol::ServerMsg;
use reqwest::Method;
use serde_json::json;
use store::sqlite::SqliteStore;
use store::{Removal, Store};
use tokio::time::timeout;

use super::kit::{Client, Site, two};

/// Hears until the socket is over: why.
async fn bye(client: &mut Client) -> String {
    let mut why = String::new();
    let all = async {
        while let Ok(message) = client.hear().await {
            if let ServerMsg::Bye { why: told, .. } = message {
                why = told;
            }
        }
    };
    timeout(Duration::from_secs(3), all).await.expect("the socket is ended soon");
    why
}

async fn post(visitor: &Visitor, path: &str, body: serde_json::Value) -> u16 {
    let answer = visitor.request(Method::POST, path).json(&body).send().await.unwrap();
    answer.status().as_u16()
}

/// A second session of a person, as a program has it: a socket with a token.
async fn program(site: &Site, visitor: &Visitor, table: &str) -> Socket {
    let body = json!({ "name": "bot", "scopes": ["read", "play"] });
    let token = visitor.request(Method::POST, "/api/me/tokens").json(&body).send().await.unwrap();
    let token: protocol::Token = loadtest::visitor::read(token).await.unwrap();
    let headers = [("Authorization".to_string(), format!("Bearer {}", token.token))];
    let url = format!("{}/api/tables/{table}/socket", site.url());
    let mut socket = Socket::open_with(&url, &headers).await.unwrap();
    socket.hear().await.unwrap();
    socket
}

async fn is_alive(socket: &mut Socket) -> bool {
    if socket.say(&protocol::ClientMsg::Ping { at: 5 }).await.is_err() {
        return false;
    }
    loop {
        match timeout(Duration::from_secs(3), socket.hear()).await {
            Ok(Ok(ServerMsg::Pong { .. })) => return true,
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(_) => return false,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_ends_the_sockets_of_that_session_alone() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut browser = Client::open(&ada, &made.id, "ada", 1).await;
    let mut token = program(&site, &ada, &made.id).await;
    let mut other = Client::open(&bob, &made.id, "bob", 2).await;
    assert_eq!(post(&ada, "/api/logout", json!({})).await, 204);
    assert_eq!(bye(&mut browser).await, "session");
    assert!(is_alive(&mut token).await, "another session of the same person stays");
    other.sync().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_the_sockets_of_all_other_sessions() {
    let site = Site::start(&[]).await;
    let mut ada = site.guest("Ada").await;
    let login = json!({ "name": "Ada", "password": "correct horse" });
    let answer = ada.request(Method::POST, "/api/accounts").json(&login).send().await.unwrap();
    ada = ada.with_cookie_of(&answer).unwrap();
    let made = ada.make(two()).await.unwrap();
    let mut browser = Client::open(&ada, &made.id, "ada", 1).await;
    let mut token = program(&site, &ada, &made.id).await;
    let change = json!({ "old": "correct horse", "password": "battery staple" });
    assert_eq!(post(&ada, "/api/me/password", change).await, 204);
    assert!(!is_alive(&mut token).await, "the program's session is over");
    browser.sync().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_everywhere_ends_all_sockets_of_a_person_and_no_others() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut browser = Client::open(&ada, &made.id, "ada", 1).await;
    let mut token = program(&site, &ada, &made.id).await;
    let mut other = Client::open(&bob, &made.id, "bob", 2).await;
    assert_eq!(post(&ada, "/api/logout/everywhere", json!({})).await, 204);
    assert_eq!(bye(&mut browser).await, "session");
    assert!(!is_alive(&mut token).await, "tokens end, too");
    other.sync().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_for_good_ends_all_sockets_of_a_person_and_no_others() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut browser = Client::open(&ada, &made.id, "ada", 1).await;
    let mut token = program(&site, &ada, &made.id).await;
    let mut other = Client::open(&bob, &made.id, "bob", 2).await;
    let left = ada.request(Method::DELETE, "/api/me").send().await.unwrap();
    assert_eq!(left.status(), 204);
    assert_eq!(bye(&mut browser).await, "session");
    assert!(!is_alive(&mut token).await);
    other.sync().await;
    site.server.stop().await;
}

/// A login that was under way when the password changed has compared the old one: it gets nothing.
#[tokio::test(flavor = "multi_thread")]
async fn no_login_with_the_old_password_outlives_it() {
    let site = Site::start(&[]).await;
    let mut ada = site.guest("Ada").await;
    let login = json!({ "name": "Ada", "password": "correct horse" });
    let answer = ada.request(Method::POST, "/api/accounts").json(&login).send().await.unwrap();
    ada = ada.with_cookie_of(&answer).unwrap();
    let tries = (0..12).map(|n| {
        let (site, login) = (&site, &login);
        async move {
            tokio::time::sleep(Duration::from_millis(n * 40)).await;
            let tried = site.http.post(format!("{}/api/login", site.url())).json(login);
            tried.header("origin", site.url()).send().await.unwrap().status().as_u16()
        }
    });
    let change = json!({ "old": "correct horse", "password": "battery staple" });
    let (changed, tried) =
        tokio::join!(post(&ada, "/api/me/password", change), futures_util::future::join_all(tries));
    assert_eq!(changed, 204);
    // A busy server may refuse to compare: that is no login either.
    assert!(tried.iter().all(|status| [200, 401, 429].contains(status)), "{tried:?}");
    let store = &site.server.server().app().store;
    let left = store.sessions(&ada.me.id).await.unwrap();
    assert_eq!(left.len(), 1, "the owner's alone, after logins that answered {tried:?}");
    site.server.stop().await;
}

/// The lobby's feed is over with its session, too.
#[tokio::test(flavor = "multi_thread")]
async fn the_feed_of_the_lobby_ends_with_its_session() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let mut feed = ada.request(Method::GET, "/api/lobby").send().await.unwrap();
    assert_eq!(post(&ada, "/api/logout", json!({})).await, 204);
    let end = async { while let Ok(Some(_)) = feed.chunk().await {} };
    timeout(Duration::from_secs(3), end).await.expect("the feed ends");
    site.server.stop().await;
}

/// What an administrator does in another process reaches tables in memory.
#[tokio::test(flavor = "multi_thread")]
async fn administration_reaches_live_tables() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let eve = site.guest("Eve").await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let mut third = Client::open(&eve, &made.id, "eve", 3).await;
    first.make_move().await;
    let path = site.server.server().app().config.database();
    let admin = SqliteStore::open_beside(&path).await.unwrap();

    admin.ban(&eve.me.id, true).await.unwrap();
    assert_eq!(bye(&mut third).await, "session", "shut out");
    admin.forget(&bob.me.id).await.unwrap();
    assert_eq!(bye(&mut second).await, "session", "forgotten");
    first.until(|m| matches!(m, ServerMsg::Renamed { .. })).await;
    let text = serde_json::to_string(&ada.look(&made.id).await.unwrap().table).unwrap();
    assert!(!text.contains("Bob"), "{text}");
    admin.end_sessions(&ada.me.id).await.unwrap();
    assert_eq!(bye(&mut first).await, "session", "logged out");

    let mut watcher = Client::open(&site.guest("Fay").await, &made.id, "fay", 4).await;
    assert!(admin.remove_table(&made.id, Removal::Removed).await.unwrap());
    assert_eq!(bye(&mut watcher).await, "gone");
    let hub = &site.server.server().app().hub;
    let ended = async {
        while hub.is_loaded(&made.id) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(3), ended).await.expect("its task ends");
    assert!(ada.look(&made.id).await.is_err());
    admin.close().await;
    site.server.stop().await;
}

/// A guest who logs in takes its seat along; the others notice a name, not a broken connection.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_becomes_an_account_disturbs_nobody() {
    let site = Site::start(&[]).await;
    let owner = site.guest("Roberta").await;
    let login = json!({ "name": "Roberta", "password": "correct horse" });
    assert_eq!(post(&owner, "/api/accounts", login.clone()).await, 200);
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    let answer = bob.request(Method::POST, "/api/login").json(&login).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let bob = bob.with_cookie_of(&answer).unwrap();
    assert_eq!(bye(&mut second).await, "session");
    let told = first.until(|m| matches!(m, ServerMsg::Renamed { .. })).await;
    assert!(serde_json::to_string(&told).unwrap().contains("Roberta"));
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    second.make_move().await;
    first.make_move().await;
    site.server.stop().await;
}
