//! `cargo xtask instructions`: counts the instructions of fixed work, so that nobody makes
//! the engine slower unnoticed. Counts do not depend on what else the machine does.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Outcome;

/// What is counted: its name, and what the program is told: the family, what to do, how often, and
/// the expansions.
struct Run {
    name: &'static str,
    family: &'static str,
    work: &'static str,
    count: u32,
    with: &'static str,
}

/// The program that does the work. It uses the engines and nothing else, so little is built.
const PACKAGE: &str = "trencavel-speed";
const PROGRAM: &str = "speed";
const COUNTRY: &str = "country";
const CITY: &str = "city";
const ALL: &str = "river,inns,traders,count,cult,abbot";

const fn run_of(
    name: &'static str,
    family: &'static str,
    work: &'static str,
    count: u32,
    with: &'static str,
) -> Run {
    Run { name, family, work, count, with }
}

const RUNS: [Run; 7] = [
    run_of("base", COUNTRY, "turns", 200, ""),
    run_of("inns-traders", COUNTRY, "turns", 100, "inns,traders"),
    run_of("everything", COUNTRY, "turns", 60, ALL),
    run_of("city", CITY, "turns", 100, ""),
    run_of("base-moves", COUNTRY, "moves", 10, ""),
    run_of("everything-moves", COUNTRY, "moves", 5, ALL),
    run_of("city-moves", CITY, "moves", 10, ""),
];
/// How much more than the recorded count is let through, in percent.
const TOLERANCE: f64 = 3.0;
const FILE: &str = "xtask/instructions.txt";

/// Counts, and compares with the recorded counts or records them anew.
pub fn run(root: &Path, bless: bool) -> Outcome<()> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Err("valgrind is needed to count instructions: install the package valgrind".into());
    }
    let build = ["build", "--release", "--quiet", "--locked", "-p", PACKAGE];
    let status = Command::new("cargo").args(build).current_dir(root).status();
    if !status.is_ok_and(|s| s.success()) {
        return Err(format!("{PACKAGE} does not build"));
    }
    let file = root.join(FILE);
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    let mut lines = vec![
        "# Instructions of a random turn, and of a list of moves in the middle of a game, counted by"
            .to_owned(),
        "# `cargo xtask instructions`.".to_owned(),
        format!("# The check allows {TOLERANCE} % more; --bless records the counts anew."),
    ];
    let mut slower = Vec::new();
    for run in RUNS {
        let name = run.name;
        let count = each(root, &run)?;
        let before =
            recorded.lines().find_map(|l| l.strip_prefix(name)?.trim().parse::<f64>().ok());
        let change = before.map(|b| (count / b - 1.0) * 100.0);
        let shown = change.map_or("new".to_owned(), |c| format!("{c:+.1} %"));
        println!("{name:17} {count:8.1} instructions ({shown})");
        if change.is_none_or(|c| c > TOLERANCE) {
            slower.push(name);
        }
        lines.push(format!("{name} {count:.1}"));
    }
    if bless {
        lines.push(String::new());
        return fs::write(&file, lines.join("\n")).map_err(|e| format!("{FILE}: {e}"));
    }
    if slower.is_empty() {
        return Ok(());
    }
    Err(format!(
        "more instructions than {FILE} records: {}\nmake it faster again, or say why and run \
         `cargo xtask instructions --bless`",
        slower.join(", ")
    ))
}

/// Instructions of a turn or list: those of the whole run less those of a run that does nothing.
fn each(root: &Path, run: &Run) -> Outcome<f64> {
    let (all, done) = count(root, run, run.count)?;
    let (start, _) = count(root, run, 0)?;
    Ok((all - start) as f64 / done as f64)
}

fn count(root: &Path, run: &Run, times: u32) -> Outcome<(u64, u64)> {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let program = root.join(target).join("release").join(PROGRAM);
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(&program)
        .args([run.family, run.work, &times.to_string(), run.with])
        .output()
        .map_err(|e| format!("valgrind: {e}"))?;
    let (told, counted) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let number = |text: &str, after: &str| {
        let rest = &text[text.find(after)? + after.len()..];
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u64>().ok()
    };
    number(&counted, "Collected :")
        .zip(number(&told, "done"))
        .ok_or_else(|| format!("valgrind did not count:\n{counted}"))
}
