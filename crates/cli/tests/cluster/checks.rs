//! What must be true whatever happened, from the database and from what every client heard.

use std::collections::HashSet;
use std::time::Duration;

use loadtest::{Acked, visitor};
use protocol::{Cause, Past};

use crate::world::{Played, TIME, World};

/// How long a client may take to stop.
const STOPPING: Duration = Duration::from_mins(1);

/// After a fault: logs without gaps, epochs that never fall, and every acknowledged move.
pub async fn all(world: &World) {
    let sql = "SELECT count(*) FROM tables t WHERE t.last <>
            (SELECT count(*) FROM entries e WHERE e.table_id = t.id AND e.n <= t.last)";
    assert_eq!(world.ask(sql), "0", "logs with gaps");
    let sql = "SELECT count(*) FROM (SELECT epoch < lag(epoch) OVER
            (PARTITION BY table_id ORDER BY n) AS fell FROM entries) x WHERE fell";
    assert_eq!(world.ask(sql), "0", "an old hold has written");
    let sql = "SELECT count(*) FROM
            (SELECT 1 FROM takes GROUP BY table_id, epoch HAVING count(DISTINCT owner) > 1) x";
    assert_eq!(world.ask(sql), "0", "an epoch with two owners");
    let sql = "SELECT count(*) FROM entries e LEFT JOIN takes k USING (table_id, epoch)
            WHERE k.owner IS NULL";
    assert_eq!(world.ask(sql), "0", "written by nobody who took the table");
    for table in world.tables.iter().filter(|table| table.settled.is_none()) {
        // First what was acknowledged, then the log: it may have grown meanwhile, never shrunk.
        let acked: Vec<Acked> =
            table.robots.iter().flat_map(|robot| robot.player().acked.clone()).collect();
        let past = look(world, &table.id).await;
        let log = played(&past);
        for ack in &acked {
            assert!(log.contains(ack), "an acknowledged move is lost at {}: {ack:?}", table.id);
        }
        check_clocks(&past);
    }
}

/// A table without an owner is charged to nobody: its log says for how long it had none.
pub fn given_back(world: &World, tables: &[String], least: u64) {
    for id in tables {
        let sql = format!(
            "SELECT coalesce(max((entry::jsonb ->> 'ms')::bigint), 0) FROM entries
             WHERE table_id = '{id}' AND entry::jsonb ->> 't' = 'away'"
        );
        let over = world.tables.iter().any(|table| &table.id == id && table.is_over());
        let away: u64 = world.ask(&sql).parse().unwrap();
        assert!(over || away >= least, "{id}: only {away} ms were given back of {least}");
    }
}

/// Everything is answered: what was acknowledged is exactly what was played.
pub async fn at_the_end(world: &mut World) -> usize {
    let robots = || world.tables.iter().flat_map(|table| &table.robots);
    robots().for_each(|robot| robot.rest());
    for task in std::mem::take(&mut world.tasks) {
        tokio::time::timeout(STOPPING, task).await.expect("a client that stops").unwrap();
    }
    all(world).await;
    let mut moves = 0;
    for table in &world.tables {
        moves += match table.settled {
            Some(moves) => moves,
            None => end_of(world, table).await,
        };
    }
    let sql = "SELECT count(*) FROM tables t JOIN nodes n ON n.id = t.owner WHERE n.state = 'dead'";
    assert_eq!(world.ask(sql), "0", "tables of the dead");
    world.end().await;
    moves
}

/// Games that are over are looked at once more, and then no more.
pub async fn settle(world: &mut World) {
    for number in 0..world.tables.len() {
        let table = &world.tables[number];
        let over = table.robots.iter().all(|robot| robot.player().is_finished());
        if over && table.settled.is_none() {
            let moves = end_of(world, table).await;
            world.tables[number].settled = Some(moves);
        }
    }
}

async fn end_of(world: &World, table: &Played) -> usize {
    let mut acked: Vec<Acked> =
        table.robots.iter().flat_map(|robot| robot.player().acked.clone()).collect();
    acked.sort_by_key(|ack| ack.n);
    let past = look(world, &table.id).await;
    assert_eq!(acked, played(&past), "{}", table.id);
    // Whichever node is asked, everybody ends at the same table.
    for node in 0..3 {
        let other = look_at(world, &world.node(node).url, &table.id).await;
        assert_eq!((other.n, &other.log), (past.n, &past.log), "{}", table.id);
    }
    for robot in &table.robots {
        let refused = robot.player().refused.clone();
        assert!(refused.iter().all(|kind| kind == "late"), "{refused:?}");
    }
    acked.len()
}

async fn look(world: &World, table: &str) -> Past {
    look_at(world, &world.url(), table).await
}

async fn look_at(world: &World, base: &str, table: &str) -> Past {
    let url = format!("{base}/api/tables/{table}");
    let mut last = String::new();
    for _ in 0..200 {
        match world.http.get(&url).send().await {
            Ok(answer) => match visitor::read(answer).await {
                Ok(past) => return past,
                Err(error) => last = error.to_string(),
            },
            Err(error) => last = error.to_string(),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{table} cannot be looked at: {last}")
}

/// The moves of a log; panics if one is there twice.
fn played(past: &Past) -> Vec<Acked> {
    let mut names = HashSet::new();
    let mut list = Vec::new();
    for line in &past.log {
        if let Cause::Played { id, words, .. } = &line.cause {
            assert!(names.insert(id.clone()), "{id} was played twice at {}", past.table.id);
            list.push(Acked { n: line.n, id: id.clone(), words: words.clone() });
        }
    }
    list
}

/// One clock runs from the beginning on: together they never lose more than the time since.
fn check_clocks(past: &Past) {
    let began = past.log.iter().find(|line| matches!(line.cause, Cause::Began { .. }));
    let began = began.expect("the game has begun").at;
    let clocks = &past.table.clocks;
    if clocks.running.is_none() {
        return;
    }
    let lost: i64 = clocks.left.iter().map(|left| TIME - left).sum();
    let since = i64::try_from(clocks.at - began).unwrap();
    assert!(lost <= since + 500, "{}: {lost} ms were charged of {since}", past.table.id);
}
