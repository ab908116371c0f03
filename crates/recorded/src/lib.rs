//! Replays recorded games of an independent engine in one of ours and compares every step, as
//! testdata/oracle/FORMAT.md describes. Only for tests: a difference is a panic.
//!
//! Invariant: no rules here. Where a record names segments, both sides are mapped to whole
//! features first.
//!
//! ```
//! let games = recorded::games("base.jsonl.gz");
//! assert_eq!(games.len(), 40);
//! assert_eq!(games[0]["setup"]["players"], 2);
//! ```

mod decode;

use std::collections::BTreeMap;

pub use decode::read_games as games;
use decode::{cell, counts, list, number, place_word, sorted, text, unique, words_of};
pub use serde_json::Value;

/// Who must act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A seat, counted from 0.
    Seat(usize),
    /// Chance.
    Chance,
    /// Nobody.
    Over,
}

/// The set-up of a recorded game in our terms.
#[derive(Clone, Debug)]
pub struct RecordedSetup {
    /// The expansions.
    pub expansions: Vec<String>,
    /// The options: key and value.
    pub options: Vec<(String, String)>,
    /// How many seats.
    pub seats: usize,
}

/// An engine of ours, asked in words.
pub trait Engine {
    /// Whether lines of scores end with what the value is made of, as ` of 3 tiles, 1 pennants`.
    const EXPLAINS: bool;

    /// A new game.
    fn start(setup: &RecordedSetup) -> Self;
    /// Who must act.
    fn turn(&self) -> Turn;
    /// The seat on turn, and which part of its turn it is, from 1.
    fn turn_of(&self) -> (usize, u8);
    /// The legal words.
    fn legal(&self) -> Vec<String>;
    /// At chance, the words with their weights.
    fn odds(&self) -> Vec<(String, u32)>;
    /// Plays a word and tells what happened, in lines.
    fn apply(&mut self, word: &str) -> Vec<String>;
    /// The points of every seat.
    fn scores(&self) -> Vec<i32>;
    /// The pieces in each supply.
    fn supply(&self) -> Vec<BTreeMap<String, usize>>;
    /// The goods of each seat.
    fn goods(&self) -> Vec<BTreeMap<String, usize>>;
    /// The figures on the table: seat, piece, place.
    fn figures(&self) -> Vec<(usize, String, String)>;
    /// The Count's quarter.
    fn count_quarter(&self) -> Option<String>;
    /// Every road, city and field with its segments; sorted.
    fn features(&self) -> Vec<(String, Vec<String>)>;
}

/// Replays all games of a file; returns how many games and parts were compared.
pub fn replay<E: Engine>(file: &str) -> (usize, usize) {
    let games = decode::read_games(file);
    let mut parts = 0;
    for record in &games {
        println!("{}", text(&record["id"]));
        parts += replay_game::<E>(record);
    }
    (games.len(), parts)
}

fn replay_game<E: Engine>(record: &Value) -> usize {
    let setup = &record["setup"];
    let mut game = E::start(&decode::setup(setup));
    for supply in game.supply() {
        assert_eq!(supply, counts(&setup["supply"]));
    }
    let mut late = Vec::new();
    let parts = list(&record["parts"]);
    for part in parts {
        assert!(late.is_empty(), "final scoring too early");
        late = play_part(&mut game, part);
    }
    redeploy(&mut game, &record["end"]["redeploy"], &mut late);
    assert_eq!(game.turn(), Turn::Over);
    compare_events(&game, &late, list(&record["end"]["events"]));
    compare_end(&game, &record["end"]);
    parts.len()
}

/// Each segment's name, and the name that stands for its whole feature.
struct Names(BTreeMap<String, String>);

impl Names {
    fn of(game: &impl Engine) -> Names {
        let mut names = BTreeMap::new();
        for (_, segments) in game.features() {
            for segment in &segments {
                names.insert(segment.clone(), segments[0].clone());
            }
        }
        Names(names)
    }

    /// Monasteries, shrines and gardens stand for themselves.
    fn feature(&self, segment: &str) -> String {
        self.0.get(segment).cloned().unwrap_or_else(|| segment.to_owned())
    }

    fn recorded(&self, entry: &Value) -> String {
        self.feature(&format!("{}:{}", cell(&entry["cell"]), text(&entry["spot"])))
    }
}

/// One of our words, with the spot replaced by its feature.
fn our_word(names: &Names, here: &str, word: &str) -> String {
    if let Some((piece, target)) = word.split_once('>') {
        return format!("{piece}>{}", names.feature(target));
    }
    match word.split_once('@') {
        Some(("recall" | "count", _)) | None => word.to_owned(),
        Some((piece, spot)) => format!("{piece}@{}", names.feature(&format!("{here}:{spot}"))),
    }
}

fn recorded_word(names: &Names, here: &str, entry: &Value) -> String {
    if entry.is_null() {
        "-".to_owned()
    } else if entry["recall"].is_array() {
        format!("recall@{}", cell(&entry["recall"]))
    } else if entry["from"].is_string() {
        format!("{}>{}", text(&entry["piece"]), names.recorded(entry))
    } else {
        let segment = format!("{here}:{}", text(&entry["spot"]));
        format!("{}@{}", text(&entry["piece"]), names.feature(&segment))
    }
}

/// Compares a decision and plays the recorded choice.
fn decide(game: &mut impl Engine, here: &str, options: &[Value], choice: &Value) -> Vec<String> {
    let names = Names::of(game);
    let ours: BTreeMap<String, String> =
        game.legal().into_iter().map(|word| (our_word(&names, here, &word), word)).collect();
    let recorded = options.iter().map(|entry| recorded_word(&names, here, entry));
    let recorded = recorded.chain(["-".to_owned()]).collect();
    assert_eq!(ours.keys().cloned().collect::<Vec<_>>(), unique(recorded));
    game.apply(&ours[&recorded_word(&names, here, choice)])
}

fn redeploy(game: &mut impl Engine, decisions: &Value, events: &mut Vec<String>) {
    for decision in list(decisions) {
        assert_eq!(game.turn(), Turn::Seat(number(&decision["player"]) as usize));
        let options = list(&decision["options"]);
        events.extend(decide(game, "", options, &decision["choice"]));
    }
}

fn lay(game: &mut impl Engine, part: &Value) -> Vec<String> {
    let turn_of = (number(&part["player"]) as usize, part["part"].as_u64().unwrap_or(1) as u8);
    for discard in list(&part["discards"]) {
        let expected = format!("discard {}", text(discard));
        assert_eq!(game.apply(text(discard)), [expected]);
    }
    assert_eq!(game.turn(), Turn::Chance);
    let tile = text(&part["tile"]);
    assert!(game.odds().iter().any(|(word, _)| word == tile), "{tile} can be drawn");
    assert!(game.apply(tile).is_empty(), "the tile fits");
    assert_eq!(game.turn(), Turn::Seat(turn_of.0));
    assert_eq!(game.turn_of(), turn_of);
    let mut recorded: Vec<String> = list(&part["placements"]).iter().map(place_word).collect();
    for known in list(&part["known"]) {
        assert_eq!(known["rule"], "RIVER-07", "the only known difference in these files");
        recorded.extend(list(&known["ours_only"]).iter().map(place_word));
    }
    assert_eq!(sorted(game.legal()), sorted(recorded));
    game.apply(&place_word(&part["place"]))
}

/// A decision whose words need no board: entering a quarter, moving the Count.
fn decide_plainly(
    game: &mut impl Engine,
    decision: &Value,
    word: impl Fn(&Value) -> String,
) -> Vec<String> {
    if !decision.is_object() {
        return Vec::new();
    }
    assert_eq!(sorted(game.legal()), words_of(&decision["options"], &word));
    let choice = &decision["choice"];
    game.apply(&if choice.is_null() { "-".to_owned() } else { word(choice) })
}

/// Plays one tile; returns the events that belong to the end of the game.
fn play_part(game: &mut impl Engine, part: &Value) -> Vec<String> {
    let mut events = lay(game, part);
    if !list(&part["options"]).is_empty() {
        let here = cell(&part["place"]);
        events.extend(decide(game, &here, list(&part["options"]), &part["choice"]));
    }
    redeploy(game, &part["redeploy"], &mut events);
    let enter = |entry: &Value| format!("{}@{}", text(&entry["piece"]), text(&entry["quarter"]));
    events.extend(decide_plainly(game, &part["carcassonne"], enter));
    events.extend(decide_plainly(game, &part["count"], |entry| format!("count@{}", text(entry))));
    let at_end = |event: &String| event.contains(" unfinished ") || event.starts_with("goods-maj");
    let (late, during): (Vec<String>, Vec<String>) = events.into_iter().partition(at_end);
    compare_events(game, &during, list(&part["events"]));
    if game.turn() != Turn::Over {
        compare_points(game, &part["points"]);
    }
    late
}

fn compare_points(game: &impl Engine, points: &Value) {
    let recorded: Vec<i64> = list(points).iter().map(number).collect();
    assert_eq!(game.scores().iter().map(|p| i64::from(*p)).collect::<Vec<_>>(), recorded);
}

fn compare_events<E: Engine>(game: &E, ours: &[String], recorded: &[Value]) {
    let names = Names::of(game);
    let lines = ours.iter().flat_map(|event| our_event(&names, event)).collect();
    let mut expected = Vec::new();
    let mut goods: BTreeMap<String, i64> = BTreeMap::new();
    for event in recorded {
        let seat = number(&event["player"]) + 1;
        let made_of = if E::EXPLAINS { decode::made_of(event) } else { String::new() };
        match text(&event["kind"]) {
            "goods" => {
                let kind = format!("goods {seat} {}", text(&event["goods"]));
                *goods.entry(kind).or_insert(0) += number(&event["count"]);
            }
            "goods-majority" => {
                let kind = text(&event["goods"]);
                expected.push(format!("goods-majority {seat} {kind} {}", event["points"]));
            }
            "challenge-lost" => expected.push(format!("lost {seat} {}", names.recorded(event))),
            _ if event["recall"] == true => {
                let name = names.recorded(event);
                expected.push(format!("recalled {seat} {name} {}{made_of}", event["points"]));
            }
            kind => {
                let (name, complete) = (names.recorded(event), event["complete"] == true);
                let points = &event["points"];
                expected.push(format!("{kind} {complete} {name} {seat}:{points}{made_of}"));
            }
        }
    }
    expected.extend(goods.into_iter().map(|(kind, number)| format!("{kind} {number}")));
    assert_eq!(sorted(lines), sorted(expected));
}

/// One of our event lines in the form used for comparing; one line for each winner.
fn our_event(names: &Names, event: &str) -> Vec<String> {
    let (line, made_of) = match event.split_once(" of ") {
        Some((line, made_of)) => (line, format!(" of {made_of}")),
        None => (event, String::new()),
    };
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["scored", kind, state, "at", name, "worth", _, "to", paid] => {
            let complete = state == "complete";
            let line = |one| format!("{kind} {complete} {} {one}{made_of}", names.feature(name));
            paid.split(',').map(line).collect()
        }
        ["recalled", seat, "at", name, "for", points] => {
            vec![format!("recalled {seat} {} {points}{made_of}", names.feature(name))]
        }
        ["lost", seat, "at", name] => vec![format!("lost {seat} {}", names.feature(name))],
        ["goods" | "goods-majority", ..] => vec![event.to_owned()],
        ["home", ..] => Vec::new(),
        _ => panic!("unexpected event {event}"),
    }
}

fn without_zeros(counts: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    counts.iter().filter(|(_, n)| **n > 0).map(|(key, n)| (key.clone(), *n)).collect()
}

fn compare_end(game: &impl Engine, end: &Value) {
    let names = Names::of(game);
    compare_points(game, &end["points"]);
    let recorded = |value: &Value| list(value).iter().map(counts).collect::<Vec<_>>();
    let supply: Vec<_> = game.supply().iter().map(without_zeros).collect();
    assert_eq!(supply, recorded(&end["supply"]));
    if end["goods"].is_array() {
        let goods: Vec<_> = game.goods().iter().map(without_zeros).collect();
        assert_eq!(goods, recorded(&end["goods"]));
    }
    let ours = game.figures().into_iter();
    let ours = ours.map(|(seat, piece, at)| format!("{seat} {piece} {}", names.feature(&at)));
    let recorded = list(&end["figures"]).iter().map(|figure| {
        let quarter = figure["quarter"].as_str().map(str::to_owned);
        let place = quarter.unwrap_or_else(|| names.recorded(figure));
        format!("{} {} {place}", figure["player"], text(&figure["piece"]))
    });
    assert_eq!(sorted(ours.collect()), sorted(recorded.collect()));
    assert_eq!(game.count_quarter().as_deref(), end["count"].as_str());
    compare_features(game, &names, list(&end["features"]));
}

/// Who holds the majority of each feature, by the name of the feature.
fn owners(game: &impl Engine, names: &Names) -> BTreeMap<String, Vec<usize>> {
    let mut strength: BTreeMap<String, BTreeMap<usize, usize>> = BTreeMap::new();
    for (seat, piece, place) in game.figures() {
        let weight = match piece.as_str() {
            "follower" | "abbot" => 1,
            "large" => 2,
            _ => continue,
        };
        let feature = strength.entry(names.feature(&place)).or_default();
        *feature.entry(seat).or_insert(0) += weight;
    }
    let best = |seats: BTreeMap<usize, usize>| {
        let most = seats.values().copied().max();
        seats.into_iter().filter(|(_, own)| Some(*own) == most).map(|(seat, _)| seat).collect()
    };
    strength.into_iter().map(|(name, seats)| (name, best(seats))).collect()
}

fn compare_features(game: &impl Engine, names: &Names, recorded: &[Value]) {
    let owners = owners(game, names);
    let mut expected: Vec<(String, Vec<String>)> = Vec::new();
    for feature in recorded {
        let kind = text(&feature["kind"]);
        let name = |segment: &Value| match segment[2].as_str() {
            Some(ports) => format!("{}:{kind}:{ports}", cell(segment)),
            None => format!("{}:{kind}", cell(segment)),
        };
        let segments = sorted(list(&feature["segments"]).iter().map(name).collect());
        let held: Vec<usize> =
            list(&feature["owners"]).iter().map(|seat| number(seat) as usize).collect();
        let ours = owners.get(&names.feature(&segments[0])).cloned().unwrap_or_default();
        assert_eq!(ours, held, "owners of {segments:?}");
        if matches!(kind, "road" | "city" | "field") {
            expected.push((kind.to_owned(), segments));
        }
    }
    expected.sort();
    assert_eq!(game.features(), expected);
}
