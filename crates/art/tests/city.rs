//! The City's tiles: every one draws, and what its picture shows is what the rules know of it.

use std::fmt::Write as _;
use std::io::Write as _;

use art::city::{Around, Ground};
use art::geom::{Pt, inside, to_line};
use art::{Detail, Look, Style, TileSpots};
use city::names::{HOMES, MARKET, STREET};
use city::{City, CitySetup, Rules, SETS, Tile};
use table::{Cell, Game, Quiet, Rot, Spot, Text};

/// Tiles that nobody of us drew, as users may type them in.
const ODD: &str = r#"
schema_kind = "city"
[[tile]]
id = "odd/inner"
count = 1
edges = "...."
areas = [
  { kind = "residential", ports = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"], building = "historic" },
  { kind = "fish", ports = [] },
]
touches = [[0, 1]]
[[tile]]
id = "odd/across"
count = 1
edges = "...."
areas = [
  { kind = "grain", ports = ["NL", "NR", "SL", "SR"] },
  { kind = "residential", ports = ["EL", "ER"] },
  { kind = "residential", ports = ["WL", "WR"], building = "public" },
]
touches = [[0, 1], [0, 2]]
[[tile]]
id = "odd/halves"
count = 1
edges = "S.S."
streets = [{ edges = ["N"], end = "dead-end" }, { edges = ["S"], end = "dead-end" }]
areas = [
  { kind = "livestock", ports = ["NL", "NR", "EL"] },
  { kind = "residential", ports = ["ER", "SL", "SR", "WL", "WR"] },
]
touches = [[0, 1]]
[[tile]]
id = "odd/curves"
count = 1
edges = "SSSS"
streets = [{ edges = ["N", "W"] }, { edges = ["E", "S"] }]
areas = [
  { kind = "fish", ports = ["NL", "WR"] },
  { kind = "residential", ports = ["NR", "EL", "SR", "WL"], building = "public" },
  { kind = "grain", ports = ["ER", "SL"] },
]
[[tile]]
id = "odd/one-side"
count = 1
edges = "S..."
streets = [{ edges = ["N"], end = "dead-end" }]
areas = [
  { kind = "fish", ports = ["NL", "WL", "WR"] },
  { kind = "residential", ports = ["NR", "EL", "ER", "SL", "SR"] },
]
touches = [[0, 1]]
"#;

fn rules_of(name: &str, text: &str) -> Rules {
    let tiles = Some((name.to_owned(), text.to_owned()));
    Rules::new(&CitySetup { seats: 2, tiles, ..CitySetup::default() })
        .expect("a set that can be played")
}

/// The sets of the project, and the odd tiles.
fn all_rules() -> Vec<Rules> {
    let ours = SETS.iter().map(|set| rules_of(set.name, set.text));
    ours.chain([rules_of("odd.toml", ODD)]).collect()
}

fn styles() -> Vec<Style> {
    let mut all = Vec::new();
    for look in [Look::Map, Look::Plain] {
        for detail in [Detail::Full, Detail::Middle, Detail::Small] {
            for night in [false, true] {
                all.push(Style { look, night, detail, ..Style::default() });
            }
        }
    }
    all
}

/// The outlines in path data that has straight lines only.
fn rings(area: &str) -> Vec<Vec<Pt>> {
    let ring = |text: &str| -> Vec<Pt> {
        let pair = |p: &str| {
            let (x, y) = p.split_once(',').expect("a pair");
            (x.parse().expect("a number"), y.parse().expect("a number"))
        };
        text.split_whitespace().map(pair).collect()
    };
    area.split('z').filter(|r| !r.is_empty()).map(|r| ring(r.trim_start_matches('M'))).collect()
}

fn holds(rings: &[Vec<Pt>], p: Pt) -> bool {
    rings.iter().filter(|r| inside(p, r)).count() % 2 == 1
}

fn to_ring(ring: &[Pt], p: Pt) -> f64 {
    to_line(p, ring).min(to_line(p, &[ring[ring.len() - 1], ring[0]]))
}

fn to_edge(rings: &[Vec<Pt>], p: Pt) -> f64 {
    rings.iter().map(|r| to_ring(r, p)).fold(1e9, f64::min)
}

/// Calls for every tile as it may lie.
fn each_lying(mut check: impl FnMut(&Rules, &Tile, Rot, &TileSpots, &str)) {
    for rules in all_rules() {
        for tile in rules.tiles() {
            for rot in Rot::ALL {
                let shape = art::city::shape(tile, rot);
                check(&rules, tile, rot, &shape, &format!("{} {rot:?}", tile.id));
            }
        }
    }
}

#[test]
fn every_tile_draws_well_formed_and_always_the_same() {
    let cell = Cell::new(2, -3);
    each_lying(|_, tile, rot, _, name| {
        // By day or by night in turn.
        for style in styles().into_iter().filter(|s| s.night == (rot as u8 % 2 == 1)) {
            let text = art::city::tile(tile, rot, cell, style);
            if rot == Rot::R3 {
                assert_eq!(text, art::city::tile(tile, rot, cell, style), "{name} {style:?}");
            }
            assert!(!text.contains(" id=") && !text.contains("NaN"), "{name} {style:?}");
            let xml = roxmltree::Document::parse(&text).expect(name);
            assert_eq!(xml.root_element().attribute("viewBox"), Some("0 0 200 200"));
        }
    });
}

#[test]
fn places_are_the_spots_of_the_engine() {
    for rules in all_rules() {
        for tile in rules.tiles() {
            for rot in Rot::ALL {
                let mut game = City::start(&rules);
                for word in [tile.id.clone(), format!("0,0 r{}", rot as u8)] {
                    let action = game.read_word(&rules, &word).expect("a word");
                    assert_eq!(game.refuse(&rules, action), None);
                    game.play(&rules, action, &mut Quiet);
                }
                let spot = |n: usize| game.spot(&rules, Spot::segment(Cell::ORIGIN, n as u8));
                let named: Vec<String> = (0..tile.segments.len()).map(spot).collect();
                let places = art::city::shape(tile, rot).places;
                let drawn: Vec<String> = places.iter().map(|p| format!("0,0:{}", p.name)).collect();
                assert_eq!(drawn, named, "{} {rot:?}", tile.id);
            }
        }
    }
}

#[test]
fn places_lie_in_their_areas() {
    each_lying(|_, tile, _, shape, name| {
        for (place, segment) in shape.places.iter().zip(tile.segments.iter()) {
            let at = (f64::from(place.x), f64::from(place.y));
            assert!(holds(&rings(&place.area), at), "{name} {} {at:?}", place.name);
            assert_eq!(place.lying, segment.kind == HOMES, "{name} {}", place.name);
            assert!((0.4..=1.0).contains(&place.scale), "{name} {}", place.name);
        }
    });
}

#[test]
fn areas_cover_the_tile_once() {
    each_lying(|_, _, _, shape, name| {
        let areas: Vec<Vec<Vec<Pt>>> = shape.places.iter().map(|p| rings(&p.area)).collect();
        for (x, y) in (0..40 * 40).map(|i| (f64::from(i % 40), f64::from(i / 40))) {
            let p = (x * 5.0 + 2.3, y * 5.0 + 2.7);
            if areas.iter().any(|a| to_edge(a, p) < 0.4) {
                continue; // on a line
            }
            let holding = areas.iter().filter(|a| holds(a, p)).count();
            assert_eq!(holding, 1, "{name} at {p:?}");
        }
    });
}

/// CITY-60: what borders on what inside a tile is told by its picture.
#[test]
fn what_touches_touches_in_the_picture() {
    each_lying(|_, tile, _, shape, name| {
        let areas: Vec<Vec<Vec<Pt>>> = shape.places.iter().map(|p| rings(&p.area)).collect();
        // The length along which the outline of one area is also that of the other.
        let shared = |a: usize, b: usize| {
            let mut length = 0.0;
            for ring in &areas[a] {
                for (i, p) in ring.iter().enumerate() {
                    let q = ring[(i + 1) % ring.len()];
                    let middle = art::geom::between(*p, q, 0.5);
                    let on = |m: Pt| to_edge(&areas[b], m) < 0.15;
                    if on(*p) && on(middle) && on(q) {
                        length += (p.0 - q.0).hypot(p.1 - q.1);
                    }
                }
            }
            length
        };
        for (a, one) in tile.segments.iter().enumerate().filter(|(_, s)| s.kind == MARKET) {
            for (b, _) in tile.segments.iter().enumerate().filter(|(_, s)| s.kind == HOMES) {
                let touch = one.touches >> b & 1 == 1;
                assert_eq!(shared(a, b) > 20.0, touch, "{name}: {a} and {b}");
            }
        }
    });
}

/// Streets meet in the middle of sides, equally wide, and nothing else does.
#[test]
fn streets_cross_sides_at_the_same_place() {
    each_lying(|_, tile, rot, shape, name| {
        for (place, segment) in shape.places.iter().zip(tile.segments.iter()) {
            if segment.kind != STREET {
                continue;
            }
            let area = rings(&place.area);
            for side in 0..4 {
                let leads = segment.ports_turned(rot) >> side & 1 == 1;
                for (d, within) in [(88.0, true), (112.0, true), (86.0, false), (114.0, false)] {
                    let p = art::geom::along(side, d, 0.2);
                    assert_eq!(holds(&area, p), leads && within, "{name} {} {p:?}", place.name);
                }
            }
        }
    });
}

#[test]
fn historic_buildings_bear_their_names() {
    let mut names = String::new();
    for rules in SETS.iter().map(|set| rules_of(set.name, set.text)) {
        for (tile, rot) in rules.tiles().iter().flat_map(|t| Rot::ALL.map(|rot| (t, rot))) {
            let marks = art::city::landmarks(tile, rot);
            assert_eq!(marks.len(), (tile.public + tile.historic) as usize, "{}", tile.id);
            let text = art::city::tile(tile, rot, Cell::ORIGIN, Style::default());
            let named: Vec<&String> = marks.iter().filter_map(|m| m.name.as_ref()).collect();
            assert_eq!(named, tile.building_names.iter().collect::<Vec<_>>());
            for name in named {
                assert!(text.contains(&format!("<title>{name}</title>")), "{}", tile.id);
                let _ = write!(names, "{name};");
            }
        }
    }
    for name in ["Petit Puits", "Château Comtal", "Tour Carrée"] {
        assert!(names.contains(name));
    }
}

#[test]
fn neighbours_change_only_how_markets_end() {
    let rules = rules_of(SETS[0].name, SETS[0].text);
    let tile = |id: &str| rules.tiles().iter().find(|t| t.id == id).expect("a tile of the set");
    let around = Around::from_letters("hhffllgg").expect("eight letters");
    assert_eq!(around.letters(), "hhffllgg");
    assert_eq!(around.0[2], Some(Ground::Fish));
    assert_eq!(Around::from_letters("hhffllg"), None);
    assert_eq!(Around::from_letters("hhffllgx"), None);
    let draw = |id: &str, around: &Around| {
        art::city::tile_among(tile(id), Rot::R0, Cell::ORIGIN, around, Style::default())
    };
    let alone = Around::default();
    assert_ne!(draw("town/square-fish", &around), draw("town/square-fish", &alone));
    assert_eq!(draw("town/curve", &around), draw("town/curve", &alone));
}

fn gzipped(text: &str) -> usize {
    let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    to.write_all(text.as_bytes()).expect("memory does not fail");
    to.finish().expect("memory does not fail").len()
}

#[test]
fn pictures_are_small() {
    for (detail, median, most) in [
        (Detail::Full, 3_300, 4_500),
        (Detail::Middle, 2_300, 3_000),
        (Detail::Small, 1_000, 1_400),
    ] {
        let mut sizes = Vec::new();
        each_lying(|_, tile, rot, _, _| {
            let style = Style { detail, ..Style::default() };
            sizes.push(gzipped(&art::city::tile(tile, rot, Cell::new(1, 2), style)));
        });
        sizes.sort_unstable();
        let (middle, last) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        assert!(middle <= median && last <= most, "{detail:?}: median {middle}, most {last}");
    }
}
