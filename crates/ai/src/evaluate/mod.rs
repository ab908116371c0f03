//! What a position is worth: the points that each seat is expected to have at the end.

mod city;
mod country;
mod weights;

use table::{Action, Quiet, SEATS_MAX};

use crate::outlook::Outlook;
pub use weights::Weights;

/// The expected points of each seat.
pub type Points = [f32; SEATS_MAX];

/// What levels are calibrated for: the same number of simulations is worth less in a richer game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameClass {
    /// The base game.
    Base,
    /// The country with expansions.
    Expanded,
    /// The City.
    City,
}

impl GameClass {
    /// All of them.
    pub const ALL: [GameClass; 3] = [GameClass::Base, GameClass::Expanded, GameClass::City];
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

    /// Until [`Evaluate::unfollow`], only positions are judged that follow from this one by the
    /// actions of one seat: what they have in common need not be looked at again.
    fn follow(&self, _: &Self::Rules, _: &mut Self::Lens) {}

    /// Positions need not follow from one any more.
    fn unfollow(_: &mut Self::Lens) {}

    /// What follows from each of these actions, for a position in which a figure may be put on the
    /// tile that was just laid; the position itself is used up, and so is `scratch`. In any order.
    fn expect_each(
        &mut self,
        rules: &Self::Rules,
        lens: &mut Self::Lens,
        scratch: &mut Self,
        actions: &[Action],
        visit: &mut dyn FnMut(Points),
    ) {
        for action in actions {
            scratch.clone_from(self);
            scratch.play(rules, *action, &mut Quiet);
            scratch.settle(rules, lens);
            visit(scratch.expect(rules, lens));
        }
    }

    /// Plays on, by simple rules, what follows from the last choice without chance, so that the
    /// position can be judged: nothing by default.
    fn settle(&mut self, _: &Self::Rules, _: &Self::Lens) {}

    /// What levels are calibrated for.
    fn class(rules: &Self::Rules) -> GameClass;

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
