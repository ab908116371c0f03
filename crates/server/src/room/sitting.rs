//! Before the game: sitting down, standing up, and the beginning.

use protocol::log::{Entry, Who};
use protocol::{Order, Problem, SeatPlan};

use super::Room;
use super::chair::Chair;
use super::decide::Decided;
use super::problem::{field, problem};

/// Who sits on a seat of the computer.
pub fn computer() -> Who {
    Who { id: String::new(), name: String::new(), account: false }
}

/// A seat's share in the draws.
pub fn value(text: &str) -> Result<(), Problem> {
    match fair::Value::parse(text) {
        Some(_) => Ok(()),
        None => Err(field("value", "Expected 32 hexadecimal digits (16 bytes).")),
    }
}

impl Room {
    /// Sits down. On one's own seat it changes the value: whoever does not trust the server with
    /// its first value gives another one after it has seen the commitment.
    pub(super) fn sit(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        key: Option<&str>,
        share: &str,
    ) -> Decided {
        self.open()?;
        value(share)?;
        let chair = self.chair(seat)?;
        let plan = &self.config.seats[usize::from(seat)];
        if chair.is_taken() && !chair.is_of(&who.id) {
            return Err(problem(409, "seat-taken", "Somebody sits there already."));
        }
        let who = match plan {
            SeatPlan::Screen { name } | SeatPlan::Kept { name, screen: true, .. } => {
                Who { name: name.clone(), ..who.clone() }
            }
            _ => who.clone(),
        };
        if !chair.is_taken() {
            self.may_sit(&who, plan, key)?;
        }
        self.not_too_often(&who.id)?;
        self.append(now, vec![Entry::Sat { seat, who, value: share.to_lowercase() }])
    }

    fn not_too_often(&self, person: &str) -> Result<(), Problem> {
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
                let detail = "This seat is kept for somebody who played before.";
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
        self.open()?;
        let chair = self.chair(seat)?;
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
    pub(super) fn open_seat(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        plan: SeatPlan,
        share: &str,
    ) -> Decided {
        self.open()?;
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
        value(share)?;
        let mut entries = vec![Entry::Opened { seat, plan }];
        if computer {
            entries.push(Entry::Sat { seat, who: self::computer(), value: share.to_lowercase() });
        }
        self.append(now, entries)
    }

    /// Begins: the order of the seats and the first tile are drawn.
    pub(super) fn start(&self, now: u64, who: &Who) -> Decided {
        if self.owner.id != who.id {
            return Err(problem(403, "not-owner", "The table's owner begins the game."));
        }
        if self.course.is_some() {
            return Err(problem(409, "begun", "The game has begun already."));
        }
        let free = self.chairs.iter().filter(|chair| !chair.is_taken()).count();
        if free > 0 {
            let detail = format!("{free} of {} seats are still free.", self.chairs.len());
            return Err(problem(409, "seats-free", detail));
        }
        let seats = self.chairs.len() as u8;
        let order = match self.config.order {
            Order::Given => (0..seats).collect(),
            Order::Random => self.draw_key().seat_order(seats),
        };
        let broken = |why| problem(500, "broken", format!("The table cannot begin: {why}."));
        let chance = self.draw(&mut self.opening().map_err(broken)?).words;
        self.append(now, vec![Entry::Began { order, chance }])
    }

    fn open(&self) -> Result<(), Problem> {
        if self.course.is_some() {
            return Err(problem(409, "begun", "The game has begun already."));
        }
        Ok(())
    }
}
