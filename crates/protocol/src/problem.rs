//! What went wrong, from the engine's own errors: each names the rule or the place.

use games::{Refusal, SetupError, TextError, WordError};

use crate::api::Problem;
use crate::step::NotPlayed;

impl Problem {
    /// A problem of a kind, with its English title, its HTTP status and what exactly is wrong.
    pub fn new(kind: &str, title: &str, status: u16, detail: impl Into<String>) -> Problem {
        Problem {
            kind: kind.to_string(),
            title: title.to_string(),
            status,
            detail: detail.into(),
            ..Problem::default()
        }
    }

    /// The same, at a place in the input.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Problem {
        self.at = Some(place.into());
        self
    }
}

/// A reason as a sentence.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let problem = Problem::new("rules", "The rules forbid it", 422, sentence(refusal.reason));
        Problem { rule: Some(refusal.rule.to_string()), ..problem }
    }
}

impl From<TextError> for Problem {
    fn from(error: TextError) -> Problem {
        Problem::new("word", "This is no word", 422, sentence(&error.to_string()))
    }
}

impl From<WordError> for Problem {
    fn from(error: WordError) -> Problem {
        match error {
            WordError::Text(error) => error.into(),
            WordError::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<NotPlayed> for Problem {
    fn from(NotPlayed { index, error }: NotPlayed) -> Problem {
        Problem::from(error).at(format!("words[{index}]"))
    }
}

impl From<games::RecordError> for Problem {
    fn from(error: games::RecordError) -> Problem {
        let place = format!("line {}, column {}", error.line, error.column);
        let Some(refusal) = error.refusal() else {
            let detail = format!("Expected {}.", error.expected);
            return Problem::new("record", "This is no record", 422, detail).at(place);
        };
        let problem = Problem::from(refusal).at(place);
        Problem { kind: "record".to_string(), ..problem }
    }
}

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Problem {
        let title = "This set-up cannot be played";
        Problem::new("setup", title, 422, sentence(&error.to_string()))
    }
}
