//! The text record of a whole game, as docs/record.md has it: tags, then the words of play with
//! comments and clocks. Like PGN for chess.
//!
//! [`Record::parse`] knows the form only; whether the words make a game, [`Record::replay`]
//! tells. [`Recorder`] writes a record while a game is played.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use table::Refusal;

use crate::setup::{Setup, SetupError};

mod head;
mod parse;
mod print;
mod recorder;
mod replay;

pub use recorder::{Recorder, Scribe};
pub use replay::{PlayedWord, Replayed};

/// The longest record that is read, in bytes.
pub const RECORD_MAX: usize = 1 << 20;
/// The most words of a record.
pub const WORDS_MAX: usize = 5000;
/// The longest word, in bytes.
pub const WORD_MAX: usize = 64;
/// The most tags that the project gives no meaning.
pub const TAGS_MAX: usize = 32;
/// The longest name of a tag, in bytes.
pub const TAG_NAME_MAX: usize = 32;
/// The longest text of a tag other than `Position` and `Options`, in bytes.
pub const TAG_MAX: usize = 512;
/// The longest text of `Options`, in bytes: all options of all expansions fit in it.
pub const OPTIONS_MAX: usize = 4096;
/// The longest comment, in bytes.
pub const COMMENT_MAX: usize = 4096;
/// The highest turn number.
pub const NUMBER_MAX: u32 = 9999;
/// The most seconds that a clock shows: a little less than a thousand hours.
pub const CLOCK_MAX: u32 = 999 * 3600 + 3599;

/// Where something stands in the text of a record, counted from 1. `0` for what was never in a
/// text. Ordered as the text is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl LineColumn {
    /// Where a text begins.
    pub const START: LineColumn = LineColumn { line: 1, column: 1 };

    /// Where one is behind this text.
    #[must_use]
    pub fn after(self, text: &str) -> LineColumn {
        text.chars().fold(self, |at, c| match c {
            '\n' => LineColumn { line: at.line + 1, column: 1 },
            _ => LineColumn { column: at.column + 1, ..at },
        })
    }
}

/// What is wrong with a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The text is no record, or contradicts itself.
    Syntax,
    /// A word is a move that the rules forbid.
    Illegal(Refusal),
}

/// A record that cannot be used: where, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
    /// What was expected there, or why the move is refused.
    pub expected: String,
    /// Of which kind it is.
    pub kind: ErrorKind,
}

impl RecordError {
    pub(crate) fn syntax(at: LineColumn, expected: impl Into<String>) -> RecordError {
        let LineColumn { line, column } = at;
        RecordError { line, column, expected: expected.into(), kind: ErrorKind::Syntax }
    }

    pub(crate) fn illegal(at: LineColumn, refusal: Refusal) -> RecordError {
        let LineColumn { line, column } = at;
        let kind = ErrorKind::Illegal(refusal);
        RecordError { line, column, expected: refusal.to_string(), kind }
    }

    /// The refusal, if a move is illegal.
    pub fn refusal(&self) -> Option<Refusal> {
        match self.kind {
            ErrorKind::Illegal(refusal) => Some(refusal),
            ErrorKind::Syntax => None,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordError { line, column, expected, kind } = self;
        match kind {
            ErrorKind::Syntax => write!(f, "line {line}, column {column}: expected {expected}"),
            ErrorKind::Illegal(_) => {
                write!(f, "line {line}, column {column}: illegal: {expected}")
            }
        }
    }
}

impl core::error::Error for RecordError {}

/// A remark behind a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A comment: one line without double spaces.
    Text(String),
    /// What the clock of the seat shows after the word, in seconds.
    Clock(u32),
}

impl Note {
    /// A comment, tidied: blanks are made single, and what is too long is cut. `None` if nothing
    /// is left.
    fn text(text: &str) -> Option<Note> {
        let blank = |c: char| c.is_whitespace() || c.is_control();
        let words: Vec<&str> = text.split(blank).filter(|w| !w.is_empty()).collect();
        let mut tidy: String = words.join(" ");
        if tidy.len() > COMMENT_MAX {
            let mut end = COMMENT_MAX;
            while !tidy.is_char_boundary(end) {
                end -= 1;
            }
            tidy.truncate(end);
            tidy.truncate(tidy.trim_end().len());
        }
        (!tidy.is_empty()).then_some(Note::Text(tidy))
    }
}

/// A word of play with what belongs to it. Equality does not ask where it stood in a text.
#[derive(Clone, Eq, Debug, Default)]
pub struct Word {
    /// The turn number before it, if one is written.
    pub(crate) number: Option<u32>,
    /// The word, as docs/notation.md has it: `base/E`, `0,-1 r2`, `base/C x`.
    pub(crate) text: String,
    /// Remarks behind it.
    pub(crate) notes: Vec<Note>,
    pub(crate) place: LineColumn,
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.number == other.number && self.text == other.text && self.notes == other.notes
    }
}

impl Word {
    /// The turn number before it, if one is written.
    pub fn number(&self) -> Option<u32> {
        self.number
    }

    /// The word, as docs/notation.md has it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The remarks behind it.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Where it stands in the text that was read.
    pub fn place(&self) -> LineColumn {
        self.place
    }

    /// What the clock shows behind this word, in seconds.
    pub fn clock(&self) -> Option<u32> {
        self.notes.iter().find_map(|n| match n {
            Note::Clock(seconds) => Some(*seconds),
            Note::Text(_) => None,
        })
    }
}

/// How the game ended, as the tag `Result` has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `*`: the game is not over.
    Open,
    /// The points by seat.
    Points(Vec<u16>),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Open => f.write_str("*"),
            Outcome::Points(points) => {
                let texts: Vec<String> = points.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join("-"))
            }
        }
    }
}

/// A record. Two records are equal if they print the same.
#[derive(Clone, Debug)]
pub struct Record {
    /// The set-up. A tile file has its name only after parsing: see [`Setup::supply_tiles`].
    pub setup: Setup,
    pub(crate) names: Vec<Option<String>>,
    pub(crate) position: Option<String>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) opening: Vec<Note>,
    pub(crate) words: Vec<Word>,
    /// Where the tags `Trencavel`, `Position` and `Result` stand, for errors.
    pub(crate) places: Places,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Places {
    pub setup: SetupPlaces,
    pub position: LineColumn,
    pub outcome: LineColumn,
}

/// Where the set-up stands: the texts of its tags, or of the first tag for those left out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SetupPlaces {
    pub revision: LineColumn,
    pub expansions: LineColumn,
    pub options: LineColumn,
    pub tiles: LineColumn,
    pub seats: LineColumn,
}

impl SetupPlaces {
    fn all(place: LineColumn) -> SetupPlaces {
        SetupPlaces {
            revision: place,
            expansions: place,
            options: place,
            tiles: place,
            seats: place,
        }
    }

    /// The tag that is to blame for a set-up that cannot be played.
    fn of(&self, error: &SetupError) -> LineColumn {
        use {city::SetupError as City, country::SetupError as Country};
        match error {
            SetupError::Revision(_) => self.revision,
            SetupError::CityExpansion(_)
            | SetupError::Country(Country::Expansion(_) | Country::Twice(_)) => self.expansions,
            SetupError::OptionTwice(_)
            | SetupError::Country(Country::Option { .. } | Country::Value { .. })
            | SetupError::City(
                City::UnknownOption(_) | City::RepeatedOption(_) | City::BadValue { .. },
            ) => self.options,
            SetupError::Country(Country::Seats { .. }) | SetupError::City(City::Seats(_)) => {
                self.seats
            }
            _ => self.tiles,
        }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        // The text of a tile file is not part of the record, its name is.
        let tiles = |r: &Record| r.setup.tiles.as_ref().map(|(name, _)| name.clone());
        self.setup.family == other.setup.family
            && self.setup.revision == other.setup.revision
            && self.setup.seats == other.setup.seats
            && self.setup.expansions == other.setup.expansions
            && self.setup.options == other.setup.options
            && tiles(self) == tiles(other)
            && self.names == other.names
            && self.position == other.position
            && self.outcome == other.outcome
            && self.tags == other.tags
            && self.opening == other.opening
            && self.words == other.words
    }
}

impl Eq for Record {}

impl Record {
    /// A record without words.
    pub fn new(setup: &Setup) -> Record {
        Record {
            setup: setup.clone(),
            names: alloc::vec![None; setup.seats as usize],
            position: None,
            outcome: None,
            tags: Vec::new(),
            opening: Vec::new(),
            words: Vec::new(),
            places: Places::default(),
        }
    }

    /// The name of each seat; `Seat 1` and so on where none is given.
    pub fn names(&self) -> Vec<String> {
        let named = self.names.iter().enumerate();
        named.map(|(i, n)| n.clone().unwrap_or_else(|| alloc::format!("Seat {}", i + 1))).collect()
    }

    /// The name of a seat, counted from 0, if the record tells it.
    pub fn name(&self, seat: usize) -> Option<&str> {
        self.names.get(seat)?.as_deref()
    }

    /// Names a seat, counted from 0. Control characters are left out; an empty name takes the
    /// name away.
    pub fn set_name(&mut self, seat: usize, name: &str) {
        if let Some(place) = self.names.get_mut(seat) {
            *place = Some(tag_text(name)).filter(|n| !n.is_empty());
        }
    }

    /// The body of the position that the game starts from.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// How the game ended, if the record says so.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// A tag that the project gives no meaning, as `Event`, `Date` or `Site`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str())
    }

    /// All such tags.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// Sets such a tag; returns whether that was possible: the name is a letter, then letters,
    /// digits and `_`, is not one of the project's own, and there are not too many tags.
    pub fn set_tag(&mut self, name: &str, text: &str) -> bool {
        if !head::is_tag_name(name) || head::is_own_tag(name) {
            return false;
        }
        let text = tag_text(text);
        if let Some((_, old)) = self.tags.iter_mut().find(|(n, _)| n == name) {
            *old = text;
            return true;
        }
        let room = self.tags.len() < TAGS_MAX;
        if room {
            self.tags.push((name.to_owned(), text));
        }
        room
    }

    /// Remarks before the first word.
    pub fn opening(&self) -> &[Note] {
        &self.opening
    }

    /// The words of play.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Keeps the first words only; the outcome is open then.
    pub fn truncate(&mut self, words: usize) {
        if words < self.words.len() {
            self.words.truncate(words);
            self.outcome = self.outcome.take().map(|_| Outcome::Open);
        }
    }

    /// Puts a comment behind the last word, or before the first if there is none yet. A clock at
    /// its beginning, as `[%clk 0:14:32]`, is kept as a clock.
    pub fn comment(&mut self, text: &str) {
        parse::note(self, text);
    }

    /// Puts a clock behind the last word, or before the first if there is none yet.
    pub fn clock(&mut self, seconds: u32) {
        self.note(Note::Clock(seconds.min(CLOCK_MAX)));
    }

    fn note(&mut self, note: Note) {
        match self.words.last_mut() {
            Some(word) => word.notes.push(note),
            None => self.opening.push(note),
        }
    }
}

/// Text as a tag can hold it.
fn tag_text(text: &str) -> String {
    let mut tidy = String::new();
    for c in text.trim().chars().filter(|c| !c.is_control()) {
        if tidy.len() + c.len_utf8() > TAG_MAX {
            break;
        }
        tidy.push(c);
    }
    tidy.truncate(tidy.trim_end().len());
    tidy
}
