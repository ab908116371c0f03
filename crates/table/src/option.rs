//! Declared options of a game: house rules with a key and named values.

/// An option that a table may choose. The first value is the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDecl {
    /// Its number within the family; never reused.
    pub number: u8,
    /// Its key in texts, as `OPT-FARMERS`.
    pub key: &'static str,
    /// Its values, the default first.
    pub values: &'static [&'static str],
    /// Defaults that it had before: until which revision of the rules, and which; the oldest first.
    pub earlier: &'static [(u32, &'static str)],
    /// What it changes, in a sentence.
    pub about: &'static str,
}
