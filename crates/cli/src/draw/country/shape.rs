//! Where everything on a tile lies: roads, rivers, cities, centres. How a one-sided road ends is
//! not part of the rules, so ends are tried until the fields come out as the rules have them.

use country::tile::Kind;

use super::ground::Ground;
use super::plan::Plan;
use super::wall::{self, City};
use crate::draw::geom::{CENTRE, Curve, INWARD, Pt, RUN, add, dist, middle, sample, straight};

/// Half the width of a road as drawn.
pub const ROAD_HALF: f64 = 12.0;
/// Half the width of a river as drawn.
pub const RIVER_HALF: f64 = 16.0;

/// How a road with one side ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Crossing,
    City,
    House,
}

/// A bridge: its middle, and the direction of the road.
pub struct Bridge {
    /// Its middle.
    pub at: Pt,
    /// Along the road.
    pub run: Pt,
}

/// The geometry of a turned tile.
#[derive(Default)]
pub struct Shape {
    /// Its cities.
    pub cities: Vec<City>,
    /// Its roads, with the numbers of their segments.
    pub roads: Vec<(usize, Vec<Curve>)>,
    /// Short ways from a crossing to the gates of cities beside it.
    pub stubs: Vec<Vec<Curve>>,
    /// Its river.
    pub rivers: Vec<Vec<Curve>>,
    /// Where a road crosses a river or a road.
    pub bridges: Vec<Bridge>,
    /// Where roads meet.
    pub crossing: Option<Pt>,
    /// Houses at the ends of roads.
    pub houses: Vec<Pt>,
    /// The monastery or shrine.
    pub centre: Option<Pt>,
    /// The lake or spring.
    pub pool: Option<Pt>,
}

impl Shape {
    /// The shape whose fields are those of the plan.
    pub fn of(plan: &Plan) -> (Shape, Ground) {
        let single = plan.of(Kind::Road).filter(|(_, p)| p.sides.len() == 1).count();
        let tries: &[&[End]] = match single {
            0 => &[&[]],
            1 => &[&[End::City], &[End::House]],
            _ => &[
                &[End::Crossing],
                &[End::City],
                &[End::City, End::House],
                &[End::House, End::City],
                &[End::House],
            ],
        };
        let mut first = None;
        for ends in tries {
            let shape = Shape::with_ends(plan, ends);
            let ground = Ground::new(plan, &shape);
            if ground.agrees(plan) {
                return (shape, ground);
            }
            first.get_or_insert((shape, ground));
        }
        first.unwrap_or_else(|| {
            let shape = Shape::default();
            let ground = Ground::new(plan, &shape);
            (shape, ground)
        })
    }

    fn with_ends(plan: &Plan, ends: &[End]) -> Shape {
        let crossing = ends.first() == Some(&End::Crossing) && plan.centre_point().is_none();
        let mut shape = Shape { crossing: crossing.then_some(CENTRE), ..Shape::default() };
        let cities = plan.of(Kind::City);
        shape.cities = cities.map(|(i, part)| wall::city(plan, i, part, crossing)).collect();
        shape.centre = plan.centre_point();
        shape.add_river(plan);
        let mut singles = 0;
        for (segment, part) in plan.of(Kind::Road) {
            let curves = match part.sides[..] {
                [a, b] => through(plan, a, b),
                [a] => {
                    let end = ends[singles % ends.len()];
                    singles += 1;
                    shape.ending(plan, a, end)
                }
                _ => continue,
            };
            shape.roads.push((segment, curves));
        }
        if crossing {
            shape.add_stubs(plan);
        }
        shape.add_bridges();
        shape
    }

    fn ending(&mut self, plan: &Plan, a: usize, end: End) -> Vec<Curve> {
        let (m, n) = (middle(a), INWARD[a]);
        if plan.block {
            return vec![straight(m, add(m, n, 120.0))]; // the wall of the block hides its end
        }
        if let Some(c) = self.centre {
            let q = add(c, n, -26.0);
            return vec![[m, add(m, n, 28.0), add(q, n, -22.0), q]];
        }
        match (end, wall::gate(&self.cities, add(m, n, 46.0))) {
            (End::City, Some((at, out))) => {
                let k = 0.42 * dist(at, m);
                vec![[m, add(m, n, k), add(at, out, k), add(at, out, -7.0)]]
            }
            (End::House, _) => {
                let q = add(m, n, 148.0);
                self.houses.push(q);
                vec![[m, add(m, n, 50.0), add(q, n, -50.0), q]]
            }
            _ => vec![straight(m, CENTRE)],
        }
    }

    fn add_river(&mut self, plan: &Plan) {
        match plan.river[..] {
            [a] => {
                let (m, n) = (middle(a), INWARD[a]);
                let with_centre = self.centre.is_some();
                let q =
                    if with_centre { add(add(m, n, 56.0), RUN[a], -26.0) } else { add(m, n, 74.0) };
                self.rivers.push(vec![[m, add(m, n, 32.0), add(q, n, -26.0), q]]);
                self.pool = Some(q);
            }
            [a, b] if (b + 4 - a) % 4 == 2 => self.rivers.push(bowed_river(plan, a, b)),
            [a, b] => {
                let k = if plan.of(Kind::Road).count() > 0 { 44.0 } else { 58.0 };
                let (ha, hb) = (add(middle(a), INWARD[a], k), add(middle(b), INWARD[b], k));
                self.rivers.push(vec![[middle(a), ha, hb, middle(b)]]);
            }
            _ => {}
        }
    }

    /// A village at a crossing is joined to the gates of cities where the fields say so.
    fn add_stubs(&mut self, plan: &Plan) {
        for (side, inward) in INWARD.iter().enumerate() {
            let is_city = plan.of(Kind::City).any(|(_, p)| p.sides.contains(&side));
            if is_city
                && plan.apart(2 * side + 7, 2 * side + 2)
                && let Some((at, out)) = wall::gate(&self.cities, add(middle(side), *inward, 60.0))
            {
                self.stubs.push(vec![straight(CENTRE, add(at, out, -7.0))]);
            }
        }
    }

    fn add_bridges(&mut self) {
        for (i, (_, road)) in self.roads.iter().enumerate() {
            let points = sample(road, 30);
            let others = self.roads[..i].iter().map(|(_, r)| r).filter(|_| self.crossing.is_none());
            for other in self.rivers.iter().chain(others) {
                let under = sample(other, 30);
                let gap = |j: &usize| super::super::geom::nearest(points[*j], &under);
                let near = (1..points.len() - 1).min_by(|a, b| gap(a).total_cmp(&gap(b)));
                if let Some(j) = near.filter(|j| gap(j) < 4.0) {
                    let (p, q) = (points[j - 1], points[j + 1]);
                    let run = super::super::geom::unit((q.0 - p.0, q.1 - p.1));
                    self.bridges.push(Bridge { at: points[j], run });
                }
            }
        }
    }
}

/// A road from side to side.
fn through(plan: &Plan, a: usize, b: usize) -> Vec<Curve> {
    let opposite = (b + 4 - a) % 4 == 2;
    let alone = plan.of(Kind::Road).count() == 1 && plan.river.is_empty();
    let k = if opposite {
        70.0
    } else if alone {
        56.0
    } else {
        46.0
    };
    vec![[middle(a), add(middle(a), INWARD[a], k), add(middle(b), INWARD[b], k), middle(b)]]
}

/// A river from side to side that makes room for what stands beside it.
fn bowed_river(plan: &Plan, a: usize, b: usize) -> Vec<Curve> {
    let single = plan.of(Kind::Road).find(|(_, p)| p.sides.len() == 1).map(|(_, p)| p.sides[0]);
    let away = match (plan.centre_point().is_some(), single) {
        (true, Some(side)) => add(CENTRE, INWARD[side], -18.0),
        (false, Some(side)) if plan.of(Kind::City).count() > 0 => add(CENTRE, INWARD[side], -12.0),
        _ => CENTRE,
    };
    let flow = INWARD[a];
    let (ha, hb) = (add(middle(a), INWARD[a], 40.0), add(middle(b), INWARD[b], 40.0));
    vec![
        [middle(a), ha, add(away, flow, -34.0), away],
        [away, add(away, flow, 34.0), hb, middle(b)],
    ]
}

impl Plan {
    /// Where a monastery or shrine stands.
    fn centre_point(&self) -> Option<Pt> {
        self.centre.filter(|c| *c != Kind::Garden)?;
        let road = self.of(Kind::Road).next().map(|(_, p)| p.sides[0]);
        Some(match (self.river.len(), road) {
            (1, _) => {
                let side = self.river[0];
                add(add(CENTRE, INWARD[side], 36.0), RUN[side], 10.0)
            }
            (2, Some(side)) => add(CENTRE, INWARD[side], 48.0),
            _ => {
                let city = self.of(Kind::City).next().map(|(_, p)| p.sides[0]);
                city.map_or(CENTRE, |side| add(CENTRE, INWARD[side], 8.0))
            }
        })
    }
}
