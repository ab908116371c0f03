//! A fixed amount of work for each family, to be timed or counted: the same on every machine.

use city::City;
use country::Country;
use games::{AnyRules, FamilyRules};
use table::{Game, Quiet, Turn};

use crate::evaluate::{Evaluate, GameClass};
use crate::mind::Mind;
use crate::player::Player;
use crate::rng::Wyrand;

/// The class of a game that is played by these rules.
pub fn class_of(rules: &AnyRules) -> GameClass {
    match rules.of() {
        FamilyRules::Country(rules) => Country::class(rules),
        FamilyRules::City(rules) => City::class(rules),
    }
}

/// Plays so many whole random games; the sum of all points.
pub fn random_games(rules: &AnyRules, games: u32, seed: u64) -> u32 {
    match rules.of() {
        FamilyRules::Country(rules) => random::<Country>(rules, games, seed),
        FamilyRules::City(rules) => random::<City>(rules, games, seed),
    }
}

/// Runs so many simulations of the strong player in the middle of a random game; how many went
/// through its best choice.
pub fn simulations(rules: &AnyRules, nodes: u32, seed: u64) -> u32 {
    match rules.of() {
        FamilyRules::Country(rules) => strong::<Country>(rules, nodes, seed),
        FamilyRules::City(rules) => strong::<City>(rules, nodes, seed),
    }
}

fn random<G: Game>(rules: &G::Rules, games: u32, seed: u64) -> u32 {
    let start = G::start(rules);
    let (mut game, mut dice, mut sum) = (start.clone(), Wyrand::new(seed), 0_u32);
    for _ in 0..games {
        game.clone_from(&start);
        while game.turn() != Turn::Over {
            game.random_turn(rules, &mut dice, &mut Quiet);
        }
        sum = game.scores().iter().fold(sum, |sum, points| sum.wrapping_add((*points).into()));
    }
    sum
}

/// How many random turns are played first.
const MIDDLE: usize = 30;

fn strong<G: Evaluate>(rules: &G::Rules, nodes: u32, seed: u64) -> u32 {
    let (mut game, mut dice) = (G::start(rules), Wyrand::new(seed));
    for _ in 0..MIDDLE {
        game.random_turn(rules, &mut dice, &mut Quiet);
    }
    while !matches!(game.turn(), Turn::Player(_)) {
        let action = game.pick(rules, &mut dice);
        game.play(rules, action, &mut Quiet);
    }
    let mut mind = Mind::new(&Player::strong(), seed);
    mind.consider(rules, &game, Some(nodes));
    while !mind.run(rules, 1000, &mut || false) {}
    mind.insight().map_or(0, |insight| insight.choices.first().map_or(0, |best| best.visits))
}
