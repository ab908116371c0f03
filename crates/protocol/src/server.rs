//! What the server sends over a table's socket.
//!
//! Messages with a number `n` are the table's log as everybody may see it: the numbers follow each
//! other without gaps. A client that comes back with `?since=N` gets everything after N, or a
//! snapshot. Messages without a number answer this client alone.

use serde::{Deserialize, Serialize};

use crate::api::Problem;
use crate::event::Event;
use crate::table::{Clocks, Sitter, TableInfo, You};
use crate::view::{Laid, Now, View};

/// A message to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum ServerMsg {
    /// Everything: the first message of a new client, or when the gap is too large.
    Snapshot(Box<Past>),
    /// The first message of a client that comes back: the missed messages follow.
    Resumed {
        /// The newest number.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        n: u64,
        /// What this socket may do.
        you: You,
        /// The table's seats, clocks, state now.
        table: Box<TableInfo>,
    },
    /// The game went on.
    Step(Box<Step>),
    /// Seats, clocks or state changed: somebody sat down, left, offered, gave up; it began, it is
    /// over.
    Table {
        /// The number.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        n: u64,
        /// What happened.
        cause: Cause,
        /// How it is now.
        table: Box<TableInfo>,
    },
    /// Somebody said something.
    Chat {
        /// The number.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        n: u64,
        /// When, ms since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        at: u64,
        /// Who: the person's public id.
        from: String,
        /// The name.
        name: String,
        /// The sender's seat, if it holds one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        seat: Option<u8>,
        /// What.
        text: String,
        /// The name of the phrase, if it is one: the reader sees it in its own language.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
        phrase: String,
        /// Whether it was said among those who watch.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        watchers: bool,
    },
    /// A numbered message that is not for you: those who watch talk among themselves.
    Unseen {
        /// The number.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        n: u64,
    },
    /// What those who watched said during the game: for the players, when it is over.
    Overheard {
        /// All of it, in order.
        lines: Vec<LogLine>,
    },
    /// The game was rated: what it did to each seat; nothing for a computer's.
    Rated {
        /// By seat.
        seats: Vec<Option<crate::RatedSeat>>,
    },
    /// You must decide: your choices.
    Choices(Choices),
    /// What your words would do. Nobody else sees it.
    Draft(Box<Draft>),
    /// Good moves that you asked for. Nobody else sees them.
    Hint(Box<crate::Hint>),
    /// Your move is committed, as message `n`.
    Done {
        /// The move's own name.
        id: String,
        /// The number of the message that tells it.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        n: u64,
    },
    /// What you sent was refused; nothing changed.
    Refused {
        /// The move's own name, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        id: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// Who is connected.
    Presence {
        /// Which seats.
        here: Vec<bool>,
        /// How many watch.
        watchers: u32,
        /// Since when nobody of a seat is connected, ms since 1970, as [`crate::SeatInfo`] has it.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Option<f64>>>", optional))]
        away_since: Vec<Option<u64>>,
        /// Server time, ms since 1970.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(type = "number", optional))]
        now: u64,
    },
    /// Somebody goes by another name from now on, or its seat went to its account. What was logged
    /// before keeps the name of its time.
    Renamed {
        /// Who: the person's public id.
        person: String,
        /// The new name.
        name: String,
        /// Who sits on each seat now.
        sitters: Vec<Sitter>,
    },
    /// Here I am.
    Pong {
        /// From the ping.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        at: u64,
        /// Server time, ms since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        now: u64,
    },
    /// The server closes this socket; nothing is lost.
    Bye {
        /// Come back after so many ms.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        retry: u64,
        /// Why: `restart`, `slow`, `moved`, `idle`, `large`, `abuse`, `session`, `full`, `gone`.
        why: String,
    },
}

/// A table with all that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Past {
    /// The newest number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// What this socket may do.
    pub you: You,
    /// The table.
    pub table: TableInfo,
    /// The game; absent before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub view: Option<View>,
    /// What happened so far.
    pub log: Vec<LogLine>,
    /// The format of the table's log: a page that knows only an older one has to be loaded anew.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
    pub format: u32,
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogLine {
    /// The number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// What was done.
    pub cause: Cause,
    /// What followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Event>>", optional))]
    pub events: Vec<Event>,
    /// Points after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u16>>", optional))]
    pub points: Vec<u16>,
    /// Whether it is a move that was taken back: it does not stand any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub undone: bool,
}

/// What was done at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "c", rename_all = "lowercase")]
pub enum Cause {
    /// The table was made.
    Made,
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: u8,
        /// The name.
        name: String,
    },
    /// Somebody stood up again.
    Stood {
        /// From where.
        seat: u8,
        /// The name.
        name: String,
    },
    /// A seat gave its share in the draws.
    Shared {
        /// Which.
        seat: u8,
    },
    /// All sit, and those who sent a hash must reveal their share (`POST …/reveal`).
    Frozen {
        /// Which round.
        round: u32,
        /// Until when, ms since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        until: u64,
    },
    /// A seat revealed its share.
    Revealed {
        /// Which.
        seat: u8,
    },
    /// Somebody did not reveal in time and is stood up: the round counts for nothing.
    Void {
        /// Which round.
        round: u32,
        /// The seats that did not reveal.
        seats: Vec<u8>,
    },
    /// A new round began: another commitment, and all shares are given anew.
    Round {
        /// Which.
        round: u32,
    },
    /// The game began.
    Began {
        /// What chance decided first: the draw of the first tile.
        words: Vec<String>,
    },
    /// A seat played.
    Played {
        /// Which.
        seat: u8,
        /// The move's own name, so that its sender knows it again.
        id: String,
        /// The words, as docs/notation.md has them.
        words: Vec<String>,
        /// The words of chance that followed: tiles drawn.
        chance: Vec<String>,
    },
    /// Somebody said something.
    Said {
        /// Who: the person's public id; empty if it is not known.
        #[serde(default)]
        from: String,
        /// The name.
        name: String,
        /// The seat, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        seat: Option<u8>,
        /// What.
        text: String,
        /// The name of the phrase, if it is one: the reader sees it in its own language.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
        phrase: String,
        /// Whether it was said among those who watch.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        watchers: bool,
    },
    /// The owner switched the chat of those who watch on or off.
    Watchers {
        /// Which.
        chat: crate::config::Switch,
    },
    /// The owner changed for whom a free seat is.
    Opened {
        /// Which.
        seat: u8,
    },
    /// The owner changed what is played, before the start.
    Changed,
    /// A seat took another colour, before the start.
    Coloured {
        /// Which.
        seat: u8,
        /// Which colour, as [`crate::SeatInfo`] numbers them.
        colour: u8,
    },
    /// A seat gave up.
    Resigned {
        /// Which.
        seat: u8,
    },
    /// A seat ran out of time.
    Flagged {
        /// Which.
        seat: u8,
    },
    /// A seat offered something, or agreed to it.
    Offered {
        /// Which.
        seat: u8,
        /// What.
        kind: crate::table::OfferKind,
    },
    /// A seat said no to an offer.
    Declined {
        /// Which.
        seat: u8,
    },
    /// A claim against a seat that stays away.
    Claimed {
        /// By which seat.
        seat: u8,
        /// Against which.
        away: u8,
        /// What was claimed.
        want: crate::client::Claim,
    },
    /// The computer plays a seat on.
    Replaced {
        /// Which.
        seat: u8,
    },
    /// The person of a seat came back to it.
    Returned {
        /// Which.
        seat: u8,
    },
    /// Moves were taken back: the game stands again as it did after message `to`. A snapshot
    /// follows.
    TakenBack {
        /// Who asked for it.
        seat: u8,
        /// The number of the message behind which the game stands again.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        to: u64,
    },
    /// Somebody did not come: to its seat, or to its first move.
    Absent {
        /// The seats.
        seats: Vec<u8>,
    },
    /// A seat called the game off before each had moved.
    Aborted {
        /// Which.
        seat: u8,
    },
    /// The game is over.
    Ended {
        /// Why.
        reason: crate::table::EndReason,
    },
    /// A rematch was made.
    Rematch {
        /// Its table.
        table: String,
    },
    /// The server was away: no clock ran meanwhile.
    Away {
        /// For how long, ms.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        ms: u64,
    },
    /// A seat's move would have been due, and it used leave.
    Leave {
        /// Which.
        seat: u8,
        /// For how long, ms.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        ms: u64,
    },
    /// A seat gave more time to another.
    Gave {
        /// Which.
        seat: u8,
        /// To which.
        to: u8,
        /// How much, ms.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        ms: u64,
    },
    /// All agreed to another clock.
    Reclocked {
        /// Which.
        clock: crate::config::Clock,
    },
}

/// The game went on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// What was done.
    pub cause: Cause,
    /// What followed, in order.
    pub events: Vec<Event>,
    /// Tiles laid by it.
    pub add: Vec<Laid>,
    /// How the game is now.
    pub now: Now,
    /// The clocks.
    pub clocks: Clocks,
}

/// What a seat may decide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choices {
    /// Send this number back as `after`.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// Which of your seats.
    pub seat: u8,
    /// What is decided, as [`Now::ask`].
    pub ask: String,
    /// The words said already in this decision (the draft); your next message begins with them.
    pub words: Vec<String>,
    /// Every word that may come next.
    pub legal: Vec<String>,
    /// The same as a tree: what each word is worth, and what may be said behind it. Only where a
    /// socket is told its choices or a moment is looked at, not in drafts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub moves: Option<Box<crate::Moves>>,
}

/// What words would do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Draft {
    /// The choices after the words; none if nothing is left to decide.
    pub choices: Choices,
    /// Whether the seat has nothing more to decide: the words can be played.
    pub complete: bool,
    /// What would follow, without anything that chance decides.
    pub events: Vec<Event>,
    /// Tiles that the words lay.
    pub add: Vec<Laid>,
    /// How the game would be.
    pub now: Now,
}
