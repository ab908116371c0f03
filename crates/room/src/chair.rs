//! A seat of a table, and what it has sent lately.

use std::collections::VecDeque;

use games::Sorted;
use protocol::log::Who;
use protocol::{EndReason, Level, SeatPlan};

/// How many names of messages are remembered: a client that comes back sends the last one again.
const REMEMBERED: usize = 16;

/// The names of the last messages, and under which number they are in the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recent {
    names: VecDeque<(Box<str>, u64)>,
}

impl Recent {
    /// The number of a message that was sent before.
    pub fn find(&self, name: &str) -> Option<u64> {
        self.names.iter().find(|(known, _)| **known == *name).map(|(_, n)| *n)
    }

    /// Remembers a message.
    pub fn push(&mut self, name: &str, n: u64) {
        if self.names.len() == REMEMBERED {
            self.names.pop_front();
        }
        self.names.push_back((name.into(), n));
    }
}

/// How often people have sat down at a table. Each person has a limit of its own, so that nobody
/// uses up the table of another; a log does not grow for ever all the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comings {
    all: u32,
    by_person: Sorted<Box<str>, u32>,
}

impl Comings {
    /// How often one person may sit down, and how often if very many have come already.
    const EACH: u32 = 30;
    const EACH_OF_MANY: u32 = 2;
    const MANY: u32 = 500;

    /// Whether a person may sit down once more.
    pub fn may_come(&self, person: &str) -> bool {
        let most = if self.all < Comings::MANY { Comings::EACH } else { Comings::EACH_OF_MANY };
        self.by_person.get(person).is_none_or(|times| *times < most)
    }

    /// A person sat down.
    pub fn came(&mut self, person: &str) {
        self.all += 1;
        *self.by_person.or_insert(person.into(), 0) += 1;
    }
}

/// Why a table of people whom the server brought together came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// The person was not there.
    Absent,
    /// It called the game off.
    CalledOff,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chair {
    /// Whether only the holder of the link's key may sit here.
    pub link: bool,
    /// The person of the seat; it stays known when the computer plays on.
    pub who: Option<Who>,
    /// Whether it is another player on that person's screen.
    pub screen: bool,
    /// The computer that plays the seat.
    pub computer: Option<Level>,
    /// The colour that it took, as the pictures number them.
    pub colour: Option<u8>,
    /// Whether it gave up or ran out of time: out of the ranking.
    pub out: bool,
    /// How it went out.
    pub left: Option<EndReason>,
    /// Whether its person did not come, or called the game off before each had moved.
    pub missed: Option<Missed>,
    /// Its last moves.
    pub moves: Recent,
    /// The turn in which it last offered something.
    pub offered: Option<u16>,
}

impl Chair {
    /// An empty seat, as the plan of a table has it.
    pub fn planned(plan: &SeatPlan) -> Chair {
        Chair { link: *plan == SeatPlan::Link, ..Chair::default() }
    }

    /// Whether somebody sits here.
    pub fn is_taken(&self) -> bool {
        self.who.is_some() || self.computer.is_some()
    }

    /// Whether it is the seat of this person, also if the computer plays it meanwhile.
    pub fn is_of(&self, person: &str) -> bool {
        !person.is_empty() && self.who.as_ref().is_some_and(|who| who.id == person)
    }

    /// Whether the seat has moved.
    pub fn has_moved(&self) -> bool {
        !self.moves.names.is_empty()
    }

    /// The person who decides here: not out, and not replaced.
    pub fn decider(&self) -> Option<&Who> {
        self.who.as_ref().filter(|_| self.computer.is_none() && !self.out)
    }
}
