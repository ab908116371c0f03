//! Where tags and comments stand in the text of a record. The text has been read as a record
//! before, so its form is known to be right.

use std::ops::Range;

use games::record::LineColumn;

use super::LessonError;

/// Blames a place of the text.
pub(super) trait BlamePlace {
    /// An error at this place.
    fn expected(self, expected: impl Into<String>) -> LessonError;
}

impl BlamePlace for LineColumn {
    fn expected(self, expected: impl Into<String>) -> LessonError {
        LessonError { line: self.line, column: self.column, expected: expected.into() }
    }
}

/// A tag: its name, where its text begins, and all of it.
pub(super) struct Tag<'a> {
    pub name: &'a str,
    pub place: LineColumn,
    pub range: Range<usize>,
}

/// A comment in braces, without them, or one to the end of its line.
pub(super) struct Comment<'a> {
    pub text: &'a str,
    pub place: LineColumn,
    pub range: Range<usize>,
    pub braces: bool,
}

pub(super) struct Scan<'a> {
    pub tags: Vec<Tag<'a>>,
    pub comments: Vec<Comment<'a>>,
}

impl<'a> Scan<'a> {
    pub fn of(text: &'a str) -> Scan<'a> {
        let mut scan = Scan { tags: Vec::new(), comments: Vec::new() };
        let mut reader = Reader { text, at: 0, place: LineColumn::START };
        loop {
            reader.take(|c| !matches!(c, '[' | '{' | ';'));
            match reader.rest().chars().next() {
                Some('[') => scan.tags.push(reader.tag()),
                Some('{') => scan.comments.push(reader.comment('}')),
                Some(_) => scan.comments.push(reader.comment('\n')),
                None => return scan,
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    place: LineColumn,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes characters while they fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !fits(c)).unwrap_or(rest.len())];
        self.skip(taken.len());
        taken
    }

    fn skip(&mut self, bytes: usize) {
        let rest = self.rest();
        let taken = &rest[..bytes.min(rest.len())];
        self.place = self.place.after(taken);
        self.at += taken.len();
    }

    /// `[Name "text"]`, with `\"` and `\\` in the text.
    fn tag(&mut self) -> Tag<'a> {
        let start = self.at;
        self.skip(1);
        let name = self.take(|c| c != '"').trim();
        self.skip(1);
        let place = self.place;
        while !self.rest().is_empty() && !self.rest().starts_with('"') {
            self.take(|c| !matches!(c, '"' | '\\'));
            if self.rest().starts_with('\\') {
                self.skip(2);
            }
        }
        self.take(|c| c != ']');
        self.skip(1);
        Tag { name, place, range: start..self.at }
    }

    fn comment(&mut self, end: char) -> Comment<'a> {
        let (start, place) = (self.at, self.place);
        self.skip(1);
        let text = self.take(|c| c != end);
        self.skip(end.len_utf8());
        Comment { text, place, range: start..self.at, braces: end == '}' }
    }
}
