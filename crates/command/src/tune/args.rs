//! What can be typed after `trencavel tune`.

use std::path::PathBuf;

use clap::Args;

use crate::args::SetupArgs;

/// `tune`.
#[derive(Args, Debug)]
#[command(after_help = "\
One step changes one or two weights a little and lets the new ones play the best so far, with the same
tiles and swapped seats, until a sequential test says that they are no better (50 %) or better (--better).
With more than two players the new ones sit alone among the old: no better is then one game in as many as
there are seats, and better has the same odds above that.
Better ones take over. Each time they do, they also play the weights that it began with, and are asked
how they rank the moves of positions that a deep search has looked at (Kendall's tau: 1 is the same order).

With --drift all weights move at once, each a little up or down by chance; the two sides play --games
games, and the weights go towards the side that wins by more points. No step is judged by itself: a
hundred of twenty games say more than twenty proposals. Try what comes out against the old weights, with
other tiles, before you believe it (trencavel duel strong:idle=9 strong --nodes 1 --games 2000).

DIR keeps everything: tune.json (the settings, and how far it is), steps.jsonl (one line a step),
weights.txt (the best so far, as settings of the player strong), strength.svg (strength against games).
The same command goes on where it stopped; --steps may grow.

Examples:
  trencavel tune --out tuning/base --weights idle,decay,fade,home --steps 200
  trencavel tune --out tuning/drift --drift --size 0.08 --games 20 --steps 900
  trencavel tune --out tuning/city --family city --weights town_open,town_guard,town_homes")]
pub struct TuneArgs {
    /// Keep everything in this directory, and go on from there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The weights that may change, as idle,home; all of the family if none is named
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub weights: Vec<String>,
    /// How many steps in all
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub steps: u64,
    /// The most by which a step changes a weight: its logarithm
    #[arg(long, value_name = "X", default_value_t = 0.35)]
    pub size: f32,
    /// Move all weights at once, towards the side that wins by more points
    #[arg(long)]
    pub drift: bool,
    /// Simulations for a decision; with 1 the evaluation plays alone
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,
    /// The part of the games of two, in per cent, that better weights win
    #[arg(long, value_name = "P", default_value_t = 55.0)]
    pub better: f64,
    /// The most games of a step; if the test is open then, the old weights stay
    #[arg(long, value_name = "N", default_value_t = 400,
          value_parser = clap::value_parser!(u64).range(16..=1_000_000))]
    pub games: u64,
    /// Games against the weights that it began with, whenever better ones take over
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub measure: u64,
    /// Positions in which the ranking of moves is asked
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub positions: u64,
    /// Simulations of the search that they are compared with
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub deep: u32,
    /// The seed of everything
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,
    /// The set-up.
    #[command(flatten)]
    pub setup: SetupArgs,
}
