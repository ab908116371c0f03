//! Looking through a game of any family.

use alloc::boxed::Box;

use city::City;
use country::Country;
use games::{Action, AnyGame, AnyRules, FamilyRules};

use super::{Analysis, Care, Report};

/// An [`Analysis`] of whatever family is played.
pub enum AnyAnalysis {
    /// Of the country.
    Country(Box<Analysis<Country>>),
    /// Of The City.
    City(Box<Analysis<City>>),
}

/// Calls an analysis with the rules of its family.
macro_rules! with {
    ($any:expr, $rules:expr, $analysis:ident, $of:ident => $call:expr) => {
        match ($any, $rules.of()) {
            (AnyAnalysis::Country($analysis), FamilyRules::Country($of)) => $call,
            (AnyAnalysis::City($analysis), FamilyRules::City($of)) => $call,
            _ => panic!("an analysis is used with the rules of another family"),
        }
    };
}

impl AnyAnalysis {
    /// See [`Analysis::new`].
    pub fn new(start: &AnyGame, actions: &[Action], care: Care) -> AnyAnalysis {
        match start {
            AnyGame::Country(game) => {
                AnyAnalysis::Country(Box::new(Analysis::new(game, actions, care)))
            }
            AnyGame::City(game) => AnyAnalysis::City(Box::new(Analysis::new(game, actions, care))),
        }
    }

    /// See [`Analysis::slice`].
    ///
    /// # Panics
    /// If the rules are those of another family.
    pub fn slice(
        &mut self,
        rules: &AnyRules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        with!(self, rules, analysis, of => analysis.slice(of, simulations, stop))
    }

    /// See [`Analysis::hurry`].
    ///
    /// # Panics
    /// If the rules are those of another family.
    pub fn hurry(&mut self, rules: &AnyRules) {
        with!(self, rules, analysis, of => analysis.hurry(of));
    }

    /// See [`Analysis::report`].
    ///
    /// # Panics
    /// If the rules are those of another family.
    pub fn report(&self, rules: &AnyRules) -> Report {
        with!(self, rules, analysis, of => analysis.report(of))
    }

    /// See [`Analysis::progress`].
    pub fn progress(&self) -> (usize, usize) {
        match self {
            AnyAnalysis::Country(analysis) => analysis.progress(),
            AnyAnalysis::City(analysis) => analysis.progress(),
        }
    }

    /// See [`Analysis::is_done`].
    pub fn is_done(&self) -> bool {
        let (done, all) = self.progress();
        done == all
    }
}
