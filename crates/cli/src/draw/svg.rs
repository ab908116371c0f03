//! SVG text, built by hand.

use super::geom::{Pt, num};

/// The colour of lines.
pub const INK: &str = "#3A2A1C";

/// SVG elements in the making.
#[derive(Default)]
pub struct Svg {
    out: String,
}

impl Svg {
    /// The text so far.
    pub fn into_text(self) -> String {
        self.out
    }

    /// Appends text that is SVG already.
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A path with attributes.
    pub fn path(&mut self, data: &str, attributes: &str) {
        self.out += &format!("<path d=\"{data}\" {attributes}/>");
    }

    /// A filled path.
    pub fn fill(&mut self, data: &str, fill: &str) {
        self.path(data, &format!("fill=\"{fill}\""));
    }

    /// A line along a path.
    pub fn line(&mut self, data: &str, colour: &str, width: f64) {
        let width = num(width);
        let attributes = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"");
        self.path(data, &attributes);
    }

    /// A disc; `more` holds further attributes.
    pub fn circle(&mut self, at: Pt, r: f64, fill: &str, more: &str) {
        let (x, y, r) = (num(at.0), num(at.1), num(r));
        self.out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" {more}/>");
    }

    /// An ellipse.
    pub fn ellipse(&mut self, at: Pt, r: Pt, fill: &str, more: &str) {
        let (x, y, a, b) = (num(at.0), num(at.1), num(r.0), num(r.1));
        self.out += &format!(
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{a}\" ry=\"{b}\" fill=\"{fill}\" {more}/>"
        );
    }

    /// A rectangle from its upper left corner.
    pub fn rect(&mut self, at: Pt, size: Pt, fill: &str, more: &str) {
        let (x, y, w, h) = (num(at.0), num(at.1), num(size.0), num(size.1));
        self.out += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\" {more}/>"
        );
    }

    /// Text; `anchor` is start, middle or end.
    pub fn text(&mut self, at: Pt, size: f64, anchor: &str, fill: &str, text: &str) {
        let (x, y, size) = (num(at.0), num(at.1), num(size));
        self.out += &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\">{}</text>",
            escape(text)
        );
    }

    /// A group with attributes around what `inner` draws.
    pub fn group(&mut self, attributes: &str, inner: impl FnOnce(&mut Svg)) {
        self.out += &format!("<g {attributes}>");
        inner(self);
        self.out += "</g>";
    }
}

/// A transform to a place and size.
pub fn placed(at: Pt, scale: f64) -> String {
    let (x, y) = (num(at.0), num(at.1));
    format!("transform=\"translate({x},{y}) scale({scale:.4})\"")
}

/// Text that cannot be taken for markup, and holds no character that XML forbids.
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
