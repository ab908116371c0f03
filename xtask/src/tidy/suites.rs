//! A crate whose tests are one binary names all of them in `tests/main.rs`: a file that is not
//! named there would never be compiled, and nobody would miss its tests. The same is true of tests
//! in the sources of a crate whose manifest says that there are none.

use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::{Finding, RustFile};
use crate::{Outcome, files};

/// What a manifest switches off, and what then must not be in the sources of the crate.
const SWITCHES: [(&str, &[&str]); 2] =
    [("test", &["#[test]", "#[tokio::test"]), ("doctest", &["/// ```", "//! ```"])];

/// Finds tests that the manifests keep from being run.
pub fn check_switches(root: &Path, sources: &[RustFile]) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for path in files::below(root, "crates")? {
        if let Some(folder) = path.strip_suffix("/Cargo.toml") {
            findings.extend(never_run(folder, &files::read(root, &path)?, sources)?);
        }
    }
    Ok(findings)
}

/// Tests in the sources of the crate in a folder whose manifest switches them off.
fn never_run(folder: &str, manifest: &str, sources: &[RustFile]) -> Outcome<Vec<Finding>> {
    let manifest = DeTable::parse(manifest).map_err(|e| format!("{folder}/Cargo.toml: {e}"))?;
    let lib = manifest.get_ref().get("lib").map(toml::Spanned::get_ref);
    let lib = lib.and_then(DeValue::as_table);
    let is_off = |key: &str| {
        let value = lib.and_then(|lib| lib.get(key)).map(toml::Spanned::get_ref);
        value.and_then(DeValue::as_bool) == Some(false)
    };
    let own = format!("{folder}/src/");
    let mut findings = Vec::new();
    for file in sources.iter().filter(|file| file.path.starts_with(&own)) {
        for (key, marks) in SWITCHES.iter().filter(|(key, _)| is_off(key)) {
            let found = marks.iter().find_map(|mark| file.source.text.find(mark));
            if let Some(at) = found {
                let what = format!("never run: {folder}/Cargo.toml says {key} = false");
                findings.push(file.finding(at, what));
            }
        }
    }
    Ok(findings)
}

/// The part of a path below `crates/<name>/tests/`, and the path of the binary beside it.
fn below_tests(path: &str) -> Option<(String, &str)> {
    let at = path.find("/tests/")? + "/tests/".len();
    Some((format!("{}main.rs", &path[..at]), &path[at..]))
}

/// The module that a file would be, if it is one of the binary itself.
fn module_of(rest: &str) -> Option<&str> {
    let module = rest.strip_suffix("/mod.rs").or_else(|| rest.strip_suffix(".rs"))?;
    (!module.contains('/') && module != "main").then_some(module)
}

/// Finds test files that no binary has.
pub fn check(sources: &[RustFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in sources {
        let Some((main, rest)) = below_tests(&file.path) else { continue };
        let Some(module) = module_of(rest) else { continue };
        let Some(main) = sources.iter().find(|other| other.path == main) else { continue };
        if main.source.code_places(&format!("mod {module};")).is_empty() {
            findings.push(file.finding(0, format!("not named in {}", main.path)));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_file_that_nobody_names_is_found() {
        let sources = [
            RustFile::fixture("crates/x/tests/main.rs", "mod common;\nmod games;\n// mod rest;\n"),
            RustFile::fixture("crates/x/tests/common/mod.rs", ""),
            RustFile::fixture("crates/x/tests/common/kit.rs", ""),
            RustFile::fixture("crates/x/tests/games.rs", ""),
            RustFile::fixture("crates/x/tests/rest.rs", ""),
            RustFile::fixture("crates/y/tests/alone.rs", ""),
        ];
        let found: Vec<String> = check(&sources).into_iter().map(|finding| finding.path).collect();
        assert_eq!(found, ["crates/x/tests/rest.rs"]);
    }

    #[test]
    fn tests_that_the_manifest_switches_off_are_found() {
        let sources = [
            RustFile::fixture("crates/x/src/a.rs", "//! A.\n#[test]\nfn a() {}\n"),
            RustFile::fixture("crates/x/src/b.rs", "//! B.\n//! ```\n//! b();\n//! ```\n"),
            RustFile::fixture("crates/y/src/a.rs", "//! A.\n#[test]\nfn a() {}\n"),
        ];
        let found = |manifest: &str| -> Vec<String> {
            let found = never_run("crates/x", manifest, &sources).expect("a manifest");
            found.into_iter().map(|f| format!("{}:{}", f.path, f.line)).collect()
        };
        assert_eq!(found("[lib]\nname = \"x\"\n"), [""; 0]);
        assert_eq!(found("[lib]\ntest = false\n"), ["crates/x/src/a.rs:2"]);
        assert_eq!(found("[lib]\ndoctest = false\n"), ["crates/x/src/b.rs:2"]);
    }
}
