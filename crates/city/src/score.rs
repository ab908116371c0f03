//! Completion and majority: streets and markets during the game (CITY-25..29).

use table::{Event, List, NodeId, SEATS_MAX, Score, ScoreItem, Seat, SeatSet, Sink};

use crate::names::{FOLLOWER, KINDS, STREET, TILES};
use crate::rules::Rules;
use crate::state::{City, SEATS};

impl City {
    /// Scores those of the complete features that have followers (CITY-29).
    pub(crate) fn score_all<S: Sink>(&mut self, rules: &Rules, completed: &[NodeId], out: &mut S) {
        for root in completed {
            if self.map.tally(*root).occupied() {
                self.score_feature(rules, *root, out);
            }
        }
    }

    /// Scores a street or market with followers and sends them home.
    pub(crate) fn score_feature<S: Sink>(&mut self, rules: &Rules, root: NodeId, out: &mut S) {
        let items = self.street_or_market(rules, root);
        self.award(root, &items, true, out);
        self.send_home(rules, root, out);
    }

    /// What a street or market is worth (CITY-25, CITY-26).
    pub(crate) fn street_or_market(&self, rules: &Rules, root: NodeId) -> List<ScoreItem, 4> {
        let feature = self.map.tally(root);
        let tiles = self.tiles_of(root);
        let mut items = List::new();
        if feature.kind == STREET {
            let each = if tiles >= rules.double_from { 2 } else { 1 };
            items.push(ScoreItem { why: TILES, count: tiles, each });
        } else {
            let kinds = feature.goods.count_ones() as u8;
            items.push(ScoreItem { why: TILES, count: tiles, each: kinds });
            items.push(ScoreItem { why: KINDS, count: kinds, each: 0 });
        }
        items
    }

    /// The value of a feature goes to all who have most followers in it (CITY-27, CITY-60).
    pub(crate) fn award<S: Sink>(
        &mut self,
        root: NodeId,
        items: &List<ScoreItem, 4>,
        complete: bool,
        out: &mut S,
    ) {
        let feature = *self.map.tally(root);
        let value: u16 = items.iter().map(|i| i.count as u16 * i.each as u16).sum();
        let most = feature.strength.into_iter().max().unwrap_or(0);
        let mut winners = SeatSet::default();
        let mut points = [0; SEATS_MAX];
        let mut strength = [0; SEATS_MAX];
        for (seat, followers) in feature.strength.into_iter().enumerate() {
            strength[seat] = followers;
            if followers == most {
                winners.insert(Seat(seat as u8));
                points[seat] = value;
                self.scores[seat] += value;
            }
        }
        if S::LISTENS {
            let first = self.members(root).min().unwrap_or(root);
            let at = self.spot_of(first);
            let feature = feature.kind;
            let items = *items;
            out.tell(Event::Scored(Score {
                feature,
                at,
                complete,
                items,
                strength,
                winners,
                points,
            }));
        }
    }

    /// Points of one seat for a guard or tower.
    pub(crate) fn award_one<S: Sink>(&mut self, seat: Seat, score: Score, out: &mut S) {
        let mut score = score;
        let value = score.value();
        self.scores[seat.index()] += value;
        score.strength[seat.index()] = 1;
        score.winners.insert(seat);
        score.points[seat.index()] = value;
        out.tell(Event::Scored(score));
    }

    /// The followers of a scored feature go back to their owners (CITY-28), after the turn under
    /// CITY-69.
    fn send_home<S: Sink>(&mut self, rules: &Rules, root: NodeId, out: &mut S) {
        let later = rules.reuse_next_turn;
        self.take_off(root, |city, seat, node| {
            let back = if later { &mut city.late } else { &mut city.supply };
            back[seat.index()] += 1;
            if S::LISTENS {
                out.tell(Event::Home { seat, piece: FOLLOWER, from: city.spot_of(node) });
            }
        });
    }

    /// Takes all followers off a feature.
    pub(crate) fn take_off(&mut self, root: NodeId, mut each: impl FnMut(&mut City, Seat, NodeId)) {
        let mut left: u8 = self.map.tally(root).strength.iter().sum();
        let mut number = 0;
        while left > 0 {
            let standing = self.followers[number];
            if self.map.find(standing.node) == root {
                self.followers.remove(number);
                each(self, standing.seat, standing.node);
                left -= 1;
            } else {
                number += 1;
            }
        }
        self.map.tally_mut(root).strength = [0; SEATS];
    }
}
