//! Decisions with one answer in games by days: the server plays them for whoever wants that.

use std::time::Duration;

use loadtest::Visitor;
use protocol::{
    Cause, ClientMsg, Clock, Made, MyNotices, MyTurns, NoticeKind, SeatPlan, ServerMsg, TableConfig,
};
use reqwest::Method;
use serde_json::json;

use super::days::bell;
use super::kit::{Client, Site, config, country, done};

const DAY: u64 = 86_400_000;

/// The river but for its last bend and the lake, and the tile before them in Ada's hand: for the
/// bend there is one cell, it fits in one way, and all of its meadow is somebody's.
const BEFORE_THE_BEND: &str = "[Trencavel \"1\"]
[Revision \"2\"]
[Family \"country\"]
[Expansions \"river\"]
[Seats \"2\"]
[Result \"*\"]

1. river/two-cities 0,1 r3 - 2. river/straight 0,2 r1 - 3. river/road-bridge 0,3 r2
follower@field:NL.WR 4. river/road-curve 0,4 r2 follower@field:SR.WL 5. river/straight 1,4 r2
follower@field:NL.NR.EL.WR 6. river/curve 2,4 r0 - 7. river/city-bridge 2,5 r1 follower@field:SL
8. river/monastery-bridge 2,6 r1 - 9. river/corner-city
";

/// What Ada plays, so that the bend is next.
const HER_MOVE: [&str; 2] = ["2,7 r2", "follower@field:NL.WR"];

async fn at_the_river(site: &Site, ada: &Visitor, bob: &Visitor) -> Made {
    let from = Some(BEFORE_THE_BEND.to_owned());
    let seats = vec![SeatPlan::Me, SeatPlan::Anyone];
    let clock = Clock::Days { days: 1 };
    let config = TableConfig { clock, from, ..config(country(&["river"]), seats) };
    site.begun(config, &[ada, bob]).await
}

async fn turns(visitor: &Visitor) -> MyTurns {
    serde_json::from_value(done(visitor, Method::GET, "/api/me/turns", json!(null)).await).unwrap()
}

/// Ada plays; what she hears of it until her move is acknowledged, and a moment longer.
async fn plays(ada: &Visitor, table: &str) -> Client {
    let mut client = Client::open(ada, table, "ada", 1).await;
    let words = HER_MOVE.map(str::to_owned).to_vec();
    let after = client.player.n.expect("she has seen the table");
    let said = ClientMsg::Play { seat: 0, after, id: "last".into(), words };
    client.socket.say(&said).await.unwrap();
    client.until(|told| is_played_by(told, 0)).await;
    client
}

fn is_played_by(told: &ServerMsg, wanted: u8) -> bool {
    let ServerMsg::Step(step) = told else { return false };
    matches!(step.cause, Cause::Played { seat, .. } if seat == wanted)
}

/// Whoever wants it is not called for such a bend: the other hears of it at once, has a whole day,
/// and is the only one whose bell rings.
#[tokio::test(flavor = "multi_thread")]
async fn what_has_one_answer_is_played_for_whoever_wants_it() {
    let site = Site::start(&[("test-seed", "7"), ("notify-after-seconds", "1")]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let wish = json!({ "forced": true, "unseen": false, "hidden": false });
    done(&bob, Method::PUT, "/api/me/profile", wish).await;
    let made = at_the_river(&site, &ada, &bob).await;
    let before = server::serve::now();
    let mut client = plays(&ada, &made.id).await;
    client.until(|told| is_played_by(told, 1)).await;
    client.until_my_turn().await;
    client.socket.close().await;

    assert_eq!(turns(&bob).await.turns, [], "nothing waits for him");
    let hers = turns(&ada).await.turns;
    assert_eq!(hers.len(), 1);
    let deadline = hers[0].due.expect("a day");
    assert!((before + DAY..server::serve::now() + DAY + 1).contains(&deadline), "{deadline}");
    let rung = bell(&ada, 1).await.notices.remove(0);
    assert_eq!(rung.kind, NoticeKind::Turn);
    let his = done(&bob, Method::GET, "/api/me/notices", json!(null)).await;
    let his: MyNotices = serde_json::from_value(his).unwrap();
    assert_eq!(his.notices, [], "he is told of nothing that he need not do");

    // It stands in the log as his move, also when the table is read again.
    let site = site.restart(Duration::ZERO).await;
    let past = bob.look(&made.id).await.unwrap();
    assert_eq!(past.view.unwrap().now.to_act, Some(0));
    let record = ada.request(Method::GET, &format!("/api/tables/{}/record", made.id));
    let record = record.send().await.unwrap().text().await.unwrap();
    let words = record.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(" 10. river/curve.g 1,7 r3 "), "{record}");
    site.server.stop().await;
}

/// Nobody plays for whoever has not asked for it.
#[tokio::test(flavor = "multi_thread")]
async fn what_has_one_answer_waits_for_its_person_otherwise() {
    let site = Site::start(&[("test-seed", "7")]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let made = at_the_river(&site, &ada, &bob).await;
    let mut client = plays(&ada, &made.id).await;
    client.sync().await;
    assert_eq!(turns(&bob).await.turns.len(), 1);
    let mut his = Client::open(&bob, &made.id, "bob", 2).await;
    his.make_move().await;
    client.until(|told| is_played_by(told, 1)).await;
    assert_eq!(turns(&bob).await.turns, []);
    site.server.stop().await;
}
