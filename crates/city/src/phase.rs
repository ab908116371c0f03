//! The wall phase: gate and walls in turn, a guard and the scoring for each, then the tower
//! (CITY-37..56).

use table::{Action, Event, SEATS_MAX, Score, ScoreItem, Seat, SeatSet, Sink};

use crate::edge::{Edge, LEFT, RIGHT, WallNumber};
use crate::feature::Completed;
use crate::names::{FOLLOWER, GATE, TOLD_PHASE, TOWER, TOWER_WALLS, WALL, WALLS};
use crate::rules::Rules;
use crate::state::{City, Phase, TurnStep};

/// What a piece just built did.
#[derive(Clone, Copy)]
pub(crate) struct Built {
    /// The streets and markets that it completed.
    completed: Completed,
    /// Whether it closed the ring.
    closes: bool,
}

impl City {
    /// Step 4: how many pieces are built (CITY-38, CITY-40, CITY-44).
    pub(crate) fn begin_phase(&mut self, rules: &Rules, out: &mut impl Sink) {
        let gate = self.gate.is_none() as u8;
        let wanted = rules.seats * rules.walls_each(self.pile(rules));
        let left = wanted.min(self.walls_left() + gate);
        self.phase = Phase { left, builder: self.seat, ..Phase::default() };
        self.step = TurnStep::Build;
        out.tell(Event::Told { what: TOLD_PHASE, seat: self.seat, count: left });
    }

    /// Builds the gate, or a wall at the end that it continues.
    pub(crate) fn build(&mut self, rules: &Rules, edge: Edge, out: &mut impl Sink) {
        if self.gate.is_none() {
            let completed = self.raise_gate(rules, edge);
            out.tell(Event::Put { seat: self.phase.builder, piece: GATE, at: edge.spot() });
            self.built(rules, 0, Built { completed, closes: false }, out);
            return;
        }
        // CITY-76: if both ends continue there, it is the right one.
        let (left, right) = (self.next_place(LEFT), self.next_place(RIGHT));
        let side = if right == Some(edge) { RIGHT } else { LEFT };
        self.build_wall(rules, side, edge, left == right, out);
    }

    /// Builds a wall at an end. It closes the ring if both ends continued there. Returns what is
    /// left to do if a guard is asked for now.
    #[inline]
    pub(crate) fn build_wall(
        &mut self,
        rules: &Rules,
        side: usize,
        edge: Edge,
        closes: bool,
        out: &mut impl Sink,
    ) -> Built {
        let (number, completed) = self.raise_wall(rules, side, edge);
        debug_assert_eq!(closes, self.ring_closed());
        out.tell(Event::Put { seat: self.phase.builder, piece: WALL, at: edge.spot() });
        let built = Built { completed, closes };
        self.built(rules, number, built, out);
        built
    }

    /// After a piece its guard and its scoring, in this order (CITY-46) or the other.
    #[inline]
    fn built(&mut self, rules: &Rules, number: WallNumber, built: Built, out: &mut impl Sink) {
        let builder = self.phase.builder;
        self.phase.left -= 1;
        self.phase.piece = number;
        if self.guards_come_last(rules) {
            if number != 0 {
                self.phase.last[builder.index()] = number;
            }
            self.score_all(rules, &built.completed, out);
            self.next_piece(rules, built.closes, out);
            return;
        }
        if rules.guard_after_scoring {
            self.score_all(rules, &built.completed, out);
        }
        if self.may_guard(builder, number) {
            self.step = TurnStep::Guard;
            return;
        }
        if !rules.guard_after_scoring {
            self.score_all(rules, &built.completed, out);
        }
        self.next_piece(rules, built.closes, out);
    }

    /// CITY-70: in pile 3, with this option, guards are posted after all walls.
    fn guards_come_last(&self, rules: &Rules) -> bool {
        rules.last_wall_guard && self.pile(rules) == 3
    }

    fn post_guard(&mut self, number: WallNumber, out: &mut impl Sink) {
        let seat = self.phase.builder;
        if let Some(wall) = self.wall_mut(number) {
            let at = wall.edge.spot();
            wall.post(seat);
            self.supply[seat.index()] -= 1;
            out.tell(Event::Put { seat, piece: FOLLOWER, at });
        }
    }

    /// The answer to a guard question at a wall just built (CITY-49). What the wall did is found
    /// once more.
    pub(crate) fn guard(&mut self, rules: &Rules, action: Action, out: &mut impl Sink) {
        let edge = self.wall(self.phase.piece).map(|wall| wall.edge);
        let completed = edge.map(|edge| self.completed_at_edge(rules, edge)).unwrap_or_default();
        let built = Built { completed, closes: self.ring_closed() };
        self.answer_guard(rules, action != Action::Pass, built, out);
    }

    /// The same if what the wall did is known.
    #[inline]
    pub(crate) fn answer_guard(
        &mut self,
        rules: &Rules,
        posts: bool,
        built: Built,
        out: &mut impl Sink,
    ) {
        if posts {
            self.post_guard(self.phase.piece, out);
        }
        if !rules.guard_after_scoring {
            // CITY-47; never the start of another phase (CITY-48).
            self.score_all(rules, &built.completed, out);
        }
        self.next_piece(rules, built.closes, out);
    }

    /// The next seat builds, until all have built theirs or the ring is closed (CITY-41, CITY-45).
    fn next_piece(&mut self, rules: &Rules, closed: bool, out: &mut impl Sink) {
        if self.phase.left > 0 && !closed {
            self.phase.builder = self.phase.builder.next(rules.seats);
            self.step = TurnStep::Build;
        } else if self.guards_come_last(rules) {
            self.phase.left = 0;
            self.ask_last_guard(rules, self.seat, out);
        } else {
            self.ask_tower(rules, out);
        }
    }

    /// Asks `seat` and those after it for a guard on their last walls (CITY-70).
    fn ask_last_guard(&mut self, rules: &Rules, seat: Seat, out: &mut impl Sink) {
        let mut seat = seat;
        loop {
            if self.may_guard(seat, self.phase.last[seat.index()]) {
                self.phase.builder = seat;
                self.step = TurnStep::LastGuard;
                return;
            }
            seat = seat.next(rules.seats);
            if seat == self.seat {
                return self.ask_tower(rules, out);
            }
        }
    }

    pub(crate) fn last_guard(&mut self, rules: &Rules, action: Action, out: &mut impl Sink) {
        if action != Action::Pass {
            self.post_guard(self.phase.last[self.phase.builder.index()], out);
        }
        let seat = self.phase.builder.next(rules.seats);
        if seat == self.seat {
            self.ask_tower(rules, out);
        } else {
            self.ask_last_guard(rules, seat, out);
        }
    }

    /// The trigger player may put a tower (CITY-53), but a ring has no ends (CITY-63).
    fn ask_tower(&mut self, rules: &Rules, out: &mut impl Sink) {
        self.phase = Phase::default();
        if self.may_tower() {
            self.step = TurnStep::Tower;
        } else {
            self.end_turn(rules, true, out);
        }
    }

    /// Whether the seat on turn can put a tower at an end (CITY-55, CITY-56).
    pub(crate) fn may_tower(&self) -> bool {
        self.towers[self.seat.index()] > 0
            && self.tower_value(LEFT).max(self.tower_value(RIGHT)) > 0
            && !self.ring_closed()
    }

    /// CITY-54.
    pub(crate) fn tower(&mut self, rules: &Rules, action: Action, out: &mut impl Sink) {
        if let Action::Put { at, .. } = action {
            let seat = self.seat;
            let is_right = self.end(RIGHT).map(Edge::spot) == Some(at);
            let side = if is_right { RIGHT } else { LEFT };
            let count = self.tower_value(side);
            self.towers[seat.index()] -= 1;
            if let Some(wall) = self.walls[side].last_mut() {
                wall.crown(seat);
            }
            out.tell(Event::Put { seat, piece: TOWER, at });
            let score = Score {
                feature: TOWER_WALLS,
                at,
                complete: true,
                items: [ScoreItem { why: WALLS, count, each: 1 }].into_iter().collect(),
                strength: [0; SEATS_MAX],
                winners: SeatSet::default(),
                points: [0; SEATS_MAX],
            };
            self.award_one(seat, score, out);
        }
        self.end_turn(rules, true, out);
    }
}
