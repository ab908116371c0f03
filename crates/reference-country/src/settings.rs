//! Which expansions are in play and which options are chosen.

use std::collections::{BTreeMap, BTreeSet};

/// Every option key with its values, the default first.
const OPTIONS: [(&str, &[&str]); 33] = [
    ("OPT-FARMERS", &["on", "off"]),
    ("OPT-FIELDSCORE", &["ed3", "ed2", "ed1"]),
    ("OPT-SMALLCITY", &["4", "2"]),
    ("OPT-STARTPLAYER", &["given", "random"]),
    ("OPT-UNPLACEABLE", &["discard", "reshuffle"]),
    ("OPT-TIE", &["shared", "none"]),
    ("OPT-RIVER-EDITION", &["c3", "c2", "c1"]),
    ("OPT-RIVER-START", &["drop", "shuffle-in"]),
    ("OPT-RIVER-UTURN", &["immediate", "strict"]),
    ("OPT-RIVER-LAKE", &["drawn", "automatic"]),
    ("OPT-ABBOT-RECALL", &["on", "off"]),
    ("OPT-ABBOT-GARDENS", &["on", "off"]),
    ("OPT-INNS-FINAL", &["zero", "ignore"]),
    ("OPT-INNS-TILES", &["on", "off"]),
    ("OPT-LARGE-MEEPLE", &["on", "off"]),
    ("OPT-TB-TILES", &["on", "off"]),
    ("OPT-TB-GOODS", &["on", "off"]),
    ("OPT-TB-BUILDER", &["on", "off"]),
    ("OPT-TB-PIG", &["on", "off"]),
    ("OPT-BUILDER-SECOND", &["optional", "forced"]),
    ("OPT-GOODS-ZERO", &["require-one", "tie-at-zero"]),
    ("OPT-CULT-TILES", &["5", "6"]),
    ("OPT-CULT-STRICT", &["on", "off"]),
    ("OPT-CULT-CHALLENGE", &["occupied", "both-unfinished"]),
    ("OPT-COUNT-FINAL", &["market-only", "all"]),
    ("OPT-COUNT-UNOCCUPIED", &["allowed", "forbidden"]),
    ("OPT-COUNT-MOVE", &["by-player", "clockwise", "follow-meeple"]),
    ("OPT-COUNT-FARMS", &["counts", "ignored"]),
    ("OPT-COUNT-DOUBLE", &["per-part", "once-per-turn"]),
    ("OPT-COUNT-ABBOT", &["cathedral", "none"]),
    ("OPT-COUNT-ORDER", &["all-at-once", "one-by-one"]),
    ("OPT-COUNT-STARTTILE", &["left-out", "shuffled-in"]),
    ("OPT-TRIAL-WATCH", &["on", "off"]),
];

const EXPANSIONS: [&str; 7] = ["river", "abbot", "inns", "traders", "cult", "count", "trial"];

/// Every option key with its values, the default first.
pub fn known_options() -> &'static [(&'static str, &'static [&'static str])] {
    &OPTIONS
}

/// The choice of modules and options of one game.
#[derive(Clone, Debug)]
pub struct Settings {
    expansions: BTreeSet<String>,
    options: BTreeMap<String, String>,
    pub seats: usize,
}

impl Settings {
    pub fn new(
        expansions: &[&str],
        options: &[(&str, &str)],
        seats: usize,
    ) -> Result<Settings, String> {
        for expansion in expansions {
            if !EXPANSIONS.contains(expansion) {
                return Err(format!("unknown expansion {expansion}"));
            }
        }
        let mut chosen: BTreeMap<String, String> =
            OPTIONS.iter().map(|(key, values)| ((*key).into(), values[0].into())).collect();
        for (key, value) in options {
            let known = OPTIONS.iter().find(|(name, _)| name == key);
            let (_, values) = known.ok_or_else(|| format!("unknown option {key}"))?;
            if !values.contains(value) {
                return Err(format!("unknown value {value} of {key}"));
            }
            chosen.insert((*key).into(), (*value).into());
        }
        let settings = Settings {
            expansions: expansions.iter().map(|name| (*name).to_owned()).collect(),
            options: chosen,
            seats,
        };
        // BASE-09, INT-06: the sixth colour comes with INNS.
        let most = if settings.has("inns") { 6 } else { 5 };
        if !(2..=most).contains(&seats) {
            return Err(format!("{seats} seats: 2 to {most} can play"));
        }
        Ok(settings)
    }

    /// Whether an expansion is in play.
    pub fn has(&self, expansion: &str) -> bool {
        self.expansions.contains(expansion)
    }

    /// Whether the option has this value. Panics on an unknown key or value: that is a slip here.
    pub fn is(&self, key: &str, value: &str) -> bool {
        let values = OPTIONS.iter().find(|(name, _)| *name == key).map(|(_, values)| values);
        assert!(values.is_some_and(|known| known.contains(&value)), "{key} {value}");
        self.options[key] == value
    }

    /// ABBOT-02, OPT-ABBOT-GARDENS: without them gardens are decoration.
    pub fn gardens(&self) -> bool {
        self.has("abbot") && self.is("OPT-ABBOT-GARDENS", "on")
    }

    /// TRADERS-02: goods can be switched separately.
    pub fn goods(&self) -> bool {
        self.has("traders") && self.is("OPT-TB-GOODS", "on")
    }
}
