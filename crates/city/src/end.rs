//! The end of the game: the last ring, lost followers, homes and guards (CITY-57..62).

use table::{Event, List, NodeId, SEATS_MAX, Score, ScoreItem, Seat, SeatSet, Sink};

use crate::edge::Wall;
use crate::names::{
    GUARD_ROW, HISTORIC, HISTORIC_WORTH, HOMES, MARKETS, PUBLIC, PUBLIC_WORTH, TOLD_END_GAP,
    TOLD_END_TILES, TOLD_END_WALLS, TOLD_RING,
};
use crate::reckon::each_open_at_holes;
use crate::rules::Rules;
use crate::state::{City, TurnStep};

impl City {
    /// Whether the game ends after this turn (CITY-57); tells every reason (CITY-79).
    pub(crate) fn ends<S: Sink>(&self, rules: &Rules, had_phase: bool, out: &mut S) -> bool {
        let mut over = false;
        let mut tell = |what, count| {
            over = true;
            out.tell(Event::Told { what, seat: self.seat, count });
        };
        if self.walls_left() == 0 {
            tell(TOLD_END_WALLS, 0);
        }
        if self.bag.total() == 0 {
            tell(TOLD_END_TILES, 0);
        }
        // CITY-71
        if (had_phase || !rules.end_after_phase)
            && let Some(length) = self.small_gap()
        {
            tell(TOLD_END_GAP, length);
        }
        over
    }

    /// Closes the ring and counts the final points.
    pub(crate) fn finish<S: Sink>(&mut self, rules: &Rules, out: &mut S) {
        let count = self.close_ring(rules);
        out.tell(Event::Told { what: TOLD_RING, seat: self.seat, count });
        self.clear_streets_and_markets(rules, out);
        self.score_homes(rules, out);
        self.score_guards(rules, out);
        self.release_late();
        self.step = TurnStep::Over;
        out.tell(Event::Over);
    }

    /// All edges of the gap count as walled (CITY-58); returns how many they were, 255 at most.
    ///
    /// Then every open edge lies at a hole. There are few of those, so what is open is counted
    /// anew instead of closing one edge of the gap after the other.
    pub(crate) fn close_ring(&mut self, rules: &Rules) -> u8 {
        let (count, outside) = self.outside();
        self.map.change_all(|feature| feature.open = 0);
        each_open_at_holes(&self.board, rules, &outside, |node, by| {
            let root = self.map.find_mut(node);
            self.map.tally_mut(root).open += by as u16;
        });
        count.min(u8::MAX as u16) as u8
    }

    /// Streets and markets that are complete now are scored (CITY-58); followers on the others,
    /// beside holes, leave without points (CITY-59).
    fn clear_streets_and_markets<S: Sink>(&mut self, rules: &Rules, out: &mut S) {
        let mut number = 0;
        while let Some(standing) = self.followers.get(number) {
            let root = self.map.find(standing.node);
            let feature = self.map.tally(root);
            if feature.kind == HOMES {
                number += 1;
            } else if feature.open == 0 {
                self.score_feature(rules, root, out);
            } else {
                self.take_off(root, |city, seat, node| {
                    city.supply[seat.index()] += 1;
                    if S::LISTENS {
                        out.tell(Event::Lost { seat, at: city.spot_of(node) });
                    }
                });
            }
        }
    }

    /// CITY-60. The residents stay where they are.
    fn score_homes<S: Sink>(&mut self, rules: &Rules, out: &mut S) {
        let mut done: List<NodeId, 28> = List::new();
        for number in 0..self.followers.len() {
            let root = self.map.find(self.followers[number].node);
            if done.contains(&root) {
                continue;
            }
            done.push(root);
            let count = self.markets_beside(rules, root);
            let items = [ScoreItem { why: MARKETS, count, each: 2 }].into_iter().collect();
            self.award(root, &items, false, out);
        }
    }

    /// CITY-61: every guard for himself.
    fn score_guards<S: Sink>(&mut self, rules: &Rules, out: &mut S) {
        for side in 0..self.walls.len() {
            for number in 0..self.walls[side].len() {
                let wall = self.walls[side][number];
                if let Some(seat) = wall.guard() {
                    let score = self.guard_score(rules, wall);
                    self.award_one(seat, score, out);
                }
            }
        }
    }

    pub(crate) fn guard_score(&self, rules: &Rules, wall: Wall) -> Score {
        let (public, historic, _) = self.guard_sees(rules, wall.edge);
        let public = ScoreItem { why: PUBLIC, count: public, each: PUBLIC_WORTH };
        let historic = ScoreItem { why: HISTORIC, count: historic, each: HISTORIC_WORTH };
        Score {
            feature: GUARD_ROW,
            at: wall.edge.spot(),
            complete: false,
            items: [public, historic].into_iter().filter(|item| item.count > 0).collect(),
            strength: [0; SEATS_MAX],
            winners: SeatSet::default(),
            points: [0; SEATS_MAX],
        }
    }

    /// CITY-69: followers regained in this turn are back in the supply.
    pub(crate) fn release_late(&mut self) {
        for (supply, late) in self.supply.iter_mut().zip(&mut self.late) {
            *supply += core::mem::take(late);
        }
    }

    /// The seats with most points (CITY-62); ties share the win.
    pub fn winners(&self, rules: &Rules) -> SeatSet {
        let scores = &self.scores[..rules.seats as usize];
        let most = scores.iter().max();
        let mut winners = SeatSet::default();
        for (seat, _) in scores.iter().enumerate().filter(|(_, points)| Some(*points) == most) {
            winners.insert(Seat(seat as u8));
        }
        winners
    }
}
