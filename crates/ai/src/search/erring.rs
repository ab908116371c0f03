//! Errors as people make them: places are overlooked, and close choices are not told apart.

use table::Action;

use super::tree::Branch;
use super::{Search, mixed};
use crate::evaluate::Evaluate;
use crate::math::log;

/// How a choice errs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Erring {
    /// How likely a place for the tile is looked at, from 0 to 1.
    pub notices: f32,
    /// How many points two moves differ by that are easily confused.
    pub doubt: f32,
}

impl Erring {
    /// No errors of its own.
    pub const NONE: Erring = Erring { notices: 1.0, doubt: 0.0 };
}

impl<G: Evaluate> Search<G> {
    /// The best of what is noticed, as it seems. The same position and seed give the same errors.
    pub(super) fn erring_choice(&self, branches: &[Branch]) -> Action {
        let Erring { notices, doubt } = self.settings.erring;
        // What tells this position from others of the game.
        let place = self.root.scores().iter().fold(branches.len() as u32, |place, score| {
            place.wrapping_mul(31).wrapping_add(u32::from(*score))
        });
        let dice = |number: u32| {
            let number = place.wrapping_mul(4096).wrapping_add(number);
            mixed(self.settings.seed, number) as f32 / u32::MAX as f32
        };
        let seems = |(number, branch): (u32, &Branch)| {
            // Somebody who is not sure errs mostly a little and seldom much.
            let chance = f64::from(dice(2 * number).clamp(1e-6, 1.0 - 1e-6));
            let error = doubt * log(chance / (1.0 - chance)) as f32;
            let is_place = matches!(branch.action, Action::Tile { .. });
            let overlooked = is_place && dice(2 * number + 1) > notices;
            let value = branch.worth + error;
            if overlooked { value - OVERLOOKED } else { value }
        };
        let seemed = (0..).zip(branches).map(|branch| (seems(branch), branch.1.action));
        seemed.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a simulation was run").1
    }
}

/// More points than any two moves differ by: what is overlooked is played only if nothing is seen.
const OVERLOOKED: f32 = 10_000.0;
