//! Which tiles of the bag fit an empty cell, and what they would do there.

use alloc::boxed::Box;
use alloc::vec::Vec;

use country::Rules;
use table::{Bag, Edges, Rot};

use super::lens::FITS_MAX;

/// How many tiles of the bag fit a cell, and how many of those do what.
#[derive(Clone, Copy)]
pub(super) struct CellFit {
    /// All that fit.
    pub fits: u8,
    /// Those that end the road or city which comes in at a side: it leads nowhere but to sides
    /// where tiles lie.
    pub ends: [u8; 4],
    /// Those that join what comes in at two sides, by [`PAIR`].
    joins: [u8; 6],
    /// Those that join the fields at two halves of sides, by [`half_pair`].
    pub fields: [u8; HALF_PAIRS],
    /// How likely what comes in at a side ends here: for whoever has the weights to say.
    pub closes: [f32; 4],
}

/// The pairs of sides, as numbers.
const PAIR: [[usize; 4]; 4] = [[0, 0, 1, 2], [0, 0, 3, 4], [1, 3, 0, 5], [2, 4, 5, 0]];
const HALVES: usize = 8;
const HALF_PAIRS: usize = HALVES * (HALVES - 1) / 2;

/// The number of a pair of halves.
pub(super) const fn half_pair(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high - 1) / 2 + low
}

impl CellFit {
    /// How many tiles join what comes in at two sides.
    pub fn joining(&self, one: usize, other: usize) -> u8 {
        self.joins[PAIR[one][other]]
    }
}

/// A kind of tile in one of its turns.
#[derive(Clone, Copy)]
struct Turned {
    edges: Edges,
    leads: [u8; 4],
    /// The pairs of sides that it joins.
    joins: u8,
    /// The pairs of halves that its fields join.
    fields: u32,
}

/// The tiles of a bag, and the cells that were asked for.
#[derive(Clone)]
pub(super) struct Cells {
    /// The tiles, each kind in its four turns, with how many there are.
    tiles: Vec<([Turned; 4], u8)>,
    /// Where a cell stands in the list, by what it forbids; [`UNKNOWN`] until somebody asks.
    numbers: Box<[u16; PLACES]>,
    list: Vec<CellFit>,
}

const UNKNOWN: u16 = u16::MAX;
/// What a side may forbid: nothing, all kinds of edge but one, or all.
const FORMS: usize = 6;
const PLACES: usize = FORMS * FORMS * FORMS * FORMS;
/// The form of what a side forbids, from four bits.
const FORM: [usize; 16] = {
    let mut form = [FORMS - 1; 16];
    (form[0], form[0b1110], form[0b1101], form[0b1011], form[0b0111]) = (0, 1, 2, 3, 4);
    form
};

impl Cells {
    pub fn new(rules: &Rules, bag: &Bag) -> Cells {
        let turned = |kind, edges: Edges, rot: Rot| {
            let (leads, halves) = (rules.leads(kind, rot), rules.halves(kind, rot));
            let (mut joins, mut fields) = (0, 0);
            for (one, leads) in leads.iter().enumerate() {
                for other in (one + 1..4).filter(|other| leads >> other & 1 == 1) {
                    joins |= 1 << PAIR[one][other];
                }
            }
            for (one, reaches) in halves.iter().enumerate() {
                for other in (one + 1..HALVES).filter(|other| reaches >> other & 1 == 1) {
                    fields |= 1 << half_pair(one, other);
                }
            }
            Turned { edges: edges.turned(rot), leads, joins, fields }
        };
        let tile = |(kind, left): (table::TileKind, u8)| {
            let edges = rules.tiles()[kind.0 as usize].edges.map(|terrain| terrain as u8);
            (Rot::ALL.map(|rot| turned(kind, Edges::new(edges), rot)), left)
        };
        let tiles = bag.iter().map(tile).collect();
        Cells { tiles, numbers: Box::new([UNKNOWN; PLACES]), list: Vec::new() }
    }

    /// The number of a cell that forbids this.
    #[inline]
    pub fn number(&mut self, forbids: Edges, closes: impl Fn(&CellFit, usize) -> f32) -> u16 {
        let form = |side: u32| FORM[usize::from(forbids.0 >> (4 * side) & 15)];
        let place = ((form(0) * FORMS + form(1)) * FORMS + form(2)) * FORMS + form(3);
        if self.numbers[place] == UNKNOWN {
            self.numbers[place] = self.list.len() as u16;
            let mut fit = self.look(forbids);
            fit.closes = core::array::from_fn(|side| closes(&fit, side));
            self.list.push(fit);
        }
        self.numbers[place]
    }

    #[inline]
    pub fn get(&self, number: u16) -> &CellFit {
        &self.list[usize::from(number)]
    }

    /// Counts what fits a cell.
    fn look(&self, forbids: Edges) -> CellFit {
        let beside = (0..4).filter(|side| forbids.0 >> (4 * side) & 15 != 0);
        let beside = beside.fold(0_u8, |mask, side| mask | 1 << side);
        let mut cell = CellFit {
            fits: 0,
            ends: [0; 4],
            joins: [0; 6],
            fields: [0; HALF_PAIRS],
            closes: [0.0; 4],
        };
        for (turns, left) in &self.tiles {
            let (mut fits, mut ends, mut joins, mut fields) = (false, 0_u32, 0_u32, 0_u32);
            for turned in turns.iter().filter(|turned| turned.edges.0 & forbids.0 == 0) {
                fits = true;
                for (side, leads) in turned.leads.into_iter().enumerate() {
                    ends |= u32::from(leads & !beside == 0) << side;
                }
                joins |= u32::from(turned.joins);
                fields |= turned.fields;
            }
            if fits {
                add(core::slice::from_mut(&mut cell.fits), 1, *left);
                add(&mut cell.ends, ends, *left);
                add(&mut cell.joins, joins, *left);
                add(&mut cell.fields, fields, *left);
            }
        }
        cell
    }
}

/// Counts so many tiles more wherever a bit is set.
fn add(counts: &mut [u8], bits: u32, tiles: u8) {
    for (place, count) in counts.iter_mut().enumerate() {
        if bits >> place & 1 == 1 {
            *count = count.saturating_add(tiles).min(FITS_MAX as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use country::{Country, CountrySetup};
    use table::{Action, Actions, Game, NodeId, Open, Quiet, TileKind, Turn};

    use super::*;
    use crate::rng::Wyrand;

    /// What comes in at a cell: roads and cities by sides, fields by halves.
    fn incoming(game: &Country, rules: &Rules, open: &Open) -> [Vec<(usize, NodeId)>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        game.open_edges_at(rules, open, |side, node| found[0].push((side as usize, node)));
        game.open_fields_at(rules, open, |half, node| found[1].push((half, node)));
        found
    }

    /// Whether a road or city has an open edge on the tile that was just laid.
    fn leads_on(game: &Country, rules: &Rules, node: NodeId) -> bool {
        let (root, first) = (game.root(node), game.board().last().first);
        let mut found = false;
        game.open_edges(rules, |_, _, open| found |= open >= first && game.root(open) == root);
        found
    }

    /// The places of a count where something is true for one turn at least of each kind of tile.
    fn count(places: &mut [u8], seen: &[bool], left: u8) {
        for (place, seen) in places.iter_mut().zip(seen) {
            *place = (*place + if *seen { left } else { 0 }).min(FITS_MAX as u8);
        }
    }

    /// Lays every tile of the bag on every cell in every way, and sees what it did.
    fn compare(game: &Country, rules: &Rules) {
        let mut cells = Cells::new(rules, game.bag());
        for open in game.board().frontier() {
            let [roads, fields] = incoming(game, rules, open);
            let (mut fits, mut ends, mut joins, mut meadows) =
                ([0], [0; 4], [0; 6], [0; HALF_PAIRS]);
            for (kind, left) in game.bag().iter() {
                let (mut fit, mut end, mut join, mut meadow) =
                    ([false], [false; 4], [false; 6], [false; HALF_PAIRS]);
                each_laid(game, rules, kind, open, |after| {
                    fit[0] = true;
                    for (number, (side, node)) in roads.iter().enumerate() {
                        end[*side] |= !leads_on(after, rules, *node);
                        for (other, before) in &roads[..number] {
                            join[PAIR[*side][*other]] |= after.root(*node) == after.root(*before);
                        }
                    }
                    for (number, (half, node)) in fields.iter().enumerate() {
                        for (other, before) in &fields[..number] {
                            let same = after.root(*node) == after.root(*before);
                            meadow[half_pair(*half, *other)] |= same;
                        }
                    }
                });
                count(&mut fits, &fit, left);
                count(&mut ends, &end, left);
                count(&mut joins, &join, left);
                count(&mut meadows, &meadow, left);
            }
            let number = cells.number(open.forbids, |_, _| 0.0);
            let found = *cells.get(number);
            assert_eq!(found.fits, fits[0], "{open:?}");
            for (number, (side, one)) in roads.iter().enumerate() {
                assert_eq!(found.ends[*side], ends[*side], "{open:?} {side}");
                for (other, before) in &roads[..number] {
                    // What is one feature already need not be joined.
                    if game.root(*one) != game.root(*before) {
                        let pair = joins[PAIR[*side][*other]];
                        assert_eq!(found.joining(*side, *other), pair, "{open:?}");
                    }
                }
            }
            for (number, (half, one)) in fields.iter().enumerate() {
                for (other, before) in &fields[..number] {
                    let apart = game.root(*one) != game.root(*before);
                    let pair = half_pair(*half, *other);
                    // Three fields may be joined at once, two of them by way of the third.
                    assert!(!apart || found.fields[pair] <= meadows[pair], "{open:?}");
                }
            }
        }
    }

    fn each_laid(
        game: &Country,
        rules: &Rules,
        kind: TileKind,
        open: &Open,
        mut visit: impl FnMut(&Country),
    ) {
        let mut drawn = game.clone();
        drawn.play(rules, Action::Draw(kind), &mut Quiet);
        let mut actions = Actions::new();
        drawn.legal(rules, &mut actions);
        for action in actions.iter() {
            if matches!(action, Action::Tile { cell, .. } if *cell == open.cell) {
                let mut after = drawn.clone();
                after.play(rules, *action, &mut Quiet);
                visit(&after);
            }
        }
    }

    #[test]
    fn tiles_do_at_a_cell_what_is_said_of_them() {
        let rules = Rules::new(&CountrySetup::base(2)).unwrap();
        let mut dice = Wyrand::new(3);
        let mut game = Country::start(&rules);
        let mut compared = 0;
        while game.turn() != Turn::Over {
            let laid = game.board().laid().len();
            if game.turn() == Turn::Chance && laid.is_multiple_of(12) && game.bag().total() > 1 {
                compare(&game, &rules);
                compared += 1;
            }
            let action = game.pick(&rules, &mut dice);
            game.play(&rules, action, &mut Quiet);
        }
        assert!(compared >= 4, "{compared}");
    }
}
