//! How people hear of what happened while they were away: a bell in the page, messages that the
//! browser shows, mail.
//!
//! Triggers of the schema write what is to be told into the *outbox*, in the transaction of the
//! change itself; it is sent after the commit, at least once, and what was seen or done meanwhile
//! is dropped. Invariants: no move and no secret is in a message; an address of a message never
//! comes from a request's host.

mod before;
pub mod mail;
mod outbox;
pub mod push;
mod secrets;
pub mod texts;

pub use outbox::{Notifier, start};
pub use secrets::{LinkSecret, Purpose};
