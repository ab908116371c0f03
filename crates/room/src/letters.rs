//! What is known of the world's letters: their one form, their marks, and which look alike.
//!
//! The tables are large. Without the feature `scripts`, which a server has, names are taken as they
//! are: a page has one person, and whatever goes from it to a server is looked at there.

#[cfg(feature = "scripts")]
pub use known::{capitals, is_combining_mark, is_digit, one_form, skeleton, small, taken_apart};
#[cfg(not(feature = "scripts"))]
pub use unknown::{capitals, is_combining_mark, is_digit, one_form, skeleton, small, taken_apart};

#[cfg(feature = "scripts")]
mod known {
    use unicode_normalization::UnicodeNormalization;
    pub use unicode_normalization::char::is_combining_mark;

    /// The one form of a text (NFKC).
    pub fn one_form(text: &str) -> String {
        text.nfkc().collect()
    }

    /// A text with marks and letters apart (NFD).
    pub fn taken_apart(text: &str) -> String {
        text.nfd().collect()
    }

    /// A text in capitals.
    pub fn capitals(text: &str) -> String {
        text.chars().flat_map(char::to_uppercase).collect()
    }

    /// A text in small letters.
    pub fn small(text: &str) -> String {
        text.chars().flat_map(char::to_lowercase).collect()
    }

    /// Whether it is a number in some script.
    pub fn is_digit(c: char) -> bool {
        c.is_numeric()
    }

    /// What a text looks like: the same for texts that can be taken for each other.
    pub fn skeleton(text: &str) -> String {
        unicode_security::confusable_detection::skeleton(text).collect()
    }
}

#[cfg(not(feature = "scripts"))]
mod unknown {
    /// The text itself.
    pub fn one_form(text: &str) -> String {
        text.to_owned()
    }

    /// The text itself.
    pub fn taken_apart(text: &str) -> String {
        text.to_owned()
    }

    /// The text itself.
    pub fn skeleton(text: &str) -> String {
        text.to_owned()
    }

    /// The text with the letters from A to Z as capitals.
    pub fn capitals(text: &str) -> String {
        text.to_ascii_uppercase()
    }

    /// The text with the letters from A to Z small.
    pub fn small(text: &str) -> String {
        text.to_ascii_lowercase()
    }

    /// Our own digits.
    pub fn is_digit(c: char) -> bool {
        c.is_ascii_digit()
    }

    /// The marks that European keyboards make.
    pub fn is_combining_mark(c: char) -> bool {
        matches!(u32::from(c), 0x0300..=0x036F)
    }
}
