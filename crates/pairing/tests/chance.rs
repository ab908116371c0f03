//! Numbers that are the same in every run.

pub struct Chance(pub u64);

impl Chance {
    /// From 0 up to 1.
    pub fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: u32) -> u32 {
        (self.part() * f64::from(n)) as u32
    }

    /// A strength: 1500, give or take 200.
    pub fn strength(&mut self) -> i32 {
        let (u, v) = (1.0 - self.part(), self.part());
        1500 + ((-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos() * 200.0) as i32
    }
}
