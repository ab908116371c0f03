//! Monasteries, shrines and gardens on the table.
//!
//! Every tile laid is compared with all of them, so each of their numbers has a row of its own:
//! eight centres are compared at once. Those that are surrounded and scored stay in the rows,
//! marked as settled: nobody moves the others up, and their neighbours are still found.

use table::{Cell, NodeId};

/// The most monasteries, shrines and gardens.
pub const CENTRES_MAX: usize = 64;
/// How many are compared at once.
const LANES: usize = 8;
/// The column of no centre: no tile lies near it.
const NOWHERE: i16 = i16::MIN / 2;
/// What stands for the tiles around a centre that is scored.
const SETTLED: u16 = 16;
/// The bit of each lane.
const BITS: [u16; LANES] = [1, 2, 4, 8, 16, 32, 64, 128];

/// A monastery, shrine or garden.
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
    /// Whether one of them is surrounded and not settled yet.
    any_full: bool,
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
            any_full: false,
            xs: [NOWHERE; CENTRES_MAX],
            ys: [0; CENTRES_MAX],
            filled: [0; CENTRES_MAX],
            nodes: [0; CENTRES_MAX],
        }
    }

    #[inline]
    fn get(&self, index: usize) -> Centre {
        let cell = Cell::new(self.xs[index], self.ys[index]);
        Centre { cell, filled: self.filled[index] as u8, node: self.nodes[index] }
    }

    /// Those that are not settled.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Centre> {
        let open = |i: &usize| self.filled[*i] != SETTLED;
        (0..self.len as usize).filter(open).map(|i| self.get(i))
    }

    /// The one with this segment, unless it is settled.
    #[inline]
    pub fn find(&self, node: NodeId) -> Option<Centre> {
        self.iter().find(|c| c.node == node)
    }

    /// Those on the eight cells around a cell, and on it, settled or not.
    #[inline]
    pub(crate) fn near(&self, cell: Cell) -> impl Iterator<Item = Centre> {
        let mut near = 0_u64;
        for chunk in 0..self.chunks() {
            let bits = self.nearness(chunk, cell).into_iter().zip(BITS);
            let lanes = bits.fold(0, |all, (is_near, bit)| all | (is_near * bit));
            near |= (lanes as u64) << (chunk * LANES);
        }
        debug_assert_eq!(near, self.near_one_by_one(cell));
        core::iter::from_fn(move || {
            let index = near.trailing_zeros() as usize;
            near &= near.wrapping_sub(1);
            (index < CENTRES_MAX).then(|| self.get(index))
        })
    }

    /// Adds one.
    pub(crate) fn push(&mut self, centre: Centre) {
        let index = self.len as usize;
        self.xs[index] = centre.cell.x;
        self.ys[index] = centre.cell.y;
        self.filled[index] = centre.filled as u16;
        self.nodes[index] = centre.node;
        self.any_full |= centre.is_full();
        self.len += 1;
    }

    /// How many rows of lanes are in use.
    #[inline]
    fn chunks(&self) -> usize {
        (self.len as usize).div_ceil(LANES)
    }

    /// For eight centres 1 if a cell is one of the nine at the centre, else 0.
    #[inline(always)]
    fn nearness(&self, chunk: usize, cell: Cell) -> [u16; LANES] {
        let (xs, ys) =
            (&self.xs.as_chunks::<LANES>().0[chunk], &self.ys.as_chunks::<LANES>().0[chunk]);
        core::array::from_fn(|i| {
            let dx = xs[i].wrapping_sub(cell.x).wrapping_add(1) as u16;
            let dy = ys[i].wrapping_sub(cell.y).wrapping_add(1) as u16;
            ((dx <= 2) & (dy <= 2)) as u16
        })
    }

    /// What [`Centres::nearness`] must find, a bit for each: every game of the tests compares them.
    fn near_one_by_one(&self, cell: Cell) -> u64 {
        let near = |i: &usize| self.get(*i).cell.is_near(cell);
        (0..self.len as usize).filter(near).fold(0, |bits, i| bits | 1 << i)
    }

    /// Counts a tile that was just laid. Around a settled one no tile can be laid.
    #[inline]
    pub(crate) fn note_tile(&mut self, cell: Cell) {
        let mut all = 0;
        for chunk in 0..self.chunks() {
            let near = self.nearness(chunk, cell);
            let filled = &mut self.filled.as_chunks_mut::<LANES>().0[chunk];
            for (filled, near) in filled.iter_mut().zip(near) {
                *filled += near;
                all |= *filled;
            }
        }
        // Only eight itself has the bit of eight.
        self.any_full |= all & 8 != 0;
        debug_assert_eq!(self.any_full, self.iter().any(|centre| centre.is_full()));
    }

    /// Whether one of them is surrounded and not settled yet.
    #[inline]
    pub(crate) fn any_full(&self) -> bool {
        self.any_full
    }

    /// Those that are surrounded are scored: from now on they only lie there.
    pub(crate) fn settle_full(&mut self) {
        self.any_full = false;
        for filled in &mut self.filled {
            *filled = if *filled == 8 { SETTLED } else { *filled };
        }
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
