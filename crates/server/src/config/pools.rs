//! The pools of quick pairing: `content/pools.toml`, or a file of the hoster's.

use std::path::Path;

use pairing::Seats;
use protocol::{
    Aids, Clock, Flagged, Order, Plan, SeatPlan, Start, Switch, TableConfig, Visibility,
};
use room::Rulebook;
use serde::Deserialize;

use super::{ConfigError, Texts};

/// The pools that come with the program.
const USUAL: &str = include_str!("../../../../content/pools.toml");
/// The most pools: more than anybody reads.
const POOLS_MAX: usize = 32;
/// Seconds to sit down, where it is said otherwise nowhere: live, and where moves take days.
const WITHIN: u32 = 10;
const WITHIN_DAYS: u32 = 86_400;
/// Seconds for the first move of a live game.
const FIRST: u32 = 30;

/// A pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// Its name.
    pub name: String,
    /// The ladder whose ratings count.
    pub ladder: String,
    /// Whether it is sought if nothing is said.
    pub usual: bool,
    /// How many play.
    pub seats: Seats,
    /// What its tables are like, without their seats.
    pub config: TableConfig,
    /// Seconds to sit down.
    pub within: u32,
}

impl Pool {
    /// Whether moves take days: nobody has to be there.
    pub fn is_slow(&self) -> bool {
        matches!(self.config.clock, Clock::Days { .. })
    }

    /// A table for these, who must come in so many seconds. It is rated if all have accounts, and
    /// it is of a kind that can be.
    pub fn table(&self, seats: Vec<SeatPlan>, within: u32, accounts: bool) -> TableConfig {
        let config = TableConfig { seats, start: Start::Full { within }, ..self.config.clone() };
        let rated = accounts && room::ladder_of(&config).is_some();
        TableConfig { rated, ..config }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    pool: Vec<Written>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    ladder: Option<String>,
    #[serde(default)]
    usual: bool,
    seats: Number,
    clock: Option<[u32; 2]>,
    days: Option<u8>,
    preset: Option<String>,
    family: Option<String>,
    #[serde(default)]
    expansions: Vec<String>,
    within: Option<u32>,
    first: Option<u32>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    One(u8),
    Two([u8; 2]),
}

impl Texts {
    /// The pools, from the file that is named or from our own.
    pub(super) fn pools(&self) -> Result<Vec<Pool>, ConfigError> {
        let Some((path, from)) = self.text("pools") else {
            return Ok(read(USUAL).expect("the pools of the program can be played"));
        };
        let wrong = |what: String| ConfigError { from: from.to_string(), what };
        let text = std::fs::read_to_string(Path::new(path.trim()))
            .map_err(|error| wrong(format!("{}: {error}", path.trim())))?;
        read(&text).map_err(|error| wrong(format!("{}: {error}", path.trim())))
    }
}

/// The pools of a file.
fn read(text: &str) -> Result<Vec<Pool>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    if file.pool.len() > POOLS_MAX {
        return Err(format!("expected at most {POOLS_MAX} pools"));
    }
    let mut pools: Vec<Pool> = Vec::new();
    let book = Rulebook::default();
    for written in file.pool {
        let name = written.name.clone();
        let pool = pool(written, &book).map_err(|why| format!("pool {name:?}: {why}"))?;
        if pools.iter().any(|other| other.name == pool.name) {
            return Err(format!("pool {name:?}: there are two of them"));
        }
        pools.push(pool);
    }
    Ok(pools)
}

fn pool(written: Written, book: &Rulebook) -> Result<Pool, String> {
    let fine = |name: &str| {
        (1..=24).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    if !fine(&written.name) {
        return Err("expected a name of 1 to 24 small letters, digits and hyphens".into());
    }
    let (most, least) = match written.seats {
        Number::One(seats) => (seats, seats),
        Number::Two([most, least]) => (most, least),
    };
    if least < 2 || least > most || most > 6 {
        return Err("expected 2 to 6 seats, the most first".into());
    }
    if least == 2 && most > 2 {
        return Err("expected two seats alone, or at least three".into());
    }
    let clock = match (written.clock, written.days) {
        (Some([minutes, increment]), None) if (1..=180).contains(&minutes) => {
            Clock::Total { seconds: minutes * 60, increment }
        }
        (None, Some(days)) if (1..=14).contains(&days) => Clock::Days { days },
        _ => return Err("expected a clock [minutes, seconds] or 1 to 14 days".into()),
    };
    let slow = matches!(clock, Clock::Days { .. });
    let within = written.within.unwrap_or(if slow { WITHIN_DAYS } else { WITHIN });
    let plan = plan(written.preset.as_deref(), written.family, written.expansions)?;
    for seats in least..=most {
        room::rules(book, &plan, usize::from(seats)).map_err(|problem| problem.detail)?;
    }
    let first = written.first.or((!slow).then_some(FIRST));
    let config = TableConfig {
        name: String::new(),
        plan,
        seats: Vec::new(),
        order: Order::Random,
        clock,
        flagged: Flagged::Loses,
        aids: Aids::Standard,
        visibility: Visibility::Public,
        takeback: Some(Switch::Off),
        hints: Some(Switch::Off),
        watcher_chat: Switch::On,
        start: Start::Full { within },
        first,
        from: None,
        rated: false,
        pool: Some(written.name.clone()),
        again: 0,
        finishes: None,
    };
    let Written { name, ladder, usual, .. } =
        Written { clock: None, days: None, expansions: Vec::new(), family: None, ..written };
    let ladder = ladder.unwrap_or_else(|| name.clone());
    Ok(Pool { name, ladder, usual, seats: Seats { least, most }, config, within })
}

/// The game of a pool: that of a preset, or the one that is named.
fn plan(
    preset: Option<&str>,
    family: Option<String>,
    expansions: Vec<String>,
) -> Result<Plan, String> {
    let Some(name) = preset else {
        let family = family.unwrap_or_else(|| "country".to_owned());
        return Ok(Plan { family, expansions, options: Vec::new(), tiles: None });
    };
    if family.is_some() || !expansions.is_empty() {
        return Err("expected a preset alone, or a family and expansions".into());
    }
    let found = room::presets().into_iter().find(|preset| preset.name == name);
    found.map(|preset| preset.config.plan).ok_or_else(|| format!("there is no preset {name:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_pools_can_be_played_and_one_is_usual() {
        let pools = read(USUAL).expect("our own");
        assert_eq!(pools.iter().filter(|pool| pool.usual).count(), 1);
        let names: Vec<&str> = pools.iter().map(|pool| pool.name.as_str()).collect();
        assert_eq!(names, ["duel", "blitz", "classic", "grand", "city", "company", "days", "day"]);
        let slow: Vec<&Pool> = pools.iter().filter(|pool| pool.is_slow()).collect();
        assert_eq!((slow.len(), slow[0].within, slow[0].config.first), (2, 86_400, None));
        assert!(pools[3].config.plan.expansions.len() > 4, "everything");
    }

    #[test]
    fn what_makes_no_sense_is_refused_by_name() {
        let one = |rest: &str| format!("[[pool]]\nname = \"a\"\n{rest}");
        for (text, why) in [
            (one("seats = 2"), "clock"),
            (one("seats = 1\nclock = [5, 0]"), "seats"),
            (one("seats = [4, 2]\nclock = [5, 0]"), "seats"),
            (one("seats = 2\nclock = [5, 0]\ndays = 2"), "clock"),
            (one("seats = 2\nclock = [5, 0]\npreset = \"none\""), "preset"),
            (one("seats = 2\nclock = [5, 0]\nexpansions = [\"none\"]"), "none"),
            (one("seats = 2\nclock = [5, 0]\ncolour = 1"), "colour"),
            (one("seats = 2\nclock = [5, 0]\n").repeat(2), "two of them"),
            ("[[pool]]\nname = \"A b\"\nseats = 2\nclock = [5, 0]".to_owned(), "letters"),
        ] {
            let error = read(&text).expect_err(&text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
