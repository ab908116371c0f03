//! What must be true whatever happened, from the database and from what everybody was told.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use protocol::{Cause, Past};
use sha2::{Digest as _, Sha256};

use crate::players::Table;
use crate::world::{NODES, Shared, TIME, World};

/// A node that was gone from one moment to the next, and the tables that it had.
pub struct Crash {
    pub at: i64,
    pub tables: Vec<String>,
}

/// What came of it.
pub struct Outcome {
    pub counts: String,
    pub sum: String,
}

pub fn all(world: &World) -> Outcome {
    let none = |sql: &str, what: &str| assert_eq!(world.ask(sql), "0", "{what}");
    none(
        "SELECT count(*) FROM tables t WHERE t.last <>
            (SELECT count(*) FROM entries e WHERE e.table_id = t.id AND e.n <= t.last)",
        "logs with gaps",
    );
    none(
        "SELECT count(*) FROM (SELECT epoch < lag(epoch) OVER
            (PARTITION BY table_id ORDER BY n) AS fell FROM entries) x WHERE fell",
        "an old hold has written",
    );
    none(
        "SELECT count(*) FROM entries e LEFT JOIN takes k USING (table_id, epoch)
         WHERE k.owner IS NULL",
        "written by nobody who took the table",
    );
    none(
        "SELECT count(*) FROM (SELECT 1 FROM takes GROUP BY table_id, epoch
            HAVING count(DISTINCT owner) > 1) x",
        "an epoch with two owners",
    );
    none(
        "SELECT count(*) FROM tables t JOIN nodes n ON n.id = t.owner WHERE n.state = 'dead'",
        "tables of the dead",
    );
    for crash in world.crashes.iter().filter(|_| !world.clock_set) {
        given_back(world, crash);
    }
    let moves: usize = world.shared.tables.borrow().iter().map(|it| it.acknowledged()).sum();
    assert!(moves > 0, "nothing was played");
    let takes = world.ask("SELECT count(*) FROM takes");
    let log = world.ask(
        "SELECT string_agg(concat_ws(' ', n, at, epoch, entry), ' ' ORDER BY table_id, n)
         FROM entries",
    );
    let mut sum = String::new();
    for byte in Sha256::digest(log) {
        let _ = write!(sum, "{byte:02x}");
    }
    Outcome { counts: format!("{moves} {takes}"), sum }
}

/// The time between the end of an owner and the next take is charged to nobody, but for a pulse.
fn given_back(world: &World, crash: &Crash) {
    for table in crash.tables.iter().filter(|table| !table.is_empty()) {
        let at = crash.at;
        let taken = format!("SELECT min(at) FROM takes WHERE table_id = '{table}' AND at > {at}");
        let Ok(taken) = world.ask(&taken).parse::<i64>() else { continue };
        let away = world.ask(&format!(
            "SELECT coalesce(max((entry::jsonb ->> 'ms')::bigint), 0) FROM entries
             WHERE table_id = '{table}' AND entry::jsonb ->> 't' = 'away' AND at > {at}"
        ));
        let (away, gone): (i64, i64) = (away.parse().unwrap(), taken - at);
        assert!(away + 1_000 >= gone, "{table}: {away} ms given back of {gone}");
    }
}

/// All nodes show the same table, and it is the one that everybody was told.
pub async fn same_everywhere(shared: &Shared) {
    let tables: Vec<_> = shared.tables.borrow().clone();
    for table in tables {
        let past = table.look(NODES[0]).await;
        for node in &NODES[1..] {
            let other = table.look(node).await;
            assert_eq!((other.n, &other.log), (past.n, &past.log), "{}", table.id);
        }
        as_told(&table, &past);
        clocks(&table, &past);
    }
}

fn as_told(table: &Table, past: &Past) {
    let mut names = HashSet::new();
    let mut log = BTreeMap::new();
    for line in &past.log {
        if let Cause::Played { id, words, .. } = &line.cause {
            assert!(names.insert(id.clone()), "{id} was played twice at {}", table.id);
            log.insert(line.n, (id.clone(), words.clone()));
        }
    }
    let mut acked = BTreeMap::new();
    for robot in &table.robots {
        let robot = robot.borrow();
        for (n, id) in &robot.told {
            let kept = log.get(n).map(|(id, _)| id);
            assert_eq!(kept, Some(id), "{}: move {n} was told and is not kept", table.id);
        }
        for ack in &robot.player.acked {
            acked.insert(ack.n, (ack.id.clone(), ack.words.clone()));
        }
        let refused = &robot.player.refused;
        assert!(refused.iter().all(|kind| kind == "late"), "{refused:?}");
    }
    assert_eq!(acked, log, "{}: acknowledged is what was played", table.id);
}

/// One clock runs from the beginning on: together they lose no more than the time that has passed,
/// whatever the clocks of nodes and database showed meanwhile.
fn clocks(table: &Table, past: &Past) {
    let clocks = &past.table.clocks;
    if clocks.running.is_some() {
        let lost: i64 = clocks.left.iter().map(|left| TIME - left).sum();
        let passed = turmoil::sim_elapsed().unwrap_or_default().saturating_sub(table.began);
        let passed = i64::try_from(passed.as_millis()).unwrap();
        assert!(lost <= passed + 1_000, "{}: {lost} ms were charged of {passed}", table.id);
    }
}
