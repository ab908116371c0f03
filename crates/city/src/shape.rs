//! What play asks of a kind of tile all the time, with all four turns worked out.

use table::{Edges, Rot, Side};

use crate::names::{HOMES, MARKET, STREET};
use crate::state::FeatureTally;
use crate::tile::{SEGMENTS_MAX, Segment, Tile};

/// No segment.
pub(crate) const NONE: u8 = u8::MAX;

/// What lies at one side of a turned tile: four bytes, so that a tile's four are read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Port {
    /// The street that leads out there, or [`NONE`].
    pub street: u8,
    /// The areas at the left and at the right half.
    pub areas: [u8; 2],
    /// Which of these are markets, a bit for each.
    pub markets: u8,
}

/// The four sides of a turned tile.
pub(crate) type Turned = [Port; 4];

/// What a wall closes: a street and two areas. Without a street the left area stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Closed {
    /// The numbers of the segments.
    pub segments: [u8; 3],
    /// How much of each is closed: 1, but 0 of homes or for a street that is none.
    pub by: [u8; 3],
}

impl Port {
    /// Whether both halves are of one area.
    #[inline]
    pub(crate) fn is_whole(self) -> bool {
        self.areas[0] == self.areas[1]
    }

    /// Which halves are of this area, a bit for each.
    #[inline]
    pub(crate) fn halves_of(self, area: u8) -> u8 {
        (self.areas[0] == area) as u8 | ((self.areas[1] == area) as u8) << 1
    }

    /// Which halves of the side that touches this one meet markets: the left half of one side
    /// touches the right half of the other.
    #[inline]
    pub(crate) fn markets_across(self) -> u8 {
        self.markets << 1 & 2 | self.markets >> 1 & 1
    }

    /// What a wall here closes.
    #[inline]
    pub(crate) fn closed(self) -> Closed {
        let [left, right] = self.areas;
        let is_street = self.street != NONE;
        Closed {
            segments: [if is_street { self.street } else { left }, left, right],
            by: [is_street as u8, self.markets & 1, self.markets >> 1],
        }
    }
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
    /// Which streets and markets have no open edge by themselves, a bit for each.
    pub closed: u16,
    /// The segments of other kind that each area borders inside the tile, a bit for each.
    pub touches: [u16; SEGMENTS_MAX],
    /// The segments as features of their own.
    pub alone: [FeatureTally; SEGMENTS_MAX],
    /// How many open edges each segment has by itself.
    pub open: [i16; SEGMENTS_MAX],
}

impl Shape {
    /// The shape of a kind of tile.
    pub(crate) fn of(tile: &Tile) -> Shape {
        let mut alone = [FeatureTally::default(); SEGMENTS_MAX];
        let mut touches = [0; SEGMENTS_MAX];
        let mut homes = 0;
        for (number, segment) in tile.segments.iter().enumerate() {
            let is_homes = segment.kind == HOMES;
            homes |= (is_homes as u16) << number;
            touches[number] = segment.touches;
            let open = if is_homes { 0 } else { segment.ports.count_ones() as u16 };
            let (kind, goods) = (segment.kind, segment.goods);
            alone[number] = FeatureTally { open, kind, goods, ..FeatureTally::default() };
        }
        let mut closed = 0;
        for (number, feature) in alone.iter().enumerate().take(tile.segments.len()) {
            closed |= ((feature.open == 0) as u16) << number;
        }
        Shape {
            all_turns: tile.edges.all_turns(),
            homes,
            segments: tile.segments.len() as u8,
            has_joins: !tile.joins.is_empty(),
            edges: tile.edges,
            closed: closed & !homes,
            touches,
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

/// The sides of a tile when it is turned.
pub(crate) fn turn(segments: &[Segment], rot: Rot) -> Turned {
    let mut turned = [Port { street: NONE, areas: [NONE; 2], markets: 0 }; 4];
    for (number, segment) in segments.iter().enumerate() {
        let ports = segment.ports_turned(rot);
        let number = number as u8;
        if segment.kind == STREET {
            for side in Side::ALL.iter().filter(|s| ports >> **s as u8 & 1 != 0) {
                turned[*side as usize].street = number;
            }
        } else {
            let is_market = (segment.kind == MARKET) as u8;
            for half in (0..8).filter(|h| ports >> h & 1 != 0) {
                turned[half / 2].areas[half % 2] = number;
                turned[half / 2].markets |= is_market << (half % 2);
            }
        }
    }
    turned
}
