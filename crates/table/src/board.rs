//! Which tile lies where, and the frontier: the empty cells beside laid tiles, each with the
//! edges that it forbids. There is no board edge.

use core::hint::select_unpredictable;

use crate::torus::GRID_MAX;
use crate::{Cell, Edges, GridPlace, List, Open, Rot, Side, TileKind, Torus};

/// The most tiles that a game can lay: a tile's number fits into a byte.
pub const TILES_MAX: usize = 254;
/// The longest frontier of that many tiles: two new cells for each tile, and two.
const FRONTIER_MAX: usize = 2 * TILES_MAX + 2;

/// A place behind the frontier for what is written in vain.
const IN_VAIN: usize = FRONTIER_MAX + 1;

/// A tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Laid {
    /// Where it lies.
    pub cell: Cell,
    /// Its kind.
    pub kind: TileKind,
    /// How it is turned.
    pub rot: Rot,
    /// The number of its first segment in the [`crate::Map`].
    pub first: u16,
}

/// A tile beside the one just laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Beside {
    /// At which side of that one.
    pub side: Side,
    /// Its number, in the order of laying.
    pub tile: u8,
}

/// The laid tiles and the frontier.
pub struct Board {
    torus: Torus,
    /// The tiles lie between these cells.
    low: Cell,
    high: Cell,
    /// The tiles reach so far that cells may share a place: the grid is no longer asked.
    stretched: bool,
    /// 0: nothing near; up to the tiles of the game: a tile, by its number from 1; above: a
    /// frontier cell, by its number, [`FAR`] if that number is too large and must be looked for.
    grid: [u8; GRID_MAX],
    /// Room for every value of a byte, so that looking up a tile needs no check.
    laid: List<Laid, 256>,
    /// Room for one more, which is written in vain.
    frontier: List<Open, { IN_VAIN + 1 }>,
}

const FAR: u8 = u8::MAX;

impl Board {
    /// An empty board for at most `tiles` tiles.
    pub fn for_tiles(tiles: usize) -> Board {
        Board::on(Torus::for_tiles(tiles))
    }

    /// The torus that the board lies on.
    pub fn torus(&self) -> Torus {
        self.torus
    }

    /// An empty board on a torus chosen before.
    #[inline]
    pub fn on(torus: Torus) -> Board {
        Board {
            torus,
            low: Cell::ORIGIN,
            high: Cell::ORIGIN,
            stretched: false,
            grid: [0; GRID_MAX],
            laid: List::new(),
            frontier: List::new(),
        }
    }

    /// The tiles in the order of laying.
    #[inline]
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }

    /// The tile with this number, in the order of laying.
    #[inline]
    pub fn tile(&self, number: u8) -> Laid {
        *self.laid.item(number as usize)
    }

    /// The tile that was laid last.
    ///
    /// # Panics
    /// If no tile has been laid.
    #[inline]
    pub fn last(&self) -> Laid {
        self.tile((self.laid.len() - 1) as u8)
    }

    /// The empty cells beside tiles.
    #[inline]
    pub fn frontier(&self) -> &[Open] {
        &self.frontier
    }

    /// What the grid says of a cell.
    #[inline]
    fn value_at(&self, cell: Cell) -> u8 {
        if self.stretched { self.value_by_list(cell) } else { self.grid[self.torus.place(cell)] }
    }

    #[cold]
    fn value_by_list(&self, cell: Cell) -> u8 {
        match self.laid.iter().position(|laid| laid.cell == cell) {
            Some(number) => number as u8 + 1,
            None if self.frontier.iter().any(|open| open.cell == cell) => FAR,
            None => 0,
        }
    }

    /// Notes how far the tiles reach.
    fn stretch(&mut self, cell: Cell) {
        self.low = Cell::new(self.low.x.min(cell.x), self.low.y.min(cell.y));
        self.high = Cell::new(self.high.x.max(cell.x), self.high.y.max(cell.y));
        // Cells of the frontier, and those around tiles, lie one step beyond on either side.
        let farthest = self.high.x - self.low.x + self.high.y - self.low.y + 4;
        self.stretched = farthest > self.torus.reach;
    }

    /// The number of the tile at a cell.
    #[inline]
    pub fn number_at(&self, cell: Cell) -> Option<usize> {
        let value = self.value_at(cell);
        let number = (value as usize).wrapping_sub(1);
        // A cell that no game reaches may share its place with a tile.
        (number < self.torus.tiles as usize && self.laid.item(number).cell == cell)
            .then_some(number)
    }

    /// The tile at a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<&Laid> {
        self.number_at(cell).map(|n| self.laid.item(n))
    }

    /// Whether a tile lies at a cell.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.number_at(cell).is_some()
    }

    /// 1 if a tile lies at a cell, else 0: as [`Board::has`], without a branch.
    #[inline]
    pub fn tile_bit(&self, cell: Cell) -> u8 {
        let value = self.value_at(cell);
        (value.wrapping_sub(1) < self.torus.tiles) as u8
    }

    /// The tiles beside a cell of the frontier or a tile, north first. Without a branch: what lies
    /// beside a cell cannot be predicted.
    #[inline]
    pub fn beside(&self, cell: Cell) -> List<Beside, 4> {
        let places = self.torus.beside(self.torus.place(cell));
        let mut beside = List::new();
        for side in Side::ALL {
            let place = places[side as usize];
            let value =
                if self.stretched { self.value_by_list(cell.step(side)) } else { self.grid[place] };
            let tile = value.wrapping_sub(1);
            beside.push_if(Beside { side, tile }, tile < self.torus.tiles);
        }
        beside
    }

    /// Whether the game is so short that a place stands for one cell near the tiles, always.
    #[inline]
    pub fn is_short(&self) -> bool {
        self.torus.short
    }

    /// The place of a cell. Places may be asked for in short games only ([`Board::is_short`]).
    #[inline]
    pub fn place(&self, cell: Cell) -> GridPlace {
        GridPlace(self.torus.place(cell) as u16)
    }

    /// The place beyond a side of another one.
    #[inline]
    pub fn place_beyond(&self, place: GridPlace, side: Side) -> GridPlace {
        self.torus.beyond(place, side)
    }

    /// 1 if a tile lies in a place, else 0.
    #[inline]
    pub fn tile_bit_in(&self, place: GridPlace) -> u8 {
        (self.value_in(place).wrapping_sub(1) < self.torus.tiles) as u8
    }

    /// The tile that lies in a place.
    #[inline]
    pub fn tile_in(&self, place: GridPlace) -> Laid {
        self.tile(self.value_in(place).wrapping_sub(1))
    }

    /// Which entry of the frontier a place is.
    #[inline]
    pub fn slot_in(&self, place: GridPlace) -> Option<usize> {
        let slot = self.value_in(place).checked_sub(self.torus.tiles + 1)?;
        Some(slot as usize)
    }

    #[inline]
    fn value_in(&self, place: GridPlace) -> u8 {
        debug_assert!(self.torus.short);
        self.grid[place.0 as usize % GRID_MAX]
    }

    /// How many of the eight cells around a cell hold tiles.
    pub fn filled_around(&self, cell: Cell) -> u8 {
        cell.around().iter().map(|c| self.has(*c) as u8).sum()
    }

    /// From now on no tile fits on this cell of the frontier.
    pub fn shut(&mut self, cell: Cell) {
        let value = self.value_at(cell);
        if value > self.torus.tiles {
            let slot = self.slot(value, cell);
            self.frontier[slot].forbids = Edges(u16::MAX);
        }
    }

    /// The frontier entry of a cell.
    pub fn open_at(&self, cell: Cell) -> Option<&Open> {
        self.slot_at(cell).map(|slot| self.frontier.item(slot))
    }

    /// Which entry of the frontier a cell is.
    pub fn slot_at(&self, cell: Cell) -> Option<usize> {
        let slot = match self.value_at(cell) {
            FAR => self.frontier.iter().position(|open| open.cell == cell)?,
            value => value.checked_sub(self.torus.tiles + 1)? as usize,
        };
        // A cell that no game reaches may share its place with one of the frontier.
        self.frontier.get(slot).is_some_and(|open| open.cell == cell).then_some(slot)
    }

    /// The turns in which a tile may lie at a cell beside a tile (BASE-17, BASE-18).
    pub fn turns_fitting(&self, cell: Cell, edges: Edges) -> impl Iterator<Item = Rot> + use<> {
        let open = self.open_at(cell).copied();
        Rot::ALL.into_iter().filter(move |r| open.is_some_and(|o| o.fits(edges.turned(*r))))
    }

    #[inline]
    fn slot(&self, value: u8, cell: Cell) -> usize {
        let base = self.torus.tiles + 1;
        if value == FAR { self.far_slot(cell) } else { value.wrapping_sub(base) as usize }
    }

    #[cold]
    fn far_slot(&self, cell: Cell) -> usize {
        let found = self.frontier.iter().position(|o| o.cell == cell);
        found.expect("a frontier cell marked in the grid is in the list")
    }

    #[inline]
    fn slot_value(&self, slot: usize) -> u8 {
        let base = self.torus.tiles + 1;
        base + slot.min((FAR - base) as usize) as u8
    }

    /// Lays a tile on an empty cell and returns the tiles beside it, north first.
    /// Whether it fits is the caller's business.
    #[inline]
    pub fn lay(
        &mut self,
        cell: Cell,
        kind: u8,
        rot: Rot,
        first: u16,
        edges: Edges,
    ) -> List<Beside, 4> {
        let tile = Laid { cell, kind: TileKind(kind), rot, first };
        if self.torus.short {
            self.lay_looking::<true, false>(tile, edges)
        } else {
            self.lay_in_long_game(tile, edges)
        }
    }

    #[inline(never)]
    fn lay_in_long_game(&mut self, tile: Laid, edges: Edges) -> List<Beside, 4> {
        self.stretch(tile.cell);
        if self.stretched {
            self.lay_looking::<false, true>(tile, edges)
        } else {
            self.lay_looking::<false, false>(tile, edges)
        }
    }

    /// Lays a tile in a short game or in a long one, looking cells up in the grid or in the lists.
    #[inline(always)]
    fn lay_looking<const SHORT: bool, const BY_LIST: bool>(
        &mut self,
        tile: Laid,
        edges: Edges,
    ) -> List<Beside, 4> {
        let Laid { cell, rot, .. } = tile;
        let base = self.torus.tiles + 1;
        let place = self.torus.place(cell);
        let value = if BY_LIST { self.value_by_list(cell) } else { self.grid[place] };
        debug_assert!(value == 0 || value > self.torus.tiles, "{cell:?} holds a tile already");
        if value != 0 {
            let slot = if SHORT { (value - base) as usize } else { self.slot(value, cell) };
            self.frontier.swap_remove(slot);
            if slot < self.frontier.len() {
                let moved = self.torus.place(self.frontier.item(slot).cell);
                self.grid[moved] = if SHORT { value } else { self.slot_value(slot) };
            }
        }
        self.laid.push(tile);
        self.grid[place] = self.laid.len() as u8;
        let places = self.torus.beside(place);
        let forbids = !edges.turned(rot).0;
        let mut beside = List::new();
        for side in Side::ALL {
            // What our side is not, on the opposite side of the cell beside it.
            let forbids = (forbids >> (4 * side as u8) & 15) << (4 * (side as u8 ^ 2));
            let cell = cell.step(side);
            let place = places[side as usize];
            let value = if BY_LIST { self.value_by_list(cell) } else { self.grid[place] };
            let is_tile = value.wrapping_sub(1) < self.torus.tiles;
            beside.push_if(Beside { side, tile: value.wrapping_sub(1) }, is_tile);
            // A new entry and one that is there already are written alike, and where a tile lies,
            // something is written in vain: what lies beside a tile cannot be predicted.
            let new = value == 0;
            let slot = if SHORT {
                // All slots fit into a byte, and those that the values of tiles stand for lie
                // behind all others: these are in vain.
                let known = value.wrapping_sub(base);
                select_unpredictable(new, self.frontier.len() as u8, known) as usize
            } else {
                let known = self.slot(value, cell);
                let slot = select_unpredictable(new, self.frontier.len(), known);
                select_unpredictable(is_tile, IN_VAIN, slot)
            };
            let open = self.frontier.place_mut(slot);
            let before = select_unpredictable(new, 0, open.forbids.0);
            *open = Open { cell, forbids: Edges(before | forbids) };
            self.frontier.extend_by(new as u16);
            self.grid[place] = if SHORT {
                base.wrapping_add(slot as u8)
            } else {
                select_unpredictable(is_tile, value, self.slot_value(slot))
            };
        }
        beside
    }
}

impl Clone for Board {
    #[inline(always)] // so that it is copied straight to where it goes
    fn clone(&self) -> Self {
        Board { grid: self.grid, laid: self.laid, frontier: self.frontier, ..*self }
    }

    /// Copies only what is in use.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let size = source.torus.size();
        self.torus = source.torus;
        self.low = source.low;
        self.high = source.high;
        self.stretched = source.stretched;
        self.grid[..size].copy_from_slice(&source.grid[..size]);
        self.laid.copy_from(&source.laid);
        self.frontier.copy_from(&source.frontier);
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.torus == other.torus && self.laid == other.laid && self.frontier == other.frontier
    }
}

impl core::fmt::Debug for Board {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Board").field("laid", &self.laid).field("frontier", &self.frontier).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Edges = Edges::new([1, 1, 1, 1]);

    /// A board that stretches beyond the torus is looked up right, before and after.
    #[test]
    fn stretched_boards_find_their_cells() {
        let corner = Edges::new([1, 2, 4, 8]);
        let mut long = Board::for_tiles(TILES_MAX);
        let mut cells = [Cell::ORIGIN; TILES_MAX];
        for (i, cell) in cells.iter_mut().enumerate() {
            // A staircase with a few bays: east, south, east, and back.
            let i = i as i16;
            *cell = Cell::new(i / 2 + i % 2, i / 2 - (i % 7 == 0) as i16);
            if long.has(*cell) {
                *cell = Cell::new(-1 - i, 0);
            }
            long.lay(*cell, 0, Rot::R0, i as u16, corner);
        }
        assert!(long.stretched);
        for x in -170..100 {
            for y in -5..90 {
                let cell = Cell::new(x, y);
                let number = cells.iter().position(|c| *c == cell);
                assert_eq!(long.number_at(cell), number, "{cell:?}");
                let sides = Side::ALL.into_iter().filter(|s| cells.contains(&cell.step(*s)));
                let forbids = sides.fold(0, |all, side| {
                    let theirs = corner.side(side.opposite());
                    all | (!theirs as u16 & 15) << (4 * side as u8)
                });
                let open = (number.is_none() && forbids != 0).then_some(Edges(forbids));
                assert_eq!(long.open_at(cell).map(|o| o.forbids), open, "{cell:?}");
                if open.is_some() {
                    let tiles = Side::ALL.into_iter().filter_map(|side| {
                        let tile = long.number_at(cell.step(side))? as u8;
                        Some(Beside { side, tile })
                    });
                    assert!(long.beside(cell).iter().copied().eq(tiles), "{cell:?}");
                }
            }
        }
    }

    /// A straight line is as far as tiles can go, and gives the longest frontier.
    #[test]
    fn the_longest_line_has_the_longest_frontier() {
        for side in Side::ALL {
            let mut board = Board::for_tiles(TILES_MAX);
            let mut cell = Cell::ORIGIN;
            for _ in 0..TILES_MAX {
                board.lay(cell, 0, Rot::R0, 0, ANY);
                cell = cell.step(side);
            }
            assert_eq!(board.frontier().len(), FRONTIER_MAX);
            for open in board.frontier() {
                assert_eq!(board.open_at(open.cell), Some(open));
                assert!(!board.has(open.cell));
            }
            assert!(board.laid().iter().all(|l| board.at(l.cell) == Some(l)));
        }
    }

    /// In short games places tell the same as cells.
    #[test]
    fn places_stand_for_cells() {
        let mut board = Board::for_tiles(80);
        assert!(board.is_short() && !Board::for_tiles(TILES_MAX).is_short());
        for i in 0..80 {
            // Rows of seven with holes in them.
            let cell = Cell::new(i % 7 + (i % 7 == 6) as i16, i / 7);
            board.lay(cell, i as u8, Rot::R0, 0, ANY);
        }
        for cell in (-2..10).flat_map(|x| (-2..14).map(move |y| Cell::new(x, y))) {
            let place = board.place(cell);
            assert_eq!(board.tile_bit_in(place), board.has(cell) as u8, "{cell:?}");
            assert_eq!(board.slot_in(place), board.slot_at(cell), "{cell:?}");
            assert!(!board.has(cell) || board.tile_in(place).cell == cell, "{cell:?}");
            for side in Side::ALL {
                assert!(board.place_beyond(place, side) == board.place(cell.step(side)));
            }
        }
    }

    /// A cell far outside is neither a tile nor of the frontier, though it may share their places.
    #[test]
    fn far_cells_are_empty() {
        let mut board = Board::for_tiles(4);
        board.lay(Cell::ORIGIN, 0, Rot::R0, 0, ANY);
        let near = |c: &Cell| c.x.abs() + c.y.abs() <= 1;
        let cells = (-200..=200).flat_map(|x| (-200..=200).map(move |y| Cell::new(x, y)));
        for cell in cells.filter(|c| !near(c)) {
            assert!(!board.has(cell) && board.open_at(cell).is_none(), "{cell:?}");
        }
    }

    #[test]
    fn turns_are_those_that_fit_all_neighbours() {
        let corner = Edges::new([1, 1, 2, 2]);
        let mut board = Board::for_tiles(4);
        board.lay(Cell::ORIGIN, 0, Rot::R0, 0, corner);
        let open = *board.open_at(Cell::new(0, -1)).unwrap();
        let mask = open.turns(corner.all_turns());
        for rot in Rot::ALL {
            let fits = open.fits(corner.turned(rot));
            assert_eq!(mask >> (16 * rot as u8 + 15) & 1 != 0, fits);
            assert_eq!(fits, corner.turned(rot).side(Side::S) == 1);
        }
        let mut shut = board.clone();
        shut.shut(Cell::new(0, -1));
        assert_eq!(shut.turns_fitting(Cell::new(0, -1), corner).count(), 0);
        assert_eq!(shut.turns_fitting(Cell::new(1, 0), corner).count(), 2);
        let copy = board.clone();
        board.lay(Cell::new(0, -1), 0, Rot::R1, 0, corner);
        assert!(copy != board);
        let mut again = copy.clone();
        again.clone_from(&board);
        assert!(again == board);
    }
}
