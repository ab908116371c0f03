//! Random games of every kind, with everything checked at every step.

use crate::common::{Rng, any_setup, rules_of, seeds};

#[test]
fn random_walks_hold() {
    for seed in seeds(40) {
        let mut rng = Rng(seed);
        let setup = any_setup(&mut rng);
        let rules = rules_of(&setup);
        let walked = games::walk::walk(&rules, &mut rng);
        walked.unwrap_or_else(|e| panic!("seed {seed}, {setup:?}: {e}"));
    }
}
