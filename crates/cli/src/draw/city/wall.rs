//! The wall around the city: its pieces, the gate, towers.

use games::Seat;

use crate::draw::figures::{self, COLOURS};
use crate::draw::geom::{Pt, add, along, polygon};
use crate::draw::svg::{INK, Svg};

const STONE: &str = "#E9DFC6";
const THICK: f64 = 26.0;

/// A band along a side, outside of the tile.
fn band(at: Pt, side: usize, from: f64, to: f64, near: f64, far: f64) -> String {
    let p = |d: f64, depth: f64| add(at, along(side, d, depth), 1.0);
    polygon(&[p(from, near), p(to, near), p(to, far), p(from, far)])
}

/// A wall on a side of the tile at a point.
pub fn wall(out: &mut Svg, at: Pt, side: usize) {
    out.group("class=\"wall\"", |out| stones(out, at, side));
}

/// A wall that closes the ring at the end: paler than one that was built.
pub fn closing(out: &mut Svg, at: Pt, side: usize) {
    out.group("class=\"closing\" opacity=\"0.45\"", |out| stones(out, at, side));
}

fn stones(out: &mut Svg, at: Pt, side: usize) {
    let ink = format!("stroke=\"{INK}\" stroke-width=\"3\" stroke-linejoin=\"round\"");
    out.path(&band(at, side, 0.0, 200.0, -1.0, -THICK), &format!("fill=\"{STONE}\" {ink}"));
    out.path(&band(at, side, 4.0, 196.0, -4.0, -11.0), "fill=\"#B9A988\"");
    for i in 0..6 {
        let from = 8.0 + f64::from(i) * 33.0;
        let merlon = band(at, side, from, from + 18.0, -THICK + 6.0, -THICK - 7.0);
        out.path(&merlon, &format!("fill=\"#FBF5E6\" {ink}"));
    }
}

/// The gate.
pub fn gate(out: &mut Svg, at: Pt, side: usize) {
    out.group("class=\"gate\"", |out| {
        stones(out, at, side);
        let ink = format!("stroke=\"{INK}\" stroke-width=\"3\"");
        out.path(
            &band(at, side, 72.0, 128.0, 4.0, -THICK - 8.0),
            &format!("fill=\"#5B3F27\" {ink}"),
        );
        for (from, to) in [(50.0, 76.0), (124.0, 150.0)] {
            let post = band(at, side, from, to, 6.0, -THICK - 10.0);
            out.path(&post, &format!("fill=\"#B5502F\" {ink}"));
        }
    });
}

/// A round tower with its foot in the middle; of a seat, with its emblem.
pub fn tower(out: &mut Svg, seat: Option<Seat>, at: Pt) {
    out.group("class=\"tower\"", |out| {
        let ink = format!("stroke=\"{INK}\" stroke-width=\"3.4\"");
        let colour = seat.map_or("#8A939B", |s| COLOURS[s.index()]);
        out.circle(at, 31.0, "#FFF8E6", &ink);
        out.circle(at, 25.0, colour, &ink);
        for k in 0..8 {
            let turn = f64::from(k) * std::f64::consts::FRAC_PI_4;
            let p = (at.0 + turn.cos() * 29.0, at.1 + turn.sin() * 29.0);
            out.circle(p, 5.0, "#FBF5E6", &format!("stroke=\"{INK}\" stroke-width=\"2\""));
        }
        if let Some(seat) = seat {
            let front = if matches!(seat.0, 0 | 2 | 3) { INK } else { "#FFFFFF" };
            figures::emblem(out, seat.index(), at, 13.0, front);
        }
    });
}
