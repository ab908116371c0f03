//! A crate whose tests are one binary names all of them in `tests/main.rs`: a file that is not
//! named there would never be compiled, and nobody would miss its tests.

use super::{Finding, RustFile};

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
}
