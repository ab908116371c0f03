//! Help, exit codes, options, random games, perft.

mod common;

use common::{complaint, data, golden, printed, scratch, trencavel, with_input};
use serde_json::Value;

fn code(arguments: &[&str]) -> i32 {
    trencavel(arguments).status.code().expect("an exit code")
}

#[test]
fn golden_help() {
    golden("help.txt", &printed(&trencavel(&["--help"])));
    for command in ["options", "replay", "draw", "random", "perft", "bench", "tiles", "play"] {
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
}

#[test]
fn standard_input_is_a_file_too() {
    let record = std::fs::read_to_string(data("short.tcr")).unwrap();
    let from_file = printed(&trencavel(&["replay", &data("short.tcr")]));
    assert_eq!(printed(&with_input(&["replay", "-"], &record)), from_file);
}
