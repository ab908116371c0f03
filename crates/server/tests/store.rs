//! The promises of the store, on a real file of `SQLite`.

#![allow(clippy::unwrap_used)] // a test may stop at once

mod conformance;

use std::path::Path;
use std::sync::Arc;

use conformance::Place;
use server::store::AnyStore;
use server::store::sqlite::SqliteStore;
use tempfile::TempDir;

/// A folder with a database file.
struct Folder(TempDir);

impl Folder {
    fn fresh() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    async fn file(&self, name: &str) -> AnyStore {
        Arc::new(SqliteStore::open(&self.0.path().join(name)).await.unwrap())
    }
}

#[async_trait::async_trait]
impl Place for Folder {
    async fn open(&self) -> AnyStore {
        self.file("db").await
    }

    async fn as_if_killed(&self) -> AnyStore {
        for end in ["", "-wal"] {
            let from = self.0.path().join(format!("db{end}"));
            std::fs::copy(from, self.0.path().join(format!("killed{end}"))).unwrap();
        }
        self.file("killed").await
    }

    async fn open_backup(&self, file: &Path) -> AnyStore {
        Arc::new(SqliteStore::open(file).await.unwrap())
    }
}

mod sqlite {
    crate::for_every_promise!(crate::Folder::fresh);
}
