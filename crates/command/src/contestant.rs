//! Who plays: a player of ours by its name, or any program that speaks the engine protocol.

use std::fmt;
use std::str::FromStr;

use ai::Player;
use engines::CommandLine;

/// A player of ours, or `engine:CMD`.
#[derive(Clone, PartialEq, Debug)]
pub enum Contestant {
    /// One of ours.
    Ours(Player),
    /// A program.
    Program(CommandLine),
}

/// What stands before a command.
const ENGINE: &str = "engine:";

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        if let Some(command) = text.trim().strip_prefix(ENGINE) {
            return Ok(Contestant::Program(command.parse()?));
        }
        let player = text.parse::<Player>();
        let player = player.map_err(|e| format!("{e}; or {ENGINE}CMD for a program that plays"));
        Ok(Contestant::Ours(player?))
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Ours(player) => player.fmt(f),
            Contestant::Program(command) => write!(f, "{ENGINE}{command}"),
        }
    }
}
