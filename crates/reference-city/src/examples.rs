//! The examples of the rules (EX-CITY, DX-CITY) and the finer points, on staged boards.

use crate::board::{Cell, Edge, SegmentId};
use crate::tiles::SIDES;
use crate::wall::{Piece, Tower};
use crate::{Reference, Stage, Turn};

const RED: usize = 0;
const BLUE: usize = 1;

const ALL: &str = r#"["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]"#;
const NOT_N: &str = r#"["EL", "ER", "SL", "SR", "WL", "WR"]"#;

/// One tile of a test file, forty times in it.
fn entry(id: &str, edges: &str, streets: &str, areas: &[(&str, &str)], touches: &str) -> String {
    let areas: Vec<String> = areas
        .iter()
        .map(|(kind, ports)| match *kind {
            "public" | "historic" => {
                format!("{{ kind = \"residential\", ports = {ports}, building = \"{kind}\" }}")
            }
            _ => format!("{{ kind = \"{kind}\", ports = {ports} }}"),
        })
        .collect();
    format!(
        "[[tile]]\nid = \"{id}\"\ncount = 40\nedges = \"{edges}\"\nstreets = [{streets}]\n\
         areas = [{}]\ntouches = [{touches}]\n",
        areas.join(", ")
    )
}

/// The tiles of the examples.
fn tile_file() -> String {
    let home = "residential";
    let two = [(home, r#"["NL", "NR", "EL", "WR"]"#), (home, r#"["ER", "SL", "SR", "WL"]"#)];
    let cross = r#"{ edges = ["N"] }, { edges = ["E"] }, { edges = ["S"] }, { edges = ["W"] }"#;
    let corners = [
        (home, r#"["NL", "WR"]"#),
        (home, r#"["NR", "EL"]"#),
        (home, r#"["ER", "SL"]"#),
        (home, r#"["SR", "WL"]"#),
    ];
    let mut file = vec![
        entry("plain", "....", "", &[(home, ALL)], ""),
        entry("public", "....", "", &[("public", ALL)], ""),
        entry("historic", "....", "", &[("historic", ALL)], ""),
        entry("end", "..S.", r#"{ edges = ["S"], end = "house" }"#, &[(home, ALL)], ""),
        entry("straight", ".S.S", r#"{ edges = ["E", "W"] }"#, &two, ""),
        entry("cross", "SSSS", cross, &corners, ""),
        entry("inner", "....", "", &[(home, ALL), ("fish", "[]"), (home, "[]")], "[0, 1]"),
        entry("pair", "....", "", &[("fish", r#"["NL", "NR"]"#), ("grain", NOT_N)], "[0, 1]"),
        entry(
            "mixed",
            ".S.S",
            r#"{ edges = ["E", "W"] }"#,
            &[("fish", two[0].1), (home, r#"["ER", "WL"]"#), (home, r#"["SL", "SR"]"#)],
            "",
        ),
    ];
    for goods in ["fish", "grain", "livestock"] {
        let id = |shape: &str| format!("{shape}-{goods}");
        file.push(entry(&id("square"), "....", "", &[(goods, ALL)], ""));
        let cap = [(goods, r#"["NL", "NR"]"#), (home, NOT_N)];
        file.push(entry(&id("cap"), "....", "", &cap, "[0, 1]"));
        let band = [
            (home, r#"["NL", "NR"]"#),
            (goods, r#"["EL", "ER", "WL", "WR"]"#),
            (home, r#"["SL", "SR"]"#),
        ];
        file.push(entry(&id("band"), "....", "", &band, "[0, 1], [1, 2]"));
    }
    file.concat()
}

/// A game with these tiles on the table: cell, id, quarter turns.
fn game(options: &[(&str, &str)], seats: usize, tiles: &[(i32, i32, &str, usize)]) -> Reference {
    let mut game = Reference::with_tiles(&tile_file(), options, seats).unwrap();
    // There are more tiles of each kind than an example needs; it speaks of 75.
    game.piles = [30, 55];
    for &(x, y, id, turns) in tiles {
        let tile = game.kinds.iter().find(|kind| kind.id == id).unwrap().turned(turns);
        assert!(game.board.streets_match((x, y), &tile));
        game.board.put((x, y), tile);
    }
    game
}

fn segment(game: &Reference, word: &str) -> SegmentId {
    let features = game.board.features().into_iter();
    let mut all = features.flat_map(|feature| feature.segments);
    all.find(|&id| game.board.segment_word(id) == word).unwrap()
}

/// Puts a follower of a seat on a segment given as "x,y:spot".
fn put(game: &mut Reference, seat: usize, word: &str) {
    let segment = segment(game, word);
    game.seats[seat].followers -= 1;
    game.followers.insert(segment, seat);
}

fn edge(x: i32, y: i32, side: &str) -> Edge {
    ((x, y), SIDES.iter().position(|&other| other == side).unwrap())
}

/// Sets the gate and walls to the left and right of it.
fn wall_in(game: &mut Reference, gate: Edge, left: usize, right: usize) {
    let piece = |edge, is_gate| Piece { edge, is_gate, guard: None, tower: None };
    let outline = game.board.outline();
    let at = outline.iter().position(|&other| other == gate).unwrap();
    for place in outline.len() - left..=outline.len() + right {
        let edge = outline[(at + place) % outline.len()];
        game.line.push(piece(edge, edge == gate));
    }
    game.walls_left -= left + right;
}

fn guard(game: &mut Reference, seat: usize, wall: Edge) {
    assert!(game.has_piece(wall));
    game.post_guard(seat, wall);
}

/// Draws a tile and lays it; the events of both.
fn lay(game: &mut Reference, id: &str, place: &str) -> Vec<String> {
    let mut events = game.apply(id);
    events.extend(game.apply(place));
    events
}

/// Starts a wall phase of pile 2 or 3.
fn begin_phase(game: &mut Reference, trigger: usize, pile: usize) {
    game.drawn = if pile == 2 { 31 } else { 56 };
    game.on_turn = trigger;
    game.begin_wall_phase();
    assert_eq!(std::mem::take(&mut game.events), [format!("wall-phase {}", trigger + 1)]);
}

fn finish(game: &mut Reference) -> Vec<String> {
    game.finish("b");
    let mut events = std::mem::take(&mut game.events);
    events.sort();
    events
}

/// A row of tiles from x = 0 on.
fn row(ids: &[&'static str]) -> Vec<(i32, i32, &'static str, usize)> {
    ids.iter().enumerate().map(|(x, &id)| (x as i32, 0, id, 0)).collect()
}

fn block(width: i32, height: i32) -> Vec<(i32, i32, &'static str, usize)> {
    (0..width * height).map(|i| (i % width, i / width, "plain", 0)).collect()
}

/// A street between two dead ends, `tiles` long, completed by the last tile.
fn street_score(options: &[(&str, &str)], tiles: i32) -> i32 {
    let mut table = vec![(0, 0, "end", 3)];
    table.extend((1..tiles - 1).map(|x| (x, 0, "straight", 0)));
    let mut game = game(options, 2, &table);
    put(&mut game, RED, "0,0:street:E");
    lay(&mut game, "end", &format!("{},0 r1", tiles - 1));
    game.apply("-");
    assert_eq!(game.supply()[RED], (7, 6));
    assert_eq!(game.scores()[BLUE], 0);
    game.scores()[RED]
}

/// EX-CITY-01, EX-CITY-02, DX-CITY-03, OPT-CITY-ROAD4
#[test]
fn streets() {
    assert_eq!(street_score(&[], 3), 3);
    assert_eq!(street_score(&[], 4), 8);
    assert_eq!(street_score(&[], 5), 10);
    let above = [("OPT-CITY-ROAD4", "more-than-4")];
    assert_eq!(street_score(&above, 4), 4);
    assert_eq!(street_score(&above, 5), 10);
}

/// EX-CITY-03, EX-CITY-04, EX-CITY-09
#[test]
fn markets() {
    let mut three = game(&[], 2, &[(0, 0, "cap-fish", 1), (1, 0, "band-grain", 0)]);
    put(&mut three, BLUE, "1,0:market:EL.ER.WL.WR");
    lay(&mut three, "cap-livestock", "2,0 r3");
    assert_eq!(three.legal(), ["-", "follower@homes:NL.NR.EL.ER.SL.SR"]);
    let events = three.apply("-");
    assert_eq!(
        events,
        [
            "home 2 from 1,0:market:EL.ER.WL.WR",
            "scored market complete at 0,0:market:EL.ER worth 9 to 2:9"
        ]
    );
    let table = [(0, 0, "cap-fish", 1), (1, 0, "band-grain", 0), (2, 0, "band-grain", 0)];
    let mut four = game(&[], 2, &table);
    put(&mut four, BLUE, "0,0:market:EL.ER");
    lay(&mut four, "cap-fish", "3,0 r3");
    four.apply("-");
    assert_eq!(four.scores(), [0, 8]);
}

/// EX-CITY-05
#[test]
fn joined_markets() {
    let table = [
        (0, 0, "cap-fish", 1),
        (1, 0, "band-grain", 0),
        (2, 0, "band-livestock", 0),
        (2, 1, "plain", 0),
        (3, 1, "plain", 0),
        (4, 1, "plain", 0),
        (4, 0, "band-fish", 0),
        (5, 0, "cap-fish", 3),
    ];
    let mut game = game(&[], 2, &table);
    put(&mut game, RED, "0,0:market:EL.ER");
    put(&mut game, BLUE, "5,0:market:WL.WR");
    lay(&mut game, "band-grain", "3,0 r0");
    let events = game.apply("-");
    assert!(
        events.contains(
            &"scored market complete at 0,0:market:EL.ER worth 18 to 1:18,2:18".to_string()
        )
    );
    assert_eq!(game.scores(), [18, 18]);
}

/// EX-CITY-06
#[test]
fn only_streets_must_match() {
    let mut street = game(&[], 2, &[(0, 0, "straight", 0)]);
    street.apply("plain");
    assert!(street.legal().iter().all(|word| word.starts_with("0,")));
    let mut market = game(&[], 2, &[(0, 0, "square-fish", 0)]);
    market.apply("plain");
    assert_eq!(market.legal().len(), 16);
}

/// EX-CITY-07, EX-CITY-08
#[test]
fn occupied_features() {
    let mut market = game(&[], 2, &[(0, 0, "square-fish", 0)]);
    put(&mut market, BLUE, "0,0:market:NL.NR.EL.ER.SL.SR.WL.WR");
    lay(&mut market, "cap-grain", "1,0 r3");
    assert_eq!(market.legal(), ["-", "follower@homes:NL.NR.EL.ER.SL.SR"]);

    let mut homes = game(&[], 2, &[(0, 0, "plain", 0)]);
    put(&mut homes, RED, "0,0:homes:NL.NR.EL.ER.SL.SR.WL.WR");
    lay(&mut homes, "mixed", "0,-1 r0");
    assert_eq!(
        homes.legal(),
        ["-", "follower@homes:ER.WL", "follower@market:NL.NR.EL.WR", "follower@street:EW"]
    );
}

/// EX-CITY-10
#[test]
fn joined_residents() {
    // Three homes round the empty cell 1,1, kept apart by the markets in the corners.
    let table = [
        (0, 0, "square-fish", 0),
        (2, 0, "square-fish", 0),
        (0, 1, "plain", 0),
        (1, 0, "plain", 0),
        (2, 1, "plain", 0),
    ];
    let mut game = game(&[], 3, &table);
    for (seat, cell) in ["0,1", "1,0", "2,1"].iter().enumerate() {
        put(&mut game, seat, &format!("{cell}:homes:NL.NR.EL.ER.SL.SR.WL.WR"));
    }
    lay(&mut game, "plain", "1,1 r0");
    assert!(matches!(game.stage, Stage::Draw), "nothing can be claimed");
    let events = finish(&mut game);
    let spot = "0,1:homes:NL.NR.EL.ER.SL.SR.WL.WR";
    assert!(events.contains(&format!("scored homes at {spot} worth 4 to 1:4,2:4,3:4")));
}

/// EX-CITY-11
#[test]
fn opposite_guards() {
    let solid = row(&["plain", "plain", "plain"]);
    let mut gap = solid.clone();
    gap.remove(1);
    gap.extend([(0, 1, "plain", 0), (1, 1, "plain", 0), (2, 1, "plain", 0)]);
    for (table, allowed) in [(solid, false), (gap, true)] {
        let mut game = game(&[], 2, &table);
        let (west, east) = (edge(0, 0, "W"), edge(2, 0, "E"));
        // The line reaches from the west wall to the edge before the east wall.
        let outline = game.board.outline();
        let from = outline.iter().position(|&other| other == west).unwrap();
        let to = outline.iter().position(|&other| other == east).unwrap();
        let walls = (to + outline.len() - from) % outline.len();
        wall_in(&mut game, edge(0, 0, "N"), 1, walls - 2);
        guard(&mut game, RED, west);
        begin_phase(&mut game, BLUE, 2);
        game.apply("wall:right");
        assert_eq!(game.line.last().unwrap().edge, east);
        assert_eq!(game.legal().contains(&"guard".to_string()), allowed);
    }
}

/// EX-CITY-12, DX-CITY-05
#[test]
fn towers() {
    let mut game = game(&[], 2, &block(6, 6));
    wall_in(&mut game, edge(0, 0, "N"), 0, 6);
    game.line[2].tower = Some(Tower { seat: BLUE, right: true });
    begin_phase(&mut game, RED, 2);
    for _ in 0..4 {
        game.apply("wall:left");
        if game.legal().contains(&"guard".to_string()) {
            game.apply("-");
        }
    }
    assert_eq!(game.legal(), ["-", "tower:left", "tower:right"]);
    let mut left = game.clone();
    assert_eq!(left.apply("tower:left"), ["tower 1 0,3:W for 4"]);
    assert_eq!(
        left.towers(),
        [(RED, "0,3:W".to_string(), false), (BLUE, "2,0:N".to_string(), true)]
    );
    // Six walls on the right, the second of which carries a tower.
    assert_eq!(game.apply("tower:right"), ["tower 1 5,0:E for 4"]);
    assert_eq!(game.scores(), [4, 0]);
    assert_eq!(game.supply()[RED].1, 5);
    begin_phase(&mut game, RED, 2);
    for _ in 0..4 {
        game.apply("wall:left");
        if game.legal().contains(&"guard".to_string()) {
            game.apply("-");
        }
    }
    assert_eq!(game.legal(), ["-", "tower:left"], "the right end carries a tower");
}

/// EX-CITY-13, EX-CITY-14, DX-CITY-03
#[test]
fn walls_complete_features() {
    // A market of two tiles, open to the north only; the wall left of the gate closes it.
    let table = [
        (0, 0, "cap-fish", 1),
        (1, 0, "square-grain", 0),
        (2, 0, "plain", 0),
        (1, 1, "plain", 0),
        (0, 1, "plain", 0),
        (2, 1, "plain", 0),
    ];
    let mut market = game(&[], 3, &table);
    put(&mut market, RED, "0,0:market:EL.ER");
    wall_in(&mut market, edge(2, 0, "N"), 0, 0);
    begin_phase(&mut market, BLUE, 2);
    market.apply("wall:left");
    let events = market.apply("guard");
    assert_eq!(
        events,
        [
            "home 1 from 0,0:market:EL.ER",
            "scored market complete at 0,0:market:EL.ER worth 4 to 1:4"
        ]
    );
    assert_eq!(market.turn(), Turn::Seat(2), "the phase goes on with the next seat");
    assert_eq!(market.supply(), [(7, 4), (6, 4), (7, 4)]);

    let mut street = game(&[], 3, &[(0, 0, "end", 0), (1, 0, "plain", 0)]);
    put(&mut street, RED, "0,0:street:S");
    wall_in(&mut street, edge(1, 0, "S"), 0, 0);
    begin_phase(&mut street, BLUE, 2);
    street.apply("wall:right");
    street.apply("-");
    assert_eq!(street.scores(), [1, 0, 0]);

    let mut single = game(&[], 3, &[(0, 0, "cap-fish", 0), (1, 0, "plain", 0)]);
    put(&mut single, RED, "0,0:market:NL.NR");
    wall_in(&mut single, edge(0, 0, "W"), 0, 0);
    begin_phase(&mut single, BLUE, 2);
    single.apply("wall:right");
    single.apply("-");
    assert_eq!(single.scores(), [1, 0, 0]);
}

/// EX-CITY-15, CITY-83
#[test]
fn ring_nearly_closed() {
    let mut table = block(3, 3);
    table[0] = (0, 0, "end", 2);
    let mut game = game(&[], 3, &table);
    put(&mut game, RED, "0,0:street:N");
    // The outline has 12 edges; three walls of the phase leave 4.
    wall_in(&mut game, edge(1, 0, "N"), 0, 4);
    begin_phase(&mut game, BLUE, 2);
    for _ in 0..3 {
        game.apply("wall:right");
        if game.legal().contains(&"guard".to_string()) {
            game.apply("-");
        }
    }
    let events = game.apply("-");
    assert_eq!(
        events,
        [
            "end c",
            "home 1 from 0,0:street:N",
            "scored street complete at 0,0:street:N worth 1 to 1:1",
            "walls-closed 4"
        ]
    );
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!((game.walls().len(), game.walls_left()), (8, 63));
}

/// EX-CITY-16, CITY-74: the inner market counts, the two joined fish tiles count once.
#[test]
fn residents() {
    let table = [
        (0, 0, "inner", 0),
        (0, 1, "square-fish", 0),
        (1, 1, "square-fish", 0),
        (1, 0, "plain", 0),
        (2, 0, "cap-grain", 0),
    ];
    let mut game = game(&[], 2, &table);
    put(&mut game, RED, "1,0:homes:NL.NR.EL.ER.SL.SR.WL.WR");
    put(&mut game, BLUE, "0,0:homes:inner.3");
    let events = finish(&mut game);
    assert_eq!(
        events,
        [
            "end b",
            "scored homes at 0,0:homes:NL.NR.EL.ER.SL.SR.WL.WR worth 6 to 1:6",
            "scored homes at 0,0:homes:inner.3 worth 0 to 2:0",
            "walls-closed 10"
        ]
    );
}

/// EX-CITY-17, EX-CITY-18, EX-CITY-19
#[test]
fn guards() {
    let mut one = game(&[], 2, &row(&["public", "historic", "public", "plain", "public"]));
    wall_in(&mut one, edge(0, 0, "N"), 1, 0);
    guard(&mut one, RED, edge(0, 0, "W"));
    assert!(finish(&mut one).contains(&"guard 1 0,0:W for 9".to_string()));

    let mut gap = row(&["public", "historic"]);
    gap.extend([(3, 0, "public", 0), (4, 0, "public", 0)]);
    gap.extend((0..5).map(|x| (x, 1, "plain", 0)));
    let mut two = game(&[], 2, &gap);
    // Clockwise from the west side of 0,0 to the east side of 4,0: 2 + 3 + 2 pieces between.
    wall_in(&mut two, edge(0, 0, "N"), 1, 7);
    guard(&mut two, RED, edge(0, 0, "W"));
    guard(&mut two, BLUE, edge(4, 0, "E"));
    let mut filled = two.clone();
    finish(&mut two);
    assert_eq!(two.scores(), [5, 4]);
    let plain = filled.kinds.iter().find(|kind| kind.id == "plain").unwrap().clone();
    filled.board.put((2, 0), plain);
    finish(&mut filled);
    assert_eq!(filled.scores(), [9, 9]);
}

/// The seats in the order they build, taking `word` for every wall.
fn builders(game: &mut Reference, word: &str) -> Vec<usize> {
    let mut order = Vec::new();
    while !matches!(game.stage, Stage::Draw | Stage::Tower | Stage::Over) {
        if let (Stage::Build, Turn::Seat(seat)) = (&game.stage, game.turn()) {
            order.push(seat);
        }
        let words = game.legal();
        let gate = words.iter().find(|other| other.starts_with("gate@"));
        let choice = gate.map_or(word, String::as_str);
        game.apply(if words.contains(&"-".to_string()) { "-" } else { choice });
    }
    order
}

/// EX-CITY-20, CITY-O14, and the table of CITY-40
#[test]
fn pieces_of_a_phase() {
    let mut two = game(&[], 2, &block(6, 6));
    begin_phase(&mut two, BLUE, 2);
    assert_eq!(two.legal().len(), 24, "the gate goes anywhere");
    assert_eq!(builders(&mut two, "wall:right"), [BLUE, RED, BLUE, RED]);
    assert!(two.walls()[0].starts_with("gate "));
    assert_eq!((two.walls().len(), two.walls_left()), (4, 67));
    assert_eq!(two.legal(), ["-", "tower:right"], "the gate offers no tower");

    for (seats, pile, pieces) in [(2, 3, 8), (3, 2, 3), (3, 3, 6), (4, 2, 4), (4, 3, 8)] {
        let mut game = game(&[], seats, &block(6, 6));
        begin_phase(&mut game, RED, pile);
        assert_eq!(builders(&mut game, "wall:right").len(), pieces);
        assert_eq!(game.walls_left(), 71 - pieces, "one piece is the gate");
    }
}

/// EX-CITY-21
#[test]
fn walls_run_out() {
    let mut game = game(&[], 4, &block(10, 10));
    wall_in(&mut game, edge(0, 0, "N"), 0, 10);
    game.walls_left = 6;
    begin_phase(&mut game, 1, 3);
    assert_eq!(builders(&mut game, "wall:right"), [1, 2, 3, 0, 1, 2]);
    // The tower is still offered (CITY-56); then the game ends.
    let events = game.apply("tower:right");
    assert!(events.contains(&"end a".to_string()));
    assert!(events.contains(&"tower 2 9,6:E for 16".to_string()));
    assert_eq!(game.walls_left(), 0);
}

/// DX-CITY-01
#[test]
fn outlines() {
    let shapes: [(&[Cell], usize); 7] = [
        (&[(0, 0)], 4),
        (&[(0, 0), (1, 0), (2, 0)], 8),
        (&[(0, 0), (1, 0), (1, 1)], 8),
        (&[(0, 0), (1, 0), (1, 1), (0, 1)], 8),
        (&[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)], 12),
        (&[(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)], 12),
        (&[(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)], 12),
    ];
    for (cells, length) in shapes {
        let table: Vec<_> = cells.iter().map(|&(x, y)| (x, y, "plain", 0)).collect();
        assert_eq!(game(&[], 2, &table).outline().len(), length);
    }
}

/// DX-CITY-02, CITY-15, CITY-78
#[test]
fn blocked_cells() {
    let table = [(0, 0, "plain", 0), (0, -1, "plain", 0)];
    let mut game = self::game(&[], 3, &table);
    wall_in(&mut game, edge(0, 0, "E"), 0, 0);
    let cells = |game: &Reference| {
        let tile = game.kinds.iter().find(|kind| kind.id == "plain").unwrap();
        let mut cells: Vec<Cell> = game.places(tile).into_iter().map(|place| place.0).collect();
        cells.dedup();
        cells
    };
    assert_eq!(cells(&game), [(-1, -1), (-1, 0), (0, -2), (0, 1), (1, -1)]);
    let plain = game.board.tile((0, 0)).clone();
    game.board.put((1, -1), plain);
    begin_phase(&mut game, RED, 2);
    game.apply("wall:left");
    assert_eq!(game.line[0].edge, edge(1, -1, "S"));
    game.apply("-");

    // A wall round the corner of 0,0: a tile at 1,1 would close the bay south of it.
    let round_bay = [(0, 0), (-1, 0), (-1, 1), (-1, 2), (0, 2), (1, 2)];
    let mut bay = self::game(&[], 2, &round_bay.map(|(x, y)| (x, y, "plain", 0)));
    wall_in(&mut bay, edge(0, 0, "E"), 0, 1);
    assert_eq!(bay.line[1].edge, edge(0, 0, "S"));
    assert!(!cells(&bay).contains(&(1, 1)), "it would enclose the cell south of 0,0");
    assert!(!cells(&bay).contains(&(0, 1)), "it lies beyond the wall");
    assert!(cells(&bay).contains(&(2, 2)));
}

/// OPT-CITY-BEYOND rows: blocked up to the first tile.
#[test]
fn rows_beyond_walls() {
    let table = [(0, 0, "plain", 0), (0, 1, "plain", 0), (1, 1, "plain", 0), (2, 1, "plain", 0)];
    for (value, allowed) in [("local", true), ("rows", false)] {
        let mut game = game(&[("OPT-CITY-BEYOND", value)], 2, &table);
        wall_in(&mut game, edge(0, 0, "E"), 0, 0);
        let tile = game.board.tile((0, 0)).clone();
        let places = game.places(&tile);
        assert_eq!(places.contains(&((2, 0), 0)), allowed);
        assert!(!places.contains(&((1, 0), 0)));
        assert!(places.contains(&((3, 1), 0)));
    }
}

/// DX-CITY-04
#[test]
fn gate_closes_a_street() {
    let mut game = game(&[], 3, &[(0, 0, "end", 3), (1, 0, "straight", 0)]);
    put(&mut game, RED, "0,0:street:E");
    begin_phase(&mut game, BLUE, 2);
    let events = game.apply("gate@1,0:E");
    assert!(events.contains(&"scored street complete at 0,0:street:E worth 2 to 1:2".to_string()));
    assert_eq!(game.turn(), Turn::Seat(2), "no guard on the gate");
}

/// A street of two tiles completed by the tile number `number`.
fn completed_by(number: usize, occupied: bool, options: &[(&str, &str)]) -> Reference {
    let mut table = block(4, 4);
    table.push((4, 0, "end", 3));
    let mut game = game(options, 3, &table);
    game.drawn = number - 1;
    if occupied {
        put(&mut game, BLUE, "4,0:street:E");
    }
    lay(&mut game, "end", "5,0 r1");
    if matches!(game.stage, Stage::Claim { .. }) {
        game.apply("-");
    }
    game
}

/// DX-CITY-06, DX-CITY-07, OPT-CITY-PILE-SWITCH, OPT-CITY-TRIGGER
#[test]
fn triggers() {
    let in_phase = |game: Reference| matches!(game.stage, Stage::Build);
    assert!(!in_phase(completed_by(30, true, &[])));
    assert!(in_phase(completed_by(31, true, &[])));
    assert!(!in_phase(completed_by(31, false, &[])));
    let early = [("OPT-CITY-PILE-SWITCH", "last-of-old")];
    assert!(!in_phase(completed_by(29, true, &early)));
    assert!(in_phase(completed_by(30, true, &early)));
    let any = [("OPT-CITY-TRIGGER", "any-completed")];
    assert!(in_phase(completed_by(31, false, &any)));
    assert!(!in_phase(completed_by(30, false, &any)));
    for (number, options, pieces) in
        [(54, &early[..], 3), (55, &early[..], 6), (55, &[][..], 3), (56, &[][..], 6)]
    {
        let mut game = completed_by(number, true, options);
        assert_eq!(builders(&mut game, "wall:right").len(), pieces);
    }
}

/// CITY-63, CITY-64: the closing piece gets its guard; no tower; one edge is one choice.
#[test]
fn ring_closes() {
    let mut game = game(&[], 4, &block(2, 1));
    wall_in(&mut game, edge(0, 0, "N"), 0, 3);
    assert_eq!(game.board.outline().len(), 6);
    begin_phase(&mut game, RED, 3);
    assert_eq!(game.legal(), ["wall:left", "wall:right"]);
    game.apply("wall:right");
    game.apply("-");
    assert_eq!(game.legal(), ["wall:right"]);
    game.apply("wall:right");
    let events = game.apply("guard");
    assert_eq!(events, ["end c", "guard 2 0,0:W for 0", "walls-closed 0"]);
}

/// OPT-CITY-P3-GUARD last-wall, CITY-70
#[test]
fn late_guards() {
    let mut game = game(&[("OPT-CITY-P3-GUARD", "last-wall")], 3, &block(6, 6));
    begin_phase(&mut game, BLUE, 3);
    game.apply("gate@0,0:N");
    for seat in [2, 0, 1, 2, 0] {
        assert_eq!(game.turn(), Turn::Seat(seat));
        game.apply("wall:right");
    }
    for seat in [1, 2, 0] {
        assert_eq!(game.turn(), Turn::Seat(seat));
        game.apply("guard");
    }
    assert_eq!(
        game.guards(),
        [(0, "5,0:N".to_string()), (1, "3,0:N".to_string()), (2, "4,0:N".to_string())]
    );
    assert_eq!(game.legal(), ["-", "tower:right"]);
}

/// OPT-CITY-GUARD-ORDER, OPT-CITY-REUSE, CITY-69, CITY-81
#[test]
fn regained_followers() {
    let asked = |options: &[(&str, &str)]| {
        let mut game =
            game(options, 3, &[(0, 0, "end", 0), (1, 0, "plain", 0), (2, 0, "plain", 0)]);
        put(&mut game, BLUE, "0,0:street:S");
        game.seats[BLUE].followers = 0;
        wall_in(&mut game, edge(1, 0, "S"), 0, 0);
        begin_phase(&mut game, BLUE, 2);
        game.apply("wall:right");
        let on_the_same_wall = game.legal() == ["-", "guard"];
        assert_eq!(game.scores()[BLUE], 1);
        (on_the_same_wall, game.supply()[BLUE].0)
    };
    let after = ("OPT-CITY-GUARD-ORDER", "after-scoring");
    let next = ("OPT-CITY-REUSE", "next-turn");
    assert_eq!(asked(&[]), (false, 1));
    assert_eq!(asked(&[after]), (true, 1));
    assert_eq!(asked(&[after, next]), (false, 0));
}

/// CITY-17, CITY-65: a tile that fits nowhere leaves; without any other the game ends.
#[test]
fn discards() {
    let mut game = game(&[], 2, &[(0, 0, "plain", 0)]);
    game.on_turn = BLUE;
    assert_eq!(game.apply("cross"), ["discard cross"]);
    assert_eq!((game.turn(), game.on_turn, game.drawn), (Turn::Chance, BLUE, 1));
    for count in game.left.values_mut() {
        *count = 0;
    }
    game.left.insert("cross".to_string(), 1);
    assert_eq!(game.apply("cross"), ["discard cross", "end b", "walls-closed 4"]);
}

/// CITY-57(c), CITY-71, CITY-79: a tile alone may leave five open edges or fewer.
#[test]
fn end_by_a_tile() {
    for (value, over) in [("every-turn", true), ("after-wall-phase", false)] {
        let cells = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)];
        let table = cells.map(|(x, y)| (x, y, "plain", 0));
        let mut game = game(&[("OPT-CITY-ENDTEST", value)], 2, &table);
        // Six of the twelve edges are open; with the bay filled, four of ten.
        wall_in(&mut game, edge(1, 1, "S"), 2, 3);
        game.seats[RED].followers = 0;
        lay(&mut game, "plain", "1,0 r0");
        assert_eq!(game.outline().len(), 10);
        assert_eq!(game.turn() == Turn::Over, over);
    }
}

/// CITY-59: a market beside a hole is lost.
#[test]
fn holes() {
    let mut table = block(3, 3);
    table.remove(4);
    table[0] = (0, 0, "square-fish", 0);
    table[1] = (1, 0, "square-fish", 0);
    let mut game = game(&[], 2, &table);
    put(&mut game, RED, "1,0:market:NL.NR.EL.ER.SL.SR.WL.WR");
    let events = finish(&mut game);
    assert_eq!(
        events,
        ["end b", "removed 1 from 1,0:market:NL.NR.EL.ER.SL.SR.WL.WR", "walls-closed 12"]
    );
    assert_eq!(game.supply()[RED].0, 7);
}

/// CITY-73, CITY-74: touching markets of one tile are one market and one target.
#[test]
fn markets_of_one_tile() {
    let mut pair = game(&[], 2, &[]);
    lay(&mut pair, "pair", "0,0 r1");
    assert_eq!(pair.legal(), ["-", "follower@market:EL.ER"]);
    let mut inner = game(&[], 2, &[]);
    inner.apply("inner");
    assert_eq!(inner.legal(), ["0,0 r0", "0,0 r1", "0,0 r2", "0,0 r3"]);
    inner.apply("0,0 r0");
    let homes = "follower@homes:NL.NR.EL.ER.SL.SR.WL.WR";
    assert_eq!(inner.legal(), ["-", homes, "follower@homes:inner.3"]);
}

/// CITY-09, OPT-STARTPLAYER
#[test]
fn first_seat_by_lot() {
    let mut game = game(&[("OPT-STARTPLAYER", "random")], 3, &[]);
    assert_eq!(
        game.odds(),
        [("first:1", 1), ("first:2", 1), ("first:3", 1)].map(|(w, n)| (w.to_string(), n))
    );
    game.apply("first:3");
    game.apply("plain");
    assert_eq!(game.turn(), Turn::Seat(2));
}

/// CITY-01, CITY-02: the numbers of tiles and buildings.
#[test]
fn own_set() {
    let game = Reference::new(&[], 2).unwrap();
    assert_eq!(game.left.values().sum::<u32>(), 75);
    let total = |count: fn(&crate::tiles::Tile) -> i32| -> i32 {
        game.kinds.iter().map(|kind| count(kind) * kind.count as i32).sum()
    };
    assert_eq!((total(|tile| tile.public), total(|tile| tile.historic)), (32, 7));
}
