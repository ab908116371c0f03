//! The ground of streets, markets and homes on a tile, as polygons.

use city::Segment;
use table::Rot;

use crate::draw::geom::{
    CENTRE, CORNER, Curve, INWARD, Pt, RUN, add, along, between, middle, sample, straight,
};

/// The numbers of the bits that are set.
pub fn bits(mask: u8) -> Vec<usize> {
    (0..8).filter(|i| mask >> i & 1 != 0).collect()
}

/// The curve of a street. One with one side ends at the crossing, or in a dead end.
pub fn street(segment: Segment, rot: Rot, crossing: bool) -> Vec<Curve> {
    match bits(segment.ports_turned(rot))[..] {
        [a, b] => {
            let k = if (b + 4 - a) % 4 == 2 { 66.0 } else { 56.0 };
            vec![[middle(a), add(middle(a), INWARD[a], k), add(middle(b), INWARD[b], k), middle(b)]]
        }
        [a] if crossing => vec![straight(middle(a), CENTRE)],
        [a] => vec![straight(middle(a), add(middle(a), INWARD[a], 66.0))],
        _ => Vec::new(),
    }
}

/// The polygons of an area: one for each run of half-edges side by side, and where it is parted
/// from its neighbours without a street, the line of that border.
pub fn ground(ports: &[usize], streets: &[(Vec<usize>, Vec<Curve>)]) -> Vec<(Vec<Pt>, Vec<Pt>)> {
    if ports.len() == 8 {
        return vec![(CORNER.to_vec(), Vec::new())];
    }
    let starts = ports.iter().filter(|p| !ports.contains(&((*p + 7) % 8)));
    let runs: Vec<(usize, usize)> = starts
        .map(|start| {
            let length = (1..8).find(|n| !ports.contains(&((start + n) % 8))).unwrap_or(8);
            (*start, length)
        })
        .collect();
    let alone = runs.len() == 1;
    runs.into_iter().map(|(start, length)| run(start, length, alone, streets)).collect()
}

fn run(
    start: usize,
    length: usize,
    alone: bool,
    streets: &[(Vec<usize>, Vec<Curve>)],
) -> (Vec<Pt>, Vec<Pt>) {
    let end = (start + length - 1) % 8;
    let from = |p: usize| along(p / 2, if p.is_multiple_of(2) { 0.0 } else { 100.0 }, 0.0);
    let to = |p: usize| along(p / 2, if p.is_multiple_of(2) { 100.0 } else { 200.0 }, 0.0);
    let mut points = vec![from(start)];
    points.extend((0..length).map(|n| to((start + n) % 8)));
    let (first, last) = (points[0], points[points.len() - 1]);
    let at_middles = !start.is_multiple_of(2) && end.is_multiple_of(2);
    let joining = streets.iter().find(|(sides, _)| {
        at_middles && sides.len() == 2 && sides.contains(&(start / 2)) && sides.contains(&(end / 2))
    });
    if let Some((sides, curves)) = joining {
        let mut way = sample(curves, 14);
        if sides[0] != end / 2 {
            way.reverse();
        }
        points.extend(way);
        return (points, Vec::new());
    }
    let corners = start.is_multiple_of(2) && !end.is_multiple_of(2);
    let border = match (corners && alone, length) {
        (true, 2) => cap(start / 2, !streets.is_empty()),
        (true, 4) => diagonal(end / 2, first, last, streets),
        _ => vec![last, CENTRE, first],
    };
    points.extend(&border);
    (points, border)
}

/// One side: a bow from corner to corner.
fn cap(side: usize, has_street: bool) -> Vec<Pt> {
    let depth = if has_street { 58.0 } else { 78.0 };
    let (start, end) = (along(side, 0.0, 0.0), along(side, 200.0, 0.0));
    let (a, b) = (along(side, 128.0, depth), along(side, 72.0, depth));
    let (inward, run) = (INWARD[side], RUN[side]);
    sample(
        &[
            [end, add(end, inward, depth * 0.9), add(along(side, 150.0, depth), run, 20.0), a],
            straight(a, b),
            [b, add(along(side, 50.0, depth), run, -20.0), add(start, inward, depth * 0.9), start],
        ],
        10,
    )
}

/// Two sides: from corner to corner across the tile, away from a street that bends there.
fn diagonal(
    last_side: usize,
    first: Pt,
    last: Pt,
    streets: &[(Vec<usize>, Vec<Curve>)],
) -> Vec<Pt> {
    let corner = CORNER[last_side]; // the corner inside the run
    let bends = streets.iter().any(|(sides, _)| sides.len() == 2);
    let middle = between(CENTRE, corner, if bends { 0.16 } else { 0.02 });
    let run = ((first.0 - last.0) / 283.0, (first.1 - last.1) / 283.0);
    sample(
        &[
            [last, add(last, run, 40.0), add(middle, run, -40.0), middle],
            [middle, add(middle, run, 40.0), add(first, run, -40.0), first],
        ],
        10,
    )
}
