//! Tables made once from the tile definitions, so that play only looks things up.

use table::{Bag, Edges, NodeId, Rot, TILES_MAX};

use crate::exp;
use crate::state::{BORDERS_TOTAL_MAX, CENTRES_MAX, Feature, SEGMENTS_TOTAL_MAX};
use crate::tile::{BORDERS_MAX, Kind, SEGMENTS_MAX, Terrain, TileDef};

/// What play looks up for a kind of tile.
#[derive(Clone, Debug)]
pub(crate) struct KindTable {
    /// Its edges, unturned.
    pub edges: Edges,
    /// Its edges in all four turns.
    pub turns: u64,
    /// What each segment is worth as a feature of its own.
    pub features: [Feature; SEGMENTS_MAX],
    /// How many segments it has.
    pub len: u8,
    /// The same as a mask.
    pub mask: u8,
    /// How many of these, the first ones, are roads and cities.
    pub closable: u8,
    /// The same as a mask.
    pub closable_mask: u8,
    /// The segments on which an ordinary follower may stand.
    pub claimable: u8,
    /// Which segment is a monastery, shrine or garden.
    pub centre: Option<u8>,
    /// What it is.
    pub centre_kind: Option<Kind>,
    /// Which field segments touch which city segments (BASE-06): field, city, field, city…
    pub borders: [NodeId; 2 * BORDERS_MAX],
    /// How many such pairs there are.
    pub border_count: u8,
    /// Whether it has several roads, several cities.
    pub twins: [bool; 2],
    /// Where a river leaves it, as a mask of sides.
    pub river: u8,
    /// Whether an expansion may forbid placements of it that fit.
    pub watched: bool,
}

/// No segment.
pub(crate) const NONE: u8 = u8::MAX;

/// The ports of one side of a turned tile: the segments at its left half, middle and right half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    pub left: u8,
    pub middle: u8,
    pub right: u8,
    pub terrain: Terrain,
}

/// A tile of a kind in one of its turns.
pub(crate) type Look = [Ports; 4];

/// The project's own tile files stay within what the state holds; more is a bug.
pub(crate) fn check_limits(tiles: &[TileDef], total: usize) {
    let count = |f: &dyn Fn(&TileDef) -> usize| -> usize {
        tiles.iter().map(|t| t.count as usize * f(t)).sum()
    };
    assert!(total <= TILES_MAX && tiles.len() <= Bag::KINDS, "too many tiles");
    assert!(count(&|t| t.segments.len()) + SEGMENTS_MAX <= SEGMENTS_TOTAL_MAX, "too many segments");
    let borders = |t: &TileDef| t.segments.iter().map(|s| s.cities.len()).sum();
    assert!(count(&borders) + BORDERS_MAX <= BORDERS_TOTAL_MAX, "too many borders");
    assert!(count(&|t| t.centre().is_some() as usize) <= CENTRES_MAX, "too many centres");
    for kind in [Kind::Road, Kind::City] {
        let several = |t: &TileDef| t.segments.iter().filter(|s| s.kind == kind).count() > 1;
        let twins = count(&|t| several(t) as usize);
        assert!(twins <= 32, "too many tiles with several segments of {kind:?}");
    }
}

pub(crate) fn kind_table(tile: &TileDef, farmers: bool, on: u32) -> KindTable {
    let mut features = [Feature::default(); SEGMENTS_MAX];
    let mut claimable = 0;
    let mut borders = [0; 2 * BORDERS_MAX];
    let mut border_count = 0;
    for (i, segment) in tile.segments.iter().enumerate() {
        let open = segment.sides.len() as u8;
        features[i] = Feature::new(segment.kind, open, segment.pennants, segment.marks);
        let may_stand = match segment.kind {
            Kind::Field => farmers,
            Kind::Garden => false, // ABBOT-05
            _ => true,
        };
        claimable |= (may_stand as u8) << i;
        for city in &segment.cities {
            borders[2 * border_count] = i as NodeId;
            borders[2 * border_count + 1] = *city as NodeId;
            border_count += 1;
        }
    }
    let count = |kind| tile.segments.iter().filter(|s| s.kind == kind).count();
    let (roads, cities) = (count(Kind::Road), count(Kind::City));
    let edges = Edges::new(tile.edges.map(|t| t as u8));
    KindTable {
        edges,
        turns: edges.all_turns(),
        features,
        len: tile.segments.len() as u8,
        mask: ((1u16 << tile.segments.len()) - 1) as u8,
        closable: (roads + cities) as u8,
        closable_mask: ((1u16 << (roads + cities)) - 1) as u8,
        claimable,
        centre: tile.segments.iter().position(|s| s.kind.is_centre()).map(|i| i as u8),
        centre_kind: tile.centre(),
        borders,
        border_count: border_count as u8,
        twins: [roads > 1, cities > 1],
        watched: exp::watches_tile(on, tile),
        river: tile.river.iter().fold(0, |mask, side| mask | 1 << *side as u8),
    }
}

pub(crate) fn look(tile: &TileDef, rot: Rot) -> Look {
    let mut look = [Ports { left: NONE, middle: NONE, right: NONE, terrain: Terrain::Inner }; 4];
    for side in table::Side::ALL {
        look[side.turned(rot) as usize].terrain = tile.edges[side as usize];
    }
    for (i, segment) in tile.segments.iter().enumerate() {
        for side in &segment.sides {
            look[side.turned(rot) as usize].middle = i as u8;
        }
        for port in &segment.ports {
            let turned = port.turned(rot);
            let ports = &mut look[turned.side() as usize];
            if turned.0.is_multiple_of(2) {
                ports.left = i as u8;
            } else {
                ports.right = i as u8;
            }
        }
    }
    look
}
