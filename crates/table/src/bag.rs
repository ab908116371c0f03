//! The tiles to come, as a count of each kind: their order exists nowhere.

use crate::TileKind;

/// A multiset of tile kinds.
///
/// Kept as running totals, so that the kind of the n-th tile is found by counting totals, which
/// compiles to a few vector instructions. Only as many blocks of totals are kept up as the kinds
/// in use need.
#[derive(Clone, Copy, Debug)]
pub struct Bag {
    total: u8,
    blocks: u8,
    upto: [[u8; Bag::BLOCK]; Bag::KINDS / Bag::BLOCK],
}

impl Default for Bag {
    fn default() -> Self {
        Bag { total: 0, blocks: 0, upto: [[0; Bag::BLOCK]; Bag::KINDS / Bag::BLOCK] }
    }
}

impl PartialEq for Bag {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Bag {}

impl Bag {
    /// The most kinds of tile that a bag tells apart.
    pub const KINDS: usize = 224;
    const BLOCK: usize = 32;

    /// How many tiles are left.
    #[inline]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// How many tiles of a kind are left.
    #[inline]
    pub fn count(&self, kind: TileKind) -> u8 {
        let k = kind.0 as usize;
        if k >= self.blocks as usize * Bag::BLOCK {
            return 0;
        }
        let upto = |k: usize| self.upto[k / Bag::BLOCK][k % Bag::BLOCK];
        upto(k) - if k == 0 { 0 } else { upto(k - 1) }
    }

    /// Adds tiles of a kind.
    pub fn add(&mut self, kind: TileKind, count: u8) {
        let needed = kind.0 / Bag::BLOCK as u8 + 1;
        while self.blocks < needed {
            self.upto[self.blocks as usize] = [self.total; Bag::BLOCK];
            self.blocks += 1;
        }
        self.total += count;
        let kinds = self.upto[..self.blocks as usize].as_flattened_mut();
        kinds[kind.0 as usize..].iter_mut().for_each(|upto| *upto += count);
    }

    /// Removes one tile of a kind that is there.
    #[inline]
    pub fn take(&mut self, kind: TileKind) {
        debug_assert!(self.count(kind) > 0, "the bag holds none of {kind:?}");
        self.total -= 1;
        let mut first = 0;
        for block in &mut self.upto[..self.blocks as usize] {
            for (k, upto) in (first..).zip(block) {
                *upto -= (k >= kind.0) as u8;
            }
            first += Bag::BLOCK as u8;
        }
    }

    /// The kind of the n-th tile, if the tiles were laid out in the order of kinds.
    #[inline]
    pub fn nth(&self, n: u8) -> TileKind {
        debug_assert!(n < self.total());
        TileKind(count_upto(&self.upto[..self.blocks as usize], n))
    }

    /// As [`Bag::nth`], and removes it. Quicker than [`Bag::take`] after it: the totals to change
    /// are known before the kind is.
    #[inline]
    pub fn take_nth(&mut self, n: u8) -> TileKind {
        let kind = self.nth(n);
        self.total -= 1;
        for upto in self.upto[..self.blocks as usize].as_flattened_mut() {
            *upto -= (*upto > n) as u8;
        }
        kind
    }

    /// The kinds that are left, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (TileKind, u8)> {
        (0..self.blocks * Bag::BLOCK as u8)
            .map(|k| (TileKind(k), self.count(TileKind(k))))
            .filter(|(_, n)| *n > 0)
    }
}

/// How many totals are at most `n`.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline]
fn count_upto(blocks: &[[u8; Bag::BLOCK]], n: u8) -> u8 {
    // Each place of a block by itself, and all places together only at the end.
    let mut before = [0; Bag::BLOCK];
    for block in blocks {
        for (before, upto) in before.iter_mut().zip(block) {
            *before += (*upto <= n) as u8;
        }
    }
    before.iter().sum()
}

/// The same in WebAssembly, where adding up the places of a vector would be 32 instructions: as the
/// bits of a mask they are one.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
fn count_upto(blocks: &[[u8; Bag::BLOCK]], n: u8) -> u8 {
    use core::arch::wasm32::{i64x2, u8x16_bitmask, u8x16_le, u8x16_splat};
    let (sixteens, _) = blocks.as_flattened().as_chunks::<16>();
    let count = |sixteen: &[u8; 16]| {
        let number = u128::from_le_bytes(*sixteen);
        let upto = i64x2(number as i64, (number >> 64) as i64);
        u8x16_bitmask(u8x16_le(upto, u8x16_splat(n))).count_ones() as u8
    };
    sixteens.iter().map(count).sum()
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
        assert_eq!(bag.take_nth(4), TileKind(127));
        assert_eq!(bag.total(), 5);
        assert!(bag.iter().eq([(TileKind(0), 1), (TileKind(3), 1), (TileKind(127), 3)]));
    }
}
