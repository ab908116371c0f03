//! How much anybody may ask for: requests and tries by address, tables by person, sockets.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Config;

/// Limits that all handlers share.
pub struct Limits {
    requests: Keyed<IpAddr>,
    logins: Keyed<IpAddr>,
    tables: Keyed<String>,
    sockets: Arc<Mutex<Sockets>>,
    max_sockets: usize,
    max_sockets_per_address: usize,
}

struct Keyed<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
}

#[derive(Default)]
struct Sockets {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The right to one open socket; gives it back when dropped.
pub struct SocketPass {
    sockets: Arc<Mutex<Sockets>>,
    address: IpAddr,
}

impl<K: Hash + Eq + Clone> Keyed<K> {
    fn new(quota: Quota) -> Keyed<K> {
        Keyed { limiter: RateLimiter::keyed(quota), clock: DefaultClock::default() }
    }

    /// Takes one; if none is left, says after how many seconds there is.
    fn take(&self, key: &K) -> Result<(), u32> {
        self.limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now()).as_secs();
            u32::try_from(wait).unwrap_or(u32::MAX).saturating_add(1)
        })
    }

    fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

impl Limits {
    /// Limits by the settings.
    pub fn new(config: &Config) -> Limits {
        Limits {
            requests: Keyed::new(Quota::per_minute(at_least_one(config.requests_per_minute))),
            logins: Keyed::new(Quota::per_minute(at_least_one(config.logins_per_minute))),
            tables: Keyed::new(Quota::per_hour(at_least_one(config.tables_per_hour))),
            sockets: Arc::default(),
            max_sockets: config.max_sockets,
            max_sockets_per_address: config.max_sockets_per_address,
        }
    }

    /// An HTTP request of an address.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn request(&self, address: IpAddr) -> Result<(), u32> {
        self.requests.take(&address)
    }

    /// A try to log in, or a new account.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn login(&self, address: IpAddr) -> Result<(), u32> {
        self.logins.take(&address)
    }

    /// A new table of a person.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn table(&self, person: &str) -> Result<(), u32> {
        self.tables.take(&person.to_string())
    }

    /// A new socket; `None` if there are too many.
    pub fn socket(&self, address: IpAddr) -> Option<SocketPass> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if sockets.all >= self.max_sockets {
            return None;
        }
        let of_address = sockets.by_address.entry(address).or_default();
        if *of_address >= self.max_sockets_per_address {
            return None;
        }
        *of_address += 1;
        sockets.all += 1;
        Some(SocketPass { sockets: self.sockets.clone(), address })
    }

    /// Forgets addresses that have been quiet; called now and then.
    pub fn sweep(&self) {
        self.requests.sweep();
        self.logins.sweep();
        self.tables.sweep();
    }
}

impl Drop for SocketPass {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        sockets.all -= 1;
        if let Some(n) = sockets.by_address.get_mut(&self.address) {
            *n -= 1;
            if *n == 0 {
                sockets.by_address.remove(&self.address);
            }
        }
    }
}
