//! What a table chose: seats, expansions, options; and why a choice cannot be played.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use table::OptionDecl;

use crate::{exp, limits};

/// OPT-FARMERS: whether followers may stand on fields.
pub const FARMERS: OptionDecl = OptionDecl {
    number: 0,
    key: "OPT-FARMERS",
    values: &["on", "off"],
    earlier: &[],
    about: "off: nobody stands on fields, and fields are not scored (for a first game)",
};
/// OPT-FIELDSCORE: how fields are scored.
pub const FIELDSCORE: OptionDecl = OptionDecl {
    number: 1,
    key: "OPT-FIELDSCORE",
    values: &["ed3", "ed2", "ed1"],
    earlier: &[],
    about: "ed3: 3 points a city for each field; ed2: 4 points, each city once a player; \
            ed1: 4 points a city to whoever has most farmers around it",
};
/// OPT-SMALLCITY: what a completed city of two tiles is worth.
pub const SMALLCITY: OptionDecl = OptionDecl {
    number: 2,
    key: "OPT-SMALLCITY",
    values: &["4", "2"],
    earlier: &[],
    about: "2: a completed city of two tiles scores 1 for each tile and coat of arms",
};
/// OPT-STARTPLAYER: who begins.
pub const STARTPLAYER: OptionDecl = OptionDecl {
    number: 3,
    key: "OPT-STARTPLAYER",
    values: &["given", "random"],
    earlier: &[],
    about: "random: chance names the first seat",
};
/// OPT-UNPLACEABLE: what happens to a tile that fits nowhere.
pub const UNPLACEABLE: OptionDecl = OptionDecl {
    number: 4,
    key: "OPT-UNPLACEABLE",
    values: &["discard", "reshuffle"],
    earlier: &[],
    about: "reshuffle: it goes back into the stack once another tile has been laid",
};
/// OPT-TIE: how equal points are shown.
pub const TIE: OptionDecl = OptionDecl {
    number: 5,
    key: "OPT-TIE",
    values: &["shared", "none"],
    earlier: &[],
    about: "shown only: equal points are a shared victory, or nobody's",
};

/// The options of the base game.
pub const OPTIONS: &[OptionDecl] = &[FARMERS, FIELDSCORE, SMALLCITY, STARTPLAYER, UNPLACEABLE, TIE];

/// What a table chose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CountrySetup {
    /// How many seats.
    pub seats: u8,
    /// The names of the expansions in play, as `river`.
    pub expansions: Vec<String>,
    /// Keys and values of options that differ from their defaults, as `OPT-FARMERS`, `off`.
    pub options: Vec<(String, String)>,
}

impl CountrySetup {
    /// The base game for a number of seats.
    pub fn base(seats: u8) -> CountrySetup {
        CountrySetup { seats, ..CountrySetup::default() }
    }

    /// The same with these expansions.
    #[must_use]
    pub fn with(mut self, expansions: &[&str]) -> CountrySetup {
        self.expansions.extend(expansions.iter().map(ToString::to_string));
        self
    }

    /// The same with an option set.
    #[must_use]
    pub fn option(mut self, key: &str, value: &str) -> CountrySetup {
        self.options.push((key.to_string(), value.to_string()));
        self
    }
}

/// A set-up that cannot be played, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The number of seats is not allowed (BASE-09, INT-06).
    Seats {
        /// What was asked for.
        asked: u8,
        /// The most that this set-up allows.
        most: u8,
    },
    /// There is no such expansion.
    Expansion(String),
    /// An expansion or an option was named twice.
    Twice(String),
    /// There is no such option, or it belongs to an expansion that is not in play.
    Option {
        /// The key.
        key: String,
        /// The expansion it belongs to, if any.
        needs: Option<&'static str>,
    },
    /// The option has no such value.
    Value {
        /// The key.
        key: String,
        /// What was asked for.
        value: String,
        /// What it may be.
        values: &'static [&'static str],
    },
    /// The chosen expansions have more of something than a game holds.
    TooMuch {
        /// Of what.
        what: &'static str,
        /// How many there are.
        asked: usize,
        /// How many there may be.
        most: usize,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Seats { asked, most } => {
                write!(f, "{asked} seats: this set-up is for 2 to {most} players (BASE-09, INT-06)")
            }
            SetupError::Expansion(name) if name == "city" => write!(
                f,
                "The City is a game of its own and is never combined with the country \
                 (choose --family city)"
            ),
            SetupError::Expansion(name) => {
                let shown = exp::ALL.iter().filter(|(_, info)| !info.hidden);
                let known: Vec<&str> = shown.map(|(_, info)| info.wire).collect();
                write!(f, "unknown expansion {name:?}; there are: {}", known.join(", "))
            }
            SetupError::Twice(name) => write!(f, "{name} is named twice"),
            SetupError::Option { key, needs: Some(needs) } => {
                write!(f, "the option {key} belongs to the expansion {needs}, which is not in play")
            }
            SetupError::Option { key, needs: None } => {
                let shown = exp::all_options()
                    .filter(|(owner, _)| owner.is_none_or(|(_, info)| !info.hidden));
                let known: Vec<&str> = shown.map(|(_, o)| o.key).collect();
                write!(f, "unknown option {key:?}; there are: {}", known.join(", "))
            }
            SetupError::Value { key, value, values } => {
                write!(f, "{key} cannot be {value:?}; it may be {}", values.join(" or "))
            }
            SetupError::TooMuch { what, asked, most } => {
                write!(f, "{what}: these expansions have {asked} together, a game holds {most}")
            }
        }
    }
}

impl core::error::Error for SetupError {}

/// The chosen value of every option, by its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices([u8; limits::OPTIONS]);

impl Choices {
    /// The chosen value of an option, as its place among the values.
    #[inline]
    pub fn get(&self, option: &OptionDecl) -> u8 {
        self.0[option.number as usize]
    }

    /// Whether an option has its default.
    #[inline]
    pub fn is_default(&self, option: &OptionDecl) -> bool {
        self.get(option) == 0
    }
}

pub(crate) fn expansions_on(setup: &CountrySetup) -> Result<u32, SetupError> {
    let mut on = 0;
    for name in &setup.expansions {
        let found = exp::ALL.iter().find(|(_, info)| info.wire == name);
        let (id, _) = found.ok_or_else(|| SetupError::Expansion(name.clone()))?;
        if on >> *id as u8 & 1 != 0 {
            return Err(SetupError::Twice(name.clone()));
        }
        on |= 1 << *id as u8;
    }
    Ok(on)
}

pub(crate) fn choices(setup: &CountrySetup, on: u32) -> Result<Choices, SetupError> {
    let mut choices = Choices([0; limits::OPTIONS]);
    for (i, (key, value)) in setup.options.iter().enumerate() {
        if setup.options[..i].iter().any(|(k, _)| k == key) {
            return Err(SetupError::Twice(key.clone()));
        }
        let found = exp::all_options().find(|(_, o)| o.key == key);
        let Some((owner, option)) = found else {
            return Err(SetupError::Option { key: key.clone(), needs: None });
        };
        if let Some((id, info)) = owner
            && on >> id as u8 & 1 == 0
        {
            return Err(SetupError::Option { key: key.clone(), needs: Some(info.wire) });
        }
        let place = option.values.iter().position(|v| v == value);
        choices.0[option.number as usize] = place.ok_or_else(|| SetupError::Value {
            key: key.clone(),
            value: value.clone(),
            values: option.values,
        })? as u8;
    }
    Ok(choices)
}
