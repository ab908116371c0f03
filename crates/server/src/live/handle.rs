//! The way to a table's task: its inbox and what may be put into it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use protocol::log::Who;
use protocol::{ClientMsg, Problem, ServerMsg};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use super::crowd::SocketId;
use super::outbox::Outbox;
use super::seen::Seen;
use crate::http::error::ApiError;
use crate::room::Request;

/// How many messages may wait in a table's inbox.
pub const INBOX_MAX: usize = 64;
/// How long an HTTP request waits for a table.
const PATIENCE: Duration = Duration::from_secs(10);

/// Something for a table's task.
pub enum Msg {
    /// A socket comes.
    Join(Box<Join>),
    /// A socket went.
    Leave(SocketId),
    /// A socket's client said something.
    Said(SocketId, Box<ClientMsg>),
    /// Somebody asks for something over HTTP.
    Call(Box<Call>),
    /// Somebody looks.
    Look(Box<dyn FnOnce(&Seen<'_>) + Send>),
    /// A computer seat has decided, for the game as it was after message `n`.
    Thought {
        /// The newest number when it began to think.
        n: u64,
        /// The seat.
        seat: u8,
        /// What it plays.
        words: Vec<String>,
    },
    /// The account of a person changed in the store: read the table again if it is one of its own.
    Person {
        /// The person's public id.
        id: String,
        /// Whether its sockets are ended in any case.
        out: bool,
    },
    /// The server stops.
    Stop,
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
    pub(super) inbox: mpsc::Sender<Msg>,
    pub(super) watchers: Arc<AtomicU32>,
}

impl Handle {
    /// How many watch.
    pub fn watchers(&self) -> u32 {
        self.watchers.load(Ordering::Relaxed)
    }

    /// Puts a message into the inbox without waiting.
    ///
    /// # Errors
    /// If the inbox is full (`busy`), or the table has stopped (`restart`).
    pub fn post(&self, msg: Msg) -> Result<(), Problem> {
        self.inbox.try_send(msg).map_err(|error| match error {
            TrySendError::Full(_) => busy(),
            TrySendError::Closed(_) => stopped(),
        })
    }

    /// Puts a message into the inbox, waiting for room a little while.
    ///
    /// # Errors
    /// If there is none, or the table has stopped.
    pub async fn send(&self, msg: Msg) -> Result<(), Problem> {
        match tokio::time::timeout(PATIENCE, self.inbox.send(msg)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(stopped()),
            Err(_) => Err(busy()),
        }
    }

    /// Asks for something, and waits until it is committed or refused.
    ///
    /// # Errors
    /// Why it was refused.
    pub async fn call(&self, who: &Who, request: Request) -> Result<Option<ServerMsg>, Problem> {
        let (answer, answered) = oneshot::channel();
        let call = Call { who: who.clone(), request, answer };
        self.wait(Msg::Call(Box::new(call)), answered).await?
    }

    /// Looks at the table.
    ///
    /// # Errors
    /// If the table has stopped or is too busy.
    pub async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Seen<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let look = move |seen: &Seen<'_>| {
            // Whoever asked may have gone meanwhile.
            let _ = answer.send(look(seen));
        };
        self.wait(Msg::Look(Box::new(look)), answered).await
    }

    async fn wait<T>(&self, msg: Msg, answered: oneshot::Receiver<T>) -> Result<T, Problem> {
        let whole = async {
            self.inbox.send(msg).await.map_err(|_| stopped())?;
            answered.await.map_err(|_| stopped())
        };
        tokio::time::timeout(PATIENCE, whole).await.unwrap_or_else(|_| Err(busy()))
    }
}

/// The table has more to do than it can take.
pub fn busy() -> Problem {
    let detail = "This table is too busy to take more just now. Nothing was changed.";
    let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail);
    error.0.retry = Some(1);
    error.0
}

/// The table has stopped.
pub fn stopped() -> Problem {
    let detail = "The server is restarting. Nothing was changed; try again in a moment.";
    let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "restart", detail);
    error.0.retry = Some(2);
    error.0
}
