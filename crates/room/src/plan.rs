//! Checks what the creator of a table chose, and says which field is wrong.

use std::sync::Arc;

use games::{AnyRules, Family, Record, SEATS_MAX, Scribe, Setup, Turn};
use protocol::{Aids, Clock, Level, Plan, Problem, SeatPlan, Switch, TableConfig};

use super::ladder;
use super::problem::config as wrong;
use super::rulebook::Rulebook;
use crate::names;

/// The longest name of a table and of a player, in characters.
pub(super) const NAME_MAX: usize = 60;
pub(super) const PLAYER_MAX: usize = 24;
/// The most options that are looked at: there are fewer.
const OPTIONS_MAX: usize = 64;
/// The longest record that a table may begin from, in bytes: several times the longest game.
const FROM_MAX: usize = 32 * 1024;
/// How many words it may have.
const FROM_WORDS: usize = 2000;

/// The set-up of a plan, by a revision of the rules.
pub fn setup(plan: &Plan, revision: u32, seats: usize) -> Result<Setup, Problem> {
    let Some(family) = Family::from_name(&plan.family) else {
        return Err(wrong("plan.family", "Expected the family country or city."));
    };
    let seats = u8::try_from(seats).ok().filter(|n| usize::from(*n) <= SEATS_MAX);
    let seats = seats.ok_or_else(|| wrong("seats", format!("Expected 2 to {SEATS_MAX} seats.")))?;
    if plan.options.len() > OPTIONS_MAX || plan.expansions.len() > OPTIONS_MAX {
        return Err(wrong("plan", "Expected each expansion and each option once."));
    }
    let mut setup = match family {
        Family::Country => Setup::country(seats),
        Family::City => Setup::city(seats),
    };
    if let Some(name) = &plan.tiles {
        setup = setup.tile_set(name);
    }
    setup.expansions.clone_from(&plan.expansions);
    setup.options.clone_from(&plan.options);
    Ok(setup.revision(revision))
}

/// The rules of a plan for a new game.
///
/// # Errors
/// Names the field of the plan that cannot be used.
pub fn rules(book: &Rulebook, plan: &Plan, seats: usize) -> Result<Arc<AnyRules>, Problem> {
    build(book, &setup(plan, games::REVISION, seats)?)
}

/// The rules of a set-up.
pub fn build(book: &Rulebook, setup: &Setup) -> Result<Arc<AnyRules>, Problem> {
    book.rules(setup).map_err(|error| wrong(blamed(setup), format!("{error}.")))
}

/// A checked plan as the log keeps it: no default that may change some day is left out.
pub fn with_every_option(config: &TableConfig, revision: u32) -> TableConfig {
    let mut config = config.clone();
    if let Ok(setup) = setup(&config.plan, revision, config.seats.len()) {
        config.plan.options = setup.every_option();
    }
    config
}

/// The field that is to blame for a set-up that cannot be played: the first one with which a plain
/// game cannot be played any more.
fn blamed(setup: &Setup) -> &'static str {
    let mut plain = match setup.family {
        Family::Country => Setup::country(2),
        Family::City => Setup::city(2),
    };
    let fails = |setup: &Setup| AnyRules::new(setup).is_err();
    plain.tiles.clone_from(&setup.tiles);
    if fails(&plain) {
        return "plan.tiles";
    }
    plain.expansions.clone_from(&setup.expansions);
    if fails(&plain) {
        return "plan.expansions";
    }
    plain.seats = setup.seats;
    if fails(&plain) { "seats" } else { "plan.options" }
}

/// A plan as it is kept: checked, its names tidied, its record without comments.
pub fn checked(book: &Rulebook, config: TableConfig) -> Result<TableConfig, Problem> {
    let (mut config, rules) = tidied(config, |plan, seats| rules(book, plan, seats))?;
    if let Some(text) = &config.from {
        config.from = Some(opening(&rules, text)?);
    }
    Ok(config)
}

/// The same for a plan that was checked before and is changed: only what is new is looked at, and
/// the record that it begins from is not played again.
pub fn checked_again(
    book: &Rulebook,
    (before, kept): (&TableConfig, &Arc<AnyRules>),
    config: TableConfig,
) -> Result<TableConfig, Problem> {
    if config.plan == before.plan {
        return Ok(tidied(config, |_, _| Ok(Arc::clone(kept)))?.0);
    }
    let (config, rules) = tidied(config, |plan, seats| rules(book, plan, seats))?;
    if let Some(text) = &config.from {
        let refused = |error: games::RecordError| wrong("from", format!("The record, {error}."));
        begins_so(&Record::parse(text).map_err(refused)?, &rules)?;
    }
    Ok(config)
}

/// A plan with all that goes without saying, and its rules.
fn tidied(
    mut config: TableConfig,
    rules: impl FnOnce(&Plan, usize) -> Result<Arc<AnyRules>, Problem>,
) -> Result<(TableConfig, Arc<AnyRules>), Problem> {
    if config.name.trim().is_empty() {
        config.name.clear();
    } else {
        let most = format!("Expected a name of at most {NAME_MAX} visible characters, or none.");
        config.name = names::check(&config.name, NAME_MAX).map_err(|_| wrong("name", most))?;
    }
    check_seats(&mut config.seats)?;
    check_clock(config.clock)?;
    if config.finishes.is_some_and(|part| !(50..=99).contains(&part)) {
        return Err(wrong("finishes", "Expected 50 to 99 of a hundred games, or nothing."));
    }
    let rules = rules(&config.plan, config.seats.len())?;
    // The default tile set may be another one some day: the log names the one that is played.
    config.plan.tiles = rules.setup().tiles.as_ref().map(|(name, _)| name.clone());
    config.takeback = Some(config.takeback.unwrap_or_else(|| usual_takeback(&config)));
    config.hints = Some(checked_hints(&config)?);
    if config.rated {
        let mut asked = config.clone();
        asked.plan.options = rules.setup().clone().tidy().options;
        ladder::check_rated(&asked)?;
    }
    Ok((config, rules))
}

/// Whether a record is one of the game that is planned.
fn begins_so(record: &Record, rules: &AnyRules) -> Result<(), Problem> {
    if same(&record.setup, rules.setup()) {
        return Ok(());
    }
    Err(wrong("from", "Expected a record with the set-up of the plan."))
}

/// Whether a plan may come from outside: seats are kept by the server alone, and programs play that
/// it has (`plays`).
///
/// # Errors
/// Names the seat that cannot be asked for.
pub fn check_asked(seats: &[SeatPlan], plays: impl Fn(&str) -> bool) -> Result<(), Problem> {
    for (number, seat) in seats.iter().enumerate() {
        let detail = match seat {
            SeatPlan::Kept { .. } => "Expected me, screen, anyone, link or computer.",
            SeatPlan::Computer { level: Level::Engine(name) } if !plays(name.as_str()) => {
                "Expected level-1 to level-5: no program of this name plays here."
            }
            _ => continue,
        };
        return Err(wrong(format!("seats[{number}]"), detail));
    }
    Ok(())
}

/// Whether what else was chosen may come from outside: tables begin by themselves, and wait for
/// first moves, only where the server brings people together.
///
/// # Errors
/// Names the field that nobody can ask for.
pub fn check_own(config: &TableConfig) -> Result<(), Problem> {
    if !config.start.is_owners() {
        return Err(wrong("start", "Expected owner: the server alone makes other tables."));
    }
    if config.first.is_some() {
        return Err(wrong("first", "Expected nothing: the server alone makes such tables."));
    }
    if config.pool.is_some() {
        return Err(wrong("pool", "Expected none: the server alone brings people together."));
    }
    if config.again > 0 {
        return Err(wrong("again", "Expected nothing: the server alone counts rematches."));
    }
    Ok(())
}

/// Whether moves are taken back if nothing is said: not where time is short and rivals are people.
fn usual_takeback(config: &TableConfig) -> Switch {
    let own = |seat: &SeatPlan| {
        matches!(seat, SeatPlan::Me | SeatPlan::Screen { .. } | SeatPlan::Computer { .. })
    };
    let timed = matches!(config.clock, Clock::Total { .. });
    if config.rated || timed && !config.seats.iter().all(own) { Switch::Off } else { Switch::On }
}

/// Whether good moves may be asked for: what was said, or what goes with the aids.
fn checked_hints(config: &TableConfig) -> Result<Switch, Problem> {
    match (config.hints, config.aids) {
        (Some(Switch::On), Aids::Purist) => {
            Err(wrong("hints", "Expected off: a table without aids gives no hints."))
        }
        (Some(said), _) => Ok(said),
        (None, Aids::Beginner) => Ok(Switch::On),
        (None, Aids::Standard | Aids::Purist) => Ok(Switch::Off),
    }
}

fn check_seats(seats: &mut [SeatPlan]) -> Result<(), Problem> {
    let mut screens: Vec<String> = Vec::new();
    let mut me = false;
    for (number, seat) in seats.iter_mut().enumerate() {
        let at = format!("seats[{number}]");
        match seat {
            SeatPlan::Me if me => return Err(wrong(at, "Expected one seat of your own only.")),
            SeatPlan::Me => me = true,
            SeatPlan::Screen { name } => {
                *name = names::check(name, PLAYER_MAX).map_err(|_| {
                    let detail =
                        format!("Expected a name of 1 to {PLAYER_MAX} visible characters.");
                    wrong(at.clone(), detail)
                })?;
                *name = names::unmarked(name).to_owned();
                if screens.iter().any(|other| names::look_alike(other, name)) {
                    return Err(wrong(at, format!("Expected another name: {name} sits already.")));
                }
                screens.push(name.clone());
            }
            SeatPlan::Anyone
            | SeatPlan::Link
            | SeatPlan::Computer { .. }
            | SeatPlan::Kept { .. } => {}
        }
    }
    let person = |seat: &SeatPlan| !matches!(seat, SeatPlan::Computer { .. });
    if !seats.is_empty() && !seats.iter().any(person) {
        return Err(wrong("seats", "Expected at least one seat for a person."));
    }
    Ok(())
}

fn check_clock(clock: Clock) -> Result<(), Problem> {
    match clock {
        Clock::Total { seconds, .. } if !(10..=14 * Clock::DAY).contains(&seconds) => {
            Err(wrong("clock.seconds", "Expected 10 to 1,209,600 seconds for the game."))
        }
        Clock::Total { increment, .. } if clock.is_slow() && increment > Clock::DAY => {
            Err(wrong("clock.increment", "Expected 0 to 86,400 seconds for a turn."))
        }
        Clock::Total { increment, .. } if !clock.is_slow() && increment > 600 => {
            Err(wrong("clock.increment", "Expected 0 to 600 seconds for a turn."))
        }
        Clock::Days { days } if !(1..=14).contains(&days) => {
            Err(wrong("clock.days", "Expected 1 to 14 days for a move."))
        }
        _ => Ok(()),
    }
}

/// The record that a table begins from, without names, tags and comments.
fn opening(rules: &Arc<AnyRules>, text: &str) -> Result<String, Problem> {
    let refused = |error: games::RecordError| wrong("from", format!("The record, {error}."));
    let long = || wrong("from", format!("Expected a record of at most {FROM_MAX} bytes."));
    // Before anything is done with it: the text is a stranger's.
    if text.len() > FROM_MAX {
        return Err(long());
    }
    let record = Record::parse(text).map_err(refused)?;
    if record.words().len() > FROM_WORDS {
        return Err(wrong("from", format!("Expected a record of at most {FROM_WORDS} words.")));
    }
    begins_so(&record, rules)?;
    let mut teller = record.begin_by(Arc::clone(rules)).map_err(refused)?;
    let mut scribe = Scribe::bare(&record, &teller);
    for index in 0..record.words().len() {
        let said = record.play_word(index, &mut teller).map_err(refused)?;
        scribe.write(&said, &teller);
    }
    record.check_end(&teller).map_err(refused)?;
    if teller.turn() == Turn::Over {
        return Err(wrong("from", "Expected a game that is not over."));
    }
    let printed = scribe.record().print();
    if printed.len() > FROM_MAX {
        return Err(long());
    }
    Ok(printed)
}

/// Whether two set-ups are the same but for the order in which they name things.
fn same(one: &Setup, other: &Setup) -> bool {
    let tiles = |setup: &Setup| setup.tiles.as_ref().map(|(name, _)| name.clone());
    // An older revision is the same game if what it did by itself is chosen now.
    let (one, other) = (&one.today(), &other.today());
    one.family == other.family
        && one.seats == other.seats
        && one.choices() == other.choices()
        && tiles(one) == tiles(other)
}
