//! Positions of The City: streets and markets that will be scored sooner or later, residents and
//! guards that stay, followers and towers to come, and how long the ring stays open.

use city::names::{HOMES, MARKET, TOWER};
use city::{City, LEFT, RIGHT, Reckoning, Rules, TurnStep};
use table::{Action, Actions, Game, Quiet, SEATS_MAX, Seat, Spot, Turn};

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
        self.judge(rules, weights, &self.reckon(rules))
    }

    /// Where nothing is scored and nobody builds after the tile, a follower on it changes nothing
    /// but who holds the feature that it stands on.
    fn expect_each(
        &mut self,
        rules: &Rules,
        weights: &mut Weights,
        scratch: &mut City,
        actions: &[Action],
        visit: &mut dyn FnMut(Points),
    ) {
        let after = |scratch: &mut City, action: Action| {
            scratch.clone_from(self);
            scratch.play(rules, action, &mut Quiet);
        };
        let mut passed = None;
        if self.step() == TurnStep::Claim {
            after(scratch, Action::Pass);
            let calm = scratch.step() == TurnStep::Draw
                && scratch.followers().len() == self.followers().len();
            passed = calm.then(|| scratch.reckon(rules));
        }
        for action in actions {
            after(scratch, *action);
            visit(match &passed {
                Some(passed) if *action == Action::Pass => scratch.judge(rules, weights, passed),
                Some(passed) => scratch.judge(rules, weights, &scratch.reckon_claim(rules, passed)),
                None => {
                    scratch.settle(rules, weights);
                    scratch.expect(rules, weights)
                }
            });
        }
    }

    /// A wall phase goes on until chance draws again: everybody builds where a guard sees most,
    /// posts one who sees enough, and crowns the longer wall.
    fn settle(&mut self, rules: &Rules, weights: &Weights) {
        if !self.builds() {
            return; // mostly: the room for actions takes longer than that
        }
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

/// The worth of a position, part by part; `then` is what would be counted if it ended now.
trait Judged {
    fn judge(&self, rules: &Rules, weights: &Weights, then: &Reckoning) -> Points;
    fn time_to_come(&self, rules: &Rules, weights: &Weights, then: &Reckoning) -> f32;
    fn judge_followers(&self, weights: &Weights, time: f32, then: &Reckoning, sides: &mut Sides);
}

impl Judged for City {
    /// What a position is worth before its game is over.
    fn judge(&self, rules: &Rules, weights: &Weights, then: &Reckoning) -> Points {
        let time = self.time_to_come(rules, weights, then);
        let mut sides = Sides { points: self.scores().map(f32::from), out: [0.0; SEATS_MAX] };
        for (points, then) in sides.points.iter_mut().zip(then.points.map(f32::from)) {
            *points += weights.town_open * (then - *points);
        }
        self.judge_followers(weights, time, then, &mut sides);
        judge_guards(weights, then, &mut sides.points);
        for seat in (0..rules.seats()).map(Seat) {
            let at = seat.index();
            let followers =
                (self.idle(rules, seat) + weights.town_out * sides.out[at]).min(weights.town_dear);
            sides.points[at] += weights.town_idle * followers * sqrt(time);
            sides.points[at] += weights.town_tower * time * f32::from(self.towers_left(seat));
        }
        sides.points
    }

    /// The part of the game to come: tiles, walls and the gap may each end it.
    fn time_to_come(&self, rules: &Rules, weights: &Weights, then: &Reckoning) -> f32 {
        let time = self.time_left(rules);
        if self.gate().is_none() {
            return time;
        }
        let gap = f32::from(then.gap);
        let open = (gap - LAST_GAP).max(0.0) / (gap + f32::from(self.walls_built()));
        time.min(1.0 - weights.town_gap * (1.0 - open))
    }

    /// Each street, market and residential area with followers.
    fn judge_followers(&self, weights: &Weights, time: f32, then: &Reckoning, sides: &mut Sides) {
        for (root, worth) in then.features.iter() {
            let feature = self.tally(*root);
            let gain = if feature.kind == HOMES {
                let worth = f32::from(*worth);
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
}

/// Guards stay, and what they see can only become more.
fn judge_guards(weights: &Weights, then: &Reckoning, points: &mut Points) {
    for (seat, worth) in then.guards.iter() {
        points[seat.index()] += (weights.town_guard - weights.town_open) * f32::from(*worth);
    }
}

/// Simple rules for a wall phase.
trait Quick {
    /// Whether somebody builds, posts a guard or puts a tower now.
    fn builds(&self) -> bool;
    fn quick_wall(&self, rules: &Rules, actions: &mut Actions) -> Action;
    fn quick_guard(&self, rules: &Rules, weights: &Weights, actions: &mut Actions) -> Action;
    fn quick_tower(&self) -> Action;
}

impl Quick for City {
    fn builds(&self) -> bool {
        use TurnStep::{Build, Guard, LastGuard, Tower};
        matches!(self.step(), Build | Guard | LastGuard | Tower)
    }

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
