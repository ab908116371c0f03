//! Cells, sides, half-edges and quarter turns (BASE-01, BASE-03).

/// A cell of the unbounded board: x grows east, y grows south.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cell {
    /// Column, growing east.
    pub x: i16,
    /// Row, growing south.
    pub y: i16,
}

impl Cell {
    /// Where the first tile lies.
    pub const ORIGIN: Cell = Cell { x: 0, y: 0 };

    /// The cell at column `x` and row `y`.
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// The neighbour across `side`.
    #[inline]
    pub const fn step(self, side: Side) -> Cell {
        match side {
            Side::N => Cell::new(self.x, self.y - 1),
            Side::E => Cell::new(self.x + 1, self.y),
            Side::S => Cell::new(self.x, self.y + 1),
            Side::W => Cell::new(self.x - 1, self.y),
        }
    }

    /// The eight cells around this one.
    pub fn around(self) -> [Cell; 8] {
        const STEPS: [(i16, i16); 8] =
            [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        STEPS.map(|(dx, dy)| Cell::new(self.x + dx, self.y + dy))
    }

    /// Whether `other` is one of the eight cells around this one.
    #[inline]
    pub fn surrounds(self, other: Cell) -> bool {
        self.is_near(other) && self != other
    }

    /// Whether `other` is this cell or one of the eight around it.
    #[inline]
    pub fn is_near(self, other: Cell) -> bool {
        let dx = (self.x - other.x + 1) as u16;
        let dy = (self.y - other.y + 1) as u16;
        (dx <= 2) & (dy <= 2)
    }
}

/// One of the four sides of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Side {
    /// North, up.
    #[default]
    N,
    /// East, right.
    E,
    /// South, down.
    S,
    /// West, left.
    W,
}

impl Side {
    /// Clockwise from the north.
    pub const ALL: [Side; 4] = [Side::N, Side::E, Side::S, Side::W];

    /// The side with this number, clockwise from the north, modulo four.
    #[inline]
    pub const fn from_index(index: u8) -> Side {
        Side::ALL[(index & 3) as usize]
    }

    /// The side on the far end of the tile.
    #[inline]
    pub const fn opposite(self) -> Side {
        Side::from_index(self as u8 + 2)
    }

    /// The next side clockwise.
    #[inline]
    pub const fn clockwise(self) -> Side {
        Side::from_index(self as u8 + 1)
    }

    /// Where this side of a tile points after turning the tile.
    #[inline]
    pub const fn turned(self, rot: Rot) -> Side {
        Side::from_index(self as u8 + rot as u8)
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Side::N => 'N',
            Side::E => 'E',
            Side::S => 'S',
            Side::W => 'W',
        }
    }

    /// The side with this letter.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'N' => Some(Side::N),
            'E' => Some(Side::E),
            'S' => Some(Side::S),
            'W' => Some(Side::W),
            _ => None,
        }
    }
}

/// Quarter turns clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Rot {
    /// As in the tile file.
    #[default]
    R0,
    /// One quarter turn clockwise.
    R1,
    /// Half a turn.
    R2,
    /// Three quarter turns clockwise.
    R3,
}

impl Rot {
    /// From none to three.
    pub const ALL: [Rot; 4] = [Rot::R0, Rot::R1, Rot::R2, Rot::R3];

    /// This many quarter turns, modulo four.
    #[inline]
    pub const fn from_index(index: u8) -> Rot {
        Rot::ALL[(index & 3) as usize]
    }
}

/// Half of a side (BASE-03): numbered clockwise, north's west half first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HalfEdge(pub u8);

/// The names of the half-edges in order.
pub const HALF_EDGES: [&str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];

impl HalfEdge {
    /// The half-edge with this name.
    pub fn from_name(name: &str) -> Option<HalfEdge> {
        HALF_EDGES.iter().position(|n| *n == name).map(|i| HalfEdge(i as u8))
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        HALF_EDGES[(self.0 & 7) as usize]
    }

    /// The side it is a half of.
    pub const fn side(self) -> Side {
        Side::from_index(self.0 / 2)
    }

    /// Where it points after turning the tile: one quarter turn adds two (BASE-03).
    pub const fn turned(self, rot: Rot) -> HalfEdge {
        HalfEdge((self.0 + 2 * rot as u8) & 7)
    }

    /// The half-edge of the neighbouring tile that it touches (BASE-03).
    pub const fn partner(self) -> HalfEdge {
        HalfEdge((self.0 + if self.0.is_multiple_of(2) { 5 } else { 3 }) & 7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BASE-03: partners across a shared edge, and one clockwise turn adds two.
    #[test]
    fn half_edges_meet_their_partners() {
        let partners = [(0, 5), (1, 4), (2, 7), (3, 6)];
        for (a, b) in partners {
            assert_eq!(HalfEdge(a).partner(), HalfEdge(b));
            assert_eq!(HalfEdge(b).partner(), HalfEdge(a));
        }
        assert_eq!(HalfEdge(7).turned(Rot::R1), HalfEdge(1));
        for h in (0..8).map(HalfEdge) {
            assert_eq!(HalfEdge::from_name(h.name()), Some(h));
            assert_eq!(h.partner().side(), h.side().opposite());
        }
    }

    /// BASE-01: x grows east, y grows south; turns are clockwise.
    #[test]
    fn steps_and_turns() {
        assert_eq!(Cell::ORIGIN.step(Side::N), Cell::new(0, -1));
        assert_eq!(Cell::ORIGIN.step(Side::E), Cell::new(1, 0));
        assert_eq!(Side::N.turned(Rot::R1), Side::E);
        for side in Side::ALL {
            assert_eq!(Cell::ORIGIN.step(side).step(side.opposite()), Cell::ORIGIN);
            assert_eq!(Side::from_letter(side.letter()), Some(side));
        }
    }

    #[test]
    fn eight_cells_surround_a_cell() {
        let home = Cell::new(3, -4);
        let count = (-6..6)
            .flat_map(|x| (-9..9).map(move |y| Cell::new(x, y)))
            .filter(|c| home.surrounds(*c))
            .count();
        assert_eq!(count, 8);
        assert!(home.around().iter().all(|c| home.surrounds(*c)));
    }
}
