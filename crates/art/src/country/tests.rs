//! Every tile of the country, in every turn: the picture shows what the rules have.

use table::Rot;

use super::lines::End;
use super::sketch::Sketch;
use crate::catalogue::country_tiles;
use crate::pictures::{Centre, Mark};

/// Each field of the data is one visible region, and no two fields share one.
#[test]
fn fields_are_drawn_as_the_rules_have_them() {
    let mut wrong = Vec::new();
    for tile in country_tiles() {
        for rot in Rot::ALL {
            let sketch = Sketch::new(&tile, rot);
            for fault in sketch.ground.faults(&sketch.plan) {
                wrong.push(format!("{} r{}: {fault}", tile.id, rot as u8));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const FILES: [&str; 8] = [
    include_str!("../../../country/src/tiles.toml"),
    include_str!("../../../country/src/exp/river/tiles.toml"),
    include_str!("../../../country/src/exp/river/tiles-c1.toml"),
    include_str!("../../../country/src/exp/river/tiles-c2.toml"),
    include_str!("../../../country/src/exp/inns/tiles.toml"),
    include_str!("../../../country/src/exp/traders/tiles.toml"),
    include_str!("../../../country/src/exp/cult/tiles.toml"),
    include_str!("../../../country/src/exp/count/tiles.toml"),
];

/// How roads end is no matter of the rules, so it is found from the fields; the tile files say it
/// for people, and the picture agrees with them.
#[test]
fn roads_end_where_the_tile_files_say() {
    let tiles = country_tiles();
    let mut checked = 0;
    for text in FILES {
        let file = tilefile::File::parse("tiles", text).unwrap();
        for part in file.tiles().unwrap() {
            let id = part.text("id").unwrap();
            let tile = tiles.iter().find(|t| t.id == id).unwrap();
            let roads = part.parts("roads").unwrap();
            let ends = roads.iter().filter_map(|r| r.optional_text("end").unwrap());
            let wanted: Vec<Option<End>> = ends
                .map(|end| match end {
                    "crossing" => Some(End::Crossing),
                    "city" => Some(End::City),
                    "house" => Some(End::House),
                    _ => None, // at a building, or at the gate of the block
                })
                .collect();
            for rot in Rot::ALL {
                let found = Sketch::new(tile, rot).lines.ends;
                assert_eq!(found.len(), wanted.len(), "{id}");
                for (found, wanted) in found.iter().zip(&wanted) {
                    assert!(
                        wanted.is_none_or(|w| w == *found),
                        "{id} {rot:?}: {found:?} {wanted:?}"
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100);
}

/// What the rules know to be on a tile has its place on the picture.
#[test]
fn every_mark_has_a_place() {
    for tile in country_tiles() {
        for rot in Rot::ALL {
            let sketch = Sketch::new(&tile, rot);
            let spots = &sketch.spots;
            let name = format!("{} r{}", tile.id, rot as u8);
            let is_plot = |c: (&str, Centre)| matches!(c.1, Centre::Plot(_));
            assert_eq!(spots.plot.is_some(), sketch.plan.centre.is_some_and(is_plot), "{name}");
            let drawn = || sketch.plan.parts.iter().flat_map(super::lying::LyingSegment::drawn);
            let roadside = drawn().filter(|(_, mark)| matches!(mark, Mark::Roadside(_)));
            assert_eq!(spots.roadside.len(), roadside.count(), "{name}");
            let signs = drawn().filter(|(_, mark)| matches!(mark, Mark::Sign(..))).count();
            let wanted = signs - spots.field_signs.len();
            for level in &spots.signs {
                assert_eq!(level.iter().map(Vec::len).sum::<usize>(), wanted, "{name}");
            }
        }
    }
}

/// What crosses a side crosses it where every other tile with that terrain crosses it: at the same
/// distance from both corners, at a right angle.
#[test]
fn what_crosses_a_side_crosses_at_the_same_place() {
    use crate::geom::{INWARD, Pt, along, dist, unit};
    use ::country::tile::Terrain;

    for tile in country_tiles().iter().filter(|t| t.block.is_none()) {
        for rot in Rot::ALL {
            let sketch = Sketch::new(tile, rot);
            let lines = &sketch.lines;
            let roads = lines.roads.iter().map(|(_, r)| r);
            let walls = lines.towns.iter().flat_map(|t| &t.walls);
            let ends = |curves: &Vec<crate::geom::Curve>| {
                let (first, last) = (curves[0], curves[curves.len() - 1]);
                let towards = |a: Pt, b: Pt| unit((b.0 - a.0, b.1 - a.1));
                [(first[0], towards(first[0], first[1])), (last[3], towards(last[3], last[2]))]
            };
            for (side, inward) in INWARD.iter().enumerate() {
                let name = format!("{} {rot:?} side {side}", tile.id);
                let at = |d: f64| along(side, d, 0.0);
                let crossing = |all: Vec<(Pt, Pt)>, d: f64| {
                    let near = all.into_iter().filter(|(p, _)| dist(*p, at(d)) < 1e-6);
                    let square: Vec<bool> = near.map(|(_, v)| dist(v, *inward) < 1e-6).collect();
                    (square.len(), square.iter().all(|s| *s))
                };
                let of_roads = crossing(roads.clone().flat_map(ends).collect(), 100.0);
                let of_streams = crossing(lines.streams.iter().flat_map(ends).collect(), 100.0);
                let from = crossing(walls.clone().flat_map(ends).collect(), super::wall::INSET);
                let to =
                    crossing(walls.clone().flat_map(ends).collect(), 200.0 - super::wall::INSET);
                let from_side = table::Side::ALL[(side + 4 - rot as usize) % 4];
                let wanted = match tile.edges[from_side as usize] {
                    Terrain::Road => [1, 0, 0, 0],
                    Terrain::Stream => [0, 1, 0, 0],
                    Terrain::City => [0, 0, 1, 1],
                    Terrain::Field | Terrain::Inner => [0, 0, 0, 0],
                };
                assert_eq!([of_roads.0, of_streams.0, from.0, to.0], wanted, "{name}");
                assert!(of_roads.1 && of_streams.1 && from.1 && to.1, "{name}: not square");
            }
        }
    }
}
