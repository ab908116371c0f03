//! "Why can't I?": several lists of words are tried at one moment of a game, each for itself, and
//! nothing is played. The engine's refusals are the answers.

use serde::{Deserialize, Serialize};

use crate::api::{Problem, RecordText};
use crate::step::Course;

/// Lists of words that the seat to act would say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Tries {
    /// The lists, each tried for itself.
    pub tries: Vec<Vec<String>>,
}

/// The same for the game of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TriesText {
    /// The record.
    pub record: String,
    /// How many of its words are played first; all if this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub words: Option<usize>,
    /// The lists, each tried for itself.
    pub tries: Vec<Vec<String>>,
}

/// What became of one list of words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tried {
    /// Why they may not be said; absent if they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub refused: Option<Problem>,
    /// The words in their printed form, if they may be said.
    pub words: Vec<String>,
}

impl Course {
    /// What would become of words of the seat to act; the course itself does not change.
    pub fn try_out(&self, words: &[impl AsRef<str>]) -> Tried {
        match self.clone().say(self.turn(), words) {
            Ok(told) => Tried { refused: None, words: told.words },
            Err(not) => {
                let problem = Problem::from(not.error).at(format!("words[{}]", not.index));
                Tried { refused: Some(problem), words: Vec::new() }
            }
        }
    }
}

impl TriesText {
    /// The game at the moment that is asked about.
    ///
    /// # Errors
    /// If the record cannot be replayed: where, and why.
    pub fn course(&self) -> Result<Course, Problem> {
        let TriesText { record, words, .. } = self.clone();
        RecordText { record, words, then: Vec::new() }.course()
    }
}
