//! `trencavel backup`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::args::DataArgs;
use crate::fail;

/// `trencavel backup`.
#[derive(Args, Debug)]
pub struct BackupArgs {
    /// The file to make; it must not exist yet
    pub to: PathBuf,
    /// Where the database is.
    #[command(flatten)]
    pub place: DataArgs,
}

/// Copies the database to a new file, while a server may be using it.
///
/// # Errors
/// If there is no database, or the file exists or cannot be written.
pub fn run(args: &BackupArgs) -> Result<()> {
    let store = args.place.config()?.store;
    let next = "Name the server's data directory with --data.";
    if !store.is_there() {
        return Err(fail::input(format!("there is no database at {store}"), next));
    }
    if args.to.exists() {
        let what = format!("{} exists already", args.to.display());
        return Err(fail::input(what, "Backups never overwrite: choose another name."));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store =
            store.open_beside().await.map_err(|error| fail::input(&error, error.advice()))?;
        let copied = store.backup(&args.to).await;
        store.close().await;
        copied.map_err(|error| fail::input(&error, error.advice()))
    })?;
    let size = std::fs::metadata(&args.to).map_or(0, |m| m.len());
    println!(
        "{} ({size} bytes): to use it, stop the server and say `trencavel restore {0}`.",
        args.to.display(),
    );
    Ok(())
}
