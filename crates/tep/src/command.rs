//! What an engine hears.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::limits::Limits;
use crate::text::{LineError, around, first, number, tidy, words};

/// A line to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `tep 1`: the greeting, and the version that is spoken.
    Tep(u32),
    /// `isready`: answered at once, also while thinking.
    IsReady,
    /// `setoption name N value V`.
    SetOption {
        /// Which option.
        name: String,
        /// Its value; empty for a button.
        value: String,
    },
    /// `tiles NAME`: the lines up to `endtiles` are a tile file of one's own.
    Tiles(String),
    /// `endtiles`.
    EndTiles,
    /// `newgame`: what was learnt of the last game is no use any more.
    NewGame,
    /// `position …`: where the game stands.
    Position(PositionLine),
    /// `legal W; W`: every word that may come next, for engines that know no rules.
    Legal(Vec<String>),
    /// `go …`: think.
    Go(Limits),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the seat is to move now, and the limits count.
    PonderHit,
    /// `quit`: end.
    Quit,
    /// Something that later versions know; it is passed over.
    Unknown(String),
}

/// Where a game stands: a beginning, and words played since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// A one-line position (docs/position.md), or `None` and the set-up alone for the start.
    pub position: Option<String>,
    /// The set-up of the start; empty if there is a position, which holds its own.
    pub setup: String,
    /// The words of play since then (docs/notation.md).
    pub words: Vec<String>,
}

impl PositionLine {
    /// A position, and nothing played since.
    pub fn position(line: &str) -> PositionLine {
        PositionLine { position: Some(tidy(line)), setup: String::new(), words: Vec::new() }
    }

    /// The start of a set-up, and words played since.
    pub fn start(setup: &str, words: Vec<String>) -> PositionLine {
        PositionLine { position: None, setup: tidy(setup), words }
    }

    /// Reads what stands behind `position`.
    fn read(text: &str) -> Result<PositionLine, LineError> {
        let (place, played) = around(text, "words");
        let words = words(played.unwrap_or_default());
        match first(place) {
            ("start", "") => Err(LineError::new(
                "position start: expected the set-up behind it, as country seats=2",
            )),
            ("start", setup) => {
                Ok(PositionLine { words, ..PositionLine::start(setup, Vec::new()) })
            }
            ("", _) => Err(LineError::new(
                "position: expected a one-line position, or start and a set-up behind it",
            )),
            _ => Ok(PositionLine { words, ..PositionLine::position(place) }),
        }
    }

    /// Whether another one begins as this and goes on from where this stands.
    pub fn goes_on(&self, later: &PositionLine) -> bool {
        self.position == later.position
            && self.setup == later.setup
            && later.words.starts_with(&self.words)
    }
}

impl fmt::Display for PositionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => f.write_str(position)?,
            None => write!(f, "start {}", self.setup)?,
        }
        if self.words.is_empty() { Ok(()) } else { write!(f, " words {}", self.words.join("; ")) }
    }
}

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// If it begins as a command that is known and does not go on as one.
    pub fn read(line: &str) -> Result<Command, LineError> {
        let (name, rest) = first(line);
        Ok(match name {
            "tep" => {
                Command::Tep(number("tep", "version", rest.split(' ').next(), "a version, as 1")?)
            }
            "isready" => Command::IsReady,
            "setoption" => read_option(rest)?,
            "tiles" => match first(rest) {
                ("", _) => return Err(LineError::new("tiles: expected the name of a tile file")),
                (name, _) => Command::Tiles(name.to_string()),
            },
            "endtiles" => Command::EndTiles,
            "newgame" => Command::NewGame,
            "position" => Command::Position(PositionLine::read(rest)?),
            "legal" => match words(rest) {
                none if none.is_empty() => {
                    return Err(LineError::new("legal: expected words separated by ;"));
                }
                words => Command::Legal(words),
            },
            "go" => Command::Go(Limits::read(rest)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => Command::Unknown(tidy(line)),
        })
    }
}

/// Names and values may hold blanks.
fn read_option(text: &str) -> Result<Command, LineError> {
    let wrong = || LineError::new("setoption: expected name NAME value VALUE");
    let ("name", rest) = first(text) else { return Err(wrong()) };
    let (name, value) = around(rest, "value");
    if name.is_empty() {
        return Err(wrong());
    }
    Ok(Command::SetOption { name: tidy(name), value: tidy(value.unwrap_or_default()) })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Tep(version) => write!(f, "tep {version}"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } if value.is_empty() => {
                write!(f, "setoption name {name}")
            }
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Tiles(name) => write!(f, "tiles {name}"),
            Command::EndTiles => f.write_str("endtiles"),
            Command::NewGame => f.write_str("newgame"),
            Command::Position(place) => write!(f, "position {place}"),
            Command::Legal(words) => write!(f, "legal {}", words.join("; ")),
            Command::Go(limits) => f.write_str(&format!("go{limits}")),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Unknown(line) => f.write_str(line),
        }
    }
}
