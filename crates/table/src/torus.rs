//! The board without an edge, folded into a small array.

use crate::{Cell, Side, TILES_MAX};

/// The most places that a torus has.
pub(crate) const GRID_MAX: usize = 1 << 12;
/// So many tiles and the cells of their frontier, at most two for each and two more, have numbers
/// that fit into a byte together with 0 for nothing and 255 for what does not fit.
const SHORT_MAX: usize = (254 - 2) / 3;

/// Folds the unbounded board into a small array: cell (x, y) goes to x + stride·y, modulo a
/// power of two. The stride is chosen so that cells which share a place lie as far apart as can
/// be. In a game of few tiles no two cells of the board ever lie so far apart; in a longer game
/// the board watches how far it stretches, and from then on looks its cells up in its lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Torus {
    mask: u16,
    /// From a place to the one beyond each side, north first.
    steps: [u16; 4],
    /// How many tiles it is for.
    pub(crate) tiles: u8,
    /// Cells at most this many steps apart never share a place.
    pub(crate) reach: i16,
    /// Whether the tiles of the game cannot reach farther than that, and a byte tells all of them
    /// and all cells of their frontier apart.
    pub(crate) short: bool,
}

/// A place of the torus: it stands for all cells that are folded into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GridPlace(pub(crate) u16);

impl Torus {
    /// The smallest torus for a connected shape of `tiles` tiles.
    pub fn for_tiles(tiles: usize) -> Torus {
        assert!(tiles <= TILES_MAX, "{tiles} tiles are more than a board holds");
        // Two tiles are at most tiles-1 steps apart; each may have a frontier cell beyond it, and
        // the eight cells around a tile are asked for too.
        let wanted = tiles as i32 + 4;
        let mut size: i32 = 1 << 9;
        loop {
            let wraps = (2..size / 2).map(|stride| (shortest_wrap(size, stride), stride));
            let (wrap, stride) = wraps.max().expect("there are strides to choose from");
            let proven = wrap > wanted;
            if proven || size as usize == GRID_MAX {
                let reach = (wrap - 1) as i16;
                let (mask, stride) = ((size - 1) as u16, stride as u16);
                let steps = [stride.wrapping_neg(), 1, stride, 1_u16.wrapping_neg()];
                let short = proven && tiles <= SHORT_MAX;
                return Torus { mask, steps, tiles: tiles as u8, reach, short };
            }
            size *= 2;
        }
    }

    /// The place of a cell.
    #[inline]
    pub const fn place(&self, cell: Cell) -> usize {
        self.fold(
            (cell.y as u16).wrapping_mul(self.steps[Side::S as usize]).wrapping_add(cell.x as u16),
        )
    }

    /// The places of the four neighbours of a place, north first.
    #[inline]
    pub(crate) const fn beside(&self, place: usize) -> [usize; 4] {
        let [north, east, south, west] = self.steps;
        let place = place as u16;
        [
            self.fold(place.wrapping_add(north)),
            self.fold(place.wrapping_add(east)),
            self.fold(place.wrapping_add(south)),
            self.fold(place.wrapping_add(west)),
        ]
    }

    /// The place beyond a side of another one.
    #[inline]
    pub(crate) const fn beyond(&self, place: GridPlace, side: Side) -> GridPlace {
        GridPlace(self.fold(place.0.wrapping_add(self.steps[side as usize])) as u16)
    }

    #[inline]
    const fn fold(&self, place: u16) -> usize {
        // The second mask changes nothing; it lets the compiler drop the bounds check.
        (place & self.mask) as usize & (GRID_MAX - 1)
    }

    pub(crate) const fn size(self) -> usize {
        self.mask as usize + 1
    }
}

/// The fewest steps between two different cells that share a place.
fn shortest_wrap(size: i32, stride: i32) -> i32 {
    let mut best = size;
    let mut dy = 0;
    while dy < best {
        let dx = (stride * dy).rem_euclid(size);
        let dx = dx.min(size - dx);
        if dy > 0 {
            best = best.min(dx + dy);
        }
        dy += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two cells within reach share a place, and short games cannot reach farther.
    #[test]
    fn the_torus_never_folds_reachable_cells_together() {
        for tiles in [1, 40, 72, 84, 114, 126, 144, TILES_MAX] {
            let torus = Torus::for_tiles(tiles);
            assert_eq!(torus.short, tiles as i16 + 4 <= torus.reach && tiles <= SHORT_MAX);
            assert!(torus.short || tiles > 80, "{tiles} tiles");
            let reach = torus.reach;
            for dx in -reach..=reach {
                let rest = reach - dx.abs();
                for dy in -rest..=rest {
                    let same = torus.place(Cell::new(dx, dy)) == torus.place(Cell::ORIGIN);
                    assert_eq!(same, (dx, dy) == (0, 0), "{tiles} tiles: {dx},{dy}");
                }
            }
        }
    }
}
