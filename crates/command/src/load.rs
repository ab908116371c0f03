//! Reading records and positions from files.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use games::record::LineColumn;
use games::{
    AnyGame, AnyRules, ErrorKind, PlayedWord, Position, Record, RecordError, Setup, SetupError,
    TextError,
};

use crate::fail;
use crate::setup::{self, tile_file};

/// The most bytes that are read of a file: somewhat more than a record may have.
const FILE_MAX: u64 = 4 << 20;
const GIVE_TILES: &str = "Give the file with --tiles FILE.";
const LEAVE_OUT: &str = "Leave --expansions out: the file tells.";
const SEE_RECORD: &str = "docs/record.md and docs/position.md describe the two formats.";
const SEE_NOTATION: &str = "docs/notation.md lists the words; `--move N` draws an earlier board.";

/// What a file holds.
pub enum Loaded {
    /// A record.
    Record(Box<Record>),
    /// A position, and where it begins.
    Position(Box<Position>, LineColumn),
}

impl Loaded {
    /// The game where the file ends, with the names of its seats.
    ///
    /// # Errors
    /// If a move is illegal or the position is none.
    pub fn end(&self) -> Result<(Arc<AnyRules>, AnyGame, Vec<String>)> {
        self.end_seen(|_| {})
    }

    /// The same, giving each word of a record to `see` as it is played.
    ///
    /// # Errors
    /// As [`Loaded::end`]; words before the error have been seen.
    pub fn end_seen(
        &self,
        see: impl FnMut(&PlayedWord),
    ) -> Result<(Arc<AnyRules>, AnyGame, Vec<String>)> {
        match self {
            Loaded::Record(record) => {
                let done = record.replay(see).map_err(record_error)?;
                Ok((done.rules, done.game, record.names()))
            }
            Loaded::Position(position, place) => {
                let (rules, game) = position.game().map_err(|e| position_error(&e, *place))?;
                let names = (1..=rules.seats()).map(|n| format!("Seat {n}")).collect();
                Ok((rules.into(), game, names))
            }
        }
    }
}

/// An error in a position, told as those of records are.
fn position_error(error: &TextError, place: LineColumn) -> anyhow::Error {
    let (line, column) = (place.line, place.column as usize + error.at);
    let what = format!("line {line}, column {column}: expected {}", error.expected);
    fail::input(what, SEE_RECORD)
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
    text.map_err(|e| {
        let fine = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]);
        let line = fine.matches('\n').count() + 1;
        let column = fine.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let what = format!("line {line}, column {column}: expected UTF-8 text in {name}");
        fail::input(what, SEE_RECORD)
    })
}

/// Reads a record or position; a position begins with its family, a record with a tag. A tile file
/// and expansions are for texts that do not hold them.
///
/// # Errors
/// If the text is neither, or names other expansions.
pub fn parse(text: &str, tiles: Option<&Path>, expansions: &[String]) -> Result<Loaded> {
    let start = text.trim_start();
    let is_position = (start.starts_with("country ") || start.starts_with("city "))
        && start.lines().next().is_some_and(|l| l.contains('|'));
    let mut loaded = if is_position {
        let place = LineColumn::START.after(&text[..text.len() - start.len()]);
        let position = Position::parse(start).map_err(|e| position_error(&e, place))?;
        Loaded::Position(Box::new(position), place)
    } else {
        Loaded::Record(Box::new(Record::parse(text).map_err(record_error)?))
    };
    let setup = match &mut loaded {
        Loaded::Record(record) => &mut record.setup,
        Loaded::Position(position, _) => &mut position.setup,
    };
    supply_expansions(setup, expansions)?;
    if let Some(name) = setup.tiles_wanted().map(str::to_owned) {
        let Some(path) = tiles else {
            return Err(fail::input(SetupError::TilesMissing(name), GIVE_TILES));
        };
        setup.supply_tiles(tile_file(path)?.1);
    }
    Ok(loaded)
}

/// Expansions that were typed are those of a file that names none, and must not contradict one
/// that does.
fn supply_expansions(setup: &mut Setup, typed: &[String]) -> Result<()> {
    let typed = setup::expansions(typed);
    let sorted = |names: &[String]| names.iter().cloned().collect::<BTreeSet<String>>();
    if setup.expansions.is_empty() {
        setup.expansions = typed;
    } else if !typed.is_empty() && sorted(&typed) != sorted(&setup.expansions) {
        let (named, typed) = (setup.expansions.join(", "), typed.join(", "));
        let what = format!("the file is played with {named}, not with {typed}");
        return Err(fail::input(what, LEAVE_OUT));
    }
    Ok(())
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read, or holds neither a record nor a position.
pub fn file(path: &Path, tiles: Option<&Path>, expansions: &[String]) -> Result<Loaded> {
    parse(&text(path)?, tiles, expansions)
}
