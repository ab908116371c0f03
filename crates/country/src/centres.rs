//! Monasteries, shrines and gardens that are not surrounded yet.
//!
//! Every tile laid is compared with all of them, so each of their numbers has a row of its own:
//! eight centres are compared at once.

use table::{Cell, NodeId};

/// The most unfinished monasteries, shrines and gardens.
pub const CENTRES_MAX: usize = 64;
/// How many are compared at once.
const LANES: usize = 8;
/// The column of no centre: no tile lies near it.
const NOWHERE: i16 = i16::MIN / 2;

/// A monastery, shrine or garden that is not surrounded yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Centre {
    /// Where it is.
    pub cell: Cell,
    /// How many of the eight cells around it hold tiles.
    pub filled: u8,
    /// Its segment.
    pub node: NodeId,
}

impl Centre {
    /// Whether it is surrounded (BASE-31).
    #[inline]
    pub fn is_full(&self) -> bool {
        self.filled == 8
    }
}

/// All of them, in the order of laying.
#[derive(Clone, Copy)]
pub struct Centres {
    len: u8,
    xs: [i16; CENTRES_MAX],
    ys: [i16; CENTRES_MAX],
    /// As wide as the columns and rows, so that they are compared in step.
    filled: [u16; CENTRES_MAX],
    nodes: [NodeId; CENTRES_MAX],
}

impl Centres {
    /// None.
    pub(crate) const fn new() -> Centres {
        Centres {
            len: 0,
            xs: [NOWHERE; CENTRES_MAX],
            ys: [0; CENTRES_MAX],
            filled: [0; CENTRES_MAX],
            nodes: [0; CENTRES_MAX],
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// One of them.
    #[inline]
    pub fn get(&self, index: usize) -> Centre {
        let cell = Cell::new(self.xs[index], self.ys[index]);
        Centre { cell, filled: self.filled[index] as u8, node: self.nodes[index] }
    }

    /// All of them.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Centre> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// The one with this segment.
    #[inline]
    pub fn find(&self, node: NodeId) -> Option<Centre> {
        self.iter().find(|c| c.node == node)
    }

    /// Adds one.
    pub(crate) fn push(&mut self, centre: Centre) {
        let index = self.len();
        self.xs[index] = centre.cell.x;
        self.ys[index] = centre.cell.y;
        self.filled[index] = centre.filled as u16;
        self.nodes[index] = centre.node;
        self.len += 1;
    }

    /// Counts a tile that was just laid.
    #[inline]
    pub(crate) fn note_tile(&mut self, cell: Cell) {
        let (xs, _) = self.xs.as_chunks::<LANES>();
        let (ys, _) = self.ys.as_chunks::<LANES>();
        let (filled, _) = self.filled.as_chunks_mut::<LANES>();
        for chunk in 0..(self.len as usize).div_ceil(LANES) {
            let (xs, ys, filled) = (&xs[chunk], &ys[chunk], &mut filled[chunk]);
            for i in 0..LANES {
                let dx = xs[i].wrapping_sub(cell.x).wrapping_add(1) as u16;
                let dy = ys[i].wrapping_sub(cell.y).wrapping_add(1) as u16;
                filled[i] += ((dx <= 2) & (dy <= 2)) as u16;
            }
        }
    }

    /// Whether one of them is surrounded.
    #[inline]
    pub(crate) fn any_full(&self) -> bool {
        let (filled, _) = self.filled.as_chunks::<LANES>();
        let used = (self.len as usize).div_ceil(LANES);
        // Only eight itself has the bit of eight.
        filled.iter().take(used).any(|lanes| lanes.iter().fold(0, |all, f| all | f) & 8 != 0)
    }

    /// Only unfinished centres are watched.
    pub(crate) fn forget_full(&mut self) {
        let before = *self;
        *self = Centres::new();
        before.iter().filter(|c| !c.is_full()).for_each(|c| self.push(c));
    }
}

impl PartialEq for Centres {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl core::fmt::Debug for Centres {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against [`Cell::is_near`], one by one, with more centres than are compared at once.
    #[test]
    fn tiles_count_for_the_centres_around_them() {
        let mut centres = Centres::new();
        for i in 0..19 {
            let cell = Cell::new(i % 5 - 2, i / 5 - 2);
            centres.push(Centre { cell, filled: 0, node: i as NodeId });
        }
        let mut wanted: [Centre; 19] = core::array::from_fn(|i| centres.get(i));
        for (x, y) in [(0, 0), (1, -1), (-2, 2), (7, 0), (0, 1), (1, 1), (-1, 0)] {
            let tile = Cell::new(x, y);
            centres.note_tile(tile);
            for centre in &mut wanted {
                centre.filled += centre.cell.is_near(tile) as u8;
            }
            assert!(centres.iter().eq(wanted));
            assert_eq!(centres.any_full(), wanted.iter().any(Centre::is_full));
        }
        centres.filled[17] = 8;
        assert!(centres.any_full());
        centres.forget_full();
        assert_eq!((centres.len(), centres.find(17)), (18, None));
        assert!(!centres.any_full());
    }
}
