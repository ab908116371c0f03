//! What goes over HTTP.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::config::{
    Aids, Clock, Flagged, Order, Plan, Preset, SeatsFrom, Switch, TableConfig, Visibility,
};
use crate::level::Level;
use crate::server::{Choices, LogLine, Step};
use crate::society::Role;
use crate::table::TableRow;
use crate::view::View;

/// An error as RFC 9457 has it (`application/problem+json`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A short name that programs can match: `not-your-turn`, `late`, `rules`, `too-many-requests`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The same in a few English words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What exactly is wrong and what to do, in an English sentence.
    pub detail: String,
    /// The id of the rule that forbids it, as `BASE-22`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rule: Option<String>,
    /// Where in the input: a field, or line and column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub at: Option<String>,
    /// Try again after so many seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub retry: Option<u32>,
}

/// Who I am.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// My public id.
    pub id: String,
    /// My name.
    pub name: String,
    /// Whether I have an account.
    pub account: bool,
    /// What I may do for the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub role: Option<Role>,
}

/// A name to play under.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GuestName {
    /// 1 to 24 visible characters.
    pub name: String,
}

/// Name and password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 1 to 24 visible characters.
    pub name: String,
    /// 8 to 200 characters.
    pub password: String,
    /// For a new account, where one is invited: the key of the invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub invite: Option<String>,
}

/// What a token of a program may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Look at everything that its owner may see; at a table it may only watch.
    Read,
    /// Make tables, sit down, play, chat; and read.
    Play,
    /// Ask others for games, answer them, and offer games; and read.
    Challenge,
    /// Change the account: name, password, tokens, its end.
    Account,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Challenge, Scope::Account];

    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Challenge => "challenge",
            Scope::Account => "account",
        }
    }

    /// The scope of a name.
    pub fn from_name(name: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// A token that a program needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What its owner calls it: at most 40 visible characters.
    #[serde(default)]
    pub name: String,
    /// What it may do; to read and to play if left out.
    #[serde(default = "read_and_play")]
    pub scopes: Vec<Scope>,
}

fn read_and_play() -> Vec<Scope> {
    vec![Scope::Read, Scope::Play]
}

impl Default for NewToken {
    fn default() -> NewToken {
        NewToken { name: String::new(), scopes: read_and_play() }
    }
}

/// A token for programs, shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Token {
    /// Send it as `Authorization: Bearer TOKEN`.
    pub token: String,
    /// Its id in the list.
    pub id: String,
}

/// The tokens of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tokens {
    /// The oldest first.
    pub tokens: Vec<TokenRow>,
}

/// A token in the list of its owner: all but itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenRow {
    /// Its id, to end it.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was made, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
    /// When it was used last, to the minute; not yet if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub used: Option<u64>,
}

/// Sitting down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The key of the table's link, for seats that need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub key: Option<String>,
    /// My share in the draws, sealed: the hash of a value that I reveal when the table is frozen
    /// (docs/fair-draws.md); 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hash: Option<String>,
    /// My share in the draws, openly: 16 bytes, hexadecimal. A seat that gives neither takes what
    /// follows from the server's seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value: Option<String>,
}

/// What the owner changes before the start; what is left out stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TableChange {
    /// The table's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name: Option<String>,
    /// Family, expansions, options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub plan: Option<Plan>,
    /// In which order the seats play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub order: Option<Order>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub clock: Option<Clock>,
    /// What follows when a clock runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub flagged: Option<Flagged>,
    /// Which helps the table shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub aids: Option<Aids>,
    /// Who finds the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub visibility: Option<Visibility>,
    /// Whether moves may be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub takeback: Option<Switch>,
    /// Whether whoever must decide may ask for good moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hints: Option<Switch>,
    /// Whether the game counts for ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rated: Option<bool>,
}

/// A colour for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatColour {
    /// 0 white, 1 black, 2 blue, 3 yellow, 4 red, 5 violet.
    pub colour: u8,
}

/// Values of my seats of the plan: to begin with (openly), or to reveal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// 16 bytes, hexadecimal, by the number of the seat.
    #[serde(default)]
    pub values: BTreeMap<u8, String>,
}

/// A new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What is chosen.
    pub config: TableConfig,
    /// An id of my own choice, 12 to 40 letters and digits: the same request sent again makes no
    /// second table, but gets the same answer. The server chooses one if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub id: Option<String>,
    /// Refused: a share in the draws is given when the commitment is known, with [`Sit`] or with
    /// the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value: Option<String>,
}

/// A table that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Made {
    /// Its id.
    pub id: String,
    /// The key for its link: `/t/ID?k=KEY`.
    pub key: String,
    /// What the server has committed to for the draws; keep it, and compare it after the game.
    pub commitment: String,
}

/// A line of the public list of commitments (docs/fair-draws.md).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FairLine {
    /// Its number, from 1.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// When it happened, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// `shown`, or what became of it: `ended`, `aborted`, `void`, `expired`, `removed`. `restored`
    /// says that the server was set back to an earlier state.
    pub kind: String,
    /// The commitment; empty for `restored`.
    pub commitment: String,
    /// The hash that chains the line to the one before it.
    pub hash: String,
}

/// Every draw of a finished game, with what could have been drawn then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrawSheet {
    /// All words that could be drawn, sorted by their bytes.
    pub words: Vec<String>,
    /// The draws, in order.
    pub draws: Vec<Draw>,
}

/// A draw; words are given by their place in the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Draw {
    /// What was drawn.
    pub word: u32,
    /// Whether the tile fitted nowhere: it may have been put back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub unplaceable: bool,
    /// What could be drawn, and how many there were of each.
    pub odds: Vec<(u32, u32)>,
}

/// A page of the public list of commitments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FairList {
    /// The lines, the oldest first.
    pub lines: Vec<FairLine>,
    /// Ask for what follows with `?after=`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub more: Option<u64>,
}

/// Open and running public tables, or my games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rows {
    /// The tables.
    pub tables: Vec<TableRow>,
    /// Ask for what follows with `?before=`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub more: Option<u64>,
}

/// What can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Menu {
    /// The families.
    pub families: Vec<FamilyChoice>,
    /// The expansions of the country.
    pub expansions: Vec<ExpansionChoice>,
    /// The options.
    pub options: Vec<OptionChoice>,
    /// Who may play a computer's seat, in the order to show them.
    pub levels: Vec<LevelChoice>,
    /// Tile sets of The City.
    pub tile_sets: Vec<String>,
    /// Ready-made choices.
    pub presets: Vec<Preset>,
    /// The revision of the rules by which new games are played.
    pub revision: u32,
    /// The format in which logs are written: programs that share tables compare it.
    pub format: u32,
}

/// Who may play a computer's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LevelChoice {
    /// What a plan says for it.
    pub level: Level,
    /// 1 for the weakest to 5 for the strongest; left out for programs of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub number: Option<u8>,
    /// Its name, the same in every language.
    pub name: String,
    /// Its character, in English.
    pub about: String,
    /// How long it thinks about a move at most, ms.
    pub milliseconds: u32,
    /// How strong it is, on the scale of people's ratings; left out if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating: Option<i32>,
}

/// A family.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FamilyChoice {
    /// `country`, `city`.
    pub name: String,
    /// English.
    pub title: String,
    /// English.
    pub about: String,
    /// How many may play.
    pub seats: SeatsFrom,
}

/// An expansion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExpansionChoice {
    /// `inns`.
    pub name: String,
    /// English.
    pub title: String,
    /// English.
    pub about: String,
    /// Whether it adds a sixth seat.
    pub sixth: bool,
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionChoice {
    /// `OPT-SMALLCITY`.
    pub key: String,
    /// Its family.
    pub family: String,
    /// The expansion that must be in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub expansion: Option<String>,
    /// Its values, the default first.
    pub values: Vec<String>,
    /// What it changes, in English.
    pub about: String,
}

/// A record to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    /// The text, as docs/record.md has it.
    pub record: String,
    /// Stop after so many words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub words: Option<usize>,
    /// Then try these words; a replay has none.
    #[serde(default)]
    pub then: Vec<String>,
}

/// A whole game to step through: each step as a table would have told it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Replay {
    /// The seats' names.
    pub names: Vec<String>,
    /// What was chosen.
    pub config: TableConfig,
    /// The table before the first step.
    pub start: View,
    /// The steps; their clocks are those that the record tells, and empty if it tells none.
    pub steps: Vec<Step>,
    /// The record in its printed form.
    pub record: String,
    /// Comments by the number of words before them.
    pub comments: Vec<(usize, String)>,
}

/// A game at one moment, and what may follow: for programs, tutorials and "why can't I?".
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The table.
    pub view: View,
    /// What the last words did.
    pub log: Vec<LogLine>,
    /// What may follow.
    pub choices: Choices,
    /// Why the tried words were refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub refused: Option<Problem>,
}
