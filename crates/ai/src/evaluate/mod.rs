//! What a position is worth: the points that each seat is expected to have at the end.

mod city;
mod country;

use table::SEATS_MAX;

use crate::outlook::Outlook;

/// The expected points of each seat.
pub type Points = [f32; SEATS_MAX];

/// What counts how much, found by play (docs/strength.md). Points unless said otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// How many of the tiles that would do are found in time, of the share that a seat draws.
    pub share: f32,
    /// How likely an opening stays closable although other things are in the way.
    pub calm: f32,
    /// What a follower at home is worth when the game begins.
    pub idle: f32,
    /// The part of a follower at home that one is worth who will come home.
    pub home: f32,
    /// What a field gains in a whole game by cities that are not there yet.
    pub field: f32,
    /// How much a city that may be completed counts for a field beside it.
    pub city: f32,
    /// What an open road or city gains in a whole game before it is completed.
    pub grow: f32,
    /// The part of the cells around a building that are filled in half a game.
    pub around: f32,
    /// What having one more turn is worth.
    pub tempo: f32,
}

impl Weights {
    /// What plays best so far.
    pub const BEST: Weights = Weights {
        share: 0.58,
        calm: 0.85,
        idle: 8.6,
        home: 0.6,
        field: 0.5,
        city: 0.5,
        grow: 1.17,
        around: 0.74,
        tempo: 0.0,
    };
}

/// A family whose positions can be judged.
pub trait Evaluate: Outlook + PartialEq {
    /// What is prepared once for a position and used for all that follow from it.
    type Lens;

    /// Looks at the position from which others follow.
    fn lens(&self, rules: &Self::Rules, weights: &Weights) -> Self::Lens;

    /// The points that each seat is expected to have at the end. If the game is over, those that
    /// it has.
    fn expect(&self, rules: &Self::Rules, lens: &mut Self::Lens) -> Points;

    /// How many tiles may still be drawn, at most.
    fn draws_left(&self, rules: &Self::Rules) -> u8;
}

/// How many of the next `tiles` tiles a seat lays that is `later` seats behind the one who lays
/// first.
fn turns_to_come(tiles: u8, later: u8, seats: u8) -> f32 {
    f32::from((tiles + seats - 1).saturating_sub(later) / seats)
}

#[cfg(test)]
mod tests {
    use super::turns_to_come;

    #[test]
    fn turns_are_dealt_round() {
        let dealt =
            |tiles, seats| -> f32 { (0..seats).map(|s| turns_to_come(tiles, s, seats)).sum() };
        for seats in 2..=6 {
            for tiles in 0..30 {
                assert!((dealt(tiles, seats) - f32::from(tiles)).abs() < 1e-6, "{tiles} {seats}");
            }
        }
        assert!((turns_to_come(5, 0, 2) - 3.0).abs() < 1e-6);
        assert!((turns_to_come(5, 1, 2) - 2.0).abs() < 1e-6);
    }
}
