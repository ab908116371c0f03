//! The text side of a family: names, words for actions, positions, refusals.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::{Action, Cell, FeatureKind, Game, Piece, SEATS_MAX, Spot, TileKind, Why};

/// Why an action is not allowed: the rule that it would break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The id of the rule, as `BASE-22`.
    pub rule: &'static str,
    /// The reason in a sentence.
    pub reason: &'static str,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl core::error::Error for Refusal {}

/// Text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// How many bytes of the text were understood.
    pub at: usize,
    /// What was expected there, in words that can follow "expected".
    pub expected: String,
}

impl TextError {
    /// An error after `at` bytes.
    pub fn new(at: usize, expected: impl Into<String>) -> TextError {
        TextError { at, expected: expected.into() }
    }

    /// The same error in a longer text that begins `by` bytes earlier.
    #[must_use]
    pub fn later(self, by: usize) -> TextError {
        TextError { at: self.at + by, ..self }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}", self.at + 1, self.expected)
    }
}

impl core::error::Error for TextError {}

/// What records, positions and the command line ask of a family.
pub trait Text: Game {
    /// The id of the rule that says who acts: `BASE-15`.
    const TURN_RULE: &'static str;

    /// The word of an action, as docs/notation.md has it; asked before the action is played.
    fn word(&self, rules: &Self::Rules, action: Action) -> String;

    /// Reads a word. The action may be illegal: [`Text::refuse`] tells.
    ///
    /// # Errors
    /// If the text is no word that makes sense here.
    fn read_word(&self, rules: &Self::Rules, text: &str) -> Result<Action, TextError>;

    /// Why an action may not be played now; `None` if it may.
    fn refuse(&self, rules: &Self::Rules, action: Action) -> Option<Refusal>;

    /// The name of a spot without its cell: `city:S`, `E`, `castle`.
    fn spot_name(&self, rules: &Self::Rules, spot: Spot) -> String;

    /// The name of a spot with its cell, as `0,-1:city:S`.
    fn spot(&self, rules: &Self::Rules, spot: Spot) -> String {
        let name = self.spot_name(rules, spot);
        match spot.cell() {
            Some(cell) => format!("{},{}:{name}", cell.x, cell.y),
            None => name,
        }
    }

    /// Reads the name of a segment of the tile in a cell; any one of its sides is enough.
    ///
    /// # Errors
    /// If no tile lies there, or the name does not tell which segment is meant.
    fn read_spot(&self, rules: &Self::Rules, cell: Cell, name: &str) -> Result<Spot, TextError>;

    /// The id of a kind of tile.
    fn tile_id(rules: &Self::Rules, kind: TileKind) -> &str;

    /// What a kind of tile shows, in a few words.
    fn tile_name(rules: &Self::Rules, kind: TileKind) -> &str;

    /// The kind of tile with this id.
    fn tile_kind(rules: &Self::Rules, id: &str) -> Option<TileKind>;

    /// The name of a piece.
    fn piece(piece: Piece) -> &'static str;

    /// The name of a kind of feature.
    fn feature(feature: FeatureKind) -> &'static str;

    /// The name of a reason for points, as it stands behind a count: `coats of arms`.
    fn why(why: Why) -> &'static str;

    /// The name of a token.
    fn token(token: u8) -> &'static str;

    /// What an [`crate::Event::Told`] says, in a few words.
    fn told(what: u8) -> &'static str;

    /// The game as one line, without the set-up.
    fn position(&self, rules: &Self::Rules) -> String;

    /// Reads what [`Text::position`] printed, or somebody typed.
    ///
    /// # Errors
    /// If the text is no position under these rules.
    fn read_position(rules: &Self::Rules, text: &str) -> Result<Self, TextError>;

    /// The points of each seat if the game ended now.
    fn forecast(&self, rules: &Self::Rules) -> [u16; SEATS_MAX];
}
