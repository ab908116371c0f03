//! What walls, guards and towers would do: The City's part of a survey.

use alloc::vec::Vec;

use table::{Appraise, Cell, NodeId, Seat, Spot};

use crate::edge::{Edge, LEFT, RIGHT, Wall};
use crate::rules::Rules;
use crate::state::{City, TurnStep};

/// What building at an end of the wall would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WallEnd {
    /// Whether it is the right, clockwise end.
    pub right: bool,
    /// The edge where the wall would stand.
    pub at: Spot,
    /// The streets and markets that it would complete, by id.
    pub completes: Vec<NodeId>,
    /// What each seat would get for them at once.
    pub points: Vec<u16>,
    /// Cells where no tile could be laid any more.
    pub blocks: Vec<Cell>,
    /// The tiles that a guard there would look along.
    pub row: Vec<Cell>,
    /// Public buildings in that row.
    pub public: u8,
    /// Historic buildings in that row.
    pub historic: u8,
    /// What a guard there would earn as the row is now.
    pub guard_worth: u16,
    /// Whether a guard may stand there: none faces it.
    pub guard_allowed: bool,
}

/// What a guard looks along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Whose he is.
    pub seat: Seat,
    /// The edge where he stands.
    pub at: Spot,
    /// The tiles of his row, from the wall inwards.
    pub row: Vec<Cell>,
    /// Public buildings in it.
    pub public: u8,
    /// Historic buildings in it.
    pub historic: u8,
    /// What he would earn if the game ended now.
    pub worth: u16,
}

/// A place for a tower, at an end of the wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TowerPlace {
    /// Whether it is the right, clockwise end.
    pub right: bool,
    /// The edge of the outermost wall.
    pub at: Spot,
    /// What it would give at once: the walls behind it.
    pub worth: u8,
}

/// What could still be done with the wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RingSurvey {
    /// What a wall at each end would do; empty before the gate stands and once the ring is closed.
    pub ends: Vec<WallEnd>,
    /// Where a tower could stand as the wall is now.
    pub towers: Vec<TowerPlace>,
    /// The guards in the order of the wall, from its left end.
    pub guards: Vec<Watch>,
    /// The edges of the outline without gate or wall, clockwise from the right end.
    pub open: Vec<Spot>,
    /// Walls in the common supply.
    pub walls_left: u8,
}

impl City {
    /// How many edges of the outline have neither gate nor wall.
    pub fn gap_length(&self) -> usize {
        self.outside().0 as usize
    }

    /// What could still be done with the wall.
    pub fn ring_survey(&self, rules: &Rules) -> RingSurvey {
        let mut ends = Vec::new();
        if !self.ring_closed() && self.step != TurnStep::Over {
            let free = self.free_cells(rules);
            for side in [LEFT, RIGHT] {
                // CITY-76: where both ends continue at one edge, it is the right one.
                let taken = side == LEFT && self.next_place(LEFT) == self.next_place(RIGHT);
                if let Some(edge) = self.next_place(side).filter(|_| !taken) {
                    ends.push(self.wall_end(rules, &free, edge, side == RIGHT));
                }
            }
        }
        RingSurvey {
            towers: if ends.is_empty() { Vec::new() } else { self.tower_places() },
            ends,
            guards: self.watches(rules),
            open: self.open_edges().into_iter().map(Edge::spot).collect(),
            walls_left: self.walls_left(),
        }
    }

    /// The empty cells beside tiles that walls do not cut off, row by row.
    fn free_cells(&self, rules: &Rules) -> Vec<Cell> {
        let cells = self.board.frontier().iter().map(|open| open.cell);
        let mut free: Vec<Cell> = cells.filter(|cell| !self.is_cut_off(rules, *cell)).collect();
        table::sort_short_by_key(&mut free, |cell| (cell.y, cell.x));
        free
    }

    /// Where a tower would score: at an end with walls behind it (CITY-54, CITY-55).
    fn tower_places(&self) -> Vec<TowerPlace> {
        let place = |side: usize| {
            let (at, worth) = (self.end(side)?.spot(), self.tower_value(side));
            (worth > 0).then_some(TowerPlace { right: side == RIGHT, at, worth })
        };
        [LEFT, RIGHT].into_iter().filter_map(place).collect()
    }

    /// What the guards see as their rows are now (CITY-61).
    fn watches(&self, rules: &Rules) -> Vec<Watch> {
        let walls = self.walls(LEFT).iter().rev().chain(self.walls(RIGHT));
        let watch = |wall: &Wall| {
            let (public, historic, worth) = self.guard_sees(rules, wall.edge);
            let row = self.row(wall.edge).collect();
            Some(Watch { seat: wall.guard()?, at: wall.edge.spot(), row, public, historic, worth })
        };
        walls.filter_map(watch).collect()
    }

    fn wall_end(&self, rules: &Rules, free: &[Cell], edge: Edge, right: bool) -> WallEnd {
        let completes = self.completed_by_wall(rules, edge);
        let mut points = alloc::vec![0; rules.seats as usize];
        for root in &completes {
            let worth = self.worth(rules, *root);
            self.owners(*root).iter().for_each(|seat| points[seat.index()] += worth);
        }
        let after = self.with_wall(rules, edge);
        let (public, historic, guard_worth) = self.guard_sees(rules, edge);
        WallEnd {
            right,
            at: edge.spot(),
            completes: completes.into_iter().map(|root| self.first_segment(root)).collect(),
            points,
            blocks: free.iter().copied().filter(|c| after.is_cut_off(rules, *c)).collect(),
            row: self.row(edge).collect(),
            public,
            historic,
            guard_worth,
            guard_allowed: !self.faces_guard(edge),
        }
    }
}
