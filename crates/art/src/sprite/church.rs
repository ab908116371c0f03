//! Churches: the monastery and parish churches.

use crate::Detail;
use crate::colour::{DOOR, GLASS, GOLD, INK, ROOFS, Rgb, Roof, WALL_DARK, WHITE, WOOD, map};
use crate::geom::Pt;
use crate::rng::Rng;
use crate::svg::{Pen, d, fill, flat, stroke};

const PRECINCT: Rgb = map(0x00D8_CB97);
const PRECINCT_EDGE: Rgb = map(0x00C4_B77E);
const HEDGE: Rgb = map(0x006F_7A3C);
const NAVE: Rgb = map(0x00F3_E9D2);
const VERDIGRIS: Roof = (map(0x0097_ADA2), map(0x0074_8F84), map(0x0051_665E));

/// A cross on an arm of 7 units, gilded or of another colour.
pub fn cross(pen: &mut Pen, (x, y): Pt, k: f64, colour: Rgb) {
    let data = d!("M{},{}v{}m{},{}h{}", x, y, -7.0 * k, -2.4 * k, 2.0 * k, 4.8 * k);
    pen.path(&data, stroke(INK, 2.8 * k));
    pen.path(&data, stroke(colour, 1.4 * k));
}

/// A monastery: church with a west tower, cloister wing and precinct. `at` is the middle of its
/// base.
pub fn monastery(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
    let small = detail == Detail::Small;
    pen.placed(at, scale, |pen| {
        if small {
            pen.ellipse((0.0, -8.0), (48.0, 27.0), fill(PRECINCT).line(HEDGE).width(2.0));
        } else {
            pen.ellipse((2.0, -6.5), (47.0, 25.0), flat(HEDGE).opacity(0.35));
            pen.ellipse((0.0, -8.0), (45.0, 24.0), fill(PRECINCT_EDGE).line(HEDGE).width(1.4));
            pen.ellipse((0.0, -7.0), (41.0, 21.0), flat(PRECINCT));
        }
        pen.path("M-26,2h60l10,5h-60z", flat(INK).opacity(0.22));
        // The cloister wing, low, on the right.
        pen.path("M8,-12h26v14h-26z", fill(NAVE));
        pen.path("M6,-11l4,-11h23l3,11z", fill(ROOFS[1].1));
        if detail == Detail::Full {
            pen.path("M10,-22h23l1,4h-25.4z", flat(ROOFS[1].0));
            let arch = "v-6a1.8,1.8 0 0 1 3.6,0v6z";
            let arches: String = [12, 18, 24, 30].map(|x| format!("M{x},2{arch}")).concat();
            pen.path(&arches, flat(DOOR.by_night(0x00E8_A04A)));
        }
        // The nave.
        let slate = ROOFS[4];
        pen.path("M-20,-21h32v23h-32z", fill(NAVE));
        pen.path("M4,-21h8v23h-8z", flat(WALL_DARK));
        pen.path("M-22,-20l4,-17h29l3,17z", fill(slate.1));
        pen.path("M-18,-37h29l1,6h-31.5z", flat(slate.0));
        if !small {
            let windows: String = (0..3)
                .map(|i| d!("M{},-6v-7a1.6,2 0 0 1 3.2,0v7z", -9.0 + f64::from(i) * 6.5))
                .collect();
            pen.path(&windows, flat(GLASS));
        }
        // The tower, crowned by a gilded cross.
        pen.path("M-30,-42h14v45h-14z", fill(WHITE));
        pen.path("M-20.5,-42h4.5v45h-4.5z", flat(WALL_DARK));
        pen.path("M-32,-41l9,-22 9,22z", fill(slate.1));
        pen.path("M-23,-63l9,22h-6.5z", flat(slate.2));
        cross(pen, (-23.0, -62.0), if small { 2.0 } else { 1.35 }, GOLD);
        if !small {
            pen.path("M-26,-30v-5a3,3 0 0 1 6,0v5zM-26,3v-8a3,3 0 0 1 6,0v8z", flat(WOOD));
        }
    });
}

/// A parish church in a city, 32 wide.
pub fn church(pen: &mut Pen, at: Pt, rng: &mut Rng) {
    let roof = if rng.unit() < 0.6 { ROOFS[4] } else { VERDIGRIS };
    pen.placed((at.0.round(), at.1.round()), 1.0, |pen| {
        pen.path("M-6,-13h21v13h-21z", fill(NAVE));
        pen.path("M-1,-3v-6h2.6v6zM5,-3v-6h2.6v6zM10,-3v-6h2.6v6z", flat(GLASS));
        pen.path("M-8,-12l3,-12 18,0 4,12z", fill(roof.1));
        pen.path("M-5,-24l18,0 1.4,5 -21,0z", flat(roof.0));
        pen.path("M-15,-30h10v31h-10z", fill(WHITE));
        pen.path("M-8,-30h3v31h-3z", flat(WALL_DARK));
        pen.path("M-17,-29l7,-19 7,19z", fill(roof.1));
        pen.path("M-10,-48l7,19 -5,0z", flat(roof.2));
        pen.path("M-12,-20v-4h4v4zM-12,1v-6h4v6z", flat(DOOR));
        cross(pen, (-10.0, -47.0), 0.9, GOLD);
    });
}
