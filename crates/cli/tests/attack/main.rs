//! The short form of `make attack`: the real program is attacked in every way that the suite knows,
//! while honest games go on beside it.
#![allow(clippy::unwrap_used)] // a test may fail

use std::path::Path;
use std::time::Duration;

use loadtest::attack::{self, Demand, Size};

/// The program of the tests is built for quick builds, and other tests run at the same time: what
/// is judged here is that nobody is refused, cut off or kept waiting for long. `make attack`
/// measures milliseconds and whether the pace is kept.
const DEMAND: Demand = Demand { p99: Duration::from_secs(2), missed_percent: 100 };

/// Every second attack, beginning with the first or the second: two servers are attacked at once,
/// for an attack is mostly waiting.
async fn every_second(first: usize) {
    let program = Path::new(env!("CARGO_BIN_EXE_trencavel"));
    let told = |line: &attack::Line| println!("{line:?}");
    let names: Vec<String> =
        attack::ATTACKS.iter().skip(first).step_by(2).map(|one| one.name.to_owned()).collect();
    let lines = attack::run(program, Size::Short, &names, 1, told).await.unwrap();
    let faults: Vec<String> = lines
        .iter()
        .filter_map(|line| Some(format!("{}: {}", line.name, line.fault(&DEMAND)?)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(lines.len(), names.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_attack_reaches_an_honest_player() {
    every_second(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_any_other_attack() {
    every_second(1).await;
}
