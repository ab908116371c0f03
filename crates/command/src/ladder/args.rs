//! What can be typed after `trencavel ladder`.

use std::path::PathBuf;

use ai::Player;
use clap::Args;

use crate::args::SetupArgs;

/// `ladder`.
#[derive(Args, Debug)]
#[command(after_help = "\
Every two players meet with two seats, as in `trencavel duel`; two whose first games are plain meet no
more than that. Ratings are Elo points that explain all results best; the mean is 0.

--out keeps all games, one directory for each two, and the same command goes on where it stopped.
--write puts the table between the lines `<!-- ladder NAME -->` and `<!-- end of ladder NAME -->` of a
text, where NAME is base, expansions or city, and draws strength-NAME.svg beside it.

Examples:
  trencavel ladder --games 100 --out ladders/base
  trencavel ladder --expansions all --games 60 --out ladders/all --write docs/strength.md
  trencavel ladder level:1 level:2 level:3 --family city --games 40")]
pub struct LadderArgs {
    /// Who plays; all levels and the yardsticks if nobody is named
    #[arg(value_name = "PLAYER")]
    pub who: Vec<Player>,
    /// How many games each two play at most
    #[arg(long, value_name = "N", default_value_t = 40,
          value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub games: u64,
    /// The seed of the draws and of all choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Simulations for a decision of players without a number of their own
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,
    /// How many games are played at once
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,
    /// Keep all games in this directory, and go on from there
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Put table and plot into this text
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// The set-up.
    #[command(flatten)]
    pub setup: SetupArgs,
}
