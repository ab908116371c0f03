//! Where something lies that is scored, or would be: so that a table can show it while its points
//! are told.
//!
//! All rules are asked of the engines; here is only gathering.

use alloc::vec::Vec;

use city::names::{GUARD_ROW, TOLD_RING, TOWER_WALLS};
use city::{City, Edge, LEFT, RIGHT};
use country::Country;
use table::{Cell, Event, Log, NodeId, Score, Spot};

use crate::any::{AnyGame, AnyRules, FamilyRules};

/// Where something lies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Segments and pieces of a wall, the oldest first.
    pub spots: Vec<Spot>,
    /// Whole tiles that count for it: around a centre, along a guard's row.
    pub tiles: Vec<Cell>,
}

impl Extent {
    /// Of what was scored; `game` is the game behind it.
    pub fn of(game: &AnyGame, score: &Score) -> Extent {
        match (game, score.at) {
            (AnyGame::Country(game), Spot::Segment { cell, segment }) => {
                country_feature(game, cell, segment)
            }
            (AnyGame::City(game), Spot::Segment { cell, segment }) => {
                let root = game.feature_at(cell, segment);
                let mut nodes: Vec<NodeId> =
                    root.into_iter().flat_map(|root| game.members(root)).collect();
                nodes.sort_unstable();
                let spots = nodes.into_iter().map(|node| game.spot_of(node)).collect();
                Extent { spots, tiles: Vec::new() }
            }
            (AnyGame::City(game), Spot::Edge { cell, side }) => {
                wall(game, Edge::new(cell, side), score)
            }
            _ => Extent::default(),
        }
    }
}

fn country_feature(game: &Country, cell: Cell, segment: u8) -> Extent {
    let Some((root, feature)) = game.feature_at(cell, segment) else { return Extent::default() };
    let here = (0..game.segments()).filter(|node| game.root(*node) == root);
    let spots = here.map(|node| game.spot_of(node)).collect();
    let tiles = if feature.kind().is_centre() { around(game, cell) } else { Vec::new() };
    Extent { spots, tiles }
}

/// The tiles that count for a centre: its own, and those around it (BASE-33).
pub(crate) fn around(game: &Country, cell: Cell) -> Vec<Cell> {
    let near = cell.around().into_iter().filter(|cell| game.board().has(*cell));
    core::iter::once(cell).chain(near).collect()
}

/// What a guard sees (CITY-61), or the walls behind a tower (CITY-54).
fn wall(game: &City, edge: Edge, score: &Score) -> Extent {
    match score.feature {
        GUARD_ROW => Extent { spots: Vec::from([edge.spot()]), tiles: game.row(edge).collect() },
        TOWER_WALLS => {
            let line = [LEFT, RIGHT].into_iter().map(|side| game.walls(side));
            let behind = line.filter_map(|walls| {
                let end = walls.iter().position(|wall| wall.edge == edge)? + 1;
                Some(&walls[end.saturating_sub(usize::from(score.value()))..end])
            });
            let spots = behind.flatten().map(|wall| wall.edge.spot()).collect();
            Extent { spots, tiles: Vec::new() }
        }
        _ => Extent::default(),
    }
}

/// Where among the events of an action final scoring begins; their number, if the game goes on.
/// `game` is the game behind the action.
pub fn final_scoring(rules: &AnyRules, game: &AnyGame, events: &[Event]) -> usize {
    if events.last() != Some(&Event::Over) {
        return events.len();
    }
    if let (AnyGame::Country(game), FamilyRules::Country(rules)) = (game, rules.of()) {
        // Nothing moves in final scoring, so the finished game still tells it, and it comes last.
        let mut told = 0;
        game.end_scores(rules, &mut Log(|_| told += 1));
        events.len().saturating_sub(1 + told)
    } else {
        let ring = |event: &Event| matches!(event, Event::Told { what: TOLD_RING, .. });
        events.iter().position(ring).unwrap_or(events.len())
    }
}
