//! Random numbers from names: splitmix64 streams keyed by what is drawn and where.
//!
//! One stream for each kind of thing, so that the others stay where they are when one of them is
//! left out at a lower level of detail.

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

const fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(STEP);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of a kind of thing; add what tells one such thing from another.
    pub fn of(kind: &str) -> Rng {
        Rng { state: 0x243F_6A88_85A3_08D3 }.text(kind)
    }

    /// The stream of a number, for one thing of a group.
    pub fn seeded(seed: u64) -> Rng {
        Rng { state: mix(0x243F_6A88_85A3_08D3 ^ seed) }
    }

    /// Told apart by a text.
    pub fn text(self, text: &str) -> Rng {
        Rng { state: text.bytes().fold(self.state, |h, b| mix(h ^ b as u64)) }
    }

    /// Told apart by a number.
    pub fn int(self, number: impl Into<i64>) -> Rng {
        Rng { state: mix(self.state ^ number.into() as u64) }
    }

    /// Told apart by a cell of the board.
    pub fn cell(self, cell: table::Cell) -> Rng {
        self.int(cell.x).int(cell.y)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From `low` to `high`.
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number from 0, less than `count`.
    pub fn below(&mut self, count: u64) -> u64 {
        self.bits() % count.max(1)
    }

    /// As [`Rng::below`], for sums with lengths.
    pub fn whole(&mut self, count: u64) -> f64 {
        self.below(count) as f64
    }

    /// One of a list, which must not be empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The streams never change: pictures that were kept stay right.
    #[test]
    fn streams_are_fixed() {
        let mut rng = Rng::of("house").text("base/D").int(2).int(-3);
        let drawn: Vec<u64> = (0..3).map(|_| rng.below(1000)).collect();
        let mut again = Rng::of("house").text("base/D").int(2).int(-3);
        assert_eq!(drawn, (0..3).map(|_| again.below(1000)).collect::<Vec<_>>());
        assert_ne!(Rng::of("a").bits(), Rng::of("b").bits());
        assert_eq!(mix(0), 0xE220_A839_7B1D_CDAF); // the first number of splitmix64 from 0
        let unit = Rng::seeded(4).unit();
        assert!((0.0..1.0).contains(&unit));
    }
}
