//! Small things in the country: sheep, wells, crosses, hay, rocks.

use crate::colour::{INK, ROOFS, Rgb, SHADE, STONE, STONE_LIGHT, WATER_DARK, map};
use crate::geom::Pt;
use crate::rng::Rng;
use crate::svg::{Pen, d, fill, flat, steps, stroke, stroke_of_group};

use super::cross;

const FLEECE: Rgb = map(0x00F6_F0E0);
const MUZZLE: Rgb = map(0x004A_3826);
const HAY: Rgb = map(0x00DD_BB5C);
const HAY_INK: Rgb = map(0x008F_6F2A);
const ROCK: Rgb = map(0x00B9_AE96);
const ROCK_DARK: Rgb = map(0x008F_866F);

/// A sheep.
pub fn sheep(pen: &mut Pen, (x, y): Pt, rng: &mut Rng) {
    let head = if rng.below(2) == 0 { 4.0 } else { -4.0 };
    pen.ellipse((x + 1.0, y + 0.3), (5.0, 1.8), flat(SHADE).opacity(0.35));
    pen.path(&d!("M{},{}v-2m4,2v-2", x - 2.0, y), stroke_of_group().width(1.0));
    pen.ellipse((x, y - 3.6), (4.4, 3.0), fill(FLEECE).width(0.8));
    pen.circle((x + head, y - 4.8), 1.6, flat(MUZZLE));
}

/// A well with a roof.
pub fn well(pen: &mut Pen, (x, y): Pt) {
    pen.ellipse((x + 2.0, y + 1.0), (7.0, 3.4), flat(INK).opacity(0.25));
    pen.path(&d!("M{},{}v4a5.5,2.6 0 0 0 11,0v-4z", x - 5.5, y - 4.0), fill(STONE));
    pen.ellipse((x, y - 4.0), (5.5, 2.6), fill(WATER_DARK));
    pen.path(&d!("M{},{}v-8m9.2,8v-8", x - 4.6, y - 4.0), stroke_of_group().width(1.2));
    pen.path(&steps((x - 7.0, y - 11.0), &[(7.0, -5.0), (7.0, 5.0)]), fill(ROOFS[1].1));
}

/// A stone cross by the way.
pub fn wayside_cross(pen: &mut Pen, (x, y): Pt) {
    pen.bar((x - 5.0, y), (10.0, 4.0), fill(STONE));
    cross(pen, (x, y), 2.2, STONE_LIGHT);
}

/// A haystack.
pub fn haystack(pen: &mut Pen, (x, y): Pt) {
    pen.ellipse((x + 3.0, y), (8.0, 2.6), flat(SHADE).opacity(0.3));
    let stack = d!("M{},{}q-1,-9 6,-12q7,3 6,12q-6,2.4 -12,0z", x - 6.0, y);
    pen.path(&stack, fill(HAY).line(HAY_INK));
    let straw = d!("M{},{}l2,-6m2,7l1,-7m2,6l-1,-5", x - 3.0, y - 3.0);
    pen.path(&straw, stroke(HAY_INK, 0.9));
}

/// The rocks of a spring around a point, each with the height of its foot.
pub fn rocks(pen: &Pen, (x, y): Pt) -> Vec<(f64, String)> {
    let places = [
        (-17.0, 3.0, 8.0),
        (16.0, 2.0, 9.0),
        (-8.0, -7.0, 9.0),
        (8.0, -8.0, 8.0),
        (0.0, -11.0, 10.0),
    ];
    let rock = |(u, v, r): (f64, f64, f64)| {
        let mut pen = pen.fresh();
        let foot = y + v + 5.0;
        let outline = [(r * 0.4, -r), (r * 0.8, -r * 0.3), (r * 0.7, r * 0.9), (r * 0.1, r * 0.5)];
        pen.path(&steps((x + u - r, foot), &outline), fill(ROCK));
        let shade = [(r * 0.7, r * 0.9), (r * 0.1, r * 0.4), (-r * 0.9, 0.0)];
        pen.path(&steps((x + u + r * 0.2, foot - r * 1.3), &shade), flat(ROCK_DARK));
        (foot + 1.0, pen.into_text())
    };
    places.map(rock).to_vec()
}
