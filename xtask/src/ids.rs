//! Rule ids in running text and in function names.

use std::collections::BTreeSet;

/// An id that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The id, such as `BASE-22` or `OPT-SMALLCITY`.
    pub id: String,
    /// False for ids between the two ends of a range, which need not all exist.
    pub written_out: bool,
}

/// The parts of an id that ends in a number: `EX-BASE-` and `04`.
struct Numbered<'t> {
    stem: &'t str,
    digits: &'t str,
}

/// All ids in a text, in order: words of capitals and digits joined by hyphens.
/// `BASE-21/22` and `CITY-25..28` name each id. Whether the ids exist is not asked here.
pub fn in_text(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let word = word_length(rest);
        if word > 0 && starts_a_word(text, at) {
            let id = &rest[..word];
            if id.contains('-') {
                found.push(Mention { id: id.to_owned(), written_out: true });
                at += word + continuation(id, &rest[word..], &mut found);
                continue;
            }
        }
        at += word.max(rest.chars().next().map_or(1, char::len_utf8));
    }
    found
}

/// The ids at the beginning of a function name: `base_21_base_22_…` names both.
/// Only ids of the catalogue are seen; the longest one wins, so `dx_base_01` is not BASE-01.
pub fn in_name(name: &str, catalogue: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = name.to_uppercase().replace('_', "-");
    loop {
        let longest = catalogue
            .iter()
            .filter(|id| {
                let id = id.to_uppercase();
                rest.strip_prefix(&id).is_some_and(|tail| tail.is_empty() || tail.starts_with('-'))
            })
            .max_by_key(|id| id.len());
        let Some(id) = longest else { return found };
        found.push((*id).to_owned());
        rest = rest[id.len()..].trim_start_matches('-').to_owned();
    }
}

/// The length of the id-like word at the start of the text, 0 if there is none.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if !bytes.first().is_some_and(u8::is_ascii_uppercase) {
        return 0;
    }
    let is_part = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'-';
    let mut length = bytes.iter().take_while(|byte| is_part(byte)).count();
    // A single small letter belongs to the id: COUNT-05a.
    let follows_digit = bytes[length - 1].is_ascii_digit();
    let is_letter = bytes.get(length).is_some_and(u8::is_ascii_lowercase);
    let goes_on = bytes.get(length + 1).is_some_and(|byte| is_word_byte(*byte));
    if follows_digit && is_letter && !goes_on {
        length += 1;
    }
    while bytes[length - 1] == b'-' {
        length -= 1;
    }
    length
}

fn starts_a_word(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-')
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Adds what `..28` or `/22/23` behind an id adds to it; returns the bytes used.
fn continuation(id: &str, rest: &str, found: &mut Vec<Mention>) -> usize {
    let Some(first) = numbered(id) else { return 0 };
    if let Some(tail) = rest.strip_prefix("..") {
        // Both `25..28` and `CITY-25..CITY-28`.
        let skipped = if tail.starts_with(first.stem) { first.stem.len() } else { 0 };
        let Some(last) = same_width_number(&tail[skipped..], first.digits.len()) else {
            return 0;
        };
        push_range(&first, last, found);
        return 2 + skipped + last.len();
    }
    let mut used = 0;
    while let Some(tail) = rest[used..].strip_prefix('/') {
        let Some(next) = same_width_number(tail, first.digits.len()) else {
            break;
        };
        found.push(Mention { id: format!("{}{next}", first.stem), written_out: true });
        used += 1 + next.len();
    }
    used
}

fn push_range(first: &Numbered, last: &str, found: &mut Vec<Mention>) {
    let (Ok(from), Ok(to)) = (first.digits.parse::<u32>(), last.parse::<u32>()) else {
        return;
    };
    let width = first.digits.len();
    for number in from + 1..=to {
        let id = format!("{}{number:0width$}", first.stem);
        found.push(Mention { id, written_out: number == to });
    }
}

fn numbered(id: &str) -> Option<Numbered<'_>> {
    let (stem, digits) = id.split_at(id.rfind('-')? + 1);
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then_some(Numbered { stem, digits })
}

/// A number of exactly this many digits at the start of the text, so that `BASE-33/2` is no list.
fn same_width_number(text: &str, width: usize) -> Option<&str> {
    let number = text.get(..width)?;
    let ends_there = text.as_bytes().get(width).is_none_or(|byte| !is_word_byte(*byte));
    (number.bytes().all(|byte| byte.is_ascii_digit()) && ends_there).then_some(number)
}

#[cfg(test)]
mod tests {
    //! The scanner of ids.
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        in_text(text).into_iter().map(|mention| mention.id).collect()
    }

    #[test]
    fn plain_ids_stand_alone_or_in_punctuation() {
        assert_eq!(ids("BASE-22, (BASE-23). EX-TB-03's"), ["BASE-22", "BASE-23", "EX-TB-03"]);
        assert_eq!(ids("see COUNT-05a and COUNT-05"), ["COUNT-05a", "COUNT-05"]);
        assert_eq!(ids("OPT-CITY-ROAD4=from-4"), ["OPT-CITY-ROAD4"]);
        assert_eq!(ids("point BASE-O4"), ["BASE-O4"]);
    }

    #[test]
    fn an_example_does_not_name_the_rule_of_the_same_number() {
        assert_eq!(ids("DX-BASE-01"), ["DX-BASE-01"]);
        assert_eq!(ids("xBASE-01 _BASE-01 -BASE-01"), Vec::<String>::new());
        assert_eq!(ids("BASE-22-like"), ["BASE-22"]);
    }

    #[test]
    fn ranges_and_lists_name_each_id() {
        assert_eq!(ids("CITY-25..28."), ["CITY-25", "CITY-26", "CITY-27", "CITY-28"]);
        assert_eq!(ids("CULT-04..CULT-06"), ["CULT-04", "CULT-05", "CULT-06"]);
        assert_eq!(ids("BASE-21/22/23 now"), ["BASE-21", "BASE-22", "BASE-23"]);
        assert_eq!(ids("EX-BASE-06..07"), ["EX-BASE-06", "EX-BASE-07"]);
        assert_eq!(ids("BASE-21/BASE-22"), ["BASE-21", "BASE-22"]);
    }

    #[test]
    fn a_number_of_another_width_is_no_list() {
        assert_eq!(
            ids("BASE-33/2 points, BASE-34... and BASE-35..x"),
            ["BASE-33", "BASE-34", "BASE-35"]
        );
    }

    #[test]
    fn only_the_ends_of_a_range_are_written_out() {
        let written: Vec<bool> =
            in_text("INT-05..07").into_iter().map(|mention| mention.written_out).collect();
        assert_eq!(written, [true, false, true]);
    }

    #[test]
    fn text_beyond_ascii_is_passed_over() {
        assert_eq!(ids("Ä→BASE-02 “BASE-03”"), ["BASE-02", "BASE-03"]);
    }

    #[test]
    fn names_begin_with_ids() {
        let catalogue = ["BASE-01", "DX-BASE-01", "BASE-22", "OPT-SMALLCITY", "COUNT-05a"];
        let named = |name| in_name(name, &catalogue.into());
        assert_eq!(named("base_22_whole_feature"), ["BASE-22"]);
        assert_eq!(named("dx_base_01_closes"), ["DX-BASE-01"]);
        assert_eq!(named("base_22_base_01"), ["BASE-22", "BASE-01"]);
        assert_eq!(named("opt_smallcity_two"), ["OPT-SMALLCITY"]);
        assert_eq!(named("count_05a_holds"), ["COUNT-05a"]);
        assert!(named("base_222_tiles").is_empty());
        assert!(named("counts_base_22").is_empty());
    }
}
