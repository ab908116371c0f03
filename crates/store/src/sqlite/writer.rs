//! The one writer, which commits in groups.
//!
//! Waiting for the disk is what a commit costs, so everything that waits when a commit begins is
//! committed together. Invariant: nobody is answered before the commit that holds its change, and
//! a request that fails takes no other down with it.

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::fault::is_own;
use super::open;
use super::write::Write;
use crate::Result;

/// How many requests may wait; more than that wait at their callers.
const QUEUE: usize = 1024;

/// How many requests are committed together at most.
const GROUP: usize = 256;

/// A request and where its answer goes.
pub(super) struct Job {
    pub(super) write: Write,
    pub(super) answer: oneshot::Sender<Result<u64>>,
}

/// Starts the writer. It ends when all senders are gone and everything is written; the owner of the
/// lock then notes that it ended well, and lets the lock go.
pub(super) fn start(
    connection: SqliteConnection,
    lock: Option<open::Owned>,
) -> (mpsc::Sender<Job>, tokio::task::JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    (sender, tokio::spawn(run(connection, lock, receiver)))
}

async fn run(
    mut connection: SqliteConnection,
    lock: Option<open::Owned>,
    mut receiver: mpsc::Receiver<Job>,
) {
    let mut group = Vec::with_capacity(GROUP);
    while receiver.recv_many(&mut group, GROUP).await > 0 {
        commit(&mut connection, std::mem::take(&mut group)).await;
    }
    if lock.is_some()
        && let Err(error) = open::note_clean_stop(&mut connection).await
    {
        tracing::warn!(%error, "the stop could not be noted; the next start reads the whole file");
    }
    if let Err(error) =
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await
    {
        tracing::warn!(%error, "the write-ahead log could not be folded in; the next start does it");
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database did not close well");
    }
    drop(lock);
}

/// Commits a group and answers it. If the group fails as a whole (no space, say) each request is
/// tried alone, so that each gets the answer it deserves.
async fn commit(connection: &mut SqliteConnection, group: Vec<Job>) {
    match together(connection, &group).await {
        Ok(results) => {
            for (job, result) in group.into_iter().zip(results) {
                // Whoever asked may have gone: the change is made all the same.
                let _ = job.answer.send(result);
            }
        }
        Err(_) if group.len() > 1 => {
            for job in group {
                let result = alone(connection, &job).await;
                let _ = job.answer.send(result);
            }
        }
        Err(error) => {
            for job in group {
                let _ = job.answer.send(Err(error.clone()));
            }
        }
    }
}

async fn alone(connection: &mut SqliteConnection, job: &Job) -> Result<u64> {
    let results = together(connection, std::slice::from_ref(job)).await?;
    results.into_iter().next().unwrap_or(Ok(0))
}

/// Runs the requests in one transaction. `Err` means that nothing at all was committed.
async fn together(connection: &mut SqliteConnection, group: &[Job]) -> Result<Vec<Result<u64>>> {
    begin(connection).await?;
    let done = async {
        let mut results = Vec::with_capacity(group.len());
        for job in group {
            results.push(within(connection, &job.write).await?);
        }
        sqlx::query("COMMIT").execute(&mut *connection).await?;
        Ok(results)
    };
    let done: Result<Vec<Result<u64>>> = done.await;
    if done.is_err() {
        // SQLite may have rolled back by itself already: then this has nothing to do.
        let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
    }
    done
}

async fn begin(connection: &mut SqliteConnection) -> Result<()> {
    sqlx::query("BEGIN IMMEDIATE").execute(connection).await?;
    Ok(())
}

/// Runs one request inside the transaction. The outer error is of the database and ends the
/// group; the inner one is of this request alone, whose changes are taken back.
async fn within(connection: &mut SqliteConnection, write: &Write) -> Result<Result<u64>> {
    sqlx::query("SAVEPOINT request").execute(&mut *connection).await?;
    let result = write.run(connection).await;
    match &result {
        Ok(_) => {}
        Err(error) if is_own(error) => {
            sqlx::query("ROLLBACK TO request").execute(&mut *connection).await?;
        }
        Err(error) => return Err(error.clone()),
    }
    sqlx::query("RELEASE request").execute(connection).await?;
    Ok(result)
}
