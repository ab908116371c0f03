//! One person cannot spoil another's game: renames, readers, comings and goings of others.

use std::time::Duration;

use loadtest::Visitor;
use protocol::{ClientMsg, ServerMsg};
use reqwest::Method;
use serde_json::json;

use super::kit::{Client, SOON, Site, two};

async fn rename(visitor: &Visitor, name: &str) {
    let request = visitor.request(Method::POST, "/api/guest").json(&json!({ "name": name }));
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_name_is_told_and_ends_nobodys_socket() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    rename(&bob, "Bob").await;
    rename(&bob, "Robert").await;
    let is_told = |client: &Client| client.heard.iter().any(|t| t.contains(r#""t":"renamed""#));
    while !is_told(&first) || !is_told(&second) {
        first.sync().await;
        second.sync().await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let told = |client: &Client| {
        client.heard.iter().filter(|text| text.contains(r#""t":"renamed""#)).count()
    };
    assert_eq!((told(&first), told(&second)), (1, 1), "the same name again is nothing to tell");
    second.make_move().await;
    first.make_move().await;
    // What is seen and said from now on has the new name.
    let chat = ClientMsg::Chat { id: "1".into(), text: "It is still me.".into() };
    second.socket.say(&chat).await.unwrap();
    let said = first.until(|m| matches!(m, ServerMsg::Chat { .. })).await;
    assert!(matches!(said, ServerMsg::Chat { name, .. } if name == "Robert"));
    let past = bob.look(&made.id).await.unwrap();
    assert_eq!(past.you.name, "Robert");
    assert_eq!(sitter(&past, 1), "Robert");
    // Also after the table has rested.
    let site = site.restart(Duration::ZERO).await;
    assert_eq!(sitter(&ada.look(&made.id).await.unwrap(), 1), "Robert");
    let mut again = Client::open(&ada, &made.id, "ada", 1).await;
    assert!(again.heard[0].contains("Robert"));
    again.sync().await;
    site.server.stop().await;
}

fn sitter(past: &protocol::Past, seat: usize) -> String {
    match &past.table.seats[seat].sitter {
        protocol::Sitter::Person { name, .. } => name.clone(),
        other => panic!("{other:?}"),
    }
}

/// Whoever sits at none of the tables does not reach them.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_name_is_told_where_the_person_is_and_nowhere_else() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let (other, _cleo, _dan) = site.pair(two()).await;
    let mut watcher = Client::open(&site.guest("Eve").await, &other.id, "eve", 3).await;
    rename(&bob, "Robert").await;
    first.until(|m| matches!(m, ServerMsg::Renamed { .. })).await;
    watcher.sync().await;
    assert!(!watcher.heard.iter().any(|text| text.contains("Robert")));
    site.server.stop().await;
}

/// Twelve hundred readers at once, of all kinds, and not one move is refused or late.
#[tokio::test(flavor = "multi_thread")]
async fn readers_never_make_a_move_busy() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    second.make_move().await;
    let mut readers = tokio::task::JoinSet::new();
    for number in 0..1200 {
        let what = ["", "/record", "/survey", ""][number % 4];
        let request = site.http.get(format!("{}/api/tables/{}{what}", site.url(), made.id));
        readers.spawn(async move { request.send().await.map(|answer| answer.status()) });
    }
    for _ in 0..6 {
        first.make_move().await;
        second.make_move().await;
    }
    readers.abort_all();
    assert!(first.player.refused.is_empty() && second.player.refused.is_empty());
    site.server.stop().await;
}

/// A watcher who shouts fills its own share of the inbox and nobody else's.
#[tokio::test(flavor = "multi_thread")]
async fn a_loud_watcher_does_not_make_a_move_busy() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let mut loud = Client::open(&site.guest("Eve").await, &made.id, "eve", 3).await;
    let shouting = tokio::spawn(async move {
        // Refused, every time, but each must be looked at.
        let message = ClientMsg::Resign { seat: 0 };
        for _ in 0..3000 {
            if loud.socket.say(&message).await.is_err() {
                return;
            }
        }
    });
    for _ in 0..6 {
        first.make_move().await;
        second.make_move().await;
    }
    shouting.abort();
    assert!(first.player.refused.is_empty() && second.player.refused.is_empty());
    site.server.stop().await;
}

/// Reading a table that rests does not wake it, and renames and readers do not keep one awake.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_nobody_uses_rests_whatever_others_do() {
    let site = Site::start(&[("rest-seconds", "1")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let hub = site.server.server().app().hub.clone();
    let begun = std::time::Instant::now();
    let mut round = 0;
    while hub.loaded() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(8), "others keep the table in memory");
        round += 1;
        rename(&bob, &format!("Bob {round}")).await;
        ada.look(&made.id).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let past = ada.look(&made.id).await.unwrap();
    assert_eq!(sitter(&past, 1), format!("Bob {round}"));
    for what in ["record", "replay", "survey", "picture.svg"] {
        let path = format!("/api/tables/{}/{what}", made.id);
        assert_eq!(ada.request(Method::GET, &path).send().await.unwrap().status(), 200, "{what}");
    }
    assert_eq!(hub.loaded(), 0, "a reader does not wake a table");
    // What happens after the reading is seen by the next reader.
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.make_move().await;
    assert_eq!(Some(bob.look(&made.id).await.unwrap().n), first.player.n);
    site.server.stop().await;
}

/// A table that has no room is refused before anything is written.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_table_does_not_exist() {
    let site = Site::start(&[("max-tables", "1")]).await;
    let ada = site.guest("Ada").await;
    let first = ada.make(two()).await.unwrap();
    let _there = Client::open(&ada, &first.id, "ada", 1).await;
    let refused = ada.make(two()).await.unwrap_err().to_string();
    assert!(refused.contains("too-many-tables"), "{refused}");
    let mine = ada.request(Method::GET, "/api/me/tables").send().await.unwrap();
    let mine: protocol::Rows = loadtest::visitor::read(mine).await.unwrap();
    assert_eq!(mine.tables.len(), 1);
    site.server.stop().await;
}

/// Tables at which nobody is make room for others; those with a socket stay.
#[tokio::test(flavor = "multi_thread")]
async fn unused_tables_make_room_for_others() {
    let site = Site::start(&[("max-tables", "2")]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let kept = ada.make(two()).await.unwrap();
    let mut there = Client::open(&ada, &kept.id, "ada", 1).await;
    for _ in 0..6 {
        bob.make(two()).await.expect("the table before it has been left");
    }
    let hub = &site.server.server().app().hub;
    assert!(hub.loaded() <= 2 && hub.is_loaded(&kept.id));
    // Sockets that come and go on a full server keep nobody out either.
    let origin = [("origin".to_string(), site.url().to_string())];
    let mine = bob.request(Method::GET, "/api/me/tables").send().await.unwrap();
    let mine: protocol::Rows = loadtest::visitor::read(mine).await.unwrap();
    assert_eq!(mine.tables.len(), 6);
    for row in &mine.tables {
        let url = format!("{}/api/tables/{}/socket", site.url(), row.id);
        let mut socket = open_soon(&url, &origin).await;
        socket.hear().await.unwrap();
    }
    there.sync().await;
    site.server.stop().await;
}

/// The last visitor's leaving is heard a moment after it left.
async fn open_soon(url: &str, headers: &[(String, String)]) -> loadtest::Socket {
    let begun = std::time::Instant::now();
    loop {
        match loadtest::Socket::open_with(url, headers).await {
            Ok(socket) => return socket,
            Err(error) => assert!(begun.elapsed() < Duration::from_secs(8), "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What watchers say does not keep the computer from moving.
#[tokio::test(flavor = "multi_thread")]
async fn talk_does_not_stop_the_computer() {
    let site = Site::start(&[("bot-pause-ms", "1200")]).await;
    let ada = site.guest("Ada").await;
    let plan = super::kit::config(
        super::kit::country(&[]),
        vec![protocol::SeatPlan::Me, super::kit::computer()],
    );
    let made = site.begun(plan, &[&ada]).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut watchers = Vec::new();
    for n in 0..4 {
        let guest = site.guest(&format!("Watcher {n}")).await;
        watchers.push(Client::open(&guest, &made.id, "watcher", 10 + n).await);
    }
    first.make_move().await;
    // Five things each, and nobody is silent for as long as the computer waits.
    let talk = async {
        for n in 0..20 {
            let say = protocol::ClientMsg::Chat { id: format!("say{n}"), text: "Well?".into() };
            watchers[n % 4].socket.say(&say).await.unwrap();
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    };
    let answered = tokio::select! {
        () = first.until_my_turn() => true,
        () = talk => false,
    };
    assert!(answered, "the computer waits until everybody is silent");
    site.server.stop().await;
}

/// A request that is sent again, because its answer was lost, makes one table.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_makes_one_table() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let new = json!({ "config": two(), "id": "mytable4mytable" });
    let make = async |who: &Visitor| {
        who.request(Method::POST, "/api/tables").json(&new).send().await.unwrap()
    };
    let (one, two) = tokio::join!(make(&ada), make(&ada));
    let one: protocol::Made = loadtest::visitor::read(one).await.unwrap();
    let two: protocol::Made = loadtest::visitor::read(two).await.unwrap();
    assert_eq!((one.id.as_str(), &one), ("mytable4mytable", &two));
    let foreign = make(&bob).await;
    assert_eq!(foreign.status(), 409);
    let problem: protocol::Problem = foreign.json().await.unwrap();
    assert_eq!(problem.kind, "id-taken");
    let site = site.restart(Duration::ZERO).await;
    let again: protocol::Made = loadtest::visitor::read(make(&ada).await).await.unwrap();
    assert_eq!(again, one, "also when the server has forgotten the table meanwhile");
    let short = ada.request(Method::POST, "/api/tables");
    let short = short.json(&json!({ "config": super::kit::two(), "id": "a/b" }));
    assert_eq!(short.send().await.unwrap().status(), 422);
    site.server.stop().await;
}

/// Whoever looks for tables at random keeps nobody from making one.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_readers_keeps_nobody_from_making_a_table() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let mut readers = tokio::task::JoinSet::new();
    for number in 0..600 {
        let request = site.http.get(format!("{}/t/nowhere{number:06}", site.url()));
        readers.spawn(async move { request.send().await.map(|answer| answer.status()) });
    }
    for number in 0..20 {
        let new = json!({ "config": two(), "id": format!("ofadas{number:06}") });
        let made = ada.request(Method::POST, "/api/tables").json(&new).send().await.unwrap();
        assert_eq!(made.status(), 201, "table {number}: {}", made.text().await.unwrap());
    }
    readers.abort_all();
    site.server.stop().await;
}

/// Tables at rest are read in turn by address: one that asks for hundreds waits behind itself.
#[tokio::test(flavor = "multi_thread")]
async fn readers_of_tables_at_rest_come_in_turn_by_address() {
    let site = Site::start(&[]).await;
    let elsewhere = std::net::IpAddr::from([127, 0, 0, 9]);
    let flooder = reqwest::Client::builder().no_proxy().local_address(Some(elsewhere));
    let flooder = flooder.build().unwrap();
    let mut readers = tokio::task::JoinSet::new();
    for number in 0..600 {
        let request = flooder.get(format!("{}/api/tables/nowhere{number:06}", site.url()));
        readers.spawn(async move { request.send().await.map(|answer| answer.status()) });
    }
    for number in 0..20 {
        let asked = site.http.get(format!("{}/api/tables/other{number:06}", site.url()));
        assert_eq!(asked.send().await.unwrap().status(), 404, "reader {number}");
    }
    readers.abort_all();
    site.server.stop().await;
}

/// The answer to a move comes with the news of it, not when the kernel thinks fit.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_not_held_back() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let mut best = SOON;
    for _ in 0..12 {
        first.until_my_turn().await;
        let message = first.player.decide().unwrap();
        first.socket.say(&message).await.unwrap();
        let told = |client: &Client| client.heard.iter().filter(|t| is_step(t)).count();
        let before = told(&first);
        while told(&first) == before {
            first.hear().await.unwrap();
        }
        let step = std::time::Instant::now();
        while first.player.is_waiting() {
            first.hear().await.unwrap();
        }
        best = best.min(step.elapsed());
        second.make_move().await;
    }
    assert!(best < Duration::from_millis(30), "`done` came {best:?} after `step` at best");
    site.server.stop().await;
}

fn is_step(text: &str) -> bool {
    text.contains(r#""t":"step""#)
}
