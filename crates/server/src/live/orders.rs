//! What the hub orders a table to do: news of people, and the end.
//!
//! Orders are not messages in a queue but a short list of what is to be done, so that giving one
//! never waits, never fails and never takes room: ten new names of one person are one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use protocol::log::Who;
use tokio::sync::{Notify, oneshot};

use super::outbox::Ending;

/// What is to be done.
#[derive(Debug, Default)]
pub struct Pending {
    /// People who changed, as they are now.
    pub people: BTreeMap<String, Who>,
    /// Guests who must give way to a new account of their name.
    pub taken: BTreeSet<String>,
    /// The log was rewritten: read it again.
    pub reread: bool,
    /// Its place in memory is needed: rest, if nobody is there.
    pub rest: bool,
    /// The table was removed, or the server stops: all sockets end for this reason.
    pub end: Option<Ending>,
    /// Dropped when all of it is done: whoever waits for it goes on then.
    waiting: Vec<oneshot::Sender<()>>,
}

/// The way of orders to one table.
#[derive(Clone, Debug, Default)]
pub struct Orders(Arc<(Mutex<Pending>, Notify)>);

impl Orders {
    /// Gives an order. The answer comes (as an error: nothing is said) when it has been followed,
    /// or when there is nobody to follow it.
    pub fn give(&self, order: impl FnOnce(&mut Pending)) -> oneshot::Receiver<()> {
        let (pending, bell) = &*self.0;
        let (done, wait) = oneshot::channel();
        let mut pending = pending.lock().unwrap_or_else(PoisonError::into_inner);
        order(&mut pending);
        pending.waiting.push(done);
        drop(pending);
        bell.notify_one();
        wait
    }

    /// Waits for orders, and takes them.
    pub async fn next(&self) -> Pending {
        let (pending, bell) = &*self.0;
        bell.notified().await;
        std::mem::take(&mut *pending.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;

    #[tokio::test]
    async fn orders_are_gathered_and_given_once() {
        let orders = Orders::default();
        for name in ["A", "B"] {
            let who = Who { id: "a".into(), name: name.into(), account: false };
            drop(orders.give(|pending| drop(pending.people.insert("a".into(), who))));
        }
        let mut done = orders.give(|pending| pending.reread = true);
        let pending = orders.next().await;
        assert!(done.try_recv().is_err_and(|error| error == TryRecvError::Empty));
        assert!(pending.reread && pending.end.is_none());
        assert_eq!(pending.people["a"].name, "B");
        drop(pending);
        assert!(done.await.is_err(), "it was followed");
        drop(orders.give(|pending| pending.end = Some(Ending::Restart)));
        assert_eq!(orders.next().await.end, Some(Ending::Restart));
    }
}
