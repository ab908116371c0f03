//! Three nodes in one process, on a simulated network and by a simulated clock, with a real
//! database behind them: the real hub, sockets, tunnels and statements. Everything that happens
//! follows from a seed. A process plays one seed, for luck that is asked of the system is the
//! seed's as well (`libfaketime`).
//!
//! `make seeds` plays 200, `make seeds SEEDS=1..5000` as many; `make seeds SEEDS=123..123
//! TRACE=debug` plays one again and shows what its nodes log.
#![allow(clippy::unwrap_used)] // a test may fail

mod checks;
#[allow(dead_code)] // other tests have a schema, not a database
#[path = "../cluster.rs"]
mod database;
mod faults;
mod players;
mod wire;
mod world;

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use database::Cluster;

/// How many seeds are played at the same time.
const AT_ONCE: usize = 2;
/// After how many it is said how things stand.
const TOLD_EVERY: u64 = 50;

/// A database that is ready to be used, of which every seed gets a copy.
const READY: &str = "ready";

/// A database of its own; its address.
fn make(name: &str) -> String {
    static READIED: OnceLock<()> = OnceLock::new();
    let cluster = Cluster::shared();
    READIED.get_or_init(|| {
        cluster.ask(&format!("CREATE DATABASE {READY}"));
        world::make_ready(&cluster.address(READY), cluster.folder());
    });
    cluster.ask(&format!("CREATE DATABASE {name} TEMPLATE {READY} STRATEGY file_copy"));
    cluster.address(name)
}

/// Plays a seed in a process of its own.
fn play(seed: u64, place: &str, more: &[(&str, &str)]) -> Output {
    let address = make(place);
    let clock = Cluster::shared().folder().join(format!("{place}.clock"));
    let played = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "one_seed", "--ignored", "--nocapture"])
        .env("SEED", seed.to_string())
        .env("SEED_DATABASE", address)
        .env("SEED_CLOCK", &clock)
        .env("LD_PRELOAD", library())
        .env("FAKERANDOM_SEED", format!("{:#x}", seed + 1))
        .envs(more.iter().copied())
        .output()
        .unwrap();
    Cluster::shared().ask(&format!("DROP DATABASE {place} WITH (FORCE)"));
    // One that came to nothing has none.
    let _ = std::fs::remove_file(clock);
    played
}

/// Where the system has the library that answers for its luck.
fn library() -> String {
    let folders = ["x86_64-linux-gnu", "aarch64-linux-gnu"];
    let mut all = folders.map(|it| format!("/usr/lib/{it}/faketime/libfaketime.so.1")).into_iter();
    let found = all.find(|path| std::path::Path::new(path).exists());
    found.expect("libfaketime is not installed: `make tools` installs it")
}

/// The line in which a process says what came of its seed.
fn told(output: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().find_map(|line| line.split_once("outcome: ")).map(|(_, told)| told.to_owned())
}

fn seeds() -> std::ops::RangeInclusive<u64> {
    let text = std::env::var("SEEDS").unwrap_or_else(|_| "1..50".into());
    let (first, last) = text.split_once("..").expect("expected SEEDS=FIRST..LAST");
    first.parse().expect("a number")..=last.parse().expect("a number")
}

/// What came of all seeds until now.
#[derive(Default)]
struct Sums {
    seeds: u64,
    moves: u64,
    takes: u64,
    faults: u64,
    failed: Vec<u64>,
}

impl Sums {
    fn add(&mut self, seed: u64, output: &Output) {
        self.seeds += 1;
        if let Some(outcome) = told(output).filter(|_| output.status.success()) {
            let mut numbers = outcome.split(' ').map(|it| it.parse().unwrap_or(0));
            let mut next = || numbers.next().unwrap_or(0);
            (self.moves, self.takes) = (self.moves + next(), self.takes + next());
            self.faults += next();
        } else {
            println!("seed {seed} failed; again with SEEDS={seed}..{seed}");
            print!("{}", String::from_utf8_lossy(&output.stdout));
            print!("{}", String::from_utf8_lossy(&output.stderr));
            self.failed.push(seed);
        }
    }

    fn tell(&self, begun: Instant) {
        let Sums { seeds, moves, takes, faults, failed } = self;
        println!(
            "{seeds} seeds, {} failed: {moves} moves, {takes} takes, {faults} faults in {:.0?}",
            failed.len(),
            begun.elapsed()
        );
    }
}

#[test]
fn every_seed_keeps_what_was_told() {
    let (all, begun) = (seeds(), Instant::now());
    let next = AtomicU64::new(*all.start());
    let sums = Mutex::new(Sums::default());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !all.contains(&seed) {
                        return;
                    }
                    let output = play(seed, &format!("seed_{seed}"), &[]);
                    if all.start() == all.end() && output.status.success() {
                        print!("{}", String::from_utf8_lossy(&output.stderr));
                    }
                    let mut sums = sums.lock().unwrap();
                    sums.add(seed, &output);
                    if sums.seeds.is_multiple_of(TOLD_EVERY) {
                        sums.tell(begun);
                    }
                }
            });
        }
    });
    let sums = sums.into_inner().unwrap();
    sums.tell(begun);
    assert!(sums.failed.is_empty(), "failed seeds: {:?}", sums.failed);
}

/// What cannot be repeated cannot be mended.
#[test]
fn one_seed_is_the_same_twice() {
    for seed in [3, 4] {
        let twice = ["once", "again"].map(|it| play(seed, &format!("{it}_{seed}"), &[]));
        let [one, other] = twice.map(|output| {
            told(&output).unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)))
        });
        assert_eq!(one, other, "seed {seed}");
    }
}

/// A database that forgets what it has committed must be found out, or the checks prove nothing.
#[test]
fn a_database_that_lies_is_found_out() {
    let found = (11..15).filter(|seed| {
        let output = play(*seed, &format!("lie_{seed}"), &[("LIES", "40")]);
        !output.status.success()
    });
    assert!(found.count() >= 3);
}

#[test]
#[ignore = "a process of its own for each seed"]
fn one_seed() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed: u64 = number("SEED").expect("a seed");
    let address = std::env::var("SEED_DATABASE").expect("a database");
    let clock = PathBuf::from(std::env::var("SEED_CLOCK").expect("a file"));
    let trace = std::env::var("TRACE").unwrap_or_else(|_| "off".into());
    server::logging::start(&trace, false);
    let lies = number("LIES").unwrap_or(0);
    println!("outcome: {}", world::run(seed, &address, &clock, u32::try_from(lies).unwrap()));
}
