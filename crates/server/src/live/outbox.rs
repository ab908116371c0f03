//! The queue from a table to one socket: bounded in messages and in bytes.
//!
//! Invariant: a table never waits for a socket. A queue that is full ends its socket, whose client
//! comes back and is told what it missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{mpsc, watch};

use super::text::Text;

/// How many messages may wait.
pub const MESSAGES_MAX: usize = 64;
/// How many bytes may wait, beside one message of any size.
pub const BYTES_MAX: usize = 512 * 1024;

/// Why the server ends a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The server stops.
    Restart,
    /// The client does not read what it is sent.
    Slow,
    /// The table changed behind the socket, or the person came in too many times: come again.
    Moved,
    /// Nothing was heard from the client.
    Idle,
    /// The client sent a message that is too large.
    Large,
    /// The client sent more than it may, in spite of the answers.
    Abuse,
    /// The person's session is over.
    Session,
    /// Somebody who plays needs the place of a watcher.
    Full,
    /// The table was removed.
    Gone,
}

impl Ending {
    /// Its name in the farewell message.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Restart => "restart",
            Ending::Slow => "slow",
            Ending::Moved => "moved",
            Ending::Idle => "idle",
            Ending::Large => "large",
            Ending::Abuse => "abuse",
            Ending::Session => "session",
            Ending::Full => "full",
            Ending::Gone => "gone",
        }
    }

    /// The close code of the WebSocket (RFC 6455; from 4000 on they are ours).
    pub const fn code(self) -> u16 {
        match self {
            Ending::Restart => 1012,
            Ending::Slow => 4001,
            Ending::Moved => 4002,
            Ending::Idle => 4003,
            Ending::Large => 1009,
            Ending::Abuse => 1008,
            Ending::Session => 4004,
            Ending::Full => 4005,
            Ending::Gone => 4006,
        }
    }

    /// After how many milliseconds the client should come back.
    pub const fn retry(self) -> u64 {
        match self {
            Ending::Restart => 1000,
            Ending::Slow | Ending::Moved => 200,
            Ending::Idle => 500,
            Ending::Abuse | Ending::Full => 10_000,
            Ending::Large | Ending::Session | Ending::Gone => 1000,
        }
    }
}

/// The way to end a socket: its table has it, and the hub.
#[derive(Clone, Debug, Default)]
pub struct Ender(Arc<watch::Sender<Option<Ending>>>);

impl Ender {
    /// Ends the socket. The first reason counts.
    pub fn end(&self, why: Ending) {
        self.0.send_if_modified(|ending| {
            let first = ending.is_none();
            if first {
                *ending = Some(why);
            }
            first
        });
    }

    /// The ending, to wait for.
    pub fn ending(&self) -> watch::Receiver<Option<Ending>> {
        self.0.subscribe()
    }
}

/// Waits until a socket is ended.
pub async fn ended(ending: &mut watch::Receiver<Option<Ending>>) -> Ending {
    match ending.wait_for(Option::is_some).await {
        Ok(why) => why.unwrap_or(Ending::Moved),
        Err(_) => Ending::Moved,
    }
}

/// The table's end of a queue.
#[derive(Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Text>,
    waiting: Arc<AtomicUsize>,
    ender: Ender,
}

/// The socket's end of a queue.
#[derive(Debug)]
pub struct Outgoing {
    queue: mpsc::Receiver<Text>,
    waiting: Arc<AtomicUsize>,
    ending: watch::Receiver<Option<Ending>>,
}

/// A new queue.
pub fn queue() -> (Outbox, Outgoing) {
    let (to, from) = mpsc::channel(MESSAGES_MAX);
    let ender = Ender::default();
    let waiting = Arc::new(AtomicUsize::new(0));
    let ending = ender.ending();
    let outbox = Outbox { queue: to, waiting: Arc::clone(&waiting), ender };
    (outbox, Outgoing { queue: from, waiting, ending })
}

impl Outbox {
    /// Queues a message. `false` if the socket is gone or has just been ended for being slow.
    pub fn send(&self, text: Text) -> bool {
        let size = text.len();
        let before = self.waiting.fetch_add(size, Ordering::Relaxed);
        if before > BYTES_MAX || self.queue.try_send(text).is_err() {
            self.end(Ending::Slow);
            return false;
        }
        true
    }

    /// Ends the socket. The first reason counts.
    pub fn end(&self, why: Ending) {
        self.ender.end(why);
    }

    /// The way to end the socket, for others than its table.
    pub fn ender(&self) -> Ender {
        self.ender.clone()
    }
}

impl Outgoing {
    /// The next message; `None` once the table has let go of the socket and nothing is left.
    pub async fn next(&mut self) -> Option<Text> {
        let text = self.queue.recv().await?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }

    /// The next message, if one waits.
    pub fn try_next(&mut self) -> Option<Text> {
        let text = self.queue.try_recv().ok()?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }

    /// Waits until the table ends the socket.
    pub async fn ended(&mut self) -> Ending {
        ended(&mut self.ending).await
    }

    /// Why the socket is ended, if it is.
    pub fn reason(&self) -> Option<Ending> {
        *self.ending.borrow()
    }

    /// Another view of the ending, to wait for while a message is written.
    pub fn ending(&self) -> watch::Receiver<Option<Ending>> {
        self.ending.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_ends_its_socket() {
        let (outbox, mut outgoing) = queue();
        for _ in 0..MESSAGES_MAX {
            assert!(outbox.send(Text::from("m")));
        }
        assert!(!outbox.send(Text::from("one too many")));
        assert_eq!(outgoing.ended().await, Ending::Slow);
    }

    #[tokio::test]
    async fn bytes_are_bounded_too_but_one_large_message_passes() {
        let (outbox, mut outgoing) = queue();
        assert!(outbox.send(Text::from("x".repeat(2 * BYTES_MAX))));
        assert!(!outbox.send(Text::from("more")));
        assert_eq!(outgoing.ended().await, Ending::Slow);

        let (outbox, mut outgoing) = queue();
        for _ in 0..10 {
            assert!(outbox.send(Text::from("x".repeat(2 * BYTES_MAX))));
            assert!(outgoing.next().await.is_some(), "a client that reads is never slow");
        }
    }

    #[tokio::test]
    async fn the_first_reason_counts() {
        let (outbox, mut outgoing) = queue();
        outbox.end(Ending::Restart);
        outbox.end(Ending::Slow);
        assert_eq!(outgoing.ended().await, Ending::Restart);
        drop(outbox);
        assert!(outgoing.next().await.is_none());
    }
}
