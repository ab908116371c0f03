//! What a player must know of a family beyond the points: who still has figures, how long it goes.
//! Each family answers in a file of its own.

mod city;
mod country;

use table::{Seat, Text, Turn};

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

/// The same with other values of idle followers: `free` for an ordinary one, the last ones dearer.
pub(crate) fn thrifty_standing<G: Outlook>(
    game: &G,
    rules: &G::Rules,
    seat: Seat,
    forecast: u16,
    free: f32,
) -> f32 {
    let points = f32::from(forecast);
    if game.turn() == Turn::Over {
        return points;
    }
    let time = game.time_left(rules);
    let idle = sum_of(game.idle(rules, seat), &THRIFTY);
    points + free * time * idle + time * game.promise(rules, seat)
}

/// Steeper than [`IDLE`]: played against it 400 games, it won 61 % of them (docs/strength.md).
const THRIFTY: [f32; 8] = [2.0, 1.5, 1.1, 0.9, 0.7, 0.5, 0.4, 0.3];

/// Followers as a sum of falling values.
fn scaled(idle: f32) -> f32 {
    sum_of(idle, &IDLE)
}

fn sum_of(mut idle: f32, values: &[f32; 8]) -> f32 {
    let mut sum = 0.0;
    for value in values {
        sum += value * idle.clamp(0.0, 1.0);
        idle -= 1.0;
    }
    sum + 0.3 * idle.max(0.0)
}

fn part(left: u8, all: u8) -> f32 {
    f32::from(left) / f32::from(all.max(1))
}
