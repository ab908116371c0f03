//! What a game of any family is asked beyond play: what choices mean, what features are worth.

use alloc::string::String;
use alloc::vec::Vec;

use table::{Action, Appraise, Cell, Event, Explain, Extent, NodeId, Score, Spot, Text, TextError};

use super::{AnyGame, AnyRules};
use crate::perft;

/// What choices mean, in plain English.
impl AnyGame {
    /// What is being decided between these actions, as a question.
    pub fn question(&self, rules: &AnyRules, actions: &[Action]) -> String {
        either!(self, rules, |game, rules| game.question(rules, actions))
    }

    /// What an action means, from the board before it; nothing if its events say it all.
    pub fn meaning(&self, rules: &AnyRules, action: Action) -> Option<String> {
        either!(self, rules, |game, rules| game.meaning(rules, action))
    }

    /// What a tile that was just laid completed for nobody: no event tells of it.
    pub fn completed_for_nobody(&self, rules: &AnyRules, cell: Cell) -> Vec<String> {
        either!(self, rules, |game, rules| game.completed_for_nobody(rules, cell))
    }

    /// Whether a figure may be put between this action and its scoring.
    pub fn is_before_scoring(&self, action: Action) -> bool {
        alone!(self, |game| game.is_before_scoring(action))
    }
}

/// What features are worth, and where they lie.
impl AnyGame {
    /// Reads the name of a segment of the tile in a cell; any one of its sides is enough.
    ///
    /// # Errors
    /// If no tile lies there, or the name does not tell which segment is meant.
    pub fn read_spot(&self, rules: &AnyRules, at: Cell, name: &str) -> Result<Spot, TextError> {
        either!(self, rules, |game, rules| game.read_spot(rules, at, name))
    }

    /// How many segments lie on the table; they are numbered in the order of laying.
    pub fn segment_count(&self) -> NodeId {
        alone!(self, |game| game.segment_count())
    }

    /// The feature that holds a segment, by one of its segments.
    pub fn feature_with(&self, node: NodeId) -> NodeId {
        alone!(self, |game| game.feature_with(node))
    }

    /// The same for the segment at a spot; nothing if there is none.
    pub fn feature_on(&self, at: Spot) -> Option<NodeId> {
        alone!(self, |game| game.feature_on(at))
    }

    /// The place of a segment.
    pub fn place_of(&self, node: NodeId) -> Spot {
        alone!(self, |game| game.place_of(node))
    }

    /// What a feature gives if the game ended now, and completed as it is.
    pub fn worth_of(&self, rules: &AnyRules, feature: NodeId) -> (u16, Option<u16>) {
        either!(self, rules, |game, rules| game.worth_of(rules, feature))
    }

    /// What a piece earns that stands at a spot outside of features, and the tiles that count.
    pub fn earned_at(&self, rules: &AnyRules, at: Spot) -> Option<(u16, Vec<Cell>)> {
        either!(self, rules, |game, rules| game.earned_at(rules, at))
    }

    /// The whole tiles that count for the feature at a spot.
    pub fn tiles_counted(&self, at: Spot) -> Vec<Cell> {
        alone!(self, |game| game.tiles_counted(at))
    }

    /// Where something lies that was scored; this is the game behind it.
    pub fn extent(&self, score: &Score) -> Extent {
        alone!(self, |game| game.extent(score))
    }

    /// Where among the events of the last action final scoring begins; their number, if the game
    /// goes on. This is the game behind the action.
    pub fn final_scoring(&self, rules: &AnyRules, events: &[Event]) -> usize {
        either!(self, rules, |game, rules| game.final_scoring(rules, events))
    }

    /// The ways to play so many actions, for each first one; see [`crate::perft::divide_with`].
    pub fn divide(
        &self,
        rules: &AnyRules,
        depth: u32,
        progress: impl FnMut(usize, usize),
    ) -> Vec<(Action, u64)> {
        either!(self, rules, |game, rules| perft::divide_with(rules, game, depth, progress))
    }
}
