//! TOML as tables, lists, texts and numbers.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use toml::de::{DeTable, DeValue};

use crate::TileError;

/// The longest tile file that is read, in bytes.
pub const FILE_MAX: usize = 256 * 1024;

/// A parsed file.
#[derive(Debug)]
pub struct File<'a> {
    name: &'a str,
    table: DeTable<'a>,
}

/// A table of the file: the file itself, a tile, or a part of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    name: &'a str,
    tile: Option<&'a str>,
    table: &'a DeTable<'a>,
}

impl<'a> File<'a> {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// If it is too long or no TOML; the reason tells the line.
    pub fn parse(name: &'a str, text: &'a str) -> Result<File<'a>, TileError> {
        let fail = |reason| TileError { file: name.to_owned(), tile: None, reason };
        if text.len() > FILE_MAX {
            return Err(fail(format!("is longer than {FILE_MAX} bytes")));
        }
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |s| s.start.min(text.len()));
            let line = text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
            fail(format!("line {line}: {}", error.message()))
        })?;
        Ok(File { name, table: table.into_inner() })
    }

    /// The file as a whole.
    pub fn whole(&'a self) -> Section<'a> {
        Section { name: self.name, tile: None, table: &self.table }
    }

    /// Its `[[tile]]` tables, each knowing its id for errors.
    ///
    /// # Errors
    /// If there is none, or one has no id.
    pub fn tiles(&'a self) -> Result<Vec<Section<'a>>, TileError> {
        let mut tiles = self.whole().parts("tile")?;
        if tiles.is_empty() {
            return Err(self.whole().error("has no [[tile]]"));
        }
        for tile in &mut tiles {
            tile.tile = Some(tile.text("id")?);
        }
        Ok(tiles)
    }
}

impl<'a> Section<'a> {
    /// An error at this place.
    pub fn error(&self, reason: impl Into<String>) -> TileError {
        let tile = self.tile.map(ToString::to_string);
        TileError { file: self.name.to_owned(), tile, reason: reason.into() }
    }

    fn get(&self, key: &str) -> Option<&'a DeValue<'a>> {
        self.table.get(key).map(toml::Spanned::get_ref)
    }

    fn expected(&self, key: &str, what: &str) -> TileError {
        if self.has(key) {
            self.error(format!("{key:?} must be {what}"))
        } else {
            self.error(format!("the key {key:?} is missing"))
        }
    }

    /// Whether the key is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Refuses keys that are not in the list: a mistyped key must not be overlooked.
    ///
    /// # Errors
    /// Names the first unknown key.
    pub fn only(&self, keys: &[&str]) -> Result<(), TileError> {
        match self.table.keys().find(|k| !keys.contains(&k.get_ref().as_ref())) {
            Some(key) => Err(self.error(format!("unknown key {:?}", key.get_ref()))),
            None => Ok(()),
        }
    }

    /// A text.
    ///
    /// # Errors
    /// If it is missing or no text.
    pub fn text(&self, key: &str) -> Result<&'a str, TileError> {
        self.get(key).and_then(DeValue::as_str).ok_or_else(|| self.expected(key, "a text"))
    }

    /// A text that may be missing.
    ///
    /// # Errors
    /// If it is there and no text.
    pub fn optional_text(&self, key: &str) -> Result<Option<&'a str>, TileError> {
        if self.has(key) { self.text(key).map(Some) } else { Ok(None) }
    }

    /// A whole number from `min` to `max`.
    ///
    /// # Errors
    /// If it is missing or not in the range.
    pub fn number(&self, key: &str, min: i64, max: i64) -> Result<i64, TileError> {
        let number = self.get(key).and_then(|v| v.as_integer());
        number
            .and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok())
            .filter(|n| (min..=max).contains(n))
            .ok_or_else(|| self.expected(key, &format!("a whole number from {min} to {max}")))
    }

    /// A whole number that may be missing.
    ///
    /// # Errors
    /// If it is there and not in the range.
    pub fn optional_number(&self, key: &str, min: i64, max: i64) -> Result<Option<i64>, TileError> {
        if self.has(key) { self.number(key, min, max).map(Some) } else { Ok(None) }
    }

    /// A flag; missing means false.
    ///
    /// # Errors
    /// If it is neither true nor false.
    pub fn flag(&self, key: &str) -> Result<bool, TileError> {
        match self.get(key) {
            None => Ok(false),
            Some(DeValue::Boolean(b)) => Ok(*b),
            Some(_) => Err(self.expected(key, "true or false")),
        }
    }

    fn array(&self, key: &str) -> Result<&'a [toml::Spanned<DeValue<'a>>], TileError> {
        match self.get(key) {
            None => Ok(&[]),
            Some(DeValue::Array(array)) => Ok(array),
            Some(_) => Err(self.expected(key, "a list")),
        }
    }

    /// A list of texts; missing means empty.
    ///
    /// # Errors
    /// If it is no list of texts.
    pub fn texts(&self, key: &str) -> Result<Vec<&'a str>, TileError> {
        let array = self.array(key)?.iter();
        array
            .map(|v| v.get_ref().as_str().ok_or_else(|| self.expected(key, "a list of texts")))
            .collect()
    }

    /// A list of small whole numbers; missing means empty.
    ///
    /// # Errors
    /// If it is no list of numbers from 0 to 255.
    pub fn numbers(&self, key: &str) -> Result<Vec<u8>, TileError> {
        let array = self.array(key)?.iter();
        array
            .map(|v| {
                small(v.get_ref())
                    .ok_or_else(|| self.expected(key, "a list of numbers from 0 to 255"))
            })
            .collect()
    }

    /// A list of pairs of small whole numbers; missing means empty.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn pairs(&self, key: &str) -> Result<Vec<(u8, u8)>, TileError> {
        let array = self.array(key)?.iter();
        array
            .map(|v| match v.get_ref() {
                DeValue::Array(pair) if pair.len() == 2 => {
                    small(pair[0].get_ref()).zip(small(pair[1].get_ref()))
                }
                _ => None,
            })
            .map(|pair| pair.ok_or_else(|| self.expected(key, "a list of pairs of numbers")))
            .collect()
    }

    /// A list of tables; missing means empty.
    ///
    /// # Errors
    /// If it is no list of tables.
    pub fn parts(&self, key: &str) -> Result<Vec<Section<'a>>, TileError> {
        let array = self.array(key)?.iter();
        array
            .map(|v| match v.get_ref() {
                DeValue::Table(table) => Ok(Section { table, ..*self }),
                _ => Err(self.expected(key, "a list of tables")),
            })
            .collect()
    }
}

fn small(value: &DeValue<'_>) -> Option<u8> {
    let number = value.as_integer()?;
    u8::from_str_radix(number.as_str(), number.radix()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, reason: &str) {
        let read = |text| -> Result<(), TileError> {
            let file = File::parse("t.toml", text)?;
            for tile in file.tiles()? {
                tile.only(&["id", "count", "garden", "fields", "ports", "touches"])?;
                tile.number("count", 1, 9)?;
                tile.flag("garden")?;
                for field in tile.parts("fields")? {
                    field.texts("ports")?;
                    field.numbers("cities")?;
                }
                tile.pairs("touches")?;
            }
            Ok(())
        };
        assert_eq!(read(text).unwrap_err().to_string(), reason);
    }

    #[test]
    fn mistakes_are_told_with_file_tile_and_reason() {
        refused("x = [", "t.toml: line 1: unclosed array, expected `]`");
        refused("x = 1", "t.toml: has no [[tile]]");
        refused("tile = 1", "t.toml: \"tile\" must be a list");
        refused("[[tile]]\ncount = 1", "t.toml: the key \"id\" is missing");
        refused("[[tile]]\nid = \"A\"", "t.toml, tile A: the key \"count\" is missing");
        refused(
            "[[tile]]\nid = \"A\"\ncount = 10",
            "t.toml, tile A: \"count\" must be a whole number from 1 to 9",
        );
        refused("[[tile]]\nid = \"A\"\nconut = 1", "t.toml, tile A: unknown key \"conut\"");
        refused(
            "[[tile]]\nid = \"A\"\ncount = 1\ngarden = 3",
            "t.toml, tile A: \"garden\" must be true or false",
        );
        refused(
            "[[tile]]\nid = \"A\"\ncount = 1\nfields = [{ ports = [1] }]",
            "t.toml, tile A: \"ports\" must be a list of texts",
        );
        refused(
            "[[tile]]\nid = \"A\"\ncount = 1\ntouches = [[1, 2, 3]]",
            "t.toml, tile A: \"touches\" must be a list of pairs of numbers",
        );
    }
}
