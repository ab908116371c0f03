//! Ratings, results and people as pages show them.

use serde::{Deserialize, Serialize};

use crate::level::Level;
use crate::table::EndReason;

/// A ladder: games of one kind, on which people have a rating of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ladder {
    /// The base game, two seats.
    Duel,
    /// The country with expansions, two seats.
    Grand,
    /// The City, two seats.
    City,
    /// Three seats or more.
    Company,
    /// By days, whatever is played.
    Days,
    /// Two boards with the same tiles.
    Mirror,
}

impl Ladder {
    /// All of them.
    pub const ALL: [Ladder; 6] =
        [Ladder::Duel, Ladder::Grand, Ladder::City, Ladder::Company, Ladder::Days, Ladder::Mirror];

    /// Its name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Ladder::Duel => "duel",
            Ladder::Grand => "grand",
            Ladder::City => "city",
            Ladder::Company => "company",
            Ladder::Days => "days",
            Ladder::Mirror => "mirror",
        }
    }

    /// The ladder of a name.
    pub fn from_name(name: &str) -> Option<Ladder> {
        Ladder::ALL.into_iter().find(|ladder| ladder.name() == name)
    }
}

/// How somebody behaved at a table that is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Conduct {
    /// Nothing to say.
    Good,
    /// Called the game off before everybody had moved.
    Abort,
    /// Did not come.
    NoShow,
    /// Went away, and did not come back.
    Left,
    /// Let the clock run out, behind, instead of deciding.
    Stalled,
    /// Gave up early without being behind.
    Sandbag,
}

impl Conduct {
    /// All of them.
    pub const ALL: [Conduct; 6] = [
        Conduct::Good,
        Conduct::Abort,
        Conduct::NoShow,
        Conduct::Left,
        Conduct::Stalled,
        Conduct::Sandbag,
    ];

    /// Its name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Conduct::Good => "good",
            Conduct::Abort => "abort",
            Conduct::NoShow => "no-show",
            Conduct::Left => "left",
            Conduct::Stalled => "stalled",
            Conduct::Sandbag => "sandbag",
        }
    }

    /// The conduct of a name.
    pub fn from_name(name: &str) -> Option<Conduct> {
        Conduct::ALL.into_iter().find(|conduct| conduct.name() == name)
    }

    /// How bad it is, in tenths of a game that was left.
    pub const fn weight(self) -> u32 {
        match self {
            Conduct::Good => 0,
            Conduct::Sandbag => 7,
            Conduct::Abort => 8,
            Conduct::NoShow | Conduct::Left | Conduct::Stalled => 10,
        }
    }

    /// Whether the game was finished, as "finishes 97 % of games" counts it.
    pub const fn is_finished(self) -> bool {
        matches!(self, Conduct::Good | Conduct::Sandbag)
    }
}

/// A rating, in whole points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShownRating {
    /// How strong.
    pub points: i32,
    /// How uncertain that is: one standard deviation.
    pub deviation: i32,
    /// Whether it is too uncertain to be shown without a question mark.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub provisional: bool,
}

/// What a rated game did to the rating of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatedSeat {
    /// Before the game.
    pub before: ShownRating,
    /// After it.
    pub after: ShownRating,
}

/// A person's page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The person's public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// When the person came first, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub since: u64,
    /// The ladders on which it has played, with its rating on each.
    pub ratings: Vec<LadderRating>,
    /// Finished games that are shown.
    pub games: u32,
    /// How many of a hundred games among people it played to their end; left out before the
    /// fifth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub finishes: Option<u8>,
    /// How many people follow it.
    pub followers: u32,
    /// Whose program it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub owner: Option<String>,
    /// Whether it shows its games to nobody else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub hidden: bool,
}

/// A rating on a ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LadderRating {
    /// Which ladder.
    pub ladder: Ladder,
    /// The rating as of now: less certain after a while without games.
    pub rating: ShownRating,
    /// Rated games.
    pub games: u32,
    /// Games won.
    pub won: u32,
    /// The best rating, once it was certain enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub peak: Option<i32>,
    /// When the last game ended, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub last: u64,
}

/// A finished game in a person's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayedGame {
    /// Its table.
    pub table: String,
    /// When it ended, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// Its ladder, if it is of a kind that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ladder: Option<Ladder>,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Whether a moderator took it out of the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub void: bool,
    /// How it ended.
    pub reason: EndReason,
    /// `country`, `city`.
    pub family: String,
    /// Its expansions.
    pub expansions: Vec<String>,
    /// How many turns were played.
    pub turns: u16,
    /// The first tiles that were drawn.
    pub tiles: Vec<String>,
    /// Who played it, in the order of play.
    pub seats: Vec<PlayedSeat>,
    /// The seat of the person whose list it is.
    pub own: u8,
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayedSeat {
    /// The name of today; empty for guests who are not known any more and people who left.
    pub name: String,
    /// Whether it has a page of its own.
    pub account: bool,
    /// Which computer played, if no person sat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub computer: Option<Level>,
    /// Its rank, from 1; 0 if the game was called off.
    pub rank: u8,
    /// Its points.
    pub points: u16,
    /// What the game did to its rating, if it was rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rated: Option<RatedSeat>,
}

/// A page of a person's games, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayedGames {
    /// The games.
    pub games: Vec<PlayedGame>,
    /// `before` of the next page, if there may be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub more: Option<u64>,
}

/// How a rating went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// Which ladder.
    pub ladder: Ladder,
    /// One point for each day with a game, the oldest first.
    pub days: Vec<RatedDay>,
    /// When games were taken out of the ratings and this one became another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<CorrectedRating>>", optional))]
    pub corrected: Vec<CorrectedRating>,
}

/// A rating that became another because games were taken out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CorrectedRating {
    /// When, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// What it was.
    pub before: i32,
    /// What it was then.
    pub after: i32,
}

/// A day with rated games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatedDay {
    /// When its last game ended, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// The rating after it.
    pub rating: ShownRating,
    /// How many games the day had.
    pub games: u32,
}

/// What somebody's games have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonStats {
    /// How many games were looked at: the latest ones that have a result.
    pub games: u32,
    /// Games won alone or with others, unless all were equal.
    pub won: u32,
    /// Games in which all were equal.
    pub tied: u32,
    /// Points in all of them.
    pub points: u32,
    /// How many were replayed for what follows.
    pub replayed: u32,
    /// Points in these.
    pub replayed_points: u32,
    /// Where the points came from, most points first.
    pub features: Vec<FeatureStats>,
}

/// What one kind of feature brought somebody.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FeatureStats {
    /// Its kind: `city`.
    pub feature: String,
    /// Points from all of them.
    pub points: u32,
    /// How many brought points.
    pub count: u32,
    /// How many of these were complete.
    pub complete: u32,
    /// How many the seat had a share in and got nothing for.
    pub lost: u32,
}

/// The best of a ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Board {
    /// Which ladder.
    pub ladder: Ladder,
    /// People, the best first.
    pub people: Vec<BoardRow>,
    /// The computer's levels, the best first.
    pub computers: Vec<BoardLevel>,
    /// Programs of people, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<BoardRow>>", optional))]
    pub programs: Vec<BoardRow>,
    /// Who gained most in this quarter of the year, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<BoardGain>>", optional))]
    pub quarter: Vec<BoardGain>,
}

/// Somebody who gained in this quarter of the year.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardGain {
    /// The name.
    pub name: String,
    /// The rating now.
    pub rating: ShownRating,
    /// How many points more than at its beginning.
    pub gain: i32,
}

/// A person on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardRow {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: ShownRating,
    /// Rated games.
    pub games: u32,
    /// Games won.
    pub won: u32,
}

/// A level of the computer on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardLevel {
    /// Which.
    pub level: Level,
    /// Its name.
    pub name: String,
    /// Its rating, which never moves.
    pub rating: ShownRating,
}
