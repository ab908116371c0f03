//! Edges of a tile, and what an empty cell forbids: both as four bits for each side.

use crate::{Cell, Rot, Side};

/// The four edges of a tile as it lies: for each side one bit of four that says its kind.
///
/// What a cell forbids has the same shape, with a bit for each kind that may not lie there; so
/// a tile fits if the two have no bit in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Edges(pub u16);

impl Edges {
    /// From one bit for each side, north first.
    pub const fn new(sides: [u8; 4]) -> Edges {
        Edges(
            sides[0] as u16
                | (sides[1] as u16) << 4
                | (sides[2] as u16) << 8
                | (sides[3] as u16) << 12,
        )
    }

    /// The bits of one side.
    #[inline]
    pub const fn side(self, side: Side) -> u8 {
        (self.0 >> (4 * side as u8) & 15) as u8
    }

    /// After turning the tile.
    #[inline]
    pub const fn turned(self, rot: Rot) -> Edges {
        Edges(self.0.rotate_left(4 * rot as u32))
    }

    /// All four turns side by side, as [`Open::turns`] wants them.
    #[inline]
    pub const fn all_turns(self) -> u64 {
        let e = self.0;
        e as u64
            | (e.rotate_left(4) as u64) << 16
            | (e.rotate_left(8) as u64) << 32
            | (e.rotate_left(12) as u64) << 48
    }
}

/// An empty cell of the frontier. Aligned so that it is moved as one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(8))]
pub struct Open {
    /// Which cell.
    pub cell: Cell,
    /// The kinds of edge that its neighbours forbid.
    pub forbids: Edges,
}

impl Open {
    /// Whether a tile turned like this fits its neighbours.
    #[inline]
    pub const fn fits(&self, turned: Edges) -> bool {
        turned.0 & self.forbids.0 == 0
    }

    /// A mask of the turns in which a tile fits, from [`Edges::all_turns`]: bit 15 for no turn,
    /// bit 31 for one, 47 and 63.
    #[inline]
    pub const fn turns(&self, all_turns: u64) -> u64 {
        const LOW: u64 = 0x7fff_7fff_7fff_7fff;
        let clash = all_turns & (self.forbids.0 as u64 * 0x0001_0001_0001_0001);
        // A lane of sixteen bits keeps its top bit clear only if the whole lane is zero.
        !(((clash & LOW) + LOW) | clash) & !LOW
    }
}
