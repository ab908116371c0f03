//! Random play: a whole turn in one go, made of the helpers that its steps are made of.

use table::{Dice, Game, Sink, TileKind, Turn};

use crate::edge::{LEFT, RIGHT};
use crate::rules::Rules;
use crate::state::{City, TurnStep};

/// Plays at random until chance must act again or the game is over.
pub(crate) fn turn(rules: &Rules, city: &mut City, dice: &mut impl Dice, out: &mut impl Sink) {
    if matches!(city.step, TurnStep::Draw | TurnStep::Redraw) {
        draw_lay_claim(rules, city, dice, out);
    } else {
        one_action(rules, city, dice, out);
    }
    while matches!(city.turn(), Turn::Player(_)) {
        if city.step == TurnStep::Build && city.gate.is_some() {
            wall(rules, city, dice, out);
        } else {
            one_action(rules, city, dice, out);
        }
    }
}

/// A wall and its guard. The places at both ends are found once: they tell where the wall may go,
/// and whether it closes the ring.
fn wall(rules: &Rules, city: &mut City, dice: &mut impl Dice, out: &mut impl Sink) {
    let (left, right) = (city.next_place(LEFT), city.next_place(RIGHT));
    let closes = left == right;
    let goes_left = (dice.below(2 - closes as u32) == 0) & !closes;
    let (side, edge) = if goes_left { (LEFT, left) } else { (RIGHT, right) };
    let Some(edge) = edge else { return one_action(rules, city, dice, out) };
    let built = city.build_wall(rules, side, edge, closes, out);
    if city.step == TurnStep::Guard {
        let posts = dice.below(2) == 0;
        city.answer_guard(rules, posts, built, out);
    }
}

fn one_action(rules: &Rules, city: &mut City, dice: &mut impl Dice, out: &mut impl Sink) {
    let action = city.pick(rules, dice);
    city.play(rules, action, out);
}

/// The steps draw, lay and claim without a stop, and what comes after them.
///
/// Whether the drawn tile fits anywhere is asked only if guessing a placement was in vain.
fn draw_lay_claim(rules: &Rules, city: &mut City, dice: &mut impl Dice, out: &mut impl Sink) {
    let kind = city.bag.take_nth(dice.below(city.bag.total() as u32) as u8);
    city.note_drawn(kind, out);
    let Some((cell, rot)) = city.guess_placement(rules, kind, dice) else {
        return keep_and_lay(rules, city, kind, dice, out);
    };
    let just_laid = city.put_down(rules, kind, cell, rot, out);
    if city.may_claim(just_laid) {
        let number = dice.below(just_laid.free.count_ones() + 1);
        if let Some(segment) = just_laid.nth_free(number) {
            city.put_follower(segment, out);
        }
    }
    city.after_tile(rules, just_laid.due, out);
}

/// The tile may fit nowhere; if it does fit, it is laid, and what follows is asked step by step.
#[cold]
fn keep_and_lay(
    rules: &Rules,
    city: &mut City,
    kind: TileKind,
    dice: &mut impl Dice,
    out: &mut impl Sink,
) {
    city.keep_or_discard(rules, kind, out);
    if city.step == TurnStep::Lay {
        let placement = city.pick_listed_placement(rules, dice);
        city.play(rules, placement, out);
    }
}
