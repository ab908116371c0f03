//! Completion and points (CITY-22..31, CITY-58..61).

use std::collections::{BTreeMap, BTreeSet};

use crate::Reference;
use crate::board::{Edge, Feature, SegmentId, edge_word, opposite, step};
use crate::tiles::Kind;

impl Reference {
    /// Whether a wall or the gate stands on this edge.
    pub(crate) fn has_piece(&self, edge: Edge) -> bool {
        self.line.iter().any(|piece| piece.edge == edge)
    }

    /// CITY-22, CITY-58, CITY-75.
    fn is_closed(&self, edge: Edge) -> bool {
        self.board.has(step(edge.0, edge.1)) || self.has_piece(edge) || self.closing.contains(&edge)
    }

    /// CITY-23, CITY-24: nothing of the feature is open.
    pub(crate) fn is_complete(&self, feature: &Feature) -> bool {
        let segments = feature.segments.iter();
        segments.flat_map(|&segment| self.board.edges_of(segment)).all(|edge| self.is_closed(edge))
    }

    /// All complete streets and markets, with or without followers.
    pub(crate) fn complete_features(&self) -> Vec<Feature> {
        let features = self.board.features().into_iter();
        features
            .filter(|feature| feature.kind != Kind::Homes && self.is_complete(feature))
            .collect()
    }

    /// The features with followers, each once; the others never score (CITY-29).
    fn occupied_features(&self) -> Vec<Feature> {
        let mut features: Vec<Feature> = Vec::new();
        for &segment in self.followers.keys() {
            let feature = self.board.feature(segment);
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        features
    }

    /// Scores every complete street and market with followers; false if there was none.
    pub(crate) fn score_complete(&mut self) -> bool {
        let mut scored = false;
        for feature in self.occupied_features() {
            if feature.kind == Kind::Homes || !self.is_complete(&feature) {
                continue; // CITY-30
            }
            scored = true;
            let value = self.value(&feature);
            let label = format!("{} complete", feature.kind.word());
            self.award(&feature, &label, value);
            self.send_home(&feature);
        }
        scored
    }

    fn followers_on(&self, feature: &Feature) -> Vec<(SegmentId, usize)> {
        let segments = feature.segments.iter();
        segments.filter_map(|id| self.followers.get(id).map(|&seat| (*id, seat))).collect()
    }

    /// The value of a complete street or market.
    fn value(&self, feature: &Feature) -> i32 {
        let tiles = feature.tiles();
        if feature.kind == Kind::Street {
            // CITY-25
            let doubled_from = if self.options.road_doubles_above_4 { 5 } else { 4 };
            return if tiles >= doubled_from { 2 * tiles } else { tiles };
        }
        // CITY-26
        let goods: BTreeSet<String> =
            feature.segments.iter().map(|&segment| self.board.goods(segment)).collect();
        tiles * goods.len() as i32
    }

    /// CITY-27: the full value to every seat with most followers.
    fn award(&mut self, feature: &Feature, label: &str, value: i32) {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, seat) in self.followers_on(feature) {
            *counts.entry(seat).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let mut shares = Vec::new();
        for (&seat, &count) in &counts {
            if count == most {
                self.seats[seat].score += value;
                shares.push(format!("{}:{value}", seat + 1));
            }
        }
        let first = self.board.segment_word(feature.segments[0]);
        self.events
            .push(format!("scored {label} at {first} worth {value} to {}", shares.join(",")));
    }

    /// CITY-28, CITY-69.
    fn send_home(&mut self, feature: &Feature) {
        for (segment, seat) in self.followers_on(feature) {
            self.followers.remove(&segment);
            if self.options.reuse_next_turn {
                self.seats[seat].returning += 1;
            } else {
                self.seats[seat].followers += 1;
            }
            let place = self.board.segment_word(segment);
            self.events.push(format!("home {} from {place}", seat + 1));
        }
    }

    /// CITY-59: streets and markets beside holes are lost.
    pub(crate) fn remove_the_unfinished(&mut self) {
        for (segment, seat) in self.followers.clone() {
            if self.board.kind(segment) != Kind::Homes {
                self.followers.remove(&segment);
                self.seats[seat].followers += 1;
                let place = self.board.segment_word(segment);
                self.events.push(format!("removed {} from {place}", seat + 1));
            }
        }
    }

    /// CITY-60: two points for each different market that touches the area.
    pub(crate) fn score_homes(&mut self) {
        for feature in self.occupied_features() {
            if feature.kind != Kind::Homes {
                continue;
            }
            let beside = feature.segments.iter().flat_map(|&id| self.board.areas_beside(id));
            let markets: BTreeSet<SegmentId> = beside
                .filter(|&area| self.board.kind(area) == Kind::Market)
                .map(|market| self.board.feature(market).segments[0])
                .collect();
            self.award(&feature, "homes", 2 * markets.len() as i32);
        }
    }

    /// CITY-61: each guard counts the buildings straight inwards up to the first empty cell.
    pub(crate) fn score_guards(&mut self) {
        for piece in self.line.clone() {
            let Some(seat) = piece.guard else { continue };
            let (cell, side) = piece.edge;
            let row = self.board.row(cell, opposite(side));
            let tiles = row.iter().map(|&cell| self.board.tile(cell));
            let points: i32 = tiles.map(|tile| 2 * tile.public + 3 * tile.historic).sum();
            self.seats[seat].score += points;
            self.events.push(format!("guard {} {} for {points}", seat + 1, edge_word(piece.edge)));
        }
    }
}
