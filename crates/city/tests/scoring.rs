//! Completion and scoring during the game: CITY-22..31, 74, 75.

use crate::common::kit::Table;
use city::TurnStep;
use city::names::TOLD_PHASE;
use table::{Cell, Event, Seat};

/// CITY-23, CITY-25, EX-CITY-01: a street of three tiles, Red: 3 points. CITY-28: he goes home.
#[test]
fn a_street_of_three_tiles() {
    let mut table =
        Table::at(2, &[], "tiles=end@0,0r0;ns@0,1r0 followers=1@0,0:street:S turn=2 step=lay:end");
    assert_eq!(table.game.supply(Seat(0)), 6);
    table.play(&["0,2 r2", "-"]);
    assert_eq!(table.scored(), ["street 3 to 1"]);
    assert_eq!(table.points(), [3, 0]);
    assert_eq!(table.game.supply(Seat(0)), 7);
    assert!(table.events.iter().any(|e| matches!(e, Event::Home { seat: Seat(0), .. })));
    assert_eq!(table.told(TOLD_PHASE), 0, "CITY-37: a tile of pile 1");
}

/// CITY-25, EX-CITY-02: a street of four tiles: 8 points. DX-CITY-03: of five tiles: 10.
#[test]
fn streets_from_four_tiles_count_double() {
    for (middle, points) in [("ns@0,2r0", "street 8 to 1"), ("ns@0,2r0;ns@0,3r0", "street 10 to 1")]
    {
        let position =
            format!("tiles=end@0,0r0;ns@0,1r0;{middle} followers=1@0,0:street:S step=lay:end");
        let mut table = Table::at(2, &[], &position);
        let y = 3 + middle.matches(';').count();
        table.play(&[&format!("0,{y} r2"), "-"]);
        assert_eq!(table.scored(), [points]);
    }
}

/// CITY-23: a closed loop is complete; streets that meet in a crossing are different streets.
#[test]
fn loops_and_crossings() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=curve@0,0r0;curve@1,0r1;curve@1,1r2 followers=2@0,0:street:E step=lay:curve",
    );
    table.play(&["0,1 r3", "-"]);
    assert_eq!(table.scored(), ["street 8 to 2"]);
    let mut table = Table::at(2, &[], "tiles=end@0,0r0 followers=1@0,0:street:S step=lay:cross");
    table.play(&["0,1 r0", "follower@street:S"]);
    assert_eq!(table.scored(), ["street 2 to 1"]);
    assert_eq!(table.game.followers().len(), 1);
}

/// CITY-24, CITY-26, EX-CITY-03: a market of 3 tiles and 3 kinds, Blue: 9 points. EX-CITY-04: of
/// 4 tiles and 2 kinds: 8 points.
#[test]
fn markets_count_tiles_times_kinds() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=cap-cow@0,0r2;hall-fish@0,1r0 followers=2@0,0:market:SL step=lay:cap-grain",
    );
    table.play(&["0,2 r0", "-"]);
    assert_eq!(table.scored(), ["market 9 to 2"]);
    let mut table = Table::at(
        2,
        &[],
        "tiles=cap-fish@0,0r2;hall-fish@0,1r0;hall-grain@0,2r0 followers=2@0,0:market:SL \
         step=lay:cap-grain",
    );
    table.play(&["0,3 r0", "-"]);
    assert_eq!(table.scored(), ["market 8 to 2"]);
    let Some(Event::Scored(score)) = table.events.iter().find(|e| matches!(e, Event::Scored(_)))
    else {
        panic!("no score")
    };
    assert_eq!(score.items.len(), 2);
    assert_eq!((score.items[0].count, score.items[0].each), (4, 2));
}

/// CITY-27, EX-CITY-05: a tile joins two markets to one of 6 tiles and 3 kinds; Red and Blue have
/// one merchant each and both get 18.
#[test]
fn ties_all_get_the_full_value() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=cap-cow@0,0r2;hall-fish@0,1r0;hall-fish@0,2r0;blank@1,2r0;blank@1,3r0;blank@1,4r0;\
         hall-grain@0,4r0;cap-fish@0,5r0 followers=1@0,0:market:SL;2@0,4:market:NL \
         step=lay:hall-grain",
    );
    table.play(&["0,3 r0", "-"]);
    assert_eq!(table.scored(), ["market 18 to 1 2"]);
    assert_eq!(table.points(), [18, 18]);
}

/// CITY-27, CITY-28: who has fewer followers gets nothing; all of them go home.
#[test]
fn the_majority_gets_it_all() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=end@0,0r0;ns@0,1r0;ns@0,2r0 \
         followers=1@0,0:street:S;1@0,1:street:NS;2@0,2:street:NS step=lay:end",
    );
    table.play(&["0,3 r2", "-"]);
    assert_eq!(table.scored(), ["street 8 to 1"]);
    assert_eq!(table.points(), [8, 0]);
    assert_eq!([0, 1].map(|s| table.game.supply(Seat(s))), [7, 7]);
    assert!(table.game.followers().is_empty());
}

/// CITY-22: an empty cell inside the city leaves street and market open.
#[test]
fn holes_leave_markets_open() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=blank@0,0r0;cap-fish@1,0r2;blank@2,0r0;blank@2,1r0;blank@2,2r0;blank@1,2r0;\
         blank@0,2r0 followers=1@1,0:market:SL step=lay:blank",
    );
    table.play(&["0,1 r0", "-"]);
    assert_eq!(table.scored(), [""; 0]);
    let market = table.game.feature_at(Cell::new(1, 0), 0).unwrap();
    assert_eq!(table.game.tally(market).open, 2);
}

/// CITY-74: a tile completes a market that it holds no part of; this scores and triggers.
#[test]
fn a_market_is_completed_from_outside() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=cap-fish@0,0r0;blank@1,0r0;blank@2,0r0;blank@3,0r0 followers=1@0,0:market:NL \
         turn=2 pile=2 step=lay:blank",
    );
    table.play(&["0,-1 r0", "-"]);
    assert_eq!(table.scored(), ["market 1 to 1"]);
    assert_eq!(table.told(TOLD_PHASE), 1);
    assert_eq!(table.asked(), 2, "CITY-37: who laid the tile is the trigger player");
}

/// CITY-29, DX-CITY-06: a completed street without followers scores nothing and starts no wall
/// phase, in pile 2 either.
#[test]
fn unoccupied_features_score_nothing() {
    let mut table = Table::at(2, &[], "tiles=end@0,0r0;ns@0,1r0 pile=2 step=lay:end");
    table.play(&["0,2 r2", "-"]);
    assert_eq!(table.scored(), [""; 0]);
    assert_eq!(table.told(TOLD_PHASE), 0);
    assert_eq!(table.game.step(), TurnStep::Draw);
}

/// CITY-30, CITY-82: homes are never scored during the game, not even when all of their sides are
/// bounded by tiles and walls; the resident stays.
#[test]
fn homes_wait_for_the_end() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=blank@0,0r0;all-fish@1,0r0;blank@2,0r0;blank@3,0r0;blank@4,0r0;blank@5,0r0 \
         followers=1@0,0:homes:NL gate=0,0:S walls=0.1 pile=2 turn=2 step=build phase=1/1/-/-.-",
    );
    table.play(&["wall:right", "-"]);
    assert_eq!(table.scored(), [""; 0]);
    assert_eq!(table.game.followers().len(), 1);
}

/// CITY-31: several features completed in one turn are all scored, with one wall phase.
#[test]
fn several_scorings_one_phase() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=end@0,0r0;blank@1,0r0;cap-fish@1,1r3;blank@2,0r0;blank@3,0r0 \
         followers=1@0,0:street:S;2@1,1:market:WL pile=2 step=lay:end",
    );
    table.play(&["0,1 r2", "-"]);
    assert_eq!(table.scored(), ["market 1 to 2", "street 2 to 1"]);
    assert_eq!(table.counts(TOLD_PHASE), [4]);
}

/// CITY-75: an edge that faces a blocked cell but carries no wall itself is open.
#[test]
fn a_blocked_cell_closes_nothing() {
    let table = Table::at(
        2,
        &[],
        "tiles=blank@0,0r0;blank@0,-1r0;cap-fish@1,-1r2 gate=0,0:E walls=0.0 pile=2 step=draw",
    );
    let market = table.game.feature_at(Cell::new(1, -1), 0).unwrap();
    assert_eq!(table.game.tally(market).open, 2);
}
