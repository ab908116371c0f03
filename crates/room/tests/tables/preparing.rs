//! The waiting room: seats for the computer, other options, colours.

use protocol::{Aids, Cause, Clock, Plan, SeatPlan, ServerMsg, Sitter, TableChange};
use room::{Request, Room};

use crate::kit::{KEY, SEED, Table, computer, plan, start, who};

fn sit(seat: u8) -> Request {
    Request::Sit { seat, key: None, value: None, hash: None }
}

fn change(change: TableChange) -> Request {
    Request::Change { change: Box::new(change) }
}

fn colours(table: &Table) -> Vec<u8> {
    table.room.info(table.now, &[]).seats.iter().map(|seat| seat.colour).collect()
}

/// What the log folds to is what the live table is.
fn check_fold(table: &Table) {
    let again = Room::fold(&table.book, "table", KEY, SEED, &table.log).unwrap();
    assert_eq!(again.info(table.now, &[]), table.room.info(table.now, &[]));
    let past = |room: &Room| room.past(protocol::You::default(), table.now, &[]);
    assert_eq!(past(&again), past(&table.room));
}

#[test]
fn a_free_seat_goes_to_the_computer_and_back() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    let open = |plan| Request::Open { seat: 1, plan };
    assert_eq!(table.refused("b", open(computer())), "not-owner");
    table.ask("a", open(computer())).unwrap();
    let sitter = |table: &Table| table.room.info(table.now, &[]).seats[1].sitter.clone();
    assert!(matches!(sitter(&table), Sitter::Computer { .. }));
    table.ask("a", open(SeatPlan::Anyone)).unwrap();
    assert!(matches!(sitter(&table), Sitter::Nobody { .. }));
    table.ask("b", sit(1)).unwrap();
    assert_eq!(table.refused("a", open(computer())), "seat-taken");
    check_fold(&table);
}

#[test]
fn the_owner_changes_what_is_played_before_the_start() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    table.ask("b", sit(1)).unwrap();
    let other = TableChange {
        name: Some("Evening".into()),
        plan: Some(Plan {
            family: "city".into(),
            expansions: vec![],
            options: vec![],
            tiles: None,
        }),
        clock: Some(Clock::Total { seconds: 600, increment: 5 }),
        aids: Some(Aids::Purist),
        ..TableChange::default()
    };
    assert_eq!(table.refused("b", change(other.clone())), "not-owner");
    table.ask("a", change(other.clone())).unwrap();
    let told = table.told.last().unwrap();
    assert!(matches!(told, ServerMsg::Table { cause: Cause::Changed, .. }), "{told:?}");
    let info = table.room.info(table.now, &[]);
    assert_eq!((info.title.as_str(), info.config.plan.family.as_str()), ("Evening", "city"));
    assert_eq!(info.clocks.left, [600_000, 600_000]);
    assert!(matches!(info.seats[1].sitter, Sitter::Person { .. }), "everybody stays");
    assert!(table.ask("a", change(other)).unwrap().entries.is_empty(), "nothing new");
    check_fold(&table);
    let wrong = Plan { family: "moon".into(), expansions: vec![], options: vec![], tiles: None };
    let wrong = TableChange { plan: Some(wrong), ..TableChange::default() };
    assert_eq!(table.refused("a", change(wrong)), "config");
    table.ask("a", start()).unwrap();
    assert_eq!(table.room.game().unwrap().0.family(), games::Family::City);
    let late = TableChange { aids: Some(Aids::Beginner), ..TableChange::default() };
    assert_eq!(table.refused("a", change(late)), "begun");
    check_fold(&table);
    assert!(table.room.record().contains("[Family \"city\"]"));
}

#[test]
fn seats_take_colours() {
    let seats = [SeatPlan::Me, SeatPlan::Anyone, computer(), SeatPlan::Anyone];
    let mut table =
        Table::make(protocol::TableConfig { order: protocol::Order::Random, ..plan(&seats) })
            .unwrap();
    assert_eq!(colours(&table), [2, 4, 3, 5], "blue, red, yellow, violet");
    table.ask("b", sit(1)).unwrap();
    table.ask("c", sit(3)).unwrap();
    let colour = |seat, colour| Request::Colour { seat, colour };
    assert_eq!(table.refused("b", colour(0, 1)), "not-your-seat");
    assert_eq!(table.refused("b", colour(1, 6)), "field");
    table.ask("b", colour(1, 2)).unwrap();
    assert_eq!(colours(&table), [4, 2, 3, 5], "who had it by chance gets another");
    assert_eq!(table.refused("a", colour(0, 2)), "colour-taken");
    assert_eq!(table.refused("a", colour(1, 0)), "not-your-seat");
    table.ask("a", colour(2, 1)).unwrap();
    assert_eq!(colours(&table), [4, 2, 1, 3]);
    table.ask("a", start()).unwrap();
    let info = table.room.info(table.now, &[]);
    let order = info.draws.order.clone();
    let expected: Vec<u8> = order.iter().map(|seat| [4, 2, 1, 3][usize::from(*seat)]).collect();
    assert_eq!(colours(&table), expected, "everybody keeps its own");
    assert_eq!(table.refused("b", colour(1, 5)), "begun");
    check_fold(&table);
}

/// A record that a table begins from was played when the table was made. Afterwards only the plan
/// is compared with it.
#[test]
fn a_table_with_a_beginning_is_changed_without_playing_it_again() {
    let mut earlier = Table::duel();
    let mut dice = ai::Wyrand::new(5);
    for _ in 0..6 {
        earlier.step(&mut dice);
    }
    let config = protocol::TableConfig {
        from: Some(earlier.room.record()),
        ..plan(&[SeatPlan::Me, SeatPlan::Anyone])
    };
    let mut table = Table::make(config).unwrap();
    let from = table.room.config().from.clone();
    assert!(from.is_some());
    let slower = TableChange { clock: Some(Clock::Days { days: 2 }), ..TableChange::default() };
    table.ask("a", change(slower)).unwrap();
    assert_eq!(table.room.config().from, from);
    let city = Plan { family: "city".into(), expansions: vec![], options: vec![], tiles: None };
    let city = TableChange { plan: Some(city), ..TableChange::default() };
    let asked = table.room.check_change(&table.book, &who("a"), city);
    assert_eq!(asked.unwrap_err().at.as_deref(), Some("from"));
    check_fold(&table);
}
