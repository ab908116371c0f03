//! Tiles of the country.

use country::exp::{Merge, nouns};
use country::tile::{Kind, Segment, TileDef};
use table::Rot;

use super::{Art, HIGH, MIDDLE, WAYS, WIDE, ports_at, turned};
use crate::play::canvas::Glyph;

const FIELD: Glyph = Glyph { sign: '·', code: "32;42" };
const TOWN: Glyph = Glyph { sign: '#', code: "33;43" };
const MARK: &str = "30;43";
const THING: &str = "1;97;42";
const ROAD: &str = "97;42";
const STREAM: Glyph = Glyph { sign: '~', code: "97;44" };
const WALLS: Glyph = Glyph { sign: '%', code: "37;100" };

/// A tile of the country.
pub fn tile(tile: &TileDef, rot: Rot) -> Art {
    let mut art = Art::new(WALLS);
    let has = |port: usize| {
        tile.segments.iter().position(|s| s.ports.iter().any(|p| p.turned(rot).0 as usize == port))
    };
    for y in 0..HIGH {
        for x in 0..WIDE {
            if let Some(field) = ports_at(x, y).into_iter().find_map(has) {
                art.set((x, y), FIELD, Some(field));
            }
        }
    }
    for (number, segment) in tile.segments.iter().enumerate().filter(|(_, s)| s.kind == Kind::City)
    {
        town(&mut art, number, &turned(&segment.sides, rot));
    }
    art_ways(&mut art, tile, rot);
    for (number, segment) in tile.segments.iter().enumerate() {
        country_marks(&mut art, number, segment);
    }
    art
}

fn town(art: &mut Art, number: usize, sides: &[usize]) {
    for side in sides {
        let places: Vec<(usize, usize)> = match side {
            0 => (1..=5).map(|x| (x, 0)).collect(),
            1 => vec![(5, 1), (6, 1)],
            2 => (1..=5).map(|x| (x, 2)).collect(),
            _ => vec![(0, 1), (1, 1)],
        };
        for at in places {
            art.set(at, TOWN, Some(number));
        }
    }
    let has = |a: usize, b: usize| sides.contains(&a) && sides.contains(&b);
    for (corner, a, b) in [((0, 0), 0, 3), ((6, 0), 0, 1), ((6, 2), 1, 2), ((0, 2), 2, 3)] {
        if has(a, b) {
            art.set(corner, TOWN, Some(number));
        }
    }
    if sides.len() > 1 {
        (2..=4).for_each(|x| art.set((x, 1), TOWN, Some(number)));
    }
}

fn art_ways(art: &mut Art, tile: &TileDef, rot: Rot) {
    let stream = turned(&tile.stream, rot);
    for side in &stream {
        WAYS[*side].iter().for_each(|at| art.set(*at, STREAM, None));
    }
    if !stream.is_empty() {
        art.set(MIDDLE, STREAM, None);
    }
    let roads: Vec<(usize, Vec<usize>)> = tile
        .segments
        .iter()
        .enumerate()
        .filter(|(_, s)| s.kind == Kind::Road)
        .map(|(n, s)| (n, turned(&s.sides, rot)))
        .collect();
    for (number, sides) in &roads {
        art.way(sides, ROAD, Some(*number), sides.len() == 2);
    }
    let single = roads.iter().filter(|(_, sides)| sides.len() == 1).count();
    if single > 1 || roads.len() > 1 {
        art.glyphs[MIDDLE.1][MIDDLE.0] = Glyph { sign: '┼', code: ROAD };
    }
}

fn country_marks(art: &mut Art, number: usize, segment: &Segment) {
    if segment.kind.is_centre() {
        let sign = initial(segment.kind.name()).to_ascii_uppercase();
        art.set(MIDDLE, Glyph { sign, code: THING }, Some(number));
        art.owner[1][4] = Some(number);
    }
    let mut back = 0;
    for _ in 0..segment.pennants {
        art.mark(number, back, '^', MARK);
        back += 1;
    }
    for decl in nouns::marks().filter(|decl| segment.has(decl.mark)) {
        let sign = initial(decl.value.unwrap_or(decl.key));
        match segment.kind {
            Kind::Road => art.mark(number, 0, sign, "1;97;44"),
            Kind::City => {
                // What one of is enough for a whole city is written large.
                let large = decl.merge == Merge::Any;
                let sign = if large { sign.to_ascii_uppercase() } else { sign };
                art.mark(number, back, sign, MARK);
                back += 1;
            }
            _ => {}
        }
    }
}

fn initial(name: &str) -> char {
    name.chars().next().unwrap_or('?')
}
