//! `cargo xtask instructions`: counts the instructions of a fixed playout, so that nobody makes
//! the engine slower unnoticed. Counts do not depend on what else the machine does.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Outcome;

/// The set-ups that are counted: name, expansions, games.
const RUNS: [(&str, &str, u32); 3] = [
    ("base", "", 200),
    ("inns-traders", "inns,traders", 100),
    ("everything", "river,inns,traders,count,cult,abbot", 60),
];
/// How much more than the recorded count is let through, in percent.
const TOLERANCE: f64 = 3.0;
const FILE: &str = "xtask/instructions.txt";

/// Counts, and compares with the recorded counts or records them anew.
pub fn run(root: &Path, bless: bool) -> Outcome<()> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Err("valgrind is needed to count instructions: install the package valgrind".into());
    }
    let build =
        ["build", "--release", "--quiet", "-p", "trencavel-country", "--example", "playout"];
    let status = Command::new("cargo").args(build).current_dir(root).status();
    if !status.is_ok_and(|s| s.success()) {
        return Err("the playout does not build".into());
    }
    let file = root.join(FILE);
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    let mut lines = vec![
        "# Instructions a turn of random play, counted by `cargo xtask instructions`.".to_owned(),
        format!("# The check allows {TOLERANCE} % more; --bless records the counts anew."),
    ];
    let mut slower = Vec::new();
    for (name, expansions, games) in RUNS {
        let count = per_turn(root, expansions, games)?;
        let before =
            recorded.lines().find_map(|l| l.strip_prefix(name)?.trim().parse::<f64>().ok());
        let change = before.map(|b| (count / b - 1.0) * 100.0);
        let shown = change.map_or("new".to_owned(), |c| format!("{c:+.1} %"));
        println!("{name:14} {count:8.1} instructions a turn ({shown})");
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

/// Instructions a turn: those of the whole run less those of a run without games.
fn per_turn(root: &Path, expansions: &str, games: u32) -> Outcome<f64> {
    let (all, turns) = count(root, expansions, games)?;
    let (start, _) = count(root, expansions, 0)?;
    Ok((all - start) as f64 / turns as f64)
}

fn count(root: &Path, expansions: &str, games: u32) -> Outcome<(u64, u64)> {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let program = root.join(target).join("release/examples/playout");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(&program)
        .args([games.to_string(), expansions.to_owned()])
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
        .zip(number(&told, "turns"))
        .ok_or_else(|| format!("valgrind did not count:\n{counted}"))
}
