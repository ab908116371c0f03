//! What stands on markets: stalls, pens, goods on the ground, and the sign that names the kind by
//! colour and by shape.

use super::Ground;
use super::tint::{BOARD, FISH, HIDES, SACK, STRAW, cloth};
use crate::colour::{
    CREAM, INK, Rgb, STONE_LIGHT, WATER, WATER_DARK, WATER_LIGHT, WHITE, WOOD, pure,
};
use crate::geom::Pt;
use crate::rng::Rng;

use crate::svg::{Brush, Pen, fill, flat, stroke};

/// A stall, or a pen with beasts: 28 wide, 24 high, its foot at `at`.
pub(super) fn stall(pen: &mut Pen, ground: Ground, at: Pt, scale: f64, rng: &mut Rng) {
    pen.placed(at, scale, |pen| {
        if ground == Ground::Livestock {
            return fold(pen, rng);
        }
        pen.ellipse((3.0, 0.5), (15.0, 4.0), flat(INK).opacity(0.22));
        pen.path("M-11,-7h22v7h-22z", fill(BOARD));
        if ground == Ground::Fish {
            let one = "q2.5,-2.6 5,0q-2.5,2.6 -5,0l-1.6,-1.6v3.2z";
            let fish = format!("M-8,-8{one}M-1.5,-8{one}M5,-8{one}");
            pen.path(&fish, fill(FISH).width(0.7));
        } else {
            let one = "q-1.5,-5 2.6,-5.4q4,.4 2.6,5.4z";
            pen.path(&format!("M-9,-6{one}M-2.5,-6{one}M4,-6{one}"), fill(STRAW).width(0.8));
        }
        pen.path("M-11,-6v-12M11,-6v-12", stroke(WOOD, 1.2));
        pen.path("M-13,-15l3,-8h20l3,8z", fill(WHITE));
        let stripes = "M-13,-15l3,-8h4l-1.6,8zM-2.6,-15l.6,-8h4l.6,8zM7.6,-15l-1.6,-8h4l3,8z";
        pen.path(stripes, flat(cloth(ground).strong));
        let scallops = "M-13,-15q2.6,4 5.2,0q2.6,4 5.2,0q2.6,4 5.2,0q2.6,4 5.2,0q2.6,4 5.2,0";
        pen.path(scallops, fill(WHITE).width(0.7));
    });
}

const BEAST: &str = "v-4.5h8.5l2,-2.4 2.6,1.4-.6,3.4-2.4,.6v1.5z";

fn fold(pen: &mut Pen, rng: &mut Rng) {
    pen.path("M-16,-12h32v15h-32z", flat(STRAW).opacity(0.45));
    pen.path("M-16,-5v-8m32,8v-8M-16,-10h32", stroke(WOOD, 1.6));
    for (x, y) in [(-12, -5), (1, -3)] {
        let hide = rng.pick(&HIDES);
        pen.path(&format!("M{},{y}v-3m7,3v-3", x + 2), stroke(INK, 1.5));
        pen.path(&format!("M{x},{}{OX}", y - 2), fill(hide).width(1.0));
    }
    pen.path("M-16,4v-8m10.7,8v-8m10.7,8v-8m10.6,8v-8M-17,-2h34m-34,4h34", stroke(WOOD, 1.8));
}

/// A grazing ox, its rump on the left.
const OX: &str = "c-1,-4 0,-6 2,-6h8l2.5,-2.6 3.4,1.6-.8,3.6-2.6,1v3.4c-4,1 -8,1 -12.5,-1z";

/// A small thing on a market: barrel, basket, sack, sheaf, hay, beast.
pub(super) fn prop(pen: &mut Pen, ground: Ground, (x, y): Pt, rng: &mut Rng) {
    pen.placed((x, y), 1.0, |pen| {
        pen.ellipse((2.0, 0.0), (6.0, 2.0), flat(INK).opacity(0.2));
        match (ground, rng.below(3)) {
            (Ground::Fish, 0) => {
                pen.path("M-3,0q-1.6,-4.5 0,-9h6q1.6,4.5 0,9z", fill(BOARD));
                pen.path("M-3.6,-3h7.2m-7.2,-3.4h7.2", stroke(WOOD, 1.0));
            }
            (Ground::Fish, 1) => {
                pen.path("M-6,-5l1.6,5h8.8l1.6,-5z", fill(BOARD));
                pen.path("M-4,-5q2,-3.6 4,-1q2,-2.6 4,1z", fill(FISH).width(0.8));
            }
            (Ground::Fish, _) => {
                pen.path("M-6,0l1.5,-4h9l1.5,4z", fill(STONE_LIGHT));
                pen.path("M-3.6,-3.6h7.2l.8,2.2h-8.8z", flat(WATER));
            }
            (Ground::Grain, 0) => {
                pen.path("M-5,0q-2,-7 2,-8l-1,-2h5l-1,2q4,1 2,8z", fill(SACK));
            }
            (Ground::Grain, 1) => {
                pen.path("M-3.5,0l-2,-10q5.5,-4 11,0l-2,10z", fill(STRAW));
                pen.path("M-4,-4h8", stroke(WOOD, 1.6));
            }
            (Ground::Grain, _) => {
                let sack = "q-2,-6 2,-7l-1,-1.6h4.4l-1,1.6q4,1 2,7z";
                pen.path(&format!("M-8,0{sack}M1,0{sack}"), fill(SACK));
            }
            (_, 0) => {
                pen.path("M-6,0v-6q6,-3 12,0v6z", fill(STRAW));
                pen.path("M-6,-3h12", stroke(BOARD, 0.9));
            }
            _ => {
                let hide = rng.pick(&HIDES);
                pen.path("M-3,0v-3m6,3v-3", stroke(INK, 1.4));
                pen.path(&format!("M-5,-2.5{BEAST}"), fill(hide).width(0.9));
            }
        }
    });
}

/// What stands in the middle of a wide market: a fountain, a granary on posts, a trough.
pub(super) fn centrepiece(pen: &mut Pen, ground: Ground, at: Pt) {
    pen.placed(at, 1.0, |pen| match ground {
        Ground::Fish => {
            pen.ellipse((3.0, 1.0), (25.0, 11.0), flat(INK).opacity(0.2));
            pen.path("M-22,-6v6a22,10 0 0 0 44,0v-6z", fill(STONE_LIGHT));
            pen.ellipse((0.0, -6.0), (22.0, 10.0), fill(STONE_LIGHT));
            pen.ellipse((0.0, -6.0), (18.5, 8.0), fill(WATER).line(WATER_DARK));
            pen.path("M-3,-5v-13h6v13z", fill(STONE_LIGHT));
            pen.ellipse((0.0, -18.0), (9.0, 3.6), fill(STONE_LIGHT));
            pen.path(
                "M0,-20q-9,-9 -13,11M0,-20q9,-9 13,11M0,-19q-4,-13 0,-16",
                stroke(WATER_LIGHT, 1.6),
            );
            pen.path("M-11,-4h6M4,-2h7M-3,-10h-6", stroke(WATER_LIGHT, 1.1));
        }
        Ground::Grain => {
            pen.ellipse((4.0, 1.0), (24.0, 7.0), flat(INK).opacity(0.22));
            pen.path("M-17,0v-7m11,7v-7m12,7v-7m11,7v-7", stroke(WOOD, 3.0));
            pen.path("M-19,-7v-14h38v14z", fill(BOARD));
            pen.path("M-19,-12h38m-38,-4.6h38", stroke(WOOD, 0.7));
            pen.path("M-23,-20l8,-17h30l8,17z", fill(STRAW));
            pen.path("M-17,-25v3m6,-9v5m6,1v5m6,-11v5m6,1v5m6,-8v4", stroke(BOARD, 1.0));
            pen.path("M-4,-7v-9h8v9z", fill(WOOD));
        }
        _ => {
            pen.ellipse((3.0, 1.0), (27.0, 8.0), flat(INK).opacity(0.18));
            for (x, y, hide) in [(-20, -8, 0), (-4, -12, 1), (10, -7, 2), (-10, -2, 3)] {
                pen.path(&format!("M{},{y}v-3m8,3v-3", x + 1), stroke(INK, 1.6));
                pen.path(&format!("M{x},{}{BEAST}", y - 2), fill(HIDES[hide]));
            }
            let fence =
                "M-26,4v-9m10.4,9v-9m10.4,9v-9m10.4,9v-9m10.4,9v-9m10.4,9v-9M-27,-2h54m-54,4h54";
            pen.path(fence, stroke(WOOD, 2.0));
            pen.path("M-26,-15v-7m52,7v-7M-26,-19h10m32,0h10", stroke(WOOD, 1.8));
        }
    });
}

const BOARD_FACE: Rgb = CREAM;

/// The head of a bull from the front, with its ears; and its horns, which turn up.
const BULL: &str = "M-4.4,-4.2q4.4,-1.8 8.8,0l3.6,.4q.4,2.2 -3.4,2.6q-.2,2.8 -1,4.2\
                    q.2,4.4 -3.6,4.6q-3.8,-.2 -3.6,-4.6q-.8,-1.4 -1,-4.2q-3.8,-.4 -3.4,-2.6z";
const HORNS: &str = "M-3,-4.4q-4.4,.6 -4.2,-3.6M3,-4.4q4.4,.6 4.2,-3.6";

/// The sign of a market, `scale` 1 for a disc of radius 10: fish round, grain on a lozenge,
/// livestock on a square, each in its colour.
pub(super) fn sign(pen: &mut Pen, ground: Ground, at: Pt, scale: f64) {
    let strong = cloth(ground).strong;
    let rim: Brush = fill(BOARD_FACE).line(strong).width(2.2);
    pen.placed(at, scale, |pen| {
        let board = match ground {
            Ground::Fish => "M-10,0a10,10 0 1 1 20,0a10,10 0 1 1 -20,0z",
            Ground::Grain => "M0,-12.5l12.5,12.5l-12.5,12.5l-12.5,-12.5z",
            _ => "M-9.4,-9.4h18.8v18.8h-18.8z",
        };
        pen.path(board, stroke(INK, 4.4));
        pen.path(board, rim);
        match ground {
            Ground::Fish => {
                let fish = "M-7,0q5.5,-7.5 10,-1l4.6,-3.8v9.6l-4.6,-3.8q-4.5,6.5 -10,-1z";
                pen.path(fish, flat(strong));
                pen.circle((-3.4, -0.9), 1.1, flat(pure(0x00FF_FFFF)));
            }
            Ground::Grain => {
                let ears = "M0,8v-15M0,8l-4.6,-12.6M0,8l4.6,-12.6";
                pen.path(ears, stroke(strong, 2.4).round());
                pen.path("M-3,2.4h6", stroke(INK, 1.7));
            }
            _ => {
                pen.path(HORNS, stroke(strong, 2.3).round());
                pen.path(BULL, flat(strong));
                pen.ellipse((0.0, 4.9), (2.7, 1.9), flat(BOARD_FACE));
                pen.circle((-2.3, -1.2), 0.9, flat(BOARD_FACE));
                pen.circle((2.3, -1.2), 0.9, flat(BOARD_FACE));
            }
        }
    });
}
