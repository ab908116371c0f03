//! Features as a union-find over the segments of laid tiles (BASE-05).

/// What is known of a feature as a whole; joining two features merges their tallies.
pub trait Tally: Copy + Default {
    /// Takes the other feature's tally in.
    fn merge(&mut self, other: Self);
}

/// The number of a segment on the table, in the order of laying.
pub type NodeId = u16;

/// All segments on the table, joined to features. `N` is the most segments there can be.
#[derive(Debug)]
pub struct Map<T, const N: usize> {
    used: NodeId,
    /// For each segment the next one on the way to its root; a root points to itself.
    parents: [NodeId; N],
    /// For each root the tally of its feature.
    tallies: [T; N],
}

impl<T: Tally, const N: usize> Map<T, N> {
    /// An empty map.
    #[inline]
    pub fn new() -> Map<T, N> {
        Map { used: 0, parents: [0; N], tallies: [T::default(); N] }
    }

    /// How many segments there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.used as usize
    }

    /// Whether there are no segments.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Adds a segment as a feature of its own.
    #[inline]
    pub fn add(&mut self, tally: T) -> NodeId {
        let id = self.used;
        self.parents[id as usize] = id;
        self.tallies[id as usize] = tally;
        self.used += 1;
        id
    }

    /// Adds `len` segments, each as a feature of its own; returns the first. All `K` are written,
    /// which is quicker than writing some, so `N` needs that much room.
    #[inline]
    pub fn add_all<const K: usize>(&mut self, len: u8, alone: impl Fn(usize) -> T) -> NodeId {
        let first = self.used;
        let range = first as usize..first as usize + K;
        for (i, tally) in self.tallies[range.clone()].iter_mut().enumerate() {
            *tally = alone(i);
        }
        for (i, parent) in self.parents[range].iter_mut().enumerate() {
            *parent = first + i as NodeId;
        }
        self.used += len as NodeId;
        first
    }

    /// The root of the feature that holds a segment.
    #[inline]
    pub fn find(&self, mut id: NodeId) -> NodeId {
        loop {
            // Two steps at once: mostly that is far enough, so the branch is predictable.
            id = self.parents[self.parents[id as usize] as usize];
            if self.parents[id as usize] == id {
                return id;
            }
        }
    }

    /// As [`Map::find`], and shortens the way for the next time.
    #[inline]
    pub fn find_mut(&mut self, mut id: NodeId) -> NodeId {
        loop {
            let grandparent = self.parents[self.parents[id as usize] as usize];
            self.parents[id as usize] = grandparent;
            id = grandparent;
            if self.parents[id as usize] == id {
                return id;
            }
        }
    }

    /// Joins the features of two segments; the root of the first becomes, or stays, the root of
    /// both. Returns it, and whether they were apart.
    #[inline(always)]
    pub fn join(&mut self, a: NodeId, b: NodeId) -> (NodeId, bool) {
        let (ra, rb) = (self.find_mut(a), self.find_mut(b));
        if ra == rb {
            return (ra, false);
        }
        self.link(ra, rb);
        (ra, true)
    }

    /// Joins two features by their roots, which differ; the first stays the root of both.
    #[inline(always)]
    pub fn link(&mut self, root: NodeId, other: NodeId) {
        debug_assert_ne!(root, other, "a feature is not joined with itself");
        let tally = self.tallies[other as usize];
        self.parents[other as usize] = root;
        self.tallies[root as usize].merge(tally);
    }

    /// The tally of the feature with this root.
    #[inline]
    pub fn tally(&self, root: NodeId) -> &T {
        debug_assert_eq!(self.parents[root as usize], root, "not a root");
        &self.tallies[root as usize]
    }

    /// The tally of the feature with this root, to change.
    #[inline]
    pub fn tally_mut(&mut self, root: NodeId) -> &mut T {
        debug_assert_eq!(self.parents[root as usize], root, "not a root");
        &mut self.tallies[root as usize]
    }

    /// Changes the tallies of all features. Those of segments that are no roots are changed too, in
    /// vain: to tell them apart takes longer.
    #[inline]
    pub fn change_all(&mut self, change: impl FnMut(&mut T)) {
        self.tallies[..self.used as usize].iter_mut().for_each(change);
    }

    /// Makes this map equal to `other`, copying only what is in use.
    #[inline]
    pub fn copy_from(&mut self, other: &Map<T, N>) {
        let used = other.used as usize;
        self.parents[..used].copy_from_slice(&other.parents[..used]);
        self.tallies[..used].copy_from_slice(&other.tallies[..used]);
        self.used = other.used;
    }
}

impl<T: Tally, const N: usize> Clone for Map<T, N> {
    #[inline(always)] // so that it is copied straight to where it goes
    fn clone(&self) -> Self {
        Map { used: self.used, parents: self.parents, tallies: self.tallies }
    }
}

impl<T: Tally, const N: usize> Default for Map<T, N> {
    fn default() -> Self {
        Map::new()
    }
}

/// Two maps are equal if they hold the same features with the same tallies; how the segments
/// point to their roots does not matter.
impl<T: Tally + PartialEq, const N: usize> PartialEq for Map<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.used == other.used
            && (0..self.used).all(|id| {
                let (a, b) = (self.find(id), other.find(id));
                a == b && self.tally(a) == other.tally(b)
            })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    #[derive(Clone, Copy, Default, PartialEq, Debug)]
    pub(crate) struct Sum(pub u32);
    impl Tally for Sum {
        fn merge(&mut self, other: Self) {
            self.0 += other.0;
        }
    }

    #[test]
    fn joining_merges_tallies_once() {
        let mut map: Map<Sum, 8> = Map::new();
        let ids: [NodeId; 5] = core::array::from_fn(|i| map.add(Sum(1 << i)));
        assert!(map.join(ids[0], ids[1]).1);
        assert!(map.join(ids[3], ids[4]).1);
        assert!(map.join(ids[1], ids[4]).1);
        assert!(!map.join(ids[0], ids[3]).1);
        let root = map.find(ids[4]);
        assert_eq!(map.tally(root), &Sum(0b11011));
        assert_eq!(map.find(ids[2]), ids[2]);
        let mut copy = Map::new();
        copy.copy_from(&map);
        assert!(copy == map);
    }
}
