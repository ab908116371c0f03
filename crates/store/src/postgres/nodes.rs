//! Nodes: each step is one statement that compares what it changes.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnection;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::writer::{Job, Resting};
use super::{PostgresStore, records, tables, writer_of};
use crate::nodes::{Card, Hold, Joined, Node, NodeId, Nodes, Owner, Pulse, Rest, State, Taken};
use crate::{Boot, Result, StoreError};

/// What this program is among the nodes.
#[derive(Debug, Default)]
pub(super) struct Membership {
    node: AtomicI64,
    level: AtomicI64,
    /// What its own clock shows; 0 if nobody has said.
    clock: AtomicI64,
    /// Pulses have a connection of their own: they wait behind nothing.
    pulse: Mutex<Option<PgConnection>>,
}

impl PostgresStore {
    /// The right to write a table that is made now.
    pub(super) fn newborn(&self) -> Hold {
        match self.me() {
            0 => Hold::NONE,
            node => Hold { node: node as NodeId, epoch: 1 },
        }
    }

    fn me(&self) -> i64 {
        self.member.node.load(Ordering::Relaxed)
    }

    fn level(&self) -> i64 {
        self.member.level.load(Ordering::Relaxed)
    }

    /// Whether this program is a node among others.
    pub(super) fn is_node(&self) -> bool {
        self.me() != 0
    }

    /// Other nodes may not have heard them yet; whoever needs longer than this is dead by then.
    pub(super) async fn clear_old_notices(&self, last: u64) -> Result<u64> {
        let clearing = sqlx::query("DELETE FROM notices WHERE id <= $1 AND at < now_ms() - 60000")
            .bind(last as i64)
            .execute(&self.readers);
        Ok(self.chore(async { Ok(clearing.await?) }).await?.rows_affected())
    }

    #[allow(clippy::unnecessary_wraps)] // not every store can be shared
    pub(super) fn as_nodes(&self) -> Option<&dyn Nodes> {
        Some(self)
    }

    async fn beat(&self) -> Result<Option<Pulse>> {
        let mut kept = self.member.pulse.lock().await;
        let mut db = match kept.take() {
            Some(db) => db,
            None => self.options.connect().await?,
        };
        let clock = self.member.clock.load(Ordering::Relaxed);
        let pulse = beat(&mut db, self.me(), clock).await;
        if pulse.is_ok() {
            *kept = Some(db);
        }
        pulse
    }
}

/// Id, name, address, level, seen, beat, state, the time, and whether the dead have left tables.
type Row = (i64, String, String, i64, i64, i64, String, i64, bool);

/// One statement: far from the database a second one would take as long again, and a connection
/// that has to be made anew would never come in time.
async fn beat(db: &mut PgConnection, me: i64, clock: i64) -> Result<Option<Pulse>> {
    let rows: Vec<Row> = sqlx::query_as(
        "WITH me AS (
            UPDATE nodes SET seen = greatest(started, now_ms()), beat = beat + 1,
                off = nullif($2, 0) - now_ms()
            WHERE id = $1 AND state <> 'dead'
            RETURNING id, name, address, level, seen, beat, state
         )
         SELECT n.id, n.name, n.address, n.level, n.seen, n.beat, n.state, now_ms() AS now,
            EXISTS (SELECT 1 FROM nodes d JOIN tables t ON t.owner = d.id WHERE d.state = 'dead')
                AS orphans
         FROM (SELECT * FROM me
            UNION ALL SELECT id, name, address, level, seen, beat, state FROM nodes
                WHERE id <> $1 AND state <> 'dead') n
         WHERE EXISTS (SELECT 1 FROM me) ORDER BY n.id",
    )
    .bind(me)
    .bind(clock)
    .fetch_all(db)
    .await?;
    if rows.is_empty() {
        // It is dead.
        return Ok(None);
    }
    let now = rows.iter().map(|row| row.7 as u64).max().unwrap_or_default();
    let orphans = rows.iter().any(|row| row.8);
    let nodes = rows.into_iter().map(node).collect();
    Ok(Some(Pulse { now, nodes, orphans }))
}

fn node((id, name, address, level, seen, beat, state, ..): Row) -> Node {
    let state = match state.as_str() {
        "ready" => State::Ready,
        "draining" => State::Draining,
        _ => State::Dead,
    };
    let (id, level, seen, beat) = (id as u64, level as u64, seen as u64, beat as u64);
    Node { id, name, address, level, seen, beat, state }
}

#[async_trait::async_trait]
impl Nodes for PostgresStore {
    async fn join(&self, card: &Card) -> Result<Joined> {
        let joining = async {
            let (id, now): (i64, i64) = sqlx::query_as(
                "INSERT INTO nodes (name, address, level, started, seen, state)
                 SELECT $1, $2, $3, now, now, 'ready' FROM now_ms() AS now RETURNING id, seen",
            )
            .bind(&card.name)
            .bind(&card.address)
            .bind(card.level as i64)
            .fetch_one(&self.readers)
            .await?;
            sqlx::query(FORGET).execute(&self.readers).await?;
            // This program may be able to read what another could not.
            records::try_again(&mut *self.readers.acquire().await?).await?;
            let lives: Vec<(i64, i64)> = sqlx::query_as(LIVES).fetch_all(&self.readers).await?;
            let clock: i64 = sqlx::query_scalar(CLOCK).fetch_one(&self.readers).await?;
            Ok::<_, StoreError>((id, now, clock, lives))
        };
        let (id, now, clock, lives) = self.urgent(joining).await?;
        self.member.level.store(card.level as i64, Ordering::Relaxed);
        self.member.node.store(id, Ordering::Relaxed);
        let lifetimes = together(&lives, now as u64);
        Ok(Joined { node: id as u64, now: clock as u64, lifetimes })
    }

    fn note_clock(&self, now: u64) {
        self.member.clock.store(now as i64, Ordering::Relaxed);
    }

    async fn pulse(&self) -> Result<Option<Pulse>> {
        #[cfg(feature = "simulated")]
        if let Some(way) = &self.way {
            return way.carry(self.beat()).await;
        }
        // One that hangs is given up with its connection: the next one makes another.
        timeout(PULSE, self.beat()).await.unwrap_or(Err(StoreError::Busy))
    }

    async fn note_state(&self, state: State) -> Result<()> {
        let noting = sqlx::query("UPDATE nodes SET state = $2 WHERE id = $1 AND state <> 'dead'")
            .bind(self.me())
            .bind(state.name())
            .execute(&self.readers);
        self.urgent(async { Ok(noting.await?) }).await.map(drop)
    }

    async fn declare_dead(&self, node: &Node) -> Result<bool> {
        // A node of the version before raises `seen` alone.
        let declaring = sqlx::query(
            "UPDATE nodes SET state = 'dead'
             WHERE id = $1 AND beat = $2 AND seen = $3 AND state <> 'dead'",
        )
        .bind(node.id as i64)
        .bind(node.beat as i64)
        .bind(node.seen as i64)
        .execute(&self.readers);
        Ok(self.urgent(async { Ok(declaring.await?) }).await?.rows_affected() > 0)
    }

    async fn reap(&self, limit: u32) -> Result<u64> {
        let reaping = sqlx::query(
            "WITH d AS (
                SELECT t.id, n.seen FROM tables t JOIN nodes n ON n.id = t.owner
                WHERE n.state = 'dead' LIMIT $1 FOR NO KEY UPDATE OF t SKIP LOCKED
             )
             UPDATE tables t SET owner = NULL, parted = coalesce(t.parted, d.seen),
                wake = CASE WHEN t.status = 'playing' THEN 0 ELSE t.wake END
             FROM d WHERE t.id = d.id",
        )
        .bind(i64::from(limit))
        .execute(&self.readers);
        Ok(self.urgent(async { Ok(reaping.await?) }).await?.rows_affected())
    }

    async fn take(&self, table: &str) -> Result<Taken> {
        let taking = async {
            let mut db = self.readers.acquire().await?;
            let taken: Option<(i64, Option<i64>)> = sqlx::query_as(
                "UPDATE tables SET owner = $2, epoch = epoch + 1
                 WHERE id = $1 AND needs <= $3 AND (owner IS NULL OR owner = $2)
                    AND EXISTS (SELECT 1 FROM nodes WHERE id = $2 AND state = 'ready')
                 RETURNING epoch, now_ms() - parted",
            )
            .bind(table)
            .bind(self.me())
            .bind(self.level())
            .fetch_optional(&mut *db)
            .await?;
            let Some((epoch, parted)) = taken else { return Ok(None) };
            // What an older owner wrote is in the log by now, or will be refused.
            let stored = tables::load(&mut *db, table).await;
            Ok::<_, StoreError>(Some((epoch, parted, stored)))
        };
        // A live table that is read again waits behind no newcomer: those stood in line when they
        // said who they are.
        let Some((epoch, parted, stored)) = self.urgent(taking).await? else {
            return Ok(match self.owner(table).await? {
                Owner::Missing => Taken::Nobody,
                Owner::Node(node) if node != self.me() as u64 => Taken::Theirs(node),
                _ => Taken::NotForUs,
            });
        };
        let hold = Hold { node: self.me() as u64, epoch: epoch as u64 };
        match stored {
            Ok(Some(table)) => {
                let parted = parted.map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()));
                Ok(Taken::Ours { hold, table, parted })
            }
            Ok(None) => Ok(Taken::Nobody),
            Err(error) => {
                if matches!(error, StoreError::Damaged(_) | StoreError::NewerLog { .. }) {
                    let _ = self.rest(table, hold, Rest::Unreadable).await;
                }
                Err(error)
            }
        }
    }

    async fn owner(&self, table: &str) -> Result<Owner> {
        let asking = sqlx::query_as("SELECT owner, needs FROM tables WHERE id = $1")
            .bind(table)
            .fetch_optional(&self.readers);
        let found: Option<(Option<i64>, i64)> = self.read(async { Ok(asking.await?) }).await?;
        Ok(match found {
            None => Owner::Missing,
            Some((Some(node), _)) => Owner::Node(node as u64),
            Some((None, needs)) => Owner::Rests { needs: needs as u64 },
        })
    }

    async fn rest(&self, table: &str, hold: Hold, how: Rest) -> Result<bool> {
        let resting = Resting { table: table.to_owned(), hold, how };
        // Behind everything that was written of it.
        self.urgent(self.ask(writer_of(table), |answer| Job::Rest(resting, answer))).await
    }

    async fn owned(&self) -> Result<Vec<(String, Hold)>> {
        let me = self.me();
        let asking = sqlx::query_as("SELECT id, epoch FROM tables WHERE owner = $1")
            .bind(me)
            .fetch_all(&self.readers);
        let rows: Vec<(String, i64)> = self.chore(async { Ok(asking.await?) }).await?;
        let hold = |epoch| Hold { node: me as u64, epoch: epoch as u64 };
        Ok(rows.into_iter().map(|(id, epoch)| (id, hold(epoch))).collect())
    }

    async fn claim_due(&self, now: u64, limit: u32) -> Result<Vec<String>> {
        let claiming = sqlx::query_scalar(
            "WITH due AS (
                SELECT id FROM tables WHERE owner IS NULL AND needs <= $3 AND wake <= $1
                ORDER BY wake LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
             )
             UPDATE tables t SET owner = $2, epoch = epoch + 1 FROM due
             WHERE t.id = due.id AND EXISTS (SELECT 1 FROM nodes WHERE id = $2 AND state = 'ready')
             RETURNING t.id",
        )
        .bind(now as i64)
        .bind(self.me())
        .bind(self.level())
        .bind(i64::from(limit))
        .fetch_all(&self.readers);
        self.urgent(async { Ok(claiming.await?) }).await
    }

    async fn take_pools(&self) -> Result<Option<Hold>> {
        let me = self.me();
        let taking = async {
            let (epoch, mine, taken): (i64, bool, bool) = sqlx::query_as(
                "SELECT p.epoch, coalesce(p.owner = $1, false), EXISTS
                    (SELECT 1 FROM nodes n WHERE n.id = p.owner AND n.state <> 'dead')
                 FROM pools p",
            )
            .bind(me)
            .fetch_one(&self.readers)
            .await?;
            if mine || taken {
                return Ok(mine.then_some(epoch));
            }
            // Of two who saw the same epoch one takes them: whoever waits for the row compares it
            // again. (Whether another table has no row is not compared again.)
            let taken: Option<i64> = sqlx::query_scalar(
                "UPDATE pools SET owner = $1, epoch = epoch + 1
                 WHERE epoch = $2
                    AND EXISTS (SELECT 1 FROM nodes WHERE id = $1 AND state = 'ready')
                 RETURNING epoch",
            )
            .bind(me)
            .bind(epoch)
            .fetch_optional(&self.readers)
            .await?;
            Ok::<_, StoreError>(taken)
        };
        let epoch = self.chore(taking).await?;
        Ok(epoch.map(|epoch| Hold { node: me as u64, epoch: epoch as u64 }))
    }

    async fn rest_pools(&self, hold: Hold) -> Result<()> {
        let resting = sqlx::query("UPDATE pools SET owner = NULL WHERE owner = $1 AND epoch = $2")
            .bind(hold.node as i64)
            .bind(hold.epoch as i64)
            .execute(&self.readers);
        self.urgent(async { Ok(resting.await?) }).await.map(drop)
    }

    async fn pools_owner(&self) -> Result<Option<NodeId>> {
        let asking = sqlx::query_scalar(
            "SELECT p.owner FROM pools p JOIN nodes n ON n.id = p.owner WHERE n.state <> 'dead'",
        )
        .fetch_optional(&self.readers);
        let owner: Option<i64> = self.read(async { Ok(asking.await?) }).await?;
        Ok(owner.map(|owner| owner as u64))
    }

    async fn count_try(&self, what: &str, period: u64) -> Result<u64> {
        let counting = async {
            let n: i64 = sqlx::query_scalar(
                "INSERT INTO tries AS t (what, period, n, until)
                 SELECT $1, now / $2, 1, (now / $2 + 1) * $2 FROM now_ms() AS now
                 ON CONFLICT (what, period) DO UPDATE SET n = t.n + 1 RETURNING n",
            )
            .bind(what)
            .bind(period.max(1) as i64)
            .fetch_one(&self.readers)
            .await?;
            if n == 1 {
                // Whoever begins a period removes some of what is past, so it never grows for long.
                sqlx::query(PAST_TRIES).execute(&self.readers).await?;
            }
            Ok::<_, StoreError>(n as u64)
        };
        self.read(counting).await
    }

    async fn changed_since(&self, since: u64, limit: u32) -> Result<Vec<(u64, String)>> {
        let reading = sqlx::query_as(
            "SELECT changed, row FROM tables WHERE public AND changed >= $1
                AND status IN ('open', 'playing', 'over') ORDER BY changed LIMIT $2",
        )
        .bind(since as i64)
        .bind(i64::from(limit))
        .fetch_all(&self.readers);
        let rows: Vec<(i64, String)> = self.chore(async { Ok(reading.await?) }).await?;
        Ok(rows.into_iter().map(|(changed, row)| (changed as u64, row)).collect())
    }
}

/// How long a pulse may take.
const PULSE: Duration = Duration::from_secs(2);

/// Tries that count no more, without waiting for others who remove them.
const PAST_TRIES: &str = "
    DELETE FROM tries WHERE (what, period) IN
        (SELECT what, period FROM tries WHERE until <= now_ms() LIMIT 64 FOR UPDATE SKIP LOCKED)";

/// The lives of a thousand dead nodes are kept: no clock that runs has seen more of them. With
/// nobody else alive no table is in memory that might still write the id of a guest that was
/// merged.
const FORGET: &str = "
    WITH old AS (
        DELETE FROM nodes n WHERE state = 'dead'
            AND id < (SELECT id FROM nodes WHERE state = 'dead' ORDER BY id DESC OFFSET 1000 LIMIT 1)
            AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.owner = n.id)
    )
    DELETE FROM gone WHERE heir IS NOT NULL
        AND (SELECT count(*) FROM nodes WHERE state <> 'dead') = 1";

/// The time by the clock of the other nodes, or by that of the database.
const CLOCK: &str = "
    SELECT now_ms() + coalesce((SELECT off FROM nodes WHERE state <> 'dead' AND off IS NOT NULL
        ORDER BY seen DESC LIMIT 1), 0)";

/// When a server was alive, by itself or as a node.
const LIVES: &str = "
    SELECT started, seen FROM boots UNION ALL SELECT started, seen FROM nodes ORDER BY 1";

/// Lives that overlap are one; the last one lasts.
fn together(lives: &[(i64, i64)], now: u64) -> Vec<Boot> {
    let mut all: Vec<Boot> = Vec::new();
    for (started, seen) in lives.iter().map(|(started, seen)| (*started as u64, *seen as u64)) {
        match all.last_mut() {
            Some(last) if started <= last.seen => last.seen = last.seen.max(seen),
            _ => all.push(Boot { started, seen }),
        }
    }
    if all.last().is_none_or(|last| last.seen < now) {
        all.push(Boot { started: now, seen: now });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lives_that_overlap_are_one() {
        let boot = |started, seen| Boot { started, seen };
        let lives = [(10, 20), (15, 40), (30, 35), (50, 60)];
        assert_eq!(together(&lives, 60), [boot(10, 40), boot(50, 60)]);
        assert_eq!(together(&lives, 90), [boot(10, 40), boot(50, 60), boot(90, 90)]);
        assert_eq!(together(&[], 5), [boot(5, 5)]);
    }
}
