//! `trencavel check`.

use anyhow::Result;
use server::store::StoreError;

use super::progress;
use crate::args::CheckArgs;
use crate::fail;

/// Folds everything in a database and names what does not fold.
///
/// # Errors
/// If there is no database, it cannot be read, or something in it does not fold.
pub fn run(args: &CheckArgs) -> Result<()> {
    let database = args.place.config()?.database();
    if !database.exists() {
        let what = format!("there is no database at {}", database.display());
        return Err(fail::input(what, "Name the server's data directory with --data."));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = progress(0, "tables");
    let report = runtime.block_on(server::check::check(&database, args.live, |done, all| {
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
        println!("{} tables, {} entries: all fold.", report.tables, report.entries);
        return Ok(());
    }
    let mut broken: Vec<&str> = report.findings.iter().map(|f| f.table.as_str()).collect();
    broken.dedup();
    let what = format!("{} of {} tables are not as they should be", broken.len(), report.tables);
    Err(fail::deceit(what, "They are untouched. If a newer version wrote them, use that one."))
}
