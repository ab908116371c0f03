//! Games looked through.

use games::Game;
use protocol::Analysis;
use protocol::analysis::Mark;

use crate::common::{complaint, data, printed, scratch, trencavel};

/// The record of a random game with two seats.
fn random_game(name: &str, more: &[&str]) -> String {
    let dir = scratch(name);
    let dir = dir.to_str().unwrap();
    let arguments = ["random", "--games", "1", "--seed", "9", "--record", dir];
    printed(&trencavel(&[&arguments, more].concat()));
    format!("{dir}/game-1.tcr")
}

fn analysed(file: &str, more: &[&str]) -> Analysis {
    let arguments = [&["analyse", file, "--json"], more].concat();
    serde_json::from_str(&printed(&trencavel(&arguments))).unwrap()
}

#[test]
fn every_move_of_a_game_is_judged_and_luck_adds_up_to_nothing() {
    let file = random_game("analyse-base", &[]);
    let analysis = analysed(&file, &["--nodes", "4"]);
    assert!(analysis.complete && analysis.nodes == 4);
    assert_eq!(analysis.draws.len(), 71);
    assert!(analysis.moves.len() >= 71);
    for draw in &analysis.draws {
        let sum: f64 = draw.luck.iter().sum();
        assert!(sum.abs() < 0.02, "{draw:?}");
    }
    for played in &analysis.moves {
        let is_worse = played.mark > Mark::Best;
        assert_eq!(is_worse, !played.better.is_empty(), "{played:?}");
        assert!(!is_worse || played.better != played.words, "{played:?}");
    }
    let lost: f64 = analysis.moves.iter().filter(|m| m.seat == 0).map(|m| m.lost).sum();
    assert!((lost - analysis.seats[0].lost).abs() < 1.0);
    assert!(analysis.seats[0].accuracy < 80.0, "random play is not accurate");
    assert_eq!(analysis.turning.len(), 3);
    assert_eq!(analysis.expected.len(), analysis.chances.len());
    // The better move is one that may be played: the record with it in its place replays.
    let worse = analysis.moves.iter().find(|m| m.mark > Mark::Good).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let mut record = games::Record::parse(&text).unwrap();
    let mut words = record.plain_words();
    words.truncate(worse.word as usize);
    words.extend(worse.better.clone());
    let mut recorder = games::Recorder::new(&record.setup, &[]).unwrap();
    for word in &words {
        recorder.submit_word(recorder.game().turn(), word).unwrap();
    }
    record = recorder.into_record();
    assert_eq!(record.words().len(), words.len());
    assert_eq!(analysed(&file, &["--nodes", "4"]), analysis, "the same again");
}

#[test]
fn the_text_has_a_table_a_graph_and_a_picture() {
    let file = random_game("analyse-text", &["--players", "3", "--expansions", "inns"]);
    let svg = scratch("analyse-svg").join("graph.svg");
    let arguments = ["analyse", &file, "--time", "1", "--svg", svg.to_str().unwrap()];
    let text = printed(&trencavel(&arguments));
    for wanted in ["turn  seat", "better", "Expected margin: 1 ", "accuracy", "Turning points"] {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
    let picture = std::fs::read_to_string(&svg).unwrap();
    let tree = roxmltree::Document::parse(&picture).unwrap();
    let of = |name: &str| tree.descendants().filter(|n| n.has_tag_name(name)).count();
    assert_eq!(of("polyline"), 6, "an edge and a line for each seat");
    assert_eq!(of("circle"), 3);
}

#[test]
fn the_city_can_be_looked_through() {
    let file = random_game("analyse-city", &["--family", "city"]);
    let analysis = analysed(&file, &["--nodes", "1"]);
    assert!(analysis.complete && analysis.seats.len() == 2);
}

/// A part of a game is looked through too, and it is said that it is one.
#[test]
fn what_cannot_be_looked_through_is_told() {
    let part = printed(&trencavel(&["analyse", &data("short.tcr"), "--nodes", "2"]));
    assert!(part.contains("The game is not over"), "{part}");
    let position = scratch("analyse-position").join("p.txt");
    std::fs::write(&position, "country seats=2 | base/D@0,0r0; score 0 0; turn 1 part 1 step draw")
        .unwrap();
    let output = trencavel(&["analyse", position.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("a position has no moves to look through"));
    assert_eq!(trencavel(&["analyse", &data("illegal.tcr")]).status.code(), Some(3));
    assert_eq!(trencavel(&["analyse", &data("broken.tcr")]).status.code(), Some(2));
}
