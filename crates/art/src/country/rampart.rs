//! City walls with their battlements, towers and gates.
//!
//! The inside of a city is right of the direction in which its wall runs. A length that runs west
//! shows its outer face and stands before the houses; one that runs east shows its inner face and
//! stands behind them.

use super::composition::Composition;
use super::ground::WALL_HEIGHT;
use super::wall::Gate;
use crate::Detail;
use crate::colour::{GOLD, INK, ROOFS, Rgb, STONE, STONE_DARK, STONE_LIGHT, WOOD, map};
use crate::geom::{Curve, Pt, add, dist, length, reversed, sample, shifted, tailed};
use crate::sprite::Tower;
use crate::svg::{Pen, Short, curves, curves_on, d, fill, flat, pair, stroke};

const FRONT: Rgb = map(0x00C4_B595);
const BACK: Rgb = map(0x009C_8B6B);
const COURSE: Rgb = map(0x008F_7F60);
const MERLON: Rgb = map(0x00FB_F5E6);
const ARCHWAY: Rgb = map(0x004A_3320);

/// How far a wall runs on beyond the side.
const TAIL: f64 = 16.0;

/// A length of wall that shows one face.
struct Length {
    outer: bool,
    curves: Vec<Curve>,
}

impl Length {
    fn lowest(&self) -> f64 {
        sample(&self.curves, 8).iter().map(|p| p.1).fold(f64::MIN, f64::max)
    }

    fn highest(&self) -> f64 {
        sample(&self.curves, 8).iter().map(|p| p.1).fold(f64::MAX, f64::min)
    }
}

/// The lengths of a wall; upright pieces go with their neighbours.
fn lengths(wall: &[Curve]) -> Vec<Length> {
    let face = |c: &Curve| {
        let dx = c[3].0 - c[0].0;
        (dx.abs() >= 1.0).then_some(dx < 0.0)
    };
    let faces: Vec<Option<bool>> = wall.iter().map(face).collect();
    let mut out: Vec<Length> = Vec::new();
    for (i, curve) in wall.iter().enumerate() {
        let before = faces[..i].iter().rev().find_map(|f| *f);
        let after = faces[i..].iter().find_map(|f| *f);
        let outer = faces[i].or(before).or(after).unwrap_or(true);
        match out.last_mut() {
            Some(last) if last.outer == outer => last.curves.push(*curve),
            _ => out.push(Length { outer, curves: vec![*curve] }),
        }
    }
    out
}

/// The walls of a town with their gates.
pub fn walls(scene: &mut Composition, town: usize) {
    let sketch = scene.sketch;
    let gates: Vec<Gate> = sketch.lines.gates.iter().filter(|g| g.town == town).copied().collect();
    for (number, wall) in sketch.lines.towns[town].walls.iter().enumerate() {
        let joints: Vec<Pt> =
            if wall.len() == 3 { vec![wall[0][3], wall[1][3]] } else { Vec::new() };
        let here: Vec<Gate> = gates.iter().filter(|g| g.wall == number).copied().collect();
        let free = |q: &Pt| gates.iter().all(|g| dist(*q, g.at) > 30.0);
        let towers: Vec<Pt> = joints.into_iter().filter(free).collect();
        draw(scene, &tailed(wall, TAIL), &towers, &here);
    }
}

/// One wall, its towers and its gates.
pub fn draw(scene: &mut Composition, wall: &[Curve], towers: &[Pt], gates: &[Gate]) {
    let detail = scene.detail;
    let mut front = 0.0f64;
    for length in lengths(wall) {
        let key = if length.outer { length.lowest() } else { length.highest() };
        if length.outer {
            front = front.max(key);
        }
        scene.stand(key + 0.01, |pen| draw_length(pen, &length, detail));
    }
    for q in towers {
        let tower = Tower {
            at: (q.0, q.1 + 2.0),
            r: detail.of(6.4, 6.4, 8.0),
            height: WALL_HEIGHT + 9.0,
            roof: None,
        };
        let foot = (q.1 + 3.0).max(front + 0.02 + q.1 / 1000.0);
        scene.stand(foot, |pen| tower.draw(pen, detail));
    }
    for gate in gates {
        draw_gate(scene, gate, front);
    }
}

fn draw_length(pen: &mut Pen, wall: &Length, detail: Detail) {
    let small = detail == Detail::Small;
    let base = &wall.curves;
    let crest = shifted(base, (0.0, -WALL_HEIGHT));
    let end = crest.last().map_or((0.0, 0.0), |c| c[3]);
    let ribbon = format!("{}L{}{}z", curves(base), pair(end), curves_on(&reversed(&crest)));
    let face = if wall.outer { FRONT } else { BACK };
    pen.path(&ribbon, fill(face).width(if small { 2.4 } else { 1.1 }));
    if detail == Detail::Full && wall.outer {
        let course = |k: f64| curves(&shifted(base, (0.0, -WALL_HEIGHT * k)));
        pen.path(&course(0.3), stroke(COURSE, 0.8).dashes([7.0, 3.0, 4.0, 4.0]));
        pen.path(&course(0.58), stroke(COURSE, 0.8).dashes([5.0, 4.0, 8.0, 3.0]));
    }
    let top = curves(&crest);
    if small {
        pen.path(&top, stroke(INK, 10.0));
        return pen.path(&top, stroke(STONE_LIGHT, 5.0));
    }
    pen.path(&top, stroke(INK, 6.6));
    pen.path(&top, stroke(STONE_LIGHT, 4.6));
    // A whole number of merlons, half a one at each end: they meet on the side of the tile.
    let long = length(base);
    let unit = long / (long / 8.2).round().max(1.0);
    let merlons = curves(&shifted(base, (0.0, -WALL_HEIGHT - 2.0)));
    let ink = stroke(INK, 6.0).dash(unit * 0.62, unit * 0.38).offset(unit * 0.31);
    pen.path(&merlons, ink);
    let stone = stroke(MERLON, 4.0).dash(unit * 0.62 - 1.6, unit * 0.38 + 1.6);
    pen.path(&merlons, stone.offset(unit * 0.31 - 0.8));
}

fn draw_gate(scene: &mut Composition, gate: &Gate, front: f64) {
    let detail = scene.detail;
    let k = detail.of(1.0, 1.0, 1.4);
    let steep = gate.run.0.abs() <= 0.75;
    let side_on = gate.run.0.abs() < 0.35;
    let apart = if steep { 15.0 } else { 13.0 } * k;
    let (a, b) = (add(gate.at, gate.run, -apart), add(gate.at, gate.run, apart));
    let (upper, lower) = if a.1 < b.1 { (a, b) } else { (b, a) };
    let flush = |p: Pt| (p.0, if steep { p.1 + 2.0 } else { gate.at.1 + 1.0 });
    let tower = |p: Pt| Tower { at: flush(p), r: 6.6 * k, height: 24.0 * k, roof: Some(ROOFS[1]) };
    let middle = (gate.at.1 + 3.0).max(front + 0.1);
    scene.stand((upper.1 + 3.0).min(middle).max(front + 0.05), |pen| {
        tower(upper).draw(pen, detail);
    });
    scene.stand(middle, |pen| if side_on { porch(pen, gate, k) } else { gatehouse(pen, gate, k) });
    scene.stand((lower.1 + 4.0).max(front + 0.2), |pen| {
        tower(lower).draw(pen, detail);
        if detail != Detail::Small {
            pennant(pen, flush(lower), k);
        }
    });
}

/// A little gold over the gate.
fn pennant(pen: &mut Pen, (x, y): Pt, k: f64) {
    let top = y - 24.0 * k - 15.0 * k;
    pen.path(&d!("M{},{}v-7", x, top), stroke(WOOD, 1.0));
    pen.path(&d!("M{},{}l8,2.2l-8,2.4z", x, top - 7.0), fill(GOLD).width(0.7));
}

/// A gatehouse whose face is seen, straight or at a slant.
fn gatehouse(pen: &mut Pen, gate: &Gate, k: f64) {
    let at = |u: f64, up: f64| {
        let p = add(gate.at, gate.run, u * k);
        (p.0, p.1 + 1.0 - up * k)
    };
    let stone = if gate.run.0 < 0.0 { STONE } else { map(0x00B5_A584) };
    pen.polygon(&[at(-10.0, 0.0), at(10.0, 0.0), at(10.0, 18.0), at(-10.0, 18.0)], fill(stone));
    let (p, q, r, s) = (at(-6.2, 0.0), at(-6.2, 7.0), at(6.2, 7.0), at(6.2, 0.0));
    let (c1, c2) = (at(-6.2, 15.0), at(6.2, 15.0));
    let arch =
        format!("M{}L{}C{} {} {}L{}z", pair(p), pair(q), pair(c1), pair(c2), pair(r), pair(s));
    pen.path(&arch, fill(ARCHWAY));
    let bars = [-3.0, 0.0, 3.0].map(|u| {
        let (a, b) = (at(u, 6.0), at(u, 12.0));
        format!("M{}L{}", pair(a), pair(b))
    });
    pen.path(&bars.concat(), stroke(STONE_DARK, 0.8));
}

/// A gate seen from the side: the mouth of its passage opens on the road.
fn porch(pen: &mut Pen, gate: &Gate, k: f64) {
    let out = if gate.out.0 > 0.0 { 1.0 } else { -1.0 };
    let (x, y) = gate.at;
    let sweep = u8::from(out > 0.0);
    let mouth = |r: f64, h: f64| {
        let (a, b) = (pair((x + out * 2.0, y - h - 5.0 * k)), pair((x + out * 2.0, y + h)));
        format!("M{a}A{},{} 0 0 {sweep} {b}z", Short(r), Short(h + 2.5 * k))
    };
    pen.path(&mouth(10.0 * k, 12.0 * k), fill(STONE));
    pen.path(&mouth(7.0 * k, 8.5 * k), fill(ARCHWAY));
    let lintel = [
        (x - 4.0 * k, y - 24.0 * k),
        (x + 4.0 * k, y - 24.0 * k),
        (x + 4.0 * k, y - 7.0 * k),
        (x - 4.0 * k, y - 7.0 * k),
    ];
    pen.polygon(&lintel, fill(STONE_LIGHT));
    let shade = if out > 0.0 { x + 1.0 * k } else { x - 4.0 * k };
    pen.bar((shade, y - 24.0 * k), (3.0 * k, 17.0 * k), flat(STONE_DARK));
}
