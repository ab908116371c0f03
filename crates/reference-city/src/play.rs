//! The turn: draw, lay, claim, score, wall phase, end test (CITY-10).

use std::collections::BTreeSet;

use crate::board::{Cell, SegmentId, opposite, step};
use crate::tiles::{Kind, Tile};
use crate::{Reference, Stage, lay_word};

impl Reference {
    /// Plays a word known to be legal.
    pub(crate) fn play(&mut self, word: &str) {
        match self.stage.clone() {
            Stage::FirstSeat => self.choose_first_seat(word),
            Stage::Draw => self.draw(word),
            Stage::Lay { tile, places } => {
                let place = places.into_iter().find(|&place| lay_word(place) == word);
                let (cell, turns) = place.expect("a legal place");
                self.lay(cell, &tile.turned(turns));
            }
            Stage::Claim { targets } => {
                let target = targets.into_iter().find(|&target| self.claim_word(target) == word);
                self.claim(target);
            }
            Stage::Build => self.build(word),
            Stage::Guard { seat, wall, after } => {
                if word == "guard" {
                    self.post_guard(seat, wall);
                }
                self.after_guard(after);
            }
            Stage::Tower => self.set_tower(word),
            Stage::Over => unreachable!("no word is legal when the game is over"),
        }
    }

    fn choose_first_seat(&mut self, word: &str) {
        let seat = (0..self.seats.len()).find(|seat| format!("first:{}", seat + 1) == word);
        self.on_turn = seat.expect("a legal seat");
        self.stage = Stage::Draw;
    }

    fn draw(&mut self, id: &str) {
        *self.left.get_mut(id).expect("a known tile") -= 1;
        self.drawn += 1;
        let tile = self.kinds.iter().find(|kind| kind.id == id).expect("a known tile").clone();
        let places = self.places(&tile);
        if !places.is_empty() {
            self.stage = Stage::Lay { tile, places };
            return;
        }
        // CITY-17, CITY-65: the same seat keeps drawing; if nothing is left, no turn takes place.
        self.events.push(format!("discard {id}"));
        self.stage = Stage::Draw;
        if self.nothing_left_to_draw() {
            self.finish("b");
        }
    }

    fn nothing_left_to_draw(&self) -> bool {
        self.left.values().all(|&count| count == 0)
    }

    /// CITY-12..16a: every cell and turn in which the tile may be laid.
    pub(crate) fn places(&self, tile: &Tile) -> Vec<(Cell, usize)> {
        let cells = if self.board.is_empty() {
            BTreeSet::from([(0, 0)]) // CITY-09
        } else {
            self.board.frontier()
        };
        let mut places = Vec::new();
        for cell in cells {
            if self.is_blocked(cell) || self.would_enclose_a_wall(cell) {
                continue;
            }
            for turns in 0..4 {
                if self.board.streets_match(cell, &tile.turned(turns)) {
                    places.push((cell, turns));
                }
            }
        }
        places
    }

    /// CITY-14, CITY-68.
    fn is_blocked(&self, cell: Cell) -> bool {
        (0..4).any(|side| {
            // A wall looking towards `side` blocks the cell if it stands behind the cell.
            let tile_behind = if self.options.rows_blocked {
                self.first_tile(cell, opposite(side))
            } else {
                Some(step(cell, opposite(side)))
            };
            tile_behind.is_some_and(|tile| self.has_piece((tile, side)))
        })
    }

    /// The first tile seen from an empty cell beside the tiles in a direction, if any.
    fn first_tile(&self, cell: Cell, side: usize) -> Option<Cell> {
        let mut next = cell;
        // Connected tiles reach no further than there are tiles.
        for _ in 0..=self.board.size() {
            next = step(next, side);
            if self.board.has(next) {
                return Some(next);
            }
        }
        None
    }

    /// CITY-15: a cell in front of a wall would be cut off from the outside.
    fn would_enclose_a_wall(&self, cell: Cell) -> bool {
        if self.line.is_empty() {
            return false;
        }
        let outside = self.board.outside_after(cell);
        self.line.iter().any(|piece| !outside.contains(&step(piece.edge.0, piece.edge.1)))
    }

    fn lay(&mut self, cell: Cell, tile: &Tile) {
        if self.options.trigger_any_completed {
            // CITY-72: a feature that was complete before is the same after.
            let before = self.complete_features();
            self.board.put(cell, tile.clone());
            let after = self.complete_features();
            self.completed_by_tile = after.iter().any(|feature| !before.contains(feature));
        } else {
            self.board.put(cell, tile.clone());
        }
        let targets = self.claim_targets(cell);
        if targets.is_empty() {
            self.after_claim();
        } else {
            self.stage = Stage::Claim { targets };
        }
    }

    /// CITY-18..21: the segments of the tile just laid on which a follower may be put.
    fn claim_targets(&self, cell: Cell) -> Vec<SegmentId> {
        let mut targets = Vec::new();
        if self.seats[self.on_turn].followers == 0 {
            return targets; // CITY-21
        }
        for place in 0..self.board.tile(cell).segments.len() {
            let feature = self.board.feature((cell, place));
            let free = feature.segments.iter().all(|segment| !self.followers.contains_key(segment));
            // CITY-20, CITY-74: homes may be claimed even if enclosed.
            let allowed = feature.kind == Kind::Homes || !self.is_complete(&feature);
            // Two segments of one feature on the tile are one target, named by the first.
            let first_here = feature.segments.iter().find(|segment| segment.0 == cell);
            if free && allowed && first_here == Some(&(cell, place)) {
                targets.push((cell, place));
            }
        }
        targets
    }

    fn claim(&mut self, target: Option<SegmentId>) {
        if let Some(segment) = target {
            self.seats[self.on_turn].followers -= 1;
            self.followers.insert(segment, self.on_turn);
        }
        self.after_claim();
    }

    fn after_claim(&mut self) {
        let scored = self.score_complete();
        let triggered =
            if self.options.trigger_any_completed { self.completed_by_tile } else { scored };
        if triggered && self.pile() >= 2 {
            self.begin_wall_phase(); // CITY-37
        } else {
            self.end_turn(false);
        }
    }

    /// The pile the last tile drawn counts for (CITY-08, CITY-66, CITY-67).
    pub(crate) fn pile(&self) -> usize {
        // The tile that empties a pile is followed by the first tile of the next one.
        let number = self.drawn + usize::from(self.options.last_of_old_pile);
        match number {
            n if n <= self.piles[0] => 1,
            n if n <= self.piles[1] => 2,
            _ => 3,
        }
    }

    /// CITY-57, CITY-69, CITY-71.
    pub(crate) fn end_turn(&mut self, had_wall_phase: bool) {
        self.phase = None;
        for seat in &mut self.seats {
            seat.followers += std::mem::take(&mut seat.returning);
        }
        let mut reasons = String::new();
        if self.walls_left == 0 {
            reasons.push('a');
        }
        if self.nothing_left_to_draw() {
            reasons.push('b');
        }
        let tested = had_wall_phase || !self.options.end_test_after_wall_phase;
        let open_edges = self.board.outline().len() - self.line.len();
        if tested && !self.line.is_empty() && open_edges <= 5 {
            reasons.push('c');
        }
        if reasons.is_empty() {
            self.on_turn = (self.on_turn + 1) % self.seats.len();
            self.stage = Stage::Draw;
        } else {
            self.finish(&reasons);
        }
    }

    /// CITY-58..61: the ring is closed and everything left is scored.
    pub(crate) fn finish(&mut self, reasons: &str) {
        self.events.push(format!("end {reasons}"));
        let open = self.board.outline().into_iter().filter(|&edge| !self.has_piece(edge));
        self.closing = open.collect();
        self.events.push(format!("walls-closed {}", self.closing.len()));
        self.score_complete();
        self.remove_the_unfinished();
        self.score_homes();
        self.score_guards();
        for seat in &mut self.seats {
            seat.followers += std::mem::take(&mut seat.returning);
        }
        self.stage = Stage::Over;
    }
}
