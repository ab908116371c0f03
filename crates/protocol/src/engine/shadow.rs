//! A table of a server that a page follows: what is read of it, and how the two compare.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::TableConfig;
use crate::level::Level;

/// A table of a server that is to be followed.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShadowOf {
    /// A snapshot of it.
    #[cfg_attr(feature = "typescript", ts(type = "Past"))]
    pub past: ShadowPast,
    /// Its record so far, needed if it began from one.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub record: Option<String>,
}

/// What a shadow reads of a snapshot ([`crate::Past`]). What is only compared stays plain JSON: to
/// read it in its own form would take a fifth of the module.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)] // as in `Past` and what it holds
pub struct ShadowPast {
    pub n: u64,
    pub table: ShadowTable,
    #[serde(default)]
    pub view: Value,
    pub log: Vec<ShadowLine>,
}

/// What it reads of a table ([`crate::TableInfo`]).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct ShadowTable {
    pub id: String,
    pub config: TableConfig,
    pub seats: Vec<ShadowSeat>,
    pub draws: ShadowDraws,
}

/// What it reads of a seat ([`crate::SeatInfo`]).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct ShadowSeat {
    pub sitter: ShadowSitter,
}

/// What it reads of who sits there ([`crate::Sitter`]).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct ShadowSitter {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub instead_of: Option<String>,
    #[serde(default)]
    pub level: Option<Level>,
}

/// What it reads of a cause ([`crate::Cause`]).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct ShadowCause {
    pub c: String,
    #[serde(default)]
    pub seat: Option<u8>,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub chance: Vec<String>,
}

/// What it reads of the draws ([`crate::Draws`]).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct ShadowDraws {
    #[serde(default)]
    pub before: u32,
}

/// What it reads of a line of the log ([`crate::LogLine`]).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct ShadowLine {
    pub n: u64,
    pub cause: ShadowCause,
    #[serde(default)]
    pub events: Vec<Value>,
    #[serde(default)]
    pub undone: bool,
}

/// The next step of a table that is followed.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Follow {
    /// The table's id.
    pub table: String,
    /// What the server told.
    #[cfg_attr(feature = "typescript", ts(type = "Step"))]
    pub step: ShadowStep,
}

/// What it reads of a step ([`crate::Step`]).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct ShadowStep {
    pub n: u64,
    pub cause: ShadowCause,
    #[serde(default)]
    pub events: Vec<Value>,
    #[serde(default)]
    pub add: Vec<Value>,
    pub now: Value,
}

/// How a shadow is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Shadow {
    /// The number of the message that it followed last.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// Where it differs from what the server says: then it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub difference: Option<String>,
}

/// A difference that a page saw, for the server's operators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ShadowReport {
    /// The table's id.
    pub table: String,
    /// The message that differed.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// Where.
    pub difference: String,
}
