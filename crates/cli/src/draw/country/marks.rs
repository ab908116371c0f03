//! Where figures stand on a tile, and where inns, gardens, coats of arms and goods are drawn.

use country::tile::{Kind, mark};

use super::ground::Ground;
use super::plan::Plan;
use super::shape::Shape;
use super::wall::City;
use crate::draw::geom::{CENTRE, Pt, add, dist, inside, nearest, sample};

/// Places on a tile.
#[derive(Default)]
pub struct Spots {
    /// Where a figure stands on each segment, and how much room there is.
    figures: Vec<(Pt, f64)>,
    /// Inns.
    pub inns: Vec<Pt>,
    /// The garden.
    pub garden: Option<Pt>,
    /// Coats of arms.
    pub shields: Vec<Pt>,
    /// Goods with their numbers.
    pub goods: Vec<(Pt, u8)>,
    /// Cathedrals.
    pub cathedrals: Vec<Pt>,
    /// Small houses, from north to south.
    pub houses: Vec<Pt>,
}

impl Spots {
    /// Finds room for everything.
    pub fn new(plan: &Plan, shape: &Shape, ground: &Ground) -> Spots {
        let mut spots =
            Spots { figures: vec![(CENTRE, 20.0); plan.parts.len()], ..Spots::default() };
        spots.place_roads(plan, shape, ground);
        for city in &shape.cities {
            spots.place_city(plan, city);
        }
        spots.place_fields(plan, shape, ground);
        if let Some(at) = shape.centre {
            let centre = plan.parts.iter().position(|p| p.kind.is_centre());
            if let Some(segment) = centre {
                spots.figures[segment] = (add(at, (18.0, 20.0), 1.0), 20.0);
            }
        }
        spots.houses.sort_by(|a, b| a.1.total_cmp(&b.1));
        spots
    }

    /// Where a figure stands on a segment.
    pub fn of(&self, segment: usize) -> (Pt, f64) {
        self.figures.get(segment).copied().unwrap_or((CENTRE, 20.0))
    }

    fn place_roads(&mut self, plan: &Plan, shape: &Shape, ground: &Ground) {
        for (segment, road) in &shape.roads {
            let points = sample(road, 20);
            let part = &plan.parts[*segment];
            let k = if part.sides.len() == 2 && !shape.bridges.is_empty() {
                0.24
            } else if part.sides.len() == 2 {
                0.5
            } else {
                0.4
            };
            let at = points[(k * (points.len() - 1) as f64) as usize];
            self.figures[*segment] = (add(at, (0.0, 10.0), 1.0), 20.0);
            if part.marks & mark::INN != 0 {
                let (inn, _) = ground.best(None, |p, room| {
                    room.min(26.0).min(edge(p) - 4.0) * 3.0 - dist(p, at) * 0.35
                });
                self.inns.push(inn);
            }
        }
    }

    fn place_city(&mut self, plan: &Plan, city: &City) {
        let walls: Vec<Pt> = city.walls.iter().flat_map(|w| sample(w, 14)).collect();
        let part = &plan.parts[city.segment];
        let mut used: Vec<Pt> = Vec::new();
        let mut find = |keep: f64| {
            let score = |p: &Pt| {
                let beside = used.iter().map(|q| dist(*p, *q) * keep).fold(46.0, f64::min);
                nearest(*p, &walls).min(46.0).min(beside).min(edge(*p) * 1.1)
                    - dist(*p, CENTRE) * 0.04
            };
            let places = grid(6).filter(|p| inside(*p, &city.outline));
            let best = places.max_by(|a, b| score(a).total_cmp(&score(b))).unwrap_or(CENTRE);
            used.push(best);
            best
        };
        let cathedral = part.marks & mark::CATHEDRAL != 0;
        if cathedral {
            self.cathedrals.push(CENTRE);
        }
        let figure = find(1.0);
        let figure = if cathedral { (150.0, 168.0) } else { figure };
        for _ in 0..part.pennants {
            self.shields.push(find(0.75));
        }
        if let Some(goods) = part.goods {
            self.goods.push((find(0.75), goods));
        }
        self.figures[city.segment] = (add(figure, (0.0, 16.0), 1.0), 20.0);
        let free = |p: &Pt| {
            inside(*p, &city.outline)
                && nearest(*p, &walls) > 17.0
                && used.iter().all(|q| dist(*p, *q) > 34.0)
                && !(cathedral && (p.0 - 100.0).abs() < 62.0 && (p.1 - 92.0).abs() < 58.0)
        };
        self.houses.extend(brick_grid().filter(free));
    }

    fn place_fields(&mut self, plan: &Plan, shape: &Shape, ground: &Ground) {
        let centre = shape.centre;
        let clear = move |p: Pt| centre.map_or(99.0, |c| dist(p, c) - 34.0);
        let pool = shape.pool;
        let dry = move |p: Pt| pool.map_or(99.0, |c| dist(p, c) - 40.0);
        if plan.centre == Some(Kind::Garden) {
            let inns = self.inns.clone();
            let score = |p: Pt, room: f64| {
                room.min(30.0).min(edge(p)).min(nearest(p, &inns) - 40.0) - dist(p, CENTRE) * 0.06
            };
            let (at, _) = ground.best(None, score);
            self.garden = Some(at);
            if let Some(segment) = plan.parts.iter().position(|p| p.kind == Kind::Garden) {
                self.figures[segment] = (add(at, (0.0, 14.0), 1.0), 20.0);
            }
        }
        let (inns, garden) = (self.inns.clone(), self.garden);
        for (segment, _) in plan.of(Kind::Field) {
            let score = |p: Pt, room: f64| {
                let marks =
                    (nearest(p, &inns) - 28.0).min(garden.map_or(99.0, |g| dist(p, g) - 28.0));
                room.min(edge(p) * 0.9).min(clear(p)).min(dry(p)).min(marks)
            };
            let (at, room) = ground.best(Some(segment), score);
            self.figures[segment] = (at, room);
        }
    }
}

/// The distance to the nearest side.
fn edge(p: Pt) -> f64 {
    p.0.min(p.1).min(200.0 - p.0).min(200.0 - p.1)
}

fn grid(step: usize) -> impl Iterator<Item = Pt> {
    (10..192)
        .step_by(step)
        .flat_map(move |y| (10..192).step_by(step).map(move |x| (f64::from(x), f64::from(y))))
}

/// Places for houses, every other row shifted by half a house; nothing at the very sides, so
/// that no house is cut.
fn brick_grid() -> impl Iterator<Item = Pt> {
    (0..7)
        .flat_map(|row| {
            let shift = if row % 2 == 0 { 0.0 } else { 16.0 };
            (0..6).map(move |i| (20.0 + shift + f64::from(i) * 32.0, 20.0 + f64::from(row) * 27.0))
        })
        .filter(|p| edge(*p) > 15.0)
}
