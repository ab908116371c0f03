//! Accounts of programs, over HTTP: who has which, and what they offer to play.

use serde::{Deserialize, Serialize};

use crate::society::PersonName;

/// An account for a program of mine. It is one for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// 1 to 20 visible characters; ` BOT` is put behind it.
    pub name: String,
}

/// An account of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Bot {
    /// The public id.
    pub id: String,
    /// The name, with ` BOT` at its end.
    pub name: String,
    /// Since when, ms since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub made: u64,
}

/// My programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Bots {
    /// The oldest first.
    pub bots: Vec<Bot>,
}

/// A program's account that was made, with the token by which it comes in: shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MadeBot {
    /// The account.
    pub bot: Bot,
    /// Send it as `Authorization: Bearer TOKEN`.
    pub token: String,
}

/// What a program plays, for as long as it says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BotOffer {
    /// Families: `country`, `city`.
    pub families: Vec<String>,
    /// Names of expansions that it plays with.
    #[serde(default)]
    pub expansions: Vec<String>,
    /// Names of pools where it waits for those who want programs, too.
    #[serde(default)]
    pub pools: Vec<String>,
    /// Whether it plays by the clock.
    #[serde(default)]
    pub live: bool,
    /// Whether it plays by days.
    #[serde(default)]
    pub days: bool,
    /// How many games at once: 1 to 8.
    pub games: u8,
    /// Whether its games may count.
    #[serde(default)]
    pub rated: bool,
}

/// Programs that are here and play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotOffers {
    /// By name.
    pub bots: Vec<BotOfferRow>,
}

/// A program that is here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotOfferRow {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whose it is.
    pub owner: PersonName,
    /// What it plays.
    pub offer: BotOffer,
    /// How many games it plays now.
    pub playing: u32,
}
