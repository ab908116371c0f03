//! What came of looking through a game: by word, by move, by seat.

use alloc::vec::Vec;

use table::{Action, SEATS_MAX, Seat, Turn};

use super::{Judged, Line, margin_of};
use crate::evaluate::Points;
use crate::math::{exp, pow, sqrt};

/// A game looked through.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How many seats play.
    pub seats: u8,
    /// The points that each seat was expected to have at the end: before each action, and at last
    /// after all of them.
    pub expected: Vec<Points>,
    /// The part of the game to come at these moments.
    pub time: Vec<f32>,
    /// What was found about each action.
    pub judged: Vec<Judged>,
    /// The moves: what a seat decided from a draw to the next, or to another seat.
    pub moves: Vec<MoveReport>,
    /// What the seats did well, and what the draws brought them.
    pub by_seat: Vec<SeatReport>,
    /// Where the game turned most, in the order of the game; at most [`TURNING_POINTS`].
    pub turning: Vec<TurningPoint>,
}

/// How many turning points are told.
pub const TURNING_POINTS: usize = 3;
/// A smaller change of the chance to win turns nothing.
const TURN_MIN: f32 = 0.02;

/// A move as a whole.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport {
    /// The number of its first action, from 0, and of the one behind its last.
    pub actions: (usize, usize),
    /// Whose it is.
    pub seat: Seat,
    /// What it cost, in points of the seat's margin.
    pub lost: f32,
    /// How good it was.
    pub mark: Mark,
    /// How many of its first actions the strong player would have played too, and the best whole
    /// moves behind these, the best first. Empty if nothing was to be decided.
    pub same: usize,
    /// See `same`.
    pub best: Vec<Line>,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// There was nothing to decide.
    Forced,
    /// The best, or as good.
    Best,
    /// Less than a point was lost.
    Good,
    /// Less than three points.
    Slip,
    /// Less than six points.
    Mistake,
    /// More.
    Blunder,
}

impl Mark {
    /// The mark of a decision that cost so many points.
    pub fn of(lost: f32) -> Mark {
        match lost {
            lost if lost < 0.25 => Mark::Best,
            lost if lost < 1.0 => Mark::Good,
            lost if lost < 3.0 => Mark::Slip,
            lost if lost < 6.0 => Mark::Mistake,
            _ => Mark::Blunder,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Forced => "forced",
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Slip => "slip",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// How accurate a move is that cost so many points, of 100: four points halve it.
pub fn accuracy_of(lost: f32) -> f32 {
    100.0 * pow(2.0, -lost / 4.0)
}

/// A seat in a game that was looked through.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SeatReport {
    /// How many moves there were in which something was to be decided.
    pub moves: u32,
    /// How many of them were the best, or as good.
    pub best: u32,
    /// The mean of [`accuracy_of`] them; 100 without any.
    pub accuracy: f32,
    /// The points of its margin that it lost by its moves.
    pub lost: f32,
    /// What it gained in its margin because others played worse than it did: what they lost on
    /// average, less its own.
    pub skill: f32,
    /// What all draws together brought to its margin.
    pub luck: f32,
    /// Its margin when the game began, as it was expected.
    pub before: f32,
    /// Its margin at the end.
    pub after: f32,
}

/// Where a game turned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurningPoint {
    /// The number of the action, from 0: the draw, or the first of the move.
    pub action: usize,
    /// Whose chances changed most.
    pub seat: Seat,
    /// How much its chance to win changed, -1 to 1.
    pub swing: f32,
    /// Whether a draw did it.
    pub by_draw: bool,
}

pub(super) fn report(
    seats: u8,
    judged: &[Judged],
    turns: &[Turn],
    time: &[f32],
    end: Points,
) -> Report {
    let expected = expected(judged, end);
    let moves = moves(judged, turns);
    let turning = turning(seats, judged, &expected, &moves, time);
    let by_seat = (0..seats).map(Seat).map(|s| of_seat(s, seats, judged, &moves, &expected));
    let by_seat = by_seat.collect();
    Report {
        seats,
        by_seat,
        expected,
        time: time.to_vec(),
        judged: judged.to_vec(),
        moves,
        turning,
    }
}

/// What was expected before each action: where a seat decides, what was found there; where nothing
/// is decided, what is expected next, less the luck of a draw.
fn expected(judged: &[Judged], end: Points) -> Vec<Points> {
    let mut later = end;
    let mut all: Vec<Points> = Vec::with_capacity(judged.len() + 1);
    all.push(end);
    for found in judged.iter().rev() {
        later = match found {
            Judged::Chosen(chosen) => chosen.expected,
            Judged::Forced => later,
            Judged::Drawn { luck, .. } => core::array::from_fn(|seat| later[seat] - luck[seat]),
        };
        all.push(later);
    }
    all.reverse();
    all
}

/// Groups actions to moves.
fn moves(judged: &[Judged], turns: &[Turn]) -> Vec<MoveReport> {
    let mut moves: Vec<MoveReport> = Vec::new();
    for (number, (found, turn)) in judged.iter().zip(turns).enumerate() {
        let Turn::Player(seat) = *turn else { continue };
        let goes_on = number > 0 && turns[number - 1] == *turn;
        if !goes_on {
            moves.push(MoveReport {
                actions: (number, number),
                seat,
                lost: 0.0,
                mark: Mark::Forced,
                same: 0,
                best: Vec::new(),
            });
        }
        let Some(last) = moves.last_mut() else { continue };
        last.actions.1 = number + 1;
        let Judged::Chosen(chosen) = found else { continue };
        // The first decision that differs says what would have been better.
        if last.best.is_empty() || last.lost <= 0.0 && chosen.lost > 0.0 {
            last.same = number - last.actions.0;
            last.best.clone_from(&chosen.best);
        }
        last.lost += chosen.lost;
        last.mark = Mark::of(last.lost);
    }
    moves
}

fn of_seat(
    seat: Seat,
    seats: u8,
    judged: &[Judged],
    moves: &[MoveReport],
    expected: &[Points],
) -> SeatReport {
    let decided = || moves.iter().filter(|m| m.mark != Mark::Forced);
    let own = || decided().filter(|m| m.seat == seat);
    let count = own().count() as u32;
    let accuracy: f32 = own().map(|m| accuracy_of(m.lost)).sum();
    let lost: f32 = own().map(|m| m.lost).sum();
    let all: f32 = decided().map(|m| m.lost).sum();
    let margin = |points: &Points| margin_of(points, seat, seats);
    let luck = judged.iter().map(|found| match found {
        Judged::Drawn { luck, .. } => margin(luck),
        Judged::Forced | Judged::Chosen(_) => 0.0,
    });
    SeatReport {
        moves: count,
        best: own().filter(|m| m.mark == Mark::Best).count() as u32,
        accuracy: if count == 0 { 100.0 } else { accuracy / count as f32 },
        lost,
        skill: (all - lost) / f32::from(seats.max(2) - 1) - lost,
        luck: luck.sum(),
        before: expected.first().map_or(0.0, margin),
        after: expected.last().map_or(0.0, margin),
    }
}

/// How many points ahead make a win likely at the end, and how many more in a whole game: as the
/// search sees it.
const SURE: f32 = 4.0;
const STIR: f32 = 13.0;

/// How likely each seat wins that is expected to have these points, with this part of the game to
/// come.
pub fn chances(points: &Points, seats: u8, time: f32) -> [f32; SEATS_MAX] {
    let scale = SURE + STIR * sqrt(time);
    let seats = usize::from(seats);
    let most = points[..seats].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut chances = [0.0; SEATS_MAX];
    for (chance, points) in chances.iter_mut().zip(&points[..seats]) {
        *chance = exp((points - most) / scale);
    }
    let all: f32 = chances.iter().sum();
    chances.map(|chance| chance / all)
}

/// The draws and moves that changed the chances most, in the order of the game.
fn turning(
    seats: u8,
    judged: &[Judged],
    expected: &[Points],
    moves: &[MoveReport],
    time: &[f32],
) -> Vec<TurningPoint> {
    let mut all: Vec<TurningPoint> = Vec::new();
    let mut note = |action: usize, before: &Points, after: &Points, by_draw: bool| {
        let of = |points: &Points| chances(points, seats, time[action]);
        let (before, after) = (of(before), of(after));
        let swings = (0..seats).map(Seat).map(|s| (s, after[s.index()] - before[s.index()]));
        let most = swings.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        if let Some((seat, swing)) = most {
            all.push(TurningPoint { action, seat, swing, by_draw });
        }
    };
    for (number, found) in judged.iter().enumerate() {
        if let Judged::Drawn { luck, .. } = found {
            let before = &expected[number];
            let after = core::array::from_fn(|seat| before[seat] + luck[seat]);
            note(number, before, &after, true);
        }
    }
    for played in moves.iter().filter(|m| m.lost > 0.0) {
        let first = played.actions.0;
        let before = &expected[first];
        let after = super::shifted(before, played.seat, seats, -played.lost);
        note(first, before, &after, false);
    }
    all.retain(|point| point.swing.abs() >= TURN_MIN);
    let size = |point: &TurningPoint| point.swing.abs();
    table::sort_short_by(&mut all, |a, b| {
        size(b).total_cmp(&size(a)).then(a.action.cmp(&b.action)).is_lt()
    });
    all.truncate(TURNING_POINTS);
    table::sort_short_by_key(&mut all, |point| point.action);
    all
}

impl MoveReport {
    /// What would have been better from the start of the move, given what was played in it; `None`
    /// if the move was as good as any.
    pub fn better(&self, played: &[Action]) -> Option<Vec<Action>> {
        let best = self.best.first().filter(|_| self.mark > Mark::Best)?;
        let mut better: Vec<Action> = played.get(..self.same)?.to_vec();
        better.extend(&best.actions);
        Some(better)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_parts_of_one_and_follow_the_points() {
        let even = chances(&[50.0, 50.0, 0.0, 0.0, 0.0, 0.0], 2, 0.5);
        assert!((even[0] - 0.5).abs() < 1e-6 && even[2] == 0.0);
        let early = chances(&[60.0, 50.0, 0.0, 0.0, 0.0, 0.0], 2, 1.0);
        let late = chances(&[60.0, 50.0, 0.0, 0.0, 0.0, 0.0], 2, 0.0);
        assert!(late[0] > early[0] && early[0] > 0.5);
        assert!((late.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn four_points_halve_the_accuracy() {
        assert!((accuracy_of(0.0) - 100.0).abs() < 1e-4);
        assert!((accuracy_of(4.0) - 50.0).abs() < 1e-3);
        assert!((accuracy_of(8.0) - 25.0).abs() < 1e-3);
    }

    #[test]
    fn marks_rise_with_what_is_lost() {
        let marks = [0.0, 0.5, 2.0, 4.0, 9.0].map(Mark::of);
        assert!(marks.is_sorted() && marks[0] == Mark::Best && marks[4] == Mark::Blunder);
    }
}
