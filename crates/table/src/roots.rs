//! The roots of the segments of the tile that is being laid.

use crate::{Map, NodeId, Tally};

/// For each segment of the newest tile the root of its feature, kept up while the tile is joined
/// with what lies around it: so nobody has to look for these roots afterwards. `K` is a power of
/// two, the most segments of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Roots<const K: usize> {
    of: [NodeId; K],
    /// A bit for each root that segments were joined with, by its number modulo 64.
    met: u64,
    shared: bool,
}

impl<const K: usize> Roots<K> {
    /// A tile whose segments, from `first` on, are features of their own.
    #[inline]
    pub fn new(first: NodeId) -> Roots<K> {
        const { assert!(K.is_power_of_two()) };
        Roots { of: core::array::from_fn(|i| first + i as NodeId), met: 0, shared: false }
    }

    /// The roots of a tile that was joined before.
    pub fn found(of: [NodeId; K]) -> Roots<K> {
        Roots { of, met: u64::MAX, shared: true }
    }

    /// The root of a segment.
    #[inline]
    pub fn of(&self, segment: u8) -> NodeId {
        self.of[segment as usize % K]
    }

    /// The roots of all segments, also of those that the tile does not have.
    #[inline]
    pub fn all(&self) -> &[NodeId; K] {
        &self.of
    }

    /// Whether segments of the tile may have become one feature.
    #[inline]
    pub fn shared(&self) -> bool {
        self.shared
    }

    /// Whether a segment may be joined with the feature around the tile that has this root; if
    /// not, it is certain that none is.
    #[inline]
    pub fn may_hold(&self, root: NodeId) -> bool {
        self.met >> (root % 64) & 1 != 0
    }

    /// Joins a segment with the feature around the tile that has this root, which stays the root.
    /// Tells whether they were apart.
    #[inline(always)]
    pub fn join<T: Tally, const N: usize>(
        &mut self,
        map: &mut Map<T, N>,
        segment: u8,
        root: NodeId,
    ) -> bool {
        let own = self.of(segment);
        if own == root {
            return false;
        }
        map.link(root, own);
        if self.shared {
            self.replace(own, root);
        } else {
            // No other segment has this root.
            self.of[segment as usize % K] = root;
        }
        self.shared |= self.may_hold(root);
        self.met |= 1 << (root % 64);
        true
    }

    /// Joins two segments of the tile; the feature of the first gives the root. Tells whether they
    /// were apart.
    pub fn join_within<T: Tally, const N: usize>(
        &mut self,
        map: &mut Map<T, N>,
        segment: u8,
        other: u8,
    ) -> bool {
        self.shared = true;
        let root = self.of(segment);
        self.join(map, other, root)
    }

    /// All at once: eight numbers are one vector.
    fn replace(&mut self, own: NodeId, root: NodeId) {
        for of in &mut self.of {
            *of = if *of == own { root } else { *of };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::tests::Sum;

    #[test]
    fn roots_are_those_that_the_map_finds() {
        let mut map: Map<Sum, 16> = Map::new();
        let around: [NodeId; 3] = core::array::from_fn(|i| map.add(Sum(100 << i)));
        let first = map.add_all::<4>(4, |i| Sum(1 << i));
        let mut roots = Roots::<4>::new(first);
        assert!(roots.join(&mut map, 0, around[0]));
        assert!(!roots.join(&mut map, 0, around[0]));
        assert!(roots.join(&mut map, 1, around[1]));
        assert!(roots.join(&mut map, 1, around[2]) && !roots.shared());
        let merged = map.find(around[1]);
        assert!(roots.join(&mut map, 0, merged) && roots.shared());
        assert!(roots.may_hold(merged) && !roots.may_hold(first));
        for segment in 0..4 {
            assert_eq!(roots.of(segment), map.find(first + segment as NodeId));
        }
        assert_eq!(map.tally(merged), &Sum(700 + 1 + 2));
        assert_eq!((roots.of(0), roots.of(2)), (roots.of(1), first + 2));
        assert!(roots.join_within(&mut map, 2, 3) && !roots.join_within(&mut map, 3, 2));
        assert_eq!(roots.of(3), map.find(first + 2));
        assert_eq!(map.tally(first + 2), &Sum(4 + 8));
        assert!(roots.join(&mut map, 3, merged));
        assert_eq!((roots.of(2), roots.of(3)), (merged, merged));
    }
}
