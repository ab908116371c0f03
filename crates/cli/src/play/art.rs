//! A tile as a block of seven by three characters, each owned by a segment.

use country::exp::{Merge, nouns};
use country::tile::{Kind, TileDef};
use table::{Rot, Side};

use super::canvas::Glyph;

/// The width of a block.
pub const WIDE: usize = 7;
/// The height of a block.
pub const HIGH: usize = 3;

const FIELD: Glyph = Glyph { sign: '·', code: "32;42" };
const TOWN: Glyph = Glyph { sign: '#', code: "33;43" };
const MARK: &str = "30;43";
const THING: &str = "1;97;42";
const ROAD: &str = "97;42";
const STREAM: Glyph = Glyph { sign: '~', code: "97;44" };
const WALLS: Glyph = Glyph { sign: '%', code: "37;100" };
const HOMES: Glyph = Glyph { sign: '.', code: "30;47" };
const MARKETS: [Glyph; 3] = [
    Glyph { sign: 'f', code: "30;106" },
    Glyph { sign: 'g', code: "30;103" },
    Glyph { sign: 'l', code: "30;101" },
];
const STREET: &str = "97;100";

/// The middle of a block.
const MIDDLE: (usize, usize) = (3, 1);
/// From each side to the middle, without it.
const WAYS: [&[(usize, usize)]; 4] =
    [&[(3, 0)], &[(6, 1), (5, 1), (4, 1)], &[(3, 2)], &[(0, 1), (1, 1), (2, 1)]];

/// A block: characters, and whose they are.
pub struct Art {
    /// The characters by row.
    pub glyphs: [[Glyph; WIDE]; HIGH],
    owner: [[Option<usize>; WIDE]; HIGH],
}

impl Art {
    fn new(ground: Glyph) -> Art {
        Art { glyphs: [[ground; WIDE]; HIGH], owner: [[None; WIDE]; HIGH] }
    }

    fn set(&mut self, (x, y): (usize, usize), glyph: Glyph, owner: Option<usize>) {
        self.glyphs[y][x] = glyph;
        self.owner[y][x] = owner;
    }

    fn owned(&self, segment: usize) -> Vec<(usize, usize)> {
        let all = (0..HIGH).flat_map(|y| (0..WIDE).map(move |x| (x, y)));
        all.filter(|(x, y)| self.owner[*y][*x] == Some(segment)).collect()
    }

    /// Where two characters for a figure on a segment go.
    pub fn spot(&self, segment: usize) -> (usize, usize) {
        let owned = self.owned(segment);
        let (x, y) = owned.get(owned.len() / 2).copied().unwrap_or(MIDDLE);
        (x.min(WIDE - 2), y)
    }

    /// Puts a mark on a character of a segment, counted from the end.
    fn mark(&mut self, segment: usize, back: usize, sign: char, code: &'static str) {
        let owned = self.owned(segment);
        if let Some(at) = owned.len().checked_sub(1 + back).map(|i| owned[i]) {
            self.glyphs[at.1][at.0] = Glyph { sign, code };
        }
    }

    /// A way from the middle to some sides, with the right bend in the middle.
    fn way(&mut self, sides: &[usize], code: &'static str, owner: Option<usize>, joined: bool) {
        for side in sides {
            let sign = if side % 2 == 0 { '│' } else { '─' };
            for at in WAYS[*side] {
                self.set(*at, Glyph { sign, code }, owner);
            }
        }
        if joined {
            let sign = match sides {
                [0, 2] => '│',
                [1, 3] => '─',
                [0, 1] => '└',
                [1, 2] => '┌',
                [2, 3] => '┐',
                [0, 3] => '┘',
                _ => '┼',
            };
            self.set(MIDDLE, Glyph { sign, code }, owner);
        }
    }
}

/// The half-edges that a character of the ground belongs to, the likeliest first.
fn ports_at(x: usize, y: usize) -> [usize; 3] {
    match (x, y) {
        (0, 0) => [0, 7, 6],
        (6, 0) => [1, 2, 3],
        (0, 2) => [5, 6, 7],
        (6, 2) => [4, 3, 2],
        (0..=3, 0) => [0, 7, 1],
        (_, 0) => [1, 2, 0],
        (0..=2, 1) => [6, 7, 5],
        (3, 1) => [0, 4, 2],
        (_, 1) => [2, 3, 1],
        (0..=3, _) => [5, 6, 4],
        _ => [4, 3, 5],
    }
}

fn turned(sides: &[Side], rot: Rot) -> Vec<usize> {
    let mut sides: Vec<usize> = sides.iter().map(|s| s.turned(rot) as usize).collect();
    sides.sort_unstable();
    sides
}

/// A tile of the country.
pub fn country(tile: &TileDef, rot: Rot) -> Art {
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

fn country_marks(art: &mut Art, number: usize, segment: &country::tile::Segment) {
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

/// A tile of The City.
pub fn city(tile: &city::Tile, rot: Rot) -> Art {
    let mut art = Art::new(HOMES);
    for (number, segment) in tile.segments.iter().enumerate() {
        if segment.kind == city::names::STREET {
            continue;
        }
        let ports = segment.ports_turned(rot);
        let market = segment.kind == city::names::MARKET;
        let glyph =
            if market { MARKETS[segment.goods.trailing_zeros() as usize % 3] } else { HOMES };
        for y in 0..HIGH {
            for x in 0..WIDE {
                if ports >> ports_at(x, y)[0] & 1 != 0 {
                    art.set((x, y), glyph, Some(number));
                }
            }
        }
    }
    let streets = tile.segments.iter().enumerate().filter(|(_, s)| s.kind == city::names::STREET);
    let mut single = 0;
    for (number, segment) in streets {
        let ports = segment.ports_turned(rot);
        let sides: Vec<usize> = (0..4).filter(|s| ports >> s & 1 != 0).collect();
        single += usize::from(sides.len() == 1);
        art.way(&sides, STREET, Some(number), sides.len() == 2);
    }
    if single > 0 {
        let sign = if single > 1 { '┼' } else { 'o' };
        art.set(MIDDLE, Glyph { sign, code: STREET }, None);
    }
    let homes = tile.segments.iter().position(|s| s.kind == city::names::HOMES);
    if let Some(homes) = homes {
        (0..tile.public).for_each(|i| art.mark(homes, i as usize, 'P', "1;34;47"));
        (0..tile.historic).for_each(|i| art.mark(homes, i as usize, 'H', "1;31;47"));
    }
    art
}
