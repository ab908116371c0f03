//! What a player must know of a family beyond the points: who still has figures, how long it goes.

use city::names::HOMES;
use city::{City, TurnStep};
use country::Country;
use table::{Game, Seat, Text, Turn};

/// A family that the greedy player can play.
pub trait Outlook: Text {
    /// How many seats there are.
    fn seats(rules: &Self::Rules) -> u8;

    /// The part of the tiles that is still to come, from 1 to 0.
    fn time_left(&self, rules: &Self::Rules) -> f32;

    /// The figures in a seat's supply, in followers: some kinds count more, others less.
    fn idle(&self, rules: &Self::Rules, seat: Seat) -> f32;

    /// Points that figures off the board promise, such as those that wait somewhere.
    fn promise(&self, _: &Self::Rules, _: Seat) -> f32 {
        0.0
    }

    /// What a seat has in the game, in points; `forecast` is what it would have if the game ended
    /// now.
    fn standing(&self, rules: &Self::Rules, seat: Seat, forecast: u16) -> f32 {
        plain_standing(self, rules, seat, forecast)
    }
}

/// The first idle follower is worth most: without it nothing can be claimed at all.
const IDLE: [f32; 8] = [1.6, 1.3, 1.0, 0.9, 0.8, 0.6, 0.5, 0.4];
/// What an ordinary idle follower is worth when the game begins.
const FREE: f32 = 2.0;

/// The points if the game ended now, and something for every figure that is free.
pub fn plain_standing<G: Outlook>(game: &G, rules: &G::Rules, seat: Seat, forecast: u16) -> f32 {
    let points = f32::from(forecast);
    if game.turn() == Turn::Over {
        return points;
    }
    let time = game.time_left(rules);
    points + FREE * time * scaled(game.idle(rules, seat)) + time * game.promise(rules, seat)
}

/// Followers as a sum of falling values.
fn scaled(mut idle: f32) -> f32 {
    let mut sum = 0.0;
    for value in IDLE {
        sum += value * idle.clamp(0.0, 1.0);
        idle -= 1.0;
    }
    sum + 0.3 * idle.max(0.0)
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

    fn idle(&self, rules: &country::Rules, seat: Seat) -> f32 {
        f32::from(Country::idle(self, rules, seat)) / 10.0
    }

    fn promise(&self, rules: &country::Rules, seat: Seat) -> f32 {
        f32::from(Country::promise(self, rules, seat)) / 10.0
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

    /// Travellers and merchants come back, residents and guards do not; points in hand are worth
    /// more than points to come; and beginning a wall phase earns a tower.
    fn standing(&self, rules: &city::Rules, seat: Seat, forecast: u16) -> f32 {
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
