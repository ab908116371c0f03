//! The open ground of a tile on a fine grid: which region belongs to which field, and how much
//! room there is at each place.

use std::collections::BTreeSet;

use country::tile::Kind;

use super::plan::Plan;
use super::shape::{RIVER_HALF, ROAD_HALF, Shape};
use crate::draw::geom::{Pt, along, dist, inside, nearest, sample};

const STEP: f64 = 4.0;
const SIZE: usize = 50;
const BLOCKED: i16 = -1;
const OPEN: i16 = -2;

/// The grid.
pub struct Ground {
    regions: Vec<i16>,
    room: Vec<f64>,
    fields: Vec<(usize, Option<i16>)>,
}

fn place(i: usize) -> Pt {
    ((i % SIZE) as f64 * STEP + STEP / 2.0, (i / SIZE) as f64 * STEP + STEP / 2.0)
}

fn index(p: Pt) -> usize {
    let clamp = |v: f64| ((v / STEP).max(0.0) as usize).min(SIZE - 1);
    clamp(p.1) * SIZE + clamp(p.0)
}

impl Ground {
    /// Surveys a shape.
    pub fn new(plan: &Plan, shape: &Shape) -> Ground {
        let room: Vec<f64> = (0..SIZE * SIZE).map(survey(plan, shape)).collect();
        let regions = flood(&room);
        let mut ground = Ground { regions, room, fields: Vec::new() };
        let fields = plan.of(Kind::Field).map(|(i, p)| (i, ground.region_of(&p.ports)));
        ground.fields = fields.collect();
        for number in 0..ground.fields.len() {
            if ground.fields[number].1.is_none() {
                ground.fields[number].1 = ground.inner_region();
            }
        }
        ground
    }

    /// The regions seen along a half-edge.
    fn seen(&self, port: usize) -> Vec<i16> {
        let start = if port.is_multiple_of(2) { 20 } else { 107 };
        let steps = (start..start + 76).step_by(4);
        let regions = steps.map(|d| self.regions[index(along(port / 2, f64::from(d), 2.0))]);
        regions.filter(|r| *r >= 0).collect()
    }

    fn region_of(&self, ports: &[usize]) -> Option<i16> {
        most(ports.iter().flat_map(|p| self.seen(*p)))
    }

    /// The largest region that no field has yet: a field without half-edges, between cities.
    fn inner_region(&self) -> Option<i16> {
        let taken = |r: i16| self.fields.iter().any(|(_, region)| *region == Some(r));
        most(self.regions.iter().copied().filter(|r| *r >= 0 && !taken(*r)))
    }

    /// Whether every field is one region that no other field has.
    pub fn agrees(&self, plan: &Plan) -> bool {
        if plan.block {
            return true;
        }
        let mut used = BTreeSet::new();
        self.fields.iter().all(|(i, region)| {
            let Some(region) = region else { return false };
            let whole = plan.parts[*i].ports.iter().all(|p| most(self.seen(*p)) == Some(*region));
            whole && used.insert(*region)
        })
    }

    /// The best point of a field (or, without a field, of any open ground) by a score.
    pub fn best(&self, field: Option<usize>, score: impl Fn(Pt, f64) -> f64) -> (Pt, f64) {
        let region = field.and_then(|f| self.fields.iter().find(|(i, _)| *i == f)?.1);
        let fits = |i: &usize| match region {
            Some(region) => self.regions[*i] == region,
            None => self.regions[*i] >= 0 || field.is_some(),
        };
        let scored = (0..SIZE * SIZE).filter(fits).map(|i| {
            let p = place(i);
            (p, score(p, self.room[i]))
        });
        scored.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(((100.0, 100.0), 0.0))
    }
}

/// The distance of each grid point to roads, rivers and walls; 0 inside cities.
fn survey<'a>(plan: &'a Plan, shape: &'a Shape) -> impl Fn(usize) -> f64 + 'a {
    let roads: Vec<Pt> = shape
        .roads
        .iter()
        .map(|(_, r)| r)
        .chain(&shape.stubs)
        .flat_map(|r| sample(r, 24))
        .collect();
    let rivers: Vec<Pt> = shape.rivers.iter().flat_map(|r| sample(r, 24)).collect();
    let walls: Vec<Pt> =
        shape.cities.iter().flat_map(|c| &c.walls).flat_map(|w| sample(w, 16)).collect();
    let ends = plan.of(Kind::Road).filter(|(_, p)| p.sides.len() == 1).count();
    // With several roads to it, the precinct of a monastery itself parts the fields.
    let precinct = shape.centre.filter(|_| ends > 1);
    move |i| {
        let p = place(i);
        let mut room = nearest(p, &roads) - ROAD_HALF;
        room = room.min(nearest(p, &rivers) - RIVER_HALF).min(nearest(p, &walls) - 3.0);
        if let Some(centre) = precinct {
            room = room.min(dist(p, centre) - 32.0);
        }
        let in_city = || shape.cities.iter().any(|c| inside(p, &c.outline));
        if room > 0.0 && in_city() { 0.0 } else { room.clamp(0.0, 99.0) }
    }
}

fn flood(room: &[f64]) -> Vec<i16> {
    let mut regions: Vec<i16> =
        room.iter().map(|r| if *r > 0.0 { OPEN } else { BLOCKED }).collect();
    let mut count = 0;
    for start in 0..regions.len() {
        if regions[start] != OPEN {
            continue;
        }
        let mut stack = vec![start];
        regions[start] = count;
        while let Some(i) = stack.pop() {
            let (x, y) = (i % SIZE, i / SIZE);
            let beside = [
                (x > 0).then(|| i - 1),
                (x + 1 < SIZE).then(|| i + 1),
                (y > 0).then(|| i - SIZE),
                (y + 1 < SIZE).then(|| i + SIZE),
            ];
            for j in beside.into_iter().flatten().filter(|j| room[*j] > 0.0) {
                if regions[j] == OPEN {
                    regions[j] = count;
                    stack.push(j);
                }
            }
        }
        count += 1;
    }
    regions
}

/// The value that occurs most often.
fn most(values: impl IntoIterator<Item = i16>) -> Option<i16> {
    let mut counts = std::collections::BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0) += 1;
    }
    counts.into_iter().max_by_key(|(_, n)| *n).map(|(value, _)| value)
}
