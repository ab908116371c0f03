//! The options and what they change: CITY-67..72.

use crate::common::kit::{Table, small_set};
use city::TurnStep;
use city::names::{FOLLOWER, TOLD_PHASE};
use table::{Event, Seat};

const TOWN: &str = "tiles=end@0,0r0;ns@0,1r0;blank@1,1r0;blank@2,1r0;blank@3,1r0;blank@4,1r0;\
                    blank@5,1r0;blank@6,1r0";
const CLAIM: &str = "followers=1@0,0:street:S";
const ROW: &str = "tiles=end@0,0r2;blank@1,0r0;blank@2,0r0;blank@3,0r0;blank@4,0r0;blank@5,0r0;\
                   blank@6,0r0;blank@7,0r0;blank@8,0r0;blank@9,0r0";

/// OPT-CITY-ROAD4 (CITY-25): more-than-4: four tiles count single, five double.
#[test]
fn road4() {
    let options = [("OPT-CITY-ROAD4", "more-than-4")];
    for (middle, last, scored) in
        [("", "0,3 r2", "street 4 to 1"), (";ns@0,3r0", "0,4 r2", "street 10 to 1")]
    {
        let position = format!(
            "tiles=end@0,0r0;ns@0,1r0;ns@0,2r0{middle} followers=1@0,0:street:S step=lay:end"
        );
        let mut table = Table::at(2, &options, &position);
        table.play(&[last, "-"]);
        assert_eq!(table.scored(), [scored]);
    }
}

/// OPT-CITY-PILE-SWITCH, CITY-67: last-of-old: the tile that empties pile 1 counts as one of pile
/// 2, that which empties pile 2 as one of pile 3; a discarded one carries nothing over.
#[test]
fn pile_switch() {
    let options = [("OPT-CITY-PILE-SWITCH", "last-of-old")];
    for (discards, pieces) in [(20, None), (21, Some(3)), (45, Some(3)), (46, Some(6))] {
        let position = format!("{TOWN} {CLAIM} discards=waste*{discards} step=lay:end");
        let mut table = Table::at(3, &options, &position);
        table.play(&["0,2 r2", "-"]);
        assert_eq!(table.counts(TOLD_PHASE), pieces.into_iter().collect::<Vec<u8>>());
    }
    let position = format!("{TOWN} discards=waste*22 step=redraw");
    let mut table = Table::at(3, &options, &position);
    assert_eq!(table.game.drawn(), 30, "the 30th was discarded");
    table.play(&["end"]);
    assert_eq!(table.game.pile(&table.rules), 2, "the 31st decides for itself");
}

/// OPT-CITY-TRIGGER, CITY-72: any-completed: a completed street without followers starts a wall
/// phase too, but completion by a wall does not.
#[test]
fn trigger() {
    let options = [("OPT-CITY-TRIGGER", "any-completed")];
    let mut table = Table::at(2, &options, &format!("{TOWN} pile=2 step=lay:end"));
    table.play(&["0,2 r2", "-"]);
    assert_eq!((table.scored().len(), table.told(TOLD_PHASE)), (0, 1));
    let mut table = Table::at(2, &options, &format!("{TOWN} discards=waste*1 step=lay:end"));
    table.play(&["0,2 r2", "-"]);
    assert_eq!(table.told(TOLD_PHASE), 0, "still pile 1");
    let position = format!("{ROW} gate=0,0:W walls=0.0 pile=2 step=build phase=1/1/-/-.-");
    let mut table = Table::at(2, &options, &position);
    table.play(&["wall:right", "-", "-"]);
    assert_eq!((table.told(TOLD_PHASE), table.game.step()), (0, TurnStep::Draw));
}

/// OPT-CITY-P3-GUARD, CITY-70: last-wall: in pile 3 guards are asked for after the last wall, from
/// the trigger player clockwise, each on his last wall, before the tower.
#[test]
fn p3_guard() {
    let options = [("OPT-CITY-P3-GUARD", "last-wall")];
    let town = TOWN.replace("blank@6,1r0", "blank@6,1r0;blank@7,1r0;blank@8,1r0");
    let mut table = Table::at(3, &options, &format!("{town} {CLAIM} pile=3 step=lay:end"));
    table.play(&["0,2 r2", "-", "gate@0,0:N"]);
    for (seat, word) in [(2, "wall:left"), (3, "wall:left"), (1, "wall:right"), (2, "wall:right")] {
        assert_eq!(table.asked(), seat);
        table.play(&[word]);
        assert_eq!(table.game.step(), TurnStep::Build, "no guard yet");
    }
    table.play(&["wall:left"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::LastGuard));
    table.play(&["guard"]);
    assert_eq!(table.game.walls(city::RIGHT)[0].guard(), Some(Seat(0)));
    assert_eq!(table.asked(), 2);
    table.play(&["-"]);
    assert_eq!((table.asked(), table.game.step()), (3, TurnStep::LastGuard));
    table.play(&["guard"]);
    assert_eq!(table.game.walls(city::LEFT)[2].guard(), Some(Seat(2)));
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Tower));
    // In pile 2 nothing changes.
    let mut table = Table::at(3, &options, &format!("{town} {CLAIM} pile=2 step=lay:end"));
    table.play(&["0,2 r2", "-", "gate@0,0:N", "wall:left"]);
    assert_eq!(table.game.step(), TurnStep::Guard);
}

/// CITY-70, CITY-50: the ban on facing guards is tested when the last guards are posted.
#[test]
fn p3_guards_do_not_face_each_other() {
    let options = [("OPT-CITY-P3-GUARD", "last-wall")];
    let position = format!(
        "{} gate=0,0:N walls=0.9 pile=3 step=build phase=2/1/-/-.-",
        ROW.replacen("end@0,0r2", "blank@0,0r0", 1)
    );
    let mut table = Table::at(2, &options, &position);
    table.play(&["wall:left", "wall:right"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::LastGuard), "0,0:W and 9,0:E");
    table.play(&["guard"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Tower), "the other is not asked");
}

/// OPT-CITY-GUARD-ORDER (CITY-46): after-scoring: the wall is scored first, so that a follower
/// whom it frees may stand on it.
#[test]
fn guard_order() {
    let homes: Vec<String> = (2..8).map(|x| format!("1@{x},0:homes:NL")).collect();
    let position = format!(
        "{ROW} followers=1@0,0:street:N;{} gate=0,0:W walls=0.0 pile=2 step=build phase=2/1/-/-.-",
        homes.join(";")
    );
    let mut table = Table::at(2, &[], &position);
    table.play(&["wall:right"]);
    assert_eq!(table.game.step(), TurnStep::Build, "no follower at that moment");
    assert_eq!(table.scored(), ["street 1 to 1"]);
    let mut table = Table::at(2, &[("OPT-CITY-GUARD-ORDER", "after-scoring")], &position);
    table.play(&["wall:right"]);
    assert_eq!(table.scored(), ["street 1 to 1"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Guard));
    table.play(&["guard"]);
    assert!(matches!(table.events[0], Event::Put { piece: FOLLOWER, .. }));
    assert_eq!(table.scored(), [""; 0], "only once");
}

/// OPT-CITY-REUSE, CITY-69: next-turn: regained followers are back when the turn with its wall
/// phase is over.
#[test]
fn reuse() {
    let options = [("OPT-CITY-REUSE", "next-turn")];
    let mut table = Table::at(2, &options, &format!("{TOWN} {CLAIM} pile=2 step=lay:end"));
    table.play(&["0,2 r2", "-", "gate@6,1:E"]);
    assert_eq!((table.game.supply(Seat(0)), table.game.late(Seat(0))), (6, 1));
    table.play(&["wall:left", "-", "wall:left", "-", "wall:left", "-"]);
    assert_eq!((table.game.supply(Seat(0)), table.game.late(Seat(0))), (6, 1));
    table.play(&["-"]);
    assert_eq!((table.game.supply(Seat(0)), table.game.late(Seat(0))), (7, 0));
    let mut table = Table::at(2, &[], &format!("{TOWN} {CLAIM} pile=2 step=lay:end"));
    table.play(&["0,2 r2", "-", "gate@6,1:E"]);
    assert_eq!(table.game.supply(Seat(0)), 7, "at once by default");
}

/// OPT-CITY-BEYOND, CITY-68: rows: the empty cells straight outward of a wall are blocked up to
/// the first tile; by default only the first cell is.
#[test]
fn beyond() {
    let position = "tiles=blank@0,0r0;blank@0,-1r0;blank@1,-1r0;blank@2,-1r0;blank@3,-1r0 \
                    gate=0,0:E walls=0.0 pile=2 step=lay:blank";
    let table = Table::at(2, &[], position);
    assert_eq!(table.refused("1,0 r0"), "CITY-14");
    assert_eq!(table.refused("2,0 r0"), "");
    let table = Table::at(2, &[("OPT-CITY-BEYOND", "rows")], position);
    assert_eq!(table.refused("1,0 r0"), "CITY-14");
    assert_eq!(table.refused("2,0 r0"), "CITY-68");
    assert_eq!(table.refused("3,0 r0"), "CITY-68");
    assert_eq!(table.refused("4,-1 r0"), "");
    assert_eq!(table.refused("-1,0 r0"), "", "inward of the wall");
    // Beyond the first tile in the row nothing is blocked.
    let set = small_set(&[("blank", 20)]);
    let bow = "tiles=blank@0,0r0;blank@0,-1r0;blank@1,-1r0;blank@2,-1r0;blank@3,-1r0;blank@3,0r0 \
               gate=0,0:E walls=0.0 step=lay:blank";
    let table = Table::at_with(2, &[("OPT-CITY-BEYOND", "rows")], &set, bow);
    assert_eq!(table.refused("2,0 r0"), "CITY-68");
    assert_eq!(table.refused("4,0 r0"), "");
}
