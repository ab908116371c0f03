//! Taking moves back: who may, what is taken back, and that nothing else moves.

use ai::Wyrand;
use protocol::client::Claim;
use protocol::log::Entry;
use protocol::{Cause, Clock, OfferKind, SeatPlan, ServerMsg, Switch, TableConfig};
use room::{Request, shows_board};

use crate::kit::{Table, computer, picture, plan};

fn back(seat: u8) -> Request {
    Request::Offer { seat, kind: OfferKind::Takeback, after: None }
}

/// The same by somebody who has seen the table up to this number.
fn back_after(seat: u8, after: u64) -> Request {
    Request::Offer { seat, kind: OfferKind::Takeback, after: Some(after) }
}

/// A game of these seats in which moves are taken back.
fn friendly(seats: &[SeatPlan]) -> Table {
    Table::begun(TableConfig { takeback: Some(Switch::On), ..plan(seats) })
}

/// The board and whose turn it is, without numbers and clocks.
fn stands(table: &Table) -> String {
    format!("{:?}", table.room.course().unwrap().view())
}

fn folds_to_the_same(table: &Table) {
    assert_eq!(table.picture(), picture(&table.folded(), table.now));
}

#[test]
fn against_the_computer_moves_are_taken_back_freely() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer(), computer()]));
    assert_eq!(table.refused("a", back(0)), "nothing-to-take-back");
    let mut dice = Wyrand::new(3);
    for times in 0..40 {
        let before = stands(&table);
        (0..3).for_each(|_| assert!(table.step(&mut dice)));
        assert_ne!(before, stands(&table));
        table.ask("a", back(0)).unwrap();
        assert_eq!(before, stands(&table), "{times}: the same tile is drawn again");
        folds_to_the_same(&table);
        if times % 2 == 1 {
            // Some stand, so that the next time goes back to another place.
            (0..3).for_each(|_| assert!(table.step(&mut dice)));
        }
    }
    table.ask("a", back(0)).unwrap();
    table.ask("a", back(0)).unwrap();
    folds_to_the_same(&table);
}

#[test]
fn the_log_keeps_both_and_the_record_what_stands() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
    let mut dice = Wyrand::new(8);
    (0..4).for_each(|_| assert!(table.step(&mut dice)));
    let before = table.room.record();
    let to = table.room.newest();
    (0..2).for_each(|_| assert!(table.step(&mut dice)));
    let moves = table.count(|entry| matches!(entry, Entry::Played { .. }));
    let decision = table.ask("a", back(0)).unwrap();
    assert!(shows_board(&decision.entries[0].entry));
    assert!(
        matches!(decision.entries[0].entry, Entry::TakenBack { seat: 0, to: t, .. } if t == to)
    );
    assert_eq!(table.count(|entry| matches!(entry, Entry::Played { .. })), moves, "kept");
    let told = table.told.last().unwrap();
    assert!(matches!(told, ServerMsg::Table { cause: Cause::TakenBack { seat: 0, .. }, .. }));
    let past = table.room.past(table.room.you("a", "A", None), table.now, &[]);
    let undone: Vec<u64> = past.log.iter().filter(|l| l.undone).map(|l| l.n).collect();
    assert_eq!(undone, [to + 1, to + 2]);
    let after = table.room.record();
    assert!(after.contains("[TakenBack \"2\"]"), "{after}");
    assert_eq!(after.replace("[TakenBack \"2\"]\n", ""), before);
    while table.step(&mut dice) {}
    let record = games::Record::parse(&table.room.record()).unwrap();
    fair::verify(&record, fair::Known::default()).expect("draws that follow from the seed");
    assert_eq!(table.refused("a", back(0)), "over");
}

#[test]
fn among_people_all_agree_or_nothing_happens() {
    let mut table = friendly(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone]);
    let mut dice = Wyrand::new(5);
    assert!(table.step(&mut dice));
    let before = stands(&table);
    assert_eq!(table.refused("b", back(1)), "nothing-to-take-back");
    (0..2).for_each(|_| assert!(table.step(&mut dice)));
    table.ask("b", back(1)).unwrap();
    table.ask("a", back(0)).unwrap();
    table.ask("c", Request::Decline { seat: 2 }).unwrap();
    assert_eq!(table.refused("b", back(1)), "offered", "once in a turn");
    assert!(table.step(&mut dice));
    table.ask("b", back(1)).unwrap();
    table.ask("c", back(2)).unwrap();
    assert_ne!(before, stands(&table));
    table.ask("a", back(0)).unwrap();
    assert_eq!(before, stands(&table), "back to where the asker had to decide");
    assert!(table.room.choices("b").len() == 1 && table.room.info(0, &[]).offer.is_none());
    folds_to_the_same(&table);
}

#[test]
fn an_offer_to_take_back_is_gone_when_a_person_moves() {
    let mut table = friendly(&[SeatPlan::Me, SeatPlan::Anyone]);
    let mut dice = Wyrand::new(5);
    assert!(table.step(&mut dice));
    table.ask("a", back(0)).unwrap();
    assert!(table.step(&mut dice));
    assert!(table.room.info(0, &[]).offer.is_none());
    table.ask("b", back(1)).expect("an offer of its own, not an agreement to the old one");
    assert_eq!(table.count(|entry| matches!(entry, Entry::TakenBack { .. })), 0);
}

#[test]
fn a_table_may_be_without_it() {
    let timed = Clock::Total { seconds: 600, increment: 5 };
    let two = [SeatPlan::Me, SeatPlan::Anyone];
    let usual = |config: TableConfig| Table::make(config).unwrap().room.config().takeback;
    assert_eq!(usual(plan(&two)), Some(Switch::On));
    assert_eq!(usual(TableConfig { clock: timed, ..plan(&two) }), Some(Switch::Off));
    let alone = plan(&[SeatPlan::Me, computer()]);
    assert_eq!(usual(TableConfig { clock: timed, ..alone }), Some(Switch::On));
    for preset in room::presets() {
        let strict = ["tournament", "world-championship"].contains(&preset.name.as_str());
        assert_eq!(usual(preset.config) == Some(Switch::Off), strict, "{}", preset.name);
    }
    let mut table = Table::begun(TableConfig {
        takeback: Some(Switch::Off),
        ..plan(&[SeatPlan::Me, computer()])
    });
    assert!(table.step(&mut Wyrand::new(1)));
    assert_eq!(table.refused("a", back(0)), "no-takeback");
}

/// A log of before has no such setting: its table plays on as it was made.
#[test]
fn tables_made_before_have_no_taking_back() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
    assert!(table.step(&mut Wyrand::new(1)));
    let Entry::Made { config, .. } = &mut table.log[0].entry else { panic!() };
    config.takeback = None;
    table.room = table.folded();
    assert_eq!(table.refused("a", back(0)), "no-takeback");
}

#[test]
fn no_time_is_given_back_and_none_is_gained() {
    let clock = Clock::Total { seconds: 600, increment: 30 };
    let two = [SeatPlan::Me, SeatPlan::Anyone];
    let takeback = Some(Switch::On);
    let mut table = Table::begun(TableConfig { clock, takeback, ..plan(&two) });
    let mut dice = Wyrand::new(2);
    let left = |table: &Table| table.room.info(table.now, &[]).clocks.left;
    table.now += 10_000;
    assert!(table.step(&mut dice));
    assert_eq!(left(&table), [620_000, 600_000]);
    table.now += 5000;
    table.ask("a", back(0)).unwrap();
    table.ask("b", back(1)).unwrap();
    assert_eq!(left(&table), [590_000, 595_000], "the increment is gone, what was used too");
    table.now += 1000;
    assert_eq!(left(&table), [589_000, 595_000], "the clock of who decides runs");
    folds_to_the_same(&table);

    let clock = Clock::Days { days: 3 };
    let mut table = Table::begun(TableConfig { clock, ..plan(&two) });
    let hour = 3_600_000;
    for _ in 0..2 {
        table.now += 10 * hour;
        assert!(table.step(&mut dice));
        table.ask("a", back(0)).unwrap();
        table.ask("b", back(1)).unwrap();
    }
    let hours = |ms: i64| ms / 3_600_000;
    assert_eq!(hours(left(&table)[0]), 72 - 20);
    folds_to_the_same(&table);
}

/// A move that was taken back is not played again by a client that sends it once more.
#[test]
fn names_of_moves_stay_known() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
    let mut dice = Wyrand::new(9);
    let (_, request) = table.random_move(&mut dice, "once").unwrap();
    table.ask("a", request.clone()).unwrap();
    let n = table.room.newest();
    table.ask("a", back(0)).unwrap();
    let again = table.ask("a", request.clone()).unwrap();
    assert_eq!(again.answer, Some(ServerMsg::Done { id: "once".into(), n }));
    let Request::Play { seat, words, after, .. } = request else { panic!() };
    let late = Request::Play { seat, words, after, id: "other".into() };
    assert_eq!(table.refused("a", late), "late", "it was decided for another game");
}

/// While the computer plays on for somebody, that person's moves are nobody else's to take back.
#[test]
fn moves_of_somebody_away_stay() {
    let mut table = friendly(&[SeatPlan::Me, SeatPlan::Anyone]);
    let mut dice = Wyrand::new(4);
    (0..2).for_each(|_| assert!(table.step(&mut dice)));
    let want = Claim::Computer;
    table.ask("a", Request::Claim { seat: 0, away: 1, want, away_ms: 9, grace_ms: 9 }).unwrap();
    assert_eq!(table.refused("a", back(0)), "not-there");
    (0..2).for_each(|_| assert!(table.step(&mut dice)));
    table.ask("a", back(0)).expect("only the computer has moved since");
    assert_eq!(table.refused("a", back(0)), "not-there");
    table.ask("b", Request::Return { seat: 1 }).unwrap();
    folds_to_the_same(&table);
}

/// On one screen the last move is taken back, whoever made it.
#[test]
fn one_screen_goes_back_move_by_move() {
    let screen = SeatPlan::Screen { name: "Mum".into() };
    let mut table = Table::begun(plan(&[SeatPlan::Me, screen]));
    let mut dice = Wyrand::new(6);
    let first = stands(&table);
    assert!(table.step(&mut dice));
    let second = stands(&table);
    assert!(table.step(&mut dice));
    table.ask("a", back(0)).unwrap();
    assert_eq!(second, stands(&table));
    table.ask("a", back(1)).unwrap();
    assert_eq!(first, stands(&table));
    assert_eq!(table.refused("a", back(1)), "nothing-to-take-back");
}

#[test]
fn it_is_bounded() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
    let mut dice = Wyrand::new(6);
    for _ in 0..200 {
        assert!(table.step(&mut dice));
        table.ask("a", back(0)).unwrap();
    }
    assert!(table.step(&mut dice));
    assert_eq!(table.refused("a", back(0)), "takebacks-full");
    folds_to_the_same(&table);
}

/// A request that comes twice takes one move back, not two; the computer's answer in between does
/// not make it late.
#[test]
fn a_doubled_request_takes_one_move_back() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
    let mut dice = Wyrand::new(11);
    (0..4).for_each(|_| assert!(table.step(&mut dice)));
    let before = stands(&table);
    assert!(table.step(&mut dice));
    let seen = table.room.newest();
    assert!(table.step(&mut dice), "the computer answers meanwhile");
    table.ask("a", back_after(0, seen)).unwrap();
    assert_eq!(before, stands(&table));
    assert_eq!(table.refused("a", back_after(0, seen)), "late");
    assert_eq!(table.refused("a", back_after(0, table.room.newest() - 1)), "late");
    table.ask("a", back_after(0, table.room.newest())).expect("it was seen, and meant");
    folds_to_the_same(&table);
}

/// Whoever agrees to an offer that is gone does not ask for something of its own by it.
#[test]
fn a_late_agreement_is_no_request() {
    let mut table = friendly(&[SeatPlan::Me, SeatPlan::Anyone]);
    let mut dice = Wyrand::new(5);
    (0..3).for_each(|_| assert!(table.step(&mut dice)));
    table.ask("a", back_after(0, table.room.newest())).unwrap();
    let seen = table.room.newest();
    assert!(table.step(&mut dice), "b moves in another window: the request is gone");
    assert_eq!(table.refused("b", back_after(1, seen)), "late");
    // The same with another request in the place of the one that was seen.
    table.ask("b", back_after(1, table.room.newest())).unwrap();
    assert_eq!(table.refused("a", back_after(0, seen)), "late");
    table.ask("a", back_after(0, table.room.newest())).unwrap();
    assert_eq!(table.count(|entry| matches!(entry, Entry::TakenBack { .. })), 1);
    folds_to_the_same(&table);
}

/// Who may not: watchers, rivals for another's seat, whoever is out or replaced, anybody before the
/// beginning, after the end, and while another offer waits.
#[test]
fn nobody_else_takes_a_move_back() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    assert_eq!(table.refused("a", back(0)), "not-begun");
    let mut table = friendly(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone]);
    let mut dice = Wyrand::new(7);
    (0..3).for_each(|_| assert!(table.step(&mut dice)));
    for person in ["x", "b", ""] {
        assert_eq!(table.refused(person, back(0)), "not-your-seat");
    }
    assert_eq!(table.refused("a", back(9)), "no-such-seat");
    let draw = |seat| Request::Offer { seat, kind: OfferKind::Draw, after: None };
    table.ask("a", draw(0)).unwrap();
    assert_eq!(table.refused("b", back(1)), "offer-waits");
    table.ask("b", Request::Decline { seat: 1 }).unwrap();
    table.ask("b", back(1)).unwrap();
    assert_eq!(table.refused("b", back(1)), "offered", "one's own yes counts once");
    assert_eq!(table.refused("a", draw(0)), "offer-waits");
    let want = Claim::Computer;
    table.ask("a", Request::Claim { seat: 0, away: 1, want, away_ms: 9, grace_ms: 9 }).unwrap();
    assert!(table.room.info(0, &[]).offer.is_none(), "who is away asks for nothing");
    assert_eq!(table.refused("b", back(1)), "computer-plays");
    table.ask("c", Request::Resign { seat: 2 }).unwrap();
    assert_eq!(table.refused("c", back(2)), "out");
    table.ask("a", Request::Resign { seat: 0 }).unwrap();
    assert_eq!(table.refused("a", back(0)), "over");
    folds_to_the_same(&table);
}

/// Whatever is played instead, the tiles come in the same order; so nobody draws until it likes the
/// tile.
#[test]
fn no_other_tile_is_drawn_by_taking_back() {
    let chance = |table: &Table| match &table.log.last().unwrap().entry {
        Entry::Played { chance, .. } => chance.clone(),
        entry => panic!("{entry:?}"),
    };
    for seed in 0..4 {
        let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
        let mut dice = Wyrand::new(seed);
        (0..10).for_each(|_| assert!(table.step(&mut dice)));
        let (mut words, mut drawn) = (std::collections::BTreeSet::new(), Vec::new());
        for _ in 0..12 {
            assert!(table.step(&mut dice));
            if let Entry::Played { words: said, .. } = &table.log.last().unwrap().entry {
                words.insert(said.clone());
            }
            drawn.push(chance(&table));
            table.ask("a", back(0)).unwrap();
        }
        assert!(words.len() > 3, "other moves were tried");
        drawn.dedup();
        assert_eq!(drawn.len(), 1, "{drawn:?}");
    }
}
