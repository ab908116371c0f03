//! What tables cost that nobody plays just now: a million rows, and nothing else.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::setup::{Arrangement, Kind};
use crate::child::Child;
use crate::load;
use crate::report::{memory, processor};
use crate::visitor::Visitor;

/// What was measured.
#[derive(Debug)]
pub struct Sleeping {
    /// How many there are.
    pub tables: u64,
    /// Bytes of the database for each.
    pub bytes: f64,
    /// How long a node takes to start, without them and with them.
    pub start: (Duration, Duration),
    /// Its memory without them and with them.
    pub memory: (u64, u64),
    /// One look for tables that are due, ms: with none, and with 64.
    pub poll: (f64, f64),
    /// Processor of the node with nothing to do, part of a core.
    pub idle: f64,
    /// From the moment when a thousand are due until all of them have been seen to.
    pub thousand: Duration,
}

/// One game of two that has begun, many times over: its clock runs for a month.
const MULTIPLY: &str = "
    INSERT INTO tables (id, key, seed, last, status, public, family, changed, wake, row, needs,
            seated, slow, to_act, turn)
        SELECT 'sleep' || lpad(g::text, 9, '0'), t.key, t.seed, t.last, t.status, t.public,
            t.family, t.changed, now_ms() + 2000000000 + g, t.row, t.needs, t.seated, t.slow,
            t.to_act, t.turn
        FROM (SELECT * FROM tables LIMIT 1) t, generate_series(1, COUNT) g;
    INSERT INTO entries (table_id, n, at, entry, epoch)
        SELECT 'sleep' || lpad(g::text, 9, '0'), e.n, e.at, e.entry, e.epoch
        FROM (SELECT * FROM entries WHERE table_id = (SELECT id FROM tables
            WHERE id NOT LIKE 'sleep%' LIMIT 1)) e, generate_series(1, COUNT) g;
    ANALYZE";

/// Makes so many sleeping tables, and measures what they cost.
///
/// # Errors
/// If the set-up fails.
pub async fn measure(program: &Path, tables: u64) -> Result<Sleeping> {
    let mut setup = Arrangement::start(Kind::Database, program).await?;
    let (http, url) = (setup.http.clone(), setup.url.clone());
    let ada = Visitor::guest(&http, &url, "Ada").await?;
    let bob = Visitor::guest(&http, &url, "Bob").await?;
    let made = ada.make(load::config()).await?;
    bob.sit(&made, 1).await?;
    ada.start(&made.id).await?;
    let few = restart(&mut setup).await?;
    let ask = |setup: &Arrangement, sql: &str| -> Result<String> {
        setup.database.as_ref().context("a database")?.ask("trencavel", sql)
    };
    let size = "SELECT pg_database_size('trencavel')";
    let before: f64 = ask(&setup, size)?.parse()?;
    let (make, entries) = MULTIPLY.split_once(";\n").context("two statements")?;
    for sql in [make, entries] {
        ask(&setup, &sql.replace("COUNT", &tables.to_string()))?;
    }
    ask(&setup, "CHECKPOINT")?;
    let bytes = (ask(&setup, size)?.parse::<f64>()? - before) / tables as f64;
    let many = restart(&mut setup).await?;
    let poll = (poll(&setup)?, poll_with_some(&setup)?);
    let pid = setup.nodes[0].as_ref().and_then(Child::pid).context("a node")?;
    let used = processor(pid).unwrap_or(0.0);
    tokio::time::sleep(Duration::from_secs(10)).await;
    let idle = (processor(pid).unwrap_or(0.0) - used) / 10.0;
    let thousand = thousand(&setup).await?;
    setup.end().await?;
    let (start, memory) = ((few.0, many.0), (few.1, many.1));
    Ok(Sleeping { tables, bytes, start, memory, poll, idle, thousand })
}

/// Kills the node and starts it again: how long that takes, and its memory afterwards.
async fn restart(setup: &mut Arrangement) -> Result<(Duration, u64)> {
    if let Some(node) = setup.nodes[0].take() {
        node.stop().await?;
    }
    let begun = Instant::now();
    let node = setup.launches[0].start(&setup.http).await?;
    let took = begun.elapsed();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let used = node.pid().and_then(memory).unwrap_or(0);
    setup.nodes[0] = Some(node);
    Ok((took, used))
}

/// The look for tables that are due, as nodes take it.
const DUE: &str = "
    EXPLAIN (ANALYZE, TIMING OFF, SUMMARY ON) WITH due AS (
        SELECT id FROM tables WHERE owner IS NULL AND needs <= 1000000 AND wake <= 1000
        ORDER BY wake LIMIT 64 FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE tables t SET epoch = epoch + 1 FROM due WHERE t.id = due.id RETURNING t.id";

/// How long it takes with nothing to do, ms: the best of some.
fn poll(setup: &Arrangement) -> Result<f64> {
    let mut best = f64::MAX;
    for _ in 0..20 {
        best = best.min(explained(setup, DUE)?);
    }
    Ok(best)
}

/// The same with 64 that are due for this look alone.
fn poll_with_some(setup: &Arrangement) -> Result<f64> {
    let due = "UPDATE tables SET wake = 1 WHERE id <= 'sleep000000064' AND id LIKE 'sleep%'";
    explained(setup, &format!("BEGIN; {due}; {DUE}; ROLLBACK"))
}

fn explained(setup: &Arrangement, sql: &str) -> Result<f64> {
    let told = setup.database.as_ref().context("a database")?.ask("trencavel", sql)?;
    let line = told.lines().find_map(|line| line.trim().strip_prefix("Execution Time: "));
    Ok(line.context("a time")?.trim_end_matches(" ms").parse()?)
}

/// A thousand tables are due at once: until all of them are asleep again.
async fn thousand(setup: &Arrangement) -> Result<Duration> {
    let database = setup.database.as_ref().context("a database")?;
    let due = "UPDATE tables SET wake = 1 WHERE id <= 'sleep000001000' AND id LIKE 'sleep%'";
    database.ask("trencavel", due)?;
    let begun = Instant::now();
    let left = "SELECT count(*) FROM tables WHERE wake = 1 AND owner IS NULL";
    while database.ask("trencavel", left)? != "0" {
        ensure!(begun.elapsed() < Duration::from_mins(2), "due tables are not seen to");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(begun.elapsed())
}
