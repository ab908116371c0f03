//! The turn, start to end. Read this first.
//!
//! A turn has fixed *moments*. At each moment the core, at order 100, does what the base game
//! says, and expansions may have steps before or after it. The steps of the expansions in play
//! make the *plan*; [`advance`] runs it until a player or chance must decide:
//!
//! | moment | what the core does |
//! |---|---|
//! | Opening | chance names the first seat, if the table wants that (once a game) |
//! | Draw | chance draws a tile (BASE-16) |
//! | Place | the seat on turn lays it (BASE-17 to BASE-20) |
//! | Act | it puts a follower on the tile, or not (BASE-21) |
//! | Score | what the tile completed is scored (BASE-28) |
//! | Scored | nothing |
//! | `PartEnd` | nothing |
//! | `TurnEnd` | the next seat's turn begins |
//! | Last | final scoring (BASE-46), once the stack is empty |

use table::{Action, Cell, Dice, Event, List, Rot, Seat, Sink, Spot, TileKind, Turn};

use crate::exp::{self, Id};
use crate::piece::STRENGTH;
use crate::rules::Rules;
use crate::setup::{Choices, STARTPLAYER, UNPLACEABLE};
use crate::state::{Country, Figure};
use crate::{end, fit, lay, put, score};

/// A fixed point of the turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// Once, before the first turn.
    Opening,
    /// A tile is drawn.
    Draw,
    /// It is laid.
    Place,
    /// A figure is put on it.
    Act,
    /// What it completed is scored.
    Score,
    /// After the scoring.
    Scored,
    /// A part of the turn ends.
    PartEnd,
    /// The turn ends.
    TurnEnd,
    /// Once, after the last turn.
    Last,
}

impl Moment {
    /// In order.
    pub const ALL: [Moment; 9] = [
        Moment::Opening,
        Moment::Draw,
        Moment::Place,
        Moment::Act,
        Moment::Score,
        Moment::Scored,
        Moment::PartEnd,
        Moment::TurnEnd,
        Moment::Last,
    ];
}

/// Declares a step: when it comes and what it is called. The core is at order 100 of its moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepDecl {
    /// At which moment.
    pub moment: Moment,
    /// Below 100: before the core; above: after it.
    pub order: u8,
    /// Its number within its owner.
    pub sub: u8,
    /// Its name in positions and in the printed plan.
    pub name: &'static str,
}

/// Who runs a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The base game.
    Core,
    /// An expansion.
    Exp(Id),
}

/// A step of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its declaration.
    pub decl: StepDecl,
    /// Who runs it.
    pub owner: Owner,
}

impl Default for Step {
    fn default() -> Self {
        Step { decl: CORE[0], owner: Owner::Core }
    }
}

/// The steps of a turn, in order.
#[derive(Clone, Debug)]
pub struct Plan {
    steps: [Step; Plan::STEPS_MAX],
    /// For each step the moment, if the core runs it: all that the core's steps look up.
    core: [Option<Moment>; Plan::STEPS_MAX],
    len: u8,
    first: [u8; Moment::ALL.len()],
}

impl Plan {
    /// A power of two, so that the place of a step needs no check.
    const STEPS_MAX: usize = 32;

    /// The steps in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.len as usize]
    }

    #[inline]
    pub(crate) fn step(&self, number: u8) -> &Step {
        &self.steps[number as usize % Plan::STEPS_MAX]
    }

    /// The moment of a step, if the core runs it.
    #[inline]
    pub(crate) fn core_moment(&self, number: u8) -> Option<Moment> {
        self.core[number as usize % Plan::STEPS_MAX]
    }
}

/// What a step of an expansion says when it is entered.
pub enum Flow {
    /// Go on with the next step.
    Next,
    /// A seat must act.
    Wait(Seat),
    /// Chance must act.
    Chance,
    /// Go on with the first step of a moment.
    Goto(Moment),
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
    fn goto(&mut self, moment: Moment) {
        self.state.step = self.rules.plan.first[moment as usize];
    }
}

const fn core(moment: Moment, name: &'static str) -> StepDecl {
    StepDecl { moment, order: 100, sub: 0, name }
}

const CORE: [StepDecl; 7] = [
    core(Moment::Opening, "first-seat"),
    core(Moment::Draw, "draw"),
    core(Moment::Place, "lay"),
    core(Moment::Act, "act"),
    core(Moment::Score, "score"),
    core(Moment::TurnEnd, "hand-over"),
    core(Moment::Last, "final-scoring"),
];

/// The plan for the expansions in play.
pub(crate) fn plan(on: u32, choices: &Choices) -> Plan {
    let mut steps: List<Step, { Plan::STEPS_MAX }> = List::new();
    let opening = !choices.is_default(&STARTPLAYER);
    let core = CORE.iter().filter(|d| d.moment != Moment::Opening || opening);
    steps.extend(core.map(|decl| Step { decl: *decl, owner: Owner::Core }));
    exp::for_each_step(on, |id, decl| steps.push(Step { decl: *decl, owner: Owner::Exp(id) }));
    // A stable sort: the order of the list of expansions breaks ties.
    steps.sort_by_key(|s| (s.decl.moment, s.decl.order));
    let first = Moment::ALL.map(|moment| {
        let place = steps.iter().position(|s| s.decl.moment >= moment);
        place.expect("every plan ends with final scoring") as u8
    });
    let len = steps.len() as u8;
    let mut all = [steps[0]; Plan::STEPS_MAX];
    all[..len as usize].copy_from_slice(&steps);
    let core = all.map(|s| (s.owner == Owner::Core).then_some(s.decl.moment));
    Plan { steps: all, core, len, first }
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
fn enter<S: Sink>(cx: &mut Cx<S>, moment: Moment) -> Option<Turn> {
    let state = &mut *cx.state;
    match moment {
        Moment::Opening => return Some(Turn::Chance),
        Moment::Draw if state.hand.is_some() => state.step += 1,
        Moment::Draw if state.bag.total() == 0 => cx.goto(Moment::Last), // BASE-45
        Moment::Draw => return Some(Turn::Chance),
        Moment::Place => {
            let kind = state.hand.expect("a tile was drawn");
            if fit::any(cx.rules, state, kind) {
                return Some(Turn::Player(state.turn));
            }
            reject(cx, kind);
            cx.goto(Moment::Draw);
        }
        Moment::Act if put::any(cx.rules, state) => return Some(Turn::Player(state.turn)),
        Moment::Act => {
            state.free = 0;
            state.step += 1;
        }
        Moment::Score => {
            score::score_completed(cx);
            cx.state.step += 1;
        }
        Moment::TurnEnd => {
            begin_turn(cx, cx.state.turn.next(cx.rules.seats));
            cx.goto(Moment::Draw);
        }
        Moment::Last => {
            end::final_scoring(cx);
            cx.out.tell(Event::Over);
            return Some(Turn::Over);
        }
        Moment::Scored | Moment::PartEnd => unreachable!("the core has no step at {moment:?}"),
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

#[inline]
fn play_core(cx: &mut Cx<impl Sink>, action: Action) {
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
        Action::Take { at } => {
            cx.state.free = 0;
            exp::take(cx, at);
        }
        Action::First(seat) => begin_turn(cx, seat),
        Action::Pass => cx.state.free = 0,
        Action::Move { .. } | Action::Choose(_) => unreachable!("{action:?} in a step of the core"),
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

/// Puts a figure of the seat on turn on a segment of the tile just laid.
#[inline]
fn put_figure(cx: &mut Cx<impl Sink>, piece: table::Piece, at: Spot) {
    let Spot::Segment { segment, .. } = at else { unreachable!("figures stand on segments") };
    let seat = cx.state.turn;
    cx.state.supply[seat.index()][piece.0 as usize] -= 1;
    let tile = cx.state.board.laid().len() as u8 - 1;
    stand(cx.state, Figure { seat, piece, tile, segment });
    cx.out.tell(Event::Put { seat, piece, at });
}

/// Adds a figure to the board, where it counts for majority.
#[inline]
pub(crate) fn stand(state: &mut Country, figure: Figure) {
    state.figures.push(figure);
    let node = state.node_of(figure);
    let root = state.map.find(node);
    state.map.tally_mut(root).strengthen(figure.seat, STRENGTH[figure.piece.0 as usize]);
}

/// One legal action of the core's current step without a list: see [`table::Game::pick`].
#[inline]
pub(crate) fn pick_core(
    rules: &Rules,
    state: &Country,
    moment: Moment,
    dice: &mut impl Dice,
) -> Option<Action> {
    match moment {
        Moment::Draw => {
            let n = dice.below(state.bag.total() as u32);
            Some(Action::Draw(state.bag.nth(n as u8)))
        }
        Moment::Place => Some(fit::pick(rules, state, state.hand?, dice)),
        Moment::Act => Some(put::pick(rules, state, dice)),
        _ => None,
    }
}
