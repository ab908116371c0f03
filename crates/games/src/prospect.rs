//! What each answer to a question leads to: the question behind it, the points that it gives at
//! once, and what the feature would be worth. So a whole move can be chosen before it is said.
//!
//! All rules are asked of the engines: answers are played on copies, and what they bring is read
//! from their events.

use alloc::string::String;
use alloc::vec::Vec;

use table::{Action, Actions, Cell, Event, Game, Log, NodeId, Spot, Turn};

use crate::any::{AnyGame, AnyRules};
use crate::view::{Ask, Tabletop};

/// How many answers are looked at in all; the questions behind others are named only.
const ANSWERS_MAX: usize = 4000;

/// A place by cell and name.
pub type Named = (Cell, String);

/// A question with all that its answers lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The features as they lie now, by their segments; answers speak of them by number.
    pub features: Vec<Vec<Named>>,
    /// The question.
    pub first: Question,
}

/// Something that a seat is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What.
    pub ask: Ask,
    /// Every answer; `None` if nobody looked.
    pub answers: Option<Vec<Answer>>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Its word.
    pub word: String,
    /// What it is worth.
    pub worth: Worth,
    /// What the same seat is asked next; `None` if it has nothing more to decide.
    pub then: Option<Question>,
}

/// What an answer brings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// The points of each seat at once. For an answer with a question behind it: if that is
    /// declined.
    pub gain: Vec<u16>,
    /// What the feature in question gives if the game ended now.
    pub now: Option<u16>,
    /// What it gives completed as it is; never told of what is scored at the end only.
    pub complete: Option<u16>,
    /// The features of [`Prospect::features`] that it is made of; for a tile those that it
    /// continues.
    pub joins: Vec<usize>,
    /// Its segments on the tile laid last, if that is not laid yet now.
    pub own: Vec<String>,
    /// Whole tiles that count for it.
    pub tiles: Vec<Cell>,
}

impl Prospect {
    /// What the seat to act may do, two questions deep; `None` if no seat has to decide.
    pub fn of(rules: &AnyRules, game: &AnyGame) -> Option<Prospect> {
        let Turn::Player(_) = game.turn() else { return None };
        let looker = Looker::new(rules, game);
        let first = looker.question(game, &mut 0, 2);
        Some(Prospect { features: looker.features(), first })
    }
}

struct Looker<'a> {
    rules: &'a AnyRules,
    /// The game as it is.
    start: &'a AnyGame,
    /// A segment of each feature, the oldest.
    firsts: Vec<NodeId>,
}

impl<'a> Looker<'a> {
    fn new(rules: &'a AnyRules, start: &'a AnyGame) -> Looker<'a> {
        let segments = start.segment_count();
        let mut known = alloc::vec![false; usize::from(segments)];
        let mut firsts = Vec::new();
        for node in 0..segments {
            let root = usize::from(start.feature_with(node));
            if !core::mem::replace(&mut known[root], true) {
                firsts.push(node);
            }
        }
        Looker { rules, start, firsts }
    }

    /// The segments of every feature, with their names.
    fn features(&self) -> Vec<Vec<Named>> {
        let mut place = alloc::vec![0; usize::from(self.start.segment_count())];
        for (number, first) in self.firsts.iter().enumerate() {
            place[usize::from(self.start.feature_with(*first))] = number;
        }
        let mut features = alloc::vec![Vec::new(); self.firsts.len()];
        for node in 0..self.start.segment_count() {
            let spot = self.start.place_of(node);
            let name = self.start.spot_name(self.rules, spot);
            let at = place[usize::from(self.start.feature_with(node))];
            features[at].extend(spot.cell().map(|cell| (cell, name)));
        }
        features
    }

    fn question(&self, game: &AnyGame, seen: &mut usize, depth: u8) -> Question {
        let ask = Tabletop::of(self.rules, game).ask;
        if depth == 0 || *seen > ANSWERS_MAX {
            return Question { ask, answers: None };
        }
        let mut legal = Actions::new();
        game.legal(self.rules, &mut legal);
        *seen += legal.len();
        let answers = legal.iter().map(|action| self.answer(game, *action, seen, depth - 1));
        Question { ask, answers: Some(answers.collect()) }
    }

    fn answer(&self, game: &AnyGame, action: Action, seen: &mut usize, depth: u8) -> Answer {
        let word = game.word(self.rules, action);
        let mut after = game.clone();
        let mut events = Vec::new();
        after.play(self.rules, action, &mut Log(|event| events.push(event)));
        let mine = after.turn() == game.turn();
        let then = mine.then(|| self.question(&after, seen, depth));
        let mut worth = self.worth(&after, &events);
        if let Some(declined) = then.as_ref().and_then(declined) {
            add(&mut worth.gain, &declined.gain);
        }
        Answer { word, worth, then }
    }

    fn worth(&self, after: &AnyGame, events: &[Event]) -> Worth {
        let mut worth = Worth::default();
        let mut gain = alloc::vec![0; usize::from(self.rules.seats())];
        for event in &events[..after.final_scoring(self.rules, events)] {
            match *event {
                Event::Scored(score) => {
                    gain.iter_mut().zip(score.points).for_each(|(sum, points)| *sum += points);
                    self.add_scored(after, &score, &mut worth);
                }
                Event::Put { at, .. } | Event::Moved { to: at, .. } => {
                    self.add_spot(after, at, &mut worth);
                }
                Event::Laid { .. } => self.add_tile(after, &mut worth),
                _ => {}
            }
        }
        if gain.iter().any(|points| *points > 0) {
            worth.gain = gain;
        }
        table::sort_short(&mut worth.joins);
        worth.joins.dedup();
        worth
    }

    /// The features that the tile laid last continues, of those that can be completed.
    fn add_tile(&self, after: &AnyGame, worth: &mut Worth) {
        let new = self.start.segment_count()..after.segment_count();
        let mut roots: Vec<NodeId> = new.map(|node| after.feature_with(node)).collect();
        table::sort_short(&mut roots);
        roots.dedup();
        for root in roots {
            if after.worth_of(self.rules, root).1.is_some() {
                worth.joins.extend(self.joins(after, root));
            }
        }
    }

    /// What is scored at once.
    fn add_scored(&self, after: &AnyGame, score: &table::Score, worth: &mut Worth) {
        if let Spot::Segment { .. } = score.at
            && let Some(root) = after.feature_on(score.at)
        {
            worth.joins.extend(self.joins(after, root));
        } else if worth.tiles.is_empty() {
            worth.tiles = after.extent(score).tiles;
        }
    }

    /// Where a piece comes to stand.
    fn add_spot(&self, after: &AnyGame, at: Spot, worth: &mut Worth) {
        if let Some((points, row)) = after.earned_at(self.rules, at) {
            worth.now = Some(points);
            worth.tiles = row;
        }
        let Some(root) = after.feature_on(at) else { return };
        let (now, complete) = after.worth_of(self.rules, root);
        worth.now = Some(now);
        worth.complete = complete;
        worth.joins.extend(self.joins(after, root));
        let new = self.start.segment_count()..after.segment_count();
        let here = new.filter(|node| after.feature_with(*node) == root);
        worth.own = here
            .map(|node| after.spot_name(self.rules, after.place_of(node)))
            .collect::<Vec<String>>();
        worth.tiles = after.tiles_counted(at);
    }

    /// The features of the start that a feature is made of.
    fn joins(&self, after: &AnyGame, root: NodeId) -> Vec<usize> {
        let same = |(_, first): &(usize, &NodeId)| after.feature_with(**first) == root;
        self.firsts.iter().enumerate().filter(same).map(|(number, _)| number).collect()
    }
}

/// Adds points by seat; none at all are an empty list.
fn add(gain: &mut Vec<u16>, more: &[u16]) {
    if gain.is_empty() {
        gain.extend(more);
    } else {
        gain.iter_mut().zip(more).for_each(|(sum, points)| *sum += points);
    }
}

/// What the answer that declines is worth.
fn declined(question: &Question) -> Option<&Worth> {
    let answers = question.answers.as_ref()?;
    answers.iter().find(|answer| answer.word == "-").map(|answer| &answer.worth)
}
