//! `trencavel perft`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use games::{Action, AnyGame, AnyRules, Game};
use serde_json::{Value, json};

use crate::args::SetupArgs;
use crate::load;
use crate::setup;

/// `perft`.
#[derive(Args, Debug)]
#[command(after_help = "\
A node is one action; chance counts each kind of tile once.

Examples:
  trencavel perft --depth 4
  trencavel perft game.tcr --depth 3 --divide
  trencavel perft 'country seats=2 | …' --depth 2 --json")]
pub struct PerftArgs {
    /// A record, a file with a position line, or a position itself; without it, the start
    #[arg(value_name = "FILE|POSITION")]
    pub from: Option<String>,
    /// How many actions deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=20))]
    pub depth: u32,
    /// Count each first action by itself
    #[arg(long)]
    pub divide: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The set-up.
    #[command(flatten)]
    pub setup: SetupArgs,
}

/// Counts.
///
/// # Errors
/// If the set-up, file or position is wrong.
pub fn run(args: &PerftArgs) -> Result<()> {
    let (tiles, expansions) = (args.setup.tiles.as_deref(), &args.setup.expansions);
    let (rules, game) = match &args.from {
        None => {
            let rules = Arc::new(setup::rules(&args.setup)?);
            let game = AnyGame::start(&rules);
            (rules, game)
        }
        Some(text) => {
            let is_position = text.contains('|') && !Path::new(text).exists();
            let loaded = if is_position {
                load::parse(text, tiles, expansions)?
            } else {
                load::file(Path::new(text), tiles, expansions)?
            };
            let (rules, game, _) = loaded.end()?;
            (rules, game)
        }
    };
    let clock = Instant::now();
    let counts = count(&rules, &game, args.depth);
    let nodes = if args.depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum() };
    print(args, &rules, &game, &counts, nodes, clock.elapsed().as_secs_f64())
}

fn count(rules: &AnyRules, game: &AnyGame, depth: u32) -> Vec<(Action, u64)> {
    let bar = super::progress(0, "first actions");
    // The first of them alone may take long.
    bar.enable_steady_tick(Duration::from_millis(250));
    let counts = game.divide(rules, depth, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    counts
}

fn print(
    args: &PerftArgs,
    rules: &AnyRules,
    game: &AnyGame,
    counts: &[(Action, u64)],
    nodes: u64,
    seconds: f64,
) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let words = counts.iter().map(|(action, n)| (game.word(rules, *action), *n));
    if args.json {
        let divided: Vec<Value> =
            words.map(|(word, n)| json!({ "word": word, "nodes": n })).collect();
        let divided = if args.divide { json!(divided) } else { Value::Null };
        let whole =
            json!({ "depth": args.depth, "nodes": nodes, "divide": divided, "seconds": seconds });
        writeln!(out, "{whole:#}")?;
        return Ok(());
    }
    if args.divide {
        for (word, n) in words {
            writeln!(out, "{word}: {n}")?;
        }
    }
    writeln!(out, "depth {}: {nodes} nodes", args.depth)?;
    let speed = nodes as f64 / seconds / 1e6;
    // Nobody may be listening any more; that is no error.
    let _ = writeln!(std::io::stderr(), "{seconds:.3} s, {speed:.1} million nodes a second");
    Ok(())
}
