//! The rules of Inns & Cathedrals, by id: docs/rules/inns.md.

use crate::common::play::Table;
use crate::common::play::scene::scene;
use crate::common::play::table::{rules, setup};
use country::exp::Mark;
use country::exp::inns::{CATHEDRAL, INN};
use country::{Rules, SetupError};

const INNS: &[&str] = &["inns"];

/// A cathedral city of six tiles and two coats of arms, open at 1,-1 only.
const CATHEDRAL_CITY: &str = "ic/cathedral@0,-1r0 base/E@-1,-1r1 base/M@0,-2r2 base/N@1,-2r3";

fn inns() -> Table {
    Table::new(2, INNS, &[])
}

/// INNS-01: 18 tiles, 6 with inns and 2 cathedrals; a large follower for each of six colours.
#[test]
fn inns_01_components() {
    let rules = rules(6, INNS, &[]);
    let tiles = || rules.tiles().iter().filter(|t| t.id.starts_with("ic/"));
    assert_eq!(tiles().map(|t| t.count).sum::<u8>(), 18);
    let marked = |mark: Mark| -> u8 {
        tiles().filter(|t| t.segments.iter().any(|s| s.has(mark))).map(|t| t.count).sum()
    };
    assert_eq!((marked(INN), marked(CATHEDRAL)), (6, 2));
    let t = Table::new(6, INNS, &[]);
    for seat in 1..=6 {
        assert_eq!((t.supply(seat, "large"), t.supply(seat, "follower")), (1, 7));
    }
}

/// INNS-02: 2 to 6 players, whatever the options of the module say.
#[test]
fn inns_02_six_seats() {
    let both_off = [("OPT-INNS-TILES", "off"), ("OPT-LARGE-MEEPLE", "off")];
    assert!(Rules::new(&setup(6, INNS, &[])).is_ok());
    assert!(Rules::new(&setup(6, INNS, &both_off)).is_ok());
    let refused = Rules::new(&setup(7, INNS, &[])).unwrap_err();
    assert_eq!(refused, SetupError::Seats { asked: 7, most: 6 });
    assert!(Rules::new(&setup(1, INNS, &[])).is_err());
}

/// INNS-03: the tiles are shuffled in, each supply has 7 followers and a large one.
#[test]
fn inns_03_setup() {
    let t = inns();
    assert_eq!(t.game.bag().total(), 71 + 18);
    assert_eq!(t.in_stack("ic/cathedral"), 2);
    assert_eq!((t.supply(1, "follower"), t.supply(1, "large")), (7, 1));
    assert_eq!(Table::new(2, &[], &[]).supply(1, "large"), 0);
}

/// INNS-04, INNS-05: placed like a follower, on any of its places, instead of one.
#[test]
fn inns_04_inns_05_placing() {
    let mut t = Table::new(2, &["inns", "abbot", "cult"], &[]);
    t.play("base/A 0,1 r0");
    for spot in ["road:S", "monastery", "field:NL"] {
        assert!(t.allows(&format!("large@{spot}")) && t.allows(&format!("follower@{spot}")));
    }
    t.play("large@road:S");
    assert_eq!((t.to_act(), t.on_turn()), (Some(0), 2), "one figure only");
    assert_eq!((t.supply(1, "large"), t.supply(1, "follower")), (0, 7));
    t.play("cult/cap 1,1 r1");
    assert!(t.allows("large@city:E") && t.allows("large@shrine"));
    t.play("large@shrine base/E.g -1,1 r3");
    t.refused("large@city:W", "BASE-24");
    t.play("- base/U.g 1,0 r0");
    t.refused("large@garden", "BASE-24");
    let mut t = Table::new(2, &["inns", "abbot"], &[]);
    t.play("base/U.g 1,0 r0");
    t.refused("large@garden", "ABBOT-05");
}

/// INNS-04: counts two for majority, does not change the value, and comes back.
#[test]
fn inns_04_strength_two() {
    let mut t =
        scene(2, INNS, &[], "base/W@1,0r0; figures 1:large@0,0:road:E 2:follower@1,0:road:W");
    assert_eq!(t.feature("0,0:road:E").strengths()[..2], [2, 1]);
    t.play("base/L -1,0 r0 -");
    t.expect_score(&[3, 0]);
    assert_eq!((t.supply(1, "large"), t.supply(2, "follower")), (1, 7));
}

/// INNS-04: as a farmer the large follower stays to the end; BASE-22 holds for it as well.
#[test]
fn inns_04_as_farmer() {
    let mut t = inns();
    t.play("base/E 0,-1 r2 large@field:NL base/B 1,-1 r0");
    t.refused("large@field:NL", "BASE-22");
    t.play("follower@monastery");
    t.build("base/U 1,0 r0");
    assert!(t.figures().iter().any(|f| f.starts_with("1:large@")));
    t.leave(&["base/U"]);
    t.play("base/U -1,0 r0 -");
    t.expect_score(&[3, 4]);
}

/// INNS-06, DX-INNS-01: a road of 4 tiles with an inn gives 8, incomplete at the end nothing.
#[test]
fn inns_06_dx_inns_01_inn_road() {
    let mut t = inns();
    t.play("ic/straight-inn.g 1,0 r0 follower@road:EW base/W 2,0 r0 -");
    let mut open = t.clone();
    t.play("base/L -1,0 r0 -");
    t.expect_score(&[8, 0]);
    open.end_with("base/U -1,0 r0 -");
    assert_eq!(open.feature("0,0:road:E").tiles(), 4);
    open.expect_score(&[0, 0]);
}

/// INNS-06: a second inn adds nothing: 5 tiles, 10 points.
#[test]
fn inns_06_two_inns() {
    let mut t = inns();
    t.play("ic/straight-inn.g 1,0 r0 follower@road:EW base/W 2,0 r0 -");
    t.play("ic/curve-inn -1,0 r3 - base/A -1,1 r2 -");
    t.expect_score(&[10, 0]);
}

/// INNS-07, DX-INNS-04: the inn of the crossing belongs to its eastern road only.
#[test]
fn inns_07_dx_inns_04_crossing_with_inn() {
    let mut t = scene(
        3,
        INNS,
        &[],
        "ic/crossing-inn@1,0r0; figures 1:follower@1,0:road:E 2:follower@1,0:road:S
         3:follower@1,0:road:W",
    );
    t.play("base/A 2,0 r1 -");
    t.expect_score(&[4, 0, 0]);
    t.play("base/A 1,1 r2 -");
    t.expect_score(&[4, 2, 0]);
    t.play("base/L -1,0 r0 -");
    t.expect_score(&[4, 2, 3]);
}

/// INNS-07: the inn counts for the whole road, however far it goes, and turns with its tile.
#[test]
fn inns_07_the_whole_road() {
    let mut t = scene(2, INNS, &[], "ic/crossing-inn@1,0r1; figures 1:follower@1,0:road:S");
    t.play("base/U 1,1 r1 - base/A 1,2 r2 -");
    t.expect_score(&[6, 0]);
}

/// INNS-08: a complete cathedral city gives 3 a tile and 3 a coat of arms, incomplete nothing.
/// (DX-INNS-02, with five tiles and two coats of arms, is tested beside the code: the printed
/// tiles need six.)
#[test]
fn inns_08_cathedral_city() {
    let text = format!("{CATHEDRAL_CITY}; figures 1:follower@0,-1:city:N");
    let mut t = scene(2, INNS, &[], &text);
    let mut open = t.clone();
    t.play("base/M.g 1,-1 r0 -");
    t.expect_score(&[6 * 3 + 2 * 3, 0]);
    open.end_with("base/U 1,0 r0 -");
    open.expect_score(&[0, 0]);
    let city = &open.scored()[0];
    assert!(city.items.iter().all(|i| i.each == 0), "coats of arms neither");
}

/// INNS-08, DX-INNS-02: a cathedral city of five tiles gives 15; the second cathedral adds
/// nothing to one of eight.
#[test]
fn inns_08_dx_inns_02_one_or_two_cathedrals() {
    let mut t = scene(
        2,
        INNS,
        &[],
        "ic/cathedral@0,-1r0 base/E@-1,-1r1 base/E@0,-2r2; figures 1:follower@0,-1:city:N",
    );
    t.play("base/E 1,-1 r3 -");
    t.expect_score(&[15, 0]);
    let mut t = scene(
        2,
        INNS,
        &[],
        "ic/cathedral@0,-1r0 base/E@-1,-1r1 base/E@0,-2r2 ic/cathedral@1,-1r0 base/E@1,-2r2
         base/E@2,-1r3; figures 1:follower@0,-1:city:N",
    );
    t.play("base/K 1,0 r0 -");
    t.expect_score(&[24, 0]);
}

/// INNS-09: for farmers a completed cathedral city is one completed city, and inns are nothing.
#[test]
fn inns_09_farmers() {
    let text = format!("{CATHEDRAL_CITY}; figures 1:follower@0,0:field:EL");
    let mut t = scene(2, INNS, &[], &text);
    t.play("base/M.g 1,-1 r0 -");
    t.end_with("ic/straight-inn.g 1,0 r0 -");
    t.expect_score(&[3, 0]);
}

/// INNS-10: an opponent may add an inn to a road or a cathedral to a city.
#[test]
fn inns_10_added_by_an_opponent() {
    let mut t = inns();
    t.play("base/U 1,0 r0 follower@road:EW");
    assert_eq!(t.forecast(), [2, 0]);
    t.play("ic/straight-inn.g 2,0 r0 -");
    assert_eq!(t.forecast(), [0, 0]);
    t.play("base/F 0,-1 r1 follower@city:NS");
    assert_eq!(t.forecast(), [3, 0]);
    t.build("ic/cathedral 0,-2 r0");
    assert_eq!(t.forecast(), [0, 0]);
}

/// INNS-11, DX-INNS-03: one large and two normal knights are equal: both get the 12.
#[test]
fn inns_11_dx_inns_03_ties() {
    let mut t = scene(
        2,
        INNS,
        &[],
        "base/N@0,1r2 base/H@0,2r0 base/N@0,3r1 base/N.g@1,1r3 base/G@1,2r1;
         figures 1:large@0,1:city:E 2:follower@0,2:city:S 2:follower@1,1:city:S",
    );
    t.play("base/P 1,3 r0 -");
    t.expect_score(&[12, 12]);
    let mut t = scene(
        2,
        INNS,
        &[],
        "base/W@1,0r0; figures 1:large@0,0:road:E 2:follower@1,0:road:W 2:follower@1,0:road:W 1:follower@1,0:road:W",
    );
    t.play("base/L -1,0 r0 -");
    t.expect_score(&[3, 0]); // three against two
}

/// EX-INNS-01: a large follower that comes out of Carcassonne to a scoring counts two: Red alone
/// scores, against one normal knight.
#[test]
fn ex_inns_01_large_from_carcassonne() {
    let mut t = scene(
        2,
        &["inns", "count"],
        &[],
        "base/G@2,1r0; figures 2:follower@2,1:city:E; count at=market in=castle:1:large*1",
    );
    t.play("base/E 3,1 r3 - large>3,1:city:W");
    assert_eq!(t.scored()[0].strength[..2], [2, 1]);
    t.expect_score(&[6, 0]);
    assert_eq!(t.supply(1, "large"), 1);
}

/// OPT-INNS-FINAL ignore: at the end inns and cathedrals are not looked at.
#[test]
fn opt_inns_final_ignore() {
    let options = [("OPT-INNS-FINAL", "ignore")];
    let text = format!("{CATHEDRAL_CITY}; figures 1:follower@0,-1:city:N 2:follower@0,0:road:E");
    let mut t = scene(2, INNS, &options, &text);
    t.end_with("ic/straight-inn.g 1,0 r0 -");
    t.expect_score(&[5 + 1, 2]);
    // Complete features are worth what they always are.
    let mut t = Table::new(2, INNS, &options);
    t.play("ic/straight-inn.g 1,0 r0 follower@road:EW base/W 2,0 r0 - base/L -1,0 r0 -");
    t.expect_score(&[8, 0]);
}

/// OPT-INNS-TILES off: without the 18 tiles, but with the large follower.
#[test]
fn opt_inns_tiles_off() {
    let mut t = Table::new(2, INNS, &[("OPT-INNS-TILES", "off")]);
    assert_eq!(t.game.bag().total(), 71);
    t.unreadable("ic/cathedral");
    t.play("base/U 1,0 r0 large@road:EW");
}

/// OPT-LARGE-MEEPLE off: without the large follower, but with the tiles.
#[test]
fn opt_large_meeple_off() {
    let mut t = Table::new(2, INNS, &[("OPT-LARGE-MEEPLE", "off")]);
    assert_eq!((t.supply(1, "large"), t.game.bag().total()), (0, 89));
    t.play("base/U 1,0 r0");
    t.refused("large@road:EW", "INT-05");
    assert!(t.legal().iter().all(|w| !w.starts_with("large")));
}

/// DX-INNS-02: a cathedral city of five tiles and two coats of arms, which no printed tiles can
/// build: 21, unfinished 0.
#[test]
fn dx_inns_02_cathedral_with_coats_of_arms() {
    let rules = rules(2, INNS, &[]);
    let worth = [true, false].map(|done| rules.worth_of_city(5, 2, CATHEDRAL.bit() as u8, done));
    assert_eq!(worth, [21, 0]);
}
