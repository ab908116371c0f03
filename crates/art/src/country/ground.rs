//! The ground of a tile on a fine grid: which region belongs to which field, how much room there
//! is at each place, and how deep a place lies inside a city.

use table::Sorted;

use super::lines::{Lines, ROAD_HALF, STREAM_HALF};
use super::lying::{Kind, LyingTile};
use super::wall::Town;
use crate::geom::{Curve, Pt, along, inside, lesser, sample, shifted, to_line};

/// The distance of two points of the grid.
pub const STEP: f64 = 4.0;
/// How many points the grid has in a row.
pub const SIZE: usize = 51;
/// How high walls rise on the picture.
pub const WALL_HEIGHT: f64 = 11.0;
/// A field that touches a city comes as near to its wall as this.
const TOUCHING: f64 = 10.0;
/// A field that does not touch a city stays as far from its wall as this.
const APART: f64 = 8.0;
const BLOCKED: i16 = -1;
const OPEN: i16 = -2;

/// The grid.
pub struct Ground {
    /// The open region of each point, or less than 0.
    pub regions: Vec<i16>,
    /// How far each point is from what bounds the open ground; less than 0 where it is not open.
    pub room: Vec<f64>,
    /// The town in which each point lies and its distance to the wall.
    depth: Vec<Option<(u8, f64)>>,
    /// The region of each field by its segment.
    fields: Vec<(usize, Option<i16>)>,
    /// For each town its segment, and how near each region comes to its walls.
    walls: Vec<(usize, Sorted<i16, f64>)>,
}

/// The place of a point of the grid.
pub fn place(i: usize) -> Pt {
    ((i % SIZE) as f64 * STEP, (i / SIZE) as f64 * STEP)
}

fn index(p: Pt) -> usize {
    // What is less than 0 is cut off there.
    let clamp = |v: f64| ((v / STEP).round() as usize).min(SIZE - 1);
    clamp(p.1) * SIZE + clamp(p.0)
}

impl Ground {
    /// Surveys the lines of a tile.
    pub fn new(plan: &LyingTile, lines: &Lines) -> Ground {
        let distances = Distances::new(lines);
        let depth: Vec<_> = (0..SIZE * SIZE).map(|i| distances.depth(place(i))).collect();
        let open = |d: &Option<_>| d.is_none();
        let faces =
            depth.iter().enumerate().map(|(i, d)| open(d).then(|| distances.faces(place(i))));
        let faces: Vec<Option<Vec<Face>>> = faces.collect();
        let room = |i: usize| match &faces[i] {
            Some(faces) => distances.room(place(i), faces),
            None => -depth[i].map_or(0.0, |(_, depth)| depth).max(0.01),
        };
        let room: Vec<f64> = (0..SIZE * SIZE).map(room).collect();
        let regions = flood(&room);
        let walls = distances.nearness(&regions, &faces);
        let mut ground = Ground { regions, room, depth, fields: Vec::new(), walls };
        let fields = plan.of(Kind::Field).map(|(i, p)| (i, ground.region_at(&p.ports)));
        ground.fields = fields.collect();
        for number in 0..ground.fields.len() {
            if ground.fields[number].1.is_none() {
                ground.fields[number].1 = ground.inner_region();
            }
        }
        ground
    }

    /// The room at a place.
    pub fn room_at(&self, p: Pt) -> f64 {
        self.room[index(p)]
    }

    /// The distance to the wall inside a town, less than 0 outside it; between points of the grid.
    pub fn depth_in(&self, town: usize, p: Pt) -> f64 {
        let (x, y) = ((p.0 / STEP).clamp(0.0, 49.999), (p.1 / STEP).clamp(0.0, 49.999));
        let (i, j) = (x as usize, y as usize);
        let at = |i: usize, j: usize| match self.depth[j * SIZE + i] {
            Some((t, d)) if t as usize == town => d,
            _ => -4.0,
        };
        let (u, v) = (x.fract(), y.fract());
        let row = |j: usize| at(i, j) * (1.0 - u) + at(i + 1, j) * u;
        row(j) * (1.0 - v) + row(j + 1) * v
    }

    /// The regions seen along a half-edge.
    fn seen(&self, port: usize) -> Vec<i16> {
        let start = if port.is_multiple_of(2) { 20 } else { 107 };
        let steps = (start..start + 76).step_by(4);
        let regions = steps.map(|d| self.regions[index(along(port / 2, f64::from(d), 3.0))]);
        regions.filter(|r| *r >= 0).collect()
    }

    fn region_at(&self, ports: &[usize]) -> Option<i16> {
        most(ports.iter().flat_map(|p| self.seen(*p)))
    }

    /// The largest region that no field has yet: a field without half-edges, between cities.
    fn inner_region(&self) -> Option<i16> {
        let taken = |r: i16| self.fields.iter().any(|(_, region)| *region == Some(r));
        most(self.regions.iter().copied().filter(|r| *r >= 0 && !taken(*r)))
    }

    /// The region of a field.
    pub fn region_of(&self, segment: usize) -> Option<i16> {
        self.fields.iter().find(|(i, _)| *i == segment)?.1
    }

    /// What is wrong: fields that are not seen, or in several regions, or share one, or that touch
    /// other cities than they should (BASE-06).
    pub fn faults(&self, plan: &LyingTile) -> Vec<String> {
        let mut faults = Vec::new();
        let mut used = Vec::new();
        for (segment, region) in &self.fields {
            let Some(region) = region else {
                faults.push(format!("field {segment} is not seen"));
                continue;
            };
            for port in &plan.parts[*segment].ports {
                if most(self.seen(*port)) != Some(*region) {
                    faults.push(format!("field {segment} is another at half-edge {port}"));
                }
            }
            if used.contains(region) {
                faults.push(format!("field {segment} shares its region"));
            }
            used.push(*region);
            for (town, near) in &self.walls {
                let listed = plan.parts[*segment].cities.contains(town);
                let away = near.get(region).copied().unwrap_or(1e9);
                if listed && away > TOUCHING || !listed && away < APART {
                    let away = away.round() as i64;
                    faults.push(format!("field {segment} is {away} from city {town}"));
                }
            }
        }
        faults
    }

    /// The best place of a region by a score of place and room.
    pub fn best(&self, region: i16, score: impl Fn(Pt, f64) -> f64) -> Option<(Pt, f64)> {
        let open = (0..SIZE * SIZE).filter(|i| self.regions[*i] == region);
        let scored = open.map(|i| (place(i), score(place(i), self.room[i])));
        scored.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// How far the walls of a town are from an open place, at their feet and at what rises of them.
struct Face {
    wall: f64,
    crest: f64,
}

/// The lines as points, for distances.
struct Distances<'a> {
    lines: &'a Lines,
    roads: Vec<Vec<Pt>>,
    streams: Vec<Vec<Pt>>,
    walls: Vec<Vec<Vec<Pt>>>,
    /// The upper edges of those walls of each town that rise over the open ground behind them.
    crests: Vec<Vec<Vec<Pt>>>,
}

impl<'a> Distances<'a> {
    fn new(lines: &'a Lines) -> Distances<'a> {
        let roads = lines.roads.iter().map(|(_, r)| r).chain(&lines.stubs);
        let town_walls = |t: &Town| t.walls.iter().map(|w| sample(w, 10)).collect();
        let rises = |c: &&Curve| c[3].0 - c[0].0 > 4.0;
        let towns = lines.towns.iter().chain(&lines.great);
        let town_crests = |t: &Town| {
            let rising = t.walls.iter().flatten().filter(rises);
            let up = |c: &Curve, k: f64| sample(&shifted(&[*c], (0.0, -WALL_HEIGHT * k)), 10);
            rising.flat_map(|c| [up(c, 0.5), up(c, 1.0)]).collect()
        };
        Distances {
            lines,
            roads: roads.map(|r| sample(r, 12)).collect(),
            streams: lines.streams.iter().map(|r| sample(r, 12)).collect(),
            walls: towns.clone().map(town_walls).collect(),
            crests: towns.map(town_crests).collect(),
        }
    }

    /// How far the walls of each town are from an open place.
    fn faces(&self, p: Pt) -> Vec<Face> {
        let faces = self.walls.iter().zip(&self.crests);
        faces
            .map(|(walls, crests)| Face { wall: least(p, walls), crest: least(p, crests) })
            .collect()
    }

    /// For each town its segment, and how near each region comes to its walls.
    fn nearness(
        &self,
        regions: &[i16],
        faces: &[Option<Vec<Face>>],
    ) -> Vec<(usize, Sorted<i16, f64>)> {
        let near = |town: usize| {
            let mut near = Sorted::default();
            for (region, faces) in regions.iter().zip(faces).filter(|(r, _)| **r >= 0) {
                let nearest = near.or_insert(*region, 1e9f64);
                for Face { wall, crest } in faces.iter().filter_map(|faces| faces.get(town)) {
                    *nearest = lesser(lesser(*nearest, *wall), *crest);
                }
            }
            near
        };
        self.lines.towns.iter().enumerate().map(|(town, t)| (t.segment, near(town))).collect()
    }

    fn depth(&self, p: Pt) -> Option<(u8, f64)> {
        let mut towns = self.lines.towns.iter().chain(&self.lines.great);
        let town = towns.position(|t| inside(p, &t.outline))?;
        Some((town as u8, least(p, &self.walls[town])))
    }

    fn room(&self, p: Pt, faces: &[Face]) -> f64 {
        let walls = faces.iter().map(|face| face.wall).fold(1e9, lesser) - 2.0;
        let crests = faces.iter().map(|face| face.crest).fold(1e9, lesser) - 3.0;
        let ways = (least(p, &self.roads) - ROAD_HALF).min(least(p, &self.streams) - STREAM_HALF);
        let mut room = ways.min(walls).min(crests);
        if let Some(building) = self.lines.building.filter(|_| self.lines.precinct_parts) {
            room = room.min(building.beyond(p));
        }
        room
    }
}

fn least(p: Pt, lines: &[Vec<Pt>]) -> f64 {
    lines.iter().map(|l| to_line(p, l)).fold(1e9, lesser)
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
            for j in beside.into_iter().flatten() {
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

/// The value that occurs most often; of several the largest.
fn most(values: impl IntoIterator<Item = i16>) -> Option<i16> {
    let mut counts: Vec<(u32, i16)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(_, known)| *known == value) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, value)),
        }
    }
    counts.into_iter().max().map(|(_, value)| value)
}
