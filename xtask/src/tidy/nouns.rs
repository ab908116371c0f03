//! An expansion's nouns stay in its rooms: its folder in `country`, its file in `art`, its texts.
//!
//! The nouns are read from what the expansions declare: the quoted words of one piece (`large`,
//! `inn`, `second`) in their `INFO` and in the lists of names beside it. Words that the base game
//! or The City have too (`market`, `grain`) are no expansion's own. Names of steps, asks and
//! options are nouns too, and those of the expansion made up for the tests.
//!
//! Many nouns are also ordinary words (`count`, `large`, `second`), so a word alone proves nothing.
//! What counts is a noun used *as a name*: a literal that is nothing but the noun (`"pig"`, or the
//! beginning of a tile's id, `"river/"`), one in a word of a game (`count@market`, `large>2,0`),
//! and in Rust a path to an expansion (`exp::river`, `Id::River`, `slots().river`). Keys of tile
//! files and of JSON (`.number("count"`, `"count": 3`) are not names. Free are tests (those of the
//! browser too), examples, the other family, the second engines, and texts; and ready-made set-ups
//! may say which expansions are in play.

use std::collections::BTreeSet;
use std::path::Path;

use super::expansions::{self, EXPANSIONS};
use super::{Finding, RustFile, is_test_path};
use crate::source::Source;
use crate::{Outcome, files};

/// Where nouns are declared and drawn, and what only tests use.
const ROOMS: [&str; 7] = [
    EXPANSIONS,
    "crates/art/src/exp/",
    "crates/city/",
    "crates/reference-city/",
    "crates/reference-country/",
    "crates/recorded/",
    "xtask/",
];
/// Ready-made set-ups say which expansions are in play, by their names in set-ups and nothing else.
const SETUPS: [&str; 2] = ["crates/room/src/presets.rs", "crates/command/src/cmd/bench.rs"];
/// Names that mean something else: where, which, what.
const OTHERS: [(&str, &str, &str); 2] = [
    ("crates/server/src/live/outbox.rs", "large", "why a connection ends: too large a message"),
    ("crates/country/src/tile/read.rs", "count", "the key for how many copies of a tile there are"),
];
/// Nouns that programs need for other things (`post` of the web, the `out` of a map): alone they
/// prove nothing, in a word of a game they do.
const ORDINARY: [&str; 4] = ["enter", "out", "post", "watch"];
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
    for path in files::below(root, "web/src")?.into_iter().chain(files::below(root, "web/tools")?) {
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

/// The nouns that expansions declare: in `INFO`, in lists of names, in steps with their asks, and
/// the keys of options.
fn nouns(sources: &[RustFile]) -> BTreeSet<String> {
    let of = |file: &RustFile| {
        let text = &file.source.text;
        let block = |head: &str, end: &str| {
            let rest = text.find(head).map(|at| &text[at..]);
            rest.and_then(|rest| rest.find(end).map(|end| &rest[..end])).unwrap_or_default()
        };
        let lists = text.split("pub const ").filter(|part| {
            let head = part.split('=').next().unwrap_or_default();
            head.contains("[&str;")
        });
        let lists = lists.map(|part| part.split(';').take(2).collect::<String>());
        let mut found = single_words(block("const INFO", "};"));
        found.extend(lists.flat_map(|list| single_words(&list)));
        found.extend(single_words(block("const STEPS", "];")));
        let keys = text.split('"').skip(1).step_by(2);
        found.extend(keys.filter(|key| is_option(key)).map(str::to_owned));
        found
    };
    let declared = |file: &&RustFile| {
        let inside = file.path.strip_prefix(EXPANSIONS);
        inside.is_some_and(|path| path.ends_with("/mod.rs"))
    };
    let shared: BTreeSet<String> = sources
        .iter()
        .filter(|file| FAMILIES.contains(&file.path.as_str()))
        .flat_map(|file| single_words(&file.source.text))
        .collect();
    let all = sources.iter().filter(declared).flat_map(of);
    all.filter(|noun| !shared.contains(noun)).collect()
}

/// Whether a literal is the key of an option: `OPT-RIVER-LAKE`.
fn is_option(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    word.strip_prefix("OPT-").is_some_and(|rest| !rest.is_empty() && rest.chars().all(plain))
}

/// The literals that are one word in small letters, or several with hyphens: `draw-river`.
fn single_words(text: &str) -> Vec<String> {
    let parts = text.split('"').skip(1).step_by(2);
    let letter = |c: char| c.is_ascii_lowercase() || c == '-';
    let plain = |word: &&str| word.len() > 2 && word.chars().all(letter);
    parts.filter(plain).map(str::to_owned).collect()
}

/// Where a literal is the noun or begins an id with it, or has it in a word of a game.
fn quoted(source: &Source, noun: &str) -> Vec<usize> {
    let forms = [format!("\"{noun}\""), format!("\"{noun}/")];
    let found = forms.iter().flat_map(|form| source.text.match_indices(form.as_str()));
    let whole = found.map(|(at, _)| at).filter(|at| !is_key(&source.text, *at));
    let whole = whole.filter(|_| !ORDINARY.contains(&noun));
    let in_comment = |at: usize| {
        source.lines().find(|line| line.contains(&at)).is_some_and(|line| {
            let before = &source.text[line.start..at];
            before.trim_start().starts_with("//") || before.contains(" // ")
        })
    };
    let found = whole.chain(in_words(&source.text, noun));
    found.filter(|at| source.code.as_bytes()[*at] == b' ' && !in_comment(*at)).collect()
}

/// Where a noun stands in a word of a game: `noun@`, `noun>`, `@noun`.
fn in_words(text: &str, noun: &str) -> Vec<usize> {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_-".contains(c));
    let places = text.match_indices(noun).map(|(at, _)| at);
    let is_named = |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + noun.len()..]);
        let (last, first) = (before.chars().next_back(), after.chars().next());
        if is_letter(last) || is_letter(first) {
            return false;
        }
        // `=>` and `->` follow a space or a name in code, never a noun in a literal.
        last == Some('@') || first == Some('@') || first == Some('>')
    };
    places.filter(is_named).collect()
}

/// Whether a literal is a key of a tile file or of JSON, or a feature of a crate:
/// `.number("count"`, `.only(&["count"]`, `"count": 3`, `feature = "trial"`.
fn is_key(text: &str, at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at + 1..]);
    let listed = before.rfind("only(&[").is_some_and(|start| !before[start..].contains("])"));
    let field = after.find('"').is_some_and(|end| after[end + 1..].starts_with(':'));
    before.ends_with("number(") || before.ends_with("feature = ") || listed || field
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
            let is_named = is_named && !ORDINARY.contains(&noun.as_str());
            let is_named = is_named || !in_words(line, noun).is_empty();
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

    const INFO: &str = "//! Farm\nconst SHED: OptionDecl = OptionDecl { key: \"OPT-FARM-SHED\" };\n\
                        pub const GOODS: [&str; 2] = [\"wine\", \"grain\"];\n\
                        impl Expansion for Farm {\n    const INFO: Info = Info {\n        \
                        wire: \"farm\",\n        title: \"The Farm\",\n        pieces: \
                        &[decl(\"pig\", \"a pig\")],\n    };\n    const STEPS: &[PlanStepDecl] = \
                        &[step(\"feed-pig\", Some(\"feed\")), step(\"watch\", None)];\n}\nconst OTHER: &str = \"road\";\n";

    fn declared() -> Vec<RustFile> {
        vec![
            RustFile::fixture("crates/country/src/exp/farm/mod.rs", INFO),
            RustFile::fixture("crates/city/src/names.rs", "const A: &str = \"grain\";\n"),
        ]
    }

    #[test]
    fn nouns_are_the_single_words_that_expansions_declare() {
        let nouns = nouns(&declared());
        let nouns: Vec<&str> = nouns.iter().map(String::as_str).collect();
        assert_eq!(nouns, ["OPT-FARM-SHED", "farm", "feed", "feed-pig", "pig", "watch", "wine"]);
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

    /// Lines of Rust where a noun is found.
    fn planted(text: &str, noun: &str) -> Vec<usize> {
        let file = RustFile::fixture("crates/games/src/tell.rs", text);
        let places = file.outside_tests(quoted(&file.source, noun));
        places.into_iter().map(|at| file.source.line_of(at)).collect()
    }

    #[test]
    fn a_planted_step_ask_or_option_is_found() {
        let text = "//! A\nif step == \"feed-pig\" {}\nif ask == \"feed\" {}\n\
                    if key == \"OPT-FARM-SHED\" {}\n";
        assert_eq!(planted(text, "feed-pig"), [2]);
        assert_eq!(planted(text, "feed"), [3]);
        assert_eq!(planted(text, "OPT-FARM-SHED"), [4]);
    }

    #[test]
    fn a_planted_noun_is_found_inside_a_word_of_a_game() {
        let text = "//! A\nlet a = \"type pig@2,0\";\nlet b = \"large>1,0, pig>2,0\";\n\
                    let c = \"count@pig\";\nlet d = \"a pig, pigs@1, piglet>2\";\n\
                    match pig { pig=> 3 }\n";
        assert_eq!(planted(text, "pig"), [2, 3, 4]);
    }

    #[test]
    fn an_ordinary_word_counts_in_a_word_of_a_game_only() {
        let text = "//! A\nlet a = \"watch\";\nlet b = \"pig@watch\";\n";
        assert_eq!(planted(text, "watch"), [3]);
        let nouns = nouns(&declared());
        let found = in_script("web/src/a.ts", "x(\"watch\");\nx(\"pig@watch\");\n", &nouns);
        assert!(found.iter().all(|f| f.line == 2) && !found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_feature_of_a_crate_is_no_noun() {
        assert_eq!(planted("//! A\n#[cfg(feature = \"farm\")]\nfn a() {}\n", "farm"), [0; 0]);
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
