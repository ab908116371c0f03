//! The luck of the draw, taken out of what simulations find.
//!
//! Some tiles are good for whoever draws them, whatever was played before. That says nothing of the
//! moves that are compared, but it is most of what a few simulations differ in. So what a kind of
//! tile gains on average is subtracted wherever it is drawn, for every move alike.

use alloc::vec::Vec;

use table::{Action, Bag, SEATS_MAX, Seat};

use crate::evaluate::Points;

/// How many draws of all kinds together one of a kind is worth before it was drawn.
const GUESSED: f32 = 2.0;
/// Older gains than so many are forgotten: the game goes on.
const REMEMBERED: f32 = 64.0;

/// Gains that were seen, the drawer's first and then those of the seats after it.
#[derive(Clone, Copy, Default)]
struct Gains {
    sum: Points,
    count: f32,
}

impl Gains {
    fn note(&mut self, gains: &Points) {
        let keep = if self.count >= REMEMBERED { 1.0 - 1.0 / REMEMBERED } else { 1.0 };
        self.sum.iter_mut().zip(gains).for_each(|(sum, gain)| *sum = *sum * keep + gain);
        self.count = self.count * keep + 1.0;
    }
}

/// What each kind of tile gains whoever draws it.
pub struct Luck {
    all: Gains,
    kinds: Vec<Gains>,
}

impl Luck {
    /// Nothing is known yet.
    pub fn new() -> Luck {
        Luck { all: Gains::default(), kinds: alloc::vec![Gains::default(); Bag::KINDS] }
    }

    /// Notes what a seat made of a draw: the points before it, and after its best answer.
    pub fn note(&mut self, draw: Action, seat: Seat, seats: u8, before: &Points, after: &Points) {
        let Action::Draw(kind) = draw else { return };
        let mut gains = [0.0; SEATS_MAX];
        for later in 0..seats {
            let at = ((seat.0 + later) % seats) as usize;
            gains[later as usize] = after[at] - before[at];
        }
        self.all.note(&gains);
        self.kinds[kind.0 as usize].note(&gains);
    }

    /// What a draw gains each seat on average, if this one draws.
    pub fn of(&self, draw: Action, seat: Option<Seat>, seats: u8) -> Points {
        let (Action::Draw(kind), Some(seat)) = (draw, seat) else { return [0.0; SEATS_MAX] };
        let kind = &self.kinds[kind.0 as usize];
        let mut usual = [0.0; SEATS_MAX];
        for later in 0..seats {
            let at = later as usize;
            let guess = self.all.sum[at] / self.all.count.max(1.0);
            let mean = (kind.sum[at] + GUESSED * guess) / (kind.count + GUESSED);
            usual[((seat.0 + later) % seats) as usize] = mean;
        }
        usual
    }
}

#[cfg(test)]
mod tests {
    use table::TileKind;

    use super::*;

    #[test]
    fn what_is_not_known_of_a_kind_is_as_all() {
        let mut luck = Luck::new();
        let draw = |kind| Action::Draw(TileKind(kind));
        let (none, gain) = ([0.0; SEATS_MAX], [0.0, 9.0, -1.0, 0.0, 0.0, 0.0]);
        let usual = |luck: &Luck, kind| luck.of(draw(kind), Some(Seat(0)), 3);
        assert!(usual(&luck, 3).iter().all(|gain| *gain == 0.0));
        for _ in 0..1000 {
            luck.note(draw(3), Seat(1), 3, &none, &gain);
        }
        for kind in [3, 4] {
            let [drawer, next, ..] = usual(&luck, kind);
            assert!((drawer - 9.0).abs() < 0.3 && (next + 1.0).abs() < 0.1, "{kind}");
        }
        for _ in 0..1000 {
            luck.note(draw(3), Seat(1), 3, &none, &[0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        }
        assert!((usual(&luck, 3)[0] - 1.0).abs() < 0.3);
    }
}
