//! Positions of The City: what the greedy player sees ([`Outlook::standing`]), and who lays next.

use city::{City, TurnStep};
use table::{SEATS_MAX, Seat, Text, Turn};

use super::{Evaluate, Points, Weights, turns_to_come};
use crate::outlook::Outlook;

impl Evaluate for City {
    type Lens = Weights;

    fn lens(&self, _: &city::Rules, weights: &Weights) -> Weights {
        *weights
    }

    fn expect(&self, rules: &city::Rules, weights: &mut Weights) -> Points {
        let forecast = self.forecast(rules);
        let seats = rules.seats();
        let over = table::Game::turn(self) == Turn::Over;
        let lays = self.step() == TurnStep::Lay;
        let tiles = self.draws_left(rules) + lays as u8;
        let still_lays = lays || table::Game::turn(self) == Turn::Chance;
        let first = if still_lays { self.on_turn() } else { self.on_turn().next(seats) };
        let mut points = [0.0; SEATS_MAX];
        for seat in (0..seats).map(Seat) {
            let later = (seat.0 + seats - first.0) % seats;
            let turns = if over { 0.0 } else { turns_to_come(tiles, later, seats) };
            points[seat.index()] =
                self.standing(rules, seat, forecast[seat.index()]) + weights.tempo * turns;
        }
        points
    }

    fn draws_left(&self, rules: &city::Rules) -> u8 {
        rules.piles().iter().sum::<u8>() - self.drawn()
    }
}
