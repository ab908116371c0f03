//! A lane: so many threads at once, a bounded queue before them, and turns by origin.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use protocol::Problem;
use tokio::sync::oneshot;

use crate::config::networks::prefix;
use crate::trouble;

/// On whose account work is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The server itself.
    Server,
    /// Somebody at an address, or rather behind its prefix.
    Address(IpAddr),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Server => f.write_str("server"),
            Origin::Address(address) => address.fmt(f),
        }
    }
}

impl From<IpAddr> for Origin {
    fn from(address: IpAddr) -> Origin {
        Origin::Address(prefix(address))
    }
}

/// How much a lane takes.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// How many work at once.
    pub at_once: usize,
    /// How many may wait, from everybody.
    pub waiting: usize,
    /// How many may wait from one origin.
    pub waiting_each: usize,
    /// How long one waits for its turn.
    pub patience: Duration,
}

/// Why work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// Too many of the same origin wait.
    Yours,
    /// Too many wait, or it took too long until the turn came.
    All,
    /// The work panicked: a bug.
    Failed,
}

/// A lane. Cloning is cheap.
#[derive(Clone)]
pub struct Lane(Arc<Inner>);

struct Inner {
    name: &'static str,
    rule: Rule,
    queue: Mutex<Queue>,
}

/// Who waits for a turn.
type Waiter = (u64, oneshot::Sender<Permit>);

#[derive(Default)]
struct Queue {
    running: usize,
    waiting: usize,
    next: u64,
    /// Whose turn it is, in a ring; everybody in it waits.
    ring: VecDeque<Origin>,
    by_origin: HashMap<Origin, VecDeque<Waiter>>,
}

impl Queue {
    fn pop(&mut self) -> Option<oneshot::Sender<Permit>> {
        let origin = self.ring.pop_front()?;
        let line = self.by_origin.get_mut(&origin)?;
        let first = line.pop_front();
        if line.is_empty() {
            self.by_origin.remove(&origin);
        } else {
            self.ring.push_back(origin);
        }
        self.waiting -= usize::from(first.is_some());
        first.map(|(_, sender)| sender)
    }

    fn remove(&mut self, origin: Origin, ticket: u64) {
        let Some(line) = self.by_origin.get_mut(&origin) else { return };
        let before = line.len();
        line.retain(|(own, _)| *own != ticket);
        self.waiting -= before - line.len();
        if line.is_empty() {
            self.by_origin.remove(&origin);
            self.ring.retain(|other| *other != origin);
        }
    }
}

impl From<Busy> for Problem {
    fn from(busy: Busy) -> Problem {
        match busy {
            Busy::Yours => trouble::too_many(2, "requests at once from your address"),
            Busy::All => {
                let detail = "Too many people ask for this at this moment. Try again soon.";
                trouble::unavailable("busy", detail, 5)
            }
            Busy::Failed => trouble::bug(),
        }
    }
}

/// The right to one place; passes on to the next in turn when dropped.
pub struct Permit(Lane);

impl Drop for Permit {
    fn drop(&mut self) {
        let next = {
            let mut queue = self.0.queue();
            let next = queue.pop();
            if next.is_none() {
                queue.running -= 1;
            }
            self.0.count(&queue);
            next
        };
        if let Some(next) = next {
            // Whoever has gone meanwhile gives it back, and so passes it on.
            drop(next.send(Permit(self.0.clone())));
        }
    }
}

/// A place in the queue; given up when dropped.
struct Queued<'a> {
    lane: &'a Lane,
    origin: Origin,
    ticket: u64,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        let mut queue = self.lane.queue();
        queue.remove(self.origin, self.ticket);
        self.lane.count(&queue);
    }
}

impl Lane {
    /// A lane with a name for the metrics.
    pub fn new(name: &'static str, rule: Rule) -> Lane {
        Lane(Arc::new(Inner { name, rule, queue: Mutex::default() }))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, queue: &Queue) {
        let lane = self.0.name;
        metrics::gauge!("trencavel_work_running", "lane" => lane).set(queue.running as f64);
        metrics::gauge!("trencavel_work_waiting", "lane" => lane).set(queue.waiting as f64);
    }

    /// How many work and how many wait.
    pub fn load(&self) -> (usize, usize) {
        let queue = self.queue();
        (queue.running, queue.waiting)
    }

    /// Runs work on a thread of its own when its turn has come. If the caller goes before, it is
    /// never begun; if it goes later, the work keeps its place until it is done.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn run<T: Send + 'static>(
        &self,
        origin: Origin,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let permit = self.turn(origin).await?;
        let name = self.0.name;
        let done = tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let done = work();
            metrics::histogram!("trencavel_work_seconds", "lane" => name)
                .record(begun.elapsed().as_secs_f64());
            drop(permit);
            done
        });
        done.await.map_err(|error| {
            tracing::error!(lane = name, %error, "work failed");
            Busy::Failed
        })
    }

    fn refused(&self) {
        metrics::counter!("trencavel_work_refused_total", "lane" => self.0.name).increment(1);
    }

    /// Waits for a turn; whatever is done while the answer is kept takes one of the places.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn turn(&self, origin: Origin) -> Result<Permit, Busy> {
        self.next(origin).await.inspect_err(|_| self.refused())
    }

    async fn next(&self, origin: Origin) -> Result<Permit, Busy> {
        let (place, mine) = {
            let mut queue = self.queue();
            if queue.running < self.0.rule.at_once {
                queue.running += 1;
                self.count(&queue);
                return Ok(Permit(self.clone()));
            }
            if queue.waiting >= self.0.rule.waiting {
                return Err(Busy::All);
            }
            let own = queue.by_origin.get(&origin).map_or(0, VecDeque::len);
            if own >= self.0.rule.waiting_each {
                return Err(Busy::Yours);
            }
            if own == 0 {
                queue.ring.push_back(origin);
            }
            let (sender, mine) = oneshot::channel();
            let ticket = queue.next;
            queue.next += 1;
            queue.waiting += 1;
            queue.by_origin.entry(origin).or_default().push_back((ticket, sender));
            self.count(&queue);
            (Queued { lane: self, origin, ticket }, mine)
        };
        let turn = tokio::time::timeout(self.0.rule.patience, mine).await;
        drop(place);
        match turn {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) | Err(_) => Err(Busy::All),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may stop at once
mod tests {
    use std::sync::mpsc;

    use super::*;

    const RULE: Rule =
        Rule { at_once: 1, waiting: 8, waiting_each: 2, patience: Duration::from_secs(20) };

    fn address(last: u8) -> Origin {
        Origin::from(IpAddr::from([10, 0, 0, last]))
    }

    /// Begins work that lasts until the answer is dropped, and waits until it has begun.
    async fn occupy(lane: &Lane) -> (tokio::task::JoinHandle<()>, mpsc::Sender<()>) {
        let (end, wait) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let ours = lane.clone();
        let work = tokio::spawn(async move {
            let work = move || {
                let _ = begin.send(());
                let _ = wait.recv();
            };
            let _ = ours.run(address(1), work).await;
        });
        begun.await.unwrap();
        (work, end)
    }

    async fn until(lane: &Lane, load: (usize, usize)) {
        for _ in 0..10_000 {
            if lane.load() == load {
                return;
            }
            tokio::task::yield_now().await;
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("{:?} is not {load:?}", lane.load());
    }

    #[tokio::test]
    async fn who_hangs_up_frees_no_thread_that_is_still_busy() {
        let lane = Lane::new("test", RULE);
        let (work, end) = occupy(&lane).await;
        work.abort();
        assert!(work.await.unwrap_err().is_cancelled());
        assert_eq!(lane.load(), (1, 0), "the work goes on, and so does its permit");
        drop(end);
        until(&lane, (0, 0)).await;
    }

    #[tokio::test]
    async fn who_hangs_up_before_its_turn_is_not_worked_for() {
        let lane = Lane::new("test", RULE);
        let (_work, end) = occupy(&lane).await;
        let ours = lane.clone();
        let waiter = tokio::spawn(async move { ours.run(address(2), || panic!("begun")).await });
        until(&lane, (1, 1)).await;
        waiter.abort();
        until(&lane, (1, 0)).await;
        drop(end);
        until(&lane, (0, 0)).await;
    }

    #[tokio::test]
    async fn turns_go_round_and_nobody_fills_the_queue_alone() {
        let lane = Lane::new("test", RULE);
        let (_work, end) = occupy(&lane).await;
        let (done, order) = mpsc::channel();
        let mut waiters = Vec::new();
        for (waiting, origin) in [1, 1, 2, 2, 3].into_iter().enumerate() {
            let (ours, done) = (lane.clone(), done.clone());
            waiters.push(tokio::spawn(async move {
                ours.run(address(origin), move || done.send(origin).unwrap()).await
            }));
            until(&lane, (1, waiting + 1)).await;
        }
        assert_eq!(lane.run(address(1), || ()).await, Err(Busy::Yours));
        drop(end);
        for waiter in waiters {
            waiter.await.unwrap().unwrap();
        }
        assert_eq!(order.try_iter().collect::<Vec<_>>(), [1, 2, 3, 1, 2]);
        until(&lane, (0, 0)).await;
    }

    #[tokio::test]
    async fn a_full_queue_and_a_lost_patience_are_told() {
        let rule = Rule { waiting: 1, patience: Duration::from_millis(20), ..RULE };
        let lane = Lane::new("test", rule);
        let (_work, end) = occupy(&lane).await;
        let ours = lane.clone();
        let waiter = tokio::spawn(async move { ours.run(address(2), || ()).await });
        until(&lane, (1, 1)).await;
        assert_eq!(lane.run(address(3), || ()).await, Err(Busy::All));
        assert_eq!(waiter.await.unwrap(), Err(Busy::All), "its patience was over");
        drop(end);
        until(&lane, (0, 0)).await;
    }

    #[tokio::test]
    async fn a_panic_gives_the_thread_back() {
        let lane = Lane::new("test", RULE);
        let failed = lane.run(address(1), || panic!("a bug")).await;
        assert_eq!(failed, Err(Busy::Failed));
        assert_eq!(lane.load(), (0, 0));
        assert_eq!(lane.run(address(1), || 7).await, Ok(7));
    }

    #[test]
    fn an_origin_is_a_house_not_a_room() {
        let of = |text: &str| Origin::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.0.0.1"), address(1));
        assert_ne!(address(1), address(2));
    }
}
