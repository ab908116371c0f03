//! What a reviewer need not look for: borders, headers, sizes and words.

pub mod borders;
mod expansions;
mod families;
mod glossary;
mod layers;
mod nouns;
mod releases;
mod scripts;
mod shape;
mod suites;
mod words;

use std::path::Path;

use crate::source::Source;
use crate::{Outcome, files};

/// One thing to put right.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    path: String,
    line: usize,
    what: String,
}

impl Finding {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

/// A Rust source of the project.
pub struct RustFile {
    path: String,
    source: Source,
    /// The whole file belongs to tests or measurements.
    is_test: bool,
}

impl RustFile {
    #[cfg(test)]
    fn fixture(path: &str, text: &str) -> Self {
        let is_test = is_test_path(path);
        Self { path: path.to_owned(), source: Source::new(text.to_owned()), is_test }
    }

    fn finding(&self, at: usize, what: impl Into<String>) -> Finding {
        Finding::new(&self.path, self.source.line_of(at), what)
    }

    /// Keeps the places that are not compiled for tests only.
    fn outside_tests(&self, places: Vec<usize>) -> Vec<usize> {
        if self.is_test {
            return Vec::new();
        }
        let spans = self.source.test_spans();
        places.into_iter().filter(|at| !spans.iter().any(|span| span.contains(at))).collect()
    }
}

/// Runs all checks and prints the findings.
pub fn run(root: &Path) -> Outcome<()> {
    let sources = rust_files(root)?;
    let mut findings = borders::check(root, &sources)?;
    findings.extend(expansions::check(&sources));
    findings.extend(families::check(&sources));
    findings.extend(glossary::check(root, &sources)?);
    findings.extend(layers::check(&sources));
    findings.extend(nouns::check(root, &sources)?);
    findings.extend(scripts::check(root, &sources)?);
    findings.extend(releases::check(root)?);
    findings.extend(shape::check(&sources, &shape::Allowed::read(root)?));
    findings.extend(suites::check(&sources));
    findings.extend(suites::check_switches(root, &sources)?);
    findings.extend(words::check(root)?);
    findings.sort();
    findings.dedup();
    for Finding { path, line, what } in &findings {
        println!("{path}:{line}: {what}");
    }
    match findings.len() {
        0 => Ok(()),
        count => Err(format!("{count} to put right")),
    }
}

fn rust_files(root: &Path) -> Outcome<Vec<RustFile>> {
    let mut found = Vec::new();
    for folder in ["crates", "xtask"] {
        for path in files::below(root, folder)? {
            if files::extension(&path) == "rs" {
                let source = Source::new(files::read(root, &path)?);
                let is_test = is_test_path(&path) || source.is_test_only();
                found.push(RustFile { path, source, is_test });
            }
        }
    }
    mark_test_modules(&mut found);
    Ok(found)
}

/// `tests/…`, `benches/…`, `examples/…` and `tests.rs`.
fn is_test_path(path: &str) -> bool {
    let is_test_folder = |part: &str| matches!(part, "tests" | "benches" | "examples");
    path.split('/').any(|part| is_test_folder(part) || part == "tests.rs")
}

/// Files declared with `#[cfg(test)] mod name;` belong to tests, wherever they lie.
fn mark_test_modules(sources: &mut [RustFile]) {
    let mut prefixes = Vec::new();
    for file in sources.iter() {
        let folder = folder_of_modules(&file.path);
        for module in file.source.test_modules() {
            prefixes.push(format!("{folder}/{module}.rs"));
            prefixes.push(format!("{folder}/{module}/"));
        }
    }
    for file in sources {
        file.is_test |= prefixes.iter().any(|prefix| file.path.starts_with(prefix.as_str()));
    }
}

/// The folder in which the modules declared by a file lie.
fn folder_of_modules(path: &str) -> &str {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    match file {
        "mod.rs" | "lib.rs" | "main.rs" => folder,
        _ => path.trim_end_matches(".rs"),
    }
}

#[cfg(test)]
mod tests {
    //! Which files belong to tests.
    use super::*;

    #[test]
    fn test_files_are_known_by_path_or_declaration() {
        let mut sources = [
            RustFile::fixture("crates/x/src/lib.rs", "#[cfg(test)]\nmod fixtures;\nmod live;\n"),
            RustFile::fixture("crates/x/src/fixtures.rs", ""),
            RustFile::fixture("crates/x/src/fixtures/board.rs", ""),
            RustFile::fixture("crates/x/src/live.rs", "#[cfg(test)]\nmod tests;\n"),
            RustFile::fixture("crates/x/src/live/tests.rs", ""),
            RustFile::fixture("crates/x/tests/games.rs", ""),
        ];
        mark_test_modules(&mut sources);
        let flags: Vec<bool> = sources.iter().map(|file| file.is_test).collect();
        assert_eq!(flags, [false, true, true, false, true, true]);
    }
}
