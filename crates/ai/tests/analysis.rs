//! Games looked through again: sums that must hold, repeatable, in slices of any size.

use ai::analysis::{Analysis, AnyAnalysis, Care, Judged, Mark, Report, margin_of};
use ai::{Evaluate, Wyrand, Yardstick};
use city::City;
use country::Country;
use games::{AnyGame, AnyRules, Game, Setup};
use table::{Action, Quiet, Seat, Turn};

use crate::common::{ALL, city, country, never};

/// A game between a greedy player in the first seat and random ones in the others, or its
/// beginning.
fn played<G: Evaluate>(rules: &G::Rules, most: usize, seed: u64) -> (G, Vec<Action>, G) {
    let start = G::start(rules);
    let mut game = start.clone();
    let mut dice = Wyrand::new(seed);
    let mut actions = Vec::new();
    while game.turn() != Turn::Over && actions.len() < most {
        let action = match game.turn() {
            Turn::Player(Seat(0)) => ai::choose(Yardstick::Greedy, rules, &game, &mut dice),
            _ => game.pick(rules, &mut dice),
        };
        game.play(rules, action, &mut Quiet);
        actions.push(action);
    }
    (start, actions, game)
}

fn whole<G: Evaluate>(rules: &G::Rules, start: &G, actions: &[Action], care: Care) -> Report {
    let mut analysis = Analysis::new(start, actions, care);
    assert!(analysis.slice(rules, u32::MAX, &mut never));
    analysis.report(rules)
}

const CARE: Care = Care { nodes: 4, seed: 1 };

fn check_sums(report: &Report, actions: &[Action]) {
    let seats = report.seats;
    assert_eq!(report.expected.len(), actions.len() + 1);
    for found in &report.judged {
        if let Judged::Drawn { luck, likely } = found {
            let sum: f32 = (0..seats).map(|s| margin_of(luck, Seat(s), seats)).sum();
            assert!(sum.abs() < 1e-2, "the luck of all seats is {sum}");
            assert!(*likely > 0.0 && *likely <= 1.0);
        }
    }
    let luck: f32 = report.by_seat.iter().map(|seat| seat.luck).sum();
    let skill: f32 = report.by_seat.iter().map(|seat| seat.skill).sum();
    assert!(luck.abs() < 0.1 && skill.abs() < 0.1, "{luck} {skill}");
    let covered: usize = report.moves.iter().map(|m| m.actions.1 - m.actions.0).sum();
    let decided = report.judged.iter().filter(|found| !matches!(found, Judged::Drawn { .. }));
    assert!(covered <= decided.count());
    for m in &report.moves {
        assert!(m.lost >= 0.0 && (m.mark == Mark::Forced) == m.best.is_empty());
    }
    assert!(report.turning.len() <= 3 && report.turning.is_sorted_by_key(|t| t.action));
}

#[test]
fn every_family_can_be_looked_through() {
    let rules = country(2, &[]);
    let (start, actions, end) = played::<Country>(&rules, usize::MAX, 1);
    let report = whole(&rules, &start, &actions, CARE);
    check_sums(&report, &actions);
    let last = report.expected.last().unwrap();
    assert!((last[0] - f32::from(end.scores()[0])).abs() < 1e-3, "the end is what it is");
    let [greedy, random] = [report.by_seat[0], report.by_seat[1]];
    assert!(greedy.accuracy > random.accuracy + 20.0, "{greedy:?} {random:?}");
    assert!(greedy.skill > 20.0 && random.lost > greedy.lost, "{greedy:?} {random:?}");
    let rules = country(3, &ALL);
    let (start, actions, _) = played::<Country>(&rules, 60, 2);
    check_sums(&whole(&rules, &start, &actions, Care { nodes: 1, seed: 1 }), &actions);
    let rules = city(3);
    let (start, actions, _) = played::<City>(&rules, 60, 3);
    check_sums(&whole(&rules, &start, &actions, Care { nodes: 1, seed: 1 }), &actions);
}

/// The owner of the clock slices as it likes, and the report is the same.
#[test]
fn slices_of_any_size_give_the_same_report() {
    let rules = country(2, &[]);
    let (start, actions, _) = played::<Country>(&rules, 30, 4);
    let care = Care { nodes: 30, seed: 7 };
    let at_once = whole(&rules, &start, &actions, care);
    let mut slowly = Analysis::new(&start, &actions, care);
    let (mut slices, mut asked) = (0, 0_u32);
    while !slowly.slice(&rules, 7, &mut || {
        asked += 1;
        asked.is_multiple_of(5)
    }) {
        slices += 1;
    }
    assert!(slices > 50, "{slices}");
    assert_eq!(slowly.report(&rules), at_once);
    assert_eq!(slowly.progress(), (30, 30));
}

/// One may stop at any moment, and what was found is there.
#[test]
fn a_part_of_a_game_has_a_report_too() {
    let rules = AnyRules::new(&Setup::country(2)).unwrap();
    let start = AnyGame::start(&rules);
    let mut dice = Wyrand::new(5);
    let mut game = start.clone();
    let actions: Vec<Action> = (0..40)
        .map(|_| {
            let action = game.pick(&rules, &mut dice);
            game.play(&rules, action, &mut Quiet);
            action
        })
        .collect();
    let mut analysis = AnyAnalysis::new(&start, &actions, Care { nodes: 20, seed: 1 });
    while analysis.progress().0 < 10 {
        assert!(!analysis.slice(&rules, 5, &mut never));
    }
    // Those in a hurry get an answer for every action, whatever was thought.
    while !analysis.is_done() {
        analysis.slice(&rules, 1, &mut never);
        analysis.hurry(&rules);
    }
    let report = analysis.report(&rules);
    assert_eq!(report.judged.len(), 40);
    assert_eq!(report.expected.len(), 41);
    // Also if their time is over before a thought has begun: one hurry for each action.
    let mut late = AnyAnalysis::new(&start, &actions, Care { nodes: 20, seed: 1 });
    for done in 0..actions.len() {
        assert_eq!(late.progress().0, done);
        late.slice(&rules, 5, &mut || true);
        late.hurry(&rules);
    }
    assert!(late.is_done());
}

/// The last tile is tried out: what is lost is exact, and nothing is lost by the best.
#[test]
fn the_last_tile_is_judged_exactly() {
    let rules = country(2, &[]);
    let (start, actions, _) = played::<Country>(&rules, usize::MAX, 6);
    let report = whole(&rules, &start, &actions, Care { nodes: 60, seed: 1 });
    let exact = report.judged.iter().filter_map(|found| match found {
        Judged::Chosen(chosen) if chosen.exact => Some(chosen),
        _ => None,
    });
    let exact: Vec<_> = exact.collect();
    assert!(!exact.is_empty());
    assert!(exact.iter().all(|chosen| chosen.lost >= 0.0));
    assert!(exact.iter().any(|chosen| chosen.is_best || chosen.lost > 0.0));
}
