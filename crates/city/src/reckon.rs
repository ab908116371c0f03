//! What would be counted if the game ended now, without ending it on a copy: computer players ask
//! for it all the time.

use table::{Beside, Board, List, NodeId, SEATS_MAX, Seat};

use crate::edge::{Edge, LEFT};
use crate::ground::{Cells, Ground, Places, Rim, is_shut};
use crate::names::HOMES;
use crate::rules::Rules;
use crate::state::{City, FOLLOWERS, SEATS, TurnStep};
use crate::tile::{NODES_MAX, SET_MAX};

/// As many as there are followers.
const STANDING_MAX: usize = SEATS * FOLLOWERS as usize;

/// What would be counted if the ring closed now (CITY-58..61).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reckoning {
    /// The points of each seat then; if the game is over, those that it has.
    pub points: [u16; SEATS_MAX],
    /// How many edges of the outline have neither gate nor wall.
    pub gap: u16,
    /// Each feature where somebody stands, by its root, in the order of the first followers, and
    /// what it would bring those who have most followers in it.
    pub features: List<(NodeId, u16), STANDING_MAX>,
    /// The guards left of the gate and then those right of it, and what they would bring.
    pub guards: List<(Seat, u16), STANDING_MAX>,
    /// The streets and markets that stay open at holes, a bit for each root.
    open: [u64; NODES_MAX.div_ceil(64)],
}

impl City {
    /// What would be counted if the ring closed now.
    pub fn reckon(&self, rules: &Rules) -> Reckoning {
        let mut reckoning = Reckoning {
            points: self.scores,
            gap: 0,
            features: List::new(),
            guards: List::new(),
            open: [0; NODES_MAX.div_ceil(64)],
        };
        if self.step != TurnStep::Over && !self.board.laid().is_empty() {
            self.reckon_features(rules, &mut reckoning);
            self.reckon_guards(rules, &mut reckoning);
        }
        debug_assert_eq!(reckoning.points, self.end_scores(rules, &mut table::Quiet));
        reckoning
    }

    /// The same after a follower was put on a feature where nobody stood, if nothing else happened
    /// since the game was reckoned.
    pub fn reckon_claim(&self, rules: &Rules, before: &Reckoning) -> Reckoning {
        let mut reckoning = before.clone();
        if let Some(follower) = self.followers.last() {
            self.reckon_feature(rules, self.map.find(follower.node), &mut reckoning);
        }
        debug_assert_eq!(reckoning, self.reckon(rules));
        reckoning
    }

    fn reckon_features(&self, rules: &Rules, reckoning: &mut Reckoning) {
        let (gap, outside) = self.outside();
        reckoning.gap = gap;
        each_open_at_holes(&self.board, rules, &outside, |node, _| {
            let root = self.map.find(node);
            reckoning.open[root as usize / 64] |= 1 << (root % 64);
        });
        for follower in self.followers.iter() {
            let root = self.map.find(follower.node);
            if !reckoning.features.iter().any(|(known, _)| *known == root) {
                self.reckon_feature(rules, root, reckoning);
            }
        }
    }

    /// Streets and markets with open edges at holes bring nothing (CITY-59).
    fn reckon_feature(&self, rules: &Rules, root: NodeId, reckoning: &mut Reckoning) {
        let feature = self.map.tally(root);
        let is_open = reckoning.open[root as usize / 64] >> (root % 64) & 1 != 0;
        let lost = feature.kind != HOMES && is_open;
        let worth = if lost { 0 } else { self.worth(rules, root) };
        let most = feature.strength.into_iter().max().unwrap_or(0);
        for (points, strength) in reckoning.points.iter_mut().zip(feature.strength) {
            *points += if strength == most { worth } else { 0 };
        }
        reckoning.features.push((root, worth));
    }

    fn reckon_guards(&self, rules: &Rules, reckoning: &mut Reckoning) {
        for wall in self.walls.iter().flat_map(|line| line.iter()) {
            if let Some(seat) = wall.guard() {
                let worth = self.guard_sees(rules, wall.edge).2;
                reckoning.points[seat.index()] += worth;
                reckoning.guards.push((seat, worth));
            }
        }
    }

    /// How long the gap is, and the cells of the frontier that lie beyond it.
    pub(crate) fn outside(&self) -> (u16, Outside) {
        let Some(start) = self.gap().next() else { return (0, Outside::default()) };
        let end = self.end(LEFT).unwrap_or(start);
        if self.board.is_short() {
            outside_between(&Places(&self.board), start, end)
        } else {
            outside_between(&Cells(&self.board), start, end)
        }
    }
}

/// A bit for each cell of the longest frontier.
pub(crate) type Outside = [u64; (2 * SET_MAX + 2).div_ceil(64)];

/// How many boundary edges there are from `start` until, not including, `end`, and the cells of
/// the frontier beyond them.
fn outside_between<G: Ground>(ground: &G, start: Edge, end: Edge) -> (u16, Outside) {
    let (mut count, mut outside) = (0, Outside::default());
    Rim::of(ground, start).walk(ground, Rim::of(ground, end), |rim| {
        count += 1;
        if let Some(slot) = ground.slot(rim.outer(ground)) {
            outside[slot / 64] |= 1 << (slot % 64);
        }
    });
    (count, outside)
}

/// Finds the open edges of streets and markets that the ring does not close: those at holes, which
/// lie neither beyond the gap nor next to a wall. A street or market by one of its segments, and
/// how many edges.
pub(crate) fn each_open_at_holes(
    board: &Board,
    rules: &Rules,
    outside: &Outside,
    mut found: impl FnMut(NodeId, u8),
) {
    for (slot, open) in board.frontier().iter().enumerate() {
        if outside[slot / 64] >> (slot % 64) & 1 != 0 || is_shut(open.forbids) {
            continue;
        }
        for Beside { side, tile } in board.beside(open.cell).iter().copied() {
            let closed = City::closed_at(rules, board.tile(tile), side.opposite());
            for (node, by) in closed.into_iter().filter(|(_, by)| *by > 0) {
                found(node, by);
            }
        }
    }
}
