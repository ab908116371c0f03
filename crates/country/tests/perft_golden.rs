//! How many sequences of actions there are, by their number: tests/perft/*.perft.
//!
//! A node is one action; chance counts each kind of tile once. A line of a file is
//! `SET-UP | start | depth N = COUNT`, or has a position instead of `start`. A line
//! `SET-UP | via WORD; WORD; …` plays a game; the lines after it start from its position, which
//! is printed there in full. Small depths are counted by the slow reference, too.
//! `BLESS=1` writes the counts and positions anew.

use std::path::{Path, PathBuf};

use crate::common::beside;
use country::{Country, CountrySetup, Rules};
use reference_country::Reference;
use table::{Actions, Game, Quiet, Text};

/// The deepest that the reference counts.
const REFERENCE_DEPTH: u32 = 3;

fn perft(rules: &Rules, game: &Country, depth: u32) -> u64 {
    let mut legal = Actions::new();
    game.legal(rules, &mut legal);
    if depth <= 1 {
        return if depth == 0 { 1 } else { legal.len() as u64 };
    }
    let mut copy = game.clone();
    let mut nodes = 0;
    for action in legal.iter() {
        copy.clone_from(game);
        copy.play(rules, *action, &mut Quiet);
        nodes += perft(rules, &copy, depth - 1);
    }
    nodes
}

fn reference_perft(game: &Reference, depth: u32) -> u64 {
    let legal = game.legal();
    if depth <= 1 {
        return if depth == 0 { 1 } else { legal.len() as u64 };
    }
    let after = |word: &String| {
        let mut copy = game.clone();
        copy.apply(word);
        reference_perft(&copy, depth - 1)
    };
    legal.iter().map(after).sum()
}

/// `2 seats inns traders OPT-FARMERS=off`.
fn read_setup(text: &str) -> CountrySetup {
    let mut words = text.split_whitespace();
    let seats = words.next().unwrap().parse().unwrap();
    assert_eq!(words.next(), Some("seats"));
    let mut setup = CountrySetup::base(seats);
    for word in words {
        setup = match word.split_once('=') {
            Some((key, value)) => setup.option(key, value),
            None => setup.with(&[word]),
        };
    }
    setup
}

/// A game in both engines, from which the lines count.
struct Origin {
    setup: String,
    rules: Rules,
    game: Country,
    reference: Reference,
}

impl Origin {
    fn start(text: &str) -> Origin {
        let setup = read_setup(text);
        let rules = Rules::new(&setup).unwrap();
        let game = Country::start(&rules);
        Origin { setup: text.to_owned(), rules, game, reference: beside::reference(&setup) }
    }

    fn via(text: &str, words: &str) -> Origin {
        let mut from = Origin::start(text);
        for word in words.split("; ") {
            let action = from.game.read_word(&from.rules, word).unwrap();
            assert_eq!(from.game.refuse(&from.rules, action), None, "{word}");
            from.game.play(&from.rules, action, &mut Quiet);
            from.reference.apply(word);
        }
        from
    }

    /// The line with what is true, for the depth that `end` names.
    fn line(&self, from_start: bool, end: &str) -> String {
        let depth = end.strip_prefix("depth ").and_then(|rest| rest.split(' ').next());
        let depth: u32 = depth.unwrap().parse().unwrap();
        let position = self.game.position(&self.rules);
        // What was printed is what is counted from.
        let game = if from_start {
            self.game.clone()
        } else {
            Country::read_position(&self.rules, &position).unwrap()
        };
        let count = perft(&self.rules, &game, depth);
        if depth <= REFERENCE_DEPTH {
            assert_eq!(count, reference_perft(&self.reference, depth), "depth {depth}");
        }
        let place = if from_start { "start" } else { &position };
        format!("{} | {place} | depth {depth} = {count}", self.setup)
    }
}

/// The text of a file with what is true.
fn recount(text: &str) -> String {
    let mut lines = Vec::new();
    let mut from: Option<Origin> = None;
    for line in text.lines() {
        let columns: Vec<&str> = line.split(" | ").collect();
        match columns[..] {
            _ if line.starts_with('#') || line.is_empty() => lines.push(line.to_owned()),
            [setup, words] => {
                from = Some(Origin::via(setup, words.strip_prefix("via ").unwrap()));
                lines.push(line.to_owned());
            }
            [setup, "start", end] => lines.push(Origin::start(setup).line(true, end)),
            [setup, _, end] => {
                let from = from.as_ref().filter(|from| from.setup == setup);
                lines.push(from.expect("a line `via` comes first").line(false, end));
            }
            _ => panic!("no line of a perft file: {line}"),
        }
    }
    lines.join("\n") + "\n"
}

fn check(name: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(name);
    let golden = std::fs::read_to_string(&path).unwrap();
    let counted = recount(&golden);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, counted).unwrap();
        return;
    }
    for (counted, golden) in counted.lines().zip(golden.lines()) {
        assert_eq!(counted, golden, "BLESS=1 writes the counts anew");
    }
    assert_eq!(counted, golden);
}

#[test]
fn golden_counts_of_the_base_game() {
    check("base.perft");
}

#[test]
fn golden_counts_of_expansions() {
    check("expansions.perft");
}

#[test]
fn golden_counts_in_the_middle_of_games() {
    check("middle.perft");
}
