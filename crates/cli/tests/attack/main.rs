//! The short form of `make attack`: the real program is attacked in every way that the suite knows,
//! while honest games go on beside it.
#![allow(clippy::unwrap_used)] // a test may fail

use std::path::Path;
use std::time::Duration;

use loadtest::attack::{self, Demand, Size};

/// The program of the tests is built for quick builds, and other tests run at the same time: what
/// is judged here is that nobody is refused, cut off or kept waiting for long. `make attack`
/// measures milliseconds.
const DEMAND: Demand = Demand { p99: Duration::from_secs(2) };

#[tokio::test(flavor = "multi_thread")]
async fn no_attack_reaches_an_honest_player() {
    let program = Path::new(env!("CARGO_BIN_EXE_trencavel"));
    let told = |line: &attack::Line| println!("{line:?}");
    let lines = attack::run(program, Size::Short, &[], 1, told).await.unwrap();
    let faults: Vec<String> = lines
        .iter()
        .filter_map(|line| Some(format!("{}: {}", line.name, line.fault(&DEMAND)?)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(lines.len(), attack::ATTACKS.len());
}
