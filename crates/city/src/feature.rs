//! Streets, markets and homes as they grow and close (CITY-05, CITY-22).

use alloc::vec::Vec;

use table::{
    Beside, Cell, HalfEdge, Laid, List, NodeId, Roots, Rot, Seat, Side, Spot, TILES_MAX, TileKind,
};

use crate::edge::{Edge, beyond};
use crate::rules::Rules;
use crate::shape::{NONE, Turned};
use crate::state::{City, FeatureTally, Follower};
use crate::tile::{NODES_MAX, SEGMENTS_MAX};

/// The features that one tile or wall may complete: those on the tile, and a market at each
/// half-edge of its neighbours.
pub(crate) type Completed = List<NodeId, { SEGMENTS_MAX + 8 }>;

/// What laying a tile has found out.
pub(crate) struct Joined {
    /// Its first segment.
    pub first: NodeId,
    /// The roots of its segments.
    pub roots: Roots<SEGMENTS_MAX>,
    /// Whether it bounded a market beside it for good, and that is due for scoring (CITY-74).
    pub due_beside: bool,
}

impl City {
    /// Puts a tile on the board and joins its segments with those of its neighbours.
    pub(crate) fn add_tile(
        &mut self,
        rules: &Rules,
        kind: TileKind,
        cell: Cell,
        rot: Rot,
    ) -> Joined {
        let shape = rules.shape(kind);
        let number = self.board.laid().len() as u8;
        let first = self.map.add_all(&shape.alone, shape.segments);
        let nodes = core::array::from_fn::<NodeId, SEGMENTS_MAX, _>(|i| first + i as NodeId);
        self.chain.push_some(nodes, shape.segments);
        self.tile_of.push_some([number; SEGMENTS_MAX], shape.segments);
        let mut tile = Joined { first, roots: Roots::new(first), due_beside: false };
        if shape.has_joins {
            for (a, b) in rules.tile(kind).joins.iter() {
                let root = tile.roots.of(*a);
                self.join(&mut tile, *b, first + *a as NodeId, root); // CITY-73
            }
        }
        let beside = self.board.lay(cell, kind.0, rot, first, shape.edges);
        for Beside { side, tile: number } in beside.iter().copied() {
            let theirs = self.board.tile(number);
            self.meet(rules, &mut tile, &shape.turned[rot as usize], theirs, side);
        }
        tile
    }

    /// Joins what meets across `side` of the tile just laid, and closes it there (CITY-05). Notes
    /// whether a market that homes bound there is due for scoring.
    #[inline]
    fn meet(&mut self, rules: &Rules, tile: &mut Joined, my: &Turned, theirs: Laid, side: Side) {
        let their = &rules.shape(theirs.kind).turned[theirs.rot as usize];
        let (side, far) = (side as usize, side.opposite() as usize);
        let street = my.street[side];
        if street != NONE {
            let node = theirs.first + their.street[far] as NodeId;
            let root = self.map.find_mut(node);
            self.join(tile, street, node, root);
            self.map.tally_mut(root).open -= 2;
        }
        // The left half of one side touches the right half of the other.
        let (my_markets, their_markets) = (my.markets >> (2 * side), their.markets >> (2 * far));
        // Mostly a side is of one piece on both tiles, or parted by a street on both.
        let whole = my.whole >> side & their.whole >> far & 1;
        for half in 0..2 - whole as usize {
            let area = my.area[2 * side + half];
            let node = theirs.first + their.area[2 * far + (half ^ 1)] as NodeId;
            let (market_a, market_b) = (my_markets >> half & 1, their_markets >> (half ^ 1) & 1);
            let mut root = self.map.find_mut(node);
            if market_a == market_b {
                self.join(tile, area, node, root);
            } else if market_a == 1 {
                root = tile.roots.of(area);
            }
            let feature = self.map.tally_mut(root);
            feature.open -= ((market_a + market_b) as u16) << whole;
            tile.due_beside |= (market_a != market_b) & feature.is_due(rules);
        }
    }

    /// Makes one feature of a segment of the tile just laid and another `node`, which has this
    /// root, and one ring of their rings of segments.
    #[inline(always)]
    fn join(&mut self, tile: &mut Joined, segment: u8, node: NodeId, root: NodeId) {
        if tile.roots.join(&mut self.map, segment, root) {
            let mine = tile.first + segment as NodeId;
            let [after, after_mine] = [node, mine].map(|n| *self.chain.item(n as usize));
            *self.chain.item_mut(node as usize) = after_mine;
            *self.chain.item_mut(mine as usize) = after;
        }
    }

    /// A wall or the gate closes its edge for street and markets (CITY-22, CITY-39); returns what
    /// that completed (CITY-47).
    #[inline]
    pub(crate) fn close_edge(&mut self, rules: &Rules, edge: Edge) -> Completed {
        let mut completed = Completed::new();
        for (root, by) in self.shut_edge(rules, edge) {
            let is_done = (by > 0) & (self.map.tally(root).open == 0);
            if is_done && !completed.contains(&root) {
                completed.push(root);
            }
        }
        completed
    }

    /// Closes an edge without asking what that completes; returns the features there, and by how
    /// much each was closed.
    #[inline(always)]
    pub(crate) fn shut_edge(&mut self, rules: &Rules, edge: Edge) -> [(NodeId, u8); 3] {
        let roots = self.at_edge(rules, edge).map(|(node, by)| (self.map.find_mut(node), by));
        for (root, by) in roots {
            self.map.tally_mut(root).open -= by as u16;
        }
        roots
    }

    /// The street and the two areas at an edge, and by how much a wall there closes each.
    #[inline]
    fn at_edge(&self, rules: &Rules, edge: Edge) -> [(NodeId, u8); 3] {
        let Some(laid) = self.board.at(edge.cell) else { return [(0, 0); 3] };
        let closed = &rules.shape(laid.kind).turned[laid.rot as usize].closed[edge.side as usize];
        [0, 1, 2].map(|i| (laid.first + closed.segments[i] as NodeId, closed.by[i]))
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
        self.note_markets(rules, homes).iter().map(|word| word.count_ones() as u8).sum()
    }

    /// The roots of these markets.
    pub fn markets_of(&self, rules: &Rules, homes: NodeId) -> Vec<NodeId> {
        let seen = self.note_markets(rules, self.map.find(homes));
        let there = |root: &NodeId| seen[*root as usize / 64] >> (root % 64) & 1 != 0;
        (0..self.segments()).filter(there).collect()
    }

    /// The markets that touch or lie in a residential area, a bit for each root: inside a tile or
    /// across a side (CITY-60).
    fn note_markets(&self, rules: &Rules, homes: NodeId) -> [u64; NODES_MAX.div_ceil(64)] {
        let mut seen = [0_u64; NODES_MAX.div_ceil(64)];
        let mut note = |node: NodeId| {
            let root = self.map.find(node) as usize;
            seen[root / 64] |= 1 << (root % 64);
        };
        for node in self.members(homes) {
            let laid = self.board.laid()[self.tile_of[node as usize] as usize];
            let tile = rules.tile(laid.kind);
            let segment = &tile.segments[(node - laid.first) as usize];
            for other in bits(segment.touches) {
                note(laid.first + other as NodeId);
            }
            let ports = segment.ports_turned(laid.rot) & self.markets_around(rules, laid.cell);
            for half in bits(ports as u16) {
                if let Some(market) = self.area_across(rules, laid.cell, HalfEdge(half)) {
                    note(market);
                }
            }
        }
        seen
    }

    /// The half-edges of the tile at a cell that touch markets of its neighbours, a bit for each.
    /// Without branches: an empty cell is looked at as if the first tile lay there, in vain.
    #[inline]
    fn markets_around(&self, rules: &Rules, cell: Cell) -> u8 {
        let mut around = 0;
        for side in Side::ALL {
            let number = self.board.number_at(beyond(cell, side));
            let laid = self.board.tile(number.unwrap_or(0) as u8);
            let turned = &rules.shape(laid.kind).turned[laid.rot as usize];
            let markets = turned.markets >> (2 * side.opposite() as u8);
            // The left half of one side touches the right half of the other.
            let touched = markets << 1 & 2 | markets >> 1 & 1;
            around |= (touched * number.is_some() as u8) << (2 * side as u8);
        }
        around
    }

    fn area_across(&self, rules: &Rules, cell: Cell, half: HalfEdge) -> Option<NodeId> {
        let laid = self.board.at(beyond(cell, half.side()))?;
        let turned = &rules.shape(laid.kind).turned[laid.rot as usize];
        Some(laid.first + turned.area[half.partner().0 as usize] as NodeId)
    }
}

/// The numbers of the bits that are set.
fn bits(mask: u16) -> impl Iterator<Item = u8> {
    core::iter::successors(Some(mask), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}
