//! What the engine thinks of a position, in slices: for hints and the study board.

use std::sync::Arc;

use ai::{AnyMind, Player};
use games::{AnyGame, AnyRules, Game, Odds, Quiet, Turn};
use protocol::engine::{JobOn, Judge, Judged};
use protocol::{Evaluation, Problem};

use crate::engine::{Answer, Engine};

/// The same position and number of simulations give the same answer.
const SEED: u64 = 1;
/// What can be drawn is thought about with so many simulations each at least.
const LEAST_A_DRAW: u32 = 20;

/// A position that is judged.
pub(crate) struct Judgement {
    rules: Arc<AnyRules>,
    best: usize,
    of: u32,
    /// What was thought about and what is still to be, each with how likely it is.
    parts: Vec<Branch>,
    at: usize,
    /// Whether it is the mean of its parts: chance draws next.
    mean: bool,
}

/// A game in which a seat must decide, or that is over.
struct Branch {
    game: AnyGame,
    weight: f64,
    nodes: u32,
    mind: Option<AnyMind>,
    found: Option<Evaluation>,
}

pub(crate) fn no_job() -> Problem {
    let detail = "There is no work under this name.";
    Problem::new("not-found", "There is no such thing", 404, detail).at("job")
}

impl Engine {
    pub(crate) fn judge(&mut self, asked: Judge) -> Answer<Judged> {
        let Judge { job, asked } = asked;
        let (nodes, best) = asked.asked()?;
        let course = asked.at.course()?;
        let judgement = Judgement::new(course.rules(), course.game(), nodes, best);
        let judged = judgement.told(false);
        self.judgements.insert(job, judgement);
        Ok(judged)
    }

    pub(crate) fn judge_on(&mut self, asked: &JobOn) -> Answer<Judged> {
        let judgement = self.judgements.get_mut(&asked.job).ok_or_else(no_job)?;
        judgement.run(asked.simulations.max(1));
        Ok(judgement.told(asked.tell))
    }
}

impl Judgement {
    fn new(rules: &Arc<AnyRules>, game: &AnyGame, nodes: u32, best: usize) -> Judgement {
        let mean = game.turn() == Turn::Chance;
        let branch = |game, weight, nodes| Branch { game, weight, nodes, mind: None, found: None };
        let parts = if mean {
            let mut odds = Odds::new();
            game.odds(rules, &mut odds);
            let each = (nodes / (odds.len() as u32).max(1)).max(LEAST_A_DRAW);
            let after = odds.iter().map(|(action, weight)| {
                let mut after = game.clone();
                after.play(rules, *action, &mut Quiet);
                branch(after, f64::from(*weight), each)
            });
            after.collect()
        } else {
            vec![branch(game.clone(), 1.0, nodes)]
        };
        let of = parts.iter().map(|branch: &Branch| branch.nodes).sum();
        let best = if mean { 0 } else { best };
        Judgement { rules: Arc::clone(rules), best, of, parts, at: 0, mean }
    }

    fn run(&mut self, simulations: u32) {
        let mut left = simulations;
        while let Some(branch) = self.parts.get_mut(self.at).filter(|_| left > 0) {
            let used = branch.run(&self.rules, left, self.best);
            left = left.saturating_sub(used.max(1));
            if branch.found.is_none() {
                return;
            }
            self.at += 1;
        }
    }

    fn told(&self, tell: bool) -> Judged {
        let done = self.at == self.parts.len();
        let nodes = self.parts.iter().map(Branch::visits).sum::<u32>();
        let found = if done {
            self.whole()
        } else if tell && !self.mean {
            self.parts.first().and_then(|branch| branch.so_far(&self.rules, self.best))
        } else {
            None
        };
        Judged { done, nodes: nodes.min(self.of), of: self.of, found }
    }

    fn whole(&self) -> Option<Evaluation> {
        if !self.mean {
            return self.parts.first()?.found.clone();
        }
        let each = |branch: &Branch| Some((branch.found.clone()?, branch.weight));
        let all: Option<Vec<(Evaluation, f64)>> = self.parts.iter().map(each).collect();
        all.filter(|all| !all.is_empty()).map(|all| Evaluation::mean(&all))
    }
}

impl Branch {
    /// Thinks for a slice; says how many simulations it took.
    fn run(&mut self, rules: &AnyRules, simulations: u32, best: usize) -> u32 {
        if !matches!(self.game.turn(), Turn::Player(_)) {
            self.found = Some(Evaluation::over(rules, &self.game));
            return 1;
        }
        let mind = self.mind.get_or_insert_with(|| {
            let mut mind = AnyMind::new(rules, &Player::strong(), SEED);
            mind.consider(rules, &self.game, Some(self.nodes));
            mind
        });
        let before = mind.progress().0;
        let settled = mind.run(rules, simulations, &mut || false);
        let used = mind.progress().0.saturating_sub(before);
        if settled {
            self.found = self.so_far(rules, best);
            self.mind = None;
        }
        used
    }

    fn visits(&self) -> u32 {
        let thought = self.mind.as_ref().map_or(0, |mind| mind.progress().0);
        if self.found.is_some() { self.nodes } else { thought }
    }

    fn so_far(&self, rules: &AnyRules, best: usize) -> Option<Evaluation> {
        let insight = self.mind.as_ref()?.insight().filter(|insight| insight.visits > 0)?;
        Some(Evaluation::new(rules, &self.game, &insight, best))
    }
}
