//! The borders of the crates, as `crates/borders.toml` has them: read here and nowhere else, and
//! checked against the manifests, the sources and the table in ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::path::Path;

use toml::de::{DeArray, DeTable, DeValue};

use super::{Finding, RustFile};
use crate::{Outcome, files, ids, rules};

const FILE: &str = "crates/borders.toml";
const DOCUMENT: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- borders: written by `cargo xtask borders` from crates/borders.toml -->\n";
const END: &str = "<!-- end of borders -->";

/// How the packages are called for the world; folders and `use` have the plain word.
const PREFIX: &str = "trencavel-";
/// The facade has the name alone.
const FACADE: &str = "trencavel";

/// What the sources of a pure crate do not name: I/O, clock, threads, randomness.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::io",
    "std::env",
    "std::process",
    "std::thread",
    "std::time",
    "Instant::now",
    "SystemTime",
    "getrandom",
];

/// A crate and its borders.
struct Border {
    name: String,
    what: String,
    /// Crates of ours that it may use outside of its tests.
    uses: Vec<String>,
    /// Crates of others that it may use; any if there is no list.
    libraries: Option<Vec<String>>,
    /// Crates of ours that it never sees, not even in tests.
    strangers: Vec<String>,
    pure: bool,
    published: bool,
    never: String,
}

/// All borders, in the order of the file.
pub struct Borders(Vec<Border>);

impl Borders {
    fn read(root: &Path) -> Outcome<Borders> {
        Borders::parse(&files::read(root, FILE)?)
    }

    fn parse(text: &str) -> Outcome<Borders> {
        let parsed = DeTable::parse(text).map_err(|error| format!("{FILE}: {error}"))?;
        let list = parsed.get_ref().get("crate").and_then(|list| list.get_ref().as_array());
        let list = list.ok_or_else(|| format!("{FILE}: expected [[crate]]"))?;
        let border = |value: &toml::Spanned<DeValue>| {
            let line = text[..value.span().start].matches('\n').count() + 1;
            let entry = value.get_ref().as_table();
            entry.and_then(Border::read).ok_or_else(|| {
                format!(
                    "{FILE}:{line}: expected name, what, uses, never; libraries, strangers, \
                         pure and published if wanted"
                )
            })
        };
        let list: Vec<Border> = list.iter().map(border).collect::<Outcome<_>>()?;
        let borders = Borders(list);
        for border in &borders.0 {
            for other in border.uses.iter().chain(&border.strangers) {
                if borders.find(other).is_none() {
                    return Err(format!("{FILE}: {} names {other}, no crate of ours", border.name));
                }
            }
        }
        Ok(borders)
    }

    fn find(&self, name: &str) -> Option<&Border> {
        self.0.iter().find(|border| border.name == name)
    }
}

impl Border {
    fn read(entry: &DeTable) -> Option<Border> {
        const KEYS: &[&str] =
            &["name", "what", "uses", "libraries", "strangers", "pure", "published", "never"];
        if entry.keys().any(|key| !KEYS.contains(&&**key.get_ref())) {
            return None;
        }
        let value = |key: &str| entry.get(key).map(toml::Spanned::get_ref);
        let text = |key: &str| value(key).and_then(DeValue::as_str).map(str::to_owned);
        let flag = |key: &str| value(key).is_some_and(|value| value.as_bool() == Some(true));
        let list = |key: &str| value(key).and_then(DeValue::as_array).and_then(names);
        Some(Border {
            name: text("name")?,
            what: text("what")?,
            uses: list("uses")?,
            libraries: list("libraries"),
            strangers: list("strangers").unwrap_or_default(),
            pure: flag("pure"),
            published: flag("published"),
            never: text("never")?,
        })
    }

    fn may_use(&self, name: &str, is_ours: bool) -> bool {
        if is_ours {
            return self.uses.iter().any(|other| other == name);
        }
        self.libraries.as_ref().is_none_or(|known| known.iter().any(|other| other == name))
    }

    /// Whether something stands in the list of what it must not hold.
    fn never_holds(&self, what: &str) -> bool {
        self.never.split([',', ';', ':']).any(|part| part.trim() == what)
    }

    /// What it may use, in words.
    fn allowed(&self) -> String {
        let libraries = self.libraries.iter().flatten();
        let list: Vec<String> = self.uses.iter().chain(libraries).cloned().collect();
        match (list.is_empty(), &self.libraries) {
            (true, Some(_)) => "nothing".to_owned(),
            (false, Some(_)) => list.join(", "),
            (true, None) => "any library".to_owned(),
            (false, None) => list.join(", ") + ", any library",
        }
    }

    /// What it must not hold, in words.
    fn forbidden(&self) -> String {
        let pure = if self.pure { "I/O, clock, threads, randomness; " } else { "" };
        format!("{pure}{}", self.never)
    }
}

fn names(list: &DeArray) -> Option<Vec<String>> {
    list.iter().map(|name| name.get_ref().as_str().map(str::to_owned)).collect()
}

/// A dependency named in a manifest.
#[derive(Debug, PartialEq, Eq)]
struct Dependency {
    name: String,
    line: usize,
    /// Used by tests, examples and measurements only.
    is_dev: bool,
}

/// Checks manifests, sources and the document.
pub fn check(root: &Path, sources: &[RustFile]) -> Outcome<Vec<Finding>> {
    let borders = Borders::read(root)?;
    let mut findings = impure(&borders, sources);
    findings.extend(with_std(&borders, sources));
    findings.extend(with_rules(&borders, sources, &modules(root)?));
    let mut seen = Vec::new();
    for path in files::below(root, "crates")? {
        if path.split('/').count() == 3 && path.ends_with("/Cargo.toml") {
            findings.extend(check_manifest(&borders, &path, &files::read(root, &path)?)?);
            seen.extend(path.split('/').nth(1).map(str::to_owned));
        }
    }
    for border in borders.0.iter().filter(|border| !seen.contains(&border.name)) {
        findings.push(Finding::new(FILE, 1, format!("there is no crate {}", border.name)));
    }
    let document = files::read(root, DOCUMENT)?;
    if section(&document) != Some(table_of(&borders).as_str()) {
        let what = format!("its table is not that of {FILE}: run `cargo xtask borders`");
        findings.push(Finding::new(DOCUMENT, 1, what));
    }
    Ok(findings)
}

/// Writes the table of the document anew.
pub fn write(root: &Path) -> Outcome<()> {
    let borders = Borders::read(root)?;
    let document = files::read(root, DOCUMENT)?;
    let parts = document
        .split_once(BEGIN)
        .and_then(|(before, rest)| rest.split_once(END).map(|(_, after)| (before, after)));
    let Some((before, after)) = parts else {
        return Err(format!("{DOCUMENT}: expected the lines {BEGIN}and {END}"));
    };
    let text = format!("{before}{BEGIN}{}{END}{after}", table_of(&borders));
    std::fs::write(root.join(DOCUMENT), text).map_err(|error| format!("{DOCUMENT}: {error}"))
}

/// Prints the names of the packages that are meant for others.
pub fn published(root: &Path) -> Outcome<()> {
    for border in Borders::read(root)?.0.iter().filter(|border| border.published) {
        println!("{}", package_of(&border.name));
    }
    Ok(())
}

/// The name of the package in a folder.
fn package_of(folder: &str) -> String {
    if folder == FACADE { FACADE.to_owned() } else { format!("{PREFIX}{folder}") }
}

/// The part of the document that is written by this code.
fn section(document: &str) -> Option<&str> {
    let (_, rest) = document.split_once(BEGIN)?;
    rest.split_once(END).map(|(inside, _)| inside)
}

fn table_of(borders: &Borders) -> String {
    let head = "| crate | what it is | may use | must not hold |\n|---|---|---|---|\n";
    let row = |border: &Border| {
        let star = if border.published { "\\*" } else { "" };
        let (name, what) = (&border.name, &border.what);
        let (allowed, forbidden) = (border.allowed(), border.forbidden());
        format!("| `{name}`{star} | {what} | {allowed} | {forbidden} |\n")
    };
    head.to_owned() + &borders.0.iter().map(row).collect::<String>()
}

/// The borders of the crate that a source belongs to.
fn border_of<'b>(borders: &'b Borders, file: &RustFile) -> Option<&'b Border> {
    let (name, _) = file.path.strip_prefix("crates/")?.split_once("/src/")?;
    borders.find(name)
}

/// Crates that must not hold `std` and do not say so to the compiler.
fn with_std(borders: &Borders, sources: &[RustFile]) -> Vec<Finding> {
    let is_root = |file: &&RustFile| file.path.ends_with("/src/lib.rs");
    let bare = sources.iter().filter(is_root).filter(|file| {
        let forbidden = border_of(borders, file).is_some_and(|border| border.never_holds("`std`"));
        forbidden && file.source.code_places("#![no_std]").is_empty()
    });
    bare.map(|file| file.finding(0, "expected #![no_std]: it must not hold std")).collect()
}

/// What the ids of rules begin with: `BASE`.
fn modules(root: &Path) -> Outcome<BTreeSet<String>> {
    let mut modules = BTreeSet::new();
    for path in files::below(root, rules::RULES_FOLDER)? {
        let entries = rules::entries(&files::read(root, &path)?);
        let heads = entries.iter().filter_map(|entry| entry.id.split_once('-'));
        modules.extend(heads.map(|(head, _)| head.to_owned()));
    }
    modules.remove("OPT");
    Ok(modules)
}

/// Places where a crate without rules cites one in a literal or beside code, as rules are written.
/// What documentation says of an engine is free.
fn with_rules(borders: &Borders, sources: &[RustFile], modules: &BTreeSet<String>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in sources {
        if !border_of(borders, file).is_some_and(|border| border.never_holds("rules")) {
            continue;
        }
        for line in file.source.lines() {
            let text = &file.source.text[line.clone()];
            let is_rule = |id: &str| {
                let (module, number) = id.rsplit_once('-').unwrap_or_default();
                modules.contains(module) && number.starts_with(|c: char| c.is_ascii_digit())
            };
            let documents = ["///", "//!"].iter().any(|sign| text.trim_start().starts_with(sign));
            let cited = ids::in_text(text).into_iter().find(|mention| is_rule(&mention.id));
            if let Some(mention) = cited.filter(|_| !documents)
                && !file.outside_tests(vec![line.start]).is_empty()
            {
                let what = format!("{} in a crate that must not hold rules", mention.id);
                findings.push(file.finding(line.start, what));
            }
        }
    }
    findings
}

/// Places where the sources of a pure crate name what it must not have.
fn impure(borders: &Borders, sources: &[RustFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in sources {
        if !border_of(borders, file).is_some_and(|border| border.pure) {
            continue;
        }
        for word in IMPURE {
            for at in file.outside_tests(file.source.code_places(word)) {
                findings.push(file.finding(at, format!("{word} in a crate that must be pure")));
            }
        }
    }
    findings
}

fn check_manifest(borders: &Borders, path: &str, text: &str) -> Outcome<Vec<Finding>> {
    let manifest = DeTable::parse(text).map_err(|error| format!("{path}: {error}"))?;
    let manifest = manifest.get_ref();
    let package = table(manifest, "package");
    let name = package.and_then(|package| package.get("name")?.get_ref().as_str());
    let folder = path.split('/').nth(1).unwrap_or_default();
    let expected = package_of(folder);
    if name != Some(&expected) {
        return Ok(vec![Finding::new(path, 1, format!("this package is called {expected}"))]);
    }
    let Some(border) = borders.find(folder) else {
        return Ok(vec![Finding::new(path, 1, format!("{folder} has no entry in {FILE}"))]);
    };
    let mut findings = Vec::new();
    let publish = package.and_then(|package| package.get("publish")).map(toml::Spanned::get_ref);
    let published = publish.is_some_and(|publish| publish.as_bool() == Some(true));
    if published != border.published {
        let what = format!("`publish = true` is for those that {FILE} calls published");
        findings.push(Finding::new(path, 1, what));
    }
    let problem = |dependency: &Dependency| {
        let what = verdict(borders, border, dependency)?;
        Some(Finding::new(path, dependency.line, what))
    };
    findings.extend(dependencies(manifest, text).iter().filter_map(problem));
    Ok(findings)
}

fn verdict(borders: &Borders, border: &Border, dependency: &Dependency) -> Option<String> {
    let (name, other) = (&border.name, &dependency.name);
    if border.strangers.contains(other) {
        return Some(format!("{name} and {other} must never see each other"));
    }
    let is_ours = borders.find(other).is_some();
    if dependency.is_dev || border.may_use(other, is_ours) {
        return None;
    }
    Some(format!("{name} must not depend on {other}: it may use {}", border.allowed()))
}

/// All dependencies of a manifest, those for single platforms included.
fn dependencies(manifest: &DeTable, text: &str) -> Vec<Dependency> {
    let mut found = Vec::new();
    let targets = table(manifest, "target").into_iter().flat_map(|targets| targets.values());
    let targets = targets.filter_map(|target| target.get_ref().as_table());
    for part in std::iter::once(manifest).chain(targets) {
        for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
            for (key, value) in table(part, section).into_iter().flatten() {
                let renamed =
                    value.get_ref().get("package").and_then(|name| name.get_ref().as_str());
                let name = renamed.unwrap_or(key.get_ref());
                let name = name.strip_prefix(PREFIX).unwrap_or(name).to_owned();
                let line = text[..key.span().start].matches('\n').count() + 1;
                found.push(Dependency { name, line, is_dev: section == "dev-dependencies" });
            }
        }
    }
    found
}

fn table<'t, 'i>(parent: &'t DeTable<'i>, key: &str) -> Option<&'t DeTable<'i>> {
    parent.get(key).map(toml::Spanned::get_ref).and_then(DeValue::as_table)
}

#[cfg(test)]
mod tests {
    //! Manifests and sources made up for the borders of the project.
    use super::*;

    fn borders() -> Borders {
        Borders::parse(include_str!("../../../crates/borders.toml")).expect("the borders")
    }

    fn lines(folder: &str, text: &str) -> Vec<String> {
        let publish = borders().find(folder).is_some_and(|border| border.published);
        let text = format!("[package]\nname = \"trencavel-{folder}\"\npublish = {publish}\n{text}");
        let path = format!("crates/{folder}/Cargo.toml");
        let findings = check_manifest(&borders(), &path, &text).expect("a manifest");
        findings.into_iter().map(|f| format!("{}: {}", f.line, f.what)).collect()
    }

    #[test]
    fn the_table_depends_on_nothing() {
        let found = lines("table", "[dependencies]\nserde = \"1\"\n");
        assert_eq!(found, ["5: table must not depend on serde: it may use nothing"]);
    }

    #[test]
    fn allowed_crates_pass_in_every_spelling() {
        let text = "[dependencies]\ntable.workspace = true\n\
                    tilefile = { path = \"../tilefile\" }\n[dev-dependencies]\nserde_json = \"1\"\n";
        assert!(lines("country", text).is_empty());
    }

    #[test]
    fn renamed_build_and_platform_dependencies_are_seen() {
        let text = "[dependencies]\nr = { package = \"rand\" }\n\
                    [build-dependencies]\ncc = \"1\"\n[target.'cfg(unix)'.dependencies]\ntokio = \"1\"\n";
        let found = lines("city", text);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("5: city must not depend on rand"), "{found:?}");
    }

    #[test]
    fn the_two_families_are_strangers_even_in_tests() {
        let found = lines("country", "[dev-dependencies]\ncity.workspace = true\n");
        assert_eq!(found, ["5: country and city must never see each other"]);
    }

    #[test]
    fn crates_at_the_rim_may_use_any_library_but_not_every_crate() {
        assert!(lines("cli", "[dependencies]\nrand = \"1\"\n").is_empty());
        assert_eq!(lines("cli", "[dependencies]\nrecorded.workspace = true\n").len(), 1);
    }

    #[test]
    fn a_crate_without_borders_or_with_another_name_is_found() {
        assert_eq!(lines("attic", ""), ["1: attic has no entry in crates/borders.toml"]);
        let found =
            check_manifest(&borders(), "crates/ai/Cargo.toml", "[package]\nname = \"ai\"\n");
        assert_eq!(found.expect("a manifest")[0].what, "this package is called trencavel-ai");
    }

    #[test]
    fn a_pure_crate_has_no_clock() {
        let text = "//! A.\nfn a() { std::time::Instant::now(); }\n";
        let pure = RustFile::fixture("crates/room/src/a.rs", text);
        let free = RustFile::fixture("crates/server/src/a.rs", text);
        assert!(!impure(&borders(), &[pure]).is_empty());
        assert!(impure(&borders(), &[free]).is_empty());
    }

    #[test]
    fn a_crate_without_std_says_so() {
        let lines =
            |path: &str, text: &str| with_std(&borders(), &[RustFile::fixture(path, text)]).len();
        assert_eq!(lines("crates/games/src/lib.rs", "//! `#![no_std]`\nmod a;\n"), 1);
        assert_eq!(lines("crates/games/src/lib.rs", "//! A.\n#![no_std]\nmod a;\n"), 0);
        assert_eq!(lines("crates/server/src/lib.rs", "//! A.\nmod a;\n"), 0);
    }

    #[test]
    fn a_planted_rule_is_found_where_none_may_be() {
        let text = "//! BASE-33\n/// As `BASE-22`.\nfn a() -> u16 { 2 * 3 } // CITY-61\n\
                    const B: &str = \"BASE-15\";\nconst C: &str = \"OPT-TIE\";\n\
                    #[cfg(test)]\nmod tests { /* BASE-22 */ }\n";
        let lines = |path: &str| {
            let modules = ["BASE", "CITY"].map(str::to_owned).into();
            let found = with_rules(&borders(), &[RustFile::fixture(path, text)], &modules);
            found.into_iter().map(|f| f.line).collect::<Vec<_>>()
        };
        assert_eq!(lines("crates/games/src/a.rs"), [3, 4]);
        assert_eq!(lines("crates/country/src/a.rs"), [0; 0]);
    }

    #[test]
    fn borders_that_name_no_crate_are_refused() {
        let text = "[[crate]]\nname = \"a\"\nwhat = \"\"\nnever = \"\"\nuses = [\"b\"]\n";
        assert!(Borders::parse(text).is_err());
        assert!(Borders::parse("[[crate]]\nname = \"a\"\nextra = 1\n").is_err());
    }
}
