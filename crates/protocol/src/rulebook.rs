//! The rules for players as pages: read from the texts of `content/rules`, told as data.
//!
//! A page is `# Title`, then sections `## Title {#ID ID}` of paragraphs, `- ` lists, rows of
//! pictures `![caption](tile:base/E/1)`, and examples: a caption and a record that can be replayed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How the caption of an example begins, in each language.
const EXAMPLE: [&str; 2] = ["Example: ", "Exemple\u{a0}: "];

/// All rules, in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesBook {
    /// The base game first, what concerns several modules last.
    pub pages: Vec<RulesPage>,
}

/// The rules of one module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesPage {
    /// `base`, `inns`, `city`; `together` and `options`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its sections.
    pub sections: Vec<RulesSection>,
}

/// One thing to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesSection {
    /// Its title.
    pub title: String,
    /// The rules that it explains: `BASE-22`. Each has one section in the whole book.
    pub ids: Vec<String>,
    /// Its contents.
    pub blocks: Vec<RulesBlock>,
}

/// A part of a section. Texts have `**bold**` and `*italic*` in them, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum RulesBlock {
    /// A paragraph.
    Paragraph {
        /// The text.
        text: String,
    },
    /// A list.
    List {
        /// Its items.
        items: Vec<String>,
    },
    /// Pictures beside each other.
    Pictures {
        /// Which.
        pictures: Vec<RulesPicture>,
    },
    /// A game to replay.
    Example {
        /// What it shows.
        caption: String,
        /// The record.
        record: String,
    },
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesPicture {
    /// What it shows.
    pub caption: String,
    /// `tile:base/E/1` (id and quarter turns), `figure:abbot/2` (seats from 1), `token:grain`.
    pub target: String,
}

/// Where a text of rules cannot be read, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for RulesError {}

impl RulesPage {
    /// Reads a page.
    ///
    /// # Errors
    /// Where the text is not what it should be.
    pub fn parse(name: &str, text: &str) -> Result<RulesPage, RulesError> {
        let mut lines = text.lines().zip(1..);
        let title = lines.next().and_then(|(line, _)| line.strip_prefix("# "));
        let title = title.ok_or(RulesError { line: 1, expected: "# and the title" })?.to_owned();
        let mut page = RulesPage { name: name.to_owned(), title, sections: Vec::new() };
        let mut caption = None;
        let mut in_list = false;
        while let Some((text, line)) = lines.next() {
            let at = |expected| RulesError { line, expected };
            let goes_on = std::mem::replace(&mut in_list, text.starts_with("- "));
            if text.is_empty() {
                continue;
            }
            if caption.is_some() && text != "```record" {
                return Err(at("the record of the example"));
            }
            if let Some(heading) = text.strip_prefix("## ") {
                page.sections.push(RulesSection::parse(heading).ok_or(at("a title and {#ids}"))?);
                continue;
            }
            let section = page.sections.last_mut().ok_or(at("a section first"))?;
            if text == "```record" {
                let caption = caption.take().ok_or(at("a caption before the record"))?;
                let inside = lines.by_ref().map(|(line, _)| line).take_while(|text| *text != "```");
                let record = inside.fold(String::new(), |all, line| all + line + "\n");
                section.blocks.push(RulesBlock::Example { caption, record });
            } else if let Some(text) = EXAMPLE.iter().find_map(|word| text.strip_prefix(word)) {
                caption = Some(text.to_owned());
            } else {
                let block = RulesBlock::parse(text).map_err(at)?;
                section.push(block, goes_on);
            }
        }
        match caption {
            Some(_) => Err(RulesError { line: text.lines().count(), expected: "a record" }),
            None => Ok(page),
        }
    }
}

impl RulesSection {
    fn parse(heading: &str) -> Option<RulesSection> {
        let (title, ids) = match heading.split_once(" {#") {
            Some((title, rest)) => (title, rest.strip_suffix('}')?),
            None => (heading, ""),
        };
        let ids = ids.split_whitespace().map(str::to_owned).collect();
        Some(RulesSection { title: title.to_owned(), ids, blocks: Vec::new() })
    }

    /// An item behind an item goes on with the same list.
    fn push(&mut self, block: RulesBlock, goes_on: bool) {
        match (self.blocks.last_mut(), block) {
            (Some(RulesBlock::List { items }), RulesBlock::List { items: more }) if goes_on => {
                items.extend(more);
            }
            (_, block) => self.blocks.push(block),
        }
    }
}

impl RulesBlock {
    /// Reads one line that is no heading and belongs to no example.
    fn parse(line: &str) -> Result<RulesBlock, &'static str> {
        if let Some(item) = line.strip_prefix("- ") {
            Ok(RulesBlock::List { items: vec![item.to_owned()] })
        } else if line.starts_with("![") {
            let pictures = pictures(line).ok_or("![caption](kind:what)")?;
            Ok(RulesBlock::Pictures { pictures })
        } else if line.starts_with(['#', '`', '>', '|', ' ']) {
            Err("a paragraph, list, picture, example or section")
        } else {
            Ok(RulesBlock::Paragraph { text: line.to_owned() })
        }
    }
}

fn pictures(line: &str) -> Option<Vec<RulesPicture>> {
    let mut pictures = Vec::new();
    let mut rest = line;
    while let Some(picture) = rest.strip_prefix("![") {
        let (caption, after) = picture.split_once("](")?;
        let (target, after) = after.split_once(')')?;
        pictures.push(RulesPicture { caption: caption.to_owned(), target: target.to_owned() });
        rest = after.trim_start();
    }
    rest.is_empty().then_some(pictures)
}
