//! The greedy player: tries every choice on a copy and keeps the best.

use table::{Action, Actions, Dice, Quiet, Seat, Turn};

use crate::outlook::Outlook;

/// The first idle follower is worth most: without it nothing can be claimed at all.
const IDLE: [f32; 8] = [1.6, 1.3, 1.0, 0.9, 0.8, 0.6, 0.5, 0.4];
/// What an ordinary idle follower is worth when the game begins.
const FOLLOWER: f32 = 2.0;

/// How good a game looks for a seat: the points that it would have if the game ended now, less
/// the mean of the others', and something for every figure that is free.
pub fn worth<G: Outlook>(rules: &G::Rules, game: &G, seat: Seat) -> f32 {
    let forecast = game.forecast(rules);
    let over = game.turn() == Turn::Over;
    let seats = G::seats(rules);
    let time = game.time_left(rules);
    let side = |s: Seat| {
        let points = f32::from(forecast[s.index()]);
        let reserve = FOLLOWER * time * scaled(game.idle(rules, s)) + time * game.promise(rules, s);
        points + if over { 0.0 } else { reserve }
    };
    let others: f32 = (0..seats).map(Seat).filter(|s| *s != seat).map(side).sum();
    side(seat) - others / f32::from(seats.max(2) - 1)
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

/// The best action of a seat that must act; among equals the dice choose.
pub fn best<G: Outlook>(rules: &G::Rules, game: &G, seat: Seat, dice: &mut impl Dice) -> Action {
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    if let [only] = *actions {
        return only;
    }
    let mut after = game.clone();
    let mut tried = Tried::new(game.clone());
    let mut found = (f32::NEG_INFINITY, Action::Pass);
    let mut equals = 1;
    for action in actions.iter() {
        after.clone_from(game);
        after.play(rules, *action, &mut Quiet);
        let is_tile = matches!(action, Action::Tile { .. });
        let value = if is_tile {
            tried.best_figure(rules, &after, seat)
        } else {
            worth(rules, &after, seat)
        };
        if value > found.0 + 1e-4 {
            found = (value, *action);
            equals = 1;
        } else if value > found.0 - 1e-4 {
            equals += 1;
            if dice.below(equals) == 0 {
                found.1 = *action;
            }
        }
    }
    found.1
}

/// Room for trying the figures after a tile, kept from tile to tile.
struct Tried<G> {
    figures: Actions,
    copy: G,
}

impl<G: Outlook> Tried<G> {
    fn new(copy: G) -> Tried<G> {
        Tried { figures: Actions::new(), copy }
    }

    /// The worth of a game in which the seat has just laid a tile, after its best figure.
    fn best_figure(&mut self, rules: &G::Rules, laid: &G, seat: Seat) -> f32 {
        if laid.turn() != Turn::Player(seat) {
            return worth(rules, laid, seat);
        }
        laid.legal(rules, &mut self.figures);
        let mut best = f32::NEG_INFINITY;
        for figure in self.figures.iter() {
            self.copy.clone_from(laid);
            self.copy.play(rules, *figure, &mut Quiet);
            best = best.max(worth(rules, &self.copy, seat));
        }
        best
    }
}
