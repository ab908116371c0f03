//! How the names of accounts look.

use room::names::looks;
use sqlx::sqlite::SqliteConnection;

use crate::store::{Person, Result};

/// How many accounts are seen to between two commits.
const BATCH: i64 = 500;

/// Notes how an account's name looks.
pub(super) async fn note(db: &mut SqliteConnection, person: &str, name: &str) -> Result<()> {
    sqlx::query("DELETE FROM looks WHERE person = ?").bind(person).execute(&mut *db).await?;
    for look in looks(name) {
        sqlx::query("INSERT OR IGNORE INTO looks (look, person) VALUES (?, ?)")
            .bind(look)
            .bind(person)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// The accounts of before this table was made, a few at a time: it goes on where it was broken off.
/// Guests, who may be many, are not looked at.
pub(super) async fn fill(db: &mut SqliteConnection) -> Result<()> {
    loop {
        let without: Vec<(String, String)> = sqlx::query_as(
            "SELECT id, name FROM people INDEXED BY people_account WHERE password IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM looks WHERE person = id) LIMIT ?",
        )
        .bind(BATCH)
        .fetch_all(&mut *db)
        .await?;
        if without.is_empty() {
            return Ok(());
        }
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *db).await?;
        for (id, name) in without {
            note(db, &id, &name).await?;
        }
        sqlx::query("COMMIT").execute(&mut *db).await?;
    }
}

/// The id of an account, other than `but`, whose name can be taken for this one.
pub(super) async fn find<'c>(
    db: impl sqlx::Executor<'c, Database = sqlx::Sqlite>,
    name: &str,
    but: &str,
) -> Result<Option<String>> {
    let [written, capitals, small] = looks(name);
    let found = sqlx::query_scalar(
        "SELECT person FROM looks WHERE look IN (?, ?, ?) AND person <> ? LIMIT 1",
    )
    .bind(written)
    .bind(capitals)
    .bind(small)
    .bind(but)
    .fetch_optional(db)
    .await?;
    Ok(found)
}

/// Whether a person has an account of this name already, which it then keeps.
pub(super) fn is_own(person: &Person, name: &str) -> bool {
    person.password.is_some() && room::names::folded(&person.name) == room::names::folded(name)
}
