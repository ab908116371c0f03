//! Why an action may not be played: the rule and a sentence.

use table::{Action, Cell, Game, NodeId, Refusal, Rot, Seat, Spot, TileKind, Turn};

use crate::edge::{Edge, LEFT, RIGHT};
use crate::names::{FOLLOWER, GATE, HOMES, TOWER, WALL};
use crate::rules::Rules;
use crate::state::{City, SEATS, TurnStep};

#[allow(clippy::unnecessary_wraps)] // so that refusals read as a table
const fn no(rule: &'static str, reason: &'static str) -> Option<Refusal> {
    Some(Refusal { rule, reason })
}

impl City {
    /// Why an action may not be played now.
    pub(crate) fn refusal(&self, rules: &Rules, action: Action) -> Option<Refusal> {
        match (self.step, action) {
            (TurnStep::Over, _) => no("CITY-57", "the game is over"),
            (TurnStep::First, Action::First(seat)) if seat.0 < rules.seats => None,
            (TurnStep::First, _) => no("CITY-09", "the first seat is drawn by lot first"),
            (_, Action::First(_)) => no("CITY-09", "the first seat is known already"),
            (TurnStep::Draw | TurnStep::Redraw, Action::Draw(kind)) => {
                self.refuse_draw(rules, kind)
            }
            (_, Action::Draw(_)) => no("CITY-10", "no tile is drawn now"),
            (TurnStep::Lay, Action::Tile { cell, rot }) => self.refuse_tile(rules, cell, rot),
            (_, Action::Tile { .. }) => no("CITY-10", "no tile is laid now"),
            (_, Action::Pass) => self.refuse_pass(),
            (_, Action::Put { piece, at: Spot::Edge { cell, side } }) => {
                let edge = Edge::new(cell, side);
                match piece {
                    GATE => self.refuse_gate(edge),
                    WALL => self.refuse_wall(edge),
                    TOWER => self.refuse_tower(edge),
                    FOLLOWER => self.refuse_guard(rules, edge),
                    _ => no("CITY-01", "there is no such piece"),
                }
            }
            (_, Action::Put { piece: FOLLOWER, at: Spot::Segment { cell, segment } }) => {
                self.refuse_claim(rules, cell, segment)
            }
            _ => no("CITY-01", "there is no such action in this game"),
        }
    }

    fn refuse_draw(&self, rules: &Rules, kind: TileKind) -> Option<Refusal> {
        let known = (kind.0 as usize) < rules.tiles.len();
        if known && self.bag.count(kind) > 0 {
            return None;
        }
        no("CITY-11", "no such tile is left in the piles")
    }

    fn refuse_pass(&self) -> Option<Refusal> {
        match self.step {
            TurnStep::Claim | TurnStep::Guard | TurnStep::LastGuard | TurnStep::Tower => None,
            TurnStep::Build => no("CITY-41", "building is mandatory"),
            TurnStep::Lay => no("CITY-10", "the tile must be laid"),
            _ => no("CITY-10", "a tile must be drawn"),
        }
    }

    fn refuse_tile(&self, rules: &Rules, cell: Cell, rot: Rot) -> Option<Refusal> {
        if self.board.laid().is_empty() {
            return match cell {
                Cell::ORIGIN => None,
                _ => no("CITY-09", "the first tile goes to 0,0"),
            };
        }
        if self.board.laid().iter().any(|laid| laid.cell == cell) {
            return no("CITY-12", "a tile lies there already");
        }
        let Some(open) = self.board.frontier().iter().find(|open| open.cell == cell) else {
            return no("CITY-12", "no tile lies beside that cell");
        };
        if self.pieces().any(|edge| edge.outer() == cell) {
            return no("CITY-14", "the cell lies beyond the wall");
        }
        if rules.beyond_rows && self.in_blocked_row(cell) {
            return no("CITY-68", "the cell lies in the row beyond a wall");
        }
        if !open.fits(rules.tile(self.hand).edges.turned(rot)) {
            return no("CITY-13", "a street would meet a side without street");
        }
        if self.gate.is_some() && self.encloses(cell) {
            return no("CITY-15", "the tile would enclose a wall");
        }
        None
    }

    /// The edges of gate and walls.
    fn pieces(&self) -> impl Iterator<Item = Edge> {
        self.walls.iter().flat_map(|line| line.iter()).map(|wall| wall.edge).chain(self.gate)
    }

    fn refuse_claim(&self, rules: &Rules, cell: Cell, segment: u8) -> Option<Refusal> {
        if self.step != TurnStep::Claim {
            // Whoever has no follower left is not asked; tell the reason if it was that.
            let laid_by = match self.step {
                TurnStep::Draw => Seat((self.seat.0 + rules.seats - 1) % rules.seats),
                _ => self.seat,
            };
            return match self.supply[laid_by.index()] {
                0 => no("CITY-21", "no follower is left"),
                _ => no("CITY-18", "a follower is put only on the tile just laid"),
            };
        }
        let laid = self.last_laid();
        let known = (segment as usize) < rules.tile(laid.kind).segments.len();
        if cell != laid.cell || !known {
            return no("CITY-18", "a follower is put only on the tile just laid");
        }
        let root = self.map.find(laid.first + segment as NodeId);
        let feature = self.map.tally(root);
        if feature.strength != [0; SEATS] {
            return no("CITY-19", "the feature is occupied");
        }
        if feature.kind != HOMES && feature.open == 0 {
            return no("CITY-20", "the tile completes this street or market");
        }
        if (0..segment).any(|s| self.map.find(laid.first + s as NodeId) == root) {
            return no("CITY-06", "the feature is named by its first segment on the tile");
        }
        None
    }

    fn refuse_gate(&self, edge: Edge) -> Option<Refusal> {
        if self.gate.is_some() {
            return no("CITY-38", "the gate stands already");
        }
        if self.step != TurnStep::Build {
            return no("CITY-37", "nothing is built now");
        }
        if self.outline().any(|other| other == edge) {
            return None;
        }
        no("CITY-38", "the gate stands on a side of a tile that faces the outside")
    }

    fn refuse_wall(&self, edge: Edge) -> Option<Refusal> {
        if self.step != TurnStep::Build {
            return no("CITY-37", "nothing is built now");
        }
        if self.gate.is_none() {
            return no("CITY-38", "the gate comes first");
        }
        if [LEFT, RIGHT].into_iter().any(|side| self.next_place(side) == Some(edge)) {
            return None;
        }
        no("CITY-42", "a wall continues the line at its left or right end")
    }

    fn refuse_guard(&self, rules: &Rules, edge: Edge) -> Option<Refusal> {
        if let Some(place) = self.guard_place() {
            let elsewhere = no("CITY-49", "a guard is posted only on one's wall just built");
            return if place == edge { None } else { elsewhere };
        }
        // Nobody was asked, or it is too late; tell the reason for the wall built last.
        let just_built = self.wall(self.phase.piece).filter(|wall| wall.edge == edge);
        let builder = (self.phase.builder.0 + rules.seats - 1) % rules.seats;
        match just_built {
            Some(_) if self.step == TurnStep::Build && self.faces_guard(edge) => {
                no("CITY-50", "a guard stands on the wall opposite")
            }
            Some(_) if self.step == TurnStep::Build && self.supply[builder as usize] == 0 => {
                no("CITY-21", "no follower is left")
            }
            _ => no("CITY-49", "a guard is posted only on one's wall just built"),
        }
    }

    fn refuse_tower(&self, edge: Edge) -> Option<Refusal> {
        if self.step != TurnStep::Tower {
            return match self.turn() {
                Turn::Player(seat) if self.towers[seat.index()] == 0 => {
                    no("CITY-56", "no tower is left")
                }
                _ => no("CITY-53", "towers come after all walls of the phase"),
            };
        }
        let Some(side) = [LEFT, RIGHT].into_iter().find(|side| self.end(*side) == Some(edge))
        else {
            return no("CITY-53", "a tower stands on an end of the wall");
        };
        if self.tower_value(side) == 0 {
            return no("CITY-55", "there is no wall between the tower and the one before");
        }
        None
    }
}
