//! One game, from the values before it.

use alloc::vec::Vec;

/// Tenfold odds for 400 points: the scale on which odds are e-fold.
const SCALE: f64 = 400.0 / core::f64::consts::LN_10;

/// Where a newcomer begins.
const NEW_POINTS: i32 = 150_000;
/// How little is known of a newcomer. Luck decides much in this game: with the usual 350 the
/// ratings would spread further than the strength of people does.
const NEW_DEVIATION: i32 = 18_000;
/// Nobody is known better than this, so that ratings follow whoever learns.
const LEAST_DEVIATION: f64 = 45.0;
/// Programs hardly learn, and others are measured by them.
const LEAST_DEVIATION_PROGRAM: f64 = 30.0;
/// What a day without a game adds to the square of the deviation.
const IDLE_DAY: f64 = 20.0;
/// What each game adds to it: strength changes a little all the time.
const EACH_GAME: f64 = 100.0;
/// Above this deviation (in hundredths) a rating is shown with a question mark.
const PROVISIONAL: i32 = 9_000;
/// What a game against a computer or another program counts for: it is there at any hour.
const AGAINST_MACHINE: f64 = 0.5;

/// A rating as it is kept, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// How strong.
    pub points: i32,
    /// How uncertain that is: one standard deviation.
    pub deviation: i32,
}

impl Rating {
    /// That of somebody who has not played.
    pub const NEW: Rating = Rating { points: NEW_POINTS, deviation: NEW_DEVIATION };

    /// Whether it is too uncertain to be shown without a question mark.
    pub const fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating after so many days without a game: less certain.
    pub fn idle(self, days: u32) -> Rating {
        let variance = grown(f64::from(self.deviation) / 100.0, days);
        Rating { deviation: hundredths(libm::sqrt(variance)), ..self }
    }

    fn exact(self) -> Exact {
        Exact {
            points: f64::from(self.points) / 100.0,
            deviation: f64::from(self.deviation) / 100.0,
        }
    }
}

/// A rating before it is rounded, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exact {
    /// How strong.
    pub points: f64,
    /// How uncertain that is.
    pub deviation: f64,
}

impl Exact {
    /// As it is kept.
    pub fn rounded(self) -> Rating {
        Rating { points: hundredths(self.points), deviation: hundredths(self.deviation) }
    }
}

/// A seat of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// What it had before.
    pub rating: Rating,
    /// Whole days since its last game.
    pub idle_days: u32,
    /// Whether it is a computer, whose rating never moves.
    pub computer: bool,
    /// Whether it is a program: its rating moves, and is known better in the end.
    pub program: bool,
    /// Its rank in the game; equal ranks are a tie.
    pub rank: u8,
}

/// What each seat has after a game, before rounding; none for computers.
pub fn step(sides: &[Side]) -> Vec<Option<Exact>> {
    let weight = weight(sides.len());
    let before: Vec<Exact> = sides.iter().map(|side| before(*side)).collect();
    let moved = |seat: usize| {
        let side = &sides[seat];
        (!side.computer).then(|| one(before[seat], side, &rivals(sides, &before, seat), weight))
    };
    (0..sides.len()).map(moved).collect()
}

/// The chance that one beats another, ties counting a half, with what is not known of both.
pub fn chance(one: Rating, other: Rating) -> f64 {
    let (one, other) = (one.exact(), other.exact());
    let both = libm::sqrt(one.deviation * one.deviation + other.deviation * other.deviation);
    expected(damping(both), one.points - other.points)
}

/// What a seat is compared with.
#[derive(Clone, Copy)]
struct Rival {
    exact: Exact,
    rank: u8,
    /// Whether nobody thinks there.
    machine: bool,
}

/// All others, in an order that does not depend on who sat where: sums of numbers with a point
/// depend on their order.
fn rivals(sides: &[Side], before: &[Exact], seat: usize) -> Vec<Rival> {
    let mut others: Vec<(Side, Exact)> = sides
        .iter()
        .copied()
        .zip(before.iter().copied())
        .enumerate()
        .filter(|(other, _)| *other != seat)
        .map(|(_, pair)| pair)
        .collect();
    others.sort_by_key(|(side, _)| {
        let Side { rating, idle_days, computer, program, rank } = *side;
        (rating.points, rating.deviation, idle_days, computer, program, rank)
    });
    let rival = |(side, exact): (Side, Exact)| {
        let machine = side.computer || side.program;
        Rival { exact, rank: side.rank, machine }
    };
    others.into_iter().map(rival).collect()
}

/// The value with which a seat goes into the game.
fn before(side: Side) -> Exact {
    let exact = side.rating.exact();
    if side.computer {
        return exact;
    }
    let variance = grown(exact.deviation, side.idle_days) + EACH_GAME;
    Exact { deviation: libm::sqrt(variance), ..exact }
}

/// The square of a deviation after some days.
fn grown(deviation: f64, days: u32) -> f64 {
    let most = f64::from(NEW_DEVIATION) / 100.0;
    let variance = deviation * deviation + IDLE_DAY * f64::from(days);
    // What is more uncertain than a newcomer already (it never is) does not become less so.
    variance.min((most * most).max(deviation * deviation))
}

/// What one comparison at a table of so many seats counts for, so that all of them together say
/// as much as a ranking of equals does.
fn weight(seats: usize) -> f64 {
    let harmonic: f64 = (1..=seats).map(|k| 1.0 / k as f64).sum();
    let seats = seats as f64;
    4.0 * (seats - harmonic) / (seats * (seats - 1.0))
}

fn one(own: Exact, side: &Side, rivals: &[Rival], weight: f64) -> Exact {
    let (mut known, mut better) = (0.0, 0.0);
    for rival in rivals {
        // Among themselves programs play whole games.
        let half = rival.machine && !side.program;
        let weight = if half { weight * AGAINST_MACHINE } else { weight };
        let damping = damping(rival.exact.deviation);
        let expected = expected(damping, own.points - rival.exact.points);
        let made = match side.rank.cmp(&rival.rank) {
            core::cmp::Ordering::Less => 1.0,
            core::cmp::Ordering::Equal => 0.5,
            core::cmp::Ordering::Greater => 0.0,
        };
        known += weight * damping * damping * expected * (1.0 - expected);
        better += weight * damping * (made - expected);
    }
    let variance = 1.0 / (1.0 / (own.deviation * own.deviation) + known / (SCALE * SCALE));
    let least = if side.program { LEAST_DEVIATION_PROGRAM } else { LEAST_DEVIATION };
    let variance = variance.max(least * least);
    Exact { points: own.points + variance / SCALE * better, deviation: libm::sqrt(variance) }
}

/// By how much the uncertainty of a rival lessens what a difference means.
fn damping(deviation: f64) -> f64 {
    let ratio = deviation / SCALE / core::f64::consts::PI;
    1.0 / libm::sqrt(1.0 + 3.0 * ratio * ratio)
}

fn expected(damping: f64, ahead: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-damping * ahead / SCALE))
}

fn hundredths(points: f64) -> i32 {
    libm::round(points * 100.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_counts_for_less_the_more_seats_there_are() {
        let told: Vec<i32> =
            (2..=6).map(|seats| libm::round(weight(seats) * 100.0) as i32).collect();
        assert_eq!(told, [100, 78, 64, 54, 47]);
    }

    #[test]
    fn whoever_does_not_play_is_known_less() {
        let known = Rating { points: 160_000, deviation: 6_000 };
        assert_eq!(known.idle(0), known);
        assert_eq!(known.idle(365).deviation, 10_440);
        assert_eq!(known.idle(100_000).deviation, NEW_DEVIATION);
        assert_eq!(known.idle(365).points, known.points);
    }
}
