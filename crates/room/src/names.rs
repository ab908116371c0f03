//! Names: what is seen must be all there is, and two that look the same are the same.
//!
//! Invariant: pure functions. Which names are taken is the store's business.

use crate::letters::{
    capitals, is_combining_mark, is_digit, one_form, skeleton, small, taken_apart,
};

/// Marks above and below one letter; more of them cover the lines around.
const MARKS_MAX: usize = 2;

/// What is wrong with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It has no characters, or too many: so many.
    Length(usize),
    /// It has a character that is not seen, or changes how others are seen.
    Hidden(char),
    /// It has two blanks in a row.
    Blanks,
    /// It has a mark without a letter, or a pile of them.
    Marks,
}

/// A name in its one form (NFKC), without blanks around it and without what only chooses between
/// two drawings of a character.
pub fn tidy(name: &str) -> String {
    let shown = name.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}'));
    one_form(&shown.collect::<String>()).trim().to_owned()
}

/// The tidy form of a name with 1 to `most` characters.
///
/// # Errors
/// What is wrong with it.
pub fn check(name: &str, most: usize) -> Result<String, Fault> {
    // What is hidden is looked for first: the one form may have lost it.
    let trimmed = name.trim();
    if let Some(c) = trimmed.chars().find(|c| is_hidden(*c)) {
        return Err(Fault::Hidden(c));
    }
    let name = tidy(trimmed);
    let count = name.chars().count();
    if count == 0 || count > most {
        return Err(Fault::Length(count));
    }
    if let Some(c) = name.chars().find(|c| is_hidden(*c)) {
        return Err(Fault::Hidden(c));
    }
    if name.contains("  ") {
        return Err(Fault::Blanks);
    }
    if name.starts_with(is_mark) || has_pile(&name) {
        return Err(Fault::Marks);
    }
    Ok(name)
}

/// What is left of a name that was chosen under other rules: never refused, perhaps empty.
pub fn salvaged(name: &str, most: usize) -> String {
    if let Ok(name) = check(name, most) {
        return name;
    }
    let seen: String = tidy(name).chars().filter(|c| !is_hidden(*c) && !is_mark(*c)).collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    words.join(" ").chars().take(most).collect::<String>().trim_end().to_owned()
}

/// The form of a name that is compared: without regard to case.
pub fn folded(name: &str) -> String {
    // Up and down again: some letters (ß, ſ, ς) have no simple lower case of their own.
    small(&capitals(name))
}

/// Small letters without accents, for comparing words.
pub fn plain(text: &str) -> String {
    folded(&taken_apart(text).chars().filter(|c| !is_mark(*c)).collect::<String>())
}

/// How a name looks: two names that share one of these can be taken for each other. As it is
/// written, in capitals and in small letters: `I` looks like `l`, but `i` does not.
pub fn looks(name: &str) -> [String; 3] {
    let name = tidy(name);
    let upper = capitals(&name);
    let shape = |text: &str| folded(&skeleton(text));
    let (written, upper, lower) = (shape(&name), shape(&upper), shape(&folded(&name)));
    [format!("w {written}"), format!("c {upper}"), format!("s {lower}")]
}

/// Whether two names can be taken for each other.
pub fn look_alike(one: &str, other: &str) -> bool {
    share_a_look(&looks(one), &looks(other))
}

/// Whether two names whose looks these are can be taken for each other.
pub fn share_a_look(one: &[String; 3], other: &[String; 3]) -> bool {
    one.iter().zip(other).any(|(one, other)| one == other)
}

/// A name without what could be taken for the mark of a table, `·2`, at its end.
pub fn unmarked(name: &str) -> &str {
    let mut rest = name;
    loop {
        let bare = rest.trim_end_matches(looks_like_a_digit);
        let shorter = bare.trim_end().strip_suffix(is_dot).map(str::trim_end);
        match shorter {
            Some(shorter) if bare.len() < rest.len() && !shorter.is_empty() => rest = shorter,
            _ => return rest,
        }
    }
}

/// Digits of all scripts, and letters that can be taken for those from 2 on: marks begin with 2.
fn looks_like_a_digit(c: char) -> bool {
    let shape = skeleton(c.encode_utf8(&mut [0; 4]));
    let mut shape = shape.chars();
    is_digit(c) || matches!((shape.next(), shape.next()), (Some('2'..='9'), None))
}

/// Dots at half the height of a line.
fn is_dot(c: char) -> bool {
    matches!(
        u32::from(c),
        0x00B7
            | 0x0387
            | 0x16EB
            | 0x2022
            | 0x2027
            | 0x2219
            | 0x22C5
            | 0x25CF
            | 0x25E6
            | 0x26AC
            | 0x2E31
            | 0x30FB
            | 0xA78F
            | 0xFF65
    )
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
        // Selectors of variants but the two harmless ones, signs between lines, tags, private use,
        // no characters.
        | 0xFE00..=0xFE0D | 0xE0000..=0xE0FFF | 0xFFF0..=0xFFFB | 0xE000..=0xF8FF
        | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A
        | 0xF0000..=0x0010_FFFF | 0xFDD0..=0xFDEF | 0xFFFE | 0xFFFF)
}

fn is_mark(c: char) -> bool {
    is_combining_mark(c) || matches!(u32::from(c), 0x0483..=0x0489 | 0x20D0..=0x20FF)
}

fn has_pile(name: &str) -> bool {
    let mut marks = 0;
    // The one form has some marks in their letters.
    taken_apart(name).chars().any(|c| {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        marks > MARKS_MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_form() {
        assert_eq!(check("  Ａｎｎａ ", 24).unwrap(), "Anna");
        assert_eq!(check("e\u{301}le", 24).unwrap(), "éle");
        assert_eq!(check("ﬁn", 24).unwrap(), "fin");
        assert_eq!(check("❤\u{fe0f}", 24).unwrap(), "❤");
        assert_eq!(check("हिन्दी", 24).unwrap(), "हिन्दी");
    }

    #[test]
    fn names_that_look_the_same_are_found() {
        for (one, other) in [
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("Alice", "АӀісе"),
            ("alice", "ALICE"),
            ("Anna", "Аnnа"),
            ("Anna", "Ａｎｎａ"),
            ("Ian", "lan"),
            ("paypal", "раураl"),
            ("Bob", "B0b"),
        ] {
            assert!(look_alike(one, other), "{one} {other}: {:?} {:?}", looks(one), looks(other));
        }
        for (one, other) in [("Anna", "Hanna"), ("Vera", "Вера"), ("Ada 1", "Ada 2"), ("é", "e")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_mark_is_taken_off() {
        for name in ["Anna ·2", "Anna·2", "Anna • 12", "Anna ∙2 ·3", "Anna ・2", "Anna ·З"]
        {
            assert_eq!(unmarked(name), "Anna", "{name}");
        }
        for name in ["Anna 2", "Anna ·", "·2", "Anna · B", "R2D2", "Gabriel·la", "col·l"] {
            assert_eq!(unmarked(name), name);
        }
    }

    #[test]
    fn an_old_name_is_salvaged() {
        assert_eq!(salvaged("My\u{202e} table", 60), "My table");
        assert_eq!(salvaged("\u{200b}", 60), "");
        assert_eq!(salvaged("A  B", 60), "A B");
    }
}
