//! The seats' shares in the draws: who has given what, and the key that follows once all is known.
//!
//! Invariants: everything is in the order of the table's plan. The seed of a round leaves this file
//! by [`Shares::reveal`] alone. A seat that gives nothing has the value that follows from the seed,
//! so neither the server nor anybody else can choose it.

use fair::{Commitment, Key, Seal, Secret, Seed, Share, Value, Version};
use protocol::ShareKind;

/// What a seat has given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Given {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The computer sits there.
    Computer,
    /// A value that everybody sees.
    Open(Value),
    /// The hash of a value.
    Sealed(Seal),
    /// The hash, and then the value.
    Revealed(Seal, Value),
}

/// The shares of one table, in its present round.
#[derive(Clone)]
pub struct Shares {
    version: Version,
    secret: [u8; 32],
    round: u32,
    seed: Seed,
    given: Vec<Given>,
    /// How often each seat has changed what it gives.
    changes: Vec<u16>,
    /// Until when the sealed values must be revealed, ms since 1970.
    until: Option<u64>,
}

impl Shares {
    /// Nobody has given anything.
    pub fn new(version: Version, secret: [u8; 32], seats: usize) -> Shares {
        let seed = Secret::new(secret).seed(version, 1);
        let given = vec![Given::Nothing; seats];
        Shares { version, secret, round: 1, seed, given, changes: vec![0; seats], until: None }
    }

    /// The secret, for another fold of the same log.
    pub fn secret(&self) -> [u8; 32] {
        self.secret
    }

    pub fn version(&self) -> Version {
        self.version
    }

    pub fn round(&self) -> u32 {
        self.round
    }

    pub fn commitment(&self) -> Commitment {
        self.seed.commitment()
    }

    /// The commitment of the next round.
    pub fn next_commitment(&self) -> Commitment {
        Secret::new(self.secret).seed(self.version, self.round + 1).commitment()
    }

    /// The seed as text: to be told when the game is over, and not before.
    pub fn reveal(&self) -> String {
        self.seed.reveal()
    }

    /// What a seat has given.
    pub fn of(&self, seat: u8) -> Given {
        self.given[usize::from(seat)]
    }

    /// How often a seat has changed what it gives.
    pub fn changes(&self, seat: u8) -> u16 {
        self.changes[usize::from(seat)]
    }

    /// A seat gives something, or takes it back with its person.
    pub fn give(&mut self, seat: u8, given: Given) {
        self.given[usize::from(seat)] = given;
        let changes = &mut self.changes[usize::from(seat)];
        *changes = if given == Given::Nothing { 0 } else { changes.saturating_add(1) };
    }

    /// The value that a seat has if it gives none.
    pub fn spare(&self, seat: u8) -> Value {
        self.seed.value_of(seat)
    }

    /// The sealed value of a seat, if this is it.
    pub fn opened(&self, seat: u8, value: Value) -> Option<Given> {
        match self.of(seat) {
            Given::Sealed(seal) if value.seal(self.commitment(), seat) == seal => {
                Some(Given::Revealed(seal, value))
            }
            _ => None,
        }
    }

    /// The seats whose values are still sealed.
    pub fn sealed(&self) -> Vec<u8> {
        let sealed = |(_, given): &(u8, &Given)| matches!(given, Given::Sealed(_));
        (0u8..).zip(&self.given).filter(sealed).map(|(seat, _)| seat).collect()
    }

    pub fn until(&self) -> Option<u64> {
        self.until
    }

    /// Nobody comes, goes or changes its share until all are revealed.
    pub fn freeze(&mut self, until: u64) {
        self.until = Some(until);
    }

    pub fn thaw(&mut self) {
        self.until = None;
    }

    /// The server was away for so long: nobody could reveal meanwhile.
    pub fn wait_longer(&mut self, ms: u64) {
        self.until = self.until.map(|until| until + ms);
    }

    /// The next round: everything is given anew but by the computers.
    pub fn next_round(&mut self) {
        self.round += 1;
        self.seed = Secret::new(self.secret).seed(self.version, self.round);
        self.until = None;
        self.changes.fill(0);
        for given in &mut self.given {
            if *given != Given::Computer {
                *given = Given::Nothing;
            }
        }
    }

    /// The value of a seat as soon as everybody may know it. Those that follow from the seed are
    /// known when nothing can be given any more.
    pub fn value(&self, seat: u8, closed: bool) -> Option<Value> {
        match self.of(seat) {
            Given::Open(value) | Given::Revealed(_, value) => Some(value),
            Given::Computer => Some(self.spare(seat)),
            Given::Nothing => closed.then(|| self.spare(seat)),
            Given::Sealed(_) => None,
        }
    }

    /// The hash that a seat sent.
    pub fn seal(&self, seat: u8) -> Option<Seal> {
        match self.of(seat) {
            Given::Sealed(seal) | Given::Revealed(seal, _) => Some(seal),
            Given::Nothing | Given::Computer | Given::Open(_) => None,
        }
    }

    /// How a seat gives its share.
    pub fn share(&self, seat: u8) -> Share {
        match self.of(seat) {
            Given::Sealed(_) | Given::Revealed(..) => Share::Sealed,
            Given::Open(_) => Share::Open,
            Given::Computer => Share::Computer,
            Given::Nothing => Share::Server,
        }
    }

    /// The same for the wire; a seat that has given nothing may still do so until it is `closed`.
    pub fn kind(&self, seat: u8, closed: bool) -> ShareKind {
        match self.share(seat) {
            Share::Sealed => ShareKind::Sealed,
            Share::Open => ShareKind::Open,
            Share::Computer => ShareKind::Computer,
            Share::Server if closed => ShareKind::Server,
            Share::Server => ShareKind::None,
        }
    }

    /// The key of the draws, once nothing is sealed any more.
    pub fn key(&self) -> Option<Key> {
        let seats = 0..self.given.len() as u8;
        let values: Option<Vec<Value>> = seats.map(|seat| self.value(seat, true)).collect();
        Some(Key::mix(&self.seed, &values?))
    }
}
