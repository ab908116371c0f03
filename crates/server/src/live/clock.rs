//! The time of the tables: that of the system when the server started, and from then on a clock
//! that never jumps. Setting the system's clock costs nobody time.

use std::time::{Duration, Instant};

use crate::serve;

/// A clock that only goes forward.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    base: u64,
    start: Instant,
}

impl Clock {
    /// A clock that shows the system's time now.
    pub fn start() -> Clock {
        Clock { base: serve::now(), start: Instant::now() }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.base + u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX / 2)
    }

    /// When a time of this clock comes; at once if it is past.
    pub fn instant(&self, at: u64) -> tokio::time::Instant {
        let wait = at.saturating_sub(self.now());
        // A timer further away than this is set again when it fires.
        tokio::time::Instant::now() + Duration::from_millis(wait.min(86_400_000))
    }
}
