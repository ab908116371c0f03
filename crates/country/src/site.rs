//! A tile that has just been laid, or that might be: what figures on it would meet.
//!
//! Whoever offers figure actions asks the [`Site`] alone about the tile, so the same code answers
//! for the tile on the table and for every placement in the list of moves, where nothing is laid.

use table::{Cell, List, NodeId, Rot, TileKind};

use crate::centres::Centre;
use crate::exp::Lying;
use crate::rules::Rules;
use crate::state::{Country, FeatureTally};
use crate::tables::{KindTable, LEFT, MIDDLE, NONE, RIGHT, TurnedTile};
use crate::tile::{Kind, SEGMENTS_MAX, Terrain};

/// A tile and what its segments are part of.
pub struct Site<'a> {
    state: &'a Country,
    table: &'a KindTable,
    /// Where it lies.
    pub cell: Cell,
    /// Its kind.
    pub kind: TileKind,
    /// How it is turned.
    pub rot: Rot,
    /// The first segment of each feature on it (BASE-27).
    pub targets: u8,
    /// Of these, the ones that nobody occupies (BASE-22).
    pub free: u8,
    /// How it would be joined, if it does not lie there yet.
    plan: Option<Joining<'a>>,
}

/// How a tile would be joined with what lies around.
struct Joining<'a> {
    look: &'a TurnedTile,
    beside: &'a Beside,
    /// For each feature around, the segments that meet it.
    meets: Meets,
    /// The segments that meet a feature where the seat on turn stands.
    own: u8,
    /// For each segment, those of the same feature.
    groups: [u8; SEGMENTS_MAX],
}

impl<'a> Site<'a> {
    /// The tile just laid.
    #[inline]
    pub(crate) fn laid(rules: &'a Rules, state: &'a Country) -> Site<'a> {
        let laid = state.board.last();
        Site {
            state,
            table: &rules.kinds[laid.kind.0 as usize],
            cell: laid.cell,
            kind: laid.kind,
            rot: laid.rot,
            targets: state.targets,
            free: state.free,
            plan: None,
        }
    }

    /// A tile turned like this between these neighbours.
    #[inline(always)]
    pub(crate) fn planned(
        rules: &'a Rules,
        state: &'a Country,
        kind: TileKind,
        rot: Rot,
        beside: &'a Beside,
    ) -> Site<'a> {
        let look = rules.look(kind, rot);
        let table = &rules.kinds[kind.0 as usize];
        let Met { meets, taken, own, several } = beside.met_by(look);
        let (mut targets, mut free) = (table.mask, table.mask & !taken);
        let mut groups = APART;
        if several {
            join_groups(&meets, &mut groups);
            targets = firsts(&groups) & table.mask;
            free = targets & !spread(&groups, taken);
        }
        let plan = Some(Joining { look, beside, meets, own, groups });
        Site { state, table, cell: beside.cell, kind, rot, targets, free, plan }
    }

    /// The free segments on which an ordinary follower may stand.
    #[inline]
    pub fn claimable(&self) -> u8 {
        self.free & self.table.claimable
    }

    /// Its monastery, shrine or garden.
    #[inline]
    pub fn centre(&self) -> Option<u8> {
        self.table.centre
    }

    /// What kind of feature a segment of it is part of.
    #[inline]
    pub fn kind_of(&self, segment: u8) -> Kind {
        self.table.features[segment as usize % SEGMENTS_MAX].kind()
    }

    /// Of the targets, those in whose features the seat on turn has somebody who counts.
    #[inline]
    pub fn own(&self) -> u8 {
        match &self.plan {
            None => self.laid_own(),
            Some(plan) if plan.own == 0 => 0,
            Some(plan) => spread(&plan.groups, plan.own) & self.targets,
        }
    }

    fn laid_own(&self) -> u8 {
        let mut own = 0;
        let mut occupied = self.targets & !self.free;
        while occupied != 0 {
            let segment = occupied.trailing_zeros() as u8;
            occupied &= occupied - 1;
            own |= ((self.laid_feature(segment).strength(self.state.turn) > 0) as u8) << segment;
        }
        own
    }

    #[inline]
    fn laid_feature(&self, segment: u8) -> &FeatureTally {
        let map = &self.state.map;
        map.tally(map.find(self.state.board.last().first + segment as NodeId))
    }

    /// How many open edges the feature of a road or city segment has.
    pub fn open(&self, segment: u8) -> u8 {
        match &self.plan {
            None => self.laid_feature(segment).open(),
            Some(plan) => self.planned_open(plan, segment),
        }
    }

    /// As laying would join it: the edges of all parts, less two wherever parts meet.
    fn planned_open(&self, plan: &Joining, segment: u8) -> u8 {
        let group = plan.groups[segment as usize % SEGMENTS_MAX];
        let mut open = 0;
        for (number, feature) in self.table.features.iter().enumerate() {
            open += if group >> number & 1 != 0 { feature.open() } else { 0 };
        }
        for (root, meets) in plan.beside.roots.iter().zip(plan.meets) {
            if meets & group != 0 {
                open += self.state.map.tally(*root).open();
            }
        }
        for link in plan.beside.links.iter().filter(|link| link.port == MIDDLE as u8) {
            let ours = plan.look[link.side as usize % 4].at[MIDDLE];
            open -= if ours != NONE && group >> ours & 1 != 0 { 2 } else { 0 };
        }
        open
    }

    /// How many of the eight cells around a centre hold tiles, this one included.
    #[inline]
    pub fn filled_around(&self, centre: Centre) -> u8 {
        let planned = self.plan.is_some() && centre.cell.is_near(self.cell);
        centre.filled + planned as u8
    }

    /// The tile where it lies, or where it might.
    pub(crate) fn lying(&self) -> Lying {
        Lying { kind: self.kind, cell: self.cell, rot: self.rot }
    }

    /// Whether an expansion may forbid figures on it.
    #[inline]
    pub(crate) fn guarded(&self) -> bool {
        self.table.guarded
    }
}

/// Each segment by itself.
const APART: [u8; SEGMENTS_MAX] = [1, 2, 4, 8, 16, 32, 64, 128];

/// More features than a tile can meet, three at each side: as many as one vector has bytes.
const MET_MAX: usize = 16;

/// For each feature around a cell, the segments of a tile there that meet it.
type Meets = [u8; MET_MAX];

/// What lies around an empty cell: each feature that a tile there would meet, once.
pub(crate) struct Beside {
    cell: Cell,
    roots: List<NodeId, MET_MAX>,
    /// Of these, the ones in which somebody stands who counts: all bits, or none.
    occupied: Meets,
    /// The ones in which the seat on turn does.
    own: Meets,
    links: List<Link, MET_MAX>,
}

/// A port of a tile in the cell, and the number of the feature that meets it.
#[derive(Clone, Copy, Default)]
struct Link {
    side: u8,
    port: u8,
    feature: u8,
}

impl Beside {
    /// Nothing yet.
    pub fn new() -> Beside {
        let none = [0; MET_MAX];
        Beside {
            cell: Cell::ORIGIN,
            roots: List::new(),
            occupied: none,
            own: none,
            links: List::new(),
        }
    }

    /// Looks around an empty cell. What it knew of another one is forgotten.
    #[inline]
    pub fn look_around(&mut self, rules: &Rules, state: &Country, cell: Cell) {
        self.cell = cell;
        self.roots.clear();
        self.links.clear();
        for table::Beside { side, tile } in state.board.beside(cell).iter().copied() {
            let laid = state.board.tile(tile);
            let theirs = rules.look(laid.kind, laid.rot)[side.opposite() as usize];
            for (port, segment) in
                [theirs.at[RIGHT], theirs.at[MIDDLE], theirs.at[LEFT]].into_iter().enumerate()
            {
                // A field side has one field for both halves.
                let again = port == RIGHT && theirs.terrain == Terrain::Field;
                if segment != NONE && !again {
                    let feature = self.note(state, laid.first + segment as NodeId);
                    self.links.push(Link { side: side as u8, port: port as u8, feature });
                }
            }
        }
    }

    /// The number of a feature around, which may be new.
    #[inline(always)]
    fn note(&mut self, state: &Country, node: NodeId) -> u8 {
        let root = state.map.find(node);
        if let Some(known) = self.roots.iter().position(|r| *r == root) {
            return known as u8;
        }
        let number = self.roots.len();
        let feature = state.map.tally(root);
        self.occupied[number] = (feature.occupied() as u8).wrapping_neg();
        self.own[number] = ((feature.strength(state.turn) > 0) as u8).wrapping_neg();
        self.roots.push(root);
        number as u8
    }

    /// Which segments of a tile with this look meet what.
    #[inline(always)]
    fn met_by(&self, look: &TurnedTile) -> Met {
        let mut met = Met { meets: [0; MET_MAX], taken: 0, own: 0, several: false };
        for link in self.links.iter() {
            let ours = look[link.side as usize % 4].at[link.port as usize % 3];
            if ours != NONE {
                let feature = link.feature as usize % MET_MAX;
                let segment = 1 << ours;
                let meets = met.meets[feature] | segment;
                met.meets[feature] = meets;
                met.taken |= segment & self.occupied[feature];
                met.own |= segment & self.own[feature];
                met.several |= meets & (meets - 1) != 0;
            }
        }
        met
    }
}

/// What the segments of a tile meet.
struct Met {
    meets: Meets,
    /// The segments that meet a feature where somebody stands.
    taken: u8,
    /// Those that meet one where the seat on turn stands.
    own: u8,
    /// Whether one feature meets several segments: only then can these become one.
    several: bool,
}

/// Segments that meet one feature become one themselves, with all that they are joined with.
#[cold]
fn join_groups(meets: &Meets, groups: &mut [u8; SEGMENTS_MAX]) {
    for met in meets {
        let joined = spread(groups, *met);
        for (segment, group) in groups.iter_mut().enumerate() {
            *group = if joined >> segment & 1 != 0 { joined } else { *group };
        }
    }
}

/// All segments whose group has one of these.
#[inline]
fn spread(groups: &[u8; SEGMENTS_MAX], segments: u8) -> u8 {
    groups.iter().fold(0, |all, group| if group & segments != 0 { all | group } else { all })
}

/// The first segment of each group.
fn firsts(groups: &[u8; SEGMENTS_MAX]) -> u8 {
    groups.iter().fold(0, |all, group| all | group & group.wrapping_neg())
}
