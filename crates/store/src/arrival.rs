//! Somebody comes in: as a guest, with a new account, or with its password.
//!
//! Invariant: an arrival is one change. Whoever is half a person, with an account and no session or
//! with a session and games left behind, cannot go on.

use super::{Person, Session};

/// How somebody comes in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comer {
    /// Nobody knew it before.
    New(Person),
    /// A guest makes an account of itself.
    Guest {
        /// Its id.
        id: String,
        /// The name of the account.
        name: String,
        /// The hash of the password.
        password: String,
        /// The session that asks for it: it must not have ended meanwhile.
        by: [u8; 32],
    },
    /// Somebody has shown the password of an account.
    Account {
        /// Its id.
        id: String,
        /// The hash that the password was compared with: it must still be the one.
        password: String,
    },
}

impl Comer {
    /// Who it is afterwards.
    pub fn id(&self) -> &str {
        match self {
            Comer::New(Person { id, .. }) | Comer::Guest { id, .. } | Comer::Account { id, .. } => {
                id
            }
        }
    }
}

/// An arrival: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Who.
    pub comer: Comer,
    /// The session that begins; a program keeps the one that it has. Of too many of its kind the
    /// one that was unused longest ends.
    pub session: Option<Session>,
    /// The session that the browser had, which ends. If it is of another guest, everything of that
    /// guest goes to the account: what it has and is told with this change, its seats in the index
    /// and in the logs a little at a time, and then the guest is no more.
    pub before: Option<[u8; 32]>,
}
