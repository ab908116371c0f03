//! A tile as it lies: its definition with all sides and half-edges turned.

use country::exp::nouns;
use country::tile::{Segment, TileDef};
use table::{Cell, Rot};

use crate::pictures::{self, Building, Centre, Mark};

/// What a segment is, as far as drawing goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A road.
    Road,
    /// A city.
    City,
    /// A field.
    Field,
    /// What stands in the middle.
    Centre,
}

impl Kind {
    /// The kind of a segment.
    fn of(segment: &Segment) -> Kind {
        match segment.kind.name() {
            "road" => Kind::Road,
            "city" => Kind::City,
            "field" => Kind::Field,
            _ => Kind::Centre,
        }
    }
}

/// A segment of the turned tile.
pub struct LyingSegment {
    /// What it is.
    pub kind: Kind,
    /// What the rules call it.
    pub name: &'static str,
    /// Its sides, sorted, 0 for north.
    pub sides: Vec<usize>,
    /// Its half-edges.
    pub ports: Vec<usize>,
    /// The names of its marks, each as often as it is there.
    pub marks: Vec<&'static str>,
    /// For a field, the city segments that it touches.
    pub cities: Vec<usize>,
}

impl LyingSegment {
    /// Its marks with the way they are drawn.
    pub fn drawn(&self) -> impl Iterator<Item = (&'static str, Mark)> {
        self.marks.iter().map(|name| (*name, pictures::mark(name, self.kind)))
    }

    /// The great building in the middle of it.
    pub fn landmark(&self) -> Option<(&'static str, pictures::Sprite)> {
        self.drawn().find_map(|(name, mark)| match mark {
            Mark::Landmark(draw) => Some((name, draw)),
            _ => None,
        })
    }
}

/// The names of the marks of a segment.
fn marks_of(segment: &Segment) -> Vec<&'static str> {
    let mut names = vec![super::PENNANT; segment.pennants as usize];
    let drawn = nouns::marks().filter(|decl| segment.has(decl.mark));
    names.extend(drawn.map(|decl| decl.value.unwrap_or(decl.key)));
    names
}

/// A turned tile.
pub struct LyingTile {
    /// The id of the tile.
    pub id: String,
    /// How it is turned.
    pub rot: Rot,
    /// Its segments, in the order of the rules.
    pub parts: Vec<LyingSegment>,
    /// Sides where a stream leaves.
    pub stream: Vec<usize>,
    /// What stands in the middle.
    pub centre: Option<(&'static str, Centre)>,
    /// Where it lies in a block that is laid as a whole.
    pub block: Option<Cell>,
}

impl LyingTile {
    /// The tile turned.
    pub fn new(tile: &TileDef, rot: Rot) -> LyingTile {
        let parts = tile.segments.iter().map(|s| {
            let mut sides: Vec<usize> = s.sides.iter().map(|s| s.turned(rot) as usize).collect();
            table::sort_short(&mut sides);
            LyingSegment {
                kind: Kind::of(s),
                name: s.kind.name(),
                sides,
                ports: s.ports.iter().map(|p| p.turned(rot).0 as usize).collect(),
                marks: marks_of(s),
                cities: s.cities.iter().map(|c| *c as usize).collect(),
            }
        });
        let parts: Vec<LyingSegment> = parts.collect();
        let mut stream: Vec<usize> = tile.stream.iter().map(|s| s.turned(rot) as usize).collect();
        table::sort_short(&mut stream);
        let centre = parts.iter().find(|p| p.kind == Kind::Centre).map(|p| p.name);
        let centre = centre.map(|name| (name, pictures::centre(name)));
        LyingTile { id: tile.id.clone(), rot, parts, stream, centre, block: tile.block }
    }

    /// The segments of a kind with their numbers.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = (usize, &LyingSegment)> + Clone {
        self.parts.iter().enumerate().filter(move |(_, p)| p.kind == kind)
    }

    /// How many segments of a kind there are.
    pub fn count(&self, kind: Kind) -> usize {
        self.of(kind).count()
    }

    /// The field at a half-edge.
    pub fn field_at(&self, port: usize) -> Option<usize> {
        self.of(Kind::Field).find(|(_, p)| p.ports.contains(&port)).map(|(i, _)| i)
    }

    /// Whether the fields at two half-edges are there and apart.
    pub fn apart(&self, a: usize, b: usize) -> bool {
        matches!((self.field_at(a % 8), self.field_at(b % 8)), (Some(a), Some(b)) if a != b)
    }

    /// Whether a segment of a kind reaches a side.
    pub fn reaches(&self, kind: Kind, side: usize) -> bool {
        self.of(kind).any(|(_, p)| p.sides.contains(&side))
    }

    /// Whether a road or stream leaves at a side.
    pub fn has_way(&self, side: usize) -> bool {
        self.reaches(Kind::Road, side % 4) || self.stream.contains(&(side % 4))
    }

    /// The building in the middle.
    pub fn building(&self) -> Option<(&'static str, &'static Building)> {
        match self.centre {
            Some((name, Centre::Building(building))) => Some((name, building)),
            _ => None,
        }
    }
}
