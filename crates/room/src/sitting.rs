//! Before the game: sitting down, standing up, and the beginning.

use std::collections::BTreeMap;

use fair::{Key, Seal, Value, Version};
use protocol::log::{Entry, Logged, Who};
use protocol::{Order, Problem, SeatPlan};

use super::Room;
use super::chair::Chair;
use super::decide::{Decided, Decision};
use super::problem::{field, problem};
use super::shares::{Given, Shares};

/// How often a seat may change its share in a round.
const CHANGES_MAX: u16 = 20;

/// Who sits on a seat of the computer.
pub fn computer() -> Who {
    Who { id: String::new(), name: String::new(), account: false }
}

/// A seat's share in the draws.
pub fn value(text: &str) -> Result<Value, Problem> {
    Value::parse(text).ok_or_else(|| field("value", "Expected 32 hexadecimal digits (16 bytes)."))
}

impl Room {
    /// Sits down. On one's own seat it changes the share.
    pub(super) fn sit(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        key: Option<&str>,
        (value, hash): (Option<&str>, Option<&str>),
    ) -> Decided {
        self.not_begun()?;
        let chair = self.chair(seat)?;
        let plan = &self.config.seats[usize::from(seat)];
        if chair.is_taken() && !chair.is_of(&who.id) {
            return Err(problem(409, "seat-taken", "Somebody sits there already."));
        }
        let given = self.given(seat, value, hash)?;
        let (value, hash) = texts(given);
        if chair.is_taken() {
            if given == Given::Nothing {
                return Ok(Decision::default());
            }
            if self.shares.changes(seat) >= CHANGES_MAX {
                let detail = "This seat has changed its share in the draws often enough.";
                return Err(problem(409, "too-many-shares", detail));
            }
            return self.append(now, vec![Entry::Shared { seat, value, hash }]);
        }
        let who = match plan {
            SeatPlan::Screen { name } | SeatPlan::Kept { name, screen: true, .. } => {
                Who { name: name.clone(), ..who.clone() }
            }
            _ => who.clone(),
        };
        self.may_sit(&who, plan, key)?;
        self.may_be_rated(&who)?;
        self.not_too_often(&who.id)?;
        let mut entries = vec![Entry::Sat { seat, who, value, hash }];
        entries.extend(self.begins_with(now, seat, given)?);
        self.append(now, entries)
    }

    /// What a seat gives with a value, a hash, or nothing.
    fn given(&self, seat: u8, open: Option<&str>, hash: Option<&str>) -> Result<Given, Problem> {
        match (open, hash) {
            (Some(_), Some(_)) => Err(field("hash", "Expected a hash or an open value, not both.")),
            (Some(text), None) => Ok(Given::Open(value(text)?)),
            (None, Some(text)) => {
                let by_days = self.config.clock.is_slow();
                if by_days || self.shares.version() == Version::One {
                    let detail = "At this table the value is given openly, without a hash.";
                    return Err(field("hash", detail));
                }
                let seal = Seal::parse(text);
                seal.map(Given::Sealed)
                    .ok_or_else(|| field("hash", "Expected 64 hexadecimal digits (32 bytes)."))
            }
            // In version 1 the log has a value for every seat.
            (None, None) if self.shares.version() == Version::One => {
                Ok(Given::Open(self.shares.spare(seat)))
            }
            (None, None) => Ok(Given::Nothing),
        }
    }

    pub(super) fn not_too_often(&self, person: &str) -> Result<(), Problem> {
        if self.comings.may_come(person) {
            return Ok(());
        }
        let detail = "You have sat down here too often: choose another table.";
        Err(problem(409, "too-many-comings", detail))
    }

    fn may_sit(&self, who: &Who, plan: &SeatPlan, key: Option<&str>) -> Result<(), Problem> {
        let owner = self.owner.id == who.id;
        match plan {
            SeatPlan::Me | SeatPlan::Screen { .. } if !owner => {
                return Err(problem(403, "seat-kept", "This seat is kept for the table's owner."));
            }
            // By identity: a name says nothing about who somebody is.
            SeatPlan::Kept { person, .. } if *person != who.id => {
                let detail = "This seat is kept for somebody else.";
                return Err(problem(403, "seat-kept", detail));
            }
            SeatPlan::Link if !owner && key != Some(&*self.key) => {
                return Err(problem(403, "key", "This seat is for those who were given the link."));
            }
            _ => {}
        }
        let screen = matches!(plan, SeatPlan::Screen { .. } | SeatPlan::Kept { screen: true, .. });
        let mine = |chair: &Chair| chair.is_of(&who.id) && !chair.screen;
        if !screen && self.chairs.iter().any(mine) {
            return Err(problem(409, "seated", "You sit at this table already."));
        }
        Ok(())
    }

    /// Stands up; the owner may free the seat of another.
    pub(super) fn stand(&self, now: u64, who: &Who, seat: u8) -> Decided {
        self.not_begun()?;
        let chair = self.chair(seat)?;
        if self.paired {
            return self.do_not_play(now, who, seat);
        }
        if chair.who.is_none() {
            return Err(problem(409, "nobody-there", "Nobody sits there."));
        }
        if !chair.is_of(&who.id) && self.owner.id != who.id {
            return Err(problem(403, "not-your-seat", "This seat is not yours."));
        }
        self.append(now, vec![Entry::Stood { seat }])
    }

    /// Changes for whom a free seat is, or the computer's: if somebody does not come to a rematch,
    /// the owner opens the seat to others or gives it to the computer.
    pub(super) fn open_seat(&self, now: u64, who: &Who, seat: u8, plan: SeatPlan) -> Decided {
        self.not_begun()?;
        if self.owner.id != who.id {
            return Err(problem(403, "not-owner", "Only the table's owner can do that."));
        }
        self.not_too_often(&who.id)?;
        if self.chair(seat)?.who.is_some() {
            return Err(problem(409, "seat-taken", "Somebody sits there already."));
        }
        let computer = match plan {
            SeatPlan::Computer { .. } => true,
            SeatPlan::Anyone | SeatPlan::Link => false,
            _ => return Err(field("kind", "Expected anyone, link or computer.")),
        };
        let person = |(other, plan): (u8, &SeatPlan)| {
            other != seat && !matches!(plan, SeatPlan::Computer { .. })
        };
        if computer && !(0u8..).zip(&self.config.seats).any(person) {
            return Err(field("kind", "Expected at least one seat for a person."));
        }
        let mut entries = vec![Entry::Opened { seat, plan }];
        if computer {
            let (value, hash) = texts(self.given(seat, None, None)?);
            entries.push(Entry::Sat { seat, who: self::computer(), value, hash });
        }
        self.append(now, entries)
    }

    /// Begins, or freezes the table if a seat has a value to reveal first. `values` are those of
    /// the owner's own seats, given openly and last.
    pub(super) fn start(
        &self,
        now: u64,
        who: &Who,
        values: &BTreeMap<u8, String>,
        reveal_ms: u64,
    ) -> Decided {
        if self.owner.id != who.id {
            return Err(problem(403, "not-owner", "The table's owner begins the game."));
        }
        self.not_begun()?;
        let free = self.chairs.iter().filter(|chair| !chair.is_taken()).count();
        if free > 0 {
            let detail = format!("{free} of {} seats are still free.", self.chairs.len());
            return Err(problem(409, "seats-free", detail));
        }
        let mut shares = self.shares.clone();
        let mut entries = Vec::new();
        for (seat, text) in values {
            self.own(who, *seat)?;
            let given = Given::Open(value(text)?);
            if shares.seal(*seat).is_some() {
                let detail = "This seat has sent a hash: its value is revealed when all sit still.";
                return Err(problem(409, "sealed", detail));
            }
            shares.give(*seat, given);
            let (value, hash) = texts(given);
            entries.push(Entry::Shared { seat: *seat, value, hash });
        }
        entries.push(self.begun_or_frozen(now, &shares, reveal_ms)?);
        self.append(now, entries)
    }

    /// The game begins with these shares, or the table freezes until all are revealed.
    pub(super) fn begun_or_frozen(
        &self,
        now: u64,
        shares: &Shares,
        reveal_ms: u64,
    ) -> Result<Entry, Problem> {
        if let Some(key) = shares.key() {
            return self.beginning(&key);
        }
        let until = now.max(self.changed) + reveal_ms;
        Ok(Entry::Frozen { round: shares.round(), until })
    }

    /// Reveals the values of own seats; with the last one the game begins.
    pub(super) fn reveal(&self, now: u64, who: &Who, values: &BTreeMap<u8, String>) -> Decided {
        let mut shares: Shares = self.shares.clone();
        let mut entries = Vec::new();
        for (seat, text) in values {
            self.chair(*seat)?;
            let value = value(text)?;
            // Sent again, perhaps when the game has begun and the seats have another order: it is
            // known to all by now.
            if matches!(shares.of(*seat), Given::Revealed(_, known) if known == value) {
                continue;
            }
            self.own(who, *seat)?;
            if self.shares.until().is_none() {
                let detail = "No value is revealed now: wait until the owner starts the game.";
                return Err(problem(409, "not-frozen", detail));
            }
            let Some(given) = shares.opened(*seat, value) else {
                let detail = "This is not the value whose hash the seat has sent.";
                return Err(problem(422, "other-value", detail));
            };
            shares.give(*seat, given);
            entries.push(Entry::Revealed { seat: *seat, value: value.to_string() });
        }
        if let Some(key) = shares.key().filter(|_| !entries.is_empty()) {
            entries.push(self.beginning(&key)?);
        }
        self.append(now, entries)
    }

    /// The order of the seats and the first tile are drawn.
    fn beginning(&self, key: &Key) -> Result<Entry, Problem> {
        let seats = self.chairs.len() as u8;
        let order = match self.config.order {
            Order::Given => (0..seats).collect(),
            Order::Random => key.seat_order(seats),
        };
        let broken = |why| problem(500, "broken", format!("The table cannot begin: {why}."));
        let chance = self.draw(key, &mut self.opening().map_err(broken)?).words;
        Ok(Entry::Began { order, chance })
    }

    /// The seats that have not revealed their value in time stand up, and a new round begins for
    /// those who stay; a table whose players the server brought together ends.
    pub(super) fn not_revealed(&self, now: u64) -> Vec<Logged> {
        let late = self.shares.until().is_some_and(|until| until <= now);
        if !late || self.course.is_some() || self.over.is_some() {
            return Vec::new();
        }
        let (round, seats) = (self.shares.round(), self.shares.sealed());
        let mut entries = vec![Entry::Void { round, seats: seats.clone() }];
        entries.extend(seats.into_iter().map(|seat| Entry::Stood { seat }));
        if self.paired {
            // A table of an older program has no such entries; its end says the same.
            let absent = Entry::Absent { seats: self.shares.sealed() };
            entries.extend(Some(absent).filter(|entry| entry.since() <= self.format));
            entries.push(self.called_off());
        } else {
            let commitment = self.shares.next_commitment().to_string();
            entries.push(Entry::Round { round: round + 1, commitment });
        }
        self.entries(now, entries)
    }

    pub(super) fn not_begun(&self) -> Result<(), Problem> {
        if self.course.is_some() {
            return Err(problem(409, "begun", "The game has begun already."));
        }
        if self.over.is_some() {
            return Err(problem(409, "over", "The table is closed: make another one."));
        }
        if self.shares.until().is_some() {
            let detail = "The seats are revealing their values just now: wait a few seconds.";
            return Err(problem(409, "frozen", detail));
        }
        Ok(())
    }
}

/// Value and hash of what a seat gives, for the log.
fn texts(given: Given) -> (String, String) {
    match given {
        Given::Open(value) => (value.to_string(), String::new()),
        Given::Sealed(seal) => (String::new(), seal.to_string()),
        Given::Nothing | Given::Computer | Given::Revealed(..) => (String::new(), String::new()),
    }
}
