//! Blanks and apostrophes as each language prints them, so that authors can type plain ones.

use super::Texts;

/// A language of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    English,
    French,
}

impl Language {
    /// Both, in the order in which they are asked for.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// `en`, `fr`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// Its place in [`Texts`].
    pub fn of(self, texts: &mut Texts) -> &mut String {
        match self {
            Language::English => &mut texts.en,
            Language::French => &mut texts.fr,
        }
    }
}

const NARROW: &str = "\u{202f}";
const WIDE: &str = "\u{a0}";

/// A text in its printed form: single blanks, round apostrophes, and French blanks that do not
/// break before `; ! ? :` and inside « ».
pub(super) fn set(text: &str, language: Language) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").replace('\'', "’");
    if language == Language::English {
        return text;
    }
    let mut text = text.replace("« ", &format!("«{NARROW}")).replace(" :", &format!("{WIDE}:"));
    for mark in [";", "!", "?", "»"] {
        text = text.replace(&format!(" {mark}"), &format!("{NARROW}{mark}"));
    }
    text
}
