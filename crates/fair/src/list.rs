//! The public list of commitments: every one that was shown, and what became of it, chained by
//! hashes so that no line can be changed, left out or put in later without all later ones changing.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::hex;

const LABEL: &str = "trencavel fair list 1\n";

/// The hash before the first line.
pub const START: [u8; 32] = [0; 32];

/// What a line says of a commitment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// It was shown to whoever came.
    Shown,
    /// Its game is over, with a result; the seed is in the record.
    Ended,
    /// Its game was called off without a result; the seed is in the record.
    Aborted,
    /// A seat did not reveal its value: another round follows.
    Void,
    /// Its table was never begun and has been put away.
    Expired,
    /// Its table was removed by whoever runs the server.
    Removed,
    /// The server was set back to an earlier state; no commitment stands here.
    Restored,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Shown,
        Kind::Ended,
        Kind::Aborted,
        Kind::Void,
        Kind::Expired,
        Kind::Removed,
        Kind::Restored,
    ];

    /// The word of the list.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Shown => "shown",
            Kind::Ended => "ended",
            Kind::Aborted => "aborted",
            Kind::Void => "void",
            Kind::Expired => "expired",
            Kind::Removed => "removed",
            Kind::Restored => "restored",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A line, without its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number, from 1.
    pub n: u64,
    /// When, ms since 1970.
    pub at: u64,
    /// What happened.
    pub kind: Kind,
    /// The commitment, hexadecimal; empty for [`Kind::Restored`].
    pub commitment: String,
}

impl Line {
    /// The hash that chains the line to the one before it.
    pub fn hash(&self, before: &[u8; 32]) -> [u8; 32] {
        let Line { n, at, kind, commitment } = self;
        let text = format!("{n} {at} {} {commitment}\n", kind.name());
        let hash = Sha256::new().chain_update(LABEL).chain_update(before).chain_update(text);
        hash.finalize().into()
    }
}

/// Reads a hash of 64 hexadecimal digits.
pub fn read_hash(text: &str) -> Option<[u8; 32]> {
    hex::read(text)
}

/// Writes a hash.
pub fn write_hash(hash: &[u8; 32]) -> String {
    hex::write(hash)
}

/// A list that does not hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The number of the line, as it should be.
    pub n: u64,
    /// What is wrong with it.
    pub why: &'static str,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the list: {}", self.n, self.why)
    }
}

impl std::error::Error for Broken {}

/// Checks lines that follow each other, from the first of them on; `before` is the number and the
/// hash of the line before them (0 and [`START`] for a list from its beginning). Answers number and
/// hash of the last.
///
/// # Errors
/// Names the first line that does not follow.
pub fn verify<'a>(
    before: (u64, [u8; 32]),
    lines: impl IntoIterator<Item = (&'a Line, &'a [u8; 32])>,
) -> Result<(u64, [u8; 32]), Broken> {
    let mut last = before;
    for (line, hash) in lines {
        let n = last.0 + 1;
        let broken = |why| Err(Broken { n, why });
        if line.n != n {
            return broken("it is missing");
        }
        if line.commitment.is_empty() != (line.kind == Kind::Restored) {
            return broken("it has no commitment");
        }
        if line.hash(&last.1) != *hash {
            return broken("its hash does not follow from the line before it");
        }
        last = (n, *hash);
    }
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> Vec<(Line, [u8; 32])> {
        let kinds = [Kind::Shown, Kind::Void, Kind::Shown, Kind::Restored, Kind::Ended];
        let mut before = START;
        let line = |(n, kind)| {
            let commitment = if kind == Kind::Restored { "" } else { "ab" };
            let line = Line { n, at: 1000 * n, kind, commitment: commitment.to_string() };
            before = line.hash(&before);
            (line, before)
        };
        (1..).zip(kinds).map(line).collect()
    }

    fn check(lines: &[(Line, [u8; 32])]) -> Result<(u64, [u8; 32]), Broken> {
        verify((0, START), lines.iter().map(|(line, hash)| (line, hash)))
    }

    #[test]
    fn a_whole_list_holds_and_pages_follow_each_other() {
        let list = list();
        let end = check(&list).unwrap();
        assert_eq!(end.0, 5);
        let middle = check(&list[..2]).unwrap();
        let rest = list[2..].iter().map(|(line, hash)| (line, hash));
        assert_eq!(verify(middle, rest), Ok(end));
    }

    #[test]
    fn whatever_is_changed_is_found() {
        for number in 0..5 {
            let mut without = list();
            without.remove(number);
            assert_eq!(check(&without).is_err(), number < 4, "the end cannot be missed by itself");
            let mut other = list();
            other[number].0.at += 1;
            assert_eq!(check(&other).unwrap_err().n, number as u64 + 1);
            let mut other = list();
            other[number].0.kind = Kind::Expired;
            assert!(check(&other).is_err());
        }
    }
}
