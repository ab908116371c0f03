//! Leave, and words that are tried at tables by days.

use super::{Connection, KeptDraft, Leave, Pool, Result, Spending, number};
use crate::logs::not_json;
use crate::rows::from_row;

/// Leave as it is kept.
struct Kept {
    days: i64,
    since: i64,
    automatic: bool,
    away_from: Option<i64>,
    away_to: Option<i64>,
}

from_row!(Kept { days, since, automatic, away_from, away_to });

impl From<Kept> for Leave {
    fn from(kept: Kept) -> Leave {
        let away = kept.away_from.zip(kept.away_to);
        Leave {
            days: kept.days as u32,
            since: kept.since as u64,
            automatic: kept.automatic,
            away: away.map(|(from, to)| (from as u64, to as u64)),
        }
    }
}

const FIND: &str =
    "SELECT days, since, automatic, away_from, away_to FROM leave_days WHERE person = $1";

pub(super) async fn find(pool: &Pool, person: &str) -> Result<Option<Leave>> {
    let kept: Option<Kept> = sqlx::query_as(FIND).bind(person).fetch_optional(pool).await?;
    Ok(kept.map(Into::into))
}

/// Says how leave is used. The days are written only if nothing is kept yet: whoever uses one
/// meanwhile must not get it back.
pub(super) async fn set(db: &mut Connection, person: &str, leave: &Leave) -> Result<u64> {
    let known = super::people::find(&mut *db, person).await?;
    known.ok_or_else(|| super::people::nobody(person))?;
    sqlx::query(
        "INSERT INTO leave_days (person, days, since, automatic, away_from, away_to)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (person) DO UPDATE SET automatic = excluded.automatic,
            away_from = excluded.away_from, away_to = excluded.away_to",
    )
    .bind(person)
    .bind(i64::from(leave.days))
    .bind(number(leave.since))
    .bind(leave.automatic)
    .bind(leave.away.map(|(from, _)| number(from)))
    .bind(leave.away.map(|(_, to)| number(to)))
    .execute(db)
    .await?;
    Ok(1)
}

/// Uses a day of leave. The same day is used once, however often it is asked for: whoever was
/// stopped between this and the log asks again.
pub(super) async fn spend(db: &mut Connection, spending: &Spending) -> Result<u64> {
    super::hold::person(db, &spending.person).await?;
    let spent: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM leave_spent
            WHERE table_id = $1 AND turn = $2 AND day = $3)",
    )
    .bind(&spending.table)
    .bind(number(spending.turn))
    .bind(i64::from(spending.day))
    .fetch_one(&mut *db)
    .await?;
    if spent {
        return Ok(1);
    }
    let Some(person) = super::people::find(&mut *db, &spending.person).await? else {
        return Ok(0);
    };
    let kept: Option<Kept> =
        sqlx::query_as(FIND).bind(&spending.person).fetch_optional(&mut *db).await?;
    let kept = kept.map_or_else(|| Leave::unused(spending.rule, person.made), Into::into);
    let leave = kept.at(spending.rule, spending.now);
    if !leave.helps(spending.now) {
        return Ok(0);
    }
    sqlx::query(
        "INSERT INTO leave_days (person, days, since) VALUES ($1, $2, $3)
         ON CONFLICT (person) DO UPDATE SET days = excluded.days, since = excluded.since",
    )
    .bind(&spending.person)
    .bind(i64::from(leave.days - 1))
    .bind(number(leave.since))
    .execute(&mut *db)
    .await?;
    sqlx::query(
        "INSERT INTO leave_spent (table_id, turn, day, person, at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(&spending.table)
    .bind(number(spending.turn))
    .bind(i64::from(spending.day))
    .bind(&spending.person)
    .bind(number(spending.now))
    .execute(db)
    .await?;
    Ok(1)
}

pub(super) async fn keep_draft(db: &mut Connection, table: &str, draft: &KeptDraft) -> Result<u64> {
    sqlx::query("DELETE FROM drafts WHERE table_id = $1 AND person = $2 AND seat = $3")
        .bind(table)
        .bind(&draft.person)
        .bind(i64::from(draft.seat))
        .execute(&mut *db)
        .await?;
    if draft.words.is_empty() {
        return Ok(0);
    }
    // The table may have gone, or its person left.
    sqlx::query(
        "INSERT INTO drafts (table_id, person, seat, words)
         SELECT t.id, p.id, $3, $4 FROM tables t, people p WHERE t.id = $1 AND p.id = $2",
    )
    .bind(table)
    .bind(&draft.person)
    .bind(i64::from(draft.seat))
    .bind(serde_json::to_string(&draft.words).map_err(|error| not_json(&error))?)
    .execute(db)
    .await
    .map(|done| Ok(done.rows_affected()))?
}

/// A draft as it is kept: table, person, seat, words.
type DraftRow = (String, String, i64, String);

fn draft((table, person, seat, words): DraftRow) -> Result<(String, KeptDraft)> {
    let words = serde_json::from_str(&words).map_err(|error| not_json(&error))?;
    Ok((table, KeptDraft { person, seat: seat as u8, words }))
}

pub(super) async fn drafts(pool: &Pool, table: &str) -> Result<Vec<KeptDraft>> {
    let sql = "SELECT table_id, person, seat, words FROM drafts WHERE table_id = $1
        ORDER BY person, seat";
    let rows: Vec<DraftRow> = sqlx::query_as(sql).bind(table).fetch_all(pool).await?;
    rows.into_iter().map(|row| draft(row).map(|(_, draft)| draft)).collect()
}

pub(super) async fn drafts_of(pool: &Pool, person: &str) -> Result<Vec<(String, KeptDraft)>> {
    let sql = "SELECT table_id, person, seat, words FROM drafts WHERE person = $1
        ORDER BY table_id, seat";
    let rows: Vec<DraftRow> = sqlx::query_as(sql).bind(person).fetch_all(pool).await?;
    rows.into_iter().map(draft).collect()
}

pub(super) async fn spent(pool: &Pool, person: &str) -> Result<Vec<(String, u64)>> {
    let sql = "SELECT table_id, at FROM leave_spent WHERE person = $1 ORDER BY at, table_id";
    let rows: Vec<(String, i64)> = sqlx::query_as(sql).bind(person).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(table, at)| (table, at as u64)).collect())
}
