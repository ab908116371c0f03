//! Which ladder a table is for, and what a game must be to count for ratings.

use protocol::log::Who;
use protocol::{
    Aids, Clock, Flagged, Ladder, Level, Order, Problem, SeatPlan, Switch, TableConfig,
};

use super::Room;
use super::presets::presets;
use super::problem::{config as wrong, problem};

/// The shortest clock of a rated game, in seconds.
const LEAST_SECONDS: u32 = 180;

/// The presets whose options rated games may have: what the competitive scene plays by.
const ODD_OPTIONS: [&str; 2] = ["tournament", "world-championship"];

/// The ladder that a table's games belong to, rated or not. Its options must be those that differ
/// from the defaults.
pub fn ladder_of(config: &TableConfig) -> Option<Ladder> {
    if config.from.is_some() || odd_option(config).is_some() {
        return None;
    }
    if matches!(config.clock, Clock::Days { .. }) {
        return Some(Ladder::Days);
    }
    Some(match (config.seats.len(), config.plan.family.as_str()) {
        (2, "city") => Ladder::City,
        (2, _) if config.plan.expansions.is_empty() => Ladder::Duel,
        (2, _) => Ladder::Grand,
        _ => Ladder::Company,
    })
}

/// An option of which no ladder knows.
fn odd_option(config: &TableConfig) -> Option<&(String, String)> {
    if config.plan.options.is_empty() {
        return None;
    }
    let known: Vec<(String, String)> = presets()
        .into_iter()
        .filter(|preset| ODD_OPTIONS.contains(&preset.name.as_str()))
        .flat_map(|preset| preset.config.plan.options)
        .collect();
    config.plan.options.iter().find(|option| !known.contains(option))
}

/// Whether a table can be rated as it is planned. Its options must be those that differ from the
/// defaults, and nothing may be left out any more.
///
/// # Errors
/// Names the field that speaks against it.
pub(super) fn check_rated(config: &TableConfig) -> Result<(), Problem> {
    if config.from.is_some() {
        return Err(wrong("from", "Expected none: a rated game begins with an empty table."));
    }
    if let Some((key, _)) = odd_option(config) {
        let detail = format!("Expected the usual value of {key}: the game is to be rated.");
        return Err(wrong("plan.options", detail));
    }
    for (number, seat) in config.seats.iter().enumerate() {
        let detail = match seat {
            SeatPlan::Screen { .. } | SeatPlan::Kept { screen: true, .. } => {
                "Expected a person of its own: a rated game has no two players on one screen."
            }
            SeatPlan::Computer { level } if !is_rated(*level) => {
                "Expected level-1 to level-5: others have no rating."
            }
            _ => continue,
        };
        return Err(wrong(format!("seats[{number}]"), detail));
    }
    if config.order != Order::Random {
        return Err(wrong("order", "Expected random: in a rated game the lot says who begins."));
    }
    let timed = match config.clock {
        Clock::None => false,
        Clock::Total { seconds, .. } => seconds >= LEAST_SECONDS,
        Clock::Days { .. } => true,
    };
    if !timed {
        return Err(wrong("clock", "Expected 3 minutes or more, or days: the game is rated."));
    }
    if config.flagged != Flagged::Loses {
        return Err(wrong("flagged", "Expected loses: in a rated game nobody is played for."));
    }
    if config.aids == Aids::Beginner {
        return Err(wrong("aids", "Expected standard or purist: the game is rated."));
    }
    if config.takeback == Some(Switch::On) {
        return Err(wrong("takeback", "Expected off: the game is rated."));
    }
    if config.hints == Some(Switch::On) {
        return Err(wrong("hints", "Expected off: the game is rated."));
    }
    Ok(())
}

impl Room {
    /// Whether somebody may sit down as far as ratings are concerned: where people asked for a
    /// rated game they get one. Whom the server brought together plays without one.
    ///
    /// # Errors
    /// If a guest would sit down at a table that its owner wants to be rated.
    pub(super) fn may_be_rated(&self, who: &Who) -> Result<(), Problem> {
        if !self.config.rated || self.config.pool.is_some() || who.account {
            return Ok(());
        }
        let detail = "This game is rated: make an account first, then sit down.";
        Err(problem(403, "account-needed", detail))
    }

    /// Whether all who sit have accounts.
    ///
    /// # Errors
    /// If a guest sits.
    pub(super) fn all_have_accounts(&self) -> Result<(), Problem> {
        let mut sitting = self.chairs.iter().filter_map(|chair| chair.who.as_ref());
        if sitting.all(|who| who.account) {
            return Ok(());
        }
        let detail = "A guest sits here: a rated game needs an account on every seat.";
        Err(problem(409, "guest-sits", detail))
    }
}

/// Whether a computer has a rating.
pub(super) fn is_rated(level: Level) -> bool {
    matches!(level, Level::Person(_))
}
