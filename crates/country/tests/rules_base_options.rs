//! The options of the base game, by key: docs/rules/base.md.

use crate::common::play::Table;
use crate::common::play::table::{rules, setup};
use country::{OPTIONS, Rules, SetupError};

/// A completed city of three tiles with a field to its east (1,-1) and another to its west.
const TWO_FIELDS: &str = "base/D@0,0r0 base/G@0,-1r1 base/E@0,-2r2 base/U@1,0r0 base/B@1,-1r0
    base/B@1,-2r0 base/B@-1,-1r0";

/// The final scores of these farmers around [`TWO_FIELDS`].
#[track_caller]
fn harvest(expansions: &[&str], edition: &str, figures: &str) -> Vec<u16> {
    let position = format!("{TWO_FIELDS}; figures {figures}");
    let options = [("OPT-FIELDSCORE", edition)];
    let mut t = Table::read(2, expansions, &options, &position);
    assert!(!t.joined("1,-1:field:NL", "-1,-1:field:NL"), "two fields");
    t.end_with("base/V 0,1 r0 -");
    t.scores()
}

/// The farmers of a seat on the east or west field of [`TWO_FIELDS`].
fn farmers(who: &str, count: usize, east: bool) -> String {
    let place = if east { "1,-1:field:NL" } else { "-1,-1:field:NL" };
    format!("{who}@{place} ").repeat(count)
}

/// OPT-FARMERS off: nobody stands on a field; where a tile has nothing else, nobody is asked.
#[test]
fn opt_farmers_off() {
    let mut t = Table::new(2, &[], &[("OPT-FARMERS", "off")]);
    t.play("base/U 1,0 r0");
    assert_eq!(t.choices(), "- | follower@road:EW");
    t.refused("follower@field:NL", "OPT-FARMERS");
    t.play("follower@road:EW base/U 2,0 r0");
    assert_eq!((t.to_act(), t.on_turn()), (Some(0), 1), "the road is taken: nothing is asked");
    t.end_with("base/E 0,-1 r2 follower@city:S");
    t.expect_score(&[4 + 3, 0]);
    assert!(t.told().iter().all(|line| !line.contains("field")));
}

/// OPT-FARMERS off: without farmers there is no pig either.
#[test]
fn opt_farmers_off_no_pig() {
    for (value, pig) in [("on", true), ("off", false)] {
        let position = "base/D@0,0r0 base/B@0,1r0; figures 1:follower@0,0:road:E";
        let mut t = Table::read(2, &["traders"], &[("OPT-FARMERS", value)], position);
        t.play("base/B 0,2 r0");
        assert_eq!(t.allows("follower@field:NL"), pig);
        assert!(t.allows("follower@monastery"));
        t.play(if pig { "follower@field:NL" } else { "-" });
        t.build("base/U 1,0 r0").play("base/B 0,3 r0");
        assert_eq!(t.allows("pig@field:NL"), pig);
    }
}

/// OPT-FIELDSCORE: two fields at one city, seat 1 stronger in one, seat 2 in the other and
/// altogether.
#[test]
fn opt_fieldscore_one_field_each() {
    let figures = farmers("1:follower", 2, true)
        + &farmers("2:follower", 1, true)
        + &farmers("2:follower", 2, false);
    assert_eq!(harvest(&[], "ed3", &figures), [3, 3]);
    assert_eq!(harvest(&[], "ed2", &figures), [4, 4]);
    assert_eq!(harvest(&[], "ed1", &figures), [0, 4]);
}

/// OPT-FIELDSCORE: one seat has both fields: twice in the third edition, once in the others.
#[test]
fn opt_fieldscore_both_fields() {
    let figures = farmers("1:follower", 1, true) + &farmers("1:follower", 1, false);
    assert_eq!(harvest(&[], "ed3", &figures), [6, 0]);
    assert_eq!(harvest(&[], "ed2", &figures), [4, 0]);
    assert_eq!(harvest(&[], "ed1", &figures), [4, 0]);
}

/// OPT-FIELDSCORE ed1: equal strength around a city gives both 4; a large follower counts two.
#[test]
fn opt_fieldscore_ed1_strength() {
    let even = farmers("1:follower", 1, true) + &farmers("2:follower", 1, false);
    assert_eq!(harvest(&[], "ed1", &even), [4, 4]);
    let large = farmers("1:large", 1, true) + &farmers("2:follower", 1, false);
    assert_eq!(harvest(&["inns"], "ed1", &large), [4, 0]);
    assert_eq!(harvest(&["inns"], "ed2", &large), [4, 4]);
}

/// OPT-FIELDSCORE: a pig is worth one point more a city in every edition.
#[test]
fn opt_fieldscore_pigs() {
    let with_pig = farmers("1:follower", 1, true) + &farmers("1:pig", 1, true);
    assert_eq!(harvest(&["traders"], "ed3", &with_pig), [4, 0]);
    assert_eq!(harvest(&["traders"], "ed2", &with_pig), [5, 0]);
    assert_eq!(harvest(&["traders"], "ed1", &with_pig), [5, 0]);
    // Seat 1 wins the west; his pig stands in the east, where seat 2 wins.
    let elsewhere = farmers("1:follower", 1, true)
        + &farmers("1:pig", 1, true)
        + &farmers("2:follower", 2, true)
        + &farmers("1:follower", 2, false);
    assert_eq!(harvest(&["traders"], "ed3", &elsewhere), [3, 3]);
    assert_eq!(harvest(&["traders"], "ed2", &elsewhere), [4, 4]);
    assert_eq!(harvest(&["traders"], "ed1", &elsewhere), [5, 0]);
}

/// OPT-SMALLCITY 2, DX-BASE-09: a completed city of two tiles scores 1 a tile; of three tiles as
/// ever. (With a coat of arms: no printed tile makes one; tested beside the code.)
#[test]
fn opt_smallcity_dx_base_09() {
    let mut t = Table::new(2, &[], &[("OPT-SMALLCITY", "2")]);
    t.play("base/E 0,-1 r2 follower@city:S");
    t.expect_score(&[2, 0]);
    let mut t = Table::new(2, &[], &[("OPT-SMALLCITY", "2")]);
    t.play("base/G 0,-1 r1 follower@city:NS base/E 0,-2 r2 -");
    t.expect_score(&[6, 0]);
    let mut t = Table::new(2, &[], &[("OPT-SMALLCITY", "2")]);
    t.play("base/F 0,-1 r1 follower@city:NS");
    t.end_with("base/U 1,0 r0 -");
    t.expect_score(&[3, 0]); // incomplete: not a small city
}

/// OPT-STARTPLAYER random, BASE-14: the game opens with a lot that names the first seat.
#[test]
fn opt_startplayer_random() {
    let mut t = Table::new(3, &[], &[("OPT-STARTPLAYER", "random")]);
    assert_eq!(t.to_act(), Some(0));
    let odds: Vec<_> = ["first:1", "first:2", "first:3"].map(|w| (w.to_owned(), 1)).into();
    assert_eq!(t.odds(), odds);
    t.play("first:3");
    assert_eq!(t.told(), ["turn 3 part 1"]);
    assert_eq!(t.on_turn(), 3);
    t.build("base/U 1,0 r0");
    assert_eq!(t.on_turn(), 1);
    let given = Table::new(3, &[], &[("OPT-STARTPLAYER", "given")]);
    assert!(given.allows("base/U") && !given.allows("first:1"));
}

/// OPT-UNPLACEABLE reshuffle, BASE-20: the tile is put aside and comes back once another has been
/// laid.
#[test]
fn opt_unplaceable_reshuffle() {
    let mut t = Table::new(2, &[], &[("OPT-UNPLACEABLE", "reshuffle")]);
    t.build("base/E 0,-1 r2");
    t.play("base/C x");
    assert_eq!(t.told(), ["drawn base/C", "aside base/C"]);
    assert_eq!((t.on_turn(), t.in_stack("base/C")), (2, 0));
    assert!(t.odds().iter().all(|(id, _)| id != "base/C"));
    t.play("base/U");
    assert_eq!(t.in_stack("base/C"), 0);
    t.play("1,0 r0");
    assert_eq!(t.in_stack("base/C"), 1);
    assert_eq!(t.game.discarded().total(), 0);
}

/// OPT-UNPLACEABLE reshuffle, BASE-45: if the stack runs out first, tiles put aside leave.
#[test]
fn opt_unplaceable_reshuffle_at_the_end() {
    let mut t = Table::new(2, &[], &[("OPT-UNPLACEABLE", "reshuffle")]);
    t.build("base/E 0,-1 r2");
    t.leave(&["base/C"]);
    t.play("base/C x");
    assert!(t.tells("aside base/C") && t.tells("discarded base/C"));
    assert!(t.over());
}

/// OPT-TIE changes only how a tie is shown: the game is the same.
#[test]
fn opt_tie_changes_no_points() {
    let games = ["shared", "none"].map(|value| {
        let position = "base/D@0,0r0; score 1 0; figures 2:follower@0,0:road:E";
        let mut t = Table::read(2, &[], &[("OPT-TIE", value)], position);
        t.end_with("base/E 0,-1 r2 -");
        t.expect_score(&[1, 1]);
        (t.position(), t.told())
    });
    assert_eq!(games[0], games[1]);
}

/// Every option has its default first, and takes no other values than it names.
#[test]
fn options_take_their_values_only() {
    for option in OPTIONS {
        for value in option.values {
            assert!(Rules::new(&setup(2, &[], &[(option.key, value)])).is_ok());
        }
        let refused = Rules::new(&setup(2, &[], &[(option.key, "perhaps")])).unwrap_err();
        assert!(matches!(refused, SetupError::Value { .. }), "{refused}");
        let default = Rules::new(&setup(2, &[], &[])).unwrap();
        assert!(default.is_default(option) && default.choice(option) == 0);
    }
    let unknown = Rules::new(&setup(2, &[], &[("OPT-NONE", "on")])).unwrap_err();
    assert!(matches!(unknown, SetupError::Option { needs: None, .. }));
    let foreign = Rules::new(&setup(2, &[], &[("OPT-RIVER-LAKE", "drawn")])).unwrap_err();
    assert!(matches!(foreign, SetupError::Option { needs: Some("river"), .. }));
}

/// DX-BASE-09, BASE-34: a city of two tiles with a coat of arms, which no printed tiles can build,
/// is worth 6, or 3 by option.
#[test]
fn dx_base_09_small_city_with_coat_of_arms() {
    let worth = |rules: &Rules, tiles, pennants| {
        [true, false].map(|complete| rules.worth_of_city(tiles, pennants, 0, complete))
    };
    assert_eq!(worth(&rules(2, &[], &[]), 2, 1), [6, 3]);
    let small = rules(2, &[], &[("OPT-SMALLCITY", "2")]);
    assert_eq!(worth(&small, 2, 1), [3, 3]);
    assert_eq!(worth(&small, 3, 0), [6, 3]);
}
