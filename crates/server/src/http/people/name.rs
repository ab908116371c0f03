//! Which names people may have: what is seen must be all there is, and nobody is the computer.

use axum::http::StatusCode;

use crate::http::{ApiError, ApiResult};
use crate::store::person::folded;

/// The longest name, in characters.
const LONGEST: usize = 24;

/// Marks above and below one letter; more of them cover the lines around.
const MARKS_MAX: usize = 2;

/// Names of nobody, whatever their case, with digits and signs between the letters left out.
const RESERVED: [&str; 16] = [
    "admin",
    "administrateur",
    "administrator",
    "bot",
    "computer",
    "lordinateur",
    "modérateur",
    "moderateur",
    "moderator",
    "ordinateur",
    "server",
    "serveur",
    "system",
    "système",
    "thecomputer",
    "trencavel",
];

/// The name without the blanks around it.
///
/// # Errors
/// What is wrong with it.
pub fn check(name: &str) -> ApiResult<String> {
    let name = name.trim();
    let count = name.chars().count();
    if count == 0 || count > LONGEST {
        return Err(bad(&format!("A name has 1 to {LONGEST} characters, this one has {count}.")));
    }
    if let Some(c) = name.chars().find(|c| is_hidden(*c)) {
        let code = u32::from(c);
        return Err(bad(&format!(
            "A name has visible characters only, without control signs: U+{code:04X} is none."
        )));
    }
    if name.contains("  ") {
        return Err(bad("A name has no two blanks in a row."));
    }
    if name.starts_with(is_mark) || has_pile(name) {
        return Err(bad("A name has at most two marks on a letter, and none before the first."));
    }
    let letters: String = folded(name).chars().filter(|c| c.is_alphabetic()).collect();
    if RESERVED.contains(&letters.as_str()) {
        let detail = "This name could be taken for the computer or for whoever runs the server.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "name-reserved", detail).at("name"));
    }
    Ok(name.to_owned())
}

fn bad(detail: &str) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "name", detail).at("name")
}

/// Characters that are not seen, or change how others are seen.
fn is_hidden(c: char) -> bool {
    if c.is_control() || (c.is_whitespace() && c != ' ') {
        return true;
    }
    matches!(u32::from(c),
        // Soft hyphen, joiners, fillers, blank Braille.
        0x00AD | 0x034F | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x2800 | 0x3164
        | 0xFFA0
        // Zero width; left to right and right to left.
        | 0x061C | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF
        // Selectors of variants, signs between lines, tags, private use, no characters.
        | 0xFE00..=0xFE0F | 0xE0000..=0xE0FFF | 0xFFF0..=0xFFFB | 0xE000..=0xF8FF
        | 0xF0000..=0x0010_FFFF | 0xFDD0..=0xFDEF | 0xFFFE | 0xFFFF)
}

fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF
        | 0xFE20..=0xFE2F)
}

fn has_pile(name: &str) -> bool {
    let mut marks = 0;
    name.chars().any(|c| {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        marks > MARKS_MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_of_all_countries_are_good() {
        for name in ["A", "Béla", "Jean-Pierre O'Hara", "Вера", "明子", "🏰", "x_X 99", "לאה"]
        {
            assert_eq!(check(name).unwrap(), name);
        }
        assert_eq!(check("  Anna\t").unwrap(), "Anna");
        assert_eq!(check(&"é".repeat(24)).unwrap().chars().count(), 24);
    }

    #[test]
    fn bad_names_say_why() {
        for (name, kind, part) in [
            ("", "name", "1 to 24"),
            (" \t ", "name", "1 to 24"),
            (&"x".repeat(25), "name", "this one has 25"),
            ("An\nna", "name", "U+000A"),
            ("An\u{0}na", "name", "U+0000"),
            ("Anna\u{200B}", "name", "U+200B"),
            ("\u{202E}annA", "name", "U+202E"),
            ("An\u{2066}na", "name", "U+2066"),
            ("An\u{00A0}na", "name", "U+00A0"),
            ("\u{3164}", "name", "U+3164"),
            ("A  B", "name", "two blanks"),
            ("\u{0301}a", "name", "marks"),
            ("a\u{0301}\u{0302}\u{0303}", "name", "marks"),
            ("Computer", "name-reserved", "computer"),
            ("ORDINATEUR 2", "name-reserved", "computer"),
            ("c.o.m.p.u.t.e.r", "name-reserved", "computer"),
            ("Système", "name-reserved", "runs the server"),
        ] {
            let ApiError(problem) = check(name).unwrap_err();
            assert_eq!((problem.kind.as_str(), problem.status), (kind, 400), "{name:?}");
            assert!(problem.detail.contains(part), "{name:?}: {}", problem.detail);
            assert_eq!(problem.at.as_deref(), Some("name"));
        }
    }
}
