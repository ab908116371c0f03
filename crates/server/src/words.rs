//! Words that are not said at tables (content/words). A text is folded first, so that accents,
//! digits in place of letters and letters written three times hide nothing; what is found is told
//! to whoever said it.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

const LISTS: [&str; 2] =
    [include_str!("../../../content/words/en.txt"), include_str!("../../../content/words/fr.txt")];

/// The words with a blank before them, and behind them unless any ending will do.
static PATTERNS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lines = LISTS.iter().flat_map(|list| list.lines()).map(str::trim);
    let words = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pattern = |word: &str| match word.strip_suffix('*') {
        Some(stem) => format!(" {stem}"),
        None => format!(" {word} "),
    };
    words.map(pattern).collect()
});

static FINDER: LazyLock<AhoCorasick> =
    LazyLock::new(|| AhoCorasick::new(PATTERNS.iter()).expect("the lists are small"));

/// A word of the lists in a text, folded.
pub fn found(text: &str) -> Option<&'static str> {
    let found = FINDER.find(&folded(text))?;
    Some(PATTERNS[found.pattern().as_usize()].trim())
}

/// Words with one blank between them and around: small letters without accents, digits and signs
/// that stand for letters turned into them, no letter twice in a row.
fn folded(text: &str) -> String {
    let mut folded = String::from(" ");
    for c in room::names::plain(text).chars() {
        let c = match c {
            '0' => 'o',
            '1' | '!' | '|' => 'i',
            '3' | '€' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            // An apostrophe or a point inside a word hides nothing.
            '.' | '*' | '_' | '-' | '\'' | '’' => continue,
            c if c.is_alphanumeric() => c,
            _ => ' ',
        };
        if !folded.ends_with(c) {
            folded.push(c);
        }
    }
    if !folded.ends_with(' ') {
        folded.push(' ');
    }
    folded
}

/// Whether a text leads somewhere else.
pub fn has_link(text: &str) -> bool {
    let text = text.to_lowercase();
    let site = |word: &str| {
        let name = word.split(['/', ':']).next().unwrap_or_default();
        let name = name.trim_matches(|c: char| !c.is_alphanumeric());
        let Some((before, end)) = name.rsplit_once('.') else { return false };
        let letters = |part: &str| part.chars().all(char::is_alphabetic);
        !before.is_empty()
            && !before.ends_with('.')
            && (2..=10).contains(&end.len())
            && letters(end)
    };
    text.contains("://") || text.contains("www.") || text.split_whitespace().any(site)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_found_and_what_is_harmless_is_not() {
        for text in ["connard", "CONNARD!", "c0nn4rd", "coooonnard", "espèce de connards", "kys"] {
            assert!(found(text).is_some(), "{text}");
        }
        for text in ["Bonjour", "Scunthorpe", "les skys", "computer", "je suis niçois", "dispute"]
        {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn the_lists_are_folded() {
        for pattern in PATTERNS.iter() {
            let word = pattern.trim();
            assert_eq!(folded(word).trim(), word);
        }
    }

    #[test]
    fn links_are_seen() {
        for text in ["https://x.y", "see www.example", "go to example.com/x", "discord.gg/abc"] {
            assert!(has_link(text), "{text}");
        }
        for text in ["Hello...", "e.g. this", "3.5 points", "Well.Really", "a.b"] {
            assert_eq!(has_link(text), text == "Well.Really", "{text}");
        }
    }
}
