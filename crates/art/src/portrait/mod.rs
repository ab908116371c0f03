//! Portraits of those who play for the computer: busts in a gilded roundel, as a painter of books
//! puts donors into a margin.
//!
//! A portrait is 120 × 120. Each has a ground of its own colour and a head of its own outline, so
//! that it is known at 24 pixels; from there on it gains lines, and at 160 it has everything.

mod people;

use crate::colour::{BLACK, CREAM, GOLD, INK, Rgb, lamplit, pure};
use crate::geom::Pt;
use crate::svg::{Brush, Pen, Short, d, fill, flat, oval, picture, stroke};
use crate::{Detail, Look, Style};

/// The side of a portrait.
pub const PORTRAIT_SIZE: f64 = 120.0;
const MIDDLE: Pt = (60.0, 60.0);

/// Somebody who is portrayed.
struct Sitter {
    name: &'static str,
    /// The ground behind the head.
    ground: Rgb,
    /// What is painted on the ground, where there is room for it.
    pattern: fn(&mut Pen),
    bust: fn(&mut Sketch),
}

/// A pen that knows how much to draw.
struct Sketch {
    pen: Pen,
    /// Whether small things are left out.
    bold: bool,
}

impl Sketch {
    fn path(&mut self, data: &str, brush: Brush) {
        self.pen.path(data, brush);
    }

    /// What only a large portrait shows.
    fn fine(&mut self, draw: impl FnOnce(&mut Pen)) {
        if !self.bold {
            draw(&mut self.pen);
        }
    }
}

/// The names of all portraits.
pub fn portraits() -> impl Iterator<Item = &'static str> {
    people::ALL.iter().map(|sitter| sitter.name)
}

/// A portrait by name; none if nobody of that name sat for one.
pub fn portrait(name: &str, style: Style) -> Option<String> {
    let sitter = people::ALL.iter().find(|sitter| sitter.name == name)?;
    let plain = style.look == Look::Plain;
    let bold = plain || style.detail == Detail::Small;
    let mut sketch = Sketch { pen: Pen::new(style.night), bold };
    let inner = if bold { 55.0 } else { 51.5 };
    frame(&mut sketch.pen, sitter.ground, inner, plain);
    let clip = format!(
        "<clipPath id=\"roundel\"><path d=\"{}\"/></clipPath><g clip-path=\"url(#roundel)\">",
        oval(MIDDLE, (inner, inner))
    );
    sketch.pen.raw(&clip);
    sketch.fine(|pen| {
        (sitter.pattern)(pen);
        // The wash has pooled at the lower right, away from the light.
        let pooled = "M112,50C112,90 80,114 40,112C84,104 104,84 104,44z";
        pen.path(pooled, flat(SHADOW).opacity(0.12));
    });
    // Seen small, the head fills the roundel.
    let grown = if bold { "transform=\"translate(-7.2,-4.4)scale(1.12)\"" } else { "" };
    let width: f64 = if plain { 2.6 } else { style.detail.of(1.5, 1.8, 2.6) };
    let ink = if plain { BLACK } else { PORTRAIT_INK };
    let open = format!(
        "<g {grown} stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\">",
        sketch.pen.colour(ink),
        Short(width)
    );
    sketch.pen.raw(&open);
    (sitter.bust)(&mut sketch);
    sketch.pen.raw("</g></g>");
    rim(&mut sketch.pen, inner, plain);
    Some(picture(PORTRAIT_SIZE, PORTRAIT_SIZE, &sketch.pen.into_text()))
}

const PORTRAIT_INK: Rgb = lamplit(0x003A_2A1C).by_night(0x0024_1A14);

fn frame(pen: &mut Pen, ground: Rgb, inner: f64, plain: bool) {
    let (outer, gold) = if plain { (BLACK, CREAM) } else { (INK, GOLD) };
    pen.circle(MIDDLE, 59.5, flat(outer));
    pen.circle(MIDDLE, 58.0, flat(gold));
    pen.circle(MIDDLE, inner, flat(ground));
}

/// The inner line of the frame, and the light on its gold.
fn rim(pen: &mut Pen, inner: f64, plain: bool) {
    let ink = if plain { BLACK } else { INK };
    pen.circle(MIDDLE, inner, stroke(ink, 1.6));
    if !plain && inner < 54.0 {
        let light = "M10.5,38A54.8,54.8 0 0 1 58,5.2";
        pen.path(light, stroke(pure(0x00FF_F3C9), 1.6).round().opacity(0.8));
    }
}

const SHADOW: Rgb = pure(0x0010_0A08);
const EYE_WHITE: Rgb = lamplit(0x00FB_F6E8);

/// The features of a face, looking a little to the left.
struct Features {
    outline: &'static str,
    skin: Rgb,
    brow: (Rgb, f64, [&'static str; 2]),
    iris: Rgb,
    /// Half the height of an opened eye.
    open: f64,
    mouth: &'static str,
    lips: Rgb,
}

const BLUSH: Rgb = lamplit(0x00D9_6A4E);

/// The face, its features, and the shadow on its right.
fn face(sketch: &mut Sketch, f: &Features) {
    sketch.path(f.outline, fill(f.skin));
    sketch.fine(|pen| {
        let lee = "M70,36C78,42 79.5,58 72,70C69,75 65,79 60,80.5C71,80 79,66 79,50C79,42 76,37 \
                   70,36z";
        pen.path(lee, flat(BLUSH).opacity(0.22));
        pen.ellipse((47.5, 63.5), (4.6, 3.4), flat(BLUSH).opacity(0.3));
        pen.ellipse((71.0, 63.5), (4.6, 3.4), flat(BLUSH).opacity(0.3));
    });
    for (x, brow) in [(51.0, f.brow.2[0]), (67.0, f.brow.2[1])] {
        eye(sketch, (x, 54.5), f);
        sketch.path(brow, stroke(f.brow.0, if sketch.bold { f.brow.1 + 0.9 } else { f.brow.1 }));
    }
    sketch.path("M58.5,52C58.5,57 57.4,61 55,64.2C56.6,66 59.6,66.2 61.6,65", nose(sketch.bold));
    sketch.path(f.mouth, fill(f.lips).width(if sketch.bold { 1.8 } else { 1.1 }));
}

fn nose(bold: bool) -> Brush {
    stroke(PORTRAIT_INK, if bold { 2.2 } else { 1.3 })
}

fn eye(sketch: &mut Sketch, (x, y): Pt, f: &Features) {
    if sketch.bold {
        sketch.pen.ellipse((x, y), (3.0, 3.3), flat(PORTRAIT_INK));
        return;
    }
    let (o, pen) = (f.open, &mut sketch.pen);
    let (left, right, upper, lower) = (x - 5.2, x + 5.2, y - 2.0 * o, y + 1.5 * o);
    let lids =
        d!("M{},{}Q{},{} {},{}Q{},{} {},{}z", left, y, x, upper, right, y, x, lower, left, y);
    pen.path(&lids, flat(EYE_WHITE));
    pen.circle((x - 0.8, y - 0.2 * o), 2.5, fill(f.iris).width(0.7));
    pen.circle((x - 0.8, y - 0.2 * o), 1.1, flat(PORTRAIT_INK));
    pen.circle((x - 1.6, y - 0.6 * o), 0.7, flat(CREAM));
    let upper = d!("M{},{}Q{},{} {},{}", x - 5.4, y, x, y - 2.1 * o, x + 5.6, y);
    pen.path(&upper, stroke(PORTRAIT_INK, 1.7));
}
