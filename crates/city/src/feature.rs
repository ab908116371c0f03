//! Streets, markets and homes as they grow and close (CITY-05, CITY-22).

use table::{Cell, HalfEdge, Laid, List, NodeId, Rot, Seat, Side, Spot, TILES_MAX, TileKind};

use crate::edge::Edge;
use crate::names::HOMES;
use crate::rules::Rules;
use crate::shape::NONE;
use crate::state::{City, Feature, SEATS, Standing};
use crate::tile::{NODES_MAX, SEGMENTS_MAX};

/// The features that one tile or wall may complete: those on the tile, and a market at each
/// half-edge of its neighbours.
pub(crate) type Completed = List<NodeId, { SEGMENTS_MAX + 8 }>;

impl City {
    /// Puts a tile on the board and joins its segments with those of its neighbours.
    pub(crate) fn add_tile(&mut self, rules: &Rules, kind: TileKind, cell: Cell, rot: Rot) {
        let shape = rules.shape(kind);
        let first = self.map.len() as NodeId;
        let number = self.board.laid().len() as u8;
        for alone in &shape.alone[..shape.segments as usize] {
            let (kind, goods, open) = (alone.kind, alone.goods, alone.open as u16);
            let id = self.map.len() as NodeId;
            self.map.add(Feature {
                open,
                last: id,
                strength: [0; SEATS],
                kind,
                goods,
            });
            self.chain.push(id);
            self.tile_of.push(number);
        }
        if shape.has_joins {
            for (a, b) in rules.tile(kind).joins.iter() {
                self.join(first + *a as NodeId, first + *b as NodeId); // CITY-73
            }
        }
        let beside = self.board.lay(cell, kind.0, rot, first, shape.edges);
        for side in Side::ALL {
            if let Some(neighbour) = beside[side as usize] {
                let theirs = self.board.laid()[neighbour as usize];
                let mine = Laid {
                    cell,
                    kind,
                    rot,
                    first,
                };
                self.meet(rules, mine, theirs, side);
            }
        }
    }

    /// Joins what meets across `side` of the tile `mine`, and closes it there (CITY-05).
    #[inline]
    fn meet(&mut self, rules: &Rules, mine: Laid, theirs: Laid, side: Side) {
        let (my_shape, their_shape) = (rules.shape(mine.kind), rules.shape(theirs.kind));
        let my = &my_shape.turned[mine.rot as usize];
        let their = &their_shape.turned[theirs.rot as usize];
        let street = my.street[side as usize];
        if street != NONE {
            let other = their.street[side.opposite() as usize];
            let root = self.join(
                theirs.first + other as NodeId,
                mine.first + street as NodeId,
            );
            self.map.tally_mut(root).open -= 2;
        }
        for half in [2 * side as u8, 2 * side as u8 + 1] {
            let a = my.area[half as usize];
            let b = their.area[HalfEdge(half).partner().0 as usize];
            let (node_a, node_b) = (mine.first + a as NodeId, theirs.first + b as NodeId);
            match (my_shape.markets >> a & 1, their_shape.markets >> b & 1) {
                (0, 0) => {
                    self.join(node_b, node_a);
                }
                (1, 1) => {
                    let root = self.join(node_b, node_a);
                    self.map.tally_mut(root).open -= 2;
                }
                (1, _) => self.close(node_a, 1),
                _ => self.close(node_b, 1),
            }
        }
    }

    #[inline]
    fn close(&mut self, node: NodeId, by: u16) {
        let root = self.map.find_mut(node);
        self.map.tally_mut(root).open -= by;
    }

    /// Makes one feature of two and one chain of their chains; returns the root.
    #[inline]
    fn join(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = (self.map.find_mut(a), self.map.find_mut(b));
        if a != b {
            let last = self.map.tally(a).last;
            self.chain[last as usize] = b;
            self.map.join(a, b);
        }
        a
    }

    /// A wall or the gate closes its edge for street and markets (CITY-22, CITY-39).
    pub(crate) fn close_edge(&mut self, rules: &Rules, edge: Edge) {
        for (node, closes) in self.at_edge(rules, edge) {
            if closes {
                self.close(node, 1);
            }
        }
    }

    /// The street and the two areas at an edge, and whether each is a street or market.
    fn at_edge(&self, rules: &Rules, edge: Edge) -> [(NodeId, bool); 3] {
        let Some(laid) = self.board.at(edge.cell) else {
            return [(0, false); 3];
        };
        let shape = rules.shape(laid.kind);
        let turned = &shape.turned[laid.rot as usize];
        let side = edge.side as usize;
        let street = turned.street[side];
        let area = |half: usize| {
            let segment = turned.area[half];
            (
                laid.first + segment as NodeId,
                shape.markets >> segment & 1 == 1,
            )
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

    /// The streets and markets that the tile laid last completed: those on it, and markets of its
    /// neighbours that it bounds (CITY-74). Whatever it touches was open before.
    pub(crate) fn completed_by_tile(&self, rules: &Rules) -> Completed {
        let mut completed = Completed::new();
        let laid = self.last_laid();
        let shape = rules.shape(laid.kind);
        for (number, alone) in shape.alone[..shape.segments as usize].iter().enumerate() {
            if alone.kind != HOMES {
                self.note_if_complete(laid.first + number as NodeId, &mut completed);
            }
        }
        for side in Side::ALL {
            let Some(beside) = self.board.at(laid.cell.step(side)) else {
                continue;
            };
            let shape = rules.shape(beside.kind);
            let area = &shape.turned[beside.rot as usize].area;
            let half = 2 * side.opposite() as usize;
            for segment in [area[half], area[half + 1]] {
                if shape.markets >> segment & 1 == 1 {
                    self.note_if_complete(beside.first + segment as NodeId, &mut completed);
                }
            }
        }
        completed
    }

    #[inline]
    fn note_if_complete(&self, node: NodeId, completed: &mut Completed) {
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
        let last = self.map.tally(root).last;
        let mut next = Some(root);
        core::iter::from_fn(move || {
            let node = next?;
            next = (node != last).then(|| self.chain[node as usize]);
            Some(node)
        })
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

    /// Where the seat on turn may put a follower on the tile laid last: the first segment of each
    /// free feature on it that it did not complete (CITY-18..20, CITY-74).
    pub(crate) fn claims(&self, rules: &Rules) -> List<u8, SEGMENTS_MAX> {
        let mut claims = List::new();
        let laid = self.last_laid();
        let mut roots = [0; SEGMENTS_MAX];
        for number in 0..rules.shape(laid.kind).segments as usize {
            let root = self.map.find(laid.first + number as NodeId);
            roots[number] = root;
            if self.is_free(root) && !roots[..number].contains(&root) {
                claims.push(number as u8);
            }
        }
        claims
    }

    /// Whether [`City::claims`] has any.
    pub(crate) fn has_claims(&self, rules: &Rules) -> bool {
        let laid = self.last_laid();
        let end = laid.first + rules.shape(laid.kind).segments as NodeId;
        (laid.first..end).any(|node| self.is_free(self.map.find(node)))
    }

    #[inline]
    fn is_free(&self, root: NodeId) -> bool {
        let feature = self.map.tally(root);
        feature.strength == [0; SEATS] && (feature.open > 0 || feature.kind == HOMES)
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
            for half in bits(segment.ports_turned(laid.rot) as u16) {
                if let Some(market) = self.market_across(rules, laid.cell, HalfEdge(half)) {
                    note(market);
                }
            }
        }
        seen.iter().map(|word| word.count_ones() as u8).sum()
    }

    fn market_across(&self, rules: &Rules, cell: Cell, half: HalfEdge) -> Option<NodeId> {
        let laid = self.board.at(cell.step(half.side()))?;
        let shape = rules.shape(laid.kind);
        let segment = shape.turned[laid.rot as usize].area[half.partner().0 as usize];
        (shape.markets >> segment & 1 == 1).then(|| laid.first + segment as NodeId)
    }
}

/// The numbers of the bits that are set.
fn bits(mask: u16) -> impl Iterator<Item = u8> {
    core::iter::successors(Some(mask), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}
