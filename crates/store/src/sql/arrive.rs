//! Somebody comes in: one transaction from the name to the session.

use super::people::{self, nobody, whose};
use super::{Connection, hold, leave};
use crate::{Arrival, BROWSER, Comer, Result, Right, SESSIONS_MAX, StoreError};

/// The whole arrival, inside the transaction of the caller, which takes it back on an error.
pub(super) async fn arrive(db: &mut Connection, arrival: &Arrival) -> Result<u64> {
    let Arrival { comer, session, before } = arrival;
    come(db, comer).await?;
    if let Some(before) = before {
        leave_behind(db, before, comer.id()).await?;
    }
    if let Some(session) = session {
        if session.person != comer.id() {
            return Err(StoreError::Other("the session is of somebody else".to_owned()));
        }
        make_room(db, comer.id()).await?;
        people::add_session(db, session, &Right::Person).await?;
    }
    Ok(0)
}

/// The person itself.
async fn come(db: &mut Connection, comer: &Comer) -> Result<()> {
    match comer {
        Comer::New(person) => people::add(db, person).await.map(drop),
        Comer::Guest { id, name, password, by } => {
            hold::person(db, id).await?;
            let guest = people::find(&mut *db, id).await?.ok_or(StoreError::Conflict)?;
            let asks = whose(db, by).await?.as_ref() == Some(id);
            // Somebody else, or another page of the same guest, may have been quicker.
            if guest.password.is_some() || guest.banned || !asks {
                return Err(StoreError::Conflict);
            }
            people::change(db, id, name, Some(password)).await.map(drop)
        }
        Comer::Account { id, password } => {
            hold::person(db, id).await?;
            let person = people::find(&mut *db, id).await?.ok_or(StoreError::Conflict)?;
            let right = person.password.as_ref() == Some(password) && !person.banned;
            if right { Ok(()) } else { Err(StoreError::Conflict) }
        }
    }
}

/// Ends the session that a browser had; a guest behind it becomes part of the account.
async fn leave_behind(db: &mut Connection, before: &[u8; 32], heir: &str) -> Result<()> {
    let Some(person) = whose(db, before).await? else { return Ok(()) };
    people::end_session(db, before).await?;
    if person == heir {
        return Ok(());
    }
    let left = people::find(&mut *db, &person).await?.ok_or_else(|| nobody(&person))?;
    let heir = people::find(&mut *db, heir).await?.ok_or_else(|| nobody(heir))?;
    if left.password.is_none() && heir.password.is_some() {
        leave::merge(db, &left, &heir).await?;
    }
    Ok(())
}

/// Ends the sessions in browsers that were unused longest, so that there is room for one.
async fn make_room(db: &mut Connection, person: &str) -> Result<()> {
    sqlx::query(
        "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions
            WHERE person = $1 AND kind = $2 ORDER BY max(used, made) DESC, hash
            LIMIT $4 OFFSET $3)",
    )
    .bind(person)
    .bind(BROWSER)
    .bind(i64::from(SESSIONS_MAX - 1))
    .bind(i64::MAX)
    .execute(db)
    .await?;
    Ok(())
}
