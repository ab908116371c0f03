//! Games in the terminal, by scripts.

use crate::common::{golden, printed, scratch, trencavel, with_input};

const FIRST: &str = "1\n";

/// Whoever always takes the first choice comes to the end of every kind of game.
#[test]
fn whole_games_by_first_choices() {
    let setups: [&[&str]; 6] = [
        &["--human", "1,2"],
        &["--expansions", "all", "--players", "3", "--human", "1,2,3"],
        &["--family", "city", "--players", "2", "--human", "1,2"],
        &["--players", "2", "--human", "1", "--level", "random"],
        &["--players", "2", "--human", "1", "--level", "strong", "--time", "5", "--threads", "2"],
        &["--players", "2", "--human", "1", "--level", "1"],
    ];
    for setup in setups {
        let arguments = [&["play", "--seed", "3"], setup].concat();
        let text = printed(&with_input(&arguments, &FIRST.repeat(3000)));
        assert!(text.contains("The game is over"), "{setup:?}");
        assert!(text.contains("wins") || text.contains("shares"), "{setup:?}");
        assert!(!text.contains("Not allowed") && !text.contains("Not understood"), "{setup:?}");
    }
}

#[test]
fn the_end_of_input_ends_the_game() {
    let text = printed(&with_input(&["play", "--seed", "3"], "1\n"));
    assert!(text.contains("The game stops here"));
}

#[test]
fn golden_opening() {
    let script = "help\n9,9 r0\n0,0 r0\nnonsense\n99\n1\nundo\n2\n1\nscore\ntiles\nquit\n";
    golden(
        "opening.txt",
        &printed(&with_input(&["play", "--seed", "4", "--human", "1,2"], script)),
    );
}

/// Undo takes the tile back, but nothing from before the last draw; a saved record goes on where
/// it stopped.
#[test]
fn undo_and_save() {
    let file = scratch("play-save").join("game.tcr").to_string_lossy().into_owned();
    let arguments = ["play", "--seed", "4", "--human", "1,2", "--names", "Ann,Ben"];
    // Lay, take back; lay again, put a figure: Ben's tile is drawn, so Ann's turn stands.
    let script = format!("1\nundo\n1\n1\nundo\nsave {file}\nquit\n");
    let text = printed(&with_input(&arguments, &script));
    assert_eq!(text.matches("Taken back.").count(), 1, "{text}");
    assert_eq!(text.matches("Nothing to take back").count(), 1, "{text}");
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(record.contains("[Seat1 \"Ann\"]"), "{record}");
    assert!(record.contains("1. base/J 0,-1 r2 follower@road:NW 2. "), "{record}");
    let more =
        printed(&with_input(&["play", "--from", &file, "--human", "1,2"], &FIRST.repeat(500)));
    assert!(more.contains("The game is over"));
}

#[test]
fn the_computer_plays_alone() {
    let text = printed(&trencavel(&["play", "--human", "0", "--seed", "1", "--players", "3"]));
    assert!(text.contains("The game is over"));
}

/// Each choice in The City says what it completes, blocks and earns; a wall also what is scored
/// behind the question for a guard.
#[test]
fn choices_in_the_city_are_explained() {
    let arguments = ["play", "--family", "city", "--players", "3", "--human", "3"];
    let games: String = ["2", "3", "4"]
        .iter()
        .map(|seed| {
            let arguments = [&arguments[..], &["--tiles", "city-own", "--seed", seed]].concat();
            printed(&with_input(&arguments, &FIRST.repeat(3000)))
        })
        .collect();
    let has =
        |parts: &[&str]| games.lines().any(|line| parts.iter().all(|part| line.contains(part)));
    assert!(has(&["At once:"]));
    assert!(has(&["completes a ", "of nobody"]));
    assert!(has(&["follower@homes:", "worth ", "if the game ended now"]));
    assert!(has(&["wall:", "no tile may lie on", "a guard here sees", "Player 3 scores"]));
    assert!(has(&["tower:", "walls × 1"]));
    assert!(has(&["tiles left to draw, in pile 2; ", " walls left"]));
}

/// A record keeps its names when it is played on.
#[test]
fn names_of_a_record_stay() {
    let file = scratch("play-names").join("game.tcr").to_string_lossy().into_owned();
    let arguments = ["play", "--seed", "4", "--human", "1,2"];
    let named = [&arguments[..], &["--names", "Ann,Ben"]].concat();
    printed(&with_input(&named, &format!("1\nsave {file}\nquit\n")));
    let more = printed(&with_input(&["play", "--from", &file, "--human", "1,2"], "quit\n"));
    assert!(more.contains("Ann>") && !more.contains("Player 1"), "{more}");
}
