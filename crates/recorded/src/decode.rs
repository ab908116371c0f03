//! The bare format: files, values, set-ups, words.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::RecordedSetup;

/// All games of a file, one a line.
pub fn read_games(file: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracle");
    let file = File::open(folder.join(file)).expect("the recording is there");
    let mut content = String::new();
    GzDecoder::new(file).read_to_string(&mut content).expect("a readable recording");
    content.lines().map(|line| serde_json::from_str(line).expect("one game a line")).collect()
}

/// The set-up in our terms: what the recorder did otherwise is an option with us.
pub fn setup(setup: &Value) -> RecordedSetup {
    let modules = list(&setup["modules"]).iter().map(text);
    let expansions = modules.filter(|name| *name != "base").map(str::to_owned).collect();
    let mut options: Vec<(String, String)> = Vec::new();
    for (key, value) in setup["options"].as_object().expect("options") {
        let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        options.push((key.clone(), plain));
    }
    let abbots = list(&setup["modules"]).iter().any(|name| name == "abbot");
    if abbots && setup["gardens"] == false {
        options.push(("OPT-ABBOT-GARDENS".into(), "off".into()));
    }
    if let Some(edition) = setup["river_edition"].as_str() {
        options.push(("OPT-RIVER-EDITION".into(), edition.into()));
    }
    let count = list(&setup["modules"]).iter().any(|name| name == "count");
    if count && setup["start_tile_in_bag"] == true {
        options.push(("OPT-COUNT-STARTTILE".into(), "shuffled-in".into()));
    }
    RecordedSetup { expansions, options, seats: number(&setup["players"]) as usize }
}

/// What a value is made of, as ` of 3 tiles, 1 pennants`.
pub fn made_of(event: &Value) -> String {
    let mut items: Vec<String> = Vec::new();
    for key in ["tiles", "pennants", "cities"] {
        items.extend(event[key].as_i64().map(|n| format!("{n} {key}")));
    }
    if event["carcassonne"] == true {
        items.push("1 carcassonne".to_owned());
    }
    if items.is_empty() { String::new() } else { format!(" of {}", items.join(", ")) }
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}"))
}

pub fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("not a number: {value}"))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn cell(value: &Value) -> String {
    format!("{},{}", value[0], value[1])
}

pub fn counts(value: &Value) -> BTreeMap<String, usize> {
    let entries = value.as_object().expect("numbers by name");
    entries.iter().map(|(key, value)| (key.clone(), number(value) as usize)).collect()
}

pub fn place_word(place: &Value) -> String {
    format!("{},{} r{}", place[0], place[1], place[2])
}

/// The words of some options, and passing; sorted.
pub fn words_of(options: &Value, word: impl Fn(&Value) -> String) -> Vec<String> {
    sorted(list(options).iter().map(word).chain(["-".to_owned()]).collect())
}

pub fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

pub fn unique(lines: Vec<String>) -> Vec<String> {
    let mut lines = sorted(lines);
    lines.dedup();
    lines
}
