//! Looking at a file without changing it: every table with what the index says of it.

use std::fs::File;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::migrations::from_row;
use super::{open, tables};
use crate::store::{Index, Result, StoreError, StoredTable};

/// A file that is only read.
pub struct Inspector {
    connection: SqliteConnection,
    /// Held so that no server starts meanwhile.
    _lock: Option<File>,
}

/// A table, and what the index says of it.
#[derive(Debug)]
pub struct Inspected {
    /// What was read, or why it cannot be.
    pub stored: Result<StoredTable>,
    /// What is found without reading the log.
    pub index: Index,
}

/// The columns of the index.
struct Columns {
    status: String,
    public: bool,
    family: String,
    changed: i64,
    wake: Option<i64>,
    row: String,
}

from_row!(Columns { status, public, family, changed, wake, row });

impl Inspector {
    /// Opens a file of this or an older schema. `live`: a server may be using it.
    ///
    /// # Errors
    /// If a server uses it and `live` is not set, it is damaged, newer or no database of ours.
    pub async fn open(path: &Path, live: bool) -> Result<Inspector> {
        let lock = if live { None } else { Some(open::own(path)?) };
        let options =
            SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
        let mut connection = options.connect().await?;
        match open::refuse_backup(&mut connection).await {
            Ok(()) => Ok(Inspector { connection, _lock: lock }),
            Err(error) => {
                let _ = connection.close().await;
                Err(error)
            }
        }
    }

    /// How many tables there are.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn count(&mut self) -> Result<u64> {
        let sql = "SELECT count(*) FROM tables";
        let count: i64 = sqlx::query_scalar(sql).fetch_one(&mut self.connection).await?;
        Ok(count.unsigned_abs())
    }

    /// The ids of tables behind one, in their order, at most so many.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn ids_after(&mut self, id: &str, limit: u32) -> Result<Vec<String>> {
        let sql = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?";
        let ids = sqlx::query_scalar(sql).bind(id).bind(limit);
        Ok(ids.fetch_all(&mut self.connection).await?)
    }

    /// A table as of one moment; none if it has gone meanwhile.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn table(&mut self, id: &str) -> Result<Option<Inspected>> {
        let mut db = self.connection.begin().await?;
        let sql = "SELECT status, public, family, changed, wake, row FROM tables WHERE id = ?";
        let columns: Option<Columns> =
            sqlx::query_as(sql).bind(id).fetch_optional(&mut *db).await?;
        let Some(columns) = columns else { return Ok(None) };
        let sql = "SELECT person FROM seats WHERE table_id = ? ORDER BY person";
        let people = sqlx::query_scalar(sql).bind(id).fetch_all(&mut *db).await?;
        let stored = match tables::read(&mut db, id).await {
            Ok(Some(stored)) => Ok(stored),
            Ok(None) => return Ok(None),
            Err(error @ (StoreError::Damaged(_) | StoreError::NewerLog { .. })) => Err(error),
            Err(error) => return Err(error),
        };
        let index = Index {
            status: columns.status,
            public: columns.public,
            family: columns.family,
            changed: columns.changed as u64,
            wake: columns.wake.map(|wake| wake as u64),
            people,
            row: columns.row,
            ..Index::default()
        };
        Ok(Some(Inspected { stored, index }))
    }

    /// Lets the file go.
    pub async fn close(self) {
        let _ = self.connection.close().await;
    }
}
