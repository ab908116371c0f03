//! People who only want to play: tables beside an attack, newcomers, and what they all noticed.

use std::future::Future;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::Instant;

use super::newcomers::{Newcomers, Reception};
use super::{Demand, Size};
use crate::load::{self, Live, Pace, RoundTrips, Tally};

/// Each table moves once in this time.
const EVERY: Duration = Duration::from_millis(120);
/// The shortest time that is looked at, so that there are moves to judge by: ms, short and full.
const LEAST: (usize, usize) = (600, 3000);
/// Longer than any attack: until then it is played, one game after the other.
const MOST: Duration = Duration::from_mins(10);

/// Where honest people are at home: a thread of their own. A crowd that one program plays beside
/// them would keep them waiting by itself, whatever the server does.
pub struct Home(Option<Runtime>);

impl Home {
    /// A home.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub fn build() -> Result<Home> {
        Ok(Home(Some(Builder::new_multi_thread().worker_threads(1).enable_all().build()?)))
    }

    /// Runs something there.
    ///
    /// # Errors
    /// If it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T> {
        let runtime = self.0.as_ref().context("a home is there until it is dropped")?;
        Ok(runtime.spawn(work).await?)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Honest tables, ready to be played.
pub struct Honest {
    lives: Vec<Live>,
    size: Size,
    newcomers: Newcomers,
}

/// Honest tables that are being played.
pub struct Playing {
    tally: Arc<Tally>,
    tables: JoinSet<Result<RoundTrips>>,
    newcomers: JoinHandle<Reception>,
    /// Until when it is played at least.
    least: Instant,
}

/// What honest players noticed.
#[derive(Clone, Default, Debug)]
pub struct Noticed {
    /// Moves that were made and told.
    pub moves: u64,
    /// Moves that were due and could not be made, because the one before was not done.
    pub missed: u64,
    /// Refusals of any kind, also those that only ask to wait.
    pub refused: u64,
    /// Sockets that ended.
    pub broken: u64,
    /// How long half of the moves took at most, until both sides knew of them.
    pub p50: Duration,
    /// And 99 of 100.
    pub p99: Duration,
    /// How it went for those who came meanwhile.
    pub newcomers: Reception,
}

impl Noticed {
    /// What an honest player would complain about.
    pub fn fault(&self, demand: &Demand) -> Option<String> {
        let mut faults = Vec::new();
        if self.moves == 0 {
            faults.push("no honest move was made".to_string());
        }
        if self.missed * 100 > (self.moves + self.missed) * demand.missed_percent {
            let due = self.moves + self.missed;
            faults.push(format!("{} of {due} honest moves could not be made in time", self.missed));
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
        if let Some(first) = self.newcomers.turned_away.first() {
            let count = self.newcomers.turned_away.len();
            faults.push(format!("{count} newcomers were turned away: {first}"));
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
        let pairs = load::prepare(&at_home(0, number)?, url, size.pick(2, 4), || {}).await?;
        let lives = load::connect(pairs, || {}).await?;
        let newcomers = Newcomers { http: at_home(1, number)?, url: url.to_string(), number };
        Ok(Honest { lives, size, newcomers })
    }

    /// One of the tables, for attacks that need one.
    pub fn table(&self) -> String {
        self.lives.first().map(|live| live.table().to_string()).unwrap_or_default()
    }

    /// Plays until it is stopped.
    pub fn play(self) -> Playing {
        let tally = Arc::new(Tally::default());
        let least = Duration::from_millis(self.size.pick(LEAST.0, LEAST.1) as u64);
        let mut tables = JoinSet::new();
        let (begun, count) = (Instant::now(), self.lives.len() as u32);
        for (number, live) in self.lives.into_iter().enumerate() {
            // Tables move one after the other, not all at the same moment.
            let first = begun + EVERY * number as u32 / count;
            let pace = Pace { first, every: EVERY, end: begun + MOST };
            tables.spawn(game_after_game(live, pace, Arc::clone(&tally)));
        }
        let newcomers = tokio::spawn(self.newcomers.come(Arc::clone(&tally)));
        Playing { tally, tables, newcomers, least: begun + least }
    }
}

/// A client with an address of its own, in one of the streets where honest people live.
fn at_home(street: u8, number: u8) -> Result<reqwest::Client> {
    let home = Ipv4Addr::new(127, 0, street, number);
    Ok(reqwest::Client::builder().no_proxy().local_address(Some(home.into())).build()?)
}

/// Plays at one table, and again with the same two when a game is over.
async fn game_after_game(live: Live, pace: Pace, tally: Arc<Tally>) -> Result<RoundTrips> {
    let mut times = RoundTrips::default();
    let mut next = Some(live);
    let mut pace = pace;
    for seed in 0.. {
        let Some(live) = next else { break };
        let (left, own) = live.run(pace, &tally).await;
        times.extend(own);
        if tally.is_stopped() {
            break;
        }
        next = match left {
            Some(over) => Some(over.again(seed).await?),
            None => None,
        };
        pace.first = Instant::now() + pace.every;
    }
    Ok(times)
}

impl Playing {
    /// Stops, and tells what was noticed.
    ///
    /// # Errors
    /// If a pair could not go on with another game, or a task of ours failed.
    pub async fn stop(mut self) -> Result<Noticed> {
        tokio::time::sleep_until(self.least).await;
        self.tally.stop.store(true, Ordering::Relaxed);
        let RoundTrips { mut step, mut done } = {
            let mut all = RoundTrips::default();
            while let Some(times) = self.tables.join_next().await {
                all.extend(times??);
            }
            all
        };
        let count = |number: &std::sync::atomic::AtomicU64| number.load(Ordering::Relaxed);
        Ok(Noticed {
            moves: count(&self.tally.moves),
            missed: count(&self.tally.missed),
            refused: count(&self.tally.refused),
            broken: count(&self.tally.broken),
            p50: step.percentile(0.5).max(done.percentile(0.5)),
            p99: step.percentile(0.99).max(done.percentile(0.99)),
            newcomers: self.newcomers.await?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEMAND: Demand = Demand { p99: Duration::from_millis(50), missed_percent: 2 };

    #[test]
    fn moves_that_could_not_be_made_and_people_turned_away_are_faults() {
        let fine = Noticed { moves: 98, missed: 2, ..Noticed::default() };
        assert_eq!(fine.fault(&DEMAND), None);
        let stuck = Noticed { missed: 3, ..fine.clone() };
        assert!(stuck.fault(&DEMAND).is_some_and(|fault| fault.contains("3 of 101")));
        let turned_away = vec!["429".to_string()];
        let newcomers = Reception { turned_away, ..Reception::default() };
        let closed = Noticed { newcomers, ..fine };
        assert!(closed.fault(&DEMAND).is_some_and(|fault| fault.contains("429")));
    }
}
