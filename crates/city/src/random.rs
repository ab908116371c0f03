//! Random play: a whole turn in one go, made of the helpers that its steps are made of.

use table::{Dice, Game, Sink, Turn};

use crate::rules::Rules;
use crate::state::{City, TurnStep};

/// Plays at random until chance must act again or the game is over.
pub(crate) fn turn(rules: &Rules, city: &mut City, dice: &mut impl Dice, out: &mut impl Sink) {
    if matches!(city.step, TurnStep::Draw | TurnStep::Redraw) {
        draw_and_lay(rules, city, dice, out);
        if city.step == TurnStep::Claim {
            let claim = city.nth_claim(dice.below(city.just_laid.free.count_ones() + 1));
            city.claim(rules, claim, out);
        }
    } else {
        one_action(rules, city, dice, out);
    }
    while matches!(city.turn(), Turn::Player(_)) {
        one_action(rules, city, dice, out);
    }
}

fn one_action(rules: &Rules, city: &mut City, dice: &mut impl Dice, out: &mut impl Sink) {
    let action = city.pick(rules, dice);
    city.play(rules, action, out);
}

/// Whether the drawn tile fits anywhere is asked only if guessing a placement was in vain.
fn draw_and_lay(rules: &Rules, city: &mut City, dice: &mut impl Dice, out: &mut impl Sink) {
    let kind = city.bag.nth(dice.below(city.bag.total() as u32) as u8);
    city.take_tile(kind, out);
    if let Some((cell, rot)) = city.guess_placement(rules, kind, dice) {
        return city.lay(rules, kind, cell, rot, out);
    }
    city.keep_or_discard(rules, kind, out);
    if city.step == TurnStep::Lay {
        let placement = city.pick_listed_placement(rules, dice);
        city.play(rules, placement, out);
    }
}
