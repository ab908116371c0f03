//! What everybody knows about a table: who sits where, its clocks, its state.

use serde::{Deserialize, Serialize};

use crate::config::TableConfig;
use crate::level::Level;

/// A table, for whoever looks at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// Its id, which is also its link: `/t/ID`.
    pub id: String,
    /// What was chosen.
    pub config: TableConfig,
    /// Open, playing or over.
    pub status: Status,
    /// The seats, in the order of play once the game has begun.
    pub seats: Vec<SeatInfo>,
    /// Who made it: the person's public id.
    pub owner: String,
    /// When it was made, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
    /// The clocks.
    pub clocks: Clocks,
    /// What can be checked about the draws.
    pub draws: Draws,
    /// An offer that waits for answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub offer: Option<Offer>,
    /// The table of the rematch, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rematch: Option<String>,
    /// The table's name as everybody is shown it, in the lobby and at the table: the one that was
    /// chosen, or its owner's.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub title: String,
    /// Whether the game was played in a page without a server, and kept afterwards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub local: bool,
    /// Whether the server brought the players together: they sit down by themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub paired: bool,
    /// Until when all must sit, ms since 1970, where they must.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub seats_until: Option<u64>,
    /// After how long somebody who is away can be claimed, ms; told by a live server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub grace: Option<u64>,
}

/// How far a table is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Status {
    /// Waiting for players.
    Open,
    /// Being played.
    Playing,
    /// Over.
    Over {
        /// Why.
        reason: EndReason,
        /// Seats by rank, best first; equal seats share a list.
        ranks: Vec<Vec<u8>>,
        /// The points of each seat.
        points: Vec<u16>,
    },
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// Played to the end.
    Played,
    /// All rivals but one gave up.
    Resigned,
    /// A clock ran out.
    Flagged,
    /// Agreed.
    Agreed,
    /// A rival stayed away and the game was claimed.
    Claimed,
    /// Called off: no result.
    Aborted,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// Who sits there.
    pub sitter: Sitter,
    /// Its colour, as `/art/figure` and `/art/emblem` number them: 0 white, 1 black, 2 blue,
    /// 3 yellow, 4 red, 5 violet.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub colour: u8,
    /// Whether the seat gave up or ran out of time: it is out of the ranking.
    pub out: bool,
    /// How it went out: it gave up, its clock ran out, or it stayed away and was claimed. So a
    /// game that is over for one of these reasons says because of whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub left: Option<EndReason>,
    /// Whether somebody of the seat is connected now.
    pub here: bool,
    /// Since when nobody of the seat is connected, ms since 1970; a person's seat in a running
    /// game only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub away_since: Option<u64>,
    /// For how long it may be away, ms, if that is not the `grace` of the table: who finishes its
    /// games is waited for longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub grace: Option<u64>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Sitter {
    /// Nobody yet.
    Nobody {
        /// Whether the seat is for the holder of the link's key only.
        link: bool,
        /// For whom alone the seat is kept, in a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        kept: Option<KeptFor>,
    },
    /// A person.
    Person {
        /// The person's public id.
        id: String,
        /// The name to show. People of one table never show the same: a guest's may have a mark
        /// behind it, as `Anna ·2`.
        name: String,
        /// Whether it has an account.
        account: bool,
    },
    /// The computer.
    Computer {
        /// Who plays it.
        level: Level,
        /// The name of the person whose seat it took over, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        instead_of: Option<String>,
        /// That person's public id: who may come back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        person: Option<String>,
    },
}

/// For whom a seat is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeptFor {
    /// The person's public id.
    pub id: String,
    /// The name to show.
    pub name: String,
}

/// The clocks of a table, as of `at`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clocks {
    /// Server time of this picture, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// What is left to each seat, ms; empty without a clock.
    #[cfg_attr(feature = "typescript", ts(type = "number[]"))]
    pub left: Vec<i64>,
    /// Whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub running: Option<u8>,
}

/// What can be checked about the draws (docs/fair-draws.md). Seats are those of the plan, also once
/// the game has begun.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Draws {
    /// By which version of the specification.
    #[serde(default)]
    pub version: u8,
    /// Which round, from 1.
    #[serde(default)]
    pub round: u32,
    /// The hash of the round's secret seed, published before anybody gives a share; hexadecimal.
    pub commitment: String,
    /// How each seat gives its share.
    #[serde(default)]
    pub shares: Vec<ShareKind>,
    /// The hash that each seat sent, hexadecimal; empty if it sent none.
    #[serde(default)]
    pub hashes: Vec<String>,
    /// The value of each seat, hexadecimal; empty as long as it is not known to all.
    pub values: Vec<String>,
    /// Until when the seats with a hash must reveal their value, ms since 1970; only while they
    /// must.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub reveal_until: Option<u64>,
    /// `order[i]` is the seat of the plan that plays as seat `i`; empty before the start.
    #[serde(default)]
    pub order: Vec<u8>,
    /// How many words the table began with: not 0 only if it began from a record.
    #[serde(default)]
    pub before: u32,
    /// The seed, once the game is over; hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seed: Option<String>,
}

/// How a seat gives its share in the draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ShareKind {
    /// Not yet; if it gives none until the start it is `server`.
    #[default]
    None,
    /// The hash first, the value when all are frozen.
    Sealed,
    /// Openly.
    Open,
    /// It is the computer's, and follows from the seed.
    Computer,
    /// It gave none: its value follows from the seed.
    Server,
}

/// What may be offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// All remaining seats share the first rank.
    Draw,
    /// The game is called off without a result.
    Abort,
    /// The last decision of whoever offers it is taken back, with everything after it.
    Takeback,
    /// The game goes on by days.
    Days,
    /// The game goes on at once, with a clock for the whole of it.
    Live,
}

/// An offer that waits for answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offer {
    /// What is offered.
    pub kind: OfferKind,
    /// By which seat.
    pub by: u8,
    /// Who has agreed.
    pub yes: Vec<u8>,
}

/// A line of the lobby, or of "my games".
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableRow {
    /// The table's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What was chosen.
    #[serde(deserialize_with = "crate::stored::config")]
    pub config: TableConfig,
    /// Open, playing or over.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// Points so far.
    pub points: Vec<u16>,
    /// Who must decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to_act: Option<u8>,
    /// The number of the turn.
    pub turn: u16,
    /// Tiles left to draw.
    pub left: u16,
    /// How many watch.
    pub watchers: u32,
    /// When something happened last, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub changed: u64,
    /// Which seats are the asker's own.
    pub mine: Vec<u8>,
    /// Whether the game was played in a page without a server.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub local: bool,
}

/// What a socket may do at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct You {
    /// The person's public id.
    pub person: String,
    /// The name.
    pub name: String,
    /// Its seats.
    pub seats: Vec<u8>,
    /// Whether it made the table.
    pub owner: bool,
    /// The key of the table's link, for the owner and for whoever came with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub key: Option<String>,
}
