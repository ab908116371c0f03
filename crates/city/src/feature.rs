//! Streets, markets and homes as they grow and close (CITY-05, CITY-22).

use alloc::vec::Vec;

use table::{Beside, Cell, Laid, List, NodeId, Roots, Rot, Seat, Side, Spot, TILES_MAX, TileKind};

use crate::edge::Edge;
use crate::rules::Rules;
use crate::shape::{Closed, NONE, Port};
use crate::state::{City, FeatureTally, Follower};
use crate::tile::{NODES_MAX, SEGMENTS_MAX};

/// The features that one tile or wall may complete: those on the tile, and a market at each
/// half-edge of its neighbours.
pub(crate) type Completed = List<NodeId, { SEGMENTS_MAX + 8 }>;

/// What laying a tile has found out. What followers and scoring will ask of its segments is noted
/// while they are joined, so that no feature is looked for again.
pub(crate) struct Joined {
    /// Its first segment.
    pub first: NodeId,
    /// The roots of its segments.
    pub roots: Roots<SEGMENTS_MAX>,
    /// The segments that were joined with features where somebody stands, a bit for each.
    pub taken: u16,
    /// The streets and markets without an open edge, a bit for each segment.
    pub closed: u16,
    /// Whether segments may have one feature, or a feature may have changed after it was noted:
    /// then `taken` and `closed` are not all.
    pub tangled: bool,
    /// Whether it bounded a market beside it for good, and that is due for scoring (CITY-74).
    pub due_beside: bool,
}

impl City {
    /// Puts a tile on the board and joins its segments with those of its neighbours.
    #[inline]
    pub(crate) fn add_tile(
        &mut self,
        rules: &Rules,
        kind: TileKind,
        cell: Cell,
        rot: Rot,
    ) -> Joined {
        let shape = rules.shape(kind);
        let number = self.board.laid().len() as u8;
        let first = self.map.add_all::<SEGMENTS_MAX>(shape.segments, |i| shape.alone[i].alone());
        let nodes = core::array::from_fn::<NodeId, SEGMENTS_MAX, _>(|i| first + i as NodeId);
        self.chain.push_some(nodes, shape.segments);
        self.tile_of.push_some([number; SEGMENTS_MAX], shape.segments);
        let mut tile = Joined {
            first,
            roots: Roots::new(first),
            taken: 0,
            closed: shape.closed,
            tangled: false,
            due_beside: false,
        };
        if shape.has_joins {
            self.join_within(&rules.tile(kind).joins, &mut tile);
        }
        let beside = self.board.lay(cell, kind.0, rot, first, shape.edges);
        let look = rules.look(kind, rot);
        for Beside { side, tile: number } in beside.iter().copied() {
            let other = self.board.tile(number);
            let theirs = rules.look(other.kind, other.rot)[side.opposite() as usize];
            self.meet(rules, &mut tile, look[side as usize], theirs, other.first);
        }
        tile.tangled |= tile.roots.shared();
        tile
    }

    /// Makes one market of markets of the tile that touch (CITY-73).
    #[cold]
    fn join_within(&mut self, joins: &[(u8, u8)], tile: &mut Joined) {
        for (a, b) in joins {
            if tile.roots.join_within(&mut self.map, *a, *b) {
                self.splice(tile.first + *a as NodeId, tile.first + *b as NodeId);
            }
        }
    }

    /// Joins what meets at a side of the tile just laid, and closes it there (CITY-05). Notes
    /// whether a market that homes bound there is due for scoring. `other` is the neighbour's
    /// first segment.
    #[inline(always)]
    fn meet(&mut self, rules: &Rules, tile: &mut Joined, my: Port, their: Port, other: NodeId) {
        if my.street != NONE {
            self.join(tile, my.street, other + their.street as NodeId, 2);
        }
        // Mostly a side is of one piece on both tiles, or parted by a street on both.
        let whole = my.is_whole() & their.is_whole();
        let across = their.markets_across();
        for half in 0..2 - whole as usize {
            let area = my.areas[half];
            let node = other + their.areas[half ^ 1] as NodeId;
            let (mine, theirs) = (my.markets >> half & 1, across >> half & 1);
            let by = ((mine + theirs) as u16) << whole as u8;
            if mine == theirs {
                self.join(tile, area, node, by);
            } else if mine == 1 {
                let root = tile.roots.of(area);
                self.close(tile, area, root, by);
            } else {
                let root = self.map.find_mut(node);
                let feature = self.map.tally_mut(root);
                feature.open -= by;
                tile.due_beside |= feature.is_due(rules);
                tile.tangled |= tile.roots.may_hold(root);
            }
        }
    }

    /// Makes one feature of a segment of the tile just laid and a `node` beside it, and closes so
    /// many open edges.
    #[inline(always)]
    fn join(&mut self, tile: &mut Joined, segment: u8, node: NodeId, by: u16) {
        let root = self.map.find_mut(node);
        tile.taken |= (self.map.tally(root).occupied() as u16) << segment;
        if tile.roots.join(&mut self.map, segment, root) {
            self.splice(node, tile.first + segment as NodeId);
        }
        self.close(tile, segment, root, by);
    }

    /// Closes so many open edges of a segment of the tile just laid, whose feature has this root.
    #[inline(always)]
    fn close(&mut self, tile: &mut Joined, segment: u8, root: NodeId, by: u16) {
        let feature = self.map.tally_mut(root);
        feature.open -= by;
        // Homes have nothing to close.
        tile.closed |= ((by != 0) as u16 & (feature.open == 0) as u16) << segment;
    }

    /// Makes one ring of the rings of two segments.
    #[inline(always)]
    fn splice(&mut self, one: NodeId, other: NodeId) {
        let [after, after_other] = [one, other].map(|n| *self.chain.item(n as usize));
        *self.chain.item_mut(one as usize) = after_other;
        *self.chain.item_mut(other as usize) = after;
    }

    /// A wall or the gate closes its edge for street and markets (CITY-22, CITY-39); returns what
    /// that completed (CITY-47).
    #[inline]
    pub(crate) fn close_edge(&mut self, rules: &Rules, edge: Edge) -> Completed {
        let roots = self.at_edge(rules, edge).map(|(node, by)| (self.map.find_mut(node), by));
        for (root, by) in roots {
            self.map.tally_mut(root).open -= by as u16;
        }
        let mut completed = Completed::new();
        for (root, by) in roots {
            let is_done = (by > 0) & (self.map.tally(root).open == 0);
            if is_done && !completed.contains(&root) {
                completed.push(root);
            }
        }
        completed
    }

    /// The street and the two areas at an edge, and by how much a wall there closes each.
    #[inline]
    fn at_edge(&self, rules: &Rules, edge: Edge) -> [(NodeId, u8); 3] {
        match self.board.at(edge.cell) {
            Some(laid) => City::closed_at(rules, *laid, edge.side),
            None => [(0, 0); 3],
        }
    }

    /// The same at a side of a tile.
    #[inline]
    pub(crate) fn closed_at(rules: &Rules, laid: Laid, side: Side) -> [(NodeId, u8); 3] {
        let Closed { segments, by } = rules.look(laid.kind, laid.rot)[side as usize].closed();
        [0, 1, 2].map(|i| (laid.first + segments[i] as NodeId, by[i]))
    }

    /// The streets and markets at an edge that are complete (CITY-47).
    pub(crate) fn completed_at_edge(&self, rules: &Rules, edge: Edge) -> Completed {
        let mut completed = Completed::new();
        for (node, by) in self.at_edge(rules, edge) {
            if by > 0 {
                self.note_if_complete(node, &mut completed);
            }
        }
        completed
    }

    #[inline]
    pub(crate) fn note_if_complete(&self, node: NodeId, completed: &mut Completed) {
        let root = self.map.find(node);
        if self.map.tally(root).open == 0 && !completed.contains(&root) {
            completed.push(root);
        }
    }

    /// The root of the feature that holds a segment.
    pub fn feature_at(&self, cell: Cell, segment: u8) -> Option<NodeId> {
        let laid = self.board.at(cell).filter(|l| l.cell == cell)?;
        let node = laid.first + segment as NodeId;
        let here = self
            .tile_of
            .get(node as usize)
            .is_some_and(|n| self.board.laid()[*n as usize].cell == cell);
        here.then(|| self.map.find(node))
    }

    /// What is known of the feature that holds a segment.
    pub fn tally(&self, node: NodeId) -> &FeatureTally {
        self.map.tally(self.map.find(node))
    }

    /// How many segments lie on the board.
    pub fn segments(&self) -> NodeId {
        self.map.len() as NodeId
    }

    /// The root of the feature that holds a segment.
    pub fn root(&self, node: NodeId) -> NodeId {
        self.map.find(node)
    }

    /// The segments of the feature with this root.
    pub fn members(&self, root: NodeId) -> impl Iterator<Item = NodeId> {
        let after = move |node: &NodeId| Some(self.chain[*node as usize]).filter(|n| *n != root);
        core::iter::successors(Some(root), after)
    }

    /// How many tiles a feature has: a tile counts once, however often it is entered (CITY-06).
    pub fn tiles_of(&self, root: NodeId) -> u8 {
        let mut seen = [0_u64; TILES_MAX.div_ceil(64)];
        for node in self.members(root) {
            let tile = self.tile_of[node as usize] as usize;
            seen[tile / 64] |= 1 << (tile % 64);
        }
        seen.iter().map(|word| word.count_ones() as u8).sum()
    }

    /// The place of a segment.
    pub fn spot_of(&self, node: NodeId) -> Spot {
        let laid = self.board.laid()[self.tile_of[node as usize] as usize];
        Spot::segment(laid.cell, (node - laid.first) as u8)
    }

    /// A follower comes to stand on a segment.
    pub(crate) fn stand(&mut self, seat: Seat, node: NodeId) {
        let root = self.map.find_mut(node);
        self.map.tally_mut(root).strength[seat.index()] += 1;
        self.followers.push(Follower { seat, node });
    }

    /// How many markets touch or lie in a residential area, each once (CITY-60).
    pub fn markets_beside(&self, rules: &Rules, homes: NodeId) -> u8 {
        let mut count = 0;
        self.each_market(rules, homes, |_| count += 1);
        count
    }

    /// The roots of these markets.
    pub fn markets_of(&self, rules: &Rules, homes: NodeId) -> Vec<NodeId> {
        let mut roots = Vec::new();
        self.each_market(rules, self.map.find(homes), |root| roots.push(root));
        roots.sort_unstable();
        roots
    }

    /// Finds the roots of the markets that touch or lie in a residential area, inside a tile or
    /// across a side, each once (CITY-60).
    fn each_market(&self, rules: &Rules, homes: NodeId, mut found: impl FnMut(NodeId)) {
        let mut seen = [0_u64; NODES_MAX.div_ceil(64)];
        let mut note = |node: NodeId| {
            let root = self.map.find(node);
            let (word, bit) = (&mut seen[root as usize / 64], 1 << (root % 64));
            if *word & bit == 0 {
                found(root);
            }
            *word |= bit;
        };
        for node in self.members(homes) {
            let laid = self.board.tile(*self.tile_of.item(node as usize));
            let number = (node - laid.first) as u8;
            for other in bits(rules.shape(laid.kind).touches[number as usize % SEGMENTS_MAX]) {
                note(laid.first + other as NodeId);
            }
            self.each_market_across(rules, laid, number, &mut note);
        }
    }

    /// Finds the markets that an area of a tile touches across its sides.
    #[inline]
    fn each_market_across(
        &self,
        rules: &Rules,
        laid: Laid,
        area: u8,
        found: &mut impl FnMut(NodeId),
    ) {
        let look = rules.look(laid.kind, laid.rot);
        for Beside { side, tile } in self.board.beside(laid.cell).iter().copied() {
            let other = self.board.tile(tile);
            let theirs = rules.look(other.kind, other.rot)[side.opposite() as usize];
            let touched = look[side as usize].halves_of(area) & theirs.markets_across();
            for half in bits(touched as u16) {
                found(other.first + theirs.areas[half as usize ^ 1] as NodeId);
            }
        }
    }
}

/// The numbers of the bits that are set.
fn bits(mask: u16) -> impl Iterator<Item = u8> {
    core::iter::successors(Some(mask), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}
