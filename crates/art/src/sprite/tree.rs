//! Trees.

use std::f64::consts::TAU;

use crate::Detail;
use crate::colour::{Rgb, SHADE, TREE_INK, TREES, WOOD, map};
use crate::geom::Pt;
use crate::rng::Rng;
use crate::svg::{Pen, bar, d, fill, flat, pair, stroke};

const LEAVES: Rgb = map(0x0047_672F);

/// What grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crown {
    /// A poplar now and then, else a round crown.
    Any,
    /// A round crown.
    Round,
}

/// A tree of a size, its foot at a point.
pub fn tree(pen: &mut Pen, at: Pt, r: f64, rng: &mut Rng, detail: Detail, crown: Crown) {
    let poplar = rng.below(6) == 0 && crown == Crown::Any;
    let (dark, light) = rng.pick(&TREES);
    let (x, y) = at;
    let top = y - r * 1.15;
    if detail == Detail::Small {
        pen.circle((x, top), r * 1.1, fill(dark).line(TREE_INK).width(1.6));
        pen.circle((x - r * 0.3, top - r * 0.3), r * 0.55, flat(light));
        return;
    }
    pen.ellipse((x + r * 0.45, y - 0.2), (r * 1.05, r * 0.42), flat(SHADE).opacity(0.3));
    if poplar {
        return draw_poplar(pen, at, r, (dark, light));
    }
    pen.path(&bar((x - 0.9, y - r * 0.5), (1.8, r * 0.5)), flat(WOOD));
    let lobes = 6;
    let turn = rng.range(0.0, TAU);
    let lobe = |i: i32| {
        let a = turn + f64::from(i) * TAU / f64::from(lobes);
        (x + a.cos() * r * 0.86, top + a.sin() * r * 0.8)
    };
    let mut data = format!("M{}", pair(lobe(0)));
    for i in 1..=lobes {
        let p = lobe(i);
        data += &d!("A{},{} 0 0 1 {},{}", r * 0.5, r * 0.5, p.0, p.1);
    }
    pen.path(&(data + "z"), fill(dark).line(TREE_INK).width(0.8));
    pen.circle((x - r * 0.28, top - r * 0.3), r * 0.56, flat(light));
    if detail == Detail::Full {
        let leaves = d!(
            "M{},{}q{},{} {},{}M{},{}q{},{} {},0",
            x - r * 0.1,
            top + r * 0.25,
            r * 0.3,
            r * 0.25,
            r * 0.55,
            -r * 0.15,
            x - r * 0.55,
            top - r * 0.2,
            r * 0.2,
            r * 0.2,
            r * 0.42
        );
        pen.path(&leaves, stroke(LEAVES, 0.8));
    }
}

fn draw_poplar(pen: &mut Pen, (x, y): Pt, r: f64, (dark, light): (Rgb, Rgb)) {
    let crown = d!(
        "M{},{}c{},{} {},{} 0,{}c{},{} {},{} 0,{}z",
        x,
        y,
        -r * 0.8,
        -r * 0.2,
        -r * 0.55,
        -r * 2.2,
        -r * 2.9,
        r * 0.55,
        r * 0.7,
        r * 0.8,
        r * 2.7,
        r * 2.9
    );
    pen.path(&crown, fill(dark).line(TREE_INK).width(0.8));
    let side = d!(
        "M{},{}c{},{} {},{} {},{}z",
        x - r * 0.1,
        y - r * 0.5,
        -r * 0.5,
        -r * 0.2,
        -r * 0.25,
        -r * 1.5,
        r * 0.1,
        -r * 2.0
    );
    pen.path(&side, flat(light));
}
