//! What can be typed: the commands, and what several of them share. What one command takes stands
//! beside the command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::analyse::AnalyseArgs;
use crate::bot::BotArgs;
pub use crate::cmd::serve::DataArgs;
use crate::cmd::{
    admin::AdminArgs, backup::BackupArgs, bench::BenchArgs, check::CheckArgs, copy::CopyArgs,
    draw::DrawArgs, options::OptionsArgs, perft::PerftArgs, random::RandomArgs, replay::ReplayArgs,
    restore::RestoreArgs, serve::ServeArgs, tiles::TilesArgs, verify::VerifyArgs, web::WebArgs,
};
use crate::contestant::Contestant;
use crate::duel::DuelArgs;
use crate::engine::EngineArgs;
use crate::engine_check::EngineCheckArgs;
use crate::ladder::LadderArgs;
use crate::tune::TuneArgs;

const EXAMPLES: &str = "\
Examples:
  trencavel serve                             the game in the browser, on http://localhost:8080
  trencavel play                              play against the computer, in the terminal
  trencavel play --players 2 --human 1,2      two people at one keyboard
  trencavel random --games 1000 --seed 1      random games and what came out
  trencavel duel strong greedy --nodes 500    which computer player is stronger
  trencavel replay game.tcr                   a recorded game, move by move, scores explained
  trencavel replay game.tcr --json            the same for programs
  trencavel analyse game.tcr                  what would have been better, and what was luck
  trencavel draw game.tcr -o board.png        a picture of the board
  trencavel options                           all expansions and house rules

Exit codes: 0 fine, 1 internal error, 2 bad input, 3 illegal move.";

/// An exact engine for tile-laying games: play, replay, draw, count, measure.
#[derive(Parser, Debug)]
#[command(name = "trencavel", version, after_help = EXAMPLES, propagate_version = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List families, expansions and options with their values
    Options(OptionsArgs),
    /// Replay a recorded game, move by move, with explained scores
    Replay(ReplayArgs),
    /// Look through a finished game: what would have been better, and what was luck
    Analyse(AnalyseArgs),
    /// Draw the board of a record or position as SVG or PNG, or a whole game as animated GIF
    Draw(DrawArgs),
    /// Play random games and tell what came out
    Random(RandomArgs),
    /// Let two computer players play against each other, and tell who is stronger
    Duel(Box<DuelArgs>),
    /// Speak the engine protocol on standard input and output, for programs of others
    Engine(EngineArgs),
    /// Let a program that speaks the engine protocol play at a server
    Bot(BotArgs),
    /// Try a program that speaks the engine protocol, and tell whether it keeps to it
    EngineCheck(EngineCheckArgs),
    /// Let all levels and yardsticks play against each other, and write what they are worth
    Ladder(LadderArgs),
    /// Look for better weights of the evaluation by play
    Tune(TuneArgs),
    /// Count the ways to go on, to a depth
    Perft(PerftArgs),
    /// Measure the speed of the engine
    Bench(BenchArgs),
    /// Check tile files, and tell what is in them
    Tiles(TilesArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
    /// Check that the draws of recorded games were fair
    Verify(VerifyArgs),
    /// Run the server: play in the browser, invite friends by a link
    Serve(ServeArgs),
    /// Write the client as files for any host: the game without a server
    Web(WebArgs),
    /// Copy the server's database to a new file, while it runs
    Backup(BackupArgs),
    /// Put a backup in the place of the database
    Restore(RestoreArgs),
    /// Copy everything from one store to another: from a file to a database, or back
    Copy(CopyArgs),
    /// Fold every table of the database, and name what does not fold
    Check(CheckArgs),
    /// Look at, and manage, the server's people and tables
    Admin(AdminArgs),
}

/// A family, as it is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FamilyArg {
    /// The base game with farmers, and its expansions
    Country,
    /// The City, a game of its own
    City,
}

/// Who plays, as it is typed: the number of a level alone will do.
fn read_contestant(text: &str) -> Result<Contestant, String> {
    if text.parse::<u8>().is_ok() { format!("level:{text}").parse() } else { text.parse() }
}

/// The set-up of a game.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Set-up")]
pub struct SetupArgs {
    /// The family of games
    #[arg(long, value_enum, default_value = "country")]
    pub family: FamilyArg,
    /// How many players
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub players: u8,
    /// Expansions in play, as river,inns; `all` for every one
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub expansions: Vec<String>,
    /// A house rule, as OPT-FARMERS=off; may be repeated (see `trencavel options`)
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// The tiles of the family city: the name of a set (see `trencavel options`), or a file of
    /// your own
    #[arg(long, value_name = "SET|FILE")]
    pub tiles: Option<PathBuf>,
}

/// What a record or position may leave open.
#[derive(Args, Clone, Debug)]
pub struct OpenArgs {
    /// The expansions of a file that names none, as river,inns; `all` for every one
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub expansions: Vec<String>,
    /// The tile file that a record of the family city names
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<PathBuf>,
}

/// `play`.
#[derive(Args, Debug)]
#[command(after_help = "\
At each question type the number of a choice, or the move in words (0,-1 r2, follower@city:S, -).
Other commands: help, board, tiles, score, undo, position, save FILE, quit.

Examples:
  trencavel play --expansions river,abbot
  trencavel play --players 3 --human 1,3 --level 2
  trencavel play --level strong --time 3000 --threads 2
  trencavel play --level 'engine:python3 examples/engine.py'
  trencavel play --family city --players 2 --human 1,2")]
pub struct PlayArgs {
    /// The seats of people, as 1,2; the computer plays the others
    #[arg(long, value_name = "SEATS", value_delimiter = ',', default_value = "1")]
    pub human: Vec<u8>,
    /// Who the computer is: a level from 1 to 5, a player as `trencavel duel` takes, or engine:CMD
    /// for any program that speaks the engine protocol
    #[arg(long, value_name = "LEVEL", default_value = "3", value_parser = read_contestant)]
    pub level: Contestant,
    /// Milliseconds that the computer thinks about a move, at most; a level has its own
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    pub time: Option<u32>,
    /// How many threads think about one move
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,
    /// Names of the seats, as Alice,Bob
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
    /// The seed of the draws; without it, a different game each time
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Go on with a record or a position
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The set-up.
    #[command(flatten)]
    pub setup: SetupArgs,
}
