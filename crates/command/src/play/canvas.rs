//! A sheet of coloured characters.

use crate::style::Style;

/// A character with its colours (SGR code).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The character.
    pub sign: char,
    /// Its colours; empty for none.
    pub code: &'static str,
}

/// Nothing.
pub const BLANK: Glyph = Glyph { sign: ' ', code: "" };

/// The sheet.
pub struct Canvas {
    width: usize,
    glyphs: Vec<Glyph>,
}

impl Canvas {
    /// An empty sheet.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, glyphs: vec![BLANK; width * height] }
    }

    /// Puts a character; outside of the sheet nothing happens.
    pub fn put(&mut self, x: usize, y: usize, glyph: Glyph) {
        if x < self.width
            && let Some(place) = self.glyphs.get_mut(y * self.width + x)
        {
            *place = glyph;
        }
    }

    /// Puts a text.
    pub fn text(&mut self, x: usize, y: usize, text: &str, code: &'static str) {
        for (i, sign) in text.chars().enumerate() {
            self.put(x + i, y, Glyph { sign, code });
        }
    }

    /// The sheet as lines, without blanks at their ends.
    pub fn print(&self, style: Style) -> String {
        let mut out = String::new();
        for row in self.glyphs.chunks(self.width) {
            let used = row.iter().rposition(|g| *g != BLANK).map_or(0, |last| last + 1);
            for run in row[..used].chunk_by(|a, b| a.code == b.code) {
                let text: String = run.iter().map(|g| g.sign).collect();
                out += &if run[0].code.is_empty() { text } else { style.paint(run[0].code, &text) };
            }
            out.push('\n');
        }
        out
    }
}
