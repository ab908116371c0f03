//! Replays recorded games of an independent engine and compares every step.
//!
//! The format is described beside the recordings. Where a record names segments, both sides are
//! mapped to whole features first.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use reference_country::{Reference, Turn};
use serde_json::Value;

/// Each segment's name, and the name that stands for its whole feature.
struct Names(BTreeMap<String, String>);

impl Names {
    fn of(game: &Reference) -> Names {
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
        self.0
            .get(segment)
            .cloned()
            .unwrap_or_else(|| segment.to_owned())
    }

    fn recorded(&self, entry: &Value) -> String {
        self.feature(&format!(
            "{}:{}",
            cell(&entry["cell"]),
            text(&entry["spot"])
        ))
    }
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("not a text: {value}"))
}

fn number(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("not a number: {value}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn cell(value: &Value) -> String {
    format!("{},{}", value[0], value[1])
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

fn unique(lines: Vec<String>) -> Vec<String> {
    let mut lines = sorted(lines);
    lines.dedup();
    lines
}

fn read_games(file: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracle");
    let file = File::open(folder.join(file)).expect("the recording is there");
    let mut content = String::new();
    GzDecoder::new(file)
        .read_to_string(&mut content)
        .expect("a readable recording");
    content
        .lines()
        .map(|line| serde_json::from_str(line).expect("one game a line"))
        .collect()
}

fn start(setup: &Value) -> Reference {
    let modules: Vec<&str> = list(&setup["modules"])
        .iter()
        .map(text)
        .filter(|name| *name != "base")
        .collect();
    let mut options: Vec<(String, String)> = Vec::new();
    for (key, value) in setup["options"].as_object().expect("options") {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        options.push((key.clone(), value));
    }
    if setup["gardens"] == false {
        options.push(("OPT-ABBOT-GARDENS".into(), "off".into()));
    }
    if let Some(edition) = setup["river_edition"].as_str() {
        options.push(("OPT-RIVER-EDITION".into(), edition.into()));
    }
    if setup["start_tile_in_bag"] == true {
        options.push(("OPT-COUNT-STARTTILE".into(), "shuffled-in".into()));
    }
    let options: Vec<(&str, &str)> = options
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    let seats = number(&setup["players"]) as usize;
    let game = Reference::new(&modules, &options, seats).expect("a known setup");
    for supply in game.supply() {
        assert_eq!(supply, counts(&setup["supply"]));
    }
    game
}

fn counts(value: &Value) -> BTreeMap<String, usize> {
    let entries = value.as_object().expect("numbers by name");
    entries
        .iter()
        .map(|(key, value)| (key.clone(), number(value) as usize))
        .collect()
}

fn without_zeros(counts: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    counts
        .iter()
        .filter(|(_, n)| **n > 0)
        .map(|(key, n)| (key.clone(), *n))
        .collect()
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
fn decide(game: &mut Reference, here: &str, options: &[Value], choice: &Value) -> Vec<String> {
    let names = Names::of(game);
    let ours: BTreeMap<String, String> = game
        .legal()
        .into_iter()
        .map(|word| (our_word(&names, here, &word), word))
        .collect();
    let mut recorded: Vec<String> = options
        .iter()
        .map(|entry| recorded_word(&names, here, entry))
        .collect();
    recorded.push("-".to_owned());
    assert_eq!(ours.keys().cloned().collect::<Vec<_>>(), unique(recorded));
    game.apply(&ours[&recorded_word(&names, here, choice)])
}

fn redeploy(game: &mut Reference, decisions: &Value, events: &mut Vec<String>) {
    for decision in list(decisions) {
        assert_eq!(
            game.turn(),
            Turn::Seat(number(&decision["player"]) as usize)
        );
        let options = list(&decision["options"]);
        events.extend(decide(game, "", options, &decision["choice"]));
    }
}

fn lay(game: &mut Reference, part: &Value) -> Vec<String> {
    for discard in list(&part["discards"]) {
        let expected = format!("discard {}", text(discard));
        assert_eq!(game.apply(text(discard)), [expected]);
    }
    assert_eq!(game.turn(), Turn::Chance);
    assert!(game.apply(text(&part["tile"])).is_empty(), "the tile fits");
    assert_eq!(game.turn(), Turn::Seat(number(&part["player"]) as usize));
    let word = |place: &Value| format!("{},{} r{}", place[0], place[1], place[2]);
    let mut recorded: Vec<String> = list(&part["placements"]).iter().map(word).collect();
    for known in list(&part["known"]) {
        assert_eq!(
            known["rule"], "RIVER-07",
            "the only known difference in these files"
        );
        recorded.extend(list(&known["ours_only"]).iter().map(word));
    }
    assert_eq!(game.legal(), sorted(recorded));
    game.apply(&word(&part["place"]))
}

fn carcassonne(game: &mut Reference, part: &Value, events: &mut Vec<String>) {
    if part["carcassonne"].is_object() {
        let word = |entry: &Value| format!("{}@{}", text(&entry["piece"]), text(&entry["quarter"]));
        let decision = &part["carcassonne"];
        let mut words: Vec<String> = list(&decision["options"]).iter().map(word).collect();
        words.push("-".to_owned());
        assert_eq!(game.legal(), sorted(words));
        let choice = &decision["choice"];
        events.extend(game.apply(&if choice.is_null() {
            "-".into()
        } else {
            word(choice)
        }));
    }
    if part["count"].is_object() {
        let word = |entry: &Value| format!("count@{}", text(entry));
        let mut words: Vec<String> = list(&part["count"]["options"]).iter().map(word).collect();
        words.push("-".to_owned());
        assert_eq!(game.legal(), sorted(words));
        let choice = &part["count"]["choice"];
        events.extend(game.apply(&if choice.is_null() {
            "-".into()
        } else {
            word(choice)
        }));
    }
}

/// Plays one tile; returns the events that belong to the end of the game.
fn play_part(game: &mut Reference, part: &Value) -> Vec<String> {
    let mut events = lay(game, part);
    if !list(&part["options"]).is_empty() {
        let here = cell(&part["place"]);
        events.extend(decide(game, &here, list(&part["options"]), &part["choice"]));
    }
    redeploy(game, &part["redeploy"], &mut events);
    carcassonne(game, part, &mut events);
    let (late, during): (Vec<String>, Vec<String>) = events
        .into_iter()
        .partition(|event| event.contains(" unfinished ") || event.starts_with("goods-majority"));
    compare_events(game, during, list(&part["events"]));
    if game.turn() != Turn::Over {
        let points: Vec<i64> = list(&part["points"]).iter().map(number).collect();
        assert_eq!(
            game.scores()
                .iter()
                .map(|&p| i64::from(p))
                .collect::<Vec<_>>(),
            points
        );
    }
    late
}

fn compare_events(game: &Reference, ours: Vec<String>, recorded: &[Value]) {
    let names = Names::of(game);
    let mut lines = Vec::new();
    for event in ours {
        lines.extend(our_event(&names, &event));
    }
    let mut expected = Vec::new();
    let mut goods: BTreeMap<String, i64> = BTreeMap::new();
    for event in recorded {
        let seat = number(&event["player"]) + 1;
        match text(&event["kind"]) {
            "goods" => {
                let kind = format!("goods {seat} {}", text(&event["goods"]));
                *goods.entry(kind).or_insert(0) += number(&event["count"]);
            }
            "goods-majority" => {
                expected.push(format!(
                    "goods-majority {seat} {} {}",
                    text(&event["goods"]),
                    event["points"]
                ));
            }
            "challenge-lost" => expected.push(format!("lost {seat} {}", names.recorded(event))),
            _ if event["recall"] == true => {
                let name = names.recorded(event);
                expected.push(format!("recalled {seat} {name} {}", event["points"]));
            }
            kind => {
                let name = names.recorded(event);
                let complete = event["complete"] == true;
                expected.push(format!(
                    "{kind} {complete} {name} {seat}:{}",
                    event["points"]
                ));
            }
        }
    }
    expected.extend(
        goods
            .into_iter()
            .map(|(kind, number)| format!("{kind} {number}")),
    );
    assert_eq!(sorted(lines), sorted(expected));
}

/// One of our event lines in the form used for comparing; one line for each winner.
fn our_event(names: &Names, event: &str) -> Vec<String> {
    let words: Vec<&str> = event.split(' ').collect();
    match words[..] {
        ["scored", kind, state, "at", name, "worth", _, "to", paid] => {
            let complete = state == "complete";
            let line = |one| format!("{kind} {complete} {} {one}", names.feature(name));
            paid.split(',').map(line).collect()
        }
        ["recalled", seat, "at", name, "for", points] => {
            vec![format!("recalled {seat} {} {points}", names.feature(name))]
        }
        ["lost", seat, "at", name] => vec![format!("lost {seat} {}", names.feature(name))],
        ["goods" | "goods-majority", ..] => vec![event.to_owned()],
        ["home", ..] => Vec::new(),
        _ => panic!("unexpected event {event}"),
    }
}

fn compare_end(game: &Reference, end: &Value) {
    let names = Names::of(game);
    let points: Vec<i64> = list(&end["points"]).iter().map(number).collect();
    assert_eq!(
        game.scores()
            .iter()
            .map(|&p| i64::from(p))
            .collect::<Vec<_>>(),
        points
    );
    let supply: Vec<_> = game.supply().iter().map(without_zeros).collect();
    assert_eq!(
        supply,
        list(&end["supply"]).iter().map(counts).collect::<Vec<_>>()
    );
    if end["goods"].is_array() {
        let goods: Vec<_> = game.goods().iter().map(without_zeros).collect();
        assert_eq!(
            goods,
            list(&end["goods"]).iter().map(counts).collect::<Vec<_>>()
        );
    }
    let ours = game
        .figures()
        .into_iter()
        .map(|(seat, piece, place)| format!("{seat} {piece} {}", names.feature(&place)));
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
fn owners(game: &Reference, names: &Names) -> BTreeMap<String, Vec<usize>> {
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
        seats
            .into_iter()
            .filter(|(_, own)| Some(*own) == most)
            .map(|(seat, _)| seat)
            .collect()
    };
    strength
        .into_iter()
        .map(|(name, seats)| (name, best(seats)))
        .collect()
}

fn compare_features(game: &Reference, names: &Names, recorded: &[Value]) {
    let owners = owners(game, names);
    let mut expected: Vec<(String, Vec<String>)> = Vec::new();
    for feature in recorded {
        let kind = text(&feature["kind"]);
        let name = |segment: &Value| match segment[2].as_str() {
            Some(ports) => format!("{}:{kind}:{ports}", cell(segment)),
            None => format!("{}:{kind}", cell(segment)),
        };
        let segments = sorted(list(&feature["segments"]).iter().map(name).collect());
        let held: Vec<usize> = list(&feature["owners"])
            .iter()
            .map(|seat| number(seat) as usize)
            .collect();
        let ours = owners
            .get(&names.feature(&segments[0]))
            .cloned()
            .unwrap_or_default();
        assert_eq!(ours, held, "owners of {segments:?}");
        if matches!(kind, "road" | "city" | "field") {
            expected.push((kind.to_owned(), segments));
        }
    }
    expected.sort();
    assert_eq!(game.features(), expected);
}

/// Draws left at the start.
fn tiles_to_draw(game: &Reference) -> u32 {
    game.odds().iter().map(|(_, weight)| weight).sum()
}

fn replay(file: &str, games: usize, parts: usize, first_draws: u32) {
    let recorded = read_games(file);
    assert_eq!(recorded.len(), games);
    let mut played = 0;
    for record in &recorded {
        println!("{}", record["id"]);
        let mut game = start(&record["setup"]);
        assert_eq!(tiles_to_draw(&game), first_draws);
        let mut late = Vec::new();
        for part in list(&record["parts"]) {
            assert!(late.is_empty(), "final scoring too early");
            late = play_part(&mut game, part);
            played += 1;
        }
        redeploy(&mut game, &record["end"]["redeploy"], &mut late);
        assert_eq!(game.turn(), Turn::Over);
        compare_events(&game, late, list(&record["end"]["events"]));
        compare_end(&game, &record["end"]);
    }
    assert_eq!(played, parts);
}

#[test]
fn base() {
    replay("base.jsonl.gz", 40, 2839, 71);
}

#[test]
fn inns_and_traders() {
    replay("inns-traders.jsonl.gz", 40, 4519, 113);
}

#[test]
fn river_and_abbot() {
    replay("river-abbot.jsonl.gz", 33, 2739, 10);
}

#[test]
fn all_but_the_river() {
    replay("full.jsonl.gz", 33, 3960, 120);
}
