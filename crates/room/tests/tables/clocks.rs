//! Clocks are part of the log; absence is charged to nobody; flags fall.

use ai::Wyrand;
use protocol::log::Entry;
use protocol::{Clock, EndReason, Flagged, SeatPlan, Status, TableConfig};
use room::Boot;
use room::Request;

use crate::kit::{Table, computer, plan};

const MINUTE: Clock = Clock::Total { seconds: 60, increment: 0 };

fn timed(seats: &[SeatPlan], flagged: Flagged) -> Table {
    Table::begun(TableConfig { clock: MINUTE, flagged, ..plan(seats) })
}

fn left(table: &Table) -> Vec<i64> {
    table.room.info(table.now, &[]).clocks.left
}

#[test]
fn the_clock_of_the_seat_to_act_runs_from_the_beginning() {
    let mut table = timed(&[SeatPlan::Me, SeatPlan::Anyone], Flagged::Loses);
    table.now += 10_000;
    assert_eq!(left(&table), [50_000, 60_000]);
    assert!(table.step(&mut Wyrand::new(1)));
    table.now += 5_000;
    assert_eq!(left(&table), [50_000, 55_000]);
    assert_eq!(table.room.wake(), Some(table.now + 55_000));
}

#[test]
fn with_two_seats_a_flag_ends_the_game() {
    let mut table = timed(&[SeatPlan::Me, SeatPlan::Anyone], Flagged::Loses);
    table.now += 59_999;
    assert_eq!(table.tick(), 0);
    table.now += 1;
    let (person, request) = table.random_move(&mut Wyrand::new(1), "late").unwrap();
    assert_eq!(table.refused(&person, request), "flagged", "not a millisecond more");
    assert_eq!(table.tick(), 2);
    let Status::Over { reason, ranks, .. } = table.room.status() else { panic!("not over") };
    assert_eq!((reason, ranks), (EndReason::Flagged, vec![vec![1], vec![0]]));
    assert_eq!(table.room.wake(), None);
    assert_eq!(left(&table)[0], 0);
}

#[test]
fn with_more_seats_the_computer_plays_on_out_of_the_ranking() {
    let seats = [SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone];
    let mut table = timed(&seats, Flagged::Loses);
    table.now += 60_000;
    assert_eq!(table.tick(), 2);
    assert!(table.room.is_playing());
    assert_eq!(table.room.computer().map(|(seat, _)| seat), Some(0));
    assert_eq!(table.refused("a", Request::Return { seat: 0 }), "out");
    let mut dice = Wyrand::new(5);
    while table.step(&mut dice) {}
    let Status::Over { reason, ranks, .. } = table.room.status() else { panic!("not over") };
    assert_eq!((reason, ranks.last()), (EndReason::Played, Some(&vec![0])));
}

#[test]
fn the_computer_may_take_over_and_its_points_count() {
    let mut table = timed(&[SeatPlan::Me, SeatPlan::Anyone], Flagged::Computer);
    table.now += 61_000;
    assert_eq!(table.tick(), 2);
    assert_eq!(table.room.computer().map(|(seat, _)| seat), Some(0));
    let info = table.room.info(table.now, &[]);
    assert!(!info.seats[0].out);
    assert_eq!(table.refused("a", Request::Return { seat: 0 }), "flagged");
    assert_eq!(
        table.refused("a", Request::Draft { seat: 0, after: 99, words: vec![] }),
        "computer-plays"
    );
    let sitter = serde_json::to_string(&info.seats[0].sitter).unwrap();
    assert!(sitter.contains(r#""instead_of":"A""#), "{sitter}");
}

#[test]
fn a_move_in_days_has_its_days_again() {
    let clock = Clock::Days { days: 2 };
    let config = TableConfig { clock, ..plan(&[SeatPlan::Me, SeatPlan::Anyone]) };
    let mut table = Table::begun(config);
    let day = 86_400_000;
    table.now += day;
    assert!(table.step(&mut Wyrand::new(1)));
    assert_eq!(left(&table), [2 * day as i64; 2]);
    assert_eq!(table.room.index().wake, Some(table.now + 2 * day));
    table.now += 2 * day;
    assert_eq!(table.tick(), 2);
    assert!(table.room.is_over());
}

#[test]
fn the_computer_has_no_clock_trouble() {
    let mut table = timed(&[computer(), SeatPlan::Me], Flagged::Loses);
    assert_eq!((table.room.wake(), table.room.computer().is_some()), (None, true));
    table.now += 3_600_000;
    assert_eq!(table.tick(), 0);
    assert!(table.step(&mut Wyrand::new(1)));
    assert_eq!(left(&table), [60_000, 60_000]);
    table.now += 1_000;
    assert_eq!(left(&table), [60_000, 59_000]);
}

/// Every way in which a server can have been away since the last entry.
#[test]
fn absence_is_charged_to_nobody() {
    let boot = |started, seen| Boot { started, seen };
    let mut table = timed(&[SeatPlan::Me, SeatPlan::Anyone], Flagged::Loses);
    let t = table.now;
    assert_eq!(table.room.boots(&[boot(t - 9000, t + 4000)]), None, "never away");
    let before = [boot(t - 9000, t - 5000), boot(t - 1000, t)];
    assert_eq!(table.room.boots(&before), None, "away before the table's last entry only");
    // Seen 4 s after the move, away for 100 s, back for 1 s, away for 200 s.
    let boots = [boot(t - 9, t + 4_000), boot(t + 104_000, t + 105_000), boot(t + 305_000, 0)];
    let away = table.room.boots(&boots).expect("it was away");
    assert_eq!(away.entry, Entry::Away { ms: 300_000 });
    table.commit(&[away]);
    table.now = t + 306_000;
    assert_eq!(left(&table), [54_000, 60_000], "4 s, 1 s and 1 s are charged");
    assert_eq!(table.room.boots(&boots), None, "once only");
    assert_eq!(table.tick(), 0);
    assert_eq!(table.room.wake(), Some(table.now + 54_000));
    assert_eq!(crate::kit::picture(&table.folded(), table.now), table.picture());
    // What was alive last was written before the server died: the entry itself is the proof.
    assert!(table.step(&mut Wyrand::new(3)));
    let (moved, started) = (table.now, table.now + 50_000);
    let late = [boot(0, moved - 2_000), boot(started, started)];
    let away = table.room.boots(&late).expect("it was away");
    assert_eq!(away.entry, Entry::Away { ms: 50_000 });
}

#[test]
fn without_a_running_clock_absence_is_nothing() {
    let table = Table::duel();
    let (early, late) = (table.now, table.now + 99_000);
    let boots = [Boot { started: 0, seen: early }, Boot { started: late, seen: late }];
    assert_eq!(table.room.boots(&boots), None);
}

/// The clock of a seat stops while the computer plays it, and goes on when its person is back.
#[test]
fn a_replaced_seat_keeps_its_time() {
    let seats = [SeatPlan::Me, SeatPlan::Anyone];
    let mut table = timed(&seats, Flagged::Loses);
    table.now += 20_000;
    let want = protocol::client::Claim::Computer;
    let claim = Request::Claim { seat: 1, away: 0, want, away_ms: 60_000, grace_ms: 60_000 };
    table.ask("b", claim).unwrap();
    table.now += 500_000;
    assert_eq!(left(&table), [40_000, 60_000]);
    table.ask("a", Request::Return { seat: 0 }).unwrap();
    table.now += 1_000;
    assert_eq!(left(&table), [39_000, 60_000]);
    assert_eq!(table.room.choices("a").len(), 1);
}
