//! The trial, an expansion made up for the tests, written from its rules.md alone.

use crate::actions::{Action, Actions};
use crate::board::{Segment, TileSegment, beside};
use crate::flow::Events;
use crate::state::{Footing, Phase, Piece, Reference};

impl Reference {
    /// Where the beast stands, if it is in play (TRIAL-07).
    pub fn beast(&self) -> Option<String> {
        let first = self.board.segments(self.beast).first().copied();
        first.filter(|_| self.settings.has("trial")).map(|segment| self.board.name(segment))
    }

    /// The bones of every seat.
    pub fn bones(&self) -> Vec<usize> {
        self.players.iter().map(|player| player.bones).collect()
    }

    /// TRIAL-07: the earliest tile that has a segment.
    pub(crate) fn first_with_segments(&self) -> usize {
        let numbers = 0..self.board.laid.len();
        numbers.into_iter().find(|number| !self.board.segments(*number).is_empty()).unwrap_or(0)
    }

    pub(crate) fn has_bog(&self, tile: usize) -> bool {
        self.board.tile(tile).fields.iter().any(|field| field.bog)
    }

    pub(crate) fn has_lair(&self, tile: usize) -> bool {
        self.board.tile(tile).fields.iter().any(|field| field.lair)
    }

    /// TRIAL-04, TRIAL-06, TRIAL-11: what may be done instead of another figure action.
    pub(crate) fn add_trial_actions(&self, actions: &mut Actions) {
        for &figure in &self.figures {
            let Footing::On(segment) = figure.place else {
                continue;
            };
            let own = figure.seat == self.seat && figure.piece == Piece::Herald;
            if own && !self.board.is_complete(&self.board.feature(segment)) {
                let (x, y) = self.board.laid[segment.tile].cell;
                actions.insert(format!("dismiss@{x},{y}"), Action::Dismiss(figure));
            }
        }
        if self.players[self.seat].bones > 0 {
            actions.insert("feed".to_owned(), Action::Feed);
        }
        let newest = self.newest();
        let post = self.board.tile(newest).roads.iter().any(|road| road.post);
        if !post || !self.in_supply(self.seat, Piece::Follower) {
            return;
        }
        for tile in self.tiles_beside(newest).into_iter().filter(|tile| !self.has_bog(*tile)) {
            for feature in self.board.features_of(&self.board.segments(tile)) {
                let first = feature.iter().find(|segment| segment.tile == tile);
                let Some(&target) = first.filter(|s| matches!(s.part, TileSegment::Road(_))) else {
                    continue;
                };
                if !self.is_occupied(&feature) && !self.board.is_complete(&feature) {
                    let word = format!("follower@{}", self.board.name(target));
                    actions.insert(word, Action::Put(Piece::Follower, target));
                }
            }
        }
    }

    fn tiles_beside(&self, tile: usize) -> Vec<usize> {
        let cell = self.board.laid[tile].cell;
        (0..4).filter_map(|side| self.board.at(beside(cell, side))).collect()
    }

    /// TRIAL-08: the seat on turn moves the beast first.
    pub(crate) fn walk(&self) -> Phase {
        let seats = self.settings.seats;
        let waiting = (0..seats).map(|step| (self.seat + step) % seats).collect();
        Phase::Walk { waiting, been: vec![self.beast] }
    }

    pub(crate) fn beast_actions(&self, been: &[usize]) -> Actions {
        let mut actions = Actions::new();
        for tile in self.tiles_beside(self.beast) {
            let first: Option<Segment> = self.board.segments(tile).first().copied();
            if let Some(first) = first.filter(|_| !been.contains(&tile)) {
                let word = format!("beast>{}", self.board.name(first));
                actions.insert(word, Action::MoveBeast(tile));
            }
        }
        actions
    }

    /// TRIAL-09.
    pub(crate) fn move_beast(&mut self, tile: usize, events: &mut Events) {
        let Phase::Walk { mut waiting, mut been } = self.phase.clone() else {
            unreachable!("the beast moves only then")
        };
        waiting.remove(0);
        been.push(tile);
        self.beast = tile;
        let mut bones = vec![0; self.settings.seats];
        for figure in self.figures.clone() {
            if let Footing::On(segment) = figure.place
                && segment.tile == tile
            {
                events.push(format!("lost {} at {}", figure.seat + 1, self.board.name(segment)));
                self.send_home(figure, events);
                bones[figure.seat] += 1;
            }
        }
        for (seat, number) in bones.into_iter().enumerate().filter(|(_, number)| *number > 0) {
            self.players[seat].bones += number;
            events.push(format!("goods {} bone {number}", seat + 1));
        }
        self.send_lonely_home(events);
        self.phase = Phase::Walk { waiting, been };
        self.next_step_of_beast(events);
    }

    pub(crate) fn next_step_of_beast(&mut self, events: &mut Events) {
        let Phase::Walk { waiting, been } = &self.phase else {
            return;
        };
        if waiting.is_empty() || self.beast_actions(been).is_empty() {
            self.after_walk(events);
        }
    }

    /// TRIAL-10.
    pub(crate) fn watch(&mut self, events: &mut Events) {
        let on_board = self
            .figures
            .iter()
            .any(|figure| figure.seat == self.seat && figure.piece == Piece::Herald);
        if on_board && self.settings.is("OPT-TRIAL-WATCH", "on") {
            self.players[self.seat].score += 1;
            let seat = self.seat + 1;
            events.push(format!("scored watch complete at watch worth 1 to {seat}:1"));
        }
    }

    /// TRIAL-11.
    pub(crate) fn feed(&mut self, events: &mut Events) {
        self.players[self.seat].bones -= 1;
        self.players[self.seat].score += 2;
        let seat = self.seat + 1;
        events.push(format!("scored bones complete at bones worth 2 to {seat}:2"));
    }

    /// TRIAL-12.
    pub(crate) fn score_bones(&mut self, events: &mut Events) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            let bones = player.bones;
            if bones > 0 {
                player.score += bones as i32;
                let seat = seat + 1;
                events.push(format!(
                    "scored bones complete at bones worth {bones} to {seat}:{bones}"
                ));
            }
        }
    }
}
