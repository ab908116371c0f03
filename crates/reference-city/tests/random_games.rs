//! Random games with random options; what must always hold is checked after every word.

#![allow(clippy::unwrap_used)] // a test may stop at once

use std::collections::{BTreeMap, BTreeSet};

use reference_city::{Reference, Turn};

type Cell = (i32, i32);
type Edge = (Cell, usize);

const STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const OPTIONS: [(&str, [&str; 2]); 9] = [
    ("OPT-CITY-ROAD4", ["from-4", "more-than-4"]),
    ("OPT-CITY-PILE-SWITCH", ["first-of-next", "last-of-old"]),
    ("OPT-CITY-TRIGGER", ["scored", "any-completed"]),
    ("OPT-CITY-P3-GUARD", ["every-wall", "last-wall"]),
    ("OPT-CITY-GUARD-ORDER", ["before-scoring", "after-scoring"]),
    ("OPT-CITY-REUSE", ["at-once", "next-turn"]),
    ("OPT-CITY-ENDTEST", ["every-turn", "after-wall-phase"]),
    ("OPT-CITY-BEYOND", ["local", "rows"]),
    ("OPT-STARTPLAYER", ["given", "random"]),
];

/// A small generator of pseudo-random numbers, so that every failure can be repeated.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// How the seats of a random game choose.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// Any word.
    Any,
    /// Claims and guards whenever possible, tiles near the middle: many walls, early rings.
    Compact,
}

fn choose(dice: &mut Dice, game: &Reference, style: Style) -> String {
    if game.turn() == Turn::Chance {
        let odds = game.odds();
        let total: u32 = odds.iter().map(|(_, weight)| weight).sum();
        let mut lot = dice.below(total as usize) as u32;
        for (word, weight) in odds {
            if lot < weight {
                return word;
            }
            lot -= weight;
        }
        unreachable!("the lot is below the total");
    }
    let mut words = game.legal();
    if style == Style::Compact {
        if words.len() > 1 {
            words.retain(|word| word != "-");
        }
        let distance = |word: &String| {
            let (cell, _) = word.split_once(" r")?;
            let (x, y) = parse_cell(cell);
            Some(x * x + y * y)
        };
        let nearest = words.iter().filter_map(distance).min();
        words.retain(|word| distance(word) == nearest);
    }
    words.swap_remove(dice.below(words.len()))
}

fn parse_cell(text: &str) -> Cell {
    let (x, y) = text.split_once(',').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

fn parse_edge(text: &str) -> Edge {
    let (cell, side) = text.split_once(':').unwrap();
    (parse_cell(cell), "NESW".find(side).unwrap())
}

fn beside(cell: Cell, side: usize) -> Cell {
    (cell.0 + STEPS[side].0, cell.1 + STEPS[side].1)
}

/// Every tile has a segment, so the features name all cells.
fn cells(features: &[(String, Vec<String>)]) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for (_, segments) in features {
        cells.extend(segments.iter().map(|word| parse_cell(word.split_once(':').unwrap().0)));
    }
    cells
}

/// The edges between a tile and an outside cell, by their definition (CITY-32, CITY-33).
fn boundary(cells: &BTreeSet<Cell>) -> BTreeSet<Edge> {
    let reach = 80;
    let low = cells.iter().map(|cell| cell.0.min(cell.1)).min().unwrap().max(-reach) - 1;
    let high = cells.iter().map(|cell| cell.0.max(cell.1)).max().unwrap().min(reach) + 1;
    let mut outside = BTreeSet::from([(low, low)]);
    let mut open = vec![(low, low)];
    while let Some(cell) = open.pop() {
        for next in (0..4).map(|side| beside(cell, side)) {
            let near = next.0.min(next.1) >= low && next.0.max(next.1) <= high;
            if near && !cells.contains(&next) && outside.insert(next) {
                open.push(next);
            }
        }
    }
    let edges = cells.iter().flat_map(|&cell| (0..4).map(move |side| (cell, side)));
    edges.filter(|&(cell, side)| outside.contains(&beside(cell, side))).collect()
}

/// CITY-34, written once more.
fn successor(cells: &BTreeSet<Cell>, (cell, side): Edge) -> Edge {
    let forward = (side + 1) % 4;
    let diagonal = beside(beside(cell, side), forward);
    if cells.contains(&diagonal) {
        (diagonal, (forward + 2) % 4)
    } else if cells.contains(&beside(cell, forward)) {
        (beside(cell, forward), side)
    } else {
        (cell, forward)
    }
}

fn check_outline(game: &Reference, cells: &BTreeSet<Cell>, boundary: &BTreeSet<Edge>) {
    let words = game.outline();
    let edges: BTreeSet<Edge> = words.iter().map(|word| parse_edge(word)).collect();
    assert_eq!(edges.len(), words.len(), "an edge stands twice");
    assert_eq!(&edges, boundary, "the walk does not meet every boundary edge");
    let start = *edges.first().unwrap();
    let mut edge = successor(cells, start);
    let mut length = 1;
    while edge != start {
        assert!(edges.contains(&edge));
        edge = successor(cells, edge);
        length += 1;
    }
    assert_eq!(length, edges.len(), "the outline is not one cycle");
}

fn check_line(game: &Reference, cells: &BTreeSet<Cell>, boundary: &BTreeSet<Edge>) {
    let words = game.walls();
    let gates = words.iter().filter(|word| word.starts_with("gate ")).count();
    assert_eq!(gates, usize::from(!words.is_empty()), "one gate");
    assert_eq!(words.len() - gates + game.walls_left(), 70, "walls used and left");
    let line: Vec<Edge> =
        words.iter().map(|word| parse_edge(word.trim_start_matches("gate "))).collect();
    for &(cell, side) in &line {
        assert!(boundary.contains(&(cell, side)), "a wall off the boundary");
        assert!(!cells.contains(&beside(cell, side)), "a tile beyond a wall");
    }
    for pair in line.windows(2) {
        assert_eq!(successor(cells, pair[0]), pair[1], "the line has a gap");
    }
    let walls: BTreeSet<&String> = words.iter().filter(|word| !word.starts_with("gate ")).collect();
    assert!(game.guards().iter().all(|(_, wall)| walls.contains(wall)));
    assert!(game.towers().iter().all(|(_, wall, _)| walls.contains(wall)));
}

fn check_pieces(game: &Reference, seats: usize) {
    for (seat, (followers, towers)) in game.supply().into_iter().enumerate() {
        let here = |other: usize| usize::from(other == seat);
        let placed: usize = game.followers().iter().map(|(other, _)| here(*other)).sum();
        let guards: usize = game.guards().iter().map(|(other, _)| here(*other)).sum();
        let standing: usize = game.towers().iter().map(|(other, ..)| here(*other)).sum();
        assert_eq!(towers + standing, 12 / seats);
        assert!(followers + placed + guards <= 7);
        if !matches!(game.turn(), Turn::Seat(_)) {
            assert_eq!(followers + placed + guards, 7, "followers between turns");
        }
    }
}

/// The features part the segments, and every follower stands on one.
fn check_features(game: &Reference, features: Vec<(String, Vec<String>)>) {
    let mut owner: BTreeMap<String, usize> = BTreeMap::new();
    for (place, (_, segments)) in features.into_iter().enumerate() {
        for segment in segments {
            assert_eq!(owner.insert(segment, place), None, "a segment of two features");
        }
    }
    assert!(game.followers().iter().all(|(_, spot)| owner.contains_key(spot)));
}

/// What the tiles and the wall line must look like.
fn check_table(game: &Reference) {
    let features = game.features();
    let cells = cells(&features);
    let boundary = boundary(&cells);
    check_outline(game, &cells, &boundary);
    check_line(game, &cells, &boundary);
    check_features(game, features);
}

/// Adds up the points told by event lines.
fn add_points(points: &mut [i32], events: &[String]) {
    for event in events {
        let words: Vec<&str> = event.split(' ').collect();
        match words[0] {
            "scored" => {
                for share in words[words.len() - 1].split(',') {
                    let (seat, gain) = share.split_once(':').unwrap();
                    points[seat.parse::<usize>().unwrap() - 1] += gain.parse::<i32>().unwrap();
                }
            }
            "tower" | "guard" => {
                points[words[1].parse::<usize>().unwrap() - 1] += words[4].parse::<i32>().unwrap();
            }
            _ => {}
        }
    }
}

/// Plays one game to its end; returns all event lines.
fn play(seed: u64, seats: usize, options: &[(&str, &str)], style: Style) -> Vec<String> {
    let mut dice = Dice(seed);
    let mut game = Reference::new(options, seats).unwrap();
    let mut points = vec![0; seats];
    let mut history = Vec::new();
    for _ in 0..1000 {
        if game.turn() == Turn::Over {
            break;
        }
        let legal = game.legal();
        assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each word once");
        assert_ne!(legal, ["-"], "a decision without a choice");
        let word = choose(&mut dice, &game, style);
        let events = game.apply(&word);
        add_points(&mut points, &events);
        assert_eq!(points, game.scores(), "after {word}: {events:?}");
        history.extend(events);
        check_pieces(&game, seats);
        let builds = ["wall:", "gate@"].iter().any(|start| word.starts_with(start));
        if builds || word.contains(" r") {
            check_table(&game);
        }
    }
    assert_eq!(game.turn(), Turn::Over, "the game ends");
    assert!(game.legal().is_empty() && game.odds().is_empty());
    assert_eq!(history.iter().filter(|event| event.starts_with("end ")).count(), 1);
    history
}

fn random_options(dice: &mut Dice) -> Vec<(&'static str, &'static str)> {
    OPTIONS.iter().map(|&(key, values)| (key, values[dice.below(2)])).collect()
}

/// The seeds of a run: few that never change, or with `LONG` and `SEED` many others.
fn seeds() -> std::ops::Range<u64> {
    let given = std::env::var("SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    let first = given.unwrap_or(0) * 1000;
    first..first + if std::env::var_os("LONG").is_some() { 200 } else { 8 }
}

fn play_many(seats: usize, style: Style) {
    let mut dice = Dice(seats as u64);
    for seed in seeds() {
        let options = random_options(&mut dice);
        play(seed, seats, if seed % 3 == 0 { &[] } else { &options }, style);
    }
}

#[test]
fn two_seats_any_words() {
    play_many(2, Style::Any);
}

#[test]
fn three_seats_any_words() {
    play_many(3, Style::Any);
}

#[test]
fn four_seats_any_words() {
    play_many(4, Style::Any);
}

#[test]
fn two_seats_compact() {
    play_many(2, Style::Compact);
}

#[test]
fn three_seats_compact() {
    play_many(3, Style::Compact);
}

#[test]
fn four_seats_compact() {
    play_many(4, Style::Compact);
}

const KINDS: [&str; 12] = [
    "scored street",
    "scored market",
    "scored homes",
    "home",
    "removed",
    "tower",
    "guard",
    "walls-closed",
    "discard",
    "wall-phase",
    "end b",
    "end c",
];

/// The random games are only worth something if they meet every kind of event.
#[test]
fn every_kind_of_event_happens() {
    let mut missing = BTreeSet::from(KINDS);
    let mut dice = Dice(99);
    for seed in 200..260 {
        let options = random_options(&mut dice);
        let style = if seed % 2 == 0 { Style::Any } else { Style::Compact };
        let seats = 2 + seed as usize % 3;
        for event in play(seed, seats, &options, style) {
            missing.retain(|kind| !event.starts_with(kind));
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("never happened: {missing:?}");
}

/// Wrong options and seats are refused.
#[test]
fn wrong_settings() {
    assert!(Reference::new(&[], 1).is_err());
    assert!(Reference::new(&[], 5).is_err());
    assert!(Reference::new(&[("OPT-CITY-ROAD4", "from-5")], 2).is_err());
    assert!(Reference::new(&[("OPT-NONE", "from-4")], 2).is_err());
    assert!(Reference::with_tiles("schema_kind = \"city\"", &[], 2).is_err());
}
