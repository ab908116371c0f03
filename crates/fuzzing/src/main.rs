//! The long run: `cargo run --release -p trencavel-fuzzing -- TARGET [--seconds N] [--seed S]`,
//! where TARGET is record, position, tiles, play, session or all. An input that fails is written to
//! a file.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use fuzzing::mutate::{Rng, edit, seed};
use fuzzing::{TARGETS, Target};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (mut name, mut seconds, mut start) = (String::new(), 60, 1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse::<u64>().ok());
        match word.as_str() {
            "--seconds" => seconds = number().unwrap_or(seconds),
            "--seed" => start = number().unwrap_or(start),
            _ => name = word,
        }
    }
    let chosen: Vec<Target> =
        TARGETS.into_iter().filter(|(n, _)| *n == name || name == "all").collect();
    if chosen.is_empty() {
        let names = TARGETS.map(|(n, _)| n).join(", ");
        eprintln!("usage: fuzzing TARGET [--seconds N] [--seed S]; targets: {names}, all");
        return ExitCode::from(2);
    }
    let fine = chosen.into_iter().all(|target| run(target, seconds, start));
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a target until the time is over or an input fails; tells whether none did.
fn run((name, target): Target, seconds: u64, start: u64) -> bool {
    let mut rng = Rng(start);
    let (begin, mut shown) = (Instant::now(), Instant::now());
    let mut runs = 0u64;
    while begin.elapsed() < Duration::from_secs(seconds) {
        let fresh = seed(name, &mut rng);
        for _ in 0..50 {
            let mut input = fresh.clone();
            edit(&mut input, &mut rng);
            if std::panic::catch_unwind(|| target(&input)).is_err() {
                let file = std::env::temp_dir().join(format!("failed-{name}-{start}-{runs}.bin"));
                let written = std::fs::write(&file, &input);
                eprintln!("{name}: failed on input {runs}: {} {written:?}", file.display());
                return false;
            }
            runs += 1;
        }
        if shown.elapsed() > Duration::from_secs(2) {
            shown = Instant::now();
            println!("{name}: {runs} inputs in {} s", begin.elapsed().as_secs());
        }
    }
    println!("{name}: {runs} inputs in {seconds} s, none failed");
    true
}
