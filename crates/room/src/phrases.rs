//! Phrases: what strangers may say to each other. Each reader sees them in its own language; a log
//! keeps the name of the phrase and its English words.

/// The English words of all phrases, as JSON.
const ENGLISH: &str = include_str!("../../../content/phrases/en.json");

/// The English words of a phrase.
pub(crate) fn english(name: &str) -> Option<String> {
    let all: serde_json::Value = serde_json::from_slice(ENGLISH.as_bytes()).ok()?;
    Some(all.get(name)?.as_str()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_phrase_is_there_in_both_languages() {
        let french = include_str!("../../../content/phrases/fr.json");
        let english: BTreeMap<&str, &str> = serde_json::from_str(ENGLISH).unwrap();
        let french: BTreeMap<&str, &str> = serde_json::from_str(french).unwrap();
        assert!(english.keys().eq(french.keys()));
        assert!(english.values().chain(french.values()).all(|words| !words.trim().is_empty()));
        assert_eq!(super::english("hello").as_deref(), Some("Hello!"));
        assert_eq!(super::english("no such phrase"), None);
    }
}
