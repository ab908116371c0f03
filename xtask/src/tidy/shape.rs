//! Headers, leftovers, lines, and the sizes of files and functions.

use std::collections::BTreeMap;
use std::path::Path;

use toml::de::DeTable;

use super::{Finding, RustFile};
use crate::{Outcome, files};

const COLUMNS_MAX: usize = 100;
const FILE_LINES_MAX: usize = 400;
const FUNCTION_LINES_MAX: usize = 70;
const ALLOW_FILE: &str = "xtask/allow.toml";

/// Macros that mark unfinished work.
const UNFINISHED: &[&str] = &["todo!", "dbg!", "unimplemented!"];

/// The exceptions from the size limits: what is too long now may stay so long, with a reason.
#[derive(Debug, Default)]
pub struct Allowed {
    files: BTreeMap<String, Exception>,
    functions: BTreeMap<String, Exception>,
}

/// One exception of `allow.toml`.
#[derive(Debug)]
struct Exception {
    lines: usize,
    at_line: usize,
}

/// Something whose size is limited.
struct Sized {
    name: String,
    place: Finding,
    lines: usize,
}

impl Allowed {
    /// Reads `xtask/allow.toml`; without the file there are no exceptions.
    pub fn read(root: &Path) -> Outcome<Self> {
        if !root.join(ALLOW_FILE).is_file() {
            return Ok(Self::default());
        }
        Self::parse(&files::read(root, ALLOW_FILE)?)
    }

    fn parse(text: &str) -> Outcome<Self> {
        let parsed = DeTable::parse(text).map_err(|error| format!("{ALLOW_FILE}: {error}"))?;
        let section = |name: &str| {
            let entries = parsed.get_ref().get(name).and_then(|value| value.get_ref().as_table());
            let entries = entries.into_iter().flatten().map(|(key, value)| {
                let lines = value.get_ref().get("lines").and_then(|v| v.get_ref().as_integer());
                let lines = lines.and_then(|lines| lines.as_str().parse().ok());
                let reason = value.get_ref().get("reason").and_then(|v| v.get_ref().as_str());
                let at_line = text[..key.span().start].matches('\n').count() + 1;
                match (lines, reason) {
                    (Some(lines), Some(reason)) if !reason.trim().is_empty() => {
                        Ok((key.get_ref().to_string(), Exception { lines, at_line }))
                    }
                    _ => Err(format!("{ALLOW_FILE}:{at_line}: needs `lines` and `reason`")),
                }
            });
            entries.collect::<Outcome<BTreeMap<_, _>>>()
        };
        Ok(Self { files: section("files")?, functions: section("functions")? })
    }
}

/// Checks every source on its own, then the sizes against the exceptions.
pub fn check(sources: &[RustFile], allowed: &Allowed) -> Vec<Finding> {
    let mut findings: Vec<Finding> = sources.iter().flat_map(one_file).collect();
    let sizes = sources.iter().filter(|file| !file.is_test).map(logic_size).collect();
    findings.extend(too_long(sizes, FILE_LINES_MAX, &allowed.files, "lines of logic"));
    let sizes = sources.iter().flat_map(function_sizes).collect();
    findings.extend(too_long(sizes, FUNCTION_LINES_MAX, &allowed.functions, "lines"));
    findings
}

fn one_file(file: &RustFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !file.source.text.trim_start().starts_with("//!") {
        findings.push(file.finding(0, "a module opens with `//!`"));
    }
    for unfinished in UNFINISHED {
        for at in file.source.code_places(unfinished) {
            let inside_word =
                file.source.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !inside_word {
                findings.push(file.finding(at, format!("{unfinished} is left over")));
            }
        }
    }
    let may_unwrap = file.path.starts_with("xtask/") || file.path.ends_with("/main.rs");
    if !may_unwrap {
        for at in file.outside_tests(file.source.code_places(".unwrap()")) {
            findings.push(file.finding(at, "unwrap outside tests"));
        }
    }
    findings.extend(long_lines(file));
    findings
}

/// Lines over the limit, unless it is a literal that makes them long.
fn long_lines(file: &RustFile) -> Vec<Finding> {
    let too_long = file.source.lines().filter_map(|line| {
        let columns = file.source.text[line.clone()].chars().count();
        let literal = file.source.literal_columns(&line);
        let is_long = columns > COLUMNS_MAX && (literal == 0 || columns - literal > COLUMNS_MAX);
        is_long
            .then(|| file.finding(line.start, format!("{columns} columns, at most {COLUMNS_MAX}")))
    });
    too_long.collect()
}

/// Lines that hold code outside of tests.
fn logic_size(file: &RustFile) -> Sized {
    let with_code = file.source.lines().filter_map(|line| {
        let has_code = !file.source.text[line.clone()].trim().is_empty();
        (has_code && !file.source.is_comment_only(&line)).then_some(line.start)
    });
    let lines = file.outside_tests(with_code.collect()).len();
    Sized { name: file.path.clone(), place: file.finding(0, ""), lines }
}

fn function_sizes(file: &RustFile) -> Vec<Sized> {
    let live = file.outside_tests(file.source.functions().iter().map(|f| f.keyword).collect());
    let functions = file.source.functions().into_iter().filter(|f| live.contains(&f.keyword));
    let sizes = functions.map(|function| {
        let first = file.source.line_of(function.keyword);
        let last = file.source.line_of(function.whole.end - 1);
        Sized {
            name: format!("{}::{}", file.path, function.name),
            place: file.finding(function.keyword, ""),
            lines: last - first + 1,
        }
    });
    sizes.collect()
}

/// What is over the limit or over its exception, and exceptions no longer needed.
fn too_long(
    sizes: Vec<Sized>,
    limit: usize,
    allowed: &BTreeMap<String, Exception>,
    unit: &str,
) -> Vec<Finding> {
    let mut unused: BTreeMap<&str, &Exception> =
        allowed.iter().map(|(name, exception)| (name.as_str(), exception)).collect();
    let mut findings = Vec::new();
    for Sized { name, place, lines } in sizes {
        if lines <= limit {
            continue;
        }
        unused.remove(name.as_str());
        let most = allowed.get(&name).map_or(limit, |exception| exception.lines);
        if lines > most {
            let what = format!("{name} has {lines} {unit}, at most {most}");
            findings.push(Finding { what, ..place });
        }
    }
    findings.extend(unused.into_iter().map(|(name, exception)| {
        let what = format!("{name} is not over {limit} {unit} any more: remove the exception");
        Finding::new(ALLOW_FILE, exception.at_line, what)
    }));
    findings
}

#[cfg(test)]
mod tests {
    //! Sources made up for each check.
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let file = RustFile::fixture(path, text);
        one_file(&file).into_iter().map(|f| format!("{}: {}", f.line, f.what)).collect()
    }

    #[test]
    fn modules_open_with_a_header() {
        assert_eq!(found("crates/x/src/a.rs", "use x;\n"), ["1: a module opens with `//!`"]);
        assert!(found("crates/x/src/a.rs", "//! Good.\n").is_empty());
    }

    #[test]
    fn leftovers_count_in_code_only() {
        let text = "//! todo! is a macro.\nfn a() { todo!(\"dbg!\") }\nfn b() { my_todo!() }\n";
        assert_eq!(found("crates/x/src/a.rs", text), ["2: todo! is left over"]);
    }

    #[test]
    fn unwrap_is_for_tests_and_main() {
        let text =
            "//! x\nfn a() { b.unwrap(); }\n#[cfg(test)]\nmod tests { fn c() { d.unwrap() } }\n";
        assert_eq!(found("crates/x/src/a.rs", text), ["2: unwrap outside tests"]);
        assert!(found("crates/cli/src/main.rs", text).is_empty());
        assert!(found("crates/x/tests/a.rs", text).is_empty());
    }

    #[test]
    fn long_lines_may_hold_long_literals() {
        let comment = format!("//! x\n// {}\n", "x".repeat(98));
        assert_eq!(found("crates/x/src/a.rs", &comment), ["2: 101 columns, at most 100"]);
        let literal = format!("//! x\nlet a = \"{}\";\n", "x".repeat(200));
        assert!(found("crates/x/src/a.rs", &literal).is_empty());
    }

    fn long_function(lines: usize) -> String {
        format!("//! x\nfn long() {{\n{}}}\n", "    a();\n".repeat(lines - 2))
    }

    fn sized(text: &str, allow: &str) -> Vec<String> {
        let file = RustFile::fixture("crates/x/src/a.rs", text);
        let allowed = Allowed::parse(allow).expect("exceptions");
        check(&[file], &allowed)
            .into_iter()
            .map(|f| format!("{}:{}: {}", f.path, f.line, f.what))
            .collect()
    }

    #[test]
    fn functions_fit_a_screen_or_have_a_reason() {
        assert!(sized(&long_function(70), "").is_empty());
        let long = long_function(75);
        let name = "crates/x/src/a.rs::long";
        assert_eq!(
            sized(&long, ""),
            [format!("crates/x/src/a.rs:2: {name} has 75 lines, at most 70")]
        );
        let allow =
            |lines| format!("[functions]\n\"{name}\" = {{ lines = {lines}, reason = \"r\" }}\n");
        assert!(sized(&long, &allow(75)).is_empty());
        assert_eq!(sized(&long, &allow(74)).len(), 1);
        assert_eq!(
            sized(&long_function(10), &allow(75)),
            [format!(
                "xtask/allow.toml:2: {name} is not over 70 lines any more: remove the exception"
            )]
        );
    }

    #[test]
    fn files_count_lines_of_logic_only() {
        let tests = "#[cfg(test)]\nmod tests {\n".to_owned() + &"fn a() {}\n".repeat(300) + "}\n";
        let text = "//! x\n".to_owned() + &"// why\n\nuse a;\n".repeat(400) + &tests;
        assert!(sized(&text, "").is_empty());
        let more = text.replacen("// why", "use b;", 1);
        assert_eq!(sized(&more, "").len(), 1);
    }

    #[test]
    fn an_exception_needs_a_reason() {
        assert!(Allowed::parse("[files]\n\"a.rs\" = { lines = 500, reason = \"\" }\n").is_err());
        assert!(Allowed::parse("[files]\n\"a.rs\" = { reason = \"list\" }\n").is_err());
    }
}
