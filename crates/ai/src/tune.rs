//! Finding better weights: which to try next, and how well an evaluation ranks the moves of one
//! position. Games, files and time are the caller's.

use alloc::vec::Vec;

use crate::evaluate::Weights;
use crate::math::{exp, log};
use crate::rng::Wyrand;

/// Weights that differ a little from others, by a number: one or two of the named ones, up or down.
///
/// # Panics
/// If a name is none of [`Weights::NAMES`], or there is none.
pub fn propose(from: &Weights, names: &[&str], seed: u64, step: u64, size: f32) -> Weights {
    assert!(!names.is_empty(), "something is to be tuned");
    let mut dice = Wyrand::new(seed ^ step.rotate_left(32));
    let mut next = *from;
    for _ in 0..=dice.next() % 2 {
        let name = names[(dice.next() % names.len() as u64) as usize];
        let weight = next.named(name).expect("a weight has a name");
        let chance = (dice.next() >> 40) as f32 / (1 << 24) as f32;
        let by = size * (2.0 * chance - 1.0);
        // What is nearly nothing is not scaled but moved.
        *weight = if weight.abs() < SMALL { *weight + by } else { *weight * exp(by) };
    }
    next
}

const SMALL: f32 = 0.05;

/// A step in which all named weights move at once, each up or down by chance: many can be fitted
/// together, for every game says a little about each.
pub struct Drift<'a> {
    from: &'a Weights,
    names: &'a [&'a str],
    /// Up or down for each name.
    signs: Vec<f32>,
    /// How far the two sides of a step are from its middle: the logarithm of a weight.
    size: f32,
}

/// What a point of margin moves the weights by, as a part of the size of a step.
const DRIFT: f32 = 0.01;

impl<'a> Drift<'a> {
    /// The step with a number.
    pub fn new(
        from: &'a Weights,
        names: &'a [&'a str],
        seed: u64,
        step: u64,
        size: f32,
    ) -> Drift<'a> {
        let mut dice = Wyrand::new(seed ^ step.rotate_left(32));
        let sign = |_: &&str| if dice.next() >> 63 == 0 { 1.0 } else { -1.0 };
        Drift { from, names, signs: names.iter().map(sign).collect(), size }
    }

    /// The two sides, which are to play each other.
    pub fn sides(&self) -> [Weights; 2] {
        [1.0, -1.0].map(|side| self.moved(side))
    }

    /// The weights after the step, if the first side won by so many points a game.
    pub fn after(&self, margin: f32) -> Weights {
        self.moved(DRIFT * margin)
    }

    fn moved(&self, by: f32) -> Weights {
        let mut next = *self.from;
        for (name, sign) in self.names.iter().zip(&self.signs) {
            if let Some(weight) = next.named(name) {
                let by = by * sign * self.size;
                *weight = if weight.abs() < SMALL { *weight + by } else { *weight * exp(by) };
            }
        }
        next
    }
}

/// How well two rankings of the same things agree, by Kendall's tau: 1 for the same order, -1 for
/// the opposite, 0 for nothing in common. Pairs that are equal in either are left out.
pub fn agreement(one: &[f32], other: &[f32]) -> Option<f64> {
    let (mut alike, mut pairs) = (0_i64, 0_i64);
    for i in 0..one.len().min(other.len()) {
        for j in 0..i {
            let (a, b) = (one[i] - one[j], other[i] - other[j]);
            if a != 0.0 && b != 0.0 {
                pairs += 1;
                alike += if (a > 0.0) == (b > 0.0) { 1 } else { -1 };
            }
        }
    }
    (pairs > 0).then(|| alike as f64 / pairs as f64)
}

/// The settings of a player that has these weights where they differ from the best known.
pub fn settings_of(weights: &Weights) -> Vec<(&'static str, f32)> {
    let (mut mine, mut best) = (*weights, Weights::BEST);
    let names = Weights::NAMES.iter().copied();
    names
        .filter_map(|name| Some((name, *mine.named(name)?, *best.named(name)?)))
        .filter(|(_, mine, best)| mine.to_bits() != best.to_bits())
        .map(|(name, mine, _)| (name, mine))
        .collect()
}

/// A number rounded so that it reads and is read back the same.
pub fn rounded(value: f32) -> f32 {
    let digits = 4.0 - log(f64::from(value.abs()).max(1e-6)) / core::f64::consts::LN_10;
    let scale = (0..digits.clamp(0.0, 6.0) as u32).fold(1.0_f32, |scale, _| 10.0 * scale);
    (value * scale + 0.5 * value.signum()) as i64 as f32 / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rankings_are_compared_pair_by_pair() {
        let near = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-9, "{a:?}");
        near(agreement(&[1.0, 2.0, 3.0], &[5.0, 6.0, 7.0]), 1.0);
        near(agreement(&[1.0, 2.0, 3.0], &[7.0, 6.0, 5.0]), -1.0);
        near(agreement(&[1.0, 2.0, 3.0], &[5.0, 7.0, 6.0]), 1.0 / 3.0);
        assert_eq!(agreement(&[1.0, 1.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn proposals_follow_from_seed_and_step_and_change_what_they_may() {
        let names = ["idle", "join"];
        let propose = |step| propose(&Weights::BEST, &names, 5, step, 0.3);
        assert_eq!(propose(3), propose(3));
        assert_ne!(propose(3), propose(4));
        for step in 0..50 {
            let changed = settings_of(&propose(step));
            assert!(changed.iter().all(|(name, _)| names.contains(name)), "{changed:?}");
        }
    }

    /// What one side has more of than the other, and wins with, grows.
    #[test]
    fn weights_drift_to_the_side_that_wins() {
        let names = ["idle", "join", "tempo"];
        for step in 0..20 {
            let drift = Drift::new(&Weights::BEST, &names, 5, step, 0.1);
            let [mut one, mut other] = drift.sides();
            let (mut won, mut lost, mut best) =
                (drift.after(9.0), drift.after(-9.0), Weights::BEST);
            assert_eq!(drift.after(0.0), best);
            for name in names {
                let of = |weights: &mut Weights| *weights.named(name).unwrap();
                let more = of(&mut one) - of(&mut other);
                assert!(more != 0.0 && more * (of(&mut won) - of(&mut best)) > 0.0, "{name}");
                assert!(more * (of(&mut lost) - of(&mut best)) < 0.0, "{name}");
            }
            assert!(settings_of(&one).iter().all(|(name, _)| names.contains(name)));
        }
    }

    #[test]
    fn rounded_numbers_stay_near() {
        for value in [0.0, 0.123_456, -7.654_321, 8.6, 123.456] {
            assert!((rounded(value) - value).abs() <= 1e-3 * value.abs().max(1.0), "{value}");
        }
        assert_eq!(alloc::format!("{}", rounded(0.123_456)), "0.1235");
    }
}
