//! Ratings of players who all met each other.

use alloc::vec;
use alloc::vec::Vec;

use super::stats::{ELO, NINETY_FIVE};
use crate::math::{exp64, log, sqrt64};

/// What two players made of their games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// The first, by its number.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// How many games the first won, a tie counting a half.
    pub won: f64,
    /// How many games.
    pub games: f64,
}

/// A rating with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rating {
    /// Elo points; all players together have a mean of 0.
    pub elo: f64,
    /// Half the width of the interval at 95 %, as far as the games of this player alone tell.
    pub within: f64,
}

/// Enough for any table to settle.
const ROUNDS: usize = 2000;

/// The ratings that make the results likeliest, by the model of Bradley and Terry. Each two who
/// met are given one tie more than they played, so that nobody is infinitely strong.
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Rating> {
    let mut strength = vec![1.0_f64; players];
    for _ in 0..ROUNDS {
        let mut won = vec![0.0; players];
        let mut met = vec![0.0; players];
        for Meeting { a, b, won: by_a, games } in meetings {
            let all = games + 1.0;
            won[*a] += by_a + 0.5;
            won[*b] += all - (by_a + 0.5);
            let each = all / (strength[*a] + strength[*b]);
            met[*a] += each;
            met[*b] += each;
        }
        for player in (0..players).filter(|p| met[*p] > 0.0) {
            strength[player] = won[player] / met[player];
        }
        let mean = strength.iter().map(|s| log(*s)).sum::<f64>() / players.max(1) as f64;
        for strength in &mut strength {
            *strength /= exp64(mean);
        }
    }
    let within = |player: usize| {
        let told = meetings.iter().filter(|m| m.a == player || m.b == player).map(|m| {
            let part = strength[m.a] / (strength[m.a] + strength[m.b]);
            m.games * part * (1.0 - part)
        });
        let told: f64 = told.sum();
        if told > 0.0 { NINETY_FIVE * ELO / sqrt64(told) } else { f64::INFINITY }
    };
    (0..players).map(|p| Rating { elo: ELO * log(strength[p]), within: within(p) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 76 % is 200 Elo points, and three in a row are consistent.
    #[test]
    fn ratings_explain_the_results() {
        let meet = |a, b, won| Meeting { a, b, won, games: 1000.0 };
        let table = ratings(3, &[meet(0, 1, 759.7), meet(1, 2, 759.7), meet(0, 2, 909.1)]);
        let gaps = [table[0].elo - table[1].elo, table[1].elo - table[2].elo];
        assert!(gaps.iter().all(|gap| (gap - 200.0).abs() < 3.0), "{gaps:?}");
        assert!(table.iter().map(|r| r.elo).sum::<f64>().abs() < 1e-6);
        assert!(table[1].within < table[0].within, "it met the others more evenly");
    }

    #[test]
    fn who_won_all_games_is_not_infinitely_strong() {
        let table = ratings(2, &[Meeting { a: 0, b: 1, won: 10.0, games: 10.0 }]);
        let gap = table[0].elo - table[1].elo;
        assert!(gap > 400.0 && gap < 700.0, "{gap}");
    }
}
