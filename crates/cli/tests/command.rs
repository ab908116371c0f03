//! Help, exit codes, options, random games, perft.

use crate::common::{complaint, data, golden, printed, scratch, trencavel, with_input};
use protocol::log::Logged;
use serde_json::Value;
use store::sqlite::SqliteStore;
use store::{Index, Person, Store};

fn code(arguments: &[&str]) -> i32 {
    trencavel(arguments).status.code().expect("an exit code")
}

#[test]
fn golden_help() {
    golden("help.txt", &printed(&trencavel(&["--help"])));
    for command in [
        "options", "replay", "draw", "random", "perft", "bench", "tiles", "play", "restore",
        "check",
    ] {
        let help = printed(&trencavel(&[command, "--help"]));
        golden(&format!("help-{command}.txt"), &help);
    }
}

#[test]
fn golden_options() {
    golden("options.txt", &printed(&trencavel(&["options"])));
    let all: Value = serde_json::from_str(&printed(&trencavel(&["options", "--json"]))).unwrap();
    assert_eq!(all["families"].as_array().unwrap().len(), 2);
    assert_eq!(all["expansions"].as_array().unwrap().len(), 6);
    assert!(all["options"].as_array().unwrap().iter().any(|o| o["key"] == "OPT-FARMERS"));
}

/// The project's own files are fine; a wrong one is refused with file, tile and reason.
#[test]
fn tile_files_are_checked() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let told = printed(&trencavel(&["tiles", &format!("{crates}/country/src/tiles.toml")]));
    assert!(told.contains("fine, for country: 72 tiles, 32 kinds, 62 roads, 49 cities"), "{told}");
    let own = format!("{crates}/city/src/tiles/city-own.toml");
    let told: Value =
        serde_json::from_str(&printed(&trencavel(&["tiles", "--json", &own]))).unwrap();
    assert_eq!(told["counts"]["tiles"], 75);
    assert_eq!(told["counts"]["public buildings"], 32);
    let wrong = scratch("wrong-tiles").join("wrong.toml");
    std::fs::write(&wrong, "[[tile]]\nid = \"own/A\"\ncount = 1\nedges = \"FFXF\"\n").unwrap();
    let answer = trencavel(&["tiles", wrong.to_str().unwrap()]);
    assert_eq!(answer.status.code(), Some(2));
    let told = complaint(&answer);
    assert!(told.contains("wrong.toml, tile own/A: \"edges\" must be four letters"), "{told}");
}

#[test]
fn exit_codes_tell_whose_fault_it_is() {
    assert_eq!(code(&["replay", &data("short.tcr")]), 0);
    assert_eq!(code(&["replay", &data("broken.tcr")]), 2);
    assert_eq!(code(&["replay", &data("illegal.tcr")]), 3);
    assert_eq!(code(&["replay", "no-such-file"]), 2);
    assert_eq!(code(&["no-such-command"]), 2);
    assert_eq!(code(&["random", "--players", "7"]), 2);
    assert_eq!(code(&["random", "--family", "city", "--expansions", "inns"]), 2);
    assert_eq!(code(&["random", "--option", "OPT-FARMERS"]), 2);
    assert_eq!(code(&["random", "--option", "OPT-FARMERS=maybe"]), 2);
    assert_eq!(code(&["play", "--human", "3"]), 2);
}

#[test]
fn errors_say_where_and_what_to_do_next() {
    let said = complaint(&trencavel(&["replay", &data("illegal.tcr")]));
    assert!(said.contains("line 5, column 11") && said.contains("BASE-18"), "{said}");
    assert!(said.contains("hint:"), "{said}");
    let said = complaint(&trencavel(&["random", "--expansions", "rivr"]));
    assert!(said.contains("rivr") && said.contains("trencavel options"), "{said}");
}

/// Both formats tell line, column and what was expected, wherever the text begins.
#[test]
fn broken_text_is_refused_with_line_and_column() {
    let said = |text: &str| {
        let output = with_input(&["replay", "-"], text);
        assert_eq!(output.status.code(), Some(2), "{text}");
        complaint(&output)
    };
    let record = |tags: &str| said(&format!("[Trencavel \"1\"]\n[Seats \"2\"]\n{tags}"));
    for (told, wanted) in [
        (record("base/ZZ"), "line 3, column 1: expected a tile of this game or a move"),
        (record("[Expansions \"inn\"]"), "line 3, column 14: expected a set-up that can be played"),
        (record("base/E 0,-1 r2 follower@city:N"), "line 3, column 25: expected one of city:S"),
        (said("country seats=2 | base/E@0,0r0"), "line 1, column 19: expected the start tiles"),
        (said("\n\n  country seats=2 | x"), "line 3, column 21: expected a tile as"),
    ] {
        assert!(told.contains(wanted), "{told}");
    }
    let file = scratch("binary").join("binary.tcr");
    std::fs::write(&file, b"[Trencavel \"1\"]\n\xc3\xbc\xff").unwrap();
    let told = complaint(&trencavel(&["replay", file.to_str().unwrap()]));
    assert!(told.contains("line 2, column 2: expected UTF-8 text"), "{told}");
}

/// Whoever names a place that cannot be written is told so; it is no error of the program.
#[test]
fn unwritable_places_are_bad_input() {
    let file = scratch("unwritable").join("file");
    std::fs::write(&file, "").unwrap();
    let (dir, picture) = (file.to_str().unwrap(), file.join("board.png"));
    assert_eq!(code(&["random", "--games", "1", "--record", dir]), 2);
    assert_eq!(code(&["draw", &data("short.tcr"), "-o", picture.to_str().unwrap()]), 2);
}

/// A file that names no expansions is read with those that are typed; others must agree.
#[test]
fn every_command_takes_expansions() {
    let dir = scratch("expansions");
    let name = |file: &str| dir.join(file).to_string_lossy().into_owned();
    let dir = dir.to_str().unwrap();
    printed(&trencavel(&["random", "--games", "1", "--expansions", "inns,abbot", "--record", dir]));
    let named = name("game-1.tcr");
    let text = std::fs::read_to_string(&named).unwrap();
    let (bare, picture) = (name("bare.tcr"), name("board.svg"));
    std::fs::write(&bare, text.replace("[Expansions \"inns abbot\"]\n", "")).unwrap();
    assert_eq!(code(&["replay", &bare]), 2);
    for file in [&bare, &named] {
        for command in [
            vec!["replay", file],
            vec!["draw", file, "-o", &picture],
            vec!["perft", file, "--depth", "1"],
            vec!["play", "--human", "0", "--from", file],
        ] {
            let with = |names| [command.clone(), vec!["--expansions", names]].concat();
            printed(&trencavel(&with("abbot,inns")));
            let told = complaint(&trencavel(&with("river")));
            assert!(*file == bare || told.contains("played with inns, abbot, not"), "{told}");
        }
    }
    let bench = ["bench", "--seconds", "0.01", "--json", "--expansions", "all", "--players", "6"];
    let json: Value = serde_json::from_str(&printed(&trencavel(&bench))).unwrap();
    assert_eq!(json["rows"].as_array().unwrap().len(), 1);
    assert_eq!(code(&["bench", "--expansions", "rivr"]), 2);
}

#[test]
fn random_games_depend_on_the_seed_only() {
    let run = |seed: &str| {
        let arguments = ["random", "--games", "20", "--seed", seed, "--players", "3", "--json"];
        printed(&trencavel(&arguments))
    };
    assert_eq!(run("7"), run("7"));
    assert_ne!(run("7"), run("8"));
    let sums: Value = serde_json::from_str(&run("7")).unwrap();
    assert_eq!(sums["mean_points"].as_array().unwrap().len(), 3);
    let laid = sums["mean_tiles_laid"].as_f64().unwrap();
    assert!(laid > 70.0 && laid <= 71.0, "{laid}");
}

/// Records change nothing about the games, and replay to the same points.
#[test]
fn random_games_can_be_recorded() {
    for setup in [vec!["--expansions", "all"], vec!["--family", "city"]] {
        let dir = scratch(&format!("recorded-{}", setup[0]));
        let name = dir.to_string_lossy().into_owned();
        let plain = [vec!["random", "--games", "3", "--json"], setup.clone()].concat();
        let with = [plain.clone(), vec!["--record", &name]].concat();
        assert_eq!(printed(&trencavel(&plain)), printed(&trencavel(&with)));
        for number in 1..=3 {
            let file = dir.join(format!("game-{number}.tcr")).to_string_lossy().into_owned();
            let json: Value =
                serde_json::from_str(&printed(&trencavel(&["replay", "--json", &file]))).unwrap();
            assert_eq!(json["over"], true);
        }
    }
}

/// Counted from the tile file without the engine: 32 kinds to draw, 159 ways to lay them beside
/// the start tile, and on these 717 ways to put a follower or none.
#[test]
fn perft_of_the_start() {
    let nodes = |arguments: &[&str]| {
        let json: Value = serde_json::from_str(&printed(&trencavel(arguments))).unwrap();
        json["nodes"].as_u64().unwrap()
    };
    for (depth, wanted) in [("0", 1), ("1", 32), ("2", 159), ("3", 717)] {
        assert_eq!(nodes(&["perft", "--depth", depth, "--json"]), wanted);
    }
    let text = printed(&trencavel(&["perft", "--depth", "3", "--divide"]));
    assert_eq!(text.lines().count(), 32 + 1);
    assert!(text.ends_with("depth 3: 717 nodes\n"));
    let json = printed(&trencavel(&["replay", "--json", &data("short.tcr")]));
    let json: Value = serde_json::from_str(&json).unwrap();
    let position = json["position"].as_str().unwrap();
    let legal = json["legal"].as_array().unwrap().len() as u64;
    assert_eq!(nodes(&["perft", position, "--depth", "1", "--json"]), legal);
    assert_eq!(nodes(&["perft", &data("short.tcr"), "--depth", "1", "--json"]), legal);
}

#[test]
fn bench_measures_every_set_up() {
    let text = printed(&trencavel(&["bench", "--seconds", "0.01", "--json"]));
    let json: Value = serde_json::from_str(&text).unwrap();
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 9);
    assert!(rows.iter().all(|r| r["turn"]["best"].as_f64().unwrap() > 0.0));
    // What is called the middle of a game is the middle: base, everything, The City.
    for (row, stock) in [(0, 71.0), (4, 130.0), (6, 75.0)] {
        let at = rows[row]["measured_at"]["tiles_laid"].as_f64().unwrap();
        assert!((0.4..=0.6).contains(&(at / stock)), "row {row}: {at} of {stock}");
        assert!(rows[row]["measured_at"]["placements"].as_f64().unwrap() > 5.0);
    }
    // A set-up that the earlier run did not measure has no ratio.
    let before = std::env::temp_dir().join(format!("bench-{}.json", std::process::id()));
    std::fs::write(&before, text.replace("base, 5 players", "another")).unwrap();
    let file = before.to_str().unwrap();
    let ratios = printed(&trencavel(&["bench", "--seconds", "0.01", "--against", file]));
    let row = |name: &str| ratios.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(row("base, 5 players").contains('–'));
    let compared = row("city, 2 players");
    let moves = compared.split_whitespace().next_back().unwrap();
    assert!(moves.parse::<f64>().unwrap() > 0.0, "{compared}");
    std::fs::remove_file(&before).unwrap();
}

#[test]
fn standard_input_is_a_file_too() {
    let record = std::fs::read_to_string(data("short.tcr")).unwrap();
    let from_file = printed(&trencavel(&["replay", &data("short.tcr")]));
    assert_eq!(printed(&with_input(&["replay", "-"], &record)), from_file);
}

#[test]
fn an_empty_tile_file_is_told_so() {
    let file = scratch("empty-tiles").join("empty.toml");
    std::fs::write(&file, "\n").unwrap();
    let file = file.to_string_lossy().into_owned();
    let output = trencavel(&["random", "--family", "city", "--tiles", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("empty.toml is empty"));
}

/// A server's database with somebody in it, and the server that has it open.
fn served(name: &str) -> (std::path::PathBuf, tokio::runtime::Runtime, SqliteStore) {
    let data = scratch(name);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let store = runtime.block_on(async {
        let store = SqliteStore::open(&data.join("trencavel.sqlite")).await.expect("a store");
        let (id, name) = ("p1".to_owned(), "Anna".to_owned());
        let anna = Person {
            id,
            name,
            password: Some("hash".into()),
            made: 5,
            banned: false,
            role: None,
            owner: None,
        };
        store.add_person(anna).await.expect("a person");
        store
    });
    (data, runtime, store)
}

/// A backup is made beside a server and brought back without one; nothing is overwritten.
#[test]
fn backups_are_brought_back_by_the_program() {
    let (data, runtime, store) = served("restore");
    let (dir, backup) = (data.to_str().unwrap(), data.join("backup"));
    let backup = backup.to_str().unwrap();
    let told = printed(&trencavel(&["backup", "--data", dir, backup]));
    assert!(told.contains("trencavel restore"), "{told}");
    let beside = trencavel(&["restore", "--data", dir, backup]);
    assert_eq!(beside.status.code(), Some(2));
    let told = complaint(&beside);
    assert!(told.contains("Stop the server first. Nothing was changed."), "{told}");
    runtime.block_on(store.ban("p1", true)).unwrap();
    runtime.block_on(store.close());
    let told = printed(&trencavel(&["admin", "--data", dir, "users"]));
    assert!(told.contains("shut out") && told.contains("1 account"), "{told}");
    let none = trencavel(&["restore", "--data", dir, "no-such-file"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(complaint(&none).contains("there is no file no-such-file"));
    let told = printed(&trencavel(&["restore", "--data", dir, backup]));
    assert!(told.contains("kept as") && told.contains(".replaced-"), "{told}");
    let told = printed(&trencavel(&["admin", "--data", dir, "users"]));
    assert!(told.contains("Anna") && !told.contains("shut out"), "{told}");
}

/// A rated game of Anna against a computer, with the entry that ends it.
async fn rated_game(store: &SqliteStore, id: &str, rank: u8) {
    use protocol::log::{Entry, Logged, Who};
    let by = Who { id: "p1".to_owned(), name: "Anna".to_owned(), account: true };
    let config = room::presets().remove(0).config;
    let entry = Entry::Made {
        format: 2,
        revision: 2,
        config,
        by,
        commitment: String::new(),
        fair: 2,
        paired: false,
        local: false,
    };
    let seat = |person: Option<&str>, level: Option<&str>, rank| room::FinishedSeat {
        person: person.map(str::to_owned),
        computer: level.map(|name| name.parse().expect("a level")),
        rank,
        points: 50,
        used: 0,
        conduct: None,
    };
    let finish = room::Finish {
        at: 1000,
        ladder: Some(protocol::Ladder::Duel),
        rated: true,
        pool: None,
        reason: protocol::EndReason::Played,
        public: true,
        apart: false,
        family: "country".to_owned(),
        expansions: Vec::new(),
        turns: 71,
        tiles: Vec::new(),
        seats: vec![seat(Some("p1"), None, rank), seat(None, Some("level-3"), 3 - rank)],
    };
    let (status, result) = ("over".to_owned(), Some(Box::new(finish)));
    let index = Index { status, result, people: vec!["p1".to_owned()], ..Index::default() };
    let entries = vec![Logged { n: 1, at: 1000, entry }];
    let (key, seed) = (String::new(), [7; 32]);
    let new = store::NewTable { id: id.to_owned(), key, seed, entries, index };
    store.make_table(new).await.expect("a table");
}

/// Ratings are compared with the results beside a server, and put right when a game is taken out.
#[test]
fn ratings_are_checked_and_made_anew_by_the_program() {
    let (data, runtime, store) = served("rate");
    let dir = data.to_str().unwrap();
    runtime.block_on(async {
        rated_game(&store, "first", 1).await;
        rated_game(&store, "second", 2).await;
    });
    let rate = |more: &[&str]| {
        let mut words = vec!["admin", "--data", dir, "rate"];
        words.extend(more);
        trencavel(&words)
    };
    let told = printed(&rate(&["--check"]));
    assert!(told.contains("2 rated games, 1 ratings.") && told.contains("as it should"), "{told}");
    let told = printed(&rate(&["--rebuild"]));
    assert!(told.contains("Nothing was to be changed."), "{told}");
    let none = rate(&["--void", "nowhere", "--reason", "a cheat"]);
    assert_eq!(none.status.code(), Some(2), "{}", complaint(&none));
    let told = printed(&rate(&["--void", "first", "--reason", "a cheat"]));
    assert!(told.contains("counts no more"), "{told}");
    let wrong = rate(&["--check"]);
    assert_eq!(wrong.status.code(), Some(2));
    let told = complaint(&wrong);
    assert!(told.contains("1 ratings and 2 seats") && told.contains("--rebuild"), "{told}");
    let told = printed(&rate(&["--rebuild"]));
    assert!(told.contains("1 rated games") && told.contains("were put right"), "{told}");
    let told = printed(&rate(&["--check"]));
    assert!(told.contains("as it should"), "{told}");
    runtime.block_on(store.close());
}

/// A write that the system refuses for another reason than a full disk is not called that.
#[test]
fn a_failing_disk_is_named_for_what_it_is() {
    let (data, runtime, store) = served("failing-disk");
    let to = data.join("copy");
    let run = format!(
        "trap '' XFSZ; ulimit -f 16; exec {} backup --data {} {}",
        env!("CARGO_BIN_EXE_trencavel"),
        data.display(),
        to.display()
    );
    let output = std::process::Command::new("sh").args(["-c", &run]).output().unwrap();
    runtime.block_on(store.close());
    let told = complaint(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("the disk failed to write") && !told.contains("no space"), "{told}");
    assert!(!to.exists() && !data.join("copy.partial").exists());
}

/// Databases of the first release, one of them as a crash left it, are read as a whole before they
/// are brought back; one with a log that cannot be read is refused, unless that is wanted.
#[test]
fn backups_of_the_first_release_are_brought_back_and_broken_ones_refused() {
    let (data, files) = (scratch("restore-golden"), scratch("restore-golden-files"));
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/golden");
    let unpacked = |name: &str| {
        let packed = std::fs::File::open(golden.join(format!("{name}.gz"))).expect("a golden file");
        let to = files.join(name);
        let mut file = std::fs::File::create(&to).expect("a file");
        std::io::copy(&mut flate2::read::GzDecoder::new(packed), &mut file).expect("a copy");
        to.to_str().expect("a name").to_owned()
    };
    let dir = data.to_str().expect("a name");
    unpacked("killed.sqlite-wal");
    for name in ["stopped.sqlite", "people.sqlite", "killed.sqlite"] {
        let told = printed(&trencavel(&["restore", "--data", dir, &unpacked(name)]));
        assert!(told.contains("tables, all of them checked"), "{name}: {told}");
        assert!(!told.contains("database now: 0 tables"), "{name}: {told}");
    }
    let broken = unpacked("people.sqlite");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("one");
    runtime.block_on(async {
        let store = SqliteStore::open(std::path::Path::new(&broken)).await.expect("a store");
        let id = store.tables_after("", 1).await.expect("a list").remove(0);
        let log = store.load(&id).await.expect("a log").expect("a table").entries;
        // It is made a second time: no game can be that.
        let twice = Logged { n: log.len() as u64 + 1, ..log[0].clone() };
        store.append(&id, vec![twice], Index::default()).await.expect("an entry");
        store.close().await;
    });
    let refused = trencavel(&["restore", "--data", dir, &broken]);
    assert_eq!(refused.status.code(), Some(2));
    let told = complaint(&refused);
    assert!(told.contains("cannot be read") && told.contains("--anyway"), "{told}");
    let replaced = || {
        let files = std::fs::read_dir(&data).expect("a folder").flatten();
        let kept = |name: &str| name.contains(".replaced-") && !name.ends_with("-wal");
        files.filter(|file| kept(&file.file_name().to_string_lossy())).count()
    };
    let told = printed(&trencavel(&["restore", "--anyway", "--data", dir, &broken]));
    assert!(told.contains("of them cannot be read"), "{told}");
    assert_eq!(replaced(), 3, "of four databases one is in place, the others are kept");
}

/// A switch may stand alone, or say which way.
#[test]
fn switches_of_the_server_may_stand_alone() {
    let dir = scratch("switches");
    let listed = |more: &[&str]| {
        let all = [&["serve", "--check-config", "--data", dir.to_str().expect("a name")], more];
        printed(&trencavel(&all.concat()))
    };
    let checked = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("check-database")).expect("a line");
        line.ends_with("true")
    };
    assert!(!checked(&listed(&[])));
    assert!(checked(&listed(&["--check-database"])));
    assert!(checked(&listed(&["--check-database", "--backup-every", "6h"])));
    assert!(!checked(&listed(&["--check-database", "false"])));
}

/// `trencavel check`: 0 if all folds, 1 with the table and the reason if not, 2 without a database.
#[test]
fn check_names_what_does_not_fold() {
    let folder = scratch("check");
    let data = folder.to_str().unwrap();
    let answer = trencavel(&["check", "--data", data]);
    assert_eq!(answer.status.code(), Some(2));
    assert!(complaint(&answer).contains("there is no database"), "{}", complaint(&answer));

    let runtime = tokio::runtime::Runtime::new().unwrap();
    let file = folder.join("trencavel.sqlite");
    let open = || runtime.block_on(SqliteStore::open(&file)).unwrap();
    let store = open();
    let answer = trencavel(&["check", "--data", data]);
    assert_eq!(answer.status.code(), Some(2), "a server runs");
    assert!(complaint(&answer).contains("--live"), "{}", complaint(&answer));
    assert_eq!(code(&["check", "--live", "--data", data]), 0);
    runtime.block_on(store.close());
    assert_eq!(printed(&trencavel(&["check", "--data", data])), "0 tables, 0 entries: all fold.\n");

    let store = open();
    let made = serde_json::json!({ "n": 1, "at": 1, "entry": {
        "t": "made",
        "config": { "plan": { "family": "country" }, "seats": [{ "kind": "me" }] },
        "by": { "id": "ada", "name": "Ada" },
        "commitment": "00",
    } });
    let table = store::NewTable {
        id: "brokentable".into(),
        key: "key".into(),
        seed: [7; 32],
        entries: vec![serde_json::from_value(made).unwrap()],
        index: store::Index::default(),
    };
    runtime.block_on(store.make_table(table)).unwrap();
    runtime.block_on(store.close());
    let answer = trencavel(&["check", "--data", data]);
    assert_eq!(answer.status.code(), Some(1));
    let told = String::from_utf8(answer.stdout.clone()).unwrap();
    assert!(told.starts_with("table brokentable: entry 1: the seed is not"), "{told}");
    assert!(
        complaint(&answer).contains("1 of 1 table is not as it should be"),
        "{}",
        complaint(&answer)
    );
}
