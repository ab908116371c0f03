//! The game itself: plain data of fixed size, without secrets. Nothing here decides anything.

use table::{
    Bag, Board, Cell, List, Map, NodeId, Piece, SEATS_MAX, Seat, SeatSet, Tally, TileKind, Torus,
    Turn,
};

use crate::centres::Centres;
use crate::exp::{Mark, Slots};
use crate::limits::{FIGURES_MAX, PIECES, SEGMENTS_TOTAL_MAX};
use crate::rules::Rules;
use crate::tile::Kind;

/// What is known of a feature as a whole, in one word: its counts add up when features join, its
/// marks are or-ed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FeatureTally {
    word: u64,
    /// One bit for each tile that has several segments of this kind, so that a tile which the
    /// feature enters twice is counted once (BASE-07, BASE-50).
    pub(crate) twins: u64,
}

impl FeatureTally {
    const OPEN: u32 = 8;
    const PENNANTS: u32 = 16;
    const STRENGTH: u32 = 24;
    const MARKS: u32 = 48;
    const KIND: u32 = 56;
    const SUMS: u64 = (1 << Self::MARKS) - 1;
    const STRENGTHS: u64 = Self::SUMS & !((1 << Self::STRENGTH) - 1);

    /// A feature of one segment.
    pub(crate) fn new(kind: Kind, open: u8, pennants: u8, marks: u8) -> FeatureTally {
        let tiles = (kind != Kind::Field) as u64;
        let word = tiles
            | (open as u64) << Self::OPEN
            | (pennants as u64) << Self::PENNANTS
            | (marks as u64) << Self::MARKS
            | (kind as u64) << Self::KIND;
        FeatureTally { word, twins: 0 }
    }

    /// The same for a segment that joins nothing yet. Said in these words it is made of two stores
    /// each; a plain copy of a whole tile is a call in WebAssembly.
    #[inline]
    pub(crate) fn alone(self) -> FeatureTally {
        FeatureTally { twins: 0, ..self }
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::from_index((self.word >> Self::KIND) as u8)
    }

    /// Its tiles, each counted once (BASE-07); 0 for fields.
    #[inline]
    pub fn tiles(self) -> u8 {
        self.word as u8
    }

    /// Its open edges (BASE-08); 0 for fields and centres.
    #[inline]
    pub fn open(self) -> u8 {
        (self.word >> Self::OPEN) as u8
    }

    /// Its coats of arms.
    #[inline]
    pub fn pennants(self) -> u8 {
        (self.word >> Self::PENNANTS) as u8
    }

    /// Its marks: bits of those of which any one is enough ([`crate::exp::Merge::Any`]).
    #[inline]
    pub fn marks(self) -> u8 {
        (self.word >> Self::MARKS) as u8
    }

    /// Whether it has a mark of which any one is enough.
    #[inline]
    pub fn has(self, mark: Mark) -> bool {
        self.marks() as u32 & mark.bit() != 0
    }

    /// How strong a seat is in it: what majority compares (BASE-35).
    #[inline]
    pub fn strength(self, seat: Seat) -> u8 {
        (self.word >> (Self::STRENGTH + 4 * seat.0 as u32) & 15) as u8
    }

    /// Whether anybody stands in it who counts (BASE-22).
    #[inline]
    pub fn occupied(self) -> bool {
        self.word & Self::STRENGTHS != 0
    }

    /// The strength of every seat.
    pub fn strengths(self) -> [u8; SEATS_MAX] {
        core::array::from_fn(|i| self.strength(Seat(i as u8)))
    }

    /// The seats with the highest strength (BASE-35).
    pub fn winners(self) -> SeatSet {
        let strengths = self.word & Self::STRENGTHS;
        if strengths == 0 {
            return SeatSet::default();
        }
        let first = (strengths.trailing_zeros() - Self::STRENGTH) / 4;
        let alone = strengths >> (Self::STRENGTH + 4 * first) < 16;
        if alone { SeatSet(1 << first) } else { self.strongest() }
    }

    fn strongest(self) -> SeatSet {
        let strengths = self.strengths();
        let most = strengths.iter().copied().max().unwrap_or(0);
        let mut winners = SeatSet::default();
        for (i, strength) in strengths.iter().enumerate() {
            if *strength == most {
                winners.insert(Seat(i as u8));
            }
        }
        winners
    }

    #[inline]
    pub(crate) fn close_edges(&mut self, count: u8) {
        self.word -= (count as u64) << Self::OPEN;
    }

    #[inline]
    pub(crate) fn strengthen(&mut self, seat: Seat, strength: u8) {
        debug_assert!(self.strength(seat) + strength < 16);
        self.word += (strength as u64) << (Self::STRENGTH + 4 * seat.0 as u32);
    }

    #[inline]
    pub(crate) fn weaken(&mut self, seat: Seat, strength: u8) {
        debug_assert!(self.strength(seat) >= strength);
        self.word -= (strength as u64) << (Self::STRENGTH + 4 * seat.0 as u32);
    }
}

impl Tally for FeatureTally {
    #[inline]
    fn merge(&mut self, other: FeatureTally) {
        let sums = (self.word & Self::SUMS) + (other.word & Self::SUMS);
        self.word = (self.word | other.word) & !Self::SUMS | sums;
        let twice = self.twins & other.twins;
        self.twins |= other.twins;
        if twice != 0 {
            self.word -= twice.count_ones() as u64; // the tiles are in the lowest bits
        }
    }
}

/// A figure on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figure {
    /// Whose.
    pub seat: Seat,
    /// Which kind.
    pub piece: Piece,
    /// The number of the tile it stands on, in the order of laying.
    pub tile: u8,
    /// The number of the segment on that tile.
    pub segment: u8,
}

/// A game of the country.
#[derive(PartialEq, Debug)]
pub struct Country {
    pub(crate) board: Board,
    pub(crate) map: Map<FeatureTally, SEGMENTS_TOTAL_MAX>,
    pub(crate) figures: List<Figure, FIGURES_MAX>,
    pub(crate) centres: Centres,
    pub(crate) bag: Bag,
    /// Tiles that fit nowhere and come back once a tile has been laid (OPT-UNPLACEABLE).
    pub(crate) aside: Bag,
    pub(crate) discarded: Bag,
    pub(crate) supply: [[u8; PIECES]; SEATS_MAX],
    pub(crate) scores: [u16; SEATS_MAX],
    /// The seat on turn.
    pub(crate) turn: Seat,
    /// Which part of the turn, from 1.
    pub(crate) part: u8,
    /// The step of the plan.
    pub(crate) step: u8,
    /// Who must act in this step.
    pub(crate) waits: Turn,
    /// The drawn tile.
    pub(crate) hand: Option<TileKind>,
    /// The seat that laid the last tile.
    pub(crate) layer: Seat,
    /// On the tile just laid, the first segment of each feature (BASE-27).
    pub(crate) targets: u8,
    /// Of these, while a figure may be put, the ones that nobody occupies (BASE-22).
    pub(crate) free: u8,
    /// Of these, the roads and cities without an open edge (BASE-29, BASE-30).
    pub(crate) closed: u8,
    /// How many twin bits have been given to roads and to cities.
    pub(crate) twins: [u8; 2],
    pub(crate) slots: Slots,
}

const _: () = assert!(size_of::<Country>() <= 32 * 1024);

impl Clone for Country {
    #[inline]
    fn clone(&self) -> Self {
        Country {
            board: self.board.clone(),
            map: self.map.clone(),
            figures: self.figures,
            centres: self.centres,
            slots: self.slots,
            ..*self
        }
    }

    /// Copies only what is in use: a playout starts with this.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        self.map.copy_from(&source.map);
        self.figures.copy_from(&source.figures);
        self.centres = source.centres;
        self.bag = source.bag;
        self.aside = source.aside;
        self.discarded = source.discarded;
        self.supply = source.supply;
        self.scores = source.scores;
        self.turn = source.turn;
        self.part = source.part;
        self.step = source.step;
        self.waits = source.waits;
        self.hand = source.hand;
        self.layer = source.layer;
        self.targets = source.targets;
        self.free = source.free;
        self.closed = source.closed;
        self.twins = source.twins;
        self.slots = source.slots;
    }
}

impl Country {
    /// No table yet.
    #[inline(always)]
    pub(crate) fn blank(torus: Torus) -> Country {
        Country {
            board: Board::on(torus),
            map: Map::new(),
            figures: List::new(),
            centres: Centres::new(),
            bag: Bag::default(),
            aside: Bag::default(),
            discarded: Bag::default(),
            supply: [[0; PIECES]; SEATS_MAX],
            scores: [0; SEATS_MAX],
            turn: Seat(0),
            part: 1,
            step: 0,
            waits: Turn::Chance,
            hand: None,
            layer: Seat(0),
            targets: 0,
            free: 0,
            closed: 0,
            twins: [0; 2],
            slots: Slots::default(),
        }
    }
}

/// What anybody at the table may look at: all of it.
impl Country {
    /// The laid tiles and the frontier.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The figures on the board.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// The number of a figure's segment.
    #[inline]
    pub fn node_of(&self, figure: Figure) -> NodeId {
        self.board.tile(figure.tile).first + figure.segment as NodeId
    }

    /// The feature that a segment of a laid tile belongs to: its root, and what is known of it.
    pub fn feature_at(&self, cell: Cell, segment: u8) -> Option<(NodeId, FeatureTally)> {
        let number = self.board.number_at(cell)?;
        let node = self.board.tile(number as u8).first + segment as NodeId;
        let next = self.board.laid().get(number + 1).map_or(self.map.len() as NodeId, |l| l.first);
        if node >= next {
            return None; // the tile has fewer segments
        }
        let root = self.map.find(node);
        Some((root, *self.map.tally(root)))
    }

    /// The same for a cell that somebody named: it may be any, also one that the board folds to one
    /// that it knows.
    pub(crate) fn named_feature(&self, cell: Cell, segment: u8) -> Option<(NodeId, FeatureTally)> {
        let lies = self.board.laid().iter().any(|laid| laid.cell == cell);
        if lies { self.feature_at(cell, segment) } else { None }
    }

    /// How many pieces of a kind a seat has in its supply.
    pub fn supply(&self, seat: Seat, piece: Piece) -> u8 {
        self.supply[seat.index()][piece.0 as usize]
    }

    /// The tiles to come, apart from an expansion's own stack.
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// Tiles that left the game because they fitted nowhere.
    pub fn discarded(&self) -> &Bag {
        &self.discarded
    }

    /// Tiles that fit nowhere and come back once a tile has been laid (OPT-UNPLACEABLE).
    pub fn aside(&self) -> &Bag {
        &self.aside
    }

    /// The drawn tile.
    pub fn hand(&self) -> Option<TileKind> {
        self.hand
    }

    /// The seat on turn, and which part of its turn it is.
    pub fn turn_of(&self) -> (Seat, u8) {
        (self.turn, self.part)
    }

    /// The name of the step that waits for a decision, as positions have it.
    pub fn step_name(&self, rules: &Rules) -> &'static str {
        self.step(rules).decl.name
    }

    /// What expansions keep; the tests of their rules look at it.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }
}
