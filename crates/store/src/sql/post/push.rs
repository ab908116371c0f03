//! Browsers that show messages, what people want to hear of, and keys of the server.

use super::{Connection, Pool, Result, StoreError, Subscription, number};
use crate::post::SUBSCRIPTIONS_MAX;
use crate::rows::from_row;

/// Keeps a key, if there is none of the name.
pub(super) async fn server_key(db: &mut Connection, name: &str, fresh: &[u8]) -> Result<u64> {
    let sql = "INSERT INTO server_keys (name, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    Ok(sqlx::query(sql).bind(name).bind(fresh).execute(db).await?.rows_affected())
}

pub(super) async fn key(pool: &Pool, name: &str) -> Result<Vec<u8>> {
    let sql = "SELECT bytes FROM server_keys WHERE name = $1";
    Ok(sqlx::query_scalar(sql).bind(name).fetch_one(pool).await?)
}

/// Keeps a subscription; one of the same browser gives way, and so do the oldest of too many.
pub(super) async fn subscribe(db: &mut Connection, new: &Subscription) -> Result<u64> {
    super::hold::person(db, &new.person).await?;
    let sql = "SELECT EXISTS (SELECT 1 FROM sessions WHERE hash = $1 AND person = $2)";
    let session: bool = sqlx::query_scalar(sql)
        .bind(new.session.as_slice())
        .bind(&new.person)
        .fetch_one(&mut *db)
        .await?;
    if !session {
        return Err(StoreError::Conflict);
    }
    sqlx::query("DELETE FROM push WHERE endpoint = $1")
        .bind(&new.endpoint)
        .execute(&mut *db)
        .await?;
    sqlx::query(
        "INSERT INTO push (endpoint, person, session, p256dh, auth, language, made)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&new.endpoint)
    .bind(&new.person)
    .bind(new.session.as_slice())
    .bind(&new.p256dh)
    .bind(&new.auth)
    .bind(&new.language)
    .bind(number(new.made))
    .execute(&mut *db)
    .await?;
    sqlx::query(
        "DELETE FROM push WHERE person = $1 AND endpoint NOT IN
            (SELECT endpoint FROM push WHERE person = $1 ORDER BY made DESC, endpoint LIMIT $2)",
    )
    .bind(&new.person)
    .bind(i64::from(SUBSCRIPTIONS_MAX))
    .execute(db)
    .await?;
    Ok(0)
}

pub(super) async fn unsubscribe(
    db: &mut Connection,
    endpoint: &str,
    person: Option<&str>,
) -> Result<u64> {
    let sql = "DELETE FROM push WHERE endpoint = $1 AND (person = $2 OR $2 IS NULL)";
    Ok(sqlx::query(sql).bind(endpoint).bind(person).execute(db).await?.rows_affected())
}

/// A subscription as it is kept.
struct Kept {
    endpoint: String,
    person: String,
    session: Vec<u8>,
    p256dh: String,
    auth: String,
    language: String,
    made: i64,
}

from_row!(Kept { endpoint, person, session, p256dh, auth, language, made });

impl TryFrom<Kept> for Subscription {
    type Error = StoreError;

    fn try_from(kept: Kept) -> Result<Subscription> {
        let Kept { endpoint, person, session, p256dh, auth, language, made } = kept;
        let session = <[u8; 32]>::try_from(session)
            .map_err(|_| StoreError::Damaged("the session of a push is not whole".to_owned()))?;
        Ok(Subscription { endpoint, person, session, p256dh, auth, language, made: made as u64 })
    }
}

pub(super) async fn one(pool: &Pool, endpoint: &str) -> Result<Option<Subscription>> {
    let sql = "SELECT endpoint, person, session, p256dh, auth, language, made FROM push
        WHERE endpoint = $1";
    let kept: Option<Kept> = sqlx::query_as(sql).bind(endpoint).fetch_optional(pool).await?;
    kept.map(TryInto::try_into).transpose()
}

pub(super) async fn of(pool: &Pool, person: &str) -> Result<Vec<Subscription>> {
    let sql = "SELECT endpoint, person, session, p256dh, auth, language, made FROM push
        WHERE person = $1 ORDER BY made, endpoint";
    let kept: Vec<Kept> = sqlx::query_as(sql).bind(person).fetch_all(pool).await?;
    kept.into_iter().map(TryInto::try_into).collect()
}

pub(super) async fn wants(pool: &Pool, person: &str) -> Result<Vec<(String, String)>> {
    let sql = "SELECT kind, channels FROM wants WHERE person = $1 ORDER BY kind";
    Ok(sqlx::query_as(sql).bind(person).fetch_all(pool).await?)
}

pub(super) async fn set_wants(
    db: &mut Connection,
    person: &str,
    wants: &[(String, String)],
) -> Result<u64> {
    super::people::find(&mut *db, person).await?.ok_or_else(|| super::people::nobody(person))?;
    for (kind, channels) in wants {
        sqlx::query(
            "INSERT INTO wants (person, kind, channels) VALUES ($1, $2, $3)
             ON CONFLICT (person, kind) DO UPDATE SET channels = excluded.channels",
        )
        .bind(person)
        .bind(kind)
        .bind(channels)
        .execute(&mut *db)
        .await?;
    }
    Ok(wants.len() as u64)
}
