//! What nodes know each other by.

use std::fmt;

use sha2::{Digest, Sha256};

/// The secret that all nodes share. It is never shown.
#[derive(Clone)]
pub struct PeerSecret {
    text: String,
    hash: [u8; 32],
}

impl PeerSecret {
    /// The least number of letters.
    pub const LEAST: usize = 16;

    /// From a text, if it is long enough and can stand in a header.
    pub fn new(text: &str) -> Option<PeerSecret> {
        let text = text.trim();
        let fits = text.len() >= PeerSecret::LEAST && text.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| PeerSecret { text: text.to_owned(), hash: hash(text.as_bytes()) })
    }

    /// The text, for a request to a peer.
    pub(super) fn reveal(&self) -> &str {
        &self.text
    }

    /// Whether somebody knows it. Takes the same time whatever was said.
    pub fn is_known_by(&self, said: &[u8]) -> bool {
        let said = hash(said);
        let different = self.hash.iter().zip(said).fold(0, |all, (a, b)| all | (a ^ b));
        std::hint::black_box(different) == 0
    }
}

fn hash(text: &[u8]) -> [u8; 32] {
    Sha256::digest(text).into()
}

impl fmt::Debug for PeerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PeerSecret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_compared_and_never_shown() {
        let secret = PeerSecret::new(" sixteen-letters! \n").unwrap();
        assert!(secret.is_known_by(b"sixteen-letters!"));
        assert!(!secret.is_known_by(b"sixteen-letters?") && !secret.is_known_by(b""));
        assert!(!format!("{secret:?}").contains("sixteen"));
        for bad in ["", "too short", "sixteen letters, with blanks"] {
            assert!(PeerSecret::new(bad).is_none(), "{bad}");
        }
    }
}
