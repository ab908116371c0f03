//! The tile files: what each set adds up to, and how broken files are refused.

use country::exp::Mark;
use country::exp::abbot::GARDEN;
use country::exp::cult::SHRINE;
use country::exp::inns::{CATHEDRAL, INN};
use country::exp::traders::{GOODS, GOODS_MARKS};
use country::tile::{Kind, SEGMENTS_MAX, Terrain, TileDef, read};

const BASE: &str = include_str!("../src/tiles.toml");
const RIVER: &str = include_str!("../src/exp/river/tiles.toml");
const RIVER_C2: &str = include_str!("../src/exp/river/tiles-c2.toml");
const RIVER_C1: &str = include_str!("../src/exp/river/tiles-c1.toml");
const INNS: &str = include_str!("../src/exp/inns/tiles.toml");
const TRADERS: &str = include_str!("../src/exp/traders/tiles.toml");
const CULT: &str = include_str!("../src/exp/cult/tiles.toml");
const COUNT: &str = include_str!("../src/exp/count/tiles.toml");

/// What a set adds up to, copies included.
#[derive(Debug, PartialEq, Eq)]
struct Totals {
    tiles: u32,
    /// Tiles with fields, and field segments; the same for roads and cities.
    fields: (u32, u32),
    roads: (u32, u32),
    cities: (u32, u32),
    pennants: u32,
    monasteries: u32,
    shrines: u32,
    gardens: u32,
    inns: u32,
    cathedrals: u32,
    /// Wine, grain, cloth.
    goods: [u32; 3],
}

fn totals(text: &str) -> Totals {
    let tiles = read("set.toml", text).unwrap_or_else(|e| panic!("{e}"));
    let sum = |f: &dyn Fn(&TileDef) -> u32| -> u32 {
        tiles.iter().map(|t| u32::from(t.count) * f(t)).sum()
    };
    let segments = |kind: Kind| {
        let on = move |t: &TileDef| t.segments.iter().filter(|s| s.kind == kind).count() as u32;
        (sum(&move |t| on(t).min(1)), sum(&on))
    };
    let marked = |mark: Mark| sum(&|t| t.segments.iter().filter(|s| s.has(mark)).count() as u32);
    let goods = |good: usize| marked(GOODS_MARKS[good]);
    Totals {
        tiles: sum(&|_| 1),
        fields: segments(Kind::Field),
        roads: segments(Kind::Road),
        cities: segments(Kind::City),
        pennants: sum(&|t| t.segments.iter().map(|s| u32::from(s.pennants)).sum()),
        monasteries: segments(Kind::Monastery).1,
        shrines: segments(SHRINE).1,
        gardens: segments(GARDEN).1,
        inns: marked(INN),
        cathedrals: marked(CATHEDRAL),
        goods: std::array::from_fn(goods),
    }
}

const NOTHING: Totals = Totals {
    tiles: 0,
    fields: (0, 0),
    roads: (0, 0),
    cities: (0, 0),
    pennants: 0,
    monasteries: 0,
    shrines: 0,
    gardens: 0,
    inns: 0,
    cathedrals: 0,
    goods: [0; 3],
};

/// BASE-10, RIVER-01, ABBOT-01, INNS-01: tiles, segments and symbols of each set.
#[test]
fn every_set_adds_up() {
    assert_eq!(
        totals(BASE),
        Totals {
            tiles: 72,
            fields: (71, 126),
            roads: (45, 62),
            cities: (44, 49),
            pennants: 10,
            monasteries: 6,
            gardens: 8,
            ..NOTHING
        }
    );
    let river = Totals {
        tiles: 12,
        fields: (12, 29),
        roads: (5, 5),
        cities: (3, 4),
        monasteries: 2,
        gardens: 1,
        ..NOTHING
    };
    assert_eq!(totals(RIVER), river);
    let second = Totals { fields: (12, 28), roads: (4, 4), monasteries: 1, ..river };
    assert_eq!(totals(RIVER_C2), second);
    assert_eq!(totals(RIVER_C1), Totals { gardens: 0, ..second });
    assert_eq!(
        totals(INNS),
        Totals {
            tiles: 18,
            fields: (16, 35),
            roads: (12, 18),
            cities: (13, 20),
            pennants: 3,
            monasteries: 1,
            gardens: 2,
            inns: 6,
            cathedrals: 2,
            ..NOTHING
        }
    );
    assert_eq!(GOODS, ["wine", "grain", "cloth"]);
    assert_eq!(
        totals(TRADERS),
        Totals {
            tiles: 24,
            fields: (24, 56),
            roads: (16, 23),
            cities: (22, 29),
            monasteries: 1,
            gardens: 2,
            goods: [9, 6, 5],
            ..NOTHING
        }
    );
    assert_eq!(
        totals(CULT),
        Totals { tiles: 6, fields: (6, 8), roads: (4, 6), cities: (3, 3), shrines: 6, ..NOTHING }
    );
    assert_eq!(
        totals(COUNT),
        Totals { tiles: 12, fields: (10, 13), roads: (3, 3), cities: (2, 2), ..NOTHING }
    );
}

/// The edges of a tile in its first turn of the alphabet, as `CFFF`.
fn pattern(tile: &TileDef) -> String {
    let letters: Vec<char> = tile
        .edges
        .iter()
        .map(|edge| match edge {
            Terrain::City => 'C',
            Terrain::Field => 'F',
            Terrain::Road => 'R',
            Terrain::Stream => 'V',
            Terrain::Inner => '.',
        })
        .collect();
    let turned = |n: usize| (0..4).map(|i| letters[(i + n) % 4]).collect::<String>();
    (0..4).map(turned).min().expect("four turns")
}

/// BASE-02: how many tiles of each set have which edges.
#[test]
fn edge_patterns() {
    let sets = [
        (
            BASE,
            "CCCC 1, CCCF 4, CCCR 3, CCFF 7, CCRR 5, CFCF 6, CFFF 5, CFRR 3, CRFR 4, CRRF 3, \
             CRRR 3, FFFF 4, FFFR 2, FFRR 9, FRFR 8, FRRR 4, RRRR 1",
        ),
        (RIVER, "CCVV 1, CVCV 1, CVRV 1, FFFV 1, FFVV 2, FRRV 1, FVFV 2, FVRV 1, RRVV 1, RVRV 1"),
        (RIVER_C2, "CCVV 1, CVCV 1, CVRV 1, FFFV 2, FFVV 2, FVFV 2, FVRV 1, RRVV 1, RVRV 1"),
        (RIVER_C1, "CCVV 1, CVCV 1, CVRV 1, FFFV 2, FFVV 2, FVFV 2, FVRV 1, RRVV 1, RVRV 1"),
        (
            INNS,
            "CCCC 3, CCCF 2, CCFR 1, CCRF 1, CCRR 1, CFFF 1, CFRF 1, CFRR 1, CRCR 2, FFRR 1, \
             FRFR 2, FRRR 1, RRRR 1",
        ),
        (
            TRADERS,
            "CCCC 2, CCCF 3, CCCR 3, CCFF 2, CCFR 2, CCRF 2, CCRR 2, CFCF 1, CFCR 2, CFRR 1, \
             CRCR 1, CRFF 1, FRRR 1, RRRR 1",
        ),
        (CULT, "CFFF 1, CFRF 1, CRFR 1, FFFF 1, FFFR 1, FRFR 1"),
    ];
    for (text, wanted) in sets {
        let mut counts = std::collections::BTreeMap::new();
        for tile in read("set.toml", text).unwrap() {
            *counts.entry(pattern(&tile)).or_insert(0) += tile.count;
        }
        let found: Vec<String> = counts.iter().map(|(edges, n)| format!("{edges} {n}")).collect();
        assert_eq!(found.join(", "), wanted);
    }
}

/// The count of every letter of the base game, gardens included (BASE-10).
#[test]
fn letters_of_the_base_game() {
    let counts = "A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1";
    let tiles = read("base.toml", BASE).unwrap();
    for entry in counts.split(' ') {
        let (letter, count) = entry.split_at(1);
        let with = [format!("base/{letter}"), format!("base/{letter}.g")];
        let copies: u8 = tiles.iter().filter(|t| with.contains(&t.id)).map(|t| t.count).sum();
        assert_eq!(copies.to_string(), count, "base/{letter}");
    }
    let gardens = tiles.iter().filter(|t| t.centre() == Some(GARDEN)).map(|t| &t.id[5..]);
    assert_eq!(
        gardens.collect::<Vec<_>>(),
        ["E.g", "H.g", "I.g", "M.g", "N.g", "R.g", "U.g", "V.g"]
    );
}

/// The Count's block is four columns by three rows, each cell once.
#[test]
fn the_block_is_whole() {
    let tiles = read("count.toml", COUNT).unwrap();
    let mut cells: Vec<(i16, i16)> =
        tiles.iter().map(|t| t.block.map(|c| (c.y, c.x)).expect("a place in the block")).collect();
    cells.sort_unstable();
    let wanted: Vec<(i16, i16)> = (0..3).flat_map(|y| (0..4).map(move |x| (y, x))).collect();
    assert_eq!(cells, wanted);
}

// --- Broken files

/// A sound file of one tile: a city cap, a road that ends at it, two fields.
const SOUND: &str = r#"
total = 2
[[tile]]
id = "own/A"
count = 2
edges = "CFRF"
roads = [{ edges = ["S"], end = "city" }]
cities = [{ edges = ["N"] }]
fields = [
  { ports = ["EL", "ER", "SL"], cities = [0] },
  { ports = ["SR", "WL", "WR"], cities = [0] },
]
"#;

/// Refuses [`SOUND`] with one text replaced.
#[track_caller]
fn broken(old: &str, new: &str, reason: &str) {
    assert!(SOUND.contains(old), "{old} is not in the file");
    let error = read("own.toml", &SOUND.replacen(old, new, 1)).expect_err(reason);
    assert_eq!(error.to_string(), reason);
}

#[test]
fn the_sound_file_is_read() {
    let tiles = read("own.toml", SOUND).unwrap();
    assert_eq!((tiles.len(), tiles[0].id.as_str(), tiles[0].count), (1, "own/A", 2));
    assert_eq!(tiles[0].segments.len(), 4);
    assert_eq!(tiles[0].segments[3].cities, [1], "the city is the second segment");
}

#[test]
fn broken_files_are_refused_as_a_whole() {
    broken("total = 2", "total = 3", "own.toml: the tiles add up to 2, not to \"total\"");
    broken(
        "total = 2",
        "total = \"2\"",
        &format!("own.toml: \"total\" must be a whole number from 0 to {}", i64::MAX),
    );
    broken("[[tile]]", "[[tiel]]", "own.toml: has no [[tile]]");
    broken("id = \"own/A\"", "name = \"x\"", "own.toml: the key \"id\" is missing");
    let twice = format!("{SOUND}{}", SOUND.trim_start_matches("\ntotal = 2"));
    let error = read("own.toml", &twice).unwrap_err();
    assert_eq!(error.to_string(), "own.toml, tile own/A: is defined twice");
}

#[test]
fn broken_tiles_are_refused_by_id() {
    let id = "the id must have the form set/name, in letters, digits, - and .";
    broken("own/A", "A", &format!("own.toml, tile A: {id}"));
    broken("own/A", "own/", &format!("own.toml, tile own/: {id}"));
    broken("own/A", "own/A B", &format!("own.toml, tile own/A B: {id}"));
    for (old, new, reason) in [
        ("count = 2", "", "the key \"count\" is missing"),
        ("count = 2", "count = 0", "\"count\" must be a whole number from 1 to 99"),
        ("count = 2", "count = 100", "\"count\" must be a whole number from 1 to 99"),
        ("count = 2", "count = 2\ncolour = 1", "unknown key \"colour\""),
        ("CFRF", "CFR", "\"edges\" must be four letters of R, F, C, V or ."),
        ("CFRF", "CFRX", "\"edges\" must be four letters of R, F, C, V or ."),
        ("count = 2", "count = 2\nmonastery = 1", "\"monastery\" must be true or false"),
        (
            "count = 2",
            "count = 2\nmonastery = true\ngarden = true",
            "has more than one of monastery, shrine, garden",
        ),
        ("count = 2", "count = 2\ngrid = [1, 2, 3]", "\"grid\" must be a column and a row"),
    ] {
        broken(old, new, &format!("own.toml, tile own/A: {reason}"));
    }
}

/// BASE-04, BASE-06: segments that do not go with the edges, or touch cities that are not there.
#[test]
fn broken_segments_are_refused() {
    for (old, new, reason) in [
        (", end = \"city\"", "", "a road has two sides, or one side and an \"end\""),
        ("[\"S\"], end", "[\"S\", \"E\"], end", "a road has two sides, or one side and an \"end\""),
        ("edges = [\"S\"]", "edges = [\"X\"]", "\"X\" is no side: N, E, S or W"),
        ("end = \"city\"", "end = \"city\", ends = 2", "unknown key \"ends\""),
        ("{ edges = [\"N\"] }", "{ edges = [] }", "a city reaches at least one side"),
        ("[\"N\"] }", "[\"N\"], goods = \"gold\" }", "unknown goods \"gold\""),
        ("[\"N\"] }", "[\"N\"], pennants = 5 }", "\"pennants\" must be a whole number from 0 to 4"),
        ("\"EL\"", "\"EM\"", "\"EM\" is no half-edge"),
        ("cities = [0] },", "cities = [1] },", "a field touches city 1, which is missing"),
        ("fields = [", "fields = [{ ports = [] },", "a field without half-edges must touch a city"),
        ("\"SL\"]", "\"SL\", \"EL\"]", "half-edge EL lies in 2 fields"),
        (", \"SL\"]", "]", "half-edge SL lies in 0 fields"),
        ("\"SL\"]", "\"SL\", \"NL\"]", "half-edge NL lies in 1 fields"),
        (
            "\"ER\", \"SL\"], cities = [0] },\n  { ports = [",
            "\"SL\"], cities = [0] },\n  { ports = [\"ER\", ",
            "the field side E is split between two fields",
        ),
        ("CFRF", "CFFF", "side S is Field, but its segments are [1, 0, 0] (roads, cities, rivers)"),
        ("CFRF", "CCRF", "side E is City, but its segments are [0, 0, 0] (roads, cities, rivers)"),
        (
            "[\"N\"] }",
            "[\"N\"] }, { edges = [\"N\"] }",
            "side N is City, but its segments are [0, 2, 0] (roads, cities, rivers)",
        ),
        ("CFRF", "VFRF", "side N is River, but its segments are [0, 1, 0] (roads, cities, rivers)"),
    ] {
        broken(old, new, &format!("own.toml, tile own/A: {reason}"));
    }
    let many = "{ edges = [\"N\"] },".repeat(10);
    broken(
        "cities = [{ edges = [\"N\"] }]",
        &format!("cities = [{many}]"),
        &format!("own.toml, tile own/A: has more than {SEGMENTS_MAX} segments"),
    );
}
