//! The durable log of a table: a game is the fold of these entries.
//!
//! One entry is one numbered message. Fields may be added with a default; nothing is ever renamed
//! or removed, for old logs must stay readable. A new kind of entry, or a new revision of the
//! rules, raises [`FORMAT`]: a program that does not know it leaves the log alone. Fields that it
//! does not know are passed over, in what a log holds of a request as well (`stored`).

use serde::{Deserialize, Deserializer, Serialize};

use crate::client::Claim;
use crate::config::{Clock, SeatPlan, Switch, TableConfig};
use crate::level::Level;
use crate::plain;
use crate::table::{EndReason, OfferKind};

/// The format in which logs are written. 2: the rules' revision, every option and the result are
/// in the log. 3: what was chosen can be changed before the start, and seats have colours. 4:
/// computer seats have levels, or are played by programs of others. 5: tables of people whom the
/// server brought together begin by themselves, and are over if somebody does not come; leave, time
/// that is given, and another clock by agreement.
pub const FORMAT: u32 = 5;

/// The format of logs that name none.
pub const FIRST_FORMAT: u32 = 1;

fn first() -> u32 {
    FIRST_FORMAT
}

/// The format in which a log was written, from the JSON of its first entry: it is asked before
/// anything else is read. A text that is no entry is of the first format, and refused later.
pub fn format_of(first_entry: &str) -> u32 {
    #[derive(Deserialize)]
    struct Made {
        #[serde(default = "first")]
        format: u32,
    }
    crate::plain::read(first_entry.as_bytes()).map_or(FIRST_FORMAT, |made: Made| made.format)
}

/// An entry with its number and its time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Logged {
    /// Its number in the table's log, from 1.
    pub n: u64,
    /// When, ms since 1970.
    pub at: u64,
    /// What.
    pub entry: Entry,
}

/// Writes entries with a tag in them, and reads them by way of [`plain`]: as serde reads what has a
/// tag, it would need a second way to read all that entries hold.
macro_rules! tagged {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$meant:meta])*
                $variant:ident { $($(#[$told:meta])* $field:ident: $kind:ty),* $(,)? }
            ),* $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(tag = "t", rename_all = "lowercase")]
        pub enum $name {
            $($(#[$meant])* $variant { $($(#[$told])* $field: $kind),* }),*
        }

        #[derive(Deserialize)]
        #[serde(remote = "Entry", rename_all = "lowercase")]
        enum Read {
            $($variant { $($(#[$told])* $field: $kind),* }),*
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                plain::Tagged::of(from, "t")?.read(Read::deserialize)
            }
        }
    };
}

tagged! {
/// Something that happened at a table.
pub enum Entry {
    /// The table was made. The seed itself is kept apart from the log.
    Made {
        /// The format of this log.
        #[serde(default = "first")]
        format: u32,
        /// The revision of the rules by which the game is played.
        #[serde(default = "first")]
        revision: u32,
        /// What was chosen, with every option.
        #[serde(deserialize_with = "crate::stored::config")]
        config: TableConfig,
        /// By whom: public id and name.
        by: Who,
        /// The hash of the seed (of the first round).
        commitment: String,
        /// By which version of docs/fair-draws.md the table draws.
        #[serde(default = "first_draws")]
        fair: u8,
        /// Whether the server brought the players together: then a round that is void ends the
        /// table.
        #[serde(default, skip_serializing_if = "is_false")]
        paired: bool,
        /// Whether the game was played in a page without a server, and kept here afterwards: it
        /// counts for nothing but its player's own list.
        #[serde(default, skip_serializing_if = "is_false")]
        local: bool,
    },
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: u8,
        /// Who.
        who: Who,
        /// The seat's share in the draws, hexadecimal; empty if it is not given openly, or not yet.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        value: String,
        /// The hash of the share, if it is told later.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        hash: String,
    },
    /// A seat gave its share in the draws, or another one in its place; fields as in `Sat`.
    Shared {
        /// Which.
        seat: u8,
        /// The share itself.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        value: String,
        /// Its hash.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        hash: String,
    },
    /// All sit, and those who sent a hash must reveal their share.
    Frozen {
        /// Which round.
        round: u32,
        /// Until when, ms since 1970.
        until: u64,
    },
    /// A seat revealed its share.
    Revealed {
        /// Which.
        seat: u8,
        /// The share.
        value: String,
    },
    /// Somebody did not reveal: the round counts for nothing.
    Void {
        /// Which round.
        round: u32,
        /// The seats that did not reveal.
        seats: Vec<u8>,
    },
    /// A new round began: another seed, and all shares are given anew.
    Round {
        /// Which.
        round: u32,
        /// The hash of its seed.
        commitment: String,
    },
    /// Somebody stood up again before the start.
    Stood {
        /// From where.
        seat: u8,
    },
    /// The game began.
    Began {
        /// `order[i]` is the seat of the plan that plays as seat `i`.
        order: Vec<u8>,
        /// What chance decided first.
        chance: Vec<String>,
    },
    /// A seat played.
    Played {
        /// Which.
        seat: u8,
        /// The move's own name.
        id: String,
        /// Its words.
        words: Vec<String>,
        /// The words of chance that followed.
        chance: Vec<String>,
        /// How long the seat's clock ran for it, ms.
        used: u64,
        /// What every seat had left after it, ms; empty without a clock.
        left: Vec<i64>,
        /// Whether it is a computer's move that was thought in a page: such a game counts for
        /// nothing but its player's own list.
        #[serde(default, skip_serializing_if = "is_false")]
        page: bool,
    },
    /// Somebody said something.
    Said {
        /// Who.
        who: Who,
        /// The message's own name.
        id: String,
        /// What.
        text: String,
        /// The name of the phrase, if it is one; the text has its English words.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        phrase: String,
        /// Whether it was said among those who watch: the players hear it after the game.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        watchers: bool,
    },
    /// The owner switched the chat of those who watch on or off.
    Watchers {
        /// Which.
        chat: Switch,
    },
    /// The owner changed for whom a free seat is.
    Opened {
        /// Which.
        seat: u8,
        /// For whom.
        #[serde(deserialize_with = "crate::stored::seat_plan")]
        plan: SeatPlan,
    },
    /// The owner changed what was chosen, before the start.
    Changed {
        /// What is chosen now, with every option; the seats are those of before.
        #[serde(deserialize_with = "crate::stored::config")]
        config: TableConfig,
    },
    /// A seat took a colour, before the start.
    Coloured {
        /// Which.
        seat: u8,
        /// Which colour, as the pictures number them.
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
        kind: OfferKind,
    },
    /// A seat said no to the offer on the table.
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
        want: Claim,
    },
    /// The computer plays a seat on.
    Replaced {
        /// Which.
        seat: u8,
        /// Who.
        level: Level,
    },
    /// The person of a seat came back to it.
    Returned {
        /// Which.
        seat: u8,
    },
    /// Moves were taken back: the game stands again as it did after the entry `to`. The moves stay
    /// in the log, and so do their names.
    TakenBack {
        /// Who asked for it.
        seat: u8,
        /// The number of the entry behind which the game stands again: `Began` or `Played`.
        to: u64,
        /// What every seat has left after it, ms; empty without a clock. No time is given back.
        left: Vec<i64>,
    },
    /// Somebody did not come: to its seat, or to its first move. The table is over with it.
    Absent {
        /// The seats.
        seats: Vec<u8>,
    },
    /// A seat called the game off before each had moved. The table is over with it.
    Aborted {
        /// Which.
        seat: u8,
    },
    /// The game ended, by its rules or otherwise: the result is read from here for ever. Logs of
    /// the first format have the reason only.
    Ended {
        /// Why.
        reason: EndReason,
        /// The points by seat.
        #[serde(default)]
        points: Vec<u16>,
        /// The seats by rank; none if the game was called off.
        #[serde(default)]
        ranks: Vec<Vec<u8>>,
    },
    /// A rematch was made.
    Rematch {
        /// Its table.
        table: String,
    },
    /// The server came back after it was away: the running clock is wound back to `left`.
    Away {
        /// For how long, ms.
        ms: u64,
    },
    /// A move by days would have been due, and its person has leave: the running clock is wound
    /// back.
    Leave {
        /// Which seat.
        seat: u8,
        /// For how long, ms.
        ms: u64,
    },
    /// A seat gave more time to the one whose clock runs.
    Gave {
        /// Which.
        seat: u8,
        /// To which.
        to: u8,
        /// How much, ms.
        ms: u64,
    },
    /// All agreed to another clock.
    Reclocked {
        /// Which.
        clock: Clock,
        /// What every seat has left with it, ms.
        left: Vec<i64>,
    },
}
}

impl Entry {
    /// The format that a log must have to hold this kind of entry: a program that knows only an
    /// older one could not read the log.
    pub fn since(&self) -> u32 {
        match self {
            Entry::Replaced { level, .. } => level.since(),
            Entry::Opened { plan: SeatPlan::Computer { level }, .. } => level.since().max(2),
            Entry::Shared { .. }
            | Entry::Frozen { .. }
            | Entry::Revealed { .. }
            | Entry::Void { .. }
            | Entry::Round { .. }
            | Entry::Watchers { .. }
            | Entry::Opened { .. }
            | Entry::Offered { kind: OfferKind::Takeback, .. }
            | Entry::TakenBack { .. } => 2,
            Entry::Changed { .. } | Entry::Coloured { .. } => 3,
            Entry::Absent { .. }
            | Entry::Aborted { .. }
            | Entry::Offered { kind: OfferKind::Days | OfferKind::Live, .. }
            | Entry::Leave { .. }
            | Entry::Gave { .. }
            | Entry::Reclocked { .. } => 5,
            _ => FIRST_FORMAT,
        }
    }
}

/// A log that does not say was written by the first version of the draws.
fn first_draws() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks so
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A person, as a table knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Who {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it has an account.
    #[serde(default)]
    pub account: bool,
}
