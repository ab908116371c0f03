//! Setup, placement and claims: CITY-01..21, 65, 66, 73, 74, 80 and the examples about legality.

#![allow(clippy::unwrap_used, clippy::format_push_string)] // a test may stop at once

use crate::common::kit::{Table, small_set};
use city::names::{HISTORIC, HOMES, MARKET, PUBLIC};
use city::{City, CitySetup, OPTIONS, Rules, SetupError, TurnStep};
use table::{Cell, Event, Game, Odds, Seat, Text, TileKind, Turn};

/// CITY-01, CITY-07: 2 to 4 players; 70 walls; 7 followers each; 12 towers shared out.
#[test]
fn components() {
    for (seats, towers) in [(2, 6), (3, 4), (4, 3)] {
        let table = Table::new(seats, &[], None);
        assert_eq!(table.game.walls_left(), 70);
        for seat in (0..seats).map(Seat) {
            assert_eq!(table.game.supply(seat), 7);
            assert_eq!(table.game.towers_left(seat), towers);
        }
    }
    for seats in [0, 1, 5] {
        let error = Rules::new(&CitySetup { seats, ..CitySetup::default() }).unwrap_err();
        assert_eq!(error, SetupError::Seats(seats));
        assert!(error.to_string().contains("CITY-01"));
    }
}

/// CITY-02, CITY-08: in every set that comes with the crate 75 tiles in piles of 30, 25 and 20, no
/// start tile; 32 public and 7 historic buildings with their names; markets of three kinds.
#[test]
fn the_own_set_is_what_the_box_holds() {
    for set in city::SETS {
        let table = Table::new(2, &[], Some(set.text));
        let tiles = table.rules.tiles();
        let sum = |of: fn(&city::Tile) -> u8| tiles.iter().map(|t| t.count * of(t)).sum::<u8>();
        assert_eq!(sum(|_| 1), 75);
        assert_eq!(sum(|t| t.public), 32);
        assert_eq!(sum(|t| t.historic), 7);
        let mut names: Vec<&str> =
            tiles.iter().flat_map(|t| t.building_names.iter().map(String::as_str)).collect();
        names.sort_unstable();
        let expected = [
            "Bâtiment",
            "Château Comtal",
            "Grand Puits",
            "Petit Puits",
            "Saint Nazaire",
            "Saint Sernin",
            "Tour Carrée",
        ];
        assert_eq!(names, expected);
        for goods in 0..3 {
            let has = |t: &&city::Tile| t.segments.iter().any(|s| s.goods >> goods & 1 != 0);
            let with: u8 = tiles.iter().filter(has).map(|t| t.count).sum();
            assert_eq!(with, 18 + u8::from(set.name != "city-own"), "{} {goods}", set.name);
        }
        assert_eq!(table.rules.piles(), [30, 25, 20]);
        assert!(table.game.board().laid().is_empty());
    }
}

/// CITY-03: sets are chosen by name; the first one is the default, and a name alone is enough.
#[test]
fn sets_have_names() {
    let rules = |tiles| city::Rules::new(&city::CitySetup { seats: 2, options: Vec::new(), tiles });
    let named = |name: &str| rules(Some((name.to_owned(), String::new())));
    for set in city::SETS {
        assert_eq!(city::set(set.name), Some(set));
        let with_text = rules(Some(("x.toml".to_owned(), set.text.to_owned()))).unwrap();
        assert_eq!(named(set.name).unwrap().tiles(), with_text.tiles());
    }
    let default = rules(None).unwrap();
    assert_eq!(default.tiles(), named("city-trencavel").unwrap().tiles());
    assert_ne!(default.tiles(), named("city-own").unwrap().tiles());
    assert!(named("city-unknown").is_err());
}

/// CITY-03: the tiles come from a file, and any set that makes sense can be played. Sets of other
/// sizes are parted into piles of two fifths, a third and the rest.
#[test]
fn tiles_come_from_a_file() {
    let set = small_set(&[("blank", 2), ("all-fish", 1)]);
    let table = Table::new(2, &[], Some(&set));
    assert_eq!(table.rules.piles(), [1, 1, 1]);
    assert_eq!(table.rules.tiles().len(), 2);
    let set = small_set(&[("blank", 150)]);
    assert_eq!(Table::new(4, &[], Some(&set)).rules.piles(), [60, 50, 40]);
}

/// CITY-04: the data model; files that break it are refused with file, tile and reason.
#[test]
#[allow(clippy::too_many_lines)] // a table of mistakes
fn bad_tile_files_are_refused() {
    const HOMES_8: &str =
        r#"{ kind = "residential", ports = ["NL","NR","EL","ER","SL","SR","WL","WR"] }"#;
    let tile =
        |body: &str| format!("schema_kind = \"city\"\n[[tile]]\nid = \"t\"\ncount = 3\n{body}");
    let plain = |rest: &str| tile(&format!("edges = \"....\"\nareas = [{HOMES_8}]\n{rest}"));
    let street = |edges: &str, streets: &str| {
        tile(&format!("edges = {edges:?}\nstreets = [{streets}]\nareas = [{HOMES_8}]"))
    };
    let areas = |areas: &str| tile(&format!("edges = \"....\"\nareas = [{areas}]"));
    let one_short = HOMES_8.replace("\"WR\"", "").replace(",]", "]");
    let cases = [
        (String::new(), "x.toml: there is no such set"),
        ("total = 3".into(), "x.toml: the key \"schema_kind\" is missing"),
        ("schema_kind = \"country\"".into(), "schema_kind is \"country\", expected \"city\""),
        ("schema_kind = \"city\"".into(), "x.toml: has no [[tile]]"),
        (plain("").replace("count = 3", "count = 2"), "has 2 tiles; the three piles need 3 to 150"),
        (plain("").replace("count = 3", "count = 151"), "must be a whole number from 1 to 150"),
        (
            plain("").replace("city\"", "city\"\ntotal = 4"),
            "says total = 4, but the counts add up to 3",
        ),
        (plain("").replace("\"t\"", "\"a b\""), "an id is made of letters, digits"),
        (
            plain("") + &plain("").replace("schema_kind = \"city\"", ""),
            "x.toml, tile t: this id is used twice",
        ),
        (plain("colour = 1"), "x.toml, tile t: unknown key \"colour\""),
        (plain("touches = [[0, 1]]"), "touches [0, 1] does not name two areas"),
        (plain("").replace("....", "..X."), "edges is \"..X.\", expected four letters"),
        (plain("").replace("....", "..S."), "no street leads to S"),
        (
            street("....", r#"{ edges = ["N"], end = "crossing" }"#),
            "a street leads to N, but edges has none",
        ),
        (street("S...", r#"{ edges = ["Q"] }"#), "unknown side \"Q\""),
        (street("S...", r#"{ edges = ["N"] }"#), "a street with one side needs an end"),
        (street("S...", r#"{ edges = ["N"], end = "river" }"#), "unknown end \"river\""),
        (
            street("SS..", r#"{ edges = ["N","E"], end = "crossing" }"#),
            "a street with two sides has no end",
        ),
        (street("SSS.", r#"{ edges = ["N","E","S"] }"#), "a street has 3 sides"),
        (street("S...", r#"{ edges = ["N","N"] }"#), "two streets lead to N"),
        (areas(&one_short), "the half-edge WR is in no area"),
        (areas(&HOMES_8.replace("\"WR\"", "\"WX\"")), "unknown half-edge \"WX\""),
        (areas(&HOMES_8.replace("\"WR\"", "\"NL\"")), "the half-edge NL is in two areas"),
        (areas(&HOMES_8.replace("residential", "spices")), "unknown kind \"spices\""),
        (areas(&HOMES_8.replace(" }", ", building = \"tower\" }")), "unknown building \"tower\""),
        (
            areas(&HOMES_8.replace(" }", ", building_name = \"X\" }")),
            "a building_name without a building",
        ),
        (
            areas(
                &HOMES_8.replace("residential", "fish").replace(" }", ", building = \"public\" }"),
            ),
            "a building stands in a market",
        ),
        (
            areas(&format!("{HOMES_8}, {{ kind = \"residential\", ports = [] }}"))
                + "\ntouches = [[0, 1]]",
            "two residential areas that touch are one",
        ),
    ];
    let inner = r#"{ kind = "fish", ports = [] }, "#.repeat(3);
    let many = plain("")
        .replace("count = 3", "count = 100")
        .replace("areas = [", &format!("areas = [{inner}"));
    let cases = cases.into_iter().chain([(many, "x.toml: has 300 markets; 255 is the most")]);
    for (text, reason) in cases {
        let tiles = Some(("x.toml".to_owned(), text.clone()));
        let error = Rules::new(&CitySetup { seats: 2, options: Vec::new(), tiles }).unwrap_err();
        assert!(error.to_string().contains(reason), "{text}\n{error}\nexpected: {reason}");
        assert!(error.to_string().starts_with("x.toml"));
    }
}

/// Options: unknown keys, bad values and repetitions are refused with what is known.
#[test]
fn bad_options_are_refused() {
    let error = |options: &[(&str, &str)]| {
        let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        Rules::new(&CitySetup { seats: 2, options, tiles: None }).unwrap_err().to_string()
    };
    assert!(error(&[("OPT-CITY-RAOD", "from-4")]).contains("OPT-CITY-ROAD4, OPT-CITY-PILE-SWITCH"));
    assert_eq!(
        error(&[("OPT-CITY-ROAD4", "from-3")]),
        "OPT-CITY-ROAD4 cannot be \"from-3\"; it is from-4 or more-than-4"
    );
    let twice = [("OPT-CITY-BEYOND", "rows"), ("OPT-CITY-BEYOND", "rows")];
    assert_eq!(error(&twice), "the option OPT-CITY-BEYOND is given twice");
    let rules = Table::new(2, &twice[..1], None).rules;
    assert_eq!(rules.option("OPT-CITY-BEYOND"), Some("rows"));
    assert_eq!(rules.option("OPT-CITY-ROAD4"), Some("from-4"));
    for (number, option) in OPTIONS.iter().enumerate() {
        assert_eq!(option.number as usize, number);
    }
}

/// CITY-05: markets of any kinds join, homes join, streets join; a market against homes does not.
/// A street parts the two half-edges of a side, and each pair joins on its own.
#[test]
fn what_joins_across_a_side() {
    let table = Table::at(2, &[], "tiles=hall-fish@0,0r0;hall-grain@0,1r0;blank@0,2r0 step=draw");
    let game = &table.game;
    let at = |y: i16, segment: u8| game.feature_at(Cell::new(0, y), segment).unwrap();
    assert_eq!(at(0, 0), at(1, 0));
    assert_eq!(game.tally(at(0, 0)).goods.count_ones(), 2);
    assert_ne!(at(1, 0), at(2, 0));
    let table = Table::at(2, &[], "tiles=ns@0,0r0;ns@0,1r0;ns@1,1r0 step=draw");
    let game = &table.game;
    let at = |x: i16, y: i16, segment: u8| game.feature_at(Cell::new(x, y), segment).unwrap();
    assert_eq!(at(0, 0, 0), at(0, 1, 0), "street");
    assert_eq!(at(0, 0, 1), at(0, 1, 1), "homes east of it");
    assert_eq!(at(0, 0, 2), at(0, 1, 2), "homes west of it");
    assert_ne!(at(0, 0, 1), at(0, 0, 2));
    assert_eq!(at(0, 1, 1), at(1, 1, 2), "homes between two streets");
}

/// CITY-06: a tile that a market enters twice counts once.
#[test]
fn a_tile_counts_once() {
    let set = small_set(&[("twin", 1), ("all-fish", 5), ("blank", 30)]);
    let table = Table::at_with(
        2,
        &[],
        &set,
        "tiles=twin@0,0r0;all-fish@0,-1r0;all-fish@1,-1r0;all-fish@1,0r0;all-fish@1,1r0;\
         all-fish@0,1r0 step=draw",
    );
    let root = table.game.feature_at(Cell::ORIGIN, 0).unwrap();
    assert_eq!(Some(root), table.game.feature_at(Cell::ORIGIN, 1));
    assert_eq!(table.game.members(root).count(), 7);
    assert_eq!(table.game.tiles_of(root), 6);
}

/// CITY-09, CITY-80: the first seat begins, on 0,0 in any of four turns, however alike; it may
/// claim as usual.
#[test]
fn the_first_tile() {
    let mut table = Table::new(3, &[], None);
    table.play(&["town/square-fish"]);
    assert_eq!(table.asked(), 1);
    assert_eq!(table.legal(), ["0,0 r0", "0,0 r1", "0,0 r2", "0,0 r3"]);
    assert_eq!(table.refused("1,0 r0"), "CITY-09");
    table.play(&["0,0 r3"]);
    assert_eq!(table.legal(), ["-", "follower@market:NL.NR.EL.ER.SL.SR.WL.WR"]);
}

/// OPT-STARTPLAYER random (CITY-09): the first seat is drawn by lot.
#[test]
fn the_first_seat_by_lot() {
    let mut table = Table::new(3, &[("OPT-STARTPLAYER", "random")], None);
    assert_eq!(table.game.turn(), Turn::Chance);
    assert_eq!(table.legal(), ["first:1", "first:2", "first:3"]);
    let mut odds = Odds::new();
    table.game.odds(&table.rules, &mut odds);
    assert!(odds.iter().all(|(_, n)| *n == 1));
    let draw = table::Action::Draw(TileKind(0));
    assert_eq!(table.game.refuse(&table.rules, draw).unwrap().rule, "CITY-09");
    table.play(&["first:3", "town/square-fish"]);
    assert_eq!(table.asked(), 3);
    assert_eq!(table.refused("first:1"), "CITY-09");
}

/// CITY-10: draw, lay, follower, then the next seat clockwise; nothing out of order.
#[test]
fn the_order_of_a_turn() {
    let mut table = Table::new(2, &[], None);
    assert_eq!(table.refused("-"), "CITY-10");
    table.play(&["town/square-fish"]);
    assert!(matches!(
        table.events[..],
        [Event::TurnOf { seat: Seat(0), part: 1 }, Event::Drawn(_)]
    ));
    assert_eq!(table.refused("-"), "CITY-10");
    table.play(&["0,0 r0"]);
    assert_eq!(table.refused("1,0 r0"), "CITY-10");
    let draw = table::Action::Draw(TileKind(0));
    assert_eq!(table.game.refuse(&table.rules, draw).unwrap().rule, "CITY-10");
    table.play(&["-"]);
    assert_eq!(table.asked(), 0);
    table.play(&["town/square-grain"]);
    assert_eq!(table.asked(), 2);
    table.play(&["1,0 r0", "-", "town/square-livestock"]);
    assert_eq!(table.asked(), 1);
    let gone = table::Action::Draw(City::tile_kind(&table.rules, "town/square-fish").unwrap());
    table.play(&["2,0 r0", "-"]);
    assert_eq!(table.game.refuse(&table.rules, gone).unwrap().rule, "CITY-11");
}

/// CITY-11, CITY-66: tiles are counted as drawn, discards included; the 31st is of pile 2, the
/// 56th of pile 3. The odds are those of all tiles left.
#[test]
fn piles_follow_one_another() {
    for (discards, pile) in [(28, 1), (29, 2), (53, 2), (54, 3)] {
        let position = format!("tiles=pub@0,0r0 discards=blank*{discards} step=lay:blank");
        let set = small_set(&[("blank", 74), ("pub", 1)]);
        let table = Table::at_with(2, &[], &set, &position);
        assert_eq!(table.game.pile(&table.rules), pile, "{discards} discards");
        assert_eq!(table.game.drawn(), discards + 2);
    }
    let table = Table::at(2, &[], "tiles=pub@0,0r0 step=draw");
    let mut odds = Odds::new();
    table.game.odds(&table.rules, &mut odds);
    assert_eq!(odds.iter().map(|(_, n)| *n as u32).sum::<u32>(), 74);
}

/// CITY-12: on an empty cell beside a tile; a corner is not enough.
#[test]
fn tiles_lie_beside_tiles() {
    let table = Table::at(2, &[], "tiles=blank@0,0r0 step=lay:blank");
    assert_eq!(table.refused("0,0 r0"), "CITY-12");
    assert_eq!(table.refused("1,1 r0"), "CITY-12");
    assert_eq!(table.refused("0,2 r0"), "CITY-12");
    assert_eq!(table.refused("0,1 r0"), "");
    assert_eq!(table.legal().len(), 16);
}

/// CITY-13, EX-CITY-06: streets must meet streets and only streets; everything else may meet.
#[test]
fn only_streets_must_match() {
    let table = Table::at(2, &[], "tiles=end@0,0r0 step=lay:cap-fish");
    assert_eq!(table.refused("0,1 r0"), "CITY-13", "an unfinished street, none on the tile");
    assert_eq!(table.refused("0,-1 r2"), "", "market against homes");
    assert_eq!(table.refused("0,-1 r0"), "");
    let table = Table::at(2, &[], "tiles=blank@0,0r0 step=lay:ns");
    assert_eq!(table.refused("0,1 r0"), "CITY-13");
    assert_eq!(table.refused("0,1 r1"), "");
}

/// CITY-14, CITY-16, DX-CITY-02: nothing beyond a wall; beside it the city may grow on. The next
/// place northwards is then the south side of the new tile.
#[test]
fn nothing_lies_beyond_a_wall() {
    let mut table = Table::at(
        2,
        &[],
        "tiles=blank@0,0r0;blank@0,-1r0 gate=0,0:E walls=0.0 pile=2 step=lay:blank",
    );
    assert_eq!(table.refused("1,0 r0"), "CITY-14");
    assert!(table.legal().iter().all(|word| !word.starts_with("1,0 ")));
    table.play(&["1,-1 r0"]);
    let next = table.game.next_place(city::LEFT).unwrap();
    assert_eq!(table.game.spot(&table.rules, next.spot()), "1,-1:S");
}

/// CITY-15: no tile may enclose a wall, however wide the loop.
#[test]
fn no_tile_encloses_a_wall() {
    let loop_ = "tiles=blank@0,0r0;blank@0,-1r0;blank@1,-1r0;blank@2,-1r0;blank@0,1r0;blank@1,1r0";
    let table = Table::at(
        2,
        &[],
        &format!("{loop_};blank@2,1r0 gate=0,0:E walls=0.0 pile=2 step=lay:blank"),
    );
    assert_eq!(table.refused("2,0 r0"), "CITY-15");
    assert_eq!(table.refused("3,1 r0"), "");
    let wide = format!(
        "{loop_};blank@2,1r0;blank@3,1r0;blank@3,-1r0 gate=0,0:E walls=0.0 pile=2 step=lay:blank"
    );
    let table = Table::at(2, &[], &wide);
    assert_eq!(table.refused("3,0 r0"), "CITY-15");
    let without = wide.replace("gate=0,0:E walls=0.0", "");
    assert_eq!(Table::at(2, &[], &without).refused("3,0 r0"), "", "holes are allowed");
}

/// CITY-78: a tile on the diagonal at a walled corner would cut off one of the outer cells.
#[test]
fn no_tile_at_the_diagonal_of_a_walled_corner() {
    let tiles = "tiles=blank@0,0r0;blank@-1,0r0;blank@-1,-1r0;blank@-1,-2r0;blank@0,-2r0;\
                 blank@1,-2r0";
    let rest = "pile=2 step=lay:blank";
    let table = Table::at(2, &[], &format!("{tiles} gate=0,0:N walls=0.1 {rest}"));
    assert_eq!(table.refused("1,-1 r0"), "CITY-15");
    let table = Table::at(2, &[], &format!("{tiles} gate=0,0:E walls=0.0 {rest}"));
    assert_eq!(table.refused("1,-1 r0"), "", "only one side of the corner is walled");
}

/// CITY-16a: holes may be filled at any time, walls or not.
#[test]
fn holes_may_be_filled() {
    let table = Table::at(
        2,
        &[],
        "tiles=blank@0,0r0;blank@1,0r0;blank@2,0r0;blank@2,1r0;blank@2,2r0;blank@1,2r0;\
         blank@0,2r0;blank@0,1r0 gate=0,0:N walls=2.3 pile=2 step=lay:blank",
    );
    assert_eq!(table.refused("1,1 r0"), "");
}

/// CITY-17, CITY-65: a tile that fits nowhere leaves the game and the same seat draws again; if
/// the piles run out, no turn takes place and the game ends.
#[test]
fn a_tile_that_fits_nowhere() {
    let mut table = Table::new(2, &[], Some(&small_set(&[("cross", 1), ("blank", 2)])));
    table.play(&["cross", "0,0 r0", "follower@street:N"]);
    let blank = table::Action::Draw(TileKind(1));
    assert_eq!(table.game.word(&table.rules, blank), "blank");
    table.play(&["blank x"]);
    assert!(table.events.contains(&Event::Discarded(TileKind(1))));
    assert_eq!((table.asked(), table.game.step()), (0, TurnStep::Redraw));
    assert_eq!(table.game.on_turn(), Seat(1));
    table.play(&["blank"]);
    assert!(!table.events.iter().any(|e| matches!(e, Event::TurnOf { .. })), "the same turn");
    assert_eq!(table.asked(), 9);
    assert_eq!(table.told(city::names::TOLD_END_TILES), 1);
    assert_eq!(table.scored(), ["street 1 to 1"], "CITY-58 without a gate");
    assert_eq!(table.game.refuse(&table.rules, blank).unwrap().rule, "CITY-57");
}

/// CITY-18: one follower, on the tile just laid; on street, market or homes.
#[test]
fn a_follower_goes_on_the_tile_just_laid() {
    let mut table = Table::at(2, &[], "tiles=blank@0,0r0 step=lay:mix");
    table.play(&["-1,0 r0"]);
    let words = ["-", "follower@homes:NL.SR", "follower@homes:NR.EL.ER.SL"];
    let words = words.into_iter().chain(["follower@market:WL.WR", "follower@street:NS"]);
    assert_eq!(table.legal(), words.collect::<Vec<_>>());
    let other = table::Action::Put {
        piece: city::names::FOLLOWER,
        at: table::Spot::segment(Cell::ORIGIN, 0),
    };
    assert_eq!(table.game.refuse(&table.rules, other).unwrap().rule, "CITY-18");
    table.play(&["follower@street:S"]);
    assert_eq!(table.game.supply(Seat(0)), 6);
    assert_eq!(table.refused("follower@street:S"), "CITY-18");
}

/// CITY-19, EX-CITY-07: a market that already has a merchant, one's own or not, is closed to a
/// second one; Red may only be a resident.
#[test]
fn an_occupied_market_is_closed() {
    for owner in [1, 2] {
        let position = format!(
            "tiles=hall-fish@0,0r0;hall-grain@0,1r0 followers={owner}@0,0:market:NL \
             step=lay:cap-fish"
        );
        let mut table = Table::at(2, &[], &position);
        table.play(&["0,2 r0"]);
        assert_eq!(table.legal(), ["-", "follower@homes:EL.ER.SL.SR.WL.WR"]);
        assert_eq!(table.refused("follower@market:NL"), "CITY-19");
    }
}

/// EX-CITY-08: Blue may be merchant, traveller, or resident in the small area; the large one is
/// occupied (CITY-19).
#[test]
fn the_large_area_is_occupied() {
    let mut table =
        Table::at(2, &[], "tiles=blank@0,0r0;blank@0,1r0 followers=2@0,0:homes:NL step=lay:mix");
    table.play(&["-1,0 r0"]);
    let words = ["-", "follower@homes:NL.SR", "follower@market:WL.WR", "follower@street:NS"];
    assert_eq!(table.legal(), words);
    assert_eq!(table.refused("follower@homes:EL"), "CITY-19");
}

/// CITY-20, EX-CITY-09, CITY-74: not on a street or market that the tile completes; homes may be
/// claimed even if enclosed.
#[test]
fn what_the_tile_completes_cannot_be_claimed() {
    let mut table = Table::at(2, &[], "tiles=cap-fish@0,0r0 step=lay:cap-grain");
    table.play(&["0,-1 r2"]);
    assert_eq!(table.refused("follower@market:SL"), "CITY-20");
    assert_eq!(table.legal(), ["-", "follower@homes:NL.NR.EL.ER.WL.WR"]);
    let mut table = Table::at(2, &[], "tiles=end@0,0r0 step=lay:end");
    table.play(&["0,1 r2"]);
    assert_eq!(table.refused("follower@street:N"), "CITY-20");
    // Homes shut in by four markets.
    let mut table = Table::at_with(
        2,
        &[],
        &small_set(&[("all-fish", 8), ("blank", 20)]),
        "tiles=all-fish@0,0r0;all-fish@1,0r0;all-fish@1,1r0;all-fish@1,2r0;all-fish@0,2r0;\
         all-fish@-1,2r0;all-fish@-1,1r0 step=lay:blank",
    );
    table.play(&["0,1 r0"]);
    assert_eq!(table.refused("follower@homes:NL"), "");
}

/// CITY-74: a market without half-edges is complete when it lies, so it can never be claimed.
#[test]
fn an_inner_market_cannot_be_claimed() {
    let mut table = Table::at(2, &[], "tiles=blank@0,0r0 step=lay:inner");
    table.play(&["1,0 r0"]);
    assert_eq!(table.refused("follower@market:inner.2"), "CITY-20");
    assert_eq!(table.legal().len(), 2);
}

/// CITY-21: without a follower only the tile is laid; nobody is asked.
#[test]
fn without_a_follower_only_the_tile_is_laid() {
    let tiles: Vec<String> = (0..7).map(|x| format!("inner@{x},0r0")).collect();
    let set = small_set(&[("inner", 7), ("end", 4), ("blank", 30)]);
    let homes: Vec<String> = (0..7).map(|x| format!("1@{x},0:homes:NL")).collect();
    let position = format!("tiles={} followers={} step=lay:end", tiles.join(";"), homes.join(";"));
    let mut table = Table::at_with(2, &[], &set, &position);
    table.play(&["0,-1 r1"]);
    assert_eq!(table.game.step(), TurnStep::Draw);
    assert_eq!(table.game.on_turn(), Seat(1));
    assert_eq!(table.refused("follower@street:W"), "CITY-21");
}

/// EX-CITY-10: a tile joins the areas of three residents to one; the placer may not add another.
#[test]
fn three_areas_become_one() {
    let mut table = Table::at(
        3,
        &[],
        "tiles=blank@0,0r0;all-fish@1,0r0;blank@1,1r0;all-fish@-1,0r0;blank@-1,1r0 \
         followers=1@0,0:homes:NL;2@1,1:homes:NL;3@-1,1:homes:NL step=lay:blank",
    );
    table.play(&["0,1 r0"]);
    let root = table.game.feature_at(Cell::new(0, 1), 0).unwrap();
    assert_eq!(table.game.tally(root).strength, [1, 1, 1, 0]);
    assert_eq!(table.asked(), 0, "nothing can be claimed, so nobody is asked");
}

/// CITY-73: two markets of one tile that touch are one market.
#[test]
fn touching_markets_are_one() {
    let mut table = Table::at(2, &[], "tiles=blank@0,0r0 step=lay:duo");
    table.play(&["1,0 r0"]);
    let at = |segment| table.game.feature_at(Cell::new(1, 0), segment).unwrap();
    assert_eq!(at(0), at(1));
    assert_eq!(table.game.tally(at(0)).goods.count_ones(), 2);
    assert_eq!(table.legal(), ["-", "follower@homes:EL.ER.WL.WR", "follower@market:NL.NR"]);
    // Either may be typed; the first is meant.
    table.play(&["follower@market:SL"]);
    let spot = table.game.spot_of(table.game.followers()[0].node);
    assert_eq!(table.game.spot(&table.rules, spot), "1,0:market:NL.NR");
}

/// The names of kinds and reasons.
#[test]
fn names() {
    assert_eq!(City::feature(MARKET), "market");
    assert_eq!(City::feature(HOMES), "homes");
    assert_eq!(City::why(PUBLIC), "public buildings");
    assert_eq!(City::why(HISTORIC), "historic buildings");
    assert_eq!(City::piece(city::names::WALL), "wall");
}
