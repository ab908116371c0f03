//! People who only want to play: tables beside an attack, and what their players noticed.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Result;
use tokio::task::JoinHandle;

use super::{Demand, Size};
use crate::load::{self, Live, RoundTrips, Tally};

/// Each table moves once in this time: so a game of the base lasts as long as an attack.
const EVERY: Duration = Duration::from_millis(120);
/// The shortest time that is looked at, so that there are moves to judge by: ms, short and full.
const LEAST: (usize, usize) = (600, 3000);
/// A game of the base has some seventy turns: no longer than that.
const MOST: Duration = Duration::from_secs(9);

/// Honest tables, ready to be played.
pub struct Honest {
    lives: Vec<Live>,
    size: Size,
}

/// Honest tables that are being played.
pub struct Playing {
    tally: Arc<Tally>,
    task: JoinHandle<Result<(Vec<Live>, RoundTrips)>>,
    /// Until when it is played at least.
    least: tokio::time::Instant,
}

/// What honest players noticed.
#[derive(Clone, Default, Debug)]
pub struct Noticed {
    /// Moves that were made and told.
    pub moves: u64,
    /// Refusals of any kind.
    pub refused: u64,
    /// Sockets that ended.
    pub broken: u64,
    /// How long half of the moves took at most, until both sides knew of them.
    pub p50: Duration,
    /// And 99 of 100.
    pub p99: Duration,
}

impl Noticed {
    /// What an honest player would complain about.
    pub fn fault(&self, demand: &Demand) -> Option<String> {
        let mut faults = Vec::new();
        if self.moves == 0 {
            faults.push("no honest move was made".to_string());
        }
        if self.refused > 0 {
            faults.push(format!("{} honest messages were refused", self.refused));
        }
        if self.broken > 0 {
            faults.push(format!("{} honest sockets ended", self.broken));
        }
        if self.p99 > demand.p99 {
            faults.push(format!("moves took {} ms (p99)", self.p99.as_millis()));
        }
        (!faults.is_empty()).then(|| faults.join(", "))
    }
}

impl Honest {
    /// Begins tables of two guests each, from an address of their own for each attack.
    ///
    /// # Errors
    /// If the server refuses them anything.
    pub async fn begin(url: &str, size: Size, number: u8) -> Result<Honest> {
        let home = Ipv4Addr::new(127, 0, 0, number);
        let http =
            reqwest::Client::builder().no_proxy().local_address(Some(home.into())).build()?;
        let pairs = load::prepare(&http, url, size.pick(2, 4), || {}).await?;
        let lives = load::connect(pairs, || {}).await?;
        Ok(Honest { lives, size })
    }

    /// One of the tables, for attacks that need one.
    pub fn table(&self) -> String {
        self.lives.first().map(|live| live.table().to_string()).unwrap_or_default()
    }

    /// Plays until it is stopped.
    pub fn play(self) -> Playing {
        let tally = Arc::new(Tally::default());
        let shared = Arc::clone(&tally);
        let least = Duration::from_millis(self.size.pick(LEAST.0, LEAST.1) as u64);
        let task = tokio::spawn(async move { load::play(self.lives, EVERY, MOST, &shared).await });
        Playing { tally, task, least: tokio::time::Instant::now() + least }
    }
}

impl Playing {
    /// Stops, and tells what was noticed.
    ///
    /// # Errors
    /// If a task of ours failed.
    pub async fn stop(self) -> Result<Noticed> {
        tokio::time::sleep_until(self.least).await;
        self.tally.stop.store(true, Ordering::Relaxed);
        let (_, RoundTrips { mut step, mut done }) = self.task.await??;
        let count = |number: &std::sync::atomic::AtomicU64| number.load(Ordering::Relaxed);
        Ok(Noticed {
            moves: count(&self.tally.moves),
            refused: count(&self.tally.refused),
            broken: count(&self.tally.broken),
            p50: step.percentile(0.5).max(done.percentile(0.5)),
            p99: step.percentile(0.99).max(done.percentile(0.99)),
        })
    }
}
