//! Logs of later formats than the first: what they fold to for ever.
//!
//! `games-N.jsonl.gz` was written once by the last program of format N, with `golden_making.rs`
//! (`tests/golden/README.md`).

use std::collections::{BTreeMap, BTreeSet};

use protocol::log::{Entry, FORMAT};
use room::Rulebook;

use super::golden::{Golden, compare, folded, read_games};

/// The formats that have a file, and how many logs are in it.
const LATER: [(u32, usize); 3] = [(2, 35), (3, 86), (4, 86)];

fn logs(format: u32) -> Vec<Golden> {
    read_games(&format!("games-{format}.jsonl.gz"))
}

#[test]
fn logs_of_later_formats_fold_to_what_they_were() {
    let book = Rulebook::default();
    for (format, many) in LATER {
        let all = logs(format);
        assert_eq!(all.len(), many, "golden logs are never made again, and none is taken away");
        for golden in all {
            let room = folded(&book, &golden);
            compare(&golden.name, &room, golden.now, golden.expected);
        }
    }
}

/// The kinds of entries that came with a format.
fn new_in(format: u32) -> &'static [&'static str] {
    match format {
        2 => &["shared", "frozen", "revealed", "void", "round", "watchers", "opened", "takenback"],
        3 => &["changed", "coloured"],
        // Seats of the computer have levels, in entries that there were before.
        _ => &[],
    }
}

/// The logs cover what they should: nobody takes the awkward ones away.
#[test]
fn logs_of_later_formats_are_of_every_kind() {
    for (format, _) in LATER {
        let (mut kinds, mut states) = (BTreeMap::new(), BTreeMap::new());
        let (mut expansions, mut overheard) = (BTreeSet::new(), 0);
        for golden in logs(format) {
            for logged in &golden.log {
                if let Entry::Made { format: own, revision, fair, .. } = &logged.entry {
                    assert_eq!((*own, *revision, *fair), (format, 2, 2), "{}", golden.name);
                }
                if let Entry::Made { config, .. } | Entry::Changed { config } = &logged.entry {
                    expansions.extend(config.plan.expansions.clone());
                    expansions.insert(config.plan.family.clone());
                }
                overheard +=
                    usize::from(matches!(logged.entry, Entry::Said { watchers: true, .. }));
                let entry = serde_json::to_value(&logged.entry).unwrap();
                *kinds.entry(entry["t"].as_str().unwrap().to_string()).or_insert(0) += 1;
            }
            *states.entry(golden.expected.status).or_insert(0) += 1;
        }
        let new = (2..=format).flat_map(new_in);
        for kind in new.chain(&["played", "resigned", "ended", "said", "offered"]) {
            assert!(kinds.get(*kind).is_some_and(|n| *n >= 2), "{format}: {kind}: {kinds:?}");
        }
        for state in ["open", "playing", "over"] {
            assert!(states.get(state).is_some_and(|n| *n >= 4), "{format}: {state}: {states:?}");
        }
        assert!(overheard >= 4, "{format}: {overheard}");
        for name in games::registry::expansions().iter().map(|info| info.name).chain(["city"]) {
            assert!(expansions.contains(name), "{format}: {name}");
        }
    }
}

/// A release that brings a format keeps logs of the one before.
#[test]
fn every_format_has_its_logs() {
    let with: Vec<u32> = LATER.iter().map(|(format, _)| *format).collect();
    assert!((2..FORMAT).all(|format| with.contains(&format)), "make_logs_of_this_format was due");
}
