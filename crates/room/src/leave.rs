//! More time, and another clock: leave by days, a day as a gift, and going on live or by days.
//!
//! How much leave a person has is not the table's business: whoever keeps the table asks for it
//! when a move is due ([`Room::leave_due`]), and writes the day into the log.

use protocol::log::{Entry, Logged, Who};
use protocol::{Clock, OfferKind, Problem};

use super::Room;
use super::change::Broken;
use super::decide::Decided;
use super::problem::problem;
use super::timer::Timer;

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// The clocks that are offered: days for a move, and the live one of a table that never had any.
const BY_DAYS: Clock = Clock::Days { days: 3 };
const LIVE: Clock = Clock::Total { seconds: 15 * 60, increment: 15 };

/// What was done about the running clock since the newest move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Respite {
    /// Days of leave.
    leave: u32,
    /// The seats that have given time.
    givers: Vec<u8>,
}

/// A move that is due, and whose person may have leave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaveDue {
    /// Which seat.
    pub seat: u8,
    /// Whose: the public id.
    pub person: String,
    /// The number of the entry since which the game waits for it.
    pub turn: u64,
    /// How many days of leave it has used since.
    pub day: u32,
}

impl Room {
    /// By which clock it is played now; what was chosen at the start is in [`Room::config`].
    pub fn clock(&self) -> Clock {
        if self.course.is_some() { self.timer.kind() } else { self.config.clock }
    }

    /// Whom the game waits for, if nobody needs to be at the table: by days, or among several
    /// people without a clock.
    pub(super) fn waits_for(&self) -> Option<String> {
        let timeless = self.timer.kind() == Clock::None && self.people().len() > 1;
        let patient = self.timer.kind().is_slow() || timeless;
        let decider = self.decider().filter(|_| self.is_playing() && patient)?;
        self.person(decider).map(str::to_owned)
    }

    /// The move by days that is due by now: a day of leave would put it off.
    pub fn leave_due(&self, now: u64) -> Option<LeaveDue> {
        let by_days = matches!(self.timer.kind(), Clock::Days { .. });
        let known = Entry::Leave { seat: 0, ms: 0 }.since() <= self.format;
        let seat = self.timer.flagged(now).filter(|_| by_days && known && self.is_playing())?;
        let person = self.person(seat)?.to_owned();
        Some(LeaveDue { seat, person, turn: self.game_n, day: self.respite.leave })
    }

    /// The entry for a day of leave.
    pub fn leave_taken(&self, now: u64, seat: u8) -> Vec<Logged> {
        self.entries(now, vec![Entry::Leave { seat, ms: DAY }])
    }

    pub(super) fn took_leave(&mut self, seat: u8, ms: u64) -> Result<(), Broken> {
        self.check(seat)?;
        self.timer.pause(ms);
        self.respite.leave += 1;
        Ok(())
    }

    pub(super) fn give_time(&self, now: u64, who: &Who, seat: u8, to: u8) -> Decided {
        self.own_played(who, seat)?;
        let rival = self.chair(to)?.decider().filter(|other| other.id != who.id);
        if rival.is_none() {
            return Err(problem(409, "no-rival", "Time is given to another person's seat."));
        }
        if !matches!(self.timer.kind(), Clock::Days { .. }) || self.timer.running() != Some(to) {
            let detail = "Time is given to the seat whose move by days is waited for.";
            return Err(problem(409, "not-waiting", detail));
        }
        if self.respite.givers.contains(&seat) {
            return Err(problem(409, "gave", "You have given a day for this move already."));
        }
        self.append(now, vec![Entry::Gave { seat, to, ms: DAY }])
    }

    pub(super) fn gave(&mut self, seat: u8, to: u8, ms: u64) -> Result<(), Broken> {
        self.check(seat)?;
        self.check(to)?;
        self.timer.pause(ms);
        self.respite.givers.push(seat);
        Ok(())
    }

    /// The entry for the clock that is offered.
    pub(super) fn reclock_for(&self, kind: OfferKind) -> Result<Entry, Problem> {
        let by_days = self.timer.kind().is_slow();
        let clock = match (kind, self.config.clock) {
            (OfferKind::Days, _) if by_days => {
                return Err(problem(409, "same-clock", "This game is played by days already."));
            }
            (OfferKind::Live, _) if !by_days => {
                return Err(problem(409, "same-clock", "This game is played live already."));
            }
            (OfferKind::Live, live @ Clock::Total { .. }) if !live.is_slow() => live,
            (OfferKind::Live, _) => LIVE,
            (_, chosen) if chosen.is_slow() => chosen,
            _ => BY_DAYS,
        };
        let left = Timer::new(clock, self.chairs.len()).left_at(0);
        Ok(Entry::Reclocked { clock, left })
    }

    pub(super) fn reclocked(&mut self, clock: Clock, left: &[i64], at: u64) -> Result<(), Broken> {
        if self.course.is_none() || left.len() != self.chairs.len() {
            return Err("the clock is none of this table".to_string());
        }
        self.offer = None;
        let fits = self.timer.reclock(clock, left, at);
        if fits { Ok(()) } else { Err("the clocks are not those of the table".to_string()) }
    }
}
