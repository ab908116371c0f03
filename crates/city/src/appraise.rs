//! What a table may want to know of a game beyond its state: what features are worth, what they
//! touch, what a tile or a wall would do. Read-only, and never asked by play itself.

use alloc::vec::Vec;

use table::{
    Appraise, Cell, Event, Extent, FeatureFacts, List, Log, NodeId, Rot, SEATS_MAX, Score,
    ScoreItem, Seat, SeatSet, Side, Sink, Spot, TileKind,
};

use crate::edge::{Edge, LEFT, RIGHT, beyond};
use crate::names::{
    GUARD_ROW, HISTORIC_WORTH, HOMES, MARKETS, PUBLIC_WORTH, STREET, TOLD_RING, TOWER_WALLS,
};
use crate::rules::Rules;
use crate::state::{City, Phase, TurnStep};
use crate::tile::GOODS;

/// Points for a market beside homes (CITY-60).
const EACH_MARKET: u8 = 2;

impl City {
    /// What each seat with the majority in a feature gets once it is complete; in homes, at the
    /// end (CITY-25, CITY-26, CITY-60).
    pub fn worth(&self, rules: &Rules, node: NodeId) -> u16 {
        let items = self.worth_items(rules, node);
        items.iter().map(|item| item.count as u16 * item.each as u16).sum()
    }

    /// What that worth is made of.
    pub fn worth_items(&self, rules: &Rules, node: NodeId) -> List<ScoreItem, 4> {
        let root = self.map.find(node);
        if self.map.tally(root).kind == HOMES {
            let count = self.markets_beside(rules, root);
            return [ScoreItem { why: MARKETS, count, each: EACH_MARKET }].into_iter().collect();
        }
        self.street_or_market(rules, root)
    }

    /// The seats with most followers in a feature, if anybody stands there (CITY-27).
    pub(crate) fn owners(&self, node: NodeId) -> SeatSet {
        let strength = self.tally(node).strength;
        let most = strength.into_iter().max().unwrap_or(0);
        let mut owners = SeatSet::default();
        let strongest = (0..).zip(strength).filter(|(_, s)| *s == most && most > 0);
        strongest.for_each(|(seat, _)| owners.insert(Seat(seat)));
        owners
    }

    /// The number of a feature, which stays while it does not grow into an older one.
    pub(crate) fn first_segment(&self, root: NodeId) -> NodeId {
        self.members(root).min().unwrap_or(root)
    }

    /// Whether gate or wall stands on an edge.
    pub fn is_walled(&self, edge: Edge) -> bool {
        let mut walls = self.walls.iter().flat_map(|line| line.iter());
        self.gate == Some(edge) || walls.any(|wall| wall.edge == edge)
    }

    /// The table with one more tile, to look at: nothing is scored, and the turn does not go on.
    #[must_use]
    pub fn with_tile(&self, rules: &Rules, kind: TileKind, cell: Cell, rot: Rot) -> City {
        let mut after = self.clone();
        after.add_tile(rules, kind, cell, rot);
        after
    }

    /// The table with one more wall at an end of the line, to look at.
    #[must_use]
    pub fn with_wall(&self, rules: &Rules, edge: Edge) -> City {
        let mut after = self.clone();
        after.raise(rules, edge);
        after
    }

    /// The streets and markets that a wall on this edge would complete (CITY-47).
    pub fn completed_by_wall(&self, rules: &Rules, edge: Edge) -> Vec<NodeId> {
        self.with_wall(rules, edge).completed_at_edge(rules, edge).iter().copied().collect()
    }

    /// What a guard on this edge would see: public and historic buildings, and their worth
    /// (CITY-61).
    pub fn guard_sees(&self, rules: &Rules, edge: Edge) -> (u8, u8, u16) {
        let (mut public, mut historic) = (0, 0);
        let mut cell = edge.cell;
        while let Some(laid) = self.board.at(cell) {
            public += rules.tile(laid.kind).public;
            historic += rules.tile(laid.kind).historic;
            cell = beyond(cell, edge.side.opposite());
        }
        let worth = public as u16 * PUBLIC_WORTH as u16 + historic as u16 * HISTORIC_WORTH as u16;
        (public, historic, worth)
    }

    /// The edges of the outline that have neither gate nor wall, clockwise from the right end.
    pub fn open_edges(&self) -> Vec<Edge> {
        self.gap().collect()
    }

    /// Who builds the pieces that the wall phase still asks for, in order, the one who builds now
    /// first; a ring that closes stops it (CITY-41, CITY-45).
    pub fn builders(&self, rules: &Rules) -> Vec<Seat> {
        let Phase { left, builder, .. } = self.phase;
        let first = if self.step == TurnStep::Build { builder } else { builder.next(rules.seats) };
        let pieces = self.gap().take(left as usize).count();
        let order = core::iter::successors(Some(first), |seat| Some(seat.next(rules.seats)));
        order.take(pieces).collect()
    }

    /// Tells everything that would be scored if the ring closed now, and the points of each seat
    /// then (CITY-58..61).
    pub fn end_scores(&self, rules: &Rules, out: &mut impl Sink) -> [u16; SEATS_MAX] {
        let mut copy = self.clone();
        if copy.step != TurnStep::Over && !copy.board.laid().is_empty() {
            copy.finish(rules, out);
        }
        copy.scores
    }
}

impl Appraise for City {
    fn features(&self, rules: &Rules) -> Vec<FeatureFacts> {
        let all = table::by_feature(self.segments(), |node| self.root(node));
        all.iter().map(|nodes| facts(rules, self, nodes)).collect()
    }

    fn has_edges_for(&self, rules: &Rules, kind: TileKind, cell: Cell) -> bool {
        self.board.turns_fitting(cell, rules.shape(kind).edges).next().is_some()
    }

    fn turns_allowed(&self, rules: &Rules, kind: TileKind, cell: Cell) -> Vec<Rot> {
        let turns = self.board.turns_fitting(cell, rules.shape(kind).edges);
        turns.filter(|_| self.admits(rules, cell)).collect()
    }

    /// By walls (CITY-14, CITY-15, CITY-68).
    fn is_cut_off(&self, rules: &Rules, cell: Cell) -> bool {
        self.is_shut(cell) || !self.admits(rules, cell)
    }

    fn open_after(
        &self,
        rules: &Rules,
        (kind, cell, rot): (TileKind, Cell, Rot),
        features: &[NodeId],
    ) -> Vec<u16> {
        let after = self.with_tile(rules, kind, cell, rot);
        features.iter().map(|id| after.tally(*id).open).collect()
    }

    fn scores_at_end(&self, rules: &Rules) -> Vec<Score> {
        let mut scores = Vec::new();
        self.end_scores(rules, &mut Log(|event| scores.extend(event.score())));
        scores
    }

    fn segment_count(&self) -> NodeId {
        self.segments()
    }

    fn feature_with(&self, node: NodeId) -> NodeId {
        self.root(node)
    }

    fn feature_on(&self, at: Spot) -> Option<NodeId> {
        let Spot::Segment { cell, segment } = at else { return None };
        self.feature_at(cell, segment)
    }

    fn place_of(&self, node: NodeId) -> Spot {
        self.spot_of(node)
    }

    fn worth_of(&self, rules: &Rules, feature: NodeId) -> (u16, Option<u16>) {
        let worth = self.worth(rules, feature);
        (worth, (self.tally(feature).kind != HOMES).then_some(worth))
    }

    /// What a guard on a wall earns, and the tiles of his row (CITY-61).
    fn earned_at(&self, rules: &Rules, at: Spot) -> Option<(u16, Vec<Cell>)> {
        let Spot::Edge { cell, side } = at else { return None };
        let edge = Edge::new(cell, side);
        let mut walls = [LEFT, RIGHT].into_iter().flat_map(|side| self.walls(side));
        let guarded = walls.any(|wall| wall.edge == edge && wall.guard().is_some());
        guarded.then(|| (self.guard_sees(rules, edge).2, self.row(edge).collect()))
    }

    fn extent(&self, score: &Score) -> Extent {
        match score.at {
            Spot::Segment { cell, segment } => {
                let root = self.feature_at(cell, segment).into_iter();
                let mut nodes: Vec<NodeId> = root.flat_map(|root| self.members(root)).collect();
                table::sort_short(&mut nodes);
                let spots = nodes.into_iter().map(|node| self.spot_of(node)).collect();
                Extent { spots, tiles: Vec::new() }
            }
            Spot::Edge { cell, side } => wall_extent(self, Edge::new(cell, side), score),
            Spot::Place(_) => Extent::default(),
        }
    }

    fn final_scoring(&self, _: &Rules, events: &[Event]) -> usize {
        if events.last() != Some(&Event::Over) {
            return events.len();
        }
        let ring = |event: &Event| matches!(event, Event::Told { what: TOLD_RING, .. });
        events.iter().position(ring).unwrap_or(events.len())
    }
}

/// What a guard sees (CITY-61), or the walls behind a tower (CITY-54).
fn wall_extent(game: &City, edge: Edge, score: &Score) -> Extent {
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

fn facts(rules: &Rules, game: &City, nodes: &[NodeId]) -> FeatureFacts {
    let id = nodes[0];
    let tally = *game.tally(id);
    let homes = tally.kind == HOMES;
    let segments: Vec<Spot> = nodes.iter().map(|node| game.spot_of(*node)).collect();
    let worth = game.worth(rules, id);
    let markets = if homes { game.markets_of(rules, id) } else { Vec::new() };
    let mut touches: Vec<NodeId> =
        markets.into_iter().map(|root| game.first_segment(root)).collect();
    table::sort_short(&mut touches);
    let goods = (0u8..).zip(GOODS).filter(|(bit, _)| tally.goods >> bit & 1 != 0);
    FeatureFacts {
        id,
        kind: tally.kind,
        tiles: table::tiles_of(&segments),
        complete: !homes && tally.open == 0,
        open: tally.open,
        facing: if homes { Vec::new() } else { ahead(rules, game, &segments) },
        strength: tally.strength[..rules.seats as usize].to_vec(),
        owners: game.owners(id),
        worth,
        items: game.worth_items(rules, id).to_vec(),
        worth_complete: (!homes).then_some(worth),
        touches,
        signs: goods.map(|(_, name)| (name, 1)).collect(),
        segments,
    }
}

/// The empty cells that a street or market is open to.
fn ahead(rules: &Rules, game: &City, segments: &[Spot]) -> Vec<(Cell, u16)> {
    // At the end the whole outline counts as walled (CITY-58); only holes stay open.
    let over = game.step == TurnStep::Over;
    let ring: Vec<Edge> = if over { game.outline().collect() } else { Vec::new() };
    let closed = |edge: Edge| game.is_walled(edge) || ring.contains(&edge);
    let mut facing = Vec::new();
    for spot in segments {
        let Spot::Segment { cell, segment } = *spot else { continue };
        let Some(laid) = game.board.at(cell) else { continue };
        let drawn = &rules.tile(laid.kind).segments[segment as usize];
        let ports = drawn.ports_turned(laid.rot);
        for side in Side::ALL {
            let count = if drawn.kind == STREET {
                ports >> side as u8 & 1
            } else {
                (ports >> (2 * side as u8) & 3).count_ones() as u8
            };
            let beyond = cell.step(side);
            let open = !game.board.has(beyond) && !closed(Edge::new(cell, side));
            if count > 0 && open {
                table::count_facing(&mut facing, beyond, u16::from(count));
            }
        }
    }
    facing
}
