//! Copies of a whole store, both ways.

use std::sync::Arc;

use crate::conformance::{
    Database, account, entries, guest, index, log, played, said, session, table, who,
};
use crate::postgres::Own;
use protocol::{Announcement, Deed, Tie};
use store::copy::{copy, keep_former, put_in_place};
use store::nodes::{Card, Nodes as _};
use store::postgres::PostgresStore;
use store::society::{Act, DeedLine, DeedQuery, NewDeed};
use store::sqlite::SqliteStore;
use store::{AnyStore, Boot, Index, Locator, Store as _, StoreError, Void};

/// Tables, people and a list, more of each than fit into one batch.
async fn fill(store: &AnyStore) {
    let (anna, gus) = (who("p1", "Anna"), who("p2", "Gus \u{1F3F0} \"\\"));
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.add_person(guest("p2", "Gus")).await.unwrap();
    store.add_session(session(1, "p1")).await.unwrap();
    store.boot(50).await.unwrap();
    for n in 0..300 {
        let (id, commitment) = (format!("t{n:03}"), Some(format!("{n:064}")));
        let mut new = table(&id, if n % 2 == 0 { &anna } else { &gus });
        new.index = Index { commitment, outcome: "void", ..new.index };
        store.make_table(new).await.unwrap();
    }
    store.chain_fair_list().await.unwrap();
    let over = Index { outcome: "ended", ..index("t000", "over", 200, &[&anna]) };
    store.append("t000", log(3, [played("a"), said(gus, "gg")]), over).await.unwrap();
    store.tie("p1", "p2", Some(Tie::Block), 5).await.unwrap();
    store.do_deed(announced(9)).await.unwrap();
    let warned = NewDeed {
        at: 9,
        moderator: String::new(),
        deed: Deed::Warn,
        person: "p2".into(),
        reason: "loud".into(),
        detail: String::new(),
        until: None,
        report: None,
        act: Act::Nothing,
    };
    let line = store.do_deed(warned).await.unwrap();
    assert!(store.appeal(line, "p2", "not I", 10).await.unwrap());
    let key = store.trace_key(1).await.unwrap();
    store.trace(&key, "p1", 5).await.unwrap();
    let seat = |person: &str, rank| room::FinishedSeat {
        person: Some(person.to_owned()),
        computer: None,
        rank,
        points: 7,
        used: 9,
        conduct: None,
    };
    let result = room::Finish {
        at: 77,
        ladder: Some(protocol::Ladder::Duel),
        rated: true,
        pool: None,
        reason: protocol::EndReason::Played,
        public: true,
        apart: false,
        family: "country".to_owned(),
        expansions: vec!["inns".to_owned()],
        turns: 3,
        tiles: vec!["base/E".to_owned()],
        seats: vec![seat("p1", 1), seat("p3", 2)],
    };
    let over = Index {
        outcome: "ended",
        result: Some(Box::new(result)),
        ..index("t001", "over", 210, &[])
    };
    store.append("t001", log(3, [played("a")]), over).await.unwrap();
    assert!(store.void(Void::Table("t001".to_owned()), "a reason", 5).await.unwrap());
    assert!(store.keep_record("t000", &["p1".to_owned()], Some("a record")).await.unwrap());
}

async fn assert_filled(store: &AnyStore) {
    assert_eq!(entries(store, "t000").await.len(), 4);
    assert_eq!(entries(store, "t299").await.len(), 2);
    assert_eq!(store.record("t000").await.unwrap().as_deref(), Some("a record"));
    let careers = store.careers("p1").await.unwrap();
    assert_eq!(careers.iter().map(|(_, career)| career.games).collect::<Vec<_>>(), [1]);
    assert!(store.rated("t001").await.unwrap().is_some());
    assert!(store.void(Void::Table("t001".to_owned()), "again", 6).await.unwrap());
    assert_eq!(store.person("p1").await.unwrap(), Some(account("p1", "Anna")));
    assert!(store.session(&[1; 32], 0).await.unwrap().is_some());
    assert_eq!(store.fair_list(0, 999).await.unwrap().len(), 200);
    // It goes on where it was: numbers are used once, seats and waiting lines are known.
    let anna = who("p1", "Anna");
    let over = Index { outcome: "ended", ..index("t002", "over", 300, &[&anna]) };
    store.append("t002", log(3, [played("a")]), over).await.unwrap();
    let finished = store.finished(None, None, 9).await.unwrap();
    assert_eq!(
        finished.into_iter().map(|(id, _)| id).collect::<Vec<_>>(),
        ["t000", "t001", "t002"]
    );
    while store.chain_fair_list().await.unwrap() > 0 {}
    assert_eq!(store.fair_list(0, 999).await.unwrap().len(), 303);
    store.boot(900).await.unwrap();
    assert_eq!(store.ties("p1").await.unwrap().len(), 1);
    let lines = store.deeds(DeedQuery { limit: 9, ..DeedQuery::default() }).await.unwrap();
    assert!(lines[0].appeal.is_some());
    let said = store.announcements(10).await.unwrap();
    assert_eq!((said.len(), said[0].fr.as_str()), (1, "Pause à midi."));
    store.do_deed(announced(11)).await.unwrap();
    let later = store.announcements(12).await.unwrap();
    assert!(later[0].id > said[0].id, "numbers go on: {later:?}");
    assert!(store.do_deed(undone(&lines[0])).await.unwrap() > lines[0].id, "numbers go on");
    store.close().await;
}

fn announced(at: u64) -> NewDeed {
    let (en, fr) = ("A pause at noon.".to_owned(), "Pause à midi.".to_owned());
    NewDeed {
        at,
        moderator: String::new(),
        deed: Deed::Announce,
        person: String::new(),
        reason: String::new(),
        detail: String::new(),
        until: Some(1000),
        report: None,
        act: Act::Announce(Announcement { id: 0, en, fr, made: at, until: 1000 }),
    }
}

fn undone(line: &DeedLine) -> NewDeed {
    NewDeed {
        at: line.at,
        moderator: String::new(),
        deed: Deed::None,
        person: line.person.0.clone(),
        reason: String::new(),
        detail: String::new(),
        until: None,
        report: None,
        act: Act::Nothing,
    }
}

/// From a file to a database and back: everything is there, in the same words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_moves_from_a_file_to_a_database_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let store: AnyStore = Arc::new(SqliteStore::open(&first).await.unwrap());
    fill(&store).await;
    let file = Locator::File(first.clone());
    let own = Own::fresh();
    let url = own.address();
    let database: Locator = url.parse().unwrap();
    let locked = copy(&file, &database, &mut |_, _| {}).await;
    assert!(locked.is_err(), "a server has the file");
    store.close().await;

    let mut told = Vec::new();
    let copied = copy(&file, &database, &mut |table, rows| told.push((table, rows))).await.unwrap();
    assert!(told.contains(&("entries", 500)) && told.contains(&("entries", 603)), "{told:?}");
    let tables = copied.iter().find(|copied| copied.table == "tables").unwrap();
    assert_eq!(tables.rows, 300);
    // Format 2 and revision 2: nodes that know less leave them alone.
    assert_eq!(own.ask("SELECT DISTINCT needs FROM tables"), "2002");
    let again = copy(&file, &database, &mut |_, _| {}).await.unwrap_err();
    assert!(again.to_string().contains("holds something already"), "{again}");

    // Back again, and a second store goes on from there.
    let back = Locator::File(second.clone());
    copy(&database, &back, &mut |_, _| {}).await.unwrap();
    assert_filled(&(Arc::new(PostgresStore::open(&url).await.unwrap()) as AnyStore)).await;
    assert_filled(&(Arc::new(SqliteStore::open(&second).await.unwrap()) as AnyStore)).await;
}

/// A copy that is broken off is refused by servers, and goes on where it stopped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_was_broken_off_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let own = Own::fresh();
    let store = own.open().await;
    fill(&store).await;
    store.close().await;
    let (from, to): (Locator, Locator) =
        (own.address().parse().unwrap(), Locator::File(folder.path().join("copy")));
    let (halfway, to_there) = (from.clone(), to.clone());
    let broken = tokio::spawn(async move {
        let mut stop = |table: &str, _| assert!(table != "entries", "here the power fails");
        copy(&halfway, &to_there, &mut stop).await
    });
    assert!(broken.await.is_err());
    let file = folder.path().join("copy");
    let refused = SqliteStore::open(&file).await.err().unwrap();
    assert!(refused.to_string().contains("broken off"), "{refused}");
    let mut rows = 0;
    let mut count = |table: &str, done| {
        if table == "entries" {
            rows = done;
        }
    };
    copy(&from, &to, &mut count).await.unwrap();
    assert_eq!(rows, 103, "the first five hundred were there already");
    assert_filled(&(Arc::new(SqliteStore::open(&file).await.unwrap()) as AnyStore)).await;
}

/// When nodes were alive is copied, too: whoever goes on with a copy charges nobody for the time
/// between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_knows_when_there_were_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let own = Own::fresh();
    let store = PostgresStore::open(&own.address()).await.unwrap();
    for name in ["a", "b", "c"] {
        let card = Card { name: name.into(), address: "127.0.0.1:1".into(), level: 1 };
        store.join(&card).await.unwrap();
    }
    let mut sleeping = table("t1", &who("p1", "Anna"));
    (sleeping.index.wake, sleeping.index.changed) = (Some(9_999), 1);
    store.make_table(sleeping).await.unwrap();
    own.ask(
        "INSERT INTO boots (started, seen) VALUES (5, 8);
         UPDATE nodes SET started = 10, seen = 100 WHERE name = 'a';
         UPDATE nodes SET started = 20, seen = 30 WHERE name = 'b';
         UPDATE nodes SET started = 200, seen = 250 WHERE name = 'c'",
    );
    let file = folder.path().join("copy");
    let from: Locator = own.address().parse().unwrap();
    copy(&from, &Locator::File(file.clone()), &mut |_, _| {}).await.unwrap();
    let boot = |started, seen| Boot { started, seen };
    let lives = SqliteStore::open(&file).await.unwrap().boot(900).await.unwrap();
    assert_eq!(lives, [boot(5, 8), boot(10, 100), boot(200, 250), boot(900, 900)]);
}

/// A backup takes the place of everything that a database holds, unless a server is alive there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_put_in_the_place_of_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let own = Own::fresh();
    let (url, file) = (own.address(), folder.path().join("backup"));
    let store = own.open().await;
    fill(&store).await;
    store.backup(&file).await.unwrap();
    let anna = who("p1", "Anna");
    store
        .append("t003", log(3, [played("later")]), index("t003", "playing", 400, &[&anna]))
        .await
        .unwrap();
    store.close().await;

    let node = PostgresStore::open(&url).await.unwrap();
    node.join(&Card { name: "a".into(), address: String::new(), level: 1 }).await.unwrap();
    let beating = async {
        loop {
            node.pulse().await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    let former = folder.path().join("former");
    let refused = tokio::select! {
        refused = keep_former(&url, &former) => refused,
        () = beating => unreachable!("it beats for ever"),
    };
    assert!(matches!(refused, Err(StoreError::Locked(_))), "{refused:?}");
    assert!(!former.exists());
    keep_former(&url, &former).await.unwrap();
    put_in_place(&file, &url).await.unwrap();
    let restored = own.open().await;
    assert_eq!(entries(&restored, "t003").await.len(), 2, "what came later is undone");
    assert_filled(&restored).await;
    let kept: AnyStore = Arc::new(SqliteStore::open(&former).await.unwrap());
    assert_eq!(entries(&kept, "t003").await.len(), 3, "and kept");
}

/// The other way round: a database that is half a copy is refused by servers and as a source, and
/// is gone on with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_to_a_database_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first");
    let store: AnyStore = Arc::new(SqliteStore::open(&file).await.unwrap());
    fill(&store).await;
    store.close().await;
    let own = Own::fresh();
    let (from, to): (Locator, Locator) = (Locator::File(file), own.address().parse().unwrap());
    let (halfway, to_there) = (from.clone(), to.clone());
    let broken = tokio::spawn(async move {
        let mut stop = |table: &str, _| assert!(table != "entries", "here the power fails");
        copy(&halfway, &to_there, &mut stop).await
    });
    assert!(broken.await.is_err());
    let refused = PostgresStore::open(&own.address()).await.err().unwrap();
    assert!(refused.to_string().contains("broken off"), "{refused}");
    let elsewhere = Locator::File(folder.path().join("second"));
    let half = copy(&to, &elsewhere, &mut |_, _| {}).await.unwrap_err();
    assert!(half.to_string().contains("broken off"), "{half}");
    let mut rows = 0;
    let mut count = |table: &str, done| {
        if table == "entries" {
            rows = done;
        }
    };
    copy(&from, &to, &mut count).await.unwrap();
    assert_eq!(rows, 103, "the first five hundred were there already");
    assert_filled(&own.open().await).await;
}

/// A server that is alive would go on with what is copied, or fill what is copied to.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_copied_under_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let own = Own::fresh();
    let node = PostgresStore::open(&own.address()).await.unwrap();
    node.join(&Card { name: "a".into(), address: String::new(), level: 1 }).await.unwrap();
    let beating = async {
        loop {
            node.pulse().await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    let database: Locator = own.address().parse().unwrap();
    let file = Locator::File(folder.path().join("file"));
    SqliteStore::open(&folder.path().join("file")).await.unwrap().close().await;
    let other = Locator::File(folder.path().join("other"));
    let both = async {
        let from = copy(&database, &other, &mut |_, _| {}).await;
        (from, copy(&file, &database, &mut |_, _| {}).await)
    };
    let (from, to) = tokio::select! {
        both = both => both,
        () = beating => unreachable!("it beats for ever"),
    };
    assert!(matches!(from, Err(StoreError::Locked(_))), "{from:?}");
    assert!(matches!(to, Err(StoreError::Locked(_))), "{to:?}");
    copy(&database, &other, &mut |_, _| {}).await.expect("it is gone");
}
