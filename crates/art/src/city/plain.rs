//! A tile in the plain look: flat colours, bold lines, large signs.

use super::Ground;
use super::area::StreetMap;
use super::hall;
use super::market;
use super::plan::{COURT, End, HALF, ROUNDEL};
use super::spot::Layout;
use super::stage::Keep;
use crate::colour::{BLACK, Rgb, pure};
use crate::geom::{CENTRE, Pt, tailed};
use crate::rng::Rng;
use crate::svg::{Pen, bar, curves, d, fill, flat, line, polygon, stroke};
use crate::{Detail, Style};

const HOMES: Rgb = pure(0x00E0_C79A).by_night(0x003C_3A3C);
const ROOF: Rgb = pure(0x009A_5230).by_night(0x00B4_6A46);
const STREET: Rgb = pure(0x00FF_FFFF).by_night(0x00C9_CDD6);
const LINE: Rgb = BLACK.by_night(0x000A_0C12);

const fn ground(ground: Ground) -> Rgb {
    match ground {
        Ground::Fish => pure(0x0092_C8E8).by_night(0x0024_5478),
        Ground::Grain => pure(0x00FF_DF6E).by_night(0x0077_5E12),
        Ground::Livestock => pure(0x00A9_CF7A).by_night(0x002E_5A24),
        Ground::Homes => HOMES,
    }
}

/// The picture, without its frame.
pub(super) fn draw(plan: &StreetMap, layout: &Layout, style: Style) -> String {
    let mut pen = Pen::new(style.night);
    pen.path("M-6,-6h212v212h-212z", flat(HOMES));
    for area in plan.areas.iter().filter(|a| a.ground != Ground::Homes) {
        let data: String = area.rings.iter().map(|r| polygon(r)).collect();
        pen.path(&data, flat(ground(area.ground)));
    }
    for border in &plan.borders {
        if border.within_market {
            pen.path(&line(&border.line), stroke(LINE, 2.4).dash(7.0, 6.0));
        } else {
            pen.path(&line(&border.line), stroke(LINE, 5.0));
        }
    }
    streets(&mut pen, plan);
    pen.inked(LINE, 2.4, |pen| {
        houses(pen, plan, layout);
        for building in &layout.buildings {
            let mut rng = Rng::of("plain hall");
            hall::building(pen, building, 1.0, Detail::Small, &mut rng);
        }
        for (area, sign) in plan.areas.iter().zip(&layout.signs) {
            if let Some(at) = sign {
                market::sign(pen, area.ground, *at, style.detail.of(1.5, 1.7, 2.1));
            }
        }
    });
    pen.path("M0,0h200v200h-200z", stroke(LINE, 1.6).opacity(0.35));
    pen.into_text()
}

fn streets(pen: &mut Pen, plan: &StreetMap) {
    let all: String = plan.streets.iter().map(|s| curves(&tailed(&[s.curve], 8.0))).collect();
    let courts = || plan.streets.iter().filter(|s| s.end == End::Blind).map(|s| s.curve[3]);
    courts().for_each(|at| pen.circle(at, COURT + 2.0, flat(LINE)));
    pen.path(&all, stroke(LINE, 2.0 * HALF + 4.0));
    courts().for_each(|at| pen.circle(at, COURT - 2.0, flat(STREET)));
    pen.path(&all, stroke(STREET, 2.0 * HALF - 4.0));
    if plan.streets.iter().any(|s| s.end == End::Crossing) {
        pen.circle(CENTRE, ROUNDEL, fill(STREET).line(LINE).width(4.0));
        pen.circle(CENTRE, 7.0, flat(LINE));
    }
}

/// A house here and there says what the ground is.
fn houses(pen: &mut Pen, plan: &StreetMap, layout: &Layout) {
    let kept = layout.kept(plan);
    let mut walls = String::new();
    for y in (18..200).step_by(26) {
        for x in (14..200).step_by(29) {
            let (x, y) = (f64::from(x), f64::from(y));
            let here = Keep { x: (x - 10.0, x + 10.0), y: (y - 8.0, y + 8.0) };
            let corners: [Pt; 4] = [(-10.0, -8.0), (10.0, -8.0), (-10.0, 8.0), (10.0, 8.0)];
            let free = corners.iter().all(|(dx, dy)| {
                let p = (x + dx, y + dy);
                let homes = plan.areas.iter().any(|a| a.ground == Ground::Homes && a.contains(p));
                homes && plan.to_street(p) > 2.0 && plan.to_border(p) > 3.0
            });
            if free && !kept.iter().any(|k| k.meets(&here)) {
                walls += &bar((x - 8.0, y - 1.0), (16.0, 9.0));
                walls += &d!("M{},{}l11,-9 11,9z", x - 11.0, y);
            }
        }
    }
    pen.path(&walls, flat(ROOF));
}
