//! The rules of The Abbot, by id: docs/rules/abbot.md.

use crate::common::play::Table;
use crate::common::play::scene::scene;
use crate::common::play::table::rules;
use table::SeatSet;

const ABBOT: &[&str] = &["abbot"];

fn abbot() -> Table {
    Table::new(2, ABBOT, &[])
}

/// Seat 1's abbot stands on the garden at 0,1, with six tiles around it; seat 1 draws.
fn garden_with_six() -> Table {
    let mut t = abbot();
    t.play("base/E.g 0,1 r1 abbot@garden");
    t.build("base/U 1,0 r0 base/U -1,0 r0 base/E -1,1 r3 base/E -1,2 r3 base/E 0,2 r2");
    t
}

/// ABBOT-01: gardens are printed on 8, 1, 2 and 2 tiles; everybody has one abbot, also the sixth.
#[test]
fn abbot_01_components() {
    let gardens = |expansions: &[&str], options: &[(&str, &str)], prefix: &str| -> u8 {
        let rules = rules(2, &[expansions, ABBOT].concat(), options);
        let tiles = rules.tiles().iter().filter(|t| t.id.starts_with(prefix));
        let with = tiles.filter(|t| t.centre() == Some(country::exp::abbot::GARDEN));
        with.inspect(|t| assert!(t.id.strip_suffix(".g").is_some(), "{}", t.id))
            .map(|t| t.count)
            .sum()
    };
    assert_eq!(gardens(&[], &[], "base/"), 8);
    assert_eq!(gardens(&["river"], &[], "river"), 1);
    assert_eq!(gardens(&["river"], &[("OPT-RIVER-EDITION", "c1")], "river"), 0);
    assert_eq!(gardens(&["inns"], &[], "ic/"), 2);
    assert_eq!(gardens(&["traders"], &[], "tb/"), 2);
    assert_eq!(gardens(&["cult"], &[], "cult/"), 0);
    assert_eq!(gardens(&["count"], &[], "count/"), 0);
    let t = Table::new(6, &["abbot", "inns"], &[]);
    for seat in 1..=6 {
        assert_eq!(t.supply(seat, "abbot"), 1);
    }
}

/// ABBOT-02: 7 followers and 1 abbot; the stack is that of the base game.
#[test]
fn abbot_02_setup() {
    let t = abbot();
    for seat in 1..=2 {
        assert_eq!((t.supply(seat, "follower"), t.supply(seat, "abbot")), (7, 1));
    }
    assert_eq!(t.game.bag().total(), 71);
    assert_eq!(Table::new(2, &[], &[]).supply(1, "abbot"), 0);
}

/// ABBOT-03, ABBOT-04: a garden is a feature of its own and splits no field; the abbot may go
/// there instead of a follower elsewhere.
#[test]
fn abbot_03_abbot_04_garden() {
    let mut t = abbot();
    t.play("base/E.g 0,1 r1");
    assert_eq!(
        t.choices(),
        "- | abbot@garden | follower@city:E | follower@field:NL.NR.SL.SR.WL.WR"
    );
    t.play("abbot@garden");
    assert_eq!((t.supply(1, "abbot"), t.supply(1, "follower")), (0, 7));
    assert_eq!(t.figures(), ["1:abbot@0,1:garden"]);
    assert!(!t.joined("0,1:garden", "0,1:field:NL"));
}

/// ABBOT-04: on the monastery of the tile just laid as well; only there, and only from the supply.
#[test]
fn abbot_04_only_on_the_tile_just_laid() {
    let mut t = abbot();
    t.play("base/B 0,1 r0");
    assert!(t.allows("abbot@monastery") && t.allows("follower@monastery"));
    t.play("- base/B 0,2 r0 abbot@monastery base/U 1,0 r0");
    t.unreadable("abbot@monastery");
    t.play("- base/B 0,3 r0");
    t.refused("abbot@monastery", "BASE-24");
}

/// ABBOT-05, DX-ABBOT-03: no follower on a garden, no abbot on a road, city or field.
#[test]
fn abbot_05_dx_abbot_03_who_stands_where() {
    let mut t = Table::new(2, &["abbot", "inns", "traders"], &[]);
    t.play("base/U.g 1,0 r0");
    t.refused("follower@garden", "ABBOT-05");
    t.refused("large@garden", "ABBOT-05");
    assert!(!t.allows("builder@garden") && !t.allows("pig@garden"));
    t.refused("abbot@road:EW", "ABBOT-04");
    t.refused("abbot@field:NL", "ABBOT-04");
    t.play("- base/E 0,-1 r2");
    t.refused("abbot@city:S", "ABBOT-04");
    t.play("- base/B 0,1 r0");
    assert!(t.allows("follower@monastery") && t.allows("large@monastery"));
}

/// ABBOT-05: builder and pig not even where their owner has a follower on road and field.
#[test]
fn abbot_05_no_builder_or_pig_in_the_garden() {
    let mut t = scene(
        2,
        &["abbot", "traders"],
        &[],
        "; figures 1:follower@0,0:road:E 1:follower@0,0:field:EL",
    );
    t.play("base/U.g 1,0 r0");
    assert!(t.allows("builder@road:EW") && t.allows("pig@field:NL"));
    assert!(!t.allows("builder@garden") && !t.allows("pig@garden"));
}

/// ABBOT-06, ABBOT-08, DX-ABBOT-02: the eighth tile completes the garden: it cannot be recalled
/// then, but scores 9 in step 3, and the abbot comes back.
#[test]
fn abbot_06_abbot_08_dx_abbot_02_completion() {
    let mut t = garden_with_six();
    t.play("base/E 1,1 r3");
    assert!(t.allows("recall@0,1"), "seven tiles around: incomplete");
    t.play("-");
    t.build("base/U 2,0 r0");
    t.play("base/V 1,2 r3");
    t.refused("recall@0,1", "ABBOT-08");
    t.play("-");
    t.expect_score(&[9, 0]);
    assert_eq!(t.supply(1, "abbot"), 1);
}

/// ABBOT-06: a monastery with an abbot scores 9 on completion as well.
#[test]
fn abbot_06_monastery() {
    let mut t = scene(
        2,
        ABBOT,
        &[],
        "base/B@0,1r0 base/U@1,0r0 base/U@-1,0r0 base/E@-1,1r3 base/E@1,1r1 base/E@-1,2r3
         base/E@1,2r1; figures 2:abbot@0,1:monastery",
    );
    t.play("base/E.g 0,2 r2 -");
    t.expect_score(&[0, 9]);
    assert_eq!(t.supply(2, "abbot"), 1);
}

/// ABBOT-07, ABBOT-09, DX-ABBOT-01: with the sixth tile around the garden the abbot is recalled:
/// 7 points at once, and no other figure in this step.
#[test]
fn abbot_07_abbot_09_dx_abbot_01_recall() {
    let mut t = abbot();
    t.play("base/E.g 0,1 r1 abbot@garden");
    t.build("base/U 1,0 r0 base/U -1,0 r0 base/E -1,1 r3 base/E -1,2 r3 base/U 2,0 r0");
    t.play("base/E 0,2 r2");
    assert!(t.allows("recall@0,1") && t.allows("follower@city:S") && t.allows("-"));
    t.play("recall@0,1");
    assert_eq!(
        t.told(),
        ["scored garden 0,1:garden 7 0", "home 1 abbot 0,1:garden", "turn 2 part 1"]
    );
    t.expect_score(&[7, 0]);
    assert_eq!((t.supply(1, "abbot"), t.to_act()), (1, Some(0)));
}

/// ABBOT-07, ABBOT-09: after a recall this step is over, though the tile just laid has a
/// monastery; the points come before what the tile completes.
#[test]
fn abbot_07_abbot_09_before_the_scoring() {
    let mut t =
        scene(2, ABBOT, &[], "base/E.g@0,1r1; figures 1:abbot@0,1:garden 1:follower@0,0:city:N");
    t.play("base/E 0,-1 r2 recall@0,1");
    assert_eq!(t.told()[2], "scored garden 0,1:garden 2 0");
    assert!(t.tells("scored city 0,0:city:N 4 0"));
    t.expect_score(&[6, 0]);
    let mut t = scene(2, ABBOT, &[], "base/E.g@0,1r1; figures 1:abbot@0,1:garden");
    t.play("base/B -1,1 r0");
    t.refused("abbot@monastery", "BASE-24");
    t.play("recall@0,1");
    assert_eq!(t.on_turn(), 2);
}

/// ABBOT-09: in the second part of a double turn the recalled abbot may be placed again.
#[test]
fn abbot_09_second_part() {
    let mut t = scene(
        2,
        &["abbot", "traders"],
        &[],
        "base/E.g@0,1r1; figures 1:follower@0,0:road:E 1:builder@0,0:road:E 1:abbot@0,1:garden",
    );
    t.play("base/U 1,0 r0 recall@0,1 second base/B -1,1 r0 abbot@monastery");
    t.expect_score(&[3, 0]);
    assert!(t.figures().contains(&"1:abbot@-1,1:monastery".to_owned()));
}

/// ABBOT-10: only one's own abbot, only on one's own turn.
#[test]
fn abbot_10_own_abbot_only() {
    let mut t = abbot();
    t.play("base/E.g 0,1 r1 abbot@garden base/B -1,1 r0");
    t.refused("recall@0,1", "ABBOT-10");
    t.play("abbot@monastery base/U 1,0 r0");
    assert!(t.allows("recall@0,1"));
    t.refused("recall@-1,1", "ABBOT-10");
    t.play("-");
    t.refused("recall@0,1", "BASE-16");
}

/// ABBOT-10: an abbot in a quarter of Carcassonne cannot be recalled.
#[test]
fn abbot_10_not_from_carcassonne() {
    let position = "; count at=castle in=cathedral:1:abbot*1";
    let mut t = scene(2, &["abbot", "count"], &[], position);
    t.play("base/B 2,0 r0");
    assert_eq!(t.supply(1, "abbot"), 0);
    assert!(t.legal().iter().all(|w| !w.starts_with("recall")));
    t.refused("recall@0,0", "ABBOT-10");
}

/// ABBOT-11, ABBOT-15: after the recall nobody can claim the garden, and its completion gives
/// nothing.
#[test]
fn abbot_11_abbot_15_an_empty_garden() {
    let mut t = garden_with_six();
    t.play("base/E 1,1 r3 recall@0,1 base/V 1,2 r3");
    t.expect_score(&[8, 0]);
    t.unreadable("abbot@garden");
    assert_eq!(t.supply(2, "abbot"), 1);
    t.play("-");
    assert!(t.scored().is_empty());
    t.expect_score(&[8, 0]);
}

/// ABBOT-12: the recall is scored for the owner alone, without looking at majority.
#[test]
fn abbot_12_no_majority_for_a_recall() {
    let mut t = scene(
        2,
        ABBOT,
        &[],
        "base/B@0,1r0; figures 1:abbot@0,1:monastery 2:follower@0,1:monastery
         2:follower@0,1:monastery",
    );
    t.play("base/U 1,0 r0 recall@0,1");
    t.expect_score(&[3, 0]);
    assert_eq!(t.scored()[0].winners, SeatSet(1));
    assert_eq!(t.figures().len(), 2, "the others stay");
}

/// ABBOT-13, DX-ABBOT-04: at the end a garden with three tiles around it gives its abbot 4.
#[test]
fn abbot_13_dx_abbot_04_final_scoring() {
    let mut t = abbot();
    t.play("base/E.g 0,1 r1 abbot@garden base/U 1,0 r0 -");
    t.end_with("base/U -1,0 r0 -");
    t.expect_score(&[4, 0]);
    let mut t = abbot();
    t.play("base/B 0,1 r0 abbot@monastery base/U 1,0 r0 -");
    t.end_with("base/U -1,0 r0 -");
    t.expect_score(&[4, 0]);
}

/// ABBOT-14: for majority an abbot counts as one follower.
#[test]
fn abbot_14_counts_one() {
    let around = "base/B@0,1r0 base/U@1,0r0 base/U@-1,0r0 base/E@-1,1r3 base/E@1,1r1
                  base/E@-1,2r3 base/E@1,2r1; figures 1:abbot@0,1:monastery";
    for (others, points) in [(1, [9, 9]), (2, [0, 9])] {
        let text = around.to_owned() + &" 2:follower@0,1:monastery".repeat(others);
        let mut t = scene(2, ABBOT, &[], &text);
        t.play("base/E.g 0,2 r2 -");
        t.expect_score(&points);
    }
}

/// ABBOT-16: a garden beside a monastery: each counts the other as a tile.
#[test]
fn abbot_16_garden_beside_monastery() {
    let mut t = abbot();
    t.play("base/E.g 0,1 r1 abbot@garden base/B -1,1 r0 follower@monastery");
    assert_eq!(t.forecast(), [3, 3]);
}

/// DX-ABBOT-05: garden, city and field of one tile do not occupy each other.
#[test]
fn dx_abbot_05_garden_and_city() {
    let mut t = abbot();
    t.play("base/F 0,-1 r1 follower@city:NS base/M.g 0,-2 r2");
    t.refused("follower@city:S", "BASE-22");
    t.play("abbot@garden base/U 1,0 r0 - base/E.g 0,1 r1");
    assert!(t.allows("recall@0,-2") && !t.allows("abbot@garden"));
    t.play("-");
    let mut t = abbot();
    t.play("base/E.g 0,1 r1 abbot@garden base/E 1,1 r3");
    assert!(t.allows("follower@city:W"), "the abbot does not occupy the city");
    t.play("- base/E -1,1 r3");
    assert!(t.allows("follower@field:EL"), "nor the field");
}

/// OPT-ABBOT-RECALL off: the abbot stays until his building is complete.
#[test]
fn opt_abbot_recall_off() {
    let mut t = Table::new(2, ABBOT, &[("OPT-ABBOT-RECALL", "off")]);
    t.play("base/E.g 0,1 r1 abbot@garden base/U 1,0 r0 - base/U -1,0 r0");
    t.refused("recall@0,1", "OPT-ABBOT-RECALL");
    assert!(t.legal().iter().all(|w| !w.starts_with("recall")));
    t.play("-");
    assert_eq!(t.forecast(), [4, 0]);
}

/// OPT-ABBOT-GARDENS off: no gardens; abbots on monasteries only.
#[test]
fn opt_abbot_gardens_off() {
    let mut t = Table::new(2, ABBOT, &[("OPT-ABBOT-GARDENS", "off")]);
    t.play("base/E.g 0,1 r1");
    assert_eq!(t.choices(), "- | follower@city:E | follower@field:NL.NR.SL.SR.WL.WR");
    t.unreadable("abbot@garden");
    t.play("- base/B -1,1 r0 abbot@monastery base/U 1,0 r0 - base/U -1,0 r0 recall@-1,1");
    t.expect_score(&[0, 4]);
}
