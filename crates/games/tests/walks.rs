//! Random games of every kind, with everything checked at every step.

use crate::common::{Rng, any_setup, rules_of};

#[test]
fn random_walks_hold() {
    let games = std::env::var("WALKS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    for seed in 0..games {
        let mut rng = Rng(seed);
        let setup = any_setup(&mut rng);
        let rules = rules_of(&setup);
        let walked = games::walk::walk(&rules, &mut rng);
        walked.unwrap_or_else(|e| panic!("seed {seed}, {setup:?}: {e}"));
    }
}
