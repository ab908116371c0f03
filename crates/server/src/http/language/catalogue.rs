//! The French of every sentence that a problem is told with.
//!
//! Problems are written in English where they arise. Here each sentence has its French, found by
//! the English one; what stands in `{}` comes through as it is. The refusals of the rules are in
//! the client's catalogue, which shows them, too.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

/// The client's French texts of each expansion (build.rs).
const EXPANSIONS: &[&str] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

static FRENCH: LazyLock<Catalogue> = LazyLock::new(|| {
    let problems = include_str!("../../../../../content/problems/fr.json");
    let refusals = include_str!("../../../../../web/messages/fr/refusals.json");
    let texts: Texts = serde_json::from_str(problems).expect("content/problems/fr.json is read");
    let mut refusals: HashMap<String, String> =
        serde_json::from_str(refusals).expect("the client's refusals are read");
    for expansion in EXPANSIONS {
        let own: HashMap<String, String> =
            serde_json::from_str(expansion).expect("the client's texts of an expansion are read");
        let own = own.into_iter();
        refusals.extend(own.filter_map(|(key, text)| {
            key.strip_prefix("refusals.").map(|sentence| (sentence.to_owned(), text))
        }));
    }
    Catalogue::new(texts, refusals)
});

/// The French texts.
pub fn french() -> &'static Catalogue {
    &FRENCH
}

/// The same as they are written: names of kinds, and sentences with places for what varies.
static WRITTEN: LazyLock<serde_json::Value> = LazyLock::new(|| {
    let problems = include_str!("../../../../../content/problems/fr.json");
    serde_json::from_str(problems).expect("content/problems/fr.json is read")
});

/// `content/problems/fr.json`.
pub fn texts() -> &'static serde_json::Value {
    &WRITTEN
}

#[derive(Deserialize)]
struct Texts {
    kinds: HashMap<String, String>,
    details: BTreeMap<String, String>,
}

/// The sentences of a language.
pub struct Catalogue {
    kinds: HashMap<String, String>,
    whole: HashMap<String, String>,
    /// With places for what varies; the most exact ones first.
    patterns: Vec<(Pattern, String)>,
}

/// Fixed texts with something between each two of them.
struct Pattern {
    fixed: Vec<String>,
    names: Vec<String>,
}

impl Pattern {
    /// Reads `Expected {most} words.`
    fn read(text: &str) -> Pattern {
        let (mut fixed, mut names, mut rest) = (Vec::new(), Vec::new(), text);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, behind)) = after.split_once('}') else { break };
            fixed.push(before.to_owned());
            names.push(name.to_owned());
            rest = behind;
        }
        fixed.push(rest.to_owned());
        Pattern { fixed, names }
    }

    /// What stands in the places of a text, if it has this form.
    fn places<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (last, firsts) = self.fixed.split_last()?;
        let (first, between) = firsts.split_first()?;
        let mut rest = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
        let mut places = Vec::with_capacity(self.names.len());
        for fixed in between {
            let (place, behind) = rest.split_once(fixed.as_str())?;
            places.push(place);
            rest = behind;
        }
        places.push(rest);
        Some(places)
    }

    fn exactness(&self) -> usize {
        self.fixed.iter().map(String::len).sum()
    }
}

impl Catalogue {
    fn new(texts: Texts, refusals: HashMap<String, String>) -> Catalogue {
        let mut whole = refusals;
        let mut patterns = Vec::new();
        for (english, other) in texts.details {
            let pattern = Pattern::read(&english);
            if pattern.names.is_empty() {
                whole.insert(english, other);
            } else {
                patterns.push((pattern, other));
            }
        }
        patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.exactness()));
        Catalogue { kinds: texts.kinds, whole, patterns }
    }

    /// What a kind of problem is called.
    pub fn kind(&self, kind: &str) -> Option<&str> {
        self.kinds.get(kind).map(String::as_str)
    }

    /// A sentence in this language, and what came through as it was.
    pub fn sentence<'a>(&self, english: &'a str) -> Option<(String, Vec<&'a str>)> {
        if let Some(whole) = self.whole.get(english) {
            return Some((whole.clone(), Vec::new()));
        }
        self.patterns.iter().find_map(|(pattern, other)| {
            let places = pattern.places(english)?;
            let form = Pattern::read(other);
            let mut text = String::new();
            for (fixed, name) in form.fixed.iter().zip(&form.names) {
                let known = pattern.names.iter().position(|own| own == name);
                text.push_str(fixed);
                text.push_str(known.map_or("", |place| places[place]));
            }
            text.push_str(form.fixed.last().map_or("", String::as_str));
            Some((text, places))
        })
    }
}
