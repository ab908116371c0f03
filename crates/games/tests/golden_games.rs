//! Golden games: whole games told in sentences. Each `golden/NAME.record` is replayed, and what it
//! tells must be what `golden/NAME.told` says. `BLESS=1` writes the second file anew: review it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use games::{Record, tell};

/// The whole game: turn by turn the words played and what happened.
fn told(text: &str) -> String {
    let record = Record::parse(text).expect("a golden record is well formed");
    assert_eq!(record.print(), text, "a golden record is printed in canonical form");
    let mut out = String::new();
    let names: [&str; 0] = [];
    let replayed = record
        .replay(|step| {
            if step.begins_turn {
                let _ = writeln!(out, "{}.", step.number);
            }
            let _ = writeln!(out, "  {}", step.text);
            for event in step.events {
                let sentence = tell::sentence(step.rules, step.game, &names, event);
                let _ = writeln!(out, "    {sentence}");
            }
        })
        .expect("a golden record can be replayed");
    let _ = writeln!(out, "{}", replayed.game.position(&replayed.rules));
    out
}

#[test]
fn golden_games_are_told_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut records: Vec<_> = fs::read_dir(&folder)
        .expect("the golden games are there")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "record"))
        .collect();
    records.sort();
    assert!(records.len() >= 6, "golden games are missing");
    for path in records {
        let text = told(&fs::read_to_string(&path).expect("a readable record"));
        let golden = path.with_extension("told");
        if std::env::var("BLESS").is_ok() {
            fs::write(&golden, text).expect("a golden file can be written");
            continue;
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        let first = text.lines().zip(expected.lines()).position(|(a, b)| a != b);
        let line = first.unwrap_or(text.lines().count().min(expected.lines().count())) + 1;
        assert!(text == expected, "{}: line {line} is told otherwise", golden.display());
    }
}
