//! What holds a thought back while it is under way: `stop`, `ponderhit`, the end of the input.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The reins of one thought after another.
#[derive(Default)]
pub struct Reins {
    stop: AtomicBool,
    hit: AtomicBool,
    closed: AtomicBool,
    /// When the limits began to count.
    pulled: (Mutex<Option<Instant>>, Condvar),
}

impl Reins {
    /// A new thought begins.
    pub fn slacken(&self) {
        self.stop.store(false, Ordering::SeqCst);
        self.hit.store(false, Ordering::SeqCst);
    }

    /// The thought must end.
    pub fn stop(&self) {
        self.pull(&self.stop);
    }

    /// Its limits count from now.
    pub fn hit(&self) {
        self.pull(&self.hit);
    }

    /// Nobody will stop it any more: a thought without an end ends now.
    pub fn close(&self) {
        self.pull(&self.closed);
    }

    fn pull(&self, rein: &AtomicBool) {
        let (lock, pulled) = &self.pulled;
        let mut guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        *guard = Some(Instant::now());
        rein.store(true, Ordering::SeqCst);
        drop(guard);
        pulled.notify_all();
    }

    /// Whether the thought must end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_hit(&self) -> bool {
        self.hit.load(Ordering::Relaxed)
    }

    /// How long its limits have counted, if it was told to ponder and is to move now.
    pub fn since_hit(&self) -> Option<Duration> {
        if !self.is_hit() {
            return None;
        }
        let hit = *self.pulled.0.lock().unwrap_or_else(PoisonError::into_inner);
        hit.map(|hit| hit.elapsed())
    }

    /// Whether nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Waits until one of them is pulled: a thought without an end that has nothing more to think
    /// of answers only then.
    pub fn wait(&self) {
        let (lock, pulled) = &self.pulled;
        let mut guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.is_stopped() || self.is_hit() || self.is_closed()) {
            guard = pulled.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
