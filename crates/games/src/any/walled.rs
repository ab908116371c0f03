//! What only some families have: a ring of walls around the town. Whoever shows a table or surveys
//! it asks for it, and most families answer that there is none.

use city::{Ring, RingSurvey};

use super::{AnyGame, AnyRules};

/// A family that may have a ring.
trait Walled: table::Game {
    /// The ring as it stands.
    fn ring_shown(&self, _: &Self::Rules) -> Option<Ring> {
        None
    }

    /// What could follow at it.
    fn ring_surveyed(&self, _: &Self::Rules) -> Option<RingSurvey> {
        None
    }
}

impl Walled for country::Country {}

impl Walled for city::City {
    fn ring_shown(&self, rules: &city::Rules) -> Option<Ring> {
        Some(self.ring(rules))
    }

    fn ring_surveyed(&self, rules: &city::Rules) -> Option<RingSurvey> {
        Some(self.ring_survey(rules))
    }
}

impl AnyGame {
    /// The wall around the town as it stands, if the family has one.
    pub fn ring(&self, rules: &AnyRules) -> Option<Ring> {
        either!(self, rules, |game, rules| game.ring_shown(rules))
    }

    /// What walls, guards and towers would do, if the family has them.
    pub fn ring_survey(&self, rules: &AnyRules) -> Option<RingSurvey> {
        either!(self, rules, |game, rules| game.ring_surveyed(rules))
    }
}
