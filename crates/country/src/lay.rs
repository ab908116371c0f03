//! Laying a tile: segments are added and joined with those of the neighbours (BASE-05).

use table::{Cell, NodeId, Rot, TileKind};

use crate::rules::Rules;
use crate::state::{Centre, Country};
use crate::tables::{KindTable, NONE, Ports};
use crate::tile::{Kind, SEGMENTS_MAX, Terrain};

/// Lays a tile, joins its features and surveys it. Whether it fits is the caller's business.
#[inline]
pub(crate) fn lay(rules: &Rules, state: &mut Country, kind: TileKind, cell: Cell, rot: Rot) {
    let first = join_in(rules, state, kind, cell, rot);
    survey_tile(state, &rules.kinds[kind.0 as usize], first);
}

/// Adds the segments of a tile and joins them with what lies around; returns the first.
#[inline]
fn join_in(rules: &Rules, state: &mut Country, kind: TileKind, cell: Cell, rot: Rot) -> NodeId {
    let table = &rules.kinds[kind.0 as usize];
    let first = state.map.add_all(&table.features, table.len);
    if table.twins != [false; 2] {
        mark_twins(state, table, first);
    }
    let beside = state.board.lay(cell, kind.0, rot, first, table.edges);
    let look = rules.look(kind, rot);
    for side in 0..4 {
        if let Some(number) = beside[side] {
            let other = state.board.tile(number);
            let theirs = rules.look(other.kind, other.rot)[side ^ 2];
            join(state, look[side], first, theirs, other.first);
        }
    }
    let borders = table.borders.map(|segment| first + segment);
    state
        .borders
        .push_some([0, 1, 2, 3].map(|i| [borders[2 * i], borders[2 * i + 1]]), table.border_count);
    for centre in state.centres.iter_mut() {
        centre.filled += centre.cell.is_near(cell) as u8;
    }
    if let Some(segment) = table.centre {
        let filled = state.board.filled_around(cell);
        state.centres.push(Centre { cell, filled, node: first + segment as NodeId });
    }
    first
}

/// Gives a tile with several roads, or cities, a bit to know them by (BASE-07).
fn mark_twins(state: &mut Country, table: &KindTable, first: NodeId) {
    for (i, kind) in [Kind::Road, Kind::City].into_iter().enumerate() {
        if table.twins[i] {
            for segment in 0..table.closable {
                let feature = state.map.tally_mut(first + segment as NodeId);
                if feature.kind() == kind {
                    feature.twins = 1u64 << state.twins[i];
                }
            }
            state.twins[i] += 1;
        }
    }
}

/// Joins what meets at one side: the left half of ours touches the right half of theirs. Theirs
/// comes first and so stays the root, which keeps the ways to the roots short.
#[inline]
fn join(state: &mut Country, ours: Ports, first: NodeId, theirs: Ports, other: NodeId) {
    let node = |base: NodeId, segment: u8| base + segment as NodeId;
    if ours.middle != NONE && ours.terrain != Terrain::Inner {
        let (root, _) = state.map.join(node(other, theirs.middle), node(first, ours.middle));
        state.map.tally_mut(root).close_edges(2);
    }
    if ours.left != NONE && theirs.right != NONE {
        state.map.join(node(other, theirs.right), node(first, ours.left));
    }
    // A field side has one field for both halves.
    if ours.right != NONE && theirs.left != NONE && ours.terrain != Terrain::Field {
        state.map.join(node(other, theirs.left), node(first, ours.right));
    }
}

/// Notes which segments of the tile just laid are targets of their own (BASE-27), which of these
/// nobody occupies (BASE-22), and which are complete.
#[inline]
pub(crate) fn survey(rules: &Rules, state: &mut Country) {
    let laid = state.board.last();
    survey_tile(state, &rules.kinds[laid.kind.0 as usize], laid.first);
}

#[inline]
fn survey_tile(state: &mut Country, table: &KindTable, first: NodeId) {
    // Compared all at once: eight numbers are one vector.
    let mut roots = [NodeId::MAX; SEGMENTS_MAX];
    let (mut targets, mut free, mut closed) = (0, 0, 0);
    // Always all eight, also those that the tile does not have: a fixed loop is predictable.
    for i in 0..SEGMENTS_MAX as u8 {
        let root = state.map.find(first + i as NodeId);
        let known = roots.iter().fold(false, |known, r| known | (*r == root));
        roots[i as usize] = root;
        let feature = state.map.tally(root);
        targets |= (!known as u8) << i;
        free |= (!feature.occupied() as u8) << i;
        closed |= ((feature.open() == 0) as u8) << i;
    }
    let targets = targets & table.mask;
    state.targets = targets;
    state.free = free & targets;
    state.closed = closed & targets & table.closable_mask;
}
