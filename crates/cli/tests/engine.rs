//! Our players as an engine, programs of others at our tables, and the checker.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engines::{CommandLine, Line, Pipe};
use serde_json::Value;

use crate::common::{complaint, data, printed, trencavel, with_input};

const TRENCAVEL: &str = env!("CARGO_BIN_EXE_trencavel");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The engine of forty lines.
fn python() -> String {
    format!("python3 {}", root().join("examples/engine.py").display())
}

/// The engine in Rust; built if the tests of its crate did not do it.
fn rust() -> String {
    let build = ["build", "--quiet", "-p", "trencavel-tep", "--example", "engine"];
    let built = std::process::Command::new(env!("CARGO")).args(build).current_dir(root()).status();
    assert!(built.unwrap().success());
    let beside = Path::new(TRENCAVEL).parent().unwrap().join("examples/engine");
    beside.display().to_string()
}

/// A program that does one thing wrong.
fn broken(fault: &str) -> String {
    format!("python3 {} {fault}", data("broken_engine.py"))
}

/// The next line within a minute.
fn next(pipe: &Pipe) -> String {
    match pipe.next(Instant::now() + Duration::from_mins(1)) {
        Line::Text(bytes) => String::from_utf8(bytes).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Whether a line is as a pattern, in which `…` stands for anything.
fn is_like(line: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('…').collect();
    let [first, middle @ .., last] = &parts[..] else { return line == pattern };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// The session of docs/engine.md, typed line by line.
#[test]
fn the_documented_session_goes_as_it_says() {
    let document = std::fs::read_to_string(root().join("docs/engine.md")).unwrap();
    let session = document.split("```session\n").nth(1).unwrap().split("```").next().unwrap();
    let mut pipe = Pipe::start(&CommandLine::new(&[TRENCAVEL, "engine"]), false).unwrap();
    let mut lines = session.lines().peekable();
    let mut typed = 0;
    while let Some(line) = lines.next() {
        if let Some(line) = line.strip_prefix("> ") {
            pipe.send(line).unwrap();
            typed += 1;
        } else if line == "…" {
            let wanted = lines.next().unwrap();
            while !is_like(&next(&pipe), wanted) {}
        } else {
            let said = next(&pipe);
            assert!(is_like(&said, line), "{said:?} is not {line:?}");
        }
    }
    assert!(typed > 8);
    assert!(pipe.ended(Duration::from_secs(20)).unwrap().success());
}

/// What was asked before the input ended is answered.
#[test]
fn a_session_can_be_piped() {
    let input = "tep 1\nposition start city seats=3\ngo\nposition start country seats=2 words \
                 base/E\ngo nodes 30\n";
    // The second position comes while the first may still be thought about: one at a time.
    let (first, second) = input.split_once("go\n").unwrap();
    let one = printed(&with_input(&["engine"], &format!("{first}go\n")));
    assert!(one.ends_with("bestmove none\n"), "{one}");
    let two = printed(&with_input(&["engine", "greedy"], &format!("tep 1\n{second}")));
    assert!(two.lines().last().unwrap().starts_with("bestmove 0,"), "{two}");
}

#[test]
fn every_player_and_level_answers() {
    for player in ["random", "uct:sims=20", "level:1", "strong:nodes=5"] {
        let input = "tep 1\nsetoption name Threads value 2\nposition start country seats=4 \
                     expansions=inns,traders words base/E\ngo time 50\n";
        let said = printed(&with_input(&["engine", player], input));
        assert!(said.lines().last().unwrap().starts_with("bestmove 0,"), "{player}: {said}");
    }
    let input = "tep 1\nsetoption name Level value 2\nposition start country seats=2 words \
                 base/E\ngo\n";
    let said = printed(&with_input(&["engine"], input));
    assert!(said.lines().last().unwrap().starts_with("bestmove 0,"), "{said}");
}

/// A thought without an end ends at once when it is told to.
#[test]
fn an_endless_thought_is_stopped() {
    let mut pipe = Pipe::start(&CommandLine::new(&[TRENCAVEL, "engine"]), false).unwrap();
    for line in ["tep 1", "position start country seats=2 words base/E", "go infinite"] {
        pipe.send(line).unwrap();
    }
    while !next(&pipe).starts_with("info") {}
    pipe.send("stop").unwrap();
    while !next(&pipe).starts_with("bestmove") {}
    pipe.send("go infinite").unwrap();
    pipe.close();
    assert!(pipe.ended(Duration::from_mins(1)).unwrap().success(), "nobody can stop it any more");
}

/// The checks of a program that failed, by their numbers.
fn failed(command: &str, more: &[&str]) -> (Option<i32>, Vec<u64>, String) {
    let output = trencavel(&[&["engine-check", command, "--quick", "--json"], more].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let points = report["points"].as_array().unwrap();
    let failed = points.iter().filter(|point| point["result"] == "failed");
    let failed = failed.map(|point| point["number"].as_u64().unwrap()).collect();
    (output.status.code(), failed, format!("{report:#}"))
}

#[test]
fn our_engines_keep_to_the_protocol() {
    let ours = format!("'{TRENCAVEL}' engine");
    for command in [ours, python(), rust()] {
        let (code, failed, report) = failed(&command, &["--lenience", "20000"]);
        assert_eq!((code, failed), (Some(0), vec![]), "{command}: {report}");
    }
}

/// Each of these does one thing wrong, and the checker finds it.
#[test]
fn broken_engines_fail_where_they_should() {
    let faults = [
        ("talks-first", 1),
        ("no-tepok", 2),
        ("no-name", 2),
        ("no-supports", 3),
        ("bad-default", 4),
        ("not-ready", 5),
        ("answers-unknown", 6),
        ("dies-at-rubbish", 9),
        ("illegal", 13),
        ("two-answers", 15),
        ("answers-chance", 16),
        ("exit-code", 20),
        ("stays", 21),
        ("forgets-stop", 24),
        ("not-repeatable", 28),
    ];
    for (fault, number) in faults {
        // The greeting is tried in any case.
        let only = ["--only", &number.to_string(), "--lenience", "500"];
        let (code, failed, report) = failed(&broken(fault), &only);
        assert_eq!(code, Some(1), "{fault}: {report}");
        assert!(failed.contains(&number), "{fault}: {report}");
    }
    let fine = failed(&broken("nothing"), &["--only", "13"]);
    assert_eq!(fine.0, Some(0), "{}", fine.2);
}

#[test]
fn a_command_that_makes_no_sense_is_told() {
    let output = trencavel(&["engine-check", "'half"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("expected another ' in the command"));
    let output = trencavel(&["duel", "engine:", "random"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("expected a command"));
    let none = trencavel(&["engine-check", "no-such-program-here"]);
    assert_eq!(none.status.code(), Some(1));
}

fn duel(a: &str, b: &str) -> Value {
    let arguments = ["duel", a, b, "--games", "2", "--nodes", "1", "--seed", "3", "--json"];
    serde_json::from_str(&printed(&trencavel(&arguments))).unwrap()
}

#[test]
fn programs_play_duels() {
    let result = duel(&format!("engine:{}", python()), "random");
    assert_eq!(result["players"][0]["games_with_faults"], 0, "{result}");
    assert!(result["players"][0]["mean_points"].as_f64().unwrap() > 20.0, "{result}");
}

/// Whatever a program does, the game is played to its end and nobody else is touched.
#[test]
fn a_level_plays_on_for_a_program_that_fails() {
    for (fault, told) in [("illegal", "illegal answer"), ("dies", "it ended")] {
        let result = duel(&format!("engine:{}", broken(fault)), "greedy");
        let player = &result["players"][0];
        assert_eq!(player["games_with_faults"], 2, "{fault}: {result}");
        let first = player["first_fault"].as_str().unwrap();
        assert!(first.contains(told), "{fault}: {first}");
        assert!(player["mean_points"].as_f64().unwrap() > 20.0, "a level plays well: {result}");
    }
}

#[test]
fn a_program_plays_in_the_terminal() {
    let level = format!("engine:{}", python());
    let arguments = ["play", "--human", "0", "--seed", "5", "--level", &level];
    let told = printed(&with_input(&arguments, ""));
    assert!(told.contains("Computer 1 plays 0,") && told.contains("wins"), "{told}");
    let level = format!("engine:{}", broken("dies"));
    let arguments = ["play", "--human", "0", "--seed", "5", "--level", &level];
    let told = printed(&with_input(&arguments, ""));
    assert!(told.contains("The program failed, and a level plays on: it ended."), "{told}");
}
