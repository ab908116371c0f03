//! The core names no expansion, and an expansion says which others it knows.

use std::collections::BTreeSet;

use super::{Finding, RustFile};

const CORE: &str = "crates/country/src/";
/// Where the folders of the expansions are.
pub const EXPANSIONS: &str = "crates/country/src/exp/";
const LIST: &str = "crates/country/src/exp/mod.rs";
const HEADER: &str = "//! Knows:";

/// An expansion: its folder, and its name in the list of expansions.
#[derive(Debug, PartialEq, Eq)]
struct Expansion {
    folder: String,
    name: String,
}

impl Expansion {
    /// The places where a file names it, outside of tests.
    fn named_in(&self, file: &RustFile) -> Vec<usize> {
        let Self { folder, name } = self;
        let mut spellings =
            vec![format!("slots.{folder}"), format!("Id::{name}"), format!("exp::{folder}")];
        // Only from the main file of another expansion does `super` lead to this one.
        if file.path.starts_with(EXPANSIONS) && file.path.ends_with("/mod.rs") {
            spellings.push(format!("super::{folder}"));
        }
        let places = spellings.iter().flat_map(|word| file.source.code_words(word));
        file.outside_tests(places.collect())
    }
}

/// Checks the core and the headers.
pub fn check(sources: &[RustFile]) -> Vec<Finding> {
    let expansions = expansions(sources);
    let mut findings = Vec::new();
    for file in sources.iter().filter(|file| file.path.starts_with(CORE)) {
        if !file.path.starts_with(EXPANSIONS) {
            findings.extend(core_findings(file, &expansions));
        }
    }
    for expansion in &expansions {
        findings.extend(header_findings(expansion, &expansions, sources));
    }
    findings
}

/// How code points to an expansion: `exp::river`, `Id::River`, `slots().river`.
pub fn paths(sources: &[RustFile]) -> Vec<String> {
    let of = |Expansion { folder, name }: Expansion| {
        [format!("exp::{folder}"), format!("Id::{name}"), format!("slots().{folder}")]
    };
    expansions(sources).into_iter().flat_map(of).collect()
}

/// The expansions by their folders. The list gives the name: `1 => river: River`.
fn expansions(sources: &[RustFile]) -> Vec<Expansion> {
    let inside = sources.iter().filter_map(|file| file.path.strip_prefix(EXPANSIONS));
    let folders: BTreeSet<&str> =
        inside.filter_map(|path| path.split_once('/')).map(|(folder, _)| folder).collect();
    let list = sources.iter().find(|file| file.path == LIST).map(|file| file.source.code.as_str());
    let expansion = |folder: &str| Expansion {
        folder: folder.to_owned(),
        name: listed_name(list.unwrap_or_default(), folder).unwrap_or_else(|| capital(folder)),
    };
    folders.into_iter().map(expansion).collect()
}

fn listed_name(list: &str, folder: &str) -> Option<String> {
    list.lines().find_map(|line| {
        let (_, rest) = line.split_once(folder)?;
        let rest = rest.trim_start();
        let rest = rest.strip_prefix("=>").or_else(|| rest.strip_prefix(':'))?.trim_start();
        let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn core_findings(file: &RustFile, expansions: &[Expansion]) -> Vec<Finding> {
    let named = expansions.iter().flat_map(|expansion| {
        let places = expansion.named_in(file);
        let what = format!("the core names the expansion {}", expansion.folder);
        places.into_iter().map(move |at| file.finding(at, what.clone()))
    });
    named.collect()
}

/// The header of `mod.rs` must list exactly the other expansions that the folder's code names.
fn header_findings(own: &Expansion, all: &[Expansion], sources: &[RustFile]) -> Vec<Finding> {
    let folder = format!("{EXPANSIONS}{}/", own.folder);
    let main = format!("{folder}mod.rs");
    let Some(module) = sources.iter().find(|file| file.path == main) else {
        return vec![Finding::new(&main, 1, "missing: an expansion begins with mod.rs")];
    };
    let listed = header(module);
    let mut findings = Vec::new();
    for other in all.iter().filter(|other| *other != own) {
        let files = sources.iter().filter(|file| file.path.starts_with(&folder));
        let places = files.flat_map(|file| {
            other.named_in(file).into_iter().map(move |at| file.finding(at, String::new()))
        });
        let first = places.min();
        match (first, listed.names.contains(&other.folder)) {
            (Some(place), false) => {
                let what = format!("names {}, but `{HEADER}` does not list it", other.folder);
                findings.push(Finding { what, ..place });
            }
            (None, true) => {
                let what = format!("`{HEADER}` lists {}, but no code names it", other.folder);
                findings.push(Finding::new(&main, listed.line, what));
            }
            _ => {}
        }
    }
    for name in &listed.names {
        if !all.iter().any(|expansion| expansion.folder == *name) {
            let what = format!("`{HEADER}` lists {name}, which is no expansion");
            findings.push(Finding::new(&main, listed.line, what));
        }
    }
    findings
}

/// What the header lists.
#[derive(Debug, Default, PartialEq, Eq)]
struct Header {
    line: usize,
    names: BTreeSet<String>,
}

/// Reads `//! Knows: inns, traders (why).`; `nothing` lists none.
fn header(module: &RustFile) -> Header {
    let mut lines = module.source.text.lines().enumerate();
    let Some((number, text)) = lines.find(|(_, line)| line.starts_with(HEADER)) else {
        return Header { line: 1, names: BTreeSet::new() };
    };
    let list = text[HEADER.len()..].split('.').next().unwrap_or_default();
    let word = |part: &str| part.split_whitespace().next().unwrap_or_default().to_owned();
    let names = list.split(',').map(word).filter(|name| !name.is_empty() && name != "nothing");
    Header { line: number + 1, names: names.collect() }
}

#[cfg(test)]
mod tests {
    //! Small trees of sources.
    use super::*;

    const LIST_TEXT: &str =
        "//! x\nexpansions! {\n    1 => river: River,\n    2 => inns: Inns,\n}\n";

    fn findings(files: &[(&str, &str)]) -> Vec<String> {
        let mut sources = vec![RustFile::fixture(LIST, LIST_TEXT)];
        for (path, text) in files {
            sources.push(RustFile::fixture(&format!("{CORE}{path}"), text));
        }
        let mut found = check(&sources);
        found.sort();
        found
            .into_iter()
            .map(|f| format!("{}:{}: {}", &f.path[CORE.len()..], f.line, f.what))
            .collect()
    }

    #[test]
    fn the_core_names_no_expansion() {
        let core = "//! Inns::x in a comment: Id::Inns\nfn a() { r.has(Id::Inns); s.slots.river; }\n\
                    #[cfg(test)]\nmod tests { use exp::inns; }\n";
        let found = findings(&[
            ("turn.rs", core),
            ("exp/river/mod.rs", "//! River\n"),
            ("exp/inns/mod.rs", "//! Inns\n"),
        ]);
        assert_eq!(
            found,
            [
                "turn.rs:2: the core names the expansion inns",
                "turn.rs:2: the core names the expansion river",
            ]
        );
    }

    #[test]
    fn headers_list_exactly_what_code_names() {
        let honest = "//! The River\n//! Knows: inns (its tiles).\nfn a() { Id::Inns }\n";
        assert!(
            findings(&[("exp/river/mod.rs", honest), ("exp/inns/mod.rs", "//! Inns\n")]).is_empty()
        );

        let silent = "//! The River\nuse super::inns::Inns;\n";
        let idle = "//! Knows: river, tower.\n";
        let found = findings(&[("exp/river/mod.rs", silent), ("exp/inns/mod.rs", idle)]);
        assert_eq!(
            found,
            [
                "exp/inns/mod.rs:1: `//! Knows:` lists river, but no code names it",
                "exp/inns/mod.rs:1: `//! Knows:` lists tower, which is no expansion",
                "exp/river/mod.rs:2: names inns, but `//! Knows:` does not list it",
            ]
        );
    }

    #[test]
    fn an_expansion_has_a_mod_file_and_may_know_nothing() {
        let found = findings(&[
            ("exp/river/bridge.rs", "//! x\n"),
            (
                "exp/inns/mod.rs",
                "//! Inns\n//! Knows: nothing.\nfn a() { Id::Inns; s.slots.inns }\n",
            ),
        ]);
        assert_eq!(found, ["exp/river/mod.rs:1: missing: an expansion begins with mod.rs"]);
    }

    #[test]
    fn names_come_from_the_list_or_the_folder() {
        assert_eq!(
            listed_name("2 => inns: InnsAndCathedrals,", "inns").as_deref(),
            Some("InnsAndCathedrals")
        );
        assert_eq!(listed_name("inns => Inns,", "inns").as_deref(), Some("Inns"));
        assert_eq!(listed_name("pub mod inns;", "inns"), None);
        assert_eq!(capital("river"), "River");
    }
}
