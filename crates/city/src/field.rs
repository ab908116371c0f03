//! Pieces of a text that know where they begin, for errors that tell the column.

use alloc::format;
use alloc::string::String;

use table::TextError;

/// A piece of the text and where it begins.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub at: usize,
    pub text: &'a str,
}

impl<'a> Field<'a> {
    /// An error at this place.
    pub fn error(self, expected: impl Into<String>) -> TextError {
        TextError::new(self.at, expected)
    }

    /// The parts between separators.
    pub fn parts(self, between: char) -> impl Iterator<Item = Field<'a>> {
        let mut at = self.at;
        self.text.split(between).map(move |text| {
            let part = Field { at, text };
            at += text.len() + between.len_utf8();
            part
        })
    }

    /// What stands before and after the first separator.
    pub fn halves(
        self,
        between: char,
        expected: &str,
    ) -> Result<(Field<'a>, Field<'a>), TextError> {
        let (first, second) = self.text.split_once(between).ok_or_else(|| self.error(expected))?;
        let at = self.at + first.len() + between.len_utf8();
        Ok((Field { at: self.at, text: first }, Field { at, text: second }))
    }

    /// A number that is not too large.
    pub fn number(self, max: u16) -> Result<u16, TextError> {
        let number = self.text.parse().ok().filter(|n| *n <= max);
        number.ok_or_else(|| self.error(format!("a number up to {max}")))
    }

    /// What a function reads from it.
    pub fn read<T>(self, read: impl Fn(&str) -> Result<T, TextError>) -> Result<T, TextError> {
        read(self.text).map_err(|error| error.later(self.at))
    }
}
