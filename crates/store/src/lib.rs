//! Where everything lasting is kept: a trait, so that a hoster may choose the database.
//!
//! Invariants: what a call answered with `Ok` is on the disk. The log of a table only grows, and
//! its numbers have no gaps: a writer that is behind gets [`StoreError::Conflict`], never a fork.
//! A table's seed is read by [`Store::load`] alone.

#![allow(clippy::duplicate_mod)] // the files of sql are compiled for each database

use std::path::Path;
use std::sync::Arc;

use protocol::log::Logged;
use protocol::{Role, Scope};

mod arrival;
pub mod copy;
mod error;
mod inspect;
mod locator;
mod logs;
pub mod modes;
pub mod nodes;
mod packing;
pub mod person;
pub mod post;
pub mod postgres;
pub mod results;
mod rows;
pub mod society;
pub mod sqlite;

pub use arrival::{Arrival, Comer};
pub use error::{Doing, StoreError};
pub use inspect::{Inspected, Inspector};
pub use locator::Locator;
pub use nodes::{Hold, Nodes};
pub use post::Post;
pub use results::{GamesQuery, Refolded, Results, Void};
pub use room::{Boot, Index};
pub use society::Society;

/// What a database said, in the words of the store.
fn of_database(error: &dyn sqlx::error::DatabaseError, text: String) -> StoreError {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() {
        return sqlite::of_code(code.parse().unwrap_or_default(), text);
    }
    postgres::of_state(&code, text)
}

/// The answer of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// By what right a session begins. It was looked at earlier: the store compares it in the same
/// transaction, so that whoever loses it meanwhile gets no session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Right {
    /// The person exists.
    Person,
    /// This session of the same person has not ended.
    Session([u8; 32]),
}

/// Another password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PasswordChange {
    /// Of whom.
    pub person: String,
    /// The hash of the password that was shown.
    pub old: String,
    /// The new hash.
    pub new: String,
    /// The one session that stays.
    pub stays: [u8; 32],
}

/// A store that can be shared.
pub type AnyStore = Arc<dyn Store>;

/// A table to be made.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: String,
    /// The key of its link.
    pub key: String,
    /// Its secret seed.
    pub seed: [u8; 32],
    /// Its first entries.
    pub entries: Vec<Logged>,
    /// What is found of it.
    pub index: Index,
}

/// A table as it was kept.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// The key of its link.
    pub key: String,
    /// Its secret seed.
    pub seed: [u8; 32],
    /// Its whole log.
    pub entries: Vec<Logged>,
}

/// Who made a table, and what it was answered: found without reading the whole log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maker {
    /// The person.
    pub id: String,
    /// The key of the table's link.
    pub key: String,
    /// The commitment whose outcome is open; if none is, the first one.
    pub commitment: String,
}

/// What is kept of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finished {
    /// Its record.
    Record(String),
    /// Its record is still to be made.
    Missing,
    /// Its log cannot be read by this program: there is no record.
    Unreadable,
}

/// How a person is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownName {
    /// Who.
    pub id: String,
    /// The name that it has now.
    pub name: String,
    /// Whether it has an account.
    pub account: bool,
    /// Whether it is a guest whose name can be taken for that of an account.
    pub taken: bool,
}

/// Which tables to list.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Only these: `open`, `playing`, `over`; all if empty.
    pub status: Vec<String>,
    /// Only public ones.
    pub public: bool,
    /// Only those with a seat of this person.
    pub person: Option<String>,
    /// Only this family.
    pub family: Option<String>,
    /// Only those that changed before this, ms since 1970.
    pub before: Option<u64>,
    /// At most so many, the latest change first.
    pub limit: u32,
}

/// A person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The argon2id hash of the password; none for a guest.
    pub password: Option<String>,
    /// When it came first, ms since 1970.
    pub made: u64,
    /// Whether an administrator has shut it out.
    pub banned: bool,
    /// What it may do for the server.
    pub role: Option<Role>,
    /// Whose program it is.
    pub owner: Option<String>,
}

/// A session, or a token for programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The SHA-256 of the token: the token itself is kept by the client alone.
    pub hash: [u8; 32],
    /// Whose.
    pub person: String,
    /// `browser` or `program`.
    pub kind: String,
    /// When it was made, ms since 1970.
    pub made: u64,
    /// When it was used last: to the hour, for a program to the minute.
    pub used: u64,
    /// What its owner calls it; browsers have no name.
    pub name: String,
    /// What a program may do; a browser may do everything.
    pub scopes: Vec<Scope>,
    /// When the password was given again in it, ms since 1970.
    pub proved: u64,
}

/// How long a session lasts that nobody uses, in seconds.
pub const SESSION_LIFE: u64 = 400 * 86_400;

/// Sessions of one person in browsers: with more of them the one that was unused longest ends.
pub const SESSIONS_MAX: u32 = 50;

/// Tokens for programs of one person: with so many there is no other.
pub const TOKENS_MAX: u32 = 50;

/// The kind of a session of a browser.
pub const BROWSER: &str = "browser";
/// The kind of a token for a program.
pub const PROGRAM: &str = "program";

impl Session {
    /// Whether it is a token for a program.
    pub fn is_program(&self) -> bool {
        self.kind == PROGRAM
    }

    /// Whether it has been used since it was made.
    pub fn is_used(&self) -> bool {
        self.used > self.made
    }
}

/// Why a table is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// An administrator wants it.
    Removed,
    /// Nobody used it before it began: it goes only if that is still so, and is known for a while
    /// (see [`Store::expired`]).
    Expired {
        /// Since when it should have been used.
        since: Expiry,
        /// Now, ms since 1970.
        now: u64,
    },
}

/// Until when things last that nobody uses: whatever was used last before it has expired. Ms since
/// 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expiry {
    /// Tables that never began.
    pub open: u64,
    /// The same by days.
    pub slow: u64,
}

/// Something that a running server must hear of, whoever did it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A session ended: its hash.
    Session([u8; 32]),
    /// A person changed its name, became an account, was shut out or let in, or left: its id.
    Person(String),
    /// The log of a table was rewritten because somebody left: its id.
    Table(String),
    /// A table was removed: its id.
    Gone(String),
    /// Something that only a later version knows.
    Other,
}

/// A line of the public list of commitments, with the hash that chains it to the one before it.
pub type Listed = (fair::list::Line, [u8; 32]);

/// What the server needs of a database.
#[async_trait::async_trait]
pub trait Store: Results + Society {
    /// Makes a table with its first entries; the right to write it.
    async fn make_table(&self, table: NewTable) -> Result<Hold>;

    /// Appends entries, whose numbers follow the last one, and the index after them: all or
    /// nothing, on the disk before it answers. [`StoreError::Conflict`] if the log has gone on, or
    /// the right to write it is another's by now.
    async fn append_held(
        &self,
        table: &str,
        hold: Hold,
        entries: Vec<Logged>,
        index: Index,
    ) -> Result<()>;

    /// The same for a table that nobody holds.
    async fn append(&self, table: &str, entries: Vec<Logged>, index: Index) -> Result<()> {
        self.append_held(table, Hold::NONE, entries, index).await
    }

    /// What several servers share, if this store can be shared.
    fn nodes(&self) -> Option<&dyn Nodes>;

    /// What is kept for people who are away.
    fn post(&self) -> &dyn Post;

    /// Reads a table.
    async fn load(&self, table: &str) -> Result<Option<StoredTable>>;

    /// Who made a table: cheap, also if its log is long.
    async fn maker(&self, table: &str) -> Result<Option<Maker>>;

    /// The lines of tables (id and row), the latest change first.
    async fn rows(&self, query: Query) -> Result<Vec<(String, String)>>;

    /// Tables that must be woken by now.
    async fn due(&self, now: u64) -> Result<Vec<String>>;

    /// Finished public tables with their records, in the order of finishing, after the table
    /// `after`.
    async fn finished(
        &self,
        family: Option<&str>,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<(String, Finished)>>;

    /// Finished tables, public or not, whose record is still to be made.
    async fn unrecorded(&self, limit: u32) -> Result<Vec<String>>;

    /// Keeps the record of a finished game; without one, that its log cannot be read. `named` are
    /// the people whom the log names: if one of them has left since, nothing is kept (`false`),
    /// and the record has to be made anew.
    async fn keep_record(
        &self,
        table: &str,
        named: &[String],
        record: Option<&str>,
    ) -> Result<bool>;

    /// The record of a finished game, if it is kept.
    async fn record(&self, table: &str) -> Result<Option<String>>;

    /// Keeps the analysis of a finished game, in place of one that was kept before; `version` is
    /// that of its form. Nothing is kept (`false`) if the table is gone or not over.
    async fn keep_analysis(&self, table: &str, version: u32, analysis: &str) -> Result<bool>;

    /// The analysis of a finished game with its version, if it is kept.
    async fn analysis(&self, table: &str) -> Result<Option<(u32, String)>>;

    /// All tables whose log names a person: as its maker, on a seat, or in a chat.
    async fn named(&self, person: &str) -> Result<Vec<String>>;

    /// Removes a table and its log; whether there was one.
    async fn remove_table(&self, table: &str, why: Removal) -> Result<bool>;

    /// Open tables that have expired, the oldest first.
    async fn expiring(&self, expiry: Expiry, limit: u32) -> Result<Vec<String>>;

    /// Whether a table that is no more expired.
    async fn expired(&self, table: &str) -> Result<bool>;

    /// Forgets of at most `limit` tables that they expired, if that was before `before`; how many.
    async fn sweep_expired(&self, before: u64, limit: u32) -> Result<u64>;

    /// Removes at most `limit` tables of quick pairing that came to nothing before `before`; how
    /// many. What they say about who did not come stays.
    async fn sweep_nothing(&self, before: u64, now: u64, limit: u32) -> Result<u64>;

    /// Ends at most `limit` sessions that were not used since `before`; how many.
    async fn sweep_sessions(&self, before: u64, limit: u32) -> Result<u64>;

    /// Looks at `limit` people in the order of their ids, from the one after `after` on, and
    /// removes guests among them that are in no log and did not come since `before`. How many it
    /// removed, and the last one it looked at; none at the end of the list.
    async fn sweep_guests(
        &self,
        after: &str,
        before: u64,
        limit: u32,
    ) -> Result<(u64, Option<String>)>;

    /// Chains what has happened to commitments since the last time to the public list, a bounded
    /// number of lines at once; answers how many. What happened is noted with the change of the
    /// table itself, so nothing is lost in between. One writer does it, also on many nodes.
    async fn chain_fair_list(&self) -> Result<u64>;

    /// Lines of the public list after a number, the oldest first.
    async fn fair_list(&self, after: u64, limit: u32) -> Result<Vec<Listed>>;

    /// The lines of one commitment.
    async fn fair_lines(&self, commitment: &str) -> Result<Vec<Listed>>;

    /// Notes that the server starts; answers the starts that running clocks may still have to
    /// know of, the oldest first, this one last. Older ones are dropped.
    async fn boot(&self, now: u64) -> Result<Vec<Boot>>;

    /// Notes that the server is alive.
    async fn alive(&self, now: u64) -> Result<()>;

    /// Keeps a new person.
    async fn add_person(&self, person: Person) -> Result<()>;

    /// A person by its public id.
    async fn person(&self, id: &str) -> Result<Option<Person>>;

    /// A person with an account, by its name without regard to case.
    async fn account(&self, name: &str) -> Result<Option<Person>>;

    /// The id of an account, other than `but`, whose name can be taken for this one.
    async fn look_alike(&self, name: &str, but: &str) -> Result<Option<String>>;

    /// How some people are shown now, in any order; whoever left is missing.
    async fn shown_names(&self, ids: &[String]) -> Result<Vec<ShownName>>;

    /// Somebody comes in, with a session. [`StoreError::NameTaken`] if another account has the
    /// name, or one that looks like it; [`StoreError::Conflict`] if the right to it is lost
    /// meanwhile. A guest that is left behind and gone already is no obstacle.
    async fn arrive(&self, arrival: Arrival) -> Result<()>;

    /// Changes the name of a person. [`StoreError::NameTaken`] if it has an account, and another
    /// account has the name or one that looks like it.
    async fn rename_person(&self, id: &str, name: &str) -> Result<()>;

    /// Gives an account another password and ends all its sessions but one, or does nothing:
    /// [`StoreError::Conflict`] if its password is not `old` any more.
    async fn change_password(&self, change: PasswordChange) -> Result<()>;

    /// Shuts a person out and ends its sessions, or lets it in again.
    async fn ban(&self, id: &str, banned: bool) -> Result<bool>;

    /// Removes a person: sessions, password, name; in the logs its name becomes empty and its
    /// chat is removed. The games stay, for the others. It is shut out at once, and the logs follow
    /// a few at a time.
    async fn forget(&self, id: &str) -> Result<()>;

    /// Goes on with somebody who has begun to leave, or to become part of an account.
    async fn go_on_leaving(&self, id: &str) -> Result<()>;

    /// People who had begun to leave when the program was stopped: [`Store::go_on_leaving`] goes
    /// on.
    async fn half_gone(&self) -> Result<Vec<String>>;

    /// All people with an account, by name (administration).
    async fn accounts(&self, like: &str, limit: u32) -> Result<Vec<Person>>;

    /// Keeps a session, if the right to it still stands; otherwise [`StoreError::Conflict`].
    /// [`StoreError::Enough`] if a person has [`TOKENS_MAX`] tokens for programs already.
    async fn begin_session(&self, session: Session, right: Right) -> Result<()>;

    /// Keeps a session of a person.
    async fn add_session(&self, session: Session) -> Result<()> {
        self.begin_session(session, Right::Person).await
    }

    /// Whose session it is; notes its use.
    async fn session(&self, hash: &[u8; 32], now: u64) -> Result<Option<(Session, Person)>>;

    /// All sessions of a person.
    async fn sessions(&self, person: &str) -> Result<Vec<Session>>;

    /// Ends a session.
    async fn end_session(&self, hash: &[u8; 32]) -> Result<()>;

    /// Ends all sessions of a person.
    async fn end_sessions(&self, person: &str) -> Result<u64>;

    /// What happened after the notice `after`, with its number: at most so many, the oldest first.
    async fn notices(&self, after: u64, limit: u32) -> Result<Vec<(u64, Notice)>>;

    /// Removes the notices up to this one: they were heard.
    async fn clear_notices(&self, last: u64) -> Result<()>;

    /// Whether the store answers.
    async fn ping(&self) -> Result<()>;

    /// Whether the store has room for a move: it writes something small.
    async fn probe(&self) -> Result<()>;

    /// Copies the whole database, while it is used, to a file that must not exist yet.
    async fn backup(&self, to: &Path) -> Result<()>;

    /// Writes what is pending and closes.
    async fn close(&self);
}
