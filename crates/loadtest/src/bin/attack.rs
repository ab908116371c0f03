//! `attack`: starts a server, tries everything that a stranger might, while honest games go on.
//!
//! Prints a line for each attack and ends with 1 if one of them succeeded or an honest player
//! noticed it. Everything stays on the loopback, bounded in count and time.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use loadtest::attack::{self, ATTACKS, Demand, Line, Size};

/// Attacks a server that it starts by itself, and tells what players beside it noticed.
#[derive(Parser)]
struct Args {
    /// The program `trencavel`; the one beside this one if left out.
    #[arg(long)]
    server: Option<PathBuf>,
    /// The short form: seconds instead of minutes.
    #[arg(long)]
    short: bool,
    /// Only these attacks; `--list` names them.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Where the dice start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How long 99 of 100 honest moves may take, ms.
    #[arg(long, default_value_t = 50)]
    p99: u64,
    /// How many of 100 honest moves may not be made in time.
    #[arg(long, default_value_t = 2)]
    missed: u64,
    /// Lists the attacks.
    #[arg(long)]
    list: bool,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let args = Args::parse();
    if args.list {
        for attack in ATTACKS {
            println!("{:<16} {}", attack.name, attack.about);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let program = match args.server {
        Some(program) => program,
        None => std::env::current_exe()?.with_file_name("trencavel"),
    };
    let size = if args.short { Size::Short } else { Size::Full };
    let demand = Demand { p99: Duration::from_millis(args.p99), missed_percent: args.missed };
    println!(
        "{:<16} {:>7} {:>8} {:>6} {:>8} {:>8} {:>6}  ",
        "attack", "sent", "refused", "moves", "p50 ms", "p99 ms", "s"
    );
    let lines =
        attack::run(&program, size, &args.only, args.seed, |line| print(line, &demand)).await?;
    let faults = lines.iter().filter(|line| line.fault(&demand).is_some()).count();
    println!("{} attacks, {faults} of them noticed", lines.len());
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(line: &Line, demand: &Demand) {
    let (sent, refused, note) = match &line.outcome {
        Ok(outcome) => (outcome.sent, outcome.refused, outcome.note.clone()),
        Err(_) => (0, 0, String::new()),
    };
    let note = line.fault(demand).map_or(note, |fault| format!("FAULT: {fault}"));
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{:<16} {sent:>7} {refused:>8} {:>6} {:>8.1} {:>8.1} {:>6.1}  {note}",
        line.name,
        line.honest.moves,
        ms(line.honest.p50),
        ms(line.honest.p99),
        line.took.as_secs_f64(),
    );
}
