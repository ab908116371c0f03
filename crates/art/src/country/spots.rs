//! Where figures stand on a tile, and where inns, gardens, coats of arms and goods are drawn.

use country::tile::{Kind, mark};

use super::ground::Ground;
use super::lines::Lines;
use super::plan::{Part, Plan};
use crate::Detail;
use crate::geom::{CENTRE, Pt, TILE, add, dist, nearest, sample};

/// A garden: its middle, its size, and whether it is higher than wide.
#[derive(Clone, Copy)]
pub struct Garden {
    /// Its middle.
    pub at: Pt,
    /// Its size.
    pub scale: f64,
    /// Whether it is higher than wide.
    pub upright: bool,
}

impl Garden {
    /// Its half width and height, with the hedge.
    pub fn half(self) -> Pt {
        let (w, h) = if self.upright { (17.0, 24.0) } else { (24.0, 17.0) };
        (w * self.scale, h * self.scale)
    }
}

/// Where a figure stands.
#[derive(Clone, Copy)]
pub struct Stand {
    /// Its feet, or the middle of a lying figure.
    pub at: Pt,
    /// How large it may be, 1 for its full size.
    pub scale: f64,
    /// Whether it lies.
    pub lying: bool,
}

/// A coat of arms or goods in a town.
#[derive(Clone, Copy)]
pub struct Mark {
    /// The foot of it.
    pub at: Pt,
    /// The goods; else a coat of arms.
    pub goods: Option<u8>,
    /// Half its width, and its height.
    pub size: Pt,
}

/// Places on a tile.
pub struct Spots {
    /// For each segment.
    pub stands: Vec<Stand>,
    /// Inns, with the foot and size of each.
    pub inns: Vec<(Pt, f64)>,
    /// The garden.
    pub garden: Option<Garden>,
    /// The marks of each town, for each level of detail.
    pub marks: [Vec<Vec<Mark>>; 3],
}

/// What a figure on a city with a cathedral stands on.
const BESIDE_CATHEDRAL: Pt = (150.0, 178.0);
/// How much of a building's ground a field's figure keeps clear of.
const CLEAR: f64 = 12.0;

impl Spots {
    /// Finds room for everything.
    pub fn new(plan: &Plan, lines: &Lines, ground: &Ground) -> Spots {
        let garden = (plan.centre == Some(Kind::Garden)).then(|| find_garden(ground)).flatten();
        let inns = find_inns(plan, lines, ground, garden);
        let none = Stand { at: CENTRE, scale: 1.0, lying: false };
        let mut spots = Spots {
            stands: vec![none; plan.parts.len()],
            inns,
            garden,
            marks: [Vec::new(), Vec::new(), Vec::new()],
        };
        spots.on_roads(plan, lines);
        for town in 0..lines.towns.len() {
            spots.in_town(plan, lines, ground, town);
        }
        spots.on_fields(plan, lines, ground);
        spots.in_the_middle(plan, lines);
        for (i, detail) in [Detail::Full, Detail::Middle, Detail::Small].into_iter().enumerate() {
            let towns = 0..lines.towns.len();
            spots.marks[i] =
                towns.map(|t| spots.marks_of(plan, lines, ground, t, detail)).collect();
        }
        spots
    }

    fn on_roads(&mut self, plan: &Plan, lines: &Lines) {
        for (segment, road) in &lines.roads {
            let points = sample(road, 20);
            let two = plan.parts[*segment].sides.len() == 2;
            let k = match (two, lines.bridges.is_empty()) {
                (true, false) => 0.26,
                (true, true) => 0.5,
                _ if lines.crossing.is_some() => 0.42,
                _ => 0.5,
            };
            let at = points[(k * (points.len() - 1) as f64) as usize];
            self.stands[*segment].at = add(at, (0.0, 6.0), 1.0);
        }
    }

    /// The place of a town that is farthest from its walls and open sides.
    fn in_town(&mut self, plan: &Plan, lines: &Lines, ground: &Ground, number: usize) {
        let town = &lines.towns[number];
        let part = &plan.parts[town.segment];
        if part.marks & mark::CATHEDRAL != 0 {
            self.stands[town.segment].at = BESIDE_CATHEDRAL;
            return;
        }
        let open = |side: usize| part.sides.contains(&side);
        let beside = if part.sides.len() == 1 { 25.0 } else { 38.0 };
        let low = (if open(3) { beside } else { 22.0 }, if open(0) { 30.0 } else { 24.0 });
        let high = (
            if open(1) { TILE - beside + 2.0 } else { 180.0 },
            if open(2) { 178.0 } else { 190.0 },
        );
        let score = |p: Pt| {
            let deep = ground.depth_in(number, add(p, (0.0, -6.0), 1.0)).min(46.0);
            if ground.depth_in(number, p) < 0.0 { -9.0 } else { deep - dist(p, CENTRE) * 0.02 }
        };
        let best = grid(low, high, 2.0).max_by(|a, b| score(*a).total_cmp(&score(*b)));
        let at = best.unwrap_or(CENTRE);
        let scale = (score(at) / 24.0).clamp(0.72, 1.0);
        self.stands[town.segment] = Stand { at, scale, lying: false };
    }

    /// The place of a field with most room around it, for a figure that fits.
    fn on_fields(&mut self, plan: &Plan, lines: &Lines, ground: &Ground) {
        for (segment, _) in plan.of(Kind::Field) {
            let score = |p: Pt, room: f64| self.room_on_field(lines, p, room);
            let found = ground.region_of(segment).and_then(|r| ground.best(r, score));
            let (at, room) = found.unwrap_or((CENTRE, 10.0));
            let scale = (room / 17.0).clamp(0.55, 1.0) * 0.92;
            self.stands[segment] = Stand { at, scale, lying: true };
        }
    }

    fn room_on_field(&self, lines: &Lines, p: Pt, room: f64) -> f64 {
        let mut d = room.min(p.0 * 0.9).min((TILE - p.0) * 0.9);
        d = d.min(p.1 * 1.1).min((TILE - p.1) * 1.1);
        if let Some(building) = lines.building {
            let (c, (w, h)) = building.precinct();
            let (x, y) = ((p.0 - c.0) / (w + CLEAR), (p.1 - c.1) / (h + CLEAR));
            let tall = (p.0 - c.0).abs() < w * 0.9 && p.1 < c.1 && p.1 > c.1 - 62.0;
            d = d.min(((x * x + y * y).sqrt() - 1.0) * h + if tall { -14.0 } else { 6.0 });
        }
        if let Some(pool) = lines.pool {
            d = d.min(dist(p, pool.at) - pool.size().0 + 2.0);
        }
        for (at, k) in &self.inns {
            let (dx, dy) = ((p.0 - at.0 - 5.0 * k).abs(), (p.1 - at.1 + 7.0 * k).abs());
            d = d.min((dx - 33.0 * k - 12.0).max((dy - 23.0 * k - 4.0) * 1.3));
        }
        if let Some(garden) = self.garden {
            let (w, h) = garden.half();
            let (dx, dy) = ((p.0 - garden.at.0).abs(), (p.1 - garden.at.1).abs());
            d = d.min((dx - w - 12.0).max((dy - h - 6.0) * 1.3));
        }
        for house in &lines.houses {
            d = d.min(dist(p, add(*house, (6.0, -6.0), 1.0)) - 24.0);
        }
        d
    }

    fn in_the_middle(&mut self, plan: &Plan, lines: &Lines) {
        let Some(segment) = plan.parts.iter().position(|p| p.kind.is_centre()) else { return };
        if let Some(building) = lines.building {
            let step = if building.is_shrine { (13.0, 7.0) } else { (14.0, 9.0) };
            self.stands[segment].at = add(building.at, step, 1.0);
        }
        if let Some(garden) = self.garden {
            let at = add(garden.at, (0.0, garden.half().1 - 2.0), 1.0);
            self.stands[segment] = Stand { at, scale: 0.9, lying: false };
        }
    }

    /// Room for the marks of a town: off its walls, its open sides and the figure.
    fn marks_of(
        &self,
        plan: &Plan,
        lines: &Lines,
        ground: &Ground,
        number: usize,
        detail: Detail,
    ) -> Vec<Mark> {
        let town = &lines.towns[number];
        let part = &plan.parts[town.segment];
        let stand = self.stands[town.segment].at;
        let k = detail.mark_scale();
        let shields = (0..part.pennants).map(|_| (None, (15.0 * k, 46.0 * k)));
        let wanted = shields.chain(part.goods.map(|g| (Some(g), (17.0 * k, 34.0 * k))));
        let mut marks: Vec<Mark> = Vec::new();
        for (goods, size) in wanted {
            let score = |p: Pt| mark_score(ground, number, part, stand, p, size, &marks);
            let best = grid((22.0, 30.0), (180.0, 196.0), 4.0)
                .max_by(|a, b| score(*a).total_cmp(&score(*b)));
            marks.push(Mark { at: best.unwrap_or(stand), goods, size });
        }
        marks
    }
}

fn mark_score(
    ground: &Ground,
    town: usize,
    part: &Part,
    stand: Pt,
    p: Pt,
    (w, h): Pt,
    taken: &[Mark],
) -> f64 {
    let open = |side: usize| part.sides.contains(&side);
    let deep = |up: f64| ground.depth_in(town, (p.0, p.1 - up));
    if deep(0.0) < 0.0 {
        return -1000.0;
    }
    let outside = p.1 - h * 0.8 < if open(0) { 13.0 } else { 4.0 }
        || p.0 - w < if open(3) { 15.0 } else { 4.0 }
        || p.0 + w > if open(1) { 185.0 } else { 196.0 }
        || p.1 > if open(2) { 186.0 } else { 196.0 };
    let walls = deep(0.0).min(deep(h * 0.5)).min(deep(h)).min(w + 10.0);
    let apart = ((p.0 - stand.0).abs() - w - 15.0).max(p.1 - h - stand.1 - 4.0);
    let apart = apart.max(stand.1 - 34.0 - p.1).min(6.0);
    let others = taken
        .iter()
        .map(|m| ((p.0 - m.at.0).abs() - w - m.size.0).max((p.1 - m.at.1).abs() - h).min(4.0));
    let others = others.fold(4.0, f64::min);
    let penalty = if outside { 500.0 } else { 0.0 };
    walls * 2.0 + apart * 2.0 + others * 4.0 - dist(p, CENTRE) * 0.04 - penalty
}

fn grid(low: Pt, high: Pt, step: f64) -> impl Iterator<Item = Pt> {
    let count = |a: f64, b: f64| ((b - a) / step).ceil().max(1.0) as usize;
    let (columns, rows) = (count(low.0, high.0), count(low.1, high.1));
    (0..rows).flat_map(move |j| {
        (0..columns).map(move |i| (low.0 + i as f64 * step, low.1 + j as f64 * step))
    })
}

/// The least room in a box around a place.
fn room_in_box(ground: &Ground, p: Pt, (w, h): Pt) -> f64 {
    let across = [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0];
    let down = [-1.0, -0.5, 0.0, 0.5, 1.0];
    let points = across.iter().flat_map(|u| down.iter().map(move |v| (u * w, v * h)));
    points.map(|q| ground.room_at(add(p, q, 1.0))).fold(1e9, f64::min)
}

fn within(p: Pt, (w, h): Pt, margin: f64) -> bool {
    let fits = |v: f64, half: f64| v - half >= margin && v + half <= TILE - margin;
    fits(p.0, w) && fits(p.1, h)
}

/// A box for the garden on open ground; smaller, then upright, where there is little room.
fn find_garden(ground: &Ground) -> Option<Garden> {
    const SIZES: [(f64, bool); 8] = [
        (0.92, false),
        (0.8, false),
        (0.68, false),
        (0.8, true),
        (0.66, true),
        (0.58, false),
        (0.55, true),
        (0.5, false),
    ];
    SIZES.into_iter().find_map(|(scale, upright)| {
        let (w, h) = Garden { at: CENTRE, scale, upright }.half();
        let half = (w + 4.0, h + 5.0);
        let score = |p: &Pt| {
            let room = room_in_box(ground, *p, half);
            let middle = (p.0 - 100.0).abs() + (p.1 - 100.0).abs();
            (room >= 1.0).then(|| room.min(9.0) * 2.0 - middle * 0.04)
        };
        let places = grid((20.0, 16.0), (184.0, 188.0), 4.0).filter(|p| within(*p, half, 6.0));
        let scored = places.filter_map(|p| score(&p).map(|s| (p, s)));
        let (at, _) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(Garden { at, scale, upright })
    })
}

/// Boxes beside the middle of roads with an inn.
fn find_inns(
    plan: &Plan,
    lines: &Lines,
    ground: &Ground,
    garden: Option<Garden>,
) -> Vec<(Pt, f64)> {
    let mut inns = Vec::new();
    for (segment, road) in &lines.roads {
        let part = &plan.parts[*segment];
        if part.marks & mark::INN == 0 {
            continue;
        }
        let points = sample(road, 20);
        let k = if part.sides.len() == 2 { 0.5 } else { 0.45 };
        let by = points[(points.len() as f64 * k) as usize];
        let found = [1.25, 1.0, 0.85, 0.7].into_iter().find_map(|k| {
            let half = (33.0 * k, 21.0 * k);
            let score = |p: Pt| {
                let room = room_in_box(ground, p, half);
                let hits = garden.is_some_and(|g| {
                    (p.0 - g.at.0).abs() < half.0 + 26.0 && (p.1 - g.at.1).abs() < half.1 + 20.0
                });
                let near = nearest(p, &points) * 0.6 + dist(p, by) * 0.25;
                (room >= 1.0 && !hits).then(|| room.min(5.0) - near)
            };
            let places = grid((38.0, 26.0), (166.0, 178.0), 3.0).filter(|p| within(*p, half, 4.0));
            let scored = places.filter_map(|p| score(p).map(|s| (p, s)));
            let (at, _) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
            Some(((at.0 - 5.0 * k, at.1 + 7.0 * k), k))
        });
        inns.extend(found);
    }
    inns
}
