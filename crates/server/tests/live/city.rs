//! The City over HTTP: tiles that know their neighbours, and surveys of words that are only tried.

use std::collections::BTreeSet;

use protocol::{Problem, SeatPlan, Survey};
use reqwest::StatusCode;

use super::kit::{Site, city, config};

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_is_drawn_with_what_lies_around_it() {
    let site = Site::start(&[]).await;
    let tile = async |query: &str| {
        let url = format!("{}/art/tile/town/square-fish/0/0/0.svg?{query}", site.url());
        let answer = site.http.get(url).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    };
    let (status, alone) = tile("look=map").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(tile("look=map&around=--------").await, (StatusCode::OK, alone.clone()));
    let (status, among) = tile("look=map&around=hhggll--").await;
    assert_eq!(status, StatusCode::OK);
    assert_ne!(among, alone, "kerbs and soft borders");
    for wrong in ["hh", "hhggllx-", "hhggll---"] {
        let (status, text) = tile(&format!("around={wrong}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wrong}");
        let problem: Problem = serde_json::from_str(&text).unwrap();
        assert!(problem.detail.contains("eight letters"), "{wrong}: {}", problem.detail);
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_letters_of_areas_are_told_with_their_shapes() {
    let site = Site::start(&[]).await;
    let url = format!("{}/art/shapes/town.json", site.url());
    let sheet: serde_json::Value = site.http.get(url).send().await.unwrap().json().await.unwrap();
    let places = sheet["places"]["town/end-cap-grain"][0].as_array().unwrap();
    let ground = |kind: &str| {
        let place = places.iter().find(|p| p["name"].as_str().unwrap().starts_with(kind));
        place.unwrap()["ground"].as_str().map(str::to_string)
    };
    assert_eq!(ground("market").as_deref(), Some("g"));
    assert_eq!(ground("homes").as_deref(), Some("h"));
    assert_eq!(ground("street"), None);
    // Buildings come with the middle of their rings and with what they are worth to a guard.
    let all: Vec<_> = sheet["buildings"].as_object().unwrap().values().collect();
    let worths: BTreeSet<u64> = all
        .iter()
        .flat_map(|turned| turned[0].as_array().unwrap())
        .map(|building| building["points"].as_u64().unwrap())
        .collect();
    assert_eq!(worths, BTreeSet::from([2, 3]));
    assert!(all.iter().all(|turned| turned.as_array().unwrap().len() == 4), "in every turn");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_looks_ahead_and_changes_nothing() {
    let site = Site::start(&[]).await;
    let plan = config(city(), vec![SeatPlan::Me, SeatPlan::Anyone]);
    let (made, ada, _bob) = site.pair(plan).await;
    let ask = async |then: &str| {
        let then = then.replace(' ', "%20").replace(';', "%3B");
        let url = format!("{}/api/tables/{}/survey?then={then}", site.url(), made.id);
        site.http.get(url).send().await.unwrap()
    };
    let before = ada.look(&made.id).await.unwrap();
    let now: Survey = ask("").await.json().await.unwrap();
    assert!(now.features.is_empty(), "no tile lies yet");
    let ahead: Survey = ask("0,0 r0").await.json().await.unwrap();
    assert!(!ahead.features.is_empty());
    assert_eq!(ahead.ring.unwrap().open.len(), 4);
    let wrong = ask("0,0 r0;wall:left").await;
    assert!(wrong.status().is_client_error());
    let problem: Problem = wrong.json().await.unwrap();
    assert_eq!(problem.at.as_deref(), Some("then[1]"));
    assert_eq!(ada.look(&made.id).await.unwrap().n, before.n);
    site.server.stop().await;
}
