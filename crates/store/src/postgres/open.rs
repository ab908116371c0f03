//! Opening a database: whether we reach it, whether we understand it.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection as _};

use crate::{Result, StoreError};

/// Connections for reading and for changes that are not moves; moves have two of their own. They
/// are made when they are needed: a database that is near needs a few.
pub(super) const CONNECTIONS: u32 = 16;

/// How long is waited for a free connection.
const PATIENCE: Duration = Duration::from_millis(3500);

/// A connection that was not used for so long is tried before it is used: asking each time would
/// make every question two.
const TRIED_AFTER: Duration = Duration::from_secs(1);

/// How many statements a connection remembers. There are more than a hundred, which is usual; one
/// that was forgotten costs a question more.
const STATEMENTS: usize = 400;

/// The files of `migrations/postgres`. Their numbers are those of the steps of `SQLite` that have
/// the same tables.
const STEPS: [(i64, &str); 13] = [
    (8, include_str!("../../migrations/postgres/0008_tables_and_people.sql")),
    (10, include_str!("../../migrations/postgres/0010_analyses.sql")),
    (11, include_str!("../../migrations/postgres/0011_nodes.sql")),
    (12, include_str!("../../migrations/postgres/0012_beats.sql")),
    (13, include_str!("../../migrations/postgres/0013_clocks.sql")),
    (14, include_str!("../../migrations/postgres/0014_results.sql")),
    (16, include_str!("../../migrations/postgres/0016_pools.sql")),
    (18, include_str!("../../migrations/postgres/0018_days.sql")),
    (20, include_str!("../../migrations/postgres/0020_society.sql")),
    (22, include_str!("../../migrations/postgres/0022_bots.sql")),
    (24, include_str!("../../migrations/postgres/0024_seeks.sql")),
    (26, include_str!("../../migrations/postgres/0026_rivals.sql")),
    (28, include_str!("../../migrations/postgres/0028_announcements.sql")),
];

/// How the database is reached.
pub(crate) fn options(url: &str) -> Result<PgConnectOptions> {
    let options = PgConnectOptions::from_str(url).map_err(|error| {
        StoreError::Other(format!("{error}; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE"))
    })?;
    Ok(options
        .application_name("trencavel")
        .statement_cache_capacity(STATEMENTS)
        // A program that was stopped in the middle, or whose machine is gone, must not keep others
        // waiting. How long this side waits is limited where it waits: `sqlx` sets no such option
        // of its sockets.
        .options([
            ("lock_timeout", "2s"),
            ("idle_in_transaction_session_timeout", "3s"),
            ("tcp_user_timeout", "5s"),
            ("tcp_keepalives_idle", "5s"),
            ("tcp_keepalives_interval", "2s"),
            ("tcp_keepalives_count", "3"),
        ])
        .disable_statement_logging())
}

/// The connections that are shared.
pub(super) async fn pool(options: &PgConnectOptions) -> Result<PgPool> {
    Ok(PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .min_connections(1)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|connection, known| {
            Box::pin(async move {
                // In a simulation none is ever lost.
                if known.idle_for >= TRIED_AFTER && !cfg!(feature = "simulated") {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options.clone())
        .await?)
}

/// Brings the schema up to date. Of several programs that start at once the first one does it, and
/// the others wait: everything is one transaction.
pub(crate) async fn migrate(options: &PgConnectOptions) -> Result<()> {
    let mut connection = options.connect().await?;
    let migrated = match prepare(&mut connection).await {
        Ok(()) => steps(&mut connection).await,
        Err(error) => Err(error),
    };
    let _ = connection.close().await;
    migrated
}

/// The list of the steps that were made, in a database that is ours.
async fn prepare(connection: &mut PgConnection) -> Result<()> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.tables
         WHERE table_schema = current_schema()",
    )
    .fetch_all(&mut *connection)
    .await?;
    if tables.iter().any(|name| name == "schema_steps") {
        return Ok(());
    }
    if !tables.is_empty() {
        return Err(StoreError::Other(
            "the database has tables of another program: give this one a database of its own"
                .to_owned(),
        ));
    }
    let made = sqlx::query(
        "CREATE TABLE IF NOT EXISTS schema_steps (
            version bigint PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())",
    )
    .execute(connection)
    .await;
    match made {
        // Two that make it at the same moment: one of them is told that it is there.
        Err(error) if crate::rows::is_taken(&error) => Ok(()),
        made => Ok(made.map(drop)?),
    }
}

async fn steps(connection: &mut PgConnection) -> Result<()> {
    let mut db = connection.begin().await?;
    // Whoever comes first migrates; the others may need longer than other changes do.
    sqlx::query("SET LOCAL lock_timeout = '60s'").execute(&mut *db).await?;
    sqlx::query("LOCK TABLE schema_steps IN EXCLUSIVE MODE").execute(&mut *db).await?;
    let made: Vec<i64> =
        sqlx::query_scalar("SELECT version FROM schema_steps").fetch_all(&mut *db).await?;
    let found = made.iter().copied().max().unwrap_or(0);
    let known = STEPS.iter().map(|(version, _)| *version).max().unwrap_or(0);
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    // Steps may have been added between others.
    for (version, sql) in STEPS.into_iter().filter(|(version, _)| !made.contains(version)) {
        sqlx::raw_sql(sql).execute(&mut *db).await?;
        sqlx::query("INSERT INTO schema_steps (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *db)
            .await?;
    }
    db.commit().await?;
    Ok(())
}

/// Refuses a database that a copy was broken off at.
pub(crate) async fn refuse_unfinished(options: &PgConnectOptions) -> Result<()> {
    let mut connection = options.connect().await?;
    let sql = "SELECT to_regclass('unfinished_copy') IS NOT NULL";
    let unfinished = sqlx::query_scalar::<_, bool>(sql).fetch_one(&mut connection).await;
    let _ = connection.close().await;
    if unfinished? { Err(crate::error::unfinished_copy()) } else { Ok(()) }
}

/// A connection that only reads, to a store that is whole.
pub(crate) async fn for_reading(url: &str) -> Result<PgConnection> {
    let options = options(url)?;
    refuse_unfinished(&options).await?;
    let mut connection = options.connect().await?;
    sqlx::query("SET default_transaction_read_only = on").execute(&mut connection).await?;
    Ok(connection)
}

/// Says in the log if the database may lose what it has committed: what is told to players is
/// worth as much as that.
pub(super) async fn tell_of_losses(options: &PgConnectOptions) -> Result<()> {
    let mut connection = options.connect().await?;
    let sql = "SELECT current_setting('fsync'), current_setting('synchronous_commit'),
        current_setting('synchronous_standby_names'), (SELECT count(*) FROM pg_stat_replication)";
    let (fsync, commit, names, standbys): (String, String, String, i64) =
        sqlx::query_as(sql).fetch_one(&mut connection).await?;
    let _ = connection.close().await;
    for loss in losses(&fsync, &commit, &names, standbys) {
        tracing::warn!(fsync, synchronous_commit = commit, standbys, "{loss}");
    }
    Ok(())
}

/// What may be lost, and how.
fn losses(fsync: &str, commit: &str, names: &str, standbys: i64) -> Vec<&'static str> {
    let mut losses = Vec::new();
    if fsync == "off" {
        losses.push("a power cut may damage the database: its setting fsync is off");
    }
    if commit == "off" {
        losses.push("a crash may lose moves that were told: synchronous_commit is off");
    }
    let waits = !names.is_empty() && commit != "off" && commit != "local";
    if standbys > 0 && !waits {
        losses.push("a failover may lose moves that were told: no commit waits for a standby");
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_lost_is_said() {
        assert!(losses("on", "on", "", 0).is_empty());
        assert!(losses("on", "remote_apply", "ANY 1 (standby)", 1).is_empty());
        assert_eq!(losses("on", "on", "", 1).len(), 1, "nobody waits for it");
        assert_eq!(losses("on", "local", "ANY 1 (standby)", 1).len(), 1);
        assert_eq!(losses("off", "off", "", 1).len(), 3);
    }
}
