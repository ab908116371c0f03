//! Where everything lasting is kept: a trait, so that a hoster may choose the database.
//!
//! Invariants: what a call answered with `Ok` is on the disk. The log of a table only grows, and
//! its numbers have no gaps: a writer that is behind gets [`StoreError::Conflict`], never a fork.
//! A table's seed is read by [`Store::load`] alone.

use std::path::Path;
use std::sync::Arc;

use protocol::log::Logged;

pub mod person;
pub mod sqlite;

/// What went wrong. The words are for the log of the server and for whoever runs it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The number is taken already: somebody else wrote first.
    #[error("the table has gone on since it was read")]
    Conflict,
    /// The name is taken already.
    #[error("the name is taken")]
    NameTaken,
    /// There is no room left.
    #[error("no space is left for the database: {0}")]
    Full(String),
    /// Another program holds the database.
    #[error("the database is locked by another program: {0}")]
    Locked(String),
    /// The file is no database, or is damaged.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The file was written by a newer version of the program.
    #[error("the database has schema {found}, this program knows {known}: use a newer program")]
    Newer {
        /// The schema of the file.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// Anything else.
    #[error("the database failed: {0}")]
    Other(String),
}

/// The answer of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// A store that can be shared.
pub type AnyStore = Arc<dyn Store>;

/// What is found without reading a log: kept up to date with every entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Index {
    /// `open`, `playing`, `over`.
    pub status: String,
    /// Whether it is listed in the lobby.
    pub public: bool,
    /// `country`, `city`.
    pub family: String,
    /// When something happened last, ms since 1970.
    pub changed: u64,
    /// When the table must be woken although nobody asks for it: a clock runs out.
    pub wake: Option<u64>,
    /// Public ids of the people with a seat.
    pub people: Vec<String>,
    /// The table's line in the lobby, as JSON.
    pub row: String,
}

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
    /// When it was used last, to the hour.
    pub used: u64,
}

/// A start of the server, and when it was seen alive last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boot {
    /// When it started, ms since 1970.
    pub started: u64,
    /// When it was seen last.
    pub seen: u64,
}

/// What the server needs of a database.
#[async_trait::async_trait]
pub trait Store: Send + Sync + 'static {
    /// Makes a table with its first entries.
    async fn make_table(&self, table: NewTable) -> Result<()>;

    /// Appends entries, whose numbers follow the last one, and the index after them: all or
    /// nothing, on the disk before it answers.
    async fn append(&self, table: &str, entries: Vec<Logged>, index: Index) -> Result<()>;

    /// Reads a table.
    async fn load(&self, table: &str) -> Result<Option<StoredTable>>;

    /// The lines of tables (id and row), the latest change first.
    async fn rows(&self, query: Query) -> Result<Vec<(String, String)>>;

    /// Tables that must be woken by now.
    async fn due(&self, now: u64) -> Result<Vec<String>>;

    /// Finished public tables made after the table `after`, in the order of finishing.
    async fn finished(
        &self,
        family: Option<&str>,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<String>>;

    /// All tables whose log names a person: as its maker, on a seat, or in a chat.
    async fn named(&self, person: &str) -> Result<Vec<String>>;

    /// Removes a table and its log (administration).
    async fn remove_table(&self, table: &str) -> Result<bool>;

    /// Notes that the server starts; answers all starts so far, the oldest first, this one last.
    async fn boot(&self, now: u64) -> Result<Vec<Boot>>;

    /// Notes that the server is alive.
    async fn alive(&self, now: u64) -> Result<()>;

    /// Keeps a new person.
    async fn add_person(&self, person: Person) -> Result<()>;

    /// A person by its public id.
    async fn person(&self, id: &str) -> Result<Option<Person>>;

    /// A person with an account, by its name without regard to case.
    async fn account(&self, name: &str) -> Result<Option<Person>>;

    /// Changes name and password of a person; without a password it keeps the one it has, if any.
    /// [`StoreError::NameTaken`] if another account has the name.
    async fn change_person(&self, id: &str, name: &str, password: Option<&str>) -> Result<()>;

    /// Shuts a person out, or lets it in again.
    async fn ban(&self, id: &str, banned: bool) -> Result<bool>;

    /// Everything of a guest goes to an account: seats in the index and in the logs. The guest and
    /// its sessions are no more.
    async fn merge(&self, guest: &str, account: &str) -> Result<()>;

    /// Removes a person: sessions, password, name; in the logs its name becomes empty and its
    /// chat is removed. The games stay, for the others.
    async fn forget(&self, id: &str) -> Result<()>;

    /// All people with an account, by name (administration).
    async fn accounts(&self, like: &str, limit: u32) -> Result<Vec<Person>>;

    /// Keeps a session.
    async fn add_session(&self, session: Session) -> Result<()>;

    /// Whose session it is; notes its use.
    async fn session(&self, hash: &[u8; 32], now: u64) -> Result<Option<(Session, Person)>>;

    /// All sessions of a person.
    async fn sessions(&self, person: &str) -> Result<Vec<Session>>;

    /// Ends a session.
    async fn end_session(&self, hash: &[u8; 32]) -> Result<()>;

    /// Ends all sessions of a person.
    async fn end_sessions(&self, person: &str) -> Result<u64>;

    /// Whether the store answers.
    async fn ping(&self) -> Result<()>;

    /// Copies the whole database, while it is used, to a file that must not exist yet.
    async fn backup(&self, to: &Path) -> Result<()>;

    /// Writes what is pending and closes.
    async fn close(&self);
}
