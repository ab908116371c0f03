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
    (p.0 - q.0).hypot(p.1 - q.1)
}

/// A direction of length one.
pub fn unit(v: Pt) -> Pt {
    let length = v.0.hypot(v.1).max(1e-9);
    (v.0 / length, v.1 / length)
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

/// The direction at `t`.
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
    points.iter().map(|q| dist(p, *q)).fold(1e9, f64::min)
}

/// A number with at most one decimal.
pub fn num(v: f64) -> String {
    let tenths = (v * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

fn pair(p: Pt) -> String {
    format!("{},{}", num(p.0), num(p.1))
}

/// Curves as path data.
pub fn path(curves: &[Curve]) -> String {
    let mut out = curves.first().map(|c| format!("M{}", pair(c[0]))).unwrap_or_default();
    for c in curves {
        out += &format!("C{} {} {}", pair(c[1]), pair(c[2]), pair(c[3]));
    }
    out
}

/// A polygon as path data.
pub fn polygon(points: &[Pt]) -> String {
    let list: Vec<String> = points.iter().map(|p| pair(*p)).collect();
    format!("M{}z", list.join(" "))
}
