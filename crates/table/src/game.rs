//! What all families have in common.

use crate::{Action, Actions, Cell, List, Odds, Rot, SEATS_MAX, Seat, Sink};

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

/// A whole move: where the drawn tile goes, and the figure action that follows on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Move {
    /// Where the tile goes.
    pub cell: Cell,
    /// How it is turned.
    pub rot: Rot,
    /// The figure action on it, [`Action::Pass`] for none; `None` if nobody is asked.
    pub figure: Option<Action>,
}

/// Whole moves, in a buffer that the caller owns. A tile with the most places for figures has
/// too few open edges that it fits to fill it.
pub type Moves = List<Move, 8192>;

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

    /// Finds every whole move of the seat that must lay a tile, in the order of [`Game::legal`];
    /// none if no tile is to be laid now. Without trying placements on a copy: families know what
    /// a tile would meet before it lies.
    fn each_move(&self, rules: &Self::Rules, found: impl FnMut(Move));

    /// Lists what [`Game::each_move`] finds.
    #[inline]
    fn moves(&self, rules: &Self::Rules, out: &mut Moves) {
        out.clear();
        self.each_move(rules, |found| out.push(found));
    }

    /// Plays a whole move.
    #[inline]
    fn play_move(&mut self, rules: &Self::Rules, whole: Move, out: &mut impl Sink) {
        let Move { cell, rot, figure } = whole;
        self.play(rules, Action::Tile { cell, rot }, out);
        if let Some(figure) = figure {
            self.play(rules, figure, out);
        }
    }

    /// Plays at random, as [`Game::pick`] would, until chance must act again or the game is over:
    /// from draw to draw. The game must not be over. Families do it in one go where they can.
    #[inline]
    fn random_turn(&mut self, rules: &Self::Rules, dice: &mut impl Dice, out: &mut impl Sink) {
        self.random_actions(rules, dice, out);
    }

    /// [`Game::random_turn`] action by action.
    fn random_actions(&mut self, rules: &Self::Rules, dice: &mut impl Dice, out: &mut impl Sink) {
        loop {
            let action = self.pick(rules, dice);
            self.play(rules, action, out);
            if !matches!(self.turn(), Turn::Player(_)) {
                return;
            }
        }
    }

    /// The points of each seat so far.
    fn scores(&self) -> [u16; SEATS_MAX];
}
