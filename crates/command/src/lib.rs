//! The command line of Trencavel.
//!
//! Arguments are parsed in [`args`], given a meaning in [`setup`] and [`load`], and each command
//! has a module in [`cmd`]. Exit codes: 0 fine, 1 internal error, 2 bad input, 3 illegal move.
// Counts become means and pixels here, far below 2^52; geometry has its customary short names;
// SVG and tables are text put together piece by piece, where `write!` would only add noise.
#![allow(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    clippy::format_push_string,
    clippy::format_collect
)]

mod analyse;
mod args;
mod bot;
mod cmd;
mod contestant;
mod draw;
mod duel;
mod engine;
mod engine_check;
mod fail;
mod guest;
mod json;
mod ladder;
mod load;
mod play;
mod setup;
mod style;
mod think;
mod tune;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use server::client::Carried;

/// Does what the arguments say, with the web client that the program carries.
pub fn main(client: Carried) -> ExitCode {
    server::client::carry(client);
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Options(args) => cmd::options::run(&args),
        Command::Replay(args) => cmd::replay::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Draw(args) => cmd::draw::run(&args),
        Command::Random(args) => cmd::random::run(&args),
        Command::Duel(args) => duel::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::EngineCheck(args) => engine_check::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Perft(args) => cmd::perft::run(&args),
        Command::Bench(args) => cmd::bench::run(&args),
        Command::Tiles(args) => cmd::tiles::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Verify(args) => cmd::verify::run(&args),
        Command::Serve(args) => cmd::serve::run(&args),
        Command::Backup(args) => cmd::backup::run(&args),
        Command::Web(args) => cmd::web::run(&args),
        Command::Restore(args) => cmd::restore::run(&args),
        Command::Copy(args) => cmd::copy::run(&args),
        Command::Check(args) => cmd::check::run(&args),
        Command::Admin(args) => cmd::admin::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail::report(&error),
    }
}
