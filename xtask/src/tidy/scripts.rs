//! The client does not know which family is played either: it shows what it is told. A family is
//! named only where one is chosen, and the nouns of The City (`wall`, `homes`) only where its wall
//! is shown and where tiles are described. (Nouns of expansions are in `nouns.rs`.)
//!
//! `city` is a feature of the country too, so as a literal alone it proves nothing: beside the word
//! `family` it does, and as a name in code. Tests, texts, comments and the made types are free.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Finding, RustFile};
use crate::{Outcome, files};

/// Where a family may be named, and why.
const CHOSEN: [(&str, &str); 13] = [
    ("web/src/play.ts", "a game is begun in one"),
    ("web/src/describe.ts", "says which is played"),
    ("web/src/people/Challenges.svelte", "a challenge is to one"),
    ("web/src/pages/Home.svelte", "the first page offers both"),
    ("web/src/pages/home/", "the first page offers both"),
    ("web/src/pages/Create.svelte", "a table chooses its family"),
    ("web/src/pages/create/", "a table chooses its family"),
    ("web/src/pages/room/", "a table that has not begun chooses anew"),
    ("web/src/pages/Learn.svelte", "each has lessons"),
    ("web/src/learn/progress.svelte.ts", "each has lessons"),
    ("web/src/pages/Study.svelte", "an empty study is of one"),
    ("web/src/rules/book.ts", "each has pages of the rules"),
    ("web/src/rules/Contents.svelte", "each has pages of the rules"),
];
/// Where the nouns of The City may stand, and why.
const ROOMS: [(&str, &str); 5] = [
    ("web/src/table/ring/", "shows its wall, wherever a table has one"),
    ("web/src/table/tileName.ts", "says what is drawn on a tile"),
    ("web/src/reader/places.ts", "says how a tile lies"),
    ("web/src/reader/choices.ts", "says by which sides a place goes"),
    ("web/src/reader/joins.ts", "sees from edges what they join, and what they do not show"),
];
const FAMILIES: [&str; 2] = ["city", "country"];
/// Where The City declares its nouns, and the functions that have them.
const NAMES: &str = "crates/city/src/names.rs";
const NAMING: [&str; 2] = ["pub const fn piece(", "pub const fn feature("];

/// Checks all scripts of the client.
pub fn check(root: &Path, sources: &[RustFile]) -> Outcome<Vec<Finding>> {
    let nouns = nouns(sources);
    let mut findings = Vec::new();
    for path in files::below(root, "web/src")? {
        let is_script = matches!(files::extension(&path), "ts" | "svelte");
        let is_made = path.ends_with("/wire.ts");
        let is_test = path.ends_with(".test.ts") || path.ends_with("/testing.ts");
        if is_script && !is_made && !is_test {
            findings.extend(in_script(&path, &files::read(root, &path)?, &nouns));
        }
    }
    Ok(findings)
}

/// The nouns of The City that the country's core does not have.
fn nouns(sources: &[RustFile]) -> BTreeSet<String> {
    let own = sources.iter().find(|file| file.path == NAMES).map(|file| &file.source.text);
    let block = |head: &&str| {
        let text = own.and_then(|text| text.find(head).map(|at| &text[at..]));
        text.and_then(|text| text.find("\n}").map(|end| &text[..end])).unwrap_or_default()
    };
    // What the base game declares stands beside the list of expansions.
    let is_core = |file: &&RustFile| {
        let inside = file.path.strip_prefix("crates/country/src/");
        inside.is_some_and(|path| !path.starts_with("exp/") || path.matches('/').count() == 1)
    };
    let core: Vec<&str> =
        sources.iter().filter(is_core).map(|file| file.source.text.as_str()).collect();
    let words = NAMING.iter().map(block).flat_map(|text| text.split('"').skip(1).step_by(2));
    let plain = words.filter(|word| word.chars().all(|c| c.is_ascii_lowercase()));
    plain
        .filter(|word| !core.iter().any(|text| text.contains(&format!("\"{word}\""))))
        .map(str::to_owned)
        .collect()
}

fn in_script(path: &str, text: &str, nouns: &BTreeSet<String>) -> Vec<Finding> {
    let within = |list: &[(&str, &str)]| list.iter().any(|(place, _)| path.starts_with(place));
    let (may_choose, is_room) = (within(&CHOSEN), within(&ROOMS));
    let mut findings = Vec::new();
    // Classes of the style sheet and what comments say are no names.
    let script = text.split("<style>").next().unwrap_or_default();
    let mut in_comment = false;
    for (number, line) in script.lines().enumerate() {
        let code = line.trim_start();
        let begins = code.starts_with("<!--") || code.starts_with("/*");
        let ends = line.contains("-->") || line.contains("*/");
        let is_comment = in_comment || begins || code.starts_with("//") || code.starts_with('*');
        in_comment = (in_comment || begins) && !ends;
        if is_comment {
            continue;
        }
        let (code, literals) = apart(line);
        let has = |word: &str| literals.iter().any(|literal| literal == word);
        let family = FAMILIES.iter().find(|family| {
            is_word(&code, family)
                || has(family) && (is_word(&code, "family") || **family != "city")
        });
        if let Some(family) = family.filter(|_| !may_choose) {
            let what = format!("names the family {family}: show what the table tells instead");
            findings.push(Finding::new(path, number + 1, what));
        }
        if let Some(noun) = nouns.iter().find(|noun| !is_room && has(noun)) {
            let what = format!("names {noun}, a noun of The City: ask for what is told instead");
            findings.push(Finding::new(path, number + 1, what));
        }
    }
    findings
}

/// A line without its literals, and the literals; the class of an element is none.
fn apart(line: &str) -> (String, Vec<String>) {
    let (mut code, mut literals) = (String::new(), Vec::new());
    let mut open: Option<(char, String)> = None;
    for c in line.chars() {
        match &mut open {
            Some((quote, literal)) if c == *quote => {
                if !code.ends_with("class=") {
                    literals.push(std::mem::take(literal));
                }
                open = None;
            }
            Some((_, literal)) => literal.push(c),
            None if "\"'`".contains(c) => open = Some((c, String::new())),
            None => code.push(c),
        }
    }
    // An apostrophe in a sentence of a page opens nothing.
    if let Some((_, rest)) = open {
        code.push_str(&rest);
    }
    (code, literals)
}

fn is_word(code: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_-".contains(c));
    code.match_indices(word).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        !is_part(before.chars().next_back()) && !is_part(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    //! Planted families and nouns.
    use super::*;

    const CITY: &str = "//! A\npub const fn piece(p: Piece) -> &'static str {\n    match p {\n        \
                        0 => \"follower\",\n        _ => \"wall\",\n    }\n}\n\
                        pub const fn feature(f: u8) -> &'static str {\n    \"homes\"\n}\n\
                        pub const fn why(w: u8) -> &'static str {\n    \"tiles\"\n}\n";

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let sources = [
            RustFile::fixture(NAMES, CITY),
            RustFile::fixture("crates/country/src/exp/info.rs", "const A: &str = \"follower\";\n"),
        ];
        in_script(path, text, &nouns(&sources)).into_iter().map(|f| f.line).collect()
    }

    #[test]
    fn a_planted_family_is_found_in_scripts() {
        let text = "// city\nif (desk.city) x();\nif (plan.family === \"city\") x();\n\
                    if (kind === \"city\") x();\nconst a = \"country\";\nconst cities = 3;\n\
                    <!-- The\n city -->\nt(\"create.family.city\");\nconst { city } = desk;\n\
                    <b class=\"city\">\n<style>\n.city {}\n";
        assert_eq!(lines("web/src/table/a.ts", text), [2, 3, 5, 10]);
        assert_eq!(lines("web/src/pages/create/a.ts", text), [0; 0]);
    }

    #[test]
    fn a_planted_noun_of_the_city_is_found_in_scripts() {
        let text = "if (ask === \"wall\") x();\nconst wall = \"follower\";\n\
                    [\"field\", \"homes\"]\nt(\"table.wall.blocks\"); // \"wall\n\"tiles\"\n";
        assert_eq!(lines("web/src/table/a.ts", text), [1, 3]);
        assert_eq!(lines("web/src/table/ring/a.ts", text), [0; 0]);
    }
}
