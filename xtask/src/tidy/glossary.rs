//! One word means one thing: a type that the glossary of ARCHITECTURE.md names is defined in the
//! crates named there, once in each, and nowhere else; `no type` keeps a word free of types.
//!
//! The slow engines are left out: they share nothing with the others, not even names.

use std::path::Path;

use super::{Finding, RustFile};
use crate::{Outcome, files};

const DOCUMENT: &str = "ARCHITECTURE.md";
const HEADING: &str = "## Our words";
/// What a row has instead of a type if no type may have the name of the word.
const NO_TYPE: &str = "no type";
const KEYWORDS: [&str; 5] = ["struct", "enum", "union", "trait", "type"];

/// A type of the glossary.
#[derive(Debug, PartialEq, Eq)]
struct Word {
    line: usize,
    name: String,
    /// Where it is defined.
    crates: Vec<String>,
}

/// Checks the sources against the glossary.
pub fn check(root: &Path, sources: &[RustFile]) -> Outcome<Vec<Finding>> {
    let words = read(&files::read(root, DOCUMENT)?)?;
    Ok(words.iter().flat_map(|word| check_word(word, sources)).collect())
}

/// The rows of the glossary: `| word | `Type`: crate, crate | what it means |`.
fn read(document: &str) -> Outcome<Vec<Word>> {
    let lines = (1..).zip(document.lines()).skip_while(|(_, line)| *line != HEADING).skip(1);
    let section = lines.take_while(|(_, line)| !line.starts_with("## "));
    let rows = section.filter(|(_, line)| line.starts_with("| ")).skip(1);
    let words: Vec<Word> = rows.map(|(line, row)| read_row(line, row)).collect::<Outcome<_>>()?;
    if words.is_empty() {
        return Err(format!("{DOCUMENT}: expected {HEADING} with a table"));
    }
    Ok(words)
}

fn read_row(line: usize, row: &str) -> Outcome<Word> {
    let expected = || {
        format!("{DOCUMENT}:{line}: expected | word | `Type`: crate, … or {NO_TYPE} | meaning |")
    };
    let mut cells = row.trim_matches('|').split('|').map(str::trim);
    let (word, kind) = cells.next().zip(cells.next()).ok_or_else(expected)?;
    if kind == NO_TYPE {
        let mut letters = word.chars();
        let first = letters.next().ok_or_else(expected)?.to_uppercase();
        let name = first.chain(letters).collect();
        return Ok(Word { line, name, crates: Vec::new() });
    }
    let (name, crates) = kind.split_once(": ").ok_or_else(expected)?;
    let name = name.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
    let crates = crates.split(", ").map(str::to_owned).collect();
    Ok(Word { line, name: name.ok_or_else(expected)?.to_owned(), crates })
}

fn check_word(word: &Word, sources: &[RustFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut missing = word.crates.clone();
    for (name, file, at) in definitions(&word.name, sources) {
        if let Some(place) = missing.iter().position(|known| known == name) {
            missing.remove(place);
        } else {
            let what = format!("{} means something else in {DOCUMENT}: find a word", word.name);
            findings.push(file.finding(at, what));
        }
    }
    for name in missing {
        let what = format!("{name} defines no {}, or more than once", word.name);
        findings.push(Finding::new(DOCUMENT, word.line, what));
    }
    findings
}

/// Every definition of a type with this name, with its crate.
fn definitions<'a>(
    name: &'a str,
    sources: &'a [RustFile],
) -> impl Iterator<Item = (&'a str, &'a RustFile, usize)> {
    sources.iter().flat_map(move |file| {
        let of = file.path.strip_prefix("crates/").and_then(|path| path.split_once("/src/"));
        let of = of.map(|(of, _)| of).filter(|of| !of.starts_with("reference-"));
        let places = of.map(|_| file.outside_tests(file.source.code_words(name)));
        let defines = move |at: &usize| {
            let before = file.source.code[..*at].trim_end();
            let keyword = KEYWORDS.iter().find(|keyword| before.ends_with(**keyword));
            let earlier = keyword.map(|keyword| &before[..before.len() - keyword.len()]);
            earlier.is_some_and(|text| !text.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let places = places.into_iter().flatten().filter(defines);
        places.map(move |at| (of.unwrap_or_default(), file, at))
    })
}

#[cfg(test)]
mod tests {
    //! A glossary and sources made up for it.
    use super::*;

    const GLOSSARY: &str = "# A\n\n## Our words\n\n| word | type | what it means |\n|---|---|---|\n\
        | view | `View`: b, c | what is seen |\n| place | no type | where one stands |\n";

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<RustFile> =
            files.iter().map(|(path, text)| RustFile::fixture(path, text)).collect();
        let words = read(GLOSSARY).expect("a glossary");
        let found = words.iter().flat_map(|word| check_word(word, &sources));
        found.map(|finding| format!("{}:{}", finding.path, finding.line)).collect()
    }

    #[test]
    fn a_word_is_defined_where_the_glossary_says() {
        let fine = [
            ("crates/b/src/a.rs", "//! A.\npub struct View {}\nstruct Viewer;\n"),
            ("crates/c/src/a.rs", "//! A.\nenum View { Place }\nfn a(view: View) {}\n"),
            ("crates/reference-b/src/a.rs", "//! A.\nenum View {}\n"),
            ("crates/d/tests/a.rs", "//! A.\nenum View {}\n"),
        ];
        assert_eq!(found(&fine), [""; 0]);
    }

    #[test]
    fn other_meanings_and_missing_types_are_found() {
        let twice = [
            ("crates/b/src/a.rs", "//! A.\nstruct View;\nmod c { type View = u8; }\n"),
            ("crates/d/src/a.rs", "//! A.\n\nstruct View;\ntrait Place {}\n"),
        ];
        let expected = [
            "crates/b/src/a.rs:3",
            "crates/d/src/a.rs:3",
            "ARCHITECTURE.md:7",
            "crates/d/src/a.rs:4",
        ];
        assert_eq!(found(&twice), expected);
    }

    #[test]
    fn a_document_without_a_glossary_is_refused() {
        assert!(read("# A\n").is_err());
        assert!(read(&GLOSSARY.replace("`View`: b, c", "View")).is_err());
    }
}
