//! Short playouts before a position is judged.

use table::{Quiet, SEATS_MAX, Seat, Turn};

use super::simulate::{Desk, lead_for};
use crate::evaluate::{Evaluate, Points};

impl<G: Evaluate> Desk<G> {
    /// Plays a few turns on from a new position, and says how much more or less each seat had then
    /// than the best next move promises.
    pub(super) fn play_on(&mut self, rules: &G::Rules, promised: &Points) -> Points {
        let mut turns = self.settings.ahead;
        let mut news = [0.0; SEATS_MAX];
        if turns == 0 {
            return news;
        }
        loop {
            match self.game.turn() {
                Turn::Chance if turns > 0 => {
                    turns -= 1;
                    let action = self.game.pick(rules, &mut self.dice);
                    self.game.play(rules, action, &mut Quiet);
                }
                Turn::Player(seat) => {
                    let action = self.rough_choice(rules, seat);
                    self.game.play(rules, action, &mut Quiet);
                }
                Turn::Chance | Turn::Over => break,
            }
        }
        let found = self.look(rules);
        for (news, (found, promised)) in news.iter_mut().zip(found.iter().zip(promised)) {
            *news = found - promised;
        }
        news
    }

    /// The best of a few random actions.
    fn rough_choice(&mut self, rules: &G::Rules, seat: Seat) -> table::Action {
        let mut best = (f32::NEG_INFINITY, self.game.pick(rules, &mut self.dice));
        for look in 0..self.settings.looks {
            let action = if look == 0 { best.1 } else { self.game.pick(rules, &mut self.dice) };
            if self.settings.looks == 1 {
                return action;
            }
            self.tried.clone_from(&self.game);
            self.tried.play(rules, action, &mut Quiet);
            self.judged += 1;
            self.tried.settle(rules, &self.lens);
            let points = self.tried.expect(rules, &mut self.lens);
            let lead = lead_for(&points, seat, self.alone, self.seats);
            if lead > best.0 {
                best = (lead, action);
            }
        }
        best.1
    }
}
