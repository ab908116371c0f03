//! What a player must know of a family beyond the points: who still has figures, how long it goes.

use city::City;
use country::Country;
use country::piece::{ABBOT, BUILDER, FOLLOWER, LARGE, PIG};
use table::{Seat, Text};

/// A family that the greedy player can play.
pub trait Outlook: Text {
    /// How many seats there are.
    fn seats(rules: &Self::Rules) -> u8;

    /// The part of the tiles that is still to come, from 1 to 0.
    fn time_left(&self, rules: &Self::Rules) -> f32;

    /// The figures in a seat's supply, in followers: a large one counts more, a pig less.
    fn idle(&self, rules: &Self::Rules, seat: Seat) -> f32;

    /// Points that figures off the board promise, such as those waiting in a quarter.
    fn promise(&self, _: &Self::Rules, _: Seat) -> f32 {
        0.0
    }
}

fn part(left: u8, all: u8) -> f32 {
    f32::from(left) / f32::from(all.max(1))
}

impl Outlook for Country {
    fn seats(rules: &country::Rules) -> u8 {
        rules.seats()
    }

    fn time_left(&self, rules: &country::Rules) -> f32 {
        part(self.bag().total(), rules.stock().total())
    }

    fn idle(&self, _: &country::Rules, seat: Seat) -> f32 {
        let count = |piece| f32::from(self.supply(seat, piece));
        count(FOLLOWER)
            + 1.4 * count(LARGE)
            + 0.6 * count(ABBOT)
            + 0.5 * count(BUILDER)
            + 0.3 * count(PIG)
    }

    /// A figure in a quarter comes out to a feature now and then (COUNT-17): worth a little.
    fn promise(&self, _: &country::Rules, seat: Seat) -> f32 {
        let quarters = &self.slots().count.inside;
        let waiting: u8 = quarters.iter().flat_map(|seats| seats[seat.index()]).sum();
        1.5 * f32::from(waiting)
    }
}

impl Outlook for City {
    fn seats(rules: &city::Rules) -> u8 {
        rules.seats()
    }

    fn time_left(&self, rules: &city::Rules) -> f32 {
        let all: u8 = rules.piles().iter().sum();
        part(all - self.drawn(), all).min(part(self.walls_left(), city::WALLS_ALL))
    }

    fn idle(&self, _: &city::Rules, seat: Seat) -> f32 {
        f32::from(self.supply(seat) + self.late(seat))
    }

    /// A tower in hand can still be put where the wall is long (CITY-54).
    fn promise(&self, _: &city::Rules, seat: Seat) -> f32 {
        2.0 * f32::from(self.towers_left(seat))
    }
}
