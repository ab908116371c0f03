//! `trencavel copy`.

use anyhow::Result;
use clap::Args;
use store::Locator;
use store::copy::copy;

use super::{progress, table};
use crate::fail;

/// `trencavel copy`.
#[derive(Args, Debug)]
#[command(after_help = "\
A place is sqlite:FILE, or postgres://USER:PASSWORD@HOST/DATABASE. Stop the server first. The target must
be empty, or what an earlier copy left behind that was broken off: then it goes on there. At the end every
row of both sides is read again and compared. The source stays as it is.

Exit codes: 0 both are the same, 2 it was refused, or broke off.

Examples:
  trencavel copy sqlite:/var/lib/trencavel/trencavel.sqlite postgres://trencavel@localhost/trencavel
  trencavel copy 'postgres:///trencavel?host=/run/postgresql' sqlite:games.sqlite")]
pub struct CopyArgs {
    /// The store to copy
    pub from: Locator,
    /// Where to
    pub to: Locator,
}

/// Copies a whole store from one place to another.
///
/// # Errors
/// If one of them cannot be used, the target holds something else, or both differ in the end.
pub fn run(args: &CopyArgs) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = progress(0, "rows");
    let mut tell = |table: &'static str, rows: u64| {
        bar.set_length(rows);
        bar.set_position(rows);
        bar.set_message(table);
    };
    let copied = runtime.block_on(copy(&args.from, &args.to, &mut tell));
    bar.finish_and_clear();
    let copied = copied.map_err(|error| {
        fail::input(&error, "The source is as it was. Repeat the command to go on, or begin anew.")
    })?;
    let rows: Vec<Vec<String>> =
        copied.iter().map(|one| vec![one.table.to_owned(), one.rows.to_string()]).collect();
    print!("{}", table(&["table", "rows"], &rows));
    println!("{} is now the same as {}: all rows were compared.", args.to, args.from);
    Ok(())
}
