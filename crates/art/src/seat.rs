//! The seats: a colour and an emblem for each, apart for every kind of colour vision.

use std::f64::consts::PI;

use crate::Style;
use crate::colour::{BLACK, CREAM, INK, Rgb, pure};
use crate::geom::Pt;
use crate::svg::{Brush, Pen, bar, fill, flat, picture};

/// How many seats have a colour.
pub const SEATS: usize = 6;

/// White, black, sky blue, yellow, red, violet.
pub const COLOURS: [Rgb; SEATS] = [
    pure(0x00FF_FFFF),
    pure(0x001B_1B1B),
    pure(0x0056_B4E9),
    pure(0x00FF_D400),
    pure(0x00D7_191C),
    pure(0x006A_3D9A),
];

/// The colour of a seat.
pub fn colour(seat: usize) -> Rgb {
    COLOURS[seat % SEATS]
}

/// A darker tone of a seat, for hats and folds.
pub fn shade(seat: usize) -> Rgb {
    if seat % SEATS == 1 { pure(0x004A_4A4A) } else { colour(seat).times(0.72) }
}

/// Whether the colour of a seat is light, so that dark marks show on it.
pub fn is_light(seat: usize) -> bool {
    colour(seat).light() > 120
}

/// What shows on the colour of a seat.
pub fn mark(seat: usize) -> Rgb {
    if is_light(seat) { pure(0x003A_2A1C) } else { pure(0x00FF_FFFF) }
}

/// The sign of a seat: disc, square, triangle, diamond, star, cross.
pub fn sign(pen: &mut Pen, seat: usize, at: Pt, r: f64, brush: Brush) {
    let (x, y) = at;
    let to = |dx: f64, dy: f64| (x + dx * r, y + dy * r);
    let points: Vec<Pt> = match seat % SEATS {
        0 => return pen.circle(at, r * 0.9, brush),
        1 => return pen.path(&bar(to(-0.82, -0.82), (r * 1.64, r * 1.64)), brush),
        2 => vec![to(0.0, -1.05), to(1.05, 0.8), to(-1.05, 0.8)],
        3 => vec![to(0.0, -1.2), to(0.95, 0.0), to(0.0, 1.2), to(-0.95, 0.0)],
        4 => {
            let ray = |i: i32| {
                let turn = f64::from(i) * PI / 5.0;
                let long = if i % 2 == 0 { 1.25 } else { 0.52 };
                to(turn.sin() * long, -turn.cos() * long)
            };
            (0..10).map(ray).collect()
        }
        _ => {
            let (q, z) = (0.38, 1.05);
            let first = [(-q, -z), (q, -z), (q, -q), (z, -q), (z, q), (q, q)];
            let rest = [(q, z), (-q, z), (-q, q), (-z, q), (-z, -q), (-q, -q)];
            first.iter().chain(&rest).map(|(a, b)| to(*a, *b)).collect()
        }
    };
    pen.polygon(&points, brush);
}

/// The sign of a seat on a small disc, as figures wear it.
pub fn badge(pen: &mut Pen, seat: usize, at: Pt, r: f64) {
    let back = if is_light(seat) { pure(0x00FF_FFFF) } else { pure(0x0011_1111) };
    pen.circle(at, r, fill(back).line(mark(seat)).width(1.3));
    sign(pen, seat, at, r * 0.6, flat(mark(seat)));
}

/// The round token of a seat with a light and a dark ring.
pub fn token(pen: &mut Pen, seat: usize, at: Pt, r: f64) {
    pen.circle(at, r, flat(INK));
    pen.circle(at, r * 0.9, flat(CREAM));
    pen.circle(at, r * 0.8, flat(BLACK));
    pen.circle(at, r * 0.72, flat(colour(seat)));
    sign(pen, seat, at, r * 0.38, flat(mark(seat)));
}

/// The token of a seat as a picture of 64 × 64.
pub fn emblem(seat: usize, style: Style) -> String {
    let mut pen = Pen::new(style.night);
    token(&mut pen, seat, (32.0, 32.0), 31.0);
    picture(64.0, 64.0, &pen.into_text())
}
