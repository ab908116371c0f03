//! What goes over the wire and into the log: closed message types, named from the server's side.
//!
//! Invariant: the only crate that derives serde. It holds no rules and no I/O: it turns games into
//! plain data ([`view`], [`event`]) and nothing back. Words of play stay text, as docs/notation.md
//! has them, so that a program of twenty lines can play.
//!
//! ```
//! use protocol::ClientMsg;
//!
//! let text = r#"{"t":"play","seat":0,"after":12,"id":"a1","words":["0,-1 r2","-"]}"#;
//! let message: ClientMsg = serde_json::from_str(text).unwrap();
//! assert!(matches!(message, ClientMsg::Play { seat: 0, after: 12, .. }));
//! ```
//!
//! The feature `openapi` derives `utoipa::ToSchema` (the server's `/api/docs`), `typescript`
//! derives `ts_rs::TS` (the crate `wire`); neither is on by default.
#![allow(clippy::result_large_err)] // a problem is made once, and the request is over then

pub mod analysis;
mod analysis_state;
pub mod api;
mod asked;
pub mod bots;
pub mod client;
pub mod config;
pub mod engine;
pub mod evaluation;
pub mod event;
pub mod inbox;
pub mod lesson;
pub mod level;
pub mod log;
pub mod moderation;
pub mod moves;
pub mod plain;
mod problem;
pub mod rated;
mod replay;
pub mod rulebook;
pub mod seeking;
pub mod server;
pub mod society;
pub mod step;
mod stored;
pub mod survey;
pub mod table;
mod tries;
pub mod view;

pub use analysis::{
    ANALYSIS_VERSION, AnalysedDraw, AnalysedLine, AnalysedMove, AnalysedSeat, Analysis,
};
pub use analysis_state::AnalysisState;
pub use api::*;
pub use bots::*;
pub use client::ClientMsg;
pub use config::{
    Aids, Clock, Flagged, Order, Plan, Preset, SeatPlan, SeatsFrom, Start, Switch, TableConfig,
    Visibility,
};
pub use evaluation::{BestMove, Evaluate, Evaluation, Hint};
pub use event::{Event, Patch, ScoreItem, Spot};
pub use inbox::{
    AskReset, Channel, DoReset, Invitation, MyAddress, MyCalendar, MyLeave, MyNotice, MyNotices,
    MyTurn, MyTurns, NoticeKind, PushBrowser, PushEnd, PushMessage, Reach, SeenNotices, SetAddress,
    SetLeave, SetWants, Want,
};
pub use lesson::{Lesson, LessonError, LessonRow, LessonStep, Texts};
pub use level::{EngineName, Level, LevelError, LevelNumber};
pub use moderation::*;
pub use moves::{MoveQuestion, MoveWorth, Moves};
pub use rated::{
    Board, BoardGain, BoardLevel, BoardRow, Conduct, CorrectedRating, FeatureStats, Ladder,
    LadderRating, PersonStats, PlayedGame, PlayedGames, PlayedSeat, Profile, RatedDay, RatedSeat,
    RatingHistory, ShownRating,
};
pub use replay::{Reading, actions_of, read_record};
pub use rulebook::{RulesBlock, RulesBook, RulesError, RulesPage, RulesPicture, RulesSection};
pub use seeking::{LastingSeek, MeSaid, MeTold, NearBot, PlayLimit, PoolInfo, PoolList};
pub use server::{Cause, Choices, Draft, LogLine, Past, ServerMsg, Step};
pub use society::*;
pub use step::{Course, NotPlayed, Told};
pub use survey::Survey;
pub use table::{
    Clocks, Draws, EndReason, KeptFor, Offer, OfferKind, SeatInfo, ShareKind, Sitter, Status,
    TableInfo, TableRow, You,
};
pub use tries::{Tried, Tries, TriesText};
pub use view::{Figure, Kind, Laid, Now, RingPiece, Standing, View};
