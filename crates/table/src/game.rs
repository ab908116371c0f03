//! What all families have in common.

use crate::{Action, Actions, Odds, SEATS_MAX, Seat, Sink};

/// Who must act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player chooses.
    Player(Seat),
    /// Chance decides: chance is a player.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Where a caller's randomness comes in. The rules have none of their own.
pub trait Dice {
    /// A number below `n`, all equally likely. `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
}

/// A game of some family: plain data that is cheap to clone and holds no secret.
pub trait Game: Clone {
    /// What does not change during a game; built once and shared.
    type Rules;

    /// The set-up table.
    fn start(rules: &Self::Rules) -> Self;

    /// Who must act.
    fn turn(&self) -> Turn;

    /// Lists every legal action of the player, or of chance, into `out`.
    fn legal(&self, rules: &Self::Rules, out: &mut Actions);

    /// What chance may do and how likely each is; empty when a player must act.
    fn odds(&self, rules: &Self::Rules, out: &mut Odds);

    /// One legal action: uniform for a player, by the odds for chance. The same as picking from
    /// [`Game::legal`] or [`Game::odds`]; families answer it without the list where they can.
    fn pick(&self, rules: &Self::Rules, dice: &mut impl Dice) -> Action {
        self.pick_listed(rules, dice)
    }

    /// [`Game::pick`] by way of the list.
    fn pick_listed(&self, rules: &Self::Rules, dice: &mut impl Dice) -> Action {
        if self.turn() == Turn::Chance {
            let mut odds = Odds::new();
            self.odds(rules, &mut odds);
            let total: u32 = odds.iter().map(|(_, n)| *n as u32).sum();
            let mut left = dice.below(total);
            for (action, n) in odds.iter() {
                match left.checked_sub(*n as u32) {
                    Some(rest) => left = rest,
                    None => return *action,
                }
            }
            unreachable!("odds add up to their total");
        }
        let mut actions = Actions::new();
        self.legal(rules, &mut actions);
        actions[dice.below(actions.len() as u32) as usize]
    }

    /// Plays an action that the caller knows to be legal.
    ///
    /// # Panics
    /// May panic, or leave a senseless game, if the action is not legal.
    fn play(&mut self, rules: &Self::Rules, action: Action, out: &mut impl Sink);

    /// The points of each seat so far.
    fn scores(&self) -> [u16; SEATS_MAX];
}
