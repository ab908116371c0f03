//! Players by name, with their settings.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::evaluate::{GameClass, Weights};
use crate::level::Level;
use crate::search::{Erring, Settings};
use crate::uct;
use crate::yardstick::Yardstick;

/// Who plays: `level:3`, `random`, `greedy`, `uct:sims=4000`, `strong`, with settings after a
/// colon.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub(crate) kind: Kind,
    /// As it was typed, without blanks.
    text: String,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    Yardstick(Yardstick),
    /// The greedy one with other values of followers.
    Thrifty(f32),
    Level(Level),
    Uct(uct::Settings),
    Strong {
        settings: Box<Settings>,
        /// The number of simulations, if it is a setting of its own.
        nodes: Option<u32>,
    },
}

/// A player that nobody knows, or a setting that it does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerError(String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for PlayerError {}

/// The names that [`Player::from_str`] knows.
pub const PLAYERS: [&str; 5] = ["level:1 to level:5", "random", "greedy", "uct", "strong"];

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (name, settings) = text.split_once(':').unwrap_or((&text, ""));
        if name == "level" {
            let level = number("level", settings, 1, Level::ALL.len() as u8)?;
            return Level::new(level).map(Player::level).ok_or_else(|| unreachable!("1 to 5"));
        }
        let mut kind = match name {
            "uct" => Kind::Uct(uct::Settings::PLAIN),
            "strong" => Kind::Strong { settings: Box::new(Settings::STRONG), nodes: None },
            name => Kind::Yardstick(Yardstick::from_name(name).ok_or_else(|| {
                PlayerError(alloc::format!(
                    "there is no player {name:?}; expected one of {}",
                    PLAYERS.join(", ")
                ))
            })?),
        };
        for setting in settings.split(',').filter(|s| !s.is_empty()) {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                PlayerError(alloc::format!("{setting:?} of {name} is no setting as key=value"))
            })?;
            kind.set(name, key, value)?;
        }
        Ok(Player { kind, text })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Reads a number between two others.
fn number<T: FromStr + Copy + PartialOrd + fmt::Display>(
    key: &str,
    value: &str,
    least: T,
    most: T,
) -> Result<T, PlayerError> {
    let read = value.parse().ok().filter(|n: &T| *n >= least && *n <= most);
    read.ok_or_else(|| {
        PlayerError(alloc::format!("{key}={value}: expected a number from {least} to {most}"))
    })
}

/// Reads `on` or `off`.
fn switch(key: &str, value: &str) -> Result<bool, PlayerError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(PlayerError(alloc::format!("{key}={value}: expected on or off"))),
    }
}

impl Kind {
    fn set(&mut self, name: &str, key: &str, value: &str) -> Result<(), PlayerError> {
        match (self, key) {
            (kind @ Kind::Yardstick(Yardstick::Greedy), "free") => {
                *kind = Kind::Thrifty(number(key, value, 0.0, 100.0)?);
            }
            (Kind::Uct(s), "sims") => s.sims = number(key, value, 1, u32::MAX)?,
            (Kind::Uct(s), "curiosity") => s.curiosity = number(key, value, 0.0, 100.0)?,
            (Kind::Uct(s), "follower") => s.follower = number(key, value, 0.0, 1.0)?,
            (Kind::Strong { nodes, .. }, "nodes") => {
                *nodes = Some(number(key, value, 1, u32::MAX)?);
            }
            (Kind::Strong { settings: s, .. }, key) => match key {
                "curiosity" => s.curiosity = number(key, value, 0.0, 100.0)?,
                "softness" => s.softness = number(key, value, 0.01, 1000.0)?,
                "sure" => s.sure = number(key, value, 0.1, 1000.0)?,
                "stir" => s.stir = number(key, value, 0.0, 1000.0)?,
                "trust" => s.trust = number(key, value, 0.001, 1000.0)?,
                "belief" => s.belief = number(key, value, 0.0, 1.0)?,
                "rival" => s.rival = number(key, value, 0.0, 1.0)?,
                "means" => s.means = number(key, value, 0.0, 1.0)?,
                "ahead" => s.ahead = number(key, value, 0, 100)?,
                "looks" => s.looks = number(key, value, 0, 100)?,
                "exact" => s.exact = number(key, value, 0, 1_000_000)?,
                "room" => s.room = number(key, value, 1 << 14, 1 << 28)?,
                "paranoid" => s.paranoid = switch(key, value)?,
                "notices" => s.erring.notices = number(key, value, 0.0, 1.0)?,
                "doubt" => s.erring.doubt = number(key, value, 0.0, 100.0)?,
                "keep" => s.keep = switch(key, value)?,
                "version" => s.weights = Weights::version(number(key, value, 1, u8::MAX)?),
                "seed" => s.seed = number(key, value, 0, u64::MAX)?,
                _ => {
                    let weight = s.weights.named(key).ok_or_else(|| no_setting(name, key))?;
                    *weight = number(key, value, -1000.0, 1000.0)?;
                }
            },
            _ => return Err(no_setting(name, key)),
        }
        Ok(())
    }
}

fn no_setting(name: &str, key: &str) -> PlayerError {
    let known = match name {
        "greedy" => "free".to_string(),
        "uct" => "sims, curiosity, follower".to_string(),
        "strong" => alloc::format!(
            "nodes, curiosity, softness, sure, stir, trust, belief, means, ahead, looks, exact, room, \
             paranoid, rival, notices, doubt, keep, version, seed, and the weights {}",
            Weights::NAMES.join(", ")
        ),
        _ => "none".to_string(),
    };
    PlayerError(alloc::format!("{name} has no setting {key:?}; it has {known}"))
}

impl Player {
    /// A level as a player.
    pub fn level(level: Level) -> Player {
        Player { kind: Kind::Level(level), text: level.to_string() }
    }

    /// A yardstick as a player.
    pub fn yardstick(yardstick: Yardstick) -> Player {
        Player { kind: Kind::Yardstick(yardstick), text: yardstick.name().to_string() }
    }

    /// The strong one as it plays best, for as long as it is let.
    pub fn strong() -> Player {
        let kind = Kind::Strong { settings: Box::new(Settings::STRONG), nodes: None };
        Player { kind, text: "strong".to_string() }
    }

    /// The level that it is, if it is one.
    pub fn as_level(&self) -> Option<Level> {
        match self.kind {
            Kind::Level(level) => Some(level),
            _ => None,
        }
    }

    /// Whether it errs on purpose, as weaker levels do.
    pub fn errs(&self) -> bool {
        match &self.kind {
            Kind::Level(level) => GameClass::ALL.iter().any(|c| level.erring(*c) != Erring::NONE),
            Kind::Strong { settings, .. } => settings.erring != Erring::NONE,
            _ => false,
        }
    }

    /// Whether it searches a tree that it can tell of.
    pub fn searches(&self) -> bool {
        matches!(self.kind, Kind::Level(_) | Kind::Strong { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Player, String> {
        text.parse().map_err(|e: PlayerError| e.to_string())
    }

    #[test]
    fn players_are_read_with_their_settings() {
        let Kind::Uct(uct) = read("uct:sims=250").unwrap().kind else { panic!("not UCT") };
        assert_eq!(uct.sims, 250);
        assert_eq!(read("level:4").unwrap().as_level(), Level::new(4));
        assert_eq!(read("level:4").unwrap(), Player::level(Level::ALL[3]));
        assert_eq!(read("strong: nodes=9, ahead=4").unwrap().to_string(), "strong:nodes=9,ahead=4");
        assert_eq!(read("greedy").unwrap(), Player::yardstick(Yardstick::Greedy));
    }

    #[test]
    fn a_version_of_the_weights_can_be_named() {
        let weights = |text: &str| match read(text).unwrap().kind {
            Kind::Strong { settings, .. } => settings.weights,
            kind => panic!("{kind:?} does not search"),
        };
        assert_eq!(weights("strong:version=1"), Weights::version(1));
        assert_eq!(weights("strong"), Weights::version(3));
        assert_ne!(weights("strong:version=1"), weights("strong"));
        let changed = Weights { idle: 3.0, ..Weights::version(1) };
        assert_eq!(weights("strong:version=1,idle=3"), changed);
    }

    #[test]
    fn what_is_wrong_with_a_player_is_told() {
        let wrong = |text: &str| read(text).unwrap_err();
        assert_eq!(
            wrong("godlike"),
            "there is no player \"godlike\"; expected one of level:1 to level:5, random, greedy, uct, \
             strong"
        );
        assert_eq!(wrong("greedy:x=1"), "greedy has no setting \"x\"; it has free");
        assert_eq!(wrong("level:6"), "level=6: expected a number from 1 to 5");
        assert_eq!(wrong("strong:nodes=0"), "nodes=0: expected a number from 1 to 4294967295");
        assert_eq!(wrong("uct:sims"), "\"sims\" of uct is no setting as key=value");
        assert_eq!(wrong("strong:keep=yes"), "keep=yes: expected on or off");
    }
}
