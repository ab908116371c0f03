//! Shares in the draws: sealed, revealed, given openly, given by nobody; rounds that are void.

use std::collections::BTreeMap;

use ai::Wyrand;
use fair::{Commitment, Known, Secret, Value, Version};
use protocol::log::{Entry, Logged};
use protocol::{Clock, EndReason, Order, SeatPlan, ShareKind, Status};
use room::{Request, Room, Rulebook};

use crate::kit::{KEY, SEED, Table, computer, plan, start, value, who};

fn values(list: &[(u8, u32)]) -> BTreeMap<u8, String> {
    list.iter().map(|(seat, number)| (*seat, value(*number))).collect()
}

/// Sits down, or shares anew, with the hash of a value.
fn seal(table: &Table, seat: u8, number: u32) -> Request {
    let commitment = table.room.commitment();
    let hash = Value::parse(&value(number)).unwrap().seal(commitment, seat).to_string();
    Request::Sit { seat, key: Some(KEY.into()), value: None, hash: Some(hash) }
}

fn reveal(list: &[(u8, u32)]) -> Request {
    Request::Reveal { values: values(list) }
}

fn open(seat: u8, number: u32) -> Request {
    Request::Sit { seat, key: Some(KEY.into()), value: Some(value(number)), hash: None }
}

/// Two people who have sent their hashes.
fn sealed() -> Table {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    table.ask("a", seal(&table, 0, 1)).unwrap();
    table.ask("b", seal(&table, 1, 2)).unwrap();
    table
}

fn play_to_the_end(table: &mut Table) {
    let mut dice = Wyrand::new(5);
    while table.step(&mut dice) {}
    assert_eq!(crate::kit::picture(&table.folded(), table.now), table.picture());
}

fn verified(table: &Table, kept: &str) -> fair::Report {
    let record = games::Record::parse(&table.room.record()).unwrap();
    // Version 1 does not say it in the record: people know it from the table.
    let order = match table.room.config().order {
        Order::Given => fair::Order::Given,
        Order::Random => fair::Order::Drawn,
    };
    let known = Known { commitment: Commitment::parse(kept), order: Some(order), before: 0 };
    fair::verify(&record, known).unwrap_or_else(|fault| panic!("{fault}\n{}", record.print()))
}

/// Nobody's value is known before all are fixed; then the game begins by itself.
#[test]
fn sealed_values_are_revealed_when_all_is_frozen() {
    let mut table = sealed();
    let kept = table.room.info(table.now, &[]).draws;
    assert_eq!(kept.shares, [ShareKind::Sealed; 2]);
    assert_eq!(kept.values, ["", ""]);
    assert_eq!(table.refused("a", reveal(&[(0, 1)])), "not-frozen");
    table.ask("a", start()).unwrap();
    let frozen = table.room.info(table.now, &[]);
    assert_eq!(
        (frozen.status, frozen.draws.reveal_until),
        (Status::Open, Some(table.now + 10_000))
    );
    assert_eq!(table.room.wake(), Some(table.now + 10_000));
    for (person, request) in [
        ("a", start()),
        ("b", Request::Stand { seat: 1 }),
        ("b", seal(&table, 1, 3)),
        ("b", open(1, 3)),
    ] {
        assert_eq!(table.refused(person, request), "frozen");
    }
    assert_eq!(table.refused("b", reveal(&[(0, 1)])), "not-your-seat");
    assert_eq!(table.refused("b", reveal(&[(1, 3)])), "other-value");
    table.ask("b", reveal(&[(1, 2)])).unwrap();
    assert_eq!(table.room.status(), Status::Open);
    assert!(table.ask("b", reveal(&[(1, 2)])).unwrap().entries.is_empty(), "told again");
    table.ask("a", reveal(&[(0, 1)])).unwrap();
    let begun = table.room.info(table.now, &[]).draws;
    assert_eq!(begun.values, [value(1), value(2)]);
    assert_eq!((begun.hashes, begun.reveal_until), (kept.hashes, None));
    assert_eq!(table.room.status(), Status::Playing);
    play_to_the_end(&mut table);
    let report = verified(&table, &kept.commitment);
    assert_eq!(report.shares, [fair::Share::Sealed; 2]);
}

/// The hash of another seat, or of an earlier round, is worth nothing.
#[test]
fn seals_cannot_be_repeated() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    let Request::Sit { hash, .. } = seal(&table, 0, 1) else { unreachable!() };
    table.ask("a", seal(&table, 0, 1)).unwrap();
    table.ask("b", Request::Sit { seat: 1, key: None, value: None, hash }).unwrap();
    table.ask("a", start()).unwrap();
    table.ask("a", reveal(&[(0, 1)])).unwrap();
    assert_eq!(table.refused("b", reveal(&[(1, 1)])), "other-value");
}

/// Who does not reveal is stood up and named; the others keep their seats and go on with another
/// seed.
#[test]
fn a_round_without_a_value_is_void() {
    let mut table = sealed();
    let first = table.room.info(table.now, &[]).draws.commitment;
    table.ask("a", start()).unwrap();
    table.ask("a", reveal(&[(0, 1)])).unwrap();
    table.now += 9_999;
    assert_eq!(table.tick(), 0);
    table.now += 1;
    assert_eq!(table.tick(), 3);
    let told: Vec<&Entry> = table.log.iter().rev().take(3).map(|logged| &logged.entry).collect();
    let second = table.room.info(table.now, &[]).draws;
    let round = Entry::Round { round: 2, commitment: second.commitment.clone() };
    assert_eq!(
        told,
        [&round, &Entry::Stood { seat: 1 }, &Entry::Void { round: 1, seats: vec![1] }]
    );
    assert_ne!(first, second.commitment);
    assert_eq!((second.round, second.reveal_until), (2, None));
    assert_eq!((second.shares, second.values), (vec![ShareKind::None; 2], vec![String::new(); 2]));
    assert_eq!(table.room.people(), ["a"]);
    assert_eq!((table.room.wake(), table.tick()), (None, 0));
    table.ask("a", seal(&table, 0, 5)).unwrap();
    table.ask("c", seal(&table, 1, 6)).unwrap();
    table.ask("a", start()).unwrap();
    table.ask("a", reveal(&[(0, 5)])).unwrap();
    table.ask("c", reveal(&[(1, 6)])).unwrap();
    play_to_the_end(&mut table);
    verified(&table, &second.commitment);
    assert!(table.room.record().contains("[Round \"2\"]"));
}

/// The time that the server was away is nobody's fault.
#[test]
fn a_restart_gives_more_time_to_reveal() {
    let mut table = sealed();
    table.ask("a", start()).unwrap();
    let boots = [
        room::Boot { started: table.now - 1000, seen: table.now },
        room::Boot { started: table.now + 60_000, seen: table.now + 60_000 },
    ];
    let away = table.room.boots(&boots).expect("values are being revealed");
    table.commit(std::slice::from_ref(&away));
    table.now += 60_000;
    assert_eq!(table.tick(), 0);
    assert_eq!(table.room.wake(), Some(table.now + 10_000));
}

/// A table whose players the server brought together does not wait for others.
#[test]
fn a_void_round_ends_a_paired_table() {
    let mut table = sealed();
    let mut log = table.log.clone();
    if let Entry::Made { paired, .. } = &mut log[0].entry {
        *paired = true;
    }
    table.room = Room::fold(&Rulebook::default(), "table", KEY, SEED, &log).unwrap();
    table.log = log;
    table.ask("a", start()).unwrap();
    table.now += 10_000;
    table.tick();
    let over = Status::Over { reason: EndReason::Aborted, ranks: vec![], points: vec![0, 0] };
    assert_eq!(table.room.status(), over);
    assert_eq!((table.room.index().status.as_str(), table.room.index().outcome), ("over", "void"));
    assert_eq!(table.refused("c", open(1, 1)), "over");
    assert_eq!(crate::kit::picture(&table.folded(), table.now), table.picture());
}

/// Against the computer the person speaks last: everything else is known before.
#[test]
fn alone_the_person_gives_its_values_with_the_start() {
    let screen = SeatPlan::Screen { name: "Mum".into() };
    let mut config = plan(&[computer(), SeatPlan::Me, screen]);
    config.order = Order::Random;
    let mut table = Table::make(config).unwrap();
    let before = table.room.info(table.now, &[]).draws;
    let seed = Secret::new(SEED).seed(Version::Two, 1);
    assert_eq!(before.values, [seed.value_of(0).to_string(), String::new(), String::new()]);
    assert_eq!(before.shares, [ShareKind::Computer, ShareKind::None, ShareKind::None]);
    let with = |list: &[(u8, u32)]| Request::Start { values: values(list), reveal_ms: 10_000 };
    assert_eq!(table.refused("a", with(&[(0, 7)])), "not-your-seat");
    table.ask("a", with(&[(1, 7), (2, 8)])).unwrap();
    let after = table.room.info(table.now, &[]).draws;
    assert_eq!(after.values, [before.values[0].clone(), value(7), value(8)]);
    assert_eq!(after.commitment, before.commitment);
    assert_eq!(after.order.len(), 3);
    play_to_the_end(&mut table);
    let report = verified(&table, &before.commitment);
    assert_eq!(report.order, fair::Order::Drawn);
    let [computer, me, mum] = report.shares[..] else { panic!("three seats") };
    assert_eq!([computer, me, mum], [fair::Share::Computer, fair::Share::Open, fair::Share::Open]);
}

/// A program that sends nothing plays all the same; the record says so, and nobody chose for it.
#[test]
fn who_gives_nothing_takes_what_follows_from_the_seed() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone])).unwrap();
    let nothing = Request::Sit { seat: 1, key: None, value: None, hash: None };
    table.ask("b", nothing).unwrap();
    table.ask("c", seal(&table, 2, 4)).unwrap();
    table.ask("a", open(0, 3)).unwrap();
    assert_eq!(table.room.info(table.now, &[]).draws.values[1], "");
    table.ask("a", start()).unwrap();
    let frozen = table.room.info(table.now, &[]).draws;
    assert_eq!(frozen.shares, [ShareKind::Open, ShareKind::Server, ShareKind::Sealed]);
    let given = Secret::new(SEED).seed(Version::Two, 1).value_of(1).to_string();
    assert_eq!(frozen.values, [value(3), given, String::new()]);
    table.ask("c", reveal(&[(2, 4)])).unwrap();
    play_to_the_end(&mut table);
    verified(&table, &frozen.commitment);
    assert!(table.room.record().contains("[Shares \"open server sealed\"]"));
}

/// With days for a move nobody is there to reveal anything.
#[test]
fn by_days_values_are_open() {
    let mut config = plan(&[SeatPlan::Me, SeatPlan::Anyone]);
    config.clock = Clock::Days { days: 3 };
    let mut table = Table::make(config).unwrap();
    assert_eq!(table.refused("b", seal(&table, 1, 2)), "field");
    table.ask("b", open(1, 2)).unwrap();
    table.ask("a", start()).unwrap();
    assert_eq!(table.room.status(), Status::Playing);
}

/// A table of before goes on by version 1, to the last draw.
#[test]
fn old_tables_draw_as_they_began() {
    let seed = Secret::new(SEED).seed(Version::One, 1);
    let new = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    let mut made = serde_json::to_value(&new.log[0]).unwrap();
    let entry = made["entry"].as_object_mut().unwrap();
    entry.remove("fair");
    entry.insert("commitment".into(), seed.commitment().to_string().into());
    let sat = serde_json::json!({
        "n": 2, "at": 1, "entry": { "t": "sat", "seat": 0, "who": who("a"), "value": value(1) }
    });
    let log: Vec<Logged> = [made, sat].map(|json| serde_json::from_value(json).unwrap()).into();
    let room = Room::fold(&new.book, "table", KEY, SEED, &log).unwrap();
    let mut table = Table { room, log, ..new };
    assert_eq!(table.room.info(table.now, &[]).draws.version, 1);
    assert_eq!(table.refused("b", seal(&table, 1, 2)), "field");
    table.ask("b", Request::Sit { seat: 1, key: None, value: None, hash: None }).unwrap();
    table.ask("a", start()).unwrap();
    assert!(table.room.index().commitment.is_none(), "it has no place in the list");
    play_to_the_end(&mut table);
    let report = verified(&table, &seed.commitment().to_string());
    assert_eq!(report.version, Version::One);
    assert!(!table.room.record().contains("[Fair"));
}

/// What the public list is told: shown, void, shown again, ended.
#[test]
fn the_index_follows_the_commitment() {
    let mut table = sealed();
    let first = table.room.index();
    assert_eq!(first.commitment.as_deref(), Some(&*table.room.commitment().to_string()));
    table.ask("a", start()).unwrap();
    assert_eq!(table.room.index().commitment, first.commitment);
    table.now += 10_000;
    table.tick();
    let second = table.room.index();
    assert_ne!(second.commitment, first.commitment);
    assert_eq!(second.outcome, "void");
    table.ask("a", open(0, 1)).unwrap();
    table.ask("b", open(1, 1)).unwrap();
    table.ask("a", start()).unwrap();
    assert_eq!(table.room.index().commitment, second.commitment);
    table.ask("a", Request::Resign { seat: 0 }).unwrap();
    let over = table.room.index();
    assert_eq!((over.commitment, over.outcome), (None, "ended"));
}

/// A page that is not sure whether it was heard shows its value again: by then the game may have
/// begun with the seats in another order.
#[test]
fn a_value_that_is_shown_again_changes_nothing() {
    let plan = plan(&[SeatPlan::Me, SeatPlan::Anyone]);
    let mut orders = std::collections::BTreeSet::new();
    for number in 2..12 {
        let config = protocol::TableConfig { order: Order::Random, ..plan.clone() };
        let mut table = Table::make(config).unwrap();
        table.ask("a", seal(&table, 0, 1)).unwrap();
        table.ask("b", seal(&table, 1, number)).unwrap();
        table.ask("a", start()).unwrap();
        table.ask("b", reveal(&[(1, number)])).unwrap();
        table.ask("a", reveal(&[(0, 1)])).unwrap();
        let newest = table.room.newest();
        table.ask("b", reveal(&[(1, number)])).unwrap();
        table.ask("a", reveal(&[(0, 1)])).unwrap();
        assert_eq!(table.room.newest(), newest);
        assert_eq!(table.refused("a", reveal(&[(9, 1)])), "no-such-seat");
        orders.insert(table.room.person(0).map(ToString::to_string));
    }
    assert_eq!(orders.len(), 2, "both orders came");
}
