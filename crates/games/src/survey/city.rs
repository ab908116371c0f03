//! The survey of a game of The City.

use alloc::vec::Vec;

use city::names::{HOMES, STREET};
use city::{City, Edge, GOODS, LEFT, RIGHT, Rules};
use table::{Cell, Game, Log, NodeId, Side, Spot, Turn};

use super::{
    Feature, RingSurvey, Survey, Tiles, TowerPlace, WallEnd, Watch, attribute, by_feature,
    count_at, odds, strongest, tiles_of,
};

pub(super) fn survey(rules: &Rules, game: &City, tiles: &Tiles, with_odds: bool) -> Survey {
    let nodes = by_feature(game.segments(), |node| game.root(node));
    let mut features: Vec<Feature> =
        nodes.iter().map(|nodes| feature(rules, game, nodes)).collect();
    let mut events = Vec::new();
    game.end_scores(rules, &mut Log(|event| events.push(event)));
    let end = super::scores(events);
    attribute(&mut features, &end);
    let cells = super::frontier(
        game.board(),
        tiles,
        |kind, cell| game.board().turns_fitting(cell, rules.tile(kind).edges).next().is_some(),
        |kind, cell| game.turns_allowed(rules, kind, cell),
        |cell| game.blocked(rules, cell),
    );
    if with_odds && game.turn() != Turn::Over {
        odds::fill(&mut features, &cells, tiles, |kind, cell, rot, ids| {
            let after = game.with_tile(rules, kind, cell, rot);
            ids.iter().map(|id| after.tally(*id).open).collect()
        });
    }
    Survey { ring: Some(ring(rules, game, &cells)), features, cells, end }
}

fn first_of(game: &City, root: NodeId) -> NodeId {
    game.members(root).min().unwrap_or(root)
}

fn feature(rules: &Rules, game: &City, nodes: &[NodeId]) -> Feature {
    let id = nodes[0];
    let tally = *game.tally(id);
    let homes = tally.kind == HOMES;
    let segments: Vec<Spot> = nodes.iter().map(|node| game.spot_of(*node)).collect();
    let facing = if homes { Vec::new() } else { ahead(rules, game, &segments) };
    let seats = rules.seats() as usize;
    let strength = tally.strength[..seats].to_vec();
    let worth = game.worth(rules, id);
    let markets = if homes { game.markets_of(rules, id) } else { Vec::new() };
    let mut touches: Vec<NodeId> = markets.into_iter().map(|root| first_of(game, root)).collect();
    touches.sort_unstable();
    let goods = (0u8..).zip(GOODS).filter(|(bit, _)| tally.goods >> bit & 1 != 0);
    Feature {
        id,
        kind: tally.kind,
        tiles: tiles_of(&segments),
        complete: !homes && tally.open == 0,
        missing: facing.iter().map(|(cell, _)| *cell).collect(),
        owners: strongest(&strength),
        strength,
        points: alloc::vec![0; seats],
        worth,
        items: game.worth_items(rules, id).to_vec(),
        worth_complete: (!homes).then_some(worth),
        touches,
        signs: goods.map(|(_, name)| (name, 1)).collect(),
        chances: None,
        open: tally.open,
        facing,
        segments,
    }
}

/// The empty cells that a street or market is open to.
fn ahead(rules: &Rules, game: &City, segments: &[Spot]) -> Vec<(Cell, u16)> {
    // At the end the whole outline counts as walled (CITY-58); only holes stay open.
    let over = game.turn() == Turn::Over;
    let ring: Vec<Edge> = if over { game.outline().collect() } else { Vec::new() };
    let closed = |edge: Edge| game.is_walled(edge) || ring.contains(&edge);
    let mut facing = Vec::new();
    for spot in segments {
        let Spot::Segment { cell, segment } = *spot else { continue };
        let Some(laid) = game.board().at(cell) else { continue };
        let part = &rules.tile(laid.kind).segments[segment as usize];
        let ports = part.ports_turned(laid.rot);
        for side in Side::ALL {
            let count = if part.kind == STREET {
                ports >> side as u8 & 1
            } else {
                (ports >> (2 * side as u8) & 3).count_ones() as u8
            };
            let beyond = cell.step(side);
            let open = !game.board().has(beyond) && !closed(Edge::new(cell, side));
            if count > 0 && open {
                count_at(&mut facing, beyond, u16::from(count));
            }
        }
    }
    facing
}

fn ring(rules: &Rules, game: &City, cells: &[super::OpenCell]) -> RingSurvey {
    let mut ends = Vec::new();
    if !game.ring_closed() && game.turn() != Turn::Over {
        for side in [LEFT, RIGHT] {
            // CITY-76: where both ends continue at one edge, it is the right one.
            let taken = side == LEFT && game.next_place(LEFT) == game.next_place(RIGHT);
            if let Some(edge) = game.next_place(side).filter(|_| !taken) {
                ends.push(end(rules, game, cells, edge, side == RIGHT));
            }
        }
    }
    RingSurvey {
        towers: if ends.is_empty() { Vec::new() } else { towers(game) },
        ends,
        guards: guards(rules, game),
        open: game.open_edges().into_iter().map(Edge::spot).collect(),
        walls_left: game.walls_left(),
    }
}

/// Where a tower would score: at an end with walls behind it (CITY-54, CITY-55).
fn towers(game: &City) -> Vec<TowerPlace> {
    let place = |side: usize| {
        let (at, worth) = (game.end(side)?.spot(), game.tower_value(side));
        (worth > 0).then_some(TowerPlace { right: side == RIGHT, at, worth })
    };
    [LEFT, RIGHT].into_iter().filter_map(place).collect()
}

/// What the guards see as their rows are now (CITY-61).
fn guards(rules: &Rules, game: &City) -> Vec<Watch> {
    let walls = game.walls(LEFT).iter().rev().chain(game.walls(RIGHT));
    let watch = |wall: &city::Wall| {
        let (public, historic, worth) = game.guard_sees(rules, wall.edge);
        Some(Watch {
            seat: wall.guard()?,
            at: wall.edge.spot(),
            row: game.row(wall.edge).collect(),
            public,
            historic,
            worth,
        })
    };
    walls.filter_map(watch).collect()
}

fn end(rules: &Rules, game: &City, cells: &[super::OpenCell], edge: Edge, right: bool) -> WallEnd {
    let completes = game.completed_by_wall(rules, edge);
    let seats = rules.seats() as usize;
    let mut points = alloc::vec![0; seats];
    for root in &completes {
        let owners = strongest(&game.tally(*root).strength[..seats]);
        owners.iter().for_each(|seat| points[seat.index()] += game.worth(rules, *root));
    }
    let after = game.with_wall(rules, edge);
    let free = cells.iter().filter(|open| !open.cut_off).map(|open| open.cell);
    let (public, historic, guard_worth) = game.guard_sees(rules, edge);
    WallEnd {
        right,
        at: edge.spot(),
        completes: completes.into_iter().map(|root| first_of(game, root)).collect(),
        points,
        blocks: free.filter(|cell| after.blocked(rules, *cell)).collect(),
        row: game.row(edge).collect(),
        public,
        historic,
        guard_worth,
        guard_allowed: !game.faces_guard(edge),
    }
}
