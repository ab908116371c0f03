//! The promises of the store, on a real file of `SQLite`.

#![allow(clippy::unwrap_used)] // a test may stop at once

mod conformance;

use std::path::Path;
use std::sync::Arc;

use conformance::Place;
use server::store::AnyStore;
use server::store::sqlite::SqliteStore;
use tempfile::TempDir;

/// A folder with a database file.
struct Folder(TempDir);

impl Folder {
    fn fresh() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    async fn file(&self, name: &str) -> AnyStore {
        Arc::new(SqliteStore::open(&self.0.path().join(name)).await.unwrap())
    }
}

#[async_trait::async_trait]
impl Place for Folder {
    async fn open(&self) -> AnyStore {
        self.file("db").await
    }

    async fn as_if_killed(&self) -> AnyStore {
        for end in ["", "-wal"] {
            let from = self.0.path().join(format!("db{end}"));
            std::fs::copy(from, self.0.path().join(format!("killed{end}"))).unwrap();
        }
        self.file("killed").await
    }

    async fn open_backup(&self, file: &Path) -> AnyStore {
        Arc::new(SqliteStore::open(file).await.unwrap())
    }
}

mod sqlite {
    crate::for_every_promise!(crate::Folder::fresh);
}

/// A restore sets the tables back, but not what was published: the list goes on with a line that
/// says so, and forks nothing.
#[tokio::test]
async fn a_restore_adds_a_line_to_the_list() {
    use conformance::{table, who};
    use server::store::sqlite::carry_fair_list;
    use server::store::{Index, NewTable};

    let folder = Folder::fresh();
    let new = |id: &str| {
        let made = table(id, &who("p1", "Anna"));
        let commitment = Some(id.repeat(32));
        NewTable { index: Index { commitment, outcome: "void", ..made.index.clone() }, ..made }
    };
    let store = folder.open().await;
    store.make_table(new("c1")).await.unwrap();
    store.chain_fair_list().await.unwrap();
    let (backup, old) = (folder.0.path().join("backup"), folder.0.path().join("db"));
    store.backup(&backup).await.unwrap();
    store.make_table(new("c2")).await.unwrap();
    store.chain_fair_list().await.unwrap();
    // Noted, and not chained yet when the server stops.
    store.make_table(new("c3")).await.unwrap();
    let published = store.fair_list(0, 10).await.unwrap();
    store.close().await;

    carry_fair_list(Some(&old), &backup, 5000).await.unwrap();
    let restored = folder.file("backup").await;
    assert!(restored.load("c1").await.unwrap().is_some());
    assert!(restored.load("c2").await.unwrap().is_none());
    restored.make_table(new("c4")).await.unwrap();
    restored.chain_fair_list().await.unwrap();
    let list = restored.fair_list(0, 10).await.unwrap();
    assert_eq!(list[..2], published[..], "what was published stands");
    let kinds: Vec<&str> = list.iter().map(|(line, _)| line.kind.name()).collect();
    assert_eq!(kinds, ["shown", "shown", "shown", "restored", "shown"]);
    let pairs = list.iter().map(|(line, hash)| (line, hash));
    fair::list::verify((0, fair::list::START), pairs).unwrap();
    restored.close().await;

    // Without the replaced file the list goes on from the backup, and still says what happened.
    let alone = folder.0.path().join("alone");
    std::fs::copy(&backup, &alone).unwrap();
    carry_fair_list(None, &alone, 6000).await.unwrap();
    let store = folder.file("alone").await;
    assert_eq!(store.fair_list(5, 10).await.unwrap()[0].0.kind.name(), "restored");
    store.close().await;
}
