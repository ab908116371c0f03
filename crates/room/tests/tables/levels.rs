//! Who plays a computer's seat, in old logs and new ones; and who is told good moves.

use protocol::client::Claim;
use protocol::log::{Entry, Logged};
use protocol::{Aids, Level, Problem, SeatPlan, Sitter, Switch, TableChange, TableConfig};
use room::{Request, Room, check_asked};
use serde_json::json;

use crate::kit::{KEY, SEED, Table, plan, who};

fn computer(level: &str) -> SeatPlan {
    SeatPlan::Computer { level: level.parse().unwrap() }
}

fn level_of(room: &Room, seat: usize) -> Option<Level> {
    match room.info(0, &[]).seats[seat].sitter {
        Sitter::Computer { level, .. } => Some(level),
        _ => None,
    }
}

/// The same table as an earlier release would have written it.
fn of_format(table: &Table, format: u32) -> Table {
    let mut log: Vec<serde_json::Value> =
        table.log.iter().map(|logged| serde_json::to_value(logged).unwrap()).collect();
    log[0]["entry"]["format"] = json!(format);
    let log: Vec<Logged> =
        log.into_iter().map(|entry| serde_json::from_value(entry).unwrap()).collect();
    let room = Room::fold(&table.book, "table", KEY, SEED, &log).unwrap();
    let book = room::Rulebook::default();
    Table { book, room, log, told: vec![], now: table.now }
}

#[test]
fn levels_and_older_players_sit_side_by_side() {
    let seats = [SeatPlan::Me, computer("level-2"), computer("greedy"), computer("level-5")];
    let table = Table::begun(plan(&seats));
    let levels: Vec<_> = (0..4).map(|seat| level_of(&table.room, seat)).collect();
    let expected = [None, Some("level-2"), Some("greedy"), Some("level-5")];
    assert_eq!(levels, expected.map(|name| name.map(|name| name.parse().unwrap())));
    assert_eq!(table.folded().sitters(), table.room.sitters());
    let record = table.room.record();
    assert!(record.contains("Azalaïs") && record.contains("Raimon"), "{record}");
    assert!(record.contains("[Computers \"- level-2 greedy level-5\"]"), "{record}");
    let plain = Table::begun(plan(&[SeatPlan::Me, computer("greedy")])).room.record();
    assert!(plain.contains("Computer") && !plain.contains("Computers"), "{plain}");
}

/// An older program must be able to read what is written into its logs.
#[test]
fn an_older_table_gets_no_level() {
    let new = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone])).unwrap();
    let mut old = of_format(&new, 3);
    let open = |level| Request::Open { seat: 1, plan: computer(level) };
    assert_eq!(old.refused("a", open("level-3")), "older-table");
    assert_eq!(old.refused("a", open("engine:fox")), "older-table");
    old.ask("a", open("greedy")).unwrap();
    assert_eq!(level_of(&old.room, 1), Some(Level::Greedy));
    let mut new = new;
    new.ask("a", open("level-3")).unwrap();
    assert_eq!(level_of(&new.folded(), 1), Some(Level::MIDDLE));
}

#[test]
fn who_plays_on_for_somebody_can_be_read_by_whoever_wrote_the_log() {
    let away = || Request::Claim {
        seat: 0,
        away: 1,
        want: Claim::Computer,
        away_ms: 90_000,
        grace_ms: 60_000,
    };
    let mut new = Table::duel();
    let mut old = of_format(&new, 3);
    new.ask("a", away()).unwrap();
    old.ask("a", away()).unwrap();
    assert_eq!(level_of(&new.room, 1), Some(Level::MIDDLE));
    assert_eq!(level_of(&old.folded(), 1), Some(Level::Greedy));
    let replaced = |entry: &Entry| matches!(entry, Entry::Replaced { .. });
    assert_eq!((new.count(replaced), old.count(replaced)), (1, 1));
}

#[test]
fn programs_play_where_they_are_offered() {
    let seats = [SeatPlan::Me, computer("engine:fox")];
    let at = |plays: bool| check_asked(&seats, |name| plays && name == "fox").map_err(|p| p.at);
    assert_eq!(at(true), Ok(()));
    assert_eq!(at(false), Err(Some("seats[1]".to_string())));
    let table = Table::begun(plan(&seats));
    assert!(table.room.record().contains("[Computers \"- engine:fox\"]"));
}

fn with(aids: Aids, hints: Option<Switch>) -> TableConfig {
    TableConfig { aids, hints, ..plan(&[SeatPlan::Me, SeatPlan::Anyone]) }
}

#[test]
fn hints_go_with_the_aids_unless_something_is_said() {
    let made = |aids, hints| Table::make(with(aids, hints)).map(|table| table.room.config().hints);
    assert_eq!(made(Aids::Beginner, None), Ok(Some(Switch::On)));
    assert_eq!(made(Aids::Standard, None), Ok(Some(Switch::Off)));
    assert_eq!(made(Aids::Purist, None), Ok(Some(Switch::Off)));
    assert_eq!(made(Aids::Beginner, Some(Switch::Off)), Ok(Some(Switch::Off)));
    assert_eq!(made(Aids::Standard, Some(Switch::On)), Ok(Some(Switch::On)));
    let purist = made(Aids::Purist, Some(Switch::On)).unwrap_err();
    assert_eq!((purist.kind.as_str(), purist.at.as_deref()), ("config", Some("hints")));
}

#[test]
fn other_aids_bring_their_own_hints() {
    let mut table = Table::make(with(Aids::Beginner, None)).unwrap();
    let mut change = |change: TableChange| {
        table.ask("a", Request::Change { change: Box::new(change) }).unwrap();
        table.room.config().hints
    };
    let aids = |aids| TableChange { aids: Some(aids), ..TableChange::default() };
    assert_eq!(change(aids(Aids::Purist)), Some(Switch::Off));
    assert_eq!(change(aids(Aids::Beginner)), Some(Switch::On));
    let off = TableChange { hints: Some(Switch::Off), ..TableChange::default() };
    assert_eq!(change(off), Some(Switch::Off));
    let clock = TableChange { takeback: Some(Switch::Off), ..TableChange::default() };
    assert_eq!(change(clock), Some(Switch::Off), "what was said stays");
}

#[test]
fn good_moves_are_for_whoever_must_decide() {
    let table = Table::begun(with(Aids::Beginner, None));
    let n = table.room.newest();
    let hint = |table: &Table, person: &str, seat, after, words: &[&str]| {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        table.room.hint(table.now, &who(person), seat, after, &words)
    };
    let kind = |refused: Result<_, Problem>| refused.map(|_| ()).unwrap_err().kind;
    let asked = hint(&table, "a", 0, n, &[]).unwrap();
    assert_eq!((&asked.game, asked.words.len()), (table.room.game().unwrap().1, 0));
    assert_eq!(kind(hint(&table, "b", 0, n, &[])), "not-your-seat");
    assert_eq!(kind(hint(&table, "b", 1, n, &[])), "not-your-turn");
    assert_eq!(kind(hint(&table, "a", 0, n - 1, &[])), "late");
    assert_eq!(kind(hint(&table, "a", 0, n, &["nonsense"])), "word");
    let (_, choices) = table.choices().unwrap();
    let tile = choices.legal[0].as_str();
    let behind = hint(&table, "a", 0, n, &[tile]).unwrap();
    assert_eq!(behind.words, [tile]);
    assert_ne!(behind.game, asked.game);
    assert_eq!(kind(hint(&table, "a", 0, n, &[tile, "-"])), "complete");
    let silent = Table::begun(with(Aids::Standard, None));
    assert_eq!(kind(hint(&silent, "a", 0, n, &[])), "no-hints");
    let old = of_format(&silent, 3);
    assert!(!old.room.gives_hints());
}
