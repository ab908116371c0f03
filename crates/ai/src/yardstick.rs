//! The players of before: not to play against any more, but to measure with. Old logs and
//! configurations name them.

use table::{Action, Dice, Turn};

use crate::greedy::best;
use crate::outlook::Outlook;

/// A player that others are measured with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Yardstick {
    /// Every legal action is equally likely.
    Random,
    /// Looks one move ahead: what would the points be if the game ended then?
    #[default]
    Greedy,
}

impl Yardstick {
    /// All of them, the weakest first.
    pub const ALL: [Yardstick; 2] = [Yardstick::Random, Yardstick::Greedy];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Yardstick::Random => "random",
            Yardstick::Greedy => "greedy",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Yardstick> {
        Yardstick::ALL.into_iter().find(|yardstick| yardstick.name() == name)
    }
}

/// Chooses for whoever must act. Chance always acts by its odds.
///
/// # Panics
/// If the game is over.
pub fn choose<G: Outlook>(
    yardstick: Yardstick,
    rules: &G::Rules,
    game: &G,
    dice: &mut impl Dice,
) -> Action {
    match (game.turn(), yardstick) {
        (Turn::Over, _) => panic!("nobody has anything to choose: the game is over"),
        (Turn::Player(seat), Yardstick::Greedy) => best(rules, game, seat, dice),
        _ => game.pick(rules, dice),
    }
}
