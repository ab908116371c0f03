//! The full list of moves of a turn: where the tile goes and what follows on it, at once.
//!
//! Search wants this list often, so in the plain case it is made without laying a tile: a segment
//! of the new tile is free if no neighbouring feature that it would join is occupied.

use table::{Action, Actions, Cell, Game, NodeId, Quiet, Rot, Side, Spot, TileKind};

use crate::piece::FOLLOWER;
use crate::rules::Rules;
use crate::state::Country;
use crate::tables::{KindTable, Look, NONE};
use crate::tile::{SEGMENTS_MAX, Terrain};
use crate::turn::Moment;
use crate::{Turn, fit};

/// A placement and the figure action after it; [`Action::Pass`] also if nothing is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Move {
    /// Where the tile goes.
    pub cell: Cell,
    /// How it is turned.
    pub rot: Rot,
    /// What follows.
    pub figure: Action,
}

/// A list of moves, in a buffer that the caller owns.
pub type Moves = table::List<Move, 8192>;

impl Country {
    /// Lists every placement of the drawn tile with every figure action after it; empty if no
    /// tile is to be laid now.
    pub fn moves(&self, rules: &Rules, out: &mut Moves) {
        out.clear();
        let Some(kind) = self.hand else { return };
        if self.step(rules).decl.moment != Moment::Place {
            return;
        }
        if rules.on == 0 {
            self.plain_moves(rules, kind, out);
        } else {
            self.moves_by_trying(rules, kind, out);
        }
    }

    /// Lays the tile everywhere on a copy and asks: right with any expansion, but slower.
    pub fn moves_by_trying(&self, rules: &Rules, kind: TileKind, out: &mut Moves) {
        let mut places = Actions::new();
        fit::list(rules, self, kind, &mut places);
        let mut figures = Actions::new();
        let mut copy = self.clone();
        for place in places.iter() {
            let Action::Tile { cell, rot } = *place else { unreachable!("placements") };
            copy.clone_from(self);
            copy.play(rules, *place, &mut Quiet);
            let asked = matches!(copy.waits, Turn::Player(seat) if seat == self.turn)
                && copy.step(rules).decl.moment == Moment::Act;
            if asked {
                copy.legal(rules, &mut figures);
                out.extend(figures.iter().map(|figure| Move { cell, rot, figure: *figure }));
            } else {
                out.push(Move { cell, rot, figure: Action::Pass });
            }
        }
    }

    fn plain_moves(&self, rules: &Rules, kind: TileKind, out: &mut Moves) {
        let table = &rules.kinds[kind.0 as usize];
        let has_follower = self.supply(self.turn, FOLLOWER) > 0;
        for open in self.board.frontier() {
            let mut mask = open.turns(table.turns);
            if mask == 0 {
                continue;
            }
            let cell = open.cell;
            let beside = self.beside(rules, cell);
            while mask != 0 {
                let rot = Rot::from_index((mask.trailing_zeros() / 16) as u8);
                mask &= mask - 1;
                if has_follower {
                    let mut free = free_segments(table, rules.look(kind, rot), &beside);
                    while free != 0 {
                        let at = Spot::segment(cell, free.trailing_zeros() as u8);
                        free &= free - 1;
                        out.push(Move { cell, rot, figure: Action::Put { piece: FOLLOWER, at } });
                    }
                }
                out.push(Move { cell, rot, figure: Action::Pass });
            }
        }
    }

    /// What lies beside an empty cell: for each side, the features at the left half, middle and
    /// right half of *our* side.
    fn beside(&self, rules: &Rules, cell: Cell) -> [[Met; 3]; 4] {
        Side::ALL.map(|side| {
            let Some(laid) = self.board.at(cell.step(side)) else {
                return [Met::default(); 3];
            };
            let theirs = rules.look(laid.kind, laid.rot)[side.opposite() as usize];
            let met = |segment: u8| {
                if segment == NONE {
                    return Met::default();
                }
                let root = self.map.find(laid.first + segment as NodeId);
                Met { root: root + 1, occupied: self.map.tally(root).occupied() }
            };
            match theirs.terrain {
                Terrain::City => [Met::default(), met(theirs.middle), Met::default()],
                Terrain::Field => {
                    let field = met(theirs.right);
                    [field, Met::default(), field]
                }
                _ => [met(theirs.right), met(theirs.middle), met(theirs.left)],
            }
        })
    }
}

/// A feature met at a half or middle of a side: its root plus one, 0 for none.
#[derive(Clone, Copy, Default)]
struct Met {
    root: NodeId,
    occupied: bool,
}

/// The segments of a turned tile that would be free targets between these neighbours.
#[inline]
fn free_segments(table: &KindTable, look: &Look, beside: &[[Met; 3]; 4]) -> u8 {
    let mut taken = 0u8;
    let mut roots = [0; SEGMENTS_MAX];
    let mut twice = false;
    for (ours, theirs) in look.iter().zip(beside) {
        for (segment, met) in [ours.left, ours.middle, ours.right].into_iter().zip(theirs) {
            if met.root != 0 && segment != NONE {
                taken |= (met.occupied as u8) << segment;
                // Only if one feature meets two segments, or one segment two features, can two
                // segments become one.
                let known = roots.iter().position(|r| *r == met.root);
                twice |= known.is_some_and(|k| k != segment as usize);
                roots[segment as usize] = met.root;
            }
        }
    }
    let free = table.claimable & !taken;
    if twice { merge_segments(table, look, beside, taken) } else { free }
}

/// The same where neighbours join segments of the tile with one another (BASE-27).
#[cold]
fn merge_segments(table: &KindTable, look: &Look, beside: &[[Met; 3]; 4], taken: u8) -> u8 {
    let mut group: [u8; SEGMENTS_MAX] = core::array::from_fn(|i| i as u8);
    let met = || {
        look.iter().zip(beside).flat_map(|(ours, theirs)| {
            let segments = [ours.left, ours.middle, ours.right].into_iter();
            segments.zip(theirs).filter(|(s, m)| *s != NONE && m.root != 0)
        })
    };
    for (a, met_a) in met() {
        for (b, _) in met().filter(|(_, met_b)| met_b.root == met_a.root) {
            let (from, to) = (group[a as usize], group[b as usize]);
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
        }
    }
    let mut free = 0;
    for segment in 0..table.len as usize {
        let mates = (0..table.len as usize).filter(|s| group[*s] == group[segment]);
        let first = mates.clone().next() == Some(segment);
        let occupied = mates.into_iter().any(|s| taken >> s & 1 != 0);
        free |= ((first && !occupied) as u8) << segment;
    }
    free & table.claimable
}
