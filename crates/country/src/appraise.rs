//! What a table may want to know of a game beyond its state: what features are worth, what they
//! touch, what a tile would do. Read-only, and never asked by play itself.

use alloc::vec::Vec;

use table::{
    Appraise, Cell, Event, Extent, FeatureFacts, List, Log, NodeId, Rot, SEATS_MAX, Score,
    ScoreItem, SeatSet, Sink, Spot, TileKind, Turn,
};

use crate::exp::{Mark, nouns};
use crate::rules::Rules;
use crate::score::why;
use crate::setup::{FARMERS, FIELDSCORE};
use crate::state::{Country, FeatureTally};
use crate::tile::{Kind, Segment};
use crate::{end, exp, lay, score};

/// A centre counts its own tile and the eight around it (BASE-33).
const WHOLE_CENTRE: u8 = 9;

/// What a worth is made of.
pub type Items = List<ScoreItem, 4>;

impl Country {
    /// How many segments lie on the board; they are numbered in the order of laying.
    pub fn segments(&self) -> NodeId {
        self.map.len() as NodeId
    }

    /// The root of the feature that holds a segment.
    #[inline]
    pub fn root(&self, node: NodeId) -> NodeId {
        self.map.find(node)
    }

    /// What is known of the feature that holds a segment.
    pub fn feature_of(&self, node: NodeId) -> FeatureTally {
        *self.map.tally(self.map.find(node))
    }

    /// The place of a segment.
    pub fn spot_of(&self, node: NodeId) -> Spot {
        score::spot_of(self, node)
    }

    /// What each seat with the majority in a feature gets: if it is completed as it is, or if the
    /// game ends now. `None` for the completion of a field, which never comes.
    pub fn worth(&self, rules: &Rules, node: NodeId, complete: bool) -> Option<u16> {
        let items = self.worth_items(rules, node, complete)?;
        Some(items.iter().map(|item| item.count as u16 * item.each as u16).sum())
    }

    /// What that worth is made of.
    pub fn worth_items(&self, rules: &Rules, node: NodeId, complete: bool) -> Option<Items> {
        let root = self.map.find(node);
        let kind = self.map.tally(root).kind();
        match kind {
            Kind::Field if complete => None,
            Kind::Field => {
                let cities = self.cities_beside(rules, root);
                let full = cities.iter().filter(|c| self.feature_of(**c).open() == 0).count() as u8;
                let each = if rules.is_default(&FIELDSCORE) { 3 } else { 4 }; // BASE-42
                let mut items = Items::new();
                items.push(ScoreItem { why: why::CITIES, count: full, each });
                let outside = exp::city_outside(rules, self.feature_of(root));
                items.extend(outside.map(|why| ScoreItem { why, count: 1, each }));
                Some(items)
            }
            _ if kind.is_centre() && complete => {
                let mut items = Items::new();
                items.push(ScoreItem { why: why::TILES, count: WHOLE_CENTRE, each: 1 });
                Some(items)
            }
            _ => Some(score::items(rules, self, root, complete)),
        }
    }

    /// The cities that a field touches, each once, complete or not (BASE-06).
    pub fn cities_beside(&self, rules: &Rules, field: NodeId) -> Vec<NodeId> {
        let root = self.map.find(field);
        let mut cities = Vec::new();
        for laid in self.board.laid() {
            for [field, city] in rules.kinds[laid.kind.0 as usize].borders() {
                let node = |segment: u8| self.map.find(laid.first + segment as NodeId);
                if node(*field) == root && !cities.contains(&node(*city)) {
                    cities.push(node(*city));
                }
            }
        }
        cities
    }

    /// How strong each seat is in a feature, and who has the majority (BASE-35).
    pub fn majority(&self, rules: &Rules, node: NodeId) -> ([u8; SEATS_MAX], SeatSet) {
        let root = self.map.find(node);
        let strengths = score::strengths(rules, self, root);
        (strengths, score::winners_with(rules, self.map.tally(root), strengths))
    }

    /// The segment of its tile that a spot means.
    fn drawn<'a>(&self, rules: &'a Rules, node: NodeId) -> Option<&'a Segment> {
        let Spot::Segment { cell, segment } = self.spot_of(node) else { return None };
        let laid = self.board.at(cell)?;
        rules.tiles[laid.kind.0 as usize].segments.get(segment as usize)
    }

    /// How often a mark is drawn in a feature.
    pub fn count_marks(&self, rules: &Rules, node: NodeId, mark: Mark) -> u8 {
        let root = self.map.find(node);
        let here = (0..self.segments()).filter(|n| self.map.find(*n) == root);
        here.filter_map(|n| self.drawn(rules, n)).filter(|s| s.has(mark)).count() as u8
    }

    /// What is drawn in a feature, given its segments, and what else it counts: name and number.
    pub fn signs(&self, rules: &Rules, segments: &[NodeId]) -> Vec<(&'static str, u8)> {
        let drawn = || segments.iter().filter_map(|node| self.drawn(rules, *node));
        let name = |why| nouns::why(why).map_or("", |decl| decl.many);
        let mut signs = Vec::from([(name(why::PENNANTS), drawn().map(|s| s.pennants).sum())]);
        for (id, info) in exp::ALL.iter().filter(|(id, _)| rules.has(*id)) {
            let shown = info.marks.iter().filter(|mark| !mark.name.is_empty());
            for mark in shown.filter(|_| exp::has_tokens(rules, *id)) {
                signs.push((mark.name, drawn().filter(|s| s.has(mark.mark)).count() as u8));
            }
        }
        let feature = segments.first().map(|node| self.feature_of(*node));
        let outside = feature.filter(|f| f.kind() == Kind::Field);
        let outside = outside.and_then(|field| exp::city_outside(rules, field));
        signs.extend(outside.map(|why| (name(why), 1)));
        signs.retain(|(_, count)| *count > 0);
        signs
    }

    /// The table with one more tile, to look at: nothing is scored, and the turn does not go on.
    #[must_use]
    pub fn with_tile(&self, rules: &Rules, kind: TileKind, cell: Cell, rot: Rot) -> Country {
        let mut after = self.clone();
        lay::lay(rules, &mut after, kind, cell, rot);
        after
    }

    /// Tells everything that would be scored if the game ended now, and the points it gives.
    pub fn end_scores(&self, rules: &Rules, out: &mut impl Sink) -> [u16; SEATS_MAX] {
        end::final_points(rules, self, out)
    }
}

impl Appraise for Country {
    /// Fields only if anybody may stand on them.
    fn features(&self, rules: &Rules) -> Vec<FeatureFacts> {
        let farmers = rules.is_default(&FARMERS);
        let all = table::by_feature(self.segments(), |node| self.root(node));
        let shown = all.iter().filter(|n| farmers || self.feature_of(n[0]).kind() != Kind::Field);
        shown.map(|nodes| facts(rules, self, nodes)).collect()
    }

    fn has_edges_for(&self, rules: &Rules, kind: TileKind, cell: Cell) -> bool {
        self.board.turns_fitting(cell, rules.kinds[kind.0 as usize].edges).next().is_some()
    }

    fn turns_allowed(&self, rules: &Rules, kind: TileKind, cell: Cell) -> Vec<Rot> {
        let turns = self.board.turns_fitting(cell, rules.kinds[kind.0 as usize].edges);
        turns.filter(|r| exp::forbids_tile(rules, self, kind, cell, *r).is_none()).collect()
    }

    fn open_after(
        &self,
        rules: &Rules,
        (kind, cell, rot): (TileKind, Cell, Rot),
        features: &[NodeId],
    ) -> Vec<u16> {
        let after = self.with_tile(rules, kind, cell, rot);
        features.iter().map(|id| u16::from(after.feature_of(*id).open())).collect()
    }

    fn scores_at_end(&self, rules: &Rules) -> Vec<Score> {
        let mut scores = Vec::new();
        if self.waits != Turn::Over {
            self.end_scores(rules, &mut Log(|event| scores.extend(event.score())));
        }
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
        self.feature_at(cell, segment).map(|(root, _)| root)
    }

    fn place_of(&self, node: NodeId) -> Spot {
        self.spot_of(node)
    }

    fn worth_of(&self, rules: &Rules, feature: NodeId) -> (u16, Option<u16>) {
        let whole = self.worth(rules, feature, true);
        let tally = self.feature_of(feature);
        let done = whole.filter(|_| tally.open() == 0 && !tally.kind().is_centre());
        (done.or_else(|| self.worth(rules, feature, false)).unwrap_or(0), whole)
    }

    /// For a centre its own, and those around it (BASE-33).
    fn tiles_counted(&self, at: Spot) -> Vec<Cell> {
        let Spot::Segment { cell, segment } = at else { return Vec::new() };
        let feature = self.feature_at(cell, segment).map(|(_, feature)| feature);
        if !feature.is_some_and(|feature| feature.kind().is_centre()) {
            return Vec::new();
        }
        let near = cell.around().into_iter().filter(|cell| self.board.has(*cell));
        core::iter::once(cell).chain(near).collect()
    }

    fn extent(&self, score: &Score) -> Extent {
        let Some(root) = self.feature_on(score.at) else { return Extent::default() };
        let here = (0..self.segments()).filter(|node| self.root(*node) == root);
        let spots = here.map(|node| self.spot_of(node)).collect();
        Extent { spots, tiles: self.tiles_counted(score.at) }
    }

    /// Nothing moves in final scoring, so the finished game still tells it, and it comes last.
    fn final_scoring(&self, rules: &Rules, events: &[Event]) -> usize {
        if events.last() != Some(&Event::Over) {
            return events.len();
        }
        let mut told = 0;
        self.end_scores(rules, &mut Log(|_| told += 1));
        events.len().saturating_sub(1 + told)
    }
}

fn facts(rules: &Rules, game: &Country, nodes: &[NodeId]) -> FeatureFacts {
    let id = nodes[0];
    let tally = game.feature_of(id);
    let segments: Vec<Spot> = nodes.iter().map(|node| game.spot_of(*node)).collect();
    let facing = match tally.kind() {
        Kind::Field => Vec::new(),
        kind if kind.is_centre() => around(game, &segments),
        _ => ahead(rules, game, &segments),
    };
    // A centre counts its own tile and those around it (BASE-33).
    let tiles = match segments[0].cell().filter(|_| tally.kind().is_centre()) {
        Some(cell) => 1 + cell.around().into_iter().filter(|c| game.board.has(*c)).count() as u8,
        None => table::tiles_of(&segments),
    };
    let (strengths, owners) = game.majority(rules, id);
    FeatureFacts {
        id,
        kind: tally.kind().feature(),
        tiles,
        complete: tally.kind() != Kind::Field && facing.is_empty(),
        open: u16::from(tally.open()),
        facing,
        strength: strengths[..rules.seats() as usize].to_vec(),
        owners,
        worth: game.worth(rules, id, false).unwrap_or(0),
        items: game.worth_items(rules, id, false).map_or_else(Vec::new, |items| items.to_vec()),
        worth_complete: game.worth(rules, id, true),
        touches: full_cities(rules, game, id),
        signs: game.signs(rules, nodes),
        segments,
    }
}

/// The empty cells around a building.
fn around(game: &Country, segments: &[Spot]) -> Vec<(Cell, u16)> {
    let cells = segments.first().and_then(|spot| spot.cell()).map(Cell::around);
    let cells = cells.into_iter().flatten();
    cells.filter(|cell| !game.board.has(*cell)).map(|cell| (cell, 0)).collect()
}

/// The empty cells that a road or city runs towards.
fn ahead(rules: &Rules, game: &Country, segments: &[Spot]) -> Vec<(Cell, u16)> {
    let mut facing = Vec::new();
    for spot in segments {
        let Spot::Segment { cell, segment } = *spot else { continue };
        let Some(laid) = game.board.at(cell) else { continue };
        let sides = &rules.tiles[laid.kind.0 as usize].segments[segment as usize].sides;
        for side in sides.iter().map(|side| side.turned(laid.rot)) {
            let beyond = cell.step(side);
            if !game.board.has(beyond) {
                table::count_facing(&mut facing, beyond, 1);
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
    table::sort_short(&mut ids);
    ids
}
