//! What the store says became of people and tables, whoever did it: this server, or
//! `trencavel admin` beside it. Each notice reaches the sockets and tables that it concerns.

use std::time::Duration;

use futures_util::future::join_all;
use protocol::log::Who;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::hub::Hub;
use super::outbox::Ending;
use store::{Notice, StoreError};

/// How many notices are read at once.
const AT_ONCE: u32 = 500;
/// How long a request waits until tables have followed.
const FOLLOWING: Duration = Duration::from_secs(2);

/// Comes to an end when an order has been followed.
type Order = oneshot::Receiver<()>;

/// How far the notices were heard, and removed from the store.
#[derive(Debug, Default)]
pub struct Heard {
    last: u64,
    cleared: u64,
}

impl Hub {
    /// Hears what is new, and waits until it is followed. Whoever changed people or sessions calls
    /// it before it answers, so that what ended has ended when the answer comes; the hub itself
    /// listens twice a second.
    pub async fn hear(&self) {
        let orders = self.listen().await;
        // A table whose store does not answer is not waited for: it follows as soon as it can.
        let _ = timeout(FOLLOWING, join_all(orders)).await;
    }

    /// The same without waiting, and what was heard is removed from the store.
    pub(super) async fn hear_and_clear(&self) {
        drop(self.listen().await);
        let mut heard = self.heard().lock().await;
        if heard.last > heard.cleared {
            match self.store().clear_notices(heard.last).await {
                Ok(()) => heard.cleared = heard.last,
                Err(error) => tracing::warn!(%error, "notices could not be removed"),
            }
        }
    }

    /// The orders that were given to tables.
    async fn listen(&self) -> Vec<Order> {
        let mut heard = self.heard().lock().await;
        let mut orders = Vec::new();
        loop {
            let notices = match self.store().notices(heard.last, AT_ONCE).await {
                Ok(notices) => notices,
                Err(error) => {
                    // They stay in the store: the next time they are heard.
                    tracing::error!(%error, "cannot hear what became of people and tables");
                    return orders;
                }
            };
            let more = notices.len() == AT_ONCE as usize;
            for (number, notice) in notices {
                if let Err(error) = self.act_on(&notice, &mut orders).await {
                    tracing::error!(%error, ?notice, "a notice could not be followed");
                    return orders;
                }
                heard.last = number;
            }
            if !more {
                return orders;
            }
        }
    }

    async fn act_on(&self, notice: &Notice, orders: &mut Vec<Order>) -> Result<(), StoreError> {
        match notice {
            Notice::Session(hash) => self.whereabouts().end_session(hash),
            Notice::Person(id) => self.person_changed(id, orders).await?,
            Notice::Table(id) => {
                self.resting().forget(|room| room.id() == id);
                if let Some(table) = self.handle(id) {
                    orders.push(table.orders.give(|pending| pending.reread = true));
                }
            }
            Notice::Gone(id) => {
                self.resting().forget(|room| room.id() == id);
                if let Some(table) = self.handle(id) {
                    orders.push(table.orders.give(|pending| pending.end = Some(Ending::Gone)));
                }
                self.lobby().note(id, None);
            }
            Notice::Other => {}
        }
        Ok(())
    }

    /// A person has another name, is shut out, or is no more.
    async fn person_changed(&self, id: &str, orders: &mut Vec<Order>) -> Result<(), StoreError> {
        let person = self.store().person(id).await?;
        let Some(person) = person.filter(|person| !person.banned) else {
            self.whereabouts().end_person(id);
            self.shut_out_of_pools(id).await?;
            return Ok(());
        };
        self.resting().forget(|room| room.concerns(id));
        let account = person.password.is_some();
        let who = Who { id: id.to_owned(), name: person.name, account };
        self.pools().rename(&who);
        for table in self.handles_of(id) {
            orders.push(table.orders.give(|pending| {
                pending.people.insert(who.id.clone(), who.clone());
            }));
        }
        if account {
            self.make_way(&who.id, &who.name);
        }
        Ok(())
    }

    /// There is an account of this name now: guests who can be taken for it give way, at the tables
    /// that show them and at no others. It is told with the comings and goings.
    pub fn make_way(&self, account: &str, name: &str) {
        let looks = room::names::looks(name);
        self.resting().forget(|room| !room.guests_like(&looks, account).is_empty());
        for table in self.handles() {
            let guests = table.seen().room.guests_like(&looks, account);
            if !guests.is_empty() {
                drop(table.orders.give(|pending| pending.taken.extend(guests)));
            }
        }
    }
}
