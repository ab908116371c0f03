//! What a page asks the engine that runs in it, and what that answers (docs/browser-engine.md).
//! What has a form on the wire has the same one here.

use serde::{Deserialize, Serialize};

mod local;
mod shadow;
mod think;

pub use local::*;
pub use shadow::*;
pub use think::*;

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
