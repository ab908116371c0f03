//! The turn, start to end. Read this first.
//!
//! A turn has fixed *moments*. At each moment the core, at order 100, does what the base game
//! says, and expansions may have steps before or after it. The steps of the expansions in play
//! make the *plan*; `advance` runs it until a player or chance must decide:
//!
//! | moment | what the core does |
//! |---|---|
//! | Opening | chance names the first seat, if the table wants that (once a game) |
//! | Start | nothing |
//! | Draw | chance draws a tile (BASE-16) |
//! | Lay | the seat on turn lays it (BASE-17 to BASE-20) |
//! | Act | it puts a follower on the tile, or not (BASE-21) |
//! | Score | what the tile completed is scored (BASE-28) |
//! | Scored | nothing |
//! | `PartEnd` | nothing |
//! | `TurnEnd` | the next seat's turn begins |
//! | Last | final scoring (BASE-46), once the stack is empty |

use table::{Action, Cell, Event, Rot, Seat, Sink, Spot, TileKind, Turn};

use crate::exp;
use crate::piece::kept;
use crate::rules::Rules;
use crate::setup::UNPLACEABLE;
use crate::state::{Country, Figure};
use crate::{end, fit, lay, put, score};

pub use crate::plan::{Owner, PlanMoment, PlanStep, PlanStepDecl, TurnPlan};

/// What a step of an expansion says when it is entered.
pub enum Flow {
    /// Go on with the next step.
    Next,
    /// A seat must act.
    Wait(Seat),
    /// Chance must act.
    Chance,
    /// Go on with the first step of a moment.
    Goto(PlanMoment),
}

/// What a step works with.
pub struct Cx<'a, S: Sink> {
    /// The rules.
    pub rules: &'a Rules,
    /// The game.
    pub state: &'a mut Country,
    /// Who listens.
    pub out: &'a mut S,
}

impl<S: Sink> Cx<'_, S> {
    /// Goes on with the first step of a moment.
    fn goto(&mut self, moment: PlanMoment) {
        self.state.step = self.rules.plan.first_of(moment);
    }
}

/// Many more steps than any turn has: running out of them is a bug.
const STEPS_MAX: usize = 1000;

/// Runs steps until a player or chance must decide, or the game is over.
#[inline]
pub(crate) fn advance(cx: &mut Cx<impl Sink>) {
    for _ in 0..STEPS_MAX {
        let waits = match cx.rules.plan.core_moment(cx.state.step) {
            Some(moment) => enter(cx, moment),
            None => enter_expansion(cx),
        };
        if let Some(turn) = waits {
            return cx.state.waits = turn;
        }
    }
    unreachable!("the turn does not come to an end");
}

/// Enters a step of the core: says who must act, or goes on to another step.
#[inline(always)]
fn enter<S: Sink>(cx: &mut Cx<S>, moment: PlanMoment) -> Option<Turn> {
    let state = &mut *cx.state;
    match moment {
        PlanMoment::Opening => return Some(Turn::Chance),
        PlanMoment::Draw if state.hand.is_some() => state.step += 1,
        PlanMoment::Draw if state.bag.total() == 0 => cx.goto(PlanMoment::Last), // BASE-45
        PlanMoment::Draw => return Some(Turn::Chance),
        PlanMoment::Lay => {
            let kind = state.hand.expect("a tile was drawn");
            if fit::any(cx.rules, state, kind) {
                return Some(Turn::Player(state.turn));
            }
            reject(cx, kind);
            cx.goto(PlanMoment::Draw);
        }
        PlanMoment::Act if put::any(cx.rules, state) => return Some(Turn::Player(state.turn)),
        PlanMoment::Act => {
            state.free = 0;
            state.step += 1;
        }
        PlanMoment::Score => {
            score::score_completed(cx);
            cx.state.step += 1;
        }
        PlanMoment::TurnEnd => {
            begin_turn(cx, cx.state.turn.next(cx.rules.seats));
            cx.goto(PlanMoment::Start);
        }
        PlanMoment::Last => {
            end::final_scoring(cx);
            cx.out.tell(Event::Over);
            return Some(Turn::Over);
        }
        PlanMoment::Start | PlanMoment::Scored | PlanMoment::PartEnd => {
            unreachable!("the core has no step at {moment:?}")
        }
    }
    None
}

/// Enters a step of an expansion.
fn enter_expansion(cx: &mut Cx<impl Sink>) -> Option<Turn> {
    let step = cx.rules.plan.step(cx.state.step);
    let Owner::Exp(id) = step.owner else { unreachable!("a step of the core") };
    match exp::enter(cx, id, step.decl.sub) {
        Flow::Next => cx.state.step += 1,
        Flow::Goto(moment) => cx.goto(moment),
        Flow::Wait(seat) => return Some(Turn::Player(seat)),
        Flow::Chance => return Some(Turn::Chance),
    }
    None
}

/// A drawn tile fits nowhere (BASE-20).
#[cold]
fn reject(cx: &mut Cx<impl Sink>, kind: TileKind) {
    cx.state.hand = None;
    if cx.rules.is_default(&UNPLACEABLE) {
        cx.state.discarded.add(kind, 1);
        cx.out.tell(Event::Discarded(kind));
        return;
    }
    cx.state.aside.add(kind, 1);
    cx.out.tell(Event::SetAside(kind));
    if cx.state.bag.total() == 0 {
        let aside = core::mem::take(&mut cx.state.aside);
        for (kind, count) in aside.iter() {
            cx.state.discarded.add(kind, count);
            for _ in 0..count {
                cx.out.tell(Event::Discarded(kind));
            }
        }
    }
}

/// A seat's turn begins with its first part.
pub(crate) fn begin_turn(cx: &mut Cx<impl Sink>, seat: Seat) {
    cx.state.turn = seat;
    begin_part(cx, 1);
}

/// A part of a turn begins.
pub(crate) fn begin_part(cx: &mut Cx<impl Sink>, part: u8) {
    cx.state.part = part;
    cx.out.tell(Event::TurnOf { seat: cx.state.turn, part });
}

/// Plays an action in the current step, then runs on. The caller guarantees that it is legal.
#[inline]
pub(crate) fn play(cx: &mut Cx<impl Sink>, action: Action) {
    if cx.rules.plan.core_moment(cx.state.step).is_some() {
        play_core(cx, action);
        cx.state.step += 1;
    } else {
        let step = cx.rules.plan.step(cx.state.step);
        let Owner::Exp(id) = step.owner else { unreachable!("a step of the core") };
        // It is entered again and says from the state whether it is done.
        exp::play(cx, id, step.decl.sub, action);
    }
    advance(cx);
}

/// Plays an action in a step of the core, without going on.
#[inline(always)]
pub(crate) fn play_core(cx: &mut Cx<impl Sink>, action: Action) {
    match action {
        Action::Draw(kind) => {
            cx.state.bag.take(kind);
            cx.state.hand = Some(kind);
            cx.out.tell(Event::Drawn(kind));
        }
        Action::Tile { cell, rot } => lay_hand(cx, cell, rot),
        Action::Put { piece, at } => {
            cx.state.free = 0;
            put_figure(cx, piece, at);
        }
        Action::Take { .. } | Action::Move { .. } | Action::Choose(_) => {
            let owner = exp::offered_by(cx.rules, cx.state, action);
            cx.state.free = 0;
            exp::act(cx, owner.expect("whoever plays it was offered it"), action);
        }
        Action::First(seat) => begin_turn(cx, seat),
        Action::Pass => cx.state.free = 0,
    }
}

#[inline]
fn lay_hand(cx: &mut Cx<impl Sink>, cell: Cell, rot: Rot) {
    let kind = cx.state.hand.take().expect("a tile was drawn");
    cx.state.layer = cx.state.turn;
    lay_tile(cx, kind, cell, rot);
    if cx.state.aside.total() > 0 {
        let aside = core::mem::take(&mut cx.state.aside);
        aside.iter().for_each(|(kind, count)| cx.state.bag.add(kind, count));
    }
}

/// Lays a tile, joins its features and lets the expansions see it.
#[inline]
pub(crate) fn lay_tile(cx: &mut Cx<impl Sink>, kind: TileKind, cell: Cell, rot: Rot) {
    lay::lay(cx.rules, cx.state, kind, cell, rot);
    cx.out.tell(Event::Laid { kind, cell, rot });
    exp::placed(cx);
}

/// Puts a figure of the seat on turn on a segment, mostly of the tile just laid.
#[inline]
fn put_figure(cx: &mut Cx<impl Sink>, piece: table::Piece, at: Spot) {
    let Spot::Segment { cell, segment } = at else { unreachable!("figures stand on segments") };
    let seat = cx.state.turn;
    cx.state.supply[seat.index()][piece.0 as usize] -= 1;
    let mut tile = cx.state.board.laid().len() as u8 - 1;
    if cx.rules.on != 0 && cell != cx.state.board.last().cell {
        tile = cx.state.board.number_at(cell).expect("a tile lies there") as u8;
    }
    stand(cx.state, Figure { seat, piece, tile, segment });
    cx.out.tell(Event::Put { seat, piece, at });
}

/// Adds a figure to the board, where it counts for majority.
#[inline]
pub(crate) fn stand(state: &mut Country, figure: Figure) {
    state.figures.push(figure);
    let node = state.node_of(figure);
    let root = state.map.find(node);
    state.map.tally_mut(root).strengthen(figure.seat, kept(figure.piece));
}
