//! The check that every rule id has a test, and the page that shows it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::source::Source;
use crate::{Outcome, files, ids};

/// Where the rules are written.
pub const RULES_FOLDER: &str = "docs/rules";
const PAGE: &str = "docs/rule-coverage.md";

/// The longest sentence the page shows, in characters.
const SENTENCE_MAX: usize = 110;

/// One rule, example, option or open point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Our sentence, on one line without marks.
    pub sentence: String,
}

impl Entry {
    /// Open points are choices, not behaviour: they need no test.
    fn needs_test(&self) -> bool {
        let last = self.id.rsplit('-').next().unwrap_or_default();
        let is_open = last.strip_prefix('O').is_some_and(|n| n.parse::<u32>().is_ok());
        !is_open || self.id.starts_with("OPT-")
    }
}

/// One rule file.
#[derive(Debug)]
pub struct Module {
    /// The name of the file.
    pub file: String,
    /// Its entries in the order of the text.
    pub entries: Vec<Entry>,
}

/// A test, or a golden file, and the ids it names.
#[derive(Debug, PartialEq, Eq)]
struct NamedBy {
    test: String,
    ids: Vec<ids::Mention>,
}

/// What the scan of all tests found.
#[derive(Default)]
struct Coverage {
    tests: BTreeMap<String, BTreeSet<String>>,
    unknown: Vec<String>,
}

/// Writes the page, or with `check` compares it and asks for a test for every id.
pub fn run(root: &Path, check: bool) -> Outcome<()> {
    let modules = read_modules(root)?;
    let coverage = scan(root, &modules)?;
    let page = render(&modules, &coverage);
    if !check {
        return std::fs::write(root.join(PAGE), page).map_err(|error| format!("{PAGE}: {error}"));
    }
    let mut problems = untested(&modules, &coverage);
    problems.extend(coverage.unknown);
    if files::read(root, PAGE).ok().as_deref() != Some(page.as_str()) {
        problems.push(format!("{PAGE}: not up to date, run cargo xtask rules"));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn read_modules(root: &Path) -> Outcome<Vec<Module>> {
    let mut modules = Vec::new();
    let mut seen = BTreeMap::new();
    for path in files::below(root, RULES_FOLDER)? {
        let file = path.trim_start_matches(RULES_FOLDER).trim_start_matches('/').to_owned();
        if files::extension(&file) != "md" || file == "README.md" {
            continue;
        }
        let entries = entries(&files::read(root, &path)?);
        for entry in &entries {
            if let Some(other) = seen.insert(entry.id.clone(), file.clone()) {
                return Err(format!("{path}: {} stands already in {other}", entry.id));
            }
        }
        modules.push(Module { file, entries });
    }
    Ok(modules)
}

/// The entries of a rule file: `- **ID** text` lines, and table rows that begin with an id.
pub fn entries(text: &str) -> Vec<Entry> {
    text.lines().filter_map(|line| rule_line(line).or_else(|| table_row(line))).collect()
}

fn rule_line(line: &str) -> Option<Entry> {
    let (id, sentence) = line.strip_prefix("- **")?.split_once("**")?;
    is_id(id).then(|| Entry { id: id.to_owned(), sentence: plain(sentence) })
}

/// An option (`| OPT-… | values | effect |`) or an open point (`| BASE-O1 … | … | choice |`).
fn table_row(line: &str) -> Option<Entry> {
    let mut cells = line.strip_prefix("| ")?.trim_end().trim_end_matches('|').split('|');
    let first = cells.next()?.trim();
    let (id, title) = first.split_once(' ').unwrap_or((first, ""));
    let is_option = id.starts_with("OPT-");
    let is_open = id.contains("-O") && !is_option;
    if !is_id(id) || !(is_option || is_open) {
        return None;
    }
    let rest = cells.map(str::trim).filter(|cell| !cell.is_empty());
    let parts: Vec<&str> = std::iter::once(title).filter(|t| !t.is_empty()).chain(rest).collect();
    Some(Entry { id: id.to_owned(), sentence: plain(&parts.join("; ")) })
}

fn is_id(word: &str) -> bool {
    let mentions = ids::in_text(word);
    mentions.len() == 1 && mentions[0].id == word
}

/// One line without emphasis, code marks and source tags.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut in_tag = false;
    for c in text.chars() {
        match c {
            '[' => in_tag = true,
            ']' => in_tag = false,
            '*' | '`' => {}
            _ if in_tag => {}
            _ => out.push(c),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches([':', ' ']).to_owned()
}

fn scan(root: &Path, modules: &[Module]) -> Outcome<Coverage> {
    let known: BTreeSet<&str> = all_entries(modules).map(|entry| entry.id.as_str()).collect();
    let mut coverage = Coverage::default();
    for path in files::below(root, "crates")? {
        let found = match files::extension(&path) {
            "rs" => named_by_tests(&path, files::read(root, &path)?, &known),
            "game" | "record" if is_golden(&path) => {
                vec![NamedBy { ids: ids::in_text(&files::read(root, &path)?), test: path }]
            }
            _ => continue,
        };
        for named_by in found {
            coverage.add(named_by, &known);
        }
    }
    Ok(coverage)
}

impl Coverage {
    fn add(&mut self, named_by: NamedBy, known: &BTreeSet<&str>) {
        for mention in named_by.ids {
            if known.contains(mention.id.as_str()) {
                self.tests.entry(mention.id).or_default().insert(named_by.test.clone());
            } else if mention.written_out && is_meant_as_rule(&mention.id, known) {
                self.unknown.push(format!("{}: no rule {}", named_by.test, mention.id));
            }
        }
    }

    fn is_tested(&self, entry: &Entry) -> bool {
        self.tests.contains_key(&entry.id)
    }
}

/// `crates/<name>/tests/…`
fn is_golden(path: &str) -> bool {
    path.split('/').nth(2) == Some("tests")
}

/// The ids each `#[test]` function of a source names. Ignored tests prove nothing.
fn named_by_tests(path: &str, text: String, known: &BTreeSet<&str>) -> Vec<NamedBy> {
    let source = Source::new(text);
    let tests = source.functions().into_iter().filter(|f| f.is_test && !f.is_ignored);
    let named = tests.map(|function| {
        let mut mentions = ids::in_text(&source.text[function.whole.clone()]);
        let in_name = ids::in_name(&function.name, known);
        mentions.extend(in_name.into_iter().map(|id| ids::Mention { id, written_out: true }));
        NamedBy { test: format!("{path}::{}", function.name), ids: mentions }
    });
    named.collect()
}

/// An id nobody defined, but with the stem of one that somebody did: a slip of the pen.
/// Words such as UTF-8 have a stem of their own; unknown options are for tests of refusals.
fn is_meant_as_rule(id: &str, known: &BTreeSet<&str>) -> bool {
    let Some(stem) = id.rfind('-').map(|at| &id[..=at]) else {
        return false;
    };
    let ends_in_digit = id.trim_end_matches(|c: char| c.is_ascii_lowercase()).ends_with(is_digit);
    let shares_stem = |other: &&str| other.starts_with(stem) && !other[stem.len()..].contains('-');
    ends_in_digit && known.iter().any(shares_stem)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn all_entries(modules: &[Module]) -> impl Iterator<Item = &Entry> {
    modules.iter().flat_map(|module| &module.entries)
}

fn untested(modules: &[Module], coverage: &Coverage) -> Vec<String> {
    let missing = modules.iter().flat_map(|module| {
        let entries = module.entries.iter();
        let open = entries.filter(|entry| entry.needs_test() && !coverage.is_tested(entry));
        open.map(|entry| format!("{RULES_FOLDER}/{}: no test names {}", module.file, entry.id))
    });
    missing.collect()
}

fn render(modules: &[Module], coverage: &Coverage) -> String {
    let mut page = String::from(
        "# Rule coverage\n\n\
         Written by `cargo xtask rules`; not to be edited by hand. \
         Each rule of [rules/](rules/README.md) with the tests that name it.\n\
         Every id needs a test; open points need none.\n\n\
         | module | ids | tested |\n|---|---|---|\n",
    );
    for module in modules {
        let needed: Vec<&Entry> = module.entries.iter().filter(|e| e.needs_test()).collect();
        let tested = needed.iter().filter(|entry| coverage.is_tested(entry)).count();
        let _ = writeln!(page, "| {} | {} | {tested} |", module.file, needed.len());
    }
    for module in modules {
        let _ =
            write!(page, "\n## {}\n\n| id | our sentence | tests |\n|---|---|---|\n", module.file);
        for entry in &module.entries {
            let (id, sentence) = (&entry.id, shortened(&entry.sentence));
            let _ = writeln!(page, "| {id} | {sentence} | {} |", cell(entry, coverage));
        }
    }
    page
}

fn cell(entry: &Entry, coverage: &Coverage) -> String {
    match coverage.tests.get(&entry.id) {
        Some(tests) => {
            let names: Vec<String> = tests.iter().map(|test| format!("`{test}`")).collect();
            names.join("<br>")
        }
        None if entry.needs_test() => "none".to_owned(),
        None => "open point".to_owned(),
    }
}

/// At most `SENTENCE_MAX` characters, cut at a space, safe inside a table.
fn shortened(sentence: &str) -> String {
    let safe = sentence.replace('|', "/");
    if safe.chars().count() <= SENTENCE_MAX {
        return safe;
    }
    let cut: String = safe.chars().take(SENTENCE_MAX).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{} …", cut[..end].trim_end_matches([',', ';', ':', '.']))
}

#[cfg(test)]
mod tests {
    //! Reading rule files and tests, on texts made up for it.
    use super::*;

    const RULES: &str = "\
# BASE
- **BASE-01** The board is an **infinite** grid. [S][FAQ]
  > Decided: BASE-01 is not defined twice.
- **BASE-02a** Four `edges`:
  - **BASE-09** indented, so part of the rule above.
- **not an id** text
| id | values | effect |
|---|---|---|
| OPT-TIE | shared / none | only presentation |
| BASE-O1 first player | youngest | seat order |
| base/A | 2 | F F R F |
| A | 2 | F F R F |
";

    fn fixture() -> Vec<Module> {
        vec![Module { file: "base.md".to_owned(), entries: entries(RULES) }]
    }

    fn covered(sources: &[(&str, &str)]) -> Coverage {
        let modules = fixture();
        let known: BTreeSet<&str> = all_entries(&modules).map(|e| e.id.as_str()).collect();
        let mut coverage = Coverage::default();
        for (path, text) in sources {
            for named_by in named_by_tests(path, (*text).to_owned(), &known) {
                coverage.add(named_by, &known);
            }
        }
        coverage
    }

    #[test]
    fn entries_are_rules_options_and_open_points() {
        let found = entries(RULES);
        let ids: Vec<&str> = found.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, ["BASE-01", "BASE-02a", "OPT-TIE", "BASE-O1"]);
        assert_eq!(found[0].sentence, "The board is an infinite grid.");
        assert_eq!(found[1].sentence, "Four edges");
        assert_eq!(found[2].sentence, "shared / none; only presentation");
        let needed: Vec<bool> = found.iter().map(Entry::needs_test).collect();
        assert_eq!(needed, [true, true, true, false]);
    }

    #[test]
    fn only_tests_count() {
        let source = "\
//! BASE-01 in a header.
// BASE-01 beside code.
fn code() { /* BASE-01 */ }

/// BASE-01 on a helper.
fn helper() {}

#[cfg(test)]
mod tests {
    /// OPT-TIE
    #[test]
    fn base_02a_edges() {}

    #[test]
    #[ignore]
    fn base_01_later() {}
}
";
        let coverage = covered(&[("crates/x/src/lib.rs", source)]);
        let tested: Vec<&String> = coverage.tests.keys().collect();
        assert_eq!(tested, ["BASE-02a", "OPT-TIE"]);
        let problems = untested(&fixture(), &coverage);
        assert_eq!(problems, ["docs/rules/base.md: no test names BASE-01"]);
    }

    #[test]
    fn ids_in_bodies_count_and_slips_are_found() {
        let source = "#[test]\nfn a() { check(\"BASE-01\"); } // BASE-77 is outside\n\
                      #[test]\nfn b() { /* BASE-78, OPT-NONE, UTF-8, BASE-01..02 */ }\n";
        let coverage = covered(&[("crates/x/tests/a.rs", source)]);
        let tests: Vec<&String> = coverage.tests["BASE-01"].iter().collect();
        assert_eq!(tests, ["crates/x/tests/a.rs::a", "crates/x/tests/a.rs::b"]);
        assert_eq!(
            coverage.unknown,
            ["crates/x/tests/a.rs::b: no rule BASE-78", "crates/x/tests/a.rs::b: no rule BASE-02",]
        );
    }

    #[test]
    fn the_page_lists_every_id_once() {
        let page = render(&fixture(), &covered(&[]));
        assert!(page.contains("| base.md | 3 | 0 |"), "{page}");
        assert!(page.contains("| BASE-01 | The board is an infinite grid. | none |"), "{page}");
        assert!(page.contains("| BASE-O1 | first player; youngest; seat order | open point |"));
    }

    #[test]
    fn long_sentences_are_cut_at_a_space() {
        let long = "word ".repeat(60);
        let short = shortened(long.trim());
        assert!(short.ends_with("word …") && short.chars().count() <= SENTENCE_MAX + 2);
    }

    #[test]
    fn golden_files_stand_below_tests() {
        assert!(is_golden("crates/country/tests/games/loop.game"));
        assert!(!is_golden("crates/country/src/tests.game"));
    }

    #[test]
    fn our_own_rule_files_are_readable() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a parent folder");
        let modules = read_modules(root).expect("rule files");
        let base = modules.iter().find(|m| m.file == "base.md").expect("base.md");
        assert_eq!(base.entries.iter().filter(|e| e.id.starts_with("BASE-")).count(), 55 + 8);
        assert!(all_entries(&modules).all(|entry| !entry.sentence.is_empty()));
    }
}
