//! The greedy player: tries every choice on a copy and keeps the best.

use table::{Action, Actions, Dice, Quiet, Seat, Turn};

use crate::outlook::Outlook;

/// How good a game looks for a seat: what it has there ([`Outlook::standing`]), less the mean of
/// what the others have.
pub fn worth<G: Outlook>(rules: &G::Rules, game: &G, seat: Seat) -> f32 {
    let forecast = game.forecast(rules);
    let seats = G::seats(rules);
    let side = |s: Seat| game.standing(rules, s, forecast[s.index()]);
    let others: f32 = (0..seats).map(Seat).filter(|s| *s != seat).map(side).sum();
    side(seat) - others / f32::from(seats.max(2) - 1)
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
