//! Reading records and positions from files.

use std::io::Read;
use std::path::Path;

use anyhow::Result;
use games::{AnyGame, AnyRules, ErrorKind, Position, Record, RecordError, SetupError};

use crate::fail;
use crate::setup::tile_file;

/// The most bytes that are read of a file: somewhat more than a record may have.
const FILE_MAX: u64 = 4 << 20;
const GIVE_TILES: &str = "Give the file with --tiles FILE.";
const SEE_RECORD: &str = "docs/record.md and docs/position.md describe the two formats.";
const SEE_NOTATION: &str = "docs/notation.md lists the words; `--move N` draws an earlier board.";

/// What a file holds.
pub enum Loaded {
    /// A record.
    Record(Box<Record>),
    /// A position.
    Position(Box<Position>),
}

impl Loaded {
    /// The game where the file ends, with the names of its seats.
    ///
    /// # Errors
    /// If a move is illegal or the position is none.
    pub fn end(&self) -> Result<(AnyRules, AnyGame, Vec<String>)> {
        match self {
            Loaded::Record(record) => {
                let done = record.replay(|_| {}).map_err(record_error)?;
                Ok((done.rules, done.game, record.names()))
            }
            Loaded::Position(position) => {
                let (rules, game) = position.game().map_err(|e| fail::input(e, SEE_RECORD))?;
                let names = (1..=rules.seats()).map(|n| format!("Seat {n}")).collect();
                Ok((rules, game, names))
            }
        }
    }
}

/// An error in a record, with the exit code of its kind.
pub fn record_error(error: RecordError) -> anyhow::Error {
    match error.kind {
        ErrorKind::Syntax => fail::input(error, SEE_RECORD),
        ErrorKind::Illegal(_) => fail::illegal(error, SEE_NOTATION),
    }
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// If it cannot be read, is too large or is no text.
pub fn text(path: &Path) -> Result<String> {
    let name = path.display();
    let cannot = |e: std::io::Error| {
        fail::input(format!("{name} cannot be read: {e}"), "Give a file, or - for standard input.")
    };
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().take(FILE_MAX + 1).read_to_end(&mut bytes).map_err(cannot)?;
    } else {
        let file = std::fs::File::open(path).map_err(cannot)?;
        file.take(FILE_MAX + 1).read_to_end(&mut bytes).map_err(cannot)?;
    }
    if bytes.len() as u64 > FILE_MAX {
        return Err(fail::input(format!("{name} is larger than {FILE_MAX} bytes"), SEE_RECORD));
    }
    let text = String::from_utf8(bytes);
    text.map_err(|_| fail::input(format!("{name} is no UTF-8 text"), SEE_RECORD))
}

/// Reads a record or position; a position begins with its family, a record with a tag.
///
/// # Errors
/// If the text is neither.
pub fn parse(text: &str, tiles: Option<&Path>) -> Result<Loaded> {
    let start = text.trim_start();
    let is_position = (start.starts_with("country ") || start.starts_with("city "))
        && start.lines().next().is_some_and(|l| l.contains('|'));
    let mut loaded = if is_position {
        let position = Position::parse(start).map_err(|e| fail::input(e, SEE_RECORD))?;
        Loaded::Position(Box::new(position))
    } else {
        Loaded::Record(Box::new(Record::parse(text).map_err(record_error)?))
    };
    let setup = match &mut loaded {
        Loaded::Record(record) => &mut record.setup,
        Loaded::Position(position) => &mut position.setup,
    };
    if let Some(name) = setup.tiles_wanted().map(str::to_owned) {
        let Some(path) = tiles else {
            return Err(fail::input(SetupError::TilesMissing(name), GIVE_TILES));
        };
        setup.supply_tiles(tile_file(path)?.1);
    }
    Ok(loaded)
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read, or holds neither a record nor a position.
pub fn file(path: &Path, tiles: Option<&Path>) -> Result<Loaded> {
    parse(&text(path)?, tiles)
}
