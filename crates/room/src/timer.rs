//! The clocks of a table: what each seat has left, and whose time runs since when.
//!
//! Invariants: time is charged to a person who must decide, to nobody else, and never for the time
//! that the server was away. What a move left to each seat is written in the log; nothing is
//! counted twice when the log is read again.

use protocol::{Clock, Clocks};

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timer {
    kind: Clock,
    left: Vec<i64>,
    running: Option<u8>,
    since: u64,
}

impl Timer {
    /// Full clocks that stand still.
    pub fn new(kind: Clock, seats: usize) -> Timer {
        let left = match kind {
            Clock::None => Vec::new(),
            Clock::Total { seconds, .. } => vec![i64::from(seconds) * 1000; seats],
            Clock::Days { days } => vec![i64::from(days) * DAY; seats],
        };
        Timer { kind, left, running: None, since: 0 }
    }

    /// What a move at `at` costs the seat whose clock runs, and what all have left after it.
    /// `turn_of` is the seat whose turn ended with it.
    pub fn after_move(&self, at: u64, turn_of: Option<u8>) -> (u64, Vec<i64>) {
        let mut left = self.left_at(at);
        match self.kind {
            Clock::None => {}
            Clock::Total { increment, .. } => {
                if let Some(left) = turn_of.and_then(|seat| left.get_mut(usize::from(seat))) {
                    *left += i64::from(increment) * 1000;
                }
            }
            Clock::Days { days } => left.fill(i64::from(days) * DAY),
        }
        (self.used(at), left)
    }

    /// How long the running clock has run.
    fn used(&self, at: u64) -> u64 {
        if self.running.is_some() { at.saturating_sub(self.since) } else { 0 }
    }

    /// What each seat has left at a time.
    pub fn left_at(&self, at: u64) -> Vec<i64> {
        let mut left = self.left.clone();
        if let Some(seat) = self.running {
            left[usize::from(seat)] -= i64::try_from(self.used(at)).unwrap_or(i64::MAX / 2);
        }
        left
    }

    /// Takes over what a move left; `false` if the numbers cannot be of this table.
    pub fn moved(&mut self, at: u64, left: &[i64]) -> bool {
        let fits = left.len() == self.left.len();
        if fits {
            self.left.copy_from_slice(left);
            self.since = at;
        }
        fits
    }

    /// From now on this seat's clock runs, or nobody's; the one that ran is charged.
    pub fn run(&mut self, seat: Option<u8>, at: u64) {
        let seat = seat.filter(|_| self.kind != Clock::None);
        if seat != self.running {
            self.left = self.left_at(at);
            self.running = seat;
            self.since = at;
        }
    }

    /// A seat ran out of time.
    pub fn flag(&mut self, seat: u8, at: u64) {
        self.run(None, at);
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = 0;
        }
    }

    /// Time that is charged to nobody.
    pub fn pause(&mut self, ms: u64) {
        self.since += ms;
    }

    /// Since when a seat's clock runs, if it does.
    pub fn runs_since(&self, seat: u8) -> Option<u64> {
        (self.running == Some(seat)).then_some(self.since)
    }

    /// By which clock it is played now.
    pub fn kind(&self) -> Clock {
        self.kind
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<u8> {
        self.running
    }

    /// Another clock from now on; `false` if the numbers cannot be of this table.
    pub fn reclock(&mut self, kind: Clock, left: &[i64], at: u64) -> bool {
        let fits = Timer::new(kind, left.len()).left.len() == left.len();
        if fits {
            *self = Timer { kind, left: left.to_vec(), running: None, since: at };
        }
        fits
    }

    /// When the running clock is out of time.
    pub fn flag_time(&self) -> Option<u64> {
        let left = self.left[usize::from(self.running?)].max(0);
        Some(self.since + left.unsigned_abs())
    }

    /// The seat whose clock is out of time at `at`.
    pub fn flagged(&self, at: u64) -> Option<u8> {
        self.running.filter(|_| self.flag_time().is_some_and(|time| time <= at))
    }

    /// Whether a seat has no time for a move.
    pub fn is_empty(&self, seat: u8) -> bool {
        self.left.get(usize::from(seat)).is_some_and(|left| *left <= 0)
    }

    /// The clocks for everybody, as of `at`.
    pub fn clocks(&self, at: u64) -> Clocks {
        Clocks { at, left: self.left_at(at), running: self.running }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blitz() -> Timer {
        let mut timer = Timer::new(Clock::Total { seconds: 60, increment: 5 }, 2);
        timer.run(Some(0), 1000);
        timer
    }

    #[test]
    fn only_the_running_clock_is_charged() {
        let timer = blitz();
        assert_eq!(timer.left_at(11_000), [50_000, 60_000]);
        assert_eq!(timer.after_move(11_000, None), (10_000, vec![50_000, 60_000]));
        assert_eq!(timer.after_move(11_000, Some(0)), (10_000, vec![55_000, 60_000]));
        assert_eq!(
            timer.after_move(500, Some(0)),
            (0, vec![65_000, 60_000]),
            "time never runs back"
        );
    }

    #[test]
    fn flags_fall_to_the_millisecond() {
        let timer = blitz();
        assert_eq!(timer.flag_time(), Some(61_000));
        assert_eq!(timer.flagged(60_999), None);
        assert_eq!(timer.flagged(61_000), Some(0));
    }

    #[test]
    fn absence_is_charged_to_nobody() {
        let mut timer = blitz();
        timer.pause(100_000);
        assert_eq!(timer.left_at(111_000), [50_000, 60_000]);
        assert_eq!(timer.flag_time(), Some(161_000));
    }

    #[test]
    fn days_are_for_each_move() {
        let mut timer = Timer::new(Clock::Days { days: 3 }, 2);
        timer.run(Some(1), 0);
        let (used, left) = timer.after_move(DAY as u64, Some(1));
        assert_eq!((used, left), (DAY as u64, vec![3 * DAY; 2]));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let mut timer = Timer::new(Clock::None, 3);
        timer.run(Some(2), 0);
        assert_eq!(timer.after_move(99, Some(2)), (0, vec![]));
        assert_eq!((timer.running, timer.flagged(u64::MAX)), (None, None));
    }
}
