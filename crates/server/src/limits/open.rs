//! How many connections and sockets are open, in all and by address.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore};

/// Which part of all sockets is kept for people who play: one of so many.
const RESERVED: usize = 10;
/// How many watchers come in or go out at the same time. A crowd at the door waits in line, so that
/// it does not keep all cores from those who play.
const DOOR: usize = 2;

/// What is open, in all and by address.
#[derive(Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Counts {
    fn of(&self, address: Option<IpAddr>) -> usize {
        address.and_then(|address| self.by_address.get(&address)).copied().unwrap_or(0)
    }

    fn add(&mut self, address: Option<IpAddr>) {
        self.all += 1;
        if let Some(address) = address {
            *self.by_address.entry(address).or_default() += 1;
        }
    }

    fn remove(&mut self, address: Option<IpAddr>) {
        self.all -= 1;
        if let Some(address) = address
            && let Some(n) = self.by_address.get_mut(&address)
        {
            *n -= 1;
            if *n == 0 {
                self.by_address.remove(&address);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The open connections.
pub(super) struct Connections {
    counts: Arc<Mutex<Counts>>,
    most: usize,
    most_per_address: usize,
}

/// The right to one open connection; gives it back when dropped.
pub struct ConnectionPass {
    counts: Arc<Mutex<Counts>>,
    address: Option<IpAddr>,
}

impl Connections {
    pub(super) fn new(most: usize, most_per_address: usize) -> Connections {
        Connections { counts: Arc::default(), most, most_per_address }
    }

    /// One more, of an address that is counted or not.
    pub(super) fn open(&self, address: Option<IpAddr>) -> Option<ConnectionPass> {
        let mut counts = lock(&self.counts);
        if counts.all >= self.most || counts.of(address) >= self.most_per_address {
            return None;
        }
        counts.add(address);
        Some(ConnectionPass { counts: self.counts.clone(), address })
    }
}

impl Drop for ConnectionPass {
    fn drop(&mut self) {
        lock(&self.counts).remove(self.address);
    }
}

/// The open sockets and feeds.
pub(super) struct Sockets {
    kept: Arc<Mutex<Kept>>,
    door: Arc<Semaphore>,
    most: usize,
    most_per_address: usize,
}

#[derive(Default)]
struct Kept {
    counts: Counts,
    next: u64,
    /// Everything that is open, the oldest first.
    open: BTreeMap<u64, Open>,
}

struct Open {
    address: Option<IpAddr>,
    /// Whether it is of somebody who plays: they stay.
    plays: bool,
    /// Tells a watcher to go.
    out: Arc<Notify>,
}

/// The right to one open socket; gives it back when dropped.
pub struct SocketPass {
    seat: SocketSeat,
    out: Arc<Notify>,
    door: Arc<Semaphore>,
}

/// Whether an open socket is of somebody who plays: people sit down and stand up meanwhile.
#[derive(Clone)]
pub struct SocketSeat {
    kept: Arc<Mutex<Kept>>,
    number: u64,
}

impl SocketSeat {
    /// Notes whether it is.
    pub fn plays(&self, plays: bool) {
        if let Some(open) = lock(&self.kept).open.get_mut(&self.number) {
            open.plays = plays;
        }
    }

    fn is_of_player(&self) -> bool {
        lock(&self.kept).open.get(&self.number).is_some_and(|open| open.plays)
    }
}

impl std::fmt::Debug for SocketSeat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SocketSeat({})", self.number)
    }
}

impl Sockets {
    pub(super) fn new(most: usize, most_per_address: usize) -> Sockets {
        let door = Arc::new(Semaphore::new(DOOR));
        Sockets { kept: Arc::default(), door, most, most_per_address }
    }

    /// One more. A watcher leaves the last tenth to people who play; they come in at the cost of
    /// the watcher who has been here longest, if need be.
    pub(super) fn open(&self, address: Option<IpAddr>, plays: bool) -> Option<SocketPass> {
        let mut kept = lock(&self.kept);
        if kept.counts.of(address) >= self.most_per_address {
            kept.send_out(plays, |open| open.address == address)?;
        }
        let most = if plays { self.most } else { self.most - self.most.div_ceil(RESERVED) };
        if kept.counts.all >= most {
            kept.send_out(plays, |_| true)?;
        }
        kept.counts.add(address);
        kept.next += 1;
        let (number, out) = (kept.next, Arc::<Notify>::default());
        kept.open.insert(number, Open { address, plays, out: out.clone() });
        let seat = SocketSeat { kept: self.kept.clone(), number };
        Some(SocketPass { seat, out, door: self.door.clone() })
    }
}

impl Kept {
    /// Ends the oldest watcher among some, for somebody who plays.
    fn send_out(&mut self, plays: bool, among: impl Fn(&Open) -> bool) -> Option<()> {
        let watches = |(_, open): &(&u64, &Open)| !open.plays && among(open);
        let oldest = *self.open.iter().find(watches).filter(|_| plays)?.0;
        let gone = self.remove(oldest)?;
        gone.out.notify_one();
        Some(())
    }

    fn remove(&mut self, number: u64) -> Option<Open> {
        let gone = self.open.remove(&number)?;
        self.counts.remove(gone.address);
        Some(gone)
    }
}

impl SocketPass {
    /// Waits until the place is needed for somebody who plays.
    pub async fn sent_out(&self) {
        self.out.notified().await;
    }

    /// Waits for its turn to come in or go out; whoever plays passes at once. The turn is over when
    /// this returns, so that no table and no client can keep the door shut for others.
    pub async fn turn(&self) {
        if !self.seat.is_of_player() {
            drop(self.door.acquire().await);
            // The next in line begins after those who were there before.
            tokio::task::yield_now().await;
        }
    }

    /// The way to note whether it is of somebody who plays.
    pub fn seat(&self) -> &SocketSeat {
        &self.seat
    }
}

impl Drop for SocketPass {
    fn drop(&mut self) {
        // Whoever was sent out is not counted any more.
        lock(&self.seat.kept).remove(self.seat.number);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn waits(turn: impl Future) -> bool {
        matches!(pin!(turn).poll(&mut Context::from_waker(Waker::noop())), Poll::Pending)
    }

    #[tokio::test]
    async fn watchers_wait_at_the_door_and_players_do_not() {
        let sockets = Sockets::new(100, 100);
        let pass = sockets.open(None, false).unwrap();
        let all = u32::try_from(DOOR).unwrap();
        let taken = sockets.door.acquire_many(all).await.unwrap();
        assert!(waits(pass.turn()), "the door is taken");
        pass.seat().plays(true);
        assert!(!waits(pass.turn()), "it has sat down");
        pass.seat().plays(false);
        drop(taken);
        pass.turn().await;
        assert_eq!(sockets.door.available_permits(), DOOR, "nobody keeps the door");
    }
}
