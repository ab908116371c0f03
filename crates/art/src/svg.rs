//! SVG text, built by hand: short numbers, colours by day or night, ink inherited from groups.

use std::fmt::{self, Write};

use crate::colour::{Hex, Rgb};
use crate::geom::{Curve, Pt};

/// A number with at most one decimal, as short as it gets.
pub struct Short(pub f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&data("{}", &[self.0]))
    }
}

/// A pattern with short numbers in it, each in the place of a `{}`. (`format!` would be more
/// code wherever something is drawn, and a page loads all of it.)
pub fn data(pattern: &str, numbers: &[f64]) -> String {
    let mut out = String::with_capacity(pattern.len() + 3 * numbers.len());
    let mut numbers = numbers.iter();
    for (at, piece) in pattern.split("{}").enumerate() {
        if at > 0 {
            push(&mut out, numbers.next().map_or(0, |number| (number * 10.0).round() as i64));
        }
        out += piece;
    }
    debug_assert!(numbers.next().is_none(), "more numbers than places in {pattern}");
    out
}

/// Writes so many tenths.
fn push(out: &mut String, tenths: i64) {
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if tenths < 0 {
        out.push('-');
    }
    // Writing to a String never fails.
    if whole > 0 || rest == 0 {
        let _ = write!(out, "{whole}");
    }
    if rest > 0 {
        let _ = write!(out, ".{rest}");
    }
}

/// A number for `d!`.
pub fn number(value: impl Into<f64>) -> f64 {
    value.into()
}

/// Path data from a pattern, with short numbers: `d!("M{},{}h{}", x, y, w)`.
macro_rules! d {
    ($pattern:literal $(, $value:expr)* $(,)?) => {
        $crate::svg::data($pattern, &[$($crate::svg::number($value)),*])
    };
}
pub(crate) use d;

/// A point as text.
pub fn pair(p: Pt) -> String {
    d!("{},{}", p.0, p.1)
}

/// Curves as path data.
pub fn curves(curves: &[Curve]) -> String {
    let start = curves.first().map(|c| format!("M{}", pair(c[0]))).unwrap_or_default();
    start + &curves_on(curves)
}

/// Curves as path data that goes on where it is.
pub fn curves_on(curves: &[Curve]) -> String {
    curves
        .iter()
        .map(|[_, a, b, c]| d!("C{},{} {},{} {},{}", a.0, a.1, b.0, b.1, c.0, c.1))
        .collect()
}

/// A line through points as path data.
pub fn line(points: &[Pt]) -> String {
    let mut out = String::with_capacity(points.len() * 10 + 2);
    for (i, p) in points.iter().enumerate() {
        out.push(if i == 0 { 'M' } else { ' ' });
        out += &pair(*p);
    }
    out
}

/// A polygon as path data.
pub fn polygon(points: &[Pt]) -> String {
    line(points) + "z"
}

/// A polygon from its first point in relative steps: compresses well.
pub fn steps(from: Pt, steps: &[Pt]) -> String {
    let list: Vec<String> = steps.iter().map(|p| pair(*p)).collect();
    format!("M{}l{}z", pair(from), list.join(" "))
}

/// A rectangle as path data, from its upper left corner.
pub fn bar(at: Pt, size: Pt) -> String {
    d!("M{},{}h{}v{}h{}z", at.0, at.1, size.0, size.1, -size.0)
}

/// An ellipse as path data.
pub fn oval(at: Pt, r: Pt) -> String {
    let (a, b) = r;
    d!("M{},{}a{},{} 0 1 1 {},0a{},{} 0 1 1 {},0z", at.0 - a, at.1, a, b, 2.0 * a, a, b, -2.0 * a)
}

#[derive(Clone, Copy, PartialEq)]
enum Line {
    Inherited,
    Off,
    In(Rgb),
}

/// How a shape is filled and lined. The line is that of the group around it unless said. Lengths
/// are in tenths: hundreds of brushes are put together in the code, and so they stay small.
#[derive(Clone, Copy)]
pub struct Brush {
    fill: Option<Rgb>,
    line: Line,
    width: Option<i16>,
    /// In hundredths.
    opacity: Option<u8>,
    dash: [i16; 4],
    offset: i16,
    round: bool,
}

const fn tenths(length: f64) -> i16 {
    (length * 10.0).round() as i16
}

/// Filled, with the line of the group.
pub const fn fill(colour: Rgb) -> Brush {
    Brush { fill: Some(colour), ..stroke_of_group() }
}

/// Filled, without a line.
pub const fn flat(colour: Rgb) -> Brush {
    Brush { line: Line::Off, ..fill(colour) }
}

/// A line only.
pub const fn stroke(colour: Rgb, width: f64) -> Brush {
    Brush { line: Line::In(colour), width: Some(tenths(width)), ..stroke_of_group() }
}

/// A line only, in the ink of the group.
pub const fn stroke_of_group() -> Brush {
    Brush {
        fill: None,
        line: Line::Inherited,
        width: None,
        opacity: None,
        dash: [0; 4],
        offset: 0,
        round: false,
    }
}

impl Brush {
    /// With a line of this colour.
    pub const fn line(self, colour: Rgb) -> Brush {
        Brush { line: Line::In(colour), ..self }
    }

    /// With a line of this width.
    pub const fn width(self, width: f64) -> Brush {
        Brush { width: Some(tenths(width)), ..self }
    }

    /// So much of it shows.
    pub const fn opacity(self, opacity: f64) -> Brush {
        Brush { opacity: Some((opacity * 100.0).round() as u8), ..self }
    }

    /// With a line of two alternating lengths: drawn and left out.
    pub const fn dash(self, drawn: f64, left_out: f64) -> Brush {
        self.dashes([drawn, left_out, 0.0, 0.0])
    }

    /// With a line of four alternating lengths.
    pub const fn dashes(self, [a, b, c, d]: [f64; 4]) -> Brush {
        Brush { dash: [tenths(a), tenths(b), tenths(c), tenths(d)], ..self }
    }

    /// Where in its lengths the line begins.
    pub const fn offset(self, offset: f64) -> Brush {
        Brush { offset: tenths(offset), ..self }
    }

    /// With round ends and joints.
    pub const fn round(self) -> Brush {
        Brush { round: true, ..self }
    }
}

/// SVG elements in the making.
#[derive(Default)]
pub struct Pen {
    text: String,
    night: bool,
}

impl Pen {
    /// A pen that writes the colours of day or night.
    pub fn new(night: bool) -> Pen {
        Pen { text: String::new(), night }
    }

    /// Whether it is night.
    pub fn is_night(&self) -> bool {
        self.night
    }

    /// The text so far.
    pub fn into_text(self) -> String {
        self.text
    }

    /// A new pen for the same light.
    pub fn fresh(&self) -> Pen {
        Pen::new(self.night)
    }

    /// A colour as text, by day or by night.
    pub fn colour(&self, colour: Rgb) -> Hex {
        Hex(colour.shown(self.night))
    }

    /// Appends text that is SVG already.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// An attribute in tenths.
    fn attribute(&mut self, name: &str, value: i16) {
        self.text += name;
        push(&mut self.text, value.into());
        self.text.push('"');
    }

    fn colour_attribute(&mut self, name: &str, colour: Rgb) {
        self.text += name;
        self.text += &self.colour(colour).to_string();
        self.text.push('"');
    }

    fn brush(&mut self, brush: &Brush) {
        match brush.fill {
            Some(colour) => self.colour_attribute(" fill=\"", colour),
            None => self.text += " fill=\"none\"",
        }
        match brush.line {
            Line::Inherited => {}
            Line::Off => self.text += " stroke=\"none\"",
            Line::In(colour) => self.colour_attribute(" stroke=\"", colour),
        }
        if let Some(width) = brush.width {
            self.attribute(" stroke-width=\"", width);
        }
        if let Some(hundredths) = brush.opacity {
            // Writing to a String never fails.
            let _ = write!(self.text, " opacity=\".{hundredths:02}\"");
        }
        if brush.dash[0] > 0 {
            let shown = if brush.dash[2] > 0 { 4 } else { 2 };
            self.text += " stroke-dasharray=\"";
            for (at, length) in brush.dash[..shown].iter().enumerate() {
                if at > 0 {
                    self.text.push(' ');
                }
                push(&mut self.text, (*length).into());
            }
            self.text.push('"');
        }
        if brush.offset != 0 {
            self.attribute(" stroke-dashoffset=\"", brush.offset);
        }
        if brush.round {
            self.text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        }
        self.text += "/>";
    }

    /// A path; nothing if the data is empty.
    pub fn path(&mut self, data: &str, brush: Brush) {
        if data.is_empty() {
            return;
        }
        self.text += "<path d=\"";
        self.text += data;
        self.text.push('"');
        self.brush(&brush);
    }

    /// A polygon.
    pub fn polygon(&mut self, points: &[Pt], brush: Brush) {
        self.path(&polygon(points), brush);
    }

    /// A rectangle from its upper left corner.
    pub fn bar(&mut self, at: Pt, size: Pt, brush: Brush) {
        self.path(&bar(at, size), brush);
    }

    /// A disc.
    pub fn circle(&mut self, at: Pt, r: f64, brush: Brush) {
        self.text += &d!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", at.0, at.1, r);
        self.brush(&brush);
    }

    /// An ellipse.
    pub fn ellipse(&mut self, at: Pt, r: Pt, brush: Brush) {
        self.text += &d!("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"", at.0, at.1, r.0, r.1);
        self.brush(&brush);
    }

    /// Text; `anchor` is start, middle or end.
    pub fn text(&mut self, at: Pt, size: f64, anchor: &str, colour: Rgb, text: &str) {
        let (x, y, size) = (Short(at.0), Short(at.1), Short(size));
        let (fill, text) = (self.colour(colour), escape(text));
        let open = format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\">"
        );
        self.text += &[&open, text.as_str(), "</text>"].concat();
    }

    /// A whole picture, set into a rectangle of this one.
    pub fn set_in(&mut self, picture: &str, at: Pt, size: Pt) {
        let place =
            d!("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" ", at.0, at.1, size.0, size.1);
        self.text += &picture.replacen("<svg ", &place, 1);
    }

    fn open(&mut self, attributes: &str) {
        self.text += "<g ";
        self.text += attributes;
        self.text.push('>');
    }

    /// A group with attributes around what `inner` draws.
    pub fn group(&mut self, attributes: &str, inner: impl FnOnce(&mut Pen)) {
        self.open(attributes);
        inner(self);
        self.text += "</g>";
    }

    /// A group in ink of a width, with round joints: what sprites stand in.
    pub fn inked(&mut self, ink: Rgb, width: f64, inner: impl FnOnce(&mut Pen)) {
        let attributes = format!(
            "stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            self.colour(ink),
            Short(width)
        );
        self.group(&attributes, inner);
    }

    /// A group at a place and size.
    pub fn placed(&mut self, at: Pt, scale: f64, inner: impl FnOnce(&mut Pen)) {
        self.group(&placed(at, scale), inner);
    }
}

/// The attribute that puts a group at a place and size.
pub fn placed(at: Pt, scale: f64) -> String {
    let (x, y) = (Short(at.0), Short(at.1));
    if (scale - 1.0).abs() < 1e-4 {
        return format!("transform=\"translate({x},{y})\"");
    }
    let thousandths = (scale * 1000.0).round() as i32;
    let scale = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    let scale = scale.trim_end_matches('0').trim_end_matches('.');
    format!("transform=\"translate({x},{y})scale({scale})\"")
}

/// A whole picture of a size.
pub fn picture(width: f64, height: f64, body: &str) -> String {
    let (w, h) = (Short(width), Short(height));
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\">{body}</svg>")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{INK, MEADOW};

    #[test]
    fn numbers_are_short() {
        let all: Vec<String> =
            [0.0, -0.04, 0.25, -0.5, 12.0, 3.16].map(|v| Short(v).to_string()).to_vec();
        assert_eq!(all, ["0", "0", ".3", "-.5", "12", "3.2"]);
        assert_eq!(d!("M{},{}h{}", 1, 2.5, -0.5), "M1,2.5h-.5");
    }

    #[test]
    fn brushes_write_only_what_is_said() {
        let mut pen = Pen::new(false);
        pen.path("M0,0z", fill(MEADOW));
        pen.path("M1,1", stroke(INK, 2.0).dash(3.0, 1.5).opacity(0.3));
        pen.path("", fill(MEADOW));
        let text = pen.into_text();
        assert_eq!(text.matches("<path").count(), 2);
        assert!(text.contains("stroke-dasharray=\"3 1.5\"") && text.contains("opacity=\".30\""));
        assert_eq!(escape("<&\u{1}"), "&lt;&amp; ");
    }
}
