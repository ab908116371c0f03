//! The last tiles: everything is tried, so the choice is right and not only likely.

use table::{Action, Actions, Odds, Quiet, SEATS_MAX, Turn};

use super::Settings;
use super::wish::{Hopes, Wishes};
use crate::evaluate::Evaluate;

/// With more tiles to come than these, trying everything takes too long on any machine.
const DRAWS_MAX: u8 = 3;

/// What is still allowed.
struct Limit<'a> {
    positions: u64,
    stop: &'a mut dyn FnMut() -> bool,
}

/// How many positions are tried between two questions whether to stop.
const ASK_EVERY: u64 = 1024;

impl Limit<'_> {
    /// Counts a position; `None` if there were too many.
    fn count(&mut self) -> Option<()> {
        self.positions = self.positions.checked_sub(1)?;
        let stopped = self.positions.is_multiple_of(ASK_EVERY) && (self.stop)();
        (!stopped).then_some(())
    }
}

/// The best of these actions by trying everything to the end; `None` if that takes more than `most`
/// positions, or is stopped.
pub fn solve<G: Evaluate>(
    rules: &G::Rules,
    game: &G,
    actions: &Actions,
    settings: &Settings,
    most: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Action> {
    let draws = game.draws_left(rules);
    let Turn::Player(seat) = game.turn() else { return None };
    if draws > DRAWS_MAX || expected(rules, game, actions, draws) > most {
        return None;
    }
    let hopes = Hopes::new(G::seats(rules), 0.0, settings.sure, settings.stir);
    let mut limit = Limit { positions: most, stop };
    let mut best = (f32::NEG_INFINITY, None);
    let mut after = game.clone();
    for action in actions.iter() {
        after.clone_from(game);
        after.play(rules, *action, &mut Quiet);
        let value = value_of(rules, &after, &hopes, &mut limit)?[seat.index()];
        if value > best.0 {
            best = (value, Some(*action));
        }
    }
    best.1
}

/// About how many positions will be tried: as many moves for each tile to come as there are now,
/// for each kind of tile.
fn expected<G: Evaluate>(rules: &G::Rules, game: &G, actions: &Actions, draws: u8) -> u64 {
    let mut moves = 0_u64;
    game.each_move(rules, |_| moves += 1);
    let now = moves.max(actions.len() as u64);
    // After the tile is laid there are only its figures: the next tile has more moves.
    let later = if moves > 0 { now } else { now.max(40) };
    (1..=u64::from(draws)).fold(now, |all, kinds| all.saturating_mul(kinds * later))
}

/// What everybody gets from here if all play as well as they can.
fn value_of<G: Evaluate>(
    rules: &G::Rules,
    game: &G,
    hopes: &Hopes,
    limit: &mut Limit,
) -> Option<Wishes> {
    limit.count()?;
    match game.turn() {
        Turn::Over => Some(hopes.of_all(&game.scores().map(f32::from))),
        Turn::Chance => {
            let mut odds = Odds::new();
            game.odds(rules, &mut odds);
            let mut after = game.clone();
            let mut sum = [0.0; SEATS_MAX];
            let mut all = 0.0;
            for (action, cases) in odds.iter() {
                after.clone_from(game);
                after.play(rules, *action, &mut Quiet);
                let wishes = value_of(rules, &after, hopes, limit)?;
                let cases = f32::from(*cases);
                all += cases;
                sum.iter_mut().zip(wishes).for_each(|(sum, wish)| *sum += cases * wish);
            }
            Some(sum.map(|wish| wish / all))
        }
        Turn::Player(seat) => {
            let mut actions = Actions::new();
            game.legal(rules, &mut actions);
            let mut after = game.clone();
            let mut best: Option<Wishes> = None;
            for action in actions.iter() {
                after.clone_from(game);
                after.play(rules, *action, &mut Quiet);
                let wishes = value_of(rules, &after, hopes, limit)?;
                if best.is_none_or(|best| wishes[seat.index()] > best[seat.index()]) {
                    best = Some(wishes);
                }
            }
            best
        }
    }
}
