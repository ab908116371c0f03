//! A player in a game of any family.

use city::City;
use country::Country;
use games::{Action, AnyGame, AnyRules, FamilyRules};

use crate::analysis::{self, Care};
use crate::evaluate::{Evaluate, Points};
use crate::mind::Mind;
use crate::outlook::Outlook;
use crate::player::Player;
use crate::search::Insight;

/// A [`Mind`] for whatever family is played: the same steps.
pub enum AnyMind {
    /// In the country.
    Country(Mind<Country>),
    /// In The City.
    City(Mind<City>),
}

/// Calls a mind with the rules of its family.
macro_rules! with {
    ($any:expr, $rules:expr, $mind:ident, $of:ident => $call:expr) => {
        match ($any, $rules.of()) {
            (AnyMind::Country($mind), FamilyRules::Country($of)) => $call,
            (AnyMind::City($mind), FamilyRules::City($of)) => $call,
            _ => panic!("a mind is used with the rules of another family"),
        }
    };
}

impl AnyMind {
    /// Nothing yet. What is left to chance in a choice follows from the seed.
    pub fn new(rules: &AnyRules, player: &Player, seed: u64) -> AnyMind {
        match rules.of() {
            FamilyRules::Country(_) => AnyMind::Country(Mind::new(player, seed)),
            FamilyRules::City(_) => AnyMind::City(Mind::new(player, seed)),
        }
    }

    /// See [`Mind::consider`].
    ///
    /// # Panics
    /// If no seat must act, or the game is of another family.
    pub fn consider(&mut self, rules: &AnyRules, game: &AnyGame, nodes: Option<u32>) {
        match (self, rules.of(), game) {
            (AnyMind::Country(mind), FamilyRules::Country(rules), AnyGame::Country(game)) => {
                mind.consider(rules, game, nodes);
            }
            (AnyMind::City(mind), FamilyRules::City(rules), AnyGame::City(game)) => {
                mind.consider(rules, game, nodes);
            }
            _ => panic!("a mind is used with a game of another family"),
        }
    }

    /// See [`Mind::run`].
    ///
    /// # Panics
    /// If nothing is considered.
    pub fn run(
        &mut self,
        rules: &AnyRules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        with!(self, rules, mind, of => mind.run(of, simulations, stop))
    }

    /// See [`Mind::best`].
    ///
    /// # Panics
    /// If nothing was considered, or nothing was run since.
    pub fn best(&self) -> Action {
        match self {
            AnyMind::Country(mind) => mind.best(),
            AnyMind::City(mind) => mind.best(),
        }
    }

    /// See [`Mind::insight`].
    pub fn insight(&self) -> Option<Insight> {
        match self {
            AnyMind::Country(mind) => mind.insight(),
            AnyMind::City(mind) => mind.insight(),
        }
    }

    /// See [`Mind::share`].
    pub fn share(&mut self, among: u32) {
        match self {
            AnyMind::Country(mind) => mind.share(among),
            AnyMind::City(mind) => mind.share(among),
        }
    }

    /// See [`Mind::progress`].
    pub fn progress(&self) -> (u32, u32) {
        match self {
            AnyMind::Country(mind) => mind.progress(),
            AnyMind::City(mind) => mind.progress(),
        }
    }

    /// See [`Mind::ponder`].
    pub fn ponder(&mut self, rules: &AnyRules, simulations: u32, stop: &mut dyn FnMut() -> bool) {
        with!(self, rules, mind, of => mind.ponder(of, simulations, stop));
    }

    /// See [`Mind::played`].
    pub fn played(&mut self, rules: &AnyRules, action: Action) {
        with!(self, rules, mind, of => mind.played(of, action));
    }

    /// See [`Mind::forget`].
    pub fn forget(&mut self) {
        match self {
            AnyMind::Country(mind) => mind.forget(),
            AnyMind::City(mind) => mind.forget(),
        }
    }

    /// See [`Mind::bytes`].
    pub fn bytes(&self) -> usize {
        match self {
            AnyMind::Country(mind) => mind.bytes(),
            AnyMind::City(mind) => mind.bytes(),
        }
    }
}

/// Calls the same code for a game and the rules of its family.
macro_rules! either {
    ($rules:expr, $game:expr, |$of:ident, $played:ident| $call:expr) => {
        match ($rules.of(), $game) {
            (FamilyRules::Country($of), AnyGame::Country($played)) => $call,
            (FamilyRules::City($of), AnyGame::City($played)) => $call,
            _ => panic!("a game is used with the rules of another family"),
        }
    };
}

/// How many tiles will still be drawn, see [`Evaluate::draws_left`].
pub fn draws_left(rules: &AnyRules, game: &AnyGame) -> u8 {
    either!(rules, game, |of, played| Evaluate::draws_left(played, of))
}

/// How much of the game is to come, see [`Outlook::time_left`].
pub fn time_left(rules: &AnyRules, game: &AnyGame) -> f32 {
    either!(rules, game, |of, played| played.time_left(of))
}

/// What each seat is expected to have where chance must act, see [`analysis::before_draw`].
pub fn before_draw(
    rules: &AnyRules,
    game: &AnyGame,
    care: Care,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Points> {
    either!(rules, game, |of, played| analysis::before_draw(of, played, care, stop))
}
