//! Reads the form of a record in one pass: tags, then words. No nesting, limits on everything.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::SEATS_MAX;

use super::head::{Head, OWN, Tag, is_tag_name, too_many};
use super::{
    CLOCK_MAX, COMMENT_MAX, LineColumn, NUMBER_MAX, Note, OPTIONS_MAX, RECORD_MAX, Record,
    RecordError, TAG_MAX, TAG_NAME_MAX, TAGS_MAX, WORD_MAX, WORDS_MAX, Word,
};
use crate::position::POSITION_MAX;

type Result<T> = core::result::Result<T, RecordError>;

impl Record {
    /// Reads a record. Whether its words make a game, [`Record::replay`] tells.
    ///
    /// # Errors
    /// Tells the line, the column and what was expected there.
    pub fn parse(text: &str) -> Result<Record> {
        let mut reader = Reader { rest: text, place: LineColumn::START };
        if text.len() > RECORD_MAX {
            return Err(reader.error(format!("a record of at most {RECORD_MAX} bytes")));
        }
        let tags = reader.tags()?;
        let mut record = Head { tags }.record()?;
        reader.words(&mut record)?;
        Ok(record)
    }
}

struct Reader<'a> {
    rest: &'a str,
    place: LineColumn,
}

impl<'a> Reader<'a> {
    fn error(&self, expected: impl Into<String>) -> RecordError {
        RecordError::syntax(self.place, expected)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.place = LineColumn { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    fn expect(&mut self, wanted: char, expected: &str) -> Result<()> {
        if self.peek() != Some(wanted) {
            return Err(self.error(expected));
        }
        self.next();
        Ok(())
    }

    /// The longest beginning of the rest whose characters all fit.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest;
        while self.peek().is_some_and(&fits) {
            self.next();
        }
        &rest[..rest.len() - self.rest.len()]
    }

    fn tags(&mut self) -> Result<Vec<Tag>> {
        let mut tags: Vec<Tag> = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() != Some('[') {
                return Ok(tags);
            }
            let tag = self.tag()?;
            if tags.iter().any(|t| t.name == tag.name) {
                return Err(RecordError::syntax(
                    tag.place,
                    format!("each tag once; {} stands above already", tag.name),
                ));
            }
            tags.push(tag);
            if tags.len() > TAGS_MAX + OWN.len() + SEATS_MAX {
                return Err(too_many(&tags[tags.len() - 1]));
            }
        }
    }

    /// `[Name "text"]`, with `\"` and `\\` in the text.
    fn tag(&mut self) -> Result<Tag> {
        self.expect('[', "a tag as [Seats \"2\"]")?;
        let place = self.place;
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_tag_name(name) {
            let expected = format!(
                "the name of a tag: a letter, then at most {} letters, digits and _",
                TAG_NAME_MAX - 1
            );
            return Err(RecordError::syntax(place, expected));
        }
        self.take_while(|c| c == ' ' || c == '\t');
        self.expect('"', "the text of the tag in \"quotes\"")?;
        let value_place = self.place;
        let limit = match name {
            "Position" => POSITION_MAX,
            "Options" => OPTIONS_MAX,
            _ => TAG_MAX,
        };
        let value = self.tag_text(limit)?;
        self.take_while(|c| c == ' ' || c == '\t');
        self.expect(']', "] behind the text of the tag")?;
        Ok(Tag { name: name.to_string(), value, place, value_place, used: false })
    }

    fn tag_text(&mut self, limit: usize) -> Result<String> {
        let mut value = String::new();
        loop {
            match self.peek() {
                Some('"') => break,
                Some('\\') => {
                    self.next();
                    match self.peek() {
                        Some(c @ ('"' | '\\')) => value.push(c),
                        _ => return Err(self.error("\\\" or \\\\")),
                    }
                }
                Some(c) if !c.is_control() => value.push(c),
                _ => return Err(self.error("\" at the end of the text of the tag")),
            }
            if value.len() > limit {
                return Err(self.error(format!("a tag of at most {limit} bytes")));
            }
            self.next();
        }
        self.next();
        Ok(value)
    }

    fn words(&mut self, record: &mut Record) -> Result<()> {
        let mut number = None;
        loop {
            self.skip_blanks();
            match self.peek() {
                None => break,
                Some('{') => self.comment(record)?,
                Some(';') => self.line_comment(record)?,
                Some(_) => self.word(record, &mut number)?,
            }
        }
        if number.is_some() {
            return Err(self.error("a word behind the turn number"));
        }
        Ok(())
    }

    /// `{…}`, with a clock first or not.
    fn comment(&mut self, record: &mut Record) -> Result<()> {
        let start = self.place;
        self.next();
        let text = self.take_while(|c| c != '}' && c != '{');
        match self.peek() {
            Some('}') => self.next(),
            Some(_) => return Err(self.error("} before another {: comments do not nest")),
            None => return Err(RecordError::syntax(start, "} at the end of this comment")),
        };
        check_comment(text, start)?;
        note(record, text);
        Ok(())
    }

    fn line_comment(&mut self, record: &mut Record) -> Result<()> {
        let start = self.place;
        self.next();
        let text = self.take_while(|c| c != '\n');
        check_comment(text, start)?;
        note(record, text);
        Ok(())
    }

    /// A turn number, a word, or both without a blank between.
    fn word(&mut self, record: &mut Record, number: &mut Option<u32>) -> Result<()> {
        let start = self.place;
        let mut token = self.token()?;
        let mut place = start;
        while let Some((digits, rest)) = split_number(token) {
            let value = digits.parse().ok().filter(|n| (1..=NUMBER_MAX).contains(n));
            let value = value.filter(|_| number.is_none());
            let expected = || format!("one turn number from 1 to {NUMBER_MAX} before a word");
            *number = Some(value.ok_or_else(|| RecordError::syntax(place, expected()))?);
            token = rest;
            place.column += digits.len() as u32 + 1;
            if token.is_empty() {
                return Ok(());
            }
        }
        if record.words.len() == WORDS_MAX {
            return Err(RecordError::syntax(place, format!("at most {WORDS_MAX} words")));
        }
        let mut text = token.to_string();
        if token == "x" {
            return Err(RecordError::syntax(place, "x only right behind the id of a tile"));
        }
        if is_cell(token) {
            self.skip_blanks();
            let turns = self.place;
            let rot = self.token().ok().filter(|t| is_turns(t));
            let rot = rot.ok_or_else(|| {
                RecordError::syntax(turns, "quarter turns behind the cell: r0, r1, r2 or r3")
            })?;
            text = format!("{token} {rot}");
        } else if self.follows_x() {
            text = format!("{token} x");
        }
        record.words.push(Word { number: number.take(), text, notes: Vec::new(), place });
        Ok(())
    }

    /// Takes an `x` that stands by itself.
    fn follows_x(&mut self) -> bool {
        let (rest, place) = (self.rest, self.place);
        self.skip_blanks();
        let found = self.token().is_ok_and(|t| t == "x");
        if !found {
            (self.rest, self.place) = (rest, place);
        }
        found
    }

    /// Characters up to a blank or a comment.
    fn token(&mut self) -> Result<&'a str> {
        let start = self.place;
        let token = self.take_while(|c| c.is_ascii_graphic() && !"{};[]\"\\".contains(c));
        let ends = self.peek().is_none_or(|c| c.is_whitespace() || c == '{' || c == ';');
        if token.is_empty() || !ends {
            return Err(self.error("a word of play"));
        }
        if token.len() > WORD_MAX {
            let expected = format!("a word of at most {WORD_MAX} characters");
            return Err(RecordError::syntax(start, expected));
        }
        Ok(token)
    }
}

/// Splits `12.` or `12.base/E` behind the dot.
fn split_number(token: &str) -> Option<(&str, &str)> {
    let (digits, rest) = token.split_once('.')?;
    let fine = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    fine.then_some((digits, rest))
}

/// Whether a token looks as `2,-1`.
fn is_cell(token: &str) -> bool {
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    token.split_once(',').is_some_and(|(x, y)| number(x) && number(y))
}

fn is_turns(token: &str) -> bool {
    matches!(token, "r0" | "r1" | "r2" | "r3")
}

fn check_comment(text: &str, start: LineColumn) -> Result<()> {
    if text.len() > COMMENT_MAX {
        let expected = format!("a comment of at most {COMMENT_MAX} bytes");
        return Err(RecordError::syntax(start, expected));
    }
    Ok(())
}

/// Adds a comment to the word before it, its clock by itself.
pub(super) fn note(record: &mut Record, text: &str) {
    let blank = |c: char| c.is_whitespace() || c.is_control();
    let mut text = text.trim_matches(blank);
    while let Some((seconds, rest)) = read_clock(text) {
        record.note(Note::Clock(seconds));
        text = rest.trim_start_matches(blank);
    }
    if let Some(note) = Note::text(text) {
        record.note(note);
    }
}

/// Reads `[%clk 0:14:32]`.
fn read_clock(text: &str) -> Option<(u32, &str)> {
    let (clock, rest) = text.strip_prefix("[%clk ")?.split_once(']')?;
    let parts: Vec<&str> = clock.trim().split(':').collect();
    let [hours, minutes, seconds] = parts[..] else {
        return None;
    };
    let number = |text: &str, least: usize, most: usize| {
        let fine = (least..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| fine)
    };
    let sixty = |text: &str| number(text, 2, 2).filter(|n| *n < 60);
    let total = number(hours, 1, 3)? * 3600 + sixty(minutes)? * 60 + sixty(seconds)?;
    (total <= CLOCK_MAX).then_some((total, rest))
}
