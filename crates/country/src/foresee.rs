//! What a computer player asks of a position to guess how it goes on: where features are open,
//! what fields touch, who lays next. Read-only, and never asked by play itself.

use table::{Cell, NodeId, Open, Piece, Rot, SEATS_MAX, Seat, Side, TileKind, Turn};

use crate::exp::{self, Strength, nouns};
use crate::rules::Rules;
use crate::setup::FIELDSCORE;
use crate::state::{Country, FeatureTally};
use crate::tables::{LEFT, MIDDLE, NONE, RIGHT};

/// The whole of the tiles, for [`Country::foresee`].
pub const WHOLE: u16 = 256;

impl Country {
    /// Visits each open edge of a road or city: the empty cell that it faces, the side of the cell
    /// at which it lies, and its segment. Edges at one cell come one after another.
    pub fn open_edges(&self, rules: &Rules, mut visit: impl FnMut(&Open, Side, NodeId)) {
        for open in self.board.frontier() {
            self.open_edges_at(rules, open, |side, node| visit(open, side, node));
        }
    }

    /// The same for one cell of the frontier.
    #[inline]
    pub fn open_edges_at(&self, rules: &Rules, open: &Open, mut visit: impl FnMut(Side, NodeId)) {
        for beside in self.board.beside(open.cell).iter() {
            let laid = self.board.tile(beside.tile);
            let theirs = rules.look(laid.kind, laid.rot)[beside.side.opposite() as usize];
            if theirs.at[MIDDLE] != NONE {
                visit(beside.side, laid.first + theirs.at[MIDDLE] as NodeId);
            }
        }
    }

    /// Visits the fields that face a cell of the frontier: the half of a side of the cell, from 0
    /// clockwise as in [`Rules::halves`], and the segment beyond it.
    #[inline]
    pub fn open_fields_at(&self, rules: &Rules, open: &Open, mut visit: impl FnMut(usize, NodeId)) {
        for beside in self.board.beside(open.cell).iter() {
            let laid = self.board.tile(beside.tile);
            let theirs = rules.look(laid.kind, laid.rot)[beside.side.opposite() as usize];
            for (half, port) in [RIGHT, LEFT].into_iter().enumerate() {
                if theirs.at[port] != NONE {
                    visit(2 * beside.side as usize + half, laid.first + theirs.at[port] as NodeId);
                }
            }
        }
    }

    /// What is known of the feature with this root.
    #[inline]
    pub fn tally_of(&self, root: NodeId) -> FeatureTally {
        *self.map.tally(root)
    }

    /// Visits each place where a field touches a city (BASE-06): the roots of both. A pair that
    /// touches in several places is visited for each.
    pub fn touching(&self, rules: &Rules, mut visit: impl FnMut(NodeId, NodeId)) {
        for laid in self.board.laid() {
            for [field, city] in rules.kinds[laid.kind.0 as usize].borders() {
                let root = |segment: u8| self.map.find(laid.first + segment as NodeId);
                visit(root(*field), root(*city));
            }
        }
    }

    /// How much a piece that claims a feature counts there, and what it is worth in hand, in tenths
    /// of a follower; `None` for other pieces, and where that depends on the feature.
    pub fn counts(piece: Piece) -> Option<(u8, u8)> {
        let piece = nouns::piece(piece)?;
        match piece.strength {
            Strength::Fixed(strength) if strength > 0 => Some((strength, piece.idle)),
            _ => None,
        }
    }

    /// Where a building lies that is not surrounded yet, by its segment.
    pub fn centre_cell(&self, node: NodeId) -> Option<Cell> {
        self.centres.find(node).map(|centre| centre.cell)
    }

    /// How many tiles are still to be drawn, from all stacks.
    pub fn draws_left(&self, rules: &Rules) -> u8 {
        self.bag.total() + self.aside.total() + exp::tiles_left(rules, self)
    }

    /// The seat that lays the next tile, unless something makes another turn of this one.
    pub fn lays_next(&self, rules: &Rules) -> Seat {
        let still_lays = self.waits == Turn::Chance || self.hand.is_some();
        if still_lays { self.turn } else { self.turn.next(rules.seats) }
    }

    /// What the expansions in play let each seat expect at the end, in tenths of a point, beyond
    /// what it would have if the game ended now; `left` is the part of the tiles to come, of
    /// [`WHOLE`].
    pub fn foresee(&self, rules: &Rules, left: u16) -> [i16; SEATS_MAX] {
        let mut tenths = [0; SEATS_MAX];
        exp::foresee(rules, self, left, &mut tenths);
        tenths
    }
}

impl Rules {
    /// For each side of a turned tile the sides that its road or city leads to, itself among them,
    /// one bit for each; 0 where there is none.
    pub fn leads(&self, kind: TileKind, rot: Rot) -> [u8; 4] {
        let look = self.look(kind, rot);
        same_segment(look.map(|ports| ports.at[MIDDLE]))
    }

    /// For each half of a side of a turned tile, clockwise from the north, the halves that its
    /// field reaches, itself among them, one bit for each; 0 where there is none.
    pub fn halves(&self, kind: TileKind, rot: Rot) -> [u8; 8] {
        let look = self.look(kind, rot);
        same_segment(core::array::from_fn(|half| look[half / 2].at[[LEFT, RIGHT][half % 2]]))
    }

    /// Whether the end counts nothing but features as the base game does: each field by itself,
    /// and no expansion has a say.
    pub fn counts_plainly(&self) -> bool {
        self.setup().expansions.is_empty() && self.is_default(&FIELDSCORE)
    }
}

/// For each place those that hold the same segment, one bit for each.
fn same_segment<const N: usize>(segments: [u8; N]) -> [u8; N] {
    core::array::from_fn(|one| {
        let same = |other: &usize| segments[one] != NONE && segments[*other] == segments[one];
        (0..N).filter(same).fold(0, |mask, other| mask | 1 << other)
    })
}
