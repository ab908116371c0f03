//! Thinking, judging and looking through a game, in slices; and a fixed amount of work to be timed.

use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::evaluation::{Evaluate, Evaluation};
use crate::level::Level;

/// A decision to think about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Think {
    /// A name for who thinks.
    pub mind: String,
    /// Where: one line in which a seat must decide.
    pub position: String,
    /// Who thinks.
    pub level: Level,
    /// Decides what is left to chance.
    pub seed: u32,
    /// What was played since this mind decided last, its own words left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub since: Option<Vec<String>>,
    /// Among how many minds the simulations are divided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub share: Option<u32>,
}

/// A slice of thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ThinkOn {
    /// Who.
    pub mind: String,
    /// How many simulations at most.
    pub simulations: u32,
}

/// What several minds have agreed on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Settle {
    /// Who.
    pub mind: String,
    /// The word that is played.
    pub word: String,
}

/// A mind by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MindName {
    /// The name.
    pub mind: String,
}

/// How far a thought is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Thought {
    /// Whether the words are the whole decision.
    pub done: bool,
    /// What is decided so far.
    pub words: Vec<String>,
    /// How many simulations were run for the word at hand.
    pub visits: u32,
    /// Out of how many.
    pub nodes: u32,
    /// What this mind found out about the word at hand, if several decide together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ballot: Option<Vec<Vote>>,
}

/// What a mind found out about a word.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Vote {
    /// The word.
    pub word: String,
    /// How often it was tried.
    pub visits: u32,
    /// The points that each seat is expected to have at the end then.
    pub points: Vec<f64>,
}

/// A position to judge in slices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Judge {
    /// A name for it.
    pub job: String,
    /// What.
    pub asked: Evaluate,
}

/// A slice of work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct JobOn {
    /// Of which job.
    pub job: String,
    /// How many simulations at most.
    pub simulations: u32,
    /// Whether what is known so far is wanted.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub tell: bool,
}

/// A job by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct JobName {
    /// The name.
    pub job: String,
}

/// How far a judgement is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Judged {
    /// Whether more slices would change nothing.
    pub done: bool,
    /// How many simulations were run.
    pub nodes: u32,
    /// Out of how many.
    pub of: u32,
    /// What is known so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub found: Option<Evaluation>,
}

/// A finished game to look through in slices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Analyse {
    /// A name for it.
    pub job: String,
    /// The game.
    pub record: String,
    /// Simulations for a decision about a tile; 1,000 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub nodes: Option<u32>,
}

/// How far it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Analysed {
    /// How many words were looked at.
    pub done: u32,
    /// Out of how many.
    pub of: u32,
    /// What was found, when all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub found: Option<Box<Analysis>>,
}

/// A fixed amount of work, to be timed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Measure {
    /// `random`: whole random games; `strong`: simulations of the strong player in the middle of
    /// one.
    pub what: String,
    /// The set-up, as it stands before the `|` of a position.
    pub setup: String,
    /// How many.
    pub count: u32,
    /// Decides what is left to chance.
    pub seed: u32,
}

/// What came of it: the same everywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Measured {
    /// Adds up all points, or visits.
    pub sum: u32,
}
