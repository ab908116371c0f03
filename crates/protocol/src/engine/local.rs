//! A table of the page itself: made, opened, played, and kept in an account.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::client::ClientMsg;
use crate::config::TableConfig;
use crate::level::Level;
use crate::log::{Logged, Who};
use crate::server::ServerMsg;
use crate::table::TableRow;

/// A table of this page that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalMake {
    /// Its id.
    pub table: String,
    /// The key of its link.
    #[serde(default)]
    pub key: String,
    /// The secret of its draws: 64 hexadecimal digits of chance.
    pub secret: String,
    /// What is chosen.
    pub config: TableConfig,
    /// Who makes it.
    #[cfg_attr(feature = "typescript", ts(type = "LogWho"))]
    pub who: Who,
    /// The time, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub now: u64,
}

/// A table of this page that is opened again from its log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalOpen {
    /// Its id.
    pub table: String,
    /// The key of its link.
    #[serde(default)]
    pub key: String,
    /// The secret of its draws.
    pub secret: String,
    /// All its entries.
    #[cfg_attr(feature = "typescript", ts(type = "LogEntry[]"))]
    pub log: Vec<Logged>,
    /// Who looks at it.
    #[cfg_attr(feature = "typescript", ts(type = "LogWho"))]
    pub who: Who,
    /// The time, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub now: u64,
    /// When the page was last alive, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub seen: u64,
}

/// The game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalBegin {
    /// The table's id.
    pub table: String,
    /// The time, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub now: u64,
    /// Shares of the seats in the draws.
    #[serde(default)]
    pub values: BTreeMap<u8, String>,
}

/// What is said at a table of this page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalSay {
    /// The table's id.
    pub table: String,
    /// The time, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub now: u64,
    /// What.
    pub message: ClientMsg,
}

/// A computer's whole decision at a table of this page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalThought {
    /// The table's id.
    pub table: String,
    /// The time, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub now: u64,
    /// Whose.
    pub seat: u8,
    /// The number of the newest message when it was asked for.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub after: u64,
    /// Its words.
    pub words: Vec<String>,
}

/// A table of this page, at a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalNow {
    /// The table's id.
    pub table: String,
    /// The time, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub now: u64,
}

/// What follows from a change that was asked for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Decided {
    /// Entries to keep: all of them or none.
    #[cfg_attr(feature = "typescript", ts(type = "LogEntry[]"))]
    pub entries: Vec<Logged>,
    /// The answer to the sender alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub answer: Option<ServerMsg>,
}

/// What is told when a change was kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalTold {
    /// In the order in which a socket would bring it.
    pub messages: Vec<ServerMsg>,
    /// How the table is now.
    pub state: LocalState,
}

/// How a table of this page is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalState {
    /// The number of the newest entry.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// Whether the game is over.
    pub over: bool,
    /// What the secret was committed to.
    pub commitment: String,
    /// The computer's seat that must decide now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub computer: Option<ComputerSeat>,
    /// When something is due, ms since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub wake: Option<u64>,
    /// The table's line in a list.
    pub row: TableRow,
}

/// A computer's seat that must decide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComputerSeat {
    /// Which.
    pub seat: u8,
    /// Who plays it.
    pub level: Level,
}

/// A finished game of a page, to be kept in one's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct KeepGame {
    /// The secret of its draws, 64 hexadecimal digits.
    pub secret: String,
    /// All its entries.
    #[cfg_attr(feature = "typescript", ts(type = "LogEntry[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub log: Vec<Logged>,
}

/// Where it is now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeptGame {
    /// The id of its table.
    pub id: String,
    /// Whether this person had kept it before.
    pub again: bool,
}
