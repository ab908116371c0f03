//! The rules of the base game, by id: docs/rules/base.md.

use crate::common::play::Table;
use crate::common::play::table::{rules, setup};
use country::tile::{Kind, Terrain};
use country::{Rules, SetupError};
use table::{Action, Cell, Event, HalfEdge, Piece, Rot, Seat, Spot};

fn base(seats: u8) -> Table {
    Table::new(seats, &[], &[])
}

/// A base game in the middle, seat 1 about to draw.
#[track_caller]
fn middle(seats: u8, position: &str) -> Table {
    Table::read(seats, &[], &[], position)
}

// --- 0. Model

/// BASE-01: one tile a cell, x grows east, y grows south, r counts clockwise quarter turns.
#[test]
fn base_01_the_grid() {
    let mut t = base(2);
    t.play("base/E");
    t.refused("0,0 r0", "BASE-01");
    // The start tile has its city in the north and field in the south, roads east and west.
    assert_eq!(t.turns_at("0,-1"), [2]);
    assert_eq!(t.turns_at("0,1"), [1, 2, 3]);
    assert!(t.turns_at("1,0").is_empty() && t.turns_at("-1,0").is_empty());
    t.play("0,1 r1");
    assert!(t.allows("follower@city:E"), "one turn takes the north side east");
}

/// BASE-01: the grid has no border: a road of twelve tiles runs east.
#[test]
fn base_01_the_grid_goes_on() {
    let mut t = base(2);
    for x in 1..=7 {
        t.build(&format!("base/U {x},0 r0"));
    }
    t.build("base/D 8,0 r0 base/D 9,0 r0 base/D 10,0 r0 base/V 11,0 r1");
    assert_eq!(t.feature("0,0:road:E").tiles(), 12);
    assert_eq!(t.feature("11,0:road:N").tiles(), 12);
}

/// BASE-02: four edges, each of one terrain; rivers only with The River.
#[test]
fn base_02_every_edge_has_one_terrain() {
    let known = [Terrain::City, Terrain::Road, Terrain::Field];
    for tile in rules(2, &[], &[]).tiles() {
        assert!(tile.edges.iter().all(|e| known.contains(e)), "{}", tile.id);
    }
    let with_river = rules(2, &["river"], &[]);
    let rivers = with_river.tiles().iter().filter(|t| t.edges.contains(&Terrain::Stream));
    assert!(rivers.clone().count() > 0 && rivers.clone().all(|t| t.id.starts_with("river/")));
}

/// BASE-03: half-edges run clockwise from the west half of the north side; a turn adds two.
#[test]
fn base_03_half_edges() {
    let names = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];
    for (i, name) in names.iter().enumerate() {
        let half = HalfEdge::from_name(name).unwrap();
        assert_eq!(half.0 as usize, i);
        assert_eq!(half.turned(Rot::R1).0 as usize, (i + 2) % 8);
    }
    let mut t = base(2);
    t.play("base/V 1,0 r1");
    assert!(t.allows("follower@field:NL.WR"), "the small field of V, SR.WL, after one turn");
}

/// BASE-03: partners across an edge: h2-h7, h3-h6 sideways, h0-h5, h1-h4 up and down.
#[test]
fn base_03_partners_across_an_edge() {
    let mut t = base(2);
    t.build("base/V 1,0 r0 base/U 1,1 r1");
    assert!(t.joined("0,0:field:EL", "1,0:field:WR"));
    assert!(t.joined("0,0:field:ER", "1,0:field:WL"));
    assert!(!t.joined("0,0:field:EL", "1,0:field:WL"));
    assert!(t.joined("1,1:field:NL", "1,0:field:SR"));
    assert!(t.joined("1,1:field:NR", "1,0:field:SL"));
    assert!(!t.joined("1,1:field:NL", "1,0:field:SL"));
}

/// BASE-04: what segments reach: a city side one city, a road side one road and two half-edges, a
/// field side two half-edges of one field.
#[test]
fn base_04_segments_own_the_edges() {
    let all = ["river", "inns", "traders", "cult"];
    let with_all = rules(2, &all, &[]);
    for tile in with_all.tiles() {
        for (i, terrain) in tile.edges.iter().enumerate() {
            let count = |kind: Kind| {
                let sides = tile.segments.iter().filter(|s| s.kind == kind).flat_map(|s| &s.sides);
                sides.filter(|s| **s as usize == i).count()
            };
            let fields = |half: u8| {
                let of = |s: &&country::tile::Segment| s.ports.contains(&HalfEdge(half));
                tile.segments.iter().filter(of).collect::<Vec<_>>()
            };
            let (left, right) = (fields(2 * i as u8), fields(2 * i as u8 + 1));
            let wanted = match terrain {
                Terrain::City => (0, 1, 0),
                Terrain::Road => (1, 0, 1),
                _ => (0, 0, 1),
            };
            assert_eq!((count(Kind::Road), count(Kind::City), left.len()), wanted, "{}", tile.id);
            assert_eq!(left.len(), right.len(), "{}", tile.id);
            assert!(*terrain != Terrain::Field || left == right, "{}", tile.id);
        }
    }
    let inner = |t: &&country::tile::TileDef| {
        t.segments.iter().any(|s| s.kind == Kind::Field && s.ports.is_empty())
    };
    let inner: Vec<&str> = with_all.tiles().iter().filter(inner).map(|t| t.id.as_str()).collect();
    assert!(inner.contains(&"ic/four-caps.g"), "an inner field has no half-edge: {inner:?}");
}

/// BASE-05: features join over touching edges and half-edges, never over corners.
#[test]
fn base_05_corners_join_nothing() {
    let mut t = base(2);
    t.build("base/K 1,0 r0 base/E 0,1 r2 base/E 1,-1 r2");
    assert!(t.joined("0,0:road:E", "1,0:road:W"), "road to road");
    assert!(t.joined("1,0:city:N", "1,-1:city:S"), "city to city");
    assert!(t.joined("0,0:field:SL", "0,1:field:NL"), "field to field");
    assert!(!t.joined("0,0:city:N", "1,0:city:N"), "side by side, touching at a corner");
    assert!(!t.joined("0,0:city:N", "1,-1:city:S"), "diagonal");
}

/// BASE-06: a field scores only for cities that its own tiles say it touches.
#[test]
fn base_06_fields_know_their_cities() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/E@0,-1r2; figures 1:follower@0,0:field:EL 2:follower@0,0:field:SL",
    );
    t.end_with("base/V 0,1 r0 -");
    t.expect_score(&[3, 0]);
    for tile in rules(2, &["inns", "traders"], &[]).tiles() {
        for field in tile.segments.iter().filter(|s| s.kind == Kind::Field) {
            let is_city = |c: &u8| tile.segments[*c as usize].kind == Kind::City;
            assert!(field.cities.iter().all(is_city), "{}", tile.id);
        }
    }
}

/// BASE-07: a road that enters a crossing by two arms counts that tile once.
#[test]
fn base_07_a_tile_counts_once() {
    let mut t = base(2);
    // A crossing at 0,1 whose east and south arms meet around three curves.
    t.build("base/W 0,1 r0 base/V 1,1 r0 base/V 1,2 r1");
    assert!(!t.joined("0,1:road:E", "0,1:road:S"));
    t.play("base/V 0,2 r2 follower@road:NE");
    t.expect_score(&[0, 4]);
}

/// BASE-08: open edges are those beside an empty cell.
#[test]
fn base_08_open_edges() {
    let mut t = base(2);
    assert_eq!(t.feature("0,0:road:E").open(), 2);
    assert_eq!(t.feature("0,0:city:N").open(), 1);
    t.build("base/C 0,-1 r0 base/U 1,0 r0");
    assert_eq!(t.feature("0,0:city:N").open(), 3);
    assert_eq!(t.feature("0,0:road:E").open(), 2);
    t.build("base/W 2,0 r0");
    assert_eq!(t.feature("0,0:road:E").open(), 1);
}

// --- 1. Components and setup

/// BASE-09: 2 to 5 players, 6 with Inns & Cathedrals.
#[test]
fn base_09_seats() {
    for seats in [0, 1, 6, 7, 255] {
        let refused = Rules::new(&setup(seats, &[], &[])).unwrap_err();
        assert_eq!(refused, SetupError::Seats { asked: seats, most: 5 });
        assert!(refused.to_string().contains("BASE-09"));
    }
    for seats in 2..=5 {
        assert_eq!(rules(seats, &[], &[]).seats(), seats);
    }
    assert_eq!(rules(6, &["inns"], &[]).seats(), 6);
}

/// BASE-10: 72 land tiles with the start tile, 12 river tiles more.
#[test]
fn base_10_tiles_in_the_box() {
    let count = |exps: &[&str]| -> u32 {
        rules(2, exps, &[]).tiles().iter().map(|t| u32::from(t.count)).sum()
    };
    assert_eq!(count(&[]), 72);
    assert_eq!(count(&["river"]), 84);
}

/// BASE-11, BASE-55: seven followers in each supply; the eighth, on the score track, never plays.
#[test]
fn base_11_base_55_seven_followers() {
    let t = base(5);
    for seat in 1..=5 {
        assert_eq!(t.supply(seat, "follower"), 7);
    }
    let seven = "1:follower@0,0:field:SL ".repeat(7);
    let mut t = middle(2, &format!("base/D@0,0r0; score 30 0; figures {seven}"));
    assert_eq!(t.supply(1, "follower"), 0);
    t.play("base/B 0,1 r0");
    assert_eq!((t.to_act(), t.on_turn()), (Some(0), 2), "seat 1 has nobody left to place");
    let eighth = format!("base/D@0,0r0; figures {seven} 1:follower@0,0:road:E; turn 1 step draw");
    let rules = rules(2, &[], &[]);
    let refused = <country::Country as table::Text>::read_position(&rules, &eighth).unwrap_err();
    assert!(refused.expected.contains("no more"), "{refused}");
}

/// BASE-12: without their modules there are no abbots, gardens or river tiles.
#[test]
fn base_12_unused_components() {
    let mut t = base(2);
    assert_eq!(t.supply(1, "abbot"), 0);
    assert!(t.odds().iter().all(|(id, _)| id.starts_with("base/")));
    t.play("base/E.g 0,1 r2");
    assert_eq!(t.choices(), "- | follower@city:S | follower@field:NL.NR.EL.ER.WL.WR");
    t.unreadable("follower@garden");
    t.play("-");
    t.unreadable("river/curve");
    t = base(2);
    t.play("base/B 0,1 r0");
    t.refused("abbot@monastery", "INT-05");
}

/// BASE-13: the start tile D lies at 0,0 unturned; 71 tiles are in the stack.
#[test]
fn base_13_start_tile() {
    let t = base(2);
    assert_eq!(t.game.board().laid().len(), 1);
    assert!(t.position().starts_with("base/D@0,0r0;"), "{}", t.position());
    assert_eq!(t.game.bag().total(), 71);
    assert_eq!(t.in_stack("base/D"), 3);
    assert_eq!(t.in_stack("base/V"), 8);
}

/// BASE-14: scores start at 0, seat 1 begins, then the others in order.
#[test]
fn base_14_first_seat_and_order() {
    let mut t = base(3);
    t.expect_score(&[0, 0, 0]);
    let mut order = Vec::new();
    for x in 1..=4 {
        order.push(t.on_turn());
        t.build(&format!("base/U {x},0 r0"));
    }
    assert_eq!(order, [1, 2, 3, 1]);
}

// --- 3. Turn

/// BASE-15, BASE-23, DX-BASE-01: tile, follower, scoring, in this order; a knight on a city that
/// his own tile completes scores 4 at once and comes straight back.
#[test]
fn dx_base_01_base_15_base_23_a_whole_turn() {
    let mut t = base(2);
    t.play("base/E 0,-1 r2");
    t.expect_score(&[0, 0]);
    assert_eq!(t.to_act(), Some(1), "step 2 comes before the scoring");
    t.refused("base/E", "BASE-21");
    t.play("follower@city:S");
    assert_eq!(
        t.told(),
        [
            "put 1 follower 0,-1:city:S",
            "scored city 0,0:city:N 4 0",
            "home 1 follower 0,-1:city:S",
            "turn 2 part 1"
        ]
    );
    t.expect_score(&[4, 0]);
    assert_eq!(t.supply(1, "follower"), 7);
    assert!(t.scored()[0].complete);
}

/// BASE-16: every tile left is equally likely; the drawn tile is seen by all, and is gone then.
#[test]
fn base_16_draws() {
    let mut t = base(2);
    let odds = t.odds();
    assert_eq!(odds.iter().map(|(_, n)| u32::from(*n)).sum::<u32>(), 71);
    assert!(odds.contains(&("base/U".to_owned(), 7)) && odds.contains(&("base/X".to_owned(), 1)));
    t.refused("0,-1 r2", "BASE-16");
    t.play("base/X");
    assert!(t.tells("drawn base/X"));
    assert!(t.position().contains("hand base/X"), "{}", t.position());
    t.play("1,0 r0 -");
    t.refused("base/X", "BASE-16");
}

/// BASE-17: a tile shares an edge with a tile; a corner is not enough.
#[test]
fn base_17_edge_contact() {
    let mut t = base(2);
    t.play("base/B");
    for apart in ["1,1 r0", "-1,-1 r0", "0,2 r0", "5,5 r0"] {
        t.refused(apart, "BASE-17");
    }
    t.play("0,1 r0");
}

/// BASE-18: all touching edges are of the same kind.
#[test]
fn base_18_touching_edges_match() {
    let mut t = base(2);
    t.play("base/V");
    t.refused("0,-1 r0", "BASE-18"); // field to city
    t.refused("1,0 r3", "BASE-18"); // field to road
    t.refused("0,1 r1", "BASE-18"); // road to field
    t.play("1,0 r0 - base/E");
    // Two neighbours: the road of V from the north, field of a later tile from the west.
    t.play("0,1 r2 - base/V");
    assert_eq!(t.turns_at("1,1"), [2], "road in the north, field in the west");
}

/// BASE-19: laying is a duty; every place and turn may be chosen, also turns that look alike.
#[test]
fn base_19_the_tile_must_be_laid() {
    let mut t = base(2);
    t.play("base/C");
    t.refused("-", "BASE-19");
    t.refused("follower@city:N", "BASE-19");
    assert_eq!(t.choices(), "0,-1 r0 | 0,-1 r1 | 0,-1 r2 | 0,-1 r3");
    t = base(2);
    t.play("base/U");
    // East and west of the road, and below the field, upright or not.
    assert_eq!(t.choices(), "-1,0 r0 | -1,0 r2 | 0,1 r0 | 0,1 r2 | 1,0 r0 | 1,0 r2");
}

/// BASE-20, DX-BASE-07: a tile that fits nowhere leaves the game, and the same seat draws again.
#[test]
fn base_20_dx_base_07_a_tile_that_fits_nowhere() {
    let mut t = base(2);
    t.build("base/E 0,-1 r2");
    assert_eq!(t.on_turn(), 2);
    t.play("base/C x");
    assert_eq!(t.told(), ["drawn base/C", "discarded base/C"]);
    assert_eq!((t.to_act(), t.on_turn()), (Some(0), 2));
    assert_eq!((t.game.discarded().total(), t.game.bag().total()), (1, 69));
    t.play("base/U 1,0 r0 -");
    assert_eq!(t.on_turn(), 1);
}

/// BASE-20, BASE-45, DX-BASE-07: if it was the last tile, the turn ends without a tile and the
/// game with final scoring.
#[test]
fn base_45_dx_base_07_the_stack_runs_out() {
    let mut t = middle(2, "base/D@0,0r0 base/E@0,-1r2; figures 1:follower@0,0:road:EW");
    t.leave(&["base/C"]);
    t.play("base/C x");
    assert!(t.over());
    assert!(t.tells("scored road 0,0:road:EW 1 0") && t.tells("over"));
    t.expect_score(&[1, 0]);
}

/// BASE-21: one follower from the own supply on one segment of the tile just laid, any kind.
#[test]
fn base_21_one_follower_on_the_new_tile() {
    let mut t = base(2);
    t.play("base/A 0,1 r0");
    assert_eq!(
        t.choices(),
        "- | follower@field:NL.NR.EL.ER.SL.SR.WL.WR | follower@monastery | follower@road:S"
    );
    let elsewhere = Spot::segment(Cell::ORIGIN, 0);
    let on_start = Action::Put { piece: Piece(0), at: elsewhere };
    let refusal = table::Text::refuse(&t.game, &t.rules, on_start).unwrap();
    assert_eq!(refusal.rule, "BASE-21");
    t.play("follower@monastery");
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (6, 7));
    assert_eq!((t.to_act(), t.on_turn()), (Some(0), 2), "no second follower");
    t.play("base/K 1,0 r0 follower@city:N");
    assert_eq!(t.figures(), ["1:follower@0,1:monastery", "2:follower@1,0:city:N"]);
}

/// BASE-22: the whole feature must be free, of own followers too, at any distance.
#[test]
fn base_22_the_whole_feature_must_be_free() {
    let mut t = base(2);
    t.play("base/U 1,0 r0 follower@road:EW base/U 2,0 r0");
    t.refused("follower@road:EW", "BASE-22");
    t.play("- base/U -1,0 r0");
    t.refused("follower@road:EW", "BASE-22"); // seat 1's own, two tiles away
    assert!(t.allows("follower@field:NL"));
    t.play("follower@field:NL base/D -2,0 r0");
    t.refused("follower@field:WR", "BASE-22"); // fields as well
    assert!(t.allows("follower@field:SL") && t.allows("follower@city:N"));
}

/// BASE-24, DX-BASE-08: with an empty supply nobody is placed; the follower that comes back in
/// step 3 is there for the next turn.
#[test]
fn base_24_dx_base_08_an_empty_supply() {
    let farmers = "1:follower@0,0:field:SL ".repeat(6);
    let mut t =
        middle(2, &format!("base/D@0,0r0 base/W@1,0r0; figures 1:follower@0,0:road:E {farmers}"));
    t.play("base/L -1,0 r0");
    assert_eq!(
        t.told(),
        [
            "drawn base/L",
            "laid base/L -1,0 r0",
            "scored road 0,0:road:EW 3 0",
            "home 1 follower 0,0:road:EW",
            "turn 2 part 1"
        ]
    );
    assert_eq!(t.supply(1, "follower"), 1);
    t.build("base/U 2,0 r0");
    t.play("base/U 3,0 r0 follower@road:EW");
    t.expect_score(&[3, 0]);
}

/// BASE-24: asked for a figure that is not in the supply, the refusal says so.
#[test]
fn base_24_is_the_reason_given() {
    let farmers = "1:follower@0,0:field:SL ".repeat(7);
    let rules_text = format!("base/D@0,0r0; figures {farmers}");
    let mut t = Table::read(2, &["inns"], &[], &rules_text);
    t.play("base/U 1,0 r0");
    t.refused("follower@road:EW", "BASE-24");
    assert!(t.allows("large@road:EW"));
}

/// BASE-25: followers are never moved or taken back.
#[test]
fn base_25_followers_stay() {
    let mut t = base(2);
    t.play("base/U 1,0 r0 follower@road:EW base/U 2,0 r0 - base/U 3,0 r0");
    t.refused("recall@1,0", "BASE-21");
    t.refused("follower>3,0:road:EW", "BASE-21");
    assert!(t.legal().iter().all(|w| w == "-" || w.starts_with("follower@")));
    t.play("-");
    assert_eq!(t.figures(), ["1:follower@1,0:road:EW"]);
}

/// BASE-26, BASE-35, EX-BASE-04: two roads with a follower each are joined and completed to a
/// road of 4 tiles; with equal numbers both score in full.
#[test]
fn ex_base_04_base_26_base_35_joined_roads() {
    let mut t = base(2);
    t.play("base/W 1,0 r0 follower@road:W base/E 0,1 r2 - base/U 2,0 r0 -");
    t.play("base/A -1,1 r2 follower@road:N base/V -1,0 r3");
    assert_eq!(t.feature("-1,0:road:ES").strengths()[..2], [1, 1]);
    t.refused("follower@road:ES", "BASE-22");
    t.play("-");
    t.expect_score(&[4, 4]);
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (7, 7));
}

/// BASE-27: two segments of the tile that belong to one feature are one target, named by the
/// first; either may be typed.
#[test]
fn base_27_one_feature_one_target() {
    let mut t = base(2);
    t.build("base/V 0,1 r3 base/V 1,1 r0 base/V 1,2 r1");
    t.play("base/W 0,2 r3"); // arms north, east and south; field west
    let roads = t.legal().into_iter().filter(|w| w.contains("road")).collect::<Vec<_>>();
    assert_eq!(roads.len(), 2, "{roads:?}");
    assert!(t.joined("0,2:road:N", "0,2:road:E"));
    let mut other = t.clone();
    t.play("follower@road:N");
    other.play("follower@road:E");
    assert_eq!(t.position(), other.position());
    t.expect_score(&[0, 4]);
}

/// BASE-28: only what has a segment on the tile, or a monastery around it, can be completed by
/// it: what was completed before is not scored again.
#[test]
fn base_28_candidates() {
    let mut t = base(2);
    t.play("base/E 0,-1 r2 follower@city:S base/K 1,0 r0 follower@city:N");
    assert!(t.scored().len() == 1);
    t.play("base/E 1,-1 r2 -");
    assert_eq!(t.scored().len(), 1);
    assert_eq!(t.scored()[0].at, Spot::segment(Cell::new(1, 0), 1));
    t.expect_score(&[4, 4]);
    // A monastery beside the tile is a candidate too: see BASE-53.
}

/// BASE-29: a road ends at a village, a city or a monastery, and is complete without an open
/// edge; roads that meet there are different roads.
#[test]
fn base_29_road_ends() {
    // West end: a village, a monastery, a city; east end: a crossing of four roads.
    for (tile, place) in [("base/W", "-1,0 r0"), ("base/A", "-1,0 r3"), ("base/T", "-1,0 r3")] {
        let mut t = base(2);
        t.play("base/X 1,0 r0 follower@road:W");
        t.expect_score(&[0, 0]);
        t.build(&format!("{tile} {place}"));
        t.expect_score(&[3, 0]);
    }
    let mut t = base(2);
    t.play("base/X 1,0 r0");
    let arms = ["1,0:road:N", "1,0:road:E", "1,0:road:S", "1,0:road:W"];
    for (i, a) in arms.iter().enumerate() {
        assert!(arms[i + 1..].iter().all(|b| !t.joined(a, b)));
    }
}

/// BASE-30: a hole inside leaves open edges: the city is not complete, though its outer wall is.
#[test]
fn base_30_a_city_with_a_hole() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/C@0,-1r0 base/P@-1,-1r1 base/R@-1,-2r1 base/N@-1,-3r2 base/R@0,-3r2
         base/N@1,-3r3 base/Q@1,-2r3; figures 1:follower@0,-1:city:N",
    );
    assert_eq!(t.feature("0,0:city:N").open(), 6);
    t.play("base/M 1,-1 r0 -");
    t.expect_score(&[0, 0]);
    let city = t.feature("0,0:city:N");
    assert_eq!((city.open(), city.tiles(), city.pennants()), (4, 9, 3));
    t.end_with("base/U 1,0 r0 -");
    t.expect_score(&[12, 0]);
}

/// BASE-31, EX-BASE-03: a monastery is complete with 8 tiles around it: 9 points.
#[test]
fn ex_base_03_base_31_monastery() {
    let mut t = base(2);
    t.play("base/B 0,1 r0 follower@monastery");
    t.build(
        "base/U 1,0 r0 base/U -1,0 r0 base/E -1,1 r3 base/E 1,1 r1 base/E -1,2 r3 base/E 1,2 r1",
    );
    t.expect_score(&[0, 0]);
    assert_eq!(t.supply(1, "follower"), 6);
    t.play("base/E.g 0,2 r2 -");
    t.expect_score(&[9, 0]);
    assert_eq!(t.supply(1, "follower"), 7);
}

/// BASE-32, BASE-41, BASE-49, DX-BASE-02: four curves make a complete loop of 4 points; the field
/// inside, though enclosed, is not scored and its farmer stays to the end.
#[test]
fn dx_base_02_base_32_base_41_base_49_road_loop() {
    let mut t = base(2);
    t.play("base/V 0,1 r3 follower@road:ES base/V 1,1 r0 follower@field:SR");
    t.play("base/V 1,2 r1 - base/V 0,2 r2 -");
    t.expect_score(&[4, 0]);
    let loop_road = t.feature("0,1:road:ES");
    assert_eq!((loop_road.tiles(), loop_road.open()), (4, 0));
    assert_eq!(t.figures(), ["2:follower@1,1:field:SR.WL"]);
    t.end_with("base/U 1,0 r0 -");
    t.expect_score(&[4, 0]);
    assert!(t.tells("scored field 0,1:field:ER.SL 0 0"), "{:?}", t.told());
}

/// BASE-33: road 1 a tile, city 2 a tile and 2 a coat of arms, monastery 9 (EX-BASE-03).
#[test]
fn base_33_values() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/W@1,0r0 base/F@0,-1r1; figures 1:follower@0,0:road:E
         2:follower@0,0:city:N",
    );
    t.play("base/L -1,0 r0 - base/E 0,-2 r2 -");
    t.expect_score(&[3, 8]);
    let road = &t.scored()[0];
    assert_eq!((road.value(), road.items.len()), (3, 1));
    let city = &t.scored()[1];
    assert_eq!(
        city.items[..].iter().map(|i| (i.count, i.each)).collect::<Vec<_>>(),
        [(3, 2), (1, 2)]
    );
}

/// BASE-34: a city of two tiles is worth 4 like any other. (No printed tile makes one with a coat
/// of arms; the value 6 is tested beside the code.)
#[test]
fn base_34_small_cities() {
    let mut t = base(2);
    t.play("base/E 0,-1 r2 follower@city:S");
    t.expect_score(&[4, 0]);
    t.play("base/K 1,0 r0 follower@city:N base/E 1,-1 r2 -");
    t.expect_score(&[4, 4]);
}

/// BASE-35, BASE-38, EX-BASE-05: Red's two knights beat Yellow's one in a city worth 10; all
/// three go home.
#[test]
fn ex_base_05_base_35_base_38_majority() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/B@0,1r0 base/E@0,2r2 base/B@1,2r0 base/E@1,3r3 base/B@-1,2r0
         base/E@-1,3r1; figures 1:follower@0,2:city:S 2:follower@1,3:city:W
         2:follower@-1,3:city:E 1:follower@0,1:monastery",
    );
    t.play("base/Q 0,3 r0 -");
    t.expect_score(&[0, 10]);
    assert_eq!(t.scored()[0].strength[..2], [1, 2]);
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (6, 7));
    assert_eq!(t.figures(), ["1:follower@0,1:monastery"], "others stay");
}

/// BASE-36, DX-BASE-06: a completed feature with nobody on it gives no points and tells nothing.
#[test]
fn base_36_dx_base_06_nobody_there() {
    let mut t = base(2);
    t.play("base/E 0,-1 r2 -");
    assert_eq!(t.told(), ["drawn base/E", "laid base/E 0,-1 r2", "turn 2 part 1"]);
    t.expect_score(&[0, 0]);
}

/// BASE-37, BASE-54: one tile completes three features; each is scored by itself, for whoever has
/// the majority, not for the seat that laid it. A seat may score several.
#[test]
fn base_37_base_54_several_at_once() {
    let mut t = middle(
        3,
        "base/D@0,0r0 base/E@0,-1r2 base/E@-1,-1r2 base/W@1,0r0 base/B@0,1r0 base/A@-1,1r2;
         figures 2:follower@0,0:road:E 3:follower@-1,-1:city:S 2:follower@-1,1:road:N",
    );
    t.play("base/L -1,0 r0 -");
    t.expect_score(&[0, 5, 4]);
    let mut points: Vec<_> = t.scored().iter().map(table::Score::value).collect();
    points.sort_unstable();
    assert_eq!(points, [2, 3, 4]);
}

/// BASE-38: also followers of seats that scored nothing go home; those on other features stay.
#[test]
fn base_38_everybody_goes_home() {
    let mut t = middle(
        3,
        "base/D@0,0r0 base/W@1,0r0; figures 1:follower@0,0:road:E 1:follower@1,0:road:W
         2:follower@0,0:road:E 3:follower@1,0:road:E 2:follower@0,0:field:SL",
    );
    t.play("base/L -1,0 r0 -");
    t.expect_score(&[3, 0, 0]);
    assert_eq!(t.figures(), ["2:follower@0,0:field:ER.SL.SR.WL", "3:follower@1,0:road:E"]);
    assert_eq!(t.told().iter().filter(|l| l.starts_with("home")).count(), 3);
}

/// BASE-39: points add up beyond the 50 fields of the track.
#[test]
fn base_39_scores_go_on_after_fifty() {
    let mut t = middle(2, "base/D@0,0r0; score 49 98");
    t.play("base/E 0,-1 r2 follower@city:S");
    t.expect_score(&[53, 98]);
}

// --- 4. Fields

/// BASE-40: roads and cities separate fields; a road ending at a monastery lets the field pass, a
/// road ending in a city and a village split it.
#[test]
fn base_40_what_separates_fields() {
    let mut t = base(2);
    t.build("base/W 1,0 r0");
    assert!(!t.joined("0,0:field:EL", "0,0:field:ER"), "a road separates");
    assert!(!t.joined("1,0:field:NL", "1,0:field:SL"));
    assert!(!t.joined("1,0:field:SL", "1,0:field:SR"), "a village splits");
    t.build("base/T 1,1 r2");
    assert!(!t.joined("1,1:field:NL", "1,1:field:NR"), "a road ending in a city splits");
    let mut t = base(2);
    t.build("base/A 0,1 r0 base/T 0,2 r2");
    assert!(t.joined("0,1:field:SL", "0,1:field:SR"), "round the end at the monastery");
    assert!(t.joined("0,2:field:NL", "0,2:field:NR"), "joined by the tile beside");
    let mut t = base(2);
    t.build("base/G 0,-1 r1");
    assert!(!t.joined("0,-1:field:EL", "0,-1:field:WL"), "a city separates");
}

/// BASE-42, BASE-43, DX-BASE-04: a field that touches one completed city in three places, and an
/// open one, is worth 3; another field of the same seat counts the same city again.
#[test]
fn dx_base_04_base_42_base_43_fields_and_cities() {
    let tiles = "base/D@0,0r0 base/G@0,-1r1 base/E@0,-2r2 base/U@1,0r0 base/B@1,-1r0
                 base/B@1,-2r0 base/E@2,-1r1 base/B@-1,-1r0";
    let mut t = middle(2, &format!("{tiles}; figures 1:follower@1,-1:field:NL"));
    for touching in ["0,0:field:EL", "0,-1:field:EL", "0,-2:field:NL", "2,-1:field:WL"] {
        assert!(t.joined("1,-1:field:NL", touching), "{touching}");
    }
    assert_eq!(t.feature("2,-1:city:E").open(), 1);
    t.end_with("base/V 0,1 r0 -");
    t.expect_score(&[3, 0]);
    let figures = "1:follower@1,-1:field:NL 1:follower@-1,-1:field:NL";
    let mut t = middle(2, &format!("{tiles}; figures {figures}"));
    t.end_with("base/V 0,1 r0 -");
    t.expect_score(&[6, 0]);
    assert_eq!(t.scored().len(), 2);
}

/// BASE-43, DX-BASE-05: majority in a field: two, two and one farmers at two cities.
#[test]
fn dx_base_05_base_43_majority_of_farmers() {
    let mut t = middle(
        3,
        "base/D@0,0r0 base/E@0,-1r2 base/B@1,-1r0 base/E@2,-1r0 base/E@2,-2r2 base/B@1,-2r0;
         figures 1:follower@0,-1:field:NL 1:follower@1,-1:field:NL 2:follower@2,-1:field:EL
         2:follower@1,-2:field:NL 3:follower@2,-2:field:NL",
    );
    assert_eq!(t.feature("0,-1:field:NL").strengths()[..3], [2, 2, 1]);
    t.end_with("base/V 0,1 r0 -");
    t.expect_score(&[6, 6, 0]);
}

// --- 5. End of the game

/// BASE-44: the game ends after the turn, scoring included, in which the last tile was laid.
#[test]
fn base_44_after_the_last_tile() {
    let mut t = base(2);
    t.leave(&["base/E"]);
    t.play("base/E 0,-1 r2");
    assert!(!t.over(), "the follower is still asked");
    t.play("follower@city:S");
    assert!(t.over());
    assert_eq!(t.told().last().unwrap(), "over");
    t.expect_score(&[4, 0]);
    t.refused("base/U", "BASE-44");
    t.refused("-", "BASE-44");
    assert!(t.legal().is_empty());
}

/// BASE-46, EX-BASE-06: an incomplete road of 3 tiles gives 3.
#[test]
fn ex_base_06_base_46_incomplete_road() {
    let mut t = base(2);
    t.play("base/U 1,0 r0 follower@road:EW");
    t.end_with("base/U -1,0 r0 -");
    t.expect_score(&[3, 0]);
    assert!(!t.scored()[0].complete);
}

/// BASE-46, EX-BASE-07: an incomplete city of 2 tiles with a coat of arms gives 3.
#[test]
fn ex_base_07_base_46_incomplete_city() {
    let mut t = base(2);
    t.play("base/U 1,0 r0 - base/F 0,-1 r1 follower@city:NS");
    t.end_with("base/U -1,0 r0 -");
    t.expect_score(&[0, 3]);
}

/// BASE-46, EX-BASE-08: an incomplete city of 5 tiles and 3 coats of arms gives 8 to the
/// majority. BASE-47: once, though several followers stand there.
#[test]
fn ex_base_08_base_46_base_47_majority_at_the_end() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/F@0,-1r1 base/F@0,-2r1 base/C@0,-3r0 base/E@1,-3r3;
         figures 1:follower@0,-1:city:N 1:follower@0,-2:city:N 2:follower@1,-3:city:W",
    );
    let city = t.feature("0,0:city:N");
    assert_eq!((city.tiles(), city.pennants(), city.open()), (5, 3, 2));
    t.end_with("base/U 1,0 r0 -");
    t.expect_score(&[8, 0]);
    assert_eq!(t.scored().len(), 1);
}

/// BASE-46, EX-BASE-09: a monastery with 3 tiles around it gives 4.
#[test]
fn ex_base_09_base_46_incomplete_monastery() {
    let mut t = base(2);
    t.play("base/B 0,1 r0 follower@monastery base/U 1,0 r0 -");
    t.end_with("base/U -1,0 r0 -");
    t.expect_score(&[4, 0]);
}

/// BASE-47: nothing is scored twice at the end, however many features and followers there are.
#[test]
fn base_47_each_feature_once() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/U@1,0r0 base/B@0,1r0; figures 1:follower@0,0:road:E
         1:follower@1,0:road:E 2:follower@0,1:monastery 2:follower@0,0:city:N",
    );
    assert_eq!(t.forecast(), [2, 4]);
    t.end_with("base/U -1,0 r0 -");
    assert_eq!(t.scored().len(), 3);
    t.expect_score(&[3, 5]);
}

/// BASE-48: equal points stay equal: a shared victory. Nothing breaks the tie.
#[test]
fn base_48_ties() {
    let mut t =
        middle(3, "base/D@0,0r0; score 5 0 2; figures 2:follower@0,0:road:E 2:follower@0,0:city:N");
    t.end_with("base/F 0,-1 r1 -");
    t.expect_score(&[5, 4, 2]);
    let best = t.scores().into_iter().max();
    assert_eq!(best, Some(5));
    let mut t = middle(2, "base/D@0,0r0; score 1 0; figures 2:follower@0,0:road:E");
    t.end_with("base/E 0,-1 r2 -");
    t.expect_score(&[1, 1]);
    assert_eq!(t.events().last(), Some(&Event::Over));
}

// --- 6. Edge cases

/// BASE-49: a loop that uses a tile with two roads twice counts that tile once: 7, not 8.
#[test]
fn base_49_a_loop_through_a_tile_with_two_roads() {
    for (set, tile) in [("inns", "ic/two-curves"), ("traders", "tb/road-bridge")] {
        let position = format!(
            "base/D@0,0r0 base/B@0,1r0 base/B@1,1r0 base/V@2,1r3 base/V@3,1r0 base/V@3,2r1
             base/V@1,2r3 {tile}@2,2r0 base/V@1,3r2; figures 1:follower@2,1:road:E"
        );
        let mut t = Table::read(2, &[set], &[], &position);
        t.play("base/V 2,3 r1 -");
        t.expect_score(&[7, 0]);
        assert_eq!(t.feature("2,2:road:N").open(), 0);
        assert!(t.joined("2,2:road:N", "2,2:road:E"));
    }
}

/// BASE-50, DX-BASE-03: a city that uses both segments of H counts the tile once: 6 tiles, 12.
#[test]
fn dx_base_03_base_50_both_segments_of_a_tile() {
    let mut t = base(2);
    t.play("base/N 0,1 r2 follower@city:ES base/H 0,2 r0 follower@city:S");
    t.build("base/N 0,3 r1 base/N.g 1,1 r3 base/G 1,2 r1 base/P 1,3 r0");
    t.expect_score(&[12, 12]);
}

/// BASE-50: followers on both segments of the tile count for majority.
#[test]
fn base_50_followers_on_both_segments() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/N@0,1r2 base/H@0,2r0 base/N@0,3r1 base/N.g@1,1r3 base/G@1,2r1;
         figures 1:follower@0,2:city:N 1:follower@0,2:city:S 2:follower@1,1:city:S",
    );
    t.play("base/P 1,3 r0 -");
    t.expect_score(&[12, 0]);
}

/// BASE-51: coats of arms are counted one by one; no tile of the base game has two.
#[test]
fn base_51_coats_of_arms() {
    let rules = rules(2, &[], &[]);
    let pennants = |t: &country::tile::TileDef| t.segments.iter().map(|s| s.pennants).sum::<u8>();
    assert!(rules.tiles().iter().all(|t| pennants(t) <= 1));
    let mut t =
        middle(2, "base/D@0,0r0 base/F@0,-1r1 base/F@0,-2r1; figures 1:follower@0,0:city:N");
    t.play("base/E 0,-3 r2 -");
    t.expect_score(&[12, 0]);
}

/// BASE-52: a monastery belongs to its tile alone: nobody can join a monk.
#[test]
fn base_52_one_monk() {
    let mut t = base(2);
    t.play("base/B 0,1 r0 follower@monastery base/B 0,2 r0");
    assert!(!t.joined("0,1:monastery", "0,2:monastery"));
    assert!(t.allows("follower@monastery"), "the one just laid");
    assert_eq!(t.feature("0,1:monastery").strengths()[..2], [1, 0]);
    t.play("follower@monastery base/U 1,0 r0");
    t.unreadable("follower@monastery");
}

/// BASE-53, BASE-28: one tile completes two monasteries; each scores for its own owner.
#[test]
fn base_53_two_monasteries_at_once() {
    let mut t = middle(
        2,
        "base/D@0,0r0 base/U@1,0r0 base/U@-1,0r0 base/U.g@2,0r0 base/B@0,1r0 base/B@1,1r0
         base/E@-1,1r3 base/E@2,1r1 base/E@-1,2r3 base/E@0,2r2 base/V@2,2r3;
         figures 1:follower@0,1:monastery 2:follower@1,1:monastery",
    );
    t.play("base/E.g 1,2 r2 -");
    t.expect_score(&[9, 9]);
    assert_eq!(t.scored().len(), 2);
}

/// BASE-54: a seat may complete an opponent's feature: the points are the opponent's.
#[test]
fn base_54_for_the_opponent() {
    let mut t = base(2);
    t.play("base/F 0,-1 r1 follower@city:NS base/E 0,-2 r2 -");
    t.expect_score(&[8, 0]);
}

// --- 8. Examples

/// EX-BASE-01: Blue completes Red's road of 3 tiles between two villages; Blue's knight in the
/// open city of the same tile stays.
#[test]
fn ex_base_01_road_between_villages() {
    let mut t = base(2);
    t.play("base/W 1,0 r0 follower@road:W base/L -1,0 r0 follower@city:N");
    t.expect_score(&[3, 0]);
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (7, 6));
    assert_eq!(t.figures(), ["2:follower@-1,0:city:N"]);
}

/// EX-BASE-02: a city worth 8, as 3 tiles with a coat of arms and as 4 tiles without.
#[test]
fn ex_base_02_city_worth_eight() {
    let mut t = base(2);
    t.play("base/F 0,-1 r1 follower@city:NS base/U 1,0 r0 - base/E 0,-2 r2 -");
    t.expect_score(&[8, 0]);
    let mut t = base(2);
    t.play("base/G 0,-1 r1 follower@city:NS base/U 1,0 r0 - base/N 0,-2 r2 -");
    t.play("base/U 2,0 r0 - base/E 1,-2 r3 -");
    t.expect_score(&[8, 0]);
    assert_eq!(t.supply(1, "follower"), 7);
}

/// EX-BASE-10: a tile that continues an occupied road: not on the road, but into its own city.
#[test]
fn ex_base_10_not_on_the_road_but_in_the_city() {
    let mut t = base(2);
    t.play("base/W 1,0 r0 follower@road:S base/K 1,1 r1");
    t.refused("follower@road:N", "BASE-22");
    t.play("follower@city:E");
    assert_eq!(t.figures(), ["1:follower@1,0:road:S", "2:follower@1,1:city:E"]);
}

/// EX-BASE-11: a tile connected to an occupied road takes no traveller; laid apart it does.
#[test]
fn ex_base_11_connected_or_apart() {
    let mut t = base(2);
    t.play("base/U 1,0 r0 follower@road:EW base/V");
    let mut apart = t.clone();
    t.play("-1,0 r3");
    t.refused("follower@road:E", "BASE-22");
    apart.play("0,1 r0 follower@road:S");
    assert_eq!(apart.figures().len(), 2);
}

/// EX-BASE-12: a knight near, but not connected to, an opponent's city.
#[test]
fn ex_base_12_near_but_not_connected() {
    let mut t = base(2);
    t.play("base/F 0,-1 r1 follower@city:NS base/K 1,0 r0 follower@city:N");
    assert!(!t.joined("0,0:city:N", "1,0:city:N"));
    assert_eq!(t.figures(), ["1:follower@0,-1:city:NS", "2:follower@1,0:city:N"]);
}

/// EX-BASE-13: of three roads from a village, the left one is free; it is incomplete, so nothing
/// is scored.
#[test]
fn ex_base_13_three_roads() {
    let mut t = base(2);
    t.play("base/U 1,0 r0 follower@road:EW base/W -1,0 r0");
    t.refused("follower@road:E", "BASE-22");
    t.play("follower@road:W");
    t.expect_score(&[0, 0]);
    assert!(t.scored().is_empty());
    assert_eq!(t.on_turn(), Seat(0).0 + 1);
}
