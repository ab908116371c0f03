//! The way of a node to the database, as a simulation has it: every question is carried out by the
//! real database, while the simulated time stands; how long it and its answer are under way, and
//! whether they arrive, the simulation decides.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::postgres::PgPool;
use tokio::runtime::Handle;
use tokio::task::unconstrained;
use tokio::time::sleep;

use super::write::Write;
use crate::{Result, StoreError};

/// When simulations begin, ms since 1970.
const BEGINNING: i64 = 1_800_000_000_000;

/// How bad the way is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weather {
    /// Nothing arrives.
    pub cut: bool,
    /// The longest time under way, there or back, ms.
    pub delay: u64,
    /// Of a thousand answers so many are lost: what was asked for is done.
    pub lost: u32,
    /// Of a thousand changes so many are made after whoever waited for them has given up.
    pub late: u32,
}

/// A thread that waits until it can go on.
struct Waiting(Thread);

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The way of one node.
#[derive(Debug)]
pub struct Way {
    /// Where the real database is asked.
    outside: Handle,
    /// The file from which the database reads the time: telling it would take as long as asking.
    clock: PathBuf,
    weather: Mutex<Weather>,
    dice: Mutex<StdRng>,
    /// How far the clock of the database was set, ms.
    set: AtomicI64,
    /// Of a thousand changes so many are answered for and not made: what a test must find.
    lies: AtomicU32,
}

impl Way {
    /// A way whose faults follow from a seed; the database is asked by another runtime, and reads
    /// its time from a file.
    pub fn new(outside: Handle, clock: PathBuf, seed: u64) -> Way {
        let dice = Mutex::new(StdRng::seed_from_u64(seed));
        let (set, lies) = (AtomicI64::new(0), AtomicU32::new(0));
        Way { outside, clock, weather: Mutex::default(), dice, set, lies }
    }

    /// Changes how bad it is.
    pub fn be(&self, weather: Weather) {
        *self.weather.lock().unwrap_or_else(PoisonError::into_inner) = weather;
    }

    /// Sets the clock of the database.
    pub fn set_clock(&self, ms: i64) {
        self.set.store(ms, Ordering::Relaxed);
    }

    /// From now on the database lies.
    pub fn lie(&self, lies: u32) {
        self.lies.store(lies, Ordering::Relaxed);
    }

    fn weather(&self) -> Weather {
        *self.weather.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number below `most`.
    fn below(&self, most: u64) -> u64 {
        let mut dice = self.dice.lock().unwrap_or_else(PoisonError::into_inner);
        dice.random_range(0..most.max(1))
    }

    /// Does something outside of the simulation, whose time stands meanwhile: this thread waits
    /// for it, and everything that it asks for belongs to the other runtime.
    pub fn outside<T>(&self, work: impl Future<Output = T>) -> T {
        let _outside = self.outside.enter();
        // A task may do only so much before it has to let others go on; here nobody else does.
        let mut work = pin!(unconstrained(work));
        let waker = Waker::from(Arc::new(Waiting(thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            match work.as_mut().poll(&mut context) {
                Poll::Ready(done) => return done,
                Poll::Pending => thread::park(),
            }
        }
    }

    /// The same in the database, whose clock shows the simulated time.
    fn there<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let since = turmoil::sim_elapsed().unwrap_or_default().as_millis();
        let now = BEGINNING + i64::try_from(since).unwrap_or(0) + self.set.load(Ordering::Relaxed);
        let noted = std::fs::write(&self.clock, now.to_string());
        noted.map_err(|error| StoreError::Other(format!("no clock: {error}")))?;
        self.outside(work)
    }

    /// Under way, there or back.
    async fn travel(&self) -> Result<()> {
        let weather = self.weather();
        sleep(Duration::from_millis(self.below(weather.delay + 1))).await;
        if self.weather().cut {
            sleep(Duration::from_millis(self.below(2_000))).await;
            return Err(StoreError::Away("the way is cut".to_owned()));
        }
        Ok(())
    }

    /// Carries a question there and its answer back.
    pub(super) async fn carry<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.travel().await?;
        let done = self.there(work);
        self.travel().await?;
        if self.below(1_000) < u64::from(self.weather().lost) {
            return Err(StoreError::Busy);
        }
        done
    }

    /// The same for a change: if its answer is lost, nobody knows whether it was made.
    pub(super) async fn carry_change(
        &self,
        work: impl Future<Output = Result<u64>>,
    ) -> Result<u64> {
        self.travel().await?;
        if self.below(1_000) < u64::from(self.lies.load(Ordering::Relaxed)) {
            return Ok(0);
        }
        let done = self.there(work);
        let back = self.travel().await;
        if back.is_err() || self.below(1_000) < u64::from(self.weather().lost) {
            return Err(StoreError::Late);
        }
        done
    }

    /// Whether a change is to be late, and by how much.
    pub(super) fn lateness(&self) -> Option<Duration> {
        let late = self.below(1_000) < u64::from(self.weather().late);
        late.then(|| Duration::from_millis(self.below(3_000)))
    }

    /// Gives up on a change, which is made all the same a little later.
    pub(super) async fn make_late(
        self: &Arc<Way>,
        pool: &PgPool,
        write: Write,
        by: Duration,
    ) -> Result<u64> {
        let (way, pool) = (Arc::clone(self), pool.clone());
        let waited = Duration::from_millis(self.below(4_000));
        tokio::spawn(async move {
            sleep(waited + by).await;
            let made = way.there(async {
                let mut db = pool.begin().await?;
                write.run(&mut db).await?;
                db.commit().await?;
                Ok(())
            });
            tracing::debug!(?made, "a late change");
        });
        sleep(waited).await;
        Err(StoreError::Late)
    }
}
