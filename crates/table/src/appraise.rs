//! What a game could still bring, answered by its family: what each feature is worth and what it
//! lacks, what a tile would do, what the end would score. Surveys are made of it; play itself never
//! asks.

use alloc::vec::Vec;

use crate::{
    Cell, Event, FeatureKind, Game, NodeId, Rot, Score, ScoreItem, SeatSet, Spot, TileKind,
};

/// Anything on the board that is scored as a whole, as its family knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureFacts {
    /// The number of its first segment: it stays while the feature does not grow into an older one.
    pub id: NodeId,
    /// What it is.
    pub kind: FeatureKind,
    /// Its segments in the order of laying.
    pub segments: Vec<Spot>,
    /// How many tiles it lies on, or how many count for it.
    pub tiles: u8,
    /// Whether nothing is missing; never for what lasts to the end.
    pub complete: bool,
    /// Its open edges, in the family's count.
    pub open: u16,
    /// The empty cells that it lacks, each with the open edges that face it; 0 where any tile
    /// will do.
    pub facing: Vec<(Cell, u16)>,
    /// The strength of each seat in it.
    pub strength: Vec<u8>,
    /// Who has the majority.
    pub owners: SeatSet,
    /// What each owner gets if the game ends now; also told while nobody owns it.
    pub worth: u16,
    /// What that is made of.
    pub items: Vec<ScoreItem>,
    /// What each owner gets if it is completed as it is; nothing for what lasts to the end.
    pub worth_complete: Option<u16>,
    /// The features at it that give it its worth, by id.
    pub touches: Vec<NodeId>,
    /// What is drawn in it: name and number.
    pub signs: Vec<(&'static str, u8)>,
}

/// Where something lies that is scored, or would be: so that a table can show it while its points
/// are told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Segments and pieces of a wall, the oldest first.
    pub spots: Vec<Spot>,
    /// Whole tiles that count for it: around a centre, along a guard's row.
    pub tiles: Vec<Cell>,
}

/// What a family knows of how a game may go on.
pub trait Appraise: Game {
    /// Every feature, in the order of ids.
    fn features(&self, rules: &Self::Rules) -> Vec<FeatureFacts>;

    /// Whether a tile has the edges for a cell in some turn, whatever else the rules say.
    fn has_edges_for(&self, rules: &Self::Rules, kind: TileKind, cell: Cell) -> bool;

    /// The turns in which a tile may be laid on a cell as the game stands.
    fn turns_allowed(&self, rules: &Self::Rules, kind: TileKind, cell: Cell) -> Vec<Rot>;

    /// Whether every tile is kept off an empty cell, whatever its edges.
    fn is_cut_off(&self, _: &Self::Rules, _: Cell) -> bool {
        false
    }

    /// How open these features would be once a tile is laid.
    fn open_after(
        &self,
        rules: &Self::Rules,
        tile: (TileKind, Cell, Rot),
        features: &[NodeId],
    ) -> Vec<u16>;

    /// Everything that would be scored if the game ended now; nothing once it is over.
    fn scores_at_end(&self, rules: &Self::Rules) -> Vec<Score>;

    /// How many segments lie on the table; they are numbered in the order of laying.
    fn segment_count(&self) -> NodeId;

    /// The feature that holds a segment, by one of its segments.
    fn feature_with(&self, node: NodeId) -> NodeId;

    /// The same for the segment at a spot; nothing if there is none.
    fn feature_on(&self, at: Spot) -> Option<NodeId>;

    /// The place of a segment.
    fn place_of(&self, node: NodeId) -> Spot;

    /// What a feature gives if the game ended now, and completed as it is. What is complete gives
    /// its whole worth; what lasts to the end is never completed.
    fn worth_of(&self, rules: &Self::Rules, feature: NodeId) -> (u16, Option<u16>);

    /// What a piece earns that stands at a spot outside of features, and the tiles that count.
    fn earned_at(&self, _: &Self::Rules, _: Spot) -> Option<(u16, Vec<Cell>)> {
        None
    }

    /// The whole tiles that count for the feature at a spot.
    fn tiles_counted(&self, _: Spot) -> Vec<Cell> {
        Vec::new()
    }

    /// Where something lies that was scored; this is the game behind it.
    fn extent(&self, score: &Score) -> Extent;

    /// Where among the events of the last action final scoring begins; this is the game behind it.
    fn final_scoring(&self, rules: &Self::Rules, events: &[Event]) -> usize;
}

/// The segments of each feature, the features in the order of their first segments.
pub fn by_feature(segments: NodeId, root: impl Fn(NodeId) -> NodeId) -> Vec<Vec<NodeId>> {
    let mut number_of = alloc::vec![None; segments as usize];
    let mut features: Vec<Vec<NodeId>> = Vec::new();
    for node in 0..segments {
        let number = *number_of[root(node) as usize].get_or_insert(features.len());
        if number == features.len() {
            features.push(Vec::new());
        }
        features[number].push(node);
    }
    features
}

/// How many tiles some segments lie on.
pub fn tiles_of(segments: &[Spot]) -> u8 {
    let mut cells: Vec<Cell> = segments.iter().filter_map(|spot| spot.cell()).collect();
    crate::sort_short(&mut cells);
    cells.dedup();
    cells.len() as u8
}

/// Counts open edges that face a cell.
pub fn count_facing(facing: &mut Vec<(Cell, u16)>, cell: Cell, edges: u16) {
    match facing.iter_mut().find(|(known, _)| *known == cell) {
        Some((_, count)) => *count += edges,
        None => facing.push((cell, edges)),
    }
}
