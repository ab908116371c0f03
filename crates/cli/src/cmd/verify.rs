//! `trencavel verify`.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use fair::{Fault, Report};

use crate::args::VerifyArgs;
use crate::fail;
use crate::load::{self, Loaded};

const NOT_CHECKED: &str = "docs/fair-draws.md says what a record must hold to be checked.";
const DECEIT: &str = "The record was changed, or its table did not draw as it promised.";

/// Checks the draws of records. All files are looked at; a wrong draw outweighs a file that cannot
/// be checked.
///
/// # Errors
/// If a draw does not follow from its seed, or cannot be checked.
pub fn run(args: &VerifyArgs) -> Result<()> {
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
    fair::verify(&record).map_err(|fault| match fault {
        Fault::Record(error) => load::record_error(error),
        fault if fault.is_deceit() => fail::deceit(fault, DECEIT),
        fault => fail::input(fault, NOT_CHECKED),
    })
}

/// `all 71 draws follow from the seed, and so does the order of the seats`.
fn told(report: &Report) -> String {
    let draws = match report.draws {
        0 => "no draw was made".to_owned(),
        1 => "the one draw follows from the seed".to_owned(),
        n => format!("all {n} draws follow from the seed"),
    };
    let order = if report.order { ", and so does the order of the seats" } else { "" };
    let before = match report.before {
        0 => String::new(),
        n => format!(" (the first {n} words are of an earlier record)"),
    };
    format!("{draws}{order}{before}")
}
