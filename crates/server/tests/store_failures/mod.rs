//! What the store in a file does when its file is not as it should be: a clear word, a clean stop,
//! never a half-written game.

mod restoring;

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::conformance::{account, entries, guest, index, log, played, said, table, who};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use store::sqlite::{Opening, SqliteStore};
use store::{AnyStore, Removal, Store, StoreError};
use tempfile::tempdir;

async fn open(path: &Path) -> AnyStore {
    Arc::new(SqliteStore::open(path).await.unwrap())
}

/// Why a file cannot be opened.
async fn refused(path: &Path) -> StoreError {
    match SqliteStore::open(path).await {
        Err(error) => error,
        Ok(_) => panic!("{} was opened", path.display()),
    }
}

/// A connection that knows nothing of the store.
async fn stranger(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.unwrap()
}

/// A database with enough tables for several pages, closed.
async fn filled(path: &Path) {
    let store = open(path).await;
    for n in 0..60 {
        store.make_table(table(&format!("t{n}"), &who("p1", "Anna"))).await.unwrap();
    }
    store.close().await;
}

#[tokio::test]
async fn a_text_file_is_no_database() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    let text = "This is not a database, but a letter to my aunt.\n".repeat(50);
    std::fs::write(&path, &text).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
    let told = error.to_string();
    assert!(told.contains("not a database") && told.contains("backup"), "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "the letter is untouched");
}

/// A copy of a file with one page of nonsense.
fn damage(whole: &[u8], page: u64, path: &Path) {
    std::fs::write(path, whole).unwrap();
    let mut file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(page * 4096)).unwrap();
    file.write_all(&[0xA5; 4096]).unwrap();
}

#[tokio::test]
async fn a_damaged_file_is_noticed_by_a_check() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path).await;
    let pages = std::fs::metadata(&path).unwrap().len() / 4096;
    assert!(pages > 20);
    // Page after page, leaving out the first: whatever is hit, the file is refused.
    let whole = std::fs::read(&path).unwrap();
    let mut noticed = 0;
    for page in 1..pages {
        let path = folder.path().join(format!("damaged{page}"));
        damage(&whole, page, &path);
        let checked = Opening { check: true, ..Opening::default() };
        match SqliteStore::open_as(&path, checked).await {
            Ok(store) => store.close().await,
            Err(StoreError::Damaged(_)) => noticed += 1,
            Err(error) => panic!("page {page}: {error:?}"),
        }
    }
    // The rest are free pages or tails of long rows, in which no order can be broken.
    assert!(noticed * 10 >= (pages - 1) * 8, "{noticed} of {}", pages - 1);
}

/// After an orderly stop the file is not read as a whole: damage where nobody looks is not seen.
/// Without an orderly stop, and if it is asked for, it is.
#[tokio::test]
async fn a_start_reads_the_whole_file_only_if_it_must() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path).await;
    let killed = folder.path().join("killed");
    {
        let store = open(&path).await;
        store.ping().await.unwrap();
        std::fs::copy(&path, &killed).unwrap();
        std::fs::copy(folder.path().join("db-wal"), folder.path().join("killed-wal")).unwrap();
        store.close().await;
    }
    let mut db = stranger(&killed).await;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut db).await.unwrap();
    // A page of the logs.
    let page: i64 = sqlx::query_scalar("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'")
        .fetch_one(&mut db)
        .await
        .unwrap();
    db.close().await.unwrap();
    let page = u64::try_from(page).unwrap() - 1;
    let (clean, unclean) = (std::fs::read(&path).unwrap(), std::fs::read(&killed).unwrap());
    damage(&clean, page, &path);
    let store = SqliteStore::open(&path).await.expect("after a clean stop nobody reads it all");
    store.close().await;
    damage(&clean, page, &path);
    let asked = Opening { check: true, ..Opening::default() };
    let told = SqliteStore::open_as(&path, asked).await.err();
    assert!(matches!(told, Some(StoreError::Damaged(_))), "{told:?}");
    damage(&unclean, page, &killed);
    assert!(matches!(refused(&killed).await, StoreError::Damaged(_)), "it was not closed well");
}

/// A disk that hangs: the caller is told in time that the outcome is not known; what was asked for
/// happens later, before anything that is asked for after it.
#[tokio::test]
async fn a_store_that_does_not_answer_says_so_and_may_do_it_later() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    let anna = who("p1", "Anna");
    let store = open(&path).await;
    store.make_table(table("t1", &anna)).await.unwrap();
    store.close().await;
    // Short only while the disk hangs: nothing else depends on how quick this machine is.
    let short = Opening { limit: Duration::from_millis(200), ..Opening::default() };
    let store = SqliteStore::open_as(&path, short).await.unwrap();
    let mut other = stranger(&path).await;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
    let append =
        |id| store.append("t1", log(3, [played(id)]), index("t1", "playing", 200, &[&anna]));
    let late = append("a").await.unwrap_err();
    assert!(matches!(late, StoreError::Late) && late.is_unknown(), "{late:?}");
    assert!(store.ping().await.is_err(), "it is not decided yet");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    // Behind it in the queue: what comes of the first is decided before.
    let mut second = append("b").await;
    for _ in 0..200 {
        if !matches!(second, Err(StoreError::Late | StoreError::Busy)) {
            break;
        }
        second = append("b").await;
    }
    assert!(matches!(second, Err(StoreError::Conflict)), "{second:?}");
    store.close().await;
    let store = open(&path).await;
    let kept = entries(&store, "t1").await;
    assert_eq!(kept[2..], log(3, [played("a")]), "the first one counts, once");
    store.close().await;
}

#[tokio::test]
async fn a_file_that_was_cut_off_is_noticed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path).await;
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(file.metadata().unwrap().len() / 2).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
}

#[tokio::test]
async fn a_log_with_a_hole_is_not_played() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path).await;
    let mut db = stranger(&path).await;
    for sql in [
        "DELETE FROM entries WHERE table_id = 't1' AND n = 1",
        "DELETE FROM entries WHERE table_id = 't2' AND n = 2",
        "UPDATE entries SET entry = '{\"t\":\"unheard\"}' WHERE table_id = 't3' AND n = 2",
    ] {
        sqlx::query(sql).execute(&mut db).await.unwrap();
    }
    db.close().await.unwrap();
    let store = open(&path).await;
    for (id, part) in [("t1", "entry 1 is missing"), ("t2", "should have 2"), ("t3", "entry 2")] {
        let error = store.load(id).await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
        assert!(error.to_string().contains(part), "{error}");
    }
    assert_eq!(entries(&store, "t4").await.len(), 2, "the others are played on");
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    filled(&path).await;
    let mut db = stranger(&path).await;
    let newer = "INSERT INTO _sqlx_migrations
         (version, description, success, checksum, execution_time) VALUES (99, 'x', 1, x'00', 0)";
    sqlx::query(newer).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error:?}");
    assert!(error.to_string().contains("use a newer program"), "{error}");
}

#[tokio::test]
async fn the_database_of_another_program_is_left_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    let mut db = stranger(&path).await;
    sqlx::query("CREATE TABLE recipes (name TEXT)").execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let error = refused(&path).await;
    assert!(error.to_string().contains("another program"), "{error}");
    let mut db = stranger(&path).await;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema").fetch_all(&mut db).await.unwrap();
    assert_eq!(tables, ["recipes"]);
}

#[tokio::test]
async fn two_servers_never_share_a_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    let first = open(&path).await;
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::Locked(_)), "{error:?}");
    let told = error.to_string();
    assert!(told.contains(&std::process::id().to_string()), "it names the owner: {told}");
    assert!(told.contains("stop that one first"), "it says what to do: {told}");
    first.close().await;
    let second = open(&path).await;
    second.ping().await.unwrap();
    // Without closing, too: the lock goes with the store.
    drop(second);
    let since = Instant::now();
    while SqliteStore::open(&path).await.is_err() {
        assert!(since.elapsed() < Duration::from_secs(5), "the lock is kept");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn administration_works_beside_a_server() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    assert!(SqliteStore::open_beside(&path).await.is_err(), "it makes no file");
    assert!(!path.exists());
    let server = open(&path).await;
    server.add_person(account("p1", "Anna")).await.unwrap();
    server.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    let beside = SqliteStore::open_beside(&path).await.unwrap();
    assert!(beside.ban("p1", true).await.unwrap());
    assert!(server.person("p1").await.unwrap().unwrap().banned);
    beside.backup(&folder.path().join("copy")).await.unwrap();
    assert!(beside.remove_table("t1", Removal::Removed).await.unwrap());
    let late = server.append("t1", log(3, [played("a")]), index("t1", "over", 9, &[])).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    beside.close().await;
    server.ping().await.unwrap();
    let copy = open(&folder.path().join("copy")).await;
    assert_eq!(entries(&copy, "t1").await.len(), 2);
}

#[tokio::test]
async fn a_program_that_holds_the_file_is_waited_for_and_then_named() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    let store = open(&path).await;
    let mut other = stranger(&path).await;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
    let error = store.add_person(guest("p1", "Anna")).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error:?}");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    store.add_person(guest("p1", "Anna")).await.unwrap();
}

/// Fills the store until it refuses, with many tables at once; then checks that every game is
/// whole: what was answered is there, what was refused is not.
async fn fill_up(store: &AnyStore) {
    let anna = who("p1", "Anna");
    let mut players = Vec::new();
    for t in 0..8 {
        let (store, anna, id) = (store.clone(), anna.clone(), format!("t{t}"));
        store.make_table(table(&id, &anna)).await.unwrap();
        players.push(tokio::spawn(async move {
            for n in (3..).step_by(2) {
                // Two entries that belong together, over several pages.
                let both = log(n, [said(anna.clone(), &"x".repeat(6000)), played("a")]);
                match store.append(&id, both, index(&id, "playing", n, &[&anna])).await {
                    Ok(()) => {}
                    Err(error) => return (id, n - 1, error),
                }
            }
            unreachable!("there is an end to every disk")
        }));
    }
    for player in players {
        let (id, last, error) = player.await.unwrap();
        assert!(matches!(error, StoreError::Full(_)), "{error:?}");
        assert!(error.to_string().contains("no space is left"), "{error}");
        let kept = entries(store, &id).await;
        assert_eq!(kept.last().unwrap().n, last, "{id}: all or nothing");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_file_refuses_and_keeps_every_game_whole() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    let limited = SqliteStore::open_with(&path, Some(250)).await.unwrap();
    let store: AnyStore = Arc::new(limited);
    fill_up(&store).await;
    // It says so before anybody tries the next move.
    let told = store.probe().await;
    assert!(matches!(told, Err(StoreError::Full(_))), "{told:?}");
    store.ping().await.unwrap();
    // Reading goes on, and so does writing once there is room.
    assert!(store.remove_table("t0", Removal::Removed).await.unwrap());
    store.probe().await.unwrap();
    let n = entries(&store, "t1").await.last().unwrap().n + 1;
    let anna = who("p1", "Anna");
    store.append("t1", log(n, [played("b")]), index("t1", "playing", n, &[&anna])).await.unwrap();
    store.close().await;
    let store = open(&path).await;
    assert_eq!(entries(&store, "t1").await.last().unwrap().n, n);
}

/// A real full disk: a small file system in memory. Needs the right to mount.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the right to mount a file system"]
async fn a_full_disk_refuses_and_keeps_every_game_whole() {
    let folder = tempdir().unwrap();
    let mount = |args: &[&str], program: &str| {
        let path = folder.path().to_str().unwrap();
        std::process::Command::new(program).args(args).arg(path).status().unwrap().success()
    };
    assert!(mount(&["-t", "tmpfs", "-o", "size=2m", "tmpfs"], "mount"));
    let path = folder.path().join("db");
    let store = open(&path).await;
    fill_up(&store).await;
    store.close().await;
    let store = open(&path).await;
    let all = store.named("p1").await.unwrap();
    assert_eq!(all.len(), 8);
    for id in all {
        assert_eq!(entries(&store, &id).await.len() % 2, 0, "{id}: both or none");
    }
    store.close().await;
    drop(store);
    assert!(mount(&[], "umount"));
}

/// No folder of the kernel's own may be written to, not even by an administrator.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_folder_that_cannot_be_written_is_named() {
    let path = Path::new("/proc/self/fdinfo/db");
    let told = refused(path).await.to_string();
    assert!(told.contains("/proc/self/fdinfo") && told.contains("writable"), "{told}");
    let folder = tempdir().unwrap();
    let told = refused(&folder.path().join("none/db")).await.to_string();
    assert!(told.contains("must exist"), "{told}");
}

#[tokio::test]
async fn a_backup_to_a_bad_place_says_so_and_leaves_nothing() {
    let folder = tempdir().unwrap();
    let store = open(&folder.path().join("db")).await;
    let to = folder.path().join("none/copy");
    let told = store.backup(&to).await.unwrap_err().to_string();
    assert!(told.contains("none/copy"), "{told}");
    assert!(!folder.path().join("none").exists());
}
