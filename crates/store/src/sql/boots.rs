//! Starts of the server, so that its absences are charged to nobody's clock.

use super::{Connection, Pool, records};
use crate::{Boot, Result};

/// A start of the server.
pub(super) async fn note(db: &mut Connection, now: u64) -> Result<u64> {
    for sql in [
        "INSERT INTO boots (started, seen) VALUES ($1, $1)",
        // Whoever moved last moved after these: no clock that runs has stood still for them.
        "DELETE FROM boots WHERE id < (SELECT max(id) FROM boots WHERE started <=
            (SELECT coalesce(min(changed), $1) FROM tables WHERE wake IS NOT NULL))",
        // No table is in memory that might still write the id of a guest that was merged.
        "DELETE FROM gone WHERE heir IS NOT NULL AND $1 IS NOT NULL",
    ] {
        sqlx::query(sql).bind(now as i64).execute(&mut *db).await?;
    }
    records::try_again(db).await?;
    Ok(0)
}

/// A clock that was set back must not shorten the time that the server was seen.
pub(super) async fn seen(db: &mut Connection, now: u64) -> Result<u64> {
    sqlx::query("UPDATE boots SET seen = max(seen, $1) WHERE id = (SELECT max(id) FROM boots)")
        .bind(now as i64)
        .execute(db)
        .await?;
    Ok(0)
}

/// The starts that are remembered, the oldest first.
pub(super) async fn all(pool: &Pool) -> Result<Vec<Boot>> {
    let boots: Vec<(i64, i64)> =
        sqlx::query_as("SELECT started, seen FROM boots ORDER BY id").fetch_all(pool).await?;
    let boot = |(started, seen)| Boot { started: started as u64, seen: seen as u64 };
    Ok(boots.into_iter().map(boot).collect())
}
