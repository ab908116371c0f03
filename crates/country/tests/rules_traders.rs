//! The rules of Traders & Builders, by id (docs/rules/traders.md).

use crate::common::play::Table;
use crate::common::play::scene::{goods, scene, tells_any, told_at, told_of};
use crate::common::play::table::rules;
use country::exp::traders::{GOODS, GOODS_MARKS};
use country::tile::{Kind, TileDef};

const TRADERS: &[&str] = &["traders"];

fn traders(seats: u8, text: &str) -> Table {
    scene(seats, TRADERS, &[], text)
}

/// A city of five tiles in the second row, 1 wine and 2 grain, open at 3,0; worth 10.
const WINE_AND_GRAIN: &str = "base/E@0,1r1 tb/band-wine@1,1r0 tb/band-road-grain@2,1r0
    tb/corner-grain@3,1r0";
/// A city of four tiles with 2 cloth, open at 2,0.
const TWO_CLOTH: &str = "base/E@0,1r1 tb/corner-road-cloth.g@1,1r0
    tb/corner-2-roads-apart-cloth@1,0r2";
/// A road of seat 1 going east from the start tile, with its builder.
const BUILT_ROAD: &str = "base/U@1,0r0; figures 1:follower@0,0:road:EW 1:builder@1,0:road:EW";

fn tile<'a>(tiles: &'a [TileDef], id: &str) -> &'a TileDef {
    tiles.iter().find(|t| t.id == id).unwrap_or_else(|| panic!("no {id}"))
}

fn segments(tile: &TileDef, kind: Kind) -> usize {
    tile.segments.iter().filter(|s| s.kind == kind).count()
}

// --- components and set-up

/// TRADERS-01: 24 tiles, 9 wine, 6 grain, 5 cloth, 4 without goods; a builder and a pig for six.
#[test]
fn traders_01_components() {
    let rules = rules(6, &["inns", "traders"], &[]);
    let own: Vec<&TileDef> = rules.tiles().iter().filter(|t| t.id.starts_with("tb/")).collect();
    assert_eq!(own.iter().map(|t| t.count).sum::<u8>(), 24);
    let drawn = |t: &TileDef| {
        let of = |m| t.segments.iter().any(|s| s.has(m));
        (0..GOODS.len()).filter(|g| of(GOODS_MARKS[*g])).collect::<Vec<_>>()
    };
    let symbols: Vec<&str> = own.iter().flat_map(|t| drawn(t)).map(|goods| GOODS[goods]).collect();
    let of = |goods: &str| symbols.iter().filter(|g| **g == goods).count();
    assert_eq!(["wine", "grain", "cloth"].map(of), [9, 6, 5]);
    assert_eq!(own.iter().filter(|t| drawn(t).is_empty()).count(), 4);
    assert!(own.iter().all(|t| drawn(t).len() <= 1));
    let t = Table::new(6, &["inns", "traders"], &[]);
    for seat in 1..=6 {
        assert_eq!((t.supply(seat, "builder"), t.supply(seat, "pig")), (1, 1));
    }
}

/// TRADERS-01: what the sheet says of single tiles: the bridge, the monastery, the inner fields.
#[test]
fn traders_01_single_tiles() {
    let rules = rules(2, TRADERS, &[]);
    let count = |id, kind| segments(tile(rules.tiles(), id), kind);
    assert_eq!((count("tb/road-bridge", Kind::Road), count("tb/road-bridge", Kind::Field)), (2, 4));
    let abbey = "tb/monastery-3-roads";
    assert_eq!((count(abbey, Kind::Road), count(abbey, Kind::Field)), (3, 3));
    assert_eq!(count("tb/cap-road-bridge", Kind::Road), 2);
    assert_eq!(count("tb/cap-road-bridge", Kind::Field), 3);
    let mut t = Table::new(2, TRADERS, &[]);
    t.play("tb/band-cap-wine 0,-1 r0");
    assert!(t.allows("follower@field:inner") && t.allows("follower@city:EW"));
}

/// TRADERS-02: goods, builder, pig and tiles are switched separately.
/// OPT-TB-TILES, OPT-TB-GOODS, OPT-TB-BUILDER, OPT-TB-PIG: each off takes away its part alone.
#[test]
fn traders_02_used_in_part() {
    let parts = ["OPT-TB-TILES", "OPT-TB-GOODS", "OPT-TB-BUILDER", "OPT-TB-PIG"];
    for off in parts {
        let t = Table::new(2, TRADERS, &[(off, "off")]);
        let tiles = t.stack().iter().filter(|(id, _)| id.starts_with("tb/")).count();
        assert_eq!(tiles, if off == "OPT-TB-TILES" { 0 } else { 24 }, "{off}");
        assert_eq!(t.supply(2, "builder"), (off != "OPT-TB-BUILDER") as u8, "{off}");
        assert_eq!(t.supply(2, "pig"), (off != "OPT-TB-PIG") as u8, "{off}");
    }
    let mut t = Table::new(2, TRADERS, &parts.map(|p| (p, "off")));
    assert_eq!(t.stack().iter().map(|(_, n)| n).sum::<u8>(), 71);
    t.play("base/U 1,0 r0 follower@road:E base/U -1,0 r0 - base/U 2,0 r0");
    t.refused("builder@road:E", "INT-05");
}

/// OPT-TB-GOODS off: symbols are decoration, nobody takes or scores goods.
#[test]
fn opt_tb_goods_off_gives_none() {
    let mut t = scene(2, TRADERS, &[("OPT-TB-GOODS", "off")], WINE_AND_GRAIN);
    t.leave(&["base/E"]).play("base/E 3,0 r2 -");
    assert!(t.over() && !tells_any(&t, "gained") && goods(&t, 1) == [0; 3]);
    t.expect_score(&[0, 0]);
}

/// OPT-TB-BUILDER and OPT-TB-PIG off: neither is offered where it would be allowed.
#[test]
fn opt_tb_builder_opt_tb_pig_off_are_not_offered() {
    let text = "base/U@1,0r0; figures 1:follower@0,0:road:EW 1:follower@0,0:field:SL";
    for (off, word) in [("OPT-TB-BUILDER", "builder@road:EW"), ("OPT-TB-PIG", "pig@field:SL")] {
        let mut with = traders(2, text);
        assert!(with.play("base/U 2,0 r0").allows(word));
        let mut without = scene(2, TRADERS, &[(off, "off")], text);
        without.play("base/U 2,0 r0");
        without.refused(word, "INT-05");
    }
}

/// TRADERS-03: 24 more tiles in the stack, no goods yet, one builder and one pig each.
#[test]
fn traders_03_set_up() {
    let t = Table::new(3, TRADERS, &[]);
    assert_eq!(t.stack().iter().map(|(_, n)| n).sum::<u8>(), 71 + 24);
    for seat in 1..=3 {
        assert_eq!(goods(&t, seat), [0; 3]);
        assert_eq!((t.supply(seat, "builder"), t.supply(seat, "pig")), (1, 1));
        assert_eq!(t.supply(seat, "follower"), 7);
    }
}

/// TRADERS-04: a builder does not count for majority, a pig neither.
#[test]
fn traders_04_builder_and_pig_do_not_count() {
    let mut t = traders(
        2,
        "base/U@1,0r0 base/W@-1,0r2;
         figures 1:follower@0,0:road:EW 1:builder@1,0:road:EW 2:follower@-1,0:road:E;
         turn 2 part 1 step draw",
    );
    t.play("base/W 2,0 r0 -");
    t.expect_score(&[4, 4]);
    let figures = "1:follower@0,0:field:EL 1:pig@1,-1:field:NL 2:follower@0,-1:field:NL";
    let mut t = traders(2, &format!("{TWO_CITIES}; figures {figures}"));
    t.end_with("base/U 2,0 r0 -");
    t.expect_score(&[8, 6]); // both have the majority
}

// --- goods

/// TRADERS-05, TRADERS-06, EX-TB-01: Blue's knight scores 10, then whoever closed the city takes
/// one token for each symbol in it.
#[test]
fn ex_tb_01_goods_for_whoever_completes() {
    let mut t = traders(2, &format!("{WINE_AND_GRAIN}; figures 2:follower@0,1:city:E"));
    t.play("base/E 3,0 r2 -");
    t.expect_score(&[0, 10]);
    assert_eq!((goods(&t, 1), goods(&t, 2)), ([1, 2, 0], [0, 0, 0]));
    assert!(told_at(&t, "scored city") < told_at(&t, "gained"), "{:?}", t.told());
    assert_eq!(told_of(&t, "gained"), ["gained 1 wine 1", "gained 1 grain 2"]);
}

/// TRADERS-06, DX-TB-02: nobody stands in the city; the two cloths are taken all the same.
#[test]
fn dx_tb_02_goods_of_an_empty_city() {
    let mut t = traders(2, TWO_CLOTH);
    t.play("base/E 2,0 r3 -");
    assert_eq!(goods(&t, 1), [0, 0, 2]);
    assert!(t.scored().is_empty());
    t.expect_score(&[0, 0]);
}

/// TRADERS-07: one tile completes two cities, and the goods of both are taken.
#[test]
fn traders_07_goods_of_several_cities() {
    let mut t = traders(
        2,
        "base/E@0,1r2 tb/band-wine@0,2r1 base/B@1,1r0 base/B@1,2r0 base/B@1,3r0 base/B@1,4r0
         tb/band-road-grain@0,4r1 base/E@0,5r0",
    );
    t.play("base/H 0,3 r0 -");
    assert_eq!(goods(&t, 1), [1, 1, 0]);
}

/// TRADERS-08: tokens lie open, in the position too; they only ever become more.
#[test]
fn traders_08_tokens_stay_with_their_owners() {
    let mut t = traders(2, &format!("{WINE_AND_GRAIN}; traders 1.0.2 0.1.0"));
    t.play("base/E 3,0 r2 -");
    assert_eq!((goods(&t, 1), goods(&t, 2)), ([2, 2, 2], [0, 1, 0]));
    assert!(t.position().contains("; traders 2.2.2 0.1.0"), "{}", t.position());
    t.end_with("base/B 0,2 r0 -");
    assert_eq!((goods(&t, 1), goods(&t, 2)), ([2, 2, 2], [0, 1, 0]));
}

/// TRADERS-09, EX-TB-02: 10 points for most of each kind, for every seat in a tie.
#[test]
fn ex_tb_02_ten_points_for_most_of_a_kind() {
    let mut t = traders(2, "; traders 2.0.1 2.3.1");
    t.end_with("base/U 1,0 r0 -");
    t.expect_score(&[20, 30]);
    assert_eq!(told_of(&t, "scored").len(), 3);
}

/// TRADERS-09, OPT-GOODS-ZERO: a kind of which nobody has a token gives nothing, or by the option
/// 10 to everybody.
#[test]
fn traders_09_at_least_one_token_is_needed() {
    for (value, points) in [("require-one", [20, 10, 0]), ("tie-at-zero", [30, 20, 10])] {
        let options = [("OPT-GOODS-ZERO", value)];
        let mut t = scene(3, TRADERS, &options, "; traders 3.1.0 2.1.0 0.0.0");
        t.end_with("base/U 1,0 r0 -");
        t.expect_score(&points);
    }
}

/// TRADERS-10: the symbols of a city that stays open give nothing.
#[test]
fn traders_10_no_goods_from_incomplete_cities() {
    let mut t = traders(2, &format!("{WINE_AND_GRAIN}; figures 1:follower@0,1:city:E"));
    t.end_with("base/U 1,0 r0 -");
    t.expect_score(&[4, 0]); // only its four tiles
    assert!(!tells_any(&t, "gained") && goods(&t, 1) == [0; 3]);
}

// --- builder

/// TRADERS-11, EX-TB-06: instead of a follower, where one's own follower stands already.
#[test]
fn traders_11_builder_beside_an_own_follower() {
    let text = "base/U@1,0r0; figures 1:follower@0,0:road:EW";
    let mut t = traders(2, text);
    t.play("base/U 2,0 r0 builder@road:EW");
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0))); // one figure a step, and no second tile
    assert_eq!((t.supply(1, "builder"), t.supply(1, "follower")), (0, 6));
    let mut t = traders(2, &format!("{text}; turn 2 part 1 step draw"));
    t.play("base/U 2,0 r0");
    t.refused("builder@road:EW", "TRADERS-11");
    // A city works alike, and so does a large follower.
    let knight = "base/E@0,1r1 base/G@1,1r0; figures 1:large@1,1:city:EW";
    let mut t = scene(2, &["inns", "traders"], &[], knight);
    assert!(t.play("base/F 2,1 r0").allows("builder@city:EW"));
    // Only one's own supply counts: a builder on the board is not there twice.
    let mut t = traders(2, BUILT_ROAD);
    t.play("base/U 2,0 r0");
    t.refused("builder@road:EW", "BASE-24");
}

/// TRADERS-12: however far away, and whoever else stands there.
#[test]
fn traders_12_distance_and_others_do_not_matter() {
    let mut t = traders(
        3,
        "base/U@1,0r0 base/U@2,0r0 base/U@3,0r0 base/U@4,0r0;
         figures 1:follower@0,0:road:EW 2:follower@1,0:road:EW 2:builder@2,0:road:EW
         3:follower@3,0:road:EW",
    );
    t.play("base/U 5,0 r0");
    t.refused("follower@road:EW", "BASE-22");
    t.play("builder@road:EW");
    assert_eq!(t.figures().iter().filter(|f| f.contains("builder")).count(), 2);
}

/// TRADERS-13: never on fields, monasteries, gardens or shrines, nor in what the tile completed.
#[test]
fn traders_13_where_no_builder_stands() {
    let all = &["traders", "cult", "abbot"];
    let farmer = "; figures 1:follower@0,0:field:SL";
    for (tile, spot) in [
        ("base/B 0,1 r0", "monastery"),
        ("base/B 0,1 r0", "field:NL"),
        ("base/U.g 1,0 r0", "garden"),
        ("cult/shrine 0,1 r0", "shrine"),
    ] {
        let mut t = scene(2, all, &[], farmer);
        t.play(tile);
        t.refused(&format!("builder@{spot}"), "TRADERS-13");
    }
    let mut t = traders(2, "base/W@-1,0r2 base/U@1,0r0; figures 1:follower@0,0:road:EW");
    t.play("base/W 2,0 r0");
    t.refused("builder@road:W", "TRADERS-13");
    t.play("-");
    t.expect_score(&[4, 0]);
}

/// TRADERS-14, EX-TB-05: a tile that goes on with the builder's feature earns a second one;
/// completing and joining count, touching otherwise does not.
#[test]
fn traders_14_what_earns_a_second_tile() {
    let corner = "base/U@1,0r0 base/B@1,-1r0 base/V@2,-1r3 base/W@-1,0r2;
        figures 1:follower@0,0:road:EW 1:builder@1,0:road:EW";
    for (tile, earns) in [
        ("base/V 2,0 r1", true),   // joins two roads
        ("base/B 1,1 r0", false),  // beside the builder, but no road
        ("base/V 3,-1 r0", false), // another road
        ("base/E 0,-1 r2", false), // a city of a tile with the road
    ] {
        let mut t = traders(2, corner);
        t.play(tile).play("-");
        let second = t.to_act() == Some(1) && t.choices() == "- | second";
        assert_eq!(second, earns, "{tile}");
        assert_eq!(t.on_turn() == 1, earns, "{tile}");
    }
    for tile in ["base/U 2,0 r0", "base/W 2,0 r0"] {
        let mut t = traders(2, &format!("base/W@-1,0r2 {BUILT_ROAD}"));
        t.play(tile).play("-");
        assert_eq!(t.choices(), "- | second", "{tile}"); // extended or completed
        t.play("second base/B 0,1 r0"); // laid under the normal rules
        assert!(t.allows("follower@monastery"));
    }
}

/// TRADERS-14: a builder put on this very tile earns nothing.
#[test]
fn traders_14_the_builder_stood_before() {
    let mut t = traders(2, "base/U@1,0r0; figures 1:follower@0,0:road:EW");
    t.play("base/U 2,0 r0 builder@road:EW");
    assert_eq!((t.on_turn(), t.part()), (2, 1));
}

/// TRADERS-15: the first part is scored, goods and returns included, before the second draw.
#[test]
fn traders_15_the_first_part_comes_first() {
    let mut t = traders(
        2,
        &format!("{WINE_AND_GRAIN}; figures 1:follower@0,1:city:E 1:builder@1,1:city:EW"),
    );
    t.play("base/E 3,0 r2 - second base/E 0,-1 r2 follower@city:S");
    let order = ["scored city", "home 1 builder", "gained 1 wine", "turn 1 part 2", "drawn base/E"];
    let told = t.told();
    let second = told.iter().rposition(|l| l == order[4]).unwrap();
    let mut places: Vec<usize> = order[..4].iter().map(|l| told_at(&t, l)).collect();
    places.push(second);
    assert!(places.is_sorted(), "{told:?}");
    t.expect_score(&[14, 0]); // both parts are scored
}

/// TRADERS-16, EX-TB-03: thief, builder, road completed with a knight put; the right stays though
/// the builder went home, and on the second tile it stands again, beside the knight.
#[test]
fn ex_tb_03_a_double_turn() {
    let mut t = Table::new(2, TRADERS, &[]);
    t.play("base/U 1,0 r0 follower@road:EW base/W -1,0 r2 -");
    t.play("base/U 2,0 r0 builder@road:EW base/B 0,1 r0 -");
    t.play("base/S 3,0 r1 follower@city:N");
    t.expect_score(&[5, 0]);
    assert_eq!((t.supply(1, "builder"), t.supply(1, "follower")), (1, 6));
    assert!(tells_any(&t, "home 1 follower") && tells_any(&t, "home 1 builder"));
    t.play("second base/G 4,0 r0 builder@city:EW");
    assert_eq!((t.on_turn(), t.part(), t.supply(1, "builder")), (2, 1, 0));
}

/// TRADERS-17, DX-TB-01: the second tile goes on with the builder's road: no third.
#[test]
fn dx_tb_01_no_third_tile() {
    let mut t = traders(2, BUILT_ROAD);
    t.play("base/U 2,0 r0 - second");
    assert_eq!((t.on_turn(), t.part()), (1, 2));
    t.play("base/U 3,0 r0 -");
    assert_eq!((t.on_turn(), t.part(), t.to_act()), (2, 1, Some(0)));
}

/// TRADERS-18, OPT-BUILDER-SECOND: asked and may be declined; by the option, drawn unasked.
#[test]
fn traders_18_the_second_tile_may_be_declined() {
    let mut t = traders(2, BUILT_ROAD);
    t.play("base/U 2,0 r0 -");
    assert_eq!((t.to_act(), t.choices()), (Some(1), "- | second".to_owned()));
    t.play("-");
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0)));
    let mut t = scene(2, TRADERS, &[("OPT-BUILDER-SECOND", "forced")], BUILT_ROAD);
    t.play("base/U 2,0 r0 -");
    assert_eq!((t.on_turn(), t.part(), t.to_act()), (1, 2, Some(0)));
}

/// TRADERS-19: no tile left, no second part; and if none can be laid in it, the game ends.
#[test]
fn traders_19_no_tile_left_for_the_second_part() {
    let mut t = traders(2, BUILT_ROAD);
    t.leave(&["base/U"]).play("base/U 2,0 r0 -");
    assert!(t.over());
    t.expect_score(&[3, 0]);
    let mut t = traders(2, &format!("base/E@0,-1r2 {BUILT_ROAD}"));
    t.leave(&["base/U", "base/C"]).play("base/U 2,0 r0 -");
    assert_eq!(t.choices(), "- | second");
    t.play("second base/C x");
    assert!(t.over());
    t.expect_score(&[3, 0]);
}

/// TRADERS-20: the builder stays and helps again in the next turn.
#[test]
fn traders_20_the_builder_stays() {
    let mut t = traders(2, BUILT_ROAD);
    t.play("base/U 2,0 r0 - second base/U 3,0 r0 - base/B 0,1 r0 - base/U 4,0 r0 -");
    assert_eq!((t.to_act(), t.choices()), (Some(1), "- | second".to_owned()));
    assert!(t.figures().contains(&"1:builder@1,0:road:EW".to_owned()));
}

/// TRADERS-21: the builder goes home when its feature is scored, whoever completes it; so it never
/// stands without a follower of its owner.
#[test]
fn traders_21_the_builder_goes_home() {
    let text = format!("base/W@-1,0r2 {BUILT_ROAD}; turn 2 part 1 step draw");
    let mut t = traders(2, &text);
    t.play("base/W 2,0 r0 -");
    t.expect_score(&[4, 0]);
    assert!(t.tells("home 1 builder 1,0:road:EW"));
    assert_eq!((t.supply(1, "builder"), t.figures().len()), (1, 0));
}

/// TRADERS-22, DX-TB-04: Blue extends Red's city with Red's builder: nobody draws again.
#[test]
fn dx_tb_04_the_builder_works_for_its_owner_only() {
    let mut t = traders(
        2,
        "base/E@0,1r1 base/G@1,1r0; figures 1:follower@0,1:city:E 1:builder@1,1:city:EW;
         turn 2 part 1 step draw",
    );
    t.play("base/F 2,1 r0 -");
    assert_eq!((t.on_turn(), t.part(), t.to_act()), (1, 1, Some(0)));
    // Then Red's own first tile is judged by itself: elsewhere it earns nothing.
    t.play("base/B 0,2 r0 -");
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0)));
}

// --- pig

/// The upper field beside two completed cities, and beside three.
const TWO_CITIES: &str = "base/E@0,-1r2 base/U@1,0r0 base/B@1,-1r0 base/E@1,-2r0 base/E@1,-3r2";
const THREE_CITIES: &str = "base/E@0,-1r2 base/U@1,0r0 base/B@1,-1r0 base/E@1,-2r0 base/E@1,-3r2
    base/E@2,-1r1 base/E.g@3,-1r3";

fn at_the_end(options: &[(&str, &str)], tiles: &str, figures: &str) -> Vec<u16> {
    let mut t = scene(2, TRADERS, options, &format!("{tiles}; figures {figures}"));
    t.end_with("base/U 2,0 r0 -");
    t.scores()
}

/// TRADERS-23, EX-TB-06: instead of a follower, in a field with a farmer of one's own.
#[test]
fn traders_23_pig_beside_an_own_farmer() {
    let farmer = "; figures 1:follower@0,0:field:SL";
    let mut t = traders(2, farmer);
    t.play("base/U 1,0 r0");
    t.refused("pig@field:NL", "TRADERS-23");
    t.refused("pig@road:EW", "TRADERS-23");
    t.play("pig@field:SL");
    assert_eq!((t.on_turn(), t.supply(1, "pig")), (2, 0));
    let mut t = traders(2, &format!("{farmer}; turn 2 part 1 step draw"));
    t.play("base/U 1,0 r0");
    t.refused("pig@field:SL", "TRADERS-23");
}

/// TRADERS-24: the pig stays to the end; completed cities beside it do not move it.
#[test]
fn traders_24_the_pig_stays() {
    let mut t = traders(2, "; figures 1:follower@0,0:field:EL 1:pig@0,0:field:EL");
    t.play("base/E 0,-1 r2 follower@city:S");
    t.expect_score(&[4, 0]);
    assert_eq!(t.supply(1, "pig"), 0);
    t.end_with("base/U 1,0 r0 -");
    assert!(t.figures().contains(&"1:pig@0,0:field:EL.WR".to_owned()));
    t.expect_score(&[8, 0]);
}

/// TRADERS-25, EX-TB-04, DX-TB-03: 4 instead of 3 a city for the owner, if he has the majority,
/// alone or shared; 3 for the others.
#[test]
fn ex_tb_04_dx_tb_03_four_points_a_city() {
    let more = "1:follower@1,-1:field:NL 1:follower@0,0:field:EL 1:pig@0,0:field:EL
        2:follower@1,-2:field:EL";
    assert_eq!(at_the_end(&[], TWO_CITIES, more), [8, 0]);
    let tied = "1:follower@0,0:field:EL 1:pig@0,0:field:EL 2:follower@1,-2:field:EL";
    assert_eq!(at_the_end(&[], THREE_CITIES, tied), [12, 9]);
    let both = format!("{tied} 2:pig@1,-1:field:NL");
    assert_eq!(at_the_end(&[], THREE_CITIES, &both), [12, 12]);
}

/// TRADERS-25: 5 instead of 4 in the scoring of the older editions (OPT-FIELDSCORE).
#[test]
fn traders_25_five_points_in_older_editions() {
    let tied = "1:follower@0,0:field:EL 1:pig@0,0:field:EL 2:follower@1,-2:field:EL";
    for edition in ["ed1", "ed2"] {
        assert_eq!(at_the_end(&[("OPT-FIELDSCORE", edition)], THREE_CITIES, tied), [15, 12]);
    }
}

/// TRADERS-26: without the majority a pig is worth nothing; an opponent's pig never helps; pigs of
/// several players share a field.
#[test]
fn traders_26_a_pig_without_the_majority() {
    let outvoted = "1:follower@0,0:field:EL 1:pig@0,0:field:EL 2:follower@1,-2:field:EL
        2:follower@1,-1:field:NL";
    assert_eq!(at_the_end(&[], TWO_CITIES, outvoted), [0, 6]);
    let mut t = traders(
        2,
        "base/U@1,0r0; figures 1:follower@0,0:field:SL 1:pig@0,0:field:SL 2:follower@1,0:field:SL;
         turn 2 part 1 step draw",
    );
    t.play("base/U 2,0 r0 pig@field:SL");
    assert_eq!(t.figures().iter().filter(|f| f.contains("pig")).count(), 2);
}

// --- the bridge

/// DX-TB-05: a road that uses both ways over the bridge: seven tiles, the bridge counted once.
#[test]
fn dx_tb_05_a_loop_over_the_bridge() {
    let mut t = traders(
        2,
        "base/W@-1,0r2 tb/road-bridge@1,0r0 base/V@2,0r1 base/V@2,-1r0 base/V@1,-1r3;
         figures 1:follower@0,0:road:EW",
    );
    assert!(t.joined("1,0:road:EW", "1,0:road:NS"));
    t.play("base/W 1,1 r2 -");
    t.expect_score(&[7, 0]);
}
