//! `trencavel verify`.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use fair::{Commitment, Fault, Known, Order, Report, Share, Version};

use crate::args::{OrderArg, VerifyArgs};
use crate::fail;
use crate::load::{self, Loaded};

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
