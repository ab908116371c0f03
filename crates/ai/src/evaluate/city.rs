//! Positions of The City: streets and markets that will be scored sooner or later, residents and
//! guards that stay, followers and towers to come, and how long the ring stays open.

use city::names::{HOMES, MARKET, TOWER};
use city::{City, LEFT, RIGHT, Rules, TurnStep};
use table::{Action, Actions, Game, Quiet, SEATS_MAX, Seat, Spot, Text, Turn};

use super::{Evaluate, GameClass, Points, Weights};
use crate::math::{pow, sqrt};
use crate::outlook::Outlook;

/// A gap of so many edges ends the game (CITY-57c).
const LAST_GAP: f32 = 5.0;

impl Evaluate for City {
    type Lens = Weights;

    fn lens(&self, _: &Rules, weights: &Weights) -> Weights {
        *weights
    }

    fn expect(&self, rules: &Rules, weights: &mut Weights) -> Points {
        if self.turn() == Turn::Over {
            return self.scores().map(f32::from);
        }
        let time = self.time_to_come(rules, weights);
        let mut sides = Sides { points: self.scores().map(f32::from), out: [0.0; SEATS_MAX] };
        let forecast = self.forecast(rules).map(f32::from);
        for (points, then) in sides.points.iter_mut().zip(forecast) {
            *points += weights.town_open * (then - *points);
        }
        self.judge_followers(rules, weights, time, &mut sides);
        self.judge_guards(rules, weights, &mut sides.points);
        for seat in (0..rules.seats()).map(Seat) {
            let at = seat.index();
            let followers =
                (self.idle(rules, seat) + weights.town_out * sides.out[at]).min(weights.town_dear);
            sides.points[at] += weights.town_idle * followers * sqrt(time);
            sides.points[at] += weights.town_tower * time * f32::from(self.towers_left(seat));
        }
        sides.points
    }

    /// A wall phase goes on until chance draws again: everybody builds where a guard sees most,
    /// posts one who sees enough, and crowns the longer wall.
    fn settle(&mut self, rules: &Rules, weights: &Weights) {
        let mut actions = Actions::new();
        loop {
            let action = match self.step() {
                TurnStep::Build => self.quick_wall(rules, &mut actions),
                TurnStep::Guard | TurnStep::LastGuard => {
                    self.quick_guard(rules, weights, &mut actions)
                }
                TurnStep::Tower => self.quick_tower(),
                _ => return,
            };
            self.play(rules, action, &mut Quiet);
        }
    }

    fn class(_: &Rules) -> GameClass {
        GameClass::City
    }

    fn draws_left(&self, rules: &Rules) -> u8 {
        rules.piles().iter().sum::<u8>() - self.drawn()
    }
}

/// What is added up for each seat.
struct Sides {
    points: Points,
    /// Followers that will come home.
    out: Points,
}

/// The worth of a position, part by part.
trait Judged {
    fn time_to_come(&self, rules: &Rules, weights: &Weights) -> f32;
    fn judge_followers(&self, rules: &Rules, weights: &Weights, time: f32, sides: &mut Sides);
    fn judge_guards(&self, rules: &Rules, weights: &Weights, points: &mut Points);
}

impl Judged for City {
    /// The part of the game to come: tiles, walls and the gap may each end it.
    fn time_to_come(&self, rules: &Rules, weights: &Weights) -> f32 {
        let time = self.time_left(rules);
        if self.gate().is_none() {
            return time;
        }
        let gap = self.gap_length() as f32;
        let open = (gap - LAST_GAP).max(0.0) / (gap + f32::from(self.walls_built()));
        time.min(1.0 - weights.town_gap * (1.0 - open))
    }

    /// Each street, market and residential area with followers.
    fn judge_followers(&self, rules: &Rules, weights: &Weights, time: f32, sides: &mut Sides) {
        let followers = self.followers();
        for (number, follower) in followers.iter().enumerate() {
            let root = self.root(follower.node);
            if followers[..number].iter().any(|earlier| self.root(earlier.node) == root) {
                continue;
            }
            let feature = self.tally(root);
            let gain = if feature.kind == HOMES {
                let worth = f32::from(self.worth(rules, root));
                (weights.town_homes - weights.town_open) * worth + weights.town_settle * time
            } else {
                let home = pow(weights.town_near, f32::from(feature.open));
                for (out, strength) in sides.out.iter_mut().zip(feature.strength) {
                    *out += home * f32::from(strength);
                }
                let kinds = feature.goods.count_ones() as f32;
                let grows = if feature.kind == MARKET {
                    weights.town_market * kinds
                } else {
                    weights.town_street
                };
                grows * time
            };
            let most = feature.strength.into_iter().max().unwrap_or(0);
            for (points, strength) in sides.points.iter_mut().zip(feature.strength) {
                *points += if strength == most { gain } else { 0.0 };
            }
        }
    }

    /// Guards stay, and what they see can only become more.
    fn judge_guards(&self, rules: &Rules, weights: &Weights, points: &mut Points) {
        for wall in self.walls(LEFT).iter().chain(self.walls(RIGHT)) {
            if let Some(seat) = wall.guard() {
                let worth = f32::from(self.guard_sees(rules, wall.edge).2);
                points[seat.index()] += (weights.town_guard - weights.town_open) * worth;
            }
        }
    }
}

/// Simple rules for a wall phase.
trait Quick {
    fn quick_wall(&self, rules: &Rules, actions: &mut Actions) -> Action;
    fn quick_guard(&self, rules: &Rules, weights: &Weights, actions: &mut Actions) -> Action;
    fn quick_tower(&self) -> Action;
}

impl Quick for City {
    fn quick_wall(&self, rules: &Rules, actions: &mut Actions) -> Action {
        self.legal(rules, actions);
        if self.gate().is_none() {
            return actions[0];
        }
        let sees = |action: &Action| match action {
            Action::Put { at: Spot::Edge { cell, side }, .. } => {
                self.guard_sees(rules, city::Edge::new(*cell, *side)).2
            }
            _ => 0,
        };
        actions.iter().copied().max_by_key(sees).unwrap_or(Action::Pass)
    }

    fn quick_guard(&self, rules: &Rules, weights: &Weights, actions: &mut Actions) -> Action {
        self.legal(rules, actions);
        let Action::Put { at: Spot::Edge { cell, side }, .. } = actions[0] else {
            return Action::Pass;
        };
        let worth = f32::from(self.guard_sees(rules, city::Edge::new(cell, side)).2);
        let least = weights.town_post * sqrt(self.time_left(rules));
        if worth > least { actions[0] } else { Action::Pass }
    }

    fn quick_tower(&self) -> Action {
        let side = if self.tower_value(RIGHT) > self.tower_value(LEFT) { RIGHT } else { LEFT };
        match self.end(side) {
            Some(edge) if self.tower_value(side) > 0 => {
                Action::Put { piece: TOWER, at: edge.spot() }
            }
            _ => Action::Pass,
        }
    }
}
