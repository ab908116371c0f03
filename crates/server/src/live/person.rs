//! People's own sockets: what concerns a person and no table is told here.
//!
//! Invariants: telling never waits, as at tables; a person has a bounded number of them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::MeTold;

use super::crowd::{SOCKETS_A_PERSON, SocketId};
use super::outbox::{Ending, Outbox};
use super::text::Text;

/// Everybody who has one.
#[derive(Debug, Default)]
pub struct Persons(Mutex<HashMap<SocketId, Own>>);

#[derive(Debug)]
struct Own {
    person: String,
    outbox: Outbox,
}

impl Persons {
    fn all(&self) -> MutexGuard<'_, HashMap<SocketId, Own>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A socket comes; the oldest of the same person goes if there are too many.
    pub fn enter(&self, socket: SocketId, person: &str, outbox: Outbox) {
        let mut all = self.all();
        let own = all.iter().filter(|(_, own)| own.person == person).map(|(id, _)| *id);
        let mut own: Vec<SocketId> = own.collect();
        own.sort_unstable();
        let too_many = (own.len() + 1).saturating_sub(SOCKETS_A_PERSON);
        for oldest in own.into_iter().take(too_many) {
            if let Some(gone) = all.remove(&oldest) {
                gone.outbox.end(Ending::Moved);
            }
        }
        all.insert(socket, Own { person: person.to_owned(), outbox });
    }

    /// A socket went.
    pub fn leave(&self, socket: SocketId) {
        self.all().remove(&socket);
    }

    /// Whether nobody has one.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Whether a socket is open.
    pub fn is_here(&self, socket: SocketId) -> bool {
        self.all().contains_key(&socket)
    }

    /// Tells one socket.
    pub fn tell(&self, socket: SocketId, message: &MeTold) {
        let text = text(message);
        let mut all = self.all();
        if all.get(&socket).is_some_and(|own| !own.outbox.send(text)) {
            metrics::counter!("trencavel_slow_sockets_total").increment(1);
            all.remove(&socket);
        }
    }

    /// Tells one person, on all its sockets.
    pub fn tell_person(&self, person: &str, message: &MeTold) {
        let text = text(message);
        self.all().retain(|_, own| own.person != person || own.outbox.send(text.clone()));
    }

    /// Tells everybody.
    pub fn tell_all(&self, message: &MeTold) {
        let text = text(message);
        self.all().retain(|_, own| own.outbox.send(text.clone()));
    }

    /// Ends all of them.
    pub fn end_all(&self, why: Ending) {
        for (_, own) in self.all().drain() {
            own.outbox.end(why);
        }
    }
}

/// A message as text.
pub fn text(message: &MeTold) -> Text {
    // Plain data with text keys always has a JSON form.
    Text::from(serde_json::to_string(message).expect("messages have a JSON form"))
}

#[cfg(test)]
mod tests {
    use super::super::outbox;
    use super::*;

    #[tokio::test]
    async fn one_is_told_or_all_of_a_person_and_the_oldest_goes() {
        let persons = Persons::default();
        let mut ways = Vec::new();
        for socket in 0..=SOCKETS_A_PERSON as SocketId {
            let (outbox, outgoing) = outbox::queue();
            persons.enter(socket, "ada", outbox);
            ways.push(outgoing);
        }
        assert_eq!(ways[0].ended().await, Ending::Moved);
        assert!(!persons.is_here(0) && persons.is_here(1));
        persons.tell(1, &MeTold::Pong { at: 1, now: 2 });
        persons.tell_person("ada", &MeTold::Pong { at: 3, now: 4 });
        persons.tell_person("bob", &MeTold::Pong { at: 5, now: 6 });
        persons.tell_all(&MeTold::Announced);
        assert!(ways[1].next().await.is_some_and(|text| text.contains("\"at\":1")));
        for way in &mut ways[1..] {
            assert!(way.next().await.is_some_and(|text| text.contains("\"at\":3")));
            assert!(way.next().await.is_some_and(|text| text.contains("announced")));
            assert!(way.try_next().is_none());
        }
    }
}
