//! What the creator of a table chose.

use serde::{Deserialize, Serialize};

use crate::level::Level;

/// Everything that is chosen when a table is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TableConfig {
    /// A name for the lobby; made from the creator's name if empty.
    #[serde(default)]
    pub name: String,
    /// Family, expansions, options.
    pub plan: Plan,
    /// Who may sit where.
    pub seats: Vec<SeatPlan>,
    /// In which order the seats play.
    #[serde(default)]
    pub order: Order,
    /// The clock.
    #[serde(default)]
    pub clock: Clock,
    /// What follows when a clock runs out, or somebody stays away.
    #[serde(default)]
    pub flagged: Flagged,
    /// Which helps the table shows, the same to all.
    #[serde(default)]
    pub aids: Aids,
    /// Who finds the table.
    #[serde(default)]
    pub visibility: Visibility,
    /// Whether moves may be taken back: by agreement of all persons who play, or freely by one
    /// person who plays against the computer. Left out: `on` without a clock or against the
    /// computer alone, else `off`. What is logged is never left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub takeback: Option<Switch>,
    /// Whether whoever must decide may ask for good moves. Left out: `on` with the aids of
    /// beginners, else `off`; never with those of purists. What is logged is never left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hints: Option<Switch>,
    /// Whether those who watch may talk among themselves while the game is played.
    #[serde(default = "Switch::on", skip_serializing_if = "Switch::is_on")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Switch>", optional))]
    pub watcher_chat: Switch,
    /// How the game begins.
    #[serde(default, skip_serializing_if = "Start::is_owners")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Start>", optional))]
    pub start: Start,
    /// Seconds for everybody's first move: whoever does not make it is not there, and the game is
    /// called off. Until each has moved anybody may call it off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first: Option<u32>,
    /// Start from this record instead of an empty table: its set-up must be that of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub from: Option<String>,
    /// Whether the game counts for the players' ratings, if all of them have accounts or are
    /// levels of the computer. It is refused for tables that no ladder is for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// The pool in which the server brought the players together; nobody can ask for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pool: Option<String>,
    /// How many rated rematches in a row have come of a game of a pool, this one included; nobody
    /// can ask for it.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub again: u8,
    /// How many of a hundred games somebody must have played to their end to sit down here: 50 to
    /// 99. Whoever has hardly played yet may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub finishes: Option<u8>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks like this
fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// Which game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// `country` or `city`.
    pub family: String,
    /// Names of expansions, as `inns`.
    #[serde(default)]
    pub expansions: Vec<String>,
    /// Options that differ from their defaults: key and value. In a log, every option.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The City: the name of a tile set that comes with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub tiles: Option<String>,
}

/// Who may take a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum SeatPlan {
    /// The creator.
    Me,
    /// Another player on the creator's screen.
    Screen {
        /// The name to show.
        name: String,
    },
    /// Whoever comes first.
    Anyone,
    /// Somebody who was given the table's link with its key.
    Link,
    /// The computer.
    Computer {
        /// Who plays it.
        level: Level,
    },
    /// Somebody whom the server knows: a rival of a rematch, or one that it has found. The server
    /// makes such seats, nobody can ask for them.
    Kept {
        /// The person's public id.
        person: String,
        /// The name that it had.
        name: String,
        /// Whether it is another player on that person's screen.
        #[serde(default)]
        screen: bool,
    },
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// It may be.
    On,
    /// It may not.
    Off,
}

impl Switch {
    /// What is so unless something is said.
    pub const fn on() -> Switch {
        Switch::On
    }

    /// Whether it is on.
    // By reference, for serde's sake.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub const fn is_on(&self) -> bool {
        matches!(self, Switch::On)
    }
}

/// In which order the seats play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As given.
    #[default]
    Given,
    /// Drawn at the start, by the same fair draw as the tiles.
    Random,
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Start {
    /// The table's owner begins it.
    #[default]
    Owner,
    /// By itself, as soon as all sit. The server makes such tables for those whom it has brought
    /// together.
    Full {
        /// Seconds for each step: to sit down, and to reveal one's value. Whoever needs longer is
        /// not there, and the table is over before it began.
        within: u32,
    },
}

impl Start {
    /// Whether it is the usual one.
    pub const fn is_owners(&self) -> bool {
        matches!(self, Start::Owner)
    }
}

/// The clock of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Clock {
    /// No clock.
    #[default]
    None,
    /// So much for the whole game, and a little more for each turn.
    Total {
        /// Seconds for the game: 10 to 1,209,600 (14 days).
        seconds: u32,
        /// Seconds added after each own turn: 0 to 600, to 86,400 if the game has a day or more.
        increment: u32,
    },
    /// So many days for each move: 1 to 14.
    Days {
        /// Days for a move.
        days: u8,
    },
}

impl Clock {
    /// Seconds of a day: a clock with so many for the game is one by days.
    pub const DAY: u32 = 86_400;

    /// Whether nobody needs to be at the table while the others think.
    pub const fn is_slow(self) -> bool {
        match self {
            Clock::None => false,
            Clock::Total { seconds, .. } => seconds >= Clock::DAY,
            Clock::Days { .. } => true,
        }
    }
}

/// What follows when a clock runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Flagged {
    /// The seat has lost; with more than two seats the computer plays its turns on, out of the
    /// ranking.
    #[default]
    Loses,
    /// The computer takes the seat over, and its points count.
    Computer,
}

/// Which helps a table shows, the same to all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Aids {
    /// Everything: legal cells, owners, fields, worth, odds, forecasts.
    Beginner,
    /// Legal cells, remaining tiles by kind, owners on demand; no odds, no forecast.
    #[default]
    Standard,
    /// None: no glowing cells, no remaining tiles by kind, no overlays.
    Purist,
}

/// Who finds the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Listed in the lobby.
    #[default]
    Public,
    /// Only whoever has the link.
    Link,
}

/// A ready-made choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preset {
    /// Its name in the interface's texts, as `tournament`.
    pub name: String,
    /// An English sentence for programs.
    pub about: String,
    /// What it sets.
    pub config: TableConfig,
}

/// How many seats a plan allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatsFrom {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}
