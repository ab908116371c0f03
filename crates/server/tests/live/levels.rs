//! Computer seats by their levels, good moves for those who ask, and positions that are judged.

use std::time::Duration;

use loadtest::Visitor;
use loadtest::visitor::read;
use protocol::{
    Aids, BestMove, ClientMsg, Evaluate, Evaluation, Hint, Menu, Moment, OfferKind, RecordText,
    SeatPlan, ServerMsg, Sitter, TableConfig,
};
use reqwest::{Method, StatusCode};

use super::kit::{Client, SOON, Site, city, config, country};

fn level(name: &str) -> SeatPlan {
    SeatPlan::Computer { level: name.parse().unwrap() }
}

/// A table of one person against these.
fn against(levels: &[&str], aids: Aids) -> TableConfig {
    let seats = std::iter::once(SeatPlan::Me).chain(levels.iter().map(|name| level(name)));
    TableConfig { aids, ..config(country(&[]), seats.collect()) }
}

async fn begun(site: &Site, config: TableConfig) -> (String, Visitor, Client) {
    let ada = site.guest("Ada").await;
    let made = site.begun(config, &[&ada]).await;
    let client = Client::open(&ada, &made.id, "ada", 1).await;
    (made.id, ada, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_has_five_levels_and_no_older_player() {
    let site = Site::start(&[]).await;
    let menu: Menu = site
        .http
        .get(format!("{}/api/menu", site.url()))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let told: Vec<(String, Option<u8>, u32)> =
        menu.levels.iter().map(|l| (l.name.clone(), l.number, l.milliseconds)).collect();
    let names = ["Perrin", "Azalaïs", "Bertran", "Esclarmonde", "Raimon"];
    let expected = (1..).zip(names).zip([300, 300, 300, 1000, 3000]);
    let expected: Vec<_> =
        expected.map(|((number, name), ms)| (name.to_string(), Some(number), ms)).collect();
    assert_eq!(told, expected);
    let presets = serde_json::to_string(&menu.presets).unwrap();
    assert!(!presets.contains("greedy") && presets.contains("level-"), "{presets}");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_levels_and_an_older_player() {
    let site = Site::start(&[("bot-pause-ms", "0")]).await;
    let table = against(&["level-1", "level-3", "greedy"], Aids::Standard);
    let (id, ada, mut client) = begun(&site, table).await;
    client.play_on().await;
    let past = ada.look(&id).await.unwrap();
    let sitters: Vec<String> = past
        .table
        .seats
        .iter()
        .map(|seat| match &seat.sitter {
            Sitter::Computer { level, .. } => level.to_string(),
            _ => "person".to_string(),
        })
        .collect();
    assert_eq!(sitters, ["person", "level-1", "level-3", "greedy"]);
    let record = ada.request(Method::GET, &format!("/api/tables/{id}/record"));
    let record = record.send().await.unwrap().text().await.unwrap();
    assert!(record.contains("Perrin") && record.contains("Bertran"), "{record}");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_level_goes_on_after_a_move_was_taken_back() {
    let site = Site::start(&[("bot-pause-ms", "0")]).await;
    let (_, _, mut client) = begun(&site, against(&["level-3"], Aids::Standard)).await;
    client.make_move().await;
    client.until_my_turn().await;
    let (after, kind) = (client.player.n, OfferKind::Takeback);
    client.socket.say(&ClientMsg::Offer { seat: 0, kind, after }).await.unwrap();
    client.until(|heard| matches!(heard, ServerMsg::Snapshot(_))).await;
    for _ in 0..3 {
        client.make_move().await;
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_program_plays_that_nobody_offers() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let refused = ada.make(against(&["engine:fox"], Aids::Standard)).await.unwrap_err().to_string();
    assert!(refused.contains("config") && refused.contains("no program"), "{refused}");
    site.server.stop().await;
}

async fn hint(client: &mut Client, words: &[String]) -> Hint {
    let (seat, after) = (0, client.player.n.unwrap());
    let asked = ClientMsg::Hint { seat, after, words: words.to_vec() };
    client.socket.say(&asked).await.unwrap();
    match client.until(|heard| matches!(heard, ServerMsg::Hint(_))).await {
        ServerMsg::Hint(hint) => *hint,
        other => unreachable!("{other:?}"),
    }
}

fn check(moves: &[BestMove], seats: usize) {
    assert!((1..=3).contains(&moves.len()), "{moves:?}");
    for one in moves {
        assert!(!one.words.is_empty() && one.points.len() == seats, "{one:?}");
        let others: f64 = one.points[1..].iter().sum::<f64>() / (seats - 1) as f64;
        assert!((one.margin - (one.points[0] - others)).abs() < 0.02, "{one:?}");
    }
    // What would be played is first, then what was tried most.
    assert!(moves[1..].is_sorted_by(|a, b| a.visits >= b.visits), "{moves:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn good_moves_are_told_to_whoever_asks_and_to_nobody_else() {
    let site = Site::start(&[("bot-pause-ms", "0")]).await;
    let (id, _, mut client) = begun(&site, against(&["level-1"], Aids::Beginner)).await;
    let eve = site.guest("Eve").await;
    let mut watcher = Client::open(&eve, &id, "eve", 2).await;
    client.until_my_turn().await;
    let told = hint(&mut client, &[]).await;
    assert_eq!((told.seat, told.words.len()), (0, 0));
    check(&told.moves, 2);
    assert!(told.moves.iter().all(|one| one.line.is_empty()));
    let tile = vec![told.moves[0].words[0].clone()];
    let figures = hint(&mut client, &tile).await;
    assert_eq!(figures.words, tile);
    check(&figures.moves, 2);
    // The best one can be played as it is.
    let (after, words) = (client.player.n.unwrap(), told.moves[0].words.clone());
    let play = ClientMsg::Play { seat: 0, after, id: "best".into(), words };
    client.socket.say(&play).await.unwrap();
    client.until(|heard| matches!(heard, ServerMsg::Done { id, .. } if id == "best")).await;
    watcher.sync().await;
    assert!(watcher.heard.iter().all(|text| !text.contains("\"hint\"")));
    let (after, words) = (watcher.player.n.unwrap(), vec![]);
    let stranger = watcher.refusal(&ClientMsg::Hint { seat: 0, after, words }).await;
    assert_eq!(stranger.kind, "not-your-seat");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_have_their_limits() {
    let site = Site::start(&[("bot-pause-ms", "0")]).await;
    let (_, _, mut silent) = begun(&site, against(&["level-1"], Aids::Standard)).await;
    silent.until_my_turn().await;
    let ask = |client: &Client| {
        let after = client.player.n.unwrap();
        ClientMsg::Hint { seat: 0, after, words: vec![] }
    };
    let asked = ask(&silent);
    assert_eq!(silent.refusal(&asked).await.kind, "no-hints");
    let (_, _, mut client) = begun(&site, against(&["level-1"], Aids::Beginner)).await;
    client.until_my_turn().await;
    let asked = ask(&client);
    for _ in 0..8 {
        client.socket.say(&asked).await.unwrap();
    }
    let is_refused = |heard: &ServerMsg| matches!(heard, ServerMsg::Refused { .. });
    let ServerMsg::Refused { problem, .. } = client.until(is_refused).await else { panic!() };
    assert_eq!(problem.kind, "too-many-requests");
    client.socket.say(&ClientMsg::Unhint).await.unwrap();
    // The others of the flood are refused as well, and what follows is not. The table answers one
    // after the other: a draft that is told comes behind all of them.
    let ClientMsg::Hint { seat, after, words } = asked else { unreachable!() };
    client.socket.say(&ClientMsg::Draft { seat, after, words }).await.unwrap();
    client.until(|heard| matches!(heard, ServerMsg::Draft(_))).await;
    client.player.refused.clear();
    client.make_move().await;
    site.server.stop().await;
}

async fn evaluate(site: &Site, asked: &Evaluate) -> Result<Evaluation, (StatusCode, String)> {
    let url = format!("{}/api/evaluate", site.url());
    let answer = site.http.post(url).json(asked).send().await.unwrap();
    let status = answer.status();
    let text = answer.text().await.unwrap();
    if !status.is_success() {
        return Err((status, text));
    }
    Ok(serde_json::from_str(&text).expect(&text))
}

fn asked(record: &str, then: &[&str]) -> Evaluate {
    let then = then.iter().map(ToString::to_string).collect();
    let at = RecordText { record: record.to_string(), words: None, then };
    Evaluate { at, best: None, nodes: Some(60) }
}

const OPENING: &str = "[Trencavel \"1\"]\n[Family \"country\"]\n[Seats \"2\"]\n\n";

#[tokio::test(flavor = "multi_thread")]
async fn any_position_is_judged() {
    let site = Site::start(&[]).await;
    let (table, ada, mut client) = begun(&site, against(&["level-1"], Aids::Standard)).await;
    client.make_move().await;
    client.until_my_turn().await;
    let record = ada.request(Method::GET, &format!("/api/tables/{table}/record"));
    let record = record.send().await.unwrap().text().await.unwrap();
    let found = evaluate(&site, &asked(&record, &[])).await.unwrap();
    assert_eq!((found.seat, found.points.len()), (Some(0), 2));
    check(&found.moves, 2);
    assert!(found.nodes >= 60 && !found.exact);
    let again = evaluate(&site, &asked(&record, &[])).await.unwrap();
    assert_eq!(found, again, "the same question has the same answer");
    // Its moves can be tried as they are told, and what it expects to follow, too.
    let best = &found.moves[0];
    let then: Vec<String> = best.words.iter().chain(&best.line).cloned().collect();
    let text = RecordText { record: record.clone(), words: None, then: then.clone() };
    let moment = ada.request(Method::POST, "/api/moment").json(&text).send().await;
    let moment: Moment = read(moment.unwrap()).await.unwrap();
    assert_eq!(moment.refused, None, "{then:?}");
    // Behind the move chance draws: only the points are told.
    let words: Vec<&str> = best.words.iter().map(String::as_str).collect();
    let before_draw = evaluate(&site, &asked(&record, &words)).await.unwrap();
    assert_eq!((before_draw.seat, before_draw.moves.len()), (None, 0));
    assert!((before_draw.points[0] - best.points[0]).abs() < 25.0, "{before_draw:?} {best:?}");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_in_one_line_and_other_families_are_judged_too() {
    let site = Site::start(&[]).await;
    for plan in [country(&["inns", "traders"]), city()] {
        let seats = vec![SeatPlan::Me, level("greedy")];
        let (table, ada, _client) = begun(&site, config(plan, seats)).await;
        let record = ada.request(Method::GET, &format!("/api/tables/{table}/record"));
        let record = record.send().await.unwrap().text().await.unwrap();
        let course = RecordText { record, words: None, then: vec![] }.course().unwrap();
        let line = games::position::print(course.rules(), course.game());
        let found = evaluate(&site, &asked(&line, &[])).await.unwrap();
        check(&found.moves, 2);
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_judged_is_told_with_its_place() {
    let site = Site::start(&[]).await;
    let refused = async |asked: Evaluate| {
        let (status, text) = evaluate(&site, &asked).await.unwrap_err();
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        let problem: protocol::Problem = serde_json::from_str(&text).unwrap();
        (problem.kind, problem.at.unwrap_or_default())
    };
    let too_many = Evaluate { nodes: Some(1_000_000), ..asked(OPENING, &[]) };
    assert_eq!(refused(too_many).await, ("field".into(), "nodes".into()));
    let none = Evaluate { best: Some(0), ..asked(OPENING, &[]) };
    assert_eq!(refused(none).await, ("field".into(), "best".into()));
    assert_eq!(refused(asked("country seats=2 | nonsense", &[])).await.0, "record");
    assert_eq!(refused(asked("[Family", &[])).await.0, "record");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_stops_in_the_middle_of_a_thought() {
    let site = Site::start(&[("bot-pause-ms", "0"), ("bot-threads", "1")]).await;
    let (_, ada, mut client) = begun(&site, against(&["level-5"], Aids::Standard)).await;
    client.make_move().await;
    let record = asked(OPENING, &[]);
    let long = Evaluate { nodes: Some(Evaluate::NODES_MAX), ..record };
    let post = ada.request(Method::POST, "/api/evaluate").json(&long).send();
    let _ = tokio::time::timeout(Duration::from_millis(50), post).await;
    let stopped = tokio::time::timeout(SOON, site.server.stop()).await;
    assert!(stopped.is_ok(), "it stops although somebody thinks");
}
