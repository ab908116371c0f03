//! The greedy player: looks at every whole move, tile and figure, and keeps the best.

use table::{Action, Actions, Dice, Quiet, Seat, Turn};

use crate::outlook::{Outlook, thrifty_standing};

/// How good a game looks for a seat: what it has there ([`Outlook::standing`]), less the mean of
/// what the others have.
pub fn worth<G: Outlook>(rules: &G::Rules, game: &G, seat: Seat) -> f32 {
    worth_by(rules, game, seat, None)
}

/// The same, with a value of followers of its own where one is given.
fn worth_by<G: Outlook>(rules: &G::Rules, game: &G, seat: Seat, free: Option<f32>) -> f32 {
    let forecast = game.forecast(rules);
    let seats = G::seats(rules);
    let side = |s: Seat| match free {
        None => game.standing(rules, s, forecast[s.index()]),
        Some(free) => thrifty_standing(game, rules, s, forecast[s.index()], free),
    };
    let others: f32 = (0..seats).map(Seat).filter(|s| *s != seat).map(side).sum();
    side(seat) - others / f32::from(seats.max(2) - 1)
}

/// The best action of a seat that must act; among equals the dice choose. A tile is worth what its
/// best figure makes of it.
pub fn best<G: Outlook>(rules: &G::Rules, game: &G, seat: Seat, dice: &mut impl Dice) -> Action {
    best_by(rules, game, seat, None, dice)
}

/// The same, with a value of followers of its own where one is given.
pub(crate) fn best_by<G: Outlook>(
    rules: &G::Rules,
    game: &G,
    seat: Seat,
    free: Option<f32>,
    dice: &mut impl Dice,
) -> Action {
    if let Some(tile) = best_tile(rules, game, seat, free, dice) {
        return tile;
    }
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    if let [only] = *actions {
        return only;
    }
    let mut after = game.clone();
    let mut best = Best::default();
    for action in actions.iter() {
        after.clone_from(game);
        after.play(rules, *action, &mut Quiet);
        best.offer(*action, worth_by(rules, &after, seat, free), dice);
    }
    best.action
}

/// The best placement of the tile to be laid, by the list of whole moves; none if no tile is.
fn best_tile<G: Outlook>(
    rules: &G::Rules,
    game: &G,
    seat: Seat,
    free: Option<f32>,
    dice: &mut impl Dice,
) -> Option<Action> {
    let mut best = Best::default();
    // The moves come placement by placement: the tile is laid once for all of its figures.
    let mut tile: Option<Action> = None;
    let mut value = f32::NEG_INFINITY;
    let (mut laid, mut after) = (game.clone(), game.clone());
    game.each_move(rules, |whole| {
        let next = Action::Tile { cell: whole.cell, rot: whole.rot };
        if tile != Some(next) {
            if let Some(done) = tile.replace(next) {
                best.offer(done, value, dice);
            }
            laid.clone_from(game);
            laid.play(rules, next, &mut Quiet);
            value = f32::NEG_INFINITY;
        }
        let reached = match whole.figure {
            Some(figure) => {
                after.clone_from(&laid);
                after.play(rules, figure, &mut Quiet);
                worth_by(rules, &after, seat, free)
            }
            None => after_tile(rules, &laid, &mut after, seat, free),
        };
        value = value.max(reached);
    });
    best.offer(tile?, value, dice);
    Some(best.action)
}

/// The worth of a game in which the seat has laid a tile that no figure can go on: after the best
/// answer, if it is asked something else.
fn after_tile<G: Outlook>(
    rules: &G::Rules,
    laid: &G,
    after: &mut G,
    seat: Seat,
    free: Option<f32>,
) -> f32 {
    if laid.turn() != Turn::Player(seat) {
        return worth_by(rules, laid, seat, free);
    }
    let mut answers = Actions::new();
    laid.legal(rules, &mut answers);
    let mut best = f32::NEG_INFINITY;
    for answer in answers.iter() {
        after.clone_from(laid);
        after.play(rules, *answer, &mut Quiet);
        best = best.max(worth_by(rules, after, seat, free));
    }
    best
}

/// The best of what was offered so far.
struct Best {
    action: Action,
    value: f32,
    /// How many were as good.
    equals: u32,
}

impl Default for Best {
    fn default() -> Best {
        Best { action: Action::Pass, value: f32::NEG_INFINITY, equals: 1 }
    }
}

impl Best {
    /// So close are equals.
    const CLOSE: f32 = 1e-4;

    fn offer(&mut self, action: Action, value: f32, dice: &mut impl Dice) {
        if value > self.value + Best::CLOSE {
            *self = Best { action, value, equals: 1 };
        } else if value > self.value - Best::CLOSE {
            self.equals += 1;
            if dice.below(self.equals) == 0 {
                self.action = action;
            }
        }
    }
}
