//! The sheet that a town is drawn on: aged parchment, a frame, and a compass rose in a free corner.

use table::Cell;

use crate::board::corner;
use crate::colour::{GOLD, INK, PARCHMENT, Rgb, map, pure};
use crate::geom::{Pt, TILE};
use crate::rng::Rng;
use crate::svg::{Pen, bar, d, fill, flat, stroke};
use crate::{Look, Style};

/// Parchment; night-blue by night.
const SHEET: Rgb = PARCHMENT.by_night(0x001B_2236);
/// Under the plain look.
const PLAIN_SHEET: Rgb = pure(0x00F2_F3F5).by_night(0x0012_1620);
const MOUNT: Rgb = map(0x00E2_D0A6).by_night(0x0015_1B2D);
const STAIN: Rgb = map(0x00D8_BE84).by_night(0x0026_3050);
const FAINT: Rgb = map(0x00FB_F3DF).by_night(0x0023_2C46);
const LINES: Rgb = map(0x008A_6E42).by_night(0x0072_7FA8);

/// The radius of the compass rose.
const ROSE: f64 = 74.0;

/// The sheet with a corner and a size, under a town.
pub(super) fn draw(pen: &mut Pen, at: Pt, size: Pt, cells: &[Cell], style: Style) {
    let inset = |by: f64| bar((at.0 + by, at.1 + by), (size.0 - 2.0 * by, size.1 - 2.0 * by));
    pen.path(&bar(at, size), flat(MOUNT));
    pen.path(&inset(12.0), flat(if style.look == Look::Map { SHEET } else { PLAIN_SHEET }));
    if style.look == Look::Map {
        stains(pen, at, size);
        if let Some(free) = free_corner(at, size, cells) {
            rose(pen, free);
        }
    }
    pen.path(&inset(12.0), stroke(LINES, 2.4));
    pen.path(&inset(18.0), stroke(GOLD, 3.0));
    pen.path(&inset(22.5), stroke(LINES, 1.0));
}

/// What the years have done to the sheet.
fn stains(pen: &mut Pen, (x, y): Pt, (width, height): Pt) {
    let mut rng = Rng::of("stain").int(width as i64).int(height as i64);
    for _ in 0..16 {
        let r = rng.range(60.0, 190.0).round();
        let at = (x + rng.range(r, width - r).round(), y + rng.range(r, height - r).round());
        let colour = rng.pick(&[STAIN, FAINT, FAINT]);
        for k in [1.0, 0.72, 0.45] {
            pen.ellipse(at, ((r * k).round(), (r * k * 0.8).round()), flat(colour).opacity(0.07));
        }
    }
}

/// A corner of the sheet, or a place along its rim, where nothing else is.
fn free_corner(at: Pt, size: Pt, cells: &[Cell]) -> Option<Pt> {
    let edge = ROSE + 52.0;
    let (low, high) = ((at.0 + edge, at.1 + edge), (at.0 + size.0 - edge, at.1 + size.1 - edge));
    let clear = |p: Pt| {
        let to = |cell: &Cell| {
            let c = corner(*cell);
            let gap = |v: f64, from: f64| (from - v).max(v - from - TILE).max(0.0);
            gap(p.0, c.0).hypot(gap(p.1, c.1))
        };
        cells.iter().map(to).fold(1e9, f64::min)
    };
    let corners = [(high.0, high.1), (low.0, high.1), (high.0, low.1), (low.0, low.1)];
    let best = corners.into_iter().max_by(|a, b| clear(*a).total_cmp(&clear(*b)))?;
    (clear(best) > ROSE + 170.0).then_some(best)
}

/// A compass rose: eight points, half of each in ink.
fn rose(pen: &mut Pen, (x, y): Pt) {
    pen.group(&crate::svg::placed((x, y), 1.0), |pen| {
        pen.circle((0.0, 0.0), ROSE * 0.72, stroke(LINES, 1.6));
        pen.circle((0.0, 0.0), ROSE * 0.66, stroke(LINES, 0.8));
        for quarter in 0..4 {
            let half = [(45.0, 0.62, 10.0, GOLD), (0.0, 1.0, 13.0, FAINT)];
            for (turn, long, wide, light) in half {
                let angle = turn + f64::from(quarter) * 90.0;
                pen.group(&format!("transform=\"rotate({angle})\""), |pen| {
                    let (tip, waist) = (-ROSE * long, -wide * 1.2);
                    let left = d!("M0,0L{},{}L0,{}z", -wide, waist, tip);
                    let right = d!("M0,0L{},{}L0,{}z", wide, waist, tip);
                    pen.path(&left, fill(light).line(LINES).width(1.4));
                    pen.path(&right, fill(LINES).line(LINES).width(1.4));
                });
            }
        }
        pen.circle((0.0, 0.0), 6.0, fill(GOLD).line(INK).width(1.4));
        // A lily for the north.
        let lily = "M0,-104c-5,7 -5,13 0,19c5,-6 5,-12 0,-19zM-3,-84c-10,-1 -13,-8 -10,-14\
                    c4,0 9,5 10,14zM3,-84c10,-1 13,-8 10,-14c-4,0 -9,5 -10,14zM-7,-82h14v3h-14z";
        pen.path(lily, fill(GOLD).line(LINES).width(1.2));
    });
}
