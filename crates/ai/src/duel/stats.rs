//! What the games prove: means with errors, Elo with an interval, and a sequential test.

use alloc::vec::Vec;

use super::Outcome;
use crate::math::{log, sqrt64};

/// Half the width of an interval that holds the truth in 95 of 100 cases, in standard errors.
pub(super) const NINETY_FIVE: f64 = 1.959_964;

/// Elo points are logarithms of odds on this scale.
pub(super) const ELO: f64 = 400.0 / core::f64::consts::LN_10;

/// What came out of a duel so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many games.
    pub games: u64,
    /// The part of the games that the first player won.
    pub won: f64,
    /// Its interval at 95 %.
    pub won_between: [f64; 2],
    /// The mean margin in points.
    pub margin: f64,
    /// Its standard error.
    pub margin_error: f64,
}

impl Summary {
    /// Of games in the order of their numbers, `seats` to a round; the last may be incomplete.
    pub fn new(outcomes: &[Outcome], seats: u8) -> Summary {
        let rounds = |of: fn(&Outcome) -> f64| -> Vec<f64> {
            let mean = |round: &[Outcome]| round.iter().map(of).sum::<f64>() / round.len() as f64;
            outcomes.chunks(usize::from(seats)).map(mean).collect()
        };
        let games = outcomes.len() as f64;
        let mean = |of: fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / games.max(1.0);
        let won = mean(|o| o.won);
        let (_, won_error) = mean_and_error(&rounds(|o| o.won));
        let (_, margin_error) = mean_and_error(&rounds(|o| o.margin));
        Summary {
            games: outcomes.len() as u64,
            won,
            won_between: interval(won, won_error, games),
            margin: mean(|o| o.margin),
            margin_error,
        }
    }

    /// The difference in Elo points that the part of won games means, with two seats; infinite if
    /// all were won or lost.
    pub fn elo(&self) -> f64 {
        elo(self.won)
    }

    /// Its interval at 95 %.
    pub fn elo_between(&self) -> [f64; 2] {
        self.won_between.map(elo)
    }

    /// The same among several seats, all others being the second player's: how much the odds are
    /// above those of an equal player, with the interval around it.
    pub fn elo_among(&self, seats: u8) -> (f64, [f64; 2]) {
        let equal = elo(equal_part(seats));
        (self.elo() - equal, self.elo_between().map(|elo| elo - equal))
    }
}

/// The part of the games that a player wins alone among equals.
pub fn equal_part(seats: u8) -> f64 {
    1.0 / f64::from(seats.max(2))
}

fn elo(won: f64) -> f64 {
    if won <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if won >= 1.0 {
        return f64::INFINITY;
    }
    ELO * log(won / (1.0 - won))
}

/// The mean of numbers and its standard error; 0 for fewer than two.
fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n.max(1.0);
    if numbers.len() < 2 {
        return (mean, 0.0);
    }
    let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, sqrt64(squares / (n - 1.0) / n))
}

/// Wilson's interval of a part, which is right also near 0 and 1, with as many games as would have
/// the error that the rounds have.
fn interval(part: f64, error: f64, games: f64) -> [f64; 2] {
    if games == 0.0 {
        return [0.0, 1.0];
    }
    let alike = part * (1.0 - part) / (error * error);
    // Rounds that happen to be all alike prove no more than so many games.
    let n = if error > 0.0 { alike.min(2.0 * games) } else { games };
    let z = NINETY_FIVE;
    let middle = (part + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * sqrt64(part * (1.0 - part) / n + z * z / (4.0 * n * n));
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// A sequential test between two hypotheses on the part of won games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The part if the first player is no better than that.
    pub low: f64,
    /// The part if it is as good as that.
    pub high: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not enough games yet.
    Open,
    /// The lower part, rather.
    Low,
    /// The higher part, rather.
    High,
}

impl Sprt {
    /// The chance of each of the two errors.
    pub const ERROR: f64 = 0.05;
    /// Whether a player is no better than its equals, or as much better as one that wins the part
    /// `better` of the games of two: with more seats its odds are that much above an equal's.
    pub fn above_equals(better: f64, seats: u8) -> Sprt {
        let low = equal_part(seats);
        let odds = better / (1.0 - better) * low / (1.0 - low);
        Sprt { low, high: odds / (1.0 + odds) }
    }

    /// Fewer rounds than these prove nothing: their spread is not known.
    const ROUNDS_MIN: usize = 8;

    /// The logarithm of how much likelier the games are under the higher part than under the
    /// lower; the complete rounds count as independent draws from a normal distribution.
    pub fn likelihood(&self, outcomes: &[Outcome], seats: u8) -> f64 {
        let rounds = outcomes.chunks_exact(usize::from(seats));
        let means: Vec<f64> =
            rounds.map(|r| r.iter().map(|o| o.won).sum::<f64>() / r.len() as f64).collect();
        if means.len() < Self::ROUNDS_MIN {
            return 0.0;
        }
        let (mean, error) = mean_and_error(&means);
        let n = means.len() as f64;
        // One round more of each kind keeps a lucky beginning from looking certain.
        let spread = error * error * n + 0.25 / n;
        n * (self.high - self.low) * (2.0 * mean - self.high - self.low) / (2.0 * spread)
    }

    /// What the games say.
    pub fn verdict(&self, outcomes: &[Outcome], seats: u8) -> Verdict {
        let likelihood = self.likelihood(outcomes, seats);
        let bound = log((1.0 - Self::ERROR) / Self::ERROR);
        if likelihood >= bound {
            Verdict::High
        } else if likelihood <= -bound {
            Verdict::Low
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(wins: &[f64]) -> Vec<Outcome> {
        wins.iter().map(|won| Outcome { won: *won, margin: 20.0 * won - 10.0 }).collect()
    }

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    /// Elo: 76 % is 200 points, 64 % is 100 points, to the customary precision.
    #[test]
    fn elo_follows_the_usual_table() {
        near(elo(0.5), 0.0, 1e-9);
        near(elo(0.7597), 200.0, 0.1);
        near(elo(0.6401), 100.0, 0.1);
        near(elo(0.7597) + elo(0.2403), 0.0, 1e-9);
    }

    /// Wilson's interval of 8 in 10 is 49.0 % to 94.3 %, of 10 in 10 72.2 % to 100 %.
    #[test]
    fn intervals_are_those_of_the_books() {
        let eight = interval(0.8, sqrt64(0.8 * 0.2 / 10.0), 10.0);
        near(eight[0], 0.4902, 1e-3);
        near(eight[1], 0.9433, 1e-3);
        let all = interval(1.0, 0.0, 10.0);
        near(all[0], 0.7225, 1e-3);
        near(all[1], 1.0, 1e-9);
    }

    /// Four numbers by hand: mean 2.5, variance 5/3, error of the mean 0.6455.
    #[test]
    fn errors_are_those_of_the_mean() {
        let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0, 4.0]);
        near(mean, 2.5, 1e-12);
        near(error, 0.645_497, 1e-6);
    }

    /// Both games of a round won or lost together are one game's worth of proof, not two.
    #[test]
    fn rounds_count_as_one() {
        let apart: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let alike: Vec<f64> = (0..100).map(|i| f64::from(i / 2 % 2)).collect();
        let width = |wins: &[f64]| {
            let [low, high] = Summary::new(&outcomes(wins), 2).won_between;
            high - low
        };
        near(width(&alike), 2.0 * NINETY_FIVE * sqrt64(0.25 / 50.0), 0.02);
        assert!(width(&apart) < 0.8 * width(&alike));
        near(Summary::new(&outcomes(&apart), 2).margin_error, 0.0, 1e-9);
    }

    /// Of two seats 55 % is better; of four, where an equal wins 25 %, the same odds are 28.9 %.
    #[test]
    fn among_four_an_equal_wins_a_quarter() {
        let [two, four] = [2, 4].map(|seats| Sprt::above_equals(0.55, seats));
        near(two.low, 0.5, 1e-9);
        near(two.high, 0.55, 1e-9);
        near(four.low, 0.25, 1e-9);
        near(four.high, 0.2895, 1e-3);
        let quarter: Vec<f64> = (0..4000).map(|i| f64::from(u8::from(i * 7 % 16 < 4))).collect();
        assert_eq!(four.verdict(&outcomes(&quarter), 4), Verdict::Low);
        let third: Vec<f64> = (0..4000).map(|i| f64::from(u8::from(i * 7 % 18 < 6))).collect();
        assert_eq!(four.verdict(&outcomes(&third), 4), Verdict::High);
        near(Summary::new(&outcomes(&quarter), 4).elo_among(4).0, 0.0, 1e-6);
        near(Summary::new(&outcomes(&quarter), 4).elo_among(2).0, elo(0.25), 1e-6);
    }

    #[test]
    fn the_test_decides_what_is_plain_and_leaves_open_what_is_not() {
        let test = Sprt { low: 0.5, high: 0.6 };
        let part = |of_ten: usize, games: usize| -> Vec<f64> {
            // Spread evenly, and not the same in both games of a round.
            (0..games).map(|i| f64::from(u8::from(i * 7 % 10 < of_ten))).collect()
        };
        assert_eq!(test.verdict(&outcomes(&part(9, 10)), 2), Verdict::Open);
        assert_eq!(test.verdict(&outcomes(&part(8, 400)), 2), Verdict::High);
        assert_eq!(test.verdict(&outcomes(&part(4, 400)), 2), Verdict::Low);
        let even: Vec<f64> = (0..40).map(|i| f64::from(u8::from(i % 20 < 11))).collect();
        assert_eq!(test.verdict(&outcomes(&even), 2), Verdict::Open);
    }
}
