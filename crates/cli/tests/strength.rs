//! Ladders and tunings: written down, resumable, and wrong ones refused.

use serde_json::Value;

use crate::common::{complaint, printed, scratch, trencavel};

#[test]
fn a_ladder_is_written_into_a_text() {
    let dir = scratch("ladder");
    let text = dir.join("strength.md");
    let room = "# Before\n<!-- ladder base -->\nold\n<!-- end of ladder base -->\nafter\n";
    std::fs::write(&text, room).unwrap();
    let [games, path] = [dir.join("games"), text.clone()].map(|p| p.to_str().unwrap().to_owned());
    let arguments = ["ladder", "random", "greedy", "level:1", "--games", "2", "--out", &games];
    let arguments = [&arguments[..], &["--write", &path]].concat();
    let first = printed(&trencavel(&arguments));
    let written = std::fs::read_to_string(&text).unwrap();
    assert!(written.starts_with("# Before\n<!-- ladder base -->\n| player | Elo |"), "{written}");
    assert!(written.ends_with("<!-- end of ladder base -->\nafter\n"), "{written}");
    assert!(!written.contains("old") && written.contains("(strength-base.svg)"), "{written}");
    let last = written.lines().rfind(|line| line.starts_with("| ")).unwrap();
    assert!(last.starts_with("| random | -"), "the weakest is last: {written}");
    let plot = std::fs::read_to_string(dir.join("strength-base.svg")).unwrap();
    assert!(plot.contains(">level:1</text>"), "{plot}");
    // All games are there: nothing is played again, and the same comes out.
    assert!(dir.join("games/greedy-vs-random/game-00002.tcr").exists());
    assert_eq!(printed(&trencavel(&arguments)), first);
}

#[test]
fn what_is_wrong_with_a_ladder_is_told_before_it_is_played() {
    let dir = scratch("ladder-wrong");
    let text = dir.join("nothing.md");
    std::fs::write(&text, "no room\n").unwrap();
    let wrong = |arguments: &[&str]| {
        let output = trencavel(&[&["ladder"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        complaint(&output)
    };
    assert!(wrong(&["--write", text.to_str().unwrap()]).contains("<!-- ladder base -->"));
    assert!(wrong(&["--players", "3"]).contains("two seats"));
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "no room\n");
}

/// A tuning of two weights in a directory, with few games.
fn tune(dir: &std::path::Path, steps: &str, how: &[&str]) -> std::process::Output {
    let dir = dir.to_str().unwrap();
    let few = ["--games", "16", "--measure", "2", "--positions", "1", "--deep", "60"];
    let what = ["tune", "--weights", "idle,home", "--steps", steps, "--out", dir];
    trencavel(&[&what[..], &few, how].concat())
}

#[test]
fn weights_drift_together_and_go_on_where_they_stopped() {
    let [whole, parts] = ["drift-whole", "drift-parts"].map(scratch);
    let how = ["--drift", "--size", "0.3"];
    let at_once = printed(&tune(&whole, "3", &how));
    printed(&tune(&parts, "2", &how));
    assert_eq!(printed(&tune(&parts, "3", &how)), at_once);
    assert!(at_once.contains("idle=") && at_once.contains("home="), "both moved: {at_once}");
    let other = tune(&whole, "3", &["--size", "0.3"]);
    assert!(complaint(&other).contains("another tuning"), "{}", complaint(&other));
}

#[test]
fn a_tuning_goes_on_where_it_stopped() {
    let [whole, parts] = ["tune-whole", "tune-parts"].map(scratch);
    let tune = |dir: &std::path::Path, steps: &str| tune(dir, steps, &["--size", "3"]);
    let at_once = printed(&tune(&whole, "3"));
    printed(&tune(&parts, "1"));
    assert_eq!(printed(&tune(&parts, "3")), at_once);
    let read = |dir: &std::path::Path, name: &str| std::fs::read_to_string(dir.join(name)).unwrap();
    for name in ["tune.json", "steps.jsonl", "weights.txt"] {
        assert_eq!(read(&parts, name), read(&whole, name), "{name}");
    }
    let state: Value = serde_json::from_str(&read(&whole, "tune.json")).unwrap();
    assert_eq!((state["step"].as_u64(), read(&whole, "steps.jsonl").lines().count()), (Some(3), 3));
    let other = trencavel(&["tune", "--weights", "idle", "--out", whole.to_str().unwrap()]);
    assert_eq!(other.status.code(), Some(2));
    assert!(complaint(&other).contains("another tuning"), "{}", complaint(&other));
    let unknown = trencavel(&["tune", "--weights", "luck", "--out", whole.to_str().unwrap()]);
    assert!(complaint(&unknown).contains("there is no weight \"luck\""), "{}", complaint(&unknown));
}
