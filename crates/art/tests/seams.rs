//! Two tiles side by side are one landscape: the step from pixel to pixel is no greater at the
//! seam than elsewhere.

use art::{Catalogue, Style};
use resvg::{tiny_skia, usvg};
use table::{Cell, Rot};

const SIZE: u32 = 100;

fn pixels(catalogue: &Catalogue, id: &str, rot: Rot, cell: Cell, night: bool) -> tiny_skia::Pixmap {
    let style = Style { night, ..Style::default() };
    let svg = catalogue.tile(id, rot, cell, style).expect("the id is known");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("valid SVG");
    let mut map = tiny_skia::Pixmap::new(SIZE, SIZE).expect("a small picture");
    let scale = SIZE as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    map
}

/// A row or column of pixels.
type Strip = Vec<[i32; 3]>;

/// The column with this number, or the row.
fn strip(map: &tiny_skia::Pixmap, number: u32, column: bool) -> Strip {
    let pixel = |along: u32| {
        let (x, y) = if column { (number, along) } else { (along, number) };
        let p = map.pixel(x, y).expect("inside the picture");
        [p.red(), p.green(), p.blue()].map(i32::from)
    };
    (0..SIZE).map(pixel).collect()
}

/// The mean difference of two strips.
fn step(one: &Strip, other: &Strip) -> f64 {
    let differ =
        |(p, q): (&[i32; 3], &[i32; 3])| p.iter().zip(q).map(|(p, q)| (p - q).abs()).sum::<i32>();
    f64::from(one.iter().zip(other).map(differ).sum::<i32>()) / f64::from(SIZE)
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
            let near = |map, from: u32| [0, 1, 2, 3].map(|k| strip(map, from + k, across));
            let (left, right) = (near(&a, SIZE - 4), near(&b, 0));
            seams += step(&left[3], &right[0]);
            // The same terrain, a few pixels from the seam on both sides.
            let pairs = [(&left[0], &left[1]), (&left[1], &left[2])];
            let more = [(&right[1], &right[2]), (&right[2], &right[3])];
            inside += pairs.into_iter().chain(more).map(|(p, q)| step(p, q)).sum::<f64>() / 4.0;
            count += 1.0;
        }
        println!("night {night}: {:.1} on seams, {:.1} elsewhere", seams / count, inside / count);
        assert!(seams <= inside * 1.1, "night {night}: {seams:.1} on seams, {inside:.1} elsewhere");
    }
}
