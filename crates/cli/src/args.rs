//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use crate::cmd::serve::{DataArgs, ServeArgs};
pub use crate::duel::DuelArgs;

const EXAMPLES: &str = "\
Examples:
  trencavel serve                             the game in the browser, on http://localhost:8080
  trencavel play                              play against the computer, in the terminal
  trencavel play --players 2 --human 1,2      two people at one keyboard
  trencavel random --games 1000 --seed 1      random games and what came out
  trencavel duel strong greedy --nodes 500    which computer player is stronger
  trencavel replay game.tcr                   a recorded game, move by move, scores explained
  trencavel replay game.tcr --json            the same for programs
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
    /// Draw the board of a record or position as SVG or PNG, or a whole game as animated GIF
    Draw(DrawArgs),
    /// Play random games and tell what came out
    Random(RandomArgs),
    /// Let two computer players play against each other, and tell who is stronger
    Duel(Box<DuelArgs>),
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
    /// Copy the server's database to a new file, while it runs
    Backup(BackupArgs),
    /// Put a backup in the place of the database
    Restore(RestoreArgs),
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

/// A level, as it is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LevelArg {
    /// Any legal move
    Random,
    /// The best next move
    Greedy,
    /// Thinks ahead, as long as --time says
    Strong,
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

/// `tiles`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel tiles my-city.toml && trencavel play --family city --tiles my-city.toml

A file with the key schema_kind = \"city\" is read as tiles of The City, others as tiles of the
country. A wrong file is refused with file, tile and reason, and exit code 2.")]
pub struct TilesArgs {
    /// Tile files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
}

/// `options`.
#[derive(Args, Debug)]
pub struct OptionsArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `replay`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel replay game.tcr
  trencavel random --games 1 --record out && trencavel replay out/game-1.tcr
  cat game.tcr | trencavel replay - --json

The JSON of one file is one object: setup, seats, moves with their events, scores, whether the
game is over, the legal actions where the record stops, the odds if chance decides there, and the
position. Seats count from 0. With several files there is one object a line.")]
pub struct ReplayArgs {
    /// Records, or files with a position line; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Only the final table
    #[arg(long, short)]
    pub quiet: bool,
    /// What the file may leave open.
    #[command(flatten)]
    pub open: OpenArgs,
}

/// `verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel verify game.tcr
  curl -s http://localhost:8080/api/tables/ID/record | trencavel verify -

  curl -s 'http://localhost:8080/api/fair/log?limit=1000' | trencavel verify --list -

A table publishes the hash of a secret seed before anybody gives a value. Every draw follows from
the seed and a value of each seat; when the game is over the seed stands in the record. The hash,
the values, the order of the seats and every draw are checked, as docs/fair-draws.md says; what the
record leaves out counts as wrong.

Exit codes: 0 all was checked and follows from the seed, 1 something does not or is left out, 2 the
file is broken, 3 it holds an illegal move.")]
pub struct VerifyArgs {
    /// Records; - for standard input
    #[arg(required_unless_present = "list", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The commitment that you were shown before the game
    #[arg(long, value_name = "HEX")]
    pub commitment: Option<String>,
    /// How many words stood on the table when it began, if it began from a record
    #[arg(long, value_name = "WORDS", default_value_t = 0)]
    pub after: usize,
    /// How the seats came into their order, if you know it; a record of version 1 without
    /// `SeatOrder` fails unless you say that it was given
    #[arg(long, value_name = "HOW")]
    pub order: Option<OrderArg>,
    /// Check the chain of a server's list of commitments instead: pages of /api/fair/log, one
    /// after the other; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "commitment", "after", "order"])]
    pub list: Option<PathBuf>,
    /// What the file may leave open.
    #[command(flatten)]
    pub open: OpenArgs,
}

/// How the seats of a table came into the order of play.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum OrderArg {
    /// As the table's plan has them
    Given,
    /// Drawn
    Drawn,
}

/// `draw`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel draw game.tcr -o board.png
  trencavel draw game.tcr --move 40 -o early.svg --size 2000
  trencavel draw game.tcr --look plain --night -o dark.png
  trencavel draw position.txt -o - > board.svg
  trencavel draw game.tcr --animate -o game.gif
  trencavel draw game.tcr --animate --from 40 --to 80 --pace 1200 --size 1200 -o middle.gif")]
pub struct DrawArgs {
    /// A record, or a file with a position line; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Draw the board after this many words of the record, 0 for its start
    #[arg(long = "move", value_name = "N")]
    pub words: Option<usize>,
    /// Where to write: a name ending in .svg or .png, or - for SVG on standard output; with
    /// --animate, a name ending in .gif
    #[arg(short, long, value_name = "PICTURE")]
    pub output: PathBuf,
    /// The longer side of the picture, in pixels: up to 12000, 1200 if left out; with --animate up
    /// to 2000, 800 if left out
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(200..=12000))]
    pub size: Option<u32>,
    /// The manner of drawing: the illustrated map, or flat and high in contrast
    #[arg(long, value_name = "LOOK", default_value = "map")]
    pub look: LookArg,
    /// Draw the dark table
    #[arg(long)]
    pub night: bool,
    /// The whole game of a record, move by move, as an animated GIF
    #[arg(long, conflicts_with = "words")]
    pub animate: bool,
    /// What the file may leave open.
    #[command(flatten)]
    pub open: OpenArgs,
    /// How the animation goes.
    #[command(flatten)]
    pub course: CourseArgs,
}

/// How an animation goes.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Animation")]
pub struct CourseArgs {
    /// How long a move is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 700, requires = "animate",
          value_parser = clap::value_parser!(u32).range(40..=60000))]
    pub pace: u32,
    /// How long the end is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 4000, requires = "animate",
          value_parser = clap::value_parser!(u32).range(0..=60000))]
    pub pause: u32,
    /// Begin after this many words of the record
    #[arg(long, value_name = "N", default_value_t = 0, requires = "animate")]
    pub from: usize,
    /// End after this many words of the record
    #[arg(long, value_name = "N", requires = "animate")]
    pub to: Option<usize>,
}

/// A manner of drawing, as it is typed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookArg {
    /// The illustrated map
    Map,
    /// Flat and high in contrast
    Plain,
}

impl From<LookArg> for art::Look {
    fn from(look: LookArg) -> art::Look {
        match look {
            LookArg::Map => art::Look::Map,
            LookArg::Plain => art::Look::Plain,
        }
    }
}

/// `random`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel random --games 10000 --seed 7 --players 4 --expansions inns,traders
  trencavel random --family city --players 3 --games 100 --record records --json

The same seed gives the same games: game number i of seed S is game 1 of seed S+i-1.")]
pub struct RandomArgs {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// The seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write a record of every game into this directory
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The set-up.
    #[command(flatten)]
    pub setup: SetupArgs,
}

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

/// `bench`.
#[derive(Args, Debug)]
#[command(after_help = "\
One row for each set-up: random games by CPU second; CPU time of a turn (draw, lay, figure), of a
copy of a game (clone, clone_from), of the list of placements, and of the full list of placements
with figures; the size of a game. Copies and lists are measured over several games at half their
tiles; two columns tell how many tiles lay there and how long the list of placements was. Each is
measured in several rounds: the best round is shown, the median in JSON as well.

Examples:
  trencavel bench
  trencavel bench --seconds 10 --json
  trencavel bench --expansions river,inns --players 3")]
pub struct BenchArgs {
    /// CPU seconds for each set-up
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    pub seconds: f64,
    /// Measure one set-up only: with these expansions, as river,inns; `all` for every one
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub expansions: Vec<String>,
    /// Measure one set-up only: with this many players; 2 if only --expansions is given
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// Compare with what an earlier run printed with --json: how many times faster each measure is
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub against: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `play`.
#[derive(Args, Debug)]
#[command(after_help = "\
At each question type the number of a choice, or the move in words (0,-1 r2, follower@city:S, -).
Other commands: help, board, tiles, score, undo, position, save FILE, quit.

Examples:
  trencavel play --expansions river,abbot
  trencavel play --players 3 --human 1,3 --level greedy
  trencavel play --level strong --time 3000
  trencavel play --family city --players 2 --human 1,2")]
pub struct PlayArgs {
    /// The seats of people, as 1,2; the computer plays the others
    #[arg(long, value_name = "SEATS", value_delimiter = ',', default_value = "1")]
    pub human: Vec<u8>,
    /// How well the computer plays
    #[arg(long, value_enum, default_value = "greedy")]
    pub level: LevelArg,
    /// Milliseconds that a strong computer player thinks about a move, at most
    #[arg(long, value_name = "MS", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    pub time: u32,
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

/// `trencavel backup`.
#[derive(Args, Debug)]
pub struct BackupArgs {
    /// The file to make; it must not exist yet
    pub to: PathBuf,
    /// Where the database is.
    #[command(flatten)]
    pub place: DataArgs,
}

/// `trencavel restore`.
#[derive(Args, Debug)]
#[command(after_help = "\
The server must be stopped. The backup is copied, checked as a whole (every table is read) and
brought up to date before anything is touched; then it takes the place of the database in one step.
The former database is kept beside it, with the time in its name. People who left since the backup
was made are removed from it again; whatever else happened since then is undone: games, accounts,
passwords, bans.

Exit codes: 0 it is in place, 2 it was refused and nothing was changed.

Examples:
  trencavel restore backups/trencavel-2027-01-15T08-00-00Z.sqlite
  trencavel restore --data /var/lib/trencavel /mnt/backup.sqlite")]
pub struct RestoreArgs {
    /// The backup
    #[arg(value_name = "FILE")]
    pub from: PathBuf,
    /// Also if some of its tables cannot be read
    #[arg(long)]
    pub anyway: bool,
    /// Where the database is.
    #[command(flatten)]
    pub place: DataArgs,
}

/// `trencavel check`.
#[derive(Args, Debug)]
#[command(after_help = "\
Every table is folded from its log, as a server does when somebody opens it, and compared with what
the index says of it. Nothing is changed. Good before and after an update.

Exit codes: 0 everything folds, 1 something does not (each table is named, with the entry and the
reason), 2 there is no database that can be read.

Examples:
  trencavel check
  trencavel check --live --data /var/lib/trencavel")]
pub struct CheckArgs {
    /// While a server runs
    #[arg(long)]
    pub live: bool,
    /// Where the database is.
    #[command(flatten)]
    pub place: DataArgs,
}

/// `trencavel admin`.
#[derive(Args, Debug)]
pub struct AdminArgs {
    /// Where the database is.
    #[command(flatten)]
    pub place: DataArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: AdminCommand,
}

/// What an administrator can do.
#[derive(Subcommand, Debug)]
pub enum AdminCommand {
    /// List accounts
    Users {
        /// Only names with this in them
        like: Option<String>,
    },
    /// Shut somebody out: sessions end, logging in is refused
    Ban {
        /// Name of the account, or id
        name: String,
    },
    /// Let somebody in again
    Unban {
        /// Name of the account, or id
        name: String,
    },
    /// End all sessions of somebody
    Logout {
        /// Name of the account, or id
        name: String,
    },
    /// Remove somebody: name, password, sessions, chat; the games stay
    Forget {
        /// Name of the account, or id
        name: String,
        /// Really
        #[arg(long)]
        yes: bool,
    },
    /// List tables
    Tables {
        /// Only these: open, playing, over
        #[arg(long)]
        status: Option<String>,
    },
    /// Print a table as a record
    Table {
        /// Its id
        id: String,
    },
    /// Remove a table and its log
    Remove {
        /// Its id
        id: String,
        /// Really
        #[arg(long)]
        yes: bool,
    },
}
