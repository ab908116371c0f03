//! Laying a tile: segments are added and joined with those of the neighbours (BASE-05).

use table::{Cell, NodeId, Rot, TileKind};

use crate::rules::{NONE, Ports, Rules};
use crate::state::{Centre, Country};
use crate::tile::{Kind, Terrain};

/// Lays a tile and joins its features. Whether it fits is the caller's business.
#[inline]
pub(crate) fn lay(rules: &Rules, state: &mut Country, kind: TileKind, cell: Cell, rot: Rot) {
    let table = &rules.kinds[kind.0 as usize];
    let first = state.map.len() as NodeId;
    let twins = [0, 1].map(|i| {
        let bit = state.twins[i];
        state.twins[i] += table.twins[i] as u8;
        (table.twins[i] as u32) << bit
    });
    for feature in &table.features[..table.len as usize] {
        let mut feature = *feature;
        feature.twins = match feature.kind() {
            Kind::Road => twins[0],
            Kind::City => twins[1],
            _ => 0,
        };
        state.map.add(feature);
    }
    let beside = state.board.lay(cell, kind.0, rot, first, table.edges);
    let look = rules.look(kind, rot);
    for (side, neighbour) in beside.into_iter().enumerate() {
        if let Some(number) = neighbour {
            let other = state.board.laid()[number as usize];
            let theirs = rules.look(other.kind, other.rot)[side ^ 2];
            join(state, look[side], first, theirs, other.first);
        }
    }
    for centre in state.centres.iter_mut() {
        centre.filled += centre.cell.surrounds(cell) as u8;
    }
    if let Some(segment) = table.centre {
        let filled = state.board.filled_around(cell);
        state.centres.push(Centre { cell, filled, node: first + segment as NodeId });
    }
}

/// Joins what meets at one side: the left half of ours touches the right half of theirs.
#[inline]
fn join(state: &mut Country, ours: Ports, first: NodeId, theirs: Ports, other: NodeId) {
    let node = |base: NodeId, segment: u8| base + segment as NodeId;
    match ours.terrain {
        Terrain::Field => {
            state.map.join(node(first, ours.left), node(other, theirs.right));
            return;
        }
        Terrain::City | Terrain::Road => {
            let (root, _) = state.map.join(node(first, ours.middle), node(other, theirs.middle));
            state.map.tally_mut(root).close_edges(2);
            if ours.terrain == Terrain::City {
                return;
            }
        }
        Terrain::River | Terrain::Inner => {}
    }
    for (a, b) in [(ours.left, theirs.right), (ours.right, theirs.left)] {
        if a != NONE && b != NONE {
            state.map.join(node(first, a), node(other, b));
        }
    }
}

/// Notes which segments of the tile just laid are targets of their own (BASE-27) and which of
/// these nobody occupies (BASE-22).
#[inline]
pub(crate) fn survey(rules: &Rules, state: &mut Country) {
    let laid = state.board.laid()[state.board.laid().len() - 1];
    let table = &rules.kinds[laid.kind.0 as usize];
    let mut roots = [0; crate::tile::SEGMENTS_MAX];
    let (mut targets, mut free) = (0u16, 0u16);
    for i in 0..table.len as usize {
        let root = state.map.find_mut(laid.first + i as NodeId);
        roots[i] = root;
        let repeated = roots[..i].contains(&root);
        targets |= (!repeated as u16) << i;
        free |= ((!repeated && !state.map.tally(root).occupied()) as u16) << i;
    }
    state.targets = targets;
    state.free = free;
}
