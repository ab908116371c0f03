//! Fair draws over the wire: sealed values, rounds that are void, the public list.

use std::time::Duration;

use ::fair::{Commitment, Known, Share, Value};
use loadtest::{Visitor, visitor};
use protocol::{FairList, Made, ShareKind, Status, TableInfo};
use reqwest::Method;
use serde_json::{Value as Json, json};
use tokio::time::{Instant, timeout};

use super::kit::{Client, SOON, Site, computer, config, country, two};

const MINE: [&str; 2] = ["00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"];

async fn post(visitor: &Visitor, path: &str, body: &Json) -> Result<TableInfo, String> {
    let sent = visitor.request(Method::POST, path).json(body).send().await.unwrap();
    visitor::read(sent).await.map_err(|error| error.to_string())
}

async fn seal(visitor: &Visitor, made: &Made, commitment: &str, seat: u8) {
    let value = Value::parse(MINE[usize::from(seat)]).unwrap();
    let hash = value.seal(Commitment::parse(commitment).unwrap(), seat).to_string();
    let path = format!("/api/tables/{}/seats/{seat}", made.id);
    post(visitor, &path, &json!({ "hash": hash, "key": made.key })).await.unwrap();
}

async fn reveal(visitor: &Visitor, made: &Made, seat: u8) -> Result<TableInfo, String> {
    let path = format!("/api/tables/{}/reveal", made.id);
    post(visitor, &path, &json!({ "values": { seat.to_string(): MINE[usize::from(seat)] } })).await
}

async fn start(visitor: &Visitor, made: &Made, values: Json) -> Result<TableInfo, String> {
    let path = format!("/api/tables/{}/start", made.id);
    post(visitor, &path, &json!({ "values": values })).await
}

async fn get<T: serde::de::DeserializeOwned>(site: &Site, path: &str) -> T {
    visitor::read(site.http.get(format!("{}{path}", site.url())).send().await.unwrap())
        .await
        .unwrap()
}

/// The kinds of the lines of a commitment, once there are so many.
async fn lines(site: &Site, commitment: &str, count: usize) -> Vec<String> {
    let end = Instant::now() + SOON;
    loop {
        let list: FairList = get(site, &format!("/api/fair/log?commitment={commitment}")).await;
        if list.lines.len() >= count || Instant::now() > end {
            return list.lines.into_iter().map(|line| line.kind).collect();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The server commits first, two pages seal, the owner starts, both reveal, the game begins; after
/// it everything can be checked, and the list has the commitment with its outcome.
#[tokio::test(flavor = "multi_thread")]
async fn two_sealed_seats_from_the_commitment_to_the_list() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let made = ada.make(two()).await.unwrap();
    let kept = made.commitment.clone();
    seal(&ada, &made, &kept, 0).await;
    seal(&bob, &made, &kept, 1).await;
    let frozen = start(&ada, &made, json!({})).await.unwrap();
    assert_eq!(frozen.status, Status::Open);
    assert!(frozen.draws.reveal_until.is_some() && frozen.draws.values == ["", ""]);
    assert!(reveal(&ada, &made, 1).await.is_err(), "that is the value of another");
    reveal(&ada, &made, 0).await.unwrap();
    let begun = reveal(&bob, &made, 1).await.unwrap();
    assert_eq!(begun.status, Status::Playing);
    assert_eq!(begun.draws.values, MINE);
    assert_eq!(lines(&site, &kept, 1).await, ["shown"]);

    let mut client = Client::open(&bob, &made.id, "bob", 1).await;
    client.socket.say(&protocol::ClientMsg::Resign { seat: 1 }).await.unwrap();
    let over = timeout(SOON, async {
        while ada.look(&made.id).await.unwrap().table.draws.seed.is_none() {
            client.hear().await.unwrap();
        }
    });
    over.await.expect("the game ends");
    let record = site.http.get(format!("{}/api/tables/{}/record", site.url(), made.id));
    let record = games::Record::parse(&record.send().await.unwrap().text().await.unwrap()).unwrap();
    let known = Known { commitment: Commitment::parse(&kept), ..Known::default() };
    let report = ::fair::verify(&record, known).unwrap();
    assert_eq!(report.shares, [Share::Sealed; 2]);
    assert_eq!(lines(&site, &kept, 2).await, ["shown", "ended"]);
    site.server.stop().await;
}

/// Who does not reveal is stood up; the other keeps the seat and another round begins.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_reveal_is_stood_up() {
    let site = Site::start(&[("reveal-seconds", "1")]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let made = ada.make(two()).await.unwrap();
    seal(&ada, &made, &made.commitment, 0).await;
    seal(&bob, &made, &made.commitment, 1).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    start(&ada, &made, json!({})).await.unwrap();
    reveal(&ada, &made, 0).await.unwrap();
    let void = timeout(SOON, async {
        while !client.heard.iter().any(|text| text.contains(r#""c":"round""#)) {
            client.hear().await.unwrap();
        }
    });
    void.await.expect("a new round");
    assert!(client.heard.iter().any(|t| t.contains(r#""c":"void","round":1,"seats":[1]"#)));
    let info = ada.look(&made.id).await.unwrap().table;
    assert!(info.draws.round == 2 && info.draws.commitment != made.commitment);
    assert_eq!(ada.look(&made.id).await.unwrap().you.seats, [0]);
    assert!(bob.look(&made.id).await.unwrap().you.seats.is_empty());
    assert_eq!(lines(&site, &made.commitment, 2).await, ["shown", "void"]);
    assert_eq!(lines(&site, &info.draws.commitment, 1).await, ["shown"]);
    seal(&ada, &made, &info.draws.commitment, 0).await;
    bob.sit(&made, 1).await.unwrap();
    start(&ada, &made, json!({})).await.unwrap();
    let begun = reveal(&ada, &made, 0).await.unwrap();
    assert_eq!(begun.status, Status::Playing);
    assert_eq!(begun.draws.shares, [ShareKind::Sealed, ShareKind::Server]);
    site.server.stop().await;
}

/// The creator's value comes after the commitment and the computer's value, on its own seat.
#[tokio::test(flavor = "multi_thread")]
async fn against_the_computer_the_person_speaks_last() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let plan = config(country(&[]), vec![computer(), protocol::SeatPlan::Me]);
    let early = json!({ "config": plan, "value": MINE[0] });
    let refused = ada.request(Method::POST, "/api/tables").json(&early).send().await.unwrap();
    assert_eq!(refused.status(), 422, "before the commitment");
    let made = ada.make(plan).await.unwrap();
    let before = ada.look(&made.id).await.unwrap().table.draws;
    assert_eq!(before.commitment, made.commitment);
    assert!(before.values[0].len() == 32 && before.values[1].is_empty());
    let begun = start(&ada, &made, json!({ "1": MINE[0] })).await.unwrap();
    assert_eq!(begun.status, Status::Playing);
    assert_eq!(begun.draws.values, [before.values[0].clone(), MINE[0].to_string()]);
    site.server.stop().await;
}

/// Pages of the list, and what is refused.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_paged_bounded_and_chained() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let mut last = String::new();
    for _ in 0..5 {
        last = ada.make(two()).await.unwrap().commitment;
    }
    assert_eq!(lines(&site, &last, 1).await, ["shown"]);
    let first: FairList = get(&site, "/api/fair/log?limit=3").await;
    assert_eq!((first.lines.len(), first.more), (3, Some(3)));
    let rest: FairList = get(&site, "/api/fair/log?after=3").await;
    assert_eq!((rest.lines.len(), rest.more), (2, None));
    let mut before = ::fair::list::START;
    for line in first.lines.iter().chain(&rest.lines) {
        let kind = ::fair::list::Kind::from_name(&line.kind).unwrap();
        let plain = ::fair::list::Line {
            n: line.n,
            at: line.at,
            kind,
            commitment: line.commitment.clone(),
        };
        before = plain.hash(&before);
        assert_eq!(::fair::list::write_hash(&before), line.hash);
    }
    for wrong in ["limit=0", "limit=1001", "commitment=12", "after=-1"] {
        let url = format!("{}/api/fair/log?{wrong}", site.url());
        assert_eq!(site.http.get(url).send().await.unwrap().status(), 400, "{wrong}");
    }
    site.server.stop().await;
}
