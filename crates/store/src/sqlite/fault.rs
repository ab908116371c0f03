//! The result codes, in the words of the store.

use sqlx::migrate::MigrateError;

use crate::{Doing, StoreError};

const PERMISSION: i32 = 3;
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READ_ONLY: i32 = 8;
const IO: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANNOT_OPEN: i32 = 14;
const PROTOCOL: i32 = 15;
const REFUSED: i32 = 23;
const NO_DATABASE: i32 = 26;

/// Of files that are not the database's own: copies, locks.
impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> StoreError {
        use std::io::ErrorKind;
        let text = error.to_string();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full(text),
            ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly(text),
            ErrorKind::PermissionDenied | ErrorKind::NotFound => StoreError::Denied(text),
            ErrorKind::AlreadyExists => StoreError::Other(text),
            _ => StoreError::Disk { doing: Doing::Use, text },
        }
    }
}

/// The extended result codes of `SQLite`.
pub(crate) fn of_code(code: i32, text: String) -> StoreError {
    match code & 0xff {
        BUSY | LOCKED | PROTOCOL => StoreError::Locked(text),
        FULL => StoreError::Full(text),
        CORRUPT | NO_DATABASE => StoreError::Damaged(text),
        READ_ONLY => StoreError::ReadOnly(text),
        PERMISSION | REFUSED | CANNOT_OPEN => {
            StoreError::Denied(format!("{text}; its folder must exist and be writable"))
        }
        IO => of_io(code >> 8, text),
        _ => StoreError::Other(text),
    }
}

/// The second byte of an I/O error says at what.
fn of_io(detail: i32, text: String) -> StoreError {
    let doing = match detail {
        // A read behind the end, a wrong checksum, a file system that found itself damaged.
        2 | 32 | 33 => return StoreError::Damaged(text),
        // The file of the rights could not be asked for, or the system refused.
        13 | 28 => return StoreError::Denied(text),
        // Read, size, seek, mapped memory.
        1 | 7 | 22 | 24 | 34 => Doing::Read,
        // Write, cut, delete, the shared index.
        3 | 6 | 10 | 18 | 19 | 21 | 23 | 29..=31 => Doing::Write,
        // File, folder.
        4 | 5 => Doing::Sync,
        8 | 9 | 14 | 15 | 20 => Doing::Lock,
        _ => Doing::Use,
    };
    StoreError::Disk { doing, text }
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

/// Whether an error is of the request alone: others may well succeed at the same moment.
pub(super) fn is_own(error: &StoreError) -> bool {
    matches!(error, StoreError::Conflict | StoreError::NameTaken | StoreError::Enough)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one request is refused for takes no neighbour with it.
    #[test]
    fn a_refusal_is_of_the_request_alone() {
        for own in [StoreError::Conflict, StoreError::NameTaken, StoreError::Enough] {
            assert!(is_own(&own), "{own}");
        }
        assert!(!is_own(&StoreError::Late));
    }

    #[test]
    fn every_io_error_is_named_for_what_it_is() {
        let said = |detail: i32| of_code(IO | detail << 8, "x".to_owned());
        for (detail, part) in [
            (1, "failed to read"),
            (2, "damaged"),
            (3, "failed to write"),
            (4, "failed to keep"),
            (5, "failed to keep"),
            (6, "failed to write"),
            (15, "failed to lock"),
            (16, "failed to use"),
            (19, "failed to write"),
            (28, "cannot be opened"),
            (33, "damaged"),
        ] {
            let error = said(detail);
            assert!(error.to_string().contains(part), "{detail}: {error}");
            assert!(!matches!(error, StoreError::Full(_)), "{detail}: {error}");
        }
        assert!(said(4).is_unknown(), "what was written may be on the disk all the same");
        assert!(!said(3).is_unknown());
        for (code, part) in [
            (FULL, "no space is left"),
            (READ_ONLY | 1 << 8, "may only be read"),
            (BUSY, "locked by another program"),
            (CANNOT_OPEN, "cannot be opened"),
            (CORRUPT, "damaged"),
        ] {
            let error = of_code(code, "x".to_owned());
            assert!(error.to_string().contains(part), "{code}: {error}");
        }
    }
}
