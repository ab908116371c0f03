//! The list of whole moves: where the tile goes and which follower goes on it, at once.
//!
//! Nothing is laid for it: what lies around a cell is looked up once, and for each turn of the
//! tile the streets and areas that it would join are put together from that.

use table::{Action, Cell, List, Move, NodeId, Rot, Side, Spot};

use crate::edge::beyond;
use crate::names::FOLLOWER;
use crate::rules::Rules;
use crate::shape::{NONE, Shape};
use crate::state::{City, TurnStep};
use crate::tile::{SEGMENTS_MAX, Tile};

/// Finds every placement of the tile in hand with every claim after it.
pub(crate) fn each(rules: &Rules, city: &City, mut found: impl FnMut(Move)) {
    if city.step != TurnStep::Lay {
        return;
    }
    let (tile, shape) = (rules.tile(city.hand), rules.shape(city.hand));
    let claims = city.supply[city.seat.index()] > 0;
    let mut at_cell = |cell: Cell, mut turns: u64| {
        let around = if claims { Around::of(rules, city, cell) } else { Around::nothing() };
        while turns != 0 {
            let rot = Rot::from_index((turns.trailing_zeros() / 16) as u8);
            turns &= turns - 1;
            let mut free = if claims { around.free(tile, shape, rot) } else { 0 };
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
    /// How many open edges each has.
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

/// For each feature around a cell, the segments of a tile there that it would be joined with.
type Joins = [u16; MET_MAX];

impl Around {
    fn nothing() -> Around {
        Around { roots: List::new(), occupied: 0, open: [0; MET_MAX], sides: List::new() }
    }

    fn of(rules: &Rules, city: &City, cell: Cell) -> Around {
        let mut around = Around::nothing();
        for side in Side::ALL {
            let Some(laid) = city.board.at(beyond(cell, side)) else { continue };
            let turned = &rules.shape(laid.kind).turned[laid.rot as usize];
            let far = side.opposite() as usize;
            let mut note = |segment: u8| around.note(city, laid.first + segment as NodeId);
            let street = turned.street[far];
            let street = if street == NONE { NONE } else { note(street) };
            // The left half of one side touches the right half of the other.
            let [right, left] = [turned.area[2 * far], turned.area[2 * far + 1]];
            let left_area = note(left);
            let right_area = if left == right { left_area } else { note(right) };
            let markets = turned.markets >> (2 * far);
            let markets = markets << 1 & 2 | markets >> 1 & 1;
            let areas = [left_area, right_area];
            around.sides.push(Met { side: side as u8, street, areas, markets });
        }
        around
    }

    /// The number of a feature around, which may be new.
    #[inline]
    fn note(&mut self, city: &City, node: NodeId) -> u8 {
        let root = city.map.find(node);
        if let Some(known) = self.roots.iter().position(|r| *r == root) {
            return known as u8;
        }
        let number = self.roots.len();
        let feature = city.map.tally(root);
        self.occupied |= (feature.occupied() as u16) << number;
        self.open[number] = feature.open as i16;
        self.roots.push(root);
        number as u8
    }

    /// Where a follower could stand on a tile here, as [`City::just_laid`] finds it once it lies.
    #[inline]
    fn free(&self, tile: &Tile, shape: &Shape, rot: Rot) -> u16 {
        let my = &shape.turned[rot as usize];
        let mut joins: Joins = [0; MET_MAX];
        let (mut open, mut beside) = (shape.open, self.open);
        for met in self.sides.iter() {
            let side = met.side as usize % 4;
            let street = my.street[side];
            if street != NONE {
                joins[met.street as usize % MET_MAX] |= 1 << street;
                open[street as usize % SEGMENTS_MAX] -= 2;
            }
            for half in 0..2 {
                let area = my.area[2 * side + half] as usize % SEGMENTS_MAX;
                let other = met.areas[half] as usize % MET_MAX;
                let mine = my.markets >> (2 * side + half) & 1;
                let theirs = met.markets >> half & 1;
                open[area] -= mine as i16;
                beside[other] -= theirs as i16;
                joins[other] |= ((mine == theirs) as u16) << area;
            }
        }
        let several = joins.iter().fold(0, |several, j| several | j & j.wrapping_sub(1));
        if several != 0 || shape.has_joins {
            return self.free_in_groups(tile, shape, &joins, &open, &beside);
        }
        let mut taken = 0;
        for (number, (joined, beside)) in joins.iter().zip(beside).enumerate() {
            if *joined != 0 {
                taken |= joined * (self.occupied >> number & 1);
                open[joined.trailing_zeros() as usize % SEGMENTS_MAX] += beside;
            }
        }
        let growing = open.iter().enumerate().fold(0, |all, (i, o)| all | ((*o > 0) as u16) << i);
        shape.there() & !taken & (growing | shape.homes)
    }

    /// The same where segments of the tile become one feature (CITY-20, CITY-73).
    #[cold]
    fn free_in_groups(
        &self,
        tile: &Tile,
        shape: &Shape,
        joins: &Joins,
        open: &[i16; SEGMENTS_MAX],
        beside: &[i16; MET_MAX],
    ) -> u16 {
        let mut groups: [u16; SEGMENTS_MAX] = core::array::from_fn(|i| 1 << i);
        let touching = tile.joins.iter().map(|(a, b)| 1 << a | 1 << b);
        for joined in touching.chain(joins.iter().copied()) {
            let all = groups.iter().filter(|g| *g & joined != 0).fold(0, |all, g| all | g);
            groups.iter_mut().filter(|g| **g & all != 0).for_each(|g| *g = all);
        }
        let mut free = 0;
        for first in 0..shape.segments {
            let group = groups[first as usize];
            let part = |of: &u16| of & group != 0;
            let taken = (0..).zip(joins).any(|(i, j)| part(j) && self.occupied >> i & 1 != 0);
            let own = (0..).zip(open).filter(|(i, _)| group >> i & 1 != 0).map(|(_, o)| *o);
            let others = joins.iter().zip(beside).filter(|(j, _)| part(j)).map(|(_, o)| *o);
            let growing = shape.homes >> first & 1 != 0 || own.chain(others).sum::<i16>() > 0;
            let is_first = group.trailing_zeros() == first as u32;
            free |= ((is_first && !taken && growing) as u16) << first;
        }
        free
    }
}
