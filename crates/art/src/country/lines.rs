//! Where everything on a tile runs: walls, roads, streams, and what stands in its middle.
//!
//! How a one-sided road ends is not part of the rules, so ends are tried until the fields come out
//! as the rules have them.

use super::block;
use super::ground::Ground;
use super::lying::{Kind, LyingTile};
use super::wall::{self, Gate, Town};
use crate::geom::{
    CENTRE, Curve, INWARD, Pt, RUN, add, dist, middle, nearest, sample, straight, unit,
};
use crate::pictures;
use crate::rng::Rng;

/// Half the width of a road.
pub const ROAD_HALF: f64 = 12.0;
/// Half the width of a stream.
pub const STREAM_HALF: f64 = 16.0;

/// How a road with one side ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Where roads meet.
    Crossing,
    /// At a gate.
    City,
    /// At a house.
    House,
}

/// A bridge.
pub struct Bridge {
    /// Its middle.
    pub at: Pt,
    /// Along the road.
    pub run: Pt,
    /// Whether it spans water, else another road.
    pub over_water: bool,
}

/// A lake, or the pool of a spring.
#[derive(Clone, Copy)]
pub struct Pool {
    /// Its middle.
    pub at: Pt,
    /// Whether it is a lake.
    pub is_lake: bool,
}

impl Pool {
    /// Its half width and height.
    pub const fn size(self) -> Pt {
        if self.is_lake { (42.0, 27.0) } else { (20.0, 14.0) }
    }
}

/// A building in the middle of a tile.
#[derive(Clone, Copy)]
pub struct Building {
    /// The middle of its base.
    pub at: Pt,
    /// Its size.
    pub scale: f64,
    /// What the rules call it.
    pub name: &'static str,
    /// How it looks.
    pub look: &'static pictures::Building,
}

impl Building {
    /// The middle and half size of the ground around it.
    pub fn precinct(self) -> (Pt, Pt) {
        let (up, (w, h)) = self.look.ground;
        let k = self.scale;
        ((self.at.0, self.at.1 + up * k), (w * k, h * k))
    }

    /// How far a point is outside the ground, less than 0 inside.
    pub fn beyond(self, p: Pt) -> f64 {
        let (c, (w, h)) = self.precinct();
        let (x, y) = ((p.0 - c.0) / w, (p.1 - c.1) / h);
        ((x * x + y * y).sqrt() - 1.0) * h
    }
}

/// The geometry of a turned tile.
#[derive(Default)]
pub struct Lines {
    /// Its cities.
    pub towns: Vec<Town>,
    /// The town of a block, which is no segment of any tile.
    pub great: Option<Town>,
    /// The gates of roads.
    pub gates: Vec<Gate>,
    /// Its roads, with the numbers of their segments.
    pub roads: Vec<(usize, Vec<Curve>)>,
    /// Short ways from a crossing to the gates of cities beside it.
    pub stubs: Vec<Vec<Curve>>,
    /// Its stream.
    pub streams: Vec<Vec<Curve>>,
    /// Where a road crosses a stream or a road.
    pub bridges: Vec<Bridge>,
    /// Where roads meet.
    pub crossing: Option<Pt>,
    /// Houses at the ends of roads.
    pub houses: Vec<Pt>,
    /// The building in the middle.
    pub building: Option<Building>,
    /// The lake or spring.
    pub pool: Option<Pool>,
    /// Whether the ground around the building itself parts the fields.
    pub precinct_parts: bool,
    /// How its one-sided roads end, in order.
    pub ends: Vec<End>,
}

impl Lines {
    /// The lines whose fields are those of the plan.
    pub fn of(plan: &LyingTile) -> (Lines, Ground) {
        let single = plan.of(Kind::Road).filter(|(_, p)| p.sides.len() == 1).count();
        let tries: &[&[End]] = match single {
            0 => &[&[]],
            1 => &[&[End::City], &[End::House]],
            2 => &[
                &[End::City],
                &[End::City, End::House],
                &[End::House, End::City],
                &[End::Crossing],
                &[End::House],
            ],
            _ => &[&[End::Crossing], &[End::City]],
        };
        let has_city = plan.count(Kind::City) > 0;
        let tries = tries.iter().filter(|ends| has_city || !ends.contains(&End::City));
        let mut first = None;
        for ends in tries {
            let lines = Lines::with_ends(plan, ends);
            let ground = Ground::new(plan, &lines);
            let sound = lines.crossing.is_none_or(|c| !lines.towns.iter().any(|t| t.holds(c)));
            if sound && ground.faults(plan).is_empty() {
                return (lines, ground);
            }
            first.get_or_insert((lines, ground));
        }
        first.expect("there is always a first try")
    }

    fn with_ends(plan: &LyingTile, ends: &[End]) -> Lines {
        let crossing = ends.first() == Some(&End::Crossing) && plan.building().is_none();
        let singles = plan.of(Kind::Road).filter(|(_, p)| p.sides.len() == 1).count();
        let mut lines = Lines {
            crossing: crossing.then_some(CENTRE),
            towns: plan.of(Kind::City).map(|(i, p)| wall::town(plan, i, p, ends)).collect(),
            great: block::of(plan).map(|block| block.town(plan.rot)),
            building: building(plan),
            precinct_parts: plan.building().is_some() && singles > 1,
            ..Lines::default()
        };
        let mut rng = Rng::of("road").text(&plan.id).int(plan.rot as u8);
        lines.add_stream(plan, &mut rng);
        let mut single = 0;
        for (segment, part) in plan.of(Kind::Road) {
            let curves = match part.sides[..] {
                [a, b] => through(plan, a, b, &mut rng),
                [a] => {
                    let end = ends[single % ends.len()];
                    single += 1;
                    lines.ends.push(end);
                    lines.ending(plan, a, end, &mut rng)
                }
                _ => continue,
            };
            lines.roads.push((segment, curves));
        }
        if crossing {
            lines.add_stubs(plan);
        }
        lines.add_bridges();
        lines
    }

    fn ending(&mut self, plan: &LyingTile, a: usize, end: End, rng: &mut Rng) -> Vec<Curve> {
        let (m, n) = (middle(a), INWARD[a]);
        if let Some((at, out)) = block::of(plan).and_then(|block| block.gate(plan.rot)) {
            let k = 0.42 * dist(at, m);
            return vec![[m, add(m, n, k), add(at, out, k), add(at, out, -7.0)]];
        }
        if let Some(building) = self.building {
            let (c, (w, h)) = building.precinct();
            let q = match a {
                0 => (c.0 - 0.14 * w, c.1 - h * 0.8),
                1 => (c.0 + w * 0.7, c.1),
                2 => (c.0 - 0.1 * w, c.1 + h * 0.7),
                _ => (c.0 - w * 0.7, c.1),
            };
            return vec![[m, add(m, n, 28.0), add(q, n, -22.0), q]];
        }
        match (end, wall::gate(&self.towns, add(m, n, 46.0))) {
            (End::City, Some(gate)) => {
                let k = 0.42 * dist(gate.at, m);
                self.gates.push(gate);
                vec![[m, add(m, n, k), add(gate.at, gate.out, k), add(gate.at, gate.out, -7.0)]]
            }
            (End::House, _) => {
                let q = add(m, n, 148.0);
                self.houses.push(q);
                vec![[m, add(m, n, 50.0), add(q, n, -50.0), q]]
            }
            _ => {
                let (w, run) = (rng.range(-6.0, 6.0), RUN[a]);
                vec![[m, add(m, n, 40.0), add(add(CENTRE, n, -36.0), run, w), CENTRE]]
            }
        }
    }

    fn add_stream(&mut self, plan: &LyingTile, rng: &mut Rng) {
        match plan.stream[..] {
            [a] => {
                let (m, n) = (middle(a), INWARD[a]);
                let is_lake = plan.building().is_some();
                let q = if is_lake { add(add(m, n, 56.0), RUN[a], -26.0) } else { add(m, n, 74.0) };
                self.streams.push(vec![[m, add(m, n, 32.0), add(q, n, -26.0), q]]);
                self.pool = Some(Pool { at: q, is_lake });
            }
            [a, b] if (b + 4 - a) % 4 == 2 => self.streams.push(bowed_stream(plan, a, b, rng)),
            [a, b] => {
                let k = if plan.count(Kind::Road) > 0 { 44.0 } else { 58.0 };
                let (ha, hb) = (add(middle(a), INWARD[a], k), add(middle(b), INWARD[b], k));
                self.streams.push(vec![[middle(a), ha, hb, middle(b)]]);
            }
            _ => {}
        }
    }

    /// A village at a crossing is joined to the gates of cities where the fields say so.
    fn add_stubs(&mut self, plan: &LyingTile) {
        for (side, inward) in INWARD.iter().enumerate() {
            let is_city = plan.of(Kind::City).any(|(_, p)| p.sides.contains(&side));
            if is_city
                && plan.apart(2 * side + 7, 2 * side + 2)
                && let Some(gate) = wall::gate(&self.towns, add(middle(side), *inward, 60.0))
            {
                self.stubs.push(vec![straight(CENTRE, add(gate.at, gate.out, -7.0))]);
                self.gates.push(gate);
            }
        }
    }

    fn add_bridges(&mut self) {
        let mut found = Vec::new();
        for (i, (_, road)) in self.roads.iter().enumerate() {
            let points = sample(road, 30);
            let roads = self.roads[..i].iter().map(|(_, r)| (r, false));
            let roads = roads.filter(|_| self.crossing.is_none());
            for (other, over_water) in self.streams.iter().map(|r| (r, true)).chain(roads) {
                let under = sample(other, 30);
                let gap = |j: &usize| nearest(points[*j], &under);
                let near = (1..points.len() - 1).min_by(|a, b| gap(a).total_cmp(&gap(b)));
                if let Some(j) = near.filter(|j| gap(j) < 4.0) {
                    let (p, q) = (points[j - 1], points[j + 1]);
                    let run = unit((q.0 - p.0, q.1 - p.1));
                    found.push(Bridge { at: points[j], run, over_water });
                }
            }
        }
        self.bridges = found;
    }
}

/// A road from side to side.
fn through(plan: &LyingTile, a: usize, b: usize, rng: &mut Rng) -> Vec<Curve> {
    let alone = plan.count(Kind::Road) == 1 && plan.stream.is_empty();
    let (ma, mb) = (middle(a), middle(b));
    if (b + 4 - a) % 4 == 2 {
        return winding(a, b, if alone { rng.range(-9.0, 9.0) } else { 0.0 });
    }
    let k = if alone { rng.range(52.0, 60.0) } else { 46.0 };
    vec![[ma, add(ma, INWARD[a], k), add(mb, INWARD[b], k), mb]]
}

/// A way from side to side that leaves both at a right angle and winds a little between.
fn winding(a: usize, b: usize, bow: f64) -> Vec<Curve> {
    let (ma, mb) = (middle(a), middle(b));
    if bow.abs() < 1e-9 {
        return vec![straight(ma, mb)];
    }
    let across = unit(add(INWARD[a], RUN[a], -bow / 14.0));
    let (before, after) = (add(CENTRE, across, -34.0), add(CENTRE, across, 34.0));
    vec![
        [ma, add(ma, INWARD[a], 36.0), before, CENTRE],
        [CENTRE, after, add(mb, INWARD[b], 36.0), mb],
    ]
}

/// A stream from side to side that makes room for what stands beside it.
fn bowed_stream(plan: &LyingTile, a: usize, b: usize, rng: &mut Rng) -> Vec<Curve> {
    let single = plan.of(Kind::Road).find(|(_, p)| p.sides.len() == 1).map(|(_, p)| p.sides[0]);
    let away = match (plan.building().is_some(), single) {
        (true, Some(side)) => add(CENTRE, INWARD[side], if side == 2 { -16.0 } else { -20.0 }),
        (false, Some(side)) if plan.count(Kind::City) > 0 => add(CENTRE, INWARD[side], -12.0),
        _ => {
            let wild = plan.count(Kind::Road) == 0;
            return winding(a, b, if wild { rng.range(-10.0, 10.0) } else { 0.0 });
        }
    };
    let flow = INWARD[a];
    let (ha, hb) = (add(middle(a), INWARD[a], 40.0), add(middle(b), INWARD[b], 40.0));
    vec![
        [middle(a), ha, add(away, flow, -34.0), away],
        [away, add(away, flow, 34.0), hb, middle(b)],
    ]
}

/// Where the building in the middle of a tile stands.
fn building(plan: &LyingTile) -> Option<Building> {
    let (name, look) = plan.building()?;
    let road = plan.of(Kind::Road).next().map(|(_, p)| p.sides[0]);
    let (at, scale) = match (plan.stream.len(), road) {
        (1, _) => {
            let side = plan.stream[0];
            let p = add(add(CENTRE, INWARD[side], 34.0), RUN[side], 8.0);
            (add(p, (0.0, 14.0), 1.0), 0.95)
        }
        (2, Some(side)) => {
            let down = [24.0, 22.0, 12.0, 22.0][side];
            (add(add(CENTRE, INWARD[side], 50.0), (0.0, down), 1.0), 0.95)
        }
        _ => {
            let city = plan.of(Kind::City).next().map(|(_, p)| p.sides[0]);
            let city = city.filter(|_| look.yields);
            let p = city.map_or(CENTRE, |side| add(CENTRE, INWARD[side], 12.0));
            (add(p, (0.0, look.down), 1.0), look.scale)
        }
    };
    Some(Building { at, scale, name, look })
}
