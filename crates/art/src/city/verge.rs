//! Where areas meet: kerbs between markets and homes, inside the tile and at its sides, and the
//! soft change of paving between two markets that are one (CITY-05, CITY-73).

use super::Ground;
use super::area::StreetMap;
use super::around::Around;
use super::plan::HALF;
use super::tint::cloth;
use crate::Detail;
use crate::colour::{INK, STONE_LIGHT};
use crate::geom::{Pt, add, along, unit};
use crate::svg::{Pen, flat, line, polygon, stroke};

/// The borders of a tile.
pub(super) fn draw(pen: &mut Pen, plan: &StreetMap, around: &Around, detail: Detail) {
    let mut kerbs = String::new();
    for border in &plan.borders {
        if border.within_market {
            blend_inside(pen, plan, &border.line);
        } else {
            kerbs += &line(&tail(&border.line));
        }
    }
    for half in 0..8 {
        let Some(area) = plan.areas.iter().find(|a| a.ports >> half & 1 == 1) else { continue };
        let mine = area.ground;
        match around.0[half] {
            Some(Ground::Homes) if mine != Ground::Homes => {
                let [from, to] = half_side(plan, half);
                kerbs += &line(&[(from.0, from.1), (to.0, to.1)]);
            }
            Some(other) if mine != Ground::Homes && other != mine => {
                blend_side(pen, plan, half, other);
            }
            _ => {}
        }
    }
    kerb(pen, &kerbs, detail);
}

/// A step of stone.
fn kerb(pen: &mut Pen, data: &str, detail: Detail) {
    if detail == Detail::Small {
        pen.path(data, stroke(INK, 8.0));
        pen.path(data, stroke(STONE_LIGHT, 4.4));
        return;
    }
    pen.path(data, stroke(INK, 10.0).opacity(0.14));
    pen.path(data, stroke(INK, 5.6));
    pen.path(data, stroke(STONE_LIGHT, 3.6));
    if detail == Detail::Full {
        pen.path(data, stroke(INK, 3.6).dash(0.8, 8.2).opacity(0.55));
    }
}

/// A border a little longer than it is, so that it does not end on a seam.
fn tail(points: &[Pt]) -> Vec<Pt> {
    let mut all = points.to_vec();
    let end = |p: Pt, q: Pt| add(p, unit((p.0 - q.0, p.1 - q.1)), 3.0);
    if let [first, second, ..] = points {
        all.insert(0, end(*first, *second));
    }
    if let [.., second, last] = points {
        all.push(end(*last, *second));
    }
    all
}

/// Both ends of a half-edge, beside the street if there is one, a little inside.
fn half_side(plan: &StreetMap, half: usize) -> [Pt; 2] {
    let side = half / 2;
    let street = plan.streets.iter().any(|s| s.sides.contains(&side));
    let edge = if street { HALF } else { 0.0 };
    let (from, to) =
        if half.is_multiple_of(2) { (-2.0, 100.0 - edge) } else { (100.0 + edge, 202.0) };
    [along(side, from, 1.6), along(side, to, 1.6)]
}

/// The neighbour's paving runs out over a few steps.
fn blend_side(pen: &mut Pen, plan: &StreetMap, half: usize, other: Ground) {
    let side = half / 2;
    let [from, to] = half_side(plan, half);
    let inward = crate::geom::INWARD[side];
    for (depth, opacity) in [(30.0, 0.13), (22.0, 0.13), (14.0, 0.14), (7.0, 0.16)] {
        let out = |p: Pt| add(p, inward, -6.0);
        let strip = [out(from), out(to), add(to, inward, depth), add(from, inward, depth)];
        pen.path(&polygon(&strip), flat(cloth(other).paving).opacity(opacity));
    }
}

/// Two kinds on one tile: the paving of each runs a little into the other.
fn blend_inside(pen: &mut Pen, plan: &StreetMap, points: &[Pt]) {
    let market = |p: Pt| {
        plan.areas.iter().find(|a| a.ground != Ground::Homes && a.contains(p)).map(|a| a.ground)
    };
    let (Some(a), Some(b)) = (points.first(), points.last()) else { return };
    let way = unit((b.0 - a.0, b.1 - a.1));
    let middle = crate::geom::between(*a, *b, 0.5);
    let sides = [1.0, -1.0].map(|k| (k, market(add(middle, crate::geom::left_of(way), k * 6.0))));
    for (k, ground) in sides {
        let Some(ground) = ground else { continue };
        // The other side's half of each strip.
        for (width, opacity) in [(16.0, 0.2), (9.0, 0.25)] {
            let shift = crate::geom::left_of(way);
            let moved: Vec<Pt> = points.iter().map(|p| add(*p, shift, -k * width / 2.0)).collect();
            pen.path(&line(&moved), stroke(cloth(ground).paving, width).opacity(opacity));
        }
    }
}
