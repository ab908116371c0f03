//! The promises of the store, on a real file of `SQLite`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::conformance::Database;
use store::AnyStore;
use store::sqlite::SqliteStore;
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
impl Database for Folder {
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

mod promises {
    crate::for_every_promise!(crate::sqlite::Folder::fresh);
}

/// A restore sets the tables back, but not what was published: the list goes on with a line that
/// says so, and forks nothing.
#[tokio::test]
async fn a_restore_adds_a_line_to_the_list() {
    use crate::conformance::{table, who};
    use store::sqlite::{Carried, carry_fair_list};
    use store::{Index, NewTable};

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

    let carried = carry_fair_list(Some(&old), &backup, 5000).await.unwrap();
    assert_eq!(carried, Carried::Whole);
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
    assert_eq!(carry_fair_list(None, &alone, 6000).await.unwrap(), Carried::Alone);
    let store = folder.file("alone").await;
    assert_eq!(store.fair_list(5, 10).await.unwrap()[0].0.kind.name(), "restored");
    store.close().await;
}

/// A database with the list of these commitments.
async fn with_list(folder: &Folder, name: &str, commitments: &[&str]) -> PathBuf {
    use crate::conformance::{table, who};
    use store::{Index, NewTable};

    let store = folder.file(name).await;
    for id in commitments {
        let made = table(id, &who("p1", "Anna"));
        let commitment = Some(id.repeat(32));
        let index = Index { commitment, outcome: "void", ..made.index.clone() };
        store.make_table(NewTable { index, ..made }).await.unwrap();
        store.chain_fair_list().await.unwrap();
    }
    store.close().await;
    folder.0.path().join(name)
}

/// The kinds and commitments of a list whose chain is whole.
async fn lines(folder: &Folder, name: &str) -> Vec<String> {
    let store = folder.file(name).await;
    let list = store.fair_list(0, 100).await.unwrap();
    store.close().await;
    let pairs = list.iter().map(|(line, hash)| (line, hash));
    fair::list::verify((0, fair::list::START), pairs).unwrap();
    let told = |line: &fair::list::Line| match line.kind.name() {
        "shown" => line.commitment[..2].to_owned(),
        kind => kind.to_owned(),
    };
    list.iter().map(|(line, _)| told(line)).collect()
}

/// Nothing that was published is lost because the replaced file knows less, or of something else.
#[tokio::test]
async fn a_restore_keeps_the_list_that_the_other_does_not_have() {
    use store::sqlite::{Carried, carry_fair_list};

    let folder = Folder::fresh();
    let restore = async |replaced: &Path, name: &str| {
        let backup = with_list(&folder, name, &["c1", "c2", "c3"]).await;
        carry_fair_list(Some(replaced), &backup, 5000).await.unwrap()
    };
    // A new machine on which the service was started once.
    let fresh = with_list(&folder, "fresh", &[]).await;
    assert_eq!(restore(&fresh, "one").await, Carried::Longer);
    assert_eq!(lines(&folder, "one").await, ["c1", "c2", "c3", "restored"]);
    // The backup is the newer one of the two.
    let newer = with_list(&folder, "newer", &["c1", "c2", "c3"]).await;
    let older = folder.0.path().join("older");
    std::fs::copy(&newer, &older).unwrap();
    damaged(&older, "DELETE FROM fair_list WHERE n > 2").await;
    assert_eq!(carry_fair_list(Some(&older), &newer, 5000).await.unwrap(), Carried::Longer);
    assert_eq!(lines(&folder, "newer").await, ["c1", "c2", "c3", "restored"]);
    // Another server's games, fewer and more than the backup has.
    for (name, others) in [("few", &["d1"][..]), ("many", &["d1", "d2", "d3", "d4"])] {
        let other = with_list(&folder, &format!("other-{name}"), others).await;
        assert_eq!(restore(&other, name).await, Carried::Other);
        assert_eq!(lines(&folder, name).await, ["c1", "c2", "c3", "restored"]);
    }
}

/// Does something to a file that nobody has open.
async fn damaged(file: &Path, sql: &'static str) {
    use sqlx::{ConnectOptions, Connection};

    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut db = options.connect().await.unwrap();
    sqlx::query(sql).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

/// What can be read of a damaged list is kept, and it is said where it ends.
#[tokio::test]
async fn a_restore_says_where_a_damaged_list_ends() {
    use store::sqlite::{Carried, carry_fair_list};

    let folder = Folder::fresh();
    let old = with_list(&folder, "old", &["c1", "c2", "c3", "c4"]).await;
    let backup = folder.0.path().join("backup");
    let again = folder.0.path().join("again");
    std::fs::copy(&old, &backup).unwrap();
    damaged(&backup, "DELETE FROM fair_list WHERE n > 1").await;
    std::fs::copy(&backup, &again).unwrap();
    damaged(&old, "UPDATE fair_list SET hash = zeroblob(32) WHERE n = 3").await;
    let carried = carry_fair_list(Some(&old), &backup, 5000).await.unwrap();
    assert!(matches!(carried, Carried::Cut { after: 2, .. }), "{carried:?}");
    assert_eq!(lines(&folder, "backup").await, ["c1", "c2", "restored"]);
    // A page that is lost.
    let mut bytes = std::fs::read(&old).unwrap();
    let size = bytes.len();
    bytes[4096..size].fill(0xa5);
    std::fs::write(&old, bytes).unwrap();
    let carried = carry_fair_list(Some(&old), &again, 5000).await.unwrap();
    assert!(matches!(carried, Carried::Cut { after: 1, .. }), "{carried:?}");
    assert_eq!(lines(&folder, "again").await, ["c1", "restored"]);
}
