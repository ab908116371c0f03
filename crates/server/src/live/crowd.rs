//! Everybody who is connected to one table, players and watchers.
//!
//! Invariant: telling never waits. A socket whose queue is full is ended and forgotten here at
//! once; its client comes back and is told what it missed.
//!
//! Players are told at once. A gallery of thousands is told slice by slice while the table goes
//! on: nobody's move waits until all of them know the one before. Each hears everything in order.

use std::collections::{HashMap, VecDeque};

use protocol::log::Who;

use super::outbox::{Ending, Outbox};
use super::text::Text;

/// The number of a socket, never used twice while the server runs.
pub type SocketId = u64;

/// How many sockets one person may have at one table: the oldest is ended for a new one.
pub const SOCKETS_A_PERSON: usize = 8;

/// How many watchers are told at once.
const SLICE: usize = 64;

/// How many messages the gallery may be behind.
const BEHIND_MAX: usize = 32;

/// A socket at a table.
#[derive(Debug)]
pub struct Visitor {
    /// Who; nobody for a watcher without a session.
    pub who: Option<Who>,
    /// The key that it came with.
    pub key: Option<String>,
    /// The way to it.
    pub outbox: Outbox,
}

impl Visitor {
    fn is(&self, person: &str) -> bool {
        self.who.as_ref().is_some_and(|who| who.id == person)
    }
}

/// The sockets of a table.
#[derive(Debug)]
pub struct Crowd {
    visitors: HashMap<SocketId, Visitor>,
    /// How many sockets each person has here.
    here: HashMap<String, usize>,
    /// Since when people are away who were here.
    left: HashMap<String, u64>,
    /// Since when others are away: the table was not in memory before.
    since: u64,
    /// For how long somebody may be away, ms.
    pub grace: Option<u64>,
    /// Where that is another for somebody.
    pub graces: HashMap<String, u64>,
    /// Who has a seat.
    seated: Vec<String>,
    /// What the gallery is still to be told, the oldest first, and who of it.
    waiting: VecDeque<(Text, Vec<SocketId>)>,
}

impl Crowd {
    /// Nobody is here.
    pub fn new(now: u64) -> Crowd {
        let (visitors, here, left) = (HashMap::new(), HashMap::new(), HashMap::new());
        let (seated, waiting) = (Vec::new(), VecDeque::new());
        let graces = HashMap::new();
        Crowd { visitors, here, left, since: now, grace: None, graces, seated, waiting }
    }

    /// The same, at a table where somebody may be away for so long.
    pub fn patient(now: u64, grace: u64) -> Crowd {
        Crowd { grace: Some(grace), ..Crowd::new(now) }
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.visitors.is_empty()
    }

    /// Somebody comes.
    pub fn enter(&mut self, socket: SocketId, visitor: Visitor, now: u64) {
        if let Some(who) = &visitor.who {
            self.left.remove(&who.id);
            let mut own: Vec<SocketId> = self.sockets_of(&who.id).collect();
            own.sort_unstable();
            let too_many = (own.len() + 1).saturating_sub(SOCKETS_A_PERSON);
            for oldest in own.into_iter().take(too_many) {
                self.end(oldest, Ending::Moved, now);
            }
            *self.here.entry(who.id.clone()).or_default() += 1;
        }
        self.visitors.insert(socket, visitor);
    }

    /// Somebody went; `false` if it had been forgotten before.
    pub fn leave(&mut self, socket: SocketId, now: u64) -> bool {
        let Some(visitor) = self.visitors.remove(&socket) else { return false };
        if let Some(who) = visitor.who
            && let Some(sockets) = self.here.get_mut(&who.id)
        {
            *sockets -= 1;
            if *sockets == 0 {
                self.here.remove(&who.id);
                self.left.insert(who.id, now);
            }
        }
        true
    }

    /// The visitor of a socket.
    pub fn get(&self, socket: SocketId) -> Option<&Visitor> {
        self.visitors.get(&socket)
    }

    /// Whether a person has a socket here.
    pub fn is_here(&self, person: &str) -> bool {
        self.here.contains_key(person)
    }

    /// Somebody has a seat whom the crowd does not know yet: it is away from now on only.
    pub fn expect(&mut self, person: &str, now: u64) {
        if !self.is_here(person) {
            self.left.entry(person.to_owned()).or_insert(now);
        }
    }

    /// The name of a person who is here.
    pub fn name(&self, person: &str) -> Option<&str> {
        let socket = self.sockets_of(person).next()?;
        Some(self.visitors.get(&socket)?.who.as_ref()?.name.as_str())
    }

    /// A person goes by another name.
    pub fn rename(&mut self, who: &Who) {
        for visitor in self.visitors.values_mut() {
            if let Some(own) = visitor.who.as_mut().filter(|own| own.id == who.id) {
                own.clone_from(who);
            }
        }
    }

    /// Since when a person has none.
    pub fn away_since(&self, person: &str) -> Option<u64> {
        if self.is_here(person) {
            return None;
        }
        Some(self.left.get(person).copied().unwrap_or(self.since))
    }

    /// How many sockets belong to none of these people.
    pub fn watchers(&self, seated: &[String]) -> u32 {
        let sit: usize = seated.iter().filter_map(|person| self.here.get(person)).sum();
        u32::try_from(self.visitors.len() - sit).unwrap_or(u32::MAX)
    }

    /// People who are connected, each once.
    pub fn people(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.here.keys().cloned().collect();
        ids.sort_unstable();
        ids
    }

    /// All sockets.
    pub fn sockets(&self) -> Vec<SocketId> {
        self.visitors.keys().copied().collect()
    }

    /// Tells everybody.
    pub fn tell_all(&mut self, text: &Text, now: u64) {
        self.tell_those(text, now, |_| true);
    }

    /// Tells some of all: the players at once, the gallery as soon as it can be.
    pub fn tell_those(&mut self, text: &Text, now: u64, those: impl Fn(&Visitor) -> bool) {
        let told = self.visitors.iter().filter(|(_, visitor)| those(visitor));
        let (players, gallery): (Vec<_>, Vec<_>) =
            told.partition(|(_, visitor)| self.seated.iter().any(|person| visitor.is(person)));
        let ids = |found: Vec<(&SocketId, _)>| -> Vec<SocketId> {
            found.into_iter().map(|(socket, _)| *socket).collect()
        };
        let (players, gallery) = (ids(players), ids(gallery));
        for socket in players {
            self.tell(socket, text.clone(), now);
        }
        if gallery.is_empty() {
            return;
        }
        self.waiting.push_back((text.clone(), gallery));
        // A few are told at once.
        let mut left = SLICE;
        while self.is_behind() && (left > 0 || self.waiting.len() > BEHIND_MAX) {
            left = left.saturating_sub(self.tell_gallery(now));
        }
    }

    /// Other people have seats from now on. A watcher who sits down is told at once what comes, and
    /// so has to know first what came before.
    pub fn seat(&mut self, people: &[String], now: u64) {
        self.catch_up(now);
        self.seated = people.to_vec();
    }

    /// Whether the gallery does not know everything yet.
    pub fn is_behind(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Tells the next watchers what they have not heard yet: how many.
    pub fn tell_gallery(&mut self, now: u64) -> usize {
        let Some((text, mut sockets)) = self.waiting.pop_front() else { return 0 };
        let rest = sockets.split_off(sockets.len().min(SLICE));
        for socket in &sockets {
            self.tell(*socket, text.clone(), now);
        }
        if !rest.is_empty() {
            self.waiting.push_front((text, rest));
        }
        sockets.len()
    }

    /// Tells the gallery everything that it has not heard yet.
    pub fn catch_up(&mut self, now: u64) {
        while self.is_behind() {
            self.tell_gallery(now);
        }
    }

    /// Tells one person, on all its sockets.
    pub fn tell_person(&mut self, person: &str, text: &Text, now: u64) {
        for socket in self.sockets_of(person).collect::<Vec<_>>() {
            self.tell(socket, text.clone(), now);
        }
    }

    /// Tells one socket. If its queue is full it is gone afterwards.
    pub fn tell(&mut self, socket: SocketId, text: Text, now: u64) {
        let Some(visitor) = self.visitors.get(&socket) else { return };
        if !visitor.outbox.send(text) {
            metrics::counter!("trencavel_slow_sockets_total").increment(1);
            self.leave(socket, now);
        }
    }

    /// Ends one socket.
    pub fn end(&mut self, socket: SocketId, why: Ending, now: u64) {
        if let Some(visitor) = self.visitors.get(&socket) {
            visitor.outbox.end(why);
            self.leave(socket, now);
        }
    }

    /// Ends all sockets.
    pub fn end_all(&mut self, why: Ending, now: u64) {
        for socket in self.sockets() {
            self.end(socket, why, now);
        }
    }

    fn sockets_of<'a>(&'a self, person: &'a str) -> impl Iterator<Item = SocketId> + 'a {
        self.visitors.iter().filter(move |(_, v)| v.is(person)).map(|(socket, _)| *socket)
    }
}

#[cfg(test)]
mod tests {
    use super::super::outbox::{self, MESSAGES_MAX, Outgoing};
    use super::*;

    fn come(crowd: &mut Crowd, socket: SocketId, person: Option<&str>) -> Outgoing {
        let (outbox, outgoing) = outbox::queue();
        let who = person.map(|id| Who { id: id.into(), name: id.into(), account: false });
        crowd.enter(socket, Visitor { who, key: None, outbox }, 0);
        outgoing
    }

    #[test]
    fn players_are_told_at_once_and_a_gallery_in_order_slice_by_slice() {
        let mut crowd = Crowd::new(0);
        crowd.seat(&["a".into()], 0);
        let mut player = come(&mut crowd, 1, Some("a"));
        let mut gallery: Vec<Outgoing> =
            (2..=300).map(|socket| come(&mut crowd, socket, None)).collect();
        let texts: Vec<Text> = ["1", "2", "3"].map(Text::from).into();
        for text in &texts {
            crowd.tell_all(text, 0);
        }
        assert!(crowd.is_behind());
        let heard = |outgoing: &mut Outgoing| {
            std::iter::from_fn(|| outgoing.try_next()).collect::<Vec<_>>()
        };
        assert_eq!(heard(&mut player), texts, "before the gallery knows it all");
        while crowd.is_behind() {
            assert!(crowd.tell_gallery(0) <= SLICE);
        }
        assert!(gallery.iter_mut().all(|watcher| heard(watcher) == texts));
        // Whoever sits down hears what waited for it before anything else.
        let mut named = come(&mut crowd, 301, Some("b"));
        crowd.tell_all(&texts[0], 0);
        crowd.tell_all(&texts[1], 0);
        crowd.seat(&["a".into(), "b".into()], 0);
        crowd.tell_all(&texts[2], 0);
        assert_eq!(heard(&mut named), texts);
        // A gallery that falls far behind is told at once after all.
        for n in 0..=BEHIND_MAX * 2 {
            crowd.tell_all(&Text::from(n.to_string()), 0);
            assert!(crowd.waiting.len() <= BEHIND_MAX);
        }
    }

    #[test]
    fn people_are_away_from_their_last_socket_on() {
        let mut crowd = Crowd::new(5);
        assert_eq!(crowd.away_since("a"), Some(5));
        let (_one, _two) = (come(&mut crowd, 1, Some("a")), come(&mut crowd, 2, Some("a")));
        assert_eq!(crowd.away_since("a"), None);
        assert!(crowd.leave(1, 10));
        assert_eq!(crowd.away_since("a"), None, "the other socket is here");
        assert!(crowd.leave(2, 20));
        assert!(!crowd.leave(2, 30));
        assert_eq!(crowd.away_since("a"), Some(20));
    }

    #[test]
    fn watchers_are_sockets_without_a_seat() {
        let mut crowd = Crowd::new(0);
        let _kept = [
            come(&mut crowd, 1, Some("a")),
            come(&mut crowd, 2, Some("b")),
            come(&mut crowd, 3, None),
        ];
        assert_eq!(crowd.watchers(&["a".into()]), 2);
        assert_eq!(crowd.people(), ["a", "b"]);
    }

    #[tokio::test]
    async fn a_slow_socket_is_forgotten_and_the_others_are_told() {
        let mut crowd = Crowd::new(0);
        let mut slow = come(&mut crowd, 1, Some("slow"));
        let mut quick = come(&mut crowd, 2, Some("quick"));
        for _ in 0..=MESSAGES_MAX {
            crowd.tell_all(&Text::from("m"), 7);
            assert!(quick.next().await.is_some());
        }
        assert_eq!(slow.ended().await, Ending::Slow);
        assert_eq!(crowd.away_since("slow"), Some(7));
        assert!(crowd.is_here("quick"));
    }

    #[tokio::test]
    async fn one_person_has_a_bounded_number_of_sockets() {
        let mut crowd = Crowd::new(0);
        let mut first = come(&mut crowd, 0, Some("a"));
        let mut kept = Vec::new();
        for socket in 1..=SOCKETS_A_PERSON as u64 {
            kept.push(come(&mut crowd, socket, Some("a")));
        }
        assert_eq!(first.ended().await, Ending::Moved);
        assert!(crowd.get(0).is_none() && crowd.get(1).is_some());
    }
}
