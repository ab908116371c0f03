//! What a store says when it cannot do what was asked: few kinds, each with what to do about it.

/// What went wrong. The words are for the log of the server and for whoever runs it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The number is taken already: somebody else wrote first.
    #[error("the table has gone on since it was read")]
    Conflict,
    /// The name is taken already.
    #[error("the name is taken")]
    NameTaken,
    /// There are as many of them as there may be.
    #[error("there are enough of these already")]
    Enough,
    /// There is no room left.
    #[error("no space is left for the database: {0}")]
    Full(String),
    /// Another program holds the database.
    #[error("the database is locked by another program: {0}")]
    Locked(String),
    /// The file or its folder may only be read.
    #[error("the database may only be read, not written: {0}")]
    ReadOnly(String),
    /// The file cannot be opened: it is not there, or this user may not.
    #[error("the database cannot be opened: {0}")]
    Denied(String),
    /// The disk, or the system before it, failed at something.
    #[error("the disk failed to {doing} the database: {text}")]
    Disk {
        /// At what.
        doing: Doing,
        /// In the words of the database.
        text: String,
    },
    /// It cannot be reached: nothing was changed.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// It had too much to do, and has not begun: nothing was changed.
    #[error("the database has too much to do")]
    Busy,
    /// It did not answer in time. What was asked for may still happen: only an answer to
    /// [`super::Store::ping`], which waits its turn behind it, says that it is decided; where
    /// several servers share the store, only that the table was taken anew.
    #[error("the database did not answer in time")]
    Late,
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
    /// The log of a table was written by a newer version of the program. It is left alone.
    #[error(
        "table {table} has a log of format {found}, this program knows {known}: use a newer program"
    )]
    NewerLog {
        /// Which.
        table: String,
        /// The format of the log.
        found: u32,
        /// The newest that this program knows.
        known: u32,
    },
    /// Anything else.
    #[error("the database failed: {0}")]
    Other(String),
}

/// What the disk failed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// Reading.
    Read,
    /// Writing, or making a file longer or shorter.
    Write,
    /// Making sure that what was written stays there without power.
    Sync,
    /// Locking: some network file systems cannot.
    Lock,
    /// Something else.
    Use,
}

impl std::fmt::Display for Doing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Doing::Read => "read",
            Doing::Write => "write",
            Doing::Sync => "keep",
            Doing::Lock => "lock",
            Doing::Use => "use",
        })
    }
}

impl StoreError {
    /// Whether what was asked for may have been done, or may yet be.
    pub fn is_unknown(&self) -> bool {
        matches!(self, StoreError::Late | StoreError::Disk { doing: Doing::Sync, .. })
    }

    /// What whoever runs the server can do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            StoreError::Full(_) => "Make room on the disk.",
            StoreError::Locked(_) => {
                "Another server uses this data: stop it, or start with another --data."
            }
            StoreError::ReadOnly(_) => {
                "Give the user of the server the right to write to the data directory and all \
                 files in it; a disk that failed may also be mounted for reading only."
            }
            StoreError::Denied(_) => {
                "The data directory must exist and belong to the user of the server."
            }
            StoreError::Disk { doing: Doing::Lock, .. } => {
                "Keep the data on a local disk: some network file systems cannot lock."
            }
            StoreError::Disk { .. } => {
                "Look at the system's log and at the disk; copy the data to another one if it fails."
            }
            StoreError::Away(_) => {
                "See that the database runs, and that this machine reaches it at the address given."
            }
            StoreError::Busy | StoreError::Late => {
                "The disk is too slow or hangs: look at the system's log."
            }
            StoreError::Damaged(_) => {
                "Bring back a backup with `trencavel restore FILE`, or start with another --data. \
                 Nothing was changed."
            }
            StoreError::Newer { .. } | StoreError::NewerLog { .. } => {
                "Use the newer program, or bring back a backup from before with `trencavel restore`."
            }
            StoreError::Conflict
            | StoreError::NameTaken
            | StoreError::Enough
            | StoreError::Other(_) => "See the message; nothing was changed.",
        }
    }
}

/// A place that a copy was broken off at.
pub(super) fn unfinished_copy() -> StoreError {
    StoreError::Other(
        "a copy to this place was broken off: repeat the `trencavel copy` that goes on with it"
            .to_owned(),
    )
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let text = error.to_string();
        match error {
            sqlx::Error::Database(error) => super::of_database(&*error, text),
            sqlx::Error::PoolTimedOut => StoreError::Busy,
            sqlx::Error::PoolClosed => StoreError::Other("the store is closed".to_owned()),
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) => StoreError::Away(text),
            _ => StoreError::Other(text),
        }
    }
}
