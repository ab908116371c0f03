//! Two tiles side by side are one landscape: the step from pixel to pixel is no greater at the
//! seam than elsewhere.

use art::{Catalogue, Style};
use resvg::{tiny_skia, usvg};
use table::{Cell, Rot};

const SIZE: u32 = 100;

fn pixels(catalogue: &Catalogue, id: &str, rot: Rot, cell: Cell, night: bool) -> tiny_skia::Pixmap {
    let style = Style { night, ..Style::default() };
    let svg = catalogue.tile(id, rot, cell, style).unwrap();
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    let mut map = tiny_skia::Pixmap::new(SIZE, SIZE).unwrap();
    let scale = SIZE as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    map
}

fn step(a: &tiny_skia::Pixmap, x: u32, b: &tiny_skia::Pixmap, u: u32, across: bool) -> f64 {
    let at = |map: &tiny_skia::Pixmap, k: u32, i: u32| {
        let (x, y) = if across { (k, i) } else { (i, k) };
        let p = map.pixel(x, y).unwrap();
        [p.red(), p.green(), p.blue()].map(i32::from)
    };
    let differ = |i: u32| {
        let (p, q) = (at(a, x, i), at(b, u, i));
        p.iter().zip(q).map(|(p, q)| (p - q).abs()).sum::<i32>()
    };
    f64::from((0..SIZE).map(differ).sum::<i32>()) / f64::from(SIZE)
}

#[test]
fn seams_do_not_show() {
    let catalogue = Catalogue::new();
    // Pairs whose sides meet: the first left of the second, or above it.
    let pairs = [
        ("base/D", Rot::R0, "base/U", Rot::R1, true),
        ("base/C", Rot::R0, "base/F", Rot::R0, true),
        ("base/N", Rot::R1, "base/R", Rot::R0, true),
        ("base/B", Rot::R0, "base/E", Rot::R0, true),
        ("river/straight", Rot::R0, "river/road-bridge", Rot::R1, true),
        ("base/V", Rot::R0, "base/U", Rot::R0, false),
        ("base/C", Rot::R0, "base/N", Rot::R0, false),
        ("base/B", Rot::R0, "base/A", Rot::R0, false),
        ("base/H", Rot::R0, "base/E", Rot::R0, false),
    ];
    for night in [false, true] {
        let (mut seams, mut inside, mut count) = (0.0, 0.0, 0.0);
        for (i, (first, turn, second, other, across)) in pairs.into_iter().enumerate() {
            let cell = Cell::new(i as i16 * 3, 7);
            let next = if across { cell.step(table::Side::E) } else { cell.step(table::Side::S) };
            let a = pixels(&catalogue, first, turn, cell, night);
            let b = pixels(&catalogue, second, other, next, night);
            seams += step(&a, SIZE - 1, &b, 0, across);
            let within = [(20, 21), (41, 42), (63, 64), (80, 81)];
            for (k, l) in within {
                inside += (step(&a, k, &a, l, across) + step(&b, k, &b, l, across)) / 8.0;
            }
            count += 1.0;
        }
        println!("night {night}: {:.1} on seams, {:.1} elsewhere", seams / count, inside / count);
        assert!(seams <= inside * 1.1, "night {night}: {seams:.1} on seams, {inside:.1} elsewhere");
    }
}
