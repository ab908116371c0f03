//! The way to a table's task: its inboxes and what may be put into them.
//!
//! Invariants: those who play have an inbox of their own, which is emptied first; nobody, however
//! loud, takes the room of another in it; and whoever only looks takes none at all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::log::Who;
use protocol::{ClientMsg, Hint, Problem, ServerMsg};
use room::{Request, Room};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot, watch};
use tokio::time::timeout;

use super::clock::Clock;
use super::crowd::{SOCKETS_A_PERSON, SocketId};
use super::orders::Orders;
use super::outbox::Outbox;
use super::seen::Seen;
use crate::trouble;

/// How many messages of one socket may wait in a table's inbox; more of them wait in the network.
pub const MESSAGES_A_SOCKET: usize = 4;
/// How many requests of one person may wait there.
const CALLS_A_PERSON: u32 = 4;
/// Room for everything that eight people who play may have waiting there at once.
pub const PLAYERS_MAX: usize = 8 * (SOCKETS_A_PERSON * (MESSAGES_A_SOCKET + 2) + 4);
/// How many messages of all others may wait.
pub const OTHERS_MAX: usize = 64;
/// How long a request waits for a table.
const PATIENCE: Duration = Duration::from_secs(10);

/// Something for a table's task.
pub enum Msg {
    /// A socket comes.
    Join(Box<Join>),
    /// A socket went.
    Leave(SocketId),
    /// A socket's client said something. The permit is the socket's room in the inbox.
    Said(SocketId, Box<ClientMsg>, OwnedSemaphorePermit),
    /// Somebody asks for something over HTTP.
    Call(Box<Call>),
    /// A computer seat has decided, for the game as it was after message `n`.
    Thought {
        /// The newest number when it began to think.
        n: u64,
        /// The seat.
        seat: u8,
        /// What it plays.
        words: Vec<String>,
    },
    /// Good moves that somebody wanted, for the game as it was then.
    Hinted {
        /// Who wanted them.
        person: String,
        /// The task's `turn` when they were asked for.
        turn: u64,
        /// The moves.
        hint: Box<Hint>,
    },
}

/// A socket that comes.
pub struct Join {
    /// Its number.
    pub socket: SocketId,
    /// Who; nobody for a watcher without a session.
    pub who: Option<Who>,
    /// The key of the table's link.
    pub key: Option<String>,
    /// The newest message that the client has.
    pub since: Option<u64>,
    /// The way to it.
    pub outbox: Outbox,
}

/// A request over HTTP.
pub struct Call {
    /// Of whom.
    pub who: Who,
    /// What.
    pub request: Request,
    /// Takes the private answer, if any.
    pub answer: oneshot::Sender<Result<Option<ServerMsg>, Problem>>,
}

/// The way to a table. As long as one exists the table stays in memory.
#[derive(Clone)]
pub struct Handle {
    /// The table's id.
    pub id: Arc<str>,
    /// The key of its link.
    pub key: Arc<str>,
    pub(super) players: mpsc::Sender<Msg>,
    pub(super) others: mpsc::Sender<Msg>,
    pub(super) orders: Orders,
    pub(super) seen: watch::Receiver<Seen>,
    pub(super) clock: Clock,
    /// How many requests of each person wait.
    pub(super) calls: Arc<Mutex<HashMap<String, u32>>>,
    /// Held by whoever makes the one rematch.
    pub(super) rematch: Arc<tokio::sync::Mutex<()>>,
}

impl Handle {
    /// Waits until nobody else is making this table's rematch. Whoever asked at the same time then
    /// finds the one that was made, and no second one is written.
    pub async fn rematch_turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.rematch.lock().await
    }

    /// Whether nobody but the hub holds a way to it, and no computer seat has to move.
    pub(super) fn is_unused(&self) -> bool {
        let alone = |inbox: &mpsc::Sender<Msg>| inbox.strong_count() == 1;
        alone(&self.players) && alone(&self.others) && self.seen.borrow().room.computer().is_none()
    }

    /// The table as it was published last; its task is not asked.
    pub fn seen(&self) -> Seen {
        Seen { now: self.clock.now(), ..self.seen.borrow().clone() }
    }

    /// Waits until the table is as somebody wants it; nothing if its task ends before.
    pub async fn until(&self, test: impl Fn(&Room) -> bool) -> Option<Arc<Room>> {
        let mut seen = self.seen.clone();
        let found = seen.wait_for(|seen| test(&seen.room)).await;
        found.ok().map(|seen| Arc::clone(&seen.room))
    }

    /// The inbox for what a person says.
    fn inbox(&self, person: Option<&str>) -> &mpsc::Sender<Msg> {
        let plays = person.is_some_and(|person| self.seen.borrow().room.concerns(person));
        if plays { &self.players } else { &self.others }
    }

    /// Puts a message into the inbox, waiting for room a little while.
    ///
    /// # Errors
    /// If there is none (`busy`), or the table has stopped (`restart`): nothing was changed.
    pub async fn send(&self, person: Option<&str>, msg: Msg) -> Result<(), Problem> {
        match timeout(PATIENCE, self.inbox(person).send(msg)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(stopped()),
            Err(_) => Err(busy()),
        }
    }

    /// Asks for something, and waits until it is committed or refused.
    ///
    /// # Errors
    /// Why it was refused; `unknown` if it may be done all the same.
    pub async fn call(&self, who: &Who, request: Request) -> Result<Option<ServerMsg>, Problem> {
        self.call_within(PATIENCE, who, request).await
    }

    /// The same with another patience.
    ///
    /// # Errors
    /// As [`Handle::call`].
    pub async fn call_within(
        &self,
        patience: Duration,
        who: &Who,
        request: Request,
    ) -> Result<Option<ServerMsg>, Problem> {
        let _waiting = Waiting::begin(&self.calls, &who.id).ok_or_else(busy)?;
        let (answer, answered) = oneshot::channel();
        let call = Msg::Call(Box::new(Call { who: who.clone(), request, answer }));
        match timeout(patience, self.inbox(Some(&who.id)).send(call)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(stopped()),
            Err(_) => return Err(busy()),
        }
        // From here on the table has it, and may do it whenever it can.
        match timeout(patience, answered).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) | Err(_) => Err(unknown()),
        }
    }
}

/// A request that waits, counted by person.
struct Waiting {
    calls: Arc<Mutex<HashMap<String, u32>>>,
    person: String,
}

impl Waiting {
    fn begin(calls: &Arc<Mutex<HashMap<String, u32>>>, person: &str) -> Option<Waiting> {
        let mut counts = calls.lock().unwrap_or_else(PoisonError::into_inner);
        let own = counts.entry(person.to_owned()).or_default();
        if *own >= CALLS_A_PERSON {
            return None;
        }
        *own += 1;
        Some(Waiting { calls: Arc::clone(calls), person: person.to_owned() })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut counts = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = counts.get_mut(&self.person) {
            *own -= 1;
            if *own == 0 {
                counts.remove(&self.person);
            }
        }
    }
}

/// The table has more to do than it can take.
pub fn busy() -> Problem {
    let detail = "This table is too busy to take more just now. Nothing was changed.";
    trouble::unavailable("busy", detail, 1)
}

/// The table has stopped.
pub fn stopped() -> Problem {
    let detail = "The server is restarting. Nothing was changed; try again in a moment.";
    trouble::unavailable("restart", detail, 2)
}

/// The table took it, but did not answer in time.
pub fn unknown() -> Problem {
    let detail = "The server has not answered in time: what you asked for may have been done, or \
                  may still be done. Look at the table before you ask again.";
    trouble::unavailable("unknown", detail, 5)
}
