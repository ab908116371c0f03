//! What a draw brought: the drawn tile against all that could have come.

use alloc::boxed::Box;
use alloc::vec::Vec;

use table::{Action, Odds, Quiet, SEATS_MAX, Turn};

use super::{Care, Judged};
use crate::evaluate::{Evaluate, Points};
use crate::search::{Search, Settings};

/// Each kind of tile gets this part of what a decision gets: there are dozens of them.
const PART: u32 = 64;

/// All draws that could have come, each looked at in the same way.
pub struct Draws<G: Evaluate> {
    game: G,
    drawn: Action,
    odds: Vec<(Action, u16)>,
    settings: Settings,
    nodes: u32,
    search: Option<Box<Search<G>>>,
    found: Vec<Points>,
}

impl<G: Evaluate> Draws<G> {
    pub fn new(
        rules: &G::Rules,
        game: &G,
        drawn: Action,
        care: Care,
        settings: Settings,
    ) -> Draws<G> {
        let mut odds = Odds::new();
        game.odds(rules, &mut odds);
        Draws {
            game: game.clone(),
            drawn,
            odds: odds.iter().map(|(action, cases)| (*action, *cases)).collect(),
            settings,
            nodes: (care.nodes / PART).max(1),
            search: None,
            found: Vec::new(),
        }
    }

    /// From now on each draw is looked at once.
    pub fn hurry(&mut self) {
        self.nodes = 1;
    }

    /// Looks on; says how many simulations that took, and whether all were looked at.
    pub fn slice(
        &mut self,
        rules: &G::Rules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> (u32, bool) {
        let Some((action, _)) = self.odds.get(self.found.len()) else { return (0, true) };
        let search = if let Some(search) = &mut self.search {
            search
        } else {
            let mut after = self.game.clone();
            after.play(rules, *action, &mut Quiet);
            if !matches!(after.turn(), Turn::Player(_)) {
                // It fits nowhere: the next one is drawn, and this one brought nothing.
                let mut lens = after.lens(rules, &self.settings.weights);
                self.found.push(after.expect(rules, &mut lens));
                return (1, self.found.len() == self.odds.len());
            }
            self.search.insert(Box::new(Search::new(rules, &after, self.settings)))
        };
        let before = search.visits();
        let done = search.slice(rules, self.nodes, simulations, stop);
        let spent = search.visits().saturating_sub(before).max(1);
        if done {
            let insight = search.insight();
            let points = if insight.choices.is_empty() {
                let root = search.root();
                root.expect(rules, &mut root.lens(rules, &self.settings.weights))
            } else {
                insight.points
            };
            self.found.push(points);
            self.search = None;
        }
        (spent, self.found.len() == self.odds.len())
    }

    /// What each seat is expected to have before the draw, when all were looked at.
    pub fn mean(&self) -> Points {
        let all: f32 = self.odds.iter().map(|(_, cases)| f32::from(*cases)).sum();
        let mut mean = [0.0; SEATS_MAX];
        for ((_, cases), points) in self.odds.iter().zip(&self.found) {
            let part = f32::from(*cases) / all;
            mean.iter_mut().zip(points).for_each(|(mean, points)| *mean += part * points);
        }
        mean
    }

    /// What the drawn tile brought, when all were looked at.
    pub fn judge(&self) -> Judged {
        let all: f32 = self.odds.iter().map(|(_, cases)| f32::from(*cases)).sum();
        let (mean, mut luck, mut likely) = (self.mean(), [0.0; SEATS_MAX], 0.0);
        let drawn = self.odds.iter().zip(&self.found).find(|((a, _), _)| *a == self.drawn);
        if let Some(((_, cases), points)) = drawn {
            likely = f32::from(*cases) / all;
            luck = core::array::from_fn(|seat| points[seat] - mean[seat]);
        }
        Judged::Drawn { luck, likely }
    }
}
