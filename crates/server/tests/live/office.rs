//! The office of those who run a server: what is announced, what waits to be told; and tables that
//! ask how people end their games.

use std::time::Duration;

use loadtest::Visitor;
use protocol::{Conduct, EndReason, MeTold, Role, TableConfig};
use reqwest::Method;
use serde_json::{Value, json};
use store::{AnyStore, Index};

use super::days::{by_days, play, subscribe};
use super::kit::{Site, done, refused, two};
use super::moderation::moderator;
use super::pairing::Own;
use super::stubs::{PushService, browser_keys};
use crate::conformance::{index, log, played, table, who};

const ANNOUNCE: &str = "/api/admin/announcements";

async fn announced(who: &Visitor) -> Vec<Value> {
    let told = done(who, Method::GET, "/api/announcements", Value::Null).await;
    told["announcements"].as_array().unwrap().clone()
}

/// The number of the newest, as a page that begins is told.
async fn hint(site: &Site, who: Option<&Visitor>) -> Option<String> {
    let asked = match who {
        Some(who) => who.request(Method::GET, "/api/me"),
        None => site.http.get(format!("{}/api/me", site.url())),
    };
    let answer = asked.send().await.unwrap();
    answer.headers().get("x-announced").map(|id| id.to_str().unwrap().to_owned())
}

/// Whatever an administrator says is there for everybody at once, also for who has no name and for
/// open pages, until it ends; both is written down.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_announced_reaches_everybody_until_it_ends() {
    let site = Site::start(&[]).await;
    let rosa = moderator(&site, "Rosa", Role::Admin).await;
    let mona = moderator(&site, "Mona", Role::Moderator).await;
    let gus = site.guest("Gus").await;
    let mut page = Own::open(&gus).await;
    let said = json!({ "en": "A pause at noon.", "fr": "Pause à midi.", "hours": 2 });
    assert_eq!(refused(&gus, Method::POST, ANNOUNCE, said.clone()).await.0, 404);
    assert_eq!(refused(&mona, Method::POST, ANNOUNCE, said.clone()).await, (403, "role".into()));
    for (field, wrong) in [("en", json!("")), ("fr", json!("x".repeat(501))), ("hours", json!(721))]
    {
        let mut said = said.clone();
        said[field] = wrong;
        assert_eq!(refused(&rosa, Method::POST, ANNOUNCE, said).await.0, 422, "{field}");
    }
    assert_eq!((announced(&gus).await, hint(&site, None).await), (Vec::new(), None));

    let made = done(&rosa, Method::POST, ANNOUNCE, said.clone()).await;
    let first = made["announcements"][0].clone();
    assert_eq!((&first["en"], &first["fr"]), (&said["en"], &said["fr"]));
    assert_eq!(first["until"].as_u64().unwrap() - first["made"].as_u64().unwrap(), 7_200_000);
    let number = Some(first["id"].to_string());
    assert_eq!((hint(&site, None).await, hint(&site, Some(&gus)).await), (number.clone(), number));
    assert_eq!(announced(&gus).await, std::slice::from_ref(&first));
    page.until(|told| matches!(told, MeTold::Announced)).await;

    // Three at most; the newest comes first.
    done(&rosa, Method::POST, ANNOUNCE, said.clone()).await;
    done(&rosa, Method::POST, ANNOUNCE, said.clone()).await;
    let answer = refused(&rosa, Method::POST, ANNOUNCE, said).await;
    assert_eq!(answer, (409, "announced".into()));
    let ids = |all: &[Value]| all.iter().map(|one| one["id"].as_u64().unwrap()).collect::<Vec<_>>();
    let three = ids(&announced(&gus).await);
    assert!(three.is_sorted_by(|one, other| one > other) && three.len() == 3, "{three:?}");

    let path = format!("{ANNOUNCE}/{}", three[2]);
    assert_eq!(refused(&mona, Method::DELETE, &path, Value::Null).await.0, 403);
    done(&rosa, Method::DELETE, &path, Value::Null).await;
    assert_eq!(refused(&rosa, Method::DELETE, &path, Value::Null).await.0, 404, "it has ended");
    assert_eq!(ids(&announced(&gus).await), three[..2]);
    let log = done(&rosa, Method::GET, "/api/admin/deeds", Value::Null).await;
    let line = &log["deeds"][0];
    assert_eq!((&line["deed"], &line["by"]["name"]), (&json!("withdraw"), &json!("Rosa")));
    let lines = log["deeds"].as_array().unwrap();
    let said: Vec<&Value> = lines.iter().filter(|line| line["deed"] == "announce").collect();
    assert_eq!(said.len(), 3);
    assert!(said[0]["detail"].as_str().unwrap().contains("Pause à midi."), "{said:?}");
    // What was said stays after a start.
    let site = site.restart(Duration::ZERO).await;
    let read = async {
        while announced(&gus).await.len() < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(super::kit::SOON, read).await.unwrap();
    site.server.stop().await;
}

/// What cannot be told is seen by those who can do something about it.
#[tokio::test(flavor = "multi_thread")]
async fn the_office_sees_what_waits_to_be_told() {
    let site = Site::start(&[("test-seed", "7"), ("notify-after-seconds", "0")]).await;
    let mona = moderator(&site, "Mona", Role::Moderator).await;
    let health =
        async || done(&mona, Method::GET, "/api/admin", Value::Null).await["outbox"].clone();
    assert_eq!(health().await, json!({ "due": 0, "tried": 0 }));
    let mut service = PushService::start().await;
    service.answers.lock().unwrap().extend([(503, "600")]);
    let (made, ada, bob) = site.pair(by_days()).await;
    let before = server::serve::now();
    subscribe(&bob, &format!("{}/bob", service.url), &browser_keys()).await;
    play(&ada, &made.id).await;
    service.next().await;
    let tried = async {
        loop {
            let health = health().await;
            if health["tried"] == 1 {
                return health;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let health = tokio::time::timeout(super::kit::SOON, tried).await.unwrap();
    assert_eq!(health["due"], 1, "{health}");
    assert!(health["oldest"].as_u64().unwrap() >= before, "{health}");
    site.server.stop().await;
}

/// A game in which a person behaved so, as the store keeps it.
async fn behaved(store: &AnyStore, id: &str, person: &Visitor, conduct: Conduct) {
    let own = who(&person.me.id, &person.me.name);
    let mut new = table(id, &own);
    new.index = Index { outcome: "void", ..new.index };
    store.make_table(new).await.unwrap();
    let seat = |person: Option<String>, conduct| room::FinishedSeat {
        person,
        computer: None,
        rank: 1,
        points: 7,
        used: 9,
        conduct,
    };
    let result = room::Finish {
        at: server::serve::now(),
        ladder: None,
        rated: false,
        pool: None,
        reason: EndReason::Played,
        public: true,
        apart: false,
        family: "country".to_owned(),
        expansions: Vec::new(),
        turns: 3,
        tiles: Vec::new(),
        seats: vec![seat(Some(person.me.id.clone()), Some(conduct)), seat(None, None)],
    };
    let result = Some(Box::new(result));
    let over = Index { outcome: "ended", result, ..index(id, "over", 200, &[&own]) };
    store.append(id, log(3, [played("a")]), over).await.unwrap();
}

/// Nine of ten games, and whoever has played too few to say: they sit down, others do not.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_asks_how_people_end_their_games() {
    let site = Site::start(&[]).await;
    let store = site.server.server().app().store.clone();
    let owner = site.account("Olga").await;
    let (nine, eight) = (site.account("Nina").await, site.account("Emil").await);
    for game in 0..10 {
        for (name, person, good) in [("n", &nine, 9), ("e", &eight, 8)] {
            let conduct = if game < good { Conduct::Good } else { Conduct::Left };
            behaved(&store, &format!("{name}{game}"), person, conduct).await;
        }
    }
    let made = owner.make(TableConfig { finishes: Some(90), ..two() }).await.unwrap();
    let sit = format!("/api/tables/{}/seats/1", made.id);
    let asked = json!({ "key": made.key });
    let answer = refused(&eight, Method::POST, &sit, asked.clone()).await;
    assert_eq!(answer, (403, "finishes".into()));
    nine.sit(&made, 1).await.unwrap();
    let other = owner.make(TableConfig { finishes: Some(90), ..two() }).await.unwrap();
    site.guest("Gus").await.sit(&other, 1).await.unwrap();
    let wrong = json!({ "config": TableConfig { finishes: Some(100), ..two() } });
    assert_eq!(refused(&owner, Method::POST, "/api/tables", wrong).await.0, 422);
    site.server.stop().await;
}
