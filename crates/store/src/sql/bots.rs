//! Accounts of programs, and what they offer to play.

use super::people;
use super::{Connection, Pool, hold};
use crate::society::{BOTS_MAX, OfferRow};
use crate::{Person, Result, StoreError};

/// Keeps a program's account, unless its owner has enough of them or is one itself.
pub(super) async fn add(db: &mut Connection, bot: &Person) -> Result<u64> {
    let owner = bot.owner.as_deref().ok_or_else(|| people::nobody(&bot.id))?;
    hold::person(db, owner).await?;
    let found = people::find(&mut *db, owner).await?;
    if !found.is_some_and(|it| it.password.is_some() && it.owner.is_none() && !it.banned) {
        return Err(StoreError::Conflict);
    }
    let own: i64 = sqlx::query_scalar("SELECT count(*) FROM people WHERE owner = $1")
        .bind(owner)
        .fetch_one(&mut *db)
        .await?;
    if own >= i64::from(BOTS_MAX) {
        return Err(StoreError::Enough);
    }
    people::add(db, bot).await
}

/// Says what a program plays, or that it plays no more.
pub(super) async fn offer(
    db: &mut Connection,
    person: &str,
    offer: Option<&str>,
    now: u64,
) -> Result<u64> {
    let Some(offer) = offer else {
        let sql = "DELETE FROM offers WHERE person = $1";
        return Ok(sqlx::query(sql).bind(person).execute(db).await?.rows_affected());
    };
    let sql = "INSERT INTO offers (person, offer, at) VALUES ($1, $2, $3)
        ON CONFLICT (person) DO UPDATE SET offer = excluded.offer, at = excluded.at";
    let done = sqlx::query(sql).bind(person).bind(offer).bind(now as i64).execute(db).await?;
    Ok(done.rows_affected())
}

/// The programs of a person, the oldest first: their ids.
pub(super) async fn of(pool: &Pool, owner: &str) -> Result<Vec<String>> {
    let sql = "SELECT id FROM people WHERE owner = $1 ORDER BY made, id";
    Ok(sqlx::query_scalar(sql).bind(owner).fetch_all(pool).await?)
}

/// Programs that said what they play since a time, by name. One whose owner is shut out is not
/// among them.
pub(super) async fn offers(pool: &Pool, since: u64) -> Result<Vec<OfferRow>> {
    let rows: Vec<(String, String, String, String, String)> = sqlx::query_as(
        "SELECT b.id, b.name, w.id, w.name, o.offer FROM offers o
         JOIN people b ON b.id = o.person JOIN people w ON w.id = b.owner
         WHERE o.at >= $1 AND NOT b.banned AND NOT w.banned ORDER BY b.folded, b.id",
    )
    .bind(since as i64)
    .fetch_all(pool)
    .await?;
    let row = |(id, name, owner, owner_name, offer)| OfferRow {
        bot: (id, name),
        owner: (owner, owner_name),
        offer,
    };
    Ok(rows.into_iter().map(row).collect())
}
