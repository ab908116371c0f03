//! How far the analysis of a finished game is.

use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;

/// How far the analysis of a finished game is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum AnalysisState {
    /// Nobody has asked for it, or nobody wanted it any more.
    None,
    /// It waits for its turn.
    Waiting {
        /// How many are before it.
        before: u32,
    },
    /// It is being made.
    Running {
        /// How many words of the game were looked at.
        done: u32,
        /// How many there are.
        of: u32,
    },
    /// It is done.
    Done {
        /// What was found.
        analysis: Box<Analysis>,
    },
}
