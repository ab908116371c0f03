//! The result codes, in the words of the store.

use sqlx::error::ErrorKind;
use sqlx::migrate::MigrateError;

use crate::store::StoreError;

const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READ_ONLY: i32 = 8;
const IO: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANNOT_OPEN: i32 = 14;
const NO_DATABASE: i32 = 26;

/// Extended codes of [`IO`] that speak of what is in the file rather than of the disk: a failed
/// read, a read behind the end, a file system that found itself damaged.
const IO_DAMAGE: [i32; 3] = [IO | 1 << 8, IO | 2 << 8, IO | 33 << 8];

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let text = error.to_string();
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .and_then(|code| code.parse::<i32>().ok());
        match (code, &error) {
            (Some(code), _) if IO_DAMAGE.contains(&code) => StoreError::Damaged(text),
            (Some(code), _) => match code & 0xff {
                BUSY | LOCKED => StoreError::Locked(text),
                FULL | IO => StoreError::Full(text),
                CORRUPT | NO_DATABASE => StoreError::Damaged(text),
                READ_ONLY => StoreError::Other(format!(
                    "the file or its folder may only be read, not written: {text}"
                )),
                CANNOT_OPEN => StoreError::Other(format!(
                    "the file cannot be opened; its folder must exist and be writable: {text}"
                )),
                _ => StoreError::Other(text),
            },
            (None, sqlx::Error::PoolTimedOut) => {
                StoreError::Other("all connections for reading are busy".to_owned())
            }
            (None, _) => StoreError::Other(text),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMismatch(version) => StoreError::Other(format!(
                "schema {version} of the file is not the one of this program: it was made by \
                 another build"
            )),
            error => StoreError::Other(error.to_string()),
        }
    }
}

/// Whether a unique index said no.
pub(super) fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.kind() == ErrorKind::UniqueViolation)
}

/// Whether an error is of the request alone: others may well succeed at the same moment.
pub(super) fn is_own(error: &StoreError) -> bool {
    matches!(error, StoreError::Conflict | StoreError::NameTaken)
}
