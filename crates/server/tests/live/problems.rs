//! Whatever goes wrong over HTTP is a problem document; and every request leaves a line in the log.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loadtest::Visitor;
use protocol::Problem;
use reqwest::{Method, Response};
use server::http::openapi;
use server::logging::logger;
use sqlx::ConnectOptions;
use store::sqlite::SqliteStore;
use store::{AnyStore, Store};
use tracing_subscriber::fmt::MakeWriter;

use super::kit::{Client, Site, two};

/// Checks an answer: either it went well, or it is a problem. Whether it was one.
async fn check(what: &str, response: Response) -> Option<Problem> {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return None;
    }
    let kind = response.headers().get("content-type").map(|v| v.to_str().unwrap().to_owned());
    assert_eq!(kind.as_deref(), Some("application/problem+json"), "{what}: {status}");
    let text = response.text().await.unwrap();
    let problem: Problem = serde_json::from_str(&text).expect(&text);
    assert_eq!(problem.status, status.as_u16(), "{what}: {text}");
    assert!(!problem.kind.is_empty() && !problem.detail.is_empty(), "{what}: {text}");
    assert_ne!(problem.kind, "bug", "{what}: {text}");
    Some(problem)
}

/// All paths of the description with their methods.
fn paths() -> Vec<(String, Vec<Method>)> {
    let api = serde_json::to_value(openapi()).unwrap();
    let method = |name: &String| Method::from_bytes(name.to_uppercase().as_bytes()).unwrap();
    let one = |(path, methods): (&String, &serde_json::Value)| {
        (path.clone(), methods.as_object().unwrap().keys().map(method).collect())
    };
    api["paths"].as_object().unwrap().iter().map(one).collect()
}

/// A path with something in the place of its parameters.
fn filled(path: &str, with: &str) -> String {
    let mut parts = path.split('/').map(|part| if part.starts_with('{') { with } else { part });
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| format!("{all}/{part}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_tells_problems_as_problems() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let mut kinds = std::collections::BTreeSet::new();
    let mut note = |problem: Option<Problem>| kinds.extend(problem.map(|problem| problem.kind));
    for (path, methods) in paths() {
        // Wrong methods.
        for method in [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            if methods.contains(&method) {
                continue;
            }
            let what = format!("{method} {path}");
            let response = ada.request(method, &filled(&path, "x")).send().await.unwrap();
            assert_eq!(response.status(), 405, "{what}");
            assert!(response.headers().contains_key("allow"), "{what}");
            note(check(&what, response).await);
        }
        // Wrong parameters, wrong bodies. Some would end the session that asks.
        let ends = path.starts_with("/api/logout") || path == "/api/me";
        for method in methods.into_iter().filter(|_| !ends) {
            for with in ["x", "-1", "99999999999999999999", "%FF", "%00", "a%20b", "é"] {
                let path = filled(&path, with);
                let what = format!("{method} {path}");
                let response = ada.request(method.clone(), &path).send().await.unwrap();
                note(check(&what, response).await);
            }
            let query = "limit=x&before=x&night=x&since=x&detail=x&show=x&status=x&then=x";
            let bad = format!("{}?{query}", filled(&path, "x"));
            note(check(&bad, ada.request(method.clone(), &bad).send().await.unwrap()).await);
            let deep = "[".repeat(10_000);
            let large = format!("\"{}\"", "x".repeat(100_000));
            for body in ["", "{", "[]", "null", "{\"x\":1}", &deep, &large, "\u{0}"] {
                for kind in ["application/json", "text/plain"] {
                    let what = format!("{method} {path} {kind} {body:.20}");
                    let request = ada.request(method.clone(), &filled(&path, "0"));
                    let request = request.header("content-type", kind).body(body.to_owned());
                    note(check(&what, request.send().await.unwrap()).await);
                }
            }
        }
    }
    for kind in ["method", "query", "path", "not-found", "body", "too-large", "content-type"] {
        assert!(kinds.contains(kind), "{kind} is among {kinds:?}");
    }
    site.server.stop().await;
}

async fn kind_of(visitor: &Visitor, method: Method, path: &str) -> String {
    let response = visitor.request(method, path).send().await.unwrap();
    check(path, response).await.expect(path).kind
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_no_description_tells_problems_too() {
    let site = Site::start(&[]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    for (method, path, kind) in [
        (Method::GET, "/api/none", "not-found"),
        (Method::GET, "/api", "not-found"),
        (Method::GET, "/art/none", "not-found"),
        (Method::GET, "/assets/none.js", "not-found"),
        (Method::POST, "/play", "method"),
        (Method::POST, "/art/logo.svg", "method"),
        (Method::GET, "/art/tile/base/D/x/0/0.svg", "not-found"),
        (Method::GET, "/art/walls.svg", "not-found"),
        (Method::GET, "/art/tile/base/D/0/0/0.svg?around=zz", "query"),
        (Method::GET, "/api/tables/none/socket", "no-socket"),
    ] {
        assert_eq!(kind_of(&ada, method, path).await, kind, "{path}");
    }
    let path = format!("/api/tables/{}/socket?since=x", made.id);
    assert_eq!(kind_of(&ada, Method::GET, &path).await, "query");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_come_in_the_language_that_was_asked_for() {
    let site = Site::start(&[]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let get = |path: &str, languages: &str| {
        ada.request(Method::GET, path).header("accept-language", languages).send()
    };
    for (languages, wanted) in [
        ("fr-CA, en;q=0.5", "Cette table n’existe pas."),
        ("en, fr;q=0.5", "There is no such table."),
        ("de", "There is no such table."),
    ] {
        let response = get("/api/tables/none/record", languages).await.unwrap();
        assert_eq!(response.headers()["content-language"], wanted_name(wanted));
        assert_eq!(check(languages, response).await.unwrap().detail, wanted);
    }
    // Numbers come through, and so does what is refused before a handler is reached.
    let large = get("/api/records?limit=5000", "fr").await.unwrap();
    let problem = check("limit", large).await.unwrap();
    assert_eq!(problem.detail, "`limit` doit être un nombre de 1 à 1000.");
    assert_eq!((problem.kind.as_str(), problem.at.as_deref()), ("query", Some("limit")));
    let method = ada.request(Method::PUT, "/api/menu").header("accept-language", "fr");
    let problem = check("method", method.send().await.unwrap()).await.unwrap();
    assert!(problem.detail.starts_with("Cette méthode"), "{problem:?}");

    let url = format!("{}/api/tables/{}/socket?lang=fr", ada.way(), made.id);
    let headers = [("cookie", ada.cookie()), ("origin", ada.base()), ("accept-language", "en")];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut socket = loadtest::Socket::open_with(&url, &headers).await.unwrap();
    // Both what the table refuses and what never reaches it.
    let seat = serde_json::to_string(&protocol::ClientMsg::Resign { seat: 1 }).unwrap();
    for (said, told) in [
        (seat.as_str(), "Cette place n’est pas la vôtre."),
        ("{}", "Aucune table ne connaît ce message"),
    ] {
        socket.say_text(said.to_owned()).await.unwrap();
        loop {
            let heard = tokio::time::timeout(super::kit::SOON, socket.hear_text()).await.unwrap();
            let heard: protocol::ServerMsg = serde_json::from_str(&heard.unwrap()).unwrap();
            if let protocol::ServerMsg::Refused { problem, .. } = heard {
                assert!(problem.detail.starts_with(told), "{problem:?}");
                break;
            }
        }
    }
    site.server.stop().await;
}

fn wanted_name(sentence: &str) -> &'static str {
    if sentence.starts_with("Cette") { "fr" } else { "en" }
}

/// Lines of the log, kept.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Lines;

    fn make_writer(&'a self) -> Lines {
        self.clone()
    }
}

impl Lines {
    fn with(&self, part: &str) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().filter(|line| line.contains(part)).map(str::to_owned).collect()
    }
}

/// One thread: the logger is that of this thread alone.
#[tokio::test]
async fn every_request_and_every_socket_leaves_a_line() {
    // With one logger alone `tracing` would ask that of whichever thread comes first, which may be
    // one of another test without any.
    let _another = logger("info", false, false, io::sink);
    for json in [false, true] {
        let lines = Lines::default();
        let guard = tracing::dispatcher::set_default(&logger("info", json, false, lines.clone()));
        let site = Site::start(&[]).await;
        let (made, ada, _bob) = site.pair(two()).await;
        let response = ada.request(Method::GET, "/api/me/tables?status=open").send().await.unwrap();
        let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
        let mine = lines.with(&id);
        assert_eq!(mine.len(), 1, "one line a request: {mine:?}");
        assert!(!mine[0].contains("status=open"), "without the query: {mine:?}");
        if json {
            let line: serde_json::Value = serde_json::from_str(&mine[0]).unwrap();
            assert_eq!(line["status"], 200);
            assert!(line["ms"].is_u64());
            assert_eq!(line["span"]["path"], "/api/me/tables");
            assert_eq!(line["span"]["method"], "GET");
            assert_eq!(line["level"], "INFO");
        } else {
            for part in ["INFO", "GET", "/api/me/tables", "status=200", "ms="] {
                assert!(mine[0].contains(part), "{part} in {}", mine[0]);
            }
        }
        let socket = Client::open(&ada, &made.id, "ada", 1).await;
        assert_eq!(lines.with("socket opened").len(), 1);
        drop(socket);
        site.server.stop().await;
        let closed = lines.with("socket closed");
        assert_eq!(closed.len(), 1);
        assert!(closed[0].contains(&made.id), "{closed:?}");
        drop(guard);
    }
}

async fn ready(url: &str) -> Option<Problem> {
    check("/readyz", reqwest::get(format!("{url}/readyz")).await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_full_disk_is_not_ready() {
    let data = tempfile::tempdir().unwrap();
    let config = server::testing::config(data.path(), &[]);
    let path = data.path().join("full.sqlite");
    // Room for what an empty store has, and a little more.
    let empty = SqliteStore::open(&path).await.unwrap();
    Store::close(&empty).await;
    drop(empty);
    let pages = u32::try_from(std::fs::metadata(&path).unwrap().len() / 4096).unwrap() + 20;
    let store: AnyStore = Arc::new(SqliteStore::open_with(&path, Some(pages)).await.unwrap());
    let server = server::serve::Server::start_on(config, store.clone()).await.unwrap();
    let url = format!("http://127.0.0.1:{}", server.address().port());
    assert!(ready(&url).await.is_none());
    let http = loadtest::visitor::http().unwrap();
    let mut people = 0;
    while Visitor::guest(&http, &url, &"long name ".repeat(2)).await.is_ok() {
        people += 1;
        assert!(people < 5000, "eighty pages hold no crowd");
    }
    // The answer may be a second old.
    let full = async {
        loop {
            if let Some(problem) = ready(&url).await {
                return problem;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let problem = tokio::time::timeout(super::kit::SOON, full).await.expect("no room for a move");
    assert_eq!((problem.kind.as_str(), problem.status), ("disk-full", 503));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_answers_late_is_not_ready() {
    let site = Site::start(&[]).await;
    let path = site.data.path().join("trencavel.sqlite");
    assert!(path.exists(), "the database has another name");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut stranger = options.connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut stranger).await.unwrap();
    let problem = ready(site.url()).await.expect("nobody can write");
    assert!(["store-late", "store-locked"].contains(&problem.kind.as_str()), "{problem:?}");
    sqlx::query("ROLLBACK").execute(&mut stranger).await.unwrap();
    drop(stranger);
    let again = async {
        while ready(site.url()).await.is_some() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(super::kit::SOON, again).await.unwrap();
    site.server.stop().await;
}

/// The port of metrics is for programs, which read problems as everywhere.
#[tokio::test(flavor = "multi_thread")]
async fn the_port_of_metrics_tells_problems() {
    let own = format!("127.0.0.1:{}", loadtest::child::free_port().unwrap());
    let site = Site::start(&[("metrics-listen", &own)]).await;
    for (method, path, kind) in
        [(Method::GET, "/nothing", "not-found"), (Method::POST, "/metrics", "method")]
    {
        let answer = site.http.request(method, format!("http://{own}{path}")).send().await.unwrap();
        assert_eq!(answer.headers()["content-type"], "application/problem+json", "{path}");
        let problem: Problem = answer.json().await.unwrap();
        assert_eq!(problem.kind, kind);
    }
    site.server.stop().await;
}
