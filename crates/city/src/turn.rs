//! The whole turn, from the draw to the end test (CITY-10):
//!
//! chance draws -> lay -> claim -> score -> wall phase, if triggered: build, guard, score for
//! each piece, then the tower -> end test -> next seat.
//!
//! [`City::play`] gives the action to the step that asked for it; each step ends by calling the
//! function of the next one, up to the next question. The wall phase is in `phase.rs`.

use table::{
    Action, Actions, Cell, Dice, Event, Game, Move, NodeId, Odds, Rot, SEATS_MAX, Seat, Sink, Spot,
    TileKind, Turn,
};

use crate::edge::{Edge, LEFT, RIGHT};
use crate::just_laid::JustLaid;
use crate::names::{FOLLOWER, GATE, TOLD_END_TILES, TOWER, WALL};
use crate::rules::Rules;
use crate::state::{City, TurnStep};
use crate::{moves, random};

impl Game for City {
    type Rules = Rules;

    fn start(rules: &Rules) -> City {
        City::set_up(rules)
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.step {
            TurnStep::First | TurnStep::Draw | TurnStep::Redraw => Turn::Chance,
            TurnStep::Lay | TurnStep::Claim | TurnStep::Tower => Turn::Player(self.seat),
            TurnStep::Build | TurnStep::Guard | TurnStep::LastGuard => {
                Turn::Player(self.phase.builder)
            }
            TurnStep::Over => Turn::Over,
        }
    }

    fn legal(&self, rules: &Rules, out: &mut Actions) {
        out.clear();
        match self.step {
            TurnStep::First => out.extend((0..rules.seats).map(|seat| Action::First(Seat(seat)))),
            TurnStep::Draw | TurnStep::Redraw => {
                out.extend(self.bag.iter().map(|(kind, _)| Action::Draw(kind)));
            }
            TurnStep::Lay => self.placements(rules, out),
            TurnStep::Build if self.gate.is_none() => {
                out.extend(self.outline().map(|edge| put(GATE, edge)));
            }
            TurnStep::Claim => {
                out.extend((0..=self.just_laid.free.count_ones()).map(|n| self.nth_claim(n)));
            }
            _ => out.extend(self.few().iter().copied()),
        }
    }

    fn odds(&self, rules: &Rules, out: &mut Odds) {
        out.clear();
        match self.step {
            TurnStep::First => {
                out.extend((0..rules.seats).map(|seat| (Action::First(Seat(seat)), 1)));
            }
            TurnStep::Draw | TurnStep::Redraw => {
                out.extend(self.bag.iter().map(|(kind, n)| (Action::Draw(kind), n as u16)));
            }
            _ => {}
        }
    }

    fn pick(&self, rules: &Rules, dice: &mut impl Dice) -> Action {
        match self.step {
            TurnStep::First => Action::First(Seat(dice.below(rules.seats as u32) as u8)),
            TurnStep::Draw | TurnStep::Redraw => {
                let number = dice.below(self.bag.total() as u32) as u8;
                Action::Draw(self.bag.nth(number))
            }
            TurnStep::Lay => self.pick_placement(rules, dice),
            TurnStep::Build if self.gate.is_none() => {
                self.pick_gate_place(dice).map_or(Action::Pass, |edge| put(GATE, edge))
            }
            TurnStep::Claim => self.nth_claim(dice.below(self.just_laid.free.count_ones() + 1)),
            _ => {
                let few = self.few();
                few[dice.below(few.len() as u32) as usize]
            }
        }
    }

    fn play(&mut self, rules: &Rules, action: Action, out: &mut impl Sink) {
        match (self.step, action) {
            (TurnStep::First, Action::First(seat)) => {
                self.seat = seat;
                self.step = TurnStep::Draw;
            }
            (TurnStep::Draw | TurnStep::Redraw, Action::Draw(kind)) => self.draw(rules, kind, out),
            (TurnStep::Lay, Action::Tile { cell, rot }) => self.lay_hand(rules, cell, rot, out),
            (TurnStep::Claim, action) => self.claim(rules, action, out),
            (TurnStep::Build, Action::Put { at: Spot::Edge { cell, side }, .. }) => {
                self.build(rules, Edge::new(cell, side), out);
            }
            (TurnStep::Guard, action) => self.guard(rules, action, out),
            (TurnStep::LastGuard, action) => self.last_guard(rules, action, out),
            (TurnStep::Tower, action) => self.tower(rules, action, out),
            (step, action) => unreachable!("{action:?} is no answer to {step:?}"),
        }
    }

    fn each_move(&self, rules: &Rules, found: impl FnMut(Move)) {
        moves::each(rules, self, found);
    }

    fn random_turn(&mut self, rules: &Rules, dice: &mut impl Dice, out: &mut impl Sink) {
        random::turn(rules, self, dice, out);
    }

    fn scores(&self) -> [u16; SEATS_MAX] {
        self.scores
    }
}

const fn put(piece: table::Piece, edge: Edge) -> Action {
    Action::Put { piece, at: edge.spot() }
}

/// The answers to a question that has few.
type Few = table::List<Action, 3>;

impl JustLaid {
    /// The n-th segment where a follower may stand.
    #[inline]
    pub(crate) fn nth_free(self, n: u32) -> Option<u8> {
        table::nth_bit(self.free, n)
    }
}

impl City {
    /// The n-th answer to the claim question; passing is the last one.
    fn nth_claim(&self, n: u32) -> Action {
        match self.just_laid.nth_free(n) {
            Some(segment) => {
                let at = Spot::segment(self.board.last().cell, segment);
                Action::Put { piece: FOLLOWER, at }
            }
            None => Action::Pass,
        }
    }

    /// The answers to wall, guard and tower questions.
    #[inline]
    fn few(&self) -> Few {
        let mut few = Few::new();
        match self.step {
            TurnStep::Build => {
                let (left, right) = (self.next_place(LEFT), self.next_place(RIGHT));
                let left = left.filter(|edge| Some(*edge) != right); // CITY-76
                few.extend(left.into_iter().chain(right).map(|edge| put(WALL, edge)));
            }
            TurnStep::Guard | TurnStep::LastGuard => {
                few.extend(self.guard_place().map(|edge| put(FOLLOWER, edge)));
                few.push(Action::Pass);
            }
            TurnStep::Tower => {
                for side in [LEFT, RIGHT] {
                    if self.tower_value(side) > 0 {
                        few.extend(self.end(side).map(|edge| put(TOWER, edge)));
                    }
                }
                few.push(Action::Pass);
            }
            _ => {}
        }
        few
    }

    /// The wall on which a guard may be posted now.
    pub(crate) fn guard_place(&self) -> Option<Edge> {
        let number = match self.step {
            TurnStep::Guard => self.phase.piece,
            TurnStep::LastGuard => self.phase.last[self.phase.builder.index()],
            _ => return None,
        };
        self.wall(number).map(|wall| wall.edge)
    }

    /// Step 1: a tile that fits nowhere leaves the game, and the same seat draws again (CITY-17,
    /// CITY-65).
    fn draw(&mut self, rules: &Rules, kind: TileKind, out: &mut impl Sink) {
        self.bag.take(kind);
        self.note_drawn(kind, out);
        self.keep_or_discard(rules, kind, out);
    }

    /// Notes that a tile was taken out of the bag.
    #[inline]
    pub(crate) fn note_drawn(&mut self, kind: TileKind, out: &mut impl Sink) {
        if self.step == TurnStep::Draw {
            out.tell(Event::TurnOf { seat: self.seat, part: 1 });
        }
        out.tell(Event::Drawn(kind));
        self.drawn += 1;
    }

    pub(crate) fn keep_or_discard(&mut self, rules: &Rules, kind: TileKind, out: &mut impl Sink) {
        if self.fits_somewhere(rules, kind) {
            self.hand = kind;
            self.step = TurnStep::Lay;
            return;
        }
        out.tell(Event::Discarded(kind));
        self.step = TurnStep::Redraw;
        if self.bag.total() == 0 {
            out.tell(Event::Told { what: TOLD_END_TILES, seat: self.seat, count: 0 });
            self.finish(rules, out);
        }
    }

    fn lay_hand(&mut self, rules: &Rules, cell: Cell, rot: Rot, out: &mut impl Sink) {
        let kind = core::mem::take(&mut self.hand);
        self.lay(rules, kind, cell, rot, out);
    }

    /// Lays a tile. Asks for a follower if one may be put on it (CITY-21).
    fn lay(&mut self, rules: &Rules, kind: TileKind, cell: Cell, rot: Rot, out: &mut impl Sink) {
        let just_laid = self.put_down(rules, kind, cell, rot, out);
        if self.may_claim(just_laid) {
            self.just_laid = just_laid;
            self.step = TurnStep::Claim;
        } else {
            self.after_tile(rules, just_laid.due, out);
        }
    }

    /// Puts a tile down and says what it offers and completed.
    #[inline]
    pub(crate) fn put_down(
        &mut self,
        rules: &Rules,
        kind: TileKind,
        cell: Cell,
        rot: Rot,
        out: &mut impl Sink,
    ) -> JustLaid {
        let tile = self.add_tile(rules, kind, cell, rot);
        out.tell(Event::Laid { kind, cell, rot });
        let just_laid = self.just_laid(rules, &tile);
        debug_assert_eq!(just_laid, self.just_laid_anew(rules));
        just_laid
    }

    /// Whether a follower may be put on the tile just laid.
    #[inline]
    pub(crate) fn may_claim(&self, just_laid: JustLaid) -> bool {
        (self.supply[self.seat.index()] > 0) & (just_laid.free != 0)
    }

    /// Step 2 (CITY-18).
    fn claim(&mut self, rules: &Rules, action: Action, out: &mut impl Sink) {
        if let Action::Put { at: Spot::Segment { segment, .. }, .. } = action {
            self.put_follower(segment, out);
        }
        let just_laid = core::mem::take(&mut self.just_laid);
        self.after_tile(rules, just_laid.due, out);
    }

    #[inline]
    pub(crate) fn put_follower(&mut self, segment: u8, out: &mut impl Sink) {
        let (seat, laid) = (self.seat, self.board.last());
        self.supply[seat.index()] -= 1;
        self.stand(seat, laid.first + segment as NodeId);
        let at = Spot::segment(laid.cell, segment);
        out.tell(Event::Put { seat, piece: FOLLOWER, at });
    }

    /// Step 3: scoring, if it is due, and whether it starts a wall phase (CITY-31, CITY-37,
    /// CITY-72).
    pub(crate) fn after_tile(&mut self, rules: &Rules, due: bool, out: &mut impl Sink) {
        if due {
            let completed = self.completed_by_tile(rules);
            self.score_all(rules, &completed, out);
        }
        if due && self.pile(rules) > 1 {
            self.begin_phase(rules, out);
        } else {
            self.end_turn(rules, false, out);
        }
    }

    /// Step 5: the end test, or the next seat.
    pub(crate) fn end_turn(&mut self, rules: &Rules, had_phase: bool, out: &mut impl Sink) {
        if rules.reuse_next_turn {
            self.release_late(); // CITY-69
        }
        if self.ends(rules, had_phase, out) {
            self.finish(rules, out);
        } else {
            self.seat = self.seat.next(rules.seats);
            self.step = TurnStep::Draw;
        }
    }
}
