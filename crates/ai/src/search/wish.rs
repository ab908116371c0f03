//! What seats want: to be ahead of all others at the end.

use table::{SEATS_MAX, Seat};

use crate::evaluate::Points;
use crate::math::{sqrt, tanh};

/// How much of its wish each seat gets, about -1 to 1.
pub type Wishes = [f32; SEATS_MAX];

/// The part of a wish that is for points as such: a game that is won or lost is played on well.
const PLAIN: f32 = 0.1;
/// The points for which that part is whole.
const PLAIN_SCALE: f32 = 100.0;

/// How far a seat is ahead of the best of the others.
pub fn lead_of(points: &Points, seat: Seat, seats: u8) -> f32 {
    let others = (0..seats).filter(|s| *s != seat.0).map(|s| points[s as usize]);
    points[seat.index()] - others.fold(f32::NEG_INFINITY, f32::max)
}

/// How points look to the seats.
#[derive(Clone, Copy)]
pub struct Stakes {
    /// The one whom all others are against, if any.
    pub alone: Option<Seat>,
    /// How many seats there are.
    pub seats: u8,
    /// How far the best of the others counts, instead of their mean.
    pub rival: f32,
}

impl Stakes {
    /// How far points are what a seat wants: its own lead, or that of the one who thinks to be
    /// small.
    pub fn lead(&self, points: &Points, seat: Seat) -> f32 {
        match self.alone {
            Some(alone) if alone != seat => -self.lead_of(points, alone),
            _ => self.lead_of(points, seat),
        }
    }

    fn lead_of(&self, points: &Points, seat: Seat) -> f32 {
        let over_best = lead_of(points, seat, self.seats);
        if self.seats == 2 {
            return over_best;
        }
        let all: f32 = points[..self.seats as usize].iter().sum();
        let own = points[seat.index()];
        let over_mean = own - (all - own) / f32::from(self.seats - 1);
        over_mean + self.rival * (over_best - over_mean)
    }
}

/// From points to wishes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hopes {
    seats: u8,
    /// How many points ahead are nearly a won game.
    scale: f32,
}

impl Hopes {
    /// With the part `time` of the game to come: a small lead is worth more when little can
    /// happen to it. `sure` and `stir` are the points that nearly decide the end and add to that
    /// in a whole game.
    pub fn new(seats: u8, time: f32, sure: f32, stir: f32) -> Hopes {
        Hopes { seats, scale: sure + stir * sqrt(time) }
    }

    /// What a lead is worth.
    pub fn of_lead(&self, lead: f32) -> f32 {
        let far = (lead / PLAIN_SCALE).clamp(-2.0, 2.0);
        (1.0 - PLAIN) * tanh(lead / self.scale) + PLAIN * far
    }

    /// What points are worth to one seat.
    pub fn of_seat(&self, points: &Points, seat: Seat) -> f32 {
        self.of_lead(lead_of(points, seat, self.seats))
    }

    /// What points are worth to every seat.
    pub fn of_all(&self, points: &Points) -> Wishes {
        let mut wishes = [0.0; SEATS_MAX];
        for seat in (0..self.seats).map(Seat) {
            wishes[seat.index()] = self.of_seat(points, seat);
        }
        wishes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_counts_even_when_all_is_decided() {
        let hopes = Hopes::new(2, 0.0, 8.0, 26.0);
        for lead in [-150, -90, -10, 0, 10, 90, 150] {
            let lead = lead as f32;
            assert!(hopes.of_lead(lead + 1.0) > hopes.of_lead(lead) + 5e-4, "{lead}");
        }
    }

    #[test]
    fn a_rival_counts_as_far_as_is_said() {
        let points = [30.0, 50.0, 40.0, 99.0, 0.0, 0.0];
        let lead = |rival| Stakes { alone: None, seats: 3, rival }.lead(&points, Seat(0));
        assert!((lead(1.0) + 20.0).abs() < 1e-6 && (lead(0.0) + 15.0).abs() < 1e-6);
        let against = Stakes { alone: Some(Seat(0)), seats: 3, rival: 1.0 };
        assert!((against.lead(&points, Seat(2)) - 20.0).abs() < 1e-6);
    }

    #[test]
    fn the_best_of_the_others_counts() {
        let points = [30.0, 50.0, 40.0, 99.0, 0.0, 0.0];
        assert!((lead_of(&points, Seat(1), 3) - 10.0).abs() < 1e-6);
        assert!((lead_of(&points, Seat(0), 3) + 20.0).abs() < 1e-6);
    }
}
