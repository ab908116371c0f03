//! `trencavel admin rate`: whether the ratings are what the results say, and making them so.

use anyhow::Result;
use clap::Args;
use room::{Room, Rulebook};
use store::{Refolded, Store, StoreError, Void};

use super::wrong;
use crate::fail;

/// `trencavel admin rate`.
#[derive(Args, Debug)]
pub struct RateArgs {
    /// Compare, and change nothing
    #[arg(long, conflicts_with_all = ["rebuild", "void"])]
    check: bool,
    /// Fold all results anew, without void ones, and keep what comes out
    #[arg(long)]
    rebuild: bool,
    /// First make the results anew from the logs of all tables
    #[arg(long, requires = "rebuild")]
    from_logs: bool,
    /// Take the game of this table out of the ratings (with --reason; --rebuild then applies it)
    #[arg(long, value_name = "TABLE", requires = "reason")]
    void: Option<String>,
    /// Why
    #[arg(long)]
    reason: Option<String>,
}

/// How many tables are read at once.
const PAGE: u32 = 200;

/// Runs the command.
///
/// # Errors
/// If the store fails, or `--check` finds something wrong.
pub async fn run(store: &dyn Store, args: &RateArgs) -> Result<()> {
    if let Some(table) = &args.void {
        let reason = args.reason.as_deref().unwrap_or_default();
        let void = Void::Table(table.clone());
        if !store.void(void, reason, server::serve::now()).await.map_err(wrong)? {
            return Err(wrong(format!("there is no result of a table {table}")));
        }
        println!("{table} counts no more, from the next --rebuild on.");
    }
    if args.rebuild {
        if args.from_logs {
            println!("{} of the logs differed and are put right.", from_logs(store).await?);
        }
        let told = store.refold(true).await.map_err(wrong)?;
        println!("{}", figures(&told));
        println!("{}", put_right(&told));
        return Ok(());
    }
    if args.void.is_some() {
        return Ok(());
    }
    let told = store.refold(false).await.map_err(wrong)?;
    println!("{}", figures(&told));
    if told.is_right() {
        println!("Everything is as it should be.");
        return Ok(());
    }
    let what = format!(
        "{} ratings and {} seats of games are not what the results say",
        told.ratings, told.seats
    );
    Err(fail::input(what, "`trencavel admin rate --rebuild` puts them right."))
}

fn figures(told: &Refolded) -> String {
    format!("{} rated games, {} ratings.", told.games, told.careers)
}

fn put_right(told: &Refolded) -> String {
    if told.is_right() {
        return "Nothing was to be changed.".to_owned();
    }
    format!("{} ratings and {} seats of games were put right.", told.ratings, told.seats)
}

/// Compares every result with its log; how many were put right.
async fn from_logs(store: &dyn Store) -> Result<u64> {
    let (book, mut changed, mut after) = (Rulebook::default(), 0, 0);
    loop {
        let games = store.over_after(after, PAGE).await.map_err(wrong)?;
        let Some((last, _)) = games.last() else { return Ok(changed) };
        after = *last;
        for (_, id) in &games {
            changed += u64::from(from_log(store, &book, id).await?);
        }
    }
}

async fn from_log(store: &dyn Store, book: &Rulebook, id: &str) -> Result<bool> {
    let stored = match store.load(id).await {
        Ok(Some(stored)) => stored,
        Ok(None) => return Ok(false),
        Err(error @ (StoreError::Damaged(_) | StoreError::NewerLog { .. })) => {
            println!("{id} stays as it is: {error}");
            return Ok(false);
        }
        Err(error) => return Err(wrong(error)),
    };
    let room = Room::fold(book, id, &stored.key, stored.seed, &stored.entries).map_err(wrong)?;
    let Some(finish) = room.outcome() else { return Ok(false) };
    store.keep_result(id, finish).await.map_err(wrong)
}
