//! Outline, wall phases, guards and towers: CITY-32..56, 63, 64, 66, 76, 77, 81.

#![allow(clippy::unwrap_used, clippy::format_push_string)] // a test may stop at once

use crate::common::kit::Table;
use city::names::{FOLLOWER, GATE, TOLD_END_GAP, TOLD_END_WALLS, TOLD_PHASE, WALL};
use city::{City, LEFT, RIGHT, TurnStep};
use table::{Action, Event, Game, Piece, Seat, Spot, Text};

/// A street of seat 1 that `0,2 r2` completes, and a row of blanks: an outline of 20 edges then.
const TOWN: &str = "tiles=end@0,0r0;ns@0,1r0;blank@1,1r0;blank@2,1r0;blank@3,1r0;blank@4,1r0;\
                    blank@5,1r0;blank@6,1r0 followers=1@0,0:street:S";

/// A row of ten blanks: an outline of 22 edges.
const ROW: &str = "tiles=blank@0,0r0;blank@1,0r0;blank@2,0r0;blank@3,0r0;blank@4,0r0;blank@5,0r0;\
                   blank@6,0r0;blank@7,0r0;blank@8,0r0;blank@9,0r0";

fn outline(cells: &[(i16, i16)]) -> Vec<String> {
    let tiles: Vec<String> = cells.iter().map(|(x, y)| format!("blank@{x},{y}r0")).collect();
    let table = Table::at(2, &[], &format!("tiles={} step=draw", tiles.join(";")));
    let game = &table.game;
    game.outline().map(|edge| game.spot(&table.rules, edge.spot())).collect()
}

fn place(game: &City, table: &Table, side: usize) -> String {
    game.next_place(side).map(|edge| game.spot(&table.rules, edge.spot())).unwrap()
}

/// CITY-32, CITY-33, CITY-35, DX-CITY-01: the lengths of outlines; holes are no part of them.
#[test]
fn lengths_of_outlines() {
    let cases: [(&[(i16, i16)], usize); 7] = [
        (&[(0, 0)], 4),
        (&[(0, 0), (1, 0), (2, 0)], 8),
        (&[(0, 0), (1, 0), (0, 1)], 8),
        (&[(0, 0), (1, 0), (0, 1), (1, 1)], 8),
        (&[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)], 12),
        (&[(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)], 12),
        (&[(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)], 12),
    ];
    for (cells, length) in cases {
        assert_eq!(outline(cells).len(), length, "{cells:?}");
    }
}

/// CITY-34, CITY-35: clockwise round a U, into its bay and out again.
#[test]
fn the_outline_follows_every_bay() {
    let edges = outline(&[(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)]);
    let expected = [
        "0,0:N", "0,0:E", "1,1:N", "2,0:W", "2,0:N", "2,0:E", "2,1:E", "2,1:S", "1,1:S", "0,1:S",
        "0,1:W", "0,0:W",
    ];
    assert_eq!(edges, expected);
}

/// CITY-37, CITY-38, CITY-40, CITY-41, EX-CITY-20: two players, first wall phase in pile 2: gate
/// for the trigger player on any boundary edge, then wall, wall, wall in rotation.
#[test]
fn the_first_wall_phase_of_two_players() {
    let mut table = Table::at(2, &[], &format!("{TOWN} pile=2 step=lay:end"));
    table.play(&["0,2 r2", "-"]);
    assert_eq!(table.scored(), ["street 3 to 1"]);
    assert_eq!(table.counts(TOLD_PHASE), [4]);
    assert_eq!(table.asked(), 1);
    assert_eq!(table.legal().len(), 20);
    assert_eq!(table.refused("gate@0,0:S"), "CITY-38", "not on the outline");
    assert_eq!(table.refused("-"), "CITY-41");
    let wall = Action::Put { piece: WALL, at: table.game.outline().next().unwrap().spot() };
    assert_eq!(table.game.refuse(&table.rules, wall).unwrap().rule, "CITY-38");
    table.play(&["gate@0,0:N"]);
    assert_eq!(table.asked(), 2, "CITY-39: no guard on the gate");
    assert_eq!(table.refused("gate@0,0:E"), "CITY-38");
    table.play(&["wall:right", "-"]);
    assert_eq!(table.asked(), 1);
    table.play(&["wall:left", "-"]);
    assert_eq!(table.asked(), 2);
    table.play(&["wall:left", "-"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Tower));
    assert_eq!(table.game.walls_left(), 67, "CITY-43");
    table.play(&["-"]);
    assert_eq!((table.game.on_turn(), table.game.step()), (Seat(1), TurnStep::Draw));
}

/// CITY-40: walls of each player and phase; the gate replaces one of the first phase.
#[test]
fn walls_per_player_and_phase() {
    for (seats, pile, pieces) in [(2, 2, 4), (2, 3, 8), (3, 2, 3), (3, 3, 6), (4, 2, 4), (4, 3, 8)]
    {
        for gate in ["", "gate=6,1:E walls=0.0"] {
            let position = format!("{TOWN} {gate} pile={pile} step=lay:end");
            let mut table = Table::at(seats, &[], &position);
            table.play(&["0,2 r2", "-"]);
            assert_eq!(table.counts(TOLD_PHASE), [pieces], "{seats} seats, pile {pile}");
            assert_eq!(table.legal().len(), if gate.is_empty() { 20 } else { 2 });
        }
    }
}

/// DX-CITY-07, CITY-37, CITY-66: a scoring by the 30th tile starts nothing; by the 31st, with
/// three players, the gate for the trigger player and one wall for each other.
#[test]
fn the_thirty_first_tile() {
    let mut table = Table::at(3, &[], &format!("{TOWN} discards=waste*21 step=lay:end"));
    table.play(&["0,2 r2", "-"]);
    assert_eq!(table.game.drawn(), 30);
    assert_eq!((table.scored().len(), table.told(TOLD_PHASE)), (1, 0));
    let mut table = Table::at(3, &[], &format!("{TOWN} discards=waste*22 step=lay:end"));
    table.play(&["0,2 r2", "-"]);
    assert_eq!(table.counts(TOLD_PHASE), [3]);
    table.play(&["gate@6,1:E"]);
    assert_eq!(table.asked(), 2);
    table.play(&["wall:left", "-"]);
    assert_eq!(table.asked(), 3);
    table.play(&["wall:right", "-"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Tower));
}

/// CITY-36, CITY-42, CITY-76: walls continue the line at its right, clockwise end or at its left
/// end; with nothing built on one side the gate is that end. Elsewhere nothing is built.
#[test]
fn walls_continue_the_line() {
    let mut table =
        Table::at(2, &[], &format!("{ROW} gate=0,0:N walls=0.1 pile=2 step=build phase=3/1/-/-.-"));
    assert_eq!(table.legal(), ["wall:left", "wall:right"]);
    assert_eq!(place(&table.game, &table, LEFT), "0,0:W");
    assert_eq!(place(&table.game, &table, RIGHT), "2,0:N");
    let elsewhere = Action::Put {
        piece: WALL,
        at: Spot::Edge { cell: table::Cell::new(5, 0), side: table::Side::N },
    };
    assert_eq!(table.game.refuse(&table.rules, elsewhere).unwrap().rule, "CITY-42");
    table.play(&["wall:left", "-"]);
    assert_eq!(place(&table.game, &table, LEFT), "0,0:S");
    assert_eq!(table.game.walls(LEFT).len(), 1);
}

/// CITY-39, DX-CITY-04: the gate closes its edge like a wall: Red's street of two tiles is scored
/// at once.
#[test]
fn the_gate_closes_a_street() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=end@0,0r0;ns@0,1r0;cap-fish@1,1r0;blank@2,1r0;blank@3,1r0 \
         followers=1@0,0:street:S;2@1,1:market:NL turn=2 pile=2 step=lay:blank",
    );
    table.play(&["1,0 r0", "-"]);
    assert_eq!(table.scored(), ["market 1 to 2"]);
    table.play(&["gate@0,1:S"]);
    assert_eq!(table.scored(), ["street 2 to 1"]);
    assert_eq!(table.points(), [2, 1]);
    assert_eq!(table.told(TOLD_PHASE), 0, "CITY-48");
}

/// CITY-46, CITY-47, CITY-48, EX-CITY-13: a wall completes a market of 2 tiles and 2 kinds: Red
/// gets 4, his merchant returns, and no new wall phase begins. The guard comes first.
#[test]
fn a_wall_completes_a_market() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=hall-fish@0,0r0;cap-grain@0,1r0;blank@1,1r0;blank@2,1r0;blank@3,1r0;blank@4,1r0 \
         followers=1@0,0:market:NL gate=0,0:W walls=0.0 turn=2 pile=2 step=build phase=2/2/-/-.-",
    );
    table.play(&["wall:right"]);
    assert_eq!(table.scored(), [""; 0], "the builder is asked for a guard first");
    table.play(&["guard"]);
    assert!(matches!(table.events[0], Event::Put { seat: Seat(1), piece: FOLLOWER, .. }));
    assert_eq!(table.scored(), ["market 4 to 1"]);
    assert_eq!(table.game.supply(Seat(0)), 7);
    assert_eq!(table.told(TOLD_PHASE), 0);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Build));
}

/// CITY-47, EX-CITY-14: a wall completes a street of one tile: 1 point. DX-CITY-03: and a market
/// of one tile and one kind: 1 point.
#[test]
fn a_wall_completes_a_single_tile() {
    for (tile, spot, scored) in
        [("end", "street:N", "street 1 to 1"), ("cap-fish", "market:NL", "market 1 to 1")]
    {
        let rot = if tile == "end" { 2 } else { 0 };
        let position = format!(
            "tiles={tile}@0,0r{rot};blank@1,0r0;blank@2,0r0;blank@3,0r0;blank@4,0r0 \
             followers=1@0,0:{spot} gate=0,0:W walls=0.0 turn=2 pile=2 step=build phase=2/2/-/-.-"
        );
        let mut table = Table::at(2, &[], &position);
        table.play(&["wall:right", "-"]);
        assert_eq!(table.scored(), [scored]);
    }
}

/// CITY-43, CITY-44, EX-CITY-21, CITY-57 (a): four players, 6 walls left in pile 3: dealt A B C D A
/// B, and the game ends.
#[test]
fn walls_run_short() {
    let row: Vec<String> = (0..38).map(|x| format!("blank@{x},0r0")).collect();
    let position = format!(
        "tiles={};cap-fish@0,-1r0 followers=1@0,-1:market:NL gate=37,0:E walls=32.32 pile=3 \
         step=lay:blank",
        row.join(";")
    );
    let mut table = Table::at(4, &[], &position);
    table.play(&["0,-2 r0", "-"]);
    assert_eq!(table.counts(TOLD_PHASE), [6]);
    for (seat, left) in [(1, 5), (2, 4), (3, 3), (4, 2), (1, 1), (2, 0)] {
        assert_eq!(table.asked(), seat);
        table.play(&["wall:left", "-"]);
        assert_eq!(table.game.walls_left(), left);
    }
    assert_eq!(table.game.step(), TurnStep::Tower, "CITY-56: towers in the last phase too");
    table.play(&["tower:left"]);
    assert_eq!(table.points()[0], 1 + 38);
    assert_eq!((table.asked(), table.told(TOLD_END_WALLS)), (9, 1));
}

/// CITY-45, CITY-63, CITY-64, CITY-76: the last gap has one place; the piece that closes the ring
/// still gets its guard and its scoring, then building stops, without a tower, and the game ends.
#[test]
fn the_ring_closes_in_a_phase() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=hall-fish@0,0r0 followers=1@0,0:market:NL gate=0,0:W walls=0.2 turn=1 pile=2 \
         step=build phase=3/2/-/-.-",
    );
    assert_eq!(table.legal(), ["wall:right"]);
    assert_eq!(table.refused("wall:left"), "", "the same place by its other name");
    table.play(&["wall:right"]);
    assert_eq!((table.asked(), table.game.step()), (2, TurnStep::Guard));
    assert!(table.game.ring_closed());
    table.play(&["guard"]);
    assert_eq!(table.scored(), ["guard 0 to 2", "market 1 to 1"]);
    assert_eq!(table.counts(TOLD_END_GAP), [0]);
    assert_eq!(table.asked(), 9);
}

/// CITY-49, CITY-52: one guard, on the wall just built, from the supply; he stays.
#[test]
fn guards_stand_on_walls_just_built() {
    let mut table =
        Table::at(2, &[], &format!("{ROW} gate=0,0:N walls=0.1 pile=2 step=build phase=3/1/-/-.-"));
    table.play(&["wall:right"]);
    assert_eq!(table.legal(), ["-", "guard"]);
    let earlier = table.game.walls(RIGHT)[0].edge.spot();
    let earlier = Action::Put { piece: FOLLOWER, at: earlier };
    assert_eq!(table.game.refuse(&table.rules, earlier).unwrap().rule, "CITY-49");
    table.play(&["guard"]);
    assert_eq!(table.game.walls(RIGHT)[1].guard(), Some(Seat(0)));
    assert_eq!(table.game.supply(Seat(0)), 6);
    assert_eq!(table.refused("guard"), "CITY-49", "too late now");
    table.play(&["wall:left", "-", "wall:left", "-"]);
    assert_eq!(table.game.walls(RIGHT)[1].guard(), Some(Seat(0)));
}

/// CITY-50, EX-CITY-11: no guard if one stands on the wall opposite; an empty cell in the row
/// lifts the ban.
#[test]
fn guards_do_not_face_each_other() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=blank@0,0r0;blank@1,0r0 gate=0,0:N walls=1.1 guards=1@L1 pile=2 turn=2 step=build \
         phase=2/2/-/-.-",
    );
    table.play(&["wall:right"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Build), "not asked for a guard");
    assert_eq!(table.refused("guard"), "CITY-50");
    let mut table = Table::at(
        2,
        &[],
        "tiles=blank@0,0r0;blank@0,1r0;blank@1,1r0;blank@2,1r0;blank@2,0r0 gate=0,0:N walls=1.4 \
         guards=1@L1 pile=2 turn=2 step=build phase=2/2/-/-.-",
    );
    assert_eq!(place(&table.game, &table, RIGHT), "2,0:E");
    table.play(&["wall:right"]);
    assert_eq!((table.asked(), table.game.step()), (2, TurnStep::Guard));
}

/// CITY-21, CITY-52, CITY-81: without a follower nobody is asked for a guard; a follower freed by
/// one wall may be a guard on the next.
#[test]
fn a_freed_follower_may_be_a_guard() {
    let homes: Vec<String> = (2..8).map(|x| format!("1@{x},0:homes:NL")).collect();
    let tiles = ROW.replacen("blank@0,0r0", "end@0,0r2", 1);
    let position = format!(
        "{tiles} followers=1@0,0:street:N;{} gate=9,0:S walls=0.9 pile=2 turn=2 step=build \
         phase=3/1/-/-.-",
        homes.join(";")
    );
    let mut table = Table::at(2, &[], &position);
    table.play(&["wall:right"]);
    assert_eq!((table.asked(), table.game.step()), (2, TurnStep::Build), "0,0:W, no follower left");
    assert_eq!(table.refused("guard"), "CITY-21");
    table.play(&["wall:right", "-"]);
    assert_eq!(table.scored(), ["street 1 to 1"], "0,0:N");
    table.play(&["wall:right"]);
    assert_eq!((table.asked(), table.game.step()), (1, TurnStep::Guard));
}

/// CITY-53, CITY-54, CITY-77, EX-CITY-12: a tower at an end counts the walls back to the gate or
/// to the nearest tower.
#[test]
fn towers_count_walls() {
    let position = format!("{ROW} gate=0,0:N walls=4.6 towers=2@R2 pile=2 step=tower");
    let mut table = Table::at(2, &[], &position);
    assert_eq!(table.legal(), ["-", "tower:left", "tower:right"]);
    table.play(&["tower:left"]);
    assert_eq!(table.scored(), ["tower 4 to 1"]);
    assert_eq!(table.game.walls(LEFT)[3].tower(), Some(Seat(0)));
    assert_eq!(table.game.towers_left(Seat(0)), 5);
    let mut table = Table::at(2, &[], &position);
    table.play(&["tower:right"]);
    assert_eq!(table.scored(), ["tower 4 to 1"], "6 walls, a tower on the second");
}

/// CITY-55, DX-CITY-05: no tower at the gate, none where the last piece has one; walls go on past
/// a tower.
#[test]
fn towers_need_a_wall_between() {
    let table = Table::at(2, &[], &format!("{ROW} gate=0,0:N walls=0.3 pile=2 step=tower"));
    assert_eq!(table.legal(), ["-", "tower:right"]);
    assert_eq!(table.refused("tower:left"), "CITY-55");
    let table =
        Table::at(2, &[], &format!("{ROW} gate=0,0:N walls=2.3 towers=2@R3 pile=2 step=tower"));
    assert_eq!(table.legal(), ["-", "tower:left"]);
    assert_eq!(table.refused("tower:right"), "CITY-55");
    let inner = table.game.walls(LEFT)[0].edge.spot();
    let inner = Action::Put { piece: city::names::TOWER, at: inner };
    assert_eq!(table.game.refuse(&table.rules, inner).unwrap().rule, "CITY-53");
    let mut table = Table::at(
        2,
        &[],
        &format!("{ROW} gate=0,0:N walls=0.3 towers=2@R3 pile=2 step=build phase=1/2/-/-.-"),
    );
    assert_eq!(table.refused("tower:right"), "CITY-53", "walls come first");
    table.play(&["wall:right", "-", "tower:right"]);
    assert_eq!(table.scored(), ["tower 1 to 1"]);
}

/// CITY-53, CITY-56: only the trigger player may, and only if he has a tower left.
#[test]
fn without_a_tower_nothing() {
    let mut table = Table::at(
        4,
        &[],
        &format!(
            "{ROW} gate=0,0:N walls=3.0 towers=1@L1;1@L2;1@L3 pile=2 step=build phase=1/1/-/-.-.-.-"
        ),
    );
    assert_eq!(table.game.towers_left(Seat(0)), 0);
    assert_eq!(table.refused("tower:left"), "CITY-56");
    table.play(&["wall:left", "-"]);
    assert_eq!((table.asked(), table.game.step()), (0, TurnStep::Draw));
}

/// The rest of the vocabulary is refused too, in any step.
#[test]
fn other_actions_are_refused() {
    let table = Table::at(2, &[], &format!("{ROW} gate=0,0:N walls=0.3 pile=2 step=tower"));
    let edge = table.game.end(RIGHT).unwrap().spot();
    for (action, rule) in [
        (Action::Choose(1), "CITY-01"),
        (Action::Take { at: edge }, "CITY-01"),
        (Action::Put { piece: Piece(7), at: edge }, "CITY-01"),
        (Action::Put { piece: WALL, at: edge }, "CITY-37"),
        (Action::Put { piece: GATE, at: edge }, "CITY-38"),
        (Action::Put { piece: FOLLOWER, at: edge }, "CITY-49"),
    ] {
        assert_eq!(table.game.refuse(&table.rules, action).unwrap().rule, rule);
    }
    assert_eq!(table.game.turn(), table::Turn::Player(Seat(0)));
}
