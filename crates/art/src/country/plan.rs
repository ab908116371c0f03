//! A tile as it lies: its definition with all sides and half-edges turned.

use country::tile::{Kind, Terrain, TileDef};
use table::{Cell, Rot};

/// A segment of the turned tile.
pub struct Part {
    /// What it is.
    pub kind: Kind,
    /// Its sides, sorted, 0 for north.
    pub sides: Vec<usize>,
    /// Its half-edges.
    pub ports: Vec<usize>,
    /// Coats of arms.
    pub pennants: u8,
    /// Bits of [`country::tile::mark`].
    pub marks: u8,
    /// Goods drawn in it.
    pub goods: Option<u8>,
    /// For a field, the city segments that it touches.
    pub cities: Vec<usize>,
}

/// A turned tile.
pub struct Plan {
    /// The id of the tile.
    pub id: String,
    /// How it is turned.
    pub rot: Rot,
    /// The terrain of each side.
    pub edges: [Terrain; 4],
    /// Its segments, in the order of the rules.
    pub parts: Vec<Part>,
    /// Sides where a river leaves.
    pub river: Vec<usize>,
    /// What stands in the middle.
    pub centre: Option<Kind>,
    /// Where it lies in a block that is laid as a whole.
    pub block: Option<Cell>,
}

impl Plan {
    /// The tile turned.
    pub fn new(tile: &TileDef, rot: Rot) -> Plan {
        let mut edges = [Terrain::Field; 4];
        for (side, terrain) in tile.edges.iter().enumerate() {
            edges[(side + rot as usize) % 4] = *terrain;
        }
        let parts = tile.segments.iter().map(|s| {
            let mut sides: Vec<usize> = s.sides.iter().map(|s| s.turned(rot) as usize).collect();
            sides.sort_unstable();
            Part {
                kind: s.kind,
                sides,
                ports: s.ports.iter().map(|p| p.turned(rot).0 as usize).collect(),
                pennants: s.pennants,
                marks: s.marks,
                goods: s.goods,
                cities: s.cities.iter().map(|c| *c as usize).collect(),
            }
        });
        let mut river: Vec<usize> = tile.river.iter().map(|s| s.turned(rot) as usize).collect();
        river.sort_unstable();
        let (id, parts) = (tile.id.clone(), parts.collect());
        Plan { id, rot, edges, parts, river, centre: tile.centre(), block: tile.block }
    }

    /// The segments of a kind with their numbers.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = (usize, &Part)> + Clone {
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

    /// Whether a road or river leaves at a side.
    pub fn has_way(&self, side: usize) -> bool {
        matches!(self.edges[side % 4], Terrain::Road | Terrain::River)
    }

    /// Whether a church or shrine stands in the middle.
    pub fn has_building(&self) -> bool {
        matches!(self.centre, Some(Kind::Monastery | Kind::Shrine))
    }
}
