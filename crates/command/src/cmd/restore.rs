//! `trencavel restore`.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use room::{Room, Rulebook};
use store::sqlite::{Carried, Restore, SqliteStore};
use store::{Locator, Store, StoreError};

use super::count;
use crate::args::DataArgs;
use crate::fail;

/// `trencavel restore`.
#[derive(Args, Debug)]
#[command(after_help = "\
The server must be stopped. The backup is copied, checked as a whole (every table is read) and
brought up to date before anything is touched; then it takes the place of the database in one step.
The former database is kept beside it, with the time in its name. People who left since the backup
was made are removed from it again; whatever else happened since then is undone: games, accounts,
passwords, bans.

Exit codes: 0 it is in place, 2 it was refused and nothing was changed.

Examples:
  trencavel restore backups/trencavel-2027-01-15T08-00-00Z.sqlite
  trencavel restore --data /var/lib/trencavel /mnt/backup.sqlite")]
pub struct RestoreArgs {
    /// The backup
    #[arg(value_name = "FILE")]
    pub from: PathBuf,
    /// Also if some of its tables cannot be read
    #[arg(long)]
    pub anyway: bool,
    /// Where the database is.
    #[command(flatten)]
    pub place: DataArgs,
}

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
    let data = |error| fail::unwritable(&config.data, &error);
    DirBuilder::new().recursive(true).mode(0o700).create(&config.data).map_err(data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match &config.store {
            Locator::File(database) => {
                let done = restore(args, database).await?;
                done.print(done.former.as_deref());
                Ok(())
            }
            Locator::Postgres(url) => restore_database(args, url, &config.data).await,
        }
    })
}

/// A database is restored by way of files: what it holds is kept in one, the backup takes the place
/// of another, which then takes the place of everything in the database in one step.
async fn restore_database(args: &RestoreArgs, url: &str, data: &Path) -> Result<()> {
    let stamp = store::modes::stamp(SystemTime::now());
    let former = free_name(data, &stamp);
    let wrong = |error: StoreError| fail::input(&error, hint(&error));
    store::copy::keep_former(url, &former).await.map_err(wrong)?;
    let work = former.with_extension("restoring");
    let file = work.join("trencavel.sqlite");
    let prepared = async {
        DirBuilder::new().mode(0o700).create(&work)?;
        std::fs::copy(&former, &file)?;
        restore(args, &file).await
    };
    let done = match prepared.await {
        Ok(done) => store::copy::put_in_place(&file, url).await.map(|_| done).map_err(wrong),
        // Nothing was touched: nothing has to be kept.
        Err(error) => {
            let _ = std::fs::remove_file(&former);
            Err(error)
        }
    };
    let _ = std::fs::remove_dir_all(&work);
    done?.print(Some(&former));
    Ok(())
}

/// Where what a database holds is kept: two restores may fall into one second.
fn free_name(data: &Path, stamp: &str) -> PathBuf {
    let name = |n: u32| match n {
        0 => data.join(format!("trencavel-before-{stamp}.sqlite")),
        n => data.join(format!("trencavel-before-{stamp}-{n}.sqlite")),
    };
    let mut n = 0;
    while name(n).exists() {
        n += 1;
    }
    name(n)
}

/// What a restore says when it is done.
struct Done {
    lines: Vec<String>,
    former: Option<PathBuf>,
}

async fn restore(args: &RestoreArgs, database: &Path) -> Result<Done> {
    let from = args.from.display();
    let restore = Restore::prepare(database, &args.from)
        .await
        .map_err(|error| fail::input(format!("{from}: {error}"), hint(&error)))?;
    let (tables, broken) = fold_all(restore.store()).await?;
    if !broken.is_empty() && !args.anyway {
        restore.give_up().await?;
        let names = broken.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
        let of = count(tables, "table", "tables");
        let what = format!("{from}: {} of {of} cannot be read: {names}", broken.len());
        let next =
            "Nothing was changed. Try an older backup, or say --anyway: the others will play.";
        return Err(fail::input(what, next));
    }
    let again = restore.forget_again().await;
    let restored = restore.finish(SystemTime::now()).await.map_err(|error| {
        fail::input(error, "Put that right and say `trencavel restore` again: it goes on.")
    })?;
    let tables = count(tables, "table", "tables");
    let mut lines = vec![match broken.len() {
        0 => format!("{from} is the database now: {tables}, all of them checked."),
        n => format!("{from} is the database now: {tables}, {n} of them cannot be read."),
    }];
    match again {
        Ok(0) => {}
        Ok(1) => lines.push("One person who had left since then is removed again.".to_owned()),
        Ok(people) => {
            lines.push(format!("{people} people who had left since then are removed again."));
        }
        Err(error) => lines.push(format!(
            "The former database cannot be read ({error}): people who left since the backup was \
             made are in it again. `trencavel admin forget` removes them."
        )),
    }
    lines.extend(about_list(&restored.list));
    Ok(Done { lines, former: restored.former })
}

impl Done {
    /// Says so; `kept` is where the former database is now.
    fn print(&self, kept: Option<&Path>) {
        for line in &self.lines {
            println!("{line}");
        }
        if let Some(former) = kept {
            println!("The former one is kept as {}.", former.display());
        }
        println!("Start the server now; remove the former database when all is well.");
    }
}

/// What became of the public list of commitments, if it is not just what was published.
fn about_list(list: &Carried) -> Option<String> {
    match list {
        Carried::Alone | Carried::Whole | Carried::Longer => None,
        Carried::Other => Some(
            "The former database had the list of commitments of another server: it stays there, \
             and the backup's goes on."
                .to_owned(),
        ),
        Carried::Cut { after, why } => Some(format!(
            "The list of commitments of the former database cannot be read behind line {after} \
             ({why}). What was published since is missing, and whoever kept a later line sees \
             that: tell your players, and keep the former database."
        )),
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
