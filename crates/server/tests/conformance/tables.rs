//! Tables and their logs.

use protocol::log::Entry;
use store::{AnyStore, Expiry, Finished, Index, Maker, Query, Removal, StoreError};

use super::{Database, entries, index, log, made, played, said, sat, table, who};

async fn with_table(place: &impl Database) -> AnyStore {
    let store = place.open().await;
    store.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    store
}

async fn finished(
    store: &AnyStore,
    family: Option<&str>,
    after: Option<&str>,
    limit: u32,
) -> Vec<String> {
    let found = store.finished(family, after, limit).await.unwrap();
    found.into_iter().map(|(id, _)| id).collect()
}

fn ids(rows: Vec<(String, String)>) -> Vec<String> {
    rows.into_iter().map(|(id, _)| id).collect()
}

pub async fn a_table_comes_back_as_it_was_made(place: &impl Database) {
    let store = with_table(place).await;
    let kept = store.load("t1").await.unwrap().unwrap();
    let sent = table("t1", &who("p1", "Anna"));
    assert_eq!(kept.key, sent.key);
    assert_eq!(kept.seed, sent.seed);
    assert_eq!(kept.entries, sent.entries);
    assert!(store.load("t2").await.unwrap().is_none());
    let rows = store.rows(Query { limit: 9, ..Query::default() }).await.unwrap();
    assert_eq!(rows, [("t1".to_owned(), sent.index.row)]);
}

pub async fn an_id_is_used_once(place: &impl Database) {
    let store = with_table(place).await;
    let again = store.make_table(table("t1", &who("p2", "Bela"))).await;
    assert!(matches!(again, Err(StoreError::Conflict)));
    assert_eq!(entries(&store, "t1").await, table("t1", &who("p1", "Anna")).entries);
}

pub async fn the_maker_of_a_table_is_found(place: &impl Database) {
    let store = place.open().await;
    let anna = who("p1", "Anna");
    let mut sent = table("t1", &anna);
    sent.index.commitment = None;
    store.make_table(sent.clone()).await.unwrap();
    let Entry::Made { commitment, .. } = &sent.entries[0].entry else { panic!("{sent:?}") };
    let first = Maker { id: "p1".into(), key: sent.key.clone(), commitment: commitment.clone() };
    assert_eq!(store.maker("t1").await.unwrap(), Some(first.clone()));
    assert_eq!(store.maker("t2").await.unwrap(), None);
    let mut later = index("t1", "open", 200, &[&anna]);
    later.commitment = Some("of the second round".into());
    store.append("t1", log(3, [played("a")]), later).await.unwrap();
    let now = Maker { commitment: "of the second round".into(), ..first };
    assert_eq!(store.maker("t1").await.unwrap(), Some(now));
}

pub async fn entries_follow_each_other(place: &impl Database) {
    let store = with_table(place).await;
    let more = log(3, [played("a"), played("b"), said(who("p9", "Watcher"), "é \u{1F3F0} \"\\")]);
    let after = index("t1", "playing", 200, &[&who("p1", "Anna")]);
    store.append("t1", more.clone(), after.clone()).await.unwrap();
    assert_eq!(entries(&store, "t1").await[2..], more);
    let mut holes = log(6, [played("c"), played("d")]);
    holes[1].n = 8;
    assert!(store.append("t1", holes, after.clone()).await.is_err());
    let ahead = store.append("t1", log(7, [played("e")]), after.clone()).await;
    assert!(matches!(ahead, Err(StoreError::Conflict)), "a gap: {ahead:?}");
    let nowhere = store.append("t7", log(1, [played("f")]), after).await;
    assert!(matches!(nowhere, Err(StoreError::Conflict)), "no such table: {nowhere:?}");
    assert_eq!(entries(&store, "t1").await.len(), 5);
    let mut late = table("t2", &who("p1", "Anna"));
    late.entries = log(2, [made(who("p1", "Anna"))]);
    assert!(store.make_table(late).await.is_err(), "a log begins with 1");
    assert!(store.load("t2").await.unwrap().is_none());
}

pub async fn a_writer_that_is_behind_changes_nothing(place: &impl Database) {
    let store = with_table(place).await;
    let anna = who("p1", "Anna");
    let first = index("t1", "playing", 200, &[&anna]);
    store.append("t1", log(3, [played("a")]), first.clone()).await.unwrap();
    let late = index("t1", "over", 300, &[&anna, &who("p2", "Bela")]);
    let behind = store.append("t1", log(3, [played("x"), played("y")]), late).await;
    assert!(matches!(behind, Err(StoreError::Conflict)));
    assert_eq!(entries(&store, "t1").await[2..], log(3, [played("a")]));
    let rows = store.rows(Query { limit: 9, ..Query::default() }).await.unwrap();
    assert_eq!(rows[0].1, first.row, "not even the index moved");
    assert!(finished(&store, None, None, 9).await.is_empty());
}

pub async fn a_refused_append_leaves_its_neighbours_alone(place: &impl Database) {
    let store = place.open().await;
    let anna = who("p1", "Anna");
    for n in 0..20 {
        store.make_table(table(&format!("t{n}"), &anna)).await.unwrap();
    }
    // Every second one is behind; they are sent together, so that they share a commit.
    let tries = (0..20).map(|n| {
        let (store, id) = (store.clone(), format!("t{n}"));
        let index = index(&id, "playing", 200, &[&anna]);
        tokio::spawn(async move { store.append(&id, log(3 - n % 2, [played("a")]), index).await })
    });
    for (n, answer) in tries.collect::<Vec<_>>().into_iter().enumerate() {
        let answer = answer.await.unwrap();
        let length = entries(&store, &format!("t{n}")).await.len();
        if n % 2 == 0 {
            answer.unwrap();
            assert_eq!(length, 3);
        } else {
            assert!(matches!(answer, Err(StoreError::Conflict)));
            assert_eq!(length, 2);
        }
    }
}

pub async fn of_two_writers_one_wins(place: &impl Database) {
    let store = with_table(place).await;
    let tries = (0..16).map(|n| {
        let store = store.clone();
        let index = index("t1", "playing", 200, &[&who("p1", "Anna")]);
        tokio::spawn(async move {
            store.append("t1", log(3, [played(&format!("m{n}"))]), index).await.is_ok()
        })
    });
    let mut winners = Vec::new();
    for (n, won) in tries.collect::<Vec<_>>().into_iter().enumerate() {
        if won.await.unwrap() {
            winners.push(n);
        }
    }
    assert_eq!(winners.len(), 1);
    let won = log(3, [played(&format!("m{}", winners[0]))]);
    assert_eq!(entries(&store, "t1").await[2..], won);
}

/// Tables that differ in all that can be asked for.
async fn assorted(place: &impl Database) -> AnyStore {
    let store = place.open().await;
    let (anna, bela) = (who("p1", "Anna"), who("p2", "Bela"));
    for (id, status, public, family, changed, people) in [
        ("a", "open", true, "country", 10, vec![&anna]),
        ("b", "open", false, "country", 20, vec![&bela]),
        ("c", "playing", true, "city", 30, vec![&anna, &bela]),
        ("d", "over", true, "country", 40, vec![&bela, &anna]),
        ("e", "over", false, "city", 50, vec![&bela]),
    ] {
        let mut new = table(id, people[0]);
        new.index = index(id, status, changed, &people);
        new.index.public = public;
        new.index.family = family.into();
        store.make_table(new).await.unwrap();
    }
    store
}

pub async fn rows_are_found_by_what_they_are(place: &impl Database) {
    let store = assorted(place).await;
    let all = Query { limit: 99, ..Query::default() };
    let status = |list: &[&str]| list.iter().map(ToString::to_string).collect();
    for (query, expected) in [
        (all.clone(), "edcba"),
        (Query { status: status(&["open"]), ..all.clone() }, "ba"),
        (Query { status: status(&["open", "playing"]), public: true, ..all.clone() }, "ca"),
        (Query { public: true, ..all.clone() }, "dca"),
        (Query { person: Some("p1".into()), ..all.clone() }, "dca"),
        (Query { person: Some("p2".into()), status: status(&["over"]), ..all.clone() }, "ed"),
        (Query { person: Some("p3".into()), ..all.clone() }, ""),
        (Query { family: Some("city".into()), ..all.clone() }, "ec"),
        (Query { before: Some(40), ..all.clone() }, "cba"),
        (Query { limit: 2, ..all.clone() }, "ed"),
    ] {
        let found = ids(store.rows(query.clone()).await.unwrap()).concat();
        assert_eq!(found, expected, "{query:?}");
    }
}

pub async fn rows_come_latest_first_and_in_pages(place: &impl Database) {
    let store = assorted(place).await;
    let anna = who("p1", "Anna");
    store.append("a", log(3, [played("x")]), index("a", "playing", 60, &[&anna])).await.unwrap();
    let page = |before| Query { limit: 2, before, ..Query::default() };
    assert_eq!(ids(store.rows(page(None)).await.unwrap()), ["a", "e"]);
    assert_eq!(ids(store.rows(page(Some(50))).await.unwrap()), ["d", "c"]);
    assert_eq!(ids(store.rows(page(Some(30))).await.unwrap()), ["b"]);
}

pub async fn seats_follow_the_index(place: &impl Database) {
    let store = with_table(place).await;
    let (anna, bela) = (who("p1", "Anna"), who("p2", "Bela"));
    let of = |person: &str| Query { person: Some(person.into()), limit: 9, ..Query::default() };
    let both = index("t1", "open", 200, &[&anna, &bela]);
    store.append("t1", log(3, [sat(1, bela.clone())]), both).await.unwrap();
    assert_eq!(store.rows(of("p2")).await.unwrap().len(), 1);
    let alone = index("t1", "open", 300, &[&bela, &bela]);
    let stood = protocol::log::Entry::Stood { seat: 0 };
    store.append("t1", log(4, [stood]), alone).await.unwrap();
    assert!(store.rows(of("p1")).await.unwrap().is_empty());
    assert_eq!(store.rows(of("p2")).await.unwrap().len(), 1, "two seats, but one line");
}

pub async fn tables_are_found_by_whom_their_log_names(place: &impl Database) {
    let store = with_table(place).await;
    let (bela, cora) = (who("p2", "Bela"), who("p3", "Cora"));
    store.make_table(table("t2", &bela)).await.unwrap();
    let chat = log(3, [said(cora, "hello"), said(bela.clone(), "p1")]);
    store.append("t2", chat, index("t2", "open", 9, &[&bela])).await.unwrap();
    store.append("t1", log(3, [sat(1, bela)]), index("t1", "open", 9, &[])).await.unwrap();
    for (person, expected) in [("p1", "t1"), ("p2", "t1t2"), ("p3", "t2"), ("p4", "")] {
        assert_eq!(store.named(person).await.unwrap().concat(), expected, "{person}");
    }
}

pub async fn due_tables_are_found(place: &impl Database) {
    let store = assorted(place).await;
    let anna = who("p1", "Anna");
    for (id, wake) in [("a", Some(900)), ("b", Some(700)), ("c", None)] {
        let mut index = index(id, "playing", 60, &[&anna]);
        index.wake = wake;
        store.append(id, log(3, [played("x")]), index).await.unwrap();
    }
    assert!(store.due(699).await.unwrap().is_empty());
    assert_eq!(store.due(700).await.unwrap(), ["b"]);
    assert_eq!(store.due(u64::from(u32::MAX)).await.unwrap(), ["b", "a"]);
    store.append("b", log(4, [played("y")]), index("b", "over", 70, &[&anna])).await.unwrap();
    assert_eq!(store.due(1000).await.unwrap(), ["a"]);
}

pub async fn finished_tables_come_in_the_order_of_finishing(place: &impl Database) {
    let store = assorted(place).await;
    let anna = who("p1", "Anna");
    // `d` and the private `e` were over at once; now `c`, then `a`, with clocks that disagree.
    let mut over = index("c", "over", 5, &[&anna]);
    over.family = "city".into();
    store.append("c", log(3, [played("x")]), over).await.unwrap();
    store.append("a", log(3, [played("x")]), index("a", "over", 3, &[&anna])).await.unwrap();
    // Something that is said afterwards does not finish it again.
    let chat = log(3, [said(anna.clone(), "gg")]);
    store.append("d", chat, index("d", "over", 99, &[&anna])).await.unwrap();
    assert_eq!(finished(&store, None, None, 9).await, ["d", "c", "a"]);
    assert_eq!(finished(&store, None, Some("d"), 9).await, ["c", "a"]);
    assert_eq!(finished(&store, None, Some("e"), 1).await, ["c"]);
    assert_eq!(finished(&store, Some("country"), None, 9).await, ["d", "a"]);
    assert_eq!(finished(&store, Some("country"), Some("c"), 9).await, ["a"]);
    assert!(finished(&store, None, Some("a"), 9).await.is_empty());
    assert!(store.finished(None, Some("zz"), 9).await.unwrap().is_empty());
}

pub async fn a_removed_table_is_gone(place: &impl Database) {
    let store = assorted(place).await;
    assert!(store.remove_table("c", Removal::Removed).await.unwrap());
    assert!(!store.remove_table("c", Removal::Removed).await.unwrap());
    assert!(store.load("c").await.unwrap().is_none());
    let rows = store.rows(Query { person: Some("p1".into()), limit: 9, ..Query::default() });
    assert_eq!(ids(rows.await.unwrap()), ["d", "a"]);
    let after = store.append("c", log(3, [played("x")]), index("c", "over", 9, &[])).await;
    assert!(matches!(after, Err(StoreError::Conflict)));
    // The id is free again, with no rest of the old log.
    store.make_table(table("c", &who("p1", "Anna"))).await.unwrap();
    assert_eq!(entries(&store, "c").await.len(), 2);
}

pub async fn two_hundred_tables_append_at_once(place: &impl Database) {
    const TABLES: u64 = 200;
    const MOVES: u64 = 10;
    let store = place.open().await;
    let players = (0..TABLES).map(|n| {
        let (store, id) = (store.clone(), format!("t{n}"));
        tokio::spawn(async move {
            let anna = who("p1", "Anna");
            store.make_table(table(&id, &anna)).await.unwrap();
            for n in 3..3 + MOVES {
                let index = index(&id, "playing", n, &[&anna]);
                store.append(&id, log(n, [played(&format!("m{n}"))]), index).await.unwrap();
                // Told means kept: another reader sees it at once.
                assert_eq!(entries(&store, &id).await.last().unwrap().n, n);
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
    for n in 0..TABLES {
        let kept = entries(&store, &format!("t{n}")).await;
        assert_eq!(kept[2..], log(3, (3..3 + MOVES).map(|n| played(&format!("m{n}")))));
    }
}

/// A table that never began and that nobody used goes; one that somebody used meanwhile stays.
pub async fn open_tables_expire(place: &impl Database) {
    let store = place.open().await;
    let anna = who("p1", "Anna");
    for (id, status, changed, slow) in [
        ("old", "open", 10, false),
        ("fresh", "open", 50, false),
        ("days", "open", 10, true),
        ("ancient", "open", 1, true),
        ("begun", "playing", 1, false),
        ("done", "over", 1, false),
    ] {
        let mut new = table(id, &anna);
        new.index = Index { slow, ..index(id, status, changed, &[&anna]) };
        store.make_table(new).await.unwrap();
    }
    let since = Expiry { open: 50, slow: 10 };
    assert_eq!(store.expiring(since, 9).await.unwrap(), ["old", "ancient"]);
    assert_eq!(store.expiring(since, 1).await.unwrap(), ["old"]);
    let why = Removal::Expired { since, now: 60 };
    for (id, goes) in
        [("old", true), ("fresh", false), ("days", false), ("ancient", true), ("begun", false)]
    {
        assert_eq!(store.remove_table(id, why).await.unwrap(), goes, "{id}");
        assert_eq!(store.expired(id).await.unwrap(), goes, "{id}");
        assert_eq!(store.load(id).await.unwrap().is_none(), goes, "{id}");
    }
    assert!(!store.expired("nowhere").await.unwrap());
    assert_eq!(store.sweep_expired(60, 9).await.unwrap(), 0, "they are known for a while");
    assert_eq!(store.sweep_expired(61, 1).await.unwrap(), 1, "a bounded piece of work");
    assert_eq!(store.sweep_expired(61, 9).await.unwrap(), 1);
    assert!(!store.expired("old").await.unwrap());
}

/// A table whose game is over, with a watcher who chatted.
async fn over(store: &AnyStore, id: &str) {
    let anna = who("p1", "Anna");
    store.make_table(table(id, &anna)).await.unwrap();
    let more = log(3, [played("a"), said(who("p9", "Watcher"), "Well played!")]);
    store.append(id, more, index(id, "over", 200, &[&anna])).await.unwrap();
}

pub async fn records_of_finished_games_are_kept_until_their_log_changes(place: &impl Database) {
    let store = place.open().await;
    for guest in [who("p1", "Anna"), who("p9", "Watcher")] {
        store.add_person(super::guest(&guest.id, &guest.name)).await.unwrap();
    }
    over(&store, "t1").await;
    over(&store, "t2").await;
    store.make_table(table("t3", &who("p1", "Anna"))).await.unwrap();
    assert_eq!(store.unrecorded(9).await.unwrap(), ["t1", "t2"], "one is not over");
    let named = ["p1".to_owned(), "p9".to_owned()];
    let text = "[Trencavel \"1\"] Anna é\n".repeat(50);
    assert!(store.keep_record("t1", &named, Some(&text)).await.unwrap());
    assert!(store.keep_record("t2", &named, None).await.unwrap());
    assert!(!store.keep_record("t3", &named, Some(&text)).await.unwrap(), "it is not over");
    assert!(store.unrecorded(9).await.unwrap().is_empty());
    assert_eq!(store.record("t1").await.unwrap().as_deref(), Some(text.as_str()));
    assert_eq!(store.record("t2").await.unwrap(), None);
    let both = store.finished(None, None, 9).await.unwrap();
    let wanted = [("t1", Finished::Record(text.clone())), ("t2", Finished::Unreadable)];
    assert_eq!(both, wanted.map(|(id, finished)| (id.to_owned(), finished)));

    // Somebody is forgotten: its name must be nowhere, and nobody brings it back.
    store.forget("p9").await.unwrap();
    assert_eq!(store.record("t1").await.unwrap(), None);
    assert_eq!(store.unrecorded(9).await.unwrap(), ["t1", "t2"]);
    assert!(!store.keep_record("t1", &named, Some(&text)).await.unwrap(), "made before it left");
    assert!(store.keep_record("t1", &named[..1], Some("anew")).await.unwrap());
    assert!(store.keep_record("t2", &named[..1], None).await.unwrap());
    // What could not be read is tried again after the next start, by another program perhaps.
    store.boot(1000).await.unwrap();
    assert_eq!(store.unrecorded(9).await.unwrap(), ["t2"]);
    assert!(store.remove_table("t1", Removal::Removed).await.unwrap());
    assert_eq!(store.record("t1").await.unwrap(), None);
}

pub async fn analyses_of_finished_games_are_kept(place: &impl Database) {
    let store = place.open().await;
    store.add_person(super::guest("p1", "Anna")).await.unwrap();
    store.add_person(super::guest("p9", "Watcher")).await.unwrap();
    over(&store, "t1").await;
    store.make_table(table("t2", &who("p1", "Anna"))).await.unwrap();
    assert_eq!(store.analysis("t1").await.unwrap(), None);
    let text = "{\"expected\":[[1.5,-2.25]],\"é\":0}".repeat(50);
    assert!(store.keep_analysis("t1", 1, &text).await.unwrap());
    assert!(!store.keep_analysis("t2", 1, &text).await.unwrap(), "it is not over");
    assert!(!store.keep_analysis("t7", 1, &text).await.unwrap(), "there is none");
    assert_eq!(store.analysis("t1").await.unwrap(), Some((1, text)));
    assert!(store.keep_analysis("t1", 2, "anew").await.unwrap());
    // No name is in it: it stays when somebody leaves, and goes with the table.
    store.forget("p9").await.unwrap();
    assert_eq!(store.analysis("t1").await.unwrap(), Some((2, "anew".to_owned())));
    assert!(store.remove_table("t1", Removal::Removed).await.unwrap());
    assert_eq!(store.analysis("t1").await.unwrap(), None);
}
