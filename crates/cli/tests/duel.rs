//! Duels of computer players: repeatable, resumable, and told in numbers.

use std::path::Path;

use serde_json::Value;

use crate::common::{complaint, printed, scratch, trencavel};

/// A duel with its directory.
fn duel(dir: &Path, more: &[&str]) -> Value {
    let dir = dir.to_str().unwrap();
    let arguments = ["duel", "strong:nodes=2", "greedy", "--seed", "5", "--json", "--out", dir];
    serde_json::from_str(&printed(&trencavel(&[&arguments, more].concat()))).unwrap()
}

/// The records of a duel in the order of its games.
fn records(dir: &Path, games: usize) -> Vec<String> {
    let read = |n: usize| std::fs::read_to_string(dir.join(format!("game-{n:05}.tcr")));
    (1..=games).map(|n| read(n).unwrap()).collect()
}

/// The result without what differs from run to run.
fn timeless(mut result: Value) -> Value {
    for player in result["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().retain(|key, _| !key.ends_with("_ms"));
    }
    result
}

#[test]
fn threads_and_interruptions_change_no_result() {
    let [whole, parts] = ["duel-whole", "duel-parts"].map(scratch);
    let at_once = duel(&whole, &["--games", "6", "--threads", "3"]);
    assert_eq!(at_once["games"], 6);
    duel(&parts, &["--games", "2"]);
    // The program was killed while it wrote the next line.
    let lines = parts.join("games.jsonl");
    let text = std::fs::read_to_string(&lines).unwrap();
    std::fs::write(&lines, text.clone() + "{\"game\":2,\"se").unwrap();
    let resumed = duel(&parts, &["--games", "6"]);
    assert_eq!(timeless(resumed), timeless(at_once));
    assert_eq!(records(&parts, 6), records(&whole, 6));
    let after = std::fs::read_to_string(&lines).unwrap();
    assert!(after.starts_with(&text), "what was played is not played again");
    assert_eq!(after.lines().count(), 6);
    let games = records(&whole, 2);
    assert!(games[0].contains("[Seat1 \"strong:nodes=2\"]"), "{}", games[0]);
    assert!(games[1].contains("[Seat2 \"strong:nodes=2\"]"), "{}", games[1]);
    let replayed = whole.join("game-00001.tcr");
    printed(&trencavel(&["replay", "--quiet", replayed.to_str().unwrap()]));
}

#[test]
fn another_duel_is_not_mixed_in() {
    let dir = scratch("duel-other");
    duel(&dir, &["--games", "2"]);
    let other = ["duel", "random", "greedy", "--seed", "5", "--out", dir.to_str().unwrap()];
    let output = trencavel(&other);
    assert_eq!(output.status.code(), Some(2));
    let told = complaint(&output);
    assert!(told.contains("a is \"strong:nodes=2\", not \"random\""), "{told}");
}

#[test]
fn a_plain_result_stops_the_test_early() {
    let arguments = ["duel", "greedy", "random", "--games", "400", "--test", "50,75", "--json"];
    let result: Value = serde_json::from_str(&printed(&trencavel(&arguments))).unwrap();
    assert_eq!(result["test"]["verdict"], "high");
    assert!(result["games"].as_u64().unwrap() < 100, "{result}");
    assert!(result["margin"].as_f64().unwrap() > 40.0, "{result}");
    assert!(result["elo_between"][0].as_f64().unwrap() > 100.0, "{result}");
}

#[test]
fn every_family_and_number_of_seats_has_a_table() {
    for setup in
        [&["--players", "3", "--expansions", "all"][..], &["--family", "city", "--players", "4"]]
    {
        let arguments = [&["duel", "greedy", "random", "--games", "4"], setup].concat();
        let text = printed(&trencavel(&arguments));
        assert!(text.contains("greedy wins") && text.contains("for an equal one"), "{text}");
        assert!(!text.contains("Elo"), "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_duel_is_told() {
    let wrong = |arguments: &[&str]| {
        let output = trencavel(&[&["duel"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        complaint(&output)
    };
    assert!(wrong(&["godlike", "greedy"]).contains("expected one of level:1 to level:5, random"));
    assert!(wrong(&["uct:depth=3", "greedy"]).contains("it has sims, curiosity, follower"));
    assert!(wrong(&["greedy", "random", "--test", "60,50"]).contains("the lower first"));
    assert!(wrong(&["greedy", "random", "--players", "9"]).contains('9'));
}
