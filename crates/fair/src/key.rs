//! Secret, seed, commitment, the values of the seats, and the key mixed from them.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::hex;

const DRAW: &[u8] = b"draw";
const SEAT: &[u8] = b"seat";

/// By which version of the specification a table draws. What is hashed names it, so nothing of one
/// version passes for the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// One seed, values that everybody sees at once.
    One,
    /// A seed for each round, sealed values.
    Two,
}

impl Version {
    /// The version of this program's new tables.
    pub const NEWEST: Version = Version::Two;

    /// By its number.
    pub const fn from_number(number: u8) -> Option<Version> {
        match number {
            1 => Some(Version::One),
            2 => Some(Version::Two),
            _ => None,
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        match self {
            Version::One => 1,
            Version::Two => 2,
        }
    }

    fn label(self, what: &str) -> String {
        format!("trencavel fair draws {}: {what}\n", self.number())
    }
}

/// What a table keeps to itself for ever: the seeds of its rounds follow from it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// The secret of one round, from which all draws follow once the values are known.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed {
    bytes: [u8; 32],
    version: Version,
}

/// The hash of a seed, published before anybody gives a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

/// A seat's share in the draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value([u8; 16]);

/// The hash of a seat's value, sent before the value itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seal([u8; 32]);

/// What decides the draws of one game: the seed mixed with the value of every seat.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Secret {
    /// The secret bytes, which must come from a good source of randomness.
    pub const fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<[u8; 32]> {
        hex::read(text)
    }

    /// The seed of a round, from 1. In version 1 there is one round, and the secret is its seed.
    pub fn seed(&self, version: Version, round: u32) -> Seed {
        let bytes = match version {
            Version::One => self.0,
            Version::Two => {
                mac(&self.0, &[version.label("round").as_bytes(), &round.to_be_bytes()])
            }
        };
        Seed { bytes, version }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(secret)")
    }
}

impl Seed {
    /// A seed of which the bytes are known.
    pub const fn new(version: Version, bytes: [u8; 32]) -> Seed {
        Seed { bytes, version }
    }

    /// Reads 64 hexadecimal digits.
    pub fn parse(version: Version, text: &str) -> Option<Seed> {
        hex::read(text).map(|bytes| Seed { bytes, version })
    }

    /// The hash to publish: it fixes the seed and tells nothing about it.
    pub fn commitment(&self) -> Commitment {
        let label = self.version.label("commitment");
        Commitment(sha256(&[label.as_bytes(), &self.bytes]))
    }

    /// The value of a seat that gives none of its own, as the computer's; `seat` is that of the
    /// plan, from 0. It follows from the seed, so that the commitment fixes it: nobody chooses it.
    pub fn value_of(&self, seat: u8) -> Value {
        let whole = mac(&self.bytes, &[self.version.label("given").as_bytes(), &[seat]]);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&whole[..16]);
        Value(bytes)
    }

    /// The seed as text, once the game is over.
    pub fn reveal(&self) -> String {
        hex::write(&self.bytes)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Commitment {
    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Commitment> {
        hex::read(text).map(Commitment)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

impl Value {
    /// Any bytes.
    pub const fn new(bytes: [u8; 16]) -> Value {
        Value(bytes)
    }

    /// Reads 32 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Value> {
        hex::read(text).map(Value)
    }

    /// The hash that fixes the value before it is told. It holds for one seat (of the plan, from
    /// 0) and one commitment, so that nobody can repeat the seal of another.
    pub fn seal(&self, commitment: Commitment, seat: u8) -> Seal {
        let label = Version::Two.label("value");
        Seal(sha256(&[label.as_bytes(), &commitment.0, &[seat], &self.0]))
    }
}

impl Seal {
    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Seal> {
        hex::read(text).map(Seal)
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

impl Key {
    /// Mixes the seed with the values of all seats, in the order of the table's plan.
    pub fn mix(seed: &Seed, values: &[Value]) -> Key {
        let mut mac = hmac(&seed.bytes);
        mac.update(seed.version.label("key").as_bytes());
        for value in values {
            mac.update(&value.0);
        }
        Key(mac.finalize().into_bytes().into())
    }

    /// A number below `n` for the chance decision number `k` of a game, from 0: all equally likely.
    pub fn draw_below(&self, k: u32, n: u64) -> u64 {
        self.below(DRAW, k, n)
    }

    /// The order of play: entry `i` is the seat of the plan that plays as seat `i`.
    pub fn seat_order(&self, seats: u8) -> Vec<u8> {
        let mut order: Vec<u8> = (0..seats).collect();
        for last in (1..u32::from(seats)).rev() {
            let other = self.below(SEAT, last, u64::from(last) + 1);
            order.swap(last as usize, other as usize);
        }
        order
    }

    /// By rejection: numbers past the last whole multiple of `n` are thrown away.
    fn below(&self, label: &[u8], number: u32, n: u64) -> u64 {
        assert!(n > 0, "a draw from nothing");
        let last = u64::MAX - (u64::MAX % n + 1) % n;
        let tries = (0..).map(|attempt| self.block(label, number, attempt));
        let mut fair = tries.skip_while(|x| *x > last);
        fair.next().expect("one of 2^32 numbers is in the range") % n
    }

    fn block(&self, label: &[u8], number: u32, attempt: u32) -> u64 {
        let mut mac = hmac(&self.0);
        mac.update(label);
        mac.update(&number.to_be_bytes());
        mac.update(&attempt.to_be_bytes());
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        bytes[..8].iter().fold(0, |x, byte| x << 8 | u64::from(*byte))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let hash = parts.iter().fold(Sha256::new(), Digest::chain_update);
    hash.finalize().into()
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mac = parts.iter().fold(hmac(key), Mac::chain_update);
    mac.finalize().into_bytes().into()
}

fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_do_not_show() {
        let seed = Seed::new(Version::Two, [0xab; 32]);
        let key = Key::mix(&seed, &[]);
        let secret = Secret::new([0xab; 32]);
        assert_eq!(
            format!("{secret:?} {seed:?} {key:?}"),
            "Secret(secret) Seed(secret) Key(secret)"
        );
    }

    #[test]
    fn texts_are_read_as_they_are_written() {
        let seed = Seed::new(Version::Two, [0x5a; 32]);
        assert_eq!(Seed::parse(Version::Two, &seed.reveal()), Some(seed.clone()));
        let commitment = seed.commitment();
        assert_eq!(Commitment::parse(&commitment.to_string()), Some(commitment));
        let value = Value::new([0xf0; 16]);
        assert_eq!(Value::parse(&value.to_string().to_uppercase()), Some(value));
        for wrong in
            ["", "f0", "g0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0", "+0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0"]
        {
            assert_eq!(Value::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rounds_versions_seats_and_commitments_are_told_apart() {
        let secret = Secret::new([7; 32]);
        let [one, two] = [1, 2].map(|round| secret.seed(Version::Two, round));
        let old = secret.seed(Version::One, 1);
        assert_eq!(old.reveal(), "07".repeat(32), "version 1 had no rounds");
        let seeds = [&one, &two, &old];
        for (number, seed) in seeds.iter().enumerate() {
            for other in &seeds[..number] {
                assert_ne!(seed.commitment(), other.commitment());
                assert_ne!(seed.value_of(0), other.value_of(0));
            }
        }
        assert_ne!(one.value_of(0), one.value_of(1));
        let value = Value::new([1; 16]);
        let seal = value.seal(one.commitment(), 0);
        assert_eq!(Seal::parse(&seal.to_string()), Some(seal));
        assert_ne!(seal, value.seal(one.commitment(), 1), "nobody repeats another's seal");
        assert_ne!(seal, value.seal(two.commitment(), 0));
        assert_ne!(seal, Value::new([2; 16]).seal(one.commitment(), 0));
    }

    #[test]
    fn every_value_changes_the_key() {
        let seed = Seed::new(Version::Two, [1; 32]);
        let (a, b, c) = (Value::new([1; 16]), Value::new([2; 16]), Value::new([3; 16]));
        let keys = [vec![a, b], vec![b, a], vec![a, c], vec![c, b], vec![a], vec![a, b, c]];
        let keys: Vec<Key> = keys.iter().map(|values| Key::mix(&seed, values)).collect();
        for (number, key) in keys.iter().enumerate() {
            assert!(!keys[..number].contains(key));
        }
    }

    /// A chi-square far above its mean would show a bias; the key is fixed, so this cannot flicker.
    #[test]
    fn numbers_are_uniform() {
        let key = Key::mix(&Seed::new(Version::Two, [9; 32]), &[Value::new([4; 16])]);
        for n in [2u64, 3, 7, 71] {
            let rounds = 200 * n;
            let mut seen = vec![0u64; n as usize];
            for k in 0..rounds {
                seen[key.draw_below(k as u32, n) as usize] += 1;
            }
            let chi: f64 = seen.iter().map(|s| (*s as f64 - 200.0).powi(2) / 200.0).sum();
            let freedom = (n - 1) as f64;
            assert!(chi < freedom + 4.0 * (2.0 * freedom).sqrt(), "{n}: {chi}");
        }
    }

    #[test]
    fn orders_are_permutations_and_all_of_them_come() {
        let mut orders = std::collections::BTreeSet::new();
        for number in 0..200u8 {
            let order = Key::mix(&Seed::new(Version::Two, [number; 32]), &[]).seat_order(4);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
            orders.insert(order);
        }
        assert_eq!(orders.len(), 24);
    }

    /// With `n` just above half of the range nearly every second number is thrown away.
    #[test]
    fn numbers_past_the_last_multiple_are_thrown_away() {
        let key = Key::mix(&Seed::new(Version::Two, [3; 32]), &[]);
        let n = (1 << 63) + 1;
        let mut rejected = 0;
        for k in 0..64 {
            let first = key.block(DRAW, k, 0);
            let answer = key.draw_below(k, n);
            assert!(answer < n);
            rejected += u32::from(first >= n);
            assert_eq!(first >= n, answer != first);
        }
        assert!(rejected > 15);
    }
}
