//! Figures: a cloaked walker with a hat, seen slightly from above, and his relations.
//!
//! At scale 1 a follower is about 46 units high and 30 wide, its feet at 0,0; lying, its middle
//! is there. Which piece looks how is in [`crate::pictures`].

use crate::Style;
use crate::colour::{BLACK, CREAM, INK, Rgb, pure};
use crate::geom::Pt;
use crate::svg::{Pen, fill, flat, picture, placed, stroke};
use crate::{lettered, pictures, seat};

/// The side of a figure's picture, in units of a tile at scale 1.
pub const FIGURE_SIZE: f64 = 80.0;
/// Where the feet of a standing figure are in its picture.
pub const FEET: Pt = (40.0, 68.0);
/// Where the middle of a lying figure is in its picture.
pub const MIDDLE: Pt = (40.0, 40.0);

/// How a piece is drawn.
#[derive(Clone, Copy)]
pub struct Guise {
    /// How much larger than a follower it is.
    pub stature: f64,
    /// Whether it lies down on a field.
    pub lies: bool,
    /// Whether it belongs to nobody.
    pub nobodys: bool,
    /// Its shape.
    pub form: Form,
}

impl Guise {
    /// An ordinary walker with a staff.
    pub const WALKER: Guise =
        Guise { stature: 1.0, lies: true, nobodys: false, form: Form::Walker(STAFF) };
}

/// The shape of a piece.
#[derive(Clone, Copy)]
pub enum Form {
    /// A walker with something in his hand.
    Walker(Held),
    /// Something of its own, in the colours of a seat.
    Own(fn(&mut Pen, usize)),
    /// A pawn with a letter.
    Lettered(char),
}

/// What a walker holds in his hand.
#[derive(Clone, Copy)]
pub struct Held {
    /// Its outline.
    pub outline: &'static str,
    /// How it is drawn.
    pub draw: fn(&mut Pen),
}

const CLOAK: &str = "M-14,-4C-13,-13 -11,-22 -6.5,-27.5C-3,-30.5 3,-30.5 6.5,-27.5C11,-21 13.2,-13 14.2,-6C9,-3 3,-1.6 -2,-1.6C-6.5,-1.6 -10.5,-2.4 -14,-4z";
const BRIM: &str = "M-14,-31.5C-10,-36.5 10,-38.5 14.5,-34.5C13,-29.5 -10,-26.5 -14,-31.5z";
const CROWN: &str =
    "M-7,-34C-6.5,-41 -3.5,-46 1.5,-46.5C6,-46.5 7.5,-41 7.8,-35.5C4,-33.5 -3,-33 -7,-34z";
const STAFF_PATH: &str = "M16.4,3L14.8,-34L17.4,-34.4L19,2.8z";
const FEET_PATH: &str =
    "M-8.6,-3V1.8H-1.2C-1.4,0 -3,-.4 -3.4,-3zM3.2,-3V3H11.6C11.2,1 8.6,.6 8,-4z";

/// Skin.
pub const SKIN: Rgb = pure(0x00F3_D3A4);
/// Wooden handles.
pub const TIMBER: Rgb = pure(0x00B9_8A4A);
/// Blades and heads of tools.
pub const IRON: Rgb = pure(0x00B4_BCC2);
/// What darkens a fold.
pub const SHADOW: Rgb = pure(0x0000_0000);
const LEATHER: Rgb = pure(0x005B_3F27);

/// The staff of a follower.
pub const STAFF: Held =
    Held { outline: STAFF_PATH, draw: |pen| pen.path(STAFF_PATH, flat(TIMBER)) };

/// Draws a piece with its feet (lying: its middle) at a point.
pub fn draw(pen: &mut Pen, piece: &str, seat: usize, at: Pt, scale: f64, lying: bool) {
    let guise = pictures::piece(piece);
    let place = placed(at, scale * guise.stature);
    let attributes = if guise.nobodys {
        format!("class=\"{piece}\" {place}")
    } else {
        format!("class=\"figure\" data-seat=\"{seat}\" data-piece=\"{piece}\" {place}")
    };
    pen.group(&attributes, |pen| body(pen, guise, seat, lying));
}

/// A piece as a picture of [`FIGURE_SIZE`], its feet at [`FEET`], lying its middle at [`MIDDLE`];
/// none if no game has such a piece.
pub fn figure(piece: &str, seat: usize, lying: bool, style: Style) -> Option<String> {
    if !pictures::is_piece(piece) {
        return None;
    }
    let guise = pictures::piece(piece);
    let mut pen = Pen::new(style.night);
    let at = if lying { MIDDLE } else { FEET };
    pen.placed(at, guise.stature, |pen| body(pen, guise, seat, lying));
    Some(picture(FIGURE_SIZE, FIGURE_SIZE, &pen.into_text()))
}

fn body(pen: &mut Pen, guise: Guise, seat: usize, lying: bool) {
    match guise.form {
        Form::Own(draw) => draw(pen, seat),
        Form::Lettered(letter) => {
            lettered::pawn(pen, letter, (!guise.nobodys).then_some(seat), lying);
        }
        Form::Walker(held) if lying => {
            pen.ellipse((2.0, 4.0), (27.0, 7.0), flat(INK).opacity(0.28));
            pen.group("transform=\"translate(21,0)rotate(-90)\"", |pen| walker(pen, seat, held));
            seat::badge(pen, seat, (9.0, 0.0), 8.6);
        }
        Form::Walker(held) => {
            pen.ellipse((5.0, 1.5), (17.0, 5.0), flat(INK).opacity(0.3));
            walker(pen, seat, held);
            seat::badge(pen, seat, (0.0, -12.0), 8.6);
        }
    }
}

/// A halo of light and ink around an outline, so that it shows on any ground.
pub fn halo(pen: &mut Pen, outline: &str) {
    pen.path(outline, fill(CREAM).line(CREAM).width(7.6).round());
    pen.path(outline, fill(BLACK).line(BLACK).width(4.2).round());
}

fn walker(pen: &mut Pen, number: usize, held: Held) {
    let outline = format!("{CLOAK}{BRIM}{CROWN}{FEET_PATH}");
    pen.path(held.outline, stroke(CREAM, 9.0).round());
    pen.path(&outline, fill(CREAM).line(CREAM).width(7.6).round());
    pen.path(held.outline, stroke(BLACK, 5.6).round());
    pen.path(&outline, fill(BLACK).line(BLACK).width(4.2).round());
    let colour = seat::colour(number);
    let fold = if seat::is_light(number) { 0.16 } else { 0.3 };
    pen.path(FEET_PATH, flat(LEATHER));
    pen.path(CLOAK, flat(colour));
    let shade = "M4,-29C10,-22 12,-9 14.5,-2C11,1.4 7,1.2 4,1C8,-8 8,-20 4,-29z";
    pen.path(shade, flat(SHADOW).opacity(fold));
    pen.path("M-4.5,-27C-7,-19 -8,-10 -8.2,-3", stroke(SHADOW, 1.0).opacity(0.28));
    if number % seat::SEATS == 1 {
        pen.path("M-11,-4C-10,-14 -8,-21 -4,-26", stroke(pure(0x0077_7777), 1.6));
    }
    pen.path("M-6,-29C-4,-24 5,-24 6.5,-29.5z", fill(SKIN).line(BLACK).width(1.0));
    pen.path(CROWN, fill(colour).line(BLACK).width(1.0));
    let lee = "M2,-46C7,-46 7.5,-41 7.8,-35.5L4,-34.5C5,-39 5,-43 2,-46z";
    pen.path(lee, flat(SHADOW).opacity(fold));
    pen.path(BRIM, fill(seat::shade(number)).line(BLACK).width(1.0));
    (held.draw)(pen);
    pen.circle((15.4, -17.0), 3.0, fill(SKIN).line(BLACK).width(1.0));
}
