//! Ratings as people see them: in whole points.

use protocol::{RatedSeat, ShownRating};
use rating::Rating;

/// A rating in whole points.
pub fn shown(rating: Rating) -> ShownRating {
    let whole = |hundredths: i32| (hundredths + 50).div_euclid(100);
    ShownRating {
        points: whole(rating.points),
        deviation: whole(rating.deviation),
        provisional: rating.is_provisional(),
    }
}

/// What a game did to a seat.
pub fn shown_move((before, after): (Rating, Rating)) -> RatedSeat {
    RatedSeat { before: shown(before), after: shown(after) }
}
