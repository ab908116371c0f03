//! How an engine introduces itself: who it is, what can be set, what it can play.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use games::{Family, Setup};

use crate::reply::Reply;
use crate::text::{LineError, around, field, first, number, tidy};

/// What an engine answers to `tep 1`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Greeting {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// What can be set.
    pub options: Vec<SeatOption>,
    /// What it can play; everything if it says nothing.
    pub supports: Vec<Support>,
    /// Whether it wants to be told every legal word.
    pub needs_legal: bool,
}

impl Greeting {
    /// A name and an author; everything is supported and nothing can be set.
    pub fn new(name: &str, author: &str) -> Greeting {
        Greeting { name: tidy(name), author: tidy(author), ..Greeting::default() }
    }

    /// The same with something that can be set.
    #[must_use]
    pub fn option(mut self, name: &str, kind: OptionKind) -> Greeting {
        self.options.push(SeatOption { name: tidy(name), kind });
        self
    }

    /// The same with games that it can play.
    #[must_use]
    pub fn supports(mut self, support: Support) -> Greeting {
        self.supports.push(support);
        self
    }

    /// What it can set by a name; capitals do not matter.
    pub fn find(&self, name: &str) -> Option<&SeatOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Whether it says that it plays a set-up.
    pub fn plays(&self, setup: &Setup) -> bool {
        self.supports.is_empty() || self.supports.iter().any(|support| support.covers(setup))
    }

    /// The lines of it, `tepok` at the end.
    pub fn replies(&self) -> Vec<Reply> {
        let mut replies = alloc::vec![Reply::Name(self.name.clone())];
        if !self.author.is_empty() {
            replies.push(Reply::Author(self.author.clone()));
        }
        replies.extend(self.options.iter().cloned().map(Reply::Option));
        replies.extend(self.supports.iter().cloned().map(Reply::Supports));
        if self.needs_legal {
            replies.push(Reply::NeedsLegal);
        }
        replies.push(Reply::TepOk);
        replies
    }
}

/// Games that an engine can play: `country seats=2-6 expansions=river,inns`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Support {
    /// The family, by its name.
    pub family: String,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The expansions that it knows, in any combination.
    pub expansions: Vec<String>,
}

impl Support {
    /// A family with these seats and expansions.
    pub fn new(family: Family, seats: (u8, u8), expansions: &[&str]) -> Support {
        let expansions = expansions.iter().map(ToString::to_string).collect();
        Support { family: family.name().to_string(), seats, expansions }
    }

    /// Reads what stands behind `supports`.
    pub(crate) fn read(text: &str) -> Result<Support, LineError> {
        let (family, rest) = first(text);
        let mut support =
            Support { family: family.to_string(), seats: (0, 0), expansions: Vec::new() };
        for token in rest.split_whitespace() {
            match token.split_once('=') {
                Some(("seats", seats)) => support.seats = read_seats(seats)?,
                Some(("expansions", names)) => {
                    let names = names.split(',').filter(|name| !name.is_empty());
                    support.expansions = names.map(ToString::to_string).collect();
                }
                _ => {} // later versions say more
            }
        }
        let (least, most) = support.seats;
        if support.family.is_empty() || least == 0 || least > most {
            return Err(LineError::new("supports: expected a family and its seats, as seats=2-6"));
        }
        Ok(support)
    }

    /// Whether a set-up is one of these.
    pub fn covers(&self, setup: &Setup) -> bool {
        let (least, most) = self.seats;
        self.family == setup.family.name()
            && (least..=most).contains(&setup.seats)
            && setup.expansions.iter().all(|name| self.expansions.contains(name))
    }
}

fn read_seats(text: &str) -> Result<(u8, u8), LineError> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let read = |text| number("supports", "seats", Some(text), "numbers, as seats=2-6");
    Ok((read(least)?, read(most)?))
}

impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.seats;
        write!(f, "{} seats={least}", self.family)?;
        if most != least {
            write!(f, "-{most}")?;
        }
        if self.expansions.is_empty() {
            Ok(())
        } else {
            write!(f, " expansions={}", self.expansions.join(","))
        }
    }
}

/// Something that can be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatOption {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes, and what it is before it is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check(bool),
    /// A number between two others.
    Spin {
        /// Before it is set.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// Before it is set.
        default: String,
        /// All of them.
        values: Vec<String>,
    },
    /// Something to be done, without a value.
    Button,
    /// Any text.
    Text(String),
}

impl OptionKind {
    /// A number between two others.
    pub const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
        OptionKind::Spin { default, min, max }
    }

    /// Whether a value is one that it takes.
    ///
    /// # Errors
    /// Says what is expected.
    pub fn check(&self, value: &str) -> Result<(), LineError> {
        let fine = match self {
            OptionKind::Check(_) => matches!(value, "true" | "false"),
            OptionKind::Spin { min, max, .. } => {
                value.parse::<i64>().is_ok_and(|n| (*min..=*max).contains(&n))
            }
            OptionKind::Combo { values, .. } => values.iter().any(|known| known == value),
            OptionKind::Button => value.is_empty(),
            OptionKind::Text(_) => true,
        };
        if fine { Ok(()) } else { Err(LineError::new(self.expected())) }
    }

    fn expected(&self) -> String {
        match self {
            OptionKind::Check(_) => "true or false".to_string(),
            OptionKind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            OptionKind::Combo { values, .. } => format!("one of {}", values.join(", ")),
            OptionKind::Button => "no value".to_string(),
            OptionKind::Text(_) => "a text".to_string(),
        }
    }
}

impl SeatOption {
    /// Reads what stands behind `option`.
    pub(crate) fn read(text: &str) -> Result<SeatOption, LineError> {
        let wrong =
            || LineError::new("option: expected name NAME type check|spin|combo|button|string");
        let ("name", rest) = first(text) else { return Err(wrong()) };
        let (name, Some(rest)) = around(rest, "type") else { return Err(wrong()) };
        let (kind, rest) = first(rest);
        let kind = match kind {
            "check" => OptionKind::Check(value_of(rest, "default") == Some("true")),
            "spin" => {
                let bound = |key| {
                    let expected = "a whole number";
                    let value = value_of(rest, key).map(|text| first(text).0);
                    number("option", key, value, expected)
                };
                OptionKind::spin(bound("default")?, bound("min")?, bound("max")?)
            }
            "combo" => {
                let mut parts = Vec::new();
                let mut rest = rest;
                while let (part, Some(more)) = around(rest, "var") {
                    parts.push(part);
                    rest = more;
                }
                parts.push(rest);
                let values = parts.split_off(1).into_iter().map(tidy).collect();
                let default = tidy(value_of(parts[0], "default").unwrap_or_default());
                OptionKind::Combo { default, values }
            }
            "button" => OptionKind::Button,
            "string" => OptionKind::Text(tidy(value_of(rest, "default").unwrap_or_default())),
            _ => return Err(wrong()),
        };
        if name.is_empty() { Err(wrong()) } else { Ok(SeatOption { name: tidy(name), kind }) }
    }
}

/// What stands behind a key.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    around(text, key).1
}

impl fmt::Display for SeatOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        match &self.kind {
            OptionKind::Check(default) => field(&mut out, "check default", default),
            OptionKind::Spin { default, min, max } => {
                field(&mut out, "spin default", default);
                field(&mut out, "min", min);
                field(&mut out, "max", max);
            }
            OptionKind::Combo { default, values } => {
                field(&mut out, "combo default", default);
                for value in values {
                    field(&mut out, "var", value);
                }
            }
            OptionKind::Button => field(&mut out, "button", ""),
            OptionKind::Text(default) => field(&mut out, "string default", default),
        }
        write!(f, "name {} type{out}", self.name)
    }
}
