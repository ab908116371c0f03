//! What the one who must act may do, each action under its word.

use std::collections::BTreeMap;

use crate::board::{Cell, Feature, Segment, TileSegment};
use crate::state::{Figure, Footing, Phase, Piece, Quarter, Reference};

/// One action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    First(usize),
    Draw(String),
    Lay(Cell, usize),
    Put(Piece, Segment),
    Recall(Figure),
    Move(Figure, Segment),
    Enter(Piece, Quarter),
    MoveCount(Quarter),
    Second,
    /// TRIAL-04.
    Dismiss(Figure),
    /// TRIAL-08: to a tile.
    MoveBeast(usize),
    /// TRIAL-11.
    Feed,
    Pass,
}

/// Actions by word.
pub type Actions = BTreeMap<String, Action>;

impl Reference {
    /// The legal words, sorted; at chance the words that can come.
    pub fn legal(&self) -> Vec<String> {
        self.actions().into_keys().collect()
    }

    /// At chance: every word that can come and its weight, sorted.
    pub fn odds(&self) -> Vec<(String, u32)> {
        match &self.phase {
            Phase::FirstSeat => self.legal().into_iter().map(|word| (word, 1)).collect(),
            Phase::Draw => self.drawable(),
            _ => Vec::new(),
        }
    }

    /// Everything that can be done now, by word.
    pub(crate) fn actions(&self) -> Actions {
        match &self.phase {
            Phase::FirstSeat => (0..self.settings.seats)
                .map(|seat| (format!("first:{}", seat + 1), Action::First(seat)))
                .collect(),
            Phase::Draw => {
                self.drawable().into_iter().map(|(id, _)| (id.clone(), Action::Draw(id))).collect()
            }
            Phase::Lay { tile } => self.lay_actions(tile),
            Phase::Figure => with_pass(self.figure_actions()),
            Phase::Redeploy { waiting } => with_pass(self.redeploy_actions(waiting[0])),
            Phase::Enter => with_pass(self.enter_actions()),
            Phase::MoveCount => with_pass(self.count_actions()),
            Phase::Walk { been, .. } => self.beast_actions(been),
            Phase::Second => with_pass(Actions::from([("second".to_owned(), Action::Second)])),
            Phase::FinalMoves { waiting } => with_pass(self.final_actions(waiting[0])),
            Phase::Over => Actions::new(),
        }
    }

    /// RIVER-04, RIVER-08: the river stack at random, then the tiles put back in their order,
    /// then the lake; afterwards the normal stack.
    fn drawable(&self) -> Vec<(String, u32)> {
        if !self.river.is_empty() {
            self.river.clone().into_iter().collect()
        } else if let Some(first) = self.river_queue.first() {
            vec![(first.clone(), 1)]
        } else if let Some(lake) = &self.lake {
            vec![(lake.clone(), 1)]
        } else {
            self.stack.clone().into_iter().collect()
        }
    }

    fn lay_actions(&self, tile: &str) -> Actions {
        let mut actions = Actions::new();
        for ((x, y), turn) in self.placements(tile) {
            actions.insert(format!("{x},{y} r{turn}"), Action::Lay((x, y), turn));
        }
        actions
    }

    /// INT-01 step 3: one figure on the tile just laid, or a recall.
    pub(crate) fn figure_actions(&self) -> Actions {
        let mut actions = Actions::new();
        let newest = self.newest();
        for feature in self.board.features_of(&self.board.segments(newest)) {
            // BASE-27: two segments of one feature are one target, named by the first of them.
            let Some(&target) = feature.iter().find(|segment| segment.tile == newest) else {
                continue;
            };
            for piece in self.pieces_for(&feature, target) {
                if self.in_supply(self.seat, piece) && !self.has_bog(newest) {
                    let word = format!("{}@{}", piece.name(), self.board.spot(target));
                    actions.insert(word, Action::Put(piece, target));
                }
            }
        }
        for figure in self.recallable() {
            if let Footing::On(segment) = figure.place {
                let (x, y) = self.board.laid[segment.tile].cell;
                actions.insert(format!("recall@{x},{y}"), Action::Recall(figure));
            }
        }
        if self.settings.has("trial") {
            self.add_trial_actions(&mut actions);
        }
        actions
    }

    /// Which pieces may go on this feature of the tile just laid, supply apart (INT-04 table).
    fn pieces_for(&self, feature: &Feature, target: Segment) -> Vec<Piece> {
        let free = !self.is_occupied(feature); // BASE-22
        let own = self.has_own_follower(self.seat, feature);
        let mut pieces = Vec::new();
        match target.part {
            TileSegment::Road(_) | TileSegment::City(_) => {
                if free {
                    pieces.extend([Piece::Follower, Piece::Large]); // BASE-21, INNS-04
                }
                if free && matches!(target.part, TileSegment::City(_)) {
                    pieces.push(Piece::Herald); // TRIAL-02
                }
                // TRADERS-11, TRADERS-13
                if own && !self.board.is_complete(feature) {
                    pieces.push(Piece::Builder);
                }
            }
            TileSegment::Field(_) => {
                if self.settings.is("OPT-FARMERS", "on") {
                    if free {
                        pieces.extend([Piece::Follower, Piece::Large]); // BASE-41
                    }
                    if own {
                        pieces.push(Piece::Pig); // TRADERS-23
                    }
                }
            }
            TileSegment::Centre => {
                if free && self.board.kind(target) != "garden" {
                    pieces.extend([Piece::Follower, Piece::Large]); // ABBOT-05, CULT-08
                }
                if free {
                    pieces.push(Piece::Abbot); // ABBOT-04
                }
            }
        }
        pieces
    }

    /// ABBOT-07, ABBOT-08, ABBOT-10: own abbots on incomplete features.
    fn recallable(&self) -> Vec<Figure> {
        if self.settings.is("OPT-ABBOT-RECALL", "off") {
            return Vec::new();
        }
        let own = |figure: &&Figure| figure.seat == self.seat && figure.piece == Piece::Abbot;
        let stays = |figure: &Figure| match figure.place {
            Footing::On(segment) => !self.board.is_complete(&self.board.feature(segment)),
            Footing::In(_) => false,
        };
        self.figures.iter().filter(own).copied().filter(stays).collect()
    }

    /// COUNT-17 to COUNT-19: moves of one seat to features completed by the tile just laid.
    pub(crate) fn redeploy_actions(&self, seat: usize) -> Actions {
        let newest = self.newest();
        let mut targets = Vec::new();
        for feature in self.completed() {
            if self.settings.is("OPT-COUNT-UNOCCUPIED", "allowed") || self.is_occupied(&feature) {
                // Named by its first segment on the tile just laid, a building by its own cell.
                let on_newest = feature.iter().find(|segment| segment.tile == newest);
                targets.extend(on_newest.or(feature.first()).copied());
            }
        }
        self.moves_to(seat, &targets, &Quarter::ALL)
    }

    /// COUNT-28, COUNT-29: moves of one seat before the final scoring.
    pub(crate) fn final_actions(&self, seat: usize) -> Actions {
        let all = self.settings.is("OPT-COUNT-FINAL", "all");
        let quarters: &[Quarter] = if all { &Quarter::ALL } else { &[Quarter::Market] };
        let waits = |figure: &Figure| figure.seat == seat && in_any(figure, quarters);
        if !self.figures.iter().any(waits) {
            return Actions::new();
        }
        let mut targets = Vec::new();
        for feature in self.board.all_features() {
            let Some(&first) = feature.first() else {
                continue;
            };
            let field_off = matches!(first.part, TileSegment::Field(_))
                && self.settings.is("OPT-FARMERS", "off");
            if !self.board.is_complete(&feature) && !field_off {
                targets.push(first);
            }
        }
        self.moves_to(seat, &targets, quarters)
    }

    /// Every move of a figure of `seat` out of `quarters` to a target of the fitting kind.
    fn moves_to(&self, seat: usize, targets: &[Segment], quarters: &[Quarter]) -> Actions {
        let mut actions = Actions::new();
        for &figure in &self.figures {
            let Footing::In(quarter) = figure.place else {
                continue;
            };
            // COUNT-18: nobody leaves the quarter where the Count stands.
            if figure.seat != seat || !quarters.contains(&quarter) || self.count == Some(quarter) {
                continue;
            }
            for &target in targets {
                if quarter.leads_to(self.board.kind(target)) {
                    let word = format!("{}>{}", figure.piece.name(), self.board.name(target));
                    actions.insert(word, Action::Move(figure, target));
                }
            }
        }
        actions
    }

    /// COUNT-10, COUNT-13, COUNT-14.
    pub(crate) fn enter_actions(&self) -> Actions {
        let mut actions = Actions::new();
        for piece in [Piece::Follower, Piece::Large, Piece::Abbot] {
            for quarter in Quarter::ALL {
                let allowed = piece != Piece::Abbot
                    || (quarter == Quarter::Cathedral
                        && self.settings.is("OPT-COUNT-ABBOT", "cathedral"));
                if allowed && self.in_supply(self.seat, piece) {
                    let word = format!("{}@{}", piece.name(), quarter.name());
                    actions.insert(word, Action::Enter(piece, quarter));
                }
            }
        }
        actions
    }

    /// COUNT-15: the Count goes to any other quarter.
    fn count_actions(&self) -> Actions {
        let others = Quarter::ALL.into_iter().filter(|&quarter| self.count != Some(quarter));
        others.map(|q| (format!("count@{}", q.name()), Action::MoveCount(q))).collect()
    }
}

fn in_any(figure: &Figure, quarters: &[Quarter]) -> bool {
    matches!(figure.place, Footing::In(quarter) if quarters.contains(&quarter))
}

fn with_pass(mut actions: Actions) -> Actions {
    actions.insert("-".to_owned(), Action::Pass);
    actions
}
