//! What a table may want to know of a game beyond its state: what features are worth, what they
//! touch, what a tile or a wall would do. Read-only, and never asked by play itself.

use alloc::vec::Vec;

use table::{Cell, List, NodeId, Rot, SEATS_MAX, ScoreItem, Seat, Sink, TileKind};

use crate::edge::{Edge, Wall};
use crate::names::{HOMES, MARKETS};
use crate::rules::Rules;
use crate::state::{City, Phase, TurnStep};

/// Points for a market beside homes (CITY-60).
const EACH_MARKET: u8 = 2;

impl City {
    /// What each seat with the majority in a feature gets once it is complete; in homes, at the
    /// end (CITY-25, CITY-26, CITY-60).
    pub fn worth(&self, rules: &Rules, node: NodeId) -> u16 {
        let items = self.worth_items(rules, node);
        items.iter().map(|item| item.count as u16 * item.each as u16).sum()
    }

    /// What that worth is made of.
    pub fn worth_items(&self, rules: &Rules, node: NodeId) -> List<ScoreItem, 4> {
        let root = self.map.find(node);
        if self.map.tally(root).kind == HOMES {
            let count = self.markets_beside(rules, root);
            return [ScoreItem { why: MARKETS, count, each: EACH_MARKET }].into_iter().collect();
        }
        self.street_or_market(rules, root)
    }

    /// Whether walls keep every tile off an empty cell (CITY-14, CITY-15, CITY-68).
    pub fn blocked(&self, rules: &Rules, cell: Cell) -> bool {
        self.is_shut(cell) || !self.admits(rules, cell)
    }

    /// The turns in which a tile may be laid on a cell as the game stands.
    pub fn turns_allowed(&self, rules: &Rules, kind: TileKind, cell: Cell) -> Vec<Rot> {
        let turns = self.board.turns_fitting(cell, rules.shape(kind).edges);
        turns.filter(|_| self.admits(rules, cell)).collect()
    }

    /// Whether gate or wall stands on an edge.
    pub fn is_walled(&self, edge: Edge) -> bool {
        let mut walls = self.walls.iter().flat_map(|line| line.iter());
        self.gate == Some(edge) || walls.any(|wall| wall.edge == edge)
    }

    /// The table with one more tile, to look at: nothing is scored, and the turn does not go on.
    #[must_use]
    pub fn with_tile(&self, rules: &Rules, kind: TileKind, cell: Cell, rot: Rot) -> City {
        let mut after = self.clone();
        after.add_tile(rules, kind, cell, rot);
        after
    }

    /// The table with one more wall at an end of the line, to look at.
    #[must_use]
    pub fn with_wall(&self, rules: &Rules, edge: Edge) -> City {
        let mut after = self.clone();
        after.raise(rules, edge);
        after
    }

    /// The streets and markets that a wall on this edge would complete (CITY-47).
    pub fn completed_by_wall(&self, rules: &Rules, edge: Edge) -> Vec<NodeId> {
        self.with_wall(rules, edge).completed_at_edge(rules, edge).iter().copied().collect()
    }

    /// What a guard on this edge would see: public and historic buildings, and their worth
    /// (CITY-61).
    pub fn guard_sees(&self, rules: &Rules, edge: Edge) -> (u8, u8, u16) {
        let (mut public, mut historic) = (0, 0);
        for laid in self.row(edge).filter_map(|cell| self.board.at(cell)) {
            public += rules.tile(laid.kind).public;
            historic += rules.tile(laid.kind).historic;
        }
        (public, historic, self.guard_score(rules, Wall::at(edge)).value())
    }

    /// The edges of the outline that have neither gate nor wall, clockwise from the right end.
    pub fn open_edges(&self) -> Vec<Edge> {
        self.gap().collect()
    }

    /// Who builds the pieces that the wall phase still asks for, in order, the one who builds now
    /// first; a ring that closes stops it (CITY-41, CITY-45).
    pub fn builders(&self, rules: &Rules) -> Vec<Seat> {
        let Phase { left, builder, .. } = self.phase;
        let first = if self.step == TurnStep::Build { builder } else { builder.next(rules.seats) };
        let pieces = self.gap().take(left as usize).count();
        let order = core::iter::successors(Some(first), |seat| Some(seat.next(rules.seats)));
        order.take(pieces).collect()
    }

    /// Tells everything that would be scored if the ring closed now, and the points of each seat
    /// then (CITY-58..61).
    pub fn end_scores(&self, rules: &Rules, out: &mut impl Sink) -> [u16; SEATS_MAX] {
        let mut copy = self.clone();
        if copy.step != TurnStep::Over && !copy.board.laid().is_empty() {
            copy.finish(rules, out);
        }
        copy.scores
    }
}
