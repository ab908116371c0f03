//! Work that costs a processor: in turn, once, and never on the threads that serve players.

use std::net::IpAddr;
use std::sync::mpsc;

use loadtest::Visitor;
use protocol::{ClientMsg, Problem};
use reqwest::{Method, Response, StatusCode};
use server::work::{Lane, Origin};
use tokio::task::JoinHandle;

use super::kit::{Client, SOON, Site, two};

/// A game of a few moves that is over; the id of its table, and who played.
pub async fn finished(site: &Site) -> (String, Visitor, Visitor) {
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    second.make_move().await;
    first.until_my_turn().await;
    first.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    while !second.player.over {
        second.hear().await.unwrap();
    }
    (made.id, ada, bob)
}

/// Keeps all threads of a lane busy until the answer is dropped.
async fn occupy(lane: &Lane) -> (mpsc::Sender<()>, Vec<JoinHandle<()>>) {
    let (end, wait) = mpsc::channel::<()>();
    let wait = std::sync::Arc::new(std::sync::Mutex::new(wait));
    let mut busy = Vec::new();
    for running in 1.. {
        let (lane, wait) = (lane.clone(), wait.clone());
        let ours = lane.clone();
        busy.push(tokio::spawn(async move {
            let work = move || {
                let _ = wait.lock().unwrap().recv();
            };
            let _ = ours.run(Origin::Server, work).await;
        }));
        let begun = async {
            while lane.load().0 + lane.load().1 < running {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(SOON, begun).await.unwrap();
        if lane.load().1 > 0 {
            break;
        }
    }
    (end, busy)
}

async fn until_waiting(lane: &Lane, waiting: usize) {
    let soon = async {
        while lane.load().1 != waiting {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, soon).await.unwrap_or_else(|_| panic!("{:?}", lane.load()));
}

/// Asks from an address behind the proxy.
fn ask(site: &Site, path: &str, from: &str) -> JoinHandle<Response> {
    let request = site.http.get(format!("{}{path}", site.url())).header("x-forwarded-for", from);
    tokio::spawn(async move { request.send().await.unwrap() })
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_block_the_films_of_others_and_a_film_is_made_once() {
    let site = Site::start(&[("trust-proxy", "true")]).await;
    let (id, ..) = finished(&site).await;
    let film = format!("/api/tables/{id}/picture.gif");
    let lane = site.server.server().app().work.films.clone();
    let (end, _busy) = occupy(&lane).await;
    let before = lane.load().1;
    let (mut waiting, mut refused) = (Vec::new(), 0);
    for style in 0..4 {
        let (look, night) = (["map", "plain"][style / 2], style % 2);
        let path = format!("{film}?look={look}&night={night}");
        let asked = ask(&site, &path, "203.0.113.7");
        // Either it waits, or it is refused: both are seen.
        let waits = async {
            while lane.load().1 == before + waiting.len() && !asked.is_finished() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(SOON, waits).await.unwrap();
        if asked.is_finished() {
            let response = asked.await.unwrap();
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert!(response.headers().contains_key("retry-after"));
            assert_eq!(response.json::<Problem>().await.unwrap().kind, "too-many-requests");
            refused += 1;
        } else {
            waiting.push(asked);
        }
    }
    assert!(refused > 0, "nobody fills the queue alone");
    // Somebody else is not refused, nor are two who ask for the same film worked for twice.
    let before = lane.load().1;
    let other = ask(&site, &format!("{film}?detail=1"), "198.51.100.1");
    until_waiting(&lane, before + 1).await;
    let same = ask(&site, &format!("{film}?detail=1"), "198.51.100.2");
    drop(end);
    let (other, same) = (other.await.unwrap(), same.await.unwrap());
    assert_eq!((other.status(), same.status()), (StatusCode::OK, StatusCode::OK));
    let film_bytes = other.bytes().await.unwrap();
    assert_eq!(&film_bytes[..6], b"GIF89a");
    assert_eq!(same.bytes().await.unwrap(), film_bytes);
    for asked in waiting {
        assert_eq!(asked.await.unwrap().status(), StatusCode::OK);
    }
    // With every thread busy, what was made is still told.
    let busy = occupy(&lane).await;
    let again = ask(&site, &format!("{film}?detail=1"), "203.0.113.7").await.unwrap();
    assert_eq!(again.bytes().await.unwrap(), film_bytes);
    drop(busy);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drawings_are_made_in_a_lane_of_their_own_and_kept() {
    let site = Site::start(&[]).await;
    let work = site.server.server().app().work.clone();
    let (end, busy) = occupy(&work.art).await;
    let before = work.art.load().1;
    let drawing = ask(&site, "/art/tile/base/D/1/0/0.svg", "");
    until_waiting(&work.art, before + 1).await;
    assert!(!drawing.is_finished(), "it waits for its turn");
    drop((end, busy));
    let drawn = drawing.await.unwrap();
    assert_eq!(drawn.status(), StatusCode::OK);
    assert_eq!(drawn.headers()["content-type"], "image/svg+xml");
    let text = drawn.text().await.unwrap();
    assert!(text.starts_with("<svg"), "{text:.80}");
    let busy = occupy(&work.art).await;
    let again = ask(&site, "/art/tile/base/D/1/0/0.svg", "").await.unwrap();
    assert_eq!(again.text().await.unwrap(), text, "kept");
    let none = ask(&site, "/art/tile/base/none-at-all/1/0/400.svg", "").await.unwrap();
    assert_eq!(none.status(), StatusCode::NOT_FOUND);
    drop(busy);
    site.server.stop().await;
}

/// Whoever hangs up while a thread works for it does not get another one.
#[tokio::test(flavor = "multi_thread")]
async fn hanging_up_frees_no_thread() {
    let site = Site::start(&[]).await;
    let lane = site.server.server().app().work.passwords.clone();
    let (end, _busy) = occupy(&lane).await;
    let before = lane.load();
    let login = serde_json::json!({ "name": "Nobody", "password": "a password" });
    let url = format!("{}/api/login", site.url());
    let asked = tokio::spawn(site.http.post(url).json(&login).send());
    until_waiting(&lane, before.1 + 1).await;
    asked.abort();
    // The queue lets it go, the threads that work do not notice.
    until_waiting(&lane, before.1).await;
    assert_eq!(lane.load().0, before.0);
    drop(end);
    site.server.stop().await;
}

/// The same for whatever is asked of a live table: no request has a permit of its own that it could
/// drop while a thread works for it.
#[tokio::test(flavor = "multi_thread")]
async fn hanging_up_on_a_live_table_frees_no_thread() {
    let site = Site::start(&[]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.make_move().await;
    let work = site.server.server().app().work.clone();
    for (lane, path) in [
        (&work.looks, ""),
        (&work.records, "/record"),
        (&work.records, "/replay"),
        (&work.records, "/survey"),
        (&work.pictures, "/picture.svg"),
        (&work.pictures, "/picture.png"),
    ] {
        let (end, busy) = occupy(lane).await;
        let before = lane.load();
        let asked = ask(&site, &format!("/api/tables/{}{path}", made.id), "");
        until_waiting(lane, before.1 + 1).await;
        asked.abort();
        until_waiting(lane, before.1).await;
        assert_eq!(lane.load().0, before.0, "{path}");
        drop(end);
        for work in busy {
            work.await.unwrap();
        }
    }
    site.server.stop().await;
}

fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(bytes), &mut text).unwrap();
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn records_come_whole_with_gzip_in_pages_and_from_what_is_kept() {
    let site = Site::start(&[]).await;
    let (one, ada, _) = finished(&site).await;
    let (two, ..) = finished(&site).await;
    let get = |query: &str| {
        let url = format!("{}/api/records{query}", site.url());
        site.http.get(url).header("accept-encoding", "gzip").send()
    };
    let all = get("?limit=1000").await.unwrap();
    assert_eq!(all.headers()["content-encoding"], "gzip");
    assert!(!all.headers().contains_key("x-next-after"));
    let text = unpacked(&all.bytes().await.unwrap());
    let games = text.matches("[Trencavel ").count();
    assert_eq!(games, 2, "{text}");
    assert!(text.find(&one).unwrap() < text.find(&two).unwrap(), "in the order of finishing");

    // Page by page the same.
    let first = get("?limit=1").await.unwrap();
    assert_eq!(first.headers()["x-next-after"], one.as_str());
    let rest = get(&format!("?limit=1&after={one}")).await.unwrap();
    let pages = [first, rest];
    let mut joined = String::new();
    for page in pages {
        let packed = page.headers().contains_key("content-encoding");
        let bytes = page.bytes().await.unwrap();
        joined += &if packed { unpacked(&bytes) } else { String::from_utf8(bytes.into()).unwrap() };
    }
    assert_eq!(joined, text);

    // They are kept now: no thread is needed to fold a game, and no table is woken.
    let app = site.server.server().app().clone();
    assert!(app.store.record(&one).await.unwrap().is_some());
    assert!(text.contains("\"Ada\""), "{text}");
    // Whoever leaves is not in them any more.
    let gone = ada.request(Method::DELETE, "/api/me").send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    let now = get("?limit=1").await.unwrap();
    let packed = now.headers().contains_key("content-encoding");
    let bytes = now.bytes().await.unwrap();
    let now = if packed { unpacked(&bytes) } else { String::from_utf8(bytes.into()).unwrap() };
    assert!(now.contains(&one) && !now.contains("\"Ada\""), "{now}");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_kept_soon_after_the_end() {
    let site = Site::start(&[]).await;
    let (id, ..) = finished(&site).await;
    let app = site.server.server().app().clone();
    let kept = async {
        loop {
            if let Some(record) = app.store.record(&id).await.unwrap() {
                return record;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let kept = tokio::time::timeout(SOON, kept).await.unwrap();
    let url = format!("{}/api/tables/{id}/record", site.url());
    let told = site.http.get(url).send().await.unwrap().text().await.unwrap();
    assert_eq!(told, kept);
    assert!(kept.contains("[Ended \"resigned\"]"), "{kept}");
    let address: IpAddr = [192, 0, 2, 1].into();
    assert_eq!(server::archive::fill(&app, &id, address.into()).await.unwrap(), Some(kept));
    site.server.stop().await;
}
