//! Whether a tile makes sense: every side and half-edge belongs to what its terrain says.

use alloc::format;
use alloc::vec::Vec;

use table::{HalfEdge, Side};
use tilefile::{Section, TileError};

use super::{Kind, Terrain, TileDef};
use crate::exp::nouns;

/// Every side belongs to what its terrain says, every half-edge to one field (BASE-02, BASE-04).
pub(super) fn check(part: Section, tile: &TileDef) -> Result<(), TileError> {
    for side in Side::ALL {
        let terrain = tile.edges[side as usize];
        let reaching = |kind| {
            let of_kind = tile.segments.iter().filter(move |s| s.kind == kind);
            of_kind.flat_map(|s| &s.sides).filter(|s| **s == side).count()
        };
        let streams = tile.stream.iter().filter(|s| **s == side).count();
        let found = [reaching(Kind::Road), reaching(Kind::City), streams];
        let wanted = match terrain {
            Terrain::Road => [1, 0, 0],
            Terrain::City => [0, 1, 0],
            Terrain::Stream => [0, 0, 1],
            Terrain::Field | Terrain::Inner => [0, 0, 0],
        };
        if found != wanted {
            let letter = side.letter();
            let other = nouns::terrain().map_or("others", |t| t.key);
            let own = nouns::terrain().filter(|_| terrain == Terrain::Stream);
            let terrain = own.map_or(format!("{terrain:?}"), |t| t.name.into());
            let reason = format!(
                "side {letter} is {terrain}, but its segments are {found:?} (roads, cities, \
                 {other})"
            );
            return Err(part.error(reason));
        }
        check_half_edges(part, tile, side, terrain)?;
    }
    Ok(())
}

fn check_half_edges(
    part: Section,
    tile: &TileDef,
    side: Side,
    terrain: Terrain,
) -> Result<(), TileError> {
    let owners = |h: HalfEdge| -> Vec<usize> {
        let with = tile.segments.iter().enumerate();
        with.flat_map(|(i, s)| s.ports.iter().filter(move |p| **p == h).map(move |_| i)).collect()
    };
    let halves = [HalfEdge(2 * side as u8), HalfEdge(2 * side as u8 + 1)];
    for half in halves {
        let fields = owners(half).len();
        let fine = match terrain {
            Terrain::City => fields == 0,
            Terrain::Inner => fields <= 1,
            _ => fields == 1,
        };
        if !fine {
            let name = half.name();
            return Err(part.error(format!("half-edge {name} lies in {fields} fields")));
        }
    }
    if terrain == Terrain::Field && owners(halves[0]) != owners(halves[1]) {
        let letter = side.letter();
        return Err(part.error(format!("the field side {letter} is split between two fields")));
    }
    Ok(())
}
