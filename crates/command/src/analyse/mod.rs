//! `trencavel analyse`: a game looked through by the strong player, move by move.

mod args;
mod graph;
mod text;

use std::io::Write;
use std::time::{Duration, Instant};

use ai::analysis::{AnyAnalysis, Care};
use anyhow::Result;
use games::{Action, Game, Record, Teller, Turn};
use protocol::Analysis;

pub use args::AnalyseArgs;

use crate::load::{self, Loaded};
use crate::{cmd, fail};

/// Simulations for a decision if nothing was typed.
const NODES: u32 = 1000;
/// Simulations between two looks at the clock and the bar.
const SLICE: u32 = 50;
const NO_GAME: &str = "Give a record: `trencavel play` saves them, and every table has one.";

/// Looks through a game.
///
/// # Errors
/// If the record cannot be read or holds an illegal move, or something cannot be written.
pub fn run(args: &AnalyseArgs) -> Result<()> {
    let loaded = load::file(&args.file, args.open.tiles.as_deref(), &args.open.expansions)?;
    let Loaded::Record(record) = loaded else {
        return Err(fail::input("a position has no moves to look through", NO_GAME));
    };
    let game = Played::new(&record)?;
    let analysis = game.look_through(args);
    if let Some(path) = &args.svg {
        let svg = graph::svg(&analysis, &game.names);
        std::fs::write(path, svg).map_err(|e| fail::unwritable(path, &e))?;
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", serde_json::to_value(&analysis)?)?;
    } else {
        write!(out, "{}", text::text(&analysis, &game.names, game.is_over))?;
    }
    Ok(())
}

/// A game that was played.
struct Played {
    start: Teller,
    actions: Vec<Action>,
    names: Vec<String>,
    is_over: bool,
}

impl Played {
    fn new(record: &Record) -> Result<Played> {
        let start = record.begin().map_err(load::record_error)?;
        let played = record.replay(|_| {}).map_err(load::record_error)?;
        if played.actions.is_empty() {
            return Err(fail::input("the record has no moves to look through", NO_GAME));
        }
        let is_over = played.game.turn() == Turn::Over;
        Ok(Played { start, actions: played.actions, names: record.names(), is_over })
    }

    fn look_through(&self, args: &AnalyseArgs) -> Analysis {
        let rules = self.start.rules();
        let limit = args.time.map(|ms| Duration::from_millis(u64::from(ms)));
        let nodes = args.nodes.unwrap_or(if limit.is_some() { u32::MAX } else { NODES });
        let care = Care { nodes, seed: args.seed };
        let mut analysis = AnyAnalysis::new(self.start.game(), &self.actions, care);
        let bar = cmd::progress(self.actions.len() as u64, "words");
        let mut begun = Instant::now();
        let mut done = 0;
        loop {
            let mut stop = || limit.is_some_and(|limit| begun.elapsed() >= limit);
            if analysis.slice(rules, SLICE, &mut stop) {
                break;
            }
            if stop() && analysis.progress().0 == done {
                analysis.hurry(rules);
            }
            if analysis.progress().0 != done {
                done = analysis.progress().0;
                bar.set_position(done as u64);
                begun = Instant::now();
            }
        }
        bar.finish_and_clear();
        let told = if limit.is_some() { 0 } else { nodes };
        Analysis::new(self.start.clone(), &self.actions, &analysis.report(rules), told)
    }
}
