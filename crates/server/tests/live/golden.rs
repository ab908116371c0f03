//! Logs and databases that the first release wrote: they fold for ever to what that release said.
//!
//! `tests/golden/README.md` says how they were made. Values are compared, not the bytes of JSON.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use games::{Game, Record};
use protocol::log::{Entry, Logged};
use protocol::{Level, Sitter, Status};
use room::{Room, Rulebook};
use serde::{Deserialize, Serialize};
use store::sqlite::SqliteStore;
use store::{Locator, Query, Store};

/// A table and what it must fold to.
#[derive(Serialize, Deserialize)]
pub struct Golden {
    pub name: String,
    pub id: String,
    pub key: String,
    pub seed: String,
    pub now: u64,
    pub log: Vec<Logged>,
    pub expected: Expected,
}

/// What the release that wrote it said of a table.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub struct Expected {
    pub status: String,
    reason: Option<protocol::EndReason>,
    ranks: Vec<Vec<u8>>,
    points: Vec<u16>,
    seats: Vec<Seat>,
    owner: String,
    made: u64,
    left: Vec<i64>,
    running: Option<u8>,
    wake: Option<u64>,
    offer: Option<Offer>,
    rematch: Option<String>,
    commitment: String,
    values: Vec<String>,
    seed: Option<String>,
    to_act: Option<u8>,
    turn: u16,
    tiles_left: u16,
    changed: u64,
    newest: u64,
    people: Vec<String>,
    computer: Option<u8>,
    position: String,
    legal: Vec<String>,
    record: String,
    /// Shares, hashes and rounds; the first release had none.
    #[serde(default)]
    draws: Option<protocol::Draws>,
    /// The lines that were taken back; the first release had none.
    #[serde(default)]
    undone: Vec<u64>,
    /// What is played and the seats' colours, which can be changed since format 3.
    #[serde(default)]
    chosen: Option<protocol::TableConfig>,
    #[serde(default)]
    colours: Option<Vec<u8>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Seat {
    sitter: Who,
    out: bool,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Who {
    Nobody { nobody: String },
    Person { id: String, name: String, account: bool },
    Computer { computer: Level, instead_of: Option<String> },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Offer {
    kind: protocol::OfferKind,
    by: u8,
    yes: Vec<u8>,
}

/// A database and what is in it.
#[derive(Deserialize)]
struct Database {
    tables: Vec<Kept>,
    accounts: Vec<Account>,
    finished: Vec<String>,
}

#[derive(Deserialize)]
struct Kept {
    id: String,
    now: u64,
    expected: Expected,
}

#[derive(Deserialize)]
struct Account {
    id: String,
    name: String,
    sessions: usize,
}

pub fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn unpacked(name: &str) -> Vec<u8> {
    let file = std::fs::File::open(golden(name)).expect(name);
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).expect(name);
    bytes
}

fn goldens() -> Vec<Golden> {
    read_games("games.jsonl.gz")
}

/// The tables of a file.
pub fn read_games(name: &str) -> Vec<Golden> {
    let text = String::from_utf8(unpacked(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn seed(golden: &Golden) -> [u8; 32] {
    let mut seed = [0; 32];
    for (byte, digits) in seed.iter_mut().zip(golden.seed.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
    }
    seed
}

pub fn folded(book: &Rulebook, golden: &Golden) -> Room {
    Room::fold(book, &golden.id, &golden.key, seed(golden), &golden.log)
        .unwrap_or_else(|error| panic!("{}: {error}", golden.name))
}

/// What this release says of a table, in the words of the first one.
pub fn found(room: &Room, now: u64) -> Expected {
    let info = room.info(now, &[]);
    let row = room.row();
    let (status, reason, ranks, points) = match room.status() {
        Status::Open => ("open", None, vec![], vec![]),
        Status::Playing => ("playing", None, vec![], row.points.clone()),
        Status::Over { reason, ranks, points } => ("over", Some(reason), ranks, points),
    };
    assert_eq!(row.points, points, "the lobby's line has the same points");
    let seat = |seat: &protocol::SeatInfo| {
        let sitter = match seat.sitter.clone() {
            Sitter::Nobody { link, .. } => {
                Who::Nobody { nobody: if link { "link" } else { "anyone" }.into() }
            }
            Sitter::Person { id, name, account } => Who::Person { id, name, account },
            Sitter::Computer { level, instead_of, .. } => {
                Who::Computer { computer: level, instead_of }
            }
        };
        Seat { sitter, out: seat.out }
    };
    let (position, mut legal) = match room.game() {
        None => (String::new(), vec![]),
        Some((rules, game)) if room.is_over() => (game.position(rules), vec![]),
        Some((rules, game)) => (game.position(rules), games::view::legal_words(rules, game)),
    };
    legal.sort();
    let past = room.past(room.you("", "", None), now, &[]);
    let undone = past.log.iter().filter(|line| line.undone).map(|line| line.n).collect();
    Expected {
        draws: Some(info.draws.clone()),
        undone,
        colours: Some(room.colours()),
        chosen: Some(info.config),
        status: status.into(),
        reason,
        ranks,
        points,
        seats: info.seats.iter().map(seat).collect(),
        owner: info.owner,
        made: info.made,
        left: info.clocks.left,
        running: info.clocks.running,
        wake: room.wake(),
        offer: info.offer.map(|o| Offer { kind: o.kind, by: o.by, yes: o.yes }),
        rematch: info.rematch,
        commitment: info.draws.commitment,
        values: info.draws.values,
        seed: info.draws.seed,
        to_act: row.to_act,
        turn: row.turn,
        tiles_left: row.left,
        changed: row.changed,
        newest: room.newest(),
        people: room.people(),
        computer: room.computer().map(|(seat, _)| seat),
        position,
        legal,
        record: room.record(),
    }
}

/// Compares what is folded with what must come out.
pub fn compare(name: &str, room: &Room, now: u64, mut expected: Expected) {
    let mut found = found(room, now);
    let (old, new) = (std::mem::take(&mut expected.record), std::mem::take(&mut found.record));
    same_record(name, &old, &new);
    if let Some((rules, _)) = room.game() {
        // The form of a position may change; what it says may not.
        let read = games::AnyGame::read_position(rules, &expected.position).expect(name);
        expected.position = read.position(rules);
    }
    expected.legal.sort();
    if expected.draws.is_none() {
        found.draws = None;
    }
    if expected.chosen.is_none() {
        (found.chosen, found.colours) = (None, None);
    }
    assert_eq!(found, expected, "{name}");
}

/// The old record is still read, and what is printed today says the same and perhaps more.
fn same_record(name: &str, old: &str, new: &str) {
    let read = |text: &str| Record::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (old, new) = (read(old), read(new));
    let words = |record: &Record| -> Vec<(Option<u32>, String, Option<u32>)> {
        let words = record.words().iter();
        words.map(|word| (word.number(), word.text().to_string(), word.clock())).collect()
    };
    assert_eq!(words(&old), words(&new), "{name}");
    assert_eq!((old.outcome(), old.names()), (new.outcome(), new.names()), "{name}");
    for (tag, text) in old.tags() {
        assert_eq!(new.tag(tag), Some(text.as_str()), "{name}: the tag {tag}");
    }
    let played = old.replay(|_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
    let again = new.replay(|_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(played.game.scores(), again.game.scores(), "{name}");
    for (record, age) in [(&old, "old"), (&new, "new")] {
        if record.tag(fair::tag::SEED).is_some() {
            let before = record.tag(fair::tag::DRAWS_AFTER).map_or(0, |text| text.parse().unwrap());
            // Version 1 does not say it.
            let given = record.tag(fair::tag::SEAT_ORDER).is_none();
            let order = given.then_some(fair::Order::Given);
            let known = fair::Known { before, order, ..fair::Known::default() };
            fair::verify(record, known).unwrap_or_else(|error| panic!("{name}, {age}: {error}"));
        }
    }
}

#[test]
fn old_logs_fold_to_what_they_were() {
    let book = Rulebook::default();
    let all = goldens();
    assert_eq!(all.len(), 413, "golden logs are never made again, and none is taken away");
    for golden in all {
        let room = folded(&book, &golden);
        compare(&golden.name, &room, golden.now, golden.expected);
    }
}

/// Games on which CULT-10 of revision 1 decides: by the rule of today they would be others.
#[test]
fn old_games_keep_the_rule_that_was_mended() {
    let book = Rulebook::default();
    let challenge = ("OPT-CULT-CHALLENGE".to_string(), "occupied".to_string());
    let mut others = 0;
    for mut golden in goldens().into_iter().filter(|golden| golden.name.starts_with("cult-ten")) {
        assert_eq!(golden.expected.reason, Some(protocol::EndReason::Played));
        let Entry::Made { config, .. } = &mut golden.log[0].entry else { panic!("a log") };
        config.plan.options.push(challenge.clone());
        let seed = seed(&golden);
        let today = Room::fold(&book, &golden.id, &golden.key, seed, &golden.log);
        others += usize::from(match today {
            Err(_) => true,
            Ok(room) => room.row().points != golden.expected.points,
        });
    }
    assert!(others >= 12, "{others} games would end otherwise");
}

/// The logs cover what they should: nobody takes the awkward ones away.
#[test]
fn old_logs_are_of_every_kind() {
    let (mut kinds, mut options, mut expansions) = (BTreeMap::new(), vec![], vec![]);
    for golden in goldens() {
        for logged in &golden.log {
            let entry = serde_json::to_value(&logged.entry).unwrap();
            *kinds.entry(entry["t"].as_str().unwrap().to_string()).or_insert(0) += 1;
        }
        let room = folded(&Rulebook::default(), &golden);
        let plan = &room.config().plan;
        options.extend(plan.options.iter().map(|(key, value)| format!("{key}={value}")));
        expansions.extend(plan.expansions.clone());
    }
    assert_eq!(kinds.len(), 16, "{kinds:?}");
    for info in games::registry::expansions() {
        assert!(expansions.iter().any(|name| name == info.name), "{}", info.name);
    }
    for key in ["OPT-FIELDSCORE=ed1", "OPT-COUNT-MOVE=follow-meeple", "OPT-CITY-BEYOND=rows"] {
        assert!(options.iter().any(|option| option == key), "{key}");
    }
}

/// Puts the files of a golden database into a folder of its own.
fn restored(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trencavel.sqlite");
    std::fs::write(&file, unpacked(&format!("{name}.sqlite.gz"))).unwrap();
    let wal = format!("{name}.sqlite-wal.gz");
    if golden(&wal).exists() {
        std::fs::write(folder.path().join("trencavel.sqlite-wal"), unpacked(&wal)).unwrap();
    }
    (folder, file)
}

/// Databases of the first release: stopped in good order, with people who came and went, killed.
#[tokio::test]
async fn old_databases_open_and_fold() {
    let all: BTreeMap<String, Database> =
        serde_json::from_slice(&unpacked("databases.json.gz")).unwrap();
    assert_eq!(all.len(), 3);
    let book = Rulebook::default();
    for (name, database) in all {
        let (_folder, file) = restored(&name);
        let store = SqliteStore::open(&file).await.unwrap();
        let rows = store.rows(Query { limit: 100, ..Query::default() }).await.unwrap();
        assert_eq!(rows.len(), database.tables.len(), "{name}");
        for kept in database.tables {
            let stored = store.load(&kept.id).await.unwrap().expect("a table that is kept");
            let room = Room::fold(&book, &kept.id, &stored.key, stored.seed, &stored.entries);
            let room = room.unwrap_or_else(|error| panic!("{name}, {}: {error}", kept.id));
            let (_, row) = rows.iter().find(|(id, _)| *id == kept.id).expect("a row");
            let row: protocol::TableRow = serde_json::from_str(row).unwrap();
            assert_eq!(row.status, room.status(), "{name}: the row and the fold");
            compare(&format!("{name}, {}", kept.id), &room, kept.now, kept.expected);
        }
        for account in database.accounts {
            let person = store.person(&account.id).await.unwrap().expect("a person");
            assert_eq!(person.name, account.name, "{name}");
            let sessions = store.sessions(&account.id).await.unwrap();
            assert_eq!(sessions.len(), account.sessions, "{name}: {}", account.name);
        }
        let finished = store.finished(None, None, 100).await.unwrap();
        let finished: Vec<String> = finished.into_iter().map(|(id, _)| id).collect();
        assert_eq!(finished, database.finished, "{name}");
        store.close().await;
    }
}

/// `trencavel check` of the old files as they are: nothing is found, and nothing is changed.
#[tokio::test]
async fn old_databases_are_checked_as_they_are() {
    for name in ["stopped", "people", "killed"] {
        let (_folder, file) = restored(name);
        let before = std::fs::read(&file).unwrap();
        let report =
            server::check::check(&Locator::File(file.clone()), false, |_, _| {}).await.unwrap();
        assert_eq!(report.findings, [], "{name}");
        assert!(report.tables >= 12 && report.entries > 300, "{name}: {report:?}");
        assert_eq!(std::fs::read(&file).unwrap(), before, "{name} is only read");
    }
}

/// Every kind of damage is named with its table, and the other tables are looked at.
#[tokio::test]
async fn damage_is_named() {
    let (_folder, file) = restored("stopped");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let ids: Vec<String> =
        sqlx::query_scalar("SELECT id FROM tables WHERE last > 10 ORDER BY id LIMIT 6")
            .fetch_all(&pool)
            .await
            .unwrap();
    let damages = [
        "UPDATE entries SET entry = '{\"t\":\"made\",\"format\":99}' WHERE n = 1 AND table_id = ?",
        "UPDATE entries SET entry = '{' WHERE n = 4 AND table_id = ?",
        "DELETE FROM entries WHERE n = 6 AND table_id = ?",
        "UPDATE entries SET entry = '{\"t\":\"resigned\",\"seat\":9}' WHERE n = 7 AND table_id = ?",
        "UPDATE tables SET status = 'open' WHERE id = ?",
        "UPDATE tables SET row = '{}' WHERE id = ?",
    ];
    let named = [
        "a log of format 99, this program knows",
        "entry 4 cannot be read",
        "entry 6 is missing",
        "there is no seat 9",
        "and open in the index",
        "its line of the lobby cannot be read",
    ];
    for (sql, id) in damages.into_iter().zip(&ids) {
        assert_eq!(sqlx::query(sql).bind(id).execute(&pool).await.unwrap().rows_affected(), 1);
    }
    pool.close().await;
    let mut seen = 0;
    let place = Locator::File(file.clone());
    let report = server::check::check(&place, false, |done, all| {
        assert!(done <= all);
        seen = done;
    });
    let report = report.await.unwrap();
    assert_eq!((report.tables, seen), (12, 12), "the others are looked at");
    let found: Vec<(&str, bool)> = report
        .findings
        .iter()
        .zip(&named)
        .map(|(finding, why)| (finding.table.as_str(), finding.why.contains(why)))
        .collect();
    let right: Vec<(&str, bool)> = ids.iter().map(|id| (id.as_str(), true)).collect();
    assert_eq!(found, right, "{:#?}", report.findings);
    assert_eq!(report.findings[3].entry, Some(7));
}

/// While a server owns the file one must say so.
#[tokio::test]
async fn a_running_server_is_left_in_peace() {
    let (_folder, file) = restored("people");
    let store = SqliteStore::open(&file).await.unwrap();
    let refused = server::check::check(&Locator::File(file.clone()), false, |_, _| {}).await;
    assert!(matches!(refused, Err(store::StoreError::Locked(_))), "{refused:?}");
    let report = server::check::check(&Locator::File(file.clone()), true, |_, _| {}).await.unwrap();
    assert_eq!(report.findings, []);
    store.ping().await.unwrap();
    store.close().await;
}
