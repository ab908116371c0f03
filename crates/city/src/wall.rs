//! The outline of the city, and what stands on it: gate, walls, towers, guards (CITY-32..56).
//!
//! The outline is not kept: its successor is found from three cells (CITY-34), and all that play
//! asks for, the two next places and whether the gap is small, lies within a few steps of the
//! ends of the line.

use table::{Cell, Dice, List, Seat, Side};

use crate::edge::{Edge, LEFT, RIGHT, Wall, WallNumber, beyond};
use crate::feature::Completed;
use crate::ground::{Cells, Ground, Places, Rim};
use crate::rules::Rules;
use crate::state::City;
use crate::tile::SET_MAX;

/// The longest outline: a row of tiles.
const OUTLINE_MAX: usize = 2 * SET_MAX + 2;
/// A gap of this length or less ends the game (CITY-57c).
pub(crate) const GAP: u8 = 5;

impl City {
    /// The boundary edges clockwise, each once; they form one cycle (CITY-33). It begins at the
    /// west end of the northernmost tiles.
    pub fn outline(&self) -> impl Iterator<Item = Edge> {
        let top = self.board.laid().iter().map(|l| l.cell).min_by_key(|c| (c.y, c.x));
        let start = top.map(|cell| Edge::new(cell, Side::N));
        self.walk(start, start)
    }

    /// The boundary edges without gate or wall, clockwise from the right end (CITY-58).
    pub(crate) fn gap(&self) -> impl Iterator<Item = Edge> {
        let (right, left) = (self.end(RIGHT), self.end(LEFT));
        let start = match right {
            Some(edge) if !self.ring_closed() => Some(self.after(edge)),
            Some(_) => None,
            None => self.outline().next(),
        };
        self.walk(start, left.or(start))
    }

    /// From `start` until, not including, `end`.
    fn walk(&self, start: Option<Edge>, end: Option<Edge>) -> impl Iterator<Item = Edge> {
        let mut next = start;
        core::iter::from_fn(move || {
            let edge = next?;
            next = Some(self.after(edge)).filter(|e| Some(*e) != end);
            Some(edge)
        })
    }

    #[inline]
    pub(crate) fn after(&self, edge: Edge) -> Edge {
        let ground = Cells(&self.board);
        Rim::of(&ground, edge).successor(&ground).0.edge(&ground)
    }

    #[inline]
    fn before(&self, edge: Edge) -> Edge {
        let ground = Cells(&self.board);
        Rim::of(&ground, edge).predecessor(&ground).edge(&ground)
    }

    /// The piece at an end of the line, [`LEFT`] or [`RIGHT`]: the outermost wall or, if nothing
    /// is built on that side, the gate (CITY-76).
    pub fn end(&self, side: usize) -> Option<Edge> {
        self.walls[side].last().map(|w| w.edge).or(self.gate)
    }

    /// Where the next wall at an end goes (CITY-36).
    pub fn next_place(&self, side: usize) -> Option<Edge> {
        let end = self.end(side)?;
        Some(if side == RIGHT { self.after(end) } else { self.before(end) })
    }

    /// Whether the line has become a ring (CITY-45).
    pub fn ring_closed(&self) -> bool {
        self.gate.is_some() && self.next_place(RIGHT) == self.end(LEFT)
    }

    /// How many boundary edges are without gate or wall, if they are at most [`GAP`] and the gate
    /// stands (CITY-57c).
    #[inline]
    pub(crate) fn small_gap(&self) -> Option<u8> {
        self.gate?;
        self.gap_if_small()
    }

    fn gap_if_small(&self) -> Option<u8> {
        // No outline of n tiles is shorter than that of a square, four times the root of n.
        let line = self.walls_built() as usize + 1 + GAP as usize;
        if line * line < 16 * self.board.laid().len() {
            return None;
        }
        // Each edge of the gap leads one step along one axis from the corner of one end to that
        // of the other; their cells are at most two steps farther apart than the corners.
        let (right, left) = (self.end(RIGHT)?.cell, self.end(LEFT)?.cell);
        let apart = right.x.abs_diff(left.x) + right.y.abs_diff(left.y);
        if apart > GAP as u16 + 2 {
            return None;
        }
        let length = self.gap().take(GAP as usize + 1).count() as u8;
        (length <= GAP).then_some(length)
    }

    /// The walls with their numbers.
    pub(crate) fn numbered_walls(&self) -> impl Iterator<Item = (WallNumber, &Wall)> {
        let left = self.walls[LEFT].iter().enumerate().map(|(i, w)| (-(i as i8) - 1, w));
        let right = self.walls[RIGHT].iter().enumerate().map(|(i, w)| (i as i8 + 1, w));
        left.chain(right)
    }

    /// Puts the gate, or a wall at the end that `edge` continues.
    pub(crate) fn raise(&mut self, rules: &Rules, edge: Edge) {
        if self.gate.is_none() {
            self.raise_gate(rules, edge);
        } else {
            // CITY-76: if both ends continue there, it is the right one.
            let side = if self.next_place(RIGHT) == Some(edge) { RIGHT } else { LEFT };
            self.raise_wall(rules, side, edge);
        }
    }

    /// Puts the gate; returns what that completed.
    pub(crate) fn raise_gate(&mut self, rules: &Rules, edge: Edge) -> Completed {
        self.gate = Some(edge);
        self.board.shut(edge.outer()); // CITY-14
        self.close_edge(rules, edge)
    }

    /// Puts a wall at an end, [`LEFT`] or [`RIGHT`]; returns its number and what it completed.
    #[inline]
    pub(crate) fn raise_wall(
        &mut self,
        rules: &Rules,
        side: usize,
        edge: Edge,
    ) -> (WallNumber, Completed) {
        self.walls[side].push(Wall::at(edge));
        let number = self.walls[side].len() as WallNumber;
        self.board.shut(edge.outer()); // CITY-14
        (if side == RIGHT { number } else { -number }, self.close_edge(rules, edge))
    }

    /// The tiles that somebody on the wall at `edge` looks along, from the wall's own tile
    /// straight inwards up to the first empty cell (CITY-61).
    pub fn row(&self, edge: Edge) -> impl Iterator<Item = Cell> {
        let inwards = edge.side.opposite();
        let start = Some(edge.cell).filter(|c| self.board.has(*c));
        core::iter::successors(start, move |cell| {
            Some(beyond(*cell, inwards)).filter(|c| self.board.has(*c))
        })
    }

    /// Whether a guard stands on the wall opposite, with no empty cell between (CITY-50).
    pub fn faces_guard(&self, edge: Edge) -> bool {
        let Some(far) = self.row(edge).last() else {
            return false;
        };
        let opposite = Edge::new(far, edge.side.opposite());
        // The cell next to a wall is shut: mostly there is no wall to look for.
        if !self.is_shut(opposite.outer()) {
            return false;
        }
        self.walls
            .iter()
            .flat_map(|line| line.iter())
            .any(|wall| wall.edge == opposite && wall.guard().is_some())
    }

    /// Whether a seat may post a guard on a wall that it built (CITY-49, CITY-50).
    pub(crate) fn may_guard(&self, seat: Seat, number: WallNumber) -> bool {
        self.supply[seat.index()] > 0
            && self
                .wall(number)
                .is_some_and(|wall| wall.guard().is_none() && !self.faces_guard(wall.edge))
    }

    /// Points for a tower at an end: the walls back to the nearest tower or the gate; 0 if none
    /// may stand there (CITY-54, CITY-55, CITY-77).
    pub fn tower_value(&self, side: usize) -> u8 {
        self.walls[side].iter().rev().take_while(|wall| wall.tower().is_none()).count() as u8
    }

    /// One of the boundary edges, for the gate (CITY-38).
    pub(crate) fn pick_gate_place(&self, dice: &mut impl Dice) -> Option<Edge> {
        let start = self.outline().next()?;
        Some(if self.board.is_short() {
            pick_on_outline(&Places(&self.board), start, dice)
        } else {
            pick_on_outline(&Cells(&self.board), start, dice)
        })
    }
}

/// One of the boundary edges, counted from `start`.
fn pick_on_outline<G: Ground>(ground: &G, start: Edge, dice: &mut impl Dice) -> Edge {
    let start = Rim::of(ground, start);
    let mut rims = List::<Rim<G::At>, OUTLINE_MAX>::new();
    start.walk(ground, start, |rim| rims.push(rim));
    rims[dice.below(rims.len() as u32) as usize].edge(ground)
}
