//! Edges of tiles, and the walls that stand on them.

use table::{Cell, Seat, Side, Spot};

/// Left of the gate: counter-clockwise, the end whose next place is the predecessor (CITY-76).
pub const LEFT: usize = 0;
/// Right of the gate: clockwise.
pub const RIGHT: usize = 1;

/// As [`Cell::step`], without branches: walks turn too often to be predicted.
#[inline]
pub(crate) const fn beyond(cell: Cell, side: Side) -> Cell {
    const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    let (dx, dy) = STEPS[side as usize];
    Cell::new(cell.x + dx, cell.y + dy)
}

/// A side of a laid tile: where gate and walls stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The cell of the tile.
    pub cell: Cell,
    /// Which side of it, as it lies.
    pub side: Side,
}

impl Edge {
    /// The side of the tile at a cell.
    pub const fn new(cell: Cell, side: Side) -> Edge {
        Edge { cell, side }
    }

    /// The cell on the far side, which a wall here blocks (CITY-14).
    #[inline]
    pub const fn outer(self) -> Cell {
        beyond(self.cell, self.side)
    }

    /// As a place for pieces.
    pub const fn spot(self) -> Spot {
        Spot::Edge { cell: self.cell, side: self.side }
    }
}

impl Default for Edge {
    fn default() -> Self {
        Edge::new(Cell::ORIGIN, Side::N)
    }
}

/// A built wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wall {
    /// Where it stands.
    pub edge: Edge,
    guard: u8,
    tower: u8,
}

impl Wall {
    pub(crate) fn at(edge: Edge) -> Wall {
        Wall { edge, guard: 0, tower: 0 }
    }

    /// Whose guard stands on it.
    pub fn guard(&self) -> Option<Seat> {
        self.guard.checked_sub(1).map(Seat)
    }

    /// Whose tower stands at its outer corner (CITY-77).
    pub fn tower(&self) -> Option<Seat> {
        self.tower.checked_sub(1).map(Seat)
    }

    pub(crate) fn post(&mut self, seat: Seat) {
        self.guard = seat.0 + 1;
    }

    pub(crate) fn crown(&mut self, seat: Seat) {
        self.tower = seat.0 + 1;
    }
}

/// A built wall by its distance from the gate: positive to the right, negative to the left; 0 for
/// none, as the gate is no wall.
pub(crate) type WallNumber = i8;
