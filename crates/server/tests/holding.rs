//! Who may write a table, when several servers share a store.

use std::sync::Arc;

use crate::conformance::{Database, entries, index, log, played, said, table, who};
use crate::postgres::Own;
use store::nodes::{Card, Owner, Rest, State, Taken, level};
use store::postgres::PostgresStore;
use store::sqlite::SqliteStore;
use store::{AnyStore, Hold, Index, Nodes, Store, StoreError};

fn card(name: &str, level: u64) -> Card {
    Card { name: name.into(), address: String::new(), level }
}

/// A node of its own on a database.
async fn node(own: &Own, name: &str) -> PostgresStore {
    let store = PostgresStore::open(&own.address()).await.unwrap();
    store.join(&card(name, level(2, 2))).await.unwrap();
    store
}

async fn two() -> (Own, PostgresStore, PostgresStore) {
    let own = Own::fresh();
    let (a, b) = (node(&own, "a").await, node(&own, "b").await);
    (own, a, b)
}

fn playing() -> Index {
    index("t1", "playing", 200, &[&who("p1", "Anna")])
}

async fn taken(store: &PostgresStore, table: &str) -> Hold {
    match store.take(table).await.unwrap() {
        Taken::Ours { hold, .. } => hold,
        other => panic!("not ours: {other:?}"),
    }
}

/// One that its owner lost by a wrong guess: it lives, and was declared dead.
async fn bury(judge: &PostgresStore, name: &str) {
    let pulse = judge.pulse().await.unwrap().unwrap();
    let it = pulse.nodes.iter().find(|node| node.name == name).unwrap();
    assert!(judge.declare_dead(it).await.unwrap());
    assert!(judge.pulse().await.unwrap().unwrap().orphans);
    assert_eq!(judge.reap(500).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_hold_writes_nothing() {
    let (_own, a, b) = two().await;
    let old = a.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    a.append_held("t1", old, log(3, [played("a")]), playing()).await.unwrap();
    bury(&b, "a").await;
    let new = taken(&b, "t1").await;
    assert!(new.epoch > old.epoch && new.node != old.node);
    // The quick way and the long one, before and after the new owner has written.
    for n in [4, 5] {
        for entry in [played("x"), said(who("p1", "Anna"), "still here")] {
            let late = a.append_held("t1", old, log(n, [entry]), playing()).await;
            assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
        }
        b.append_held("t1", new, log(n, [played("b")]), playing()).await.unwrap();
    }
    let kept: AnyStore = Arc::new(b);
    let expected = log(3, [played("a"), played("b"), played("b")]);
    assert_eq!(entries(&kept, "t1").await[2..], expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_takers_one_wins() {
    let (own, a, b) = two().await;
    let free = own.open().await;
    free.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    let (a, b) = (Arc::new(a), Arc::new(b));
    let tries: Vec<_> = (0..16)
        .map(|n| {
            let store = Arc::clone(if n % 2 == 0 { &a } else { &b });
            tokio::spawn(async move { store.take("t1").await.unwrap() })
        })
        .collect();
    let (mut nodes, mut epochs) = (Vec::new(), Vec::new());
    for one in tries {
        match one.await.unwrap() {
            Taken::Ours { hold, .. } => {
                nodes.push(hold.node);
                epochs.push(hold.epoch);
            }
            Taken::Theirs(node) => nodes.push(node),
            other => panic!("{other:?}"),
        }
    }
    nodes.dedup();
    assert_eq!(nodes.len(), 1, "all name the same owner");
    epochs.sort_unstable();
    assert_eq!(epochs, (1..=8).collect::<Vec<u64>>(), "an epoch is given once, and only rises");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_taken_only_when_it_rests() {
    let (_own, a, b) = two().await;
    let hold = a.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    assert!(matches!(b.take("t1").await.unwrap(), Taken::Theirs(node) if node == hold.node));
    assert_eq!(b.owner("t1").await.unwrap(), Owner::Node(hold.node));
    let again = taken(&a, "t1").await;
    assert!(again.epoch > hold.epoch, "its owner may take it anew");
    assert!(!a.rest("t1", hold, Rest::Asleep { wake: None }).await.unwrap(), "by an old hold");
    assert!(matches!(b.take("t1").await.unwrap(), Taken::Theirs(_)));
    assert!(a.rest("t1", again, Rest::Asleep { wake: Some(7) }).await.unwrap());
    assert_eq!(b.owner("t1").await.unwrap(), Owner::Rests { needs: level(2, 2) });
    assert!(taken(&b, "t1").await.epoch > again.epoch);
    assert!(matches!(b.take("t9").await.unwrap(), Taken::Nobody));
    assert_eq!(b.owner("t9").await.unwrap(), Owner::Missing);
}

/// What the new owner must know to charge nobody for the time without an owner.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_lost_its_owner_says_for_how_long() {
    let (own, a, b) = two().await;
    let hold = a.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    a.append_held("t1", hold, log(3, [played("a")]), playing()).await.unwrap();
    // It was seen a minute ago, by whatever the clock of the database shows.
    own.ask("UPDATE nodes SET seen = now_ms() - 60000 WHERE name = 'a'");
    bury(&b, "a").await;
    assert_eq!(b.claim_due(0, 9).await.unwrap(), ["t1"], "a game goes on at once");
    let Taken::Ours { hold, parted, .. } = b.take("t1").await.unwrap() else { panic!("ours") };
    let parted = parted.expect("it had no owner").as_secs();
    assert!((60..90).contains(&parted), "{parted} s");
    b.append_held("t1", hold, log(4, [played("b")]), playing()).await.unwrap();
    let Taken::Ours { hold, parted, .. } = b.take("t1").await.unwrap() else { panic!("ours") };
    assert_eq!(parted, None, "an entry settles it");
    assert!(b.rest("t1", hold, Rest::HandedOver).await.unwrap());
    let Taken::Ours { parted, .. } = b.take("t1").await.unwrap() else { panic!("ours") };
    assert!(parted.is_some());
}

/// The clock of the database may be set: whoever joins goes by the clock of those who are there, so
/// that no table that moves between them loses or gains the difference.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_joins_goes_by_the_clock_of_the_others() {
    let own = Own::fresh();
    let store = PostgresStore::open(&own.address()).await.unwrap();
    let first = store.join(&card("a", level(2, 2))).await.unwrap();
    store.note_clock(first.now - 500_000);
    store.pulse().await.unwrap().unwrap();
    let second = PostgresStore::open(&own.address()).await.unwrap();
    let joined = second.join(&card("b", level(2, 2))).await.unwrap();
    assert!((400_000..500_000).contains(&(first.now - joined.now)), "{first:?} {joined:?}");
    // Nobody is there any more: the database's clock it is.
    store.note_state(State::Dead).await.unwrap();
    second.note_state(State::Dead).await.unwrap();
    let third = PostgresStore::open(&own.address()).await.unwrap();
    assert!(third.join(&card("c", level(2, 2))).await.unwrap().now >= first.now);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn due_tables_are_claimed_once() {
    let (own, a, b) = two().await;
    let free = own.open().await;
    for n in 0..40 {
        let mut new = table(&format!("t{n:02}"), &who("p1", "Anna"));
        new.index.wake = Some(if n < 30 { 50 } else { 500 });
        free.make_table(new).await.unwrap();
    }
    let claims = futures_util::future::join_all((0..8).map(|n| {
        let store = if n % 2 == 0 { &a } else { &b };
        store.claim_due(100, 7)
    }));
    let mut ids: Vec<String> = claims.await.into_iter().flat_map(Result::unwrap).collect();
    for store in [&a, &b] {
        ids.extend(store.claim_due(100, 64).await.unwrap());
    }
    ids.sort();
    assert_eq!(ids, (0..30).map(|n| format!("t{n:02}")).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dead_take_nothing_and_join_anew() {
    let (own, a, b) = two().await;
    let free = own.open().await;
    free.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    let first = taken(&a, "t1").await;
    let pulse = b.pulse().await.unwrap().unwrap();
    let it = pulse.nodes[0].clone();
    assert_eq!((it.name.as_str(), it.state), ("a", State::Ready));
    a.pulse().await.unwrap().unwrap();
    assert!(!b.declare_dead(&it).await.unwrap(), "it was seen since");
    bury(&b, "a").await;
    assert!(a.pulse().await.unwrap().is_none(), "it hears that it is dead");
    assert!(matches!(a.take("t1").await.unwrap(), Taken::NotForUs));
    assert!(a.claim_due(u64::MAX / 2, 9).await.unwrap().is_empty());
    let joined = a.join(&card("a", level(2, 2))).await.unwrap();
    assert!(joined.node > first.node);
    assert!(taken(&a, "t1").await.epoch > first.epoch);
    a.note_state(State::Draining).await.unwrap();
    assert!(matches!(a.take("t1").await.unwrap(), Taken::NotForUs), "it gives tables away");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_leaves_logs_of_a_newer_version_alone() {
    let own = Own::fresh();
    let old = PostgresStore::open(&own.address()).await.unwrap();
    // The same format, and rules that have changed since.
    old.join(&card("old", level(2, 1))).await.unwrap();
    let new = node(&own, "new").await;
    let mut sleeping = table("t1", &who("p1", "Anna"));
    sleeping.index.wake = Some(5);
    let hold = new.make_table(sleeping).await.unwrap();
    assert!(new.rest("t1", hold, Rest::Asleep { wake: Some(5) }).await.unwrap());
    assert!(matches!(old.take("t1").await.unwrap(), Taken::NotForUs));
    assert!(old.claim_due(100, 9).await.unwrap().is_empty());
    assert_eq!(new.claim_due(100, 9).await.unwrap(), ["t1"]);
}

/// A log that cannot be read keeps its clock for whoever can.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_cannot_be_read_keeps_its_time_to_wake() {
    let (own, a, b) = two().await;
    let mut sleeping = table("t1", &who("p1", "Anna"));
    sleeping.index.wake = Some(5);
    own.open().await.make_table(sleeping).await.unwrap();
    own.ask("UPDATE entries SET entry = '{}' || entry WHERE n = 2");
    assert_eq!(a.claim_due(100, 9).await.unwrap(), ["t1"]);
    assert!(matches!(a.take("t1").await, Err(StoreError::Damaged(_))));
    assert_eq!(b.owner("t1").await.unwrap(), Owner::Rests { needs: level(2, 2) });
    own.ask("UPDATE entries SET entry = substr(entry, 3) WHERE n = 2");
    let minutes = own.ask("SELECT (wake - now_ms()) / 60000 FROM tables");
    assert_eq!(minutes, "4", "not every second");
    assert_eq!(b.claim_due(u64::MAX / 2, 9).await.unwrap(), ["t1"]);
    taken(&b, "t1").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_are_counted_on_all_nodes_together() {
    const EVER: u64 = 1 << 50;
    let (_own, a, b) = two().await;
    assert_eq!(a.count_try("login 1.2.3.4", EVER).await.unwrap(), 1);
    assert_eq!(b.count_try("login 1.2.3.4", EVER).await.unwrap(), 2);
    assert_eq!(b.count_try("login 1.2.3.5", EVER).await.unwrap(), 1);
}

/// Addresses that never come again leave nothing behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_are_forgotten_when_their_period_is_over() {
    let (own, a, _b) = two().await;
    for n in 0..20 {
        assert_eq!(a.count_try(&format!("login 1.2.3.{n}"), 60_000).await.unwrap(), 1);
    }
    own.ask("UPDATE tries SET until = now_ms() - 1");
    a.count_try("login 1.2.4.1", 60_000).await.unwrap();
    assert_eq!(own.ask("SELECT count(*) FROM tries"), "1");
}

/// Notices stay for the nodes that have not heard them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_node_heard_the_others_hear_too() {
    let (_own, a, b) = two().await;
    a.add_person(crate::conformance::guest("p1", "Anna")).await.unwrap();
    a.rename_person("p1", "Anne").await.unwrap();
    let heard = a.notices(0, 9).await.unwrap();
    assert_eq!(heard.len(), 1);
    a.clear_notices(heard[0].0).await.unwrap();
    assert_eq!(b.notices(0, 9).await.unwrap(), heard);
}

/// A file has one program, which needs no hold and pays for none.
#[tokio::test]
async fn a_file_is_held_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("db")).await.unwrap();
    assert!(store.nodes().is_none());
    let hold = store.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    assert_eq!(hold, Hold::NONE);
    let second = SqliteStore::open(&folder.path().join("db")).await;
    assert!(matches!(second.map(drop), Err(StoreError::Locked(_))));
}

/// A statement that hangs is given up, and what it writes afterwards is known before anything else
/// is decided.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_does_not_wait_for_ever() {
    let own = Own::fresh();
    let a = node(&own, "a").await;
    let old = a.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    a.append_held("t1", old, log(3, [played("a")]), playing()).await.unwrap();
    own.ask(
        "CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql
            AS $$ BEGIN PERFORM pg_sleep(6); RETURN NEW; END $$;
         CREATE TRIGGER hang BEFORE INSERT ON entries FOR EACH ROW WHEN (NEW.n = 4)
            EXECUTE FUNCTION hang()",
    );
    let late = a.append_held("t1", old, log(4, [played("b")]), playing()).await;
    assert!(matches!(late, Err(StoreError::Late)), "{late:?}");
    a.ping().await.unwrap();
    let (new, kept) = loop {
        match a.take("t1").await {
            Ok(Taken::Ours { hold, table, .. }) => break (hold, table),
            Err(StoreError::Busy) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(kept.entries[2..], log(3, [played("a"), played("b")]));
    let stale = a.append_held("t1", old, log(5, [played("c")]), playing()).await;
    assert!(matches!(stale, Err(StoreError::Conflict)), "{stale:?}");
    a.append_held("t1", new, log(5, [played("c")]), playing()).await.unwrap();
}
