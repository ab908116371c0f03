//! What a thinking thread does: takes whoever's turn it is, until the server stops.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use super::queue::Class;
use super::{Inner, Job, Pace};

/// Thinks until the server stops.
pub(super) fn work(inner: &Arc<Inner>) {
    give_way();
    while let Some((class, job, waiting)) = next(inner) {
        let begun = Instant::now();
        metrics::histogram!("trencavel_bot_waited_seconds")
            .record((begun - job.asked).as_secs_f64());
        let Job { time, stop, work, .. } = job;
        let most = inner.allowed(time, waiting);
        let pace = Pace { stop: Arc::clone(&stop), begun, most };
        // A panic here is a bug of the engine, but the thread has others to serve; a table that
        // asked chooses by itself when the time has passed.
        if catch_unwind(AssertUnwindSafe(|| work(&pace))).is_err() {
            tracing::error!(?class, "a thought failed");
        }
        metrics::histogram!("trencavel_bot_seconds").record(begun.elapsed().as_secs_f64());
        let mut state = inner.state();
        state.running.retain(|other| !Arc::ptr_eq(other, &stop));
        state.aside -= usize::from(class != Class::Seat);
        drop(state);
        // A thread that may do anything is free again.
        inner.wake.notify_one();
    }
}

/// Whoever's turn it is, and how many seats wait behind; `None` when the server stops.
fn next(inner: &Inner) -> Option<(Class, Job, usize)> {
    let mut state = inner.state();
    loop {
        if state.ended {
            return None;
        }
        // One thread is always left for those who play, if there are several.
        let seats_only = state.aside + 1 >= inner.rule.threads && state.aside > 0;
        if let Some((class, job)) = state.queue.pop(seats_only) {
            state.aside += usize::from(class != Class::Seat);
            state.running.push(Arc::clone(&job.stop));
            super::count(&state);
            return Some((class, job, state.queue.waiting(Class::Seat)));
        }
        state = inner.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Lets everything else of this machine go first: whoever moves waits for no thought.
#[cfg(target_os = "linux")]
fn give_way() {
    // There the priority is one of the calling thread. If it cannot be had, nothing is lost.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

#[cfg(not(target_os = "linux"))]
fn give_way() {}
