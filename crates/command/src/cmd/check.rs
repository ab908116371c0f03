//! `trencavel check`.

use anyhow::Result;
use clap::Args;
use store::StoreError;

use super::{count, progress};
use crate::args::DataArgs;
use crate::fail;

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

/// Folds everything in a database and names what does not fold.
///
/// # Errors
/// If there is no database, it cannot be read, or something in it does not fold.
pub fn run(args: &CheckArgs) -> Result<()> {
    let place = args.place.config()?.store;
    if !place.is_there() {
        let what = format!("there is no database at {place}");
        return Err(fail::input(what, "Name the server's data directory with --data."));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = progress(0, "tables");
    let report = runtime.block_on(server::check::check(&place, args.live, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    }));
    bar.finish_and_clear();
    let report = report.map_err(|error| match error {
        StoreError::Locked(_) => fail::input(&error, "While a server runs, say --live."),
        StoreError::Damaged(_) => fail::deceit(&error, error.advice()),
        error => fail::input(&error, error.advice()),
    })?;
    for finding in &report.findings {
        let entry = finding.entry.map_or(String::new(), |n| format!("entry {n}: "));
        println!("table {}: {entry}{}", finding.table, finding.why);
    }
    if report.findings.is_empty() {
        let (tables, entries) =
            (count(report.tables, "table", "tables"), count(report.entries, "entry", "entries"));
        println!("{tables}, {entries}: all fold.");
        return Ok(());
    }
    let mut broken: Vec<&str> = report.findings.iter().map(|f| f.table.as_str()).collect();
    broken.dedup();
    let tables = count(report.tables, "table", "tables");
    let what = match broken.len() {
        1 => format!("1 of {tables} is not as it should be"),
        n => format!("{n} of {tables} are not as they should be"),
    };
    Err(fail::deceit(what, "They are untouched. If a newer version wrote them, use that one."))
}
