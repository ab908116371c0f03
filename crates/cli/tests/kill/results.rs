//! Rated games end while the server is killed again and again: each that is over has exactly one
//! result, and the ratings are what a rebuild comes to.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use ai::Wyrand;
use loadtest::child::{Launch, free_port};
use loadtest::{Socket, Visitor, load, visitor};
use protocol::{ClientMsg, Clock, Order, TableConfig};
use reqwest::Method;
use room::{Room, Rulebook};
use serde_json::json;
use store::sqlite::SqliteStore;
use store::{Results, Store};
use table::Dice;

use super::life::some_moves;
use super::now;

/// Fewer than a pair may have rated in a day.
const GAMES: u32 = 8;
const PAIRS: usize = 3;
/// Each: new accounts of one address have no rating for a game of fewer than ten tiles.
const MOVES: usize = 6;
const KILLS: u32 = 3;

fn rated() -> TableConfig {
    let clock = Clock::Total { seconds: 36_000, increment: 0 };
    TableConfig { rated: true, order: Order::Random, clock, ..load::config() }
}

async fn account(http: &reqwest::Client, url: &str, name: &str) -> Visitor {
    let guest = Visitor::guest(http, url, "Somebody").await.unwrap();
    let body = json!({ "name": name, "password": "a good password" });
    let answer = guest.request(Method::POST, "/api/accounts").json(&body).send().await.unwrap();
    guest.with_cookie_of(&answer).unwrap()
}

/// A game that one of two gives up after a few moves; nothing if the server was killed meanwhile.
async fn game(one: &Visitor, two: &Visitor) -> Option<()> {
    let made = one.make(rated()).await.ok()?;
    two.sit(&made, 1).await.ok()?;
    one.start(&made.id).await.ok()?;
    some_moves(&made, [one, two], MOVES).await;
    let past = two.look(&made.id).await.ok()?;
    let seat = *past.you.seats.first()?;
    let mut socket = Socket::open(two, &made.id, Some(past.n)).await.ok()?;
    socket.say(&ClientMsg::Resign { seat }).await.ok()?;
    // The end is heard, or the connection ends: both are fine.
    while let Ok(text) = socket.hear_text().await {
        if text.contains("\"c\":\"ended\"") {
            return Some(());
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn each_game_that_is_over_has_one_result_when_the_server_is_killed() {
    let data = std::env::temp_dir().join(format!("trencavel-rated-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    let http = visitor::http().unwrap();
    let launch =
        Launch::new(Path::new(env!("CARGO_BIN_EXE_trencavel")), &data, free_port().unwrap());
    let mut server = launch.start(&http).await.unwrap();
    let (stop, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let mut playing = Vec::new();
    for pair in 0..PAIRS {
        let one = account(&http, &server.url, &format!("Ada{pair}")).await;
        let two = account(&http, &server.url, &format!("Bob{pair}")).await;
        let (stop, ended) = (Arc::clone(&stop), Arc::clone(&ended));
        playing.push(tokio::spawn(async move {
            for _ in 0..GAMES {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                match game(&one, &two).await {
                    Some(()) => drop(ended.fetch_add(1, Ordering::Relaxed)),
                    None => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
        }));
    }
    let mut dice = Wyrand::new(now());
    for _ in 0..KILLS {
        tokio::time::sleep(Duration::from_millis(400 + u64::from(dice.below(1500)))).await;
        server.kill().await.unwrap();
        server = launch.start(&http).await.unwrap();
    }
    for pair in playing {
        tokio::time::timeout(Duration::from_mins(2), pair).await.expect("games end").unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    server.kill().await.unwrap();
    let acknowledged = ended.load(Ordering::Relaxed);
    let found = check(&data.join("trencavel.sqlite")).await;
    assert!(found >= acknowledged && found > 0, "{found} results, {acknowledged} ends heard");
    std::fs::remove_dir_all(&data).unwrap();
    println!("{found} rated results, {acknowledged} ends heard, {KILLS} kills");
}

/// Every table against its result; how many were rated.
async fn check(file: &Path) -> u32 {
    let store = SqliteStore::open(file).await.unwrap();
    let book = Rulebook::default();
    let mut rated = 0;
    for (_, id) in store.over_after(0, 10_000).await.unwrap() {
        let stored = store.load(&id).await.unwrap().unwrap();
        let room = Room::fold(&book, &id, &stored.key, stored.seed, &stored.entries).unwrap();
        let finish = room.outcome().expect("it is over");
        let kept = store.rated(&id).await.unwrap();
        assert_eq!(kept.is_some(), finish.rated, "{id}: {finish:?}");
        rated += u32::from(finish.rated);
    }
    assert!(store.unresulted(0, 1).await.unwrap().is_empty(), "one result for each");
    let told = store.refold(false).await.unwrap();
    assert!(told.is_right() && told.games == u64::from(rated), "{told:?}");
    store.close().await;
    rated
}
