//! The waiting room over HTTP, cards to share, what links show, and the packed client.

use loadtest::visitor::read;
use protocol::{SeatPlan, ServerMsg, TableInfo};
use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use serde_json::json;

use super::kit::{Client, Site, computer, config, country, two};

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_room_is_changed_by_its_owner() {
    let site = Site::start(&[("grace-seconds", "7")]).await;
    let ada = site.guest("Ada").await;
    let seats = vec![SeatPlan::Me, SeatPlan::Anyone];
    let made = ada.make(config(country(&[]), seats)).await.unwrap();
    let put = async |path: &str, body: serde_json::Value| {
        let path = format!("/api/tables/{}/{path}", made.id);
        ada.request(Method::PUT, &path).json(&body).send().await.unwrap()
    };
    let info: TableInfo = read(put("seats/1", json!(computer())).await).await.unwrap();
    assert_eq!((info.title.as_str(), info.seats[0].colour, info.grace), ("Ada", 2, Some(7000)));
    let changed = put("plan", json!({ "aids": "beginner", "name": "Sunday" })).await;
    let info: TableInfo = read(changed).await.unwrap();
    assert_eq!((info.title.as_str(), info.config.aids), ("Sunday", protocol::Aids::Beginner));
    let info: TableInfo = read(put("seats/0/colour", json!({ "colour": 5 })).await).await.unwrap();
    assert_eq!((info.seats[0].colour, info.seats[1].colour), (5, 2));
    assert_eq!(put("plan", json!({ "seats": [] })).await.status(), 422, "seats are no part of it");
    ada.start(&made.id).await.unwrap();
    assert_eq!(put("plan", json!({ "aids": "purist" })).await.status(), 409);
    site.server.stop().await;
}

/// Whoever must decide is told whole moves with what they are worth, in few bytes.
#[tokio::test(flavor = "multi_thread")]
async fn choices_carry_whole_moves() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    for _ in 0..12 {
        first.make_move().await;
        second.make_move().await;
    }
    let told =
        first.heard.iter().chain(&second.heard).filter_map(|text| {
            match serde_json::from_str(text).ok()? {
                ServerMsg::Choices(choices) => Some((text.len(), choices)),
                _ => None,
            }
        });
    let mut largest = 0;
    let mut count = 0;
    for (bytes, choices) in told.filter(|(_, choices)| choices.ask == "lay") {
        let moves = choices.moves.expect("whole moves");
        let words = moves.first.words.map(|list| &moves.words[usize::from(list)]);
        assert_eq!(words, Some(&choices.legal));
        assert_eq!(moves.first.worth.len(), choices.legal.len());
        assert!(moves.first.then.iter().flatten().all(|then| then.words.is_some()));
        largest = largest.max(bytes);
        count += 1;
    }
    assert!(count >= 20 && largest < 16 * 1024, "{count} choices, at most {largest} bytes");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_shared_as_a_card_and_links_say_what_they_lead_to() {
    let folder = tempfile::tempdir().unwrap();
    let page = "<!doctype html><html><head><title>Trencavel</title></head><body></body></html>";
    std::fs::write(folder.path().join("index.html"), page).unwrap();
    std::fs::create_dir(folder.path().join("assets")).unwrap();
    std::fs::write(folder.path().join("assets/a-1.js"), "plain").unwrap();
    std::fs::write(folder.path().join("assets/a-1.js.br"), "packed").unwrap();
    let site = Site::start(&[("client", folder.path().to_str().unwrap())]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let _second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    let get = async |path: &str, header: (reqwest::header::HeaderName, &str)| {
        let url = format!("{}{path}", site.url());
        site.http.get(url).header(header.0, header.1).send().await.unwrap()
    };
    let french = (reqwest::header::ACCEPT_LANGUAGE, "fr");
    let card = format!("/api/tables/{}/card.png?lang=fr", made.id);
    let answer = get(&card, french.clone()).await;
    assert_eq!(answer.headers()[CONTENT_TYPE], "image/png");
    let png = answer.bytes().await.unwrap();
    assert_eq!(&png[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1200 × 630");
    assert_eq!(get("/api/tables/none/card.png", french.clone()).await.status(), 404);

    let page = get(&format!("/t/{}", made.id), french.clone()).await;
    assert_eq!(page.headers()[CACHE_CONTROL], "no-cache");
    let page = page.text().await.unwrap();
    assert!(page.contains("Ada") && page.contains("Partie en cours"), "{page}");
    let own = site.url().replace("127.0.0.1", "localhost");
    assert!(page.contains(&format!("content=\"{own}{card}\"")), "{page}");
    let home = get("/", (ACCEPT_ENCODING, "identity")).await.text().await.unwrap();
    assert!(home.contains("og:title") && !home.contains("Ada"), "{home}");

    let level = |name: &str| SeatPlan::Computer { level: name.parse().unwrap() };
    let others = ["level-2", "level-4", "level-4", "greedy"].map(level);
    let seats = std::iter::once(SeatPlan::Me).chain(others).collect();
    let alone = ada.make(config(country(&[]), seats)).await.unwrap();
    let page = get(&format!("/t/{}", alone.id), french.clone()).await.text().await.unwrap();
    for name in ["Ada", "Azalaïs", "Esclarmonde 1", "Esclarmonde 2", "Ordinateur"] {
        assert!(page.contains(name), "{name}: {page}");
    }

    let packed = get("/assets/a-1.js", (ACCEPT_ENCODING, "gzip, br")).await;
    assert_eq!(packed.headers()[CONTENT_ENCODING], "br");
    assert_eq!(packed.headers()[VARY], "accept-encoding");
    assert!(packed.headers()[CONTENT_TYPE].to_str().unwrap().starts_with("text/javascript"));
    assert!(packed.headers()[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    assert_eq!(packed.text().await.unwrap(), "packed");
    let plain = get("/assets/a-1.js", (ACCEPT_ENCODING, "br;q=0")).await;
    assert_eq!(plain.text().await.unwrap(), "plain");
    let gone = get("/assets/a-0.js", (ACCEPT_ENCODING, "br")).await;
    assert_eq!(gone.status(), 404, "a script of an earlier version");
    assert!(gone.headers()[CONTENT_TYPE].to_str().unwrap().contains("problem"));
    site.server.stop().await;
}
