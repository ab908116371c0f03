//! Streets, markets and homes as they grow and close (CITY-05, CITY-22).

use table::{Cell, Laid, List, NodeId, Rot, Seat, Side, Spot, TILES_MAX, TileKind};

use crate::edge::{Edge, beyond};
use crate::rules::Rules;
use crate::shape::NONE;
use crate::state::{City, Feature, Standing};
use crate::tile::{NODES_MAX, SEGMENTS_MAX};

/// The features that one tile or wall may complete: those on the tile, and a market at each
/// half-edge of its neighbours.
pub(crate) type Completed = List<NodeId, { SEGMENTS_MAX + 8 }>;

impl City {
    /// Puts a tile on the board and joins its segments with those of its neighbours. Tells
    /// whether this bounded a market beside it for good, and that is due for scoring (CITY-74).
    pub(crate) fn add_tile(&mut self, rules: &Rules, kind: TileKind, cell: Cell, rot: Rot) -> bool {
        let shape = rules.shape(kind);
        let number = self.board.laid().len() as u8;
        let first = self.map.add_all(&shape.alone, shape.segments);
        let nodes = core::array::from_fn::<NodeId, SEGMENTS_MAX, _>(|i| first + i as NodeId);
        self.chain.push_some(nodes, shape.segments);
        self.tile_of.push_some([number; SEGMENTS_MAX], shape.segments);
        if shape.has_joins {
            for (a, b) in rules.tile(kind).joins.iter() {
                self.join(first + *a as NodeId, first + *b as NodeId); // CITY-73
            }
        }
        let beside = self.board.lay(cell, kind.0, rot, first, shape.edges);
        let mut due = false;
        for side in Side::ALL {
            if let Some(neighbour) = beside[side as usize] {
                let theirs = self.board.tile(neighbour);
                let mine = Laid { cell, kind, rot, first };
                due |= self.meet(rules, mine, theirs, side);
            }
        }
        due
    }

    /// Joins what meets across `side` of the tile `mine`, and closes it there (CITY-05). Tells
    /// whether a market that homes bound there is due for scoring.
    #[inline]
    fn meet(&mut self, rules: &Rules, mine: Laid, theirs: Laid, side: Side) -> bool {
        let my = &rules.shape(mine.kind).turned[mine.rot as usize];
        let their = &rules.shape(theirs.kind).turned[theirs.rot as usize];
        let (side, far) = (side as usize, side.opposite() as usize);
        let street = my.street[side];
        if street != NONE {
            let (a, b) = (street as NodeId, their.street[far] as NodeId);
            let root = self.join(theirs.first + b, mine.first + a);
            self.map.tally_mut(root).open -= 2;
        }
        // The left half of one side touches the right half of the other.
        let (my_markets, their_markets) = (my.markets >> (2 * side), their.markets >> (2 * far));
        let mut meet = |half: usize, width: u16| {
            let a = mine.first + my.area[2 * side + half] as NodeId;
            let b = theirs.first + their.area[2 * far + (half ^ 1)] as NodeId;
            let (market_a, market_b) = (my_markets >> half & 1, their_markets >> (half ^ 1) & 1);
            let root = if market_a == market_b {
                self.join(b, a)
            } else {
                self.map.find_mut(if market_a == 1 { a } else { b })
            };
            let feature = self.map.tally_mut(root);
            feature.open -= (market_a + market_b) as u16 * width;
            (market_a != market_b) & feature.is_due(rules)
        };
        // Mostly a side is of one piece on both tiles, or parted by a street on both.
        if my.whole >> side & their.whole >> far & 1 == 1 {
            meet(0, 2)
        } else {
            meet(0, 1) | meet(1, 1)
        }
    }

    #[inline]
    fn close(&mut self, node: NodeId, by: u16) {
        let root = self.map.find_mut(node);
        self.map.tally_mut(root).open -= by;
    }

    /// Makes one feature of two and one ring of their rings of segments; returns the root.
    #[inline]
    fn join(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (root, were_apart) = self.map.join(a, b);
        if were_apart {
            let (after_a, after_b) = (self.chain[a as usize], self.chain[b as usize]);
            *self.chain.item_mut(a as usize) = after_b;
            *self.chain.item_mut(b as usize) = after_a;
        }
        root
    }

    /// A wall or the gate closes its edge for street and markets (CITY-22, CITY-39).
    pub(crate) fn close_edge(&mut self, rules: &Rules, edge: Edge) {
        let Some(laid) = self.board.at(edge.cell).copied() else { return };
        let turned = &rules.shape(laid.kind).turned[laid.rot as usize];
        let (side, left) = (edge.side as usize, 2 * edge.side as usize);
        if turned.street[side] != NONE {
            self.close(laid.first + turned.street[side] as NodeId, 1);
        }
        // Homes have nothing to close: 0 is taken from them.
        let markets = (turned.markets >> left & 3) as u16;
        let [one, two] = [left, left + 1].map(|half| laid.first + turned.area[half] as NodeId);
        if one == two {
            self.close(one, markets.count_ones() as u16);
        } else {
            self.close(one, markets & 1);
            self.close(two, markets >> 1);
        }
    }

    /// The street and the two areas at an edge, and whether each is a street or market.
    fn at_edge(&self, rules: &Rules, edge: Edge) -> [(NodeId, bool); 3] {
        let Some(laid) = self.board.at(edge.cell) else {
            return [(0, false); 3];
        };
        let turned = &rules.shape(laid.kind).turned[laid.rot as usize];
        let side = edge.side as usize;
        let street = turned.street[side];
        let area = |half: usize| {
            let segment = turned.area[half];
            (laid.first + segment as NodeId, turned.markets >> half & 1 == 1)
        };
        let street = if street == NONE {
            (0, false)
        } else {
            (laid.first + street as NodeId, true)
        };
        [street, area(2 * side), area(2 * side + 1)]
    }

    /// The streets and markets at an edge that are complete (CITY-47).
    pub(crate) fn completed_at_edge(&self, rules: &Rules, edge: Edge) -> Completed {
        let mut completed = Completed::new();
        for (node, closes) in self.at_edge(rules, edge) {
            if closes {
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
    pub fn tally(&self, node: NodeId) -> &Feature {
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
        self.followers.push(Standing { seat, node });
    }

    /// The markets that touch or lie in a residential area, each once: inside a tile or across
    /// a side (CITY-60).
    pub fn markets_beside(&self, rules: &Rules, homes: NodeId) -> u8 {
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
            let ports = segment.ports_turned(laid.rot);
            for side in Side::ALL {
                let ports = ports >> (2 * side as u8) & 3;
                if ports != 0 {
                    self.markets_across(rules, laid.cell, side, ports, &mut note);
                }
            }
        }
        seen.iter().map(|word| word.count_ones() as u8).sum()
    }

    /// The markets beyond a side, at the left (bit 0) or right half (bit 1) of it.
    #[inline]
    fn markets_across(
        &self,
        rules: &Rules,
        cell: Cell,
        side: Side,
        halves: u8,
        note: &mut impl FnMut(NodeId),
    ) {
        let Some(laid) = self.board.at(beyond(cell, side)) else { return };
        let turned = &rules.shape(laid.kind).turned[laid.rot as usize];
        // The left half of one side touches the right half of the other.
        let halves = halves << 1 & 2 | halves >> 1;
        let left = 2 * side.opposite() as u8;
        for half in bits((turned.markets >> left & halves) as u16) {
            note(laid.first + turned.area[(left + half) as usize] as NodeId);
        }
    }
}

/// The numbers of the bits that are set.
fn bits(mask: u16) -> impl Iterator<Item = u8> {
    core::iter::successors(Some(mask), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}
