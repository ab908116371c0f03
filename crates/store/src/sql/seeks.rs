//! Who seeks a game by days, also while no page is open; and what people want otherwise than usual.

use super::{Connection, Pool};
use crate::Result;
use crate::rows::from_row;
use crate::society::{ProfileRow, SeekRow};

/// A seek as it is kept.
struct Kept {
    person: String,
    pools: String,
    guests: bool,
    bots: bool,
    range: Option<i64>,
    since: i64,
}

from_row!(Kept { person, pools, guests, bots, range, since });

impl From<Kept> for SeekRow {
    fn from(kept: Kept) -> SeekRow {
        SeekRow {
            person: kept.person,
            pools: kept.pools.split_whitespace().map(str::to_owned).collect(),
            guests: kept.guests,
            bots: kept.bots,
            range: kept.range.and_then(|range| u32::try_from(range).ok()),
            since: kept.since as u64,
        }
    }
}

/// Keeps a seek. Its person may have left meanwhile: then there is none.
pub(super) async fn keep(db: &mut Connection, seek: &SeekRow) -> Result<u64> {
    let done = sqlx::query(
        "INSERT INTO seeks (person, pools, guests, bots, range, since)
         SELECT p.id, $2, $3, $4, $5, $6 FROM people p WHERE p.id = $1
         ON CONFLICT (person) DO UPDATE SET pools = excluded.pools, guests = excluded.guests,
            bots = excluded.bots, range = excluded.range, since = excluded.since",
    )
    .bind(&seek.person)
    .bind(seek.pools.join(" "))
    .bind(seek.guests)
    .bind(seek.bots)
    .bind(seek.range.map(i64::from))
    .bind(seek.since as i64)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

pub(super) async fn forget(db: &mut Connection, person: &str) -> Result<u64> {
    let sql = "DELETE FROM seeks WHERE person = $1";
    Ok(sqlx::query(sql).bind(person).execute(db).await?.rows_affected())
}

/// Notes what these sought for whom a table was made. The table may be gone already, or a person.
pub(super) async fn met(db: &mut Connection, table: &str, seeks: &[SeekRow]) -> Result<u64> {
    let mut noted = 0;
    for seek in seeks {
        let done = sqlx::query(
            "INSERT INTO met (table_id, person, pools, guests, bots, range, since)
             SELECT t.id, p.id, $3, $4, $5, $6, $7 FROM tables t, people p
             WHERE t.id = $1 AND t.status = 'open' AND p.id = $2 ON CONFLICT DO NOTHING",
        )
        .bind(table)
        .bind(&seek.person)
        .bind(seek.pools.join(" "))
        .bind(seek.guests)
        .bind(seek.bots)
        .bind(seek.range.map(i64::from))
        .bind(seek.since as i64)
        .execute(&mut *db)
        .await?;
        noted += done.rows_affected();
    }
    Ok(noted)
}

pub(super) async fn profile(pool: &Pool, person: &str) -> Result<ProfileRow> {
    let sql = "SELECT forced, unseen, hidden FROM profiles WHERE person = $1";
    let kept: Option<(bool, bool, bool)> =
        sqlx::query_as(sql).bind(person).fetch_optional(pool).await?;
    let profile = |(forced, unseen, hidden)| ProfileRow { forced, unseen, hidden };
    Ok(kept.map(profile).unwrap_or_default())
}

/// Keeps what somebody wants. It may have left meanwhile.
pub(super) async fn set_profile(
    db: &mut Connection,
    person: &str,
    profile: ProfileRow,
) -> Result<u64> {
    let done = sqlx::query(
        "INSERT INTO profiles (person, forced, unseen, hidden)
         SELECT id, $2, $3, $4 FROM people WHERE id = $1
         ON CONFLICT (person) DO UPDATE SET forced = excluded.forced, unseen = excluded.unseen,
            hidden = excluded.hidden",
    )
    .bind(person)
    .bind(profile.forced)
    .bind(profile.unseen)
    .bind(profile.hidden)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

pub(super) async fn of(pool: &Pool, person: &str) -> Result<Option<SeekRow>> {
    let sql = "SELECT person, pools, guests, bots, range, since FROM seeks WHERE person = $1";
    let kept: Option<Kept> = sqlx::query_as(sql).bind(person).fetch_optional(pool).await?;
    Ok(kept.map(Into::into))
}

pub(super) async fn after(pool: &Pool, after: &(u64, String), limit: u32) -> Result<Vec<SeekRow>> {
    let kept: Vec<Kept> = sqlx::query_as(
        "SELECT person, pools, guests, bots, range, since FROM seeks
         WHERE (since, person) > ($1, $2) ORDER BY since, person LIMIT $3",
    )
    .bind(after.0 as i64)
    .bind(&after.1)
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    Ok(kept.into_iter().map(Into::into).collect())
}
