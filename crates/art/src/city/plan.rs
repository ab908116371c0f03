//! Where streets run on a tile as it lies, and the blocks between them.
//!
//! A block is what remains between streets and the sides of the tile. Its boundary is walked
//! clockwise: along the sides, and wherever a street leaves the tile inwards along that street
//! with the street on the left, until it leads out again.

use table::Rot;

use crate::geom::{CENTRE, Curve, INWARD, Pt, add, along, band, middle, sample, slope, unit};

/// Half the width of a street.
pub(super) const HALF: f64 = 13.0;
/// The round place where streets meet: its rim goes through the corners between the arms.
pub(super) const ROUNDEL: f64 = HALF * std::f64::consts::SQRT_2;
/// The round place at the end of a blind street.
pub(super) const COURT: f64 = 19.0;
/// How far a blind street reaches into the tile, to the middle of its place.
const REACH: f64 = 66.0;

/// How a street ends inside the tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It runs from side to side.
    Through,
    /// It meets others in the middle.
    Crossing,
    /// It is blind.
    Blind,
}

/// A street.
#[derive(Debug)]
pub(super) struct Street {
    /// Its sides, one or two.
    pub sides: Vec<usize>,
    /// How it ends.
    pub end: End,
    /// Its middle line, from its first side on.
    pub curve: Curve,
    /// The same as points.
    pub line: Vec<Pt>,
}

/// A part of the boundary of a block.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// The half-edge, if it lies on a side; else it follows a street.
    pub port: Option<usize>,
    /// Its points, the last of which begins the next stretch.
    pub path: Vec<Pt>,
}

fn right_of(v: Pt) -> Pt {
    (-v.1, v.0)
}

/// A point at an angle on a circle around the middle of the tile.
fn on_roundel(angle: f64) -> Pt {
    add(CENTRE, (angle.cos(), angle.sin()), ROUNDEL)
}

/// The streets of a tile.
pub(super) fn streets(tile: &city::Tile, rot: Rot) -> Vec<Street> {
    let segments = &tile.segments[..tile.streets as usize];
    let single = segments.iter().filter(|s| s.ports.is_power_of_two()).count();
    let apart = !is_parted(tile);
    segments
        .iter()
        .map(|segment| {
            let ports = segment.ports_turned(rot);
            let sides: Vec<usize> = (0..4).filter(|s| ports >> s & 1 == 1).collect();
            let end = match sides.len() {
                2 => End::Through,
                _ if single > 1 && !(single == 2 && apart) => End::Crossing,
                _ => End::Blind,
            };
            street(sides, end)
        })
        .collect()
}

/// Whether a street with one side parts two areas there. Blind streets need not, arms of a
/// crossing always do.
fn is_parted(tile: &city::Tile) -> bool {
    let (streets, areas) = tile.segments.split_at(tile.streets as usize);
    let whole = |side: u32| areas.iter().any(|a| a.ports >> (2 * side) & 3 == 3);
    streets.iter().filter(|s| s.ports.is_power_of_two()).any(|s| !whole(s.ports.trailing_zeros()))
}

fn street(sides: Vec<usize>, end: End) -> Street {
    let from = middle(sides[0]);
    let curve = match end {
        End::Through => {
            let to = middle(sides[1]);
            let handle = if sides[1] - sides[0] == 2 { 66.0 } else { 56.0 };
            [from, add(from, INWARD[sides[0]], handle), add(to, INWARD[sides[1]], handle), to]
        }
        End::Crossing => crate::geom::straight(from, CENTRE),
        End::Blind => crate::geom::straight(from, add(from, INWARD[sides[0]], REACH)),
    };
    let line = sample(&[curve], if end == End::Through { 12 } else { 4 });
    Street { sides, end, curve, line }
}

impl Street {
    /// The outline of the street, closed.
    pub fn outline(&self, arms: &[usize]) -> Vec<Pt> {
        match self.end {
            End::Through => {
                let mut points = band(&self.line, HALF);
                // The band's ends exactly on the sides.
                let last = points.len() - 1;
                points[0] = along(self.sides[0], 100.0 + HALF, 0.0);
                points[last] = along(self.sides[0], 100.0 - HALF, 0.0);
                points[last / 2] = along(self.sides[1], 100.0 - HALF, 0.0);
                points[last / 2 + 1] = along(self.sides[1], 100.0 + HALF, 0.0);
                points
            }
            End::Blind => around_court(self.sides[0]),
            End::Crossing => arm(self.sides[0], arms),
        }
    }
}

/// The outline of one arm of a crossing with its share of the round place.
fn arm(side: usize, arms: &[usize]) -> Vec<Pt> {
    let (inward, right) = (INWARD[side], right_of(INWARD[side]));
    let out = f64::atan2(-inward.1, -inward.0);
    let gap = |step: usize| (1..=4).find(|n| arms.contains(&((side + step * n) % 4)));
    // To the next arm clockwise and back: half the angle between is this arm's.
    let [later, earlier] = [1, 3].map(|step| gap(step).unwrap_or(4) as f64 * 45.0_f64.to_radians());
    let arc = |to: f64, sign: f64| {
        let first = 45.0_f64.to_radians();
        let count = ((to - first) / 0.3).ceil().max(0.0) as usize;
        (0..=count).map(move |i| {
            let angle = first + (to - first) * i as f64 / count.max(1) as f64;
            on_roundel(out + sign * angle)
        })
    };
    let start = add(middle(side), right, HALF);
    let mut points = vec![start];
    // Seen looking in, the arms that come earlier clockwise lie on the right.
    points.extend(arc(earlier, -1.0));
    points.push(CENTRE);
    let mut back: Vec<Pt> = arc(later, 1.0).collect();
    back.reverse();
    points.extend(back);
    points.push(add(middle(side), right, -HALF));
    points
}

/// From the left half of a side in along a blind street, round its place and out again.
fn around_court(side: usize) -> Vec<Pt> {
    let (inward, right) = (INWARD[side], right_of(INWARD[side]));
    let middle_of_court = add(middle(side), inward, REACH);
    let widest = std::f64::consts::PI - (HALF / COURT).asin();
    let mut points = vec![along(side, 100.0 - HALF, 0.0)];
    points.extend((0..=16).map(|i| {
        let angle = widest * (1.0 - f64::from(i) / 8.0);
        add(add(middle_of_court, inward, COURT * angle.cos()), right, COURT * angle.sin())
    }));
    points.push(along(side, 100.0 + HALF, 0.0));
    points
}

/// From the left half of a side in along its street and out again; with the side it comes out at.
fn skirt(street: &Street, side: usize, arms: &[usize]) -> (Vec<Pt>, usize) {
    match street.end {
        End::Blind => (around_court(side), side),
        End::Through => {
            let back = street.sides[0] != side;
            let to = if back { street.sides[0] } else { street.sides[1] };
            let count = street.line.len() - 1;
            let mut points: Vec<Pt> = (0..=count)
                .map(|i| {
                    let t = i as f64 / count as f64;
                    let (t, k) = if back { (1.0 - t, -HALF) } else { (t, HALF) };
                    let way = unit(slope(&street.curve, t));
                    add(crate::geom::point(&street.curve, t), right_of(way), k)
                })
                .collect();
            points[0] = along(side, 100.0 - HALF, 0.0);
            points[count] = along(to, 100.0 + HALF, 0.0);
            (points, to)
        }
        End::Crossing => {
            // With the street on the left one turns right, to the next arm counter-clockwise.
            let steps = (1..=4).find(|n| arms.contains(&((side + 3 * n) % 4))).unwrap_or(4);
            let to = (side + 3 * steps) % 4;
            let out = f64::atan2(-INWARD[side].1, -INWARD[side].0);
            let (first, last) = (45.0_f64.to_radians(), (steps * 90 - 45) as f64);
            let last = last.to_radians();
            let count = 3 * (steps - 1);
            let mut points = vec![along(side, 100.0 - HALF, 0.0)];
            points.extend((0..=count).map(|i| {
                let k = i as f64 / count.max(1) as f64;
                on_roundel(out - (first + (last - first) * k))
            }));
            points.push(along(to, 100.0 + HALF, 0.0));
            (points, to)
        }
    }
}

/// The sides from which streets lead to a crossing.
pub(super) fn arms(streets: &[Street]) -> Vec<usize> {
    streets.iter().filter(|s| s.end == End::Crossing).map(|s| s.sides[0]).collect()
}

/// The blocks, each as the stretches of its boundary, clockwise.
pub(super) fn blocks(streets: &[Street]) -> Vec<Vec<Stretch>> {
    let arms = arms(streets);
    let mut seen = [false; 8];
    let mut blocks = Vec::new();
    while let Some(start) = (0..8).find(|p| !seen[*p]) {
        let mut block = Vec::new();
        let mut port = start;
        while !seen[port] {
            seen[port] = true;
            let side = port / 2;
            let street = streets.iter().find(|s| s.sides.contains(&side));
            let edge = if street.is_some() { HALF } else { 0.0 };
            let (from, to) =
                if port.is_multiple_of(2) { (0.0, 100.0 - edge) } else { (100.0 + edge, 200.0) };
            let path = vec![along(side, from, 0.0), along(side, to, 0.0)];
            block.push(Stretch { port: Some(port), path });
            port = (port + 1) % 8;
            if let Some(street) = street.filter(|_| port % 2 == 1) {
                let (path, to) = skirt(street, side, &arms);
                block.push(Stretch { port: None, path });
                port = 2 * to + 1;
            }
        }
        blocks.push(block);
    }
    blocks
}
