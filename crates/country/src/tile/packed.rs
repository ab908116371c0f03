//! Tile definitions as bytes: the tiles of the project lie packed beside their files, so that no
//! program reads those again. A test compares them.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use table::{Cell, HalfEdge, Side};
use tilefile::{Packer, Unpacker};

use super::{Kind, Segment, Terrain, TileDef};

/// Tiles as [`unpack`] reads them.
pub fn pack(tiles: &[TileDef]) -> Vec<u8> {
    let mut out = Packer::default();
    for tile in tiles {
        out.text(&tile.id);
        out.text(&tile.name);
        out.byte(tile.count);
        out.list(tile.edges.map(|terrain| terrain as u8));
        out.list(tile.stream.iter().map(|side| *side as u8));
        out.list(tile.block.iter().flat_map(|at| [at.x as u8, at.y as u8]));
        out.list(tile.variant);
        out.byte(tile.segments.len() as u8);
        for segment in &tile.segments {
            out.byte(segment.kind as u8);
            out.byte(segment.pennants);
            out.list(segment.marks.to_le_bytes());
            out.list(segment.sides.iter().map(|side| *side as u8));
            out.list(segment.ports.iter().map(|port| port.0));
            out.list(segment.cities.iter().copied());
        }
    }
    out.done()
}

/// Packed tiles, one after the other. What was not [packed](pack) is not meant for it: it panics.
pub fn unpack(packed: &[u8]) -> impl Iterator<Item = TileDef> {
    let mut packed = Unpacker(packed);
    core::iter::from_fn(move || (!packed.is_empty()).then(|| tile(&mut packed)))
}

fn tile(packed: &mut Unpacker) -> TileDef {
    TileDef {
        id: packed.text().to_owned(),
        name: packed.text().to_owned(),
        count: packed.byte(),
        edges: edges(packed.list()),
        stream: sides(packed.list()),
        block: match packed.list() {
            [x, y] => Some(Cell::new(*x as i16, *y as i16)),
            _ => None,
        },
        variant: packed.list().first().copied(),
        segments: (0..packed.byte()).map(|_| segment(packed)).collect(),
    }
}

fn segment(packed: &mut Unpacker) -> Segment {
    Segment {
        kind: Kind::from_index(packed.byte()),
        pennants: packed.byte(),
        marks: packed.list().iter().rev().fold(0, |marks, byte| marks << 8 | *byte as u32),
        sides: sides(packed.list()),
        ports: packed.list().iter().map(|port| HalfEdge(*port)).collect(),
        cities: packed.list().to_vec(),
    }
}

fn sides(indices: &[u8]) -> Vec<Side> {
    indices.iter().map(|index| Side::from_index(*index)).collect()
}

fn edges(bits: &[u8]) -> [Terrain; 4] {
    core::array::from_fn(|side| match bits[side] {
        1 => Terrain::Field,
        2 => Terrain::City,
        4 => Terrain::Road,
        8 => Terrain::Stream,
        _ => Terrain::Inner,
    })
}
