//! Computer players at work: what `ai` leaves to its caller, the clock and the family.

use std::time::{Duration, Instant};

use ai::{Mind, Player};
use city::City;
use country::Country;
use games::{Action, AnyGame, AnyRules, FamilyRules};

/// How long a player may think about a move: from a draw to the next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Simulations for a decision, if the player names no number of its own.
    pub nodes: u32,
    /// Time for all decisions of the move.
    pub time: Option<Duration>,
}

/// More simulations than any processor runs in a millisecond.
const NODES_A_MILLISECOND: u32 = 25;
/// The first decision of a move, where the tile goes, gets this part of the time.
const FIRST_PART: f64 = 0.85;

impl Budget {
    /// As typed: by nodes, by time, or by both, whichever ends first.
    pub fn new(nodes: Option<u32>, milliseconds: Option<u32>, otherwise: u32) -> Budget {
        let by_time = milliseconds.map(|ms| ms.saturating_mul(NODES_A_MILLISECOND));
        let time = milliseconds.map(|ms| Duration::from_millis(u64::from(ms)));
        let nodes = nodes.into_iter().chain(by_time).min().unwrap_or(otherwise);
        Budget { nodes, time }
    }
}

enum AnyMind {
    Country(Mind<Country>),
    City(Mind<City>),
}

/// A player in a game, with its clock.
pub struct Thinker {
    mind: AnyMind,
    budget: Budget,
    /// How long it has thought since the last draw.
    used: Duration,
}

impl Thinker {
    /// For a game by these rules.
    pub fn new(rules: &AnyRules, player: &Player, budget: Budget, seed: u64) -> Thinker {
        let mind = match rules.of() {
            FamilyRules::Country(_) => AnyMind::Country(Mind::new(player, seed)),
            FamilyRules::City(_) => AnyMind::City(Mind::new(player, seed)),
        };
        Thinker { mind, budget, used: Duration::ZERO }
    }

    /// What to play; how long it took is counted.
    pub fn choose(&mut self, rules: &AnyRules, game: &AnyGame) -> (Action, Duration) {
        let begun = Instant::now();
        let limit = self.budget.time.map(|time| {
            let part = if self.used.is_zero() { FIRST_PART } else { 0.5 };
            time.saturating_sub(self.used).mul_f64(part)
        });
        let mut stop = || limit.is_some_and(|limit| begun.elapsed() >= limit);
        let nodes = self.budget.nodes;
        let action = match (&mut self.mind, rules.of(), game) {
            (AnyMind::Country(mind), FamilyRules::Country(rules), AnyGame::Country(game)) => {
                mind.choose(rules, game, nodes, &mut stop)
            }
            (AnyMind::City(mind), FamilyRules::City(rules), AnyGame::City(game)) => {
                mind.choose(rules, game, nodes, &mut stop)
            }
            _ => unreachable!("a game has the rules of its family"),
        };
        let took = begun.elapsed();
        self.used += took;
        (action, took)
    }

    /// Sees that somebody played, or chance drew.
    pub fn played(&mut self, rules: &AnyRules, action: Action) {
        if matches!(action, Action::Draw(_)) {
            self.used = Duration::ZERO;
        }
        match (&mut self.mind, rules.of()) {
            (AnyMind::Country(mind), FamilyRules::Country(rules)) => mind.played(rules, action),
            (AnyMind::City(mind), FamilyRules::City(rules)) => mind.played(rules, action),
            _ => unreachable!("a game has the rules of its family"),
        }
    }

    /// Sees that the game does not go on from where it was.
    pub fn forget(&mut self) {
        match &mut self.mind {
            AnyMind::Country(mind) => mind.forget(),
            AnyMind::City(mind) => mind.forget(),
        }
    }

    /// How many bytes its tree takes.
    pub fn bytes(&self) -> usize {
        match &self.mind {
            AnyMind::Country(mind) => mind.bytes(),
            AnyMind::City(mind) => mind.bytes(),
        }
    }
}
