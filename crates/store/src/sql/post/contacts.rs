//! Addresses for mail, and secrets of links.

use super::{Connection, Contact, Pool, Result, Secret, StoreError, number};
use crate::rows::from_row;

/// An address as it is compared.
fn folded(address: &str) -> String {
    address.trim().to_lowercase()
}

/// An address as it is kept.
struct Kept {
    person: String,
    address: String,
    confirmed: bool,
    language: String,
    digest: Option<i64>,
}

from_row!(Kept { person, address, confirmed, language, digest });

impl From<Kept> for Contact {
    fn from(kept: Kept) -> Contact {
        let Kept { person, address, confirmed, language, digest } = kept;
        Contact { person, address, confirmed, language, digest: digest.map(|minute| minute as u32) }
    }
}

pub(super) async fn find(pool: &Pool, person: &str) -> Result<Option<Contact>> {
    let sql = "SELECT person, address, confirmed, language, digest FROM contacts WHERE person = $1";
    let kept: Option<Kept> = sqlx::query_as(sql).bind(person).fetch_optional(pool).await?;
    Ok(kept.map(Into::into))
}

pub(super) async fn at(pool: &Pool, address: &str) -> Result<Vec<Contact>> {
    let sql = "SELECT person, address, confirmed, language, digest FROM contacts
        WHERE folded = $1 AND confirmed ORDER BY person LIMIT 5";
    let kept: Vec<Kept> = sqlx::query_as(sql).bind(folded(address)).fetch_all(pool).await?;
    Ok(kept.into_iter().map(Into::into).collect())
}

pub(super) async fn set(db: &mut Connection, contact: &Contact) -> Result<u64> {
    let person = &contact.person;
    super::people::find(&mut *db, person).await?.ok_or_else(|| super::people::nobody(person))?;
    sqlx::query(
        "INSERT INTO contacts (person, address, folded, confirmed, language, digest)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (person) DO UPDATE SET address = excluded.address, folded = excluded.folded,
            confirmed = excluded.confirmed, language = excluded.language,
            digest = excluded.digest",
    )
    .bind(person)
    .bind(&contact.address)
    .bind(folded(&contact.address))
    .bind(contact.confirmed)
    .bind(&contact.language)
    .bind(contact.digest.map(i64::from))
    .execute(db)
    .await?;
    Ok(1)
}

pub(super) async fn forget(db: &mut Connection, person: &str) -> Result<u64> {
    for sql in [
        "DELETE FROM secrets WHERE person = $1 AND purpose IN ('confirm', 'end')",
        "DELETE FROM contacts WHERE person = $1",
    ] {
        sqlx::query(sql).bind(person).execute(&mut *db).await?;
    }
    Ok(1)
}

/// Claims digests that are due: whose minute has come since the last one.
pub(super) async fn claim_digests(
    db: &mut Connection,
    now: u64,
    again: u64,
    limit: u32,
) -> Result<u64> {
    let sql = format!(
        "UPDATE contacts SET digested = $2 WHERE person IN
            (SELECT person FROM contacts
             WHERE digest IS NOT NULL AND confirmed AND digested <= $1 - 43200000
                AND (($1 / 60000) % 1440 - digest + 1440) % 1440 < 60
             ORDER BY digested LIMIT $3{})",
        super::SKIP_LOCKED
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(number(now))
        .bind(number(again))
        .bind(i64::from(limit))
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

/// Those of the newest claim: `mark` is what it set.
pub(super) async fn claimed(pool: &Pool, mark: u64) -> Result<Vec<Contact>> {
    let sql = "SELECT person, address, confirmed, language, digest FROM contacts
        WHERE digested = $1 AND digest IS NOT NULL AND confirmed ORDER BY person";
    let kept: Vec<Kept> = sqlx::query_as(sql).bind(number(mark)).fetch_all(pool).await?;
    Ok(kept.into_iter().map(Into::into).collect())
}

pub(super) async fn keep_secret(db: &mut Connection, secret: &Secret, alone: bool) -> Result<u64> {
    if alone {
        sqlx::query("DELETE FROM secrets WHERE person = $1 AND purpose = $2")
            .bind(&secret.person)
            .bind(&secret.purpose)
            .execute(&mut *db)
            .await?;
    }
    sqlx::query(
        "INSERT INTO secrets (hash, person, purpose, what, expires) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(secret.hash.as_slice())
    .bind(&secret.person)
    .bind(&secret.purpose)
    .bind(&secret.what)
    .bind(number(secret.expires))
    .execute(db)
    .await?;
    Ok(1)
}

/// A secret as it is kept.
struct KeptSecret {
    hash: Vec<u8>,
    person: Option<String>,
    purpose: String,
    what: String,
    expires: i64,
}

from_row!(KeptSecret { hash, person, purpose, what, expires });

pub(super) async fn secret(
    pool: &Pool,
    hash: &[u8; 32],
    purpose: &str,
    now: u64,
) -> Result<Option<Secret>> {
    let sql = "SELECT hash, person, purpose, what, expires FROM secrets
        WHERE hash = $1 AND purpose = $2 AND expires > $3";
    let kept: Option<KeptSecret> = sqlx::query_as(sql)
        .bind(hash.as_slice())
        .bind(purpose)
        .bind(number(now))
        .fetch_optional(pool)
        .await?;
    kept.map(|kept| {
        let KeptSecret { hash, person, purpose, what, expires } = kept;
        let hash = <[u8; 32]>::try_from(hash)
            .map_err(|_| StoreError::Damaged("the hash of a secret is not whole".to_owned()))?;
        Ok(Secret { hash, person, purpose, what, expires: expires as u64 })
    })
    .transpose()
}

pub(super) async fn use_secret(db: &mut Connection, hash: &[u8; 32]) -> Result<u64> {
    let done = sqlx::query("DELETE FROM secrets WHERE hash = $1")
        .bind(hash.as_slice())
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

/// The new password of a reset: the secret is used up, and whoever was in is out.
pub(super) async fn reset(
    db: &mut Connection,
    hash: &[u8; 32],
    password: &str,
    now: u64,
) -> Result<u64> {
    let sql = "DELETE FROM secrets WHERE hash = $1 AND purpose = 'reset' AND expires > $2
        RETURNING person";
    let person: Option<Option<String>> = sqlx::query_scalar(sql)
        .bind(hash.as_slice())
        .bind(number(now))
        .fetch_optional(&mut *db)
        .await?;
    let Some(person) = person.flatten() else { return Ok(0) };
    super::hold::person(db, &person).await?;
    let sql = "UPDATE people SET password = $2 WHERE id = $1 AND password IS NOT NULL
        AND NOT banned";
    let changed = sqlx::query(sql).bind(&person).bind(password).execute(&mut *db).await?;
    super::people::end_sessions(db, &person).await?;
    sqlx::query("DELETE FROM secrets WHERE person = $1 AND purpose = 'reset'")
        .bind(&person)
        .execute(db)
        .await?;
    Ok(changed.rows_affected())
}
