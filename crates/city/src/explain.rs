//! What choices of The City mean on the board, in plain English: what they close and promise.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{Action, Cell, Explain, Game, NodeId, Quiet, Seat, Spot, Text, Turn};

use crate::edge::Edge;
use crate::names::{GATE, HOMES, STREET, TOWER, WALL};
use crate::rules::Rules;
use crate::state::{City, FeatureTally, TurnStep};

impl Explain for City {
    fn word_examples(_: &Rules) -> Vec<String> {
        ["follower@street:S", "wall:left", "-"].map(String::from).to_vec()
    }

    fn question(&self, _: &Rules, _: &[Action]) -> String {
        let question = match self.step() {
            TurnStep::Build if self.gate().is_none() => "Where does the city gate stand?",
            TurnStep::Build => "A wall must be built: at which end?",
            TurnStep::Guard | TurnStep::LastGuard => "Does a follower stand guard on your wall?",
            TurnStep::Tower => "Do you set a tower?",
            _ => "Does a follower go on the tile?",
        };
        question.to_string()
    }

    fn meaning(&self, rules: &Rules, action: Action) -> Option<String> {
        match action {
            Action::Pass if self.step() == TurnStep::Tower => {
                Some("none now, and keep it for later".to_string())
            }
            Action::Pass => Some("nothing, and keep what you have".to_string()),
            Action::Put { piece: GATE, at: Spot::Edge { cell, side } } => {
                let walled = walled(rules, self, action, Edge::new(cell, side));
                Some(format!("the wall begins here, to both sides; {walled}"))
            }
            Action::Put { piece: WALL, at: Spot::Edge { cell, side } } => {
                let edge = Edge::new(cell, side);
                let guard = guard_chance(rules, self, action, edge);
                let at = self.spot(rules, edge.spot());
                Some(format!("at {at}; {}; {guard}", walled(rules, self, action, edge)))
            }
            // The score that follows says it all.
            Action::Put { piece: TOWER, .. } => None,
            Action::Put { at: Spot::Edge { cell, side }, .. } => {
                let edge = Edge::new(cell, side);
                Some(format!("{} and stays to the end", sight(rules, self, edge)))
            }
            Action::Put { at: Spot::Segment { cell, segment }, .. } => {
                let root = self.feature_at(cell, segment)?;
                let what = match *self.tally(root) {
                    FeatureTally { kind: HOMES, .. } => {
                        "a resident, who stays to the end".to_string()
                    }
                    ref feature => format!("{} so far, {}", size(self, root), open(feature)),
                };
                Some(format!("{what}; worth {} if the game ended now", gain(rules, self, action)))
            }
            _ => None,
        }
    }

    /// Streets and markets (CITY-29).
    fn completed_for_nobody(&self, rules: &Rules, cell: Cell) -> Vec<String> {
        let Some(tile) = self.board().at(cell) else { return Vec::new() };
        let segments = 0..rules.tile(tile.kind).segments.len() as u8;
        let mut roots: Vec<_> = segments.filter_map(|s| self.feature_at(cell, s)).collect();
        table::sort_short(&mut roots);
        roots.dedup();
        let done = roots.into_iter().filter(|root| is_done_for_nobody(self.tally(*root)));
        done.map(|root| format!("completes {} of nobody", size(self, root))).collect()
    }

    /// A guard is posted before the wall's scoring (CITY-46).
    fn is_before_scoring(&self, action: Action) -> bool {
        self.step() == TurnStep::Build || matches!(action, Action::Tile { .. })
    }
}

fn is_done_for_nobody(feature: &FeatureTally) -> bool {
    feature.kind != HOMES && feature.open == 0 && feature.strength.iter().all(|n| *n == 0)
}

/// `a street of 3 tiles`.
fn size(game: &City, node: NodeId) -> String {
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
fn at_edge(rules: &Rules, game: &City, edge: Edge) -> Vec<NodeId> {
    let Some(laid) = game.board().at(edge.cell) else { return Vec::new() };
    let mut nodes: Vec<NodeId> = Vec::new();
    for (number, segment) in rules.tile(laid.kind).segments.iter().enumerate() {
        let side = edge.side as u8;
        let here = if segment.kind == STREET { 1 << side } else { 3 << (2 * side) };
        let node = laid.first + number as NodeId;
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
    "no guard can be posted now".to_string()
}

/// `a guard here sees 2 public and 1 historic buildings, 7 points, bars a guard on 0,3:S`.
fn sight(rules: &Rules, game: &City, edge: Edge) -> String {
    let (public, historic, points) = game.guard_sees(rules, edge);
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
