//! Laying a tile: segments are added and joined with those of the neighbours (BASE-05).

use core::hint::select_unpredictable;

use table::{Beside, Cell, Map, NodeId, Roots, Rot, TileKind};

use crate::centres::Centre;
use crate::limits::SEGMENTS_TOTAL_MAX;
use crate::rules::Rules;
use crate::state::{Country, FeatureTally};
use crate::tables::{KindTable, LEFT, MIDDLE, NONE, Ports, RIGHT};
use crate::tile::{Kind, SEGMENTS_MAX, Terrain};

/// A tile while it is joined with what lies around. What figures and scoring will ask of its
/// segments is noted on the way, so that no feature is looked for again.
struct Joining {
    roots: Roots<SEGMENTS_MAX>,
    /// The segments in whose features somebody stands.
    taken: u8,
    /// The roads and cities without an open edge.
    closed: u8,
}

/// Lays a tile, joins its features and surveys it. Whether it fits is the caller's business.
#[inline]
pub(crate) fn lay(rules: &Rules, state: &mut Country, kind: TileKind, cell: Cell, rot: Rot) {
    let table = &rules.kinds[kind.0 as usize];
    let first = state.map.add_all::<SEGMENTS_MAX>(table.len, |i| table.features[i].alone());
    if table.twins != [false; 2] {
        mark_twins(state, table, first);
    }
    let beside = state.board.lay(cell, kind.0, rot, first, table.edges);
    let look = rules.look(kind, rot);
    let mut tile = Joining { roots: Roots::new(first), taken: 0, closed: 0 };
    for Beside { side, tile: number } in beside.iter().copied() {
        let other = state.board.tile(number);
        let theirs = rules.look(other.kind, other.rot)[side.opposite() as usize];
        tile.meet(&mut state.map, look[side as usize], theirs, other.first);
    }
    state.centres.note_tile(cell);
    if let Some(segment) = table.centre {
        let filled = state.board.filled_around(cell);
        state.centres.push(Centre { cell, filled, node: first + segment as NodeId });
    }
    if tile.roots.shared() {
        survey_roots(state, table, tile.roots.all());
    } else {
        // No segment shares its feature with another one, so each stands for itself.
        state.targets = table.mask;
        state.free = table.mask & !tile.taken;
        state.closed = tile.closed;
    }
}

/// Gives a tile with several roads, or cities, a bit to know them by (BASE-07).
fn mark_twins(state: &mut Country, table: &KindTable, first: NodeId) {
    for segment in 0..table.closable {
        let feature = state.map.tally_mut(first + segment as NodeId);
        feature.twins = table.twin_bit(feature.kind(), state.twins);
    }
    for (given, several) in state.twins.iter_mut().zip(table.twins) {
        *given += several as u8;
    }
}

impl Joining {
    /// Joins what meets at one side: the left half of ours touches the right half of theirs.
    #[inline(always)]
    fn meet(
        &mut self,
        map: &mut Map<FeatureTally, SEGMENTS_TOTAL_MAX>,
        ours: Ports,
        theirs: Ports,
        other: NodeId,
    ) {
        // A city side has nothing but its city, and a field side has one field for both halves:
        // most sides have one thing to join, and which it is cannot be predicted.
        let closes = ours.at[MIDDLE] != NONE;
        let port = select_unpredictable(closes, MIDDLE, LEFT);
        let (first, their_first) = (ours.at[port], theirs.at[RIGHT - port]);
        if first != NONE && their_first != NONE {
            let root = self.join(map, first, other + their_first as NodeId);
            let feature = map.tally_mut(root);
            feature.close_edges(2 * closes as u8);
            self.closed |= ((feature.open() == 0) as u8 & closes as u8) << first;
        }
        if ours.terrain == Terrain::Field || ours.terrain == Terrain::City {
            return;
        }
        if closes && ours.at[LEFT] != NONE && theirs.at[RIGHT] != NONE {
            self.join(map, ours.at[LEFT], other + theirs.at[RIGHT] as NodeId);
        }
        if ours.at[RIGHT] != NONE && theirs.at[LEFT] != NONE {
            self.join(map, ours.at[RIGHT], other + theirs.at[LEFT] as NodeId);
        }
    }

    /// Joins a segment of ours with the feature of theirs, which stays the root: that keeps the
    /// ways to the roots short.
    #[inline(always)]
    fn join(
        &mut self,
        map: &mut Map<FeatureTally, SEGMENTS_TOTAL_MAX>,
        ours: u8,
        theirs: NodeId,
    ) -> NodeId {
        let root = map.find_mut(theirs);
        self.taken |= (map.tally(root).occupied() as u8) << ours;
        self.roots.join(map, ours, root);
        root
    }
}

/// Notes which segments of the tile just laid are targets of their own (BASE-27), which of these
/// nobody occupies (BASE-22), and which are complete.
pub(crate) fn survey(rules: &Rules, state: &mut Country) {
    let laid = state.board.last();
    let roots = core::array::from_fn(|i| state.map.find(laid.first + i as NodeId));
    survey_roots(state, &rules.kinds[laid.kind.0 as usize], &roots);
}

fn survey_roots(state: &mut Country, table: &KindTable, roots: &[NodeId; SEGMENTS_MAX]) {
    // Compared all at once: eight numbers are one vector.
    let mut seen = [NodeId::MAX; SEGMENTS_MAX];
    let (mut targets, mut free, mut closed) = (0, 0, 0);
    // Always all eight, also those that the tile does not have: a fixed loop is predictable.
    for (i, root) in roots.iter().enumerate() {
        let known = seen.iter().fold(false, |known, r| known | (r == root));
        seen[i] = *root;
        let feature = state.map.tally(*root);
        targets |= (!known as u8) << i;
        free |= (!feature.occupied() as u8) << i;
        closed |= ((feature.open() == 0) as u8) << i;
    }
    let targets = targets & table.mask;
    state.targets = targets;
    state.free = free & targets;
    state.closed = closed & targets & table.closable_mask;
}

/// The bit by which a tile with several roads, or cities, knows them (BASE-07): 0 if it has one.
impl KindTable {
    #[inline]
    pub(crate) fn twin_bit(&self, kind: Kind, given: [u8; 2]) -> u64 {
        match kind {
            Kind::Road if self.twins[0] => 1 << given[0],
            Kind::City if self.twins[1] => 1 << given[1],
            _ => 0,
        }
    }
}
