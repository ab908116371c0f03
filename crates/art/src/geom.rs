//! Points and curves on a tile of 200 × 200 units, y growing south.

/// A point, or a direction.
pub type Pt = (f64, f64);
/// A cubic curve: start, two handles, end.
pub type Curve = [Pt; 4];

/// The side of a tile.
pub const TILE: f64 = 200.0;
/// The middle of a tile.
pub const CENTRE: Pt = (100.0, 100.0);
/// Inwards from each side, north first.
pub const INWARD: [Pt; 4] = [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
/// Clockwise along each side.
pub const RUN: [Pt; 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
/// The corner where each side begins, going clockwise.
pub const CORNER: [Pt; 4] = [(0.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0)];

/// The point at distance `d` along a side and `depth` inside the tile.
pub fn along(side: usize, d: f64, depth: f64) -> Pt {
    let (c, r, n) = (CORNER[side], RUN[side], INWARD[side]);
    (c.0 + r.0 * d + n.0 * depth, c.1 + r.1 * d + n.1 * depth)
}

/// The middle of a side.
pub fn middle(side: usize) -> Pt {
    along(side, 100.0, 0.0)
}

/// `p` moved `k` times `v`.
pub fn add(p: Pt, v: Pt, k: f64) -> Pt {
    (p.0 + v.0 * k, p.1 + v.1 * k)
}

/// The point a part `k` of the way from `p` to `q`.
pub fn between(p: Pt, q: Pt, k: f64) -> Pt {
    (p.0 + (q.0 - p.0) * k, p.1 + (q.1 - p.1) * k)
}

/// The distance of two points.
pub fn dist(p: Pt, q: Pt) -> f64 {
    let (x, y) = (p.0 - q.0, p.1 - q.1);
    (x * x + y * y).sqrt()
}

/// A direction of length one.
pub fn unit(v: Pt) -> Pt {
    let length = dist(v, (0.0, 0.0)).max(1e-9);
    (v.0 / length, v.1 / length)
}

/// A direction turned left by a quarter (y grows south).
pub fn left_of(v: Pt) -> Pt {
    (v.1, -v.0)
}

/// A straight curve.
pub fn straight(p: Pt, q: Pt) -> Curve {
    [p, between(p, q, 1.0 / 3.0), between(p, q, 2.0 / 3.0), q]
}

/// The point at `t` from 0 to 1.
pub fn point(c: &Curve, t: f64) -> Pt {
    let u = 1.0 - t;
    let w = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
    c.iter().zip(w).fold((0.0, 0.0), |sum, (p, k)| add(sum, *p, k))
}

/// The direction at `t`, not of length one.
pub fn slope(c: &Curve, t: f64) -> Pt {
    let u = 1.0 - t;
    let step = |i: usize| (c[i + 1].0 - c[i].0, c[i + 1].1 - c[i].1);
    let w = [u * u, 2.0 * u * t, t * t];
    (0..3).fold((0.0, 0.0), |sum, i| add(sum, step(i), 3.0 * w[i]))
}

/// Points along curves that follow one another, `n` to a curve.
pub fn sample(curves: &[Curve], n: usize) -> Vec<Pt> {
    let start = curves.first().map(|c| c[0]);
    let rest = curves.iter().flat_map(|c| (1..=n).map(move |i| point(c, i as f64 / n as f64)));
    start.into_iter().chain(rest).collect()
}

/// Curves moved by a step.
pub fn shifted(curves: &[Curve], by: Pt) -> Vec<Curve> {
    curves.iter().map(|c| c.map(|p| add(p, by, 1.0))).collect()
}

/// Curves the other way.
pub fn reversed(curves: &[Curve]) -> Vec<Curve> {
    curves.iter().rev().map(|c| [c[3], c[2], c[1], c[0]]).collect()
}

/// The length of curves.
pub fn length(curves: &[Curve]) -> f64 {
    sample(curves, 10).windows(2).map(|w| dist(w[0], w[1])).sum()
}

/// Whether a point lies on a side of the tile, or outside it.
pub fn on_side(p: Pt) -> bool {
    p.0 < 0.5 || p.1 < 0.5 || p.0 > TILE - 0.5 || p.1 > TILE - 0.5
}

/// The distance to the nearest side.
pub fn to_side(p: Pt) -> f64 {
    p.0.min(p.1).min(TILE - p.0).min(TILE - p.1)
}

/// Curves that run straight on past those ends that lie on sides, so that nothing ends on a seam.
pub fn tailed(curves: &[Curve], tail: f64) -> Vec<Curve> {
    let mut all = curves.to_vec();
    if let Some(first) = curves.first().filter(|c| on_side(c[0])) {
        let out = unit((first[0].0 - first[1].0, first[0].1 - first[1].1));
        all.insert(0, straight(add(first[0], out, tail), first[0]));
    }
    if let Some(last) = curves.last().filter(|c| on_side(c[3])) {
        let out = unit((last[3].0 - last[2].0, last[3].1 - last[2].1));
        all.push(straight(last[3], add(last[3], out, tail)));
    }
    all
}

/// Whether a point lies inside a polygon.
pub fn inside(p: Pt, polygon: &[Pt]) -> bool {
    let mut found = false;
    let mut last = polygon.len().wrapping_sub(1);
    for (i, a) in polygon.iter().enumerate() {
        let b = polygon[last];
        if (a.1 > p.1) != (b.1 > p.1) && p.0 < (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1) + a.0 {
            found = !found;
        }
        last = i;
    }
    found
}

/// The distance to the nearest of some points; far away if there are none.
pub fn nearest(p: Pt, points: &[Pt]) -> f64 {
    let squared = |q: &Pt| (p.0 - q.0) * (p.0 - q.0) + (p.1 - q.1) * (p.1 - q.1);
    points.iter().map(squared).fold(1e12, f64::min).sqrt()
}

/// The distance to a line of points joined by straight lengths.
pub fn to_line(p: Pt, line: &[Pt]) -> f64 {
    let squared = |a: Pt, b: Pt| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx * dx + dy * dy;
        let length = if length < 1e-12 { 1e-12 } else { length };
        let t = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length;
        let t = t.clamp(0.0, 1.0);
        let (x, y) = (a.0 + dx * t - p.0, a.1 + dy * t - p.1);
        x * x + y * y
    };
    line.windows(2).map(|w| squared(w[0], w[1])).fold(1e12, lesser).sqrt()
}

/// The lesser of two numbers. (`f64::min` minds what is no number: in WebAssembly that is a call.)
#[inline]
pub fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The closed band of a half-width around a line of points: down its left, back up its right.
pub fn band(line: &[Pt], half: f64) -> Vec<Pt> {
    let normal = |i: usize| {
        let (a, b) = (line[i.saturating_sub(1)], line[(i + 1).min(line.len() - 1)]);
        left_of(unit((b.0 - a.0, b.1 - a.1)))
    };
    let side = |k: f64| (0..line.len()).map(move |i| add(line[i], normal(i), k));
    side(half).chain(side(-half).rev()).collect()
}

/// A line of points without those that change it by less than `slack` (after Douglas and Peucker).
pub fn simplified(line: &[Pt], slack: f64) -> Vec<Pt> {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return Vec::new() };
    let off = |p: &Pt| to_line(*p, &[*first, *last]);
    let far =
        (1..line.len().saturating_sub(1)).max_by(|a, b| off(&line[*a]).total_cmp(&off(&line[*b])));
    match far.filter(|i| off(&line[*i]) > slack) {
        None => vec![*first, *last],
        Some(i) => {
            let mut out = simplified(&line[..=i], slack);
            out.pop();
            out.extend(simplified(&line[i..], slack));
            out
        }
    }
}

/// Puts what stands farther north first: what is nearer hides it.
pub fn north_first(things: &mut [(f64, String)]) {
    table::sort_short_by(things, |a, b| a.0 < b.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_begin_and_end_where_they_should() {
        let c = [(0.0, 0.0), (10.0, 0.0), (20.0, 10.0), (20.0, 20.0)];
        assert!(dist(point(&c, 0.0), c[0]) < 1e-9 && dist(point(&c, 1.0), c[3]) < 1e-9);
        assert!(dist(unit(slope(&c, 0.0)), (1.0, 0.0)) < 1e-9);
        assert!((length(&[straight((0.0, 0.0), (30.0, 40.0))]) - 50.0).abs() < 1e-9);
        let tails = tailed(&[straight((100.0, 0.0), (100.0, 100.0))], 8.0);
        assert!(dist(tails[0][0], (100.0, -8.0)) < 1e-9 && tails.len() == 2);
    }

    #[test]
    fn bands_are_as_wide_as_asked() {
        let line: Vec<Pt> = (0..=10).map(|i| (f64::from(i) * 10.0, 50.0)).collect();
        let band = band(&line, 12.0);
        assert!(inside((50.0, 61.0), &band) && inside((50.0, 39.0), &band));
        assert!(!inside((50.0, 63.0), &band));
        assert_eq!(simplified(&line, 0.1).len(), 2);
    }
}
