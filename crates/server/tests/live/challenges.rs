//! Asking somebody for a game, over HTTP and sockets.

use protocol::{Clock, SeatPlan, Status};
use reqwest::Method;
use serde_json::{Value, json};

use loadtest::Visitor;

use super::kit::{Client, Site, computer, config, country, done, refused, two};

async fn challenge(who: &Visitor, rival: &str) -> Value {
    let asked = json!({ "rival": rival, "config": two() });
    done(who, Method::POST, "/api/challenges", asked).await
}

async fn answer(who: &Visitor, id: &Value, how: &str) -> Value {
    let path = format!("/api/challenges/{}/{how}", id.as_str().unwrap());
    done(who, Method::POST, &path, Value::Null).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_becomes_a_game() {
    let site = Site::start(&[]).await;
    let (ada, bob, eve) =
        (site.account("Ada").await, site.account("Bob").await, site.account("Eve").await);
    let made = challenge(&ada, "bob").await;
    assert_eq!((&made["state"], &made["from"]["name"]), (&json!("open"), &json!("Ada")));
    assert_eq!(made["expires"].as_u64().unwrap() - made["made"].as_u64().unwrap(), 120_000);
    let mine = done(&bob, Method::GET, "/api/challenges", Value::Null).await;
    assert_eq!(mine["challenges"][0]["id"], made["id"]);
    let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
    assert_eq!(refused(&eve, Method::GET, &path, Value::Null).await.0, 404);
    let accept = format!("{path}/accept");
    assert_eq!(refused(&ada, Method::POST, &accept, Value::Null).await.0, 404, "her own");

    let accepted = answer(&bob, &made["id"], "accept").await;
    let again = answer(&bob, &made["id"], "accept").await;
    assert_eq!(accepted, again, "sent twice, made once");
    let table = accepted["table"].as_str().unwrap();
    let info = ada.look(table).await.unwrap().table;
    assert_eq!(info.status, Status::Open);
    assert!(matches!(&info.config.seats[1], SeatPlan::Kept { person, .. } if *person == bob.me.id));
    let sit = format!("/api/tables/{table}/seats/1");
    assert_eq!(refused(&eve, Method::POST, &sit, json!({})).await, (403, "seat-kept".into()));
    done(&bob, Method::POST, &sit, json!({})).await;
    ada.start(table).await.unwrap();
    let mut first = Client::open(&ada, table, "ada", 1).await;
    first.make_move().await;
    site.server.stop().await;
}

/// What makes a table one of strangers is the server's alone to say: a no-show would be counted,
/// and games of a pool are rated without end.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_none_of_the_servers_own_tables() {
    let site = Site::start(&[]).await;
    let (ada, _bob) = (site.account("Ada").await, site.account("Bob").await);
    for (field, value) in
        [("start", json!({ "within": 5 })), ("first", json!(0)), ("pool", json!("duel"))]
    {
        let mut config = serde_json::to_value(two()).unwrap();
        config[field] = value;
        let asked = json!({ "rival": "Bob", "config": config });
        let status = refused(&ada, Method::POST, "/api/challenges", asked).await.0;
        assert!([400, 422].contains(&status), "{field}: {status}");
    }
    let mine = done(&ada, Method::GET, "/api/challenges", Value::Null).await;
    assert_eq!(mine["challenges"], json!([]));
    site.server.stop().await;
}

/// Whoever asks, takes it back and asks again rings somebody's bell three times a day, and no more.
#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_asks_three_times_a_day() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    for _ in 0..3 {
        let made = challenge(&ada, "Bob").await;
        assert_eq!(answer(&ada, &made["id"], "decline").await["state"], "withdrawn");
    }
    let more = json!({ "rival": "Bob", "config": two() });
    let told = refused(&ada, Method::POST, "/api/challenges", more).await;
    assert_eq!(told, (409, "asked-enough".into()));
    // He may ask her, and she him as often as she likes once he follows her.
    let his = challenge(&bob, "Ada").await;
    answer(&ada, &his["id"], "accept").await;
    done(&bob, Method::PUT, "/api/me/relations/Ada", json!({ "tie": "follow" })).await;
    challenge(&ada, "Bob").await;
    let rung = super::days::bell(&bob, 4).await;
    assert!(rung.notices.iter().all(|line| line.about == "Ada"), "{:?}", rung.notices);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_are_declined_withdrawn_and_counted() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    done(&bob, Method::PUT, "/api/me/relations/Ada", json!({ "tie": "follow" })).await;
    let one = challenge(&ada, "Bob").await;
    assert_eq!(answer(&bob, &one["id"], "decline").await["state"], "declined");
    let path = format!("/api/challenges/{}/accept", one["id"].as_str().unwrap());
    assert_eq!(refused(&bob, Method::POST, &path, Value::Null).await, (409, "answered".into()));
    let two_ = challenge(&ada, "Bob").await;
    assert_eq!(answer(&ada, &two_["id"], "decline").await["state"], "withdrawn");
    for _ in 0..5 {
        challenge(&ada, "Bob").await;
    }
    let more = json!({ "rival": "Bob", "config": two() });
    let answer = refused(&ada, Method::POST, "/api/challenges", more).await;
    assert_eq!(answer, (409, "too-many-challenges".into()));

    // By days it waits three days; whatever cannot be played is refused at once.
    let mut slow = two();
    slow.clock = Clock::Days { days: 3 };
    let asked = json!({ "rival": "Ada", "config": slow });
    let made = done(&bob, Method::POST, "/api/challenges", asked).await;
    assert_eq!(made["expires"].as_u64().unwrap() - made["made"].as_u64().unwrap(), 259_200_000);
    let mut wrong = two();
    wrong.plan.expansions = vec!["no such".into()];
    let three = config(country(&[]), vec![SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone]);
    let alone = config(country(&[]), vec![SeatPlan::Me, computer()]);
    for config in [wrong, three, alone] {
        let asked = json!({ "rival": "Ada", "config": config });
        let (status, kind) = refused(&bob, Method::POST, "/api/challenges", asked).await;
        assert_eq!(status, 422, "{kind}");
    }
    let gus = site.guest("Gus").await;
    let asked = json!({ "rival": gus.me.id, "config": two() });
    let answer = refused(&bob, Method::POST, "/api/challenges", asked).await;
    assert_eq!(answer, (409, "no-account".into()));
    site.server.stop().await;
}
