//! What a table may want to know of a game beyond its state: what features are worth, what they
//! touch, what a tile would do. Read-only, and never asked by play itself.

use alloc::vec::Vec;

use table::{Cell, NodeId, Rot, SEATS_MAX, Sink, Spot, TileKind};

use crate::rules::Rules;
use crate::setup::FIELDSCORE;
use crate::state::{Country, Feature};
use crate::tile::{Kind, mark};
use crate::{end, exp, lay, score};

/// A centre counts its own tile and the eight around it (BASE-33).
const WHOLE_CENTRE: u16 = 9;

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
    pub fn feature_of(&self, node: NodeId) -> Feature {
        *self.map.tally(self.map.find(node))
    }

    /// The place of a segment.
    pub fn spot_of(&self, node: NodeId) -> Spot {
        score::spot_of(self, node)
    }

    /// What each seat with the majority in a feature gets: if it is completed as it is, or if the
    /// game ends now. `None` for the completion of a field, which never comes.
    pub fn worth(&self, rules: &Rules, node: NodeId, complete: bool) -> Option<u16> {
        let root = self.map.find(node);
        let kind = self.map.tally(root).kind();
        match kind {
            Kind::Field if complete => None,
            Kind::Field => {
                let cities = self.cities_beside(root);
                let full =
                    cities.iter().filter(|c| self.feature_of(**c).open() == 0).count() as u16;
                let great = self.great_city_beside(rules, root) as u16;
                let each = if rules.is_default(&FIELDSCORE) { 3 } else { 4 }; // BASE-42
                Some(each * (full + great))
            }
            _ if kind.is_centre() && complete => Some(WHOLE_CENTRE),
            _ => Some(score::appraise(rules, self, root, complete).value()),
        }
    }

    /// The cities that a field touches, each once, complete or not (BASE-06).
    pub fn cities_beside(&self, field: NodeId) -> Vec<NodeId> {
        let root = self.map.find(field);
        let mut cities = Vec::new();
        for [field, city] in self.borders.iter() {
            let city = self.map.find(*city);
            if self.map.find(*field) == root && !cities.contains(&city) {
                cities.push(city);
            }
        }
        cities
    }

    /// Whether a field scores for a great city outside the tiles (COUNT-26).
    pub fn great_city_beside(&self, rules: &Rules, field: NodeId) -> bool {
        self.feature_of(field).marks() & mark::GREAT_CITY != 0 && exp::great_city_counts(rules)
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
