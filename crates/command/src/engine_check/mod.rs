//! `trencavel engine-check`: whether a program keeps to the engine protocol, point by point.

mod checks;
mod games_played;
mod talk;
mod timing;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use engines::CommandLine;
use serde_json::{Value, json};

use crate::fail;
use crate::style::Style;
use talk::Bench;

/// `engine-check`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each point is tried with a program of its own: greeting, listening while it thinks, stop, time, the
same answer again, legal answers in all set-ups that it declares, rubbish on its input, a clean end.
docs/engine.md describes the protocol. A program that hangs is ended with everything that it started.

Exit codes: 0 it keeps to the protocol, 1 it does not, 2 the command makes no sense.

Examples:
  trencavel engine-check trencavel engine
  trencavel engine-check 'python3 examples/engine.py' --quick
  trencavel engine-check ./my-engine --json")]
pub struct EngineCheckArgs {
    /// The command of the program, in one text or in words
    #[arg(required = true, value_name = "CMD")]
    pub command: Vec<String>,
    /// Fewer answers and fewer measurements
    #[arg(long)]
    pub quick: bool,
    /// How much later than allowed an answer may be, in milliseconds: more on a busy machine
    #[arg(long, value_name = "MS", default_value_t = 50,
          value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub lenience: u64,
    /// Only the points with these numbers
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub only: Vec<usize>,
    /// Show what the program says on standard error
    #[arg(long)]
    pub loud: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How a point came out.
pub enum Outcome {
    /// Fine; perhaps with something to tell.
    Fine(String),
    /// Not tried, and why.
    Skipped(&'static str),
}

/// A point: what is demanded, and how it is tried; the error says what happened instead.
pub type Check = (&'static str, fn(&mut Bench) -> Result<Outcome, String>);

const SEE: &str = "docs/engine.md describes what is demanded; --only NUMBER tries a point again.";

/// Tries all points.
///
/// # Errors
/// If the program does not keep to the protocol, or the command makes no sense.
pub fn run(args: &EngineCheckArgs) -> Result<()> {
    let words: Vec<&str> = args.command.iter().map(String::as_str).collect();
    let command = match &words[..] {
        [one] => {
            one.parse().map_err(|e: String| fail::input(e, "Give the command of a program."))?
        }
        words => CommandLine::new(words),
    };
    let mut bench = Bench {
        command,
        quick: args.quick,
        lenience: Duration::from_millis(args.lenience),
        loud: args.loud,
        greeting: None,
    };
    let mut told = Told { json: args.json, points: Vec::new(), failed: 0, tried: 0 };
    for (number, (demand, check)) in (1..).zip(all()) {
        // The greeting is needed by all others.
        let wanted = args.only.is_empty() || args.only.contains(&number) || number == 2;
        if wanted {
            told.add(number, demand, check(&mut bench))?;
        }
    }
    told.end(&bench)
}

/// All points in their order.
fn all() -> impl Iterator<Item = Check> {
    checks::LISTENING.iter().chain(timing::CHECKS).chain(games_played::CHECKS).copied()
}

struct Told {
    json: bool,
    points: Vec<Value>,
    failed: usize,
    tried: usize,
}

impl Told {
    fn add(&mut self, number: usize, demand: &str, came: Result<Outcome, String>) -> Result<()> {
        let style = Style::stdout();
        let (result, why) = match came {
            Ok(Outcome::Fine(what)) => ("ok", what),
            Ok(Outcome::Skipped(why)) => ("skipped", why.to_owned()),
            Err(why) => ("failed", why),
        };
        self.tried += usize::from(result != "skipped");
        self.failed += usize::from(result == "failed");
        if self.json {
            let why = (!why.is_empty()).then_some(why);
            let point = json!({ "number": number, "demand": demand, "result": result, "why": why });
            self.points.push(point);
            return Ok(());
        }
        let shown = match result {
            "ok" => style.points("ok     "),
            "failed" => style.error("FAILED "),
            _ => style.faint("skipped"),
        };
        let colon = if why.is_empty() { "" } else { ": " };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{shown} {number:>2}  {demand}{colon}{why}")?;
        out.flush()?;
        Ok(())
    }

    fn end(self, bench: &Bench) -> Result<()> {
        let name = bench.greeting.as_ref().map(|greeting| greeting.name.clone());
        let mut out = std::io::stdout().lock();
        if self.json {
            let whole = json!({
                "command": bench.command.to_string(),
                "name": name,
                "tried": self.tried,
                "failed": self.failed,
                "points": self.points,
            });
            writeln!(out, "{whole:#}")?;
        }
        let who = name.unwrap_or_else(|| bench.command.to_string());
        if self.failed > 0 {
            let what = format!("{who} fails {} of {} points", self.failed, self.tried);
            return Err(fail::deceit(what, SEE));
        }
        if !self.json {
            writeln!(out, "\n{who} keeps to the protocol: {} points tried", self.tried)?;
        }
        Ok(())
    }
}
