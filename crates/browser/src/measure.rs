//! A fixed amount of work, so that a page and a program can be compared.

use games::AnyRules;
use protocol::Problem;
use protocol::engine::{Measure, Measured};

use crate::engine::Answer;

pub(crate) fn measure(asked: &Measure) -> Answer<Measured> {
    let setup = games::position::parse_setup(&asked.setup).map_err(Problem::from)?;
    let rules = AnyRules::new(&setup)?;
    let (count, seed) = (asked.count, u64::from(asked.seed));
    let sum = match asked.what.as_str() {
        "random" => ai::work::random_games(&rules, count, seed),
        "strong" => ai::work::simulations(&rules, count, seed),
        _ => return Err(room::field("what", "Expected random or strong.")),
    };
    Ok(Measured { sum })
}
