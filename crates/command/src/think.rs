//! Computer players at work: what `ai` leaves to its caller, the clock and the family.

use std::time::{Duration, Instant};

use ai::search::merge;
use ai::{AnyMind, Insight, Level, Player};
use engines::Fault;
use games::{Action, AnyGame, AnyRules};

use crate::contestant::Contestant;
use crate::guest::Guest;

/// How long a player may think about a move: from a draw to the next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Simulations for a decision, if the player names no number of its own.
    pub nodes: u32,
    /// Time for all decisions of the move.
    pub time: Option<Duration>,
    /// How many threads think about one move, each by itself with its part of the simulations.
    pub threads: u8,
}

/// More simulations than any processor runs in a millisecond.
const NODES_A_MILLISECOND: u32 = 200;
/// The level that plays on for a program.
const PLAYS_ON: Level = Level::ALL[2];
/// The first decision of a move, where the tile goes, gets this part of the time.
const FIRST_PART: f64 = 0.85;

impl Budget {
    /// As typed: by nodes, by time, or by both, whichever ends first.
    pub fn new(nodes: Option<u32>, milliseconds: Option<u32>, otherwise: u32) -> Budget {
        let by_time = milliseconds.map(|ms| ms.saturating_mul(NODES_A_MILLISECOND));
        let time = milliseconds.map(|ms| Duration::from_millis(u64::from(ms)));
        let nodes = nodes.into_iter().chain(by_time).min().unwrap_or(otherwise);
        Budget { nodes, time, threads: 1 }
    }

    /// What a level is to have: its own number of simulations, and its stated time at most.
    pub fn of_level(level: Level) -> Budget {
        Budget::new(None, Some(level.milliseconds()), 0)
    }

    /// The same with several threads for one move.
    #[must_use]
    pub fn with_threads(self, threads: u8) -> Budget {
        Budget { threads: threads.max(1), ..self }
    }
}

/// A player in a game, with its clock.
pub struct Thinker {
    /// A program that is asked first.
    guest: Option<Guest>,
    /// Who thinks, or plays on if the program cannot: one for each thread.
    minds: Vec<AnyMind>,
    budget: Budget,
    /// How long it has thought since the last draw.
    used: Duration,
}

impl Thinker {
    /// For a game by these rules.
    pub fn new(rules: &AnyRules, who: &Contestant, budget: Budget, seed: u64) -> Thinker {
        let (guest, player) = match who {
            Contestant::Ours(player) => (None, player.clone()),
            Contestant::Program(command) => {
                (Some(Guest::new(rules, command, seed)), Player::level(PLAYS_ON))
            }
        };
        // Errors are those of one mind: several together would make fewer.
        let several = player.searches() && !player.errs();
        let threads = if several { budget.threads.max(1) } else { 1 };
        let mind =
            |thread| AnyMind::new(rules, &player, seed.wrapping_add(u64::from(thread) << 32));
        Thinker { guest, minds: (0..threads).map(mind).collect(), budget, used: Duration::ZERO }
    }

    /// What its program did wrong, if it has one that is not asked any more.
    pub fn fault(&self) -> Option<&Fault> {
        self.guest.as_ref().and_then(Guest::fault)
    }

    /// What to play; how long it took is counted.
    pub fn choose(&mut self, rules: &AnyRules, game: &AnyGame) -> (Action, Duration) {
        let begun = Instant::now();
        let budget = Budget {
            time: self.budget.time.map(|time| time.saturating_sub(self.used)),
            ..self.budget
        };
        let guest = self.guest.as_mut().and_then(|guest| guest.choose(rules, game, budget));
        let action = guest.unwrap_or_else(|| self.think(rules, game));
        let took = begun.elapsed();
        self.used += took;
        (action, took)
    }

    fn think(&mut self, rules: &AnyRules, game: &AnyGame) -> Action {
        let deadline = self.deadline(Instant::now());
        let nodes = self.budget.nodes.div_ceil(self.minds.len() as u32);
        let think = |mind: &mut AnyMind| {
            mind.consider(rules, game, Some(nodes));
            mind.run(rules, u32::MAX, &mut || deadline.is_some_and(|end| Instant::now() >= end));
        };
        if let [mind] = &mut self.minds[..] {
            think(mind);
        } else {
            std::thread::scope(|scope| {
                for mind in &mut self.minds {
                    scope.spawn(|| think(mind));
                }
            });
        }
        self.decided()
    }

    /// Sees that somebody played, or chance drew.
    pub fn played(&mut self, rules: &AnyRules, action: Action) {
        if matches!(action, Action::Draw(_)) {
            self.used = Duration::ZERO;
        }
        if let Some(guest) = &mut self.guest {
            guest.played(action);
        }
        for mind in &mut self.minds {
            mind.played(rules, action);
        }
    }

    /// Sees that the game does not go on from where it was.
    pub fn forget(&mut self) {
        if let Some(guest) = &mut self.guest {
            guest.forget();
        }
        self.minds.iter_mut().for_each(AnyMind::forget);
    }

    /// Until when it may think now.
    fn deadline(&self, begun: Instant) -> Option<Instant> {
        let part = if self.used.is_zero() { FIRST_PART } else { 0.5 };
        let left = self.budget.time?.saturating_sub(self.used);
        Some(begun + left.mul_f64(part))
    }

    /// What it plays after the minds have thought.
    fn decided(&self) -> Action {
        let insights: Vec<Insight> = self.minds.iter().filter_map(AnyMind::insight).collect();
        let together = if self.minds.len() > 1 { merge(&insights) } else { None };
        let best = together.and_then(|whole| whole.choices.first().map(|choice| choice.action));
        best.unwrap_or_else(|| self.minds[0].best())
    }

    /// How many bytes its trees take.
    pub fn bytes(&self) -> usize {
        self.minds.iter().map(AnyMind::bytes).sum()
    }
}
