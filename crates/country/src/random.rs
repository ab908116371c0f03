//! Random play: one action without a list, and a whole turn in one go.
//!
//! Everything here is made of the helpers that the steps of the turn are made of; only the way
//! from one to the next is shorter.

use table::{Action, Bag, Dice, Game, Sink, Turn};

use crate::exp;
use crate::rules::Rules;
use crate::state::Country;
use crate::turn::{self, Cx, Owner, PlanMoment};
use crate::{fit, put, score};

/// One legal action of the core's current step without a list: see [`table::Game::pick`].
#[inline]
pub(crate) fn pick_core(
    rules: &Rules,
    state: &Country,
    moment: PlanMoment,
    dice: &mut impl Dice,
) -> Option<Action> {
    match moment {
        PlanMoment::Draw => Some(pick_draw(&state.bag, dice)),
        PlanMoment::Lay => Some(fit::pick(rules, state, state.hand?, dice)),
        PlanMoment::Act => put::pick(rules, state, dice),
        _ => None,
    }
}

/// The same in a step of an expansion: counts the choices and goes through them once more.
pub(crate) fn pick_expansion(
    rules: &Rules,
    state: &Country,
    dice: &mut impl Dice,
) -> Option<Action> {
    let step = state.step(rules);
    let Owner::Exp(id) = step.owner else { unreachable!("a step of the core") };
    if state.waits == Turn::Chance {
        return exp::draws_from(state, id, step.decl.sub).map(|bag| pick_draw(bag, dice));
    }
    let mut count = 0;
    exp::legal(rules, state, id, step.decl.sub, &mut |_| count += 1);
    let (mut left, mut chosen) = (dice.below(count), None);
    exp::legal(rules, state, id, step.decl.sub, &mut |action| {
        if left == 0 && chosen.is_none() {
            chosen = Some(action);
        }
        left = left.saturating_sub(1);
    });
    chosen
}

#[inline]
fn pick_draw(bag: &Bag, dice: &mut impl Dice) -> Action {
    Action::Draw(bag.nth(dice.below(bag.total() as u32) as u8))
}

/// Plays at random until chance must act again or the game is over.
#[inline]
pub(crate) fn turn(cx: &mut Cx<impl Sink>, dice: &mut impl Dice) {
    let draws = cx.rules.plan.core_moment(cx.state.step) == Some(PlanMoment::Draw);
    if draws && cx.rules.plan.is_compact() {
        draw_lay_act(cx, dice);
    } else {
        one_action(cx, dice);
    }
    while matches!(cx.state.waits, Turn::Player(_)) {
        one_action(cx, dice);
    }
}

fn one_action(cx: &mut Cx<impl Sink>, dice: &mut impl Dice) {
    let action = cx.state.pick(cx.rules, dice);
    turn::play(cx, action);
}

/// The core's steps Draw, Lay and Act without a stop, if they follow one another in the plan,
/// and what comes after them.
///
/// Whether the drawn tile fits anywhere is asked only if guessing a placement was in vain.
#[inline]
fn draw_lay_act(cx: &mut Cx<impl Sink>, dice: &mut impl Dice) {
    let draw = pick_draw(&cx.state.bag, dice);
    turn::play_core(cx, draw);
    let kind = cx.state.hand.expect("a tile was drawn");
    let Some((cell, rot)) = fit::guess(cx.rules, cx.state, kind, dice) else {
        cx.state.step += 1;
        return lay_where_it_fits(cx, dice);
    };
    turn::play_core(cx, Action::Tile { cell, rot });
    let figure = put::pick(cx.rules, cx.state, dice);
    turn::play_core(cx, figure.unwrap_or(Action::Pass));
    if cx.rules.on != 0 {
        cx.state.step += 3;
        return turn::advance(cx);
    }
    // Nothing but the core: after the scoring the next seat draws.
    score::score_completed(cx);
    turn::begin_turn(cx, cx.state.turn.next(cx.rules.seats));
    if cx.state.bag.total() == 0 {
        turn::advance(cx); // BASE-45
    }
}

/// Few places, or none, are left for the drawn tile.
#[cold]
fn lay_where_it_fits(cx: &mut Cx<impl Sink>, dice: &mut impl Dice) {
    turn::advance(cx);
    if let (Some(kind), Turn::Player(_)) = (cx.state.hand, cx.state.waits) {
        let placement = fit::pick_counted(cx.rules, cx.state, kind, dice);
        turn::play(cx, placement);
    }
}
