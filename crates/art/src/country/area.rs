//! The regions of features on a tile as path data, for overlays.

use table::Sorted;

use super::ground::{Ground, SIZE, STEP};
use super::lines::{Lines, ROAD_HALF};
use super::lying::{Kind, LyingTile};
use super::spots::Spots;
use super::wall::{INSET, Town};
use crate::geom::{Pt, TILE, along, band, sample, simplified};
use crate::svg::{bar, curves_on, oval, pair, polygon};

/// The region of a segment.
pub fn of(
    plan: &LyingTile,
    lines: &Lines,
    ground: &Ground,
    spots: &Spots,
    segment: usize,
) -> String {
    match plan.parts[segment].kind {
        Kind::Road => lines
            .roads
            .iter()
            .filter(|(s, _)| *s == segment)
            .map(|(_, road)| polygon(&band(&sample(road, 12), ROAD_HALF)))
            .collect(),
        Kind::City => lines.towns.iter().filter(|t| t.segment == segment).map(within).collect(),
        Kind::Field => ground.region_of(segment).map(|r| contour(ground, r)).unwrap_or_default(),
        Kind::Centre => {
            let building = lines.building.map(|b| {
                let (at, half) = b.precinct();
                oval(at, half)
            });
            let plot = spots.plot.map(|p| {
                let (w, h) = p.half();
                bar((p.at.0 - w, p.at.1 - h), (2.0 * w, 2.0 * h))
            });
            building.or(plot).unwrap_or_default()
        }
    }
}

/// The ground of a town inside its walls and the tile.
fn within(town: &Town) -> String {
    let mut data = String::new();
    for (side, wall) in town.sides.iter().zip(&town.walls) {
        let (a, b) = (along(*side, INSET, 0.0), along(*side, TILE - INSET, 0.0));
        data += if data.is_empty() { "M" } else { "L" };
        data += &[pair(a), pair(b)].join("L");
        data += &curves_on(wall);
    }
    data + "z"
}

/// A point of a contour: the middle of an edge between two points of the grid, as a key and as a
/// place.
type Crossing = ((i32, i32), Pt);

/// The outline of a region of the grid, interpolated to where the room ends, along the sides of
/// the tile where it is open there.
fn contour(ground: &Ground, region: i16) -> String {
    let mut links = links(ground, region);
    let mut data = String::new();
    while let Some((start, first)) = links.first().copied() {
        let mut ring = vec![first.0.1];
        let mut at = start;
        while let Some((_, next)) = links.remove(&at) {
            ring.push(next.1);
            at = next.0;
        }
        if ring.len() > 8 {
            let half = ring.len() / 2;
            let mut line = simplified(&ring[..=half], 0.45);
            line.pop();
            line.extend(simplified(&ring[half..], 0.45));
            line.pop();
            data += &polygon(&line);
        }
    }
    data
}

/// Marching squares: from each crossing of the outline to the next, the region on the right.
fn links(ground: &Ground, region: i16) -> Sorted<(i32, i32), (Crossing, Crossing)> {
    let count = SIZE as i32;
    let value = |i: i32, j: i32| -> f64 {
        if !(0..count).contains(&i) || !(0..count).contains(&j) {
            return -1e-6; // beyond the side: the outline runs on the side itself
        }
        let at = (j * count + i) as usize;
        match ground.regions[at] {
            r if r == region => ground.room[at].max(1e-3),
            r if r >= 0 => -1.0, // another field
            _ => ground.room[at].min(-1e-3),
        }
    };
    let place = |i: i32, j: i32| -> Pt {
        let on = |v: i32| f64::from(v.clamp(0, count - 1)) * STEP;
        (on(i), on(j))
    };
    let crossing = |a: (i32, i32), b: (i32, i32)| -> Crossing {
        let (va, vb) = (value(a.0, a.1), value(b.0, b.1));
        let t = va / (va - vb);
        let (p, q) = (place(a.0, a.1), place(b.0, b.1));
        ((a.0 + b.0, a.1 + b.1), (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t))
    };
    let mut links = Sorted::default();
    for j in -1..count {
        for i in -1..count {
            let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
            let inside = corners.map(|(x, y)| value(x, y) > 0.0);
            // Entering the region going clockwise round the square: there the outline leaves it.
            for k in 0..4 {
                if inside[k] || !inside[(k + 1) % 4] {
                    continue;
                }
                let mut end = (k + 1) % 4;
                while inside[(end + 1) % 4] {
                    end = (end + 1) % 4;
                }
                let from = crossing(corners[(end + 1) % 4], corners[end]);
                let to = crossing(corners[k], corners[(k + 1) % 4]);
                *links.or_insert(from.0, (from, to)) = (from, to);
            }
        }
    }
    links
}
