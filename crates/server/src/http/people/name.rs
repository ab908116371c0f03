//! Which names people may have: what is seen must be all there is, and nobody is the computer.

use axum::http::StatusCode;
use room::names::{self, Fault};

use crate::http::{ApiError, ApiResult};

/// The longest name, in characters.
const LONGEST: usize = 24;

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

/// The name in its one form.
///
/// # Errors
/// What is wrong with it.
pub fn check(name: &str) -> ApiResult<String> {
    let name = names::check(name, LONGEST).map_err(|fault| bad(&detail(fault)))?;
    // Marks are put behind names by tables, and by nobody else.
    let name = names::unmarked(&name).to_owned();
    if RESERVED.iter().any(|reserved| passes_for(&name, reserved)) {
        let detail = "This name could be taken for the computer or for whoever runs the server.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "name-reserved", detail).at("name"));
    }
    if is_marked(&name) {
        let detail = "Only the names of programs end in BOT.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "name-reserved", detail).at("name"));
    }
    Ok(name)
}

/// What stands behind the name of every program.
const MARK: &str = "BOT";

/// The name of a program.
pub fn marked(name: &str) -> String {
    format!("{name} {MARK}")
}

/// Whether the last word of a name can be taken for the mark of programs.
fn is_marked(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let last = words.next_back();
    words.next().is_some() && last.is_some_and(|last| names::look_alike(last, MARK))
}

/// Whether a name can be taken for another, with signs and perhaps digits left out.
fn passes_for(name: &str, reserved: &str) -> bool {
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    let digits: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    names::look_alike(&letters, reserved) || names::look_alike(&digits, reserved)
}

fn detail(fault: Fault) -> String {
    match fault {
        Fault::Length(count) => {
            format!("A name has 1 to {LONGEST} characters, this one has {count}.")
        }
        Fault::Hidden(c) => {
            let code = u32::from(c);
            format!(
                "A name has visible characters only, without control signs: U+{code:04X} is none."
            )
        }
        Fault::Blanks => "A name has no two blanks in a row.".into(),
        Fault::Marks => {
            "A name has at most two marks on a letter, and none before the first.".into()
        }
    }
}

fn bad(detail: &str) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "name", detail).at("name")
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
            ("C0mputer", "name-reserved", "computer"),
            ("Соmрutеr", "name-reserved", "computer"),
        ] {
            let ApiError(problem) = check(name).unwrap_err();
            assert_eq!((problem.kind.as_str(), problem.status), (kind, 400), "{name:?}");
            assert!(problem.detail.contains(part), "{name:?}: {}", problem.detail);
            assert_eq!(problem.at.as_deref(), Some("name"));
        }
    }
}
