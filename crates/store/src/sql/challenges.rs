//! Challenges: somebody asks somebody else for a game.

use protocol::ChallengeState;

use super::Connection;
use super::society::{hold_both, is_blocked};
use crate::society::{ASKED_AGAIN, ASKED_MAX, CHALLENGES_MAX, ChallengeRow};
use crate::{Result, StoreError};

const DAY: u64 = 86_400_000;

/// Asks somebody for a game; 0 if that one was asked enough.
pub(super) async fn ask(db: &mut Connection, new: &ChallengeRow) -> Result<u64> {
    let (person, rival) = (&new.person.0, &new.rival.0);
    hold_both(db, person, rival).await?;
    if is_blocked(&mut *db, person, rival).await? {
        return Err(StoreError::Conflict);
    }
    let waiting: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM challenges WHERE person = $1 AND state = 'open' AND expires > $2",
    )
    .bind(person)
    .bind(new.made as i64)
    .fetch_one(&mut *db)
    .await?;
    if waiting >= i64::from(CHALLENGES_MAX) {
        return Err(StoreError::Enough);
    }
    if is_asked_enough(&mut *db, new).await? {
        return Ok(0);
    }
    sqlx::query(
        "INSERT INTO challenges (id, person, rival, config, made, expires, state)
         VALUES ($1, $2, $3, $4, $5, $6, 'open')",
    )
    .bind(&new.id)
    .bind(person)
    .bind(rival)
    .bind(&new.config)
    .bind(new.made as i64)
    .bind(new.expires as i64)
    .execute(db)
    .await?;
    Ok(1)
}

/// Whether the rival was asked enough by this person, or by others whom it does not follow.
/// Programs do not mind, and whoever follows somebody likes to be asked.
async fn is_asked_enough(db: &mut Connection, new: &ChallengeRow) -> Result<bool> {
    let (again, waiting): (i64, i64) = sqlx::query_as(
        "SELECT count(CASE WHEN c.person = $2 AND c.state <> 'accepted' AND c.made > $3
                THEN 1 END),
            count(CASE WHEN c.state = 'open' AND c.expires > $4 THEN 1 END)
         FROM challenges c JOIN people r ON r.id = c.rival
         WHERE c.rival = $1 AND r.owner IS NULL
            AND NOT EXISTS (SELECT 1 FROM relations
                WHERE person = $1 AND other = $2 AND tie = 'follow')
            AND NOT EXISTS (SELECT 1 FROM relations
                WHERE person = $1 AND other = c.person AND tie = 'follow')",
    )
    .bind(&new.rival.0)
    .bind(&new.person.0)
    .bind(new.made as i64 - DAY as i64)
    .bind(new.made as i64)
    .fetch_one(db)
    .await?;
    Ok(again >= i64::from(ASKED_AGAIN) || waiting >= i64::from(ASKED_MAX))
}

/// Ends a challenge that still waits.
pub(super) async fn answer(
    db: &mut Connection,
    id: &str,
    state: ChallengeState,
    table: Option<&str>,
    now: u64,
) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE challenges SET state = $2, table_id = $3
         WHERE id = $1 AND state = 'open' AND expires > $4",
    )
    .bind(id)
    .bind(state.name())
    .bind(table)
    .bind(now as i64)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
