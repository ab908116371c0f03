//! No release has the expansion made up for the tests: its feature is asked for by dependencies of
//! tests alone, and is no default.

use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::Finding;
use crate::{Outcome, files};

/// The feature, here and behind the name of a crate: `games/trial`.
const FEATURE: &str = "trial";

/// Checks every manifest.
pub fn check(root: &Path) -> Outcome<Vec<Finding>> {
    let mut paths = vec!["Cargo.toml".to_owned()];
    let inside = files::below(root, "crates")?.into_iter();
    paths.extend(inside.filter(|path| path.ends_with("/Cargo.toml")));
    let mut findings = Vec::new();
    for path in paths {
        findings.extend(check_manifest(&path, &files::read(root, &path)?)?);
    }
    Ok(findings)
}

fn check_manifest(path: &str, text: &str) -> Outcome<Vec<Finding>> {
    let manifest = DeTable::parse(text).map_err(|error| format!("{path}: {error}"))?;
    let mut found = Vec::new();
    walk(manifest.get_ref(), &mut found);
    found.sort_unstable();
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let what = format!("asks for the feature {FEATURE}, which no release has");
    Ok(found.into_iter().map(|at| Finding::new(path, line(at), what.clone())).collect())
}

/// Looks into all tables but those of tests, for lists that are called `features` or `default`.
fn walk(table: &DeTable, found: &mut Vec<usize>) {
    for (key, value) in table {
        let key = key.get_ref();
        match value.get_ref() {
            DeValue::Table(inner) if *key != "dev-dependencies" => walk(inner, found),
            DeValue::Array(list) if *key == "features" || *key == "default" => {
                let asked = list.iter().filter(|name| {
                    let name = name.get_ref().as_str().unwrap_or_default();
                    name.rsplit('/').next() == Some(FEATURE)
                });
                found.extend(asked.map(|name| name.span().start));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    //! Planted features.
    use super::*;

    #[test]
    fn only_tests_may_ask_for_it() {
        let text = "[features]\ndefault = [\"games/trial\"]\ntrial = [\"games/trial\"]\n\
                    [dependencies]\ncountry = { features = [\"trial\"] }\n\
                    [target.'cfg(unix)'.dependencies]\ncountry = { features = [\"trial\"] }\n\
                    [dev-dependencies]\ncountry = { features = [\"trial\"] }\n";
        let found = check_manifest("crates/a/Cargo.toml", text).expect("a manifest");
        assert_eq!(found.iter().map(|f| f.line).collect::<Vec<_>>(), [2, 5, 7]);
    }
}
