//! The roots of the segments of the tile that is being laid.

use crate::{Map, NodeId, Tally};

/// For each segment of the newest tile the root of its feature, kept up while the tile is joined
/// with what lies around it: so nobody has to look for these roots afterwards. `K` is a power of
/// two, the most segments of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Roots<const K: usize> {
    of: [NodeId; K],
    shared: bool,
}

impl<const K: usize> Roots<K> {
    /// A tile whose segments, from `first` on, are features of their own.
    #[inline]
    pub fn new(first: NodeId) -> Roots<K> {
        const { assert!(K.is_power_of_two()) };
        Roots { of: core::array::from_fn(|i| first + i as NodeId), shared: false }
    }

    /// The roots of a tile that was joined before.
    pub fn found(of: [NodeId; K]) -> Roots<K> {
        Roots { of, shared: true }
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

    /// Joins a segment with the feature that has this root, which stays the root. Tells whether
    /// they were apart.
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
        // All at once: eight numbers are one vector.
        let mut known = false;
        for of in &mut self.of {
            known |= *of == root;
            *of = if *of == own { root } else { *of };
        }
        self.shared |= known;
        true
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
        let first = map.add_all(&[Sum(1), Sum(2), Sum(4), Sum(8)], 4);
        let mut roots = Roots::<4>::new(first);
        assert!(roots.join(&mut map, 0, around[0]));
        assert!(!roots.join(&mut map, 0, around[0]));
        assert!(roots.join(&mut map, 1, around[1]));
        assert!(roots.join(&mut map, 1, around[2]) && !roots.shared());
        let merged = map.find(around[1]);
        assert!(roots.join(&mut map, 0, merged) && roots.shared());
        for segment in 0..4 {
            assert_eq!(roots.of(segment), map.find(first + segment as NodeId));
        }
        assert_eq!(map.tally(merged), &Sum(700 + 1 + 2));
        assert_eq!((roots.of(0), roots.of(2)), (roots.of(1), first + 2));
    }
}
