//! The ratings of the computer's levels: constants that hold the scale in its place.
//!
//! The steps between them are those that were measured between computers (docs/strength.md: 79, 66,
//! 86 and 65 of 100 games won against the next weaker one); the third is where a newcomer begins.
//! Whoever measures better changes them here, and raises the version of the step.

use crate::step::Rating;

/// How certain they are.
const DEVIATION: i32 = 3_000;

/// The rating of a level from 1 to 5.
pub const fn level(number: u8) -> Option<Rating> {
    let points = match number {
        1 => 115_500,
        2 => 138_500,
        3 => 150_000,
        4 => 181_500,
        5 => 192_500,
        _ => return None,
    };
    Some(Rating { points, deviation: DEVIATION })
}
