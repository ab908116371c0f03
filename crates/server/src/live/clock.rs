//! The time of the tables: that of the system when the server started, and from then on a clock
//! that never jumps. Setting the system's clock costs nobody time. Where several servers share a
//! store it is the store's, followed in steps so small that nobody notices.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use crate::serve;

/// A clock that only goes forward.
#[derive(Clone, Debug)]
pub struct Clock {
    base: u64,
    start: Instant,
    /// Of a clock that follows another.
    steering: Option<Arc<Steering>>,
}

#[derive(Debug, Default)]
struct Steering {
    /// What following has added, ms.
    added: AtomicI64,
    /// The latest time that was told: no later look tells an earlier one.
    told: AtomicU64,
}

/// The largest step, ms: a hundredth of the time between two of them.
const STEP: i64 = 5;

impl Clock {
    /// A clock that shows the system's time now.
    pub fn start() -> Clock {
        Clock { base: serve::now(), start: Instant::now(), steering: None }
    }

    /// A clock that shows this time now, and follows another.
    pub fn at(base: u64) -> Clock {
        Clock { base, start: Instant::now(), steering: Some(Arc::default()) }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> u64 {
        let since = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX / 2);
        let now = self.base + since;
        let Some(steering) = &self.steering else { return now };
        let now = now.saturating_add_signed(steering.added.load(Ordering::Relaxed));
        steering.told.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Goes a little towards another clock's time; how far it was off, ms.
    pub fn follow(&self, time: u64) -> i64 {
        let off = time.cast_signed() - self.now().cast_signed();
        if let Some(steering) = &self.steering {
            steering.added.fetch_add(off.clamp(-STEP, STEP), Ordering::Relaxed);
        }
        off
    }

    /// When a time of this clock comes; at once if it is past.
    pub fn instant(&self, at: u64) -> Instant {
        let wait = at.saturating_sub(self.now());
        // A timer further away than this is set again when it fires.
        Instant::now() + Duration::from_millis(wait.min(86_400_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_follows_never_goes_back() {
        let clock = Clock::at(1_000_000);
        let mut last = clock.now();
        for _ in 0..100 {
            assert!(clock.follow(900_000) < 0);
            let now = clock.now();
            assert!(now >= last);
            last = now;
        }
        for _ in 0..1000 {
            clock.follow(1_010_000);
        }
        assert!(clock.now() >= 1_003_000, "it comes nearer");
    }
}
