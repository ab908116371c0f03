//! Tables of people whom the server brought together: they come in time, or it is over.
//!
//! Invariants: such a table has no owner, begins by itself when all sit, and ends by itself if
//! somebody does not come. Who that was stands in the log, so that nobody has to guess later.

use protocol::log::{Entry, Logged, Who};
use protocol::{EndReason, SeatPlan, Start};

use super::Room;
use super::chair::{Chair, Missed};
use super::change::Broken;
use super::decide::Decided;
use super::problem::problem;
use super::shares::Given;

/// Until when all must sit at a table that was made at a time.
pub fn seats_until(paired: bool, start: Start, made: u64) -> Option<u64> {
    match start {
        Start::Full { within } if paired => Some(made + u64::from(within) * 1000),
        Start::Full { .. } | Start::Owner => None,
    }
}

impl Room {
    /// Whether it was over before the game began.
    pub fn came_to_nothing(&self) -> bool {
        self.over.is_some() && self.course.is_none()
    }

    /// The people for whom a seat of a paired table is kept and who do not sit there yet.
    pub(super) fn expected(&self) -> impl Iterator<Item = &str> {
        let seats = self.config.seats.iter().zip(&self.chairs);
        let open = self.paired && self.course.is_none();
        seats.filter_map(move |(plan, chair)| match plan {
            SeatPlan::Kept { person, .. } if open && chair.who.is_none() => Some(person.as_str()),
            _ => None,
        })
    }

    /// Who did not come, or called the game off before each had moved: public ids.
    pub fn missed(&self) -> Vec<(&str, Missed)> {
        let seats = self.chairs.iter().enumerate();
        let named = seats.filter_map(|(seat, chair)| {
            let who = chair.who.as_ref().map(|who| who.id.as_str());
            Some((who.or_else(|| self.kept_for(seat))?, chair.missed?))
        });
        named.collect()
    }

    /// For whom a seat was kept.
    pub(super) fn kept_for(&self, seat: usize) -> Option<&str> {
        let plan = self.order.get(seat).map_or(seat, |plan| usize::from(*plan));
        match self.config.seats.get(plan)? {
            SeatPlan::Kept { person, .. } => Some(person),
            _ => None,
        }
    }

    /// The names of all who play, for a table that nobody named.
    pub(super) fn rivals_names(&self) -> String {
        let name = |(seat, chair): (usize, &Chair)| match (&chair.who, &self.config.seats[seat]) {
            (None, SeatPlan::Kept { name, .. }) => name.clone(),
            _ => self.seat_name(chair),
        };
        let names = self.chairs.iter().enumerate().map(name);
        names.collect::<Vec<_>>().join(" – ")
    }

    /// What follows when somebody sits down on the last free seat of a table that begins by itself.
    pub(super) fn begins_with(
        &self,
        now: u64,
        seat: u8,
        given: Given,
    ) -> Result<Option<Entry>, protocol::Problem> {
        let Start::Full { within } = self.config.start else { return Ok(None) };
        let free = |(other, chair): (u8, &Chair)| other != seat && !chair.is_taken();
        if (0u8..).zip(&self.chairs).any(free) {
            return Ok(None);
        }
        let mut shares = self.shares.clone();
        shares.give(seat, given);
        self.begun_or_frozen(now, &shares, u64::from(within) * 1000).map(Some)
    }

    /// Somebody for whom a seat is kept says that it does not play: nobody waits for it.
    pub(super) fn do_not_play(&self, now: u64, who: &Who, seat: u8) -> Decided {
        let chair = self.chair(seat)?;
        let kept = self.kept_for(usize::from(seat)) == Some(who.id.as_str());
        if !chair.is_of(&who.id) && !kept {
            return Err(problem(403, "not-your-seat", "This seat is not yours."));
        }
        self.append(now, vec![Entry::Aborted { seat }, self.called_off()])
    }

    /// Whether a seat may call the game off by itself: as long as one has not moved.
    pub(super) fn may_call_off(&self) -> bool {
        let waits = |chair: &Chair| chair.who.is_some() && !chair.has_moved();
        self.config.first.is_some() && self.chairs.iter().any(waits)
    }

    /// The entry that ends a game as if it had not been.
    pub(super) fn called_off(&self) -> Entry {
        let mut points = self.points();
        points.resize(self.chairs.len(), 0);
        Entry::Ended { reason: EndReason::Aborted, points, ranks: Vec::new() }
    }

    /// Until when the seat that must decide has to make its first move.
    pub(super) fn first_until(&self) -> Option<u64> {
        let seconds = u64::from(self.config.first?);
        let seat = self.decider()?;
        // They may have agreed to play by days.
        if self.timer.kind().is_slow() || self.chairs[usize::from(seat)].has_moved() {
            return None;
        }
        Some(self.timer.runs_since(seat)? + seconds * 1000)
    }

    /// The end of a table to which somebody did not come.
    pub(super) fn not_there(&self, now: u64) -> Vec<Logged> {
        let late = |until: Option<u64>| until.is_some_and(|until| until <= now);
        let seats: Vec<u8> = if self.over.is_some() {
            Vec::new()
        } else if late(self.seats_until) {
            let free = (0u8..).zip(&self.chairs).filter(|(_, chair)| !chair.is_taken());
            free.map(|(seat, _)| seat).collect()
        } else if late(self.first_until()) {
            self.decider().into_iter().collect()
        } else {
            Vec::new()
        };
        if seats.is_empty() {
            return Vec::new();
        }
        self.entries(now, vec![Entry::Absent { seats }, self.called_off()])
    }

    pub(super) fn were_absent(&mut self, seats: &[u8]) -> Result<(), Broken> {
        for seat in seats {
            self.check(*seat)?;
            self.chairs[usize::from(*seat)].missed = Some(Missed::Absent);
        }
        Ok(())
    }

    pub(super) fn aborted(&mut self, seat: u8) -> Result<(), Broken> {
        self.check(seat)?;
        self.chairs[usize::from(seat)].missed = Some(Missed::CalledOff);
        Ok(())
    }
}
