//! The rules of Heretics & Shrines, by id (docs/rules/cult.md).

use crate::common::play::Table;
use crate::common::play::scene::{scene, tells_any, told_of};
use crate::common::play::table::rules;
use country::tile::Kind;
use table::{Dice, Game, Quiet, Turn};

const CULT: &[&str] = &["cult"];

/// A monastery at 0,1 and a shrine at 1,1, side by side and surrounded, without some cells: between
/// two rows of roads, a city cap at either end. The monastery needs the column -1, the shrine 2.
fn pair(missing: &[&str]) -> String {
    let tiles = [
        "base/U@-1,0r0",
        "base/U@1,0r0",
        "base/U@2,0r0",
        "base/B@0,1r0",
        "cult/shrine@1,1r0",
        "base/E@-1,1r3",
        "base/E@2,1r1",
        "base/U@0,2r0",
        "base/U@1,2r0",
        "base/U@-1,2r0",
        "base/U@2,2r0",
    ];
    let at = |tile: &str, cell: &str| tile.contains(&format!("@{cell}r"));
    let kept = tiles.into_iter().filter(|tile| !missing.iter().any(|cell| at(tile, cell)));
    kept.collect::<Vec<_>>().join(" ")
}

/// The pair, both sides open, a monk of seat 1 and a heretic of seat 2.
fn challenge() -> String {
    let tiles = pair(&["-1,1", "2,1"]);
    format!("{tiles}; figures 1:follower@0,1:monastery 2:follower@1,1:shrine")
}

fn cult(text: &str) -> Table {
    scene(2, CULT, &[], text)
}

// --- tiles and their placement

/// CULT-01, OPT-CULT-TILES: five tiles, six by the option, each with a shrine.
#[test]
fn cult_01_opt_cult_tiles_five_or_six() {
    for (value, count) in [("5", 5), ("6", 6)] {
        let rules = rules(2, CULT, &[("OPT-CULT-TILES", value)]);
        let own = rules.tiles().iter().filter(|t| t.id.starts_with("cult/"));
        assert_eq!(own.clone().map(|t| t.count).sum::<u8>(), count);
        assert!(own.clone().all(|t| t.centre() == Some(country::exp::cult::SHRINE)));
        let t = Table::new(2, CULT, &[("OPT-CULT-TILES", value)]);
        assert_eq!(t.in_stack("cult/cap-2-roads"), count - 5);
    }
}

/// CULT-02: shuffled in with the others; the edges must match as ever.
#[test]
fn cult_02_shuffled_in() {
    let mut t = Table::new(2, CULT, &[]);
    assert_eq!(t.stack().iter().map(|(_, n)| n).sum::<u8>(), 71 + 5);
    t.play("cult/cap-road");
    t.refused("0,1 r0", "BASE-18");
    t.refused("1,1 r1", "BASE-17");
    t.play("0,1 r1");
}

/// CULT-03: all eight cells around count: buildings that touch at a corner are rivals.
#[test]
fn cult_03_corners_are_adjacent() {
    let mut t = cult(
        "base/U@-1,0r0 base/U@1,0r0 base/B@0,1r0 base/E@1,1r1 base/E@0,2r2 cult/shrine@1,2r0
         base/E@-1,2r3; figures 1:follower@0,1:monastery 2:follower@1,2:shrine",
    );
    t.play("base/E -1,1 r3 -");
    t.expect_score(&[9, 0]);
    assert!(t.tells("lost 2 1,2:shrine"));
}

/// CULT-04, DX-CULT-02: no shrine beside two monasteries, not even at corners; no monastery
/// beside two shrines.
#[test]
fn cult_04_dx_cult_02_not_beside_two_rivals() {
    let mut t = cult("base/B@0,1r0 base/E@1,1r0 base/B@2,1r0");
    t.play("cult/shrine");
    t.refused("1,2 r0", "CULT-04");
    assert!(t.allows("0,2 r0") && t.allows("2,2 r0")); // beside one of them each
    let mut t = cult("cult/shrine@0,1r0 base/E@1,1r0 cult/cap@2,1r0");
    t.play("base/B");
    t.refused("1,2 r0", "CULT-04");
    assert!(t.allows("0,2 r0"));
}

/// CULT-05, DX-CULT-02, OPT-CULT-STRICT: nor may a neighbour get a second rival, occupied or not;
/// by the option only the tile being laid is looked at.
#[test]
fn cult_05_opt_cult_strict_no_second_rival_for_a_neighbour() {
    let tiles = "base/B@0,1r0 cult/shrine@-1,1r0";
    for figures in ["", "; figures 1:follower@0,1:monastery 2:follower@-1,1:shrine"] {
        for (value, strict) in [("on", true), ("off", false)] {
            let text = format!("{tiles}{figures}");
            for (tile, place) in [("cult/cap", "1,1 r0"), ("base/B", "-2,1 r0")] {
                let mut t = scene(2, CULT, &[("OPT-CULT-STRICT", value)], &text);
                t.play(tile);
                if strict {
                    t.refused(place, "CULT-05");
                } else {
                    assert!(t.allows(place), "{tile} {place}");
                }
            }
        }
    }
}

struct Lcg(u64);

impl Dice for Lcg {
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * n as u64) >> 31) as u32
    }
}

/// CULT-06: through whole games no building ever has two rivals; equals may stand together.
#[test]
fn cult_06_at_most_one_rival_at_any_time() {
    let mut met = 0;
    for seed in 0..20 {
        let t = Table::new(2, CULT, &[("OPT-CULT-TILES", "6")]);
        let (mut game, mut dice) = (t.game.clone(), Lcg(seed));
        while game.turn() != Turn::Over {
            let action = game.pick(&t.rules, &mut dice);
            game.play(&t.rules, action, &mut Quiet);
        }
        let centre =
            |cell| game.board().at(cell).and_then(|l| t.rules.tiles()[l.kind.0 as usize].centre());
        for laid in game.board().laid() {
            let rival = match centre(laid.cell) {
                Some(country::exp::cult::SHRINE) => Kind::Monastery,
                Some(Kind::Monastery) => country::exp::cult::SHRINE,
                _ => continue,
            };
            let rivals = laid.cell.around().iter().filter(|c| centre(**c) == Some(rival)).count();
            assert!(rivals <= 1, "seed {seed}: {rivals} rivals of {:?}", laid.cell);
            met += rivals;
        }
    }
    assert!(met > 0, "rivals never met");
    let mut t = cult("base/B@0,1r0");
    assert!(t.play("base/B").allows("0,2 r0"));
    let mut t = cult("cult/shrine@0,1r0");
    assert!(t.play("cult/cap").allows("0,2 r2"));
}

/// CULT-07: a shrine without a legal place leaves the game, and another tile is drawn.
#[test]
fn cult_07_no_legal_place() {
    let text = "base/B@0,1r0 cult/road@0,2r0";
    let mut t = cult(text);
    t.play("cult/shrine x base/U 1,0 r0 -");
    assert_eq!(t.on_turn(), 2);
    let mut t = scene(2, CULT, &[("OPT-CULT-STRICT", "off")], text);
    t.play("cult/shrine 1,1 r0");
}

// --- claiming and scoring

/// CULT-08: a follower, large follower or abbot becomes the heretic; or another spot is chosen.
#[test]
fn cult_08_claiming_a_shrine() {
    let mut t = Table::new(2, &["inns", "cult", "abbot"], &[]);
    t.play("cult/cap-road 0,1 r1");
    for word in ["follower@shrine", "large@shrine", "abbot@shrine"] {
        assert!(t.allows(word), "{word}");
        t.clone().play(word);
    }
    for word in ["follower@city:E", "follower@road:W", "follower@field:NL"] {
        assert!(t.allows(word), "{word}");
    }
    t.refused("abbot@city:E", "ABBOT-04");
}

/// CULT-09: a shrine alone is scored like a monastery: 9, or at the end 1 and its neighbours.
#[test]
fn cult_09_a_shrine_alone() {
    let ring = "base/U@-1,0r0 base/U@1,0r0 cult/shrine@0,1r0 base/E@-1,1r3 base/U@0,2r0
        base/U@-1,2r0 base/U@1,2r0; figures 2:follower@0,1:shrine";
    let mut t = cult(ring);
    t.play("base/E 1,1 r1 -");
    t.expect_score(&[0, 9]);
    assert_eq!(t.supply(2, "follower"), 7);
    let mut t = cult(ring);
    t.end_with("base/U 2,0 r0 -");
    t.expect_score(&[0, 8]);
}

// --- the challenge

/// CULT-10, CULT-13, EX-CULT-01: the building completed first scores 9, the other nothing, both
/// figures go home; and the mirror case.
#[test]
fn ex_cult_01_the_first_one_wins() {
    for (close, points, lost) in [
        ("base/E -1,1 r3 -", [9, 0], "lost 2 1,1:shrine"),
        ("base/E 2,1 r1 -", [0, 9], "lost 1 0,1:monastery"),
    ] {
        let mut t = cult(&challenge());
        t.play(close);
        t.expect_score(&points);
        assert!(t.tells(lost), "{:?}", t.told());
        assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (7, 7));
        assert!(t.figures().is_empty());
    }
}

/// CULT-10: played out: the challenge begins when the shrine is laid beside the monk and claimed.
#[test]
fn cult_10_a_challenge_begins_with_the_claim() {
    let mut t =
        cult(&format!("{}; figures 2:follower@0,1:monastery", pair(&["-1,1", "1,1", "2,1"])));
    t.play("cult/shrine 1,1 r0 follower@shrine base/E -1,1 r3 -");
    t.expect_score(&[0, 9]);
    assert!(t.tells("lost 1 1,1:shrine"));
}

/// CULT-10, DX-CULT-05: the monastery has seven neighbours; the shrine on the eighth cell completes
/// it, and the heretic put there is in the challenge and loses.
#[test]
fn cult_10_dx_cult_05_the_tile_that_completes_the_rival() {
    let mut t = cult(&format!("{}; figures 2:follower@0,1:monastery", pair(&["1,1", "2,1"])));
    t.play("cult/shrine 1,1 r0 follower@shrine");
    t.expect_score(&[0, 9]);
    assert!(t.tells("lost 1 1,1:shrine"), "{:?}", t.told());
    assert!(t.figures().is_empty());
    assert_eq!((t.supply(1, "follower"), t.supply(2, "follower")), (7, 7));
}

/// CULT-10, DX-CULT-06: a shrine that is complete as soon as it is laid beats the monk beside it.
#[test]
fn cult_10_dx_cult_06_complete_at_once() {
    let mut t = cult(&format!("{}; figures 2:follower@0,1:monastery", pair(&["1,1", "-1,1"])));
    t.play("cult/shrine 1,1 r0 follower@shrine");
    t.expect_score(&[9, 0]);
    assert!(t.tells("lost 2 0,1:monastery"), "{:?}", t.told());
    assert!(t.figures().is_empty());
}

/// CULT-10, CULT-14: the shrine fills the last hole of both: nobody has lost.
#[test]
fn cult_10_both_completed_by_the_tile_that_claims() {
    let mut t = cult(&format!("{}; figures 2:follower@0,1:monastery", pair(&["1,1"])));
    t.play("cult/shrine 1,1 r0 follower@shrine");
    t.expect_score(&[9, 9]);
    assert!(t.figures().is_empty() && !tells_any(&t, "lost"));
}

/// OPT-CULT-CHALLENGE: in revision 1 both must have been occupied while both were incomplete: a
/// shrine that completes the monastery by being laid comes too late to be drawn in.
#[test]
fn opt_cult_challenge_not_with_what_the_tile_itself_completes() {
    let old = |text: &str| scene(2, CULT, &[("OPT-CULT-CHALLENGE", "both-unfinished")], text);
    let mut t = old(&format!("{}; figures 2:follower@0,1:monastery", pair(&["1,1", "2,1"])));
    t.play("cult/shrine 1,1 r0 follower@shrine");
    t.expect_score(&[0, 9]);
    assert_eq!(t.figures(), ["1:follower@1,1:shrine"]);
    let mut t = old(&format!("{}; figures 2:follower@0,1:monastery", pair(&["1,1", "-1,1"])));
    t.play("cult/shrine 1,1 r0 follower@shrine");
    t.expect_score(&[9, 0]); // complete at once: it scores, but challenges nobody
    assert_eq!(t.figures(), ["2:follower@0,1:monastery"]);
}

/// CULT-11, DX-CULT-04: one's own monk and heretic: 9 points in all, and both come back.
#[test]
fn cult_11_dx_cult_04_against_oneself() {
    let tiles = pair(&["-1,1", "2,1"]);
    let mut t = cult(&format!("{tiles}; figures 1:follower@0,1:monastery 1:follower@1,1:shrine"));
    t.play("base/E -1,1 r3 -");
    t.expect_score(&[9, 0]);
    assert_eq!(t.supply(1, "follower"), 7);
}

/// CULT-12, DX-CULT-03: an empty monastery beside the heretic is completed: he stays.
#[test]
fn cult_12_dx_cult_03_no_challenge_without_an_occupant() {
    let tiles = pair(&["-1,1", "2,1", "2,2"]);
    let mut t = cult(&format!("{tiles}; figures 2:follower@1,1:shrine"));
    t.play("base/E -1,1 r3 -");
    assert!(t.scored().is_empty() && !tells_any(&t, "lost"));
    assert_eq!(t.figures(), ["2:follower@1,1:shrine"]);
    t.play("base/U 2,2 r0 - base/E 2,1 r1 -");
    t.expect_score(&[0, 9]);
}

/// CULT-12, EX-CULT-03: whoever lays the shrine claims its road: no challenge.
#[test]
fn ex_cult_03_another_spot_of_the_shrine_tile() {
    let tiles = pair(&["-1,1", "1,1", "2,1"]);
    let mut t = cult(&format!("{tiles}; figures 2:follower@0,1:monastery"));
    t.play("cult/road 1,1 r3 follower@road:E base/E -1,1 r3 -");
    t.expect_score(&[0, 9]);
    assert_eq!(t.figures(), ["1:follower@1,1:road:E"]);
    assert!(!tells_any(&t, "lost"));
}

/// CULT-14, DX-CULT-01: one tile completes both: 9 points each.
#[test]
fn cult_14_dx_cult_01_completed_together() {
    let figures = "figures 1:follower@0,1:monastery 2:follower@1,1:shrine";
    let mut t = cult(&format!("{}; {figures}", pair(&["1,2"])));
    t.play("base/U 1,2 r0 -");
    t.expect_score(&[9, 9]);
    assert!(t.figures().is_empty() && !tells_any(&t, "lost"));
}

/// CULT-15: the losing building stays empty: completed later, it gives nobody anything.
#[test]
fn cult_15_the_loser_stays_empty() {
    let mut t = cult(&challenge());
    t.play("base/E -1,1 r3 -").play("base/E 2,1 r1");
    assert!(t.legal().iter().all(|w| !w.contains("shrine")), "{:?}", t.legal());
    t.unreadable("follower@shrine");
    t.play("-");
    assert!(t.scored().is_empty());
    t.expect_score(&[9, 0]);
}

/// CULT-16, EX-CULT-02: undecided at the end, both score 1 and their neighbours.
#[test]
fn cult_16_ex_cult_02_undecided() {
    let tiles = pair(&["-1,1", "-1,2", "2,1"]);
    let mut t = cult(&format!("{tiles}; figures 1:follower@0,1:monastery 2:follower@1,1:shrine"));
    t.end_with("base/U 3,0 r0 -");
    t.expect_score(&[6 + 1, 7 + 1]);
}

/// CULT-17: an abbot called back scores what he has; the rival goes on without a challenge.
#[test]
fn cult_17_a_challenged_abbot_is_called_back() {
    let tiles = pair(&["-1,1", "2,1"]);
    let text = format!("{tiles}; figures 1:abbot@0,1:monastery 2:follower@1,1:shrine");
    let mut t = scene(2, &["cult", "abbot"], &[], &text);
    t.play("base/W 3,0 r0 recall@0,1");
    t.expect_score(&[8, 0]);
    t.play("base/E -1,1 r3 -");
    assert_eq!(t.figures(), ["2:follower@1,1:shrine"]);
    t.play("base/E 2,1 r1 -");
    t.expect_score(&[8, 9]);
}

/// CULT-18: several figures in a building: the majority of the winner gets the 9, and the figures
/// of both buildings go home.
#[test]
fn cult_18_several_figures() {
    let tiles = pair(&["-1,1", "2,1"]);
    let text = format!(
        "{tiles}; figures 1:follower@0,1:monastery 2:follower@0,1:monastery
         2:follower@0,1:monastery 1:follower@1,1:shrine 3:follower@1,1:shrine"
    );
    let mut t = scene(3, CULT, &[], &text);
    t.play("base/E -1,1 r3 -");
    t.expect_score(&[0, 9, 0]);
    assert!(t.figures().is_empty());
    assert_eq!(told_of(&t, "lost"), ["lost 1 1,1:shrine", "lost 3 1,1:shrine"]);
    assert_eq!((1..=3).map(|s| t.supply(s, "follower")).collect::<Vec<_>>(), [7, 7, 7]);
}

/// CULT-19: a large heretic is no stronger in the challenge.
#[test]
fn cult_19_size_does_not_matter() {
    let tiles = pair(&["-1,1", "2,1"]);
    let text = format!("{tiles}; figures 1:follower@0,1:monastery 2:large@1,1:shrine");
    let mut t = scene(2, &["inns", "cult"], &[], &text);
    t.play("base/E -1,1 r3 -");
    t.expect_score(&[9, 0]);
    assert_eq!(t.supply(2, "large"), 1);
}
