//! What a table may want to know of a game beyond its state: what features are worth, what they
//! touch, what a tile would do. Read-only, and never asked by play itself.

use alloc::vec::Vec;

use table::{Cell, List, NodeId, Rot, SEATS_MAX, ScoreItem, SeatSet, Sink, Spot, TileKind};

use crate::exp::{Mark, nouns};
use crate::rules::Rules;
use crate::score::why;
use crate::setup::FIELDSCORE;
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
            _ => Some(score::appraise(rules, self, root, complete).items),
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
        (score::strengths(rules, self, root), score::winners(rules, self, root))
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

    /// The turns in which a tile may be laid on a cell as the game stands.
    pub fn turns_allowed(&self, rules: &Rules, kind: TileKind, cell: Cell) -> Vec<Rot> {
        let edges = rules.kinds[kind.0 as usize].edges;
        let turns = self.board.turns_fitting(cell, edges);
        turns.filter(|r| exp::forbids_tile(rules, self, kind, cell, *r).is_none()).collect()
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
