//! The survey of a game of the country.

use alloc::vec::Vec;

use country::tile::Kind;
use country::{Country, Rules};
use table::{Cell, Edges, Game, Log, NodeId, Side, Spot, Turn};

use crate::extent;

use super::{Feature, Survey, Tiles, attribute, by_feature, cell_of, count_at, odds, tiles_of};

pub(super) fn survey(rules: &Rules, game: &Country, tiles: &Tiles, with_odds: bool) -> Survey {
    let farmers = rules.is_default(&country::FARMERS);
    let nodes = by_feature(game.segments(), |node| game.root(node));
    let shown = |nodes: &&Vec<NodeId>| farmers || game.feature_of(nodes[0]).kind() != Kind::Field;
    let mut features: Vec<Feature> =
        nodes.iter().filter(shown).map(|nodes| feature(rules, game, nodes)).collect();
    let mut events = Vec::new();
    if game.turn() != Turn::Over {
        game.end_scores(rules, &mut Log(|event| events.push(event)));
    }
    let end = super::scores(events);
    attribute(&mut features, &end);
    let edges: Vec<Edges> =
        rules.tiles().iter().map(|tile| Edges::new(tile.edges.map(|t| t as u8))).collect();
    let cells = super::frontier(
        game.board(),
        tiles,
        |kind, cell| game.board().turns_fitting(cell, edges[kind.0 as usize]).next().is_some(),
        |kind, cell| game.turns_allowed(rules, kind, cell),
        |_| false,
    );
    if with_odds && game.turn() != Turn::Over {
        odds::fill(&mut features, &cells, tiles, |kind, cell, rot, ids| {
            let after = game.with_tile(rules, kind, cell, rot);
            ids.iter().map(|id| u16::from(after.feature_of(*id).open())).collect()
        });
    }
    Survey { features, cells, ring: None, end }
}

fn feature(rules: &Rules, game: &Country, nodes: &[NodeId]) -> Feature {
    let id = nodes[0];
    let tally = game.feature_of(id);
    let segments: Vec<Spot> = nodes.iter().map(|node| game.spot_of(*node)).collect();
    let facing = match tally.kind() {
        Kind::Field => Vec::new(),
        kind if kind.is_centre() => around(game, &segments),
        _ => ahead(rules, game, &segments),
    };
    let centre = cell_of(&segments[0]).filter(|_| tally.kind().is_centre());
    let seats = rules.seats() as usize;
    let (strengths, owners) = game.majority(rules, id);
    Feature {
        id,
        kind: tally.kind().feature(),
        tiles: centre
            .map_or_else(|| tiles_of(&segments), |cell| extent::around(game, cell).len() as u8),
        complete: tally.kind() != Kind::Field && facing.is_empty(),
        missing: facing.iter().map(|(cell, _)| *cell).collect(),
        owners,
        strength: strengths[..seats].to_vec(),
        points: alloc::vec![0; seats],
        worth: game.worth(rules, id, false).unwrap_or(0),
        items: game.worth_items(rules, id, false).map_or_else(Vec::new, |items| items.to_vec()),
        worth_complete: game.worth(rules, id, true),
        touches: full_cities(rules, game, id),
        signs: game.signs(rules, nodes),
        chances: None,
        open: u16::from(tally.open()),
        facing,
        segments,
    }
}

/// The empty cells around a building.
fn around(game: &Country, segments: &[Spot]) -> Vec<(Cell, u16)> {
    let cells = segments.first().and_then(cell_of).map(Cell::around).into_iter().flatten();
    cells.filter(|cell| !game.board().has(*cell)).map(|cell| (cell, 0)).collect()
}

/// The empty cells that a road or city runs towards.
fn ahead(rules: &Rules, game: &Country, segments: &[Spot]) -> Vec<(Cell, u16)> {
    let mut facing = Vec::new();
    for spot in segments {
        let Spot::Segment { cell, segment } = *spot else { continue };
        let Some(laid) = game.board().at(cell) else { continue };
        let sides = &rules.tiles()[laid.kind.0 as usize].segments[segment as usize].sides;
        for side in sides.iter().map(|side: &Side| side.turned(laid.rot)) {
            let beyond = cell.step(side);
            if !game.board().has(beyond) {
                count_at(&mut facing, beyond, 1);
            }
        }
    }
    facing
}

/// The completed cities at a field, by the first of their segments.
fn full_cities(rules: &Rules, game: &Country, field: NodeId) -> Vec<NodeId> {
    if game.feature_of(field).kind() != Kind::Field {
        return Vec::new();
    }
    let full =
        game.cities_beside(rules, field).into_iter().filter(|c| game.feature_of(*c).open() == 0);
    let first = |root: NodeId| (0..=root).find(|n| game.root(*n) == root).unwrap_or(root);
    let mut ids: Vec<NodeId> = full.map(first).collect();
    ids.sort_unstable();
    ids
}
