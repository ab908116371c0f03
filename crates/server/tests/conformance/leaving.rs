//! Guests that become part of an account, and people who are forgotten.

use protocol::log::{Entry, Who};
use protocol::{Sitter, TableRow};
use store::{AnyStore, Arrival, Comer, Query};

use super::{
    Database, account, arrival, entries, guest, index, log, made, played, said, sat, session,
    table, who,
};

/// Guest `g` made `t1` and plays there with `b`; it watched and chatted at `t2`, which `b` made.
async fn with_guest(place: &impl Database) -> AnyStore {
    let store = place.open().await;
    store.add_person(guest("g", "Gus")).await.unwrap();
    store.add_person(account("a", "Anna")).await.unwrap();
    store.add_session(session(1, "g")).await.unwrap();
    store.add_session(session(2, "a")).await.unwrap();
    let (gus, bela) = (who("g", "Gus"), who("b", "Bela"));
    store.make_table(table("t1", &gus)).await.unwrap();
    store.make_table(table("t2", &bela)).await.unwrap();
    let more = [sat(1, bela.clone()), played("g"), said(gus.clone(), "hello")];
    store.append("t1", log(3, more), index("t1", "playing", 200, &[&gus, &bela])).await.unwrap();
    let chat = [said(gus, "from outside"), said(bela.clone(), "g")];
    store.append("t2", log(3, chat), index("t2", "open", 150, &[&bela])).await.unwrap();
    store
}

/// The browser with this session logs in as Anna.
async fn merge(store: &AnyStore, before: u8) {
    let comer = Comer::Account { id: "a".into(), password: "hash of a".into() };
    let arrival = Arrival { before: Some([before; 32]), ..arrival(comer, 9) };
    store.arrive(arrival).await.unwrap();
}

async fn row(store: &AnyStore, id: &str) -> TableRow {
    let rows = store.rows(Query { limit: 9, ..Query::default() }).await.unwrap();
    let (_, row) = rows.into_iter().find(|(found, _)| found == id).unwrap();
    serde_json::from_str(&row).unwrap()
}

async fn games_of(store: &AnyStore, person: &str) -> usize {
    let query = Query { person: Some(person.into()), limit: 9, ..Query::default() };
    store.rows(query).await.unwrap().len()
}

fn anna() -> Who {
    Who { account: true, ..who("a", "Anna") }
}

fn sitter(who: &Who) -> Sitter {
    Sitter::Person { id: who.id.clone(), name: who.name.clone(), account: who.account }
}

pub async fn a_guest_takes_its_games_into_the_account(place: &impl Database) {
    let store = with_guest(place).await;
    let before = entries(&store, "t1").await;
    merge(&store, 1).await;
    let bela = who("b", "Bela");
    let expected =
        [made(anna()), sat(0, anna()), sat(1, bela.clone()), played("g"), said(anna(), "hello")];
    let after = entries(&store, "t1").await;
    assert_eq!(after, log(1, expected));
    assert!(after.iter().zip(&before).all(|(a, b)| (a.n, a.at) == (b.n, b.at)));
    let outside = entries(&store, "t2").await;
    assert_eq!(outside[2].entry, said(anna(), "from outside"));
    assert_eq!(outside[3].entry, said(bela.clone(), "g"), "a text that looks like the id");
    assert_eq!(row(&store, "t1").await.seats, [sitter(&anna()), sitter(&bela)]);
    assert_eq!((games_of(&store, "a").await, games_of(&store, "g").await), (1, 0));
    assert!(store.person("g").await.unwrap().is_none());
    assert!(store.session(&[1; 32], 0).await.unwrap().is_none(), "the guest's sessions end");
    assert!(store.session(&[2; 32], 0).await.unwrap().is_some());
}

/// The first tables come with the arrival, those that are played before all others; the rest
/// follows, also after a stop in between.
pub async fn a_guest_with_many_games_is_taken_over_in_steps(place: &impl Database) {
    const OVER: usize = 120;
    let store = with_guest(place).await;
    let (gus, bela) = (who("g", "Gus"), who("b", "Bela"));
    for number in 0..OVER {
        let id = format!("o{number:03}");
        store.make_table(table(&id, &gus)).await.unwrap();
        let over = index(&id, "over", 300, &[&gus, &bela]);
        store.append(&id, log(3, [sat(1, bela.clone())]), over).await.unwrap();
    }
    merge(&store, 1).await;
    assert_eq!(entries(&store, "t1").await[0].entry, made(anna()), "what is played, at once");
    assert!(store.session(&[1; 32], 0).await.unwrap().is_none(), "nobody comes in as Gus again");
    let moved = async |store: &AnyStore| {
        let query = Query { person: Some("a".into()), limit: 200, ..Query::default() };
        store.rows(query).await.unwrap().len()
    };
    assert!(moved(&store).await < OVER, "a little at a time");
    assert_eq!(store.half_gone().await.unwrap(), ["g"]);
    // A table that has not heard of it writes on under the old id, and is put right.
    let more = log(4, [said(gus.clone(), "still here")]);
    let last = format!("o{:03}", OVER - 1);
    store.append(&last, more, index(&last, "over", 301, &[&gus, &bela])).await.unwrap();
    store.close().await;
    let store = place.open().await;
    for person in store.half_gone().await.unwrap() {
        store.go_on_leaving(&person).await.unwrap();
    }
    assert_eq!(moved(&store).await, OVER + 1);
    assert!(store.person("g").await.unwrap().is_none());
    let told = entries(&store, &last).await;
    assert_eq!(told[0].entry, made(anna()));
    // The name stays as the table told it.
    assert_eq!(told[3].entry, said(Who { name: "Gus".into(), ..anna() }, "still here"));
    store.close().await;
}

pub async fn only_a_guest_becomes_part_of_an_account(place: &impl Database) {
    let store = with_guest(place).await;
    store.add_person(account("c", "Cora")).await.unwrap();
    store.add_session(session(3, "c")).await.unwrap();
    // Whoever logs in as somebody else leaves an account behind as it is.
    merge(&store, 3).await;
    assert!(store.person("c").await.unwrap().is_some());
    assert!(store.session(&[3; 32], 0).await.unwrap().is_none(), "the browser has one session");
    let nobody = Comer::Account { id: "nobody".into(), password: String::new() };
    let lost = Arrival { before: Some([1; 32]), ..arrival(nobody, 9) };
    assert!(store.arrive(lost).await.is_err());
    // A guest is not the heir of another.
    let new = Arrival { before: Some([1; 32]), ..arrival(Comer::New(guest("h", "Gus")), 8) };
    store.arrive(new).await.unwrap();
    assert!(store.person("g").await.unwrap().is_some());
    assert_eq!(games_of(&store, "g").await, 1, "nothing moved");
}

pub async fn a_merge_spares_names_on_the_same_screen(place: &impl Database) {
    let store = with_guest(place).await;
    let (gus, kid) = (who("g", "Gus"), who("g", "The kid"));
    let mut hot = table("t3", &gus);
    hot.entries = log(1, [made(gus.clone()), sat(0, gus.clone()), sat(1, kid.clone())]);
    hot.index = index("t3", "open", 1, &[&gus, &kid]);
    store.make_table(hot).await.unwrap();
    merge(&store, 1).await;
    let kid = Who { name: "The kid".into(), ..anna() };
    assert_eq!(
        entries(&store, "t3").await,
        log(1, [made(anna()), sat(0, anna()), sat(1, kid.clone())])
    );
    assert_eq!(row(&store, "t3").await.seats, [sitter(&anna()), sitter(&kid)]);
}

pub async fn a_table_in_memory_may_still_write_the_old_id(place: &impl Database) {
    let store = with_guest(place).await;
    merge(&store, 1).await;
    let (gus, bela) = (who("g", "Gus"), who("b", "Bela"));
    let late = index("t1", "playing", 300, &[&gus, &bela]);
    store.append("t1", log(6, [said(gus, "still me")]), late).await.unwrap();
    let Entry::Said { who, text, .. } = &entries(&store, "t1").await[5].entry else {
        panic!("a chat was written")
    };
    assert_eq!((who.id.as_str(), who.account, text.as_str()), ("a", true, "still me"));
    assert_eq!((games_of(&store, "a").await, games_of(&store, "g").await), (1, 0));
    let Sitter::Person { id, .. } = &row(&store, "t1").await.seats[0] else {
        panic!("a person sits there")
    };
    assert_eq!(id, "a");
}

pub async fn a_forgotten_person_leaves_games_without_a_name(place: &impl Database) {
    let store = with_guest(place).await;
    merge(&store, 1).await;
    store.forget("a").await.unwrap();
    let (nobody, bela) = (who("a", ""), who("b", "Bela"));
    let expected = [
        made(nobody.clone()),
        sat(0, nobody.clone()),
        sat(1, bela.clone()),
        played("g"),
        said(nobody.clone(), ""),
    ];
    assert_eq!(entries(&store, "t1").await, log(1, expected));
    let outside = entries(&store, "t2").await;
    assert_eq!(outside[2].entry, said(nobody.clone(), ""));
    assert_eq!(outside[3].entry, said(bela.clone(), "g"), "what others said stays");
    let row = row(&store, "t1").await;
    assert_eq!(row.seats, [sitter(&nobody), sitter(&bela)]);
    assert_eq!(row.name, "", "the table was called after its maker");
    assert!(store.person("a").await.unwrap().is_none());
    assert!(store.account("Anna").await.unwrap().is_none());
    assert!(store.session(&[2; 32], 0).await.unwrap().is_none());
    assert_eq!(games_of(&store, "a").await, 0);
    assert_eq!(games_of(&store, "b").await, 2, "the games stay for the others");
    assert!(store.forget("a").await.is_err());
    store.add_person(account("n", "Anna")).await.unwrap();
}

pub async fn what_is_written_after_a_departure_stays_nameless(place: &impl Database) {
    let store = with_guest(place).await;
    merge(&store, 1).await;
    store.forget("a").await.unwrap();
    // One table knows the guest still, another the account.
    let bela = who("b", "Bela");
    for (n, old) in [(6, who("g", "Gus")), (7, anna())] {
        let late = index("t1", "playing", 300, &[&old, &bela]);
        store.append("t1", log(n, [said(old, "secret")]), late).await.unwrap();
        let kept = store.load("t1").await.unwrap().unwrap();
        let text = serde_json::to_string(&kept.entries).unwrap();
        let row = serde_json::to_string(&row(&store, "t1").await.seats).unwrap();
        for word in ["Gus", "Anna", "secret"] {
            assert!(!text.contains(word) && !row.contains(word), "{word}: {text} {row}");
        }
    }
    assert_eq!((games_of(&store, "a").await, games_of(&store, "g").await), (0, 0));
}

/// Somebody with many tables leaves while others play: their moves are written in between.
pub async fn a_departure_keeps_nobody_waiting(place: &impl Database) {
    let store = place.open().await;
    let anna = anna();
    store.add_person(account("a", "Anna")).await.unwrap();
    for number in 0..400 {
        store.make_table(table(&format!("of{number:03}"), &anna)).await.unwrap();
    }
    let bela = who("b", "Bela");
    store.make_table(table("other", &bela)).await.unwrap();
    let leaving = tokio::spawn({
        let store = store.clone();
        async move { store.forget("a").await }
    });
    let mut written = 0;
    while !leaving.is_finished() {
        let after = index("other", "playing", 200 + written, &[&bela]);
        store.append("other", log(3 + written, [played("x")]), after).await.unwrap();
        written += 1;
    }
    leaving.await.unwrap().unwrap();
    assert!(written >= 5, "only {written} moves were written while somebody left");
    assert!(store.person("a").await.unwrap().is_none());
    assert_eq!(games_of(&store, "a").await, 0);
    let text = serde_json::to_string(&entries(&store, "of399").await).unwrap();
    assert!(!text.contains("Anna"), "{text}");
}

/// A departure that a stop has interrupted is known, and goes on.
pub async fn a_departure_that_was_interrupted_is_found(place: &impl Database) {
    let store = place.open().await;
    store.add_person(account("a", "Anna")).await.unwrap();
    for number in 0..400 {
        store.make_table(table(&format!("of{number:03}"), &anna())).await.unwrap();
    }
    let leaving = tokio::spawn({
        let store = store.clone();
        async move { store.forget("a").await }
    });
    while store.half_gone().await.unwrap().is_empty() && !leaving.is_finished() {}
    leaving.abort();
    let _ = leaving.await;
    // Whatever was under way is decided.
    store.ping().await.unwrap();
    for half in store.half_gone().await.unwrap() {
        assert!(store.person(&half).await.unwrap().unwrap().banned, "nobody comes in half gone");
        store.forget(&half).await.unwrap();
    }
    assert!(store.half_gone().await.unwrap().is_empty());
    assert!(store.person("a").await.unwrap().is_none());
    assert_eq!(games_of(&store, "a").await, 0);
}
