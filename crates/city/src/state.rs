//! The state of a game: plain data of fixed size, and what can be read from it.

use table::{Bag, Board, FeatureKind, Laid, List, Map, NodeId, SEATS_MAX, Seat, Tally, TileKind};

use crate::edge::{Edge, LEFT, RIGHT, Wall, WallNumber};
use crate::just_laid::JustLaid;
use crate::rules::Rules;
use crate::tile::{NODES_MAX, SEGMENTS_MAX};

/// The most seats of this family (CITY-01).
pub const SEATS: usize = 4;
/// Followers of a seat that take part (CITY-07).
pub const FOLLOWERS: u8 = 7;
/// Walls in the game (CITY-01).
pub const WALLS_ALL: u8 = 70;
/// Towers of all seats together (CITY-07).
pub const TOWERS_ALL: u8 = 12;
/// Room for all segments of a set, and for those that a tile does not have but writes.
pub(crate) const NODES_ROOM: usize = NODES_MAX + SEGMENTS_MAX;

/// A follower on a street, market or residential area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Follower {
    /// Whose.
    pub seat: Seat,
    /// On which segment.
    pub node: NodeId,
}

/// What is known of a street, market or residential area as a whole. Aligned so that it is moved
/// as one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(8))]
pub struct FeatureTally {
    /// Open sides of a street, open half-edges of a market (CITY-22); 0 for homes.
    pub open: u16,
    /// Followers of each seat.
    pub strength: [u8; SEATS],
    /// Street, market or homes.
    pub kind: FeatureKind,
    /// The kinds of goods in a market, a bit for each.
    pub goods: u8,
}

impl FeatureTally {
    /// The same for a segment in which nobody stands. A plain copy of a whole tile would be a call
    /// in WebAssembly.
    #[inline]
    pub(crate) fn alone(self) -> FeatureTally {
        FeatureTally { strength: [0; SEATS], ..self }
    }

    /// Whether anybody stands in it.
    #[inline]
    pub(crate) fn occupied(&self) -> bool {
        self.strength != [0; SEATS]
    }

    /// Whether a street or market, once it has no open edge, has something to score or starts a
    /// wall phase (CITY-27, CITY-72).
    #[inline]
    pub(crate) fn is_due(&self, rules: &Rules) -> bool {
        (self.open == 0) & (self.occupied() | rules.trigger_any)
    }
}

impl Tally for FeatureTally {
    #[inline]
    fn merge(&mut self, other: Self) {
        self.open += other.open;
        // All seats at once: a seat has too few followers for a carry.
        let [mine, theirs] = [self.strength, other.strength].map(u32::from_ne_bytes);
        self.strength = (mine + theirs).to_ne_bytes();
        self.goods |= other.goods;
    }
}

/// What the next action is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnStep {
    /// Chance names the first seat.
    First,
    /// Chance draws the first tile of a turn.
    Draw,
    /// Chance draws again, because the tile before fitted nowhere (CITY-65).
    Redraw,
    /// The seat on turn lays the tile.
    Lay,
    /// It may put a follower on it.
    Claim,
    /// A seat builds a wall, or the gate.
    Build,
    /// The builder may post a guard on the wall just built.
    Guard,
    /// After all walls, a seat may post a guard on its last one (CITY-70).
    LastGuard,
    /// The trigger player may put a tower.
    Tower,
    /// The game is over.
    Over,
}

/// How far a wall phase is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Phase {
    /// Pieces that are still to be built.
    pub left: u8,
    /// Who builds, or is asked for a guard.
    pub builder: Seat,
    /// The wall just built, if the last piece was a wall.
    pub piece: WallNumber,
    /// The last wall that each seat built in this phase; kept only for CITY-70.
    pub last: [WallNumber; SEATS],
}

/// A game of The City.
#[derive(Debug, PartialEq)]
pub struct City {
    pub(crate) board: Board,
    pub(crate) map: Map<FeatureTally, NODES_ROOM>,
    /// The next segment of the same feature, round in a ring.
    pub(crate) chain: List<NodeId, NODES_ROOM>,
    /// The number of the tile that a segment is on.
    pub(crate) tile_of: List<u8, NODES_ROOM>,
    pub(crate) bag: Bag,
    /// In the order of their segments.
    pub(crate) followers: List<Follower, { SEATS * FOLLOWERS as usize }>,
    pub(crate) gate: Option<Edge>,
    /// The walls left and right of the gate, the nearest first.
    pub(crate) walls: [List<Wall, { WALLS_ALL as usize }>; 2],
    pub(crate) scores: [u16; SEATS_MAX],
    pub(crate) supply: [u8; SEATS],
    /// Regained followers that are back only after the turn (CITY-69).
    pub(crate) late: [u8; SEATS],
    pub(crate) towers: [u8; SEATS],
    /// Tiles drawn so far, discards included (CITY-66).
    pub(crate) drawn: u8,
    pub(crate) seat: Seat,
    pub(crate) step: TurnStep,
    /// The tile to lay; kind 0 if there is none.
    pub(crate) hand: TileKind,
    pub(crate) phase: Phase,
    /// What is known of the tile just laid while a follower may be put on it.
    pub(crate) just_laid: JustLaid,
}

const _: () = assert!(size_of::<City>() < 32 * 1024);

impl City {
    /// The table before the first action (CITY-07, CITY-08).
    pub(crate) fn set_up(rules: &Rules) -> City {
        let mut bag = Bag::default();
        for (kind, tile) in rules.tiles.iter().enumerate() {
            bag.add(TileKind(kind as u8), tile.count);
        }
        let mut supply = [0; SEATS];
        supply[..rules.seats as usize].fill(FOLLOWERS);
        let mut towers = [0; SEATS];
        towers[..rules.seats as usize].fill(TOWERS_ALL / rules.seats);
        City {
            board: Board::on(rules.torus),
            map: Map::new(),
            chain: List::new(),
            tile_of: List::new(),
            bag,
            followers: List::new(),
            gate: None,
            walls: [List::new(); 2],
            scores: [0; SEATS_MAX],
            supply,
            late: [0; SEATS],
            towers,
            drawn: 0,
            seat: Seat(0),
            step: if rules.random_first { TurnStep::First } else { TurnStep::Draw },
            hand: TileKind(0),
            phase: Phase::default(),
            just_laid: JustLaid::default(),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The tiles to come.
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// What the next action is about.
    pub fn step(&self) -> TurnStep {
        self.step
    }

    /// Whose turn it is; in a wall phase the trigger player's (CITY-37).
    pub fn on_turn(&self) -> Seat {
        self.seat
    }

    /// The tile to lay.
    pub fn hand(&self) -> Option<TileKind> {
        (self.step == TurnStep::Lay).then_some(self.hand)
    }

    /// How many tiles were drawn, discards included.
    pub fn drawn(&self) -> u8 {
        self.drawn
    }

    /// The pile of the tile drawn last, as wall phases count it: 1, 2 or 3 (CITY-37).
    pub fn pile(&self, rules: &Rules) -> u8 {
        rules.pile_of(self.drawn)
    }

    /// Followers on streets, markets and homes, in the order of their segments.
    pub fn followers(&self) -> &[Follower] {
        &self.followers
    }

    /// Followers in a seat's supply.
    pub fn supply(&self, seat: Seat) -> u8 {
        self.supply[seat.index()]
    }

    /// Regained followers of a seat that are back only after the turn (CITY-69).
    pub fn late(&self, seat: Seat) -> u8 {
        self.late[seat.index()]
    }

    /// Towers that a seat has left.
    pub fn towers_left(&self, seat: Seat) -> u8 {
        self.towers[seat.index()]
    }

    /// Where the gate stands.
    pub fn gate(&self) -> Option<Edge> {
        self.gate
    }

    /// The walls on one side of the gate, [`LEFT`] or [`RIGHT`], the nearest first.
    pub fn walls(&self, side: usize) -> &[Wall] {
        &self.walls[side]
    }

    /// How many walls are built.
    #[inline]
    pub fn walls_built(&self) -> u8 {
        (self.walls[LEFT].len() + self.walls[RIGHT].len()) as u8
    }

    /// How many walls are left to build.
    #[inline]
    pub fn walls_left(&self) -> u8 {
        WALLS_ALL - self.walls_built()
    }

    /// Pieces still to be built in the wall phase.
    pub fn pieces_left(&self) -> u8 {
        self.phase.left
    }

    /// The tile laid last.
    pub(crate) fn last_laid(&self) -> Laid {
        self.board.laid().last().copied().unwrap_or_default()
    }

    /// The wall with a number.
    pub(crate) fn wall(&self, number: WallNumber) -> Option<&Wall> {
        let line = &self.walls[(number > 0) as usize];
        line.get((number.unsigned_abs() as usize).checked_sub(1)?)
    }

    pub(crate) fn wall_mut(&mut self, number: WallNumber) -> Option<&mut Wall> {
        let line = &mut self.walls[(number > 0) as usize];
        line.get_mut((number.unsigned_abs() as usize).checked_sub(1)?)
    }
}

impl Clone for City {
    fn clone(&self) -> Self {
        City {
            board: self.board.clone(),
            map: self.map.clone(),
            chain: self.chain,
            tile_of: self.tile_of,
            bag: self.bag,
            followers: self.followers,
            gate: self.gate,
            walls: self.walls,
            scores: self.scores,
            supply: self.supply,
            late: self.late,
            towers: self.towers,
            drawn: self.drawn,
            seat: self.seat,
            step: self.step,
            hand: self.hand,
            phase: self.phase,
            just_laid: self.just_laid,
        }
    }

    /// Copies only what is in use.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        self.map.copy_from(&source.map);
        self.chain.copy_from(&source.chain);
        self.tile_of.copy_from(&source.tile_of);
        self.bag = source.bag;
        self.followers.copy_from(&source.followers);
        self.gate = source.gate;
        for (mine, theirs) in self.walls.iter_mut().zip(&source.walls) {
            mine.copy_from(theirs);
        }
        self.scores = source.scores;
        self.supply = source.supply;
        self.late = source.late;
        self.towers = source.towers;
        self.drawn = source.drawn;
        self.seat = source.seat;
        self.step = source.step;
        self.hand = source.hand;
        self.phase = source.phase;
        self.just_laid = source.just_laid;
    }
}
