//! Comparing players: which games are played, and what they prove.
//!
//! A *round* is one order of tiles, played once for each seat with the first player there and the
//! second player in all other seats; so neither the tiles nor the seat favour anybody, and the
//! games of a round are counted together, as they are not independent.

mod ratings;
mod stats;

pub use ratings::{Meeting, Rating, ratings};
pub use stats::{Sprt, Summary, Verdict, equal_part};

/// One game of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub game: u64,
    /// The seat of the first player; the second has all others.
    pub seat: u8,
    /// What the draws follow from: the same for all games of a round.
    pub tiles: u64,
    /// What the choices of the players follow from.
    pub minds: u64,
}

/// The game with this number in a duel of so many seats.
pub fn pairing(seed: u64, game: u64, seats: u8) -> Pairing {
    let round = game / u64::from(seats);
    // Far apart, so that the draws of one game are never the choices of another.
    let minds = seed.rotate_left(32) ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Pairing { game, seat: (game % u64::from(seats)) as u8, tiles: seed.wrapping_add(round), minds }
}

/// What came of a game for the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Its part of the victory: 1 alone, a half or less among equals, 0.
    pub won: f64,
    /// Its points less the mean of the others'.
    pub margin: f64,
}

impl Outcome {
    /// From the points of all seats.
    pub fn new(points: &[u16], seat: u8) -> Outcome {
        let own = points[usize::from(seat)];
        let most = points.iter().copied().max().unwrap_or(0);
        let best = points.iter().filter(|p| **p == most).count() as f64;
        let all: f64 = points.iter().map(|p| f64::from(*p)).sum();
        let others = (all - f64::from(own)) / (points.len().max(2) - 1) as f64;
        let won = if own == most { 1.0 / best } else { 0.0 };
        Outcome { won, margin: f64::from(own) - others }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_one_order_of_tiles_and_every_seat() {
        for seats in 2..=6 {
            let n = u64::from(seats);
            let rounds = (0..5 * n).map(|game| pairing(7, game, seats));
            for (number, pairing) in (0_u64..).zip(rounds) {
                assert_eq!(u64::from(pairing.seat), number % n);
                assert_eq!(pairing.tiles, 7 + number / n);
            }
        }
    }

    #[test]
    fn ties_are_shared() {
        let of = |points: &[u16], seat| Outcome::new(points, seat);
        assert_eq!(of(&[50, 50], 0), Outcome { won: 0.5, margin: 0.0 });
        assert_eq!(of(&[60, 60, 60, 20], 3), Outcome { won: 0.0, margin: -40.0 });
        let third = of(&[60, 60, 60, 20], 1);
        assert!((third.won - 1.0 / 3.0).abs() < 1e-12);
    }
}
