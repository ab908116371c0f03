//! What can be typed after `trencavel duel`.

use std::path::PathBuf;

use ai::duel::Sprt;
use clap::Args;

use crate::args::SetupArgs;
use crate::contestant::Contestant;

/// `duel`.
#[derive(Args, Debug)]
#[command(after_help = "\
Players: level:1 to level:5, random, greedy, uct, strong, with settings after a colon: uct:sims=4000,
strong:nodes=2000. Levels have a number of simulations of their own.
docs/strength.md tells what they are and what was measured. engine:CMD seats any program that
speaks the engine protocol (docs/engine.md); if it is late, lies or dies, a level plays on for it, and
the table says so.

A round is one order of tiles: A sits once in each seat, B in all others. So neither tiles nor seats
favour anybody. The margin is A's points less the mean of the others, with its standard error; won
games and Elo have intervals at 95 %, by rounds. With more than two players there is no Elo, and an
equal player would win one game in as many as there are seats.

With fixed nodes the same command plays the same games, on any number of threads. --out keeps them:
duel.json (the settings), games.jsonl (one line a game), and a record of each. The same command with
the same --out goes on where it stopped; so does one with more --games.

Examples:
  trencavel duel strong greedy --nodes 500 --games 200
  trencavel duel strong uct:sims=4000 --time 1000 --games 400 --out duels/uct
  trencavel duel strong greedy --players 4 --expansions all --nodes 200 --threads 2
  trencavel duel strong strong:softness=6 --nodes 300 --games 2000 --test 50,55
  trencavel duel strong greedy --family city --nodes 200 --json
  trencavel duel 'engine:python3 examples/engine.py' random --games 20")]
pub struct DuelArgs {
    /// The first player
    #[arg(value_name = "A")]
    pub a: Contestant,
    /// The second player
    #[arg(value_name = "B")]
    pub b: Contestant,
    /// How many games; whole rounds are played
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed of the draws and of all choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Milliseconds for a move, at most
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    pub time: Option<u32>,
    /// Simulations for a decision; 1000 if there is no --time either
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: Option<u32>,
    /// How many games are played at once
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,
    /// How many threads think about one move, each with its part of the simulations
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(1..=64))]
    pub think: u8,
    /// Stop as soon as it is plain whether A wins the lower or the higher part of the games, in
    /// per cent, with an error of 5 % either way
    #[arg(long, value_name = "LOW,HIGH", value_parser = read_test)]
    pub test: Option<Sprt>,
    /// Keep settings, results and records in this directory, and go on from there
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The set-up.
    #[command(flatten)]
    pub setup: SetupArgs,
}

fn read_test(text: &str) -> Result<Sprt, String> {
    let wrong = || "expected two percentages, the lower first, as 50,55".to_owned();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse::<f64>().ok().filter(|p| (0.0..=100.0).contains(p));
    let (low, high) = read(low).zip(read(high)).ok_or_else(wrong)?;
    if low < high { Ok(Sprt { low: low / 100.0, high: high / 100.0 }) } else { Err(wrong()) }
}
