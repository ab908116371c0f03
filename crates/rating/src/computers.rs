//! The ratings of the computer's levels: constants that hold the scale in its place.
//!
//! The steps between them are those that were measured between computers in the base game
//! (docs/strength.md: 79 and 78 of 100 games won against the next weaker one; some 67 are taken for
//! the fourth, which was measured with half its simulations, and 65 for the fifth, which was not
//! measured); the third is where a newcomer begins. Whoever measures better changes them here, and
//! raises the version of the step.

use crate::step::Rating;

/// How certain they are.
const DEVIATION: i32 = 3_000;

/// The rating of a level from 1 to 5.
pub const fn level(number: u8) -> Option<Rating> {
    let points = match number {
        1 => 105_500,
        2 => 128_500,
        3 => 150_000,
        4 => 162_000,
        5 => 173_000,
        _ => return None,
    };
    Some(Rating { points, deviation: DEVIATION })
}
