//! People whom the server brought together: every rule of sitting down, of the first moves, of not
//! coming and of calling it off.

use std::collections::BTreeMap;

use ai::Wyrand;
use fair::Value;
use protocol::log::Entry;
use protocol::{Cause, Clock, EndReason, OfferKind, Order, SeatPlan, ServerMsg, Start, Status};
use room::{Boot, Missed, Request, Room, nobody};

use super::kit::{KEY, SEED, Table, plan, value, who};

const WITHIN: u64 = 10_000;
const FIRST: u64 = 30_000;

fn kept(person: &str) -> SeatPlan {
    SeatPlan::Kept { person: person.into(), name: person.to_uppercase(), screen: false }
}

/// A table for these, made by the server.
fn brought(people: &[&str], clock: Clock) -> Table {
    let mut config = plan(&people.iter().map(|person| kept(person)).collect::<Vec<_>>());
    config.order = Order::Random;
    config.clock = clock;
    config.start = Start::Full { within: 10 };
    config.first = Some(30);
    let (book, now) = (room::Rulebook::default(), 1_700_000_000_000);
    let (room, log) = Room::make(&book, "table", KEY, SEED, config, &nobody(), now).unwrap();
    Table { book, room, log, told: vec![], now }
}

fn pair() -> Table {
    brought(&["a", "b"], Clock::Total { seconds: 300, increment: 10 })
}

fn sealed(table: &Table, seat: u8, number: u32) -> String {
    let value = Value::parse(&value(number)).unwrap();
    value.seal(table.room.commitment(), seat).to_string()
}

fn sit(seat: u8, hash: Option<String>) -> Request {
    Request::Sit { seat, key: None, value: None, hash }
}

fn reveal(seat: u8, number: u32) -> Request {
    Request::Reveal { values: BTreeMap::from([(seat, value(number))]) }
}

/// Both sit and reveal.
fn begun() -> Table {
    let mut table = pair();
    for (seat, person) in (0u8..).zip(["a", "b"]) {
        let hash = sealed(&table, seat, u32::from(seat));
        table.ask(person, sit(seat, Some(hash))).unwrap();
    }
    for (seat, person) in (0u8..).zip(["a", "b"]) {
        table.ask(person, reveal(seat, u32::from(seat))).unwrap();
    }
    assert!(table.room.is_playing());
    table
}

/// What the log alone tells is the same, and all of it can be told again.
fn lasts(table: &Table) {
    let folded = table.folded();
    assert_eq!(super::kit::picture(&folded, table.now), table.picture());
    assert_eq!(folded.missed(), table.room.missed());
    let past = folded.past(folded.you("a", "A", None), table.now, &[]);
    assert_eq!(past.log.len(), table.log.len());
    assert!(!folded.record().is_empty());
}

fn over(table: &Table) -> Option<EndReason> {
    match table.room.status() {
        Status::Over { reason, ranks, points } => {
            assert!(ranks.is_empty(), "no result");
            assert_eq!(points.len(), table.room.config().seats.len());
            Some(reason)
        }
        Status::Open | Status::Playing => None,
    }
}

#[test]
fn the_game_begins_by_itself_when_all_sit_and_have_revealed() {
    let mut table = pair();
    assert!(table.room.is_paired() && table.room.owner().is_empty());
    assert_eq!(table.room.info(table.now, &[]).seats_until, Some(table.now + WITHIN));
    assert_eq!(table.room.wake(), Some(table.now + WITHIN));
    assert_eq!(table.room.people(), ["a", "b"], "both find it in their lists");
    assert_eq!(table.room.row().name, "A – B");
    let hash = sealed(&table, 0, 7);
    table.ask("a", sit(0, Some(hash))).unwrap();
    assert_eq!(table.count(|entry| matches!(entry, Entry::Frozen { .. })), 0);
    table.now += 4_000;
    let hash = sealed(&table, 1, 8);
    table.ask("b", sit(1, Some(hash))).unwrap();
    assert_eq!(table.room.wake(), Some(table.now + WITHIN), "ten seconds for this step, too");
    table.ask("b", reveal(1, 8)).unwrap();
    assert!(!table.room.is_playing());
    table.ask("a", reveal(0, 7)).unwrap();
    assert!(table.room.is_playing());
    lasts(&table);
}

/// Where moves take days a value is given openly, and nobody reveals anything.
#[test]
fn by_days_the_second_who_sits_begins() {
    let mut table = brought(&["a", "b"], Clock::Days { days: 3 });
    for (seat, person) in (0u8..).zip(["a", "b"]) {
        let value = Some(value(3));
        table.ask(person, Request::Sit { seat, key: None, value, hash: None }).unwrap();
    }
    assert!(table.room.is_playing());
    lasts(&table);
}

#[test]
fn a_seat_is_for_one_person_and_nobody_owns_the_table() {
    let mut table = pair();
    assert_eq!(table.refused("b", sit(0, None)), "seat-kept");
    assert_eq!(table.refused("x", sit(0, None)), "seat-kept");
    assert_eq!(table.refused("x", Request::Stand { seat: 0 }), "not-your-seat");
    assert_eq!(table.refused("a", super::kit::start()), "not-owner");
    let open = Request::Open { seat: 1, plan: SeatPlan::Anyone };
    assert_eq!(table.refused("a", open), "not-owner");
    // A table that somebody makes does not begin by itself, nor ends so.
    let mut own = plan(&[SeatPlan::Me, SeatPlan::Anyone]);
    own.start = Start::Full { within: 10 };
    assert_eq!(room::check_own(&own).unwrap_err().at.as_deref(), Some("start"));
    (own.start, own.first) = (Start::Owner, Some(30));
    assert_eq!(room::check_own(&own).unwrap_err().at.as_deref(), Some("first"));
}

#[test]
fn who_does_not_sit_down_is_not_there() {
    let mut table = pair();
    let hash = sealed(&table, 0, 7);
    table.ask("a", sit(0, Some(hash))).unwrap();
    table.now += WITHIN - 1;
    assert_eq!(table.tick(), 0);
    table.now += 1;
    assert_eq!(table.tick(), 2);
    assert_eq!(over(&table), Some(EndReason::Aborted));
    assert_eq!(table.room.missed(), [("b", Missed::Absent)]);
    let told = |told: &ServerMsg| {
        let absent = |cause: &Cause| matches!(cause, Cause::Absent { seats } if *seats == [1]);
        matches!(told, ServerMsg::Table { cause, .. } if absent(cause))
    };
    assert!(table.told.iter().any(told));
    assert!(table.room.people().is_empty(), "it is in nobody's list");
    assert!(!table.room.index().public, "nor in everybody's");
    assert_eq!(table.room.wake(), None);
    assert_eq!(table.tick(), 0);
    let hash = sealed(&table, 1, 8);
    assert_eq!(table.refused("b", sit(1, Some(hash))), "over");
    assert!(table.room.rematch_plan("a").is_err());
    lasts(&table);
}

#[test]
fn nobody_comes() {
    let mut table = pair();
    table.now += WITHIN;
    table.tick();
    assert_eq!(table.room.missed(), [("a", Missed::Absent), ("b", Missed::Absent)]);
    lasts(&table);
}

#[test]
fn who_does_not_reveal_is_not_there() {
    let mut table = pair();
    for (seat, person) in (0u8..).zip(["a", "b"]) {
        let hash = sealed(&table, seat, 5);
        table.ask(person, sit(seat, Some(hash))).unwrap();
    }
    table.ask("b", reveal(1, 5)).unwrap();
    table.now += WITHIN;
    table.tick();
    assert_eq!(over(&table), Some(EndReason::Aborted));
    assert_eq!(table.room.missed(), [("a", Missed::Absent)]);
    lasts(&table);
}

#[test]
fn who_says_no_is_not_waited_for() {
    for sits in [false, true] {
        let mut table = pair();
        if sits {
            let hash = sealed(&table, 1, 5);
            table.ask("b", sit(1, Some(hash))).unwrap();
        }
        table.ask("b", Request::Stand { seat: 1 }).unwrap();
        assert_eq!(over(&table), Some(EndReason::Aborted));
        assert_eq!(table.room.missed(), [("b", Missed::CalledOff)]);
        lasts(&table);
    }
}

/// The person whose turn it is.
fn to_act(table: &Table) -> (String, u8) {
    let (person, choices) = table.choices().expect("somebody must decide");
    (person, choices.seat)
}

#[test]
fn the_first_move_must_come_in_time() {
    let mut dice = Wyrand::new(1);
    for moves in 0..2 {
        let mut table = begun();
        for _ in 0..moves {
            table.now += FIRST - 1;
            assert_eq!(table.tick(), 0);
            assert!(table.step(&mut dice));
        }
        let (late, _) = to_act(&table);
        assert_eq!(table.room.wake(), Some(table.now + FIRST), "after {moves} moves");
        table.now += FIRST;
        assert_eq!(table.tick(), 2);
        assert_eq!(over(&table), Some(EndReason::Aborted));
        assert_eq!(table.room.missed(), [(late.as_str(), Missed::Absent)]);
        lasts(&table);
    }
}

#[test]
fn later_moves_have_the_clock() {
    let mut dice = Wyrand::new(1);
    let mut table = begun();
    assert!(table.step(&mut dice) && table.step(&mut dice));
    table.now += FIRST + 5_000;
    assert_eq!(table.tick(), 0);
    assert!(table.room.is_playing());
    assert!(table.room.wake().unwrap() > table.now + 60_000);
    lasts(&table);
}

#[test]
fn until_each_has_moved_anybody_calls_it_off() {
    let abort = |seat| Request::Offer { seat, kind: OfferKind::Abort, after: None };
    let mut dice = Wyrand::new(1);
    for moves in 0..2 {
        let mut table = begun();
        for _ in 0..moves {
            assert!(table.step(&mut dice));
        }
        let (person, seat) = to_act(&table);
        let other = if person == "a" { "b" } else { "a" };
        table.ask(other, abort(1 - seat)).unwrap();
        assert_eq!(over(&table), Some(EndReason::Aborted));
        assert_eq!(table.room.missed(), [(other, Missed::CalledOff)]);
        lasts(&table);
    }
    // After that both must agree.
    let mut table = begun();
    assert!(table.step(&mut dice) && table.step(&mut dice));
    let (person, seat) = to_act(&table);
    table.ask(&person, abort(seat)).unwrap();
    assert!(table.room.is_playing());
    let other = if person == "a" { "b" } else { "a" };
    table.ask(other, abort(1 - seat)).unwrap();
    assert_eq!(over(&table), Some(EndReason::Aborted));
    assert!(table.room.missed().is_empty(), "nobody is to blame");
}

/// While the server is away nobody can come: that time counts for nobody.
#[test]
fn an_absence_of_the_server_is_given_back() {
    for begins in [false, true] {
        let mut table = if begins { begun() } else { pair() };
        let before = table.room.wake().unwrap();
        let changed = table.room.changed();
        let boots = [
            Boot { started: 0, seen: changed },
            Boot { started: changed + 60_000, seen: changed + 60_000 },
        ];
        let away = table.room.boots(&boots).expect("somebody is waited for");
        table.commit(&[away]);
        table.now = changed + 60_000;
        assert_eq!(table.room.wake(), Some(before + 60_000));
        assert_eq!(table.tick(), 0);
        lasts(&table);
    }
}

#[test]
fn four_begin_when_the_fourth_sits() {
    let people = ["a", "b", "c", "d"];
    let mut table = brought(&people, Clock::Total { seconds: 240, increment: 10 });
    for (seat, person) in (0u8..).zip(people) {
        assert!(!table.room.is_playing());
        table.ask(person, sit(seat, None)).unwrap();
    }
    assert!(table.room.is_playing(), "nobody has anything to reveal");
    let mut dice = Wyrand::new(9);
    while table.step(&mut dice) {}
    assert_eq!(over_by_rules(&table), EndReason::Played);
    let again = table.room.rematch_plan("a").unwrap();
    assert_eq!((again.start, again.first), (Start::Owner, None));
    lasts(&table);
}

fn over_by_rules(table: &Table) -> EndReason {
    let Status::Over { reason, ranks, .. } = table.room.status() else { panic!("not over") };
    assert!(!ranks.is_empty());
    reason
}

/// A name that somebody took since is shown, and the id stays who it is.
#[test]
fn a_table_is_called_after_those_who_play() {
    let mut table = pair();
    table.ask("a", sit(0, None)).unwrap();
    assert!(table.room.rename(&protocol::log::Who { name: "Anna".into(), ..who("a") }));
    assert_eq!(table.room.row().name, "Anna – B");
}
