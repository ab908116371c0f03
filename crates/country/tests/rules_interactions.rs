//! The rules of the expansions together, by id (docs/rules/interactions.md).

use crate::common::play::Table;
use crate::common::play::scene::{count_at, goods, inside, scene, tells_any, told_at};
use crate::common::play::table::{rules, setup};
use country::turn::Owner;
use country::{Rules, SetupError};
use table::Cell;

const ALL: [&str; 6] = ["river", "inns", "traders", "count", "cult", "abbot"];
const ENTRIES: &str =
    "- | follower@blacksmith | follower@castle | follower@cathedral | follower@market";
/// A road of seat 2 at the south gate of the block, closed by `base/W 0,3 r2`.
const ROAD: &str = "base/U@0,2r1; figures 2:follower@0,2:road:N";
/// A builder's road of seat 1 besides: `base/W 0,3 r2` goes on with it.
const BUILDER_AND_ROAD: &str = "base/U@0,2r1 base/B@1,2r0 base/U@1,3r0;
    figures 2:follower@0,2:road:N 1:follower@1,3:road:EW 1:builder@1,3:road:EW";
/// A monastery at the block, closed by `base/U 0,-3 r0`.
const MONASTERY: &str = "base/B@-1,-2r0 base/E@-2,-2r3 base/E@0,-2r1 base/U@-2,-3r0 base/U@-1,-3r0";
/// The same with a shrine beside it, which stays open.
const RIVALS: &str =
    "base/B@-1,-2r0 base/E@0,-2r1 cult/shrine@-2,-2r0 base/U@-2,-3r0 base/U@-1,-3r0";

/// The sets of expansions, as all combinations of the six.
fn sets() -> impl Iterator<Item = Vec<&'static str>> {
    (0..64u8).map(|bits| (0..6).filter(|i| bits >> i & 1 != 0).map(|i| ALL[i]).collect())
}

// --- the turn

/// INT-01: the steps of a part, in this order, whatever is in play.
#[test]
fn int_01_the_plan_of_a_turn() {
    let order = [
        "draw-river",
        "draw",
        "lay",
        "act",
        "judge-challenges",
        "move-out",
        "score",
        "enter",
        "move-count",
        "second-tile",
        "hand-over",
        "move-out-at-end",
        "final-scoring",
    ];
    for set in sets() {
        let rules = rules(2, &set, &[]);
        let names: Vec<&str> = rules.plan().steps().iter().map(|s| s.decl.name).collect();
        let seen: Vec<&str> = names.iter().filter(|n| order.contains(n)).copied().collect();
        let wanted: Vec<&str> = order.iter().filter(|n| seen.contains(n)).copied().collect();
        assert_eq!(seen, wanted, "{set:?}");
        let core = rules.plan().steps().iter().filter(|s| s.owner == Owner::Core).count();
        assert_eq!(core, 6, "{set:?}");
    }
}

/// INT-01: one whole part: tile, figure, moving out, scoring, returns, goods, entry, the Count,
/// then the second part.
#[test]
fn int_01_a_whole_part() {
    let text = "base/B@1,2r0 base/B@2,2r0 base/U@3,2r1 tb/band-wine@2,1r0;
        figures 1:follower@3,2:road:NS 1:builder@3,2:road:NS 2:follower@2,1:city:W;
        count at=market in=castle:3:follower*1";
    let mut t = scene(3, &["traders", "count"], &[], text);
    t.play("base/D 3,1 r3 follower@field:EL follower>3,1:city:W follower@castle count@castle");
    assert_eq!(t.choices(), "- | second");
    let told: Vec<String> =
        t.told().iter().map(|l| l.split(" 3,1:").next().unwrap().to_owned()).collect();
    let order = [
        "laid base/D 3,1 r3",
        "put 1 follower",
        "moved 3 follower castle",
        "scored city",
        "home",
        "gained 1 wine 1",
        "put 1 follower castle",
        "moved 1 count market castle",
    ];
    let mut from = 0;
    for line in order {
        let at = told[from..].iter().position(|l| l.starts_with(line));
        from += at.unwrap_or_else(|| panic!("{line} in {told:?}")) + 1;
    }
    t.expect_score(&[0, 6, 6]);
    t.play("second");
    assert_eq!((t.on_turn(), t.part()), (1, 2));
}

/// INT-01: a decision in which only `-` is possible is not asked.
#[test]
fn int_01_nothing_to_decide_is_not_asked() {
    let text = format!("{ROAD}; count in=market:1:follower*7");
    let mut t = scene(2, &["count"], &[], &text);
    t.play("base/W 0,3 r2"); // no figure left, nothing to move out, nobody to send in
    assert_eq!((t.on_turn(), t.to_act(), t.scores()), (2, Some(0), vec![0, 3]));
}

/// INT-02: after the last part comes the next player; after the last tile the end.
#[test]
fn int_02_after_the_parts() {
    let built = "base/U@1,0r0; figures 1:follower@0,0:road:EW 1:builder@1,0:road:EW";
    for (words, seat) in [
        ("base/U 2,0 r0 - second base/B 0,1 r0 -", 2),
        ("base/U 2,0 r0 - -", 2),
        ("base/B 0,1 r0 -", 2),
        ("base/B 0,1 r0 - base/B 0,2 r0 -", 3),
    ] {
        let mut t = scene(3, &["traders"], &[], built);
        t.play(words);
        assert_eq!((t.on_turn(), t.part(), t.to_act()), (seat, 1, Some(0)), "{words}");
    }
    let mut t = scene(3, &["traders"], &[], built);
    t.leave(&["base/U", "base/B"]).play("base/U 2,0 r0 - second base/B 0,1 r0 -");
    assert!(t.over());
}

/// INT-03: out of the market first, then incomplete features, fields, goods; the totals add up.
#[test]
fn int_03_the_end_chain() {
    let text = "base/U@0,2r1 base/B@-1,-2r0; figures 1:follower@0,2:road:N
        2:follower@-1,-2:monastery; traders 2.0.0 1.0.0; count in=market:1:follower*1";
    let mut t = scene(2, &["traders", "count"], &[], text);
    t.leave(&["base/U"]).play("base/U 0,3 r1 -").play("follower>-1,-1:field:NL");
    let order = ["moved 1 follower market", "scored road", "scored field", "scored wine", "over"];
    let places: Vec<usize> = order.iter().map(|l| told_at(&t, l)).collect();
    assert!(places.is_sorted(), "{:?}", t.told());
    assert!(told_at(&t, "scored monastery") < told_at(&t, "scored field"));
    t.expect_score(&[3 + 3 + 10, 4]);
}

// --- figures

/// INT-04: which figure stands where; whether a feature is occupied, only followers, large
/// followers and abbots decide.
#[test]
fn int_04_the_table_of_figures() {
    let all = &["inns", "traders", "cult", "abbot"];
    let own = "; figures 1:follower@0,0:road:EW 1:follower@0,0:field:SL";
    let mut t = scene(2, all, &[], own);
    t.play("base/U.g 1,0 r0");
    assert_eq!(
        t.choices(),
        "- | abbot@garden | builder@road:EW | follower@field:NL.NR.EL.WR \
         | large@field:NL.NR.EL.WR | pig@field:ER.SL.SR.WL"
    );
    let mut t = scene(2, all, &[], own);
    t.play("cult/cap-road 0,-1 r2");
    assert_eq!(
        t.choices(),
        "- | abbot@shrine | follower@city:S | follower@field:NL.NR.EL.ER.WL.WR \
         | follower@road:N | follower@shrine | large@city:S \
         | large@field:NL.NR.EL.ER.WL.WR | large@road:N | large@shrine"
    );
    let mut t = Table::new(2, all, &[]);
    t.play("base/B 0,1 r0");
    assert_eq!(
        t.choices(),
        "- | abbot@monastery | follower@field:NL.NR.EL.ER.SL.SR.WL.WR | follower@monastery \
         | large@field:NL.NR.EL.ER.SL.SR.WL.WR | large@monastery"
    );
}

/// INT-04: large followers and abbots occupy like followers; a builder adds nothing.
#[test]
fn int_04_what_occupies() {
    for (figure, occupied) in [("1:large@0,0:road:EW", true), ("1:builder@0,0:road:EW", false)] {
        let text = format!("; figures {figure}; turn 2 part 1 step draw");
        let mut t = scene(2, &["inns", "traders"], &[], &text);
        t.play("base/U 1,0 r0");
        assert_eq!(t.allows("follower@road:EW"), !occupied, "{figure}");
    }
    let text = "; figures 1:follower@0,0:road:EW 1:builder@0,0:road:EW";
    assert_eq!(scene(2, &["traders"], &[], text).feature("0,0:road:EW").strengths()[0], 1);
    let text = "base/B@0,1r0; figures 2:abbot@0,1:monastery";
    assert!(scene(2, &["abbot"], &[], text).feature("0,1:monastery").occupied());
}

/// INT-05: seven followers, and one figure more for each expansion that brings one.
#[test]
fn int_05_supplies() {
    for set in sets() {
        let t = Table::new(2, &set, &[]);
        let with = |name| set.contains(&name) as u8;
        let wanted = [
            ("follower", 7),
            ("large", with("inns")),
            ("abbot", with("abbot")),
            ("builder", with("traders")),
            ("pig", with("traders")),
        ];
        for (piece, count) in wanted {
            assert_eq!(t.supply(2, piece), count, "{piece} in {set:?}");
        }
    }
}

/// INT-06: two to five seats, six with the inns.
#[test]
fn int_06_seats() {
    let others: Vec<&str> = ALL.into_iter().filter(|name| *name != "inns").collect();
    for set in [vec![], others, vec!["inns"], ALL.to_vec()] {
        let most = if set.contains(&"inns") { 6 } else { 5 };
        for seats in 0..=7 {
            let rules = Rules::new(&setup(seats, &set, &[]));
            let refused = rules.err() == Some(SetupError::Seats { asked: seats, most });
            assert_eq!(refused, !(2..=most).contains(&seats), "{seats} seats, {set:?}");
        }
    }
}

// --- tiles and start

/// INT-10: tile D, the spring, the block, or block and spring.
#[test]
fn int_10_the_start() {
    for set in sets() {
        let rules = rules(2, &set, &[]);
        let ids: Vec<&str> =
            rules.start().iter().map(|(k, ..)| rules.tiles()[k.0 as usize].id.as_str()).collect();
        let (river, count) = (set.contains(&"river"), set.contains(&"count"));
        match (river, count) {
            (false, false) => assert_eq!(ids, ["base/D"]),
            (true, false) => assert_eq!(ids, ["river/spring"]),
            _ => assert_eq!(
                (ids.len(), ids[0], ids[11]),
                (12 + river as usize, "count/1", "count/12")
            ),
        }
        let first = if count { Cell::new(-2, -1) } else { Cell::new(0, 0) };
        assert_eq!(rules.start()[0].1, first);
    }
}

/// INT-11: 71 tiles of the base game, 18, 24 and 5 or 6 more; the Count adds none.
#[test]
fn int_11_the_stack() {
    let total = |set: &[&str], options: &[(&str, &str)]| {
        Table::new(2, set, options).stack().iter().map(|(_, n)| n).sum::<u8>()
    };
    for set in sets() {
        let with = |name| set.contains(&name) as u8;
        let wanted = 71 + 18 * with("inns") + 24 * with("traders") + 5 * with("cult");
        assert_eq!(total(&set, &[]), wanted, "{set:?}");
    }
    assert_eq!(total(&["count"], &[("OPT-COUNT-STARTTILE", "shuffled-in")]), 72);
    assert_eq!(total(&["river"], &[("OPT-RIVER-START", "shuffle-in")]), 72);
    assert_eq!(total(&["cult"], &[("OPT-CULT-TILES", "6")]), 77);
}

// --- pairs

/// INT-20: a city with cathedral and goods: 3 a tile, the goods as usual.
#[test]
fn int_20_cathedral_and_goods() {
    let text = "ic/cathedral@0,-1r0 base/E@-1,-1r1 base/E@0,-2r2 tb/band-wine@1,-1r0;
        figures 1:follower@0,0:city:N; turn 2 part 1 step draw";
    let mut t = scene(2, &["inns", "traders"], &[], text);
    t.play("base/E 2,-1 r3 -");
    t.expect_score(&[18, 0]);
    assert_eq!((goods(&t, 1), goods(&t, 2)), ([0; 3], [1, 0, 0]));
}

/// INT-20: a builder on a road with an inn works as on any road.
#[test]
fn int_20_builder_and_inn() {
    let text = "base/W@-1,0r2; figures 1:follower@0,0:road:EW";
    let mut t = scene(2, &["inns", "traders"], &[], text);
    t.play("ic/straight-inn.g 1,0 r0 builder@road:EW base/B 0,1 r0 - base/W 2,0 r0 -");
    t.expect_score(&[8, 0]);
    assert_eq!((t.choices().as_str(), t.supply(1, "builder")), ("- | second", 1));
}

/// INT-21, DX-INT-01: Red's large follower from the castle outvotes Blue's knight in a cathedral
/// city with a coat of arms, 3 for each tile and coat; Green, who closed it, may enter. (No five
/// such tiles exist: a coat of arms beside the cathedral always needs a sixth. So 3 × (6 + 1).)
#[test]
fn int_21_dx_int_01_a_large_follower_into_a_cathedral_city() {
    let text = "ic/cathedral@2,1r0 base/M@2,0r2 base/E@3,0r3 base/E@2,2r0;
        figures 2:follower@2,1:city:W; count at=market in=castle:3:large*1";
    let mut t = scene(3, &["inns", "count"], &[], text);
    t.play("base/E 3,1 r3 -");
    assert_eq!((t.to_act(), t.choices().as_str()), (Some(3), "- | large>3,1:city:W"));
    t.play("large>3,1:city:W");
    t.expect_score(&[0, 0, 21]);
    assert_eq!(t.to_act(), Some(1));
    t.play("large@castle count@cathedral"); // a large follower may enter
    assert_eq!((inside(&t, "castle", 1, "large"), count_at(&t)), (1, "cathedral"));
}

/// INT-22: goods are no points, builder and pig stay outside, a pig makes Carcassonne worth 4,
/// and each part of a double turn is judged by itself.
#[test]
fn int_22_traders_and_count() {
    let both = &["traders", "count"];
    let text = "tb/band-wine@2,1r0; figures 2:follower@2,1:city:W";
    let mut t = scene(2, both, &[], text);
    t.play("base/E 3,1 r3 -");
    assert_eq!((goods(&t, 1), t.choices().as_str()), ([1, 0, 0], ENTRIES));
    t.refused("builder@castle", "COUNT-13");
    t.refused("pig@market", "COUNT-13");
    let text = "; figures 1:follower@0,-1:field:NL 1:pig@0,-1:field:NL";
    let mut t = scene(2, both, &[], text);
    t.end_with("base/U 0,2 r1 -");
    t.expect_score(&[4, 0]);
    let mut t = scene(2, both, &[], BUILDER_AND_ROAD);
    t.play("base/W 0,3 r2 - follower@castle - second base/B 2,0 r0 -");
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0))); // part 2 gave nobody points
}

/// DX-INT-02: part 1 completes an opponent's road: he enters; part 2 his own city: he does not.
#[test]
fn dx_int_02_each_part_by_itself() {
    let tiles = BUILDER_AND_ROAD.replace("base/U@1,3r0", "base/U@1,3r0 base/F@2,1r0");
    let text = format!("{tiles} 1:follower@2,1:city:W");
    let mut t = scene(2, &["traders", "count"], &[], &text);
    t.play("base/W 0,3 r2 - follower@castle - second base/E 3,1 r3 -");
    t.expect_score(&[8, 3]);
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0)));
}

/// INT-23: a double turn during the river draws the next river tile, and the rule of bends holds.
#[test]
fn int_23_a_double_turn_on_the_river() {
    let both = &["river", "traders"];
    let mut t = Table::new(2, both, &[]);
    t.build(
        "river/curve 0,1 r2 river/straight 1,1 r0 river/curve.g 2,1 r1 river/straight 2,0 r1
         river/corner-city 2,-1 r1 river/two-cities 1,-1 r0",
    );
    let built = "figures 1:follower@0,0:road:NE 1:builder@0,0:road:NE";
    let mut t = Table::read(2, both, &[], &t.position().replace("figures", built));
    t.play("river/city-bridge 0,-1 r0 - second");
    assert_eq!((t.on_turn(), t.part()), (1, 2));
    let left = ["river/monastery-bridge", "river/road-bridge", "river/road-curve"];
    assert_eq!(t.legal(), left);
    let bent = t.position().replace("mouth=0,-1:W", "mouth=0,-1:W bend=left");
    let mut t = Table::read(2, both, &[], &bent);
    t.play("river/road-curve");
    t.refused("-1,-1 r3", "RIVER-07");
    t.play("-1,-1 r2");
}

/// INT-24: moving out comes after the figure action: it never enables a builder, and never keeps
/// one on the board.
#[test]
fn int_24_moving_out_and_builders() {
    let both = &["traders", "count"];
    let text = format!("{ROAD}; count in=blacksmith:1:follower*1");
    let mut t = scene(2, both, &[], &text);
    t.play("base/W 0,3 r2");
    t.refused("builder@road:N", "TRADERS-11");
    t.play("- follower>0,3:road:N");
    t.expect_score(&[3, 3]);
    assert!(t.figures().is_empty() && t.supply(1, "builder") == 1 && t.on_turn() == 2);
    let text = "base/U@0,2r1; figures 1:follower@0,2:road:N 1:builder@0,2:road:N;
        turn 2 part 1 step draw; count in=blacksmith:1:follower*1";
    let mut t = scene(2, both, &[], text);
    t.play("base/W 0,3 r2 - follower>0,3:road:N");
    t.expect_score(&[3, 0]);
    assert!(t.figures().is_empty() && t.supply(1, "builder") == 1);
}

/// INT-25, INT-45: calling the abbot back is the figure action of its part: no builder then; but
/// part 2 has its own, and the abbot is there again.
#[test]
fn int_25_int_45_calling_back_and_the_second_part() {
    let both = &["traders", "abbot"];
    let text = "base/B@0,1r0 base/U@1,0r0; figures 1:abbot@0,1:monastery 1:follower@0,0:road:EW";
    let mut t = scene(2, both, &[], text);
    t.play("base/U 2,0 r0");
    assert!(t.allows("builder@road:EW") && t.allows("recall@0,1"));
    t.play("recall@0,1");
    assert_eq!((t.on_turn(), t.to_act(), t.supply(1, "builder")), (2, Some(0), 1));
    let mut t = scene(2, both, &[], &format!("{text} 1:builder@1,0:road:EW"));
    t.play("base/U 2,0 r0 recall@0,1");
    assert_eq!((t.choices().as_str(), t.supply(1, "abbot")), ("- | second", 1));
    t.play("second base/B 0,2 r0 abbot@monastery");
    assert_eq!((t.supply(1, "abbot"), t.on_turn()), (0, 2));
}

/// INT-26: no large follower on a garden.
#[test]
fn int_26_no_large_follower_on_a_garden() {
    let mut t = Table::new(2, &["inns", "abbot"], &[]);
    t.play("base/U.g 1,0 r0");
    t.refused("large@garden", "ABBOT-05");
    assert!(t.allows("abbot@garden"));
}

/// A building at 0,1 and a shrine with roads east and west at 1,1, between rows of roads; the
/// cells -1,1 and 2,1 are open.
fn between_roads(building: &str) -> String {
    format!(
        "base/U@-1,0r0 base/U@1,0r0 base/U@2,0r0 {building}@0,1r0 cult/2-roads@1,1r1
         base/U@0,2r0 base/U@1,2r0 base/U@-1,2r0 base/U@2,2r0"
    )
}

/// INT-27: an abbot is monk or heretic and may be called back out of a challenge; a garden takes
/// no part in challenges and forbids no tile.
#[test]
fn int_27_abbot_and_cult() {
    let both = &["cult", "abbot"];
    let garden = between_roads("base/U.g");
    let text = format!("{garden}; figures 1:abbot@0,1:garden 2:follower@1,1:shrine");
    let mut t = scene(2, both, &[], &text);
    t.play("base/A");
    assert!(t.allows("2,1 r1")); // a monastery beside the shrine, in spite of the garden
    t.play("-1,1 r3 -");
    t.expect_score(&[9, 0]);
    assert_eq!(t.figures(), ["2:follower@1,1:shrine"]);
    let monastery = between_roads("ic/monastery-2-roads");
    let text = format!("{monastery}; figures 1:follower@0,1:monastery 2:abbot@1,1:shrine");
    let three = &["inns", "cult", "abbot"];
    let mut t = scene(2, three, &[], &text);
    t.play("base/U.g -1,1 r0 -"); // the abbot as a heretic loses
    t.expect_score(&[9, 0]);
    assert_eq!(t.supply(2, "abbot"), 1);
    let mut t = scene(2, three, &[], &format!("{text}; turn 2 part 1 step draw"));
    t.play("base/W 3,0 r0 recall@1,1 base/U.g -1,1 r0 -");
    t.expect_score(&[9, 8]); // called back in time
}

/// INT-28: an abbot comes from the cathedral to a monastery, counts one and goes home; calling one
/// back does not bear on entering.
#[test]
fn int_28_abbot_and_count() {
    let both = &["count", "abbot"];
    let text =
        format!("{MONASTERY}; figures 2:follower@-1,-2:monastery; count in=cathedral:1:abbot*1");
    let mut t = scene(2, both, &[], &text);
    t.play("base/U 0,-3 r0");
    assert!(t.legal().iter().all(|w| !w.starts_with("recall"))); // not from a quarter
    t.play("-");
    assert_eq!(t.choices(), "- | abbot>-1,-2:monastery");
    t.play("abbot>-1,-2:monastery");
    t.expect_score(&[9, 9]);
    assert_eq!(t.supply(1, "abbot"), 1);
}

/// INT-28, DX-INT-05: 6 points for the abbot called back do not bar the way into Carcassonne when
/// the tile completes an opponent's road.
#[test]
fn dx_int_05_recall_and_entry() {
    let text = "base/B@-1,-2r0 base/E@-2,-2r3 base/E@0,-2r1 base/U@0,2r1;
        figures 1:abbot@-1,-2:monastery 2:follower@0,2:road:N";
    let mut t = scene(2, &["count", "abbot"], &[], text);
    t.play("base/W 0,3 r2 recall@-1,-2");
    t.expect_score(&[6, 3]);
    assert!(t.allows("follower@castle") && t.allows("abbot@cathedral"));
}

/// INT-29: a river monastery has room for one shrine beside it, and no more.
#[test]
fn int_29_river_monastery_and_shrines() {
    let mut t = Table::new(2, &["river", "cult"], &[]);
    t.build(
        "river/straight 0,1 r1 river/straight 0,2 r1 river/two-cities 0,3 r1
         river/city-bridge 0,4 r1 river/monastery-bridge 0,5 r1 river/road-bridge 0,6 r0
         river/curve 0,7 r2 river/curve.g 1,7 r0 river/corner-city 1,8 r3 river/road-curve 2,8 r0
         river/lake 2,9 r0 cult/shrine 1,5 r0",
    );
    t.play("cult/cap");
    t.refused("1,4 r3", "CULT-05"); // beside the monastery at 0,5
    assert!(t.allows("2,10 r2")); // beside that of the lake
}

/// INT-30: the monasteries of the other expansions are monasteries for shrines too.
#[test]
fn int_30_other_monasteries() {
    let text = "ic/monastery-2-roads@0,1r0 cult/shrine@0,2r0";
    let mut t = scene(2, &["inns", "traders", "cult"], &[], text);
    t.play("tb/monastery-3-roads");
    t.refused("0,3 r0", "CULT-05");
    let text = "tb/monastery-3-roads@0,1r0 cult/road@0,2r2 base/U@1,0r0 base/U@2,0r0";
    let mut t = scene(2, &["traders", "cult"], &[], text);
    t.play("base/B");
    t.refused("0,3 r0", "CULT-05");
    assert!(t.allows("2,1 r0")); // away from the shrine
    let text = format!(
        "{}; figures 1:follower@0,1:monastery 2:follower@1,1:shrine",
        between_roads("ic/monastery-2-roads")
    );
    let mut t = scene(2, &["inns", "cult"], &[], &text);
    t.play("base/U.g -1,1 r0 -");
    t.expect_score(&[9, 0]);
    assert!(t.tells("lost 2 1,1:shrine"));
}

/// INT-31, INT-33, INT-36, DX-INT-03: Blue's monastery beats Red's shrine; Green comes from the
/// cathedral: 9 each for Blue and Green, nothing for Red, who may enter. Nobody goes to the loser.
#[test]
fn int_31_int_33_int_36_dx_int_03_a_challenge_with_help() {
    let text = format!(
        "{RIVALS}; figures 1:follower@-2,-2:shrine 2:follower@-1,-2:monastery;
         count in=cathedral:3:follower*2"
    );
    let mut t = scene(3, &["count", "cult"], &[], &text);
    t.play("base/U 0,-3 r0 -");
    assert_eq!((t.to_act(), t.choices().as_str()), (Some(3), "- | follower>-1,-2:monastery"));
    t.refused("follower>-2,-2:shrine", "COUNT-17");
    t.play("follower>-1,-2:monastery -");
    t.expect_score(&[0, 9, 9]);
    assert!(t.figures().is_empty() && t.tells("lost 1 -2,-2:shrine"));
    assert_eq!((t.to_act(), t.choices().as_str()), (Some(1), ENTRIES));
}

/// INT-31: the 9 points go to the majority after moving out.
#[test]
fn int_31_majority_after_moving_out() {
    let text = format!(
        "{RIVALS}; figures 1:follower@-2,-2:shrine 2:follower@-1,-2:monastery;
         count in=cathedral:1:follower*2"
    );
    let mut t = scene(2, &["count", "cult"], &[], &text);
    let out = "follower>-1,-2:monastery";
    t.play("base/U 0,-3 r0 -").play(&format!("{out} {out}"));
    t.expect_score(&[9, 0]);
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (7, 7));
    assert_eq!(t.on_turn(), 2); // the winner's 9 are points: no entry
}

/// INT-32: a follower moved to a completed, so far empty monastery makes no challenge: the heretic
/// beside it stays.
#[test]
fn int_32_no_challenge_by_moving_out() {
    let text =
        format!("{RIVALS}; figures 2:follower@-2,-2:shrine; count in=cathedral:1:follower*1");
    let mut t = scene(2, &["count", "cult"], &[], &text);
    t.play("base/U 0,-3 r0 -").play("follower>-1,-2:monastery");
    t.expect_score(&[9, 0]);
    assert_eq!(t.figures(), ["2:follower@-2,-2:shrine"]);
    assert!(!tells_any(&t, "lost"));
}

/// INT-34, DX-INT-04: Red's farmer and pig at the block are worth 4; Blue moves two out of the
/// market: Blue +3, Red 0. A pig works for its owner if his farmers from the market win.
#[test]
fn int_34_dx_int_04_out_of_the_market() {
    let both = &["traders", "count"];
    let red = "; figures 1:follower@0,-1:field:NL 1:pig@0,-1:field:NL";
    let mut t = scene(2, both, &[], red);
    t.end_with("base/U 0,2 r1 -");
    t.expect_score(&[4, 0]);
    let mut t = scene(2, both, &[], &format!("{red}; count in=market:2:follower*2"));
    let out = "follower>0,-1:field:NL";
    t.leave(&["base/U"]).play(&format!("base/U 0,2 r1 - {out} {out}"));
    t.expect_score(&[0, 3]);
    let text = format!("{red} 2:follower@0,-1:field:NL; count in=market:1:follower*1");
    let mut t = scene(2, both, &[], &text);
    t.leave(&["base/U"]).play(&format!("base/U 0,2 r1 - {out}"));
    t.expect_score(&[4, 0]);
}

/// INT-35: cells of the block are filled cells around monasteries, shrines and gardens.
#[test]
fn int_35_the_block_fills_cells() {
    let all = &["count", "cult", "abbot"];
    for (tile, figure) in [
        ("base/B", "follower@-1,-2:monastery"),
        ("cult/shrine", "follower@-1,-2:shrine"),
        ("base/U.g", "abbot@-1,-2:garden"),
    ] {
        let text = format!("{tile}@-1,-2r0; figures 1:{figure}");
        let mut t = scene(2, all, &[], &text);
        t.end_with("base/U 0,2 r1 -");
        t.expect_score(&[4, 0]);
    }
    let text = format!("{MONASTERY}; figures 1:follower@-1,-2:monastery");
    let mut t = scene(2, all, &[], &text);
    t.play("base/U 0,-3 r0 -");
    t.expect_score(&[9, 0]);
}

/// INT-37: an empty city with goods: he takes them; an opponent comes out of the castle and
/// scores; he may still enter.
#[test]
fn int_37_goods_and_entry() {
    let text = "tb/band-wine@2,1r0; count at=market in=castle:2:follower*1";
    let mut t = scene(2, &["traders", "count"], &[], text);
    t.play("base/E 3,1 r3 - follower>3,1:city:W");
    t.expect_score(&[0, 6]);
    assert_eq!((goods(&t, 1), t.to_act(), t.choices().as_str()), ([1, 0, 0], Some(1), ENTRIES));
}

/// INT-40: block and river: the spring of the second edition at 2,0, flowing east, its field
/// joined with that east of the block.
#[test]
fn int_40_block_and_river() {
    for (edition, set) in [("c3", "river"), ("c2", "river-c2"), ("c1", "river-c1")] {
        let options = [("OPT-RIVER-EDITION", edition)];
        let mut t = Table::new(2, &["river", "count"], &options);
        let (kind, cell, rot) = t.rules.start()[12];
        let spring = &t.rules.tiles()[kind.0 as usize];
        assert_eq!((cell, rot as u8), (Cell::new(2, 0), 0), "{edition}");
        assert!(spring.id.ends_with("/spring") && spring.id != "river/spring", "{}", spring.id);
        assert!(t.joined("2,0:field:NL", "1,0:field:EL"));
        t.play(&format!("{set}/straight"));
        assert_eq!(t.choices(), "3,0 r0 | 3,0 r2");
        assert_eq!(t.in_stack(&format!("{set}/spring")), 0);
    }
}

/// INT-41: completed buildings that nobody occupies do nothing; only the cathedral leads there.
#[test]
fn int_41_empty_buildings() {
    let tiles = [
        ("base/B", MONASTERY.to_owned()),
        ("cult/shrine", MONASTERY.replace("base/B", "cult/shrine")),
    ];
    for (building, text) in tiles {
        let mut t = scene(2, &["count", "cult"], &[], &text);
        t.play("base/U 0,-3 r0 -");
        assert!(t.scored().is_empty() && t.on_turn() == 2, "{building}");
        let text = format!("{text}; count in=cathedral:2:follower*1");
        let mut t = scene(2, &["count", "cult"], &[], &text);
        t.play("base/U 0,-3 r0 -");
        assert_eq!(t.to_act(), Some(2), "{building}");
        let forbidden = [("OPT-COUNT-UNOCCUPIED", "forbidden")];
        let mut t = scene(2, &["count", "cult"], &forbidden, &text);
        t.play("base/U 0,-3 r0 -");
        assert_eq!(t.to_act(), Some(0), "{building}");
    }
    let garden = "base/U@-2,-2r0 base/U.g@-1,-2r0 base/U@0,-2r0 base/U@-2,-3r0 base/U@-1,-3r0;
        count in=cathedral:2:follower*1";
    let mut t = scene(2, &["count", "abbot"], &[], garden);
    t.play("base/U 0,-3 r0 -");
    assert!(t.scored().is_empty() && t.to_act() == Some(0) && t.on_turn() == 2);
}

/// INT-42: a tile completes a city and a road: one round of moving out, one scoring.
#[test]
fn int_42_several_kinds_at_once() {
    let text = "base/B@1,2r0 base/B@2,2r0 base/U@3,2r1 base/F@2,1r0 base/W@3,3r2;
        figures 2:follower@3,2:road:NS;
        count at=market in=castle:2:follower*1 in=blacksmith:1:follower*2 in=castle:1:follower*1";
    let mut t = scene(2, &["count"], &[], text);
    t.play("base/L 3,1 r3 -");
    assert_eq!((t.to_act(), t.choices().as_str()), (Some(2), "- | follower>3,1:city:W"));
    t.play("follower>3,1:city:W");
    assert_eq!(t.to_act(), Some(1));
    assert_eq!(t.choices(), "- | follower>3,1:city:W | follower>3,1:road:S");
    assert!(t.scored().is_empty());
    t.play("follower>3,1:road:S follower>3,1:road:S follower>3,1:city:W");
    t.expect_score(&[3 + 8, 8]);
}

/// INT-43: put on what the tile completes, and outvoted from the castle: the follower is home
/// again, and may enter; not so if its owner scores.
#[test]
fn int_43_outvoted_on_the_spot() {
    let text = "base/F@2,1r0; count at=market in=castle:2:follower*2";
    let mut t = scene(2, &["count"], &[], text);
    let out = "follower>3,1:city:W";
    t.play("base/E 3,1 r3 follower@city:W").play(&format!("{out} {out}"));
    t.expect_score(&[0, 8]);
    assert_eq!((t.supply(1, "follower"), t.choices().as_str()), (7, ENTRIES));
    let mut t = scene(2, &["count"], &[], text);
    t.play("base/E 3,1 r3 follower@city:W").play(&format!("{out} -"));
    t.expect_score(&[8, 8]);
    assert_eq!((t.on_turn(), t.to_act()), (2, Some(0)));
}

/// INT-44: the last tile earns no second part.
#[test]
fn int_44_the_last_tile() {
    let mut t = scene(2, &["traders", "count"], &[], BUILDER_AND_ROAD);
    t.leave(&["base/W"]).play("base/W 0,3 r2 -");
    assert_eq!(t.choices(), ENTRIES); // the first part is finished all the same
    t.play("-");
    assert!(t.over());
    t.expect_score(&[2, 3]);
}

/// INT-45: a follower that came home in part 1 is there in part 2.
#[test]
fn int_45_home_in_time_for_part_two() {
    let farmers = " 1:follower@0,0:field:SL".repeat(6);
    let text = format!(
        "base/W@-1,0r2 base/U@1,0r0; figures 1:follower@0,0:road:EW 1:builder@1,0:road:EW{farmers}"
    );
    let mut t = scene(2, &["traders"], &[], &text);
    assert_eq!(t.supply(1, "follower"), 0);
    t.play("base/W 2,0 r0");
    t.refused("follower@road:E", "BASE-24");
    t.play("- second base/B 0,1 r0 follower@monastery");
    assert_eq!((t.supply(1, "follower"), t.on_turn()), (0, 2));
}
