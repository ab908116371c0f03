//! Seats, pieces, and the places where pieces stand.

use crate::{Cell, Side};

/// The most seats that any family has.
pub const SEATS_MAX: usize = 6;

/// A seat at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// Its place in arrays by seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that follows among `seats` seats.
    #[inline]
    pub const fn next(self, seats: u8) -> Seat {
        if self.0 + 1 == seats { Seat(0) } else { Seat(self.0 + 1) }
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// Adds a seat.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Whether the seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    /// Its seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..SEATS_MAX as u8).map(Seat).filter(move |s| self.contains(*s))
    }
}

/// A kind of piece, numbered by its family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Piece(pub u8);

/// A kind of tile, numbered by the rules in use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct TileKind(pub u8);

/// A kind of feature, numbered by its family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FeatureKind(pub u8);

/// A place where a piece can stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// A segment of the tile in a cell, by its number on the tile.
    Segment {
        /// Where the tile lies.
        cell: Cell,
        /// The number of the segment on its tile.
        segment: u8,
    },
    /// The outer side of a tile.
    Edge {
        /// Where the tile lies.
        cell: Cell,
        /// Which of its sides, as it lies on the board.
        side: Side,
    },
    /// One of a few named places of the family.
    Place(u8),
}

impl Spot {
    /// A segment of the tile at `cell`.
    #[inline]
    pub const fn segment(cell: Cell, segment: u8) -> Spot {
        Spot::Segment { cell, segment }
    }

    /// The cell of the tile, if it belongs to one.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Spot::Segment { cell, .. } | Spot::Edge { cell, .. } => Some(cell),
            Spot::Place(_) => None,
        }
    }
}
