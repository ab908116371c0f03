//! Copies of the database by the clock.
//!
//! Invariants: a copy has its name only when it is whole; old ones go only after a new one is
//! there, and only files that bear a name of this module. Whatever fails here, play goes on.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::Keeping;
use store::modes::stamp;
use store::{AnyStore, Result};

const BEGINS: &str = "trencavel-";
const ENDS: &str = ".sqlite";
const PARTIAL: &str = ".partial";

/// The clock of the machine may be set: it is looked at again after so long.
const LOOK: Duration = Duration::from_mins(10);

/// The name of a copy.
pub fn name(at: SystemTime) -> String {
    format!("{BEGINS}{}{ENDS}", stamp(at))
}

/// When a copy was made, if the name is one of ours.
fn time_of(file: &str) -> Option<SystemTime> {
    let (day, time) = file.strip_prefix(BEGINS)?.strip_suffix(ENDS)?.split_once('T')?;
    let at = humantime::parse_rfc3339(&format!("{day}T{}", time.replace('-', ":"))).ok()?;
    (name(at) == file).then_some(at)
}

/// Starts the work, if it is asked for; it ends when the server stops.
pub fn start(
    store: AnyStore,
    keeping: &Keeping,
    mut stopping: watch::Receiver<bool>,
) -> Option<JoinHandle<()>> {
    let (every, keep, folder) =
        (keeping.backup_every?, keeping.backup_keep, keeping.backup_dir.clone());
    Some(tokio::spawn(async move {
        loop {
            let wait = due_in(newest(&folder), every, SystemTime::now());
            if wait.is_zero() {
                let made = make(&store, &folder, keep, SystemTime::now()).await;
                if note(&folder, made) {
                    continue;
                }
            }
            // After a failure it waits, too: a full disk is not made better by haste.
            let pause = if wait.is_zero() { LOOK } else { wait.min(LOOK) };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
    }))
}

fn note(folder: &Path, made: Result<PathBuf>) -> bool {
    match made {
        Ok(path) => {
            tracing::info!(path = %path.display(), "the database was copied");
            metrics::counter!("trencavel_backups_total").increment(1);
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            metrics::gauge!("trencavel_backup_last_time_seconds").set(now.as_secs_f64());
            true
        }
        Err(error) => {
            let advice = error.advice();
            tracing::error!(folder = %folder.display(), %error, advice, "no backup was made");
            metrics::counter!("trencavel_backup_failures_total").increment(1);
            false
        }
    }
}

/// How long until the next copy. One from the future (the clock was set back) counts as made now.
fn due_in(newest: Option<SystemTime>, every: Duration, now: SystemTime) -> Duration {
    let Some(newest) = newest else { return Duration::ZERO };
    every.saturating_sub(now.duration_since(newest).unwrap_or_default())
}

/// Makes a copy now, and removes the oldest ones beyond so many.
///
/// # Errors
/// If the folder cannot be used or the copy not be made; then nothing is removed.
pub async fn make(
    store: &AnyStore,
    folder: &Path,
    keep: usize,
    now: SystemTime,
) -> Result<PathBuf> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    for (file, _) in ours(folder, PARTIAL) {
        // Of a server that was killed meanwhile.
        std::fs::remove_file(folder.join(file))?;
    }
    let to = folder.join(name(now));
    store.backup(&to).await?;
    let mut all = ours(folder, "");
    all.sort_by_key(|(_, at)| std::cmp::Reverse(*at));
    for (file, _) in all.into_iter().skip(keep) {
        std::fs::remove_file(folder.join(file))?;
    }
    Ok(to)
}

/// Files of ours, with another ending behind their names.
fn ours(folder: &Path, ending: &str) -> Vec<(String, SystemTime)> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let with_time = |file: String| {
        let at = time_of(file.strip_suffix(ending)?)?;
        Some((file, at))
    };
    names.filter_map(with_time).collect()
}

fn newest(folder: &Path) -> Option<SystemTime> {
    ours(folder, "").into_iter().map(|(_, at)| at).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_utc_and_nothing_else_is_ours() {
        let at = UNIX_EPOCH + Duration::from_secs(1_800_000_001);
        assert_eq!(name(at), "trencavel-2027-01-15T08-00-01Z.sqlite");
        assert_eq!(time_of(&name(at)), Some(at));
        for other in [
            "trencavel.sqlite",
            "trencavel-before-the-move.sqlite",
            "trencavel-2027-01-15T08-00-01Z.sqlite.partial",
            "trencavel-2027-01-15T08-00-01Z.sqlite-wal",
            "trencavel-2027-01-15T08-00-00.5Z.sqlite",
            "my-trencavel-2027-01-15T08-00-01Z.sqlite",
        ] {
            assert_eq!(time_of(other), None, "{other}");
        }
    }

    #[test]
    fn the_next_one_follows_the_newest_also_over_a_restart() {
        let (now, hour) =
            (UNIX_EPOCH + Duration::from_secs(1_800_000_001), Duration::from_hours(1));
        assert_eq!(due_in(None, hour, now), Duration::ZERO);
        assert_eq!(due_in(Some(now - hour / 4), hour, now), hour * 3 / 4);
        assert_eq!(due_in(Some(now - hour * 2), hour, now), Duration::ZERO);
        assert_eq!(due_in(Some(now + hour * 9), hour, now), hour, "the clock was set back");
    }
}
