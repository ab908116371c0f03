//! The City's answers, and what counts how much in it.

use ::city::names::HOMES;
use ::city::{City, Rules, TurnStep, WALLS_ALL};
use table::{Game, Seat, Turn};

use super::{Outlook, part};

impl Outlook for City {
    fn seats(rules: &Rules) -> u8 {
        rules.seats()
    }

    fn time_left(&self, rules: &Rules) -> f32 {
        let all: u8 = rules.piles().iter().sum();
        part(all - self.drawn(), all).min(part(self.walls_left(), WALLS_ALL))
    }

    fn idle(&self, _: &Rules, seat: Seat) -> f32 {
        f32::from(self.supply(seat) + self.late(seat))
    }

    /// A tower in hand can still be put where the wall is long (CITY-54).
    fn promise(&self, _: &Rules, seat: Seat) -> f32 {
        2.0 * f32::from(self.towers_left(seat))
    }

    /// Travellers and merchants come back, residents and guards do not; points in hand are worth
    /// more than points to come; and beginning a wall phase earns a tower.
    fn standing(&self, rules: &Rules, seat: Seat, forecast: u16) -> f32 {
        let now = f32::from(self.scores()[seat.index()]);
        if self.turn() == Turn::Over {
            return now;
        }
        let comes_back = |node| self.tally(node).kind != HOMES;
        let out = self.followers().iter().filter(|f| f.seat == seat && comes_back(f.node)).count();
        let followers = (self.idle(rules, seat) + weight::OUT * out as f32).min(weight::DEAR);
        let began = self.step() == TurnStep::Build && self.on_turn() == seat;
        let tower = if began && self.towers_left(seat) > 0 { weight::TOWER } else { 0.0 };
        let time = self.time_left(rules);
        let reserve = weight::FOLLOWER * followers * root(time) + time * self.promise(rules, seat);
        now + weight::TO_COME * (f32::from(forecast) - now) + reserve + tower
    }
}

/// What counts how much in The City, found by play (docs/city-tiles.md).
mod weight {
    /// A point that is not yet in hand.
    pub const TO_COME: f32 = 0.5;
    /// A follower at home when the game begins.
    pub const FOLLOWER: f32 = 7.0;
    /// The part of that which one on a street or market has.
    pub const OUT: f32 = 0.8;
    /// More followers than these are worth nothing.
    pub const DEAR: f32 = 5.0;
    /// A wall phase of one's own that has just begun.
    pub const TOWER: f32 = 8.0;
}

/// The square root of a number from 0 to 1, near enough.
fn root(x: f32) -> f32 {
    let guess = 0.5 * (1.0 + x);
    (0..5).fold(guess, |r, _| 0.5 * (r + x / r))
}
