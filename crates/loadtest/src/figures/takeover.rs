//! How long tables stand after their node is killed.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::setup::{Arrangement, Kind};
use crate::load;
use crate::report::Times;
use crate::robot::Robot;
use crate::visitor::Visitor;

/// The longest pause of a player before a move, ms.
const PACE: u32 = 100;
/// How long tables may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// From the kill of a node until the next acknowledged move of each table that it had.
///
/// # Errors
/// If a table does not play on.
pub async fn after_kill(program: &Path, tables: usize) -> Result<Times> {
    let mut setup = Arrangement::start(Kind::Hashed, program).await?;
    let mut all: Vec<(String, [Arc<Robot>; 2])> = Vec::new();
    for number in 0..tables {
        let ada = Visitor::guest(&setup.http, &setup.url, &format!("Ada {number}")).await?;
        let bob = Visitor::guest(&setup.http, &setup.url, &format!("Bob {number}")).await?;
        let made = ada.make(load::config()).await?;
        bob.sit(&made, 1).await?;
        ada.start(&made.id).await?;
        let seed = number as u64 * 2;
        let robots = [
            Robot::new(ada, &made.id, "a", PACE, seed),
            Robot::new(bob, &made.id, "b", PACE, seed + 1),
        ];
        all.push((made.id, robots));
    }
    let mut tasks = Vec::new();
    for robot in all.iter().flat_map(|(_, robots)| robots) {
        robot.watch();
        tasks.push(tokio::spawn(Arc::clone(robot).run()));
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let sql = "SELECT t.id FROM tables t JOIN nodes n ON n.id = t.owner WHERE n.name = 'node-0'";
    let database = setup.database.as_ref().map(|database| database.ask("trencavel", sql));
    let owned = database.transpose()?.unwrap_or_default();
    if let Some(node) = setup.nodes[0].take() {
        node.kill().await?;
    }
    let begun = Instant::now();
    let acked = |robots: &[Arc<Robot>; 2]| -> usize {
        robots.iter().map(|robot| robot.player().acked.len()).sum()
    };
    // An answer that was under way when the node ended is no sign of the next.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mine = all.iter().filter(|(id, _)| owned.lines().any(|line| line == id));
    let mut waiting: Vec<_> = mine.map(|(_, robots)| (robots, acked(robots))).collect();
    let mut times = Times::default();
    while !waiting.is_empty() {
        waiting.retain(|(robots, before)| {
            let over = robots.iter().any(|robot| robot.player().over);
            let went_on = acked(robots) > *before;
            if went_on {
                times.push(begun.elapsed());
            }
            !went_on && !over
        });
        ensure!(begun.elapsed() < PATIENCE, "{} tables do not play on", waiting.len());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    setup.end().await?;
    Ok(times)
}
