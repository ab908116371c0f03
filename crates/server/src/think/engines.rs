//! Programs of others that the host offers as opponents (`engines` in the settings).
//!
//! Invariant: whatever a program does, the seat that it plays has words in time: if it is late,
//! lies or dies, it is ended with all that it started, and a level plays on. One that fails again
//! and again is left alone for a while.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engines::{Asked, Fault, Stable};
use games::{AnyGame, AnyRules, Teller, position};
use protocol::Level;
use tep::{Limits, PositionLine};

use super::Pace;
use super::seat::Question;
use crate::config::EngineSetting;

/// How long a program may think about a move.
pub const TIME: Duration = Duration::from_secs(1);
/// How much later than that its answer may be.
const LENIENCE: Duration = Duration::from_millis(250);
/// After so many faults in a row it is left alone.
const FAULTS_MAX: u32 = 3;
/// For so long.
const REST: Duration = Duration::from_mins(1);

/// All programs that are offered.
#[derive(Default)]
pub struct Engines {
    offered: BTreeMap<String, Offered>,
}

/// A program, at one of its levels.
struct Offered {
    stable: Arc<Stable>,
    level: Option<u8>,
    trouble: Arc<Mutex<Trouble>>,
}

#[derive(Default)]
struct Trouble {
    faults: u32,
    until: Option<Instant>,
}

impl Engines {
    /// Those of the settings. None is started before it is asked.
    pub fn new(settings: &[EngineSetting]) -> Engines {
        let mut offered = BTreeMap::new();
        for setting in settings {
            let stable = Arc::new(Stable::new(setting.command.clone(), setting.processes));
            let trouble = Arc::<Mutex<Trouble>>::default();
            for (name, level) in setting.offered() {
                let (stable, trouble) = (stable.clone(), trouble.clone());
                offered.insert(name, Offered { stable, level, trouble });
            }
        }
        Engines { offered }
    }

    /// Whether a program can be chosen.
    pub fn has(&self, name: &str) -> bool {
        self.offered.contains_key(name)
    }

    /// The names that can be chosen.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.offered.keys().map(String::as_str)
    }

    /// What a program decides for the seat that must act; `None` if a level must play on.
    pub fn decide(&self, question: &Question, pace: &Pace) -> Option<Vec<String>> {
        let Level::Engine(name) = question.whose.2 else { return None };
        let offered = self.offered.get(name.as_str())?;
        if offered.is_resting() {
            return None;
        }
        match offered.ask(&question.rules, &question.game, pace) {
            Ok(words) => {
                offered.note(false);
                words
            }
            Err(fault) => {
                offered.note(!matches!(fault, Fault::NotPlayed(_)));
                metrics::counter!("trencavel_engine_faults_total").increment(1);
                tracing::warn!(engine = name.as_str(), %fault, "a level plays on for a program");
                None
            }
        }
    }
}

impl Offered {
    fn trouble(&self) -> MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_resting(&self) -> bool {
        self.trouble().until.is_some_and(|until| Instant::now() < until)
    }

    fn note(&self, failed: bool) {
        let mut trouble = self.trouble();
        trouble.faults = if failed { trouble.faults + 1 } else { 0 };
        trouble.until = (trouble.faults >= FAULTS_MAX).then(|| Instant::now() + REST);
    }

    /// `Ok(None)` if all its processes are at work.
    fn ask(
        &self,
        rules: &Arc<AnyRules>,
        game: &AnyGame,
        pace: &Pace,
    ) -> Result<Option<Vec<String>>, Fault> {
        let until = Instant::now() + TIME;
        let options = self.level.map(|level| ("Level", level.to_string()));
        let options: Vec<(&str, String)> = options.into_iter().collect();
        let Some(mut stall) = self.stable.take(rules.setup(), &options, until)? else {
            return Ok(None);
        };
        if pace.is_unwanted() {
            return Ok(None);
        }
        let place = PositionLine::position(&position::print(rules, game));
        let teller = Teller::new(rules.clone(), game.clone());
        let left = until.saturating_duration_since(Instant::now());
        let limits = Limits { time: Some(left.as_millis() as u64), ..Limits::default() };
        let asked = Asked { place: &place, limits: &limits, until: until + LENIENCE };
        match stall.program().decide(&teller, &asked, &mut |_| {}) {
            Ok(actions) => {
                let mut teller = teller;
                Ok(Some(actions.into_iter().map(|action| teller.act(action).text).collect()))
            }
            Err(fault) => {
                stall.fell();
                Err(fault)
            }
        }
    }
}
