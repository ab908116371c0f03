//! The position: set-up and game in one line, as docs/position.md has it.
//!
//! ```text
//! country seats=2 revision=2 expansions=inns,traders options=OPT-FARMERS:off | BODY
//! city seats=3 options=OPT-CITY-ROAD4:more-than-4 tiles=mine.toml | BODY
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::TextError;

use crate::any::{AnyGame, AnyRules};
use crate::revision::FIRST_REVISION;
use crate::setup::{self, Family, Setup, SetupError};

/// The longest position that is read, in bytes.
pub const POSITION_MAX: usize = 64 * 1024;

/// A position as text: the set-up is known, the body is still to be read under its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The set-up. A tile file has its name only: see [`Setup::supply_tiles`].
    pub setup: Setup,
    /// The game itself.
    pub body: String,
    /// How many bytes of the line stand before the body.
    body_at: usize,
}

impl Position {
    /// Reads the set-up and finds the body.
    ///
    /// # Errors
    /// If the line is too long or does not begin with a set-up.
    pub fn parse(text: &str) -> Result<Position, TextError> {
        if text.len() > POSITION_MAX {
            let reason = format!("a position of at most {POSITION_MAX} bytes");
            return Err(TextError::new(POSITION_MAX, reason));
        }
        if let Some(at) = text.trim_end().find(['\n', '\r']) {
            return Err(TextError::new(at, "a position in one line"));
        }
        let Some((head, body)) = text.split_once('|') else {
            return Err(TextError::new(
                text.trim_end().len(),
                "` | ` and the game behind the set-up",
            ));
        };
        let trimmed = body.trim_start();
        let body_at = text.len() - trimmed.len();
        Ok(Position { setup: parse_setup(head)?, body: trimmed.trim_end().to_string(), body_at })
    }

    /// The rules and the game.
    ///
    /// # Errors
    /// If the set-up cannot be played, or the body is no position under its rules.
    pub fn game(&self) -> Result<(AnyRules, AnyGame), TextError> {
        let refused =
            |e: SetupError| TextError::new(0, format!("a set-up that can be played: {e}"));
        let rules = AnyRules::new(&self.setup).map_err(refused)?;
        let game = AnyGame::read_position(&rules, &self.body);
        let game = game.map_err(|e| e.later(self.body_at))?;
        Ok((rules, game))
    }
}

/// Reads a position that needs no tile file of one's own.
///
/// # Errors
/// If the line is no position, or its set-up cannot be played.
pub fn parse(text: &str) -> Result<(AnyRules, AnyGame), TextError> {
    Position::parse(text)?.game()
}

/// Prints a game with its set-up.
pub fn print(rules: &AnyRules, game: &AnyGame) -> String {
    format!("{} | {}", print_setup(rules.setup()), game.position(rules))
}

/// Prints a set-up, as it stands before the `|` of a position.
pub fn print_setup(setup: &Setup) -> String {
    let mut fields = alloc::vec![setup.family.to_string(), format!("seats={}", setup.seats)];
    if setup.revision != FIRST_REVISION {
        fields.push(format!("revision={}", setup.revision));
    }
    if !setup.expansions.is_empty() {
        fields.push(format!("expansions={}", setup.expansions.join(",")));
    }
    if !setup.options.is_empty() {
        fields.push(format!("options={}", setup::options_text(setup, ",", ":")));
    }
    if let Some((name, _)) = &setup.tiles {
        fields.push(format!("tiles={name}"));
    }
    fields.join(" ")
}

/// Reads a set-up, as it stands before the `|` of a position.
///
/// # Errors
/// If the text is no set-up. Whether it can be played, [`AnyRules::new`] tells.
pub fn parse_setup(text: &str) -> Result<Setup, TextError> {
    let mut words = words(text);
    let (at, name) = words.next().unwrap_or((0, ""));
    let family = Family::from_name(name);
    let family = family.ok_or_else(|| TextError::new(at, "the family: country or city"))?;
    let mut setup = Setup { family, ..Setup::default() }.revision(FIRST_REVISION);
    let mut seen: Vec<&str> = Vec::new();
    for (at, word) in words {
        let expected = "seats=, revision=, expansions=, options= or tiles=";
        let (key, value) = word.split_once('=').ok_or_else(|| TextError::new(at, expected))?;
        if seen.contains(&key) {
            return Err(TextError::new(at, format!("{key}= only once")));
        }
        seen.push(key);
        let value_at = at + key.len() + 1;
        match key {
            "seats" => setup.seats = read_seats(value).map_err(|e| e.later(value_at))?,
            "revision" => {
                setup.revision = read_revision(value).map_err(|e| e.later(value_at))?;
            }
            "expansions" => setup.expansions = value.split(',').map(ToString::to_string).collect(),
            "options" => setup.options = read_options(value).map_err(|e| e.later(value_at))?,
            "tiles" if setup::is_tiles_name(value) => {
                setup.tiles = Some((value.to_string(), String::new()));
            }
            "tiles" => return Err(TextError::new(value_at, "the name of a tile file")),
            _ => return Err(TextError::new(at, expected)),
        }
    }
    if setup.seats == 0 {
        return Err(TextError::new(text.trim_end().len(), "seats=, the number of seats"));
    }
    Ok(setup)
}

/// Whether the program knows the revision, [`AnyRules::new`] tells.
pub(crate) fn read_revision(text: &str) -> Result<u32, TextError> {
    let plain = text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse::<u32>().ok().filter(|n| plain && *n > 0);
    number.ok_or_else(|| TextError::new(0, "the number of a revision of the rules"))
}

pub(crate) fn read_seats(text: &str) -> Result<u8, TextError> {
    let digit = text.parse::<u8>().ok().filter(|n| (1..=9).contains(n) && text.len() == 1);
    digit.ok_or_else(|| TextError::new(0, "a number of seats"))
}

fn read_options(text: &str) -> Result<Vec<(String, String)>, TextError> {
    let mut at = 0;
    let mut options = Vec::new();
    for pair in text.split(',') {
        let (key, value) = pair
            .split_once(':')
            .ok_or_else(|| TextError::new(at, "options as OPT-FARMERS:off, separated by commas"))?;
        options.push((key.to_string(), value.to_string()));
        at += pair.len() + 1;
    }
    Ok(options)
}

/// The words of a text, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(' ').filter_map(move |word| {
        let here = at;
        at += word.len() + 1;
        (!word.is_empty()).then_some((here, word))
    })
}
