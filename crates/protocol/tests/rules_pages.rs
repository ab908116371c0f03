//! The rules pages for players (content/rules) are whole and true: both languages tell the same,
//! every rule of docs/rules has its one section, every example replays, every picture exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use games::{AnyRules, Event, Record, Setup, registry};
use protocol::{RulesBlock, RulesPage, RulesSection};

/// Each page with the file of docs/rules that it explains; the last one explains the options of
/// all files.
const PAGES: [(&str, &str); 10] = [
    ("base", "base.md"),
    ("river", "river.md"),
    ("abbot", "abbot.md"),
    ("inns", "inns.md"),
    ("traders", "traders.md"),
    ("cult", "cult.md"),
    ("count", "count.md"),
    ("together", "interactions.md"),
    ("city", "city.md"),
    ("options", ""),
];

/// No run of this many words is the same as in docs/rules: the pages have words of their own.
const WORDS_ALIKE: usize = 9;

/// All that people read.
fn prose(page: &RulesPage) -> Vec<&str> {
    let mut all = vec![page.title.as_str()];
    for section in &page.sections {
        all.push(&section.title);
        all.extend(section.blocks.iter().flat_map(texts));
    }
    all
}

/// What people read: the text, the items, the captions.
fn texts(block: &RulesBlock) -> Vec<&str> {
    match block {
        RulesBlock::Paragraph { text } => vec![text],
        RulesBlock::List { items } => items.iter().map(String::as_str).collect(),
        RulesBlock::Pictures { pictures } => pictures.iter().map(|p| p.caption.as_str()).collect(),
        RulesBlock::Example { caption, .. } => vec![caption],
    }
}

/// What programs read: the pictures' targets, the record.
fn data(block: &RulesBlock) -> Vec<&str> {
    match block {
        RulesBlock::Paragraph { .. } | RulesBlock::List { .. } => Vec::new(),
        RulesBlock::Pictures { pictures } => pictures.iter().map(|p| p.target.as_str()).collect(),
        RulesBlock::Example { record, .. } => vec![record],
    }
}

fn blocks(page: &RulesPage) -> impl Iterator<Item = &RulesBlock> {
    page.sections.iter().flat_map(|section| &section.blocks)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn page(name: &str, language: &str) -> RulesPage {
    let path = format!("content/rules/{name}.{language}.md");
    RulesPage::parse(name, &text(&path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// All pages of a language, with their names.
fn all(language: &str) -> Vec<(&'static str, RulesPage)> {
    PAGES.iter().map(|(name, _)| (*name, page(name, language))).collect()
}

/// The ids of docs/rules that need a section, each with its file. Open points are table rows
/// that begin with another id than an option.
fn rule_ids() -> BTreeMap<String, &'static str> {
    let mut ids = BTreeMap::new();
    for (_, file) in PAGES.iter().filter(|(_, file)| !file.is_empty()) {
        for line in text(&format!("docs/rules/{file}")).lines() {
            let rule = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"));
            let option = line.strip_prefix("| ").and_then(|rest| rest.split_once(" |"));
            let option = option.filter(|(id, _)| id.starts_with("OPT-"));
            if let Some((id, _)) = rule.filter(|(id, _)| is_id(id)).or(option) {
                ids.insert(id.to_owned(), *file);
            }
        }
    }
    assert!(ids.len() > 400, "docs/rules was not understood: {} ids", ids.len());
    ids
}

/// Whether a word looks like a rule id: `EX-BASE-04`, `COUNT-05a`, `OPT-TIE`.
fn is_id(word: &str) -> bool {
    let capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let stem = word.strip_suffix('a').unwrap_or(word);
    stem.contains('-')
        && stem.starts_with(|c: char| c.is_ascii_uppercase())
        && stem.chars().all(capital)
}

/// The kinds of blocks, how many texts they have, and their data.
fn shape(section: &RulesSection) -> Vec<(std::mem::Discriminant<RulesBlock>, usize, Vec<&str>)> {
    let shape = |block| (std::mem::discriminant(block), texts(block).len(), data(block));
    section.blocks.iter().map(shape).collect()
}

#[test]
fn both_languages_tell_the_same() {
    for ((name, english), (_, french)) in all("en").into_iter().zip(all("fr")) {
        assert_eq!(english.sections.len(), french.sections.len(), "{name}: sections");
        for (one, other) in english.sections.iter().zip(&french.sections) {
            let place = format!("{name}: {:?} and {:?}", one.title, other.title);
            assert_eq!(one.ids, other.ids, "{place}: ids");
            assert_eq!(shape(one), shape(other), "{place}: blocks, pictures, records");
        }
    }
}

#[test]
fn every_rule_has_exactly_one_section() {
    let wanted = rule_ids();
    let mut found: BTreeMap<String, &str> = BTreeMap::new();
    for (name, page) in all("en") {
        for id in page.sections.into_iter().flat_map(|section| section.ids) {
            let Some(file) = wanted.get(&id) else { panic!("{name}: {id} is not in docs/rules") };
            let (home, _) = PAGES.iter().find(|(_, f)| f == file).expect("a page for each file");
            let home = if id.starts_with("OPT-") { "options" } else { home };
            assert_eq!(name, home, "{id} stands on the page of its module");
            let before = found.insert(id.clone(), name);
            assert_eq!(before, None, "{id} has two sections");
        }
    }
    let missing: Vec<_> = wanted.keys().filter(|id| !found.contains_key(*id)).collect();
    assert!(missing.is_empty(), "no section explains {missing:?}");
}

#[test]
fn every_option_of_the_engines_has_its_section() {
    let options = page("options", "en");
    let named: BTreeSet<_> = options.sections.iter().flat_map(|s| &s.ids).collect();
    for option in registry::options() {
        assert!(named.contains(&option.decl.key.to_owned()), "{}", option.decl.key);
    }
}

#[test]
fn every_refusal_has_its_section() {
    let pages = all("en");
    let named: BTreeSet<&str> = pages
        .iter()
        .flat_map(|(_, p)| &p.sections)
        .flat_map(|s| &s.ids)
        .map(String::as_str)
        .collect();
    let mut refusals = BTreeSet::new();
    for folder in ["crates/country/src", "crates/city/src", "crates/games/src"] {
        gather_refusals(&root().join(folder), &mut refusals);
    }
    assert!(refusals.len() > 40, "the sources were not understood: {refusals:?}");
    // What is made up for the tests has no page: no player meets it.
    let met = refusals.iter().filter(|id| !id.starts_with("TRIAL-"));
    let missing: Vec<_> = met.filter(|id| !named.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "no section explains {missing:?}");
}

/// The rules that the sources name in a refusal: `refusal("ID", …`, `no("ID", …`, `rule: "ID"`.
fn gather_refusals(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            gather_refusals(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let source = fs::read_to_string(&path).expect("a readable source");
            for opening in ["refusal(", "no(", "rule:"] {
                let after = source.split(opening).skip(1).map(str::trim_start);
                let quoted = after.filter_map(|rest| rest.strip_prefix('"')?.split('"').next());
                into.extend(quoted.filter(|word| is_id(word)).map(str::to_owned));
            }
        }
    }
}

#[test]
fn every_example_replays_and_most_score() {
    for (name, page) in all("en") {
        let mut scored = 0;
        let examples = blocks(&page).filter(|b| matches!(b, RulesBlock::Example { .. }));
        for record in examples.flat_map(data) {
            let record = Record::parse(record).unwrap_or_else(|e| panic!("{name}: {e}\n{record}"));
            let mut scores = false;
            let see = |step: &games::PlayedWord| {
                scores |= step.events.iter().any(|e| matches!(e, Event::Scored(_)));
            };
            record.replay(see).unwrap_or_else(|e| panic!("{name}: {e}\n{}", record.print()));
            scored += usize::from(scores);
        }
        assert!(scored >= 3, "{name}: {scored} examples in which something is scored");
    }
}

#[test]
fn every_picture_exists() {
    let all_of = |setup: Setup| AnyRules::new(&setup).expect("a set-up that can be played");
    let expansions: Vec<&str> = registry::expansions().iter().map(|e| e.name).collect();
    let country = |edition| {
        let setup = Setup::country(2).with(&expansions).option("OPT-CULT-TILES", "6");
        all_of(setup.option("OPT-RIVER-EDITION", edition))
    };
    let river =
        |edition| all_of(Setup::country(2).with(&["river"]).option("OPT-RIVER-EDITION", edition));
    let mut rules = vec![country("c3"), river("c3"), river("c2"), river("c1")];
    rules.extend(registry::tile_sets().map(|set| all_of(Setup::city(2).tile_set(set.name))));
    for (name, page) in all("en") {
        let pictures = blocks(&page).filter(|b| matches!(b, RulesBlock::Pictures { .. }));
        for target in pictures.flat_map(data) {
            let (kind, what) = target.split_once(':').expect("a kind and what it is");
            let (id, number) = what.rsplit_once('/').unwrap_or((what, ""));
            let exists = match kind {
                "tile" => {
                    ["0", "1", "2", "3"].contains(&number)
                        && rules.iter().any(|r| r.tile_kind(id).is_some())
                }
                "figure" => {
                    ["1", "2", "3", "4", "5", "6"].contains(&number)
                        && art::figure(id, 0, false, art::Style::default()).is_some()
                }
                "token" => art::token(what, art::Style::default()).is_some(),
                _ => false,
            };
            assert!(exists, "{name}: there is no picture {target:?}");
        }
    }
}

/// What is wrong with the typography of a line, if anything is.
fn fault(line: &str, language: &str) -> Option<String> {
    let chars: Vec<char> = line.chars().collect();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let after = chars.get(i + 1).copied();
        let wrong = match c {
            '\'' | '"' => true,
            ' ' => before == Some(' ') || after.is_none(),
            ';' | '!' | '?' | '»' if language == "fr" => before != Some('\u{202f}'),
            ':' if language == "fr" => before != Some('\u{a0}'),
            '«' if language == "fr" => after != Some('\u{202f}'),
            ';' | '!' | '?' | ':' => before == Some(' '),
            _ => false,
        };
        if wrong {
            return Some(format!("{c:?} at character {}", i + 1));
        }
    }
    (line.matches("**").count() % 2 == 1).then(|| "** without its pair".to_owned())
}

#[test]
fn the_typography_is_right() {
    for (language, pages) in [("en", all("en")), ("fr", all("fr"))] {
        for (name, page) in pages {
            for line in prose(&page) {
                let fault = fault(line, language);
                assert_eq!(fault, None, "{name}.{language}: {line}");
            }
        }
    }
}

/// The faults are found where there are some, so the test above can fail.
#[test]
fn typography_faults_are_found() {
    let french =
        ["l'abbé", "Quoi ?", "Quoi?", "Voici : rien", "« oui »", "«oui»", "\"oui\"", "a  b"];
    for line in french {
        assert!(fault(line, "fr").is_some(), "{line}");
    }
    let right = "L’abbé\u{a0}: «\u{202f}oui\u{202f}»\u{202f}; quoi\u{202f}?";
    assert_eq!(fault(right, "fr"), None);
    assert!(fault("it's", "en").is_some());
    assert_eq!(fault("it’s; isn’t it?", "en"), None);
}

#[test]
fn the_words_are_our_own() {
    let words = |text: &str| -> Vec<String> {
        let split = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        split.map(str::to_lowercase).collect()
    };
    let mut known = BTreeSet::new();
    for (_, file) in PAGES.iter().filter(|(_, file)| !file.is_empty()) {
        let text = words(&text(&format!("docs/rules/{file}")));
        known.extend(text.windows(WORDS_ALIKE).map(<[String]>::to_vec));
    }
    for (name, page) in all("en") {
        for line in prose(&page) {
            let line = words(line);
            let run = line.windows(WORDS_ALIKE).find(|run| known.contains(*run));
            assert_eq!(run, None, "{name} repeats docs/rules");
        }
    }
    for language in ["en", "fr"] {
        for (name, page) in all(language) {
            let named = prose(&page)
                .into_iter()
                .find(|line| line.to_lowercase().contains(concat!("mee", "ple")));
            assert_eq!(named, None, "{name}.{language}: a figure is a follower");
        }
    }
}

#[test]
fn a_broken_page_names_its_line() {
    for (text, line, expected) in [
        ("Title", 1, "# and the title"),
        ("# T\n\ntext", 3, "a section first"),
        ("# T\n## S {#BASE-01\n", 2, "a title and {#ids}"),
        ("# T\n## S\n```record\n```", 3, "a caption before the record"),
        ("# T\n## S\nExample: one\ntext", 4, "the record of the example"),
        ("# T\n## S\nExample: one", 3, "a record"),
        ("# T\n## S\n![a](b", 3, "![caption](kind:what)"),
        ("# T\n## S\n> quote", 3, "a paragraph, list, picture, example or section"),
    ] {
        let error = RulesPage::parse("base", text).unwrap_err();
        assert_eq!((error.line, error.expected), (line, expected), "{text:?}");
    }
}
