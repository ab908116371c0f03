//! Lessons: games that teach, played step by step. A lesson is a record with directives in its
//! comments, as docs/lessons.md has it; nothing in it is code.
//!
//! The learner is the first seat. A client shows a lesson with the record cut after
//! [`LessonStep::before`] words and tries the learner's words there ([`crate::Moment`]).

use std::fmt;

use games::RecordError;
use serde::{Deserialize, Serialize};

mod build;
mod check;
mod directive;
mod scan;
mod typeset;

pub use build::TEXT_MAX;

/// A text in all languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Texts {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

/// A lesson in the list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonRow {
    /// Its name in addresses: `base-2`.
    pub name: String,
    /// Lessons are listed by this number.
    pub order: u32,
    /// Its title.
    pub title: Texts,
    /// What is learnt, in a sentence.
    pub about: Texts,
    /// How long it takes, rounded up.
    pub minutes: u32,
    /// How often the learner has something to do.
    pub steps: u32,
    /// `country` or `city`.
    pub family: String,
    /// Names of the expansions in play.
    pub expansions: Vec<String>,
}

/// A whole lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// What the list tells.
    pub row: LessonRow,
    /// The seats' names; the first is the learner, whom a client calls by a word of its own.
    pub names: Vec<String>,
    /// The record in its printed form, without directives.
    pub record: String,
    /// All its words, in steps.
    pub steps: Vec<LessonStep>,
    /// Said at the end.
    pub closing: Texts,
}

/// Some words of the record: one thing for the learner to do, or what others do.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonStep {
    /// How many words of the record come before it.
    pub before: usize,
    /// Its words.
    pub words: Vec<String>,
    /// Whether the learner says them; otherwise the opponent or chance does.
    pub yours: bool,
    /// Words that mean exactly the same as the first: a tile that looks alike when it is turned.
    pub same: Vec<String>,
    /// Words that serve as well as one of its words: wherever that word is due, any of these may be
    /// said. The lesson puts its own word in its place and goes on.
    pub accept: Vec<String>,
    /// The goal, shown before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub say: Option<Texts>,
    /// Help for whoever asks, or errs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hint: Option<Texts>,
    /// Shown after the words: what they did, and why it scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub why: Option<Texts>,
    /// Shown after a word of `accept`, before the lesson goes on with its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub otherwise: Option<Texts>,
    /// What to highlight: `x,y`, `x,y:PLACE`, `hand`, `scores`, `tiles`.
    pub point: Vec<String>,
}

/// A lesson that cannot be used: where, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
    /// What was expected there.
    pub expected: String,
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LessonError { line, column, expected } = self;
        write!(f, "line {line}, column {column}: expected {expected}")
    }
}

impl std::error::Error for LessonError {}

impl From<RecordError> for LessonError {
    fn from(error: RecordError) -> LessonError {
        let expected = match error.refusal() {
            Some(refusal) => format!("a legal word: {refusal}"),
            None => error.expected,
        };
        LessonError { line: error.line, column: error.column, expected }
    }
}

/// Seconds that a step takes besides reading.
const STEP_SECONDS: usize = 12;
/// Words that are read in a minute.
const READING: usize = 200;

impl Lesson {
    /// Reads a lesson and plays it to its end.
    ///
    /// # Errors
    /// Tells the line, the column and what was expected there: the text is no record, a word is
    /// illegal, a directive is unknown or stands where it means nothing, a language is missing.
    pub fn parse(text: &str) -> Result<Lesson, LessonError> {
        build::lesson(text)
    }

    /// How long it takes, in the language with more words: 12 seconds for each thing to do, and
    /// reading at 200 words a minute.
    pub fn seconds(&self) -> u32 {
        let shown = self.steps.iter().flat_map(|step| [&step.say, &step.why]).flatten();
        let texts: Vec<&Texts> = shown.chain([&self.closing]).collect();
        let words = |text: fn(&Texts) -> &String| -> usize {
            texts.iter().map(|t| text(t).split(' ').count()).sum()
        };
        let words = words(|t| &t.en).max(words(|t| &t.fr));
        let steps = self.steps.iter().filter(|step| step.yours).count();
        (steps * STEP_SECONDS + (words * 60).div_ceil(READING)) as u32
    }
}
