//! Reading rows, whatever database they come from.

/// Reads a struct from the columns that have the names of its fields. It stands in for a macro of
/// `sqlx`, which would compile a second `SQLite` for the compiler's own use.
macro_rules! from_row {
    ($row:ident { $($field:ident),* }) => {
        impl<'r> sqlx::FromRow<'r, super::Row> for $row {
            fn from_row(row: &'r super::Row) -> sqlx::Result<Self> {
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(stringify!($field))?),* })
            }
        }
    };
}
pub(super) use from_row;

/// Whether a unique index said no.
pub(super) fn is_taken(error: &sqlx::Error) -> bool {
    let unique = sqlx::error::ErrorKind::UniqueViolation;
    error.as_database_error().is_some_and(|error| error.kind() == unique)
}
