//! Playing a word and going on to the next decision (INT-01 to INT-03).

use crate::actions::Action;
use crate::board::{Cell, Segment, TileSegment, around};
use crate::placing::opponent_of;
use crate::setup::take_one;
use crate::state::{Figure, Footing, Phase, Piece, Quarter, Reference};

/// Event lines of one word.
pub type Events = Vec<String>;

impl Reference {
    /// Plays a legal word and returns what happened by itself, sorted.
    /// A drawn tile that fits nowhere may also be given with ` x` behind its id.
    pub fn apply(&mut self, word: &str) -> Vec<String> {
        let mut events = Events::new();
        let plain = self.without_unplaceable_mark(word);
        let action = self.actions().remove(plain);
        match action.unwrap_or_else(|| panic!("illegal word {word} in {:?}", self.phase)) {
            Action::First(seat) => {
                self.seat = seat;
                self.go_to_draw(&mut events);
            }
            Action::Draw(id) => self.draw(&id, &mut events),
            Action::Lay(cell, turn) => self.lay(cell, turn, &mut events),
            Action::Put(piece, segment) => {
                self.take_from_supply(self.seat, piece);
                let place = Footing::On(segment);
                self.figures.push(Figure { seat: self.seat, piece, place });
                self.after_figure(&mut events);
            }
            Action::Recall(figure) => {
                self.recall(figure, &mut events);
                self.after_figure(&mut events);
            }
            Action::Move(figure, target) => self.move_out(figure, target, &mut events),
            Action::Enter(piece, quarter) => self.enter(piece, quarter, &mut events),
            Action::MoveCount(quarter) => {
                self.count = Some(quarter);
                self.after_entry(&mut events);
            }
            Action::Second => self.start_second_part(&mut events),
            Action::Dismiss(figure) => {
                self.send_home(figure, &mut events);
                self.after_figure(&mut events);
            }
            Action::MoveBeast(tile) => self.move_beast(tile, &mut events),
            Action::Feed => {
                self.feed(&mut events);
                self.after_figure(&mut events);
            }
            Action::Pass => self.pass(&mut events),
        }
        events.sort();
        events
    }

    fn without_unplaceable_mark<'w>(&self, word: &'w str) -> &'w str {
        match word.strip_suffix(" x") {
            Some(id) if self.phase == Phase::Draw && self.catalogue.contains_key(id) => {
                assert!(self.placements(id).is_empty(), "{id} fits somewhere");
                id
            }
            _ => word,
        }
    }

    fn pass(&mut self, events: &mut Events) {
        match self.phase.clone() {
            Phase::Figure => self.after_figure(events),
            Phase::Redeploy { waiting } => {
                self.phase = Phase::Redeploy { waiting: waiting[1..].to_vec() };
                self.next_redeploy(events);
            }
            Phase::FinalMoves { waiting } => {
                self.phase = Phase::FinalMoves { waiting: waiting[1..].to_vec() };
                self.next_final_move(events);
            }
            Phase::Enter | Phase::MoveCount => self.after_entry(events),
            Phase::Second => self.next_seat(events),
            Phase::FirstSeat
            | Phase::Draw
            | Phase::Lay { .. }
            | Phase::Walk { .. }
            | Phase::Over => {
                unreachable!("nobody can decline here")
            }
        }
    }

    /// INT-01 step 1: a tile has come.
    fn draw(&mut self, id: &str, events: &mut Events) {
        let is_lake = self.lake.as_deref() == Some(id);
        if self.river.contains_key(id) {
            take_one(&mut self.river, id);
        } else if self.river_queue.first().is_some_and(|first| first == id) {
            self.river_queue.remove(0);
        } else if is_lake {
            self.lake = None;
        } else {
            take_one(&mut self.stack, id);
        }
        if !self.placements(id).is_empty() {
            self.phase = Phase::Lay { tile: id.to_owned() };
            return;
        }
        if self.is_river_tile(id) && !is_lake {
            self.put_back_river_tile(id, events);
        } else if !is_lake && self.settings.is("OPT-UNPLACEABLE", "reshuffle") {
            events.push(format!("aside {id}"));
            self.aside.push(id.to_owned());
        } else {
            events.push(format!("discard {id}")); // BASE-20, RIVER-08
        }
        self.go_to_draw(events);
    }

    /// RIVER-08: a middle river tile that fits nowhere, even without RIVER-07.
    fn put_back_river_tile(&mut self, id: &str, events: &mut Events) {
        let mut others: Vec<String> = self.river_queue.clone();
        for (other, number) in &self.river {
            others.extend(vec![other.clone(); *number as usize]);
        }
        if others.iter().any(|other| !self.river_placements(other, false).is_empty()) {
            events.push(format!("aside {id}"));
            self.river_queue.push(id.to_owned());
            return;
        }
        others.push(id.to_owned());
        events.extend(others.iter().map(|tile| format!("discard {tile}")));
        self.river.clear();
        self.river_queue.clear();
    }

    /// Before a draw: the lake may come by itself, and without tiles the game ends (BASE-45).
    fn go_to_draw(&mut self, events: &mut Events) {
        let lake_is_next = self.river.is_empty() && self.river_queue.is_empty();
        if lake_is_next
            && self.settings.is("OPT-RIVER-LAKE", "automatic")
            && let Some(lake) = self.lake.take()
        {
            self.lay_lake_by_itself(&lake, events);
            return;
        }
        if self.any_tile_left() {
            self.phase = Phase::Draw;
            return;
        }
        // OPT-UNPLACEABLE reshuffle: nothing was laid, so the tiles put aside never fit again.
        events.extend(self.aside.drain(..).map(|id| format!("discard {id}")));
        self.end_game(events);
    }

    /// OPT-RIVER-LAKE automatic: laid for nobody, scored as a part of the seat about to draw.
    fn lay_lake_by_itself(&mut self, lake: &str, events: &mut Events) {
        let Some(&((x, y), turn)) = self.placements(lake).first() else {
            events.push(format!("discard {lake}"));
            self.go_to_draw(events);
            return;
        };
        events.push(format!("laid {lake} {x},{y} r{turn}"));
        self.board.lay(self.catalogue[lake][turn].clone(), (x, y));
        self.automatic = true;
        self.after_figure(events);
    }

    /// INT-01 step 2.
    fn lay(&mut self, cell: Cell, turn: usize, events: &mut Events) {
        let Phase::Lay { tile } = self.phase.clone() else { unreachable!("laying only then") };
        self.board.lay(self.catalogue[&tile][turn].clone(), cell);
        self.last_layer = Some(self.seat);
        for id in std::mem::take(&mut self.aside) {
            *self.stack.entry(id).or_insert(0) += 1;
        }
        // TRADERS-17: only the first part can earn a second tile.
        self.second_earned = self.part == 1 && self.extends_own_builder();
        self.phase = Phase::Figure;
        if self.figure_actions().is_empty() {
            self.after_figure(events);
        }
    }

    /// TRADERS-14: the new tile has a segment in the feature where the own builder stood.
    fn extends_own_builder(&self) -> bool {
        let newest = self.newest();
        self.figures.iter().any(|figure| {
            let Footing::On(segment) = figure.place else {
                return false;
            };
            figure.seat == self.seat
                && figure.piece == Piece::Builder
                && self.board.feature(segment).iter().any(|part| part.tile == newest)
        })
    }

    /// INT-01 step 4: what the tile completed is fixed, and so are the challenges (INT-32).
    fn after_figure(&mut self, events: &mut Events) {
        self.losers = self.losing_buildings();
        let someone_may_move = self.count.is_some() && !self.completed().is_empty();
        let waiting =
            if someone_may_move { self.seats_from_left_of(self.seat) } else { Vec::new() };
        self.phase = Phase::Redeploy { waiting };
        self.next_redeploy(events);
    }

    /// CULT-10, CULT-13: occupied neighbours, not scored yet, of an occupied building that this
    /// tile completed. If both are complete there is no loser (CULT-14).
    fn losing_buildings(&self) -> Vec<Segment> {
        let mut losers = Vec::new();
        for winner in self.completed() {
            let Some(&Segment { tile, part: TileSegment::Centre }) = winner.first() else {
                continue;
            };
            if self.came_too_late(tile) || !self.is_occupied(&winner) {
                continue; // CULT-12
            }
            let opponent = self.board.tile(tile).centre.and_then(opponent_of);
            for cell in around(self.board.laid[tile].cell) {
                let Some(other) = self.board.at(cell) else {
                    continue;
                };
                let loser = Segment { tile: other, part: TileSegment::Centre };
                let building = self.board.feature(loser);
                let challenged = opponent.is_some()
                    && !self.came_too_late(other)
                    && self.board.tile(other).centre == opponent
                    && self.is_occupied(&building)
                    && !self.board.is_complete(&building);
                if challenged && !losers.contains(&loser) {
                    losers.push(loser);
                }
            }
        }
        losers
    }

    /// OPT-CULT-CHALLENGE: in revision 1 both had to be occupied and incomplete at one time. A
    /// building that is complete as soon as it is laid never was, nor one that is laid with the
    /// tile that completes its neighbour.
    fn came_too_late(&self, tile: usize) -> bool {
        self.settings.is("OPT-CULT-CHALLENGE", "both-unfinished") && tile == self.newest()
    }

    /// COUNT-16: asks the next seat that can move something, or goes on to scoring.
    fn next_redeploy(&mut self, events: &mut Events) {
        let Phase::Redeploy { mut waiting } = self.phase.clone() else {
            return;
        };
        while waiting.first().is_some_and(|&seat| self.redeploy_actions(seat).is_empty()) {
            waiting.remove(0);
        }
        if waiting.is_empty() {
            self.score_completed(events);
            self.after_scoring(events);
        } else {
            self.phase = Phase::Redeploy { waiting };
        }
    }

    /// A figure leaves Carcassonne for a feature.
    fn move_out(&mut self, figure: Figure, target: Segment, events: &mut Events) {
        if let Some(moved) = self.figures.iter_mut().find(|other| **other == figure) {
            moved.place = Footing::On(target);
        }
        match self.phase.clone() {
            Phase::Redeploy { mut waiting } => {
                // OPT-COUNT-ORDER one-by-one: the next seat comes after each move.
                if self.settings.is("OPT-COUNT-ORDER", "one-by-one") {
                    waiting.rotate_left(1);
                }
                self.phase = Phase::Redeploy { waiting };
                self.next_redeploy(events);
            }
            Phase::FinalMoves { mut waiting } => {
                waiting.rotate_left(1); // COUNT-28: one at a time
                self.phase = Phase::FinalMoves { waiting };
                self.next_final_move(events);
            }
            _ => unreachable!("figures move only then"),
        }
    }

    /// COUNT-08, COUNT-09: others scored, the seat on turn did not.
    fn after_scoring(&mut self, events: &mut Events) {
        let own = self.tile_points[self.seat];
        let others_scored =
            (0..self.settings.seats).any(|seat| seat != self.seat && self.tile_points[seat] > 0);
        let used_up = self.entered && self.settings.is("OPT-COUNT-DOUBLE", "once-per-turn");
        let may_enter = self.count.is_some() && others_scored && own == 0 && !used_up;
        if may_enter && !self.enter_actions().is_empty() {
            self.phase = Phase::Enter;
        } else {
            self.after_entry(events);
        }
    }

    /// COUNT-10, COUNT-15.
    fn enter(&mut self, piece: Piece, quarter: Quarter, events: &mut Events) {
        self.take_from_supply(self.seat, piece);
        self.figures.push(Figure { seat: self.seat, piece, place: Footing::In(quarter) });
        self.entered = true;
        if self.settings.is("OPT-COUNT-MOVE", "by-player") {
            self.phase = Phase::MoveCount;
            return;
        }
        self.count = if self.settings.is("OPT-COUNT-MOVE", "clockwise") {
            self.count.map(Quarter::next)
        } else {
            Some(quarter)
        };
        self.after_entry(events);
    }

    /// TRIAL-08: the beast may walk first.
    fn after_entry(&mut self, events: &mut Events) {
        if self.settings.has("trial") && self.has_lair(self.newest()) {
            self.phase = self.walk();
            self.next_step_of_beast(events);
        } else {
            self.after_walk(events);
        }
    }

    /// The part is over: second part, next seat, or the draw for which the lake made way.
    pub(crate) fn after_walk(&mut self, events: &mut Events) {
        if self.automatic {
            self.automatic = false;
            self.go_to_draw(events);
        } else if self.part == 1 && self.second_earned && self.any_tile_left() {
            // TRADERS-18, TRADERS-19, INT-44
            if self.settings.is("OPT-BUILDER-SECOND", "forced") {
                self.start_second_part(events);
            } else {
                self.phase = Phase::Second;
            }
        } else {
            self.next_seat(events);
        }
    }

    fn start_second_part(&mut self, events: &mut Events) {
        self.part = 2;
        self.go_to_draw(events);
    }

    fn next_seat(&mut self, events: &mut Events) {
        self.seat = (self.seat + 1) % self.settings.seats;
        self.part = 1;
        self.second_earned = false;
        self.entered = false;
        self.watch(events);
        self.go_to_draw(events);
    }

    /// INT-03: the end chain.
    fn end_game(&mut self, events: &mut Events) {
        let last = self.last_layer.unwrap_or(self.seat);
        let waiting = if self.count.is_some() { self.seats_from_left_of(last) } else { Vec::new() };
        self.phase = Phase::FinalMoves { waiting };
        self.next_final_move(events);
    }

    fn next_final_move(&mut self, events: &mut Events) {
        let Phase::FinalMoves { mut waiting } = self.phase.clone() else {
            return;
        };
        while waiting.first().is_some_and(|&seat| self.final_actions(seat).is_empty()) {
            waiting.remove(0);
        }
        if waiting.is_empty() {
            self.score_end(events);
            self.phase = Phase::Over;
        } else {
            self.phase = Phase::FinalMoves { waiting };
        }
    }

    fn take_from_supply(&mut self, seat: usize, piece: Piece) {
        let number = self.players[seat].supply.get_mut(&piece).expect("a piece in play");
        *number -= 1;
    }
}
