//! Limits: what they stop, and whom they must not stop.

use std::net::IpAddr;

use loadtest::{Ended, Socket, Visitor};
use protocol::{ClientMsg, Problem};
use reqwest::{Method, StatusCode};
use serde_json::json;
use server::config::SETTINGS;

use super::kit::{Client, Site, computer, config, country, two};

/// A request that a proxy passes on for an address.
async fn through(site: &Site, hops: &str, path: &str) -> reqwest::Response {
    let request = site.http.get(format!("{}{path}", site.url()));
    request.header("x-forwarded-for", hops).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_with_many_ipv6_addresses_is_one_customer() {
    let site = Site::start(&[("trust-proxy", "true"), ("requests-per-minute", "20")]).await;
    let mut refused = 0;
    for n in 0..40 {
        let answer = through(&site, &format!("2001:db8:1:2::{n:x}"), "/api/tables").await;
        refused += u32::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 15, "{refused} of 40 were refused");
    let neighbour = through(&site, "2001:db8:1:3::1", "/api/tables").await;
    assert_eq!(neighbour.status(), StatusCode::OK);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invented_address_helps_nobody() {
    let site = Site::start(&[("trust-proxy", "127.0.0.0/8"), ("requests-per-minute", "10")]).await;
    let mut refused = 0;
    for n in 0..30u8 {
        // The client writes what it likes; the proxies add what they see, the nearest last.
        let hops = format!("198.51.100.{n}, 192.0.2.1, 127.0.0.3");
        let answer = through(&site, &hops, "/api/tables").await;
        refused += u32::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 15, "{refused} of 30 were refused");
    site.server.stop().await;
    // Whoever is no proxy is not believed at all.
    let site = Site::start(&[("trust-proxy", "192.0.2.0/24"), ("requests-per-minute", "10")]).await;
    let mut refused = 0;
    for n in 0..30u8 {
        let answer = through(&site, &format!("198.51.100.{n}"), "/api/tables").await;
        refused += u32::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 15, "{refused} of 30 were refused");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_path_is_metered() {
    for path in ["/art/logo.svg", "/", "/nowhere", "/embed/x", "/healthz"] {
        let site = Site::start(&[("files-per-minute", "10")]).await;
        let mut problem = None;
        for _ in 0..30 {
            let answer = site.http.get(format!("{}{path}", site.url())).send().await.unwrap();
            if answer.status() == StatusCode::TOO_MANY_REQUESTS {
                problem = Some(answer.json::<Problem>().await.unwrap());
                break;
            }
        }
        let problem = problem.unwrap_or_else(|| panic!("{path} is not metered"));
        assert!(problem.kind == "too-many-requests" && problem.retry.is_some());
        site.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_tables_are_counted_by_address_too() {
    let limits = [("guests-per-hour", "3"), ("tables-per-hour-per-address", "4")];
    let site = Site::start(&limits).await;
    let mut guests = Vec::new();
    for name in ["Ada", "Bob", "Cleo"] {
        guests.push(site.guest(name).await);
    }
    let fourth = Visitor::guest(&site.http, site.url(), "Dora").await.unwrap_err();
    assert!(format!("{fourth:#}").contains("429 Too Many Requests"), "{fourth:#}");
    for guest in guests.iter().cycle().take(4) {
        guest.make(two()).await.unwrap();
    }
    for guest in &guests {
        let fifth = guest.make(two()).await.unwrap_err().to_string();
        assert!(fifth.starts_with("429"), "{fifth}");
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_can_be_exempt() {
    let limits = [
        ("guests-per-hour", "1"),
        ("requests-per-minute", "1"),
        ("files-per-minute", "1"),
        ("max-sockets-per-address", "1"),
        ("max-connections-per-address", "1"),
        ("limits-exempt", "127.0.0.0/8"),
    ];
    let site = Site::start(&limits).await;
    let (made, ada, bob) = site.pair(two()).await;
    let _both =
        [Client::open(&ada, &made.id, "a", 1).await, Client::open(&bob, &made.id, "b", 2).await];
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_no_new_table_of_a_person() {
    let site = Site::start(&[("tables-per-hour", "1"), ("tables-per-hour-per-address", "1")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    client.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    while !client.player.over {
        client.hear().await.unwrap();
    }
    let again = bob.request(Method::POST, &format!("/api/tables/{}/rematch", made.id));
    let again = again.send().await.unwrap();
    assert_eq!(again.status(), StatusCode::OK, "{}", again.text().await.unwrap());
    assert!(ada.make(two()).await.is_err(), "but a new table counts");
    site.server.stop().await;
}

/// A request that is sent again because its answer was lost makes no second table, and costs
/// nothing of what its sender may make.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_request_for_a_table_is_counted_once() {
    let site = Site::start(&[("tables-per-hour", "1"), ("tables-per-hour-per-address", "1")]).await;
    let ada = site.guest("Ada").await;
    let body = serde_json::json!({ "config": two(), "id": "mychosenid42" });
    let mut all = Vec::new();
    for _ in 0..3 {
        let made = ada.request(Method::POST, "/api/tables").json(&body).send().await.unwrap();
        assert_eq!(made.status(), StatusCode::CREATED, "{}", made.text().await.unwrap());
        all.push(made.json::<protocol::Made>().await.unwrap());
    }
    assert!(all.iter().all(|made| *made == all[0]), "{all:?}");
    site.server.stop().await;
}

/// What is set if nobody sets anything: the tests have other defaults.
fn defaults(keys: &[&'static str]) -> Vec<(&'static str, &'static str)> {
    let of = |key: &&'static str| {
        let decl = SETTINGS.iter().find(|decl| decl.key == *key).unwrap();
        (*key, decl.default)
    };
    keys.iter().map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_people_play_behind_one_address() {
    let site = Site::start(&defaults(&[
        "requests-per-minute",
        "files-per-minute",
        "guests-per-hour",
        "tables-per-hour",
        "tables-per-hour-per-address",
        "max-sockets-per-address",
        "max-connections-per-address",
        "messages-per-second",
    ]))
    .await;
    let mut people = Vec::new();
    for n in 0..50 {
        let guest = site.guest(&format!("Guest {n}")).await;
        // What a page asks for before anybody plays.
        for path in ["/api/me", "/api/menu", "/api/tables", "/api/me/tables"] {
            let answer = guest.request(Method::GET, path).send().await.unwrap();
            assert!(answer.status().is_success(), "{path}: {}", answer.status());
        }
        for _ in 0..60 {
            let answer = guest.request(Method::GET, "/art/logo.svg").send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK);
        }
        people.push(guest);
    }
    // Each has the feed of the lobby open, and a socket at its table.
    let mut open = Vec::new();
    for guest in &people {
        let feed = guest.request(Method::GET, "/api/lobby").send().await.unwrap();
        assert_eq!(feed.status(), StatusCode::OK);
        open.push(feed);
    }
    let mut seed = 0;
    let mut tables = Vec::new();
    for pair in people.chunks(2) {
        let made = site.begun(two(), &[&pair[0], &pair[1]]).await;
        let mut clients = Vec::new();
        for guest in pair {
            seed += 1;
            clients.push(Client::open(guest, &made.id, &guest.me.name, seed).await);
        }
        tables.push(clients);
    }
    for clients in &mut tables {
        for client in clients {
            client.make_move().await;
        }
    }
    // And some begin another game beside it.
    for guest in &people {
        guest.make(config(country(&[]), vec![protocol::SeatPlan::Me, computer()])).await.unwrap();
    }
    drop((open, tables));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_gets_in_where_watchers_fill_the_house() {
    let site = Site::start(&[("max-sockets", "5")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let origin = [("origin".to_string(), site.url().to_string())];
    let url = format!("{}/api/tables/{}/socket", site.url(), made.id);
    let mut watchers = Vec::new();
    for _ in 0..4 {
        watchers.push(Socket::open_with(&url, &origin).await.unwrap());
    }
    let fifth = Socket::open_with(&url, &origin).await.err().unwrap().to_string();
    assert!(fifth.starts_with("429"), "the last place is for players: {fifth}");
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    // Now every place is taken, and the other player comes all the same.
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let ended = loop {
        match watchers[0].hear().await {
            Ok(_) => {}
            Err(ended) => break ended,
        }
    };
    assert_eq!(ended, Ended::Closed(Some(4005)));
    first.make_move().await;
    second.make_move().await;
    site.server.stop().await;
}

/// Whoever sits down with an open socket is a player from then on.
#[tokio::test(flavor = "multi_thread")]
async fn who_sits_down_is_not_sent_out_for_players() {
    let site = Site::start(&[("max-sockets", "2")]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let made = ada.make(two()).await.unwrap();
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    bob.sit(&made, 1).await.unwrap();
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    // Every place is taken by somebody who plays: there is none to be had.
    let third = Socket::open(&ada, &made.id, None).await.err().unwrap().to_string();
    assert!(third.starts_with("429"), "{third}");
    ada.start(&made.id).await.unwrap();
    first.make_move().await;
    second.make_move().await;
    site.server.stop().await;
}

/// Whoever stands up again watches.
#[tokio::test(flavor = "multi_thread")]
async fn who_stands_up_watches_again() {
    let site = Site::start(&[("max-sockets", "2")]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let made = ada.make(two()).await.unwrap();
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    bob.sit(&made, 1).await.unwrap();
    let path = format!("/api/tables/{}/seats/1", made.id);
    let stood = bob.request(reqwest::Method::DELETE, &path).send().await.unwrap();
    assert_eq!(stood.status(), 200);
    let _players = [
        Client::open(&ada, &made.id, "ada", 1).await,
        Client::open(&ada, &made.id, "ada", 1).await,
    ];
    let ended = loop {
        if let Err(ended) = second.hear().await {
            break ended;
        }
    };
    assert_eq!(ended, Ended::Closed(Some(4005)));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_this_machine() {
    let site = Site::start(&[("trust-proxy", "true")]).await;
    let url = format!("{}/metrics", site.url());
    assert_eq!(site.http.get(&url).send().await.unwrap().status(), StatusCode::OK);
    for header in ["x-forwarded-for", "forwarded", "x-real-ip"] {
        let proxied = site.http.get(&url).header(header, "192.0.2.1").send().await.unwrap();
        assert_eq!(proxied.status(), StatusCode::FORBIDDEN, "{header}");
        assert_eq!(proxied.json::<Problem>().await.unwrap().kind, "metrics");
    }
    site.server.stop().await;
    let site = Site::start(&[("metrics-public", "true")]).await;
    let answer = through(&site, "192.0.2.1", "/metrics").await;
    assert_eq!(answer.status(), StatusCode::OK);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leads_here_is_not_ours() {
    let site = Site::start(&[]).await;
    let (made, ada, _) = site.pair(two()).await;
    // As a browser sends it whom a page at evil.example, whose name now leads here, has asked.
    let evil = "evil.example:8080";
    let rebound = |request: reqwest::RequestBuilder| {
        let request = request.header("host", evil).header("sec-fetch-site", "same-origin");
        request.header("origin", format!("http://{evil}"))
    };
    let url = |path: &str| format!("{}{path}", site.url());
    for (method, path) in [
        (Method::POST, "/api/guest"),
        (Method::POST, "/api/tables"),
        (Method::GET, "/api/me"),
        (Method::GET, "/api/me/tables"),
        (Method::GET, "/metrics"),
    ] {
        let request = rebound(site.http.request(method.clone(), url(path)));
        let answer = request.header("cookie", ada.cookie()).json(&json!({ "name": "Eve" }));
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST, "{method} {path}");
        assert_eq!(answer.json::<Problem>().await.unwrap().kind, "host");
    }
    let socket = format!("{}/api/tables/{}/socket", site.url(), made.id);
    let headers = [
        ("host", evil.to_string()),
        ("origin", format!("http://{evil}")),
        ("sec-fetch-site", "same-origin".to_string()),
        ("cookie", ada.cookie().to_string()),
    ];
    let headers = headers.map(|(name, value)| (name.to_string(), value));
    let opened = Socket::open_with(&socket, &headers).await;
    assert!(opened.err().is_some_and(|error| error.to_string().starts_with("421")));
    // Probes call by any name, and pages are the same for everybody.
    for path in ["/healthz", "/readyz", "/art/logo.svg"] {
        let answer = site.http.get(url(path)).header("host", evil).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
    }
    // A page at another port of this machine is not ours either.
    let request = ada.request(Method::POST, "/api/tables").header("sec-fetch-site", "same-origin");
    let mut request = request.build().unwrap();
    request.headers_mut().insert("origin", "http://127.0.0.1:1".parse().unwrap());
    assert_eq!(site.http.execute(request).await.unwrap().status(), StatusCode::FORBIDDEN);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_may_have_more_names() {
    let settings = [("public-url", "https://play.example.org"), ("allow-hosts", "inside")];
    let site = Site::start(&settings).await;
    for host in ["play.example.org", "inside:8080", "127.0.0.1:9", "localhost", "[::1]:8080"] {
        let request = site.http.post(format!("{}/api/guest", site.url())).header("host", host);
        let answer = request.json(&json!({ "name": "Ada" })).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{host}");
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quiet_addresses_are_forgotten() {
    let site = Site::start(&[("trust-proxy", "true")]).await;
    let app = site.server.server().app().clone();
    for n in 0..50u8 {
        let address = IpAddr::from([203, 0, 113, n]).to_string();
        assert_eq!(through(&site, &address, "/api/tables").await.status(), StatusCode::OK);
    }
    app.limits.sweep();
    assert!(app.limits.remembered() < 10, "{} are kept", app.limits.remembered());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_and_deep_bodies_are_refused_with_a_problem() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let send = |path: &'static str, body: String| {
        let request = ada.request(Method::POST, path).header("content-type", "application/json");
        request.body(body).send()
    };
    let deep = "[".repeat(30_000);
    let from = |text: String| {
        let mut config = json!(two());
        config["from"] = json!(text);
        json!({ "config": config }).to_string()
    };
    for (path, body, status) in [
        ("/api/tables", deep.clone(), 422),
        ("/api/tables", format!("{{\"config\":{deep}"), 422),
        ("/api/tables", from("x".repeat(40_000)), 422),
        ("/api/tables", from("x".repeat(70_000)), 413),
        ("/api/guest", "x".repeat(65 * 1024), 413),
        ("/api/replay", format!("{{\"record\":\"{}\"}}", "x".repeat(300 * 1024)), 413),
    ] {
        let size = body.len();
        let answer = send(path, body).await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{path}, {size} bytes");
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
    }
    site.server.stop().await;
}

/// Whoever makes an account without having been a guest is a new person all the same.
#[tokio::test(flavor = "multi_thread")]
async fn new_accounts_count_as_new_people() {
    let site = Site::start(&[("guests-per-hour", "2")]).await;
    let mut answers = Vec::new();
    for number in 0..3 {
        let account = json!({ "name": format!("Person {number}"), "password": "a long password" });
        let request = site.http.post(format!("{}/api/accounts", site.url()));
        let request = request.header("origin", site.url()).json(&account);
        answers.push(request.send().await.unwrap().status().as_u16());
    }
    assert_eq!(answers, [200, 200, 429]);
    site.server.stop().await;
}

/// Plans that cannot be played cost the server something, and so they count.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_plans_have_an_end() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let made = ada.make(two()).await.unwrap();
    let path = format!("/api/tables/{}/plan", made.id);
    let mut kinds = std::collections::BTreeSet::new();
    for number in 0..80 {
        let plan = json!({ "family": "country", "expansions": [format!("x{number}")] });
        let tried = ada.request(Method::PUT, &path).json(&json!({ "plan": plan }));
        let problem: Problem = tried.send().await.unwrap().json().await.unwrap();
        kinds.insert(problem.kind);
    }
    assert_eq!(Vec::from_iter(kinds), ["config", "too-many-requests"]);
    site.server.stop().await;
}

/// What pages report is written to the log: not without end.
#[tokio::test(flavor = "multi_thread")]
async fn reports_of_pages_have_an_end() {
    let site = Site::start(&[]).await;
    let report = json!({ "table": "abc", "n": 3, "difference": "a word" });
    let mut refused = 0;
    for _ in 0..80 {
        let request = site.http.post(format!("{}/api/shadow", site.url()));
        let told = request.header("origin", site.url()).json(&report).send().await.unwrap();
        refused += u32::from(told.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 15, "{refused} of 80 were refused");
    site.server.stop().await;
}
