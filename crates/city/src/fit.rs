//! Where a tile may lie (CITY-12..17).

use table::{Action, Actions, Cell, Dice, Edges, List, Open, Rot, Side, TileKind};

use crate::ground::{self, Cells, Ground, Places, Rim, With};
use crate::rules::Rules;
use crate::state::City;

/// After this many misses a placement is picked from the list instead.
const TRIES: u32 = 48;

/// The bit of [`Open::turns`] for a turn.
const fn turn_bit(rot: Rot) -> u64 {
    1 << (16 * rot as u8 + 15)
}

/// For each filling of the eight cells around an empty cell (a bit for each, clockwise from the
/// north): whether a tile there could part the empty cells beside it. It cannot if those are
/// connected among the eight.
const COULD_PART: [bool; 256] = {
    let mut table = [false; 256];
    let mut filled = 0;
    while filled < 256 {
        let empty = !filled as u8;
        let mut groups = 0;
        let mut side = 0;
        while side < 8 {
            let turned = empty.rotate_right(side);
            groups += (turned & 1 != 0 && turned & 0b111 != 0b111) as u8;
            side += 2;
        }
        table[filled] = groups > 1;
        filled += 1;
    }
    table
};

impl City {
    /// Whether the tile can be laid anywhere (CITY-17).
    pub(crate) fn fits_somewhere(&self, rules: &Rules, kind: TileKind) -> bool {
        let turns = rules.shape(kind).all_turns;
        let fits = |o: &Open| o.turns(turns) != 0 && self.admits(rules, o.cell);
        // Four cells at a time: mostly one of the first four fits, so this branch is predictable.
        let (fours, rest) = self.board.frontier().as_chunks::<4>();
        let one_of = |four: &[Open; 4]| four.iter().fold(0, |all, o| all | o.turns(turns)) != 0;
        fours.iter().any(|four| one_of(four) && (self.gate.is_none() || four.iter().any(fits)))
            || rest.iter().any(fits)
            || self.board.laid().is_empty()
    }

    /// Whether walls let a tile lie on a frontier cell whose neighbours it fits. The cells next
    /// to walls are shut in the board already (CITY-14).
    #[inline]
    pub(crate) fn admits(&self, rules: &Rules, cell: Cell) -> bool {
        self.gate.is_none()
            || !(rules.beyond_rows && self.in_blocked_row(cell) || self.encloses(cell))
    }

    /// The placements of the tile in hand.
    pub(crate) fn placements(&self, rules: &Rules, out: &mut Actions) {
        if self.board.laid().is_empty() {
            // CITY-09, CITY-80
            out.extend(Rot::ALL.map(|rot| Action::Tile { cell: Cell::ORIGIN, rot }));
            return;
        }
        let turns = rules.shape(self.hand).all_turns;
        for open in self.board.frontier() {
            let mask = open.turns(turns);
            if mask != 0 && self.admits(rules, open.cell) {
                let fitting = Rot::ALL.into_iter().filter(|rot| mask & turn_bit(*rot) != 0);
                out.extend(fitting.map(|rot| Action::Tile { cell: open.cell, rot }));
            }
        }
    }

    /// One placement of the tile in hand, all equally likely.
    pub(crate) fn pick_placement(&self, rules: &Rules, dice: &mut impl Dice) -> Action {
        match self.guess_placement(rules, self.hand, dice) {
            Some((cell, rot)) => Action::Tile { cell, rot },
            None => self.pick_listed_placement(rules, dice),
        }
    }

    /// Tries random placements of a tile until one is legal, which favours none; gives up after a
    /// while.
    #[inline]
    pub(crate) fn guess_placement(
        &self,
        rules: &Rules,
        kind: TileKind,
        dice: &mut impl Dice,
    ) -> Option<(Cell, Rot)> {
        let frontier = self.board.frontier();
        if frontier.is_empty() {
            // CITY-09, CITY-80
            return Some((Cell::ORIGIN, Rot::from_index(dice.below(4) as u8)));
        }
        let turns = rules.shape(kind).all_turns;
        for _ in 0..TRIES {
            let number = dice.below(4 * frontier.len() as u32);
            let (open, rot) = (&frontier[number as usize / 4], Rot::from_index(number as u8));
            let turned = (turns >> (16 * (number % 4))) as u16;
            if open.fits(Edges(turned)) && self.admits(rules, open.cell) {
                return Some((open.cell, rot));
            }
        }
        None
    }

    #[cold]
    pub(crate) fn pick_listed_placement(&self, rules: &Rules, dice: &mut impl Dice) -> Action {
        let mut list = Actions::new();
        self.placements(rules, &mut list);
        list[dice.below(list.len() as u32) as usize]
    }

    /// Whether a cell lies straight outward of a wall or the gate, with no tile between (CITY-68).
    pub(crate) fn in_blocked_row(&self, cell: Cell) -> bool {
        let pieces = self.walls.iter().flat_map(|line| line.iter()).map(|wall| wall.edge);
        pieces.chain(self.gate).any(|edge| {
            let (dx, dy) = (cell.x - edge.cell.x, cell.y - edge.cell.y);
            let distance = match edge.side {
                Side::N if dx == 0 => -dy,
                Side::E if dy == 0 => dx,
                Side::S if dx == 0 => dy,
                Side::W if dy == 0 => -dx,
                _ => 0,
            };
            let between = core::iter::successors(Some(edge.outer()), |c| Some(c.step(edge.side)));
            distance > 0 && between.take(distance as usize - 1).all(|c| !self.board.has(c))
        })
    }

    /// Whether a tile here would cut a cell next to a wall off from the outside (CITY-15).
    #[inline]
    pub(crate) fn encloses(&self, cell: Cell) -> bool {
        if self.board.is_short() {
            self.encloses_on(Places(&self.board), cell)
        } else {
            self.encloses_on(Cells(&self.board), cell)
        }
    }

    #[inline]
    fn encloses_on<G: Ground>(&self, ground: G, cell: Cell) -> bool {
        let tile = ground.at(cell);
        let filled = filled_around(&ground, tile);
        COULD_PART[filled as usize] && self.cuts_off(&With { ground, tile }, filled)
    }

    /// A tile at `cell` parts the empty cells beside it; as all tiles are connected, each part is
    /// then bounded by one cycle of edges. Walks along all of these cycles at the same pace, so
    /// that the long way round the outside need not be gone to its end. Round a hole a walk makes
    /// four more turns to the left than to the right; a hole must not hold a cell next to a wall.
    /// If the cell lies in a hole already, no part does (CITY-16a).
    fn cuts_off<G: Ground>(&self, ground: &With<G>, filled: u8) -> bool {
        let mut walks = self.walks_from(ground, filled);
        // The last walk is the longest; if no other one was the outer cycle, it need not end.
        let mut outer_known = false;
        while walks.len() > 1 || (outer_known && !walks.is_empty()) {
            let mut number = 0;
            while let Some(walk) = walks.get_mut(number) {
                let (next, turn) = walk.rim.successor(ground);
                walk.rim = next;
                walk.turns += turn;
                walk.blocked |= self.is_blocked(ground, next);
                if next != walk.start {
                    number += 1;
                    continue;
                }
                let done = walks.swap_remove(number);
                if done.turns > 0 {
                    outer_known = true;
                } else if done.blocked {
                    return true;
                }
            }
        }
        false
    }

    /// A walk along each of the parts: it begins at the first side of each group of empty cells.
    fn walks_from<G: Ground>(&self, ground: &With<G>, filled: u8) -> List<Walk<G::At>, 4> {
        let empty = !filled;
        let starts = Side::ALL.into_iter().filter(|side| {
            let turned = empty.rotate_right(2 * *side as u32);
            turned & 1 != 0 && turned & 0b111 != 0b111
        });
        let walk = |side| {
            let start = Rim { at: ground.tile, side };
            Walk { start, rim: start, turns: 0, blocked: self.is_blocked(ground, start) }
        };
        starts.map(walk).collect()
    }

    /// Whether the cell beyond an edge is next to a wall or the gate.
    #[inline]
    fn is_blocked<G: Ground>(&self, ground: &G, rim: Rim<G::At>) -> bool {
        let open = ground.slot(rim.outer(ground)).and_then(|slot| self.board.frontier().get(slot));
        open.is_some_and(|open| ground::is_shut(open.forbids))
    }

    /// Whether a cell is next to a wall or the gate (CITY-14).
    #[inline]
    pub(crate) fn is_shut(&self, cell: Cell) -> bool {
        self.board.open_at(cell).is_some_and(|open| ground::is_shut(open.forbids))
    }
}

/// The filled cells among the eight around one, clockwise from the north.
#[inline]
fn filled_around<G: Ground>(ground: &G, at: G::At) -> u8 {
    let mut filled = 0;
    for side in Side::ALL {
        let beside = ground.beyond(at, side);
        let corner = ground.beyond(beside, side.clockwise());
        let two = ground.tile_bit(beside) | ground.tile_bit(corner) << 1;
        filled |= two << (2 * side as u8);
    }
    filled
}

/// A walk round one part of the empty cells.
#[derive(Clone, Copy, Default)]
struct Walk<At> {
    start: Rim<At>,
    rim: Rim<At>,
    turns: i8,
    blocked: bool,
}
