//! What a page asks the engine that runs in it, and what that answers (docs/browser-engine.md).
//! What has a form on the wire has the same one here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::client::ClientMsg;
use crate::config::TableConfig;
use crate::evaluation::{Evaluate, Evaluation};
use crate::level::Level;
use crate::log::{Logged, Who};
use crate::server::ServerMsg;
use crate::table::TableRow;

mod shadow;

pub use shadow::*;

/// Names the calls, with numbers that follow each other.
macro_rules! calls {
    ($($(#[$about:meta])* $call:ident $name:literal),* $(,)?) => {
        /// A question by its kind. Its number is what the door of the module is called with.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // docs/browser-engine.md has them in order
        pub enum Call { $($(#[$about])* $call),* }

        impl Call {
            /// All, in the order of their numbers.
            pub const ALL: &'static [(Call, &'static str)] = &[$((Call::$call, $name)),*];

            /// The call with a number.
            pub fn from_number(number: u32) -> Option<Call> {
                Call::ALL.get(usize::try_from(number).ok()?).map(|(call, _)| *call)
            }
        }
    };
}

calls! {
    Hello "hello",
    Menu "menu",
    Art "art",
    Moment "moment",
    Replay "replay",
    Survey "survey",
    Why "why",
    Position "position",
    Draws "draws",
    Verify "verify",
    Shadow "shadow",
    Follow "follow",
    TableDraft "table_draft",
    TableSurvey "table_survey",
    TableWhy "table_why",
    TableChoices "table_choices",
    TableReplay "table_replay",
    TablePosition "table_position",
    Close "close",
    Make "make",
    Open "open",
    Begin "begin",
    Say "say",
    Computer "computer",
    Tick "tick",
    Kept "kept",
    Dropped "dropped",
    Look "look",
    Record "record",
    Think "think",
    ThinkOn "think_on",
    Settle "settle",
    Forget "forget",
    Judge "judge",
    JudgeOn "judge_on",
    Analyse "analyse",
    AnalyseOn "analyse_on",
    Drop "drop",
    Measure "measure",
}

/// Which engine it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EngineHello {
    /// The version of the program that it was built with.
    pub version: String,
    /// The format in which it writes logs, and the newest that it reads.
    pub format: u32,
    /// The revision of the rules.
    pub revision: u32,
    /// The version of the fair draws.
    pub draws: u8,
    /// The name of its drawings: another one if anything of them may differ.
    pub art: String,
}

/// A picture by the path and query under which a server has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArtPath {
    /// As `/art/tile/base/D/0/1/-2.svg?night=1`.
    pub path: String,
}

/// A picture, or what belongs to pictures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Drawing {
    /// The media type of the text.
    pub kind: String,
    /// SVG or JSON.
    pub text: String,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RecordOnly {
    /// Its text.
    pub record: String,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Position {
    /// In one line (docs/position.md).
    pub position: String,
}

/// A finished record whose draws are to be checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verify {
    /// Its text.
    pub record: String,
    /// The commitment that was seen before the game, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub commitment: Option<String>,
    /// How many words stood on the table when it began: not 0 only if it began from a record.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
    pub before: u32,
}

/// A record whose draws follow from its seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verified {
    /// How many were checked.
    pub draws: u32,
    /// Whether the order of the seats was drawn, and checked.
    pub order: bool,
}

/// A table by its id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableName {
    /// The id.
    pub table: String,
}

/// Words that a seat tries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableDraft {
    /// The table's id.
    pub table: String,
    /// For which seat.
    pub seat: u8,
    /// The number of the last message that was seen.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub after: u64,
    /// Everything that the seat wants to say.
    pub words: Vec<String>,
}

/// A table after words of whoever must decide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableThen {
    /// The table's id.
    pub table: String,
    /// The words.
    #[serde(default)]
    pub then: Vec<String>,
}

/// Lists of words that are tried, each for itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableTries {
    /// The table's id.
    pub table: String,
    /// The lists.
    pub tries: Vec<Vec<String>>,
}

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
