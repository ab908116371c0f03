//! Why a request is refused.

use games::WordError;
use protocol::{NotPlayed, Problem};

/// A refusal with a kind that programs can match and a sentence for people.
pub fn problem(status: u16, kind: &str, detail: impl Into<String>) -> Problem {
    Problem {
        kind: kind.to_string(),
        title: kind.replace('-', " "),
        status,
        detail: detail.into(),
        ..Problem::default()
    }
}

/// A field of the table's plan that cannot be used.
pub fn config(at: impl Into<String>, detail: impl Into<String>) -> Problem {
    Problem { at: Some(at.into()), ..problem(422, "config", detail) }
}

/// A field of a message that cannot be used.
pub fn field(at: &str, detail: impl Into<String>) -> Problem {
    Problem { at: Some(at.to_string()), ..problem(422, "field", detail) }
}

/// A word that was not played.
pub fn word(not: &NotPlayed) -> Problem {
    let at = Some(format!("words[{}]", not.index));
    match &not.error {
        WordError::Text(error) => {
            let detail = format!("Expected {}.", error.expected);
            Problem { at, ..problem(422, "word", detail) }
        }
        WordError::Refused(refusal) => Problem {
            at,
            rule: Some(refusal.rule.to_string()),
            ..problem(422, "rules", sentence(refusal.reason))
        },
    }
}

/// The reason of a refusal as a sentence.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
