//! What a game could still bring, answered by its family: what each feature is worth and what it
//! lacks, what a tile would do, what the end would score. Surveys are made of it; play itself never
//! asks.

use alloc::vec::Vec;

use crate::{Cell, FeatureKind, Game, NodeId, Rot, Score, ScoreItem, SeatSet, Spot, TileKind};

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
    cells.sort_unstable();
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
