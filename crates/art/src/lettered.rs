//! The look of what nobody draws: plain shapes that show its initial.

use crate::Detail;
use crate::colour::{BLACK, CREAM, GOLD, GROUND_DARK, INK, PLAZA, Rgb, STONE, STONE_LIGHT, WOOD};
use crate::figure::{SHADOW, halo};
use crate::geom::Pt;
use crate::pictures::{Building, Put};
use crate::seat;
use crate::sprite::LINEN;
use crate::svg::{Pen, fill, flat, stroke};

/// The letter that stands for a name.
pub fn initial(name: &str) -> char {
    name.chars().next().map_or('?', |c| c.to_ascii_uppercase())
}

/// A letter around a point, as high as `size`.
fn letter(pen: &mut Pen, initial: char, (x, y): Pt, size: f64, colour: Rgb) {
    let font = "font-family=\"'Atkinson Hyperlegible Next',sans-serif\" font-weight=\"600\" \
                stroke=\"none\"";
    pen.group(font, |pen| {
        pen.text((x, y + size * 0.36), size, "middle", colour, &initial.to_string());
    });
}

/// A pawn that wears the colour and the sign of its seat, of stone if it is nobody's; its feet are
/// at 0,0, lying its middle.
pub fn pawn(pen: &mut Pen, initial: char, seat: Option<usize>, lying: bool) {
    const BODY: &str = "M-14,0C-13,-10 -7,-17 -6,-26h12C7,-17 13,-10 14,0C7,4 -7,4 -14,0z";
    const HEAD: &str = "M-9,-33a9,9 0 1 0 18,0a9,9 0 1 0 -18,0z";
    let colour = seat.map_or(STONE, seat::colour);
    let body = |pen: &mut Pen| {
        halo(pen, &[BODY, HEAD].concat());
        pen.path(BODY, flat(colour));
        let shade = "M4,-26h2C7,-17 13,-10 14,0C11,2 8,2.6 5,2.9C8,-8 6,-18 4,-26z";
        pen.path(shade, flat(SHADOW).opacity(0.22));
        pen.path(HEAD, fill(colour).line(BLACK).width(1.0));
    };
    let (head, belly) = if lying {
        pen.ellipse((2.0, 4.0), (25.0, 7.0), flat(INK).opacity(0.28));
        pen.group("transform=\"translate(20,0)rotate(-90)\"", body);
        ((-13.0, 0.0), (10.5, 0.0))
    } else {
        pen.ellipse((4.0, 1.5), (18.0, 5.0), flat(INK).opacity(0.3));
        body(pen);
        ((0.0, -33.0), (0.0, -9.5))
    };
    if let Some(number) = seat {
        seat::sign(pen, number, head, 5.2, flat(seat::mark(number)));
    }
    pen.circle(belly, 8.6, fill(CREAM).line(BLACK).width(1.3));
    letter(pen, initial, belly, 12.5, BLACK);
}

/// A round token, 64 × 64.
pub fn token(pen: &mut Pen, initial: char) {
    pen.circle((33.5, 34.0), 28.0, flat(INK).opacity(0.3));
    pen.circle((32.0, 32.0), 28.0, fill(LINEN).line(INK).width(3.0));
    pen.circle((32.0, 32.0), 23.5, stroke(GOLD, 2.2));
    letter(pen, initial, (32.0, 32.0), 30.0, INK);
}

/// A small shield of arms around 0,0, some 24 wide.
pub fn shield(pen: &mut Pen, initial: char) {
    let arms = "M-12,-14h24v12c0,9.5 -7.2,13.5 -12,16.8c-4.8,-3.3 -12,-7.3 -12,-16.8z";
    pen.path(arms, fill(CREAM).line(INK).width(3.4).round());
    pen.path(arms, fill(LINEN).line(GOLD).width(1.6));
    letter(pen, initial, (0.0, -1.5), 16.0, INK);
}

/// Half the width and the height of [`sign`].
pub const SIGN: Pt = (17.0, 34.0);

/// A disc in a city.
pub fn sign(pen: &mut Pen, put: &Put) {
    pen.placed((put.at.0, put.at.1 - SIGN.1 / 2.0 * put.scale), put.scale, |pen| {
        pen.circle((1.5, 2.0), 15.0, flat(INK).opacity(0.3));
        pen.circle((0.0, 0.0), 15.0, fill(LINEN).width(1.8));
        pen.circle((0.0, 0.0), 12.6, stroke(GOLD, 1.2));
        letter(pen, initial(put.name), (0.0, 0.0), 16.0, INK);
    });
}

/// A board on two posts beside a road.
pub fn signpost(pen: &mut Pen, put: &Put) {
    pen.placed(put.at, put.scale, |pen| {
        pen.ellipse((5.0, 2.0), (22.0, 5.0), flat(INK).opacity(0.25));
        pen.path("M-9,2v-16M15,2v-16", stroke(WOOD, 3.0));
        pen.path("M-15,-11v-20h36v20z", fill(LINEN).width(1.8));
        letter(pen, initial(put.name), (3.0, -21.0), 16.0, INK);
    });
}

/// A standing stone on a paved round.
pub const BUILDING: Building = Building {
    ground: (-4.0, (34.0, 19.0)),
    tall: 26.0,
    step: (13.0, 7.0),
    down: 6.0,
    scale: 1.05,
    yields: true,
    draw: stone,
};

fn stone(pen: &mut Pen, put: &Put) {
    let wide = if put.detail == Detail::Small { 2.4 } else { 1.6 };
    pen.placed(put.at, put.scale, |pen| {
        pen.ellipse((0.0, -4.0), (34.0, 19.0), fill(PLAZA).line(GROUND_DARK).width(wide));
        pen.path("M-15,4h34l9,6h-34z", flat(INK).opacity(0.22));
        pen.path("M-16,4v-36c0,-20 32,-20 32,0v36z", fill(STONE_LIGHT));
        pen.path("M8,4v-49c5,3 8,8 8,13v36z", flat(STONE));
        letter(pen, initial(put.name), (-1.0, -24.0), 24.0, INK);
    });
}

/// A place of the game that lies nowhere: a paved court of one cell with its name.
pub fn court(pen: &mut Pen, (x, y): Pt, name: &str) {
    let at = |dx: f64, dy: f64| (x + dx, y + dy);
    pen.bar(at(10.0, 10.0), (180.0, 180.0), fill(PLAZA).line(GROUND_DARK).width(6.0).round());
    pen.bar(at(20.0, 20.0), (160.0, 160.0), stroke(GROUND_DARK, 1.4));
    pen.placed(at(100.0, 52.0), 1.6, |pen| shield(pen, initial(name)));
    let font = "font-family=\"'Atkinson Hyperlegible Next',sans-serif\" font-weight=\"600\"";
    pen.group(font, |pen| pen.text(at(100.0, 176.0), 20.0, "middle", INK, name));
}

/// Where the figure with this number stands in a [`court`].
pub fn in_court(number: usize) -> Pt {
    (36.0 + (number % 5) as f64 * 32.0, 118.0 + (number / 5) as f64 * 18.0)
}
