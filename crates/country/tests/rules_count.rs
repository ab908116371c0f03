//! The rules of the Count of Carcassonne, by id (docs/rules/count.md).

use crate::common::play::Table;
use crate::common::play::scene::{count_at, inside, scene, tells_any, told_at, told_of};
use crate::common::play::table::rules;
use country::exp::count::AT_WALLS;
use country::exp::count::QUARTERS;
use country::tile::{Kind, Terrain};
use table::{Action, Cell, Piece, Side, Spot, Text};

const COUNT: &[&str] = &["count"];

fn count(seats: u8, text: &str) -> Table {
    scene(seats, COUNT, &[], text)
}

/// A road of seat 2 from the south gate, worth 3 once `base/W 0,3 r2` closes it.
const ROAD: &str = "base/U@0,2r1; figures 2:follower@0,2:road:N";
const CLOSE_ROAD: &str = "base/W 0,3 r2 -";
/// A city of seat 2 at the east side, worth 8 once `base/E 3,1 r3` closes it.
const CITY: &str = "base/F@2,1r0; figures 2:follower@2,1:city:W";
const CLOSE_CITY: &str = "base/E 3,1 r3 -";
/// A monastery of seat 2 at the north side, worth 9 once `base/U 0,-3 r0` closes it.
const MONASTERY: &str = "base/B@-1,-2r0 base/E@-2,-2r3 base/E@0,-2r1 base/U@-2,-3r0 base/U@-1,-3r0;
    figures 2:follower@-1,-2:monastery";
const CLOSE_MONASTERY: &str = "base/U 0,-3 r0 -";
/// Cells for two small cities, both closed by `base/H 2,1 r1`.
const TWO_CITIES: &str = "base/B@1,2r0 base/B@2,2r0 base/B@3,2r0 base/E@3,1r3";
const ENTRIES: &str =
    "- | follower@blacksmith | follower@castle | follower@cathedral | follower@market";

// --- the block

/// COUNT-01, COUNT-03: twelve tiles, four by three, tile 7 at 0,0; the Count in the castle.
#[test]
fn count_01_count_03_the_block() {
    let rules = rules(2, COUNT, &[]);
    assert_eq!(rules.start().len(), 12);
    for (i, (kind, cell, rot)) in rules.start().iter().enumerate() {
        assert_eq!(rules.tiles()[kind.0 as usize].id, format!("count/{}", i + 1));
        assert_eq!(*cell, Cell::new(i as i16 % 4 - 2, i as i16 / 4 - 1));
        assert_eq!(*rot as u8, 0);
    }
    let t = Table::new(2, COUNT, &[]);
    let first = t.position();
    assert!(first.starts_with("count/1@-2,-1r0 ") && first.contains(" count/7@0,0r0 "));
    assert!(first.contains(" count/12@1,1r0;"));
}

/// COUNT-02, OPT-COUNT-STARTTILE: the base start tile is left out, or shuffled in; with the river
/// either option is enough. The Count begins in the castle.
#[test]
fn count_02_opt_count_starttile() {
    let left = ("OPT-COUNT-STARTTILE", "shuffled-in");
    let river = ("OPT-RIVER-START", "shuffle-in");
    assert_eq!(Table::new(2, COUNT, &[]).in_stack("base/D"), 3);
    assert_eq!(Table::new(2, COUNT, &[left]).in_stack("base/D"), 4);
    let both = &["river", "count"];
    assert_eq!(Table::new(2, both, &[]).in_stack("base/D"), 3);
    for options in [&[left][..], &[river], &[left, river]] {
        assert_eq!(Table::new(2, both, options).in_stack("base/D"), 4, "{options:?}");
    }
    assert_eq!(count_at(&Table::new(2, COUNT, &[])), "castle");
}

/// COUNT-04: the outer edges, three roads that end at the wall, two small cities.
#[test]
fn count_04_edges_roads_and_cities() {
    let rules = rules(2, COUNT, &[]);
    let edges = |side: Side, tiles: &[usize]| -> String {
        let of = |n: &usize| match rules.tiles()[rules.start()[n - 1].0.0 as usize].edges
            [side as usize]
        {
            Terrain::Field => 'F',
            Terrain::Road => 'R',
            Terrain::City => 'C',
            _ => '.',
        };
        tiles.iter().map(of).collect()
    };
    assert_eq!(edges(Side::N, &[1, 2, 3, 4]), "FFFR");
    assert_eq!(edges(Side::E, &[4, 8, 12]), "FFC");
    assert_eq!(edges(Side::S, &[9, 10, 11, 12]), "CFRF");
    assert_eq!(edges(Side::W, &[1, 5, 9]), "RFF");
    assert_eq!(edges(Side::N, &[5, 6, 7, 8, 9, 10, 11, 12]), "........");
    let t = Table::new(2, COUNT, &[]);
    for spot in ["-2,-1:road:W", "1,-1:road:N", "0,1:road:S", "-2,1:city:S", "1,1:city:E"] {
        let feature = t.feature(spot);
        assert_eq!((feature.tiles(), feature.open()), (1, 1), "{spot}");
    }
    assert!(!t.joined("-2,1:city:S", "1,1:city:E"));
}

/// COUNT-04: the three fields of the block, all at the walls of Carcassonne.
#[test]
fn count_04_fields() {
    let t = Table::new(2, COUNT, &[]);
    let a = ["-2,-1:field:NL", "-1,-1:field:NL", "0,-1:field:NL", "1,-1:field:NL"];
    let b = ["1,-1:field:NR", "1,0:field:EL", "1,1:field:SL", "0,1:field:SL"];
    let c = ["0,1:field:SR", "-1,1:field:SL", "-2,1:field:WL", "-2,0:field:WL", "-2,-1:field:WL"];
    for field in [&a[..], &b, &c] {
        assert!(field.iter().all(|spot| t.joined(field[0], spot)), "{field:?}");
        assert!(t.feature(field[0]).has(AT_WALLS));
    }
    assert!(!t.joined(a[0], b[0]) && !t.joined(b[0], c[0]) && !t.joined(a[0], c[0]));
    let touches = |n: usize| {
        let tile = t.rules.tiles().iter().find(|t| t.id == format!("count/{n}")).unwrap();
        tile.segments.iter().any(|s| s.kind == Kind::Field && !s.cities.is_empty())
    };
    let at_cities: Vec<usize> = (1..=12).filter(|n| touches(*n)).collect();
    assert_eq!(at_cities, [9, 12]);
}

/// COUNT-05: tiles of the block count for roads, cities and around monasteries.
#[test]
fn count_05_ordinary_tiles_for_counting() {
    for (text, close, points) in
        [(ROAD, CLOSE_ROAD, 3), (CITY, CLOSE_CITY, 8), (MONASTERY, CLOSE_MONASTERY, 9)]
    {
        let mut t = count(2, text);
        t.play(close);
        t.expect_score(&[0, points]);
    }
}

/// COUNT-05a: no monastery, shrine, garden, inn or cathedral on the block.
#[test]
fn count_05a_nothing_special() {
    let rules = rules(2, &["inns", "count", "cult", "abbot"], &[]);
    for tile in rules.tiles().iter().filter(|t| t.id.starts_with("count/")) {
        assert_eq!(tile.centre(), None);
        let marks = tile.segments.iter().fold(0, |marks, s| marks | s.marks);
        assert_eq!(marks & !AT_WALLS.bit(), 0);
        assert!(tile.segments.iter().all(|s| s.pennants == 0));
    }
}

/// COUNT-06: no figure goes on the block itself; its road is claimed from the next tile.
#[test]
fn count_06_claimed_from_beside() {
    let mut t = Table::new(2, COUNT, &[]);
    t.play("base/U 0,2 r1");
    for (cell, segment) in [(Cell::new(0, 1), 0), (Cell::new(-1, -1), 0)] {
        let action = Action::Put { piece: Piece(0), at: Spot::segment(cell, segment) };
        let refusal = t.game.refuse(&t.rules, action).expect("refused");
        assert_eq!(refusal.rule, "BASE-21");
    }
    assert!(!t.feature("0,1:road:S").occupied());
    t.play("follower@road:NS");
    assert!(t.feature("0,1:road:S").occupied());
}

/// COUNT-07: four quarters in this order, each with room for any number of anybody's followers.
#[test]
fn count_07_the_quarters() {
    assert_eq!(QUARTERS, ["castle", "market", "blacksmith", "cathedral"]);
    let mut t = count(3, &format!("{ROAD}; count in=castle:1:follower*3 in=castle:2:follower*5"));
    t.play(CLOSE_ROAD).play("follower@castle -");
    assert_eq!((inside(&t, "castle", 1, "follower"), inside(&t, "castle", 2, "follower")), (4, 5));
}

// --- going in

/// COUNT-08, COUNT-09, COUNT-10, EX-COUNT-02: after the scoring of an opponent's road, one
/// follower into any quarter, the Count's too; then the Count may move.
#[test]
fn ex_count_02_entering() {
    let mut t = count(2, ROAD);
    t.play(CLOSE_ROAD);
    t.expect_score(&[0, 3]);
    assert_eq!((t.to_act(), t.choices().as_str()), (Some(1), ENTRIES));
    for quarter in QUARTERS {
        let mut t = t.clone();
        t.play(&format!("follower@{quarter}"));
        assert_eq!((inside(&t, quarter, 1, "follower"), t.supply(1, "follower")), (1, 6));
        assert_eq!(t.choices(), "- | count@blacksmith | count@cathedral | count@market");
        t.play("count@cathedral");
        assert_eq!((count_at(&t), t.on_turn(), t.to_act()), ("cathedral", 2, Some(0)));
    }
    t.play("-"); // he may, he need not; then the Count does not move either
    assert_eq!((count_at(&t), t.on_turn(), t.to_act()), ("castle", 2, Some(0)));
}

/// COUNT-08: the scoring is over before anybody enters.
#[test]
fn count_08_after_all_scoring() {
    let mut t = count(2, ROAD);
    t.play("base/W 0,3 r2 - follower@market count@market");
    let lines = ["scored road", "home 2 follower", "put 1 follower market", "moved 1 count castle"];
    let places: Vec<usize> = lines.iter().map(|line| told_at(&t, line)).collect();
    assert!(places.is_sorted(), "{:?}", t.told());
}

/// COUNT-09, EX-COUNT-03, DX-COUNT-04: not if he scores too, not if nobody scores, not if nothing
/// is completed.
#[test]
fn count_09_ex_count_03_dx_count_04_when_not() {
    let both = "base/U@0,2r1 base/B@1,2r0 base/W@1,3r0;
        figures 2:follower@0,2:road:N 1:follower@1,3:road:W";
    let empty = "base/F@2,1r0";
    for (text, close, points) in
        [(both, CLOSE_ROAD, [2, 3]), (empty, CLOSE_CITY, [0, 0]), (ROAD, "base/U 0,3 r1 -", [0, 0])]
    {
        let mut t = count(2, text);
        t.play(close);
        t.expect_score(&points);
        assert_eq!((t.on_turn(), t.to_act()), (2, Some(0)), "{text}");
    }
}

/// COUNT-09: points shared with the seat on turn bar it; points of a third seat are enough.
#[test]
fn count_09_whose_points_count() {
    let shared = "base/U@0,2r1; figures 1:follower@0,2:road:N 2:follower@0,2:road:N";
    let mut t = count(2, shared);
    t.play(CLOSE_ROAD);
    t.expect_score(&[3, 3]);
    assert_eq!(t.to_act(), Some(0));
    let mut t = count(3, "base/U@0,2r1; figures 3:follower@0,2:road:N");
    t.play(CLOSE_ROAD);
    assert_eq!(t.choices(), ENTRIES);
}

/// COUNT-10: exactly one, and nobody is asked without a figure to send.
#[test]
fn count_10_one_from_the_supply() {
    let mut t = count(2, ROAD);
    t.play(CLOSE_ROAD).play("follower@market");
    assert!(t.legal().iter().all(|w| !w.starts_with("follower")));
    t.play("-");
    assert_eq!(t.on_turn(), 2);
    let mut t = count(2, &format!("{ROAD}; count in=market:1:follower*7"));
    t.play("base/W 0,3 r2");
    assert_eq!((t.on_turn(), t.to_act(), t.scores()), (2, Some(0), vec![0, 3]));
}

/// COUNT-11: goods are no points: they do not stop him.
#[test]
fn count_11_goods_do_not_count() {
    let text = "tb/band-wine@2,1r0; figures 2:follower@2,1:city:W";
    let mut t = scene(2, &["traders", "count"], &[], text);
    t.play(CLOSE_CITY);
    t.expect_score(&[0, 6]);
    assert!(t.tells("gained 1 wine 1"));
    assert_eq!(t.choices(), ENTRIES);
}

/// COUNT-12: besides a follower on the tile; and with one that the scoring has just sent home.
#[test]
fn count_12_independent_of_the_figure_on_the_tile() {
    let mut t = count(2, ROAD);
    t.play("base/W 0,3 r2 follower@road:E follower@castle -");
    assert_eq!(t.supply(1, "follower"), 5);
    let mut t = count(
        2,
        "base/U@0,2r1; figures 1:follower@0,2:road:N 2:follower@0,2:road:N 2:follower@0,2:road:N;
         count in=market:1:follower*6",
    );
    assert_eq!(t.supply(1, "follower"), 0);
    t.play("base/W 0,3 r2");
    t.expect_score(&[0, 3]);
    t.play("follower@castle -");
    assert_eq!(inside(&t, "castle", 1, "follower"), 1);
}

/// COUNT-13: a large follower may enter, builder and pig never.
#[test]
fn count_13_who_may_enter() {
    let mut t = scene(2, &["inns", "traders", "count"], &[], ROAD);
    t.play(CLOSE_ROAD);
    for quarter in QUARTERS {
        assert!(t.allows(&format!("large@{quarter}")));
        t.refused(&format!("builder@{quarter}"), "COUNT-13");
        t.refused(&format!("pig@{quarter}"), "COUNT-13");
    }
    t.play("large@castle -");
    assert_eq!((inside(&t, "castle", 1, "large"), t.supply(1, "large")), (1, 0));
}

/// COUNT-14, OPT-COUNT-ABBOT: an abbot goes to the cathedral only, or not at all.
#[test]
fn count_14_opt_count_abbot() {
    let both = &["count", "abbot"];
    let mut t = scene(2, both, &[], ROAD);
    t.play(CLOSE_ROAD);
    for quarter in ["castle", "market", "blacksmith"] {
        t.refused(&format!("abbot@{quarter}"), "COUNT-14");
    }
    t.play("abbot@cathedral -");
    assert_eq!((inside(&t, "cathedral", 1, "abbot"), t.supply(1, "abbot")), (1, 0));
    let mut t = scene(2, both, &[("OPT-COUNT-ABBOT", "none")], ROAD);
    t.play(CLOSE_ROAD);
    t.refused("abbot@cathedral", "COUNT-14");
    assert_eq!(t.choices(), ENTRIES);
}

/// COUNT-15, OPT-COUNT-MOVE: only after an entry; to another quarter by choice, or by himself.
#[test]
fn count_15_opt_count_move() {
    let mut t = count(2, ROAD);
    t.play(CLOSE_ROAD).play("follower@market");
    t.refused("count@castle", "COUNT-15");
    t.play("-");
    assert_eq!(count_at(&t), "castle"); // he may stay
    for (value, from, entered, to) in [
        ("clockwise", "castle", "blacksmith", "market"),
        ("clockwise", "cathedral", "market", "castle"),
        ("follow-meeple", "castle", "blacksmith", "blacksmith"),
        ("follow-meeple", "market", "market", "market"),
    ] {
        let text = format!("{ROAD}; count at={from}");
        let mut t = scene(2, COUNT, &[("OPT-COUNT-MOVE", value)], &text);
        t.play(CLOSE_ROAD).play(&format!("follower@{entered}"));
        assert_eq!((count_at(&t), t.on_turn(), t.to_act()), (to, 2, Some(0)), "{value}");
        let mut t = scene(2, COUNT, &[("OPT-COUNT-MOVE", value)], &text);
        t.play(CLOSE_ROAD).play("-");
        assert_eq!(count_at(&t), from, "{value}");
    }
}

// --- coming out

/// COUNT-16, EX-COUNT-04: B, C, D, then A, who is on turn; each until it passes or has none left.
#[test]
fn count_16_ex_count_04_the_order() {
    let waiting = [1, 2, 3, 4].map(|s| format!("in=blacksmith:{s}:follower*2"));
    let mut t = count(4, &format!("{ROAD}; count {}", waiting.join(" ")));
    t.play(CLOSE_ROAD);
    let mut asked = Vec::new();
    for word in ["follower>0,3:road:N", "follower>0,3:road:N", "-", "follower>0,3:road:N", "-", "-"]
    {
        asked.push(t.to_act().unwrap());
        t.play(word);
    }
    assert_eq!(asked, [2, 2, 3, 4, 4, 1]);
    t.expect_score(&[0, 3, 0, 0]);
    let left: Vec<u8> = (1..=4).map(|s| inside(&t, "blacksmith", s, "follower")).collect();
    assert_eq!(left, [2, 0, 2, 1]);
}

/// COUNT-16, OPT-COUNT-ORDER one-by-one: one word each in rotation, a pass is for good; seats with
/// nothing to move are not asked.
#[test]
fn opt_count_order_one_by_one() {
    let text = "count in=blacksmith:1:follower*2 in=blacksmith:2:follower*2
        in=blacksmith:3:follower*2 in=castle:4:follower*1";
    let mut t = scene(4, COUNT, &[("OPT-COUNT-ORDER", "one-by-one")], &format!("{ROAD}; {text}"));
    t.play(CLOSE_ROAD);
    let mut asked = Vec::new();
    let out = "follower>0,3:road:N";
    for word in [out, "-", out, out, out] {
        asked.push(t.to_act().unwrap());
        t.play(word);
    }
    assert_eq!(asked, [2, 3, 1, 2, 1]);
    t.expect_score(&[0, 3, 0, 0]); // three of seat 2, two of seat 1
}

/// COUNT-17: any number, split as one likes over what this tile completed, and nowhere else.
#[test]
fn count_17_any_number_and_split() {
    let text = format!("{TWO_CITIES}; count at=market in=castle:2:follower*3");
    let mut t = count(2, &text);
    t.play("base/H 2,1 r1 -");
    assert_eq!(t.choices(), "- | follower>2,1:city:E | follower>2,1:city:W");
    t.refused("follower>-2,1:city:S", "COUNT-17"); // an open city
    t.refused("follower>0,1:road:S", "COUNT-17"); // nobody in the blacksmith
    t.play("follower>2,1:city:W follower>2,1:city:E -");
    t.expect_score(&[0, 8]);
    assert_eq!((inside(&t, "castle", 2, "follower"), t.supply(2, "follower")), (1, 6));
}

/// COUNT-17: castle to city, blacksmith to road, cathedral to monastery, and no other way.
#[test]
fn count_17_each_quarter_has_its_features() {
    for (text, close, quarter, word) in [
        (CITY, CLOSE_CITY, "castle", "follower>3,1:city:W"),
        (ROAD, CLOSE_ROAD, "blacksmith", "follower>0,3:road:N"),
        (MONASTERY, CLOSE_MONASTERY, "cathedral", "follower>-1,-2:monastery"),
    ] {
        for from in QUARTERS {
            let count_in = QUARTERS.iter().find(|q| **q != from && **q != quarter).unwrap();
            let mut t = count(2, &format!("{text}; count at={count_in} in={from}:1:follower*1"));
            t.play(close);
            assert_eq!(t.allows(word), from == quarter, "{from} to {word}");
            assert_eq!(t.scored().is_empty(), from == quarter); // else nobody is asked before
        }
    }
}

/// COUNT-18, EX-COUNT-01: a city is completed, but the Count stands in the castle.
#[test]
fn count_18_ex_count_01_the_count_bars_the_way() {
    let text = format!("{CITY}; count at=castle in=castle:1:follower*2");
    let mut t = count(2, &text);
    t.play(CLOSE_CITY);
    t.expect_score(&[0, 8]); // nobody was asked
    let mut t = count(
        2,
        "base/B@1,2r0 base/B@2,2r0 base/U@3,2r1 base/F@2,1r0 base/W@3,3r2;
         count at=castle in=castle:2:follower*1 in=blacksmith:2:follower*1",
    );
    t.play("base/L 3,1 r3 -"); // closes the city and the road
    t.refused("follower>3,1:city:W", "COUNT-18");
    assert_eq!(t.choices(), "- | follower>3,1:road:S");
}

/// COUNT-19, OPT-COUNT-UNOCCUPIED: to occupied and to empty features; by the option only to those
/// where somebody stands.
#[test]
fn count_19_opt_count_unoccupied() {
    let waiting = "count at=market in=castle:1:follower*1 in=castle:2:follower*1";
    for (value, allowed) in [("allowed", true), ("forbidden", false)] {
        let options = [("OPT-COUNT-UNOCCUPIED", value)];
        let mut t = scene(2, COUNT, &options, &format!("{CITY}; {waiting}"));
        t.play(CLOSE_CITY).play("follower>3,1:city:W"); // whoever stands there
        t.play("follower>3,1:city:W");
        t.expect_score(&[0, 8]);
        let mut t = scene(2, COUNT, &options, &format!("base/F@2,1r0; {waiting}"));
        t.play(CLOSE_CITY);
        assert_eq!(t.to_act() == Some(2), allowed, "{value}");
        if allowed {
            t.play("follower>3,1:city:W -");
            t.expect_score(&[0, 8]);
        }
    }
    let text = format!("{TWO_CITIES}; figures 1:follower@3,1:city:W; {waiting}");
    let mut t = scene(2, COUNT, &[("OPT-COUNT-UNOCCUPIED", "forbidden")], &text);
    t.play("base/H 2,1 r1 -");
    t.refused("follower>2,1:city:W", "OPT-COUNT-UNOCCUPIED");
    assert_eq!(t.choices(), "- | follower>2,1:city:E");
}

/// COUNT-20, DX-COUNT-01: Red moves two followers into Blue's city of 8: Red +8, Blue 0, and all
/// go back to their supplies.
#[test]
fn count_20_dx_count_01_majority_from_the_castle() {
    let mut t = count(2, &format!("{CITY}; count at=market in=castle:1:follower*2"));
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (5, 6));
    t.play(CLOSE_CITY).play("follower>3,1:city:W follower>3,1:city:W");
    t.expect_score(&[8, 0]);
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (7, 7));
    assert_eq!((inside(&t, "castle", 1, "follower"), t.figures().len()), (0, 0));
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0))); // he scored: no entry
}

/// DX-COUNT-02: Blue acts before Red and adds one: two against two, 8 each.
#[test]
fn dx_count_02_blue_adds_one() {
    let text = "count at=market in=castle:1:follower*2 in=castle:2:follower*1";
    let mut t = count(2, &format!("{CITY}; {text}"));
    let out = "follower>3,1:city:W";
    t.play(CLOSE_CITY).play(&[out, out, out].join(" "));
    assert_eq!(told_of(&t, "moved").len(), 3);
    t.expect_score(&[8, 8]);
}

/// COUNT-20, EX-COUNT-05: a large follower from the castle counts two.
#[test]
fn ex_count_05_a_large_follower() {
    let text = format!("{CITY}; count at=market in=castle:1:large*1");
    let mut t = scene(2, &["inns", "count"], &[], &text);
    t.play(CLOSE_CITY).play("large>3,1:city:W");
    t.expect_score(&[8, 0]);
    assert_eq!(t.supply(1, "large"), 1);
}

/// COUNT-20, DX-COUNT-03: Blue's monk and Red's follower from the cathedral: 9 each.
#[test]
fn dx_count_03_a_monastery_shared() {
    let mut t = count(2, &format!("{MONASTERY}; count in=cathedral:1:follower*1"));
    t.play(CLOSE_MONASTERY).play("follower>-1,-2:monastery");
    t.expect_score(&[9, 9]);
}

/// COUNT-21: whoever is not moved stays, turn after turn, and never comes back by itself.
#[test]
fn count_21_the_others_stay() {
    let mut t =
        count(2, &format!("{ROAD}; count in=blacksmith:1:follower*3 in=castle:1:follower*1"));
    t.play(CLOSE_ROAD).play("follower>0,3:road:N -");
    let stands =
        |t: &Table| (inside(t, "blacksmith", 1, "follower"), inside(t, "castle", 1, "follower"));
    assert_eq!((stands(&t), t.supply(1, "follower")), ((2, 1), 4));
    t.play("base/U -1,3 r0 - base/U -2,3 r0 -");
    assert_eq!((stands(&t), t.supply(1, "follower")), ((2, 1), 4));
    // No word moves a figure between quarters or home.
    t.play("base/E 2,1 r3");
    assert!(t.legal().iter().all(|w| !w.contains('>') && !w.starts_with("recall")));
}

/// COUNT-22: a follower that enters now is too late for this scoring, but ready for the next.
#[test]
fn count_22_too_late_for_this_turn() {
    let mut t = count(
        2,
        "base/U@0,2r1 base/U@1,-2r1; figures 2:follower@0,2:road:N
        2:follower@1,-2:road:N",
    );
    t.play(CLOSE_ROAD).play("follower@blacksmith -");
    t.expect_score(&[0, 3]);
    assert!(!tells_any(&t, "moved 1 follower"));
    t.play("base/W 1,-3 r0 -");
    assert_eq!((t.to_act(), t.choices().as_str()), (Some(1), "- | follower>1,-3:road:S"));
}

/// COUNT-23: nobody goes from the cathedral to a completed garden, though it is scored.
#[test]
fn count_23_not_to_a_garden() {
    let text = "base/U@-2,-2r0 base/U.g@-1,-2r0 base/U@0,-2r0 base/U@-2,-3r0 base/U@-1,-3r0;
        figures 2:abbot@-1,-2:garden; count in=cathedral:1:follower*1";
    let mut t = scene(2, &["count", "abbot"], &[], text);
    t.play("base/U 0,-3 r0 -");
    t.expect_score(&[0, 9]);
    assert_eq!(inside(&t, "cathedral", 1, "follower"), 1);
    // With a road to go to, the garden is still refused.
    let text = "base/U@-2,-2r0 base/U.g@-1,-2r0 base/U@0,-2r0 base/U@-1,-3r0 base/U@-2,-3r0
        base/X@1,-2r0 base/W@1,-3r0; count in=cathedral:2:follower*1 in=blacksmith:2:follower*1";
    let mut t = scene(2, &["count", "abbot"], &[], text);
    t.play("base/W 0,-3 r2 -");
    assert_eq!(t.choices(), "- | follower>0,-3:road:E");
    t.refused("follower>-1,-2:garden", "COUNT-23");
}

/// A builder of seat 1 at 1,3, and two roads of seat 2; `base/W 0,3 r2` closes one and goes on
/// with the builder's road, `base/W 1,-3 r0` closes the other.
const DOUBLE: &str = "base/U@0,2r1 base/B@1,2r0 base/U@1,3r0 base/U@1,-2r1;
    figures 1:follower@1,3:road:EW 1:builder@1,3:road:EW 2:follower@0,2:road:N
    2:follower@1,-2:road:N";

/// COUNT-24, EX-COUNT-06: each part is judged by itself: one follower after each.
#[test]
fn count_24_ex_count_06_both_parts_of_a_double_turn() {
    let mut t = scene(2, &["traders", "count"], &[], DOUBLE);
    t.play(CLOSE_ROAD).play("follower@castle - second base/W 1,-3 r0 -");
    t.expect_score(&[0, 6]);
    t.play("follower@market -");
    assert_eq!(inside(&t, "castle", 1, "follower") + inside(&t, "market", 1, "follower"), 2);
    assert_eq!(t.on_turn(), 2);
}

/// COUNT-24, OPT-COUNT-DOUBLE once-per-turn: one entry in both parts together.
#[test]
fn opt_count_double_once_per_turn() {
    let once = [("OPT-COUNT-DOUBLE", "once-per-turn")];
    let mut t = scene(2, &["traders", "count"], &once, DOUBLE);
    t.play(CLOSE_ROAD).play("follower@castle - second base/W 1,-3 r0 -");
    assert_eq!((t.on_turn(), t.to_act(), t.scores()), (2, Some(0), vec![0, 6]));
    // Declined in part 1, it is still there in part 2; and in the next turn again.
    let mut t = scene(2, &["traders", "count"], &once, DOUBLE);
    t.play(CLOSE_ROAD).play("- second base/W 1,-3 r0 -");
    assert_eq!(t.to_act(), Some(1));
    t.play("follower@castle -");
    t.play("base/W 2,3 r0 -"); // seat 2 completes a road of seat 1
    assert_eq!((t.to_act(), t.choices().as_str()), (Some(2), ENTRIES));
}

/// COUNT-25, EX-COUNT-07: nobody leaves the market during the game, whatever is completed.
#[test]
fn count_25_ex_count_07_the_market_waits() {
    for (text, close) in [(ROAD, CLOSE_ROAD), (CITY, CLOSE_CITY), (MONASTERY, CLOSE_MONASTERY)] {
        let mut t =
            count(2, &format!("{text}; count in=market:2:follower*2 in=market:1:follower*2"));
        t.play(close);
        assert!(!tells_any(&t, "moved") && !t.scored().is_empty());
    }
    let text = format!("{ROAD}; count in=market:2:follower*1 in=blacksmith:2:follower*1");
    let mut t = count(2, &text);
    t.play(CLOSE_ROAD);
    t.refused("follower>0,3:field:SL", "COUNT-25");
}

// --- fields and the end

/// COUNT-26, DX-COUNT-05, OPT-COUNT-FARMS: Carcassonne is one completed city for a field at its
/// walls: 3 points, 4 with one's own pig, nothing by the option.
#[test]
fn count_26_dx_count_05_opt_count_farms() {
    let both = &["traders", "count"];
    for (options, pig, points) in [
        (&[][..], "", 3),
        (&[], "1:pig@-1,-2:field:NL", 4),
        (&[("OPT-COUNT-FARMS", "ignored")], "1:pig@-1,-2:field:NL", 0),
        (&[("OPT-FIELDSCORE", "ed1")], "", 4),
        (&[("OPT-FIELDSCORE", "ed2")], "1:pig@-1,-2:field:NL", 5),
    ] {
        let text = format!("base/B@-1,-2r0; figures 1:follower@-1,-2:field:NL {pig}");
        let mut t = scene(2, both, options, &text);
        t.end_with("base/U 0,2 r1 -");
        t.expect_score(&[points, 0]);
    }
}

/// COUNT-26: once for each field, the small cities only if they are completed.
#[test]
fn count_26_once_a_field_and_small_cities_when_completed() {
    let fields = "figures 1:follower@1,0:field:EL 2:follower@-1,1:field:SL";
    let mut t = count(2, &format!("base/B@2,0r0; {fields}"));
    t.end_with("base/U 1,-2 r1 -");
    t.expect_score(&[3, 3]);
    let mut t = count(2, &format!("base/E@2,1r3; {fields}"));
    t.end_with("base/U 1,-2 r1 -");
    t.expect_score(&[6, 3]); // the city of tile 12 is completed, that of tile 9 is not
}

/// COUNT-27: Carcassonne itself is no city for knights: the block has its two small ones only.
#[test]
fn count_27_never_scored_as_a_city() {
    let rules = rules(2, COUNT, &[]);
    let cities = rules.tiles().iter().filter(|t| t.id.starts_with("count/")).flat_map(|t| {
        t.segments.iter().filter(|s| s.kind == Kind::City).map(|s| (t.id.as_str(), s.sides.len()))
    });
    assert_eq!(cities.collect::<Vec<_>>(), [("count/9", 1), ("count/12", 1)]);
}

/// COUNT-28: left of the seat that laid the last tile, one follower at a time to any field.
#[test]
fn count_28_out_of_the_market_at_the_end() {
    let text = "; count in=market:1:follower*2 in=market:2:follower*2 in=market:3:follower*2";
    let mut t = count(3, text);
    t.leave(&["base/U"]).play("base/U 0,2 r1 -");
    assert_eq!(
        t.choices(),
        "- | follower>-2,-1:field:NL.NR.EL.WR | follower>-2,-1:field:SR.WL \
         | follower>1,-1:field:NR.EL.ER.SL"
    );
    let mut asked = Vec::new();
    let (north, west) = ("follower>-1,-1:field:NL", "follower>-2,-1:field:WL");
    let words = [north, "-", west, north, north];
    for word in words {
        asked.push(t.to_act().unwrap());
        t.play(word);
    }
    assert_eq!(asked, [2, 3, 1, 2, 1]); // a pass is for good
    assert!(t.over());
    t.expect_score(&[3, 3, 0]); // two against one in the north
}

/// COUNT-28: nobody leaves the market if the Count stands there.
#[test]
fn count_28_blocked_by_the_count() {
    let mut t = count(2, "; count at=market in=market:1:follower*2 in=market:2:follower*1");
    t.end_with("base/U 0,2 r1 -");
    t.expect_score(&[0, 0]);
}

/// COUNT-28: the last tile was laid by seat 2, so seat 3 begins.
#[test]
fn count_28_left_of_whoever_laid_last() {
    let text = "; turn 2 part 1 step draw; count in=market:1:follower*1 in=market:2:follower*1
        in=market:3:follower*1";
    let mut t = count(3, text);
    t.leave(&["base/U"]).play("base/U 0,2 r1 -");
    let mut asked = Vec::new();
    while !t.over() {
        asked.push(t.to_act().unwrap());
        t.play("-");
    }
    assert_eq!(asked, [3, 1, 2]);
}

/// COUNT-29, OPT-COUNT-FINAL: by default the market only; with `all` every quarter empties to
/// incomplete features of its kind, never to gardens.
#[test]
fn count_29_opt_count_final() {
    let text = "base/U@0,2r1 base/B@-1,-2r0 base/U.g@-3,-1r0; count at=market
        in=castle:1:follower*1 in=blacksmith:1:follower*1 in=cathedral:1:follower*1";
    let both = &["count", "abbot"];
    let mut t = scene(2, both, &[], text);
    t.end_with("base/G 2,1 r0 -");
    t.expect_score(&[0, 0]);
    let mut t = scene(2, both, &[("OPT-COUNT-FINAL", "all")], text);
    t.leave(&["base/G"]).play("base/G 2,1 r0 -");
    assert_eq!(
        t.choices(),
        "- | follower>-1,-2:monastery | follower>-2,-1:road:W | follower>-2,1:city:S \
         | follower>0,1:road:S | follower>1,-1:road:N | follower>1,1:city:E"
    );
    t.refused("follower>-3,-1:garden", "COUNT-23");
    t.play("follower>1,1:city:E follower>0,1:road:S follower>-1,-2:monastery");
    assert!(t.over());
    t.expect_score(&[2 + 2 + 4, 0]); // two tiles each; the monastery has three neighbours
}

/// COUNT-30: followers left in Carcassonne score nothing.
#[test]
fn count_30_left_inside() {
    let text = "; count in=market:1:follower*2 in=castle:2:follower*3 in=cathedral:1:follower*1";
    let mut t = count(2, text);
    t.leave(&["base/U"]).play("base/U 0,2 r1 - -");
    assert!(t.over());
    t.expect_score(&[0, 0]);
    assert_eq!(inside(&t, "market", 1, "follower"), 2);
}

/// COUNT-31: two players have the same choices as three.
#[test]
fn count_31_two_players() {
    let lists = [2, 3].map(|seats| {
        let text = format!("{ROAD}; count in=blacksmith:1:follower*1");
        let mut t = count(seats, &text);
        t.play(CLOSE_ROAD);
        let out = t.choices();
        t.play("-");
        let enter = t.choices();
        t.play("follower@castle");
        (out, enter, t.choices())
    });
    assert_eq!(lists[0], lists[1]);
    assert_eq!(lists[0].1, ENTRIES);
}

/// DX-COUNT-06: Blue's monastery wins its challenge against his own heretic: he has 0 points,
/// Blue 9, so he may enter.
#[test]
fn dx_count_06_losing_a_challenge_and_entering() {
    let text = "base/B@-1,-2r0 base/E@0,-2r1 cult/shrine@-2,-2r0 base/U@-2,-3r0 base/U@-1,-3r0;
        figures 2:follower@-1,-2:monastery 1:follower@-2,-2:shrine";
    let mut t = scene(2, &["count", "cult"], &[], text);
    t.play("base/U 0,-3 r0 -");
    t.expect_score(&[0, 9]);
    assert!(t.tells("lost 1 -2,-2:shrine"));
    assert_eq!(t.choices(), ENTRIES);
    t.play("follower@castle count@market");
}
