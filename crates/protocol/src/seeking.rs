//! Quick pairing: the pools, and what is said over a person's own socket.
//!
//! `WS /api/me/socket` is one socket a tab, for what concerns a person and no table: it seeks a
//! rival, is told when one is found, and hears the bell. Whoever knows none of these messages plays
//! on as before.

use serde::{Deserialize, Serialize};

use crate::api::Problem;
use crate::config::{Clock, Plan, SeatsFrom};
use crate::inbox::NoticeKind;
use crate::level::Level;

/// What can be sought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PoolList {
    /// The pools, in the order of the menu.
    pub pools: Vec<PoolInfo>,
}

/// A pool: people who would play the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PoolInfo {
    /// Its name, as `duel`: it is sought by it.
    pub name: String,
    /// Whose ratings say who is near whom.
    pub ladder: String,
    /// Whether it is the one that is sought if nothing is said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub usual: bool,
    /// How many play.
    pub seats: SeatsFrom,
    /// Which game.
    pub plan: Plan,
    /// The clock.
    pub clock: Clock,
    /// How many seek it now.
    pub waiting: u32,
    /// How long those waited who were paired lately, in seconds: half of them no longer than that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub wait: Option<u32>,
}

/// A message of a person's own socket to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum MeSaid {
    /// I seek a rival. It lasts as long as this socket, and longer in pools by days if I have an
    /// account; said again, it replaces what was sought.
    Seek {
        /// In which pools, the dearest first.
        pools: Vec<String>,
        /// Whether guests will do, for somebody with an account who has waited a little.
        #[serde(default = "yes")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        guests: bool,
        /// Whether programs will do, if no person has come for a moment.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        bots: bool,
        /// How far a rival's rating may be from mine, if less than usual.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        range: Option<u32>,
        /// Whether I play against the computer meanwhile: then I am given a moment longer to come.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        busy: bool,
    },
    /// I do not seek any more.
    Unseek,
    /// Are you there?
    Ping {
        /// Comes back in the pong.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        at: u64,
    },
}

fn yes() -> bool {
    true
}

/// A message of the server over a person's own socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum MeTold {
    /// The first message.
    Hello {
        /// Server time, ms since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        now: u64,
        /// Whether this person may not seek live games for a while.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        limit: Option<PlayLimit>,
        /// How many games by days wait for you.
        turns: u32,
        /// How many lines of the bell you have not seen.
        notices: u32,
        /// What you seek by days, with or without this page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        seek: Option<LastingSeek>,
    },
    /// The bell rings: there is a new line, of this kind.
    Notice {
        /// What it is about.
        kind: NoticeKind,
    },
    /// Something is announced to everybody: `GET /api/announcements`.
    Announced,
    /// A game by days waits for you: told at once, before the bell rings.
    Turn {
        /// Its table.
        table: String,
    },
    /// You seek: told at once, and whenever it is worth telling.
    Waiting {
        /// In which pools.
        pools: Vec<String>,
        /// Since when, ms since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        since: u64,
        /// How many others seek in these pools.
        people: u32,
        /// How long it takes, in seconds, as far as one can tell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        wait: Option<u32>,
        /// Whether a rival was found and did not come: you go on waiting where you were.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        again: bool,
    },
    /// Rivals are found: sit down, with the hash of your value.
    Paired {
        /// The table.
        table: String,
        /// What the server has committed to.
        commitment: String,
        /// Your seat.
        seat: u8,
        /// The pool.
        pool: String,
        /// The names of the others.
        rivals: Vec<String>,
        /// Until when you must sit, ms since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        until: u64,
    },
    /// Nobody has come yet: these computers are near your strength and play at once. You go on
    /// seeking.
    Bots {
        /// The nearest first.
        near: Vec<NearBot>,
    },
    /// You do not seek any more.
    Idle {
        /// Why: `asked`, `playing` (the game has begun), `absent` (you did not come), `elsewhere`
        /// (another of your tabs seeks), `limit`.
        why: String,
        /// The limit, if that is why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        limit: Option<PlayLimit>,
    },
    /// What you sent was refused; nothing changed.
    Refused {
        /// Why.
        problem: Problem,
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
    /// The server closes this socket: come again, and seek again.
    Bye {
        /// Come back after so many ms.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        retry: u64,
        /// Why, as at tables.
        why: String,
    },
}

/// A seek that lasts without a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LastingSeek {
    /// In which pools.
    pub pools: Vec<String>,
    /// Since when, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub since: u64,
}

/// A time in which somebody may not seek live games, because it left too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayLimit {
    /// Since when, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub since: u64,
    /// Until when.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub until: u64,
}

/// A computer near somebody's strength.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearBot {
    /// Who plays.
    pub level: Level,
    /// Its rating, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating: Option<i32>,
}
