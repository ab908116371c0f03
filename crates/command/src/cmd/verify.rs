//! `trencavel verify`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};
use fair::{Commitment, Fault, Known, Order, Report, Share, Version};

use crate::args::OpenArgs;
use crate::fail;
use crate::load::{self, Loaded};

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

const NOT_CHECKED: &str = "docs/fair-draws.md says what a record must hold to be checked.";
const LEFT_OUT: &str = "What is left out was not checked, so the record does not count as fair.";
const BEFORE: &str =
    "If you know that the table began from a record of so many words, say --after.";
const UNSAID: &str =
    "If you know that the seats played as the table's plan has them, say --order given.";
const DECEIT: &str = "The record was changed, or its table did not draw as it promised.";

/// Checks the draws of records. All files are looked at; a wrong draw outweighs a file that cannot
/// be read.
///
/// # Errors
/// If a draw does not follow from its seed, something is left out, or a file cannot be read.
pub fn run(args: &VerifyArgs) -> Result<()> {
    if let Some(path) = &args.list {
        return super::fair_list::run(path);
    }
    let mut worst: Option<anyhow::Error> = None;
    for path in &args.files {
        match check(path, args) {
            Ok(report) => {
                writeln!(std::io::stdout(), "{}: {}", path.display(), told(&report))?;
            }
            Err(error) => {
                let error = error.context(path.display().to_string());
                let graver =
                    fail::is_deceit(&error) && !worst.as_ref().is_some_and(fail::is_deceit);
                let other =
                    if graver || worst.is_none() { worst.replace(error) } else { Some(error) };
                if let Some(other) = other {
                    fail::report(&other);
                }
            }
        }
    }
    worst.map_or(Ok(()), Err)
}

fn check(path: &Path, args: &VerifyArgs) -> Result<Report> {
    let loaded = load::file(path, args.open.tiles.as_deref(), &args.open.expansions)?;
    let Loaded::Record(record) = loaded else {
        return Err(fail::input("a position holds no draws", NOT_CHECKED));
    };
    let wrong = || fail::input("--commitment: expected 64 hexadecimal digits", NOT_CHECKED);
    let kept = args.commitment.as_ref().map(|text| Commitment::parse(text).ok_or_else(wrong));
    let known = Known {
        commitment: kept.transpose()?,
        before: args.after,
        order: args.order.map(|order| match order {
            OrderArg::Given => Order::Given,
            OrderArg::Drawn => Order::Drawn,
        }),
    };
    fair::verify(&record, known).map_err(|fault| match fault {
        Fault::Record(error) => load::record_error(error),
        fault if fault.is_broken_file() => fail::input(fault, NOT_CHECKED),
        fault @ Fault::After { .. } => fail::deceit(fault, BEFORE),
        fault @ Fault::NoOrder => fail::deceit(fault, UNSAID),
        fault @ (Fault::Missing(_)
        | Fault::Short { .. }
        | Fault::NoDraws
        | Fault::CutOff
        | Fault::Unfinished) => fail::deceit(fault, LEFT_OUT),
        fault => fail::deceit(fault, DECEIT),
    })
}

/// `all 71 draws follow from the seed, and so does the order of the seats`, and what that does not
/// cover.
fn told(report: &Report) -> String {
    let draws = match report.draws {
        1 => "the one draw follows from the seed".to_owned(),
        n => format!("all {n} draws follow from the seed"),
    };
    let order = match report.order {
        Order::Drawn => ", and so does the order of the seats",
        Order::Given => "",
    };
    let mut notes = Vec::new();
    if report.before > 0 {
        notes.push(format!("the first {} words are of an earlier record", report.before));
    }
    if report.version == Version::One {
        notes.push("version 1".to_owned());
    }
    if report.version == Version::One && report.order == Order::Given {
        notes.push("that the order of the seats was given is your word".to_owned());
    }
    let own = |share: &Share| matches!(share, Share::Sealed | Share::Open);
    if report.version == Version::Two && !report.shares.iter().any(own) {
        notes.push("no seat gave a value of its own: the server alone chose the seed".to_owned());
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    format!("{draws}{order}{notes}")
}
