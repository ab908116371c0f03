//! What is said at a table. The players and those who watch have each their own chat while the game
//! is played: the watchers see both, the players hear the watchers when the game is over.

use std::sync::Arc;

use games::Sorted;
use protocol::log::{Entry, Who};
use protocol::server::LogLine;
use protocol::{Cause, Past, Problem, Switch, Told};

use super::Room;
use super::decide::{Decided, Decision, again, check_id};
use super::phrases;
use super::problem::{field, problem};

/// The longest thing said, in characters.
const TEXT_MAX: usize = 500;
/// The most that is said at one table: a log does not grow for ever.
const SAID_MAX: u32 = 2000;

/// Where in the log each thing was said. Copying it is cheap until something more is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Sayings(Arc<Sorted<Arc<str>, u64>>);

impl Sayings {
    /// Names of messages are the sender's own: two people may use the same.
    fn name(person: &str, id: &str) -> Arc<str> {
        format!("{person} {id}").into()
    }

    pub(super) fn note(&mut self, person: &str, id: &str, n: u64) {
        *Arc::make_mut(&mut self.0).or_insert(Sayings::name(person, id), n) = n;
    }

    fn find(&self, person: &str, id: &str) -> Option<u64> {
        self.0.get(&*Sayings::name(person, id)).copied()
    }
}

impl Room {
    pub(super) fn chat(&self, now: u64, who: &Who, id: String, text: &str) -> Decided {
        check_id(&id)?;
        if let Some(n) = self.said_before(who, &id) {
            return Ok(again(id, n));
        }
        let text: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
        let text = text.trim();
        if text.is_empty() || text.chars().count() > TEXT_MAX {
            return Err(field("text", format!("Expected 1 to {TEXT_MAX} characters.")));
        }
        self.say(now, who, id, text.to_owned(), String::new())
    }

    /// Says one of the phrases.
    pub(super) fn phrase(&self, now: u64, who: &Who, id: String, phrase: String) -> Decided {
        check_id(&id)?;
        if let Some(n) = self.said_before(who, &id) {
            return Ok(again(id, n));
        }
        let Some(text) = phrases::english(&phrase) else {
            return Err(field("phrase", "There is no such phrase."));
        };
        self.say(now, who, id, text, phrase)
    }

    fn say(&self, now: u64, who: &Who, id: String, text: String, phrase: String) -> Decided {
        let seated = self.sits(&who.id);
        if !seated && !self.watchers_may_talk(who) {
            let detail = "At this table only those who play may talk.";
            return Err(problem(403, "watchers-silent", detail));
        }
        self.room_to_say(seated)?;
        let watchers = !seated && self.is_playing();
        let who = who.clone();
        self.append(now, vec![Entry::Said { who, id, text, phrase, watchers }])
    }

    fn watchers_may_talk(&self, who: &Who) -> bool {
        // Before the game its owner receives those who come, seated or not.
        let host = self.course.is_none() && self.owner.id == who.id;
        host || self.watcher_chat.is_on()
    }

    /// Watchers alone cannot silence the players.
    fn room_to_say(&self, seated: bool) -> Result<(), Problem> {
        let most = if seated { SAID_MAX } else { SAID_MAX / 2 };
        if self.said < most {
            return Ok(());
        }
        let detail = format!("At this table no more than {most} things are said.");
        Err(problem(409, "chat-full", detail))
    }

    /// The owner switches the watchers' chat on or off.
    pub(super) fn switch_watchers(&self, now: u64, who: &Who, chat: Switch) -> Decided {
        if self.owner.id != who.id {
            return Err(problem(403, "not-owner", "Only the table's owner can do that."));
        }
        if self.watcher_chat == chat {
            return Ok(Decision::default());
        }
        self.room_to_say(true)?;
        self.append(now, vec![Entry::Watchers { chat }])
    }

    /// The number of a message that a person has said before under this name.
    fn said_before(&self, who: &Who, id: &str) -> Option<u64> {
        check_id(id).ok()?;
        self.sayings.find(&who.id, id)
    }

    /// Whether this was said before, under this name: then it is answered, and costs nothing.
    pub fn has_said(&self, who: &Who, id: &str) -> bool {
        self.said_before(who, id).is_some()
    }

    /// Whether a person has a seat here, also if the computer plays it.
    pub fn sits(&self, person: &str) -> bool {
        self.chairs.iter().any(|chair| chair.is_of(person))
    }

    /// Whether what watchers say is kept from this person for now.
    pub fn is_deaf(&self, person: &str) -> bool {
        self.over.is_none() && self.sits(person)
    }

    /// Leaves out what whoever looks may not hear yet.
    pub fn leave_unheard(&self, past: &mut Past) {
        if self.over.is_none() && !past.you.seats.is_empty() {
            past.log.retain(|line| !is_watchers(&line.cause));
        }
    }

    /// What those who watched said, for the players when the game is over; nothing before.
    pub fn overheard(&self) -> Vec<LogLine> {
        if self.over.is_none() || !self.overheard {
            return Vec::new();
        }
        let lines =
            self.entries_so_far().map(|logged| self.line(&logged, Told::default(), String::new()));
        lines.filter(|line| is_watchers(&line.cause)).collect()
    }
}

fn is_watchers(cause: &Cause) -> bool {
    matches!(cause, Cause::Said { watchers: true, .. })
}
