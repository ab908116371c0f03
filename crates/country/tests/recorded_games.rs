//! Replays recorded games of an independent engine and compares every step, including what each
//! value is made of.

use std::collections::BTreeMap;

use crate::common::beside;
use country::{Country, Rules, why};
use recorded::{Engine, RecordedSetup, Turn, replay};
use table::{Action, Event, Game, Log, Score, Text};

struct Fast {
    rules: Rules,
    game: Country,
}

impl Engine for Fast {
    const EXPLAINS: bool = true;

    fn start(setup: &RecordedSetup) -> Fast {
        let rules = Rules::new(&country::CountrySetup {
            seats: setup.seats as u8,
            expansions: setup.expansions.clone(),
            options: setup.options.clone(),
        });
        let rules = rules.unwrap();
        let game = Country::start(&rules);
        Fast { rules, game }
    }

    fn turn(&self) -> Turn {
        match self.game.turn() {
            table::Turn::Player(seat) => Turn::Seat(seat.index()),
            table::Turn::Chance => Turn::Chance,
            table::Turn::Over => Turn::Over,
        }
    }

    fn turn_of(&self) -> (usize, u8) {
        let (seat, part) = self.game.turn_of();
        (seat.index(), part)
    }

    fn legal(&self) -> Vec<String> {
        beside::legal_words(&self.game, &self.rules)
    }

    fn odds(&self) -> Vec<(String, u32)> {
        beside::odds(&self.game, &self.rules)
    }

    fn apply(&mut self, word: &str) -> Vec<String> {
        let action = self.game.read_word(&self.rules, word).unwrap();
        assert_eq!(self.game.refuse(&self.rules, action), None, "{word}");
        let mut events = Vec::new();
        self.game.play(&self.rules, action, &mut Log(|event| events.push(event)));
        self.explained(action, &events)
    }

    fn scores(&self) -> Vec<i32> {
        beside::scores(&self.game, &self.rules)
    }

    fn supply(&self) -> Vec<BTreeMap<String, usize>> {
        beside::supplies(&self.game, &self.rules)
    }

    fn goods(&self) -> Vec<BTreeMap<String, usize>> {
        beside::goods(&self.game, &self.rules)
    }

    fn figures(&self) -> Vec<(usize, String, String)> {
        beside::figures(&self.game, &self.rules)
    }

    fn count_quarter(&self) -> Option<String> {
        beside::count_quarter(&self.game, &self.rules)
    }

    fn features(&self) -> Vec<(String, Vec<String>)> {
        beside::features(&self.game, &self.rules)
    }
}

impl Fast {
    /// The lines of some events, those of scores with what they are made of.
    fn explained(&self, action: Action, events: &[Event]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = Vec::new();
        // A recall is told by the first score after the action, so only that one keeps it.
        let mut by = action;
        for event in events {
            match event {
                Event::Scored(score) if score.feature.0 < 6 => {
                    let [line] = &beside::lines(&self.game, &self.rules, by, &[*event])[..] else {
                        panic!("a score is told in one line");
                    };
                    lines.push(format!("{line}{}", made_of(score)));
                    by = Action::Pass;
                }
                _ => rest.push(*event),
            }
        }
        let rest_by = if matches!(action, Action::Take { .. }) { Action::Pass } else { action };
        lines.extend(beside::lines(&self.game, &self.rules, rest_by, &rest));
        lines
    }
}

fn made_of(score: &Score) -> String {
    let mut items = Vec::new();
    for item in score.items.iter().filter(|item| item.count > 0 && item.each > 0) {
        let name = match item.why {
            why::TILES => "tiles",
            why::PENNANTS => "pennants",
            why::CITIES => "cities",
            country::exp::count::CARCASSONNE => "carcassonne",
            other => panic!("{other:?} is no reason for the value of a feature"),
        };
        items.push(format!("{} {name}", item.count));
    }
    if items.is_empty() { String::new() } else { format!(" of {}", items.join(", ")) }
}

fn compare(file: &str, expected: (usize, usize)) {
    let (games, parts) = replay::<Fast>(file);
    println!("{file}: {games} games, {parts} parts compared");
    assert_eq!((games, parts), expected);
}

#[test]
fn base() {
    compare("base.jsonl.gz", (40, 2839));
}

#[test]
fn inns_and_traders() {
    compare("inns-traders.jsonl.gz", (40, 4519));
}

#[test]
fn river_and_abbot() {
    compare("river-abbot.jsonl.gz", (33, 2739));
}

#[test]
fn all_but_the_river() {
    compare("full.jsonl.gz", (33, 3960));
}
