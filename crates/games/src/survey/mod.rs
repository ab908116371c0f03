//! What overlays and analysis ask about a game: every feature with its owners and worth, what may
//! still lie where, how likely it is, and what the end would bring. docs/overlays.md explains the
//! numbers.
//!
//! All rules are asked of the engines; here is only counting.

mod odds;

use alloc::vec::Vec;

use table::{
    Appraise, Board, Cell, FeatureFacts, FeatureKind, NodeId, Rot, Score, ScoreItem, SeatSet, Spot,
    Stock, TileKind, Turn,
};

use crate::any::{AnyGame, AnyRules, either};
use crate::view::Tabletop;

pub use city::{RingSurvey, TowerPlace, WallEnd, Watch};
pub use odds::{at_least_one, draws_of_a_seat, permille};

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

/// What there is to know about a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Every feature, in the order of ids.
    pub features: Vec<Feature>,
    /// The empty cells beside tiles.
    pub cells: Vec<OpenCell>,
    /// The wall around the town, if the family has one.
    pub ring: Option<RingSurvey>,
    /// Everything that would be scored if the game ended now.
    pub end: Vec<Score>,
}

impl Survey {
    /// Surveys a game; chances take longer than the rest and are told only `with_odds`.
    pub fn of(rules: &AnyRules, game: &AnyGame, with_odds: bool) -> Survey {
        let stock = Tabletop::of(rules, game).stock;
        let tiles = Tiles { stock: &stock, hand: game.hand(), seats: rules.seats() };
        let board = game.board();
        let found =
            either!(game, rules, |game, rules| survey(rules, game, board, &tiles, with_odds));
        Survey { ring: game.ring_survey(rules), ..found }
    }
}

fn survey<G: Appraise>(
    rules: &G::Rules,
    game: &G,
    board: &Board,
    tiles: &Tiles,
    with_odds: bool,
) -> Survey {
    let facts = game.features(rules);
    let mut features: Vec<Feature> = facts.into_iter().map(Feature::of).collect();
    let end = game.scores_at_end(rules);
    attribute(&mut features, &end);
    let cells = frontier(rules, game, board, tiles);
    if with_odds && game.turn() != Turn::Over {
        odds::fill(&mut features, &cells, tiles, |kind, cell, rot, ids| {
            game.open_after(rules, (kind, cell, rot), ids)
        });
    }
    Survey { features, cells, ring: None, end }
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

/// The empty cells beside tiles, row by row.
fn frontier<G: Appraise>(
    rules: &G::Rules,
    game: &G,
    board: &Board,
    tiles: &Tiles,
) -> Vec<OpenCell> {
    let kinds = tiles.kinds();
    let mut cells: Vec<Cell> = board.frontier().iter().map(|open| open.cell).collect();
    table::sort_short_by_key(&mut cells, |cell| (cell.y, cell.x));
    let open = |cell: Cell| {
        let cut_off = game.is_cut_off(rules, cell);
        let left = kinds.iter().filter(|kind| tiles.left(**kind) > 0);
        let placed = left.map(|kind| (*kind, game.turns_allowed(rules, *kind, cell)));
        let fitting: Vec<(TileKind, Vec<Rot>)> = placed.filter(|(_, t)| !t.is_empty()).collect();
        OpenCell {
            cell,
            dead: !cut_off && !kinds.iter().any(|kind| game.has_edges_for(rules, *kind, cell)),
            cut_off,
            fits: fitting.iter().map(|(kind, _)| (*kind, tiles.left(*kind))).collect(),
            turns: fitting.into_iter().map(|(_, turns)| turns).collect(),
        }
    };
    cells.into_iter().map(open).collect()
}

impl Feature {
    fn of(facts: FeatureFacts) -> Feature {
        Feature {
            id: facts.id,
            kind: facts.kind,
            tiles: facts.tiles,
            segments: facts.segments,
            complete: facts.complete,
            missing: facts.facing.iter().map(|(cell, _)| *cell).collect(),
            points: alloc::vec![0; facts.strength.len()],
            strength: facts.strength,
            owners: facts.owners,
            worth: facts.worth,
            items: facts.items,
            worth_complete: facts.worth_complete,
            touches: facts.touches,
            signs: facts.signs,
            chances: None,
            facing: facts.facing,
            open: facts.open,
        }
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
