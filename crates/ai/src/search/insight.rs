//! What a search can tell of its root: expected points, the best line, the best moves.

use alloc::vec::Vec;

use table::Action;

use super::tree::{Branch, NONE, NodeKind, ROOT};
use super::{Search, Stage};
use crate::evaluate::{Evaluate, Points};

/// What a search thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// How many simulations went through it, those of an earlier position included.
    pub visits: u32,
    /// How many positions were judged since the search began.
    pub judged: u64,
    /// Whether everything was tried out to the end: points and values are exact then.
    pub exact: bool,
    /// The points that each seat is expected to have at the end if the best is played.
    pub points: Points,
    /// What will probably be played, the best action first; draws are among them.
    pub line: Vec<Action>,
    /// The actions of the seat that must act, the best first.
    pub choices: Vec<Choice>,
}

/// An action at the root with what the search thinks of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth to the seat that acts, from -1 for a lost game to 1 for a won one.
    pub value: f32,
    /// The points that each seat is expected to have at the end after it. With no visits, by the
    /// first judgement alone.
    pub points: Points,
    /// The action, and what will probably follow: for a tile the figure on it comes next, if
    /// anybody is asked.
    pub line: Vec<Action>,
}

impl Choice {
    /// The whole move: the action and what the same seat decides before chance acts again.
    pub fn whole_move(&self) -> &[Action] {
        let chance = |action: &Action| matches!(action, Action::Draw(_) | Action::First(_));
        let end = self.line.iter().position(chance).unwrap_or(self.line.len());
        &self.line[..end]
    }
}

/// Longer lines mean nothing.
const LINE_MAX: usize = 16;
/// A draw or an answer that was tried less often than this says nothing.
const VISITS_MIN: u32 = 2;

/// What several searches of one position think together, each with a seed of its own: visits are
/// added up, values and points are means by visits. So several threads can think about one move
/// without sharing anything. The order of the searches does not matter for the choice.
pub fn merge(insights: &[Insight]) -> Option<Insight> {
    let mut whole = insights.first()?.clone();
    if let Some(exact) = insights.iter().find(|insight| insight.exact) {
        return Some(exact.clone());
    }
    for insight in &insights[1..] {
        whole.visits = whole.visits.saturating_add(insight.visits);
        whole.judged += insight.judged;
        for choice in &insight.choices {
            match whole.choices.iter_mut().find(|known| known.action == choice.action) {
                Some(known) => known.add(choice),
                None => whole.choices.push(choice.clone()),
            }
        }
    }
    best_first(&mut whole.choices);
    if let Some(best) = whole.choices.first() {
        whole.points = best.points;
        whole.line = best.line.clone();
    }
    Some(whole)
}

impl Choice {
    /// Takes in what another search thinks of the same action.
    fn add(&mut self, other: &Choice) {
        let [mine, theirs] = [self.visits, other.visits].map(|visits| visits as f32 + 1.0);
        let mean = |a: f32, b: f32| (a * mine + b * theirs) / (mine + theirs);
        self.value = mean(self.value, other.value);
        self.points = core::array::from_fn(|seat| mean(self.points[seat], other.points[seat]));
        if other.visits > self.visits {
            self.line.clone_from(&other.line);
        }
        self.visits = self.visits.saturating_add(other.visits);
    }
}

impl<G: Evaluate> Search<G> {
    /// What it thinks of the root as far as it has thought.
    pub fn insight(&self) -> Insight {
        let exact = matches!(&self.stage, Stage::End(end) if end.is_done());
        let mut choices = self.choices();
        if !exact && !choices.is_empty() {
            // What would be played is first, also if it errs.
            let best = self.best();
            let at = choices.iter().position(|choice| choice.action == best).unwrap_or(0);
            choices[..=at].rotate_right(1);
        }
        let first = choices.first();
        Insight {
            visits: self.visits(),
            judged: self.judged(),
            exact,
            points: first.map_or_else(|| self.desk.first_points(), |best| best.points),
            line: first.map(|best| best.line.clone()).unwrap_or_default(),
            choices,
        }
    }

    /// The actions at the root, the most tried first.
    pub fn choices(&self) -> Vec<Choice> {
        if let Stage::End(end) = &self.stage
            && end.is_done()
        {
            return end.choices();
        }
        let choice = |branch: &Branch| Choice {
            action: branch.action,
            visits: branch.visits,
            value: self.desk.value_of(branch.worth),
            points: branch.expected,
            line: self.line_from(branch),
        };
        let branches = self.tree.branches_of(ROOT).iter();
        let mut choices: Vec<Choice> = branches.map(choice).collect();
        best_first(&mut choices);
        choices
    }

    /// A branch, and what was tried most after it.
    fn line_from(&self, branch: &Branch) -> Vec<Action> {
        let mut line = Vec::from([branch.action]);
        let mut node = branch.child;
        while node != NONE && line.len() < LINE_MAX {
            let branches = self.tree.all_branches_of(node);
            let at = self.tree.node(node);
            // A figure that nobody tried yet is as good as it was judged.
            let least = if at.kind == NodeKind::Chance { VISITS_MIN } else { at.visits.min(1) };
            let best = branches
                .filter(|b| b.visits >= least)
                .max_by(|a, b| a.visits.cmp(&b.visits).then(a.worth.total_cmp(&b.worth)));
            let Some(best) = best else { break };
            line.push(best.action);
            node = best.child;
        }
        line
    }
}

/// What was tried most comes first.
fn best_first(choices: &mut [Choice]) {
    table::sort_short_by(choices, |a, b| {
        b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).is_lt()
    });
}
