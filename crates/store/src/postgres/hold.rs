//! What a change must hold so that no other one comes between its look and its write: several
//! programs write at the same time. Invariant: people are held before tables, and tables in the
//! order of their ids, so that two changes do not wait for each other.

use super::Connection;
use crate::Result;

/// Whoever takes the name of an account waits for others who take one.
pub(super) async fn names(db: &mut Connection) -> Result<()> {
    sqlx::query("SELECT count_up('names')").execute(db).await?;
    Ok(())
}

/// Whoever goes on with the public list waits for others who do.
pub(super) async fn fair_list(db: &mut Connection) -> Result<()> {
    sqlx::query("SELECT count_up('fair_list')").execute(db).await?;
    Ok(())
}

/// No game ends meanwhile: the order of finishing is held.
pub(super) async fn ended(db: &mut Connection) -> Result<()> {
    let sql = "SELECT n FROM counters WHERE name = 'ended' FOR UPDATE";
    sqlx::query(sql).execute(db).await?;
    Ok(())
}

/// A person, if there is one.
pub(super) async fn person(db: &mut Connection, id: &str) -> Result<()> {
    let sql = "SELECT id FROM people WHERE id = $1 FOR UPDATE";
    sqlx::query(sql).bind(id).execute(db).await?;
    Ok(())
}

/// Some tables.
pub(super) async fn tables(db: &mut Connection, ids: &[String]) -> Result<()> {
    let sql = "SELECT id FROM tables WHERE id = ANY ($1) ORDER BY id FOR UPDATE";
    sqlx::query(sql).bind(ids).execute(db).await?;
    Ok(())
}

/// People who are named in a log must not leave before it is written.
pub(super) async fn named(db: &mut Connection, people: &[&str]) -> Result<()> {
    let sql = "SELECT id FROM people WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE";
    sqlx::query(sql).bind(people).execute(db).await?;
    Ok(())
}

/// People whose ratings may move: no other game of theirs ends meanwhile.
pub(super) async fn players(db: &mut Connection, people: &[&str]) -> Result<()> {
    let sql = "SELECT id FROM people WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE";
    sqlx::query(sql).bind(people).execute(db).await?;
    Ok(())
}
