//! What the engine thinks of a position, for hints and study boards.

use ai::{AnyMind, Player};
use games::{Action, AnyGame, AnyRules, Game, Odds, Quiet, Turn};
use protocol::Evaluation;

use super::Pace;

/// The same position and number of simulations give the same answer.
const SEED: u64 = 1;
/// What can be drawn is thought about with so many simulations each at least.
const LEAST_A_DRAW: u32 = 20;

/// Thinks about a position with so many simulations at most, and tells so many of its best moves;
/// `None` if nobody wants to know any more.
pub fn evaluate(
    rules: &AnyRules,
    game: &AnyGame,
    (nodes, best): (u32, usize),
    pace: &Pace,
) -> Option<Evaluation> {
    match game.turn() {
        Turn::Player(_) => {
            let mind = thought(rules, game, nodes, pace);
            let insight = mind.insight().filter(|_| !pace.is_unwanted())?;
            Some(Evaluation::new(rules, game, &insight, best))
        }
        Turn::Chance => before_a_draw(rules, game, nodes, pace),
        Turn::Over => Some(Evaluation::over(rules, game)),
    }
}

fn thought(rules: &AnyRules, game: &AnyGame, nodes: u32, pace: &Pace) -> AnyMind {
    let mut mind = AnyMind::new(rules, &Player::strong(), SEED);
    mind.consider(rules, game, Some(nodes));
    mind.run(rules, u32::MAX, &mut || pace.is_over(1.0));
    mind
}

/// What is expected before a draw: the mean of what is expected after all that can be drawn.
fn before_a_draw(rules: &AnyRules, game: &AnyGame, nodes: u32, pace: &Pace) -> Option<Evaluation> {
    let mut odds = Odds::new();
    game.odds(rules, &mut odds);
    let kinds = u32::try_from(odds.len()).unwrap_or(u32::MAX).max(1);
    let each = (nodes / kinds).max(LEAST_A_DRAW);
    let mut all = Vec::with_capacity(odds.len());
    for (action, weight) in odds.iter() {
        let after = drawn(rules, game, *action);
        let found = evaluate(rules, &after, (each, 0), pace)?;
        all.push((found, f64::from(*weight)));
    }
    Some(Evaluation::mean(&all))
}

fn drawn(rules: &AnyRules, game: &AnyGame, action: Action) -> AnyGame {
    let mut after = game.clone();
    after.play(rules, action, &mut Quiet);
    after
}
