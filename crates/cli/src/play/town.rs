//! What the choices of The City mean on the board: what they close, block and promise.

use city::names::{GATE, HOMES, STREET, TOWER, WALL};
use city::{City, Edge, FeatureTally, Rules, TurnStep};
use games::{Action, Game, Seat, Turn};
use table::{Cell, Quiet, Spot, Text};

/// What an action means, from the board before it.
pub fn meaning(rules: &Rules, game: &City, action: Action) -> Option<String> {
    match action {
        Action::Pass => Some(match game.step() {
            TurnStep::Tower => "none now, and keep it for later".to_owned(),
            _ => "nothing, and keep what you have".to_owned(),
        }),
        Action::Put { piece: GATE, at: Spot::Edge { cell, side } } => {
            let walled = walled(rules, game, action, Edge::new(cell, side));
            Some(format!("the wall begins here, to both sides; {walled}"))
        }
        Action::Put { piece: WALL, at: Spot::Edge { cell, side } } => {
            let edge = Edge::new(cell, side);
            let guard = guard_chance(rules, game, action, edge);
            let at = game.spot(rules, edge.spot());
            Some(format!("at {at}; {}; {guard}", walled(rules, game, action, edge)))
        }
        // The score that follows says it all.
        Action::Put { piece: TOWER, .. } => None,
        Action::Put { at: Spot::Edge { cell, side }, .. } => {
            let edge = Edge::new(cell, side);
            Some(format!("{} and stays to the end", sight(rules, game, edge)))
        }
        Action::Put { at: Spot::Segment { cell, segment }, .. } => {
            let root = game.feature_at(cell, segment)?;
            let what = match *game.tally(root) {
                FeatureTally { kind: HOMES, .. } => "a resident, who stays to the end".to_owned(),
                ref feature => {
                    let open = open(feature);
                    format!("{} so far, {open}", size(game, root))
                }
            };
            Some(format!("{what}; worth {} if the game ended now", gain(rules, game, action)))
        }
        _ => None,
    }
}

/// The streets and markets on a tile just laid that are complete and belong to nobody
/// (CITY-29).
pub fn completed_for_nobody(rules: &Rules, laid: &City, cell: Cell) -> Vec<String> {
    let Some(tile) = laid.board().at(cell) else { return Vec::new() };
    let segments = 0..rules.tile(tile.kind).segments.len() as u8;
    let mut roots: Vec<_> = segments.filter_map(|s| laid.feature_at(cell, s)).collect();
    roots.sort_unstable();
    roots.dedup();
    let done = roots.into_iter().filter(|root| is_done_for_nobody(laid.tally(*root)));
    done.map(|root| format!("completes {} of nobody", size(laid, root))).collect()
}

fn is_done_for_nobody(feature: &FeatureTally) -> bool {
    feature.kind != HOMES && feature.open == 0 && feature.strength.iter().all(|n| *n == 0)
}

/// `a street of 3 tiles`.
fn size(game: &City, node: table::NodeId) -> String {
    let kind = if game.tally(node).kind == STREET { "street" } else { "market" };
    let tiles = game.tiles_of(game.root(node));
    format!("a {kind} of {tiles} {}", if tiles == 1 { "tile" } else { "tiles" })
}

/// `2 open ends`, `1 open half-edge`.
fn open(feature: &FeatureTally) -> String {
    let what = if feature.kind == STREET { "end" } else { "half-edge" };
    format!("{} open {what}{}", feature.open, if feature.open == 1 { "" } else { "s" })
}

/// What a wall or gate closes (CITY-22) and blocks (CITY-14).
fn walled(rules: &Rules, game: &City, action: Action, edge: Edge) -> String {
    let mut after = game.clone();
    after.play(rules, action, &mut Quiet);
    let mut parts = Vec::new();
    for node in at_edge(rules, game, edge) {
        let (before, now) = (game.tally(node), after.tally(node));
        let size = size(game, node);
        parts.push(match now.open {
            0 if is_done_for_nobody(before) || before.strength.iter().all(|n| *n == 0) => {
                format!("completes {size} of nobody")
            }
            0 => format!("completes {size}"),
            _ => format!("closes {size}, {} left", open(now)),
        });
    }
    let beyond = edge.outer();
    parts.push(format!("no tile may lie on {},{} any more", beyond.x, beyond.y));
    parts.join("; ")
}

/// The streets and markets at an edge, one segment of each.
fn at_edge(rules: &Rules, game: &City, edge: Edge) -> Vec<table::NodeId> {
    let Some(laid) = game.board().at(edge.cell) else { return Vec::new() };
    let mut nodes: Vec<table::NodeId> = Vec::new();
    for (number, segment) in rules.tile(laid.kind).segments.iter().enumerate() {
        let side = edge.side as u8;
        let here = if segment.kind == STREET { 1 << side } else { 3 << (2 * side) };
        let node = laid.first + number as table::NodeId;
        if segment.kind != HOMES
            && segment.ports_turned(laid.rot) & here != 0
            && nodes.iter().all(|n| game.root(*n) != game.root(node))
        {
            nodes.push(node);
        }
    }
    nodes
}

/// Whether the builder could post a guard on the wall, and what for (CITY-49, CITY-50).
fn guard_chance(rules: &Rules, game: &City, action: Action, edge: Edge) -> String {
    let Turn::Player(builder) = game.turn() else { return String::new() };
    let mut after = game.clone();
    after.play(rules, action, &mut Quiet);
    if after.step() == TurnStep::Guard && after.turn() == Turn::Player(builder) {
        return sight(rules, game, edge);
    }
    "no guard can be posted now".to_owned()
}

/// `a guard here sees 2 public and 1 historic buildings, 7 points, bars a guard on 0,3:S`.
fn sight(rules: &Rules, game: &City, edge: Edge) -> String {
    let (mut public, mut historic) = (0, 0);
    for laid in game.row(edge).filter_map(|cell| game.board().at(cell)) {
        public += rules.tile(laid.kind).public;
        historic += rules.tile(laid.kind).historic;
    }
    let points = 2 * u16::from(public) + 3 * u16::from(historic); // CITY-61
    let far = game.row(edge).last().unwrap_or(edge.cell);
    let opposite = game.spot(rules, Edge::new(far, edge.side.opposite()).spot());
    format!(
        "a guard here sees {public} public and {historic} historic buildings, {points} points so \
         far, bars a guard on {opposite}"
    )
}

/// How many points more an action gives its seat than passing would, if the game ended now.
fn gain(rules: &Rules, game: &City, action: Action) -> u16 {
    let Turn::Player(Seat(seat)) = game.turn() else { return 0 };
    let points = |action: Action| {
        let mut after = game.clone();
        after.play(rules, action, &mut Quiet);
        after.forecast(rules)[seat as usize]
    };
    points(action).saturating_sub(points(Action::Pass))
}
