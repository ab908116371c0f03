//! Pages that think for the computer, where one person plays against it alone.

use std::time::{Duration, Instant};

use loadtest::Visitor;
use protocol::log::Entry;
use protocol::{Cause, ClientMsg, Evaluation, Level, SeatPlan, ServerMsg, Step};
use reqwest::Method;
use serde_json::json;

use super::kit::{Client, Site, config, country};

/// The server waits for a page at least so long, and would itself play as late.
const PATIENT: (&str, &str) = ("bot-pause-ms", "10000");

fn level(name: &str) -> SeatPlan {
    SeatPlan::Computer { level: name.parse::<Level>().unwrap() }
}

/// A table of one person against a level, a page that thinks, and the computer's turn.
async fn computers_turn(site: &Site, name: &str) -> (String, Visitor, Client) {
    let ada = site.guest("Ada").await;
    let seats = vec![SeatPlan::Me, level(name)];
    let made = site.begun(config(country(&[]), seats), &[&ada]).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    client.socket.say(&ClientMsg::Thinks { on: true }).await.unwrap();
    client.make_move().await;
    (made.id, ada, client)
}

/// What a page would think now.
async fn thought(visitor: &Visitor, table: &str) -> ClientMsg {
    let past = visitor.look(table).await.unwrap();
    let record = visitor.request(Method::GET, &format!("/api/tables/{table}/record"));
    let record = record.send().await.unwrap().text().await.unwrap();
    let asked = json!({ "at": { "record": record, "then": [] }, "nodes": 1 });
    let answer = visitor.request(Method::POST, "/api/evaluate").json(&asked).send().await;
    let found: Evaluation = answer.unwrap().json().await.unwrap();
    let seat = found.seat.expect("a seat must decide");
    ClientMsg::Thought { seat, after: past.n, words: found.moves[0].words.clone() }
}

/// Whether a message is a move of the computer.
fn is_computers(message: &ServerMsg) -> bool {
    let ServerMsg::Step(step) = message else { return false };
    let Step { cause, .. } = &**step;
    matches!(cause, Cause::Played { seat: 1, .. })
}

/// The moves of the computer so far: whether each was thought in a page.
async fn marks(site: &Site, table: &str) -> Vec<bool> {
    let stored = site.server.server().app().store.load(table).await.unwrap().unwrap();
    let page = |entry: &Entry| match entry {
        Entry::Played { seat, page, .. } if *seat != 0 => Some(*page),
        _ => None,
    };
    stored.entries.iter().filter_map(|logged| page(&logged.entry)).collect()
}

/// Waits until the table has heard all that this client said.
async fn heard_out(client: &mut Client) {
    let chat = ClientMsg::Chat { id: "so-far".into(), text: "so far".into() };
    client.socket.say(&chat).await.unwrap();
    client.until(|message| matches!(message, ServerMsg::Chat { .. })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_decides_and_the_log_says_so() {
    let site = Site::start(&[PATIENT]).await;
    let (table, ada, mut client) = computers_turn(&site, "level-5").await;
    let thought = thought(&ada, &table).await;
    // Said twice, as by two tabs: it is played once.
    client.socket.say(&thought).await.unwrap();
    client.socket.say(&thought).await.unwrap();
    client.until(is_computers).await;
    heard_out(&mut client).await;
    assert_eq!(marks(&site, &table).await, [true]);
    client.until_my_turn().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_late_or_a_strangers_is_passed_over() {
    let site = Site::start(&[PATIENT]).await;
    let (table, ada, mut client) = computers_turn(&site, "level-5").await;
    let thought = thought(&ada, &table).await;
    let ClientMsg::Thought { seat, words, .. } = thought.clone() else { unreachable!() };
    let bob = site.guest("Bob").await;
    let mut watcher = Client::open(&bob, &table, "bob", 2).await;
    watcher.socket.say(&thought).await.unwrap();
    heard_out(&mut watcher).await;
    let late = ClientMsg::Thought { seat, after: 1, words };
    client.socket.say(&late).await.unwrap();
    heard_out(&mut client).await;
    assert!(marks(&site, &table).await.is_empty());
    // The page is waited for all the same.
    client.socket.say(&thought).await.unwrap();
    client.until(is_computers).await;
    assert_eq!(marks(&site, &table).await, [true]);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_plays_when_a_page_is_wrong_or_hidden() {
    let site = Site::start(&[PATIENT]).await;
    let (table, _ada, mut client) = computers_turn(&site, "level-1").await;
    let illegal = ClientMsg::Thought { seat: 1, after: 1000, words: vec!["99,99 r0".into()] };
    client.socket.say(&illegal).await.unwrap();
    client.until(is_computers).await;
    client.make_move().await;
    client.socket.say(&ClientMsg::Thinks { on: false }).await.unwrap();
    client.until(is_computers).await;
    assert_eq!(marks(&site, &table).await, [false, false]);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_plays_when_a_page_has_gone() {
    let site = Site::start(&[PATIENT]).await;
    let (table, ada, client) = computers_turn(&site, "level-1").await;
    let mut other = Client::open(&ada, &table, "ada", 1).await;
    client.socket.close().await;
    other.until(is_computers).await;
    assert_eq!(marks(&site, &table).await, [false]);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_plays_when_a_page_takes_twice_the_levels_time() {
    let site = Site::start(&[]).await;
    let (table, _ada, mut client) = computers_turn(&site, "level-1").await;
    let begun = Instant::now();
    client.until(is_computers).await;
    assert!(begun.elapsed() > Duration::from_millis(500), "{:?}", begun.elapsed());
    assert_eq!(marks(&site, &table).await, [false]);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_somebody_else_plays_the_server_thinks() {
    let site = Site::start(&[PATIENT]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let seats = vec![SeatPlan::Me, SeatPlan::Anyone, level("level-1")];
    let made = site.begun(config(country(&[]), seats), &[&ada, &bob]).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.socket.say(&ClientMsg::Thinks { on: true }).await.unwrap();
    first.make_move().await;
    second.make_move().await;
    let thought = thought(&ada, &made.id).await;
    assert!(matches!(thought, ClientMsg::Thought { seat: 2, .. }), "{thought:?}");
    first.socket.say(&thought).await.unwrap();
    heard_out(&mut first).await;
    assert!(!marks(&site, &made.id).await.contains(&true));
    site.server.stop().await;
}
