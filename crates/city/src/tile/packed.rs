//! Tiles as bytes: the sets of the project lie packed beside their files, so that no program reads
//! those again. A test compares them.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use table::{Edges, FeatureKind, List};
use tilefile::{Packer, Unpacker};

use super::{Segment, Tile};

/// Tiles as [`unpack`] reads them.
pub fn pack(tiles: &[Tile]) -> Vec<u8> {
    let mut out = Packer::default();
    for tile in tiles {
        out.text(&tile.id);
        out.text(&tile.name);
        out.list([tile.count, tile.streets, tile.public, tile.historic]);
        out.list(tile.edges.0.to_le_bytes());
        out.list(tile.markets.to_le_bytes());
        out.list(tile.joins.iter().flat_map(|(a, b)| [*a, *b]));
        out.byte(tile.building_names.len() as u8);
        tile.building_names.iter().for_each(|name| out.text(name));
        out.byte(tile.segments.len() as u8);
        for Segment { kind, goods, ports, touches } in tile.segments.iter().copied() {
            let [low, high] = touches.to_le_bytes();
            out.list([kind.0, goods, ports, low, high]);
        }
    }
    out.done()
}

/// Packed tiles. What was not [packed](pack) is not meant for it: it panics.
pub fn unpack(packed: &[u8]) -> Vec<Tile> {
    let mut packed = Unpacker(packed);
    core::iter::from_fn(|| (!packed.is_empty()).then(|| tile(&mut packed))).collect()
}

fn tile(packed: &mut Unpacker) -> Tile {
    let (id, name) = (packed.text().to_owned(), packed.text().to_owned());
    let [count, streets, public, historic] = array(packed);
    let edges = Edges(u16::from_le_bytes(array(packed)));
    let markets = u16::from_le_bytes(array(packed));
    let mut joins = List::new();
    packed.list().as_chunks().0.iter().for_each(|[a, b]| joins.push((*a, *b)));
    let building_names = (0..packed.byte()).map(|_| packed.text().to_owned()).collect();
    let mut segments = List::new();
    for _ in 0..packed.byte() {
        let [kind, goods, ports, low, high] = array(packed);
        let (kind, touches) = (FeatureKind(kind), u16::from_le_bytes([low, high]));
        segments.push(Segment { kind, goods, ports, touches });
    }
    Tile {
        id,
        name,
        count,
        segments,
        streets,
        public,
        historic,
        building_names,
        edges,
        markets,
        joins,
    }
}

fn array<const N: usize>(packed: &mut Unpacker) -> [u8; N] {
    packed.list().try_into().expect("so many were packed")
}
