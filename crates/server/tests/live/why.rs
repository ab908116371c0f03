//! "Why can't I?": words are tried at a table or for a record, and nothing is played.

use loadtest::visitor::{Visitor, read};
use protocol::{Moment, RecordText, Tried, Tries, TriesText};
use reqwest::{Method, Response};
use serde::Serialize;

use super::kit::{Site, two};

async fn record_of(visitor: &Visitor, table: &str) -> String {
    let path = format!("/api/tables/{table}/record");
    let answer = visitor.request(Method::GET, &path).send().await.unwrap();
    answer.text().await.unwrap()
}

async fn post(visitor: &Visitor, path: &str, body: &impl Serialize) -> Response {
    visitor.request(Method::POST, path).json(body).send().await.unwrap()
}

/// Each list is tried for itself, at the table and for its record, and nothing is played.
#[tokio::test(flavor = "multi_thread")]
async fn the_answer_comes_for_each_list_of_words() {
    let site = Site::start(&[]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let record = record_of(&ada, &made.id).await;

    let text = RecordText { record: record.clone(), words: None, then: Vec::new() };
    let now: Moment = read(post(&ada, "/api/moment", &text).await).await.unwrap();
    let legal = now.choices.legal[0].clone();
    let tries = vec![vec!["99,99 r0".to_string()], vec![legal.clone()], vec!["hello".into()]];

    let path = format!("/api/tables/{}/why", made.id);
    let asked = Tries { tries: tries.clone() };
    let here: Vec<Tried> = read(post(&ada, &path, &asked).await).await.unwrap();
    assert_eq!(here.len(), 3);
    assert!(here[0].refused.is_some() && here[0].words.is_empty());
    assert_eq!((here[1].refused.as_ref(), &here[1].words), (None, &vec![legal]));
    assert!(here[2].refused.is_some());
    let whole = TriesText { record: record.clone(), words: None, tries };
    let told: Vec<Tried> = read(post(&ada, "/api/why", &whole).await).await.unwrap();
    assert_eq!(told, here);
    assert_eq!(record_of(&ada, &made.id).await, record, "nothing was played");
    site.server.stop().await;
}

/// What cannot be tried is a problem that says what was expected.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_game_and_too_many_lists_are_refused() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let made = ada.make(two()).await.unwrap();
    let path = format!("/api/tables/{}/why", made.id);
    let none = Tries { tries: Vec::new() };
    assert_eq!(post(&ada, &path, &none).await.status(), 409, "the game has not begun");
    let many = Tries { tries: vec![Vec::new(); 401] };
    let long = Tries { tries: vec![vec!["-".to_string(); 51]] };
    for asked in [many, long] {
        let answer = post(&ada, &path, &asked).await;
        assert_eq!(answer.status(), 400);
        let problem: protocol::Problem = answer.json().await.unwrap();
        assert!(problem.detail.contains("at most") || problem.detail.contains("At most"));
    }
    site.server.stop().await;
}
