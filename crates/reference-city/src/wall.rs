//! The wall phase: gate, walls, guards, towers (CITY-37..56).

use std::collections::{BTreeMap, VecDeque};

use crate::board::{Edge, edge_word, opposite};
use crate::{Reference, Stage};

/// A tower on its piece (CITY-77).
#[derive(Clone, Copy, Debug)]
pub struct Tower {
    pub seat: usize,
    /// At the clockwise corner of the piece.
    pub right: bool,
}

/// A piece of the wall line: a wall or the gate.
#[derive(Clone, Debug)]
pub struct Piece {
    pub edge: Edge,
    pub is_gate: bool,
    pub guard: Option<usize>,
    pub tower: Option<Tower>,
}

impl Piece {
    fn new(edge: Edge, is_gate: bool) -> Piece {
        Piece { edge, is_gate, guard: None, tower: None }
    }
}

/// What is still to do in a wall phase.
#[derive(Clone, Debug)]
pub struct Phase {
    pub trigger: usize,
    /// The seats that still have a piece to build, in order, once for each piece.
    pub to_build: VecDeque<usize>,
    /// The last wall each seat built in this phase.
    last_walls: BTreeMap<usize, Edge>,
    /// CITY-70: guards are posted after all walls; then the seats still to be asked.
    guards_come_last: bool,
    late_guards: VecDeque<usize>,
}

/// How the phase goes on when the guard question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterGuard {
    ScoreThenNextPiece,
    NextPiece,
    NextLateGuard,
}

impl Reference {
    /// All seats once, this one first, then clockwise.
    fn rotation(&self, first: usize) -> Vec<usize> {
        let seats = self.seats.len();
        (0..seats).map(|place| (first + place) % seats).collect()
    }

    pub(crate) fn begin_wall_phase(&mut self) {
        let trigger = self.on_turn;
        self.events.push(format!("wall-phase {}", trigger + 1));
        // CITY-40
        let pieces_each = match (self.seats.len(), self.pile()) {
            (2, 2) => 2,
            (2, _) => 4,
            (_, 2) => 1,
            _ => 2,
        };
        // CITY-41; the first piece of the first phase is the gate (CITY-38).
        let to_build = self.rotation(trigger).repeat(pieces_each).into();
        self.phase = Some(Phase {
            trigger,
            to_build,
            last_walls: BTreeMap::new(),
            guards_come_last: self.options.pile_3_guard_on_last_wall && self.pile() == 3,
            late_guards: VecDeque::new(),
        });
        self.next_piece();
    }

    /// CITY-45: no boundary edge is left.
    fn ring_is_closed(&self) -> bool {
        self.board.outline().into_iter().all(|edge| self.has_piece(edge))
    }

    fn next_piece(&mut self) {
        // CITY-44: pieces are dealt in the order they are built, so the supply runs out right.
        let gate_is_next = self.line.is_empty();
        let out_of_walls = self.walls_left == 0 && !gate_is_next;
        if self.phase().to_build.is_empty() || out_of_walls || self.ring_is_closed() {
            self.all_built();
        } else {
            self.stage = Stage::Build;
        }
    }

    /// The words for the next piece with the edges they mean.
    pub(crate) fn build_places(&self) -> Vec<(String, Edge)> {
        let outline = self.board.outline();
        let (Some(left_end), Some(right_end)) = (self.line.first(), self.line.last()) else {
            // CITY-38: the gate on any boundary edge
            return outline.iter().map(|&e| (format!("gate@{}", edge_word(e)), e)).collect();
        };
        // CITY-76
        let right = self.board.successor(right_end.edge);
        let left = outline.iter().find(|&&edge| self.board.successor(edge) == left_end.edge);
        let left = *left.expect("every wall stands on the outline");
        let mut places = vec![("wall:right".to_string(), right)];
        if left != right {
            places.push(("wall:left".to_string(), left));
        }
        places
    }

    pub(crate) fn build(&mut self, word: &str) {
        let place = self.build_places().into_iter().find(|(other, _)| other == word);
        let (_, edge) = place.expect("a legal place");
        let builder = self.phase_mut().to_build.pop_front().expect("a seat has to build");
        if self.line.is_empty() {
            self.line.push(Piece::new(edge, true));
            self.score_complete(); // CITY-39, CITY-47
            self.next_piece();
            return;
        }
        let at = if word == "wall:left" { 0 } else { self.line.len() };
        self.line.insert(at, Piece::new(edge, false));
        self.walls_left -= 1; // CITY-43
        self.phase_mut().last_walls.insert(builder, edge);
        self.after_wall(builder, edge);
    }

    /// CITY-46: guard, then scoring; by option the other way round, or guards later.
    fn after_wall(&mut self, builder: usize, edge: Edge) {
        if self.phase().guards_come_last {
            self.score_complete();
            self.next_piece();
        } else if self.options.guard_after_scoring {
            self.score_complete();
            self.ask_guard(builder, edge, AfterGuard::NextPiece);
        } else {
            self.ask_guard(builder, edge, AfterGuard::ScoreThenNextPiece);
        }
    }

    /// Asks for a guard if one may be posted, and goes on at once if not.
    fn ask_guard(&mut self, seat: usize, wall: Edge, after: AfterGuard) {
        if self.seats[seat].followers > 0 && !self.opposite_guard(wall) {
            self.stage = Stage::Guard { seat, wall, after };
        } else {
            self.after_guard(after);
        }
    }

    /// CITY-50: straight inwards, without an empty cell between, stands a guard.
    fn opposite_guard(&self, wall: Edge) -> bool {
        let (cell, side) = wall;
        let row = self.board.row(cell, opposite(side));
        row.into_iter().any(|cell| self.guard_on((cell, opposite(side))).is_some())
    }

    fn guard_on(&self, edge: Edge) -> Option<usize> {
        self.line.iter().find(|piece| piece.edge == edge)?.guard
    }

    pub(crate) fn post_guard(&mut self, seat: usize, wall: Edge) {
        self.seats[seat].followers -= 1;
        for piece in &mut self.line {
            if piece.edge == wall {
                piece.guard = Some(seat);
            }
        }
    }

    pub(crate) fn after_guard(&mut self, after: AfterGuard) {
        match after {
            AfterGuard::ScoreThenNextPiece => {
                self.score_complete();
                self.next_piece();
            }
            AfterGuard::NextPiece => self.next_piece(),
            AfterGuard::NextLateGuard => self.next_late_guard(),
        }
    }

    fn all_built(&mut self) {
        if self.phase().guards_come_last {
            self.phase_mut().late_guards = self.rotation(self.phase().trigger).into();
        }
        self.next_late_guard();
    }

    /// CITY-70: each seat that built a wall may post a guard on its last one.
    fn next_late_guard(&mut self) {
        let Some(seat) = self.phase_mut().late_guards.pop_front() else {
            self.offer_tower();
            return;
        };
        match self.phase().last_walls.get(&seat).copied() {
            Some(wall) => self.ask_guard(seat, wall, AfterGuard::NextLateGuard),
            None => self.next_late_guard(),
        }
    }

    fn offer_tower(&mut self) {
        if self.tower_words().is_empty() {
            self.end_turn(true);
        } else {
            self.stage = Stage::Tower;
        }
    }

    /// CITY-53..56, CITY-63: the ends at which the trigger player may put a tower.
    pub(crate) fn tower_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.seats[self.phase().trigger].towers == 0 || self.ring_is_closed() {
            return words;
        }
        for (word, end) in [("tower:left", self.line.first()), ("tower:right", self.line.last())] {
            // CITY-55: not at the gate, not on a piece with a tower
            if end.is_some_and(|piece| !piece.is_gate && piece.tower.is_none()) {
                words.push(word.to_string());
            }
        }
        words
    }

    pub(crate) fn set_tower(&mut self, word: &str) {
        if word == "-" {
            self.end_turn(true);
            return;
        }
        let right = word == "tower:right";
        let seat = self.phase().trigger;
        // CITY-54, CITY-77: walls from the end back to the next piece with a tower or the gate
        let mut inwards: Vec<Piece> = self.line.clone();
        if right {
            inwards.reverse();
        }
        let walls = inwards.iter().take_while(|piece| !piece.is_gate && piece.tower.is_none());
        let points = walls.count() as i32;
        let end = if right { self.line.last_mut() } else { self.line.first_mut() };
        let end = end.expect("the line has an end");
        end.tower = Some(Tower { seat, right });
        let edge = end.edge;
        self.seats[seat].towers -= 1;
        self.seats[seat].score += points;
        self.events.push(format!("tower {} {} for {points}", seat + 1, edge_word(edge)));
        self.end_turn(true);
    }
}
