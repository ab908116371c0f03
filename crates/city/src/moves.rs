//! The list of whole moves: where the tile goes and which follower goes on it, at once.
//!
//! Nothing is laid for it: what lies around a cell is looked up once, and for each turn of the
//! tile the streets and areas that it would join are put together from that.

use table::{Action, Beside, Cell, List, Move, NodeId, Rot, Spot};

use crate::names::FOLLOWER;
use crate::rules::Rules;
use crate::shape::{Closed, NONE, Shape, Turned};
use crate::state::{City, TurnStep};
use crate::tile::{SEGMENTS_MAX, Tile};

/// Finds every placement of the tile in hand with every claim after it.
pub(crate) fn each(rules: &Rules, city: &City, mut found: impl FnMut(Move)) {
    if city.step != TurnStep::Lay {
        return;
    }
    let (tile, shape) = (rules.tile(city.hand), rules.shape(city.hand));
    let claims = city.supply[city.seat.index()] > 0;
    let mut around = Around::nothing();
    let mut at_cell = |cell: Cell, mut turns: u64| {
        if claims {
            around.look(rules, city, cell);
        }
        while turns != 0 {
            let rot = Rot::from_index((turns.trailing_zeros() / 16) as u8);
            turns &= turns - 1;
            let mut free =
                if claims { around.free(tile, shape, rules.look(city.hand, rot)) } else { 0 };
            let asked = free != 0;
            while free != 0 {
                let at = Spot::segment(cell, free.trailing_zeros() as u8);
                free &= free - 1;
                let figure = Some(Action::Put { piece: FOLLOWER, at });
                found(Move { cell, rot, figure });
            }
            found(Move { cell, rot, figure: asked.then_some(Action::Pass) });
        }
    };
    if city.board.laid().is_empty() {
        at_cell(Cell::ORIGIN, table::Open::default().turns(0)); // CITY-09, CITY-80
        return;
    }
    for open in city.board.frontier() {
        let turns = open.turns(shape.all_turns);
        if turns != 0 && city.admits(rules, open.cell) {
            at_cell(open.cell, turns);
        }
    }
}

/// More features than a tile can meet, three at each side.
const MET_MAX: usize = 16;

/// What lies around an empty cell: each street and area that a tile there would meet, once.
struct Around {
    roots: List<NodeId, MET_MAX>,
    /// Of these, the ones where somebody stands, a bit for each.
    occupied: u16,
    /// How many open edges each has besides those towards the cell.
    open: [i16; MET_MAX],
    sides: List<Met, 4>,
}

/// What a neighbour shows to the cell, by the numbers of the features.
#[derive(Clone, Copy, Default)]
struct Met {
    side: u8,
    street: u8,
    /// At the left and at the right half of *our* side.
    areas: [u8; 2],
    /// Which of these are markets.
    markets: u8,
}

impl Around {
    fn nothing() -> Around {
        Around { roots: List::new(), occupied: 0, open: [0; MET_MAX], sides: List::new() }
    }

    /// Looks around a cell of the frontier. What it knew of another one is forgotten.
    #[inline]
    fn look(&mut self, rules: &Rules, city: &City, cell: Cell) {
        self.roots.clear();
        self.sides.clear();
        self.occupied = 0;
        for Beside { side, tile } in city.board.beside(cell).iter().copied() {
            let laid = city.board.tile(tile);
            let port = rules.look(laid.kind, laid.rot)[side.opposite() as usize];
            let street = match port.street {
                NONE => NONE,
                street => self.note(city, laid.first + street as NodeId, 1),
            };
            // The left half of one side touches the right half of the other.
            let [right, left] = port.areas;
            let markets = port.markets_across();
            let mut note = |area: u8, by| self.note(city, laid.first + area as NodeId, by);
            let areas = if left == right {
                [note(left, 2 * (markets & 1)); 2]
            } else {
                [note(left, markets & 1), note(right, markets >> 1)]
            };
            self.sides.push(Met { side: side as u8, street, areas, markets });
        }
    }

    /// The number of a feature around, which may be new; so many of its open edges are closed.
    #[inline]
    fn note(&mut self, city: &City, node: NodeId, closed: u8) -> u8 {
        let root = city.map.find(node);
        let known = self.roots.iter().position(|r| *r == root);
        let number = known.unwrap_or_else(|| self.add(city, root));
        self.open[number % MET_MAX] -= closed as i16;
        number as u8
    }

    #[inline]
    fn add(&mut self, city: &City, root: NodeId) -> usize {
        let number = self.roots.len();
        let feature = city.map.tally(root);
        self.occupied |= (feature.occupied() as u16) << number;
        self.open[number] = feature.open as i16;
        self.roots.push(root);
        number
    }

    /// Where a follower could stand on a tile here, as [`City::just_laid`] finds it once it lies.
    #[inline]
    fn free(&self, tile: &Tile, shape: &Shape, turned: &Turned) -> u16 {
        let mut joining = Joining::new(shape);
        if shape.has_joins {
            tile.joins.iter().for_each(|(a, b)| joining.join(*a, *b)); // CITY-73
        }
        for met in self.sides.iter() {
            let my = turned[met.side as usize % 4];
            let Closed { segments, by } = my.closed();
            for (segment, by) in segments.into_iter().zip(by) {
                joining.close(segment, by);
            }
            if my.street != NONE {
                joining.meet(self, my.street, met.street);
            }
            let [left, right] = my.areas;
            let same = my.markets ^ met.markets;
            if same & 1 == 0 {
                joining.meet(self, left, met.areas[0]);
            }
            // Mostly a side is of one piece on both tiles.
            let whole = left == right && met.areas[0] == met.areas[1];
            if same & 2 == 0 && !whole {
                joining.meet(self, right, met.areas[1]);
            }
        }
        joining.free(shape)
    }
}

/// A tile as it would be joined: with what lies around, and its segments with one another.
struct Joining {
    /// For each segment an earlier one of the same feature, or itself.
    leads: [u8; SEGMENTS_MAX],
    /// For each first segment the open edges of its feature.
    open: [i16; SEGMENTS_MAX],
    /// The segments in whose features somebody stands.
    taken: u16,
    /// The first segment of each feature.
    first: u16,
    /// For each feature around a segment that it is joined with.
    met: [u8; MET_MAX],
}

impl Joining {
    #[inline(always)]
    fn new(shape: &Shape) -> Joining {
        Joining {
            leads: core::array::from_fn(|i| i as u8),
            open: shape.open,
            taken: 0,
            first: shape.there(),
            met: [NONE; MET_MAX],
        }
    }

    /// The first segment of a segment's feature.
    #[inline(always)]
    fn lead(&self, segment: u8) -> usize {
        let mut lead = segment as usize % SEGMENTS_MAX;
        while self.leads[lead] as usize != lead {
            lead = self.leads[lead] as usize % SEGMENTS_MAX;
        }
        lead
    }

    #[inline(always)]
    fn close(&mut self, segment: u8, by: u8) {
        self.open[self.lead(segment)] -= by as i16;
    }

    /// Joins a segment with a feature around.
    #[inline(always)]
    fn meet(&mut self, around: &Around, segment: u8, feature: u8) {
        let feature = feature as usize % MET_MAX;
        let known = self.met[feature];
        if known != NONE {
            return self.join(known, segment);
        }
        let lead = self.lead(segment);
        self.met[feature] = lead as u8;
        self.taken |= (around.occupied >> feature & 1) << lead;
        self.open[lead] += around.open[feature];
    }

    /// Two segments of the tile become one feature (CITY-20, CITY-73).
    #[inline]
    fn join(&mut self, one: u8, other: u8) {
        let (one, other) = (self.lead(one), self.lead(other));
        if one == other {
            return;
        }
        let (low, high) = (one.min(other), one.max(other));
        self.leads[high] = low as u8;
        self.open[low] += self.open[high];
        self.taken |= (self.taken >> high & 1) << low;
        self.first &= !(1 << high);
    }

    /// The first segments of features that nobody occupies and that are not complete.
    #[inline(always)]
    fn free(&self, shape: &Shape) -> u16 {
        let growing = |all, (i, open): (usize, &i16)| all | ((*open > 0) as u16) << i;
        let growing = self.open.iter().enumerate().fold(0, growing);
        self.first & !self.taken & (growing | shape.homes)
    }
}
