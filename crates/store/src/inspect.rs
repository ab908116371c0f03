//! Looking at a store without changing it: every table with what the index says of it.

use sqlx::{Connection as _, PgConnection, SqliteConnection};

use super::results::KeptResult;
use super::{Index, Locator, Result, StoredTable, postgres, sqlite};

/// A store that is only read.
pub struct Inspector {
    connection: Connection,
    /// Held so that no server starts meanwhile.
    _lock: Option<sqlite::Owned>,
}

enum Connection {
    File(SqliteConnection),
    Database(PgConnection),
}

/// A table, and what the index says of it.
#[derive(Debug)]
pub struct Inspected {
    /// What was read, or why it cannot be.
    pub stored: Result<StoredTable>,
    /// What is found without reading the log.
    pub index: Index,
    /// What is kept of its result.
    pub result: Option<KeptResult>,
}

impl Inspector {
    /// Opens a store of this or, if it is a file, an older schema. `live`: a server may be using
    /// it.
    ///
    /// # Errors
    /// If a server uses the file and `live` is not set, or it is damaged, newer or not ours.
    pub async fn open(place: &Locator, live: bool) -> Result<Inspector> {
        Ok(match place {
            Locator::File(path) => {
                let (connection, lock) = sqlite::for_reading(path, live).await?;
                Inspector { connection: Connection::File(connection), _lock: lock }
            }
            Locator::Postgres(url) => {
                let connection = postgres::for_reading(url).await?;
                Inspector { connection: Connection::Database(connection), _lock: None }
            }
        })
    }

    /// How many tables there are.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn count(&mut self) -> Result<u64> {
        match &mut self.connection {
            Connection::File(db) => sqlite::look::count(db).await,
            Connection::Database(db) => postgres::look::count(db).await,
        }
    }

    /// The ids of tables behind one, in their order, at most so many.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn ids_after(&mut self, id: &str, limit: u32) -> Result<Vec<String>> {
        match &mut self.connection {
            Connection::File(db) => sqlite::look::ids_after(db, id, limit).await,
            Connection::Database(db) => postgres::look::ids_after(db, id, limit).await,
        }
    }

    /// A table as of one moment; none if it has gone meanwhile.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn table(&mut self, id: &str) -> Result<Option<Inspected>> {
        match &mut self.connection {
            Connection::File(db) => {
                let mut db = db.begin().await?;
                sqlite::look::table(&mut db, id).await
            }
            Connection::Database(db) => {
                let mut db = db.begin_with(postgres::ONE_MOMENT).await?;
                postgres::look::table(&mut db, id).await
            }
        }
    }

    /// Lets the store go.
    pub async fn close(self) {
        let _ = match self.connection {
            Connection::File(db) => db.close().await,
            Connection::Database(db) => db.close().await,
        };
    }
}
