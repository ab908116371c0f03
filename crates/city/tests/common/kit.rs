//! Hand-made tiles and positions: a situation of the rules in a few words.

use city::names::feature;
use city::{City, Rules};
use table::{Actions, Event, Game, Log, SEATS_MAX, Text, Turn};

use super::rules_with;

/// The tiles of the kit, without id and count.
const KIT: &[(&str, &str)] = &[
    (
        "blank",
        r#"edges = "...."
        areas = [{ kind = "residential", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"] }]"#,
    ),
    (
        "pub",
        r#"edges = "...."
        areas = [{ kind = "residential", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"],
                   building = "public" }]"#,
    ),
    (
        "hist",
        r#"edges = "...."
        areas = [{ kind = "residential", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"],
                   building = "historic", building_name = "Grand Puits" }]"#,
    ),
    // Streets: straight, dead end to the south, curve, crossing.
    (
        "ns",
        r#"edges = "S.S."
        streets = [{ edges = ["N", "S"] }]
        areas = [{ kind = "residential", ports = ["NR","EL","ER","SL"] },
                 { kind = "residential", ports = ["NL","SR","WL","WR"] }]"#,
    ),
    (
        "end",
        r#"edges = "..S."
        streets = [{ edges = ["S"], end = "dead-end" }]
        areas = [{ kind = "residential", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"] }]"#,
    ),
    (
        "curve",
        r#"edges = ".SS."
        streets = [{ edges = ["E", "S"] }]
        areas = [{ kind = "residential", ports = ["ER","SL"] },
                 { kind = "residential", ports = ["NL","NR","EL","SR","WL","WR"] }]"#,
    ),
    (
        "cross",
        r#"edges = "SSSS"
        streets = [{ edges = ["N"], end = "crossing" }, { edges = ["E"], end = "crossing" },
                   { edges = ["S"], end = "crossing" }, { edges = ["W"], end = "crossing" }]
        areas = [{ kind = "residential", ports = ["NR","EL"] },
                 { kind = "residential", ports = ["ER","SL"] },
                 { kind = "residential", ports = ["SR","WL"] },
                 { kind = "residential", ports = ["NL","WR"] }]"#,
    ),
    // Markets: on one side, through, on all sides, two apart, two that touch, inside.
    ("cap-fish", CAP_FISH),
    ("cap-grain", CAP_GRAIN),
    ("cap-cow", CAP_COW),
    ("hall-fish", HALL_FISH),
    ("hall-grain", HALL_GRAIN),
    (
        "all-fish",
        r#"edges = "...."
        areas = [{ kind = "fish", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"] }]"#,
    ),
    (
        "twin",
        r#"edges = "...."
        areas = [{ kind = "fish", ports = ["NL","NR"] }, { kind = "fish", ports = ["SL","SR"] },
                 { kind = "residential", ports = ["EL","ER","WL","WR"] }]
        touches = [[0, 2], [1, 2]]"#,
    ),
    (
        "duo",
        r#"edges = "...."
        areas = [{ kind = "fish", ports = ["NL","NR"] }, { kind = "grain", ports = ["SL","SR"] },
                 { kind = "residential", ports = ["EL","ER","WL","WR"] }]
        touches = [[0, 1]]"#,
    ),
    (
        "inner",
        r#"edges = "...."
        areas = [{ kind = "residential", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"] },
                 { kind = "fish", ports = [] }]
        touches = [[0, 1]]"#,
    ),
    // A street with a market and homes beside it.
    (
        "mix",
        r#"edges = "S.S."
        streets = [{ edges = ["N", "S"] }]
        areas = [{ kind = "residential", ports = ["NR","EL","ER","SL"] },
                 { kind = "fish", ports = ["WL","WR"] },
                 { kind = "residential", ports = ["NL","SR"] }]"#,
    ),
    (
        "waste",
        r#"edges = "...."
        areas = [{ kind = "residential", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"] }]"#,
    ),
];

const CAP_FISH: &str = r#"edges = "...."
    areas = [{ kind = "fish", ports = ["NL","NR"] },
             { kind = "residential", ports = ["EL","ER","SL","SR","WL","WR"] }]
    touches = [[0, 1]]"#;
const CAP_GRAIN: &str = r#"edges = "...."
    areas = [{ kind = "grain", ports = ["NL","NR"] },
             { kind = "residential", ports = ["EL","ER","SL","SR","WL","WR"] }]
    touches = [[0, 1]]"#;
const CAP_COW: &str = r#"edges = "...."
    areas = [{ kind = "livestock", ports = ["NL","NR"] },
             { kind = "residential", ports = ["EL","ER","SL","SR","WL","WR"] }]
    touches = [[0, 1]]"#;
const HALL_FISH: &str = r#"edges = "...."
    areas = [{ kind = "fish", ports = ["NL","NR","SL","SR"] },
             { kind = "residential", ports = ["EL","ER"] },
             { kind = "residential", ports = ["WL","WR"] }]
    touches = [[0, 1], [0, 2]]"#;
const HALL_GRAIN: &str = r#"edges = "...."
    areas = [{ kind = "grain", ports = ["NL","NR","SL","SR"] },
             { kind = "residential", ports = ["EL","ER"] },
             { kind = "residential", ports = ["WL","WR"] }]
    touches = [[0, 1], [0, 2]]"#;

/// A file of 75 tiles that holds those of a position, then one of each tile of the kit while there
/// is room, then waste. The second part is how many tiles of waste were discarded.
fn set_for(position: &str) -> (String, usize) {
    let mut used: Vec<&str> = Vec::new();
    let (mut discards, mut target) = (None, 0);
    for field in position.split(' ') {
        match field.split_once('=').unwrap() {
            ("tiles", tiles) => used.extend(tiles.split(';').map(|t| t.split_once('@').unwrap().0)),
            ("step", step) => used.extend(step.split_once(':').map(|(_, id)| id)),
            ("pile", pile) => target = [0, 35, 60][pile.parse::<usize>().unwrap() - 1],
            ("discards", waste) => discards = Some(waste["waste*".len()..].parse().unwrap()),
            _ => {}
        }
    }
    let discards = discards.unwrap_or(target - used.len().min(target));
    let room = 75 - discards - used.len();
    used.extend(KIT.iter().map(|(id, _)| *id).chain(["end", "ns", "blank"]).take(room));
    used.resize(75, "waste");
    let count = |id: &str| used.iter().filter(|other| **other == id).count() as u8;
    let counts: Vec<(&str, u8)> = KIT.iter().map(|(id, _)| (*id, count(id))).collect();
    let counts: Vec<(&str, u8)> = counts.into_iter().filter(|(_, n)| *n > 0).collect();
    (small_set(&counts), discards)
}

/// A tile file with these tiles of the kit and no others.
pub fn small_set(tiles: &[(&str, u8)]) -> String {
    let mut text = "schema_kind = \"city\"\n".to_owned();
    for (id, count) in tiles {
        let (_, body) = KIT.iter().find(|(name, _)| name == id).unwrap();
        text += &format!("[[tile]]\nid = \"{id}\"\ncount = {count}\n{body}\n");
    }
    text
}

/// A game that is played with words, and what it told last.
pub struct Table {
    pub rules: Rules,
    pub game: City,
    pub events: Vec<Event>,
}

impl Table {
    /// A new game with some tiles.
    pub fn new(seats: u8, options: &[(&str, &str)], tiles: Option<&str>) -> Table {
        let rules = rules_with(seats, options, tiles);
        let game = City::start(&rules);
        Table { rules, game, events: Vec::new() }
    }

    /// A position with tiles of the kit. Points are 0 and the first seat is on turn if nothing
    /// else is said; `pile=2` or `pile=3` discards as many tiles as that takes.
    pub fn at(seats: u8, options: &[(&str, &str)], position: &str) -> Table {
        let text = position.split_whitespace().collect::<Vec<_>>().join(" ");
        let (set, discards) = set_for(&text);
        let mut fields: Vec<String> = text
            .split(' ')
            .filter(|field| !field.starts_with("pile=") && !field.starts_with("discards="))
            .map(str::to_owned)
            .collect();
        if discards > 0 {
            fields.push(format!("discards=waste*{discards}"));
        }
        Table::at_with(seats, options, &set, &fields.join(" "))
    }

    /// A position with other tiles.
    pub fn at_with(seats: u8, options: &[(&str, &str)], tiles: &str, position: &str) -> Table {
        let mut table = Table::new(seats, options, Some(tiles));
        let mut text = position.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.contains("scores=") {
            text += &format!(" scores={}", vec!["0"; seats as usize].join("."));
        }
        if !text.contains("turn=") {
            text += " turn=1";
        }
        table.game = match City::read_position(&table.rules, &text) {
            Ok(game) => game,
            Err(error) => panic!("{text}\n{error}"),
        };
        table
    }

    /// Plays words; all their events are kept.
    #[track_caller]
    pub fn play(&mut self, words: &[&str]) -> &mut Table {
        self.events.clear();
        for word in words {
            let action = match self.game.read_word(&self.rules, word) {
                Ok(action) => action,
                Err(error) => panic!("{word}: {error}; legal are {:?}", self.legal()),
            };
            if let Some(refusal) = self.game.refuse(&self.rules, action) {
                panic!("{word}: {refusal}; legal are {:?}", self.legal());
            }
            let events = &mut self.events;
            self.game.play(&self.rules, action, &mut Log(|event| events.push(event)));
        }
        self
    }

    /// The rule by which a word is refused, or nothing.
    #[track_caller]
    pub fn refused(&self, word: &str) -> &'static str {
        let action = self.game.read_word(&self.rules, word).unwrap();
        self.game.refuse(&self.rules, action).map_or("", |refusal| refusal.rule)
    }

    /// All legal words, sorted.
    pub fn legal(&self) -> Vec<String> {
        let mut legal = Actions::new();
        self.game.legal(&self.rules, &mut legal);
        let mut words: Vec<String> =
            legal.iter().map(|a| self.game.word(&self.rules, *a)).collect();
        words.sort();
        words
    }

    /// What was scored by the last words, sorted: `street 8 to 1`.
    pub fn scored(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Scored(score) => Some(score),
                _ => None,
            })
            .map(|score| {
                let mut line = format!("{} {} to", feature(score.feature), score.value());
                for seat in score.winners.iter() {
                    line += &format!(" {}", seat.0 + 1);
                }
                line
            })
            .collect();
        lines.sort();
        lines
    }

    /// How often something was told by the last words.
    pub fn told(&self, what: u8) -> usize {
        self.counts(what).len()
    }

    /// The counts with which something was told.
    pub fn counts(&self, what: u8) -> Vec<u8> {
        let told = self.events.iter().filter_map(|event| match event {
            Event::Told { what: w, count, .. } if *w == what => Some(*count),
            _ => None,
        });
        told.collect()
    }

    /// The points.
    pub fn points(&self) -> &'static [u16] {
        let scores: [u16; SEATS_MAX] = self.game.scores();
        Box::leak(Box::new(scores))[..self.rules.seats() as usize].as_ref()
    }

    /// The seat to act, from 1; 0 for chance, 9 after the end.
    pub fn asked(&self) -> u8 {
        match self.game.turn() {
            Turn::Player(seat) => seat.0 + 1,
            Turn::Chance => 0,
            Turn::Over => 9,
        }
    }
}
