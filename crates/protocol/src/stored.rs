//! What a log holds of a request, read without the strictness of requests.
//!
//! A client that sends an unknown field is told so. A log may have been written by a newer version
//! with the same format: its unknown fields are passed over.

use serde::{Deserialize, Deserializer};

use crate::config::{self, Aids, Flagged, Order, SeatPlan, Switch, TableConfig, Visibility};
use crate::level::Level;
use crate::plain::Tagged;

#[derive(Deserialize)]
struct Config {
    #[serde(default)]
    name: String,
    plan: KeptPlan,
    seats: Vec<Seat>,
    #[serde(default)]
    order: Order,
    #[serde(default)]
    clock: Clock,
    #[serde(default)]
    flagged: Flagged,
    #[serde(default)]
    aids: Aids,
    #[serde(default)]
    visibility: Visibility,
    #[serde(default)]
    takeback: Option<Switch>,
    #[serde(default)]
    hints: Option<Switch>,
    #[serde(default = "Switch::on")]
    watcher_chat: Switch,
    #[serde(default)]
    start: Beginning,
    #[serde(default)]
    first: Option<u32>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    pool: Option<String>,
    #[serde(default)]
    again: u8,
    #[serde(default)]
    finishes: Option<u8>,
}

#[derive(Deserialize, Default)]
#[serde(remote = "Self", rename_all = "lowercase")]
enum Beginning {
    #[default]
    Owner,
    Full {
        within: u32,
    },
}

#[derive(Deserialize)]
struct KeptPlan {
    family: String,
    #[serde(default)]
    expansions: Vec<String>,
    #[serde(default)]
    options: Vec<(String, String)>,
    #[serde(default)]
    tiles: Option<String>,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "lowercase")]
enum Seat {
    Me,
    Screen {
        name: String,
    },
    Anyone,
    Link,
    Computer {
        level: Level,
    },
    Kept {
        person: String,
        name: String,
        #[serde(default)]
        screen: bool,
    },
}

#[derive(Deserialize, Default)]
#[serde(remote = "Self", rename_all = "lowercase")]
enum Clock {
    #[default]
    None,
    Total {
        seconds: u32,
        increment: u32,
    },
    Days {
        days: u8,
    },
}

/// Kinds that a tag tells apart, read as entries are (`log::Entry`).
macro_rules! by_kind {
    ($($name:ident)*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                Tagged::of(from, "kind")?.read($name::deserialize)
            }
        }
    )*};
}

by_kind! { Beginning Seat Clock }

/// Reads what was chosen when the table was made.
///
/// # Errors
/// If something is missing or makes no sense.
pub fn config<'de, D: Deserializer<'de>>(from: D) -> Result<TableConfig, D::Error> {
    let kept = Config::deserialize(from)?;
    Ok(TableConfig {
        name: kept.name,
        plan: config::Plan {
            family: kept.plan.family,
            expansions: kept.plan.expansions,
            options: kept.plan.options,
            tiles: kept.plan.tiles,
        },
        seats: kept.seats.into_iter().map(seat).collect(),
        order: kept.order,
        clock: match kept.clock {
            Clock::None => config::Clock::None,
            Clock::Total { seconds, increment } => config::Clock::Total { seconds, increment },
            Clock::Days { days } => config::Clock::Days { days },
        },
        flagged: kept.flagged,
        aids: kept.aids,
        visibility: kept.visibility,
        takeback: kept.takeback,
        hints: kept.hints,
        watcher_chat: kept.watcher_chat,
        start: match kept.start {
            Beginning::Owner => config::Start::Owner,
            Beginning::Full { within } => config::Start::Full { within },
        },
        first: kept.first,
        from: kept.from,
        rated: kept.rated,
        pool: kept.pool,
        again: kept.again,
        finishes: kept.finishes,
    })
}

/// Reads for whom a seat is.
///
/// # Errors
/// If something is missing or makes no sense.
pub fn seat_plan<'de, D: Deserializer<'de>>(from: D) -> Result<SeatPlan, D::Error> {
    // Its own `deserialize` knows no tag.
    Ok(seat(<Seat as Deserialize>::deserialize(from)?))
}

fn seat(kept: Seat) -> SeatPlan {
    match kept {
        Seat::Me => SeatPlan::Me,
        Seat::Screen { name } => SeatPlan::Screen { name },
        Seat::Anyone => SeatPlan::Anyone,
        Seat::Link => SeatPlan::Link,
        Seat::Computer { level } => SeatPlan::Computer { level },
        Seat::Kept { person, name, screen } => SeatPlan::Kept { person, name, screen },
    }
}
