//! Games as animated pictures: the board growing tile by tile under a strip with the points.
//!
//! Invariants: the camera stands still over the ground of the last game, and a frame holds only
//! what has changed since the one before, so that a whole game is small. No I/O but the writing
//! of the picture, no clock, no randomness: the same record gives the same bytes.
//!
//! A film is planned ([`Film::new`]), then written ([`Film::gif`]); planning is quick and finds
//! every error of the record.

mod canvas;
mod palette;
pub mod paper;
mod pixels;
mod poster;
mod scenes;
mod strip;
mod write;

use std::fmt;

use art::Look;
use games::{AnyRules, RecordError};

pub use pixels::{FONT_NAME, Pixels, TooLarge, paint, png};
pub use poster::{POSTER_SIZE, Poster, PosterSeat};
use scenes::Scene;

/// How a film is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The longer side of the picture, in pixels.
    pub size: u32,
    /// The manner of drawing.
    pub look: Look,
    /// The dark table.
    pub night: bool,
    /// How long a move is shown, in milliseconds.
    pub pace: u32,
    /// How long the end is shown, in milliseconds.
    pub pause: u32,
    /// The film begins after this many words of the record.
    pub from: usize,
    /// It ends after this many; the end of the record if nothing is said.
    pub to: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        let (size, look, night) = (800, Look::Map, false);
        Options { size, look, night, pace: 700, pause: 4000, from: 0, to: None }
    }
}

/// Why there is no film.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The record is no game.
    Record(RecordError),
    /// The record is shorter than what is to be shown.
    Short {
        /// How many words it has.
        words: usize,
        /// How many were asked for.
        asked: usize,
    },
    /// Nothing happens between the first word and the last.
    Still,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Record(error) => error.fmt(f),
            Fault::Short { words: 1, asked } => write!(f, "the record has 1 word, not {asked}"),
            Fault::Short { words, asked } => write!(f, "the record has {words} words, not {asked}"),
            Fault::Still => f.write_str("nothing happens on the board between these words"),
        }
    }
}

impl std::error::Error for Fault {}

/// A film that can be written.
pub struct Film {
    options: Options,
    rules: std::sync::Arc<AnyRules>,
    names: Vec<String>,
    scenes: Vec<Scene>,
}

impl Film {
    /// How many pictures it has; the first is the board before the first move.
    pub fn len(&self) -> usize {
        self.scenes.len()
    }

    /// Whether it has none: never.
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }
}
