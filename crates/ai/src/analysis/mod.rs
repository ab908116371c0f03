//! A finished game looked through again: what the strong player would have done at each decision,
//! what it cost to do something else, and what the draws brought.
//!
//! Invariants: no clock and no threads: it works in slices, as long as its owner likes, and the
//! same game and care give the same report however it is sliced. Skill and luck are kept apart. A
//! decision is compared with the best one in the same position, so what is drawn later has no
//! part in it. A draw is compared with all that could have come, each followed by the best that was
//! found for it; so on average draws bring nothing.
//!
//! *Margin* is everywhere what a seat has more than the mean of the others; the margins of all
//! seats add up to nothing.

mod any;
mod draws;
mod report;

use alloc::boxed::Box;
use alloc::vec::Vec;

use table::{Action, Actions, Quiet, Seat, Turn};

pub use any::AnyAnalysis;
use draws::Draws;
pub use report::{
    Mark, MoveReport, Report, SeatReport, TURNING_POINTS, TurningPoint, accuracy_of, chances,
};

use crate::evaluate::{Evaluate, Points};
use crate::search::{Choice, Search, Settings};

/// How thoroughly a game is looked through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Care {
    /// Simulations for a decision about a tile; half as many for those behind it.
    pub nodes: u32,
    /// Decides what nothing else does.
    pub seed: u64,
}

impl Default for Care {
    fn default() -> Care {
        Care { nodes: 1000, seed: 1 }
    }
}

/// What was found about one action of the game.
#[derive(Clone, PartialEq, Debug)]
pub enum Judged {
    /// Chance acted.
    Drawn {
        /// What each seat is expected to have more than before the draw.
        luck: Points,
        /// How likely it was.
        likely: f32,
    },
    /// There was nothing else to do.
    Forced,
    /// A seat decided.
    Chosen(Chosen),
}

/// A decision that was compared with what could have been done.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The expected points of each seat after the best choice.
    pub expected: Points,
    /// The same after what was played.
    pub after: Points,
    /// What it cost the seat, in points of its margin; never negative.
    pub lost: f32,
    /// Whether it is what the strong player would have done.
    pub is_best: bool,
    /// The best choices, each with the decisions behind it, the best first.
    pub best: Vec<Line>,
    /// How often the root was tried.
    pub visits: u32,
    /// Whether everything was tried out to the end of the game.
    pub exact: bool,
}

/// A choice, and what the same move goes on with.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What to play, up to where chance acts.
    pub actions: Vec<Action>,
    /// The expected points of each seat then.
    pub points: Points,
}

/// How many of the best choices are told.
pub const LINES: usize = 3;
/// What is known of a choice by looking at it once counts as so many tries.
const FIRST_LOOK: f32 = 4.0;

/// What a seat has more than the mean of the others.
pub fn margin_of(points: &Points, seat: Seat, seats: u8) -> f32 {
    let all: f32 = points[..usize::from(seats)].iter().sum();
    let own = points[seat.index()];
    own - (all - own) / f32::from(seats.max(2) - 1)
}

/// How the strong player searches here: without what it knew before, so that a position is judged
/// the same whatever led to it.
fn settings(care: Care) -> Settings {
    Settings { keep: false, seed: care.seed, ..Settings::STRONG }
}

/// What each seat is expected to have where chance must act: the mean over all that may be drawn,
/// each with the best that is found for it. `stop` is asked often; `None` if it says so.
pub fn before_draw<G: Evaluate>(
    rules: &G::Rules,
    game: &G,
    care: Care,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Points> {
    let mut draws = Draws::new(rules, game, Action::Pass, care, settings(care));
    loop {
        if draws.slice(rules, u32::MAX, stop).1 {
            return Some(draws.mean());
        }
        if stop() {
            return None;
        }
    }
}

/// A game that is being looked through.
pub struct Analysis<G: Evaluate> {
    care: Care,
    actions: Vec<Action>,
    /// The game before the next action.
    game: G,
    judged: Vec<Judged>,
    turns: Vec<Turn>,
    /// The part of the game to come, before each action.
    time: Vec<f32>,
    work: Work<G>,
}

/// What is done about the next action.
enum Work<G: Evaluate> {
    Nothing,
    Decision(Box<Decision<G>>),
    Draw(Box<Draws<G>>),
}

struct Decision<G: Evaluate> {
    search: Search<G>,
    seat: Seat,
    nodes: u32,
    /// What the choices looked like at first.
    first: Option<Vec<(Action, Points)>>,
}

impl<G: Evaluate> Analysis<G> {
    /// Prepares to look through a game that began here and in which all this was played. The
    /// actions must be legal. The game need not be over.
    pub fn new(start: &G, actions: &[Action], care: Care) -> Analysis<G> {
        Analysis {
            care,
            actions: actions.to_vec(),
            game: start.clone(),
            judged: Vec::with_capacity(actions.len()),
            turns: Vec::with_capacity(actions.len()),
            time: Vec::with_capacity(actions.len() + 1),
            work: Work::Nothing,
        }
    }

    /// How many actions were looked at, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.judged.len(), self.actions.len())
    }

    /// Whether all was looked at.
    pub fn is_done(&self) -> bool {
        self.judged.len() == self.actions.len()
    }

    /// What was found so far, one for each action.
    pub fn judged(&self) -> &[Judged] {
        &self.judged
    }

    /// Looks on for a slice of about so many simulations, or until `stop` says so, which is asked
    /// often; says whether all was looked at.
    pub fn slice(
        &mut self,
        rules: &G::Rules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let mut left = simulations.max(1);
        while !self.is_done() {
            if left == 0 || stop() {
                return false;
            }
            if let Work::Nothing = self.work {
                self.begin(rules);
            }
            let (spent, found) = match &mut self.work {
                Work::Nothing => (0, Some(Judged::Forced)),
                Work::Decision(decision) => {
                    let (spent, done) = decision.slice(rules, left, stop);
                    let action = self.actions[self.judged.len()];
                    (spent, done.then(|| decision.judge(rules, action)))
                }
                Work::Draw(draws) => {
                    let (spent, done) = draws.slice(rules, left, stop);
                    (spent, done.then(|| draws.judge()))
                }
            };
            left = left.saturating_sub(spent);
            if let Some(found) = found {
                self.go_on(rules, found);
            }
        }
        true
    }

    /// Ends the thought about the present action with what was found so far: for callers with a
    /// clock. The next slice goes on with the next action.
    pub fn hurry(&mut self, rules: &G::Rules) {
        let action = self.actions.get(self.judged.len()).copied();
        // Time may be over before the thought has begun: a caller that waits for the next action
        // would wait for ever.
        if action.is_some() && matches!(self.work, Work::Nothing) {
            self.begin(rules);
        }
        let found = match (&mut self.work, action) {
            (Work::Decision(decision), Some(action)) => {
                decision.slice(rules, 1, &mut || true);
                if decision.search.choices().is_empty() {
                    // The last tiles are tried out to the end or not at all.
                    decision.slice(rules, u32::MAX, &mut || false);
                }
                decision.judge(rules, action)
            }
            (Work::Draw(draws), Some(_)) => {
                while !draws.slice(rules, 1, &mut || false).1 {
                    draws.hurry();
                }
                draws.judge()
            }
            (Work::Nothing, Some(_)) => Judged::Forced,
            (_, None) => return,
        };
        self.go_on(rules, found);
    }

    /// Finds out what there is to do about the next action.
    fn begin(&mut self, rules: &G::Rules) {
        let number = self.judged.len();
        let settings = settings(self.care);
        self.work = match (self.game.turn(), self.actions[number]) {
            (Turn::Player(seat), _) => {
                let mut legal = Actions::new();
                self.game.legal(rules, &mut legal);
                if legal.len() < 2 {
                    return;
                }
                let goes_on = number > 0 && self.turns[number - 1] == Turn::Player(seat);
                let nodes = if goes_on { self.care.nodes.div_ceil(2) } else { self.care.nodes };
                let search = Search::new(rules, &self.game, settings);
                Work::Decision(Box::new(Decision { search, seat, nodes, first: None }))
            }
            (_, drawn @ Action::Draw(_)) => {
                Work::Draw(Box::new(Draws::new(rules, &self.game, drawn, self.care, settings)))
            }
            _ => Work::Nothing,
        };
    }

    fn go_on(&mut self, rules: &G::Rules, found: Judged) {
        let action = self.actions[self.judged.len()];
        self.turns.push(self.game.turn());
        self.time.push(self.game.time_left(rules));
        self.judged.push(found);
        self.game.play(rules, action, &mut Quiet);
        self.work = Work::Nothing;
    }

    /// What came of it; of what was looked at, if that is not all.
    pub fn report(&self, rules: &G::Rules) -> Report {
        let mut lens = self.game.lens(rules, &Settings::STRONG.weights);
        let end = self.game.expect(rules, &mut lens);
        let mut time = self.time.clone();
        time.push(self.game.time_left(rules));
        report::report(G::seats(rules), &self.judged, &self.turns, &time, end)
    }
}

impl<G: Evaluate> Decision<G> {
    /// Thinks; says how many simulations that took, and whether it was enough.
    fn slice(
        &mut self,
        rules: &G::Rules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> (u32, bool) {
        let before = self.search.visits();
        let most = if self.first.is_none() { 1 } else { simulations };
        let done = self.search.slice(rules, self.nodes.max(1), most, stop);
        self.first.get_or_insert_with(|| {
            let choices = self.search.choices().into_iter();
            choices.map(|choice| (choice.action, choice.points)).collect()
        });
        // The last tiles are tried out without simulations.
        (self.search.visits().saturating_sub(before).max(1).min(simulations), done)
    }

    fn judge(&self, rules: &G::Rules, played: Action) -> Judged {
        let seats = G::seats(rules);
        let insight = self.search.insight();
        let Some(best) = insight.choices.first() else { return Judged::Forced };
        let found = insight.choices.iter().find(|choice| choice.action == played);
        let Some(found) = found else { return Judged::Forced };
        let margin = |points: &Points| margin_of(points, self.seat, seats);
        let is_best = found.action == best.action;
        let thought = margin(&best.points) - margin(&found.points);
        let lost = if insight.exact {
            thought
        } else {
            // What was hardly tried is known by the first look rather than by a few tries.
            let looks = margin(&self.at_first(best)) - margin(&self.at_first(found));
            let tries = found.visits as f32;
            (tries * thought + FIRST_LOOK * looks) / (tries + FIRST_LOOK)
        };
        let lost = if is_best { 0.0 } else { lost.max(0.0) };
        Judged::Chosen(Chosen {
            expected: best.points,
            after: shifted(&best.points, self.seat, seats, -lost),
            lost,
            is_best,
            best: insight.choices.iter().take(LINES).map(Line::from).collect(),
            visits: insight.visits,
            exact: insight.exact,
        })
    }

    fn at_first(&self, choice: &Choice) -> Points {
        let first = self.first.iter().flatten().find(|(action, _)| *action == choice.action);
        first.map_or(choice.points, |(_, points)| *points)
    }
}

impl From<&Choice> for Line {
    fn from(choice: &Choice) -> Line {
        Line { actions: choice.whole_move().to_vec(), points: choice.points }
    }
}

/// Points after the margin of a seat has changed by so much, shared evenly between it and the
/// others.
fn shifted(points: &Points, seat: Seat, seats: u8, by: f32) -> Points {
    let mut points = *points;
    for other in (0..seats).map(Seat) {
        let part = if other == seat { 0.5 } else { -0.5 };
        points[other.index()] += part * by;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_add_up_to_nothing() {
        let points = [30.0, 50.0, 45.0, 0.0, 0.0, 0.0];
        let margins = [0, 1, 2].map(|seat| margin_of(&points, Seat(seat), 3));
        assert!(margins.iter().sum::<f32>().abs() < 1e-4, "{margins:?}");
        assert!((margins[1] - 12.5).abs() < 1e-4);
    }

    #[test]
    fn what_is_lost_is_lost_from_the_margin() {
        let points = [30.0, 50.0, 45.0, 0.0, 0.0, 0.0];
        for seats in 2..=3 {
            let after = shifted(&points, Seat(1), seats, -4.0);
            let change = margin_of(&after, Seat(1), seats) - margin_of(&points, Seat(1), seats);
            assert!((change + 4.0).abs() < 1e-4, "{seats}");
        }
    }
}
