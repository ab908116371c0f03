//! What play asks of a kind of tile all the time, with all four turns worked out.

use table::{Edges, Rot, Side};

use crate::names::{HOMES, MARKET, STREET};
use crate::state::FeatureTally;
use crate::tile::{SEGMENTS_MAX, Segment, Tile};

/// No segment.
pub(crate) const NONE: u8 = u8::MAX;

/// Which segment lies at which side and half-edge of a turned tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turned {
    /// The street at each side, or [`NONE`].
    pub street: [u8; 4],
    /// The area at each half-edge.
    pub area: [u8; 8],
    /// The half-edges that are markets, a bit for each.
    pub markets: u8,
    /// The sides with one area for both halves, a bit for each.
    pub whole: u8,
    /// What a wall closes at each side.
    pub closed: [Closed; 4],
}

/// What a wall closes: a street and two areas. Without a street the left area stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Closed {
    /// The numbers of the segments.
    pub segments: [u8; 3],
    /// How much of each is closed: 1, but 0 of homes or for a street that is none.
    pub by: [u8; 3],
}

/// What play asks of a kind of tile all the time, close together in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The edges in all turns, as [`table::Open::turns`] wants them.
    pub all_turns: u64,
    /// Which segments are homes, a bit for each.
    pub homes: u16,
    /// How many segments there are.
    pub segments: u8,
    /// Whether markets of the tile touch (CITY-73).
    pub has_joins: bool,
    /// Street (bit 0) or none (bit 1) for each side.
    pub edges: Edges,
    pub turned: [Turned; 4],
    /// The segments as features of their own.
    pub alone: [FeatureTally; SEGMENTS_MAX],
    /// How many open edges each segment has by itself.
    pub open: [i16; SEGMENTS_MAX],
}

impl Shape {
    /// The shape of a kind of tile.
    pub(crate) fn of(tile: &Tile) -> Shape {
        let mut alone = [FeatureTally::default(); SEGMENTS_MAX];
        let mut homes = 0;
        for (number, segment) in tile.segments.iter().enumerate() {
            let is_homes = segment.kind == HOMES;
            homes |= (is_homes as u16) << number;
            let open = if is_homes { 0 } else { segment.ports.count_ones() as u16 };
            let (kind, goods) = (segment.kind, segment.goods);
            alone[number] = FeatureTally { open, kind, goods, ..FeatureTally::default() };
        }
        Shape {
            all_turns: tile.edges.all_turns(),
            homes,
            segments: tile.segments.len() as u8,
            has_joins: !tile.joins.is_empty(),
            edges: tile.edges,
            turned: Rot::ALL.map(|rot| turn(&tile.segments, rot)),
            open: alone.map(|feature| feature.open as i16),
            alone,
        }
    }

    /// The segments that there are, a bit for each.
    #[inline]
    pub(crate) fn there(&self) -> u16 {
        ((1_u32 << self.segments) - 1) as u16
    }
}

fn turn(segments: &[Segment], rot: Rot) -> Turned {
    let mut turned = Turned {
        street: [NONE; 4],
        area: [NONE; 8],
        markets: 0,
        whole: 0,
        closed: [Closed::default(); 4],
    };
    for (number, segment) in segments.iter().enumerate() {
        let ports = segment.ports_turned(rot);
        if segment.kind == STREET {
            for side in Side::ALL.iter().filter(|s| ports >> **s as u8 & 1 != 0) {
                turned.street[*side as usize] = number as u8;
            }
        } else {
            for half in (0..8).filter(|h| ports >> h & 1 != 0) {
                turned.area[half] = number as u8;
            }
            if segment.kind == MARKET {
                turned.markets |= ports;
            }
        }
    }
    for side in 0..4 {
        let (street, left, right) =
            (turned.street[side], turned.area[2 * side], turned.area[2 * side + 1]);
        turned.whole |= ((left == right) as u8) << side;
        let is_market = |half: usize| turned.markets >> (2 * side + half) & 1;
        turned.closed[side] = if street == NONE {
            Closed { segments: [left, left, right], by: [0, is_market(0), is_market(1)] }
        } else {
            Closed { segments: [street, left, right], by: [1, is_market(0), is_market(1)] }
        };
    }
    turned
}
