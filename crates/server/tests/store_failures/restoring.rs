//! Bringing back backups, making them by the clock, and files of earlier programs.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use protocol::SeatPlan;
use protocol::log::{Entry, Who};
use server::backups;
use sqlx::Connection;
use store::sqlite::{Restore, SqliteStore};
use store::{AnyStore, Query, StoreError};
use tempfile::{TempDir, tempdir};

use super::{open, stranger};
use crate::conformance::{
    account, entries, guest, index, log, made, played, said, session, table, who,
};

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

async fn ids(path: &Path) -> Vec<String> {
    let store = open(path).await;
    let rows = store.rows(Query { limit: 99, ..Query::default() }).await.unwrap();
    store.close().await;
    let mut ids: Vec<String> = rows.into_iter().map(|(id, _)| id).collect();
    ids.sort();
    ids
}

/// A database that was killed with its newest table in `-wal`, and a backup from before that.
async fn place() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempdir().unwrap();
    let (path, backup) = (folder.path().join("db"), folder.path().join("backup"));
    let live = folder.path().join("live");
    let store = open(&live).await;
    let anna = who("p1", "Anna");
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.add_person(guest("p2", "Bela")).await.unwrap();
    store.make_table(table("old", &anna)).await.unwrap();
    store.backup(&backup).await.unwrap();
    store.make_table(table("new", &anna)).await.unwrap();
    store.forget("p2").await.unwrap();
    for end in ["", "-wal"] {
        let from = folder.path().join(format!("live{end}"));
        std::fs::copy(from, folder.path().join(format!("db{end}"))).unwrap();
    }
    store.close().await;
    assert!(folder.path().join("db-wal").metadata().unwrap().len() > 0);
    (folder, path, backup)
}

#[tokio::test]
async fn a_backup_is_brought_back_and_the_former_one_is_kept() {
    let (folder, path, backup) = place().await;
    let restore = Restore::prepare(&path, &backup).await.unwrap();
    assert_eq!(restore.forget_again().await.unwrap(), 1, "Bela has left since");
    let now = UNIX_EPOCH + Duration::from_secs(1_800_000_001);
    let former = restore.finish(now).await.unwrap().former.unwrap();
    assert_eq!(former, folder.path().join("db.replaced-2027-01-15T08-00-01Z"));
    assert_eq!(mode(&path), 0o600);
    assert!(backup.exists());
    assert_eq!(ids(&path).await, ["old"], "nothing of the former -wal is in it");
    let store = open(&path).await;
    assert!(store.person("p2").await.unwrap().is_none());
    assert!(store.person("p1").await.unwrap().is_some());
    store.close().await;
    assert_eq!(ids(&former).await, ["new", "old"], "with what was in its -wal");
    // A second one in the same second overwrites nothing.
    let restore = Restore::prepare(&path, &backup).await.unwrap();
    let second = restore.finish(now).await.unwrap().former.unwrap();
    assert_ne!(second, former);
    assert_eq!(ids(&former).await, ["new", "old"]);
}

#[tokio::test]
async fn nothing_is_brought_back_beside_a_server_or_from_a_bad_file() {
    let (folder, path, backup) = place().await;
    let why = |from: PathBuf| {
        let path = path.clone();
        async move {
            match Restore::prepare(&path, &from).await {
                Err(error) => error,
                Ok(_) => panic!("{} was taken", from.display()),
            }
        }
    };
    let server = open(&path).await;
    assert!(matches!(why(backup.clone()).await, StoreError::Locked(_)));
    server.close().await;
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("letter"), "Dear aunt, ".repeat(200)).unwrap();
    assert!(matches!(why(file("letter")).await, StoreError::Damaged(_)));
    std::fs::write(file("empty"), "").unwrap();
    assert!(why(file("empty")).await.to_string().contains("empty"));
    let mut db = stranger(&file("recipes")).await;
    sqlx::query("CREATE TABLE recipes (name TEXT)").execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    assert!(why(file("recipes")).await.to_string().contains("another program"));
    assert!(matches!(why(file("none")).await, StoreError::Denied(_)));
    assert!(why(path.clone()).await.to_string().contains("itself"));
    let whole = std::fs::read(&backup).unwrap();
    std::fs::write(file("half"), &whole[..whole.len() / 2]).unwrap();
    assert!(matches!(why(file("half")).await, StoreError::Damaged(_)));
    std::fs::copy(&backup, file("newer")).unwrap();
    let mut db = stranger(&file("newer")).await;
    let newer = "INSERT INTO _sqlx_migrations
         (version, description, success, checksum, execution_time) VALUES (99, 'x', 1, x'00', 0)";
    sqlx::query(newer).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    assert!(matches!(why(file("newer")).await, StoreError::Newer { found: 99, .. }));
    assert!(!file("db.restoring").exists() && !file("db.restoring.lock").exists());
    assert_eq!(ids(&path).await, ["new", "old"], "nothing was changed");
}

/// Whatever a crash leaves is the former database or the backup, whole.
#[tokio::test]
async fn a_crash_while_restoring_leaves_one_or_the_other() {
    for step in 0..5 {
        let (folder, path, backup) = place().await;
        let file = |name: &str| folder.path().join(name);
        let former = file("db.replaced-x");
        let copy = file("db.restoring");
        std::fs::copy(&backup, &copy).unwrap();
        let beside = |end: &str| PathBuf::from(format!("{}{end}", former.display()));
        // The steps of a restore in their order, as far as this crash let it come.
        if step >= 1 {
            std::fs::write(file("db.restore"), former.as_os_str().as_encoded_bytes()).unwrap();
        }
        if step >= 2 {
            std::fs::rename(&path, &former).unwrap();
        }
        if step >= 3 {
            std::fs::rename(file("db-wal"), beside("-wal")).unwrap();
        }
        if step >= 4 {
            std::fs::rename(&copy, &path).unwrap();
        }
        if step >= 1 {
            let beside = SqliteStore::open_beside(&path).await.err().map(|e| e.to_string());
            assert!(beside.is_some_and(|told| told.contains("broken off")), "step {step}");
        }
        let expected: &[&str] = if step == 0 { &["new", "old"] } else { &["old"] };
        assert_eq!(ids(&path).await, expected, "step {step}");
        if step >= 1 {
            assert_eq!(ids(&former).await, ["new", "old"], "step {step}");
            assert!(!file("db.restore").exists() && !copy.exists());
        }
    }
}

#[tokio::test]
async fn backups_by_the_clock_are_private_whole_and_few() {
    let folder = tempdir().unwrap();
    let store = open(&folder.path().join("db")).await;
    store.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    let copies = folder.path().join("copies");
    let at = |n: u64| UNIX_EPOCH + Duration::from_secs(1_800_000_000 + n);
    let names = || {
        let files = copies.read_dir().unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    backups::make(&store, &copies, 2, at(0)).await.unwrap();
    assert_eq!(mode(&copies), 0o700);
    assert_eq!(mode(&copies.join(backups::name(at(0)))), 0o600);
    // What is not ours is never touched; what a killed server left is.
    std::fs::write(copies.join("trencavel-before-the-move.sqlite"), "mine").unwrap();
    let broken = format!("{}.partial", backups::name(at(9)));
    std::fs::write(copies.join(&broken), "half").unwrap();
    for n in 1..4 {
        backups::make(&store, &copies, 2, at(n)).await.unwrap();
    }
    let expected = [backups::name(at(2)), backups::name(at(3))];
    let own = "trencavel-before-the-move.sqlite".to_owned();
    assert_eq!(names(), [expected[0].clone(), expected[1].clone(), own]);
    assert_eq!(ids(&copies.join(&expected[1])).await, ["t1"]);
    // A failure removes nothing, and the store goes on.
    let again = backups::make(&store, &copies, 1, at(3)).await;
    assert!(again.is_err(), "the name is taken");
    assert!(names().contains(&expected[0]));
    store.ping().await.unwrap();
    store.close().await;
}

/// A backup that is broken off has never borne its name.
#[tokio::test]
async fn a_backup_has_its_name_only_when_it_is_whole() {
    let folder = tempdir().unwrap();
    let store = open(&folder.path().join("db")).await;
    let to = folder.path().join("copy");
    // Somebody else is at it, or was killed: the name is not taken by half a copy.
    std::fs::write(folder.path().join("copy.partial"), "half").unwrap();
    let told = store.backup(&to).await.unwrap_err().to_string();
    assert!(told.contains("copy.partial"), "{told}");
    assert!(!to.exists());
    std::fs::remove_file(folder.path().join("copy.partial")).unwrap();
    store.backup(&to).await.unwrap();
    assert_eq!(mode(&to), 0o600);
}

/// A file of the first schema, as programs before this one made it.
async fn of_first_schema(folder: &Path) -> PathBuf {
    let path = folder.join("first");
    let migrations = folder.join("migrations");
    std::fs::create_dir(&migrations).unwrap();
    let first = "0001_tables_and_people.sql";
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/migrations/sqlite").join(first);
    std::fs::copy(ours, migrations.join(first)).unwrap();
    let mut db = stranger(&path).await;
    let migrator = sqlx::migrate::Migrator::new(migrations.as_path()).await.unwrap();
    migrator.run_direct(None, &mut db, false).await.unwrap();
    let anna = who("p1", "Anna");
    for (id, status, clock) in
        [("t1", "open", "none"), ("t2", "playing", "none"), ("t3", "open", "days")]
    {
        let made = table(id, &anna);
        let row = made.index.row.replace(
            r#""clock":{"kind":"none"}"#,
            if clock == "days" {
                r#""clock":{"kind":"days","days":2}"#
            } else {
                r#""clock":{"kind":"none"}"#
            },
        );
        sqlx::query(
            "INSERT INTO tables (id, key, seed, last, status, public, family, changed, wake, row)
             VALUES (?, 'k', ?, 2, ?, 1, 'country', 100, NULL, ?)",
        )
        .bind(id)
        .bind([7u8; 32].as_slice())
        .bind(status)
        .bind(row)
        .execute(&mut db)
        .await
        .unwrap();
        for logged in &made.entries {
            sqlx::query("INSERT INTO entries (table_id, n, at, entry) VALUES (?, ?, ?, ?)")
                .bind(id)
                .bind(logged.n as i64)
                .bind(logged.at as i64)
                .bind(serde_json::to_string(&logged.entry).unwrap())
                .execute(&mut db)
                .await
                .unwrap();
        }
        for into in ["seats", "mentions"] {
            let sql = format!("INSERT INTO {into} (table_id, person) VALUES (?, 'p1')");
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).execute(&mut db).await.unwrap();
        }
    }
    let person = "INSERT INTO people VALUES ('p1', 'Anna', 'anna', 'hash', 5, 0)";
    sqlx::query(person).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    path
}

#[tokio::test]
async fn a_file_of_the_first_schema_is_brought_up_to_date() {
    let folder = tempdir().unwrap();
    let path = of_first_schema(folder.path()).await;
    let backup = folder.path().join("old-backup");
    std::fs::copy(&path, &backup).unwrap();
    let check = |path: PathBuf| async move {
        let store = open(&path).await;
        let mine = Query { person: Some("p1".into()), limit: 9, ..Query::default() };
        assert_eq!(store.rows(mine).await.unwrap().len(), 3);
        assert_eq!(entries(&store, "t2").await.len(), 2);
        let since = store::Expiry { open: 200, slow: 50 };
        assert_eq!(store.expiring(since, 9).await.unwrap(), ["t1"], "t3 is by days");
        assert!(store.account("anna").await.unwrap().is_some());
        let anna = who("p1", "Anna");
        let next = index("t2", "playing", 300, &[&anna]);
        store.append("t2", log(3, [played("a")]), next).await.unwrap();
        store.close().await;
    };
    check(path).await;
    // A backup of it, too.
    let path = folder.path().join("db");
    let restore = Restore::prepare(&path, &backup).await.unwrap();
    let restored = restore.finish(SystemTime::now()).await.unwrap();
    assert_eq!(restored.former, None, "nothing was in the way");
    check(path).await;
}

/// Nothing of somebody who is forgotten is left anywhere: every column of every table is looked
/// at, so that a new one cannot be overlooked.
#[tokio::test]
async fn a_forgotten_person_is_in_no_column_of_the_database() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("db");
    let store = open(&path).await;
    let (id, name, secret) = ("person-4711", "Zebulon", "my telephone number");
    store.add_person(account(id, name)).await.unwrap();
    store.add_person(account("p2", "Bela")).await.unwrap();
    store.add_session(session(1, id)).await.unwrap();
    let (zeb, bela) = (who(id, name), who("p2", "Bela"));
    store.make_table(table("t1", &zeb)).await.unwrap();
    store.make_table(table("t2", &bela)).await.unwrap();
    let talk = log(3, [said(zeb.clone(), secret), played("a")]);
    store.append("t1", talk, index("t1", "over", 200, &[&zeb, &bela])).await.unwrap();
    let talk = log(3, [said(zeb.clone(), secret)]);
    store.append("t2", talk, index("t2", "playing", 200, &[&bela])).await.unwrap();
    // What it called its table and the players on its screen, and a rematch that kept a seat for
    // it; the waiting room was changed at both.
    let screen = SeatPlan::Screen { name: "Zebulon's son".into() };
    let mut own = table("t3", &zeb);
    own.entries = log(1, chosen(&zeb, "Zebulon at home", screen));
    own.index = index("t3", "open", 200, &[&zeb]);
    store.make_table(own).await.unwrap();
    let kept = SeatPlan::Kept { person: id.into(), name: name.into(), screen: false };
    let mut other = table("t4", &bela);
    other.entries = log(1, chosen(&bela, "", kept));
    other.index = index("t4", "open", 200, &[&bela]);
    store.make_table(other).await.unwrap();
    let before = found(&path, &[id, name, secret, "hash of person-4711"]).await;
    assert!(before.len() > 6, "the search finds what is there: {before:?}");
    store.forget(id).await.unwrap();
    // The running server hears of it and clears the notice at once.
    store.clear_notices(u64::from(u32::MAX)).await.unwrap();
    let left = found(&path, &[name, secret, "hash of person-4711"]).await;
    assert!(left.is_empty(), "{left:?}");
    // The id stands for a seat without a name in the games of others, and for itself in `gone`.
    let left = found(&path, &[id]).await;
    let allowed = ["entries.entry", "tables.row", "gone.person"];
    assert!(left.iter().all(|place| allowed.contains(&place.as_str())), "{left:?}");
    store.close().await;
}

/// A table that somebody made, and changed in the waiting room.
fn chosen(by: &Who, called: &str, seat: SeatPlan) -> Vec<Entry> {
    let Entry::Made { mut config, by, format, revision, commitment, fair, paired, local } =
        made(by.clone())
    else {
        unreachable!()
    };
    config.name = called.into();
    config.seats.push(seat);
    let changed = Entry::Changed { config: config.clone() };
    vec![Entry::Made { config, by, format, revision, commitment, fair, paired, local }, changed]
}

/// The columns in which one of these words occurs.
async fn found(path: &Path, words: &[&str]) -> Vec<String> {
    let mut db = stranger(path).await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .fetch_all(&mut db)
    .await
    .unwrap();
    assert!(columns.len() > 30);
    let mut places = Vec::new();
    for (table, column) in columns {
        for word in words {
            let sql = format!(
                "SELECT count(*) FROM \"{table}\"
                 WHERE instr(lower(CAST(\"{column}\" AS TEXT)), lower(?)) > 0"
            );
            let hits: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
                .bind(word)
                .fetch_one(&mut db)
                .await
                .unwrap();
            if hits > 0 {
                places.push(format!("{table}.{column}"));
            }
        }
    }
    db.close().await.unwrap();
    places
}

/// The server copies by itself, at the start if there is no copy yet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_makes_backups_by_the_clock() {
    let folder = tempdir().unwrap();
    let store: AnyStore = open(&folder.path().join("db")).await;
    let texts = [("backup-every", "1h"), ("backup-keep", "2")];
    let config = server::testing::config(folder.path(), &texts);
    assert_eq!(config.keeping.backup_dir, folder.path().join("backups"));
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let task = backups::start(Arc::clone(&store), &config.keeping, stopping).unwrap();
    let whole = async {
        loop {
            let files = std::fs::read_dir(&config.keeping.backup_dir).into_iter().flatten();
            let done = |file: &std::fs::DirEntry| {
                file.path().extension().is_some_and(|end| end == "sqlite")
            };
            if files.flatten().any(|file| done(&file)) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), whole).await.unwrap();
    stop.send(true).unwrap();
    tokio::time::timeout(Duration::from_secs(30), task).await.unwrap().unwrap();
    assert_eq!(config.keeping.backup_dir.read_dir().unwrap().count(), 1, "one, and no half one");
    store.close().await;
}

/// A copy that cannot be made is told, and changes nothing for anybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_fails_is_counted_and_play_goes_on() {
    let folder = tempdir().unwrap();
    let store: AnyStore = open(&folder.path().join("db")).await;
    std::fs::write(folder.path().join("file"), "not a folder").unwrap();
    let dir = folder.path().join("file/backups").display().to_string();
    let texts = [("backup-every", "1h"), ("backup-dir", dir.as_str())];
    let config = server::testing::config(folder.path(), &texts);
    let metrics = server::metrics::Metrics::install();
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let task = backups::start(Arc::clone(&store), &config.keeping, stopping).unwrap();
    let counted = async {
        while !metrics.render().contains("trencavel_backup_failures_total 1") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), counted).await.unwrap();
    store.make_table(table("t1", &who("p1", "Anna"))).await.unwrap();
    stop.send(true).unwrap();
    tokio::time::timeout(Duration::from_secs(30), task).await.unwrap().unwrap();
    store.close().await;
}
