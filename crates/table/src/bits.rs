//! Bits as sets of small numbers.

/// The number of the n-th bit that is set. Without a branch on `n`, for sets of numbers below
/// eight: it is mostly a throw of dice.
#[inline]
pub fn nth_bit(bits: u16, n: u32) -> Option<u8> {
    let found = if bits < 1 << 8 { nth_of_eight(bits as u8, n) } else { nth_of_many(bits, n) };
    (found < 16).then_some(found as u8)
}

/// 64 if not so many bits are set. All at once, each bit in a byte of its own.
#[inline]
fn nth_of_eight(bits: u8, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x80 * ONES;
    debug_assert!(n < 64);
    let apart = (bits as u64 * ONES) & 0x8040_2010_0804_0201;
    let set = ((apart + 0x7f * ONES) >> 7) & ONES;
    // In each byte how many bits are set up to there; and where these are more than `n`.
    let upto = set.wrapping_mul(ONES);
    let more = ((upto | TOPS) - (n as u64 + 1) * ONES) & TOPS;
    if more == 0 { 64 } else { more.trailing_zeros() / 8 }
}

#[cold]
fn nth_of_many(mut bits: u16, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    if bits == 0 { 64 } else { bits.trailing_zeros() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_from_the_lowest() {
        for bits in 0..=u16::MAX {
            let mut n = 0;
            for bit in (0..16).filter(|bit| bits >> bit & 1 != 0) {
                assert_eq!(nth_bit(bits, n), Some(bit), "{bits:b}");
                n += 1;
            }
            assert_eq!((nth_bit(bits, n), nth_bit(bits, 17)), (None, None), "{bits:b}");
        }
    }
}
