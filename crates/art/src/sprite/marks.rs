//! The mark that every game knows: the coat of arms.

use crate::colour::{AZURE, GOLD, INK, Rgb, WOOD, map};
use crate::geom::Pt;
use crate::svg::{Pen, fill, flat, stroke};

/// Linen.
pub const LINEN: Rgb = map(0x00F6_EBCF).by_night(0x00D8_D2C4);

/// A coat of arms on a pole, quarterly gold and azure; `at` is the foot of the pole.
pub fn shield(pen: &mut Pen, at: Pt, scale: f64) {
    pen.placed(at, scale, |pen| {
        pen.ellipse((3.0, 0.0), (8.0, 2.6), flat(INK).opacity(0.3));
        pen.path("M0,0V-44", stroke(WOOD, 2.6));
        let arms = "M-12,-40h24v12c0,9.5 -7.2,13.5 -12,16.8c-4.8,-3.3 -12,-7.3 -12,-16.8z";
        pen.path(arms, fill(LINEN).line(LINEN).width(5.5));
        pen.path(arms, fill(GOLD).width(1.8));
        let azure = "M-10.4,-38.4h10.4v12.2h-10.4zM0,-26.2h10.4c0,8 -5.6,10.4 -10.4,14z";
        pen.path(azure, flat(AZURE));
        pen.circle((0.0, -45.0), 2.6, fill(GOLD));
    });
}
