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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_blanks_do_not_break() {
        let set = |text| set(text, Language::French);
        assert_eq!(set("Bravo !  Et l'abbé ?"), "Bravo\u{202f}! Et l’abbé\u{202f}?");
        assert_eq!(set("ainsi : « oui » ; non"), "ainsi\u{a0}: «\u{202f}oui\u{202f}»\u{202f}; non");
        assert_eq!(set("déjà\u{202f}! fait\u{a0}: ici"), "déjà\u{202f}! fait\u{a0}: ici");
        assert_eq!(super::set("it's : so !", Language::English), "it’s : so !");
    }
}
