//! Streams, roads, bridges, and the place where roads meet.

use super::composition::Composition;
use super::lines::{Bridge, Lines, ROAD_HALF, STREAM_HALF};
use crate::colour::{
    INK, POOL, ROAD, ROAD_EDGE, ROOFS, RUT, Rgb, SHADE, STONE_DARK, STONE_LIGHT, WATER, WATER_DARK,
    WATER_LIGHT, WATER_MID, map,
};
use crate::geom::{Curve, Pt, band, left_of, sample, shifted, tailed, to_side};
use crate::rng::Rng;
use crate::sprite::{Crown, Form, House, rocks, tree, wayside_cross, well};
use crate::svg::{Pen, curves, d, fill, flat, line, polygon, stroke};

const BANK: Rgb = map(0x006C_8A4B);
const ROAD_LIGHT: Rgb = map(0x00F5_EACB);
const DECK: Rgb = map(0x00E2_CFA0);
const PLANK: Rgb = map(0x00B0_935C);
const ARCH: Rgb = map(0x00B9_A884);
const GREEN: Rgb = map(0x009D_B564);
const KERB: Rgb = map(0x00C9_B78C);

/// How far a road or stream runs on beyond the side.
const TAIL: f64 = 8.0;

/// The data of curves with tails.
fn data<'a>(ways: impl Iterator<Item = &'a Vec<Curve>>) -> String {
    ways.map(|w| curves(&tailed(w, TAIL))).collect()
}

/// A band as a hand would draw it: its edges tremble, but not where it crosses a side.
fn trembling(curve: &[Curve], half: f64, rng: &mut Rng) -> String {
    let points = sample(&tailed(curve, TAIL), 5);
    let steady = |p: Pt| (to_side(p) / 14.0).clamp(0.0, 1.0);
    let mut edge = band(&points, half);
    let (count, spine) = (points.len(), points);
    for (i, p) in edge.iter_mut().enumerate() {
        let at = spine[if i < count { i } else { 2 * count - 1 - i }];
        let k = 1.0 + rng.range(-0.055, 0.085) * steady(at);
        *p = (at.0 + (p.0 - at.0) * k, at.1 + (p.1 - at.1) * k);
    }
    polygon(&edge)
}

/// The stream, its lake or spring.
pub fn streams(scene: &mut Composition) {
    let lines = &scene.sketch.lines;
    if lines.streams.is_empty() {
        return;
    }
    let small = scene.is_small();
    let plan = &scene.sketch.plan;
    let mut rng = Rng::of("bank").text(&plan.id).int(plan.rot as u8);
    let run = data(lines.streams.iter());
    let pen = &mut scene.pen;
    let wide = 2.0 * STREAM_HALF;
    if !small {
        pen.path(&run, stroke(POOL, wide + 16.0).opacity(0.22));
    }
    pen.path(&run, stroke(BANK, wide + 3.0));
    for stream in &lines.streams {
        let edge = if small { 2.4 } else { 0.6 };
        pen.path(&trembling(stream, STREAM_HALF + edge, &mut rng), flat(WATER_DARK));
    }
    if let Some(pool) = lines.pool {
        let (w, h) = pool.size();
        pen.ellipse(pool.at, (w + 2.6, h + 2.6), flat(WATER_DARK));
    }
    pen.path(&run, stroke(WATER, wide - 3.6));
    if let Some(pool) = lines.pool {
        pen.ellipse(pool.at, pool.size(), flat(WATER));
    }
    if small {
        return;
    }
    pen.path(&run, stroke(WATER_MID, 15.0));
    if let Some(pool) = lines.pool.filter(|p| p.is_lake) {
        let (w, h) = pool.size();
        let at = (pool.at.0 - 3.0, pool.at.1 - 2.0);
        pen.ellipse(at, (w - 11.0, h - 9.0), flat(WATER_MID));
    }
    ripples(pen, lines);
}

fn ripples(pen: &mut Pen, lines: &Lines) {
    let rows = [
        (-8.0, [9.0, 17.0, 14.0, 23.0]),
        (1.0, [13.0, 21.0, 8.0, 15.0]),
        (9.0, [7.0, 19.0, 15.0, 25.0]),
    ];
    for (k, (off, dashes)) in rows.into_iter().enumerate() {
        let moved = |r: &Vec<Curve>| {
            let level = (r[0][0].1 - r[0][1].1).abs() < 1.0;
            curves(&shifted(r, if level { (0.0, off) } else { (off, 0.0) }))
        };
        let all: String = lines.streams.iter().map(moved).collect();
        let brush = stroke(WATER_LIGHT, 1.6).dashes(dashes).offset(k as f64 * 7.0);
        pen.path(&all, brush.round());
    }
}

/// The roads, lying on the meadow.
pub fn roads(scene: &mut Composition) {
    let lines = &scene.sketch.lines;
    if lines.roads.is_empty() {
        return;
    }
    let (small, full) = (scene.is_small(), scene.is_full());
    let plan = &scene.sketch.plan;
    let mut rng = Rng::of("edge").text(&plan.id).int(plan.rot as u8);
    let all = || lines.roads.iter().map(|(_, r)| r).chain(&lines.stubs);
    let run = data(all());
    let pen = &mut scene.pen;
    let wide = 2.0 * ROAD_HALF;
    if small {
        pen.path(&run, stroke(map(0x006E_562E), wide + 2.4));
        return pen.path(&run, stroke(ROAD, wide - 3.4));
    }
    pen.path(&run, stroke(POOL, wide + 14.0).opacity(0.2));
    for road in all() {
        pen.path(&trembling(road, ROAD_HALF + 0.5, &mut rng), flat(ROAD_EDGE));
    }
    pen.path(&run, stroke(ROAD, wide - 2.4));
    if full {
        pen.path(&run, stroke(RUT, 10.5).dashes([34.0, 3.0, 52.0, 5.0]));
        pen.path(&run, stroke(ROAD_LIGHT, 8.0));
    }
}

/// Bridges lie over what they span, below all that stands.
pub fn bridges(scene: &mut Composition) {
    let small = scene.is_small();
    let sketch = scene.sketch;
    for bridge in &sketch.lines.bridges {
        scene.stand(-5.0, |pen| draw_bridge(pen, bridge, small));
    }
}

fn draw_bridge(pen: &mut Pen, bridge: &Bridge, small: bool) {
    let long = if bridge.over_water { 24.0 } else { 21.0 };
    let wide = ROAD_HALF + 1.5;
    let (run, across) = (bridge.run, left_of(bridge.run));
    let at = |u: f64, v: f64, up: f64| {
        let (x, y) = bridge.at;
        (x + run.0 * u - across.0 * v, y + run.1 * u - across.1 * v - up)
    };
    let level = run.0.abs() > 0.5;
    if !small {
        let shadow = [
            at(-long, -wide, 0.0),
            at(long, -wide, 0.0),
            at(long, wide, 0.0),
            at(-long, wide, 0.0),
        ];
        pen.polygon(&shadow.map(|p| (p.0 + 4.0, p.1 + 5.0)), flat(INK).opacity(0.24));
    }
    if !level && bridge.over_water {
        pier(pen, bridge.at, wide, small);
    }
    let deck = [
        at(-long, -wide + 1.0, 0.0),
        at(0.0, -wide + 1.0, 4.0),
        at(long, -wide + 1.0, 0.0),
        at(long, wide - 1.0, 0.0),
        at(0.0, wide - 1.0, 4.0),
        at(-long, wide - 1.0, 0.0),
    ];
    pen.polygon(&deck, fill(DECK));
    if !small {
        let planks: String = (-3..=3)
            .map(|i| {
                let u = f64::from(i) * 6.0;
                let up = 4.0 * (1.0 - u.abs() / long);
                line(&[at(u, -wide + 2.0, up), at(u, wide - 2.0, up)])
            })
            .collect();
        pen.path(&planks, stroke(PLANK, 1.0));
    }
    let mut sides = [-wide, wide];
    table::sort_short_by(&mut sides, |a, b| at(0.0, *a, 0.0).1 < at(0.0, *b, 0.0).1);
    for v in sides {
        let (a, m, c) = (at(-long - 2.0, v, 0.0), at(0.0, v, 5.0), at(long + 2.0, v, 0.0));
        let q = (m.0 * 2.0 - f64::midpoint(a.0, c.0), m.1 * 2.0 - f64::midpoint(a.1, c.1));
        let bow = |up: f64| d!("M{},{}Q{},{} {},{}", a.0, a.1 - up, q.0, q.1 - up, c.0, c.1 - up);
        if level && at(0.0, v, 0.0).1 > bridge.at.1 {
            let back = d!("L{},{}Q{},{} {},{}z", c.0, c.1 + 5.0, m.0, q.1 - 4.0, a.0, a.1 + 5.0);
            pen.path(&(bow(4.0) + &back), fill(ARCH));
        }
        pen.path(&bow(0.0), stroke(INK, 5.4));
        pen.path(&bow(4.0), stroke(INK, 5.0));
        pen.path(&bow(0.0), stroke(STONE_DARK, 3.4));
        pen.path(&bow(4.0), stroke(STONE_LIGHT, 3.2));
    }
}

/// A bridge that runs north and south shows its arches at both sides: dark vaults and the noses
/// of its piers in the stream.
fn pier(pen: &mut Pen, (x, y): Pt, wide: f64, small: bool) {
    for side in [-1.0, 1.0] {
        let edge = x + side * wide;
        let vault = d!("M{},{}q{},13 0,26z", edge, y - 13.0, side * 13.0);
        pen.path(&vault, flat(SHADE).opacity(0.45));
        if !small {
            for dy in [-13.0, 13.0] {
                let nose = d!("M{},{}l{},4.5l{},4.5z", edge, y + dy - 4.5, side * 9.0, -side * 9.0);
                pen.path(&nose, fill(STONE_DARK));
            }
        }
    }
}

/// The roundel where roads meet, and the cottages around it.
pub fn crossing(scene: &mut Composition) {
    let Some((x, y)) = scene.sketch.lines.crossing else { return };
    cottages(scene);
    let mut rng = scene.rng("cross");
    let detail = scene.detail;
    let small = scene.is_small();
    scene.stand(-4.0, |pen| {
        let r = if small { 19.0 } else { 16.0 };
        if !small {
            pen.circle((x + 1.5, y + 2.0), r, flat(INK).opacity(0.22));
        }
        pen.circle((x, y), r, fill(KERB).width(if small { 3.0 } else { 1.6 }));
        if !small {
            pen.circle((x, y), r - 3.6, fill(GREEN).line(ROAD_EDGE).width(1.0));
        }
    });
    let kind = rng.below(3);
    scene.stand(y + 5.0, |pen| match kind {
        0 => tree(pen, (x, y + 7.0), 9.7, &mut rng, detail, Crown::Round),
        1 if !small => well(pen, (x, y + 6.0)),
        _ => wayside_cross(pen, (x, y + 3.0)),
    });
}

fn cottages(scene: &mut Composition) {
    let mut rng = scene.rng("cottage");
    let detail = scene.detail;
    for _ in 0..2 + rng.below(3) {
        let (sx, north) = (rng.pick(&[-1.0, 1.0]), rng.below(2) == 0);
        let w = 17.0 + rng.whole(6);
        let x = 100.0 + sx * (28.0 + rng.whole(14));
        let y = if north { 84.0 - rng.whole(4) } else { 136.0 + rng.whole(5) };
        let seed = rng.bits();
        let across = [-w / 2.0 - 1.0, 0.0, w / 2.0 + 1.0];
        let mut points = across.iter().flat_map(|u| [-1.0, 8.0, 20.0].map(|v| (x + u, y - v)));
        if points.all(|p| scene.room(p) > 2.0) && scene.is_free((x, y - 8.0), 10.0) {
            scene.take((x, y - 9.0), (15.0, 15.0));
            if detail != crate::Detail::Small {
                scene.stand(y, |pen| {
                    pen.ellipse((x + 4.0, y), (w * 0.62, 4.0), flat(SHADE).opacity(0.28));
                    House::new((x, y), w, 1.25).draw(pen, &mut Rng::seeded(seed), detail);
                });
            }
        }
    }
}

/// Houses at the ends of roads, and the rocks of a spring.
pub fn ends(scene: &mut Composition) {
    let sketch = scene.sketch;
    let detail = scene.detail;
    for at in &sketch.lines.houses {
        let house = House {
            roof: Some(ROOFS[2]),
            form: Some(Form::Eaves),
            ..House::new((at.0 + 6.0, at.1 + 6.0), 28.0, 1.3)
        };
        scene.stand(at.1 + 6.0, |pen| house.draw(pen, &mut Rng::seeded(3), detail));
    }
    if let Some(pool) = sketch.lines.pool.filter(|p| !p.is_lake) {
        let all = rocks(&scene.pen, pool.at);
        scene.stand_all(all);
    }
}
