//! Tables made once from the tile definitions, so that play only looks things up.

use table::{Edges, Rot};

use crate::exp;
use crate::exp::nouns;
use crate::state::FeatureTally;
use crate::tile::{BORDERS_MAX, Kind, SEGMENTS_MAX, Terrain, TileDef};

/// What play looks up for a kind of tile.
#[derive(Clone, Debug)]
pub(crate) struct KindTable {
    /// Its edges, unturned.
    pub edges: Edges,
    /// Its edges in all four turns.
    pub turns: u64,
    /// What each segment is worth as a feature of its own.
    pub features: [FeatureTally; SEGMENTS_MAX],
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
    /// Which segment is a building.
    pub centre: Option<u8>,
    /// What it is.
    pub centre_kind: Option<Kind>,
    /// Which field segments touch which city segments (BASE-06): field and city.
    borders: [[u8; 2]; BORDERS_MAX],
    /// How many such pairs there are.
    border_count: u8,
    /// Whether it has several roads, several cities.
    pub twins: [bool; 2],
    /// Where it has the terrain of an expansion, as a mask of sides.
    pub stream: u8,
    /// The marks of all its segments.
    pub marks: u32,
    /// Whether an expansion may forbid placements of it that fit.
    pub watched: bool,
    /// Whether an expansion may forbid figures on it.
    pub guarded: bool,
}

/// No segment.
pub(crate) const NONE: u8 = u8::MAX;

/// The ports of one side of a turned tile: the segments at its left half, middle and right half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    pub at: [u8; 3],
    pub terrain: Terrain,
}

/// The places of [`Ports::at`].
pub(crate) const LEFT: usize = 0;
pub(crate) const MIDDLE: usize = 1;
pub(crate) const RIGHT: usize = 2;

/// A tile of a kind in one of its turns.
pub(crate) type TurnedTile = [Ports; 4];

impl KindTable {
    /// The field and city segments of it that touch (BASE-06).
    #[inline]
    pub fn borders(&self) -> &[[u8; 2]] {
        &self.borders[..self.border_count as usize]
    }
}

pub(crate) fn kind_table(tile: &TileDef, farmers: bool, on: u32) -> KindTable {
    let mut features = [FeatureTally::default(); SEGMENTS_MAX];
    let mut claimable = 0;
    let mut borders = [[0; 2]; BORDERS_MAX];
    let mut border_count = 0;
    for (i, segment) in tile.segments.iter().enumerate() {
        let open = segment.sides.len() as u8;
        features[i] = FeatureTally::new(segment.kind, open, segment.pennants, segment.marks as u8);
        let claims = nouns::features().any(|f| f.feature == segment.kind.feature() && f.claimable);
        let may_stand = claims && (farmers || segment.kind != Kind::Field);
        claimable |= (may_stand as u8) << i;
        for city in &segment.cities {
            borders[border_count] = [i as u8, *city];
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
        marks: tile.segments.iter().fold(0, |marks, segment| marks | segment.marks),
        watched: exp::watches_tile(on, tile),
        guarded: exp::watches_figures(on, tile),
        stream: tile.stream.iter().fold(0, |mask, side| mask | 1 << *side as u8),
    }
}

pub(crate) fn look(tile: &TileDef, rot: Rot) -> TurnedTile {
    let mut look = [Ports { at: [NONE; 3], terrain: Terrain::Inner }; 4];
    for side in table::Side::ALL {
        look[side.turned(rot) as usize].terrain = tile.edges[side as usize];
    }
    for (i, segment) in tile.segments.iter().enumerate() {
        for side in &segment.sides {
            look[side.turned(rot) as usize].at[MIDDLE] = i as u8;
        }
        for port in &segment.ports {
            let turned = port.turned(rot);
            let ports = &mut look[turned.side() as usize];
            let half = if turned.0.is_multiple_of(2) { LEFT } else { RIGHT };
            ports.at[half] = i as u8;
        }
    }
    look
}
