//! Every target for a moment, on mutated inputs from fixed seeds.
#![allow(clippy::unwrap_used)]

use fuzzing::TARGETS;
use fuzzing::mutate::{Rng, edit, seed};

/// Valid inputs, then edited ones.
fn run(name: &str, seeds: u64, edits: u32) {
    let (_, target) = TARGETS.into_iter().find(|(n, _)| *n == name).unwrap();
    for number in 0..seeds {
        let mut rng = Rng(number);
        let fresh = seed(name, &mut rng);
        target(&fresh);
        for _ in 0..edits {
            let mut input = fresh.clone();
            edit(&mut input, &mut rng);
            target(&input);
        }
    }
}

#[test]
fn records() {
    run("record", 30, 40);
}

#[test]
fn positions() {
    run("position", 30, 40);
}

#[test]
fn tile_files() {
    run("tiles", 8, 30);
}

#[test]
fn play() {
    run("play", 10, 1);
}

#[test]
fn bytes_that_mean_nothing() {
    for (_, target) in TARGETS {
        target(b"");
        target(b"\xff\xfe");
        target("\u{feff}[Trencavel \"1\"]".as_bytes());
        target(&[b'{'; 5000]);
    }
}

#[test]
fn sessions() {
    run("session", 10, 30);
}
