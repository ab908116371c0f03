//! Players by name, with their settings, and what one thinks during a game.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use table::{Action, Turn};

use crate::evaluate::{Evaluate, Weights};
use crate::rng::Wyrand;
use crate::search::{Search, Settings};
use crate::{Level, choose, uct};

/// Who plays: `random`, `greedy`, `uct:sims=4000`, `strong`, with settings after a colon.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    kind: Kind,
    /// As it was typed, without blanks.
    text: String,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Level(Level),
    Uct(uct::Settings),
    Strong {
        settings: Settings,
        /// The number of simulations, if it is a setting of its own.
        nodes: Option<u32>,
    },
}

impl Weights {
    fn named(&mut self, key: &str) -> Option<&mut f32> {
        Some(match key {
            "share" => &mut self.share,
            "calm" => &mut self.calm,
            "idle" => &mut self.idle,
            "home" => &mut self.home,
            "field" => &mut self.field,
            "city" => &mut self.city,
            "grow" => &mut self.grow,
            "around" => &mut self.around,
            "tempo" => &mut self.tempo,
            _ => return None,
        })
    }
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
pub const PLAYERS: [&str; 4] = ["random", "greedy", "uct", "strong"];

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (name, settings) = text.split_once(':').unwrap_or((&text, ""));
        let mut kind = match name {
            "uct" => Kind::Uct(uct::Settings::PLAIN),
            "strong" => Kind::Strong { settings: Settings::STRONG, nodes: None },
            name => Kind::Level(Level::from_name(name).ok_or_else(|| {
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
                "ahead" => s.ahead = number(key, value, 0, 100)?,
                "looks" => s.looks = number(key, value, 1, 100)?,
                "exact" => s.exact = number(key, value, 0, 1_000_000)?,
                "room" => s.room = number(key, value, 1 << 14, 1 << 28)?,
                "keep" => s.keep = switch(key, value)?,
                "seed" => s.seed = number(key, value, 0, u64::MAX)?,
                _ => {
                    let weight = s.weights.named(key).ok_or_else(|| no_setting(name, key))?;
                    *weight = number(key, value, 0.0, 1000.0)?;
                }
            },
            _ => return Err(no_setting(name, key)),
        }
        Ok(())
    }
}

fn no_setting(name: &str, key: &str) -> PlayerError {
    let known = match name {
        "uct" => "sims, curiosity, follower",
        "strong" => {
            "nodes, curiosity, softness, sure, stir, trust, ahead, looks, exact, room, keep, seed, \
             and the weights share, calm, idle, home, field, city, grow, around, tempo"
        }
        _ => "none",
    };
    PlayerError(alloc::format!("{name} has no setting {key:?}; it has {known}"))
}

impl Player {
    /// A level as a player.
    pub fn level(level: Level) -> Player {
        Player { kind: Kind::Level(level), text: level.name().to_string() }
    }

    /// The strong one as it plays best.
    pub fn strong() -> Player {
        let kind = Kind::Strong { settings: Settings::STRONG, nodes: None };
        Player { kind, text: "strong".to_string() }
    }

    /// How many simulations it wants for a decision, if it says so itself.
    pub fn nodes(&self) -> Option<u32> {
        match self.kind {
            Kind::Level(_) => None,
            Kind::Uct(settings) => Some(settings.sims),
            Kind::Strong { nodes, .. } => nodes,
        }
    }
}

/// What a player thinks during a game: the tree that it keeps from move to move.
pub struct Mind<G: Evaluate> {
    player: Player,
    dice: Wyrand,
    /// Large, and not there at all for players that do not search.
    search: Option<Box<Search<G>>>,
    /// Whether chance has acted since the last choice: a move begins.
    begins: bool,
}

impl<G: Evaluate> Mind<G> {
    /// Nothing yet. What is left to chance in a choice follows from the seed.
    pub fn new(player: &Player, seed: u64) -> Mind<G> {
        Mind { player: player.clone(), dice: Wyrand::new(seed), search: None, begins: true }
    }

    /// What to play in a game, with at most so many simulations unless the player has a number of
    /// its own. `stop` is asked now and then; when it says so, the best so far is played.
    ///
    /// # Panics
    /// If no seat must act.
    pub fn choose(
        &mut self,
        rules: &G::Rules,
        game: &G,
        nodes: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Action {
        assert!(matches!(game.turn(), Turn::Player(_)), "a seat must act");
        let begins = core::mem::take(&mut self.begins);
        match &self.player.kind {
            Kind::Level(level) => choose(*level, rules, game, &mut self.dice),
            Kind::Uct(settings) => uct::choose(rules, game, settings, &mut self.dice, stop),
            Kind::Strong { settings, nodes: own } => {
                let nodes = own.unwrap_or(nodes);
                let known = self.search.take().filter(|s| settings.keep && s.root() == game);
                let mut search =
                    known.unwrap_or_else(|| Box::new(Search::new(rules, game, *settings)));
                // The figure was thought about with the tile.
                let nodes = if begins || !settings.keep { nodes } else { nodes.div_ceil(2) };
                let action = search.think(rules, nodes, stop);
                self.search = settings.keep.then_some(search);
                action
            }
        }
    }

    /// Sees that somebody played, or chance drew.
    pub fn played(&mut self, rules: &G::Rules, action: Action) {
        self.begins |= matches!(action, Action::Draw(_) | Action::First(_));
        if let Some(search) = &mut self.search {
            search.advance(rules, action);
        }
    }

    /// Sees that the game does not go on from where it was.
    pub fn forget(&mut self) {
        self.search = None;
        self.begins = true;
    }

    /// How many bytes its tree takes.
    pub fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes())
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
        assert_eq!(read("uct:sims=250").unwrap().nodes(), Some(250));
        assert_eq!(read("strong: nodes=9, ahead=4").unwrap().to_string(), "strong:nodes=9,ahead=4");
        assert_eq!(read("greedy").unwrap(), Player::level(Level::Greedy));
    }

    #[test]
    fn what_is_wrong_with_a_player_is_told() {
        let wrong = |text: &str| read(text).unwrap_err();
        assert_eq!(
            wrong("godlike"),
            "there is no player \"godlike\"; expected one of random, greedy, uct, strong"
        );
        assert_eq!(wrong("greedy:x=1"), "greedy has no setting \"x\"; it has none");
        assert_eq!(wrong("strong:nodes=0"), "nodes=0: expected a number from 1 to 4294967295");
        assert_eq!(wrong("uct:sims"), "\"sims\" of uct is no setting as key=value");
        assert_eq!(wrong("strong:keep=yes"), "keep=yes: expected on or off");
    }
}
