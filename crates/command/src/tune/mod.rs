//! `trencavel tune`: better weights of the evaluation, found by play.

mod args;
mod plot;
mod rank;
mod state;

use std::io::Write;
use std::sync::Arc;

use ai::duel::{Outcome, Sprt, Summary, Verdict, equal_part};
use ai::tune::{Drift, propose, rounded, settings_of};
use ai::{Player, Weights};
use anyhow::Result;
use games::AnyRules;

pub use args::TuneArgs;
use rank::Ranking;
use state::{Mark, State};

use crate::contestant::Contestant;
use crate::duel::Duel;
use crate::think::Budget;
use crate::{cmd, fail, setup};

/// Tunes.
///
/// # Errors
/// If the set-up cannot be played, a weight is not known, or something cannot be read or written.
pub fn run(args: &TuneArgs) -> Result<()> {
    let rules = Arc::new(setup::rules(&args.setup)?);
    let names = names(args, &rules)?;
    let mut state = State::open(&args.out, &state::settings(args, &rules, &names))?;
    let tuning = Tuning { args, rules, names };
    let bar = cmd::progress(args.steps, "steps");
    let ranking = Ranking::new(&tuning.rules, args.positions, args.deep, args.seed, &bar);
    if state.marks.is_empty() {
        let tau = ranking.of(&tuning.rules, &player(&state.best, 1)?);
        let won = equal_part(tuning.rules.seats());
        state.marks.push(Mark { games: 0, step: 0, won, elo: 0.0, within: 0.0, tau });
    }
    bar.set_position(state.step);
    while state.step < args.steps {
        if args.drift {
            tuning.drift(&mut state, &ranking)?;
        } else {
            tuning.step(&mut state, &ranking)?;
        }
        state.keep()?;
        bar.set_position(state.step);
        bar.set_message(state.told());
    }
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", state.told())?;
    writeln!(out, "strong:{}", state::as_settings(&state.best))?;
    Ok(())
}

/// The weights that may change: those named, or all of the family.
fn names(args: &TuneArgs, rules: &AnyRules) -> Result<Vec<&'static str>> {
    if args.weights.is_empty() {
        return Ok(Weights::names_in(ai::class_of(rules)).collect());
    }
    let known = |typed: &String| {
        let found = Weights::NAMES.iter().find(|name| **name == typed.trim()).copied();
        found.ok_or_else(|| {
            let what =
                format!("there is no weight {typed:?}; there are {}", Weights::NAMES.join(", "));
            fail::input(what, "Name weights as --weights idle,home.")
        })
    };
    args.weights.iter().map(known).collect()
}

/// How many steps of a drift lie between two measurements.
const MEASURED_EVERY: u64 = 50;

/// A player with these weights.
fn player(weights: &Weights, nodes: u32) -> Result<Player> {
    let mut text = format!("strong:nodes={nodes}");
    for (name, value) in settings_of(weights) {
        text += &format!(",{name}={value}");
    }
    Ok(text.parse()?)
}

struct Tuning<'a> {
    args: &'a TuneArgs,
    rules: Arc<AnyRules>,
    names: Vec<&'static str>,
}

impl Tuning<'_> {
    /// One proposal, and what came of it.
    fn step(&self, state: &mut State, ranking: &Ranking) -> Result<()> {
        let args = self.args;
        state.step += 1;
        let mut next = propose(&state.best, &self.names, args.seed, state.step, args.size);
        for name in &self.names {
            if let Some(weight) = next.named(name) {
                *weight = rounded(*weight);
            }
        }
        let test = Sprt::above_equals(args.better / 100.0, self.rules.seats());
        let outcomes = self.play(&next, &state.best, state.step, args.games, Some(test))?;
        state.games += outcomes.len() as u64;
        let seats = self.rules.seats();
        let better = test.verdict(&outcomes, seats) == Verdict::High;
        state.note(&next, &Summary::new(&outcomes, seats), better)?;
        if !better {
            return Ok(());
        }
        state.best = next;
        self.measure(state, ranking)
    }

    /// One step of all weights together.
    fn drift(&self, state: &mut State, ranking: &Ranking) -> Result<()> {
        let args = self.args;
        state.step += 1;
        let drift = Drift::new(&state.best, &self.names, args.seed, state.step, args.size);
        let [one, other] = drift.sides();
        let outcomes = self.play(&one, &other, state.step, args.games, None)?;
        state.games += outcomes.len() as u64;
        let summary = Summary::new(&outcomes, self.rules.seats());
        let next = drift.after(summary.margin as f32);
        state.note(&one, &summary, summary.margin > 0.0)?;
        state.best = next;
        if state.step.is_multiple_of(MEASURED_EVERY) {
            self.measure(state, ranking)?;
        }
        Ok(())
    }

    /// Compares the best weights with those that it began with, and with a deep search.
    fn measure(&self, state: &mut State, ranking: &Ranking) -> Result<()> {
        let args = self.args;
        let seats = self.rules.seats();
        let (first, best) = (state.first, state.best);
        let outcomes = self.play(&best, &first, args.seed ^ u64::MAX, args.measure, None)?;
        state.games += outcomes.len() as u64;
        let summary = Summary::new(&outcomes, seats);
        let (elo, [low, high]) = summary.elo_among(seats);
        let tau = ranking.of(&self.rules, &player(&best, 1)?);
        state.marks.push(Mark {
            games: state.games,
            step: state.step,
            won: summary.won,
            elo: elo.clamp(-1000.0, 1000.0),
            within: ((high - low) / 2.0).min(1000.0),
            tau,
        });
        state.draw()
    }

    fn play(
        &self,
        one: &Weights,
        other: &Weights,
        number: u64,
        games: u64,
        test: Option<Sprt>,
    ) -> Result<Vec<Outcome>> {
        let nodes = self.args.nodes;
        let duel = Duel {
            players: [player(one, nodes)?, player(other, nodes)?].map(Contestant::Ours),
            budget: Budget::new(Some(nodes), None, nodes),
            // Other tiles in every step.
            seed: self.args.seed.wrapping_add(number.wrapping_mul(1_000_003)),
            games: games.next_multiple_of(u64::from(self.rules.seats())),
            test,
            rules: Arc::clone(&self.rules),
        };
        duel.outcomes(None, self.args.threads)
    }
}
