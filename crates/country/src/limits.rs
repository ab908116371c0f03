//! What a game can hold, and whether a set-up keeps within it.
//!
//! Everything has a fixed size, so that play never asks for memory. With all expansions of today
//! there are 144 tiles of 102 kinds with 520 segments (107 of them cities), 29 buildings, 146
//! places where fields touch cities, 21 tiles with several roads and 16 with several cities. The
//! limits leave room for the large expansions that were ever published, all at once: they have some
//! 110 tiles more, with up to five segments each. A set-up with more is refused with the numbers
//! ([`SetupError::TooMuch`]); more nouns than there are numbers for stop the compiler
//! (`exp/nouns.rs`).

use table::{Bag, TILES_MAX};

use crate::centres::CENTRES_MAX;
use crate::exp::nouns::KEPT;
use crate::setup::SetupError;
use crate::tile::{Kind, SEGMENTS_MAX, TileDef};

/// The most segments that all tiles together can have, and room for those that a tile does not
/// have but writes.
pub const SEGMENTS_TOTAL_MAX: usize = 1024;
/// The most figures on the board: every piece of all seats.
pub const FIGURES_MAX: usize = 96;
/// The most cities on tiles before they join: a completed one is joined of two at least.
pub const CITIES_MAX: usize = 2 * COMPLETED_CITIES_MAX;
/// The most completed cities.
pub const COMPLETED_CITIES_MAX: usize = 127;
/// The most tiles with several roads, and with several cities.
pub const TWINS_MAX: usize = u64::BITS as usize;
/// The most that all figures of a seat count together: four bits of a feature's tally.
pub const STRENGTH_MAX: usize = 15;
/// The most steps of a turn. A power of two, so that the place of a step needs no check.
pub const STEPS_MAX: usize = 32;

/// How many kinds of piece there can be, that of the base game included.
pub const PIECES: usize = 16;
/// How many marks of all sorts there can be.
pub const MARKS: usize = 32;
/// How many of them, the first ones, a feature can keep by itself ([`crate::exp::Merge::Any`]).
pub const KEPT_MARKS: usize = 8;
/// How many options there can be.
pub const OPTIONS: usize = 64;
/// How many kinds of feature there can be, with all that is scored besides.
pub const FEATURE_KINDS: usize = 16;
/// How many expansions there can be: a bit of a word for each, and none has the number 0.
pub const EXPANSIONS: usize = 32;

/// What a set-up asks for.
#[derive(Clone, Copy, Debug)]
pub struct Needs<'a> {
    /// All tiles in play.
    pub tiles: &'a [TileDef],
    /// How many seats play.
    pub seats: u8,
    /// The pieces of each seat.
    pub supply: &'a [u8; PIECES],
    /// The steps of a turn.
    pub steps: usize,
}

/// Whether everything of a set-up fits into what a game holds.
///
/// # Errors
/// Says what there is too much of, with the numbers.
pub fn check(needs: &Needs) -> Result<(), SetupError> {
    let Needs { tiles, seats, supply, steps } = *needs;
    let count = |f: &dyn Fn(&TileDef) -> usize| -> usize {
        tiles.iter().map(|t| t.count as usize * f(t)).sum()
    };
    let segments = |t: &TileDef, kind| t.segments.iter().filter(|s| s.kind == kind).count();
    let several = |kind| count(&|t| (segments(t, kind) > 1) as usize);
    let figures: usize = supply.iter().map(|n| *n as usize).sum();
    let strengths = supply.iter().zip(KEPT).map(|(n, kept)| *n as usize * kept as usize);
    let limits = [
        ("tiles", count(&|_| 1), TILES_MAX),
        ("kinds of tile", tiles.len(), Bag::KINDS),
        ("segments", count(&|t| t.segments.len()), SEGMENTS_TOTAL_MAX - SEGMENTS_MAX),
        ("cities on tiles", count(&|t| segments(t, Kind::City)), CITIES_MAX),
        ("buildings", count(&|t| t.centre().is_some() as usize), CENTRES_MAX),
        ("tiles with several roads", several(Kind::Road), TWINS_MAX),
        ("tiles with several cities", several(Kind::City), TWINS_MAX),
        ("figures", figures * seats as usize, FIGURES_MAX),
        ("strength of all figures of a seat", strengths.sum(), STRENGTH_MAX),
        ("steps of a turn", steps, STEPS_MAX),
    ];
    match limits.into_iter().find(|(_, asked, most)| asked > most) {
        Some((what, asked, most)) => Err(SetupError::TooMuch { what, asked, most }),
        None => Ok(()),
    }
}
