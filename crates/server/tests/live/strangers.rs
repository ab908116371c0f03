//! Strangers at one table over real sockets: phrases, words by consent, blocks.

use protocol::{Cause, ClientMsg, Made, MeSaid, MeTold, SeatPlan, ServerMsg, Tie, Visibility};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::Connection as _;

use loadtest::Visitor;

use super::kit::{Client, Site, ask, config, country, done, refused, two};
use super::pairing::Own;

fn chat(id: &str, text: &str) -> ClientMsg {
    ClientMsg::Chat { id: id.into(), text: text.into() }
}

fn phrase(id: &str, phrase: &str) -> ClientMsg {
    ClientMsg::Phrase { id: id.into(), phrase: phrase.into() }
}

async fn tie(who: &Visitor, other: &Visitor, tie: &str) {
    let path = format!("/api/me/relations/{}", other.me.id);
    done(who, Method::PUT, &path, json!({ "tie": tie })).await;
}

async fn talk(who: &Visitor, table: &str) -> Value {
    done(who, Method::GET, &format!("/api/tables/{table}/talk"), Value::Null).await
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_talk_in_phrases_until_both_open_the_chat() {
    let site = Site::start(&[("chat", "phrases")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    assert_eq!(first.refusal(&chat("1", "hello")).await.kind, "phrases-only");
    assert_eq!(first.refusal(&phrase("2", "no-such")).await.kind, "field");
    first.socket.say(&phrase("3", "good-luck")).await.unwrap();
    let told = second.until(|m| matches!(m, ServerMsg::Chat { .. })).await;
    let ServerMsg::Chat { text, phrase: name, .. } = told else { unreachable!() };
    assert_eq!((text.as_str(), name.as_str()), ("Good luck!", "good-luck"));
    // Whoever comes later reads the same, with its name.
    let past = bob.look(&made.id).await.unwrap();
    let said = past
        .log
        .iter()
        .any(|line| matches!(&line.cause, Cause::Said { phrase, .. } if phrase == "good-luck"));
    assert!(said);

    assert_eq!(talk(&ada, &made.id).await["free"], false);
    tie(&ada, &bob, "talk").await;
    assert_eq!(first.refusal(&chat("4", "hello")).await.kind, "phrases-only", "one is not enough");
    let seen = talk(&bob, &made.id).await;
    assert_eq!((&seen["free"], &seen["with"][0]["open"]), (&json!(false), &json!(true)));
    tie(&bob, &ada, "talk").await;
    assert_eq!(talk(&bob, &made.id).await["free"], true);
    first.socket.say(&chat("5", "hello there")).await.unwrap();
    second.until(|m| matches!(m, ServerMsg::Chat { text, .. } if text == "hello there")).await;
    // What is not said is refused openly, and links of newcomers too.
    let word = first.refusal(&chat("6", "espèce de c0nnard")).await;
    assert_eq!(word.kind, "words");
    assert!(word.detail.contains("conard"), "{}", word.detail);
    assert_eq!(first.refusal(&chat("7", "see https://example.org")).await.kind, "no-links");
    site.server.stop().await;
}

/// Makes it so that somebody first came a while ago.
async fn came_before(site: &Site, who: &Visitor, ms: i64) {
    let path = site.data.path().join("trencavel.sqlite");
    let mut db = sqlx::sqlite::SqliteConnection::connect(&format!("sqlite:{}", path.display()))
        .await
        .unwrap();
    let sql = "UPDATE people SET made = made - ? WHERE id = ?";
    let done = sqlx::query(sql).bind(ms).bind(&who.me.id).execute(&mut db).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_links_on_the_first_day() {
    const DAY: i64 = 86_400_000;
    let site = Site::start(&[("chat", "phrases")]).await;
    let mut plan = config(country(&[]), vec![SeatPlan::Me, SeatPlan::Link]);
    plan.visibility = Visibility::Link;
    let (made, ada, bob) = site.pair(plan).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let link = "see https://example.org";
    for (id, text) in [("1", link), ("2", "www.example.org"), ("3", "come to example.org/x")] {
        assert_eq!(first.refusal(&chat(id, text)).await.kind, "no-links", "{text}");
    }
    came_before(&site, &ada, DAY - 600_000).await;
    assert_eq!(first.refusal(&chat("4", link)).await.kind, "no-links", "it is her first day yet");
    came_before(&site, &ada, 600_000).await;
    first.socket.say(&chat("5", link)).await.unwrap();
    second.until(|m| matches!(m, ServerMsg::Chat { text, .. } if text == link)).await;
    // The other one came today.
    assert_eq!(second.refusal(&chat("1", link)).await.kind, "no-links");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_given_a_link_may_use_its_own_words() {
    let site = Site::start(&[("chat", "phrases")]).await;
    let mut plan = config(country(&[]), vec![SeatPlan::Me, SeatPlan::Link]);
    plan.visibility = Visibility::Link;
    let (made, ada, bob) = site.pair(plan).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.socket.say(&chat("1", "dinner is ready")).await.unwrap();
    second.until(|m| matches!(m, ServerMsg::Chat { text, .. } if text == "dinner is ready")).await;
    // And so does somebody who has no name before the first word.
    let nobody = format!("{}/api/tables/{}/talk", site.url(), made.id);
    let seen: Value = site.http.get(nobody).send().await.unwrap().json().await.unwrap();
    assert_eq!(seen, json!({ "phrases": true, "free": true, "with": [] }));
    site.server.stop().await;
}

/// In both directions, whoever of the two has blocked: no seat, no chat, no follow, no challenge,
/// no rematch.
#[tokio::test(flavor = "multi_thread")]
async fn a_block_is_complete_in_both_directions() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let together = site.begun(two(), &[&ada, &bob]).await;
    let over = site.begun(two(), &[&ada, &bob]).await;
    let mut first = Client::open(&ada, &over.id, "ada", 1).await;
    first.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    first.until(|m| matches!(m, ServerMsg::Table { cause: Cause::Ended { .. }, .. })).await;
    tie(&ada, &bob, "follow").await;
    tie(&bob, &ada, "block").await;
    for (one, two_) in [(&ada, &bob), (&bob, &ada)] {
        let table: Made = one.make(two()).await.unwrap();
        let sit = format!("/api/tables/{}/seats/1", table.id);
        let asked = json!({ "key": table.key });
        assert_eq!(refused(two_, Method::POST, &sit, asked).await, (403, "blocked".into()));
        let path = format!("/api/me/relations/{}", two_.me.name);
        for tie in ["follow", "talk"] {
            let answer = refused(one, Method::PUT, &path, json!({ "tie": tie })).await;
            assert_eq!(answer, (403, "blocked".into()));
        }
        let challenge = json!({ "rival": two_.me.name, "config": two() });
        let answer = refused(one, Method::POST, "/api/challenges", challenge).await;
        assert_eq!(answer, (403, "blocked".into()));
        let rematch = format!("/api/tables/{}/rematch", over.id);
        let answer = refused(one, Method::POST, &rematch, Value::Null).await;
        assert_eq!(answer, (403, "blocked".into()));
        let mut client = Client::open(one, &together.id, &one.me.name, 5).await;
        assert_eq!(client.refusal(&chat("x", "hello")).await.kind, "blocked");
        assert_eq!(client.refusal(&phrase("y", "hello")).await.kind, "blocked");
        assert_eq!(talk(one, &together.id).await["phrases"], false);
    }
    // Whoever is blocked is not told by whom: it only sees that it follows no more.
    let mine = done(&ada, Method::GET, "/api/me/relations", Value::Null).await;
    assert_eq!(mine["people"], json!([]));
    let seen = done(&ada, Method::GET, "/api/me/relations/Bob", Value::Null).await;
    assert_eq!((seen.get("tie"), &seen["open"]), (None, &json!(false)));
    // A stranger sits down as ever, and when the block ends so does the other.
    done(&bob, Method::DELETE, "/api/me/relations/Ada", Value::Null).await;
    let table = bob.make(two()).await.unwrap();
    ada.sit(&table, 1).await.unwrap();
    site.server.stop().await;
}

/// Two who seek and find each other: a wave has passed.
async fn a_wave(site: &Site, number: usize) {
    let mut pair = Vec::new();
    for side in ["One", "Two"] {
        let mut own = Own::open(&site.guest(&format!("{side} {number}")).await).await;
        own.seek(&["blitz"]).await;
        pair.push(own);
    }
    assert_eq!(pair[0].paired().await.0, pair[1].paired().await.0);
}

/// A block that is made while somebody seeks, here or at another node, keeps both apart: nobody is
/// sent to a table that is not made, wave after wave.
#[tokio::test(flavor = "multi_thread")]
async fn who_blocks_somebody_while_seeking_is_not_brought_to_it_again_and_again() {
    let site = Site::start(&[]).await;
    let store = site.server.server().app().store.clone();
    let mut apart = Vec::new();
    for (pool, one, other) in [("duel", "Ada", "Bob"), ("city", "Cleo", "Dora")] {
        let (one, other) = (site.account(one).await, site.account(other).await);
        let mut seeks = Own::open(&one).await;
        seeks.seek(&[pool]).await;
        seeks.until(|told| matches!(told, MeTold::Waiting { .. })).await;
        if pool == "duel" {
            tie(&one, &other, "block").await;
        } else {
            let now = server::serve::now();
            store.tie(&one.me.id, &other.me.id, Some(Tie::Block), now).await.unwrap();
        }
        let mut rival = Own::open(&other).await;
        rival.seek(&[pool]).await;
        apart.push((pool, [seeks, rival]));
    }
    for number in 0..4 {
        a_wave(&site, number).await;
    }
    for (pool, pair) in &mut apart {
        for own in pair {
            own.say(&MeSaid::Ping { at: 7 }).await;
            own.until(|told| matches!(told, MeTold::Pong { at: 7, .. })).await;
            let again = own.heard.iter().filter(|text| text.contains("\"again\":true")).count();
            // What another node knows is heard of when their table would be made.
            assert!(again <= usize::from(*pool == "city"), "{:?}", own.heard);
            assert!(!own.heard.iter().any(|text| text.contains("\"t\":\"paired\"")));
        }
    }
    // Both are free for others.
    let mut third = Own::open(&site.account("Eve").await).await;
    third.seek(&["duel"]).await;
    third.paired().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_see_each_other_and_nobody_else_does() {
    let site = Site::start(&[]).await;
    let (ada, bob, gus) =
        (site.account("Ada").await, site.account("Bob").await, site.guest("Gus").await);
    let table = bob.make(two()).await.unwrap();
    let _here = Client::open(&bob, &table.id, "bob", 1).await;
    let bobs = async || {
        done(&ada, Method::GET, "/api/me/relations", Value::Null).await["people"][0].clone()
    };
    tie(&ada, &bob, "follow").await;
    assert_eq!(bobs().await.get("here"), None, "one side is not enough");
    tie(&bob, &ada, "follow").await;
    assert_eq!(bobs().await["here"], true);
    // A guest is followed by nobody, but may block and be blocked.
    let path = format!("/api/me/relations/{}", gus.me.id);
    let answer = refused(&ada, Method::PUT, &path, json!({ "tie": "follow" })).await;
    assert_eq!(answer, (409, "no-account".into()));
    tie(&ada, &gus, "block").await;
    tie(&gus, &ada, "block").await;
    let myself = format!("/api/me/relations/{}", ada.me.id);
    let (status, _) = ask(&ada, Method::PUT, &myself, json!({ "tie": "block" })).await;
    assert_eq!(status, 422);
    assert_eq!(refused(&ada, Method::GET, "/api/me/relations/Nobody", Value::Null).await.0, 404);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_wants_of_its_page_holds_for_others() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    for (who, name) in [(&ada, "Bob"), (&bob, "Ada")] {
        let path = format!("/api/me/relations/{name}");
        done(who, Method::PUT, &path, json!({ "tie": "follow" })).await;
    }
    let usual = json!({ "forced": false, "unseen": false, "hidden": false });
    assert_eq!(done(&ada, Method::GET, "/api/me/profile", Value::Null).await, usual);
    let page = done(&bob, Method::GET, "/api/people/Ada", Value::Null).await;
    assert_eq!((&page["followers"], page.get("hidden")), (&json!(1), None));
    let line = super::pairing::Own::open(&ada).await;
    let friends = done(&bob, Method::GET, "/api/me/relations", Value::Null).await;
    assert_eq!(friends["people"][0]["here"], true);
    let wanted = json!({ "forced": true, "unseen": true, "hidden": true });
    done(&ada, Method::PUT, "/api/me/profile", wanted.clone()).await;
    assert_eq!(done(&ada, Method::GET, "/api/me/profile", Value::Null).await, wanted);
    let friends = done(&bob, Method::GET, "/api/me/relations", Value::Null).await;
    assert_eq!(friends["people"][0].get("here"), None, "she is not seen");
    let page = done(&bob, Method::GET, "/api/people/Ada", Value::Null).await;
    assert_eq!(page["hidden"], true);
    let own = done(&ada, Method::GET, "/api/people/Ada", Value::Null).await;
    assert_eq!(own.get("hidden"), None, "her own page is hers");
    let odd = json!({ "forced": true, "unseen": true });
    assert_eq!(refused(&ada, Method::PUT, "/api/me/profile", odd).await.0, 422);
    drop(line);
    site.server.stop().await;
}
