//! Who plays a computer's seat: one of five levels, or a program of somebody else.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::api::LevelChoice;
use crate::log::FIRST_FORMAT;

/// Who plays a computer's seat. On the wire it is a word: `level-3`, or `engine:NAME` for a program
/// that the server's host offers. `random` and `greedy` are the players of before there were
/// levels: old logs, requests and rematches have them, menus do not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "typescript",
    ts(type = "\"level-1\" | \"level-2\" | \"level-3\" | \"level-4\" | \"level-5\" | \
               `engine:${string}` | \"random\" | \"greedy\"")
)]
pub enum Level {
    /// Any legal choice.
    Random,
    /// The best next move.
    Greedy,
    /// One of the five.
    Person(LevelNumber),
    /// Another program.
    Engine(EngineName),
}

/// The number of a level: 1 for the weakest, 5 for the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LevelNumber(u8);

impl LevelNumber {
    /// How many there are.
    pub const MOST: u8 = 5;
    /// All, the weakest first.
    pub const ALL: [LevelNumber; 5] =
        [LevelNumber(1), LevelNumber(2), LevelNumber(3), LevelNumber(4), LevelNumber(5)];

    /// The level of a number from 1 to 5.
    pub const fn new(number: u8) -> Option<LevelNumber> {
        if number >= 1 && number <= LevelNumber::MOST { Some(LevelNumber(number)) } else { None }
    }

    /// The number, from 1 to 5.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The person who plays so; the name is the same in every language.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "Perrin",
            2 => "Azalaïs",
            3 => "Bertran",
            4 => "Esclarmonde",
            _ => "Raimon",
        }
    }

    /// The person's character in English: as the pages say it, which have other languages too.
    pub const fn about(self) -> &'static str {
        match self.0 {
            1 => "A shepherd boy who learnt the game last week",
            2 => "A merchant’s daughter: she counts every point",
            3 => "A mason: patient, and he finishes what he begins",
            4 => "Lady of the castle: she sees what you are building",
            _ => "The viscount: he has never given a field away",
        }
    }
}

impl LevelChoice {
    /// One of the five, as a menu offers it.
    pub fn person(number: LevelNumber) -> LevelChoice {
        let level = ai::Level::new(number.get());
        LevelChoice {
            level: Level::Person(number),
            number: Some(number.get()),
            name: number.name().to_string(),
            about: number.about().to_string(),
            milliseconds: level.map_or(0, ai::Level::milliseconds),
            rating: None,
        }
    }

    /// A program of others that thinks so long about a move.
    pub fn program(name: EngineName, milliseconds: u32) -> LevelChoice {
        LevelChoice {
            level: Level::Engine(name),
            number: None,
            name: name.as_str().to_string(),
            about: "A program of others that the host of this server offers.".to_string(),
            milliseconds,
            rating: None,
        }
    }
}

/// The most bytes of a program's name.
const NAME_MAX: usize = 24;

/// The name of a program that plays: 1 to 24 small letters, digits and hyphens, a letter first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EngineName {
    len: u8,
    bytes: [u8; NAME_MAX],
}

impl EngineName {
    /// A name, if it is one.
    pub fn new(name: &str) -> Option<EngineName> {
        let plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
        let fine = (1..=NAME_MAX).contains(&name.len())
            && name.as_bytes()[0].is_ascii_lowercase()
            && name.as_bytes().iter().all(plain);
        let mut bytes = [0; NAME_MAX];
        fine.then(|| bytes[..name.len()].copy_from_slice(name.as_bytes()))?;
        Some(EngineName { len: name.len() as u8, bytes })
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).expect("a name of plain letters")
    }
}

/// A word that names no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a level from level-1 to level-5, or a program as engine:NAME")
    }
}

impl std::error::Error for LevelError {}

impl Level {
    /// The one that plays on for people: neither hopeless nor hard.
    pub const MIDDLE: Level = Level::Person(LevelNumber(3));
    /// The one that anybody can beat.
    pub const EASIEST: Level = Level::Person(LevelNumber(1));

    /// The format that a log must have to name this player.
    pub const fn since(self) -> u32 {
        match self {
            Level::Random | Level::Greedy => FIRST_FORMAT,
            Level::Person(_) | Level::Engine(_) => 4,
        }
    }

    /// The name to show: a person's, a program's; those of before there were levels have none.
    pub fn name(&self) -> Option<&str> {
        match self {
            Level::Random | Level::Greedy => None,
            Level::Person(number) => Some(number.name()),
            Level::Engine(name) => Some(name.as_str()),
        }
    }
}

impl From<LevelNumber> for Level {
    fn from(number: LevelNumber) -> Level {
        Level::Person(number)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Greedy => f.write_str("greedy"),
            Level::Person(number) => write!(f, "level-{}", number.0),
            Level::Engine(name) => write!(f, "engine:{}", name.as_str()),
        }
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        match text {
            "random" => return Ok(Level::Random),
            "greedy" => return Ok(Level::Greedy),
            _ => {}
        }
        let person = || match text.strip_prefix("level-")?.as_bytes() {
            [digit @ b'1'..=b'5'] => LevelNumber::new(digit - b'0').map(Level::Person),
            _ => None,
        };
        let engine = || EngineName::new(text.strip_prefix("engine:")?).map(Level::Engine);
        person().or_else(engine).ok_or(LevelError)
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        text.parse().map_err(|error| de::Error::custom(format_args!("level {text:?}: {error}")))
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Level {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        let about = "Who plays a computer's seat: `level-1` to `level-5`, or a program that the \
                     host offers as `engine:NAME`. `random` and `greedy` are of before there were \
                     levels.";
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^(level-[1-5]|engine:[a-z][a-z0-9-]{0,23}|random|greedy)$"))
            .description(Some(about))
            .examples(["level-3"])
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Level {}
