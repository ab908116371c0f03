//! Where a store is: `sqlite:FILE`, or `postgres://…`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::postgres::PostgresStore;
use super::sqlite::{Opening, SqliteStore};
use super::{AnyStore, Result};

/// Where a store is.
#[derive(Clone, PartialEq, Eq)]
pub enum Locator {
    /// A file of `SQLite`.
    File(PathBuf),
    /// A database of `PostgreSQL`, by its address.
    Postgres(String),
}

impl FromStr for Locator {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Locator, String> {
        if let Some(path) = text.strip_prefix("sqlite:").filter(|path| !path.is_empty()) {
            return Ok(Locator::File(path.into()));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Locator::Postgres(text.to_owned()));
        }
        Err(format!("{text:?} is no store; expected sqlite:FILE or postgres://USER@HOST/DATABASE"))
    }
}

/// The password in an address is for nobody's eyes.
impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Locator::File(path) => write!(f, "{}", path.display()),
            Locator::Postgres(url) => match (url.split_once("://"), url.rsplit_once('@')) {
                (Some((scheme, _)), Some((before, host))) => {
                    let user = before.rsplit('/').next().unwrap_or_default();
                    let user = user.split(':').next().unwrap_or_default();
                    write!(f, "{scheme}://{user}@{}", host.split('?').next().unwrap_or_default())
                }
                _ => f.write_str(url.split('?').next().unwrap_or_default()),
            },
        }
    }
}

impl fmt::Debug for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Locator {
    /// Whether there is anything to open. A database says so itself when it is asked.
    pub fn is_there(&self) -> bool {
        match self {
            Locator::File(path) => path.exists(),
            Locator::Postgres(_) => true,
        }
    }

    /// Opens it while a server may be using it, for administration.
    ///
    /// # Errors
    /// As [`SqliteStore::open_beside`] and [`PostgresStore::open`].
    pub async fn open_beside(&self) -> Result<AnyStore> {
        Ok(match self {
            Locator::File(path) => Arc::new(SqliteStore::open_beside(path).await?),
            Locator::Postgres(url) => Arc::new(PostgresStore::open(url).await?),
        })
    }

    /// Opens it for a server.
    ///
    /// # Errors
    /// As [`SqliteStore::open`] and [`PostgresStore::open`].
    pub async fn open(&self, how: Opening) -> Result<AnyStore> {
        Ok(match self {
            Locator::File(path) => Arc::new(SqliteStore::open_as(path, how).await?),
            Locator::Postgres(url) => Arc::new(PostgresStore::open(url).await?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_and_told_without_passwords() {
        let place: Locator = "sqlite:a/b.sqlite".parse().unwrap();
        assert_eq!(place, Locator::File("a/b.sqlite".into()));
        for (url, told) in [
            ("postgres://anna:se:cr@et/x@db.local:5432/games", "postgres://x@db.local:5432/games"),
            ("postgres://anna:secret@db.local/games?sslmode=x", "postgres://anna@db.local/games"),
            ("postgres:///games?host=/run&password=secret", "postgres:///games"),
        ] {
            let place: Locator = url.parse().unwrap();
            assert!(!format!("{place} {place:?}").contains("secret"), "{place}");
            assert!(
                !told.contains("anna:") && format!("{place}").ends_with(&told[told.len() - 5..])
            );
        }
        for wrong in ["", "sqlite:", "mysql://x", "games.sqlite"] {
            let error = wrong.parse::<Locator>().unwrap_err();
            assert!(error.contains("expected sqlite:FILE"), "{error}");
        }
    }
}
