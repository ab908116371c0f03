//! An expansion's nouns stay in its rooms: its folder in `country`, its file in `art`, its texts.
//!
//! The nouns are read from what the expansions declare: the quoted words of one piece (`large`,
//! `inn`, `second`) in their `INFO` and in the lists of names beside it. Words that the base game
//! or The City have too (`market`, `grain`) are no expansion's own; the expansion made up for the
//! tests brings none.
//!
//! Many nouns are also ordinary words (`count`, `large`, `second`), so a word alone proves nothing.
//! What counts is a noun used *as a name*: a literal that is nothing but the noun (`"pig"`, or the
//! beginning of a tile's id, `"river/"`), and in Rust a path to an expansion (`exp::river`,
//! `Id::River`, `slots().river`). Keys of tile files and of JSON (`.number("count"`, `"count": 3`)
//! are not names. Free are tests, examples, the other family, the second engines, and texts; and
//! ready-made set-ups may say which expansions are in play.

use std::collections::BTreeSet;
use std::path::Path;

use super::expansions::{self, EXPANSIONS};
use super::{Finding, RustFile, is_test_path};
use crate::source::Source;
use crate::{Outcome, files};

/// Where nouns are declared and drawn, and what only tests use.
const ROOMS: [&str; 8] = [
    EXPANSIONS,
    "crates/art/src/exp/",
    "crates/city/",
    "crates/reference-city/",
    "crates/reference-country/",
    "crates/recorded/",
    "crates/loadtest/",
    "xtask/",
];
/// Ready-made set-ups say which expansions are in play, by their names in set-ups and nothing else.
const SETUPS: [&str; 2] = ["crates/room/src/presets.rs", "crates/cli/src/cmd/bench.rs"];
/// Names that mean something else: where, which, what.
const OTHERS: [(&str, &str, &str); 2] = [
    ("crates/server/src/live/outbox.rs", "large", "why a connection ends: too large a message"),
    ("crates/country/src/tile/read.rs", "count", "the key for how many copies of a tile there are"),
];
/// What the families have of their own.
const FAMILIES: [&str; 4] = [
    "crates/city/src/names.rs",
    "crates/city/src/show.rs",
    "crates/country/src/tile.rs",
    "crates/country/src/exp/nouns.rs",
];

/// Checks all Rust, and the scripts of the client.
pub fn check(root: &Path, sources: &[RustFile]) -> Outcome<Vec<Finding>> {
    let nouns = nouns(sources);
    let paths = expansions::paths(sources);
    let folders: BTreeSet<&str> =
        paths.iter().filter_map(|path| path.strip_prefix("exp::")).collect();
    let mut findings = Vec::new();
    for file in sources.iter().filter(|file| !is_room(&file.path)) {
        let free = |noun: &str| {
            let is_setup = SETUPS.contains(&file.path.as_str());
            is_setup && folders.contains(noun)
                || OTHERS.iter().any(|(path, word, _)| *path == file.path && *word == noun)
        };
        let quoted = nouns.iter().filter(|noun| !free(noun)).flat_map(|noun| {
            let places = file.outside_tests(quoted(&file.source, noun));
            places.into_iter().map(move |at| (at, noun.clone()))
        });
        let pointed = paths.iter().flat_map(|path| {
            let places = file.outside_tests(file.source.code_words(path));
            places.into_iter().map(move |at| (at, path.clone()))
        });
        let all = quoted.chain(pointed);
        findings.extend(all.map(|(at, noun)| file.finding(at, told(&noun))));
    }
    for path in files::below(root, "web/src")? {
        let is_script = matches!(files::extension(&path), "ts" | "svelte");
        if is_script && !path.ends_with(".test.ts") && !path.ends_with("/testing.ts") {
            findings.extend(in_script(&path, &files::read(root, &path)?, &nouns));
        }
    }
    Ok(findings)
}

fn told(noun: &str) -> String {
    format!("names {noun}, which belongs to an expansion: ask for declared names instead")
}

fn is_room(path: &str) -> bool {
    ROOMS.iter().any(|room| path.starts_with(room)) || is_test_path(path)
}

/// The nouns that expansions declare.
fn nouns(sources: &[RustFile]) -> BTreeSet<String> {
    let of = |file: &RustFile| {
        let text = &file.source.text;
        let info = text.find("const INFO").map(|at| &text[at..]);
        let info = info.and_then(|rest| rest.find("};").map(|end| &rest[..end]));
        let lists = text.split("pub const ").filter(|part| {
            let head = part.split('=').next().unwrap_or_default();
            head.contains("[&str;")
        });
        let lists = lists.map(|part| part.split(';').take(2).collect::<String>());
        let mut found: Vec<String> = info.into_iter().flat_map(single_words).collect();
        found.extend(lists.flat_map(|list| single_words(&list)));
        found
    };
    let declared = |file: &&RustFile| {
        let inside = file.path.strip_prefix(EXPANSIONS);
        let made_up = inside.is_some_and(|path| path.starts_with("trial/"));
        inside.is_some_and(|path| path.ends_with("/mod.rs")) && !made_up
    };
    let shared: BTreeSet<String> = sources
        .iter()
        .filter(|file| FAMILIES.contains(&file.path.as_str()))
        .flat_map(|file| single_words(&file.source.text))
        .collect();
    let all = sources.iter().filter(declared).flat_map(of);
    all.filter(|noun| !shared.contains(noun)).collect()
}

/// The literals that are one word in small letters.
fn single_words(text: &str) -> Vec<String> {
    let parts = text.split('"').skip(1).step_by(2);
    let plain = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
    parts.filter(plain).map(str::to_owned).collect()
}

/// Where a literal is the noun, or begins an id with it.
fn quoted(source: &Source, noun: &str) -> Vec<usize> {
    let forms = [format!("\"{noun}\""), format!("\"{noun}/")];
    let found = forms.iter().flat_map(|form| source.text.match_indices(form.as_str()));
    let in_comment = |at: usize| {
        source.lines().find(|line| line.contains(&at)).is_some_and(|line| {
            let before = &source.text[line.start..at];
            before.trim_start().starts_with("//") || before.contains(" // ")
        })
    };
    found
        .map(|(at, _)| at)
        .filter(|at| !is_key(&source.text, *at))
        .filter(|at| source.code.as_bytes()[*at] == b' ' && !in_comment(*at))
        .collect()
}

/// Whether a literal is a key of a tile file or of JSON: `.number("count"`, `.only(&["count"]`,
/// `"count": 3`.
fn is_key(text: &str, at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at + 1..]);
    let listed = before.rfind("only(&[").is_some_and(|start| !before[start..].contains("])"));
    let field = after.find('"').is_some_and(|end| after[end + 1..].starts_with(':'));
    before.ends_with("number(") || listed || field
}

/// Findings in a script: quotes of any sort; comments are free.
fn in_script(path: &str, text: &str, nouns: &BTreeSet<String>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.trim_start();
        if code.starts_with("//") || code.starts_with('*') || code.starts_with("/*") {
            continue;
        }
        for noun in nouns {
            let is_named = ['"', '\'', '`'].iter().any(|quote| {
                let whole = format!("{quote}{noun}{quote}");
                // A class of the style sheet is no name.
                line.contains(&whole) && !line.contains(&format!("class={whole}"))
                    || line.contains(&format!("{quote}{noun}/"))
            });
            if is_named {
                findings.push(Finding::new(path, number + 1, told(noun)));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    //! Planted nouns.
    use super::*;

    const INFO: &str = "//! Farm\npub const GOODS: [&str; 2] = [\"wine\", \"grain\"];\n\
                        impl Expansion for Farm {\n    const INFO: Info = Info {\n        \
                        wire: \"farm\",\n        title: \"The Farm\",\n        pieces: \
                        &[decl(\"pig\", \"a pig\")],\n    };\n}\nconst OTHER: &str = \"road\";\n";

    fn declared() -> Vec<RustFile> {
        vec![
            RustFile::fixture("crates/country/src/exp/farm/mod.rs", INFO),
            RustFile::fixture("crates/city/src/names.rs", "const A: &str = \"grain\";\n"),
        ]
    }

    #[test]
    fn nouns_are_the_single_words_that_expansions_declare() {
        let nouns = nouns(&declared());
        assert_eq!(nouns.iter().map(String::as_str).collect::<Vec<_>>(), ["farm", "pig", "wine"]);
    }

    #[test]
    fn a_planted_noun_is_found_in_rust() {
        let text = "//! \"pig\"\nfn a() -> bool { name == \"pig\" } // \"pig\"\n\
                    fn pig() { inner.number(\"wine\"); id.starts_with(\"farm/\") }\n\
                    #[cfg(test)]\nmod tests { const A: &str = \"pig\"; }\n";
        let file = RustFile::fixture("crates/games/src/tell.rs", text);
        let lines = |noun: &str| {
            let places = file.outside_tests(quoted(&file.source, noun));
            places.into_iter().map(|at| file.source.line_of(at)).collect::<Vec<_>>()
        };
        assert_eq!(lines("pig"), [2]);
        assert_eq!(lines("wine"), [0; 0]);
        assert_eq!(lines("farm"), [3]);
    }

    #[test]
    fn a_planted_noun_is_found_in_scripts() {
        let nouns = nouns(&declared());
        let text = "// \"pig\"\nconst pigs = 3;\nif (piece === \"pig\") x();\n\
                    <span class=\"pig\">\nt(`farm/${id}`)\nfarming(\"pigs\");\n";
        let found = in_script("web/src/a.ts", text, &nouns);
        assert_eq!(found.iter().map(|f| f.line).collect::<Vec<_>>(), [3, 5]);
    }
}
