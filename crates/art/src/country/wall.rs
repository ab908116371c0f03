//! The outline of a city on a tile, from the sides that it reaches.

use super::lines::End;
use super::lying::{Kind, LyingSegment, LyingTile};
use crate::geom::{
    CENTRE, CORNER, Curve, INWARD, Pt, TILE, add, along, between, dist, inside, left_of, point,
    sample, slope, straight, unit,
};

/// Where a wall meets the side, from the corner.
pub const INSET: f64 = 17.0;

/// A city on a tile.
pub struct Town {
    /// The number of its segment.
    pub segment: usize,
    /// Its ground, a little beyond the sides that it reaches.
    pub outline: Vec<Pt>,
    /// Its walls, clockwise: the inside is on the right.
    pub walls: Vec<Vec<Curve>>,
    /// The sides it reaches.
    pub sides: Vec<usize>,
}

impl Town {
    /// Whether a point lies inside.
    pub fn holds(&self, p: Pt) -> bool {
        inside(p, &self.outline)
    }
}

/// A gate: where, the direction of the wall, and out of the city.
#[derive(Clone, Copy)]
pub struct Gate {
    /// The number of its town among those of the tile.
    pub town: usize,
    /// The number of its wall in the town.
    pub wall: usize,
    /// Its middle.
    pub at: Pt,
    /// Along the wall.
    pub run: Pt,
    /// Out of the city.
    pub out: Pt,
}

/// The city of a segment.
pub fn town(plan: &LyingTile, segment: usize, part: &LyingSegment, ends: &[End]) -> Town {
    let sides = part.sides.clone();
    let mut town = Town { segment, outline: Vec::new(), walls: Vec::new(), sides: sides.clone() };
    for (k, side) in sides.iter().enumerate() {
        let next = sides[(k + 1) % sides.len()];
        let gap = if sides.len() == 1 { 3 } else { (next + 4 - side - 1) % 4 };
        let wall = TownWall {
            plan,
            own: &sides,
            from: *side,
            next,
            start: along(*side, TILE - INSET, 0.0),
            end: along(next, INSET, 0.0),
            skipped: (1..=gap).map(|j| (side + j) % 4).collect(),
            ends,
        };
        let curves = wall.curves();
        let beyond = straight(along(*side, INSET, -24.0), along(*side, TILE - INSET, -24.0));
        town.outline.extend(sample(&[beyond], 2));
        town.outline.extend(sample(&curves, 12));
        town.walls.push(curves);
    }
    town
}

/// One wall of a city: from the end of one of its sides to the start of the next.
struct TownWall<'a> {
    plan: &'a LyingTile,
    own: &'a [usize],
    from: usize,
    next: usize,
    start: Pt,
    end: Pt,
    skipped: Vec<usize>,
    ends: &'a [End],
}

impl TownWall<'_> {
    fn curves(&self) -> Vec<Curve> {
        match (self.skipped.len(), self.wedge()) {
            (0, _) => self.notch(),
            (2.., Some(corner)) => self.to_corner(corner),
            (1, _) => self.past_one_side(),
            (2, _) => self.past_two_sides(),
            _ => self.cap(),
        }
    }

    fn is_other_city(&self, side: usize) -> bool {
        self.plan.reaches(Kind::City, side) && !self.own.contains(&side)
    }

    /// The corner of the tile that the city must reach because the fields beside it are apart.
    fn wedge(&self) -> Option<usize> {
        let inside = |s: usize| self.skipped.contains(&s);
        (0..4).find(|s| inside(*s) && inside((s + 3) % 4) && self.plan.apart(2 * s + 7, 2 * s))
    }

    /// Two joined sides: a little round the corner.
    fn notch(&self) -> Vec<Curve> {
        let q = INSET * 0.55;
        let (a, b) = (INWARD[self.from], INWARD[self.next]);
        vec![[self.start, add(self.start, a, q), add(self.end, b, q), self.end]]
    }

    fn past_one_side(&self) -> Vec<Curve> {
        let side = self.skipped[0];
        let depth = if self.is_other_city(side) {
            92.0
        } else if self.plan.has_way(side) {
            54.0
        } else {
            50.0
        };
        let (a, b) = (along(side, 54.0, depth * 0.82), along(side, 146.0, depth * 0.82));
        self.chain(a, b, INWARD[side], depth * 0.18)
    }

    fn past_two_sides(&self) -> Vec<Curve> {
        let (s1, s2) = (self.skipped[0], self.skipped[1]);
        let corner = CORNER[s2];
        let v = ((corner.0 - 100.0) / 100.0, (corner.1 - 100.0) / 100.0);
        let off = if self.is_other_city(s1) || self.is_other_city(s2) {
            -20.0
        } else if self.plan.has_way(s1) || self.plan.has_way(s2) {
            -11.0
        } else {
            -4.0
        };
        let m = add(CENTRE, v, off);
        let a = add(between(self.start, m, 0.58), v, 3.0);
        let b = add(between(self.end, m, 0.58), v, 3.0);
        self.chain(a, b, v, if off > -10.0 { 1.0 } else { -2.0 })
    }

    fn cap(&self) -> Vec<Curve> {
        let side = self.from;
        let beside = self.is_other_city((side + 1) % 4) || self.is_other_city((side + 3) % 4);
        let facing = self.plan.reaches(Kind::City, (side + 2) % 4);
        let depth = if beside
            || self.plan.building().is_some()
            || facing && self.ends.contains(&End::Crossing)
        {
            46.0
        } else if !self.plan.stream.is_empty() || facing && self.ends.contains(&End::City) {
            50.0
        } else {
            58.0
        };
        let x = if beside { 132.0 } else { 146.0 };
        let (a, b) = (along(side, x, depth * 0.8), along(side, TILE - x, depth * 0.8));
        self.chain(a, b, INWARD[side], depth * 0.2)
    }

    /// Two walls that meet in a corner of the tile.
    fn to_corner(&self, corner: usize) -> Vec<Curve> {
        let c = CORNER[corner];
        let v = ((c.0 - 100.0) / 100.0, (c.1 - 100.0) / 100.0);
        let tip = add(c, v, 3.0);
        let across = (-v.1, v.0);
        let lean = (self.start.0 - 100.0) * across.0 + (self.start.1 - 100.0) * across.1;
        let sign = if lean > 0.0 { 1.0 } else { -1.0 };
        let shoulder = |sign: f64| add(add(CENTRE, v, -4.0), across, sign * 24.0);
        let (m1, m2) = (shoulder(sign), shoulder(-sign));
        let (na, nb) = (INWARD[self.from], INWARD[self.next]);
        vec![
            [self.start, add(self.start, na, 20.0), add(m1, v, -30.0), m1],
            [m1, add(m1, v, 30.0), add(tip, v, -40.0), tip],
            [tip, add(tip, v, -40.0), add(m2, v, 30.0), m2],
            [m2, add(m2, v, -30.0), add(self.end, nb, 20.0), self.end],
        ]
    }

    /// Nearly straight lengths by way of two towers; leaves the sides at a right angle.
    fn chain(&self, a: Pt, b: Pt, out: Pt, bulge: f64) -> Vec<Curve> {
        let (start, end) = (self.start, self.end);
        let bulge = bulge * 1.33;
        let (na, nb) = (INWARD[self.from], INWARD[self.next]);
        vec![
            [start, add(start, na, 9.0), between(a, start, 0.35), a],
            [a, add(between(a, b, 0.33), out, bulge), add(between(a, b, 0.67), out, bulge), b],
            [b, between(b, end, 0.35), add(end, nb, 9.0), end],
        ]
    }
}

/// The gate that some walls have nearest to a point.
pub fn gate(towns: &[Town], p: Pt) -> Option<Gate> {
    let mut best: Option<(f64, Gate)> = None;
    for (town, walls) in towns.iter().map(|t| &t.walls).enumerate() {
        for (wall, curves) in walls.iter().enumerate() {
            for (curve, i) in curves.iter().flat_map(|c| (1..24).map(move |i| (c, i))) {
                let t = f64::from(i) / 24.0;
                let at = point(curve, t);
                let d = dist(p, at);
                if best.as_ref().is_none_or(|(least, _)| d < *least) {
                    let run = unit(slope(curve, t));
                    best = Some((d, Gate { town, wall, at, run, out: left_of(run) }));
                }
            }
        }
    }
    best.map(|(_, gate)| gate)
}
