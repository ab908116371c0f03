//! Whole games: played, watched, given up, flagged, claimed, played again.

use std::time::Duration;

use loadtest::visitor::read;
use protocol::client::Claim;
use protocol::{
    Cause, ClientMsg, Clock, EndReason, Flagged, Made, OfferKind, Plan, Rows, SeatPlan, ServerMsg,
    Sitter, Status, TableInfo, Visibility,
};
use reqwest::Method;

use super::kit::{Client, Site, city, computer, config, country, two};

fn over(info: &TableInfo) -> Option<EndReason> {
    match &info.status {
        Status::Over { reason, .. } => Some(*reason),
        _ => None,
    }
}

/// Plays a whole game with two players and a watcher, and checks it from every side.
async fn whole_game(plan: Plan) {
    let site = Site::start(&[]).await;
    let seats = vec![SeatPlan::Me, SeatPlan::Anyone];
    let (made, ada, bob) = site.pair(config(plan, seats)).await;
    let eve = site.guest("Eve").await;
    let mut watcher = Client::open(&eve, &made.id, "eve", 0).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let end = |message: &ServerMsg| match message {
        ServerMsg::Table { table, .. } => over(table).is_some(),
        _ => false,
    };
    let watching = async { watcher.until(end).await };
    tokio::join!(first.play_on(), second.play_on(), watching);

    let past = eve.look(&made.id).await.unwrap();
    assert_eq!(over(&past.table), Some(EndReason::Played));
    assert!(past.you.seats.is_empty() && past.table.draws.seed.is_some());
    let told: Vec<(u64, String)> = past
        .log
        .iter()
        .filter_map(|line| match &line.cause {
            Cause::Played { id, .. } => Some((line.n, id.clone())),
            _ => None,
        })
        .collect();
    let mut acked: Vec<(u64, String)> = [&first, &second]
        .iter()
        .flat_map(|client| client.player.acked.iter().map(|ack| (ack.n, ack.id.clone())))
        .collect();
    acked.sort();
    assert_eq!(told, acked, "every acknowledged move is in the log, once");
    assert!(watcher.heard.iter().all(|text| !text.contains("\"t\":\"choices\"")));

    let record = ada.request(Method::GET, &format!("/api/tables/{}/record", made.id));
    let record = record.send().await.unwrap().text().await.unwrap();
    let parsed = games::Record::parse(&record).unwrap();
    parsed.replay(|_| {}).unwrap();
    fair::verify(&parsed, fair::Known::default())
        .unwrap_or_else(|fault| panic!("{fault}\n{record}"));
    let bulk = site.http.get(format!("{}/api/records", site.url())).send().await.unwrap();
    assert_eq!(bulk.text().await.unwrap().trim_end(), record.trim_end());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_base_game_from_socket_to_socket() {
    whole_game(country(&[])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_expansion_from_socket_to_socket() {
    let all: Vec<&str> = games::registry::expansions().iter().map(|info| info.name).collect();
    whole_game(country(&all)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_city_from_socket_to_socket() {
    whole_game(city()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_through_the_same_door() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let plan = config(country(&["inns"]), vec![SeatPlan::Me, computer(), computer()]);
    let made = site.begun(plan, &[&ada]).await;
    let mut client = Client::open(&ada, &made.id, "ada", 5).await;
    client.play_on().await;
    let past = ada.look(&made.id).await.unwrap();
    assert_eq!(over(&past.table), Some(EndReason::Played));
    let by = |seat| {
        let is = |cause: &Cause| matches!(cause, Cause::Played { seat: s, .. } if *s == seat);
        past.log.iter().filter(|line| is(&line.cause)).count()
    };
    assert!(by(1) > 20 && by(2) > 20, "{} {}", by(1), by(2));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_thought_is_replaced_by_a_random_choice() {
    // Ten milliseconds for a thought in the largest game: some come too late, the game goes on.
    let site = Site::start(&[("bot-deadline-ms", "10")]).await;
    let ada = site.guest("Ada").await;
    let all: Vec<&str> = games::registry::expansions().iter().map(|info| info.name).collect();
    let made = site.begun(config(country(&all), vec![SeatPlan::Me, computer()]), &[&ada]).await;
    let mut client = Client::open(&ada, &made.id, "ada", 5).await;
    for _ in 0..10 {
        client.make_move().await;
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_on_one_screen() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let screen = SeatPlan::Screen { name: "Guest at home".into() };
    let made = site.begun(config(city(), vec![SeatPlan::Me, screen]), &[&ada]).await;
    let mut client = Client::open(&ada, &made.id, "ada", 5).await;
    client.play_on().await;
    assert_eq!(over(&ada.look(&made.id).await.unwrap().table), Some(EndReason::Played));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sitting_leaving_and_the_lobby() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let made = ada.make(two()).await.unwrap();
    let hidden = ada.make(protocol::TableConfig { visibility: Visibility::Link, ..two() });
    let hidden: Made = hidden.await.unwrap();
    let rows = async |path: &str| -> Rows {
        read(bob.request(Method::GET, path).send().await.unwrap()).await.unwrap()
    };
    let open = rows("/api/tables?show=open").await;
    assert_eq!(open.tables.iter().map(|row| &row.id).collect::<Vec<_>>(), [&made.id]);
    assert!(ada.start(&made.id).await.unwrap_err().to_string().starts_with("409"), "a free seat");
    bob.sit(&made, 1).await.unwrap();
    assert_eq!(rows("/api/me/tables").await.tables[0].mine, [1]);
    let path = format!("/api/tables/{}/seats/1", made.id);
    let info: TableInfo =
        read(bob.request(Method::DELETE, &path).send().await.unwrap()).await.unwrap();
    assert!(matches!(info.seats[1].sitter, Sitter::Nobody { .. }));
    bob.sit(&made, 1).await.unwrap();
    assert!(bob.start(&made.id).await.unwrap_err().to_string().starts_with("403"), "not the owner");
    ada.start(&made.id).await.unwrap();
    assert!(rows("/api/tables?show=open").await.tables.is_empty());
    let running = rows("/api/tables?show=running").await;
    assert_eq!(running.tables[0].id, made.id);
    assert_ne!(running.tables[0].id, hidden.id);
    let wrong = bob.request(Method::GET, "/api/tables?show=all").send().await.unwrap();
    assert_eq!(wrong.status(), 400);
    let none = bob.request(Method::GET, "/api/tables/nosuchtable").send().await.unwrap();
    assert_eq!(
        (none.status().as_u16(), none.headers()["content-type"].to_str().unwrap()),
        (404, "application/problem+json")
    );
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_feed_tells_new_tables() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let mut feed = ada.request(Method::GET, "/api/lobby").send().await.unwrap();
    assert_eq!(feed.headers()["content-type"], "text/event-stream");
    let made = ada.make(two()).await.unwrap();
    let mut heard = String::new();
    while !(heard.contains("event: row") && heard.contains(&made.id)) {
        let chunk = tokio::time::timeout(super::kit::SOON, feed.chunk()).await.unwrap().unwrap();
        heard.push_str(std::str::from_utf8(&chunk.unwrap()).unwrap());
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_opened_before_the_start_gets_the_board() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let made = ada.make(two()).await.unwrap();
    let mut early = Client::open(&bob, &made.id, "bob", 1).await;
    bob.sit(&made, 1).await.unwrap();
    ada.start(&made.id).await.unwrap();
    let told = early.until(|m| matches!(m, ServerMsg::Snapshot(past) if past.view.is_some())).await;
    let ServerMsg::Snapshot(past) = told else { unreachable!() };
    assert_eq!(past.you.seats, [1]);
    let mut other = Client::open(&ada, &made.id, "ada", 2).await;
    other.make_move().await;
    early.make_move().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn talk_offers_and_giving_up() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let hello = ClientMsg::Chat { id: "h1".into(), text: "Hello!".into() };
    first.socket.say(&hello).await.unwrap();
    first.socket.say(&hello).await.unwrap();
    let is_done = |m: &ServerMsg| matches!(m, ServerMsg::Done { id, .. } if id == "h1");
    let one = first.until(is_done).await;
    assert_eq!(one, first.until(is_done).await, "said once, answered twice");
    let chat = |m: &ServerMsg| matches!(m, ServerMsg::Chat { text, .. } if text == "Hello!");
    second.until(chat).await;
    let offer = |seat| ClientMsg::Offer { seat, kind: OfferKind::Draw, after: None };
    first.socket.say(&offer(0)).await.unwrap();
    let offered =
        |m: &ServerMsg| matches!(m, ServerMsg::Table { table, .. } if table.offer.is_some());
    second.until(offered).await;
    second.socket.say(&ClientMsg::Decline { seat: 1 }).await.unwrap();
    let declined =
        |m: &ServerMsg| matches!(m, ServerMsg::Table { cause: Cause::Declined { .. }, .. });
    first.until(declined).await;
    second.socket.say(&ClientMsg::Resign { seat: 1 }).await.unwrap();
    let ended =
        |m: &ServerMsg| matches!(m, ServerMsg::Table { table, .. } if over(table).is_some());
    let ServerMsg::Table { table, .. } = first.until(ended).await else { unreachable!() };
    assert_eq!(over(&table), Some(EndReason::Resigned));

    // Both ask for a rematch: they get the same table, and sit down at it.
    let path = format!("/api/tables/{}/rematch", made.id);
    let again: Made = read(ada.request(Method::POST, &path).send().await.unwrap()).await.unwrap();
    let same: Made = read(bob.request(Method::POST, &path).send().await.unwrap()).await.unwrap();
    assert_eq!(again, same);
    let info = ada.look(&again.id).await.unwrap().table;
    let free = info.seats.iter().position(|seat| matches!(seat.sitter, Sitter::Nobody { .. }));
    bob.sit(&again, u8::try_from(free.unwrap()).unwrap()).await.unwrap();
    ada.start(&again.id).await.unwrap();
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_while_nobody_is_there() {
    let site = Site::start(&[("rest-seconds", "1")]).await;
    let clock = Clock::Total { seconds: 10, increment: 0 };
    let (made, ada, _bob) = site.pair(protocol::TableConfig { clock, ..two() }).await;
    let begun = std::time::Instant::now();
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(begun.elapsed() < Duration::from_secs(40), "no flag fell");
        let query = store::Query { limit: 9, ..store::Query::default() };
        let rows = site.server.server().app().store.rows(query).await.unwrap();
        let row: protocol::TableRow = serde_json::from_str(&rows[0].1).unwrap();
        if matches!(row.status, Status::Over { .. }) {
            break;
        }
    }
    assert!(begun.elapsed() >= Duration::from_secs(9));
    assert_eq!(over(&ada.look(&made.id).await.unwrap().table), Some(EndReason::Flagged));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_on_for_somebody_away_until_it_returns() {
    let site = Site::start(&[("grace-seconds", "1")]).await;
    let plan = protocol::TableConfig { flagged: Flagged::Computer, ..two() };
    let (made, ada, bob) = site.pair(plan).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let second = Client::open(&bob, &made.id, "bob", 2).await;
    let claim = ClientMsg::Claim { seat: 0, away: 1, want: Claim::Computer };
    first.sync().await;
    assert_eq!(first.refusal(&claim).await.kind, "too-early");
    second.socket.close().await;
    let gone = |m: &ServerMsg| matches!(m, ServerMsg::Presence { here, .. } if !here[1]);
    first.until(gone).await;
    let answer = |m: &ServerMsg| {
        let claimed = matches!(m, ServerMsg::Table { cause: Cause::Claimed { .. }, .. });
        claimed || matches!(m, ServerMsg::Refused { .. })
    };
    loop {
        first.socket.say(&claim).await.unwrap();
        match first.until(answer).await {
            // The grace is a second.
            ServerMsg::Refused { problem, .. } if problem.kind == "too-early" => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            ServerMsg::Refused { problem, .. } => panic!("{problem:?}"),
            _ => break,
        }
    }
    first.player.refused.clear();
    for _ in 0..3 {
        first.make_move().await;
    }
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    second.socket.say(&ClientMsg::Return { seat: 1 }).await.unwrap();
    second.until(|m| matches!(m, ServerMsg::Table { cause: Cause::Returned { .. }, .. })).await;
    // Whose turn it is depends on whether the computer has moved before.
    tokio::join!(first.make_move(), second.make_move());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unused_table_leaves_the_memory_and_comes_back() {
    let site = Site::start(&[("rest-seconds", "1")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.make_move().await;
    let player = first.player;
    first.socket.close().await;
    let hub = &site.server.server().app().hub;
    let begun = std::time::Instant::now();
    while hub.loaded() > 0 {
        assert!(begun.elapsed() < super::kit::SOON, "the table stays in memory");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    second.make_move().await;
    let mut first = Client::resume(&ada, &made.id, player).await;
    first.make_move().await;
    assert_eq!(hub.loaded(), 1);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_looked_at_in_many_ways() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    for _ in 0..4 {
        first.make_move().await;
        second.make_move().await;
    }
    let get = async |path: &str| {
        let path = format!("/api/tables/{}/{path}", made.id);
        let answer = ada.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        let kind = answer.headers()["content-type"].to_str().unwrap().to_string();
        (kind, answer.bytes().await.unwrap())
    };
    let (kind, record) = get("record").await;
    assert!(kind.starts_with("text/plain"));
    let record = String::from_utf8(record.to_vec()).unwrap();
    let (_, replay) = get("replay").await;
    let replay: protocol::Replay = serde_json::from_slice(&replay).unwrap();
    assert_eq!(replay.steps.len(), 1 + 8, "the beginning and eight moves");
    let (_, survey) = get("survey").await;
    let survey: protocol::Survey = serde_json::from_slice(&survey).unwrap();
    assert!(!survey.features.is_empty());
    let (kind, svg) = get("picture.svg?look=plain&night=1").await;
    assert!(kind.starts_with("image/svg") && svg.starts_with(b"<svg"));
    let (kind, png) = get("picture.png").await;
    assert!(kind == "image/png" && png.starts_with(b"\x89PNG"));

    let text = protocol::RecordText { record, words: None, then: vec!["99,99 r0".into()] };
    let ask = ada.request(Method::POST, "/api/moment").json(&text).send().await.unwrap();
    let moment: protocol::Moment = read(ask).await.unwrap();
    assert!(moment.refused.is_some() && !moment.choices.legal.is_empty());
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_is_lost_by_whoever_stays_away() {
    let site = Site::start(&[("grace-seconds", "1")]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let plan = protocol::TableConfig {
        rated: true,
        order: protocol::Order::Random,
        clock: protocol::Clock::Total { seconds: 600, increment: 0 },
        takeback: None,
        ..two()
    };
    let made = site.begun(plan, &[&ada, &bob]).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    // Each has moved: it is a game.
    for _ in 0..2 {
        tokio::select! {
            () = first.make_move() => {}
            () = second.make_move() => {}
        }
    }
    second.socket.close().await;
    let over = |m: &ServerMsg| match m {
        ServerMsg::Table { table, .. } => matches!(table.status, Status::Over { .. }),
        _ => false,
    };
    let told = first.until(over).await;
    let ServerMsg::Table { table, .. } = told else { unreachable!() };
    let Status::Over { reason, .. } = &table.status else { unreachable!() };
    assert_eq!(*reason, protocol::EndReason::Claimed, "nobody had to claim it");
    site.server.stop().await;
}
