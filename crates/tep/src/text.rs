//! Lines, tokens, and lists of words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// The longest line, in bytes, without its end.
pub const LINE_MAX: usize = 128 * 1024;

/// A line that makes no sense: what was expected, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError(String);

impl LineError {
    /// With these words.
    pub fn new(what: impl Into<String>) -> LineError {
        LineError(what.into())
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for LineError {}

/// The text of a line as it was read: without its end, whatever system wrote it.
///
/// # Errors
/// If it is too long, or no text.
pub fn line(bytes: &[u8]) -> Result<&str, LineError> {
    if bytes.len() > LINE_MAX {
        return Err(LineError(format!("a line has at most {LINE_MAX} bytes")));
    }
    let text = core::str::from_utf8(bytes);
    let text = text.map_err(|e| {
        LineError(format!("a line is UTF-8 text; byte {} is not", e.valid_up_to() + 1))
    })?;
    Ok(text.trim_end_matches(['\r', '\n']))
}

/// The first token of a text, and what stands behind it.
pub(crate) fn first(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(head, rest)| (head, rest.trim()))
}

/// What stands before and behind a token, if it is there.
pub(crate) fn around<'a>(text: &'a str, token: &str) -> (&'a str, Option<&'a str>) {
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        if part.trim_end() == token {
            return (text[..at].trim(), Some(text[at + part.len()..].trim()));
        }
        at += part.len();
    }
    (text.trim(), None)
}

/// Words of play, which hold blanks, separated by `;`. Empty ones are passed over.
pub(crate) fn words(text: &str) -> Vec<String> {
    let tidy = |word: &str| word.split_whitespace().collect::<Vec<_>>().join(" ");
    text.split(';').map(tidy).filter(|word| !word.is_empty()).collect()
}

/// Reads a number of a field.
pub(crate) fn number<T: FromStr>(
    of: &str,
    key: &str,
    token: Option<&str>,
    expected: &str,
) -> Result<T, LineError> {
    let read = token.and_then(|token| token.parse().ok());
    read.ok_or_else(|| match token {
        Some(token) => LineError(format!("{of}: {key} {token:?}: expected {expected}")),
        None => LineError(format!("{of}: {key}: expected {expected} behind it")),
    })
}

/// A name or a free text as it can stand in a line: blanks made single, nothing that ends it.
pub(crate) fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A token and its value, for printing.
pub(crate) fn field(out: &mut String, key: &str, value: impl fmt::Display) {
    out.push(' ');
    out.push_str(key);
    let value = value.to_string();
    if !value.is_empty() {
        out.push(' ');
        out.push_str(&value);
    }
}

/// Numbers separated by blanks.
pub(crate) fn row<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
