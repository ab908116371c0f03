//! Nobody gets in: one test for each sentence of it.

use std::time::{Duration, Instant};

use loadtest::{Ended, Socket};
use protocol::client::Claim;
use protocol::{ClientMsg, OfferKind, Problem, ServerMsg};
use reqwest::Method;

use super::kit::{Client, SOON, Site, two};

#[tokio::test(flavor = "multi_thread")]
async fn no_message_acts_for_another_seat() {
    let site = Site::start(&[("grace-seconds", "1")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.until_my_turn().await;
    let n = ada.look(&made.id).await.unwrap().n;
    let eve = site.guest("Eve").await;
    let mut thieves = [
        Client::open(&bob, &made.id, "bob", 2).await,
        Client::open(&eve, &made.id, "eve", 3).await,
    ];
    let words = vec!["0,1 r0".to_string()];
    let attempts = [
        ClientMsg::Play { seat: 0, after: n, id: "x".into(), words: words.clone() },
        ClientMsg::Draft { seat: 0, after: n, words },
        ClientMsg::Resign { seat: 0 },
        ClientMsg::Offer { seat: 0, kind: OfferKind::Abort, after: None },
        ClientMsg::Decline { seat: 0 },
        ClientMsg::Claim { seat: 0, away: 1, want: Claim::Win },
        ClientMsg::Return { seat: 0 },
    ];
    for thief in &mut thieves {
        for attempt in &attempts {
            let problem = thief.refusal(attempt).await;
            assert_eq!(
                (problem.kind.as_str(), problem.status),
                ("not-your-seat", 403),
                "{attempt:?}"
            );
        }
    }
    let start = eve.request(Method::POST, &format!("/api/tables/{}/start", made.id));
    assert!(!start.send().await.unwrap().status().is_success());
    assert_eq!(ada.look(&made.id).await.unwrap().n, n, "nothing was changed");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_no_session_may_watch_and_nothing_else() {
    let site = Site::start(&[]).await;
    let (made, ..) = site.pair(two()).await;
    let origin = [("origin".to_string(), site.url().to_string())];
    let url = format!("{}/api/tables/{}/socket", site.url(), made.id);
    let mut socket = Socket::open_with(&url, &origin).await.unwrap();
    let ServerMsg::Snapshot(past) = socket.hear().await.unwrap() else { panic!("no snapshot") };
    assert!(past.you.seats.is_empty() && past.you.key.is_none() && past.view.is_some());
    for message in
        [ClientMsg::Chat { id: "c".into(), text: "hello".into() }, ClientMsg::Resign { seat: 0 }]
    {
        socket.say(&message).await.unwrap();
        let problem = refusal(&mut socket).await;
        assert_eq!(problem.kind, "no-session");
    }
    let made = site.http.post(format!("{}/api/tables", site.url())).header("origin", site.url());
    let made = made.json(&serde_json::json!({ "config": two() })).send().await.unwrap();
    assert_eq!(made.status(), 401);
    site.server.stop().await;
}

async fn refusal(socket: &mut Socket) -> Problem {
    loop {
        let message = tokio::time::timeout(SOON, socket.hear()).await.unwrap().unwrap();
        if let ServerMsg::Refused { problem, .. } = message {
            return problem;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_what_another_tries() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let mut eve = Client::open(&site.guest("Eve").await, &made.id, "eve", 3).await;
    first.until_my_turn().await;
    let ServerMsg::Choices(choices) = serde_json::from_str(first.heard.last().unwrap()).unwrap()
    else {
        panic!("no choices");
    };
    for word in choices.legal.iter().take(5) {
        let words = vec![word.clone()];
        let draft = ClientMsg::Draft { seat: 0, after: choices.n, words };
        first.socket.say(&draft).await.unwrap();
        first.until(|m| matches!(m, ServerMsg::Draft(_))).await;
    }
    for other in [&mut second, &mut eve] {
        other.sync().await;
        for text in &other.heard {
            assert!(
                !text.contains("\"t\":\"draft\"") && !text.contains("\"t\":\"choices\""),
                "{text}"
            );
        }
    }
    // Nor does one who comes later, over the socket or over HTTP.
    let late = Client::open(&bob, &made.id, "late", 4).await;
    assert!(!late.heard.concat().contains("draft"));
    assert_eq!(bob.look(&made.id).await.unwrap().n, choices.n);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_the_draws_to_come() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    for _ in 0..8 {
        first.make_move().await;
        second.make_move().await;
    }
    let mut heard = first.heard.concat() + &second.heard.concat();
    for path in ["", "/record", "/replay"] {
        let request = ada.request(Method::GET, &format!("/api/tables/{}{path}", made.id));
        heard += &request.send().await.unwrap().text().await.unwrap();
    }
    for path in ["/api/tables?show=running", "/api/me/tables", "/api/records", "/metrics"] {
        let request = ada.request(Method::GET, path);
        heard += &request.send().await.unwrap().text().await.unwrap();
    }
    let stored = site.server.server().app().store.load(&made.id).await.unwrap().unwrap();
    let hex = stored.seed.map(|byte| format!("{byte:02x}")).concat();
    // Not even a part of it: eight digits in a row happen by chance once in many gigabytes.
    for start in 0..hex.len() - 8 {
        let part = &hex[start..start + 9];
        assert!(!heard.to_lowercase().contains(part), "part {start} of the seed was told");
    }
    let raw = format!("{:?}", stored.seed);
    assert!(!heard.replace(' ', "").contains(&raw.replace(' ', "")));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_for_our_own_pages_only() {
    let site = Site::start(&[]).await;
    let (made, ada, _) = site.pair(two()).await;
    let url = format!("{}/api/tables/{}/socket", site.url(), made.id);
    let cookie = ("cookie".to_string(), ada.cookie().to_string());
    let origin = |text: &str| ("origin".to_string(), text.to_string());
    for evil in
        ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"]
    {
        let opened = Socket::open_with(&url, &[cookie.clone(), origin(evil)]).await;
        let error = opened.err().unwrap_or_else(|| panic!("{evil} was let in")).to_string();
        assert!(error.starts_with("403"), "{evil}: {error}");
    }
    let opened = Socket::open_with(&url, std::slice::from_ref(&cookie)).await;
    assert!(opened.is_err(), "a cookie without an origin");
    assert!(Socket::open_with(&url, &[cookie, origin(site.url())]).await.is_ok());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_with_a_token_needs_no_origin() {
    let site = Site::start(&[]).await;
    let (made, ada, _) = site.pair(two()).await;
    let token = ada.request(Method::POST, "/api/me/tokens").send().await.unwrap();
    let token: protocol::Token = loadtest::visitor::read(token).await.unwrap();
    let url = format!("{}/api/tables/{}/socket", site.url(), made.id);
    let bearer = ("authorization".to_string(), format!("Bearer {}", token.token));
    let mut socket = Socket::open_with(&url, &[bearer]).await.unwrap();
    let ServerMsg::Snapshot(past) = socket.hear().await.unwrap() else { panic!("no snapshot") };
    assert_eq!(past.you.seats, [0]);
    let wrong = ("authorization".to_string(), "Bearer wrong".to_string());
    assert!(Socket::open_with(&url, &[wrong]).await.is_err());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_frames_bodies_and_names_are_refused() {
    let site = Site::start(&[]).await;
    let (made, ada, _) = site.pair(two()).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    let text = "x".repeat(15_000);
    let long = ClientMsg::Chat { id: "c".into(), text };
    assert_eq!(client.refusal(&long).await.kind, "field");
    let _ = client.socket.say_text("y".repeat(17 * 1024)).await;
    let ended = loop {
        if let Err(ended) = client.hear().await {
            break ended;
        }
    };
    assert_eq!(ended, Ended::Closed(Some(1009)));
    let mut config = two();
    config.name = "n".repeat(100);
    assert!(ada.make(config).await.unwrap_err().to_string().contains("name"));
    let body = "{".repeat(70 * 1024);
    let request =
        ada.request(Method::POST, "/api/tables").header("content-type", "application/json");
    assert_eq!(request.body(body).send().await.unwrap().status(), 413);
    let body = format!("{{\"record\":\"{}\"}}", "x".repeat(300 * 1024));
    let request =
        ada.request(Method::POST, "/api/replay").header("content-type", "application/json");
    assert_eq!(request.body(body).send().await.unwrap().status(), 413);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_messages_are_refused_and_a_flood_is_ended() {
    let site = Site::start(&[("messages-per-second", "5")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    let mut refused = 0;
    let ended = loop {
        if client.socket.say(&ClientMsg::Ping { at: 1 }).await.is_err() {
            break None;
        }
        match client.hear().await {
            Ok(ServerMsg::Refused { problem, .. }) => {
                assert_eq!((problem.kind.as_str(), problem.status), ("too-many-requests", 429));
                assert!(problem.retry.is_some());
                refused += 1;
            }
            Ok(_) => {}
            Err(ended) => break Some(ended),
        }
        assert!(refused < 500, "a flood is not ended");
    };
    assert!(refused > 20, "{refused} clear answers before the end");
    assert!(matches!(ended, None | Some(Ended::Closed(Some(1008)))), "{ended:?}");
    // The other is not disturbed.
    Client::open(&bob, &made.id, "bob", 1).await.sync().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_tables_and_sockets_are_refused() {
    let limits =
        [("requests-per-minute", "40"), ("tables-per-hour", "3"), ("max-sockets-per-address", "4")];
    let site = Site::start(&limits).await;
    let ada = site.guest("Ada").await;
    let made = ada.make(two()).await.unwrap();
    for _ in 0..2 {
        ada.make(two()).await.unwrap();
    }
    assert!(ada.make(two()).await.unwrap_err().to_string().starts_with("429"));
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(Socket::open(&ada, &made.id, None).await.unwrap());
    }
    let fifth = Socket::open(&ada, &made.id, None).await.err().unwrap().to_string();
    assert!(fifth.starts_with("429"), "{fifth}");
    open.pop().unwrap().close().await;
    let hub = &site.server.server().app().hub;
    let again = async {
        while hub.sockets() > 3 || Socket::open(&ada, &made.id, None).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(super::kit::SOON, again).await.expect("a place that is given back");
    for _ in 0..60 {
        let answer = ada.request(Method::GET, "/api/tables").send().await.unwrap();
        if answer.status() == 429 {
            assert!(answer.headers().contains_key("retry-after"));
            let problem: Problem = answer.json().await.unwrap();
            assert!(problem.retry.is_some());
            site.server.stop().await;
            return;
        }
    }
    panic!("sixty requests passed a limit of forty a minute");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_dropped_and_resyncs() {
    // However often it must be tried on a busy machine, no limit of addresses comes between.
    let site = Site::start(&[("limits-exempt", "127.0.0.0/8")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut deaf = Socket::open(&ada, &made.id, None).await.unwrap();
    let mut second = Client::open(&bob, &made.id, "bob", 1).await;
    let hub = site.server.server().app().hub.clone();
    // It asks and asks, and never reads the answers: the buffers of the system fill up.
    let draft = ClientMsg::Draft { seat: 0, after: second.player.n.unwrap(), words: vec![] };
    let mut said = 0;
    let begun = Instant::now();
    while hub.sockets() > 1 {
        said += 1;
        assert!(begun.elapsed() < 4 * SOON, "a deaf client is kept for ever");
        // It is quicker than a server that shares its cores.
        if said % 100 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let patience = Duration::from_millis(200);
        match tokio::time::timeout(patience, deaf.say(&draft)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => break,
            // Now its queue is filled: everything that is told goes there too. The other one hears
            // each word: who reads is not taken for deaf, however busy the machine is.
            Err(_) => {
                for number in 0..80 {
                    let name = serde_json::json!({ "name": format!("Bob {said} {number}") });
                    let renamed = bob.request(Method::POST, "/api/guest").json(&name).send();
                    assert_eq!(renamed.await.unwrap().status(), 200);
                    second.until(|heard| matches!(heard, ServerMsg::Renamed { .. })).await;
                }
            }
        }
    }
    // The others did not wait for it.
    let mut back = Client::open(&ada, &made.id, "ada", 2).await;
    assert_eq!(back.player.n, second.player.n, "it has missed nothing");
    back.make_move().await;
    second.make_move().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_over_has_no_sockets() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.sync().await;
    let out = ada.request(Method::POST, "/api/logout/everywhere").send().await.unwrap();
    assert!(out.status().is_success(), "{}", out.status());
    let mut told = Vec::new();
    let ended = loop {
        match first.hear().await {
            Ok(ServerMsg::Bye { why, .. }) => told.push(why),
            Ok(_) => {}
            Err(ended) => break ended,
        }
    };
    assert!(told.len() == 1 && matches!(ended, Ended::Closed(Some(_))), "{told:?} {ended:?}");
    // With the old cookie it may watch at most, as anybody may.
    if let Ok(mut socket) = Socket::open(&ada, &made.id, None).await {
        let ServerMsg::Snapshot(past) = socket.hear().await.unwrap() else { panic!("no snapshot") };
        assert!(past.you.seats.is_empty());
    }
    Client::open(&bob, &made.id, "bob", 2).await.sync().await;
    site.server.stop().await;
}

/// A page may compile its engine and evaluate no text; a board inside another's page does neither.
#[tokio::test(flavor = "multi_thread")]
async fn pages_compile_an_engine_and_evaluate_nothing() {
    let site = Site::start(&[]).await;
    for (path, engine) in [("/", true), ("/t/any", true), ("/embed/any", false)] {
        let answer = site.http.get(format!("{}{path}", site.url())).send().await.unwrap();
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
        assert_eq!(scripts.contains("'wasm-unsafe-eval'"), engine, "{path}: {scripts}");
        assert!(!scripts.contains("'unsafe-eval'"), "{path}: {scripts}");
    }
    site.server.stop().await;
}
