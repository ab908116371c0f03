//! The last tiles: everything is tried, so the choice is right and not only likely.

use alloc::vec::Vec;

use table::{Action, Actions, Odds, Quiet, SEATS_MAX, Seat, Turn};

use super::wish::{Hopes, Wishes};
use super::{Choice, Settings};
use crate::evaluate::{Evaluate, Points};

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

/// What came of a slice.
pub enum Tried {
    Done,
    More,
    /// It takes more positions than were allowed, or was stopped.
    TooMuch,
}

/// The end of a game, tried out action by action.
pub struct Endgame {
    seat: Seat,
    hopes: Hopes,
    actions: Vec<Action>,
    /// What came of the first of them.
    values: Vec<Value>,
    /// How many positions may still be tried.
    left: u64,
    long: bool,
}

/// More positions than these take a good part of a second.
const LONG: u64 = 50_000;

impl Endgame {
    /// The actions of a seat that must act; `None` if trying everything takes too long for so many
    /// simulations.
    pub fn new<G: Evaluate>(
        rules: &G::Rules,
        game: &G,
        actions: &Actions,
        settings: &Settings,
        simulations: u32,
    ) -> Option<Endgame> {
        let most = u64::from(settings.exact) * u64::from(simulations.min(SIMULATIONS_MAX));
        let draws = game.draws_left(rules);
        let Turn::Player(seat) = game.turn() else { return None };
        let expected = expected(rules, game, actions, draws);
        if draws > DRAWS_MAX || expected > most {
            return None;
        }
        let hopes = Hopes::new(G::seats(rules), 0.0, settings.sure, settings.stir);
        let actions = actions.iter().copied().collect();
        let long = expected > LONG;
        Some(Endgame { seat, hopes, actions, values: Vec::new(), left: most, long })
    }

    /// Whether it may well be stopped before everything was tried.
    pub fn takes_long(&self) -> bool {
        self.long
    }

    /// Whether everything was tried.
    pub fn is_done(&self) -> bool {
        self.values.len() == self.actions.len()
    }

    /// Tries actions until about so many positions were seen.
    pub fn run<G: Evaluate>(
        &mut self,
        rules: &G::Rules,
        game: &G,
        positions: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Tried {
        let mut limit = Limit { positions: self.left, stop };
        let enough = self.left.saturating_sub(positions);
        let mut after = game.clone();
        while let Some(action) = self.actions.get(self.values.len()) {
            after.clone_from(game);
            after.play(rules, *action, &mut Quiet);
            let Some(value) = value_of(rules, &after, &self.hopes, &mut limit) else {
                return Tried::TooMuch;
            };
            self.values.push(value);
            self.left = limit.positions;
            if self.left <= enough && !self.is_done() {
                return if self.left == 0 { Tried::TooMuch } else { Tried::More };
            }
        }
        Tried::Done
    }

    /// The best action of those that were tried.
    pub fn best(&self) -> Action {
        let wish = |value: &Value| value.wishes[self.seat.index()];
        let mut best = 0;
        for (number, value) in self.values.iter().enumerate() {
            if wish(value) > wish(&self.values[best]) {
                best = number;
            }
        }
        self.actions[best]
    }

    /// All actions, the best first.
    pub fn choices(&self) -> Vec<Choice> {
        let choice = |(action, value): (&Action, &Value)| Choice {
            action: *action,
            visits: 1,
            value: value.wishes[self.seat.index()],
            points: value.points,
            line: Vec::from([*action]),
        };
        let mut choices: Vec<Choice> = self.actions.iter().zip(&self.values).map(choice).collect();
        // The first of equals stays the first.
        table::sort_short_by(&mut choices, |a, b| a.value.total_cmp(&b.value).is_gt());
        choices
    }
}

/// More simulations than these allow no more positions: it would take more than a second or two.
const SIMULATIONS_MAX: u32 = 25_000;

/// What comes of a position if all play as well as they can.
#[derive(Clone, Copy)]
struct Value {
    wishes: Wishes,
    points: Points,
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
) -> Option<Value> {
    limit.count()?;
    match game.turn() {
        Turn::Over => {
            let points = game.scores().map(f32::from);
            Some(Value { wishes: hopes.of_all(&points), points })
        }
        Turn::Chance => {
            let mut odds = Odds::new();
            game.odds(rules, &mut odds);
            let mut after = game.clone();
            let mut mean = Value { wishes: [0.0; SEATS_MAX], points: [0.0; SEATS_MAX] };
            let all: f32 = odds.iter().map(|(_, cases)| f32::from(*cases)).sum();
            for (action, cases) in odds.iter() {
                after.clone_from(game);
                after.play(rules, *action, &mut Quiet);
                let value = value_of(rules, &after, hopes, limit)?;
                let part = f32::from(*cases) / all;
                for seat in 0..SEATS_MAX {
                    mean.wishes[seat] += part * value.wishes[seat];
                    mean.points[seat] += part * value.points[seat];
                }
            }
            Some(mean)
        }
        Turn::Player(seat) => {
            let mut actions = Actions::new();
            game.legal(rules, &mut actions);
            let mut after = game.clone();
            let mut best: Option<Value> = None;
            for action in actions.iter() {
                after.clone_from(game);
                after.play(rules, *action, &mut Quiet);
                let value = value_of(rules, &after, hopes, limit)?;
                let wish = value.wishes[seat.index()];
                if best.is_none_or(|best| wish > best.wishes[seat.index()]) {
                    best = Some(value);
                }
            }
            best
        }
    }
}
