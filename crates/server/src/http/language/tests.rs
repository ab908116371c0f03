//! Every kind and every sentence in the source has its French.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::*;

/// A text in the source, and what stands before it.
struct Literal {
    before: String,
    text: String,
    /// In `file:line`.
    place: String,
}

/// What a place of a format is filled with here.
const FILLED: &str = "⟦7⟧";

fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![root.join("../protocol/src/problem.rs")];
    // What tables refuse is told by this server, too.
    let mut folders = vec![root.join("src"), root.join("../room/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            // Settings, presets, pages and the store speak to others than clients; what links lead
            // to and what is mailed is told in both languages there.
            let other = ["store", "config", "config.rs", "presets.rs", "docs.rs", "tests.rs"];
            if other.contains(&name) || name == "preview.rs" || path.ends_with("notify/texts.rs") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// All texts of a file, without its tests and its comments.
fn literals(path: &Path) -> Vec<Literal> {
    let source = std::fs::read_to_string(path).unwrap();
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = source.lines().map(|line| {
        let line = line.trim();
        if line.starts_with("//") { "" } else { line }
    });
    let source: String = lines.fold(String::new(), |all, line| all + line + "\n");
    let mut found = Vec::new();
    let mut rest = source.as_str();
    let mut before = String::new();
    let mut line = 1;
    while let Some(at) = rest.find('"') {
        let is_letter = rest[..at].ends_with('\'');
        before.push_str(&rest[..at]);
        line += rest[..at].matches('\n').count();
        rest = &rest[at + 1..];
        if is_letter {
            continue;
        }
        let (text, length) = text_of(rest);
        let name = path.file_name().unwrap().to_str().unwrap();
        found.push(Literal { before: before.clone(), text, place: format!("{name}:{line}") });
        line += rest[..length].matches('\n').count();
        rest = &rest[length + 1..];
        before.clear();
    }
    found
}

/// A text up to its closing quote, and how long it is in the source.
fn text_of(rest: &str) -> (String, usize) {
    let mut text = String::new();
    let mut letters = rest.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (text, at),
            '\\' => match letters.next() {
                // The text goes on in the next line, without the blanks at its beginning.
                Some((_, '\n')) => while letters.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                Some((_, other)) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    (text, rest.len().saturating_sub(1))
}

/// A format with its places filled.
fn filled(format: &str) -> String {
    let format = format.replace("{{", "⟪").replace("}}", "⟫");
    let mut text = String::new();
    let mut rest = format.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let Some((_, behind)) = after.split_once('}') else { break };
        let _ = write!(text, "{before}{FILLED}");
        rest = behind;
    }
    text.push_str(rest);
    text.replace('⟪', "{").replace('⟫', "}")
}

fn is_sentence(literal: &Literal) -> bool {
    let text = &literal.text;
    let begins = text.starts_with(|c: char| c.is_uppercase() || c == '`' || c == '{');
    let ends =
        text.ends_with('.') || text.ends_with(": {complaint}") || text.ends_with(": {error}");
    // What describes the API is no problem, nor is what goes into the log.
    let before = literal.before.trim_end();
    let described = before.ends_with("description =") || before.ends_with("#[error(");
    let logged = literal.before.rsplit(';').next().is_some_and(|b| b.contains("tracing::"));
    begins && ends && text.contains(' ') && !described && !logged
}

/// Sentences that are put together from a word of the caller.
fn put_together(literal: &Literal) -> Option<String> {
    let text = &literal.text;
    let call = literal.before.trim_end();
    if call.ends_with("not_found(") {
        return Some(format!("There is no such {text}."));
    }
    let arguments = call.rsplit("too_many(").next().filter(|rest| rest.len() < call.len())?;
    let is_second = arguments.trim().ends_with(',') && arguments.matches(',').count() == 1;
    is_second.then(|| format!("Too many {text}. Try again in {FILLED} s."))
}

fn is_kind(literal: &Literal) -> bool {
    let text = &literal.text;
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let before = literal.before.trim_end();
    let number = |before: &str| {
        let digits = before.trim_end_matches(',');
        let status = digits.get(digits.len().saturating_sub(3)..).unwrap_or("");
        before.ends_with(',') && status.parse::<u16>().is_ok_and(|s| (400..600).contains(&s))
    };
    let status = before.ends_with(',')
        && before
            .rsplit(['(', ' '])
            .find(|part| !part.is_empty())
            .is_some_and(|part| part.contains("StatusCode::") || part.trim() == "status,");
    let call = ["not_ready(", "refused(", "Problem::new("].iter().any(|c| before.ends_with(c));
    plain && (status || call || number(before))
}

#[test]
fn every_kind_and_every_sentence_of_the_source_has_its_french() {
    let french = catalogue::french();
    let (mut missing, mut kinds, mut sentences) = (Vec::new(), 0, 0);
    for path in sources() {
        for literal in literals(&path) {
            if is_kind(&literal) {
                kinds += 1;
                if french.kind(&literal.text).is_none() {
                    missing.push(format!("{}: kind {}", literal.place, literal.text));
                }
            }
            let sentence = is_sentence(&literal).then(|| filled(&literal.text));
            for sentence in sentence.into_iter().chain(put_together(&literal)) {
                sentences += 1;
                let told = french.sentence(&sentence);
                // What comes through as it is must be a number or a name, no English.
                let through = |place: &&str| place.chars().any(char::is_alphabetic);
                let odd = |places: &Vec<&str>| places.iter().any(through);
                if told.is_none_or(|(_, places)| odd(&places)) {
                    missing.push(format!("{}: {sentence}", literal.place));
                }
            }
        }
    }
    assert!(missing.is_empty(), "content/problems/fr.json lacks\n{}", missing.join("\n"));
    assert!(kinds > 50 && sentences > 80, "the scan finds {kinds} kinds, {sentences} sentences");
}

/// The page says each kind in its own words, in both languages; refusals of the rules are told by
/// their sentence.
#[test]
fn the_page_knows_every_kind_in_both_languages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/messages");
    let mut missing = Vec::new();
    for language in ["en", "fr"] {
        let text = std::fs::read_to_string(root.join(language).join("errors.json")).unwrap();
        let known: std::collections::HashMap<String, String> = serde_json::from_str(&text).unwrap();
        for literal in sources().iter().flat_map(|path| literals(path)).filter(is_kind) {
            if literal.text != "rules" && !known.contains_key(&literal.text) {
                missing.push(format!("{language}: {} ({})", literal.text, literal.place));
            }
        }
    }
    assert!(missing.is_empty(), "web/messages/*/errors.json lack\n{}", missing.join("\n"));
}

#[test]
fn what_varies_comes_through() {
    let error = super::super::ApiError::too_many(7, "messages");
    let told = Language::French.tell(error.0.clone());
    assert_eq!(told.detail, "Trop de messages. Réessayez dans 7 s.");
    assert_eq!((told.retry, told.kind.as_str()), (Some(7), "too-many-requests"));
    assert_eq!(Language::English.tell(error.0.clone()).detail, error.0.detail);
    let odd = Problem { detail: "Never heard of.".into(), ..error.0 };
    assert_eq!(Language::French.tell(odd).detail, "Trop de demandes.");
    let rules = Problem::new("rules", "", 422, "Touching edges must be of the same kind.");
    let told = Language::French.tell(rules).detail;
    assert_eq!(told, "Les côtés qui se touchent doivent être de même nature.");
}

#[test]
fn the_language_is_the_one_that_is_liked_best() {
    let of = |list: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, list.parse().unwrap());
        Language::of(&headers)
    };
    assert_eq!(of("fr-CA,fr;q=0.9,en;q=0.8"), Language::French);
    assert_eq!(of("en,fr"), Language::English);
    assert_eq!(of("de, en;q=0.5, fr;q=0.7"), Language::French);
    assert_eq!(of("fr;q=0"), Language::English);
    assert_eq!(of("de"), Language::English);
    assert_eq!(Language::of(&HeaderMap::new()), Language::English);
}
