//! `trencavel restore`.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::time::SystemTime;

use anyhow::Result;
use indicatif::ProgressBar;
use room::{Room, Rulebook};
use server::store::sqlite::{Carried, Restore, SqliteStore};
use server::store::{Store, StoreError};

use crate::args::RestoreArgs;
use crate::fail;

/// How many tables that cannot be read are named.
const NAMED: usize = 5;
/// How many tables are asked for at once.
const PAGE: u32 = 1000;

/// Puts a backup in the place of the database, which is kept under another name.
///
/// # Errors
/// If a server runs, or the backup is no good; then nothing was changed.
pub fn run(args: &RestoreArgs) -> Result<()> {
    let config = args.place.config()?;
    let database = config.database();
    let data = |error| fail::unwritable(&config.data, &error);
    DirBuilder::new().recursive(true).mode(0o700).create(&config.data).map_err(data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(restore(args, &database))
}

async fn restore(args: &RestoreArgs, database: &Path) -> Result<()> {
    let from = args.from.display();
    let restore = Restore::prepare(database, &args.from)
        .await
        .map_err(|error| fail::input(format!("{from}: {error}"), hint(&error)))?;
    let (tables, broken) = fold_all(restore.store()).await?;
    if !broken.is_empty() && !args.anyway {
        restore.give_up().await?;
        let names = broken.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
        let what = format!("{from}: {} of {tables} tables cannot be read: {names}", broken.len());
        let next =
            "Nothing was changed. Try an older backup, or say --anyway: the others will play.";
        return Err(fail::input(what, next));
    }
    let again = restore.forget_again().await;
    let restored = restore.finish(SystemTime::now()).await.map_err(|error| {
        fail::input(error, "Put that right and say `trencavel restore` again: it goes on.")
    })?;
    match broken.len() {
        0 => println!("{from} is the database now: {tables} tables, all of them checked."),
        n => println!("{from} is the database now: {tables} tables, {n} of them cannot be read."),
    }
    match again {
        Ok(0) => {}
        Ok(people) => println!("{people} people who had left since then are removed again."),
        Err(error) => println!(
            "The former database cannot be read ({error}): people who left since the backup was \
             made are in it again. `trencavel admin forget` removes them."
        ),
    }
    if let Some(former) = restored.former {
        println!("The former one is kept as {}.", former.display());
    }
    tell_list(&restored.list);
    println!("Start the server now; remove the former database when all is well.");
    Ok(())
}

/// What became of the public list of commitments, if it is not just what was published.
fn tell_list(list: &Carried) {
    match list {
        Carried::Alone | Carried::Whole | Carried::Longer => {}
        Carried::Other => println!(
            "The former database had the list of commitments of another server: it stays there, \
             and the backup's goes on."
        ),
        Carried::Cut { after, why } => println!(
            "The list of commitments of the former database cannot be read behind line {after} \
             ({why}). What was published since is missing, and whoever kept a later line sees \
             that: tell your players, and keep the former database."
        ),
    }
}

fn hint(error: &StoreError) -> &'static str {
    match error {
        StoreError::Locked(_) => "Stop the server first. Nothing was changed.",
        StoreError::Damaged(_) => "Try an older backup. Nothing was changed.",
        StoreError::Newer { .. } => "Use the newer program. Nothing was changed.",
        StoreError::Denied(_) => {
            "Name a file that exists, and a data directory (--data) that you may write to. \
             Nothing was changed."
        }
        StoreError::Full(_) => {
            "Make room: a copy is made beside the database. Nothing was changed."
        }
        _ => "Name a file that `trencavel backup` or the server made. Nothing was changed.",
    }
}

/// Folds every table: how many there are, and which cannot be read.
async fn fold_all(store: &SqliteStore) -> Result<(u64, Vec<String>)> {
    let wrong = |error: StoreError| fail::input(error, "Nothing was changed.");
    let (bar, book) = (ProgressBar::no_length(), Rulebook::default());
    let (mut last, mut broken) = (String::new(), Vec::new());
    loop {
        let ids = store.tables_after(&last, PAGE).await.map_err(wrong)?;
        let Some(end) = ids.last() else { break };
        last.clone_from(end);
        for id in &ids {
            broken.extend(fold(store, &book, id).await.err());
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok((bar.position(), broken))
}

async fn fold(store: &SqliteStore, book: &Rulebook, id: &str) -> Result<(), String> {
    let stored = store.load(id).await.map_err(|error| error.to_string())?;
    let Some(stored) = stored else { return Ok(()) };
    let folded = Room::fold(book, id, &stored.key, stored.seed, &stored.entries);
    folded.map(drop).map_err(|error| format!("table {id}: {error}"))
}
