//! Words that stand nowhere in the project: a trade name, marks of unfinished work,
//! paths of one machine.

use std::path::Path;

use super::Finding;
use crate::{Outcome, files};

/// The publisher's name for a follower, put together here so that this file passes its own check.
const TRADE_NAME: &str = concat!("mee", "ple");

/// Option keys and values that hold the trade name, with hyphens.
const OPTION_WORDS: &[&str] = &[concat!("large-mee", "ple"), concat!("follow-mee", "ple")];

/// Marks of unfinished work.
const MARKS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// How absolute paths begin on somebody's machine.
const MACHINE_PATHS: &[&str] = &[
    concat!("/", "home/"),
    concat!("/", "Users/"),
    concat!("/", "root/"),
    concat!("/", "tmp/"),
    concat!("/", "work/"),
    concat!("C:", "\\"),
];

/// Files that are read as text.
const TEXT_EXTENSIONS: &[&str] = &[
    "rs", "md", "toml", "game", "record", "perft", "txt", "yml", "yaml", "json", "ts", "css",
    "html", "sh", "py",
];

/// Checks all text files of the project.
pub fn check(root: &Path) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for path in files::below(root, "")? {
        if TEXT_EXTENSIONS.contains(&files::extension(&path)) {
            findings.extend(check_text(&path, &files::read(root, &path)?));
        }
    }
    Ok(findings)
}

fn check_text(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if names_trade_name(line) {
            findings.push(Finding::new(path, number, "a figure is called a follower"));
        }
        for mark in MARKS.iter().filter(|mark| has_word(line, mark)) {
            findings.push(Finding::new(path, number, format!("{mark} is left over")));
        }
        for start in MACHINE_PATHS.iter().filter(|start| has_path(line, start)) {
            findings.push(Finding::new(path, number, format!("a path of one machine: {start}")));
        }
    }
    findings
}

/// The trade name outside of option keys and values.
fn names_trade_name(line: &str) -> bool {
    let mut line = line.to_lowercase().replace('_', "-");
    for word in OPTION_WORDS {
        line = line.replace(word, "");
    }
    line.contains(TRADE_NAME)
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_part(before) && !is_part(after)
    })
}

/// The path begins here and is not the tail of a longer one such as `docs/…` or a web address.
fn has_path(line: &str, start: &str) -> bool {
    line.match_indices(start).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "_-.~/}".contains(c))
    })
}

#[cfg(test)]
mod tests {
    //! Lines with and without the words.
    use super::*;

    fn count(line: &str) -> usize {
        check_text("a.md", line).len()
    }

    #[test]
    fn the_trade_name_stands_in_options_only() {
        let name = TRADE_NAME;
        assert_eq!(count(&format!("put a {name}")), 1);
        assert_eq!(count(&format!("Large{}s", name.to_uppercase())), 1);
        assert_eq!(count(&format!("OPT-LARGE-{} off", name.to_uppercase())), 0);
        assert_eq!(count(&format!("fn opt_large_{name}_off()")), 0);
        assert_eq!(count(&format!("OPT-COUNT-MOVE follow-{name}")), 0);
        assert_eq!(count(&format!("follow-{name} and {name}")), 1);
    }

    #[test]
    fn marks_are_whole_words() {
        assert_eq!(count(&format!("// {}: later", MARKS[0])), 1);
        assert_eq!(count(&format!("{}S", MARKS[0])), 0);
        assert_eq!(count(&format!("({})", MARKS[2])), 1);
    }

    #[test]
    fn paths_begin_at_a_root() {
        assert_eq!(count(&format!("see {}anna/x", MACHINE_PATHS[0])), 1);
        assert_eq!(count(&format!("example.org{}x", MACHINE_PATHS[0])), 0);
        assert_eq!(count(&format!("docs{}x", MACHINE_PATHS[4])), 0);
    }
}
