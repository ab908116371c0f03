//! Meadows: washes that go on from tile to tile, grass, flowers, crops, trees and sheep.

use table::Cell;

use super::composition::Composition;
use crate::Detail;
use crate::colour::{MEADOW, Rgb, map};
use crate::geom::{Pt, TILE, add, dist};
use crate::rng::Rng;
use crate::sprite::{Crown, haystack, sheep, tree};
use crate::svg::{Pen, Short, d, flat, polygon, stroke};

/// The tones of the washes, each with its strength in the middle and farther out.
const WASHES: [(Rgb, [&str; 2]); 4] = [
    (map(0x00C6_D288), ["0.75", "0.45"]),
    (map(0x0086_A552), ["0.75", "0.45"]),
    (map(0x00CD_C87C), ["0.6", "0.36"]),
    (map(0x007E_9A50), ["0.45", "0.27"]),
];
const TUFT: Rgb = map(0x006C_8A43);
const FLOWERS: [Rgb; 4] = [map(0x00F4_EAD5), map(0x00E9_C84F), map(0x00D9_776A), map(0x00F4_EAD5)];
const SOILS: [Rgb; 4] = [map(0x00D9_C27A), map(0x00C9_B56A), map(0x00B7_A45E), map(0x00C7_CB78)];
const FURROW: Rgb = map(0x008F_7B3E);
const VINE_SOIL: Rgb = map(0x00B9_A46A);
const VINE: Rgb = map(0x005E_7F3F);

/// The name of a wash. The same name means the same thing wherever it occurs, so pictures with it
/// can stand side by side in one page.
fn wash_id(night: bool, number: usize) -> String {
    format!("tcv-{}{number}", if night { "n" } else { "d" })
}

/// The definitions that tiles refer to.
pub fn definitions(night: bool) -> String {
    let pen = Pen::new(night);
    let wash = |(number, (colour, [strength, middle])): (usize, &(Rgb, [&str; 2]))| {
        let (id, colour) = (wash_id(night, number), pen.colour(*colour));
        format!(
            "<radialGradient id=\"{id}\"><stop stop-color=\"{colour}\" stop-opacity=\"{strength}\"/>\
             <stop offset=\".55\" stop-color=\"{colour}\" stop-opacity=\"{middle}\"/>\
             <stop offset=\"1\" stop-color=\"{colour}\" stop-opacity=\"0\"/></radialGradient>"
        )
    };
    let all: String = WASHES.iter().enumerate().map(wash).collect();
    format!("<defs>{all}</defs>")
}

/// The ground and the washes of this cell and those around it: neighbours draw the same ones.
pub fn ground(pen: &mut Pen, cell: Cell, detail: Detail) {
    pen.bar((-6.0, -6.0), (TILE + 12.0, TILE + 12.0), flat(MEADOW));
    let count = detail.of(3, 3, 2);
    for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
        let mut rng = Rng::of("wash").cell(Cell::new(cell.x + dx, cell.y + dy));
        for _ in 0..count {
            let x = (rng.range(0.0, TILE) + f64::from(dx) * TILE).round();
            let y = (rng.range(0.0, TILE) + f64::from(dy) * TILE).round();
            let r = rng.range(55.0, 120.0).round();
            let flat = (r * rng.range(0.55, 0.9)).round();
            let id = wash_id(pen.is_night(), rng.below(4) as usize);
            let hits = x + r > 2.0 && x - r < TILE - 2.0 && y + flat > 2.0 && y - flat < TILE - 2.0;
            if hits {
                pen.raw(&format!(
                    "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"url(#{id})\"/>",
                    Short(x),
                    Short(y),
                    Short(r),
                    Short(flat)
                ));
            }
        }
    }
}

/// Tufts of grass and a few flowers.
pub fn grass(scene: &mut Composition) {
    let mut rng = scene.rng("tuft");
    let mut tufts = String::new();
    for _ in 0..26 {
        let p = (rng.range(6.0, 194.0), rng.range(8.0, 194.0));
        if scene.room(p) > 6.0 && scene.is_free(p, 0.0) {
            tufts += &d!("M{},{}l-1.6,-3.4m1.6,3.4l.2,-4.4m-.2,4.4l2,-3", p.0, p.1);
        }
    }
    scene.pen.path(&tufts, stroke(TUFT, 0.9).opacity(0.8).round());
    for _ in 0..7 {
        let p = (rng.range(8.0, 192.0), rng.range(8.0, 192.0));
        let colour = rng.pick(&FLOWERS);
        if scene.room(p) > 8.0 && scene.is_free(p, 0.0) {
            let dots: String = (0..4)
                .map(|_| d!("M{},{}h.1", p.0 + rng.range(-7.0, 7.0), p.1 + rng.range(-5.0, 5.0)))
                .collect();
            scene.pen.path(&dots, stroke(colour, 2.2).round());
        }
    }
}

/// At most one piece of farmland: strips, an orchard, hay or vines.
pub fn farmland(scene: &mut Composition) {
    let mut rng = scene.rng("motif");
    let motif = rng.below(10);
    if motif >= 8 {
        return;
    }
    for _ in 0..16 {
        let p = (rng.range(32.0, 168.0), rng.range(30.0, 172.0));
        let (w, h) = match motif {
            0..4 => (20.0 + rng.whole(12), 13.0 + rng.whole(6)),
            4..6 => (22.0, 15.0),
            6 => (14.0, 8.0),
            _ => (20.0, 13.0),
        };
        let corners = [-1.0, 0.0, 1.0];
        let mut points = corners.iter().flat_map(|u| corners.iter().map(move |v| (u * w, v * h)));
        if !points.all(|q| scene.room(add(p, q, 1.0)) > 8.0) || !scene.is_free(p, w * 0.85) {
            continue;
        }
        let skew = rng.whole(17) - 8.0;
        let at = move |u: f64, v: f64| (p.0 + u * w + v * skew, p.1 + v * h);
        if !scene.is_small() {
            match motif {
                0..4 => strips(scene, &mut rng, at),
                4..6 => orchard(scene, &mut rng, at),
                6 => [(-0.8, 0.0), (0.7, -0.6), (0.3, 0.9)].into_iter().for_each(|(u, v)| {
                    let q = at(u, v);
                    scene.stand(q.1, |pen| haystack(pen, q));
                }),
                _ => vines(scene, at),
            }
        }
        return scene.take(p, (w * 1.4 + 4.0, h * 1.5 + 8.0));
    }
}

fn strips(scene: &mut Composition, rng: &mut Rng, at: impl Fn(f64, f64) -> Pt) {
    let parts: &[(f64, f64)] =
        if rng.below(2) == 1 { &[(-1.0, 1.0)] } else { &[(-1.0, -0.06), (0.06, 1.0)] };
    for (a, b) in parts.iter().copied() {
        let soil = rng.pick(&SOILS);
        let m = f64::midpoint(a, b);
        let outline = [
            at(a, -1.0),
            at(m, -1.1),
            at(b, -0.96),
            at(b + 0.03, 0.0),
            at(b, 1.0),
            at(m, 1.08),
            at(a, 0.97),
        ];
        let wash = flat(soil).line(soil).width(3.0).opacity(0.62).round();
        scene.pen.path(&polygon(&outline), wash);
        let rows = [-0.75, -0.45, -0.15, 0.15, 0.45, 0.75].map(|v| {
            let (p, q, r) = (at(a, v), at(m, v - 0.14), at(b, v));
            d!("M{},{}Q{},{} {},{}", p.0, p.1, q.0, q.1, r.0, r.1)
        });
        let lines = stroke(FURROW, 1.0).dash(5.0, 1.5).opacity(0.75);
        scene.pen.path(&rows.concat(), lines);
    }
}

fn orchard(scene: &mut Composition, rng: &mut Rng, at: impl Fn(f64, f64) -> Pt) {
    for v in [-1.0, 0.0, 1.0] {
        for u in [-1.0, -0.33, 0.33, 1.0] {
            let p = at(u, v * 0.9);
            scene.stand(p.1 + 3.0, |pen| tree(pen, p, 5.0, rng, Detail::Middle, Crown::Round));
        }
    }
}

fn vines(scene: &mut Composition, at: impl Fn(f64, f64) -> Pt) {
    let rows = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|v| {
        let (p, q) = (at(-1.0, v), at(1.0, v));
        d!("M{},{}L{},{}", p.0, p.1, q.0, q.1)
    });
    let rows = rows.concat();
    scene.pen.path(&rows, stroke(VINE_SOIL, 5.0).opacity(0.55));
    scene.pen.path(&rows, stroke(VINE, 3.6).dash(0.1, 4.6).round());
}

/// Groups of trees, well apart: a chain of trees would read as a border.
pub fn trees(scene: &mut Composition) {
    let mut rng = scene.rng("tree");
    let mut wanted = rng.below(4) + 2;
    let mut groups: Vec<Pt> = Vec::new();
    for _ in 0..60 {
        if wanted == 0 {
            break;
        }
        let p = (rng.range(14.0, 186.0), rng.range(24.0, 192.0));
        let fits = scene.room(p) > 11.0
            && scene.room((p.0, (p.1 - 14.0).max(2.0))) > 6.0
            && scene.is_free((p.0, p.1 - 6.0), 6.0)
            && groups.iter().all(|q| dist(p, *q) > 52.0);
        if !fits {
            continue;
        }
        wanted -= 1;
        groups.push(p);
        let (count, seed) = (1 + rng.below(4), rng.bits());
        group(scene, p, count, seed, groups.len());
    }
}

fn group(scene: &mut Composition, p: Pt, count: u64, seed: u64, number: usize) {
    let small = scene.is_small();
    let mut taken: Vec<Pt> = Vec::new();
    for i in 0..count {
        let mut rng = Rng::seeded(seed).int(i as i64);
        let x = p.0 + (i as f64 - (count - 1) as f64 / 2.0) * rng.range(8.0, 11.0);
        let y = p.1 + ((i * 5 % 7) as f64 - 3.0) * 1.8;
        let fits = (10.0..190.0).contains(&x)
            && (22.0..196.0).contains(&y)
            && scene.room((x, y)) > 8.0
            && scene.room((x, (y - 12.0).max(2.0))) > 4.0
            && scene.is_free((x, y - 6.0), 3.0);
        if !fits {
            continue;
        }
        taken.push((x, y - 5.0));
        let r = if small { 11.0 } else { 6.0 + rng.whole(4) };
        if !small || taken.len() == 1 && number < 3 {
            let detail = scene.detail;
            scene.stand(y, |pen| tree(pen, (x, y), r, &mut rng, detail, Crown::Any));
        }
    }
    for p in taken {
        scene.take(p, (9.0, 9.0));
    }
}

/// Three sheep now and then.
pub fn flock(scene: &mut Composition) {
    let mut rng = scene.rng("sheep");
    if rng.unit() > 0.4 {
        return;
    }
    for _ in 0..20 {
        let p = (rng.range(24.0, 176.0), rng.range(24.0, 176.0));
        if scene.room(p) > 18.0 && scene.is_free(p, 12.0) {
            for step in [(-11.0, 0.0), (3.0, 4.0), (12.0, -3.0)] {
                let q = add(p, step, 1.0);
                scene.stand(q.1, |pen| sheep(pen, q, &mut rng));
            }
            return;
        }
    }
}
