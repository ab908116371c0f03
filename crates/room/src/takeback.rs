//! Taking moves back: what is taken back, who must agree, and where the game stands again.
//!
//! Invariants: the log keeps the moves and their taking back; the *line* is the list of those that
//! stand. The number of draws goes back with the game, so the same tiles are drawn again. Time that
//! was used is not given back, and nobody gains time by playing a move twice.

use std::sync::Arc;

use games::{Seat, Turn};
use protocol::log::{Entry, Logged, Who};
use protocol::{Clock, Course, Problem, Switch};

use super::Room;
use super::play::on_turn;
use super::problem::problem;

/// How often moves are taken back at one table: a log does not grow for ever.
const TIMES_MAX: u32 = 200;
/// After how many moves of the line a copy of the game is kept, once moves were taken back.
const APART: usize = 16;
/// What a seat keeps at least of the time it has, ms: nobody loses by a move that it takes back.
const LEAST: i64 = 1000;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// An entry of the line: the beginning, or a move that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its number.
    pub n: u64,
    /// Whose move it is; nobody's for the beginning.
    pub seat: Option<u8>,
    /// Whether the computer made it.
    pub computer: bool,
    /// How many draws the table had made behind it.
    pub draws: u32,
}

/// The moves that stand, and copies of the game on the way.
#[derive(Clone, Debug, Default)]
pub struct Line {
    marks: Vec<Mark>,
    /// How often moves were taken back.
    times: u32,
    /// How many moves were.
    moves: u32,
    /// The number of the entry that last took moves back.
    back: u64,
    /// The game behind so many entries of the line.
    copies: Vec<(usize, Arc<Course>)>,
}

impl Line {
    /// The game went on.
    pub fn push(&mut self, mark: Mark, course: &Course) {
        self.marks.push(mark);
        let length = self.marks.len();
        // Whoever takes moves back does it again: then the game is not played from its beginning.
        if self.times > 0 && length.is_multiple_of(APART) {
            self.copies.push((length, Arc::new(course.clone())));
        }
    }

    /// Whether a move stands.
    pub fn stands(&self, n: u64) -> bool {
        self.marks.binary_search_by_key(&n, |mark| mark.n).is_ok()
    }

    /// The number of the newest entry by which people changed the line: what the computer does
    /// comes by itself, and does not change what somebody wants to take back.
    pub fn newest_of_people(&self) -> u64 {
        let moved = self.marks.iter().rev().find(|mark| !mark.computer);
        moved.map_or(0, |mark| mark.n).max(self.back)
    }

    /// How many moves were taken back.
    pub fn moves(&self) -> u32 {
        self.moves
    }
}

impl Room {
    /// The entry that takes back the last decision of a person's seats, and all that came after.
    ///
    /// # Errors
    /// If moves are not taken back here, there is none, or it is not this person's alone to say.
    pub(super) fn taken_back(&self, now: u64, who: &Who, seat: u8) -> Result<Entry, Problem> {
        if self.config.takeback != Some(Switch::On) {
            return Err(problem(409, "no-takeback", "At this table no move is taken back."));
        }
        if self.line.times >= TIMES_MAX {
            let detail = format!("At this table no more than {TIMES_MAX} moves are taken back.");
            return Err(problem(409, "takebacks-full", detail));
        }
        let decides = |seat: u8| {
            let decider = self.chairs[usize::from(seat)].decider();
            decider.is_some_and(|person| person.id == who.id)
        };
        let own = |mark: &Mark| !mark.computer && mark.seat.is_some_and(decides);
        let Some(last) = self.line.marks.iter().rposition(own).filter(|last| *last > 0) else {
            let detail = "You have made no move that could be taken back.";
            return Err(problem(409, "nothing-to-take-back", detail));
        };
        let undone = &self.line.marks[last..];
        if undone.iter().any(|mark| self.is_of_somebody_away(*mark)) {
            let detail = "A move of somebody who is not there to agree is not taken back.";
            return Err(problem(409, "not-there", detail));
        }
        let to = self.line.marks[last - 1].n;
        let left = self.left_without(now.max(self.changed), last)?;
        Ok(Entry::TakenBack { seat, to, left })
    }

    /// Whether a move was made by a person for whom the computer plays on: it cannot agree.
    fn is_of_somebody_away(&self, mark: Mark) -> bool {
        let Some(chair) = mark.seat.map(|seat| &self.chairs[usize::from(seat)]) else {
            return false;
        };
        !mark.computer && !chair.out && chair.who.is_some() && chair.computer.is_some()
    }

    /// What everybody has left when the line is cut at `length`: what was gained by moves that do
    /// not stand any more is lost again.
    fn left_without(&self, at: u64, length: usize) -> Result<Vec<i64>, Problem> {
        let mut left = self.timer.left_at(at);
        let less = |left: &mut i64, ms: i64| *left = (*left - ms).max((*left).min(LEAST));
        match self.timer.kind() {
            Clock::None => {}
            Clock::Total { increment, .. } => {
                let broken = |why| problem(500, "broken", format!("The log is broken: {why}."));
                for seat in self.turns_ended(length).map_err(broken)? {
                    less(&mut left[usize::from(seat)], i64::from(increment) * 1000);
                }
            }
            Clock::Days { days } => {
                let mark = self.line.marks[length];
                let seat = mark.seat.unwrap_or_default();
                // Also for moves at this place that were taken back before.
                let used: u64 = self
                    .entries_after(self.line.marks[length - 1].n)
                    .map(|logged| match logged.entry {
                        Entry::Played { seat: by, used, .. } if by == seat => used,
                        _ => 0,
                    })
                    .sum();
                let left = &mut left[usize::from(seat)];
                *left = (*left).min(i64::from(days) * DAY);
                less(left, i64::try_from(used).unwrap_or(i64::MAX / 2));
            }
        }
        Ok(left)
    }

    /// Whose turns ended with the moves of the line from `length` on.
    fn turns_ended(&self, length: usize) -> Result<Vec<u8>, String> {
        let mut course = self.replayed(length, |_, _| {})?;
        let mut ended = Vec::new();
        for mark in &self.line.marks[length..] {
            let (number, turn_of) = (course.number(), on_turn(&course));
            self.repeat(&mut course, *mark)?;
            if course.number() != number {
                ended.push(turn_of);
            }
        }
        Ok(ended)
    }

    /// Takes moves back.
    pub(super) fn take_back(&mut self, to: u64, n: u64) -> Result<(), String> {
        let found = self.line.marks.binary_search_by_key(&to, |mark| mark.n);
        let length = found.map_err(|_| "the game does not stand behind that entry")? + 1;
        if length == self.line.marks.len() {
            return Err("there is nothing to take back".to_string());
        }
        let mut copies = Vec::new();
        let course = self.replayed(length, |length, course| {
            if length.is_multiple_of(APART) {
                copies.push((length, Arc::new(course.clone())));
            }
        })?;
        let line = &mut self.line;
        line.times += 1;
        line.back = n;
        line.moves += u32::try_from(line.marks.len() - length).unwrap_or(u32::MAX);
        line.marks.truncate(length);
        line.copies.retain(|(kept, _)| *kept <= length);
        line.copies.extend(copies);
        self.course = Some(Box::new(course));
        self.draws = self.line.marks[length - 1].draws;
        self.offer = None;
        self.game_n = n;
        Ok(())
    }

    /// The game behind the first `length` entries of the line. `passed` sees the game behind each
    /// entry that is played again.
    fn replayed(
        &self,
        length: usize,
        mut passed: impl FnMut(usize, &Course),
    ) -> Result<Course, String> {
        let copy = self.line.copies.iter().rev().find(|(kept, _)| *kept <= length);
        let (from, mut course) = match copy {
            Some((kept, course)) => (*kept, Course::clone(course)),
            None => (0, self.opening()?),
        };
        for (number, mark) in self.line.marks[..length].iter().enumerate().skip(from) {
            self.repeat(&mut course, *mark)?;
            passed(number + 1, &course);
        }
        Ok(course)
    }

    /// Plays an entry of the line once more.
    fn repeat(&self, course: &mut Course, mark: Mark) -> Result<(), String> {
        let logged = self.entry_of(mark)?;
        let (by, chance) = match logged.entry {
            Entry::Began { chance, .. } => (None, chance),
            Entry::Played { seat, words, chance, .. } => (Some((seat, words)), chance),
            _ => return Err(format!("entry {} is no move", logged.n)),
        };
        if let Some((seat, words)) = by {
            let said = course.say(Turn::Player(Seat(seat)), &words);
            said.map_err(|not| not.error.to_string())?;
        }
        course.say(Turn::Chance, &chance).map_err(|not| not.error.to_string())?;
        Ok(())
    }

    fn entry_of(&self, mark: Mark) -> Result<Logged, String> {
        let logged = self.entries_after(mark.n - 1).next();
        logged.ok_or_else(|| "the line has an entry that the log has not".to_string())
    }
}
