//! Short playouts before a position is judged.

use table::{Action, Quiet, SEATS_MAX, Seat, Turn};

use super::simulate::Desk;
use crate::evaluate::{Evaluate, Points};

impl<G: Evaluate> Desk<G> {
    /// Plays a few turns on from a new position, and says how much more or less each seat had then
    /// than the best next move promises, without what the tiles that came usually bring.
    pub(super) fn play_on(&mut self, rules: &G::Rules, promised: &Points) -> Points {
        let mut turns = self.settings.ahead;
        let mut news = [0.0; SEATS_MAX];
        if turns == 0 {
            return news;
        }
        let mut usual = [0.0; SEATS_MAX];
        let mut drawn = None;
        loop {
            match self.game.turn() {
                Turn::Chance if turns > 0 => {
                    let action = self.game.pick(rules, &mut self.dice);
                    self.game.play(rules, action, &mut Quiet);
                    drawn = Some(action);
                }
                Turn::Player(seat) => {
                    if let Some(draw) = drawn.take() {
                        turns -= 1;
                        let gains = self.luck.of(draw, Some(seat), self.seats);
                        usual.iter_mut().zip(gains).for_each(|(sum, gain)| *sum += gain);
                    }
                    if self.settings.looks == 0 {
                        self.best_action(rules, seat);
                    } else {
                        self.rough_turn(rules, seat);
                    }
                }
                Turn::Chance | Turn::Over => break,
            }
        }
        let found = self.look(rules);
        for seat in 0..self.seats as usize {
            news[seat] = found[seat] - promised[seat] - usual[seat];
        }
        news
    }

    /// Plays what the evaluation thinks best.
    fn best_action(&mut self, rules: &G::Rules, seat: Seat) {
        self.rank(rules, seat);
        let best = self.ranked.iter().max_by(|a, b| a.lead.total_cmp(&b.lead));
        if let Some(action) = best.map(|ranked| ranked.action) {
            self.game.play(rules, action, &mut Quiet);
        }
    }

    /// Plays the best of a few random moves of a seat: all that it decides before somebody else
    /// acts.
    fn rough_turn(&mut self, rules: &G::Rules, seat: Seat) {
        let looks = self.settings.looks;
        let mut best = f32::NEG_INFINITY;
        let mut chosen: Option<(Action, Option<Action>)> = None;
        for _ in 0..looks {
            self.tried.clone_from(&self.game);
            let action = self.tried.pick(rules, &mut self.dice);
            self.tried.play(rules, action, &mut Quiet);
            let mut second = None;
            if self.tried.turn() == Turn::Player(seat) {
                let figure = self.tried.pick(rules, &mut self.dice);
                self.tried.play(rules, figure, &mut Quiet);
                second = Some(figure);
            }
            if looks == 1 {
                core::mem::swap(&mut self.tried, &mut self.game);
                return;
            }
            self.judged += 1;
            self.tried.settle(rules, &self.lens);
            let points = self.tried.expect(rules, &mut self.lens);
            let lead = self.lead(&points, seat);
            if lead > best || chosen.is_none() {
                (best, chosen) = (lead, Some((action, second)));
            }
        }
        let Some((action, second)) = chosen else { return };
        self.game.play(rules, action, &mut Quiet);
        if let Some(second) = second {
            self.game.play(rules, second, &mut Quiet);
        }
    }
}
