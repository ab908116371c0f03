//! The engine against the slow reference: the same words, and after each of them the same legal
//! words, odds, events, scores, supplies, walls, outline and features.
//!
//! `LONG=1` plays thousands of games instead of a few hundred.

#![allow(clippy::unwrap_used, clippy::format_push_string)] // a test may stop at once

use std::collections::BTreeMap;

use crate::common::{Rng, Style, choose, random_options, rules_with};
use city::names::{
    self, FOLLOWER, GUARD_ROW, HOMES, TOLD_END_GAP, TOLD_END_TILES, TOLD_END_WALLS, TOLD_PHASE,
    TOLD_RING, TOWER_WALLS,
};
use city::{City, LEFT, RIGHT, Rules, TurnStep};
use reference_city::Reference;
use table::{Actions, Dice, Event, Game, Log, Odds, Score, Seat, Spot, Text, Turn};

/// Our event as a line of the reference; `None` for those that it does not tell.
fn line(game: &City, rules: &Rules, event: &Event) -> Option<String> {
    let spot = |at: Spot| game.spot(rules, at);
    Some(match *event {
        Event::Discarded(kind) => format!("discard {}", City::tile_id(rules, kind)),
        Event::Home { seat, piece: FOLLOWER, from } => {
            format!("home {} from {}", seat.0 + 1, spot(from))
        }
        Event::Lost { seat, at } => format!("removed {} from {}", seat.0 + 1, spot(at)),
        Event::Told { what: TOLD_PHASE, seat, .. } => format!("wall-phase {}", seat.0 + 1),
        Event::Told { what: TOLD_END_WALLS, .. } => "end a".to_owned(),
        Event::Told { what: TOLD_END_TILES, .. } => "end b".to_owned(),
        Event::Told { what: TOLD_END_GAP, .. } => "end c".to_owned(),
        Event::Told { what: TOLD_RING, count, .. } => format!("walls-closed {count}"),
        Event::Scored(score) => score_line(game, rules, &score),
        _ => return None,
    })
}

/// Our events as the reference tells them: sorted, and several ends in one line.
fn lines(game: &City, rules: &Rules, events: &[Event]) -> Vec<String> {
    let lines = sorted(events.iter().filter_map(|event| line(game, rules, event)));
    let (ends, mut lines): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|l| l.starts_with("end "));
    if !ends.is_empty() {
        let letters: String = ends.iter().map(|l| &l[4..]).collect();
        lines.push(format!("end {letters}"));
        lines.sort();
    }
    lines
}

fn score_line(game: &City, rules: &Rules, score: &Score) -> String {
    let at = game.spot(rules, score.at);
    let value = score.value();
    let winner = score.winners.iter().next().unwrap().0 + 1;
    match score.feature {
        GUARD_ROW => return format!("guard {winner} {at} for {value}"),
        TOWER_WALLS => return format!("tower {winner} {at} for {value}"),
        _ => {}
    }
    let kind = names::feature(score.feature);
    let complete = if score.feature == HOMES { "" } else { " complete" };
    let points: Vec<String> =
        score.winners.iter().map(|s| format!("{}:{}", s.0 + 1, score.points[s.index()])).collect();
    format!("scored {kind}{complete} at {at} worth {value} to {}", points.join(","))
}

fn legal_words(game: &City, rules: &Rules) -> Vec<String> {
    let mut legal = Actions::new();
    game.legal(rules, &mut legal);
    let mut words: Vec<String> = legal.iter().map(|a| game.word(rules, *a)).collect();
    words.sort();
    words
}

fn odds(game: &City, rules: &Rules) -> Vec<(String, u32)> {
    let mut odds = Odds::new();
    game.odds(rules, &mut odds);
    let mut odds: Vec<_> = odds.iter().map(|(a, n)| (game.word(rules, *a), *n as u32)).collect();
    odds.sort();
    odds
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort();
    values
}

fn edge_text(edge: city::Edge) -> String {
    format!("{},{}:{}", edge.cell.x, edge.cell.y, edge.side.letter())
}

fn features(game: &City, rules: &Rules) -> Vec<(String, Vec<String>)> {
    let mut by_root: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for node in 0..game.segments() {
        let name = game.spot(rules, game.spot_of(node));
        by_root.entry(game.root(node)).or_default().push(name);
    }
    sorted(by_root.into_iter().map(|(root, segments)| {
        assert_eq!(game.members(root).count(), segments.len());
        let kind = names::feature(game.tally(root).kind).to_owned();
        (kind, sorted(segments.into_iter()))
    }))
}

fn compare_walls(game: &City, reference: &Reference) {
    let left = game.walls(LEFT).iter().rev().map(|w| edge_text(w.edge));
    let gate = game.gate().map(|edge| format!("gate {}", edge_text(edge)));
    let right = game.walls(RIGHT).iter().map(|w| edge_text(w.edge));
    let line: Vec<String> = left.chain(gate).chain(right).collect();
    assert_eq!(line, reference.walls());
    assert_eq!(game.walls_left() as usize, reference.walls_left());
    let both = || [LEFT, RIGHT].into_iter().flat_map(|s| game.walls(s).iter().map(move |w| (s, w)));
    let guards = both().filter_map(|(_, w)| Some((w.guard()?.index(), edge_text(w.edge))));
    assert_eq!(sorted(guards), reference.guards());
    let towers =
        both().filter_map(|(s, w)| Some((w.tower()?.index(), edge_text(w.edge), s == RIGHT)));
    assert_eq!(sorted(towers), reference.towers());
}

fn compare(game: &City, rules: &Rules, reference: &Reference, laid: bool) {
    let seats = rules.seats() as usize;
    let turn = match game.turn() {
        Turn::Player(seat) => reference_city::Turn::Seat(seat.index()),
        Turn::Chance => reference_city::Turn::Chance,
        Turn::Over => reference_city::Turn::Over,
    };
    assert_eq!(turn, reference.turn());
    assert_eq!(legal_words(game, rules), reference.legal());
    assert_eq!(odds(game, rules), reference.odds());
    let scores: Vec<i32> = game.scores()[..seats].iter().map(|p| *p as i32).collect();
    assert_eq!(scores, reference.scores());
    let supply = (0..rules.seats()).map(Seat);
    let supply: Vec<(usize, usize)> =
        supply.map(|s| (game.supply(s) as usize, game.towers_left(s) as usize)).collect();
    assert_eq!(supply, reference.supply());
    let followers =
        game.followers().iter().map(|f| (f.seat.index(), game.spot(rules, game.spot_of(f.node))));
    assert_eq!(sorted(followers), reference.followers());
    compare_walls(game, reference);
    if laid {
        assert_eq!(sorted(game.outline().map(edge_text)), reference.outline());
        assert_eq!(features(game, rules), reference.features());
    }
}

/// What happened in the games, to see that they are worth comparing.
#[derive(Default, Debug)]
struct Seen {
    words: u64,
    lines: BTreeMap<String, u64>,
}

fn play(seed: u64, tiles: Option<&str>, seen: &mut Seen) {
    let rng = &mut Rng::new(seed);
    let options = if seed.is_multiple_of(4) { Vec::new() } else { random_options(rng) };
    let seats = 2 + rng.below(3) as u8;
    let style = if rng.below(3) == 0 { Style::Any } else { Style::Eager };
    println!("seed {seed}: {seats} seats, {style:?}, {options:?}");
    let rules = rules_with(seats, &options, tiles);
    let mut game = City::start(&rules);
    let text = tiles.unwrap_or(city::SETS[0].text);
    let mut reference = Reference::with_tiles(text, &options, seats as usize).unwrap();
    compare(&game, &rules, &reference, false);
    while game.turn() != Turn::Over {
        let action = choose(&game, &rules, rng, style);
        let word = game.word(&rules, action);
        println!("  {word}");
        let laid = game.step() == TurnStep::Lay;
        let mut events = Vec::new();
        game.play(&rules, action, &mut Log(|event| events.push(event)));
        let lines = lines(&game, &rules, &events);
        assert_eq!(lines, reference.apply(&word));
        compare(&game, &rules, &reference, laid && seed.is_multiple_of(5));
        seen.words += 1;
        for line in lines {
            let mut parts = line.split(' ');
            let kind = match (parts.next().unwrap(), parts.next().unwrap_or("")) {
                ("scored", what) => what.to_owned(),
                ("end", what) => format!("end {what}"),
                (kind, _) => kind.to_owned(),
            };
            *seen.lines.entry(kind).or_default() += 1;
        }
    }
}

/// The seeds of a run: some that never change, or with `LONG` and `SEED` many others.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let given = std::env::var("SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    let first = given.unwrap_or(0) * 100_000;
    first..first + if std::env::var_os("LONG").is_some() { 50 * usual } else { usual }
}

/// The whole of the rules and every option, with the sets that come with the crate.
#[test]
fn plays_like_the_reference() {
    let mut seen = Seen::default();
    for seed in seeds(60) {
        let own = city::set("city-own").unwrap().text;
        play(seed, (seed % 3 == 0).then_some(own), &mut seen);
    }
    println!("{seen:?}");
    for kind in ["street", "market", "homes", "guard", "tower", "home", "removed", "discard"] {
        assert!(seen.lines.contains_key(kind), "no {kind} in {seen:?}");
    }
    for kind in ["wall-phase", "walls-closed", "end a", "end b", "end c"] {
        assert!(seen.lines.contains_key(kind), "no {kind} in {seen:?}");
    }
}

/// 25 kinds of tile of any shape, so many of each: streets and areas at random, areas without
/// half-edges, markets that touch each other, several buildings on a tile.
fn random_set(rng: &mut Rng, count: u64) -> String {
    const HALF_EDGES: [&str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];
    let mut text = "schema_kind = \"city\"\nset = \"random\"\n".to_owned();
    for kind in 0..25 {
        let mut streets: Vec<Vec<&str>> = Vec::new();
        let mut edges = String::new();
        for side in ["N", "E", "S", "W"] {
            let has_street = rng.below(2) == 0;
            edges.push(if has_street { 'S' } else { '.' });
            match streets.last_mut() {
                _ if !has_street => {}
                Some(last) if last.len() == 1 && rng.below(2) == 0 => last.push(side),
                _ => streets.push(vec![side]),
            }
        }
        let mut areas = vec![Vec::new(); 1 + rng.below(4) as usize];
        for half in HALF_EDGES {
            let area = rng.below(areas.len() as u32) as usize;
            areas[area].push(half);
        }
        let goods: Vec<u32> = areas.iter().map(|_| rng.below(6).min(3)).collect();
        text +=
            &format!("[[tile]]\nid = \"random/{kind}\"\ncount = {count}\nedges = \"{edges}\"\n");
        let streets: Vec<String> = streets
            .iter()
            .map(|s| match s.len() {
                1 => format!("{{ edges = {s:?}, end = \"crossing\" }}"),
                _ => format!("{{ edges = {s:?} }}"),
            })
            .collect();
        text += &format!("streets = [{}]\n", streets.join(", "));
        let kinds = ["fish", "grain", "livestock", "residential"];
        let areas: Vec<String> = areas
            .iter()
            .zip(&goods)
            .map(|(ports, kind)| {
                let building = match (*kind, rng.below(4)) {
                    (3, 0) => ", building = \"public\"",
                    (3, 1) => ", building = \"historic\"",
                    _ => "",
                };
                format!("{{ kind = {:?}, ports = {ports:?}{building} }}", kinds[*kind as usize])
            })
            .collect();
        text += &format!("areas = [\n  {},\n]\n", areas.join(",\n  "));
        let pairs = (0..goods.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
        let touches: Vec<String> = pairs
            .filter(|(a, b)| (goods[*a] != 3 || goods[*b] != 3) && rng.below(3) == 0)
            .map(|(a, b)| format!("[{a}, {b}]"))
            .collect();
        text += &format!("touches = [{}]\n\n", touches.join(", "));
    }
    text
}

/// Tiles that the own set does not have (CITY-04, CITY-73, CITY-74): 75, or 100, for which the
/// board looks its cells up in another way.
#[test]
fn plays_like_the_reference_with_any_tiles() {
    let mut seen = Seen::default();
    for seed in seeds(24) {
        let tiles = random_set(&mut Rng::new(1_000_000 + seed), 3 + seed % 2);
        println!("{tiles}");
        play(seed, Some(&tiles), &mut seen);
    }
    println!("{seen:?}");
}
