//! Secrets of links: 32 random bytes that only the link holds; the store knows their hash.

use sha2::{Digest as _, Sha256};

use super::push::encoded;
use store::post::Secret;

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

/// What a link is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A new password, once.
    Reset,
    /// An address is its person's, once.
    Confirm,
    /// Looking at when moves are due.
    Calendar,
    /// Ending a kind of mail.
    End,
    /// Making an account, once.
    Invite,
}

impl Purpose {
    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Purpose::Reset => "reset",
            Purpose::Confirm => "confirm",
            Purpose::Calendar => "calendar",
            Purpose::End => "end",
            Purpose::Invite => "invite",
        }
    }

    /// How long it is good for, ms.
    const fn life(self) -> u64 {
        match self {
            Purpose::Reset => 30 * MINUTE,
            Purpose::Confirm => DAY,
            Purpose::Invite => 14 * DAY,
            // Whoever gets a mail may end it for long; a calendar asks every day.
            Purpose::End => 400 * DAY,
            Purpose::Calendar => 4000 * DAY,
        }
    }
}

/// A secret in the clear, on its way into a link. It is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkSecret(String);

impl std::fmt::Debug for LinkSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkSecret(..)")
    }
}

impl LinkSecret {
    /// A new one.
    pub fn random() -> LinkSecret {
        LinkSecret(encoded(&rand::random::<[u8; 32]>()))
    }

    /// What somebody sent, if it can be one at all.
    pub fn read(text: &str) -> Option<LinkSecret> {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (text.len() == 43 && text.bytes().all(letter)).then(|| LinkSecret(text.to_owned()))
    }

    /// The text for the link.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the store knows of it.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// The row of the store.
    pub fn kept(&self, purpose: Purpose, person: Option<&str>, what: &str, now: u64) -> Secret {
        Secret {
            hash: self.hash(),
            person: person.map(str::to_owned),
            purpose: purpose.name().to_owned(),
            what: what.to_owned(),
            expires: now + purpose.life(),
        }
    }
}
