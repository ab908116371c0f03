//! Lists the rules pages and the texts of the expansions, whichever there are.

use std::fs;
use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder");
    let rules = format!("{root}/../../content/rules");
    let pages = names(&rules, "", ".en.md").into_iter().map(|name| {
        let text =
            |language| format!("include_str!({:?})", format!("{rules}/{name}.{language}.md"));
        format!("({name:?}, [{}, {}])", text("en"), text("fr"))
    });
    write("pages.rs", pages);
    let french = format!("{root}/../../web/messages/fr");
    let texts = names(&french, "exp-", ".json").into_iter();
    write(
        "texts.rs",
        texts.map(|name| format!("include_str!({:?})", format!("{french}/exp-{name}.json"))),
    );
}

/// The names of files in a folder between a beginning and an end, sorted.
fn names(folder: &str, start: &str, end: &str) -> Vec<String> {
    println!("cargo::rerun-if-changed={folder}");
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let middle = |name: String| Some(name.strip_prefix(start)?.strip_suffix(end)?.to_owned());
    let mut names: Vec<String> = names.filter_map(middle).collect();
    names.sort();
    names
}

/// Writes a list as Rust.
fn write(file: &str, items: impl Iterator<Item = String>) {
    let folder = std::env::var("OUT_DIR").expect("cargo names a folder");
    let list = format!("&[{}]", items.collect::<Vec<_>>().join(", "));
    let path = Path::new(&folder).join(file);
    fs::write(&path, list).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
