//! Counters over the tree of a game, generic over every family: the same numbers must come out of
//! every implementation of the same rules.
//!
//! A node is one action, of a player or of chance; chance counts each kind of tile once.

use alloc::vec::Vec;

use table::{Action, Actions, Game, Quiet};

/// How many ways there are to play exactly `depth` actions from here. A game that is over has
/// none.
pub fn perft<G: Game>(rules: &G::Rules, game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let mut next = game.clone();
    let mut count = 0;
    for action in actions.iter() {
        next.clone_from(game);
        next.play(rules, *action, &mut Quiet);
        count += perft(rules, &next, depth - 1);
    }
    count
}

/// [`perft`] for each first action by itself, in the order of the list of legal actions.
pub fn divide<G: Game>(rules: &G::Rules, game: &G, depth: u32) -> Vec<(Action, u64)> {
    divide_with(rules, game, depth, |_, _| {})
}

/// [`divide`], telling at the start and after each first action how many of how many are done.
pub fn divide_with<G: Game>(
    rules: &G::Rules,
    game: &G,
    depth: u32,
    mut progress: impl FnMut(usize, usize),
) -> Vec<(Action, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    progress(0, actions.len());
    let mut next = game.clone();
    let mut counts = Vec::with_capacity(actions.len());
    for (done, action) in actions.iter().enumerate() {
        next.clone_from(game);
        next.play(rules, *action, &mut Quiet);
        counts.push((*action, perft(rules, &next, rest)));
        progress(done + 1, actions.len());
    }
    counts
}
