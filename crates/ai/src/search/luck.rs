//! The luck of the draw, taken out of what simulations find.
//!
//! Some tiles are good for whoever draws them, whatever was played before. That says nothing of the
//! moves that are compared, but it is most of what a few simulations differ in. So what a kind of
//! tile gains on average is subtracted wherever it is drawn, for every move alike.

use table::{Bag, TileKind};

/// What drawing a tile gains, before anything is known.
const GUESS: f32 = 4.0;
/// How many draws the guess is worth.
const GUESSED: f32 = 2.0;
/// Older gains than so many are forgotten: the game goes on.
const REMEMBERED: f32 = 64.0;

#[derive(Clone, Copy)]
struct Gain {
    sum: f32,
    count: f32,
}

impl Gain {
    fn note(&mut self, gain: f32) {
        if self.count >= REMEMBERED {
            let keep = 1.0 - 1.0 / REMEMBERED;
            self.sum *= keep;
            self.count *= keep;
        }
        self.sum += gain;
        self.count += 1.0;
    }

    fn mean(self, guess: f32) -> f32 {
        (self.sum + GUESSED * guess) / (self.count + GUESSED)
    }
}

/// What each kind of tile gains whoever draws it.
pub struct Luck {
    all: Gain,
    kinds: [Gain; Bag::KINDS],
}

impl Luck {
    /// Nothing is known yet.
    pub fn new() -> Luck {
        let none = Gain { sum: 0.0, count: 0.0 };
        Luck { all: none, kinds: [none; Bag::KINDS] }
    }

    /// What a kind of tile gains on average, with what it gained this time if that is news.
    pub fn of(&mut self, kind: TileKind, gain: Option<f32>) -> f32 {
        let known = &mut self.kinds[kind.0 as usize];
        if let Some(gain) = gain {
            self.all.note(gain);
            known.note(gain);
        }
        known.mean(self.all.mean(GUESS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_of_a_kind_is_as_all() {
        let mut luck = Luck::new();
        assert!((luck.of(TileKind(3), None) - GUESS).abs() < 1e-6);
        for _ in 0..1000 {
            luck.of(TileKind(3), Some(9.0));
        }
        assert!((luck.of(TileKind(3), None) - 9.0).abs() < 0.3);
        assert!((luck.of(TileKind(4), None) - 9.0).abs() < 0.3);
        for _ in 0..1000 {
            luck.of(TileKind(3), Some(1.0));
        }
        assert!((luck.of(TileKind(3), None) - 1.0).abs() < 0.3);
    }
}
