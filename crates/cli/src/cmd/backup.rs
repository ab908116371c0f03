//! `trencavel backup`.

use anyhow::Result;
use server::store::Store;
use server::store::sqlite::SqliteStore;

use crate::args::BackupArgs;
use crate::fail;

/// Copies the database to a new file, while a server may be using it.
///
/// # Errors
/// If there is no database, or the file exists or cannot be written.
pub fn run(args: &BackupArgs) -> Result<()> {
    let database = args.place.config()?.database();
    let next = "Name the server's data directory with --data.";
    if !database.exists() {
        return Err(fail::input(format!("there is no database at {}", database.display()), next));
    }
    if args.to.exists() {
        let what = format!("{} exists already", args.to.display());
        return Err(fail::input(what, "Backups never overwrite: choose another name."));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = SqliteStore::open_beside(&database)
            .await
            .map_err(|error| fail::input(&error, error.advice()))?;
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
