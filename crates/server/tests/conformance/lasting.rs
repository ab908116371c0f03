//! What is on the disk, and stays there.

use store::{AnyStore, Boot, Index, StoreError};

use super::{Database, account, entries, index, log, played, session, table, who};

async fn fill(store: &AnyStore) {
    let anna = who("p1", "Anna");
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.add_session(session(1, "p1")).await.unwrap();
    store.make_table(table("t1", &anna)).await.unwrap();
    let index = index("t1", "playing", 200, &[&anna]);
    store.append("t1", log(3, [played("a")]), index).await.unwrap();
}

async fn assert_filled(store: &AnyStore) {
    let kept = store.load("t1").await.unwrap().unwrap();
    let sent = table("t1", &who("p1", "Anna"));
    assert_eq!((kept.key, kept.seed), (sent.key, sent.seed));
    assert_eq!(kept.entries[..2], sent.entries);
    assert_eq!(kept.entries[2..], log(3, [played("a")]));
    assert_eq!(store.person("p1").await.unwrap(), Some(account("p1", "Anna")));
    assert!(store.session(&[1; 32], 0).await.unwrap().is_some());
}

pub async fn what_was_answered_is_there_after_reopening(place: &impl Database) {
    let store = place.open().await;
    fill(&store).await;
    store.close().await;
    let store = place.open().await;
    assert_filled(&store).await;
    let index = index("t1", "playing", 300, &[&who("p1", "Anna")]);
    store.append("t1", log(4, [played("b")]), index).await.unwrap();
    assert_eq!(entries(&store, "t1").await.len(), 4);
}

/// As after a kill: a copy of the files, taken while the store is open, must hold everything that
/// was answered. Back ends without files open a second store beside the first.
pub async fn what_was_answered_is_there_without_closing(place: &impl Database) {
    let store = place.open().await;
    fill(&store).await;
    let killed = place.as_if_killed().await;
    assert_filled(&killed).await;
    killed.close().await;
    store.close().await;
}

pub async fn starts_are_remembered(place: &impl Database) {
    let store = place.open().await;
    assert_eq!(store.boot(50).await.unwrap(), [Boot { started: 50, seen: 50 }]);
    // No clock runs: nobody needs to know of the first start any more.
    assert_eq!(store.boot(100).await.unwrap(), [Boot { started: 100, seen: 100 }]);
    let mut running = table("t1", &who("p1", "Anna"));
    running.index = Index { wake: Some(9000), ..index("t1", "playing", 120, &[]) };
    store.make_table(running).await.unwrap();
    store.alive(150).await.unwrap();
    store.alive(140).await.unwrap();
    store.close().await;
    let store = place.open().await;
    let first = Boot { started: 100, seen: 150 };
    assert_eq!(store.boot(500).await.unwrap(), [first, Boot { started: 500, seen: 500 }]);
    store.alive(600).await.unwrap();
    let boots = store.boot(700).await.unwrap();
    let second = Boot { started: 500, seen: 600 };
    let third = Boot { started: 700, seen: 700 };
    assert_eq!(boots, [first, second, third]);
    let moved = Index { wake: Some(9000), ..index("t1", "playing", 550, &[]) };
    store.append("t1", log(3, [played("a")]), moved).await.unwrap();
    let boots = store.boot(800).await.unwrap();
    assert_eq!(boots, [second, third, Boot { started: 800, seen: 800 }], "the first is dropped");
}

pub async fn a_backup_is_whole_and_never_overwrites(place: &impl Database) {
    let store = place.open().await;
    fill(&store).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    // It is taken while others write.
    let writer = tokio::spawn({
        let store = store.clone();
        async move {
            for n in 4..60 {
                let index = index("t1", "playing", 300, &[&who("p1", "Anna")]);
                store.append("t1", log(n, [played("x")]), index).await.unwrap();
            }
        }
    });
    store.backup(&copy).await.unwrap();
    writer.await.unwrap();
    let size = copy.metadata().unwrap().len();
    assert!(store.backup(&copy).await.is_err(), "a file that exists is never overwritten");
    assert_eq!(copy.metadata().unwrap().len(), size);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1, "nothing else is left there");
    let copy = place.open_backup(&copy).await;
    let kept = entries(&copy, "t1").await;
    assert!((3..60).contains(&kept.len()));
    assert_eq!(kept[2..3], log(3, [played("a")]));
    assert_eq!(copy.person("p1").await.unwrap(), Some(account("p1", "Anna")));
}

pub async fn a_closed_store_refuses(place: &impl Database) {
    let store = place.open().await;
    fill(&store).await;
    // What waits when it closes is written.
    let waiting: Vec<_> = (0..50)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                store.make_table(table(&format!("w{n}"), &who("p1", "Anna"))).await
            })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await;
    store.close().await;
    let mut answered = Vec::new();
    for (n, answer) in waiting.into_iter().enumerate() {
        answered.push((n, answer.await.unwrap().is_ok()));
    }
    let late = store.make_table(table("late", &who("p1", "Anna"))).await;
    assert!(matches!(late, Err(StoreError::Other(_))), "{late:?}");
    assert!(store.ping().await.is_err());
    let store = place.open().await;
    for (n, kept) in answered {
        assert_eq!(store.load(&format!("w{n}")).await.unwrap().is_some(), kept);
    }
    assert!(store.load("late").await.unwrap().is_none());
}

pub async fn it_answers(place: &impl Database) {
    let store = place.open().await;
    store.ping().await.unwrap();
}
