//! The plan: the steps of a turn in order, made of the core's and those of the expansions in play.

use table::List;

use crate::exp::{self, Id};
use crate::limits::STEPS_MAX;
use crate::setup::{Choices, STARTPLAYER};

/// A fixed point of the turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PlanMoment {
    /// Once, before the first turn.
    Opening,
    /// A turn begins.
    Start,
    /// A tile is drawn.
    Draw,
    /// It is laid.
    Lay,
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

impl PlanMoment {
    /// In order.
    pub const ALL: [PlanMoment; 10] = [
        PlanMoment::Opening,
        PlanMoment::Start,
        PlanMoment::Draw,
        PlanMoment::Lay,
        PlanMoment::Act,
        PlanMoment::Score,
        PlanMoment::Scored,
        PlanMoment::PartEnd,
        PlanMoment::TurnEnd,
        PlanMoment::Last,
    ];
}

/// Declares a step: when it comes and what it is called. The core is at order 100 of its moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanStepDecl {
    /// At which moment.
    pub moment: PlanMoment,
    /// Below 100: before the core; above: after it.
    pub order: u8,
    /// Its number within its owner.
    pub sub: u8,
    /// Its name in positions and in the printed plan.
    pub name: &'static str,
    /// What a seat is asked in it, by the name that texts use; nothing if no seat is.
    pub ask: Option<&'static str>,
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
pub struct PlanStep {
    /// Its declaration.
    pub decl: PlanStepDecl,
    /// Who runs it.
    pub owner: Owner,
}

impl Default for PlanStep {
    fn default() -> Self {
        PlanStep { decl: CORE[0], owner: Owner::Core }
    }
}

/// The steps of a turn, in order.
#[derive(Clone, Debug)]
pub struct TurnPlan {
    steps: [PlanStep; STEPS_MAX],
    /// For each step the moment, if the core runs it: all that the core's steps look up.
    core: [Option<PlanMoment>; STEPS_MAX],
    len: u8,
    first: [u8; PlanMoment::ALL.len()],
    compact: bool,
}

impl TurnPlan {
    /// The steps in order.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps[..self.len as usize]
    }

    #[inline]
    pub(crate) fn step(&self, number: u8) -> &PlanStep {
        &self.steps[number as usize % STEPS_MAX]
    }

    /// Whether the core draws, lays and acts with no step of an expansion between.
    #[inline]
    pub(crate) fn is_compact(&self) -> bool {
        self.compact
    }

    /// The first step of a moment, or of one after it.
    #[inline]
    pub(crate) fn first_of(&self, moment: PlanMoment) -> u8 {
        self.first[moment as usize]
    }

    /// The moment of a step, if the core runs it.
    #[inline]
    pub(crate) fn core_moment(&self, number: u8) -> Option<PlanMoment> {
        self.core[number as usize % STEPS_MAX]
    }
}

const fn core(moment: PlanMoment, name: &'static str) -> PlanStepDecl {
    PlanStepDecl { moment, order: 100, sub: 0, name, ask: None }
}

const fn asking(moment: PlanMoment, name: &'static str, ask: &'static str) -> PlanStepDecl {
    PlanStepDecl { ask: Some(ask), ..core(moment, name) }
}

const CORE: [PlanStepDecl; 7] = [
    core(PlanMoment::Opening, "first-seat"),
    core(PlanMoment::Draw, "draw"),
    asking(PlanMoment::Lay, "lay", "lay"),
    asking(PlanMoment::Act, "act", "figure"),
    core(PlanMoment::Score, "score"),
    core(PlanMoment::TurnEnd, "hand-over"),
    core(PlanMoment::Last, "final-scoring"),
];

/// The core's steps that a table has.
fn core_steps(choices: &Choices) -> impl Iterator<Item = &'static PlanStepDecl> {
    let opening = !choices.is_default(&STARTPLAYER);
    CORE.iter().filter(move |d| d.moment != PlanMoment::Opening || opening)
}

/// How many steps the plan will have.
pub(crate) fn length(on: u32, choices: &Choices) -> usize {
    let mut length = core_steps(choices).count();
    exp::for_each_step(on, |_, _| length += 1);
    length
}

/// The plan for the expansions in play; [`length`] was found to fit.
pub(crate) fn plan(on: u32, choices: &Choices) -> TurnPlan {
    let mut steps: List<PlanStep, STEPS_MAX> = List::new();
    let core = core_steps(choices).map(|decl| PlanStep { decl: *decl, owner: Owner::Core });
    steps.extend(core);
    exp::for_each_step(on, |id, decl| steps.push(PlanStep { decl: *decl, owner: Owner::Exp(id) }));
    // A stable sort: the order of the list of expansions breaks ties.
    table::sort_short_by_key(&mut steps, |s| (s.decl.moment, s.decl.order));
    let first = PlanMoment::ALL.map(|moment| {
        let place = steps.iter().position(|s| s.decl.moment >= moment);
        place.expect("every plan ends with final scoring") as u8
    });
    let len = steps.len() as u8;
    let mut all = [steps[0]; STEPS_MAX];
    all[..len as usize].copy_from_slice(&steps);
    let core = all.map(|s| (s.owner == Owner::Core).then_some(s.decl.moment));
    let turn = [PlanMoment::Draw, PlanMoment::Lay, PlanMoment::Act].map(Some);
    let compact = core.windows(turn.len()).any(|w| w == turn);
    TurnPlan { steps: all, core, len, first, compact }
}
