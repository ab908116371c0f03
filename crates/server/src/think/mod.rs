//! Everything that is thought about: moves of computer seats, hints, positions of study boards,
//! finished games.
//!
//! A few threads of their own take turns from one fair [`queue`], so that nobody's table waits
//! behind the crowd of another, and no socket waits for a thought at all. What nobody waits for any
//! more (a table ended, a move was taken back, somebody hung up, the server stops) is taken out of
//! the queue, or stopped where it is. [`seat`] plays a computer's seat, [`insight`] says what is
//! thought of a position, [`trees`] keeps what is known from move to move.
//!
//! Invariant: a thinker gets a copy of the game and nothing else. A game holds no secret and no
//! order of draws, so the computer knows what every player knows.

pub mod engines;
pub mod insight;
pub mod queue;
pub mod seat;
mod threads;
pub mod trees;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use self::queue::Queue;
pub use self::queue::{Behalf, Class};
use self::trees::Trees;
use crate::work::Busy;

/// However many wait, a seat thinks for so long.
const LEAST: Duration = Duration::from_millis(15);

/// How much may wait.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Threads that think.
    pub threads: usize,
    /// The most seats that may wait; as many as there may be tables.
    pub seats: usize,
    /// The most bytes of trees that are kept from move to move.
    pub memory: usize,
}

impl Rule {
    /// How many of a class may wait, and how many of them on one account.
    const fn most(&self, class: Class) -> (usize, usize) {
        match class {
            Class::Seat => (self.seats, self.seats),
            Class::Hint => (256, 2),
            Class::Study => (64, 4),
            Class::Analysis => (256, 4),
        }
    }
}

/// How long a thought may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Time {
    /// From when it begins; without, its number of simulations alone ends it.
    pub most: Option<Duration>,
    /// When its answer is due, if the queue is to be shared out so that all are in time.
    pub due: Option<Instant>,
}

/// How long a thought may go on.
#[derive(Clone, Debug)]
pub struct Pace {
    stop: Arc<AtomicBool>,
    /// When it began, and how long it may take.
    begun: Instant,
    most: Option<Duration>,
}

impl Pace {
    /// Whether nobody waits for the answer any more.
    pub fn is_unwanted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether it must end, having used this part of its time.
    pub fn is_over(&self, part: f64) -> bool {
        let late = |most: Duration| self.begun.elapsed() >= most.mul_f64(part);
        self.is_unwanted() || self.most.is_some_and(late)
    }
}

type Work = Box<dyn FnOnce(&Pace) + Send>;

struct Job {
    time: Time,
    asked: Instant,
    stop: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct State {
    queue: Queue<Job>,
    next: u64,
    /// How many threads are busy with something that is no seat's move.
    aside: usize,
    running: Vec<Arc<AtomicBool>>,
    ended: bool,
}

struct Inner {
    rule: Rule,
    state: Mutex<State>,
    wake: Condvar,
    trees: Trees,
}

/// The threads and their queue. Cloning is cheap; the threads end with the last clone.
#[derive(Clone)]
pub struct Thinkers(Arc<Ender>);

struct Ender(Arc<Inner>);

impl Drop for Ender {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A thought that somebody waits for. When this is dropped it is stopped, or never begun.
#[must_use = "the thought is stopped when this is dropped"]
pub struct Asked {
    inner: Arc<Inner>,
    behalf: Behalf,
    ticket: u64,
    stop: Arc<AtomicBool>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let unbegun = self.inner.state().queue.remove(&self.behalf, self.ticket);
        // What the work holds is dropped without the lock.
        drop(unbegun);
    }
}

impl Thinkers {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system starts none.
    pub fn start(rule: Rule) -> std::io::Result<Thinkers> {
        let trees = Trees::new(rule.memory);
        let inner = Inner { rule, state: Mutex::default(), wake: Condvar::new(), trees };
        let thinkers = Thinkers(Arc::new(Ender(Arc::new(inner))));
        for number in 0..rule.threads.max(1) {
            let inner = Arc::clone(&thinkers.0.0);
            std::thread::Builder::new()
                .name(format!("computer-{number}"))
                .spawn(move || threads::work(&inner))?;
        }
        Ok(thinkers)
    }

    /// Waits for a turn to think. The work is told its pace and answers by itself.
    ///
    /// # Errors
    /// If too many wait, or the threads have ended.
    pub fn ask(
        &self,
        behalf: Behalf,
        time: Time,
        work: impl FnOnce(&Pace) + Send + 'static,
    ) -> Result<Asked, Busy> {
        let inner = &self.0.0;
        let (most, each) = inner.rule.most(behalf.class);
        let mut state = inner.state();
        if state.ended || state.queue.waiting(behalf.class) >= most {
            return Err(Busy::All);
        }
        if state.queue.waiting_of(behalf.class, &behalf.account) >= each {
            return Err(Busy::Yours);
        }
        let ticket = state.next;
        state.next += 1;
        let stop = Arc::<AtomicBool>::default();
        let (asked, work) = (Instant::now(), Box::new(work));
        state.queue.push(&behalf, ticket, Job { time, asked, stop: Arc::clone(&stop), work });
        count(&state);
        drop(state);
        // Not every thread may take everything: let each look.
        inner.wake.notify_all();
        Ok(Asked { inner: Arc::clone(inner), behalf, ticket, stop })
    }

    /// Thinks, and waits for the answer. Whoever stops waiting stops the thought.
    ///
    /// # Errors
    /// If too many wait, it takes longer than `patience`, or the work fails.
    pub async fn run<T: Send + 'static>(
        &self,
        behalf: Behalf,
        time: Time,
        patience: Duration,
        work: impl FnOnce(&Pace) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let (answer, answered) = oneshot::channel();
        // Whoever asked may have gone meanwhile.
        let asked = self.ask(behalf, time, move |pace| drop(answer.send(work(pace))))?;
        let answered = tokio::time::timeout(patience, answered).await;
        drop(asked);
        match answered {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) => Err(if self.0.0.state().ended { Busy::All } else { Busy::Failed }),
            Err(_) => Err(Busy::All),
        }
    }

    /// What is kept from move to move.
    pub fn trees(&self) -> &Trees {
        &self.0.0.trees
    }

    /// How many of a class wait.
    pub fn waiting(&self, class: Class) -> usize {
        self.0.0.state().queue.waiting(class)
    }

    /// Stops every thought, and begins none any more.
    pub fn end(&self) {
        self.0.0.end();
    }
}

/// Tells how many wait.
fn count(state: &State) {
    for (class, name) in [
        (Class::Seat, "seat"),
        (Class::Hint, "hint"),
        (Class::Study, "study"),
        (Class::Analysis, "analysis"),
    ] {
        let waiting = state.queue.waiting(class);
        metrics::gauge!("trencavel_bot_queue", "class" => name).set(waiting as f64);
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        let mut state = self.state();
        state.ended = true;
        for stop in &state.running {
            stop.store(true, Ordering::Relaxed);
        }
        let unbegun = state.queue.drain();
        drop(state);
        drop(unbegun);
        self.wake.notify_all();
    }

    /// How long a job may think that begins now: if many wait, each gets its share, so that all
    /// are answered in time.
    fn allowed(&self, time: Time, waiting: usize) -> Option<Duration> {
        let Some(due) = time.due else { return time.most };
        let left = due.saturating_duration_since(Instant::now());
        let threads = u32::try_from(self.rule.threads.max(1)).unwrap_or(1);
        let others = u32::try_from(waiting).unwrap_or(u32::MAX);
        let share = (left * threads / others.saturating_add(1)).min(left).max(LEAST);
        time.most.map(|most| most.min(share))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may stop at once
mod tests;
