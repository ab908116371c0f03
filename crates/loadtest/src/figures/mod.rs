//! Figures of several set-ups side by side, in one run on one machine: a file, a database, several
//! nodes behind a balancer.

pub mod setup;
pub mod sleeping;
pub mod takeover;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Result, ensure};

use self::setup::{Arrangement, Kind};
use crate::load::{self, RoundTrips, Tally};

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// Tables of two clients each.
    pub tables: usize,
    /// Each moves once in this time.
    pub every: Duration,
    /// For so long.
    pub length: Duration,
}

/// What a set-up did.
#[derive(Debug)]
pub struct Measured {
    /// Moves a second that were told.
    pub moves: f64,
    /// Moves that were not made in time.
    pub missed: u64,
    /// What was refused, and sockets that broke.
    pub trouble: u64,
    /// What players saw.
    pub times: RoundTrips,
    /// Processor time of a move, ms: of the servers, and of the database.
    pub processor: (f64, f64),
    /// Bytes of a move: kept on the disk, and written to the log of the database or by the server.
    pub bytes: (f64, f64),
    /// Of its sockets so many were sent on to another node.
    pub tunnels: f64,
}

/// Plays on a set-up of its own.
///
/// # Errors
/// If it does not start, or nothing is played.
pub async fn measure(kind: Kind, program: &std::path::Path, amount: Amount) -> Result<Measured> {
    let setup = Arrangement::start(kind, program).await?;
    let pairs = load::prepare(&setup.http, &setup.url, amount.tables, || {}).await?;
    let lives = load::connect(pairs, || {}).await?;
    let tunnels = setup.metric("trencavel_tunnels").await?;
    let before = setup.used()?;
    let tally = Arc::new(Tally::default());
    let (lives, times) = load::play(lives, amount.every, amount.length, &tally).await?;
    let after = setup.used()?;
    drop(lives);
    let moves = tally.moves.load(Ordering::Relaxed);
    ensure!(moves > 0, "nothing was played");
    let each = |after: f64, before: f64| (after - before) / moves as f64;
    let measured = Measured {
        moves: moves as f64 / amount.length.as_secs_f64(),
        missed: tally.missed.load(Ordering::Relaxed),
        trouble: tally.refused.load(Ordering::Relaxed) + tally.broken.load(Ordering::Relaxed),
        times,
        processor: (
            1000.0 * each(after.server, before.server),
            1000.0 * each(after.database, before.database),
        ),
        bytes: (each(after.disk, before.disk), each(after.written, before.written)),
        tunnels,
    };
    setup.end().await?;
    Ok(measured)
}
