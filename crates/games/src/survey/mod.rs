//! What overlays and analysis ask about a game: every feature with its owners and worth, what may
//! still lie where, how likely it is, and what the end would bring. docs/overlays.md explains the
//! numbers.
//!
//! All rules are asked of the engines; here is only counting.

mod city;
mod country;
mod odds;

use alloc::vec::Vec;

use table::{
    Board, Cell, Event, FeatureKind, NodeId, Rot, Score, ScoreItem, Seat, SeatSet, Spot, TileKind,
};

use crate::any::{AnyGame, AnyRules, FamilyRules};
use crate::view::Tabletop;
use table::Stock;

pub use odds::draws_of_a_seat;

/// A chance in thousandths.
pub type Permille = u16;

/// How likely an unfinished feature goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chances {
    /// That the next tile drawn can be laid so that the feature grows.
    pub extend: Permille,
    /// That the next tile drawn can complete it.
    pub complete: Permille,
    /// That a seat which wants it completed draws what is needed before the stack is empty: an
    /// estimate.
    pub ever: Permille,
}

/// A road, city, field, street, market: anything that is scored as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The number of its first segment: it stays while the feature does not grow into an older one.
    pub id: NodeId,
    /// What it is.
    pub kind: FeatureKind,
    /// Its segments in the order of laying.
    pub segments: Vec<Spot>,
    /// How many tiles it lies on; for a centre, how many count for it.
    pub tiles: u8,
    /// Whether nothing is missing; never for fields and homes.
    pub complete: bool,
    /// The empty cells that keep it open; for a centre, those around it.
    pub missing: Vec<Cell>,
    /// The strength of each seat in it.
    pub strength: Vec<u8>,
    /// Who has the majority.
    pub owners: SeatSet,
    /// What each seat would get for it if the game ended now.
    pub points: Vec<u16>,
    /// What each owner gets if the game ends now; also told while nobody owns it.
    pub worth: u16,
    /// What that is made of.
    pub items: Vec<ScoreItem>,
    /// What each owner gets if it is completed as it is.
    pub worth_complete: Option<u16>,
    /// For a field the completed cities at it, for homes the markets, by id.
    pub touches: Vec<NodeId>,
    /// What is drawn in it: name and number.
    pub signs: Vec<(&'static str, u8)>,
    /// How likely it goes on; only if it can, and if odds were asked for.
    pub chances: Option<Chances>,
    /// The open edges that face each missing cell, in the engine's count; 0 for centres.
    facing: Vec<(Cell, u16)>,
    /// All its open edges, in the engine's count; 0 for centres.
    pub open: u16,
}

/// An empty cell beside a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenCell {
    /// Which.
    pub cell: Cell,
    /// No tile that is left has the edges for it.
    pub dead: bool,
    /// Walls keep every tile off it.
    pub cut_off: bool,
    /// The tiles left that may be laid there as the game stands: kind and number.
    pub fits: Vec<(TileKind, u8)>,
    /// The turns of each of these.
    turns: Vec<Vec<Rot>>,
}

/// What building at an end of The City's wall would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WallEnd {
    /// Whether it is the right, clockwise end.
    pub right: bool,
    /// The edge where the wall would stand.
    pub at: Spot,
    /// The streets and markets that it would complete, by id.
    pub completes: Vec<NodeId>,
    /// What each seat would get for them at once.
    pub points: Vec<u16>,
    /// Cells where no tile could be laid any more.
    pub blocks: Vec<Cell>,
    /// The tiles that a guard there would look along.
    pub row: Vec<Cell>,
    /// Public buildings in that row.
    pub public: u8,
    /// Historic buildings in that row.
    pub historic: u8,
    /// What a guard there would earn as the row is now.
    pub guard_worth: u16,
    /// Whether a guard may stand there: none faces it.
    pub guard_allowed: bool,
}

/// What a guard on The City's wall looks along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Whose he is.
    pub seat: Seat,
    /// The edge where he stands.
    pub at: Spot,
    /// The tiles of his row, from the wall inwards.
    pub row: Vec<Cell>,
    /// Public buildings in it.
    pub public: u8,
    /// Historic buildings in it.
    pub historic: u8,
    /// What he would earn if the game ended now.
    pub worth: u16,
}

/// A place for a tower, at an end of the wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TowerPlace {
    /// Whether it is the right, clockwise end.
    pub right: bool,
    /// The edge of the outermost wall.
    pub at: Spot,
    /// What it would give at once: the walls behind it.
    pub worth: u8,
}

/// The City's wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RingSurvey {
    /// What a wall at each end would do; empty before the gate stands and once the ring is closed.
    pub ends: Vec<WallEnd>,
    /// Where a tower could stand as the wall is now.
    pub towers: Vec<TowerPlace>,
    /// The guards in the order of the wall, from its left end.
    pub guards: Vec<Watch>,
    /// The edges of the outline without gate or wall, clockwise from the right end.
    pub open: Vec<Spot>,
    /// Walls in the common supply.
    pub walls_left: u8,
}

/// What there is to know about a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Every feature, in the order of ids.
    pub features: Vec<Feature>,
    /// The empty cells beside tiles.
    pub cells: Vec<OpenCell>,
    /// The City's wall.
    pub ring: Option<RingSurvey>,
    /// Everything that would be scored if the game ended now.
    pub end: Vec<Score>,
}

impl Survey {
    /// Surveys a game; chances take longer than the rest and are told only `with_odds`.
    pub fn of(rules: &AnyRules, game: &AnyGame, with_odds: bool) -> Survey {
        let stock = Tabletop::of(rules, game).stock;
        let (seats, hand) = (rules.seats(), game.hand());
        match (game, rules.of()) {
            (AnyGame::Country(game), FamilyRules::Country(rules)) => {
                country::survey(rules, game, &Tiles { stock: &stock, hand, seats }, with_odds)
            }
            (AnyGame::City(game), FamilyRules::City(rules)) => {
                city::survey(rules, game, &Tiles { stock: &stock, hand, seats }, with_odds)
            }
            _ => panic!("a game is used with the rules of another family"),
        }
    }
}

/// The tiles that may still come.
struct Tiles<'a> {
    stock: &'a Stock,
    hand: Option<TileKind>,
    seats: u8,
}

impl Tiles<'_> {
    /// The kinds that are in the stack, in hand or put aside.
    fn kinds(&self) -> Vec<TileKind> {
        let there = |kind: &TileKind| {
            self.stock.left[kind.0 as usize] > 0
                || self.hand == Some(*kind)
                || self.stock.aside.contains(kind)
        };
        (0..self.stock.left.len() as u8).map(TileKind).filter(there).collect()
    }

    /// How many tiles of a kind are in the stack.
    fn left(&self, kind: TileKind) -> u8 {
        self.stock.left[kind.0 as usize]
    }

    /// How many tiles of a kind may come with the next draw.
    fn next(&self, kind: TileKind) -> u8 {
        self.stock.next.as_ref().unwrap_or(&self.stock.left)[kind.0 as usize]
    }
}

/// The frontier: `edges_fit` asks the edges alone, `turns` all rules, `cut_off` the walls.
fn frontier(
    board: &Board,
    tiles: &Tiles,
    edges_fit: impl Fn(TileKind, Cell) -> bool,
    turns: impl Fn(TileKind, Cell) -> Vec<Rot>,
    cut_off: impl Fn(Cell) -> bool,
) -> Vec<OpenCell> {
    let kinds = tiles.kinds();
    let mut cells: Vec<Cell> = board.frontier().iter().map(|open| open.cell).collect();
    cells.sort_by_key(|cell| (cell.y, cell.x));
    let open = |cell: Cell| {
        let cut_off = cut_off(cell);
        let left = kinds.iter().filter(|kind| tiles.left(**kind) > 0);
        let placed = left.map(|kind| (*kind, turns(*kind, cell)));
        let fitting: Vec<(TileKind, Vec<Rot>)> = placed.filter(|(_, t)| !t.is_empty()).collect();
        OpenCell {
            cell,
            dead: !cut_off && !kinds.iter().any(|kind| edges_fit(*kind, cell)),
            cut_off,
            fits: fitting.iter().map(|(kind, _)| (*kind, tiles.left(*kind))).collect(),
            turns: fitting.into_iter().map(|(_, turns)| turns).collect(),
        }
    };
    cells.into_iter().map(open).collect()
}

/// The segments of each feature, by the first of them.
fn by_feature(segments: NodeId, root: impl Fn(NodeId) -> NodeId) -> Vec<Vec<NodeId>> {
    let mut place = alloc::vec![None; segments as usize];
    let mut features: Vec<Vec<NodeId>> = Vec::new();
    for node in 0..segments {
        let place = &mut place[root(node) as usize];
        let number = *place.get_or_insert(features.len());
        if number == features.len() {
            features.push(Vec::new());
        }
        features[number].push(node);
    }
    features
}

/// Adds to a list of counts by cell.
fn count_at(list: &mut Vec<(Cell, u16)>, cell: Cell, by: u16) {
    match list.iter_mut().find(|(c, _)| *c == cell) {
        Some((_, count)) => *count += by,
        None => list.push((cell, by)),
    }
}

/// The seats with the highest strength, if anybody has any.
fn strongest(strength: &[u8]) -> SeatSet {
    let most = strength.iter().copied().max().unwrap_or(0);
    let mut owners = SeatSet::default();
    for (seat, _) in strength.iter().enumerate().filter(|(_, s)| **s == most && most > 0) {
        owners.insert(Seat(seat as u8));
    }
    owners
}

/// How many tiles some segments lie on.
fn tiles_of(segments: &[Spot]) -> u8 {
    let mut cells: Vec<Cell> = segments.iter().filter_map(cell_of).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.len() as u8
}

fn cell_of(spot: &Spot) -> Option<Cell> {
    match spot {
        Spot::Segment { cell, .. } | Spot::Edge { cell, .. } => Some(*cell),
        Spot::Place(_) => None,
    }
}

/// Gives each feature the points of its own scores. Some editions score fields city by city: such
/// a score stands at a city and belongs to no feature alone.
fn attribute(features: &mut [Feature], end: &[Score]) {
    for score in end {
        let at = features.iter_mut().find(|f| f.segments.first() == Some(&score.at));
        if let Some(feature) = at.filter(|f| f.kind == score.feature) {
            for (mine, points) in feature.points.iter_mut().zip(score.points) {
                *mine += points;
            }
        }
    }
}

fn scores(events: Vec<Event>) -> Vec<Score> {
    let scored = |event| match event {
        Event::Scored(score) => Some(score),
        _ => None,
    };
    events.into_iter().filter_map(scored).collect()
}
