//! The languages in which problems are told: English, in which they are written, and French.

mod catalogue;

use axum::http::{HeaderMap, header};
use protocol::Problem;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// The one that a client likes best, by its `Accept-Language`.
    pub fn of(headers: &HeaderMap) -> Language {
        let lists = headers.get_all(header::ACCEPT_LANGUAGE).iter();
        let list: Vec<&str> = lists.filter_map(|list| list.to_str().ok()).collect();
        let mut best = (Language::English, 0.0);
        for one in list.iter().flat_map(|list| list.split(',')) {
            let mut parts = one.split(';');
            let Some(language) = parts.next().and_then(Language::named) else { continue };
            let weight = parts.find_map(|part| part.trim().strip_prefix("q="));
            let weight = weight.map_or(1.0, |q| q.trim().parse::<f32>().unwrap_or(0.0));
            // Of two that are liked equally the first one counts.
            if weight > best.1 {
                best = (language, weight);
            }
        }
        best.0
    }

    /// The one with a name like `fr` or `fr-CA`.
    pub fn named(name: &str) -> Option<Language> {
        let main = name.trim().split('-').next().unwrap_or("");
        match main.to_ascii_lowercase().as_str() {
            "en" | "*" => Some(Language::English),
            "fr" => Some(Language::French),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// A problem in this language.
    pub fn tell(self, mut problem: Problem) -> Problem {
        if self == Language::English {
            return problem;
        }
        let french = catalogue::french();
        let kind = french.kind(&problem.kind);
        match (french.sentence(&problem.detail), kind) {
            (Some((sentence, _)), _) => problem.detail = sentence,
            (None, Some(kind)) => problem.detail = format!("{kind}."),
            (None, None) => {}
        }
        if let Some(kind) = kind {
            kind.clone_into(&mut problem.title);
        }
        problem
    }
}

/// The French of every problem, for pages that have them from an engine of their own.
pub fn french_texts() -> &'static serde_json::Value {
    catalogue::texts()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may stop at once
mod tests;
