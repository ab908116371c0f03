//! The rules of The River, by id: docs/rules/river.md.

use crate::common::play::Table;
use crate::common::play::table::rules;
use country::tile::{Kind, Terrain};
use table::{Action, Cell, Piece, Side, Spot, Text};

const RIVER: &[&str] = &["river"];

/// The ten middle tiles in one possible course; the lake follows at 4,7.
const COURSE: &str = "river/curve 0,1 r2 river/straight 1,1 r0 river/curve.g 2,1 r0
    river/straight 2,2 r1 river/road-curve 2,3 r2 river/two-cities 3,3 r0
    river/corner-city 4,3 r1 river/city-bridge 4,4 r1 river/monastery-bridge 4,5 r1
    river/road-bridge 4,6 r0";

fn river() -> Table {
    Table::new(2, RIVER, &[])
}

/// A game whose river is still being drawn: tiles, then what the river keeps.
#[track_caller]
fn stream(options: &[(&str, &str)], tiles: &str, slot: &str) -> Table {
    let text = format!("{tiles}; river {slot}; turn 1 part 1 step draw-river");
    Table::read(2, RIVER, options, &text)
}

// --- Components and setup

/// RIVER-01: 12 tiles: a spring, a lake, ten others, 4 curves and 6 straights in each edition.
#[test]
fn river_01_opt_river_edition_tiles() {
    for (edition, set, gardens, monasteries) in
        [("c3", "river", 1, 2), ("c2", "river-c2", 1, 1), ("c1", "river-c1", 0, 1)]
    {
        let options = [("OPT-RIVER-EDITION", edition)];
        let rules = rules(2, &["river", "abbot"], &options);
        let tiles: Vec<_> = rules.tiles().iter().filter(|t| !t.id.starts_with("base/")).collect();
        assert!(tiles.iter().all(|t| t.id.starts_with(&format!("{set}/"))));
        let count = |f: &dyn Fn(&country::tile::TileDef) -> bool| -> u8 {
            tiles.iter().filter(|t| f(t)).map(|t| t.count).sum()
        };
        assert_eq!(count(&|_| true), 12);
        assert_eq!(count(&|t| t.stream.len() == 1), 2, "spring and lake");
        let straight = |t: &country::tile::TileDef| t.stream[0].opposite() == t.stream[1];
        assert_eq!(count(&|t| t.stream.len() == 2 && straight(t)), 6);
        assert_eq!(count(&|t| t.stream.len() == 2 && !straight(t)), 4);
        assert_eq!(count(&|t| t.centre() == Some(country::exp::abbot::GARDEN)), gardens);
        assert_eq!(count(&|t| t.centre() == Some(Kind::Monastery)), monasteries);
        for tile in &tiles {
            let sides = tile.edges.iter().filter(|e| **e == Terrain::Stream).count();
            assert_eq!(sides, tile.stream.len(), "{}", tile.id);
        }
    }
}

/// RIVER-02, OPT-RIVER-START: the base start tile is left out, or shuffled in.
#[test]
fn river_02_opt_river_start() {
    let t = river();
    assert_eq!((t.in_stack("base/D"), t.game.bag().total()), (3, 71));
    assert_eq!(t.game.board().laid().len(), 1);
    let t = Table::new(2, RIVER, &[("OPT-RIVER-START", "shuffle-in")]);
    assert_eq!((t.in_stack("base/D"), t.game.bag().total()), (4, 72));
}

/// RIVER-03: the spring lies at 0,0 unturned; ten tiles are equally likely, the lake not yet.
#[test]
fn river_03_setup() {
    let t = river();
    assert!(t.position().starts_with("river/spring@0,0r0;"), "{}", t.position());
    let odds = t.odds();
    assert_eq!(odds.iter().map(|(_, n)| n).sum::<u16>(), 10);
    assert!(odds.contains(&("river/straight".to_owned(), 2)));
    assert!(odds.iter().all(|(id, _)| id != "river/lake" && id != "river/spring"));
}

/// RIVER-04: the river comes first, then the lake, an ordinary draw of the seat on turn; then the
/// normal stack. RIVER-09: the lake leaves no river open.
#[test]
fn river_04_river_09_the_order_of_draws() {
    let mut t = river();
    t.refused("base/U", "BASE-16");
    t.build(COURSE);
    assert_eq!(t.game.board().laid().len(), 11);
    assert_eq!(t.odds(), [("river/lake".to_owned(), 1)]);
    assert_eq!(t.on_turn(), 1, "ten turns have been played");
    t.play("river/lake");
    assert_eq!(t.to_act(), Some(1), "the lake is laid by a player");
    assert_eq!(t.choices(), "4,7 r0");
    t.play("4,7 r0 follower@monastery");
    assert_eq!(t.game.slots().river.mouth, None);
    assert!(t.odds().iter().all(|(id, _)| id.starts_with("base/")));
    assert_eq!(t.game.bag().total(), 71);
    // Normal tiles go beside river tiles, on their roads, cities and fields.
    t.play("base/E 3,2 r2 - base/U 1,0 r0 - base/A 1,2 r1");
    assert!(t.joined("0,0:road:E", "1,0:road:W"));
}

/// RIVER-04: the second draw of a builder's double turn comes from the river, too.
#[test]
fn river_04_second_part() {
    let mut t = Table::read(
        2,
        &["river", "traders"],
        &[],
        "river/spring@0,0r0 base/U@1,0r0 base/U@1,1r0;
         figures 1:follower@1,1:road:EW 1:builder@1,1:road:EW;
         river stack=river/road-bridge*1+river/straight*1 lake=river/lake mouth=0,0:S;
         turn 1 part 1 step draw-river",
    );
    t.play("river/road-bridge 0,1 r0 - second");
    assert_eq!((t.on_turn(), t.part()), (1, 2));
    assert_eq!(t.odds(), [("river/straight".to_owned(), 1)]);
}

// --- Placement

/// RIVER-05: a river tile continues the river, though it would fit elsewhere; V matches V only.
#[test]
fn river_05_continues_the_river() {
    let mut t = river();
    t.play("river/straight");
    t.refused("-1,0 r1", "RIVER-05");
    t.refused("0,1 r0", "BASE-18"); // field to river
    t.refused("1,0 r0", "BASE-18"); // river to road
    assert_eq!(t.choices(), "0,1 r1 | 0,1 r3");
    t.play("0,1 r1 - river/road-curve");
    t.refused("0,2 r0", "BASE-18"); // road to river
    t.refused("1,0 r2", "RIVER-05");
    assert!(t.legal().iter().all(|w| w.starts_with("0,2 ")));
}

/// RIVER-06: the river may not run against a tile. (Such a placement never fits, for a river side
/// would meet another; so the reason given is the touching edge.)
#[test]
fn river_06_not_against_a_tile() {
    let mut t = river();
    t.build(
        "river/curve 0,1 r2 river/straight 1,1 r0 river/curve.g 2,1 r1 river/straight 2,0 r1
         river/corner-city 2,-1 r1 river/two-cities 1,-1 r0",
    );
    t.play("river/road-curve");
    t.refused("0,-1 r3", "BASE-18"); // south, into the spring
    assert_eq!(t.choices(), "0,-1 r2", "north is the only way left");
}

/// RIVER-07, DX-RIVER-01: after a curve to the left another to the left is illegal, to the right
/// legal.
#[test]
fn river_07_dx_river_01_no_u_turn() {
    let mut t = river();
    t.play("river/curve");
    assert_eq!(t.choices(), "0,1 r1 | 0,1 r2", "a spring is not a curve");
    t.play("0,1 r2 - river/curve.g");
    t.refused("1,1 r1", "RIVER-07");
    assert_eq!(t.choices(), "1,1 r0");
    let mut t = river();
    t.play("river/curve 0,1 r1 - river/curve.g"); // to the right, flowing south to west
    t.refused("-1,1 r2", "RIVER-07");
    assert_eq!(t.choices(), "-1,1 r3");
}

/// RIVER-07, OPT-RIVER-UTURN, DX-RIVER-02: a straight tile between lifts the restriction, except
/// under `strict`.
#[test]
fn river_07_dx_river_02_opt_river_uturn() {
    let words = "river/curve 0,1 r2 - river/straight 1,1 r0 - river/curve.g";
    let mut t = river();
    t.play(words);
    assert_eq!(t.choices(), "2,1 r0 | 2,1 r1");
    let mut t = Table::new(2, RIVER, &[("OPT-RIVER-UTURN", "strict")]);
    t.play(words);
    t.refused("2,1 r1", "RIVER-07");
    assert_eq!(t.choices(), "2,1 r0");
    t.play("2,1 r0 - river/road-curve"); // to the right: now left is free again
    assert_eq!(t.choices(), "2,2 r2");
}

/// RIVER-08: a drawn tile that has no place because of RIVER-07 may turn as it likes.
#[test]
fn river_08_the_bend_rule_is_lifted() {
    let slot = "stack=river/curve*1+river/curve.g*1 lake=river/lake mouth=0,0:S bend=left";
    let mut open = stream(&[], "river/spring@0,0r0", slot);
    open.play("river/curve");
    assert_eq!(open.choices(), "0,1 r1");
    // West of the mouth lies a tile: to the left is the only way.
    let mut t = stream(&[], "river/spring@0,0r0 base/B@-1,0r0 base/B@-1,1r0", slot);
    t.play("river/curve");
    assert_eq!(t.choices(), "0,1 r2");
    // Lifted for that tile only: the next one may not turn left again.
    t.play("0,1 r2 - river/curve.g");
    t.refused("1,1 r1", "RIVER-07");
}

/// RIVER-08: a tile that fits nowhere goes back above the lake while others fit; the same seat
/// draws again, from the stack first, then what was put back, then the lake.
#[test]
fn river_08_put_back_above_the_lake() {
    let tiles = "river/spring@0,0r0 base/U@1,0r0 base/B@1,1r0 base/B@-1,0r0 base/B@-1,1r0";
    let slot = "stack=river/curve*1+river/curve.g*1+river/straight*2 lake=river/lake mouth=0,0:S";
    let mut t = stream(&[], tiles, slot);
    t.play("river/curve.g x");
    assert!(t.tells("aside river/curve.g"));
    assert_eq!((t.on_turn(), t.to_act()), (1, Some(0)));
    t.play("river/curve x river/straight 0,1 r1 -");
    assert_eq!(t.odds(), [("river/straight".to_owned(), 1)], "the stack first");
    t.play("river/straight 0,2 r1 -");
    assert_eq!(t.odds(), [("river/curve.g".to_owned(), 1)], "first put back, first drawn");
    t.play("river/curve.g 0,3 r1 -");
    assert_eq!(t.odds(), [("river/curve".to_owned(), 1)]);
    t.play("river/curve -1,3 r3 -");
    assert_eq!(t.odds(), [("river/lake".to_owned(), 1)]);
    assert_eq!(t.game.discarded().total(), 0);
}

/// RIVER-08: if no middle tile left fits, all of them leave and the lake comes next.
#[test]
fn river_08_all_leave() {
    let tiles = "river/spring@0,0r0 base/U@1,0r0 base/B@1,1r0 base/B@-1,0r0 base/B@-1,1r0";
    let slot = "stack=river/curve*1+river/road-curve*1 lake=river/lake mouth=0,0:S";
    let mut t = stream(&[], tiles, slot);
    t.play("river/curve x");
    assert!(t.tells("discarded river/curve") && t.tells("discarded river/road-curve"));
    assert_eq!((t.on_turn(), t.odds()), (1, vec![("river/lake".to_owned(), 1)]));
    t.play("river/lake 0,1 r0 -");
    assert!(t.odds().iter().all(|(id, _)| id.starts_with("base/")));
}

/// RIVER-08, RIVER-09: if the lake does not fit either it leaves, and the river stays open: no
/// tile fits beside it.
#[test]
fn river_08_river_09_the_lake_leaves() {
    // East of the mouth a road, west a field: no river tile has both.
    let tiles = "river/spring@0,0r0 base/U@1,0r0 base/U@1,1r0 base/B@-1,0r0 base/B@-1,1r0";
    let mut t = stream(&[], tiles, "stack=river/curve*1 lake=river/lake mouth=0,0:S");
    t.play("river/curve x river/lake x");
    assert!(t.tells("discarded river/lake"));
    assert_eq!((t.on_turn(), t.to_act()), (1, Some(0)));
    for id in ["base/U", "base/V", "base/K", "base/X", "base/B"] {
        let mut copy = t.clone();
        copy.play(id);
        assert!(copy.turns_at("0,1").is_empty(), "{id}");
    }
}

/// OPT-RIVER-LAKE automatic, RIVER-04: the lake is laid by itself, nobody claims on it, what it
/// completes is scored, and the seat about to draw goes on with a normal tile.
#[test]
fn opt_river_lake_automatic() {
    let tiles = "river/spring@0,0r0 base/U@1,0r0 base/B@1,1r0 base/B@1,2r0 base/B@2,1r0
                 base/E@2,2r1 base/E@2,3r1 base/E@1,3r2 base/E.g@0,3r2;
                 figures 2:follower@1,2:monastery";
    let slot = "stack=river/straight*1 lake=river/lake mouth=0,0:S";
    let mut t = stream(&[("OPT-RIVER-LAKE", "automatic")], tiles, slot);
    t.play("river/straight 0,1 r1 -");
    assert_eq!(
        t.told()[2..],
        [
            "turn 2 part 1",
            "laid river/lake 0,2 r0",
            "scored monastery 1,2:monastery 0 9",
            "home 2 follower 1,2:monastery"
        ]
    );
    t.expect_score(&[0, 9]);
    assert_eq!((t.on_turn(), t.part(), t.to_act()), (2, 1, Some(0)));
    assert!(t.odds().iter().all(|(id, _)| id.starts_with("base/")));
    t.play("base/U 2,0 r0 -");
    assert_eq!(t.on_turn(), 1);
}

/// OPT-RIVER-LAKE automatic: a lake that does not fit leaves the game.
#[test]
fn opt_river_lake_automatic_without_a_place() {
    let tiles = "river/spring@0,0r0 base/U@1,0r0 base/B@1,1r0 base/U@1,2r0";
    let slot = "stack=river/straight*1 lake=river/lake mouth=0,0:S";
    let mut t = stream(&[("OPT-RIVER-LAKE", "automatic")], tiles, slot);
    t.play("river/straight 0,1 r1 -");
    assert!(t.tells("discarded river/lake"));
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0)));
}

// --- Followers, scoring

/// RIVER-10: river tiles are claimed and scored as usual; nobody stands on the river itself.
#[test]
fn river_10_claims_on_river_tiles() {
    let mut t = river();
    t.play("river/monastery-bridge 0,1 r1");
    assert_eq!(
        t.choices(),
        "- | follower@field:NR.EL.ER.SL | follower@field:SR.WL | follower@monastery | \
         follower@road:W",
        "the fourth field is joined with the first round the spring"
    );
    t.unreadable("follower@river:NS");
    t.play("follower@monastery river/two-cities 0,2 r1 follower@city:E");
    t.play("river/road-bridge 0,3 r0 follower@road:EW");
    assert_eq!(
        t.figures(),
        ["1:follower@0,1:monastery", "1:follower@0,3:road:EW", "2:follower@0,2:city:E"]
    );
}

/// RIVER-10, RIVER-14: a city of a river tile and a normal tile; monasteries count river tiles.
#[test]
fn river_10_river_14_river_tiles_count() {
    let mut t = river();
    let claims = COURSE
        .replace("3,3 r0", "3,3 r0 follower@city:N")
        .replace("4,5 r1", "4,5 r1 follower@monastery");
    t.build(&claims).build("river/lake 4,7 r0");
    t.play("base/E 3,2 r2 - base/U 1,0 r0 -");
    t.expect_score(&[0, 4]); // the city of two tiles
    assert_eq!(t.feature("0,0:road:E").tiles(), 2);
    assert_eq!(t.forecast(), [3, 4], "the monastery has two river tiles beside it");
}

/// RIVER-11: nobody claims on the spring; whoever lays the lake may claim its field or, in the
/// third edition, its monastery.
#[test]
fn river_11_spring_and_lake() {
    let t = river();
    assert_eq!(t.to_act(), Some(0), "the first thing is a draw");
    let mut t = stream(&[], "river/spring@0,0r0", "lake=river/lake mouth=0,0:S");
    t.play("river/lake 0,1 r0");
    let on_spring = Action::Put { piece: Piece(0), at: Spot::segment(Cell::ORIGIN, 0) };
    assert_eq!(t.game.refuse(&t.rules, on_spring).unwrap().rule, "BASE-21");
    assert_eq!(t.choices(), "- | follower@field:NL.NR.EL.ER.SL.SR.WL.WR | follower@monastery");
    let options = [("OPT-RIVER-EDITION", "c2")];
    let slot = "lake=river-c2/lake mouth=0,0:E";
    let mut t = stream(&options, "river-c2/spring@0,0r0", slot);
    t.play("river-c2/lake 1,0 r0");
    assert_eq!(t.choices(), "- | follower@field:NL.NR.EL.ER.SL.SR.WL.WR");
}

/// RIVER-12, OPT-RIVER-EDITION: the field goes round the spring in every edition, so that both
/// banks are one field there.
#[test]
fn river_12_round_the_spring() {
    let mut t = river();
    assert!(t.joined("0,0:field:SL", "0,0:field:SR"));
    t.play("river/straight 0,1 r1 follower@field:EL river/straight 0,2 r1");
    assert_eq!((t.to_act(), t.on_turn()), (Some(0), 1), "both banks are taken: nothing to ask");
    for edition in ["c2", "c1"] {
        let set = format!("river-{edition}");
        let mut t = Table::new(2, RIVER, &[("OPT-RIVER-EDITION", edition)]);
        t.play(&format!("{set}/straight 1,0 r0 follower@field:NL {set}/straight 2,0 r0"));
        assert_eq!((t.to_act(), t.on_turn()), (Some(0), 1));
    }
}

/// RIVER-12, DX-RIVER-03: the river separates its banks until the lake joins them: Red in the
/// north and Blue in the south then stand in one field.
#[test]
fn river_12_dx_river_03_round_the_lake() {
    let slot = "stack=river-c2/monastery-bridge*1+river-c2/straight*1 lake=river-c2/lake
                mouth=0,0:E";
    let mut t = stream(&[("OPT-RIVER-EDITION", "c2")], "river-c2/spring@0,0r0", slot);
    t.play("river-c2/monastery-bridge 1,0 r0 follower@field:NL river-c2/straight 2,0 r0");
    assert!(!t.joined("2,0:field:NL", "2,0:field:SL"), "the road over the bridge splits the south");
    t.play("follower@field:SL river-c2/lake 3,0 r0");
    assert!(t.joined("2,0:field:NL", "2,0:field:SL"));
    assert_eq!(t.feature("3,0:field:NL").strengths()[..2], [1, 1]);
    assert!(!t.allows("follower@field:NL"));
}

/// RIVER-13: a bridge interrupts neither road nor river; fields do not pass under it.
#[test]
fn river_13_bridges() {
    let mut t = river();
    t.play("river/road-bridge 0,1 r0");
    assert!(t.allows("follower@road:EW"));
    assert_eq!(t.feature("0,1:road:EW").open(), 2);
    assert_eq!(t.game.slots().river.mouth, Some((Cell::new(0, 1), Side::S)));
    assert!(!t.joined("0,1:field:NL", "0,1:field:SR"));
    assert!(!t.joined("0,1:field:NR", "0,1:field:SL"));
    t.play("follower@field:SL river/straight 0,2 r1");
    t.refused("follower@field:EL", "BASE-22");
    assert!(t.allows("follower@field:WL"), "the other bank below the bridge");
}

/// RIVER-13, DX-RIVER-04: on the road bridge, claiming field {0,7} does not occupy field {1,2}.
#[test]
fn dx_river_04_fields_of_the_bridge() {
    let slot = "stack=river-c2/monastery-bridge*1+river-c2/road-bridge*1+river-c2/straight*1
                lake=river-c2/lake mouth=0,0:E";
    let mut t = stream(&[("OPT-RIVER-EDITION", "c2")], "river-c2/spring@0,0r0", slot);
    t.play("river-c2/monastery-bridge 1,0 r0 - river-c2/road-bridge 2,0 r1");
    // One turn: {0,7} is north-east of the crossing now, {1,2} south-east.
    t.play("follower@field:NR.EL river-c2/straight 3,0 r0");
    t.refused("follower@field:NL", "BASE-22");
    t.play("follower@field:SL");
    assert_eq!(t.feature("2,0:field:NR.EL").strengths()[..2], [0, 1]);
    assert_eq!(t.feature("2,0:field:ER.SL").strengths()[..2], [1, 0]);
}
