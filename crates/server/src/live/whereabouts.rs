//! Who is where: the tables at which a person sits, and every open socket with the session behind
//! it.
//!
//! So the change of one person reaches the tables that it concerns and no others, and a session
//! that ends takes its sockets along without asking any table: a full inbox does not keep it alive.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::crowd::SocketId;
use super::outbox::{Ender, Ending};
use crate::limits::SocketSeat;

/// The SHA-256 of a session's token.
pub type SessionHash = [u8; 32];

/// By what right a socket is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authority {
    /// The person.
    pub person: String,
    /// The session.
    pub session: SessionHash,
}

/// The index.
#[derive(Debug, Default)]
pub struct Whereabouts(Mutex<Index>);

#[derive(Debug, Default)]
struct Index {
    seats: HashMap<String, HashSet<Arc<str>>>,
    sockets: HashMap<SocketId, Open>,
    people: HashMap<String, HashSet<SocketId>>,
    sessions: HashMap<SessionHash, HashSet<SocketId>>,
}

#[derive(Debug)]
struct Open {
    authority: Option<Authority>,
    table: Option<Arc<str>>,
    /// Whether it is of somebody who plays, for whom there is always a place.
    seat: Option<SocketSeat>,
    ender: Ender,
}

impl Whereabouts {
    fn index(&self) -> MutexGuard<'_, Index> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes who sits at a table, and who did before.
    pub fn seat(&self, table: &Arc<str>, before: &[String], now: &[String]) {
        let mut index = self.index();
        for person in before.iter().filter(|person| !now.contains(person)) {
            index.note_player(person, table, false);
            if let Some(tables) = index.seats.get_mut(person) {
                tables.remove(table);
                if tables.is_empty() {
                    index.seats.remove(person);
                }
            }
        }
        for person in now.iter().filter(|person| !before.contains(person)) {
            index.note_player(person, table, true);
            index.seats.entry(person.clone()).or_default().insert(Arc::clone(table));
        }
    }

    /// Notes an open socket; a feed of the lobby has no table.
    pub fn open(
        &self,
        socket: SocketId,
        authority: Option<Authority>,
        table: Option<Arc<str>>,
        seat: Option<SocketSeat>,
        ender: Ender,
    ) {
        let mut index = self.index();
        if let Some(Authority { person, session }) = &authority {
            index.people.entry(person.clone()).or_default().insert(socket);
            index.sessions.entry(*session).or_default().insert(socket);
        }
        if let (Some(own), Some(table), Some(seat)) = (&authority, &table, &seat) {
            // It may have sat down, or stood up, since its place was taken.
            seat.plays(index.seats.get(&own.person).is_some_and(|own| own.contains(table)));
        }
        index.sockets.insert(socket, Open { authority, table, seat, ender });
    }

    /// Forgets a socket.
    pub fn close(&self, socket: SocketId) {
        let mut index = self.index();
        let Some(open) = index.sockets.remove(&socket) else { return };
        let Some(Authority { person, session }) = open.authority else { return };
        if let Some(own) = index.people.get_mut(&person) {
            own.remove(&socket);
            if own.is_empty() {
                index.people.remove(&person);
            }
        }
        if let Some(own) = index.sessions.get_mut(&session) {
            own.remove(&socket);
            if own.is_empty() {
                index.sessions.remove(&session);
            }
        }
    }

    /// The live tables at which a person sits or watches.
    pub fn tables_of(&self, person: &str) -> HashSet<Arc<str>> {
        let index = self.index();
        let mut tables = index.seats.get(person).cloned().unwrap_or_default();
        let own = index.people.get(person).into_iter().flatten();
        tables.extend(own.filter_map(|socket| index.sockets.get(socket)?.table.clone()));
        tables
    }

    /// Whether a person has a socket open.
    pub fn is_here(&self, person: &str) -> bool {
        self.index().people.get(person).is_some_and(|own| !own.is_empty())
    }

    /// Whether a person has a socket at a table.
    pub fn is_at(&self, person: &str, table: &str) -> bool {
        let index = self.index();
        let mut own = index.people.get(person).into_iter().flatten();
        own.any(|socket| {
            let open = index.sockets.get(socket);
            open.is_some_and(|open| open.table.as_deref() == Some(table))
        })
    }

    /// Ends all sockets of a session.
    pub fn end_session(&self, session: &SessionHash) {
        let index = self.index();
        index.end(index.sessions.get(session));
    }

    /// Ends all sockets of a person.
    pub fn end_person(&self, person: &str) {
        let index = self.index();
        index.end(index.people.get(person));
    }
}

impl Index {
    /// Somebody sat down at a table, or stood up.
    fn note_player(&self, person: &str, table: &Arc<str>, plays: bool) {
        let own = self.people.get(person).into_iter().flatten();
        let open = own.filter_map(|socket| self.sockets.get(socket));
        for seat in open
            .filter(|open| open.table.as_ref() == Some(table))
            .filter_map(|open| open.seat.as_ref())
        {
            seat.plays(plays);
        }
    }

    fn end(&self, sockets: Option<&HashSet<SocketId>>) {
        for socket in sockets.into_iter().flatten() {
            if let Some(open) = self.sockets.get(socket) {
                open.ender.end(Ending::Session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authority(person: &str, session: u8) -> Authority {
        Authority { person: person.into(), session: [session; 32] }
    }

    #[test]
    fn a_session_ends_its_own_sockets_alone() {
        let places = Whereabouts::default();
        let enders = [Ender::default(), Ender::default(), Ender::default()];
        places.open(1, Some(authority("a", 1)), None, None, enders[0].clone());
        places.open(2, Some(authority("a", 2)), None, None, enders[1].clone());
        places.open(3, None, None, None, enders[2].clone());
        places.end_session(&[1; 32]);
        let ended = || enders.each_ref().map(|ender| ender.ending().borrow().is_some());
        assert_eq!(ended(), [true, false, false]);
        places.end_person("a");
        assert_eq!(ended(), [true, true, false]);
    }

    #[test]
    fn people_are_found_where_they_sit_or_watch_and_nothing_is_left_behind() {
        let places = Whereabouts::default();
        let (one, two): (Arc<str>, Arc<str>) = ("one".into(), "two".into());
        places.seat(&one, &[], &["a".into(), "b".into()]);
        places.open(7, Some(authority("a", 1)), Some(two.clone()), None, Ender::default());
        assert_eq!(places.tables_of("a").len(), 2);
        assert_eq!(places.tables_of("b").len(), 1);
        places.seat(&one, &["a".into(), "b".into()], &["b".into()]);
        assert_eq!(places.tables_of("a"), HashSet::from([two]));
        places.close(7);
        places.seat(&one, &["b".into()], &[]);
        let index = places.index();
        assert!(index.seats.is_empty() && index.people.is_empty() && index.sessions.is_empty());
    }
}
