//! The board without an edge, folded into a small array.

use crate::{Cell, TILES_MAX};

/// The most places that a torus has.
pub(crate) const GRID_MAX: usize = 1 << 12;

/// Folds the unbounded board into a small array: cell (x, y) goes to x + stride·y, modulo a
/// power of two. The stride is chosen so that cells which share a place lie as far apart as can
/// be. In a game of few tiles no two cells of the board ever lie so far apart; in a longer game
/// the board watches how far it stretches, and from then on looks its cells up in its lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Torus {
    mask: u16,
    stride: u16,
    /// How many tiles it is for.
    pub(crate) tiles: u8,
    /// Cells at most this many steps apart never share a place.
    pub(crate) reach: i16,
    /// Whether the tiles of the game cannot reach farther than that.
    pub(crate) proven: bool,
}

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
                return Torus { mask, stride, tiles: tiles as u8, reach, proven };
            }
            size *= 2;
        }
    }

    /// The place of a cell.
    #[inline]
    pub const fn place(self, cell: Cell) -> usize {
        self.fold((cell.y as u16).wrapping_mul(self.stride).wrapping_add(cell.x as u16))
    }

    /// The places of the four neighbours of a place, north first.
    #[inline]
    pub(crate) const fn beside(self, place: usize) -> [usize; 4] {
        let place = place as u16;
        [
            self.fold(place.wrapping_sub(self.stride)),
            self.fold(place.wrapping_add(1)),
            self.fold(place.wrapping_add(self.stride)),
            self.fold(place.wrapping_sub(1)),
        ]
    }

    #[inline]
    const fn fold(self, place: u16) -> usize {
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
            assert_eq!(torus.proven, tiles as i16 + 4 <= torus.reach);
            assert!(torus.proven || tiles > 80, "{tiles} tiles");
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
