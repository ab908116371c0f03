//! What each crate may depend on, read from the manifests.

use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::Finding;
use crate::{Outcome, files};

/// How the packages are called for the world; folders and `use` have the plain word.
const PREFIX: &str = "trencavel-";

/// A crate and all it may depend on, outside of its tests.
struct Border {
    package: &'static str,
    may_use: &'static [&'static str],
}

const BORDERS: &[Border] = &[
    Border { package: "table", may_use: &[] },
    Border { package: "tilefile", may_use: &["toml"] },
    Border { package: "country", may_use: &["table", "tilefile"] },
    Border { package: "city", may_use: &["table", "tilefile"] },
    Border { package: "games", may_use: &["table", "country", "city"] },
    Border { package: "ai", may_use: &["table", "country", "city", "games"] },
    Border { package: "art", may_use: &["table", "country", "city", "games"] },
    Border { package: "fair", may_use: &["games", "sha2", "hmac"] },
    Border { package: "film", may_use: &["table", "games", "art", "resvg", "gif", "color_quant"] },
    Border {
        package: "protocol",
        may_use: &["table", "games", "serde", "serde_json", "utoipa", "ts-rs"],
    },
    // The slow engines check the fast ones, so they must share nothing with them.
    Border { package: "reference-country", may_use: &["toml"] },
    Border { package: "reference-city", may_use: &["toml"] },
];

/// Pairs that never see each other, not even in tests.
const STRANGERS: &[(&str, &str)] = &[("country", "city"), ("city", "country")];

/// A dependency named in a manifest.
#[derive(Debug, PartialEq, Eq)]
struct Dependency {
    package: String,
    line: usize,
    /// Used by tests, examples and measurements only.
    is_dev: bool,
}

/// Checks the manifests of all crates.
pub fn check(root: &Path) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for path in files::below(root, "crates")? {
        if path.split('/').count() == 3 && path.ends_with("/Cargo.toml") {
            findings.extend(check_manifest(&path, &files::read(root, &path)?)?);
        }
    }
    Ok(findings)
}

fn check_manifest(path: &str, text: &str) -> Outcome<Vec<Finding>> {
    let manifest = DeTable::parse(text).map_err(|error| format!("{path}: {error}"))?;
    let manifest = manifest.get_ref();
    let package = table(manifest, "package").and_then(|package| package.get("name"));
    let Some(package) = package.and_then(|name| name.get_ref().as_str()) else {
        return Ok(vec![Finding::new(path, 1, "a crate without a name")]);
    };
    let Some(package) = package.strip_prefix(PREFIX) else {
        return Ok(vec![Finding::new(path, 1, format!("a package is called {PREFIX}…"))]);
    };
    let problem = |dependency: &Dependency| {
        let what = verdict(package, dependency)?;
        Some(Finding::new(path, dependency.line, what))
    };
    Ok(dependencies(manifest, text).iter().filter_map(problem).collect())
}

fn verdict(package: &str, dependency: &Dependency) -> Option<String> {
    let other = dependency.package.as_str();
    if STRANGERS.contains(&(package, other)) {
        return Some(format!("{package} and {other} must never see each other"));
    }
    let border = BORDERS.iter().find(|border| border.package == package)?;
    if dependency.is_dev || border.may_use.contains(&other) {
        return None;
    }
    let allowed = match border.may_use {
        [] => "nothing".to_owned(),
        list => list.join(", ") + " only",
    };
    Some(format!("{package} must not depend on {other}: it may use {allowed}"))
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
                let package = renamed.unwrap_or(key.get_ref());
                let package = package.strip_prefix(PREFIX).unwrap_or(package).to_owned();
                let line = text[..key.span().start].matches('\n').count() + 1;
                found.push(Dependency { package, line, is_dev: section == "dev-dependencies" });
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
    //! Manifests made up for the borders.
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let findings = check_manifest("crates/x/Cargo.toml", text).expect("a manifest");
        findings.into_iter().map(|f| format!("{}: {}", f.line, f.what)).collect()
    }

    #[test]
    fn the_table_depends_on_nothing() {
        let text = "[package]\nname = \"trencavel-table\"\n[dependencies]\nserde = \"1\"\n";
        assert_eq!(lines(text), ["4: table must not depend on serde: it may use nothing"]);
    }

    #[test]
    fn allowed_crates_pass_in_every_spelling() {
        let text = "[package]\nname = \"trencavel-country\"\n[dependencies]\ntable.workspace = true\n\
                    tilefile = { path = \"../tilefile\" }\n[dev-dependencies]\nserde_json = \"1\"\n";
        assert!(lines(text).is_empty());
    }

    #[test]
    fn renamed_build_and_platform_dependencies_are_seen() {
        let text = "[package]\nname = \"trencavel-city\"\n[dependencies]\nr = { package = \"rand\" }\n\
                    [build-dependencies]\ncc = \"1\"\n[target.'cfg(unix)'.dependencies]\ntokio = \"1\"\n";
        let found = lines(text);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("4: city must not depend on rand"), "{found:?}");
    }

    #[test]
    fn the_two_families_are_strangers_even_in_tests() {
        let text = "[package]\nname = \"trencavel-country\"\n[dev-dependencies]\ncity.workspace = true\n";
        assert_eq!(lines(text), ["4: country and city must never see each other"]);
    }

    #[test]
    fn crates_at_the_rim_are_free() {
        let text = "[package]\nname = \"trencavel-cli\"\n[dependencies]\nrand = \"1\"\n";
        assert!(lines(text).is_empty());
    }
}
