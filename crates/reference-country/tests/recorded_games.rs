//! Replays recorded games of an independent engine and compares every step.

use std::collections::BTreeMap;

use recorded::{Engine, RecordedSetup, Turn, replay};
use reference_country::Reference;

struct Slow(Reference);

impl Engine for Slow {
    const EXPLAINS: bool = false;

    fn start(setup: &RecordedSetup) -> Slow {
        let expansions: Vec<&str> = setup.expansions.iter().map(String::as_str).collect();
        let options: Vec<(&str, &str)> =
            setup.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        Slow(Reference::new(&expansions, &options, setup.seats).expect("a known set-up"))
    }

    fn turn(&self) -> Turn {
        match self.0.turn() {
            reference_country::Turn::Seat(seat) => Turn::Seat(seat),
            reference_country::Turn::Chance => Turn::Chance,
            reference_country::Turn::Over => Turn::Over,
        }
    }

    fn turn_of(&self) -> (usize, u8) {
        self.0.turn_of()
    }

    fn legal(&self) -> Vec<String> {
        self.0.legal()
    }

    fn odds(&self) -> Vec<(String, u32)> {
        self.0.odds()
    }

    fn apply(&mut self, word: &str) -> Vec<String> {
        self.0.apply(word)
    }

    fn scores(&self) -> Vec<i32> {
        self.0.scores()
    }

    fn supply(&self) -> Vec<BTreeMap<String, usize>> {
        self.0.supply()
    }

    fn goods(&self) -> Vec<BTreeMap<String, usize>> {
        self.0.goods()
    }

    fn figures(&self) -> Vec<(usize, String, String)> {
        self.0.figures()
    }

    fn count_quarter(&self) -> Option<String> {
        self.0.count_quarter()
    }

    fn features(&self) -> Vec<(String, Vec<String>)> {
        self.0.features()
    }
}

#[test]
fn base() {
    assert_eq!(replay::<Slow>("base.jsonl.gz"), (40, 2839));
}

#[test]
fn inns_and_traders() {
    assert_eq!(replay::<Slow>("inns-traders.jsonl.gz"), (40, 4519));
}

#[test]
fn river_and_abbot() {
    assert_eq!(replay::<Slow>("river-abbot.jsonl.gz"), (33, 2739));
}

#[test]
fn all_but_the_river() {
    assert_eq!(replay::<Slow>("full.jsonl.gz"), (33, 3960));
}
