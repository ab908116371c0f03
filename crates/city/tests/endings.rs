//! The end of the game and the final scoring: CITY-51, 57..62, 79, 83.

use crate::common::kit::{Table, small_set};
use city::TurnStep;
use city::names::{TOLD_END_GAP, TOLD_END_TILES, TOLD_PHASE, TOLD_RING};
use table::{Event, Seat, Text};

/// A U whose walls leave seven edges, three of them in the bay.
const BAY: &str = "tiles=blank@0,0r0;blank@0,1r0;blank@1,1r0;blank@2,1r0;blank@2,0r0 gate=1,1:S \
                   walls=2.2 pile=2";

/// CITY-57 (c), CITY-58, EX-CITY-15: after a wall phase only 4 walls fit between the ends: game
/// over. Closing the ring completes Red's street of one tile: 1 point.
#[test]
fn four_walls_fit() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=end@0,0r1;blank@1,0r0;blank@2,0r0;blank@3,0r0 followers=1@0,0:street:W gate=3,0:E \
         walls=1.3 pile=2 step=build phase=1/2/-/-.-",
    );
    table.play(&["wall:left", "-"]);
    assert_eq!(table.game.step(), TurnStep::Tower, "the phase is played to its end");
    table.play(&["-"]);
    assert_eq!(table.counts(TOLD_END_GAP), [4]);
    assert_eq!(table.counts(TOLD_RING), [4]);
    assert_eq!(table.scored(), ["street 1 to 1"]);
    assert!(matches!(table.events.last(), Some(Event::Over)));
}

/// CITY-57 (b), CITY-10: the last tile still gets its follower, its scoring and its wall phase.
#[test]
fn the_last_tile_is_played_out() {
    let set = small_set(&[("end", 2), ("ns", 1), ("blank", 8)]);
    let row: Vec<String> = (1..9).map(|x| format!("blank@{x},1r0")).collect();
    let position =
        format!("tiles=end@0,0r0;ns@0,1r0;{} followers=1@0,0:street:S step=lay:end", row.join(";"));
    let mut table = Table::at_with(3, &[], &set, &position);
    table.play(&["0,2 r2", "-"]);
    assert_eq!(table.scored(), ["street 3 to 1"]);
    assert_eq!(table.counts(TOLD_PHASE), [6], "pile 3");
    table.play(&["gate@8,1:E", "wall:left", "-", "wall:left", "-", "wall:left", "-"]);
    table.play(&["wall:left", "-", "wall:left", "-", "tower:left"]);
    assert_eq!((table.told(TOLD_END_TILES), table.asked()), (1, 9));
    assert_eq!(table.points(), [8, 0, 0]);
    assert_eq!(table.counts(TOLD_RING), [24 - 6], "CITY-58: the rest of the outline");
}

/// CITY-57 (c), CITY-79, OPT-CITY-ENDTEST, CITY-71: a tile alone can make the gap small by
/// filling a bay. Under after-wall-phase the game goes on.
#[test]
fn a_tile_fills_the_bay() {
    let mut table = Table::at(2, &[], &format!("{BAY} step=lay:blank"));
    table.play(&["1,0 r0", "-"]);
    assert_eq!(table.counts(TOLD_END_GAP), [5]);
    assert_eq!(table.asked(), 9);
    let later = [("OPT-CITY-ENDTEST", "after-wall-phase")];
    let mut table = Table::at(2, &later, &format!("{BAY} step=lay:blank"));
    table.play(&["1,0 r0", "-"]);
    assert_eq!((table.told(TOLD_END_GAP), table.game.step()), (0, TurnStep::Draw));
}

/// CITY-57, CITY-79: several ends may hold at once; six edges are too many.
#[test]
fn several_ends_at_once() {
    let set = small_set(&[("blank", 6)]);
    let mut table =
        Table::at_with(2, &[], &set, &format!("{} step=lay:blank", BAY.replace(" pile=2", "")));
    table.play(&["1,0 r0", "-"]);
    assert_eq!((table.told(TOLD_END_TILES), table.told(TOLD_END_GAP)), (1, 1));
    let position = BAY.replace("walls=2.2", "walls=2.1");
    let mut table = Table::at(2, &[], &format!("{position} step=lay:blank"));
    table.play(&["1,0 r0", "-"]);
    assert_eq!((table.told(TOLD_END_GAP), table.game.step()), (0, TurnStep::Draw));
}

/// CITY-59: a follower on a market beside a hole leaves without points.
#[test]
fn followers_beside_holes_are_lost() {
    let set = small_set(&[("blank", 7), ("cap-fish", 1)]);
    let mut table = Table::at_with(
        2,
        &[],
        &set,
        "tiles=blank@0,0r0;cap-fish@1,0r2;blank@2,0r0;blank@2,1r0;blank@2,2r0;blank@1,2r0;\
         blank@0,2r0 followers=2@1,0:market:SL step=lay:blank",
    );
    table.play(&["0,1 r0", "-"]);
    assert_eq!(table.asked(), 9);
    assert!(table.events.iter().any(|e| matches!(e, Event::Lost { seat: Seat(1), .. })));
    assert_eq!(table.points(), [0, 0]);
    assert_eq!(table.game.supply(Seat(1)), 7);
}

/// CITY-58, CITY-83: without holes every street and market is complete when the ring is closed,
/// with or without a gate; all are scored once.
#[test]
fn without_holes_nobody_is_lost() {
    let set = small_set(&[("cap-fish", 1), ("end", 1), ("blank", 2)]);
    let mut table = Table::at_with(
        2,
        &[],
        &set,
        "tiles=cap-fish@0,0r0;blank@1,0r0;end@2,0r3 followers=1@0,0:market:NL;2@2,0:street:E \
         step=lay:blank",
    );
    assert_eq!(table.game.forecast(&table.rules)[..2], [1, 1]);
    table.play(&["1,1 r0", "-"]);
    assert_eq!(table.scored(), ["market 1 to 1", "street 1 to 2"]);
    assert_eq!(table.counts(TOLD_RING), [10]);
    assert!(!table.events.iter().any(|e| matches!(e, Event::Lost { .. })));
}

/// CITY-60, EX-CITY-16: homes beside three markets: 6 points. One market counts for several areas,
/// inside a tile and across sides, and once for each.
#[test]
fn homes_count_markets() {
    let set = small_set(&[("blank", 2), ("cap-fish", 1), ("cap-grain", 1), ("cap-cow", 1)]);
    let mut table = Table::at_with(
        2,
        &[],
        &set,
        "tiles=blank@0,0r0;cap-fish@1,0r3;cap-grain@-1,0r1;cap-cow@0,1r0 followers=1@0,0:homes:NL \
         step=lay:blank",
    );
    table.play(&["2,0 r0", "-"]);
    assert_eq!(table.scored(), ["homes 6 to 1"]);
    let set = small_set(&[("hall-fish", 2), ("blank", 1)]);
    let mut table = Table::at_with(
        2,
        &[],
        &set,
        "tiles=hall-fish@0,0r0;hall-fish@0,1r0 \
         followers=1@0,0:homes:EL;2@0,0:homes:WL;2@0,1:homes:WL step=lay:blank",
    );
    table.play(&["0,2 r0", "-"]);
    assert_eq!(table.scored(), ["homes 2 to 1", "homes 2 to 2", "homes 2 to 2"]);
}

/// CITY-60: ties all get the full value; a market inside the tile counts, complete or not.
#[test]
fn residents_tie() {
    let set = small_set(&[("inner", 2), ("blank", 1)]);
    let mut table = Table::at_with(
        2,
        &[],
        &set,
        "tiles=inner@0,0r0;inner@1,0r0 followers=1@0,0:homes:NL;2@1,0:homes:NL step=lay:blank",
    );
    table.play(&["2,0 r0"]);
    assert_eq!(table.scored(), ["homes 4 to 1 2"]);
    assert_eq!(table.game.winners(&table.rules).iter().count(), 2, "CITY-62: ties share");
}

/// CITY-61, EX-CITY-17: a guard with 3 public and 1 historic building in his row: 9 points.
/// CITY-62: most points win.
#[test]
fn guards_count_buildings() {
    let set = small_set(&[("pub", 3), ("hist", 1), ("blank", 1)]);
    let mut table = Table::at_with(
        2,
        &[],
        &set,
        "tiles=pub@0,0r0;pub@1,0r0;hist@2,0r0;pub@3,0r0 gate=0,0:N walls=1.0 guards=1@L1 \
         step=lay:blank",
    );
    assert_eq!(table.game.forecast(&table.rules)[..2], [9, 0]);
    table.play(&["4,0 r0", "-"]);
    assert_eq!(table.scored(), ["guard 9 to 1"]);
    assert!(table.game.winners(&table.rules).iter().eq([Seat(0)]));
}

/// CITY-51, CITY-61, EX-CITY-18, EX-CITY-19: a hole between a Red and a Blue guard: 5 and 4
/// points; filled after they were posted: 9 each.
#[test]
fn a_gap_between_two_guards() {
    let set = small_set(&[("pub", 3), ("hist", 1), ("blank", 11)]);
    let rows: Vec<String> =
        [-1, 1].iter().flat_map(|y| (0..5).map(move |x| format!("blank@{x},{y}r0"))).collect();
    let (top, bottom) = rows.split_at(5);
    let position = format!(
        "tiles=pub@0,0r0;hist@1,0r0;{};{};pub@3,0r0;pub@4,0r0 gate=0,-1:N walls=2.6 \
         guards=1@L2;2@R6 step=lay:blank",
        top.join(";"),
        bottom.join(";")
    );
    let mut table = Table::at_with(2, &[], &set, &position);
    table.play(&["0,2 r0", "-"]);
    assert_eq!(table.scored(), ["guard 4 to 2", "guard 5 to 1"]);
    let mut table = Table::at_with(2, &[], &set, &position);
    table.play(&["2,0 r0", "-"]);
    assert_eq!(table.scored(), ["guard 9 to 1", "guard 9 to 2"]);
}
