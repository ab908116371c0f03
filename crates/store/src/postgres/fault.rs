//! The states of `PostgreSQL`, in the words of the store.

use crate::{Doing, StoreError};

/// What a state means (five letters, see the manual's list of them).
pub(crate) fn of_state(state: &str, text: String) -> StoreError {
    match state {
        "53100" => StoreError::Full(text),
        "25006" => StoreError::ReadOnly(text),
        "28000" | "28P01" | "3D000" | "42501" => StoreError::Denied(text),
        "40001" | "40P01" | "55P03" | "53300" | "57014" => StoreError::Busy,
        "58030" => StoreError::Disk { doing: Doing::Use, text },
        "XX001" | "XX002" => StoreError::Damaged(text),
        _ if state.starts_with("08") || state.starts_with("57P") => StoreError::Away(text),
        _ => StoreError::Other(text),
    }
}

/// An error at a moment when the change may have been committed already: only the database knows.
pub(super) fn at_commit(error: sqlx::Error) -> StoreError {
    match StoreError::from(error) {
        StoreError::Away(_) => StoreError::Late,
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_named_for_what_they_are() {
        for (state, part) in [
            ("53100", "no space is left"),
            ("25006", "may only be read"),
            ("28P01", "cannot be opened"),
            ("40P01", "too much to do"),
            ("57P01", "cannot be reached"),
            ("08006", "cannot be reached"),
            ("XX001", "damaged"),
            ("42P01", "failed"),
        ] {
            let error = of_state(state, "x".to_owned());
            assert!(error.to_string().contains(part), "{state}: {error}");
            assert!(!error.is_unknown(), "a statement that was refused is decided: {state}");
        }
        let lost = sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert!(at_commit(lost).is_unknown(), "a lost answer is no answer");
    }
}
