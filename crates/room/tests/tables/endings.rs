//! Resigning, offers, claims, coming back, rematches, and what is said.

use ai::Wyrand;
use protocol::client::Claim;
use protocol::log::Entry;
use protocol::{EndReason, OfferKind, SeatPlan, ServerMsg, Status};
use room::Request;

use crate::kit::{Table, computer, plan};

fn three() -> Table {
    Table::begun(plan(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone]))
}

fn ended(table: &Table) -> (EndReason, Vec<Vec<u8>>) {
    match table.room.status() {
        Status::Over { reason, ranks, .. } => (reason, ranks),
        other => panic!("{other:?}"),
    }
}

fn claim(seat: u8, away: u8, want: Claim) -> Request {
    Request::Claim { seat, away, want, away_ms: 60_000, grace_ms: 60_000 }
}

#[test]
fn who_resigns_against_one_has_lost() {
    let mut table = Table::duel();
    assert_eq!(table.refused("b", Request::Resign { seat: 0 }), "not-your-seat");
    table.ask("b", Request::Resign { seat: 1 }).unwrap();
    assert_eq!(ended(&table), (EndReason::Resigned, vec![vec![0], vec![1]]));
    assert_eq!(table.refused("a", Request::Resign { seat: 0 }), "over");
    let last = table.told.last().unwrap();
    let ServerMsg::Table { table: info, .. } = last else { panic!("{last:?}") };
    assert!(info.draws.seed.is_some(), "the end reveals the seed");
}

#[test]
fn among_three_the_computer_plays_on() {
    let mut table = three();
    table.ask("b", Request::Resign { seat: 1 }).unwrap();
    assert!(table.room.is_playing());
    assert_eq!(table.refused("b", Request::Resign { seat: 1 }), "out");
    assert_eq!(table.refused("b", Request::Return { seat: 1 }), "out");
    table.ask("c", Request::Resign { seat: 2 }).unwrap();
    assert_eq!(ended(&table), (EndReason::Resigned, vec![vec![0], vec![1, 2]]));
}

#[test]
fn computers_do_not_play_among_themselves() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer(), computer()]));
    table.ask("a", Request::Resign { seat: 0 }).unwrap();
    let (reason, ranks) = ended(&table);
    assert_eq!((reason, ranks.last()), (EndReason::Resigned, Some(&vec![0])));
}

#[test]
fn all_must_agree_to_an_offer() {
    let mut table = three();
    let offer = |seat, kind| Request::Offer { seat, kind, after: None };
    table.ask("a", offer(0, OfferKind::Draw)).unwrap();
    assert_eq!(table.refused("a", offer(0, OfferKind::Draw)), "offered");
    assert_eq!(table.refused("b", offer(1, OfferKind::Abort)), "offer-waits");
    table.ask("b", offer(1, OfferKind::Draw)).unwrap();
    assert!(table.room.is_playing());
    table.ask("c", Request::Decline { seat: 2 }).unwrap();
    assert_eq!(table.refused("c", Request::Decline { seat: 2 }), "no-offer");
    assert_eq!(table.refused("a", offer(0, OfferKind::Draw)), "offered", "once in a turn");
    table.ask("b", offer(1, OfferKind::Draw)).unwrap();
    table.ask("a", offer(0, OfferKind::Draw)).unwrap();
    table.ask("c", offer(2, OfferKind::Draw)).unwrap();
    assert_eq!(ended(&table), (EndReason::Agreed, vec![vec![0, 1, 2]]));
}

#[test]
fn an_abort_has_no_ranks_and_the_computer_does_not_mind() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
    table.ask("a", Request::Offer { seat: 0, kind: OfferKind::Abort, after: None }).unwrap();
    assert_eq!(ended(&table), (EndReason::Aborted, vec![]));
}

/// At the beginning all have the same points: the computer is not behind, and goes on.
#[test]
fn the_computer_shares_only_what_it_would_lose() {
    let offer = Request::Offer { seat: 0, kind: OfferKind::Draw, after: None };
    for seed in 0..20 {
        let mut table = Table::begun(plan(&[SeatPlan::Me, computer()]));
        table.ask("a", offer.clone()).unwrap();
        assert!(table.room.is_playing());
        assert_eq!(table.count(|entry| *entry == Entry::Declined { seat: 1 }), 1);
        let mut dice = Wyrand::new(seed);
        while table.step(&mut dice) {
            let (rules, game) = table.room.game().unwrap();
            let points = game.forecast(rules);
            if points[0] > points[1] && !table.room.is_over() {
                table.ask("a", offer).unwrap();
                assert_eq!(ended(&table), (EndReason::Agreed, vec![vec![0, 1]]));
                return;
            }
        }
    }
    panic!("the person was never ahead");
}

#[test]
fn a_person_agrees_for_all_its_seats() {
    let screen = SeatPlan::Screen { name: "Mum".into() };
    let mut table = Table::begun(plan(&[SeatPlan::Me, screen, SeatPlan::Anyone]));
    table.ask("a", Request::Offer { seat: 1, kind: OfferKind::Draw, after: None }).unwrap();
    table.ask("b", Request::Offer { seat: 2, kind: OfferKind::Draw, after: None }).unwrap();
    assert_eq!(ended(&table).0, EndReason::Agreed);
}

#[test]
fn a_claim_needs_the_grace_period_and_a_rival() {
    let mut table = Table::duel();
    let early = Request::Claim { seat: 0, away: 1, want: Claim::Win, away_ms: 1, grace_ms: 60_000 };
    let problem = table.ask("a", early).unwrap_err();
    assert_eq!((problem.kind.as_str(), problem.retry), ("too-early", Some(60)));
    assert_eq!(table.refused("a", claim(0, 0, Claim::Win)), "not-away");
    assert_eq!(table.refused("x", claim(0, 1, Claim::Win)), "not-your-seat");
    assert_eq!(table.refused("a", claim(0, 7, Claim::Win)), "no-such-seat");
    table.ask("a", claim(0, 1, Claim::Win)).unwrap();
    assert_eq!(ended(&table), (EndReason::Claimed, vec![vec![0], vec![1]]));
}

#[test]
fn a_claim_may_call_the_game_off_or_bring_the_computer() {
    let mut table = Table::duel();
    table.ask("a", claim(0, 1, Claim::Abort)).unwrap();
    assert_eq!(ended(&table), (EndReason::Aborted, vec![]));
    let mut table = three();
    table.ask("b", claim(1, 0, Claim::Computer)).unwrap();
    assert_eq!(table.refused("b", claim(1, 0, Claim::Win)), "not-away");
    assert_eq!(table.room.computer().map(|(seat, _)| seat), Some(0));
    assert!(table.room.choices("a").is_empty());
    assert_eq!(table.refused("b", Request::Return { seat: 0 }), "not-your-seat");
    table.ask("a", Request::Return { seat: 0 }).unwrap();
    assert_eq!(table.refused("a", Request::Return { seat: 0 }), "not-replaced");
    assert_eq!(table.room.choices("a").len(), 1);
}

#[test]
fn a_rematch_is_noted_once() {
    let mut table = Table::duel();
    let rematch = || Request::Rematch { table: "next".into() };
    assert_eq!(table.refused("a", rematch()), "not-over");
    table.ask("a", Request::Resign { seat: 0 }).unwrap();
    assert_eq!(table.refused("x", rematch()), "not-your-seat");
    let plan = table.room.rematch_plan("b").unwrap();
    let kept = SeatPlan::Kept { person: "a".into(), name: "A".into(), screen: false };
    assert_eq!(plan.seats, [SeatPlan::Me, kept], "the other one begins");
    Table::make(plan).expect("a plan that can be played");
    table.ask("b", rematch()).unwrap();
    assert_eq!(table.refused("a", rematch()), "rematch-made");
    assert_eq!(table.room.info(table.now, &[]).rematch.as_deref(), Some("next"));
}

#[test]
fn what_is_said_is_said_once_and_is_bounded() {
    let mut table = Table::duel();
    let say = |id: &str, text: &str| Request::Chat { id: id.into(), text: text.into() };
    let n = table.room.newest() + 1;
    table.ask("watcher", say("1", " hello\u{7} ")).unwrap();
    let said = table.told.last().unwrap();
    assert!(matches!(said, ServerMsg::Chat { text, seat: None, .. } if text == "hello"));
    let again = table.ask("watcher", say("1", "hello")).unwrap();
    assert_eq!(again.answer, Some(ServerMsg::Done { id: "1".into(), n }));
    table.ask("b", say("1", "the same name, another person")).unwrap();
    assert_eq!(table.count(|entry| matches!(entry, Entry::Said { .. })), 2);
    for wrong in ["", " \n ", &"x".repeat(501)] {
        assert_eq!(table.refused("b", say("2", wrong)), "field");
    }
    assert_eq!(table.refused("b", say(&"i".repeat(41), "x")), "field");
    for number in 2..1000 {
        table.ask("watcher", say(&format!("m{number}"), "x")).unwrap();
    }
    assert_eq!(table.refused("watcher", say("last", "x")), "chat-full");
    for number in 1000..2000 {
        table.ask("b", say(&format!("m{number}"), "x")).unwrap();
    }
    assert_eq!(table.refused("b", say("last", "x")), "chat-full");
}
