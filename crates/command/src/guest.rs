//! A program of others in a game of ours. If it is late, lies or dies, it is ended, and a level
//! plays on in its place.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use engines::{Asked, CommandLine, Fault, Program};
use games::{Action, AnyGame, AnyRules, Teller, position};
use tep::{Limits, PositionLine};

use crate::think::Budget;

/// How much later than its time an answer may be: a busy machine is not the program's fault.
const LENIENCE: Duration = Duration::from_millis(500);
/// How long a program may think that was given a number of nodes.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program and what it has been told.
pub struct Guest {
    program: Result<Program, Fault>,
    /// The game as it was told: a place, and the words since.
    told: Option<(PositionLine, Teller)>,
    /// What it has decided beyond the next action.
    decided: VecDeque<Action>,
}

impl Guest {
    /// Starts a program for a game by these rules.
    pub fn new(rules: &AnyRules, command: &CommandLine, seed: u64) -> Guest {
        let program = Program::start(command, false).and_then(|mut program| {
            // Small enough for every program.
            program.set("Seed", &(seed % 1_000_000).to_string())?;
            program.new_game(rules.setup())?;
            Ok(program)
        });
        Guest { program, told: None, decided: VecDeque::new() }
    }

    /// What it did wrong, if it is not asked any more.
    pub fn fault(&self) -> Option<&Fault> {
        self.program.as_ref().err()
    }

    /// What it plays; `None` if it is not asked any more.
    pub fn choose(&mut self, rules: &AnyRules, game: &AnyGame, budget: Budget) -> Option<Action> {
        if let Some(action) = self.decided.pop_front() {
            return Some(action);
        }
        let program = self.program.as_mut().ok()?;
        let known = self.told.take().filter(|(_, teller)| teller.game() == game);
        let (place, teller) = self.told.insert(known.unwrap_or_else(|| {
            let place = PositionLine::position(&position::print(rules, game));
            (place, Teller::new(rules.clone(), game.clone()))
        }));
        let limits = Limits {
            time: budget.time.map(|time| time.as_millis() as u64),
            nodes: budget.time.is_none().then_some(u64::from(budget.nodes)),
            ..Limits::default()
        };
        let until = Instant::now() + budget.time.map_or(PATIENCE, |time| time + LENIENCE);
        let asked = Asked { place, limits: &limits, until };
        match program.decide(teller, &asked, &mut |_| {}) {
            Ok(actions) => {
                self.decided = actions.into();
                self.decided.pop_front()
            }
            Err(fault) => {
                self.program = Err(fault);
                None
            }
        }
    }

    /// Sees that somebody played, or chance drew.
    pub fn played(&mut self, action: Action) {
        if let Some((place, teller)) = &mut self.told {
            place.words.push(teller.act(action).text);
        }
    }

    /// Sees that the game does not go on from where it was.
    pub fn forget(&mut self) {
        self.told = None;
        self.decided.clear();
    }
}
