//! The promises of the store, on a real database of `PostgreSQL`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::cluster::Cluster;
use crate::conformance::Database;
use store::AnyStore;
use store::postgres::PostgresStore;
use store::sqlite::SqliteStore;

/// A place of its own in the database that all tests share.
pub struct Own {
    name: String,
    address: String,
}

impl Own {
    pub fn fresh() -> Own {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("own{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let address = Cluster::shared().make(&name);
        Own { name, address }
    }

    /// Where it is.
    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// Runs a statement there, behind the back of every server.
    pub fn ask(&self, sql: &str) -> String {
        Cluster::shared().ask(&format!("SET search_path = {}; {sql}", self.name))
    }
}

#[async_trait::async_trait]
impl Database for Own {
    async fn open(&self) -> AnyStore {
        Arc::new(PostgresStore::open(&self.address).await.unwrap())
    }

    async fn as_if_killed(&self) -> AnyStore {
        self.open().await
    }

    /// Backups are files.
    async fn open_backup(&self, file: &Path) -> AnyStore {
        Arc::new(SqliteStore::open(file).await.unwrap())
    }
}

mod promises {
    crate::for_every_promise!(crate::postgres::Own::fresh);
}
