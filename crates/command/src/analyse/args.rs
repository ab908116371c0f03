//! What can be typed after `trencavel analyse`.

use std::path::PathBuf;

use clap::Args;

use crate::args::OpenArgs;

/// `analyse`.
#[derive(Args, Debug)]
#[command(after_help = "\
For each move: the tile that was drawn and what it brought to the seat (luck), what was played, the
points that this is expected to have cost, and what the strong player would have done instead. A
decision is compared with the best one in the same position, so later tiles have no part in it. The
luck of a draw is the expected margin after it less the one before it; that of all seats adds up to
nothing. docs/analysis.md explains the numbers.

With --nodes the same record gives the same analysis everywhere; with --time it depends on the
machine. Ctrl+C stops it; nothing is written then.

Examples:
  trencavel analyse game.tcr
  trencavel analyse game.tcr --nodes 5000 --svg graph.svg
  trencavel analyse game.tcr --time 200
  curl -s http://localhost:8080/api/tables/ID/record | trencavel analyse - --json")]
pub struct AnalyseArgs {
    /// A record; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Simulations for a decision; 1000 if there is no --time either
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub nodes: Option<u32>,
    /// Milliseconds for a decision and for a draw, at most
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    pub time: Option<u32>,
    /// Decides what nothing else does
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON, as the type `Analysis` of docs/analysis.md
    #[arg(long)]
    pub json: bool,
    /// Also write the graph of the expected margin to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// What the file may leave open.
    #[command(flatten)]
    pub open: OpenArgs,
}
