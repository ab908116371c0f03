//! A small fast source of numbers for players and random games.

use table::Dice;

const STEP: u64 = 0xa076_1d64_78bd_642f;
const MIX: u64 = 0xe703_7ed1_a0b4_28db;

/// The `wyrand` generator: the state grows by a constant, and the two halves of its product with
/// itself, bits flipped by a second constant, are folded into one number. One multiplication a
/// number, 2^64 states, good statistics; nothing for secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wyrand {
    state: u64,
}

impl Wyrand {
    /// A generator whose numbers the seed decides. Seeds near each other give unrelated numbers:
    /// the seed is mixed first, by the finaliser of `splitmix64`.
    pub const fn new(seed: u64) -> Wyrand {
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Wyrand { state: z ^ (z >> 31) }
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        folded(self.state, self.state ^ MIX)
    }
}

/// Both halves of a product, one over the other.
#[inline]
const fn folded(a: u64, b: u64) -> u64 {
    // WebAssembly has no such product: it would be a call that writes it to memory.
    if cfg!(target_arch = "wasm32") {
        return folded_by_parts(a, b);
    }
    let wide = a as u128 * b as u128;
    (wide >> 64) as u64 ^ wide as u64
}

/// The same by four products of half as many bits. (Carried in two steps: what is carried in one
/// the compiler takes for the wide product, and makes one of it.)
#[inline(never)]
const fn folded_by_parts(a: u64, b: u64) -> u64 {
    const LOW: u64 = u32::MAX as u64;
    let (a_high, a_low, b_high, b_low) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let (cross, other) = (a_high * b_low, a_low * b_high);
    let once = ((a_low * b_low) >> 32) + (cross & LOW);
    let twice = (once & LOW) + (other & LOW);
    let high = a_high * b_high + (cross >> 32) + (other >> 32) + (once >> 32) + (twice >> 32);
    high ^ a.wrapping_mul(b)
}

impl Dice for Wyrand {
    /// The upper half of the next number, scaled to `n`. The most that this favours one number
    /// over another is one part in 2^32 / n.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * n as u64) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let draw = |seed| {
            let mut dice = Wyrand::new(seed);
            core::array::from_fn::<u64, 4, _>(|_| dice.next())
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn a_product_by_parts_is_the_product() {
        let mut dice = Wyrand::new(1);
        let edges = [0, 1, u32::MAX.into(), 1 << 32, u64::MAX - 1, u64::MAX];
        let numbers: [u64; 100] = core::array::from_fn(|_| dice.next());
        for a in edges.iter().chain(&numbers) {
            for b in edges.iter().chain(&numbers) {
                assert_eq!(folded_by_parts(*a, *b), folded(*a, *b), "{a} {b}");
            }
        }
    }

    /// Chi-squared over 72 faces: 71 degrees of freedom, 120 is beyond one in 4,000.
    #[test]
    fn faces_are_equally_likely() {
        let mut dice = Wyrand::new(42);
        let mut counts = [0_u32; 72];
        for _ in 0..720_000 {
            counts[dice.below(72) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|c| (f64::from(*c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 120.0, "{chi}");
    }
}
