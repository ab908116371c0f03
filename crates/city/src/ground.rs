//! Walks along the outline of the city, over cells or, in games short enough, over the places that
//! stand for them in the folded board: of those no walk needs to know which cells they are.

use core::hint::select_unpredictable;

use table::{Board, Cell, Edges, GridPlace, Side};

use crate::edge::{Edge, beyond};

/// What a walk asks of the board.
pub(crate) trait Ground {
    /// Where a tile can lie.
    type At: Copy + PartialEq + Default;

    /// Where a cell is.
    fn at(&self, cell: Cell) -> Self::At;
    /// The cell of a tile.
    fn cell(&self, at: Self::At) -> Cell;
    /// What lies beyond a side.
    fn beyond(&self, at: Self::At, side: Side) -> Self::At;
    /// 1 if a tile lies there, else 0.
    fn tile_bit(&self, at: Self::At) -> u8;
    /// Which entry of the frontier it is.
    fn slot(&self, at: Self::At) -> Option<usize>;
}

/// The cells themselves: right for every board.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'a>(pub &'a Board);

impl Ground for Cells<'_> {
    type At = Cell;

    #[inline]
    fn at(&self, cell: Cell) -> Cell {
        cell
    }

    #[inline]
    fn cell(&self, at: Cell) -> Cell {
        at
    }

    #[inline]
    fn beyond(&self, at: Cell, side: Side) -> Cell {
        beyond(at, side)
    }

    #[inline]
    fn tile_bit(&self, at: Cell) -> u8 {
        self.0.tile_bit(at)
    }

    #[inline]
    fn slot(&self, at: Cell) -> Option<usize> {
        self.0.slot_at(at)
    }
}

/// The places of the board of a short game ([`Board::is_short`]): a few instructions for each step.
#[derive(Clone, Copy)]
pub(crate) struct Places<'a>(pub &'a Board);

impl Ground for Places<'_> {
    type At = GridPlace;

    #[inline]
    fn at(&self, cell: Cell) -> GridPlace {
        self.0.place(cell)
    }

    #[inline]
    fn cell(&self, at: GridPlace) -> Cell {
        self.0.tile_in(at).cell
    }

    #[inline]
    fn beyond(&self, at: GridPlace, side: Side) -> GridPlace {
        self.0.place_beyond(at, side)
    }

    #[inline]
    fn tile_bit(&self, at: GridPlace) -> u8 {
        self.0.tile_bit_in(at)
    }

    #[inline]
    fn slot(&self, at: GridPlace) -> Option<usize> {
        self.0.slot_in(at)
    }
}

/// Ground with one more tile.
pub(crate) struct With<G: Ground> {
    pub ground: G,
    pub tile: G::At,
}

impl<G: Ground> Ground for With<G> {
    type At = G::At;

    #[inline]
    fn at(&self, cell: Cell) -> G::At {
        self.ground.at(cell)
    }

    #[inline]
    fn cell(&self, at: G::At) -> Cell {
        self.ground.cell(at)
    }

    #[inline]
    fn beyond(&self, at: G::At, side: Side) -> G::At {
        self.ground.beyond(at, side)
    }

    #[inline]
    fn tile_bit(&self, at: G::At) -> u8 {
        (at == self.tile) as u8 | self.ground.tile_bit(at)
    }

    #[inline]
    fn slot(&self, at: G::At) -> Option<usize> {
        self.ground.slot(at)
    }
}

/// A boundary edge of the city: a side of a tile.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) struct Rim<At> {
    pub at: At,
    pub side: Side,
}

impl<At: Copy + PartialEq + Default> Rim<At> {
    /// Where an edge is.
    #[inline]
    pub(crate) fn of<G: Ground<At = At>>(ground: &G, edge: Edge) -> Rim<At> {
        Rim { at: ground.at(edge.cell), side: edge.side }
    }

    /// As an edge of a cell.
    #[inline]
    pub(crate) fn edge<G: Ground<At = At>>(self, ground: &G) -> Edge {
        Edge::new(ground.cell(self.at), self.side)
    }

    /// The empty side of it.
    #[inline]
    pub(crate) fn outer<G: Ground<At = At>>(self, ground: &G) -> At {
        ground.beyond(self.at, self.side)
    }

    /// CITY-34: the next boundary edge clockwise, and the quarter turn made there: 1 to the right
    /// at an outer corner, -1 to the left in a bay.
    #[inline]
    pub(crate) fn successor<G: Ground<At = At>>(self, ground: &G) -> (Rim<At>, i8) {
        self.around(ground, 1)
    }

    /// The inverse of [`Rim::successor`].
    #[inline]
    pub(crate) fn predecessor<G: Ground<At = At>>(self, ground: &G) -> Rim<At> {
        self.around(ground, -1).0
    }

    /// The next edge in the direction of the quarter turn `way`, and how often it turns there:
    /// once, or not at all if there is a tile ahead, or back if there is one on the diagonal.
    /// Without branches: the outline of a city turns too often to be predicted.
    #[inline]
    fn around<G: Ground<At = At>>(self, ground: &G, way: i8) -> (Rim<At>, i8) {
        let Rim { at, side } = self;
        let ahead = ground.beyond(at, Side::from_index((side as u8).wrapping_add(way as u8)));
        let diagonal = ground.beyond(ahead, side);
        let in_bay = ground.tile_bit(diagonal);
        let advances = in_bay | ground.tile_bit(ahead);
        let next = select_unpredictable(advances != 0, ahead, at);
        let next = select_unpredictable(in_bay != 0, diagonal, next);
        let turn = 1 - (advances + in_bay) as i8;
        let side = Side::from_index((side as u8).wrapping_add((way * turn) as u8));
        (Rim { at: next, side }, turn)
    }

    /// Goes clockwise from here until, not including, `end`, at least one step.
    #[inline]
    pub(crate) fn walk<G: Ground<At = At>>(
        self,
        ground: &G,
        end: Rim<At>,
        mut each: impl FnMut(Rim<At>),
    ) {
        let mut rim = self;
        loop {
            each(rim);
            rim = rim.successor(ground).0;
            if rim == end {
                return;
            }
        }
    }
}

/// Whether nothing may lie on a cell of the frontier, as it is next to a wall (CITY-14).
#[inline]
pub(crate) fn is_shut(forbids: Edges) -> bool {
    forbids.0 == u16::MAX
}
