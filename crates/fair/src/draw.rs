//! The k-th chance decision of a game.

use games::{Action, AnyGame, AnyRules, Game, Odds, Turn};

use crate::key::Key;

/// What chance may do now: word, action and number of its tiles, sorted by word (their order in the
/// engine is its own business). Nothing if it is not chance's turn.
pub fn odds(rules: &AnyRules, game: &AnyGame) -> Vec<(String, Action, u64)> {
    if game.turn() != Turn::Chance {
        return Vec::new();
    }
    let mut odds = Odds::new();
    game.odds(rules, &mut odds);
    let mut words: Vec<(String, Action, u64)> = odds
        .iter()
        .map(|(action, count)| (game.word(rules, *action), *action, u64::from(*count)))
        .collect();
    games::sort_short_by(&mut words, |a, b| a.0 < b.0);
    words
}

/// What chance does in its decision number `k`, from 0; nothing if it is not chance's turn.
pub fn draw(rules: &AnyRules, game: &AnyGame, key: &Key, k: u32) -> Option<Action> {
    let words = odds(rules, game);
    if words.is_empty() {
        return None;
    }
    let total = words.iter().map(|(_, _, count)| count).sum();
    let mut left = key.draw_below(k, total);
    for (_, action, count) in words {
        match left.checked_sub(count) {
            Some(rest) => left = rest,
            None => return Some(action),
        }
    }
    unreachable!("the counts add up to their total")
}
