//! The tiles to come, as a count of each kind: their order exists nowhere.

use crate::TileKind;

/// A multiset of tile kinds.
///
/// Kept as running totals, so that the kind of the n-th tile is found by counting totals, which
/// compiles to a few vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bag {
    upto: [u8; Bag::KINDS],
}

impl Default for Bag {
    fn default() -> Self {
        Bag { upto: [0; Bag::KINDS] }
    }
}

impl Bag {
    /// The most kinds of tile that a bag tells apart.
    pub const KINDS: usize = 128;

    /// How many tiles are left.
    #[inline]
    pub fn total(&self) -> u8 {
        self.upto[Bag::KINDS - 1]
    }

    /// How many tiles of a kind are left.
    #[inline]
    pub fn count(&self, kind: TileKind) -> u8 {
        let k = kind.0 as usize;
        self.upto[k] - if k == 0 { 0 } else { self.upto[k - 1] }
    }

    /// Adds tiles of a kind.
    pub fn add(&mut self, kind: TileKind, count: u8) {
        for upto in &mut self.upto[kind.0 as usize..] {
            *upto += count;
        }
    }

    /// Removes one tile of a kind that is there.
    #[inline]
    pub fn take(&mut self, kind: TileKind) {
        debug_assert!(self.count(kind) > 0, "the bag holds none of {kind:?}");
        for upto in &mut self.upto[kind.0 as usize..] {
            *upto -= 1;
        }
    }

    /// The kind of the n-th tile, if the tiles were laid out in the order of kinds.
    #[inline]
    pub fn nth(&self, n: u8) -> TileKind {
        debug_assert!(n < self.total());
        TileKind(self.upto.iter().map(|upto| (*upto <= n) as u8).sum())
    }

    /// The kinds that are left, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (TileKind, u8)> {
        (0..Bag::KINDS as u8)
            .map(|k| (TileKind(k), self.count(TileKind(k))))
            .filter(|(_, n)| *n > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_kind() {
        let mut bag = Bag::default();
        bag.add(TileKind(3), 2);
        bag.add(TileKind(0), 1);
        bag.add(TileKind(127), 4);
        assert_eq!(bag.total(), 7);
        let order: [u8; 7] = core::array::from_fn(|n| bag.nth(n as u8).0);
        assert_eq!(order, [0, 3, 3, 127, 127, 127, 127]);
        bag.take(TileKind(3));
        bag.take(TileKind(127));
        assert!(bag.iter().eq([(TileKind(0), 1), (TileKind(3), 1), (TileKind(127), 3)]));
    }
}
