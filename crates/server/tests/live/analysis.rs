//! Finished games that are looked through: asked for, watched, given up, kept.

use std::time::Duration;

use loadtest::Visitor;
use loadtest::visitor::read;
use protocol::{Aids, AnalysisState, ClientMsg, Problem, SeatPlan, ServerMsg, TableConfig};
use reqwest::{Method, StatusCode};
use tokio::time::{Instant, interval};

use super::kit::{Client, SOON, Site, config, country};

/// A game against an older player that its person gave up after so many moves.
async fn given_up(site: &Site, ada: &Visitor, moves: usize) -> String {
    let seats = vec![SeatPlan::Me, SeatPlan::Computer { level: "greedy".parse().unwrap() }];
    let table = TableConfig { aids: Aids::Standard, ..config(country(&[]), seats) };
    let made = site.begun(table, &[ada]).await;
    let mut client = Client::open(ada, &made.id, "ada", 1).await;
    for _ in 0..moves {
        client.make_move().await;
    }
    client.until_my_turn().await;
    client.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    let over = |heard: &ServerMsg| match heard {
        ServerMsg::Table { table, .. } => matches!(table.status, protocol::Status::Over { .. }),
        _ => false,
    };
    client.until(over).await;
    made.id
}

async fn ask(visitor: &Visitor, method: Method, table: &str) -> (StatusCode, String) {
    let path = format!("/api/tables/{table}/analysis");
    let answer = visitor.request(method, &path).send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

async fn state(visitor: &Visitor, table: &str) -> AnalysisState {
    let path = format!("/api/tables/{table}/analysis");
    read(visitor.request(Method::GET, &path).send().await.unwrap()).await.unwrap()
}

fn kind((status, text): (StatusCode, String)) -> (u16, String) {
    (status.as_u16(), serde_json::from_str::<Problem>(&text).expect(&text).kind)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_looked_through_and_kept() {
    let site = Site::start(&[("bot-pause-ms", "0")]).await;
    let ada = site.guest("Ada").await;
    let table = given_up(&site, &ada, 3).await;
    assert_eq!(state(&ada, &table).await, AnalysisState::None);
    let (status, text) = ask(&ada, Method::POST, &table).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{text}");
    let mut ticks = interval(Duration::from_millis(20));
    let begun = Instant::now();
    let (mut before, mut seen) = (0, 0);
    let found = loop {
        ticks.tick().await;
        assert!(begun.elapsed() < 2 * SOON, "it takes too long");
        match state(&ada, &table).await {
            AnalysisState::Done { analysis } => break analysis,
            AnalysisState::Running { done, of } => {
                assert!(done >= before && done <= of, "{before} {done} {of}");
                (before, seen) = (done, seen + 1);
            }
            AnalysisState::Waiting { .. } => {}
            AnalysisState::None => panic!("it was given up"),
        }
    };
    assert!(found.complete && seen > 0);
    assert_eq!(found.moves.len(), 6, "three of each seat");
    assert_eq!(found.seats.len(), 2);
    let luck: f64 = found.draws.iter().map(|draw| draw.luck.iter().sum::<f64>()).sum();
    assert!(luck.abs() < 0.5, "what one seat gains the other loses: {luck}");
    let site = site.restart(Duration::ZERO).await;
    let (status, text) = ask(&ada, Method::POST, &table).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    assert!(matches!(state(&ada, &table).await, AnalysisState::Done { .. }));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_have_their_limits() {
    let site = Site::start(&[("bot-pause-ms", "0"), ("bot-threads", "1")]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(given_up(&site, &ada, 10).await);
    }
    for table in &tables[..2] {
        assert_eq!(ask(&ada, Method::POST, table).await.0, StatusCode::ACCEPTED);
    }
    let third = ask(&ada, Method::POST, &tables[2]).await;
    assert_eq!(kind(third), (429, "too-many-requests".into()));
    // Another wants the first one, too: it goes on when Ada leaves, and ends with Bob.
    assert_eq!(ask(&bob, Method::POST, &tables[0]).await.0, StatusCode::ACCEPTED);
    for table in &tables[..2] {
        assert_eq!(ask(&ada, Method::DELETE, table).await.0, StatusCode::NO_CONTENT);
    }
    assert_ne!(state(&ada, &tables[0]).await, AnalysisState::None);
    assert_eq!(state(&ada, &tables[1]).await, AnalysisState::None);
    assert_eq!(ask(&bob, Method::DELETE, &tables[0]).await.0, StatusCode::NO_CONTENT);
    assert_eq!(state(&ada, &tables[0]).await, AnalysisState::None);
    assert_eq!(ask(&ada, Method::POST, &tables[2]).await.0, StatusCode::ACCEPTED);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_not_over_is_not_looked_through() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let seats = vec![SeatPlan::Me, SeatPlan::Computer { level: "level-1".parse().unwrap() }];
    let made = site.begun(config(country(&[]), seats), &[&ada]).await;
    assert_eq!(kind(ask(&ada, Method::POST, &made.id).await), (409, "not-over".into()));
    assert_eq!(kind(ask(&ada, Method::POST, "nowhere12345").await), (404, "not-found".into()));
    let path = format!("{}/api/tables/{}/analysis", site.url(), made.id);
    let nobody = site.http.post(path).send().await.unwrap();
    assert_eq!(nobody.status(), StatusCode::UNAUTHORIZED);
    site.server.stop().await;
}
