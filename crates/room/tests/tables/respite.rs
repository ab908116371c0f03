//! More time, and another clock: leave, a day as a gift, and going on live or by days.

use ai::Wyrand;
use protocol::log::{Entry, FORMAT};
use protocol::{Clock, OfferKind, SeatPlan, TableConfig};
use room::{LeaveDue, Request};

use crate::kit::{Table, computer, picture, plan};

const DAY: u64 = 86_400_000;
const TWO_DAYS: Clock = Clock::Days { days: 2 };

fn by(clock: Clock) -> Table {
    Table::begun(TableConfig { clock, ..plan(&[SeatPlan::Me, SeatPlan::Anyone]) })
}

fn clock_of(table: &Table) -> Clock {
    table.room.info(table.now, &[]).config.clock
}

fn offer(seat: u8, kind: OfferKind) -> Request {
    Request::Offer { seat, kind, after: None }
}

#[test]
fn leave_winds_the_clock_back_a_day_at_a_time() {
    let mut table = by(TWO_DAYS);
    let begun = table.now;
    assert_eq!(table.room.leave_due(begun + 2 * DAY - 1), None);
    table.now = begun + 2 * DAY;
    let turn = table.room.game_newest();
    let due = |day| Some(LeaveDue { seat: 0, person: "a".into(), turn, day });
    assert_eq!(table.room.leave_due(table.now), due(0));
    table.commit(&table.room.leave_taken(table.now, 0));
    assert_eq!((table.tick(), table.room.leave_due(table.now)), (0, None));
    assert_eq!(table.room.wake(), Some(begun + 3 * DAY));
    table.now += DAY;
    assert_eq!(table.room.leave_due(table.now), due(1), "the same move, another day");
    table.commit(&table.room.leave_taken(table.now, 0));
    assert!(table.step(&mut Wyrand::new(1)));
    assert_eq!(picture(&table.folded(), table.now), table.picture());
    // Without leave the flag falls as ever.
    table.now += 2 * DAY;
    assert_eq!(table.room.leave_due(table.now).map(|due| (due.seat, due.day)), Some((1, 0)));
    assert_eq!(table.tick(), 2);
    assert!(table.room.is_over());
    assert_eq!(table.room.leave_due(table.now), None);
}

#[test]
fn there_is_no_leave_from_other_clocks_nor_in_older_logs() {
    for clock in [
        Clock::Total { seconds: 60, increment: 0 },
        Clock::Total { seconds: 200_000, increment: 90 },
    ] {
        let mut table = by(clock);
        table.now += 300_000_000;
        assert_eq!(table.room.leave_due(table.now), None);
    }
    let mut table = by(TWO_DAYS);
    let Entry::Made { format, .. } = &mut table.log[0].entry else { panic!("no table") };
    *format = FORMAT - 1;
    let room = table.folded();
    assert_eq!(room.leave_due(table.now + 2 * DAY), None);
    assert_eq!(room.tick(table.now + 2 * DAY).len(), 2);
    let give = Request::Give { seat: 1, to: 0 };
    let who = crate::kit::who("b");
    assert_eq!(room.decide(table.now, &who, give).unwrap_err().kind, "older-table");
}

#[test]
fn a_day_is_given_once_in_a_move_to_whom_one_waits_for() {
    let mut table = by(TWO_DAYS);
    let begun = table.now;
    assert_eq!(table.refused("a", Request::Give { seat: 0, to: 1 }), "not-waiting");
    assert_eq!(table.refused("b", Request::Give { seat: 1, to: 1 }), "no-rival");
    assert_eq!(table.refused("b", Request::Give { seat: 0, to: 1 }), "not-your-seat");
    table.ask("b", Request::Give { seat: 1, to: 0 }).unwrap();
    assert_eq!(table.room.wake(), Some(begun + 3 * DAY));
    assert_eq!(table.refused("b", Request::Give { seat: 1, to: 0 }), "gave");
    assert!(table.step(&mut Wyrand::new(1)));
    table.ask("a", Request::Give { seat: 0, to: 1 }).unwrap();
    assert_eq!(picture(&table.folded(), table.now), table.picture());
    let mut live = by(Clock::Total { seconds: 60, increment: 0 });
    assert_eq!(live.refused("b", Request::Give { seat: 1, to: 0 }), "not-waiting");
}

#[test]
fn a_game_goes_on_by_days_and_live_again_if_all_agree() {
    let live = Clock::Total { seconds: 60, increment: 5 };
    let mut table = by(live);
    assert_eq!(table.refused("a", offer(0, OfferKind::Live)), "same-clock");
    table.now += 10_000;
    table.ask("a", offer(0, OfferKind::Days)).unwrap();
    assert_eq!(clock_of(&table), live, "it is only offered");
    table.ask("b", offer(1, OfferKind::Days)).unwrap();
    assert_eq!(clock_of(&table), Clock::Days { days: 3 });
    assert_eq!(table.room.config().clock, live, "what was chosen at the start stays");
    assert!(table.room.index().slow);
    assert_eq!(table.room.index().to_act.as_deref(), Some("a"));
    assert_eq!(table.room.wake(), Some(table.now + 3 * DAY));
    assert!(table.step(&mut Wyrand::new(1)));
    assert_eq!(table.room.wake(), Some(table.now + 3 * DAY), "each move has its days");
    assert_eq!(table.refused("b", offer(1, OfferKind::Days)), "same-clock");
    table.ask("b", offer(1, OfferKind::Live)).unwrap();
    assert!(table.step(&mut Wyrand::new(2)));
    assert_eq!(table.room.info(table.now, &[]).offer, None, "it was for the move that is played");
    table.ask("b", offer(1, OfferKind::Live)).unwrap();
    table.ask("a", offer(0, OfferKind::Live)).unwrap();
    assert_eq!(clock_of(&table), live);
    assert_eq!(table.room.info(table.now, &[]).clocks.left, [60_000, 60_000]);
    assert_eq!(table.room.index().to_act, None, "nobody is waited for who must be there");
    assert_eq!(picture(&table.folded(), table.now), table.picture());
}

#[test]
fn games_for_days_end_although_each_move_has_time() {
    let clock = Clock::Total { seconds: 72 * 3600, increment: 2 * 3600 };
    let mut table = by(clock);
    assert!(table.room.index().slow);
    assert!(table.step(&mut Wyrand::new(1)));
    assert_eq!(table.room.info(table.now, &[]).clocks.left[0], 74 * 3_600_000);
    let wrong = |clock| Table::make(TableConfig { clock, ..plan(&[SeatPlan::Me]) }).err();
    let kind = |clock| wrong(clock).and_then(|problem| problem.at);
    let total = |seconds, increment| Clock::Total { seconds, increment };
    assert_eq!(kind(total(14 * 86_400 + 1, 0)).as_deref(), Some("clock.seconds"));
    assert_eq!(kind(total(86_400, 86_401)).as_deref(), Some("clock.increment"));
    assert_eq!(kind(total(86_399, 601)).as_deref(), Some("clock.increment"));
}

#[test]
fn who_is_waited_for_is_told_where_nobody_needs_to_be() {
    let timeless = by(Clock::None);
    assert_eq!(timeless.room.index().to_act.as_deref(), Some("a"));
    let alone = Table::begun(plan(&[SeatPlan::Me, computer()]));
    assert_eq!(alone.room.index().to_act, None, "the computer is no company");
    assert_eq!(by(Clock::Total { seconds: 60, increment: 0 }).room.index().to_act, None);
    assert_eq!(by(TWO_DAYS).room.index().turn, by(TWO_DAYS).room.game_newest());
}

/// What has one answer is found wherever it is, and nowhere else. In the base game none came in
/// ten thousand games: somebody without a follower would have to draw a tile that fits in one
/// place. Every fourth game by the river has one: its meadows are often somebody's already.
#[test]
fn decisions_with_one_answer_are_found() {
    let mut found = 0;
    for (expansion, seeds) in [("", 0..2), ("river", 0..12)] {
        let mut config = TableConfig { clock: TWO_DAYS, ..plan(&[SeatPlan::Me, SeatPlan::Anyone]) };
        config.plan.expansions.extend((!expansion.is_empty()).then(|| expansion.to_owned()));
        for seed in seeds {
            let mut table = Table::begun(config.clone());
            let mut dice = Wyrand::new(seed);
            // All of the river lies by then.
            for _ in 0..if expansion.is_empty() { 100 } else { 12 } {
                let forced =
                    table.room.forced().map(|(seat, who, words)| (seat, who.clone(), words));
                let Some((person, choices)) = table.choices() else { break };
                let single = single_answer(&table);
                assert_eq!(forced.as_ref().map(|(_, _, words)| words.clone()), single);
                if let Some((seat, who, words)) = forced {
                    found += 1;
                    assert_eq!((seat, &who.id), (choices.seat, &person));
                    let (id, after) = (format!("forced-{found}"), choices.n);
                    table.ask(&person, Request::Play { seat, after, id, words }).unwrap();
                } else {
                    table.step(&mut dice);
                }
            }
        }
    }
    assert!(found > 0, "none came by the river");
    // With a clock everybody plays for itself.
    assert!(by(Clock::None).room.forced().is_none());
}

/// The words of whoever must decide, if there never is a second one.
fn single_answer(table: &Table) -> Option<Vec<String>> {
    use games::Game;
    let (rules, game) = table.room.game()?;
    let (mut game, turn, mut words) = (game.clone(), game.turn(), Vec::new());
    while game.turn() == turn {
        let mut legal = table::Actions::new();
        game.legal(rules, &mut legal);
        let [only] = legal.iter().copied().collect::<Vec<_>>()[..] else { return None };
        words.push(game.word(rules, only));
        game.play(rules, only, &mut games::Quiet);
    }
    Some(words)
}
