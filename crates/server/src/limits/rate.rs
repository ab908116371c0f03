//! So many in a time, for each key.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// A limit for each key.
pub(super) struct Keyed<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
}

/// So many a minute, all of them at once if need be.
pub(super) fn per_minute<K: Hash + Eq + Clone>(n: u32) -> Keyed<K> {
    Keyed::new(Quota::per_minute(at_least_one(n)))
}

/// So many an hour, all of them at once if need be.
pub(super) fn per_hour<K: Hash + Eq + Clone>(n: u32) -> Keyed<K> {
    Keyed::new(Quota::per_hour(at_least_one(n)))
}

/// So many a day, all of them at once if need be.
pub(super) fn per_day<K: Hash + Eq + Clone>(n: u32) -> Keyed<K> {
    let n = at_least_one(n);
    let hour = Quota::per_hour(n);
    let day = Quota::with_period(Duration::from_hours(24) / n.get());
    Keyed::new(day.map_or(hour, |day| day.allow_burst(n)))
}

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

impl<K: Hash + Eq + Clone> Keyed<K> {
    fn new(quota: Quota) -> Keyed<K> {
        Keyed { limiter: RateLimiter::keyed(quota), clock: DefaultClock::default() }
    }

    /// Takes one; if none is left, says after how many seconds there is.
    pub(super) fn take(&self, key: &K) -> Result<(), u32> {
        self.limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now()).as_secs();
            u32::try_from(wait).unwrap_or(u32::MAX).saturating_add(1)
        })
    }

    /// Forgets keys that have all of their share again.
    pub(super) fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }

    /// How many keys are remembered.
    pub(super) fn len(&self) -> usize {
        self.limiter.len()
    }
}
