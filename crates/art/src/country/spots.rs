//! Where figures stand on a tile, and where its marks are drawn.

use super::ground::Ground;
use super::lines::Lines;
use super::lying::{Kind, LyingSegment, LyingTile};
use crate::Detail;
use crate::geom::{CENTRE, Pt, TILE, add, dist, nearest, sample};
use crate::pictures::{Centre, Mark, Put, Sprite};
use crate::svg::Pen;

/// What lies on a plot of its own in the middle of a tile.
#[derive(Clone, Copy)]
pub struct Plot {
    /// What the rules call it.
    pub name: &'static str,
    /// Its middle.
    pub at: Pt,
    /// Its size.
    pub scale: f64,
    /// Whether it is higher than wide.
    pub upright: bool,
    /// How it is drawn.
    pub draw: fn(&mut Pen, &Put, bool),
}

impl Plot {
    /// Its half width and height, with what bounds it.
    pub fn half(self) -> Pt {
        half_plot(self.scale, self.upright)
    }
}

fn half_plot(scale: f64, upright: bool) -> Pt {
    let (w, h) = if upright { (17.0, 24.0) } else { (24.0, 17.0) };
    (w * scale, h * scale)
}

/// A house beside a road.
#[derive(Clone, Copy)]
pub struct Roadside {
    /// What the rules call it.
    pub name: &'static str,
    /// Its foot.
    pub at: Pt,
    /// Its size.
    pub scale: f64,
    /// How it is drawn.
    pub draw: Sprite,
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

/// A sign in a town.
#[derive(Clone, Copy)]
pub struct Sign {
    /// What the rules call it.
    pub name: &'static str,
    /// The foot of it.
    pub at: Pt,
    /// Half its width, and its height.
    pub size: Pt,
    /// How it is drawn.
    pub draw: Sprite,
}

/// Places on a tile.
pub struct Spots {
    /// For each segment.
    pub stands: Vec<Stand>,
    /// Houses beside roads.
    pub roadside: Vec<Roadside>,
    /// The plot in the middle.
    pub plot: Option<Plot>,
    /// Signs on fields.
    pub field_signs: Vec<Sign>,
    /// The signs of each town, for each level of detail.
    pub signs: [Vec<Vec<Sign>>; 3],
}

/// Where a great building stands in its city, and how large.
pub const LANDMARK: (Pt, f64) = ((96.0, 128.0), 1.1);
/// Where a figure stands beside it.
const BESIDE_LANDMARK: Pt = (150.0, 178.0);
/// How much of a building's ground a field's figure keeps clear of.
const CLEAR: f64 = 12.0;

impl Spots {
    /// Finds room for everything.
    pub fn new(plan: &LyingTile, lines: &Lines, ground: &Ground) -> Spots {
        let plot = find_plot(plan, ground);
        let roadside = find_roadside(plan, lines, ground, plot);
        let none = Stand { at: CENTRE, scale: 1.0, lying: false };
        let mut spots = Spots {
            stands: vec![none; plan.parts.len()],
            roadside,
            plot,
            field_signs: Vec::new(),
            signs: [Vec::new(), Vec::new(), Vec::new()],
        };
        spots.on_roads(plan, lines);
        for town in 0..lines.towns.len() {
            spots.in_town(plan, lines, ground, town);
        }
        spots.on_fields(plan, lines, ground);
        spots.field_signs = spots.signs_on_fields(plan, lines, ground);
        spots.in_the_middle(plan, lines);
        for (i, detail) in [Detail::Full, Detail::Middle, Detail::Small].into_iter().enumerate() {
            let towns = 0..lines.towns.len();
            spots.signs[i] =
                towns.map(|t| spots.signs_of(plan, lines, ground, t, detail)).collect();
        }
        spots
    }

    fn on_roads(&mut self, plan: &LyingTile, lines: &Lines) {
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
    fn in_town(&mut self, plan: &LyingTile, lines: &Lines, ground: &Ground, number: usize) {
        let town = &lines.towns[number];
        let part = &plan.parts[town.segment];
        if part.landmark().is_some() {
            self.stands[town.segment].at = BESIDE_LANDMARK;
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
    fn on_fields(&mut self, plan: &LyingTile, lines: &Lines, ground: &Ground) {
        for (segment, _) in plan.of(Kind::Field) {
            let score = |p: Pt, room: f64| self.room_on_field(lines, p, room);
            let found = ground.region_of(segment).and_then(|r| ground.best(r, score));
            let (at, room) = found.unwrap_or((CENTRE, 10.0));
            let scale = (room / 17.0).clamp(0.55, 1.0) * 0.92;
            self.stands[segment] = Stand { at, scale, lying: true };
        }
    }

    /// Room for the signs on fields: apart from the figures and from each other.
    fn signs_on_fields(&self, plan: &LyingTile, lines: &Lines, ground: &Ground) -> Vec<Sign> {
        let mut signs: Vec<Sign> = Vec::new();
        for (segment, part) in plan.of(Kind::Field) {
            for (name, mark) in part.drawn() {
                let (Mark::Sign(size, draw), Some(region)) = (mark, ground.region_of(segment))
                else {
                    continue;
                };
                let others = signs.iter().map(|sign| sign.at).collect::<Vec<Pt>>();
                let score = |p: Pt, room: f64| {
                    let off = |q: &Pt| dist(p, *q) - 38.0;
                    let apart =
                        others.iter().map(off).fold(off(&self.stands[segment].at), f64::min);
                    self.room_on_field(lines, p, room).min(apart.min(12.0))
                };
                let at = ground.best(region, score).map_or(self.stands[segment].at, |(p, _)| p);
                signs.push(Sign { name, at: add(at, (0.0, size.1 / 2.0), 1.0), size, draw });
            }
        }
        signs
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
        for Roadside { at, scale: k, .. } in &self.roadside {
            let (dx, dy) = ((p.0 - at.0 - 5.0 * k).abs(), (p.1 - at.1 + 7.0 * k).abs());
            d = d.min((dx - 33.0 * k - 12.0).max((dy - 23.0 * k - 4.0) * 1.3));
        }
        if let Some(plot) = self.plot {
            let (w, h) = plot.half();
            let (dx, dy) = ((p.0 - plot.at.0).abs(), (p.1 - plot.at.1).abs());
            d = d.min((dx - w - 12.0).max((dy - h - 6.0) * 1.3));
        }
        for house in &lines.houses {
            d = d.min(dist(p, add(*house, (6.0, -6.0), 1.0)) - 24.0);
        }
        d
    }

    fn in_the_middle(&mut self, plan: &LyingTile, lines: &Lines) {
        let Some((segment, _)) = plan.of(Kind::Centre).next() else { return };
        if let Some(building) = lines.building {
            self.stands[segment].at = add(building.at, building.look.step, 1.0);
        }
        if let Some(plot) = self.plot {
            let at = add(plot.at, (0.0, plot.half().1 - 2.0), 1.0);
            self.stands[segment] = Stand { at, scale: 0.9, lying: false };
        }
    }

    /// Room for the signs of a town: off its walls, its open sides and the figure.
    fn signs_of(
        &self,
        plan: &LyingTile,
        lines: &Lines,
        ground: &Ground,
        number: usize,
        detail: Detail,
    ) -> Vec<Sign> {
        let town = &lines.towns[number];
        let part = &plan.parts[town.segment];
        let stand = self.stands[town.segment].at;
        let k = detail.mark_scale();
        let mut signs: Vec<Sign> = Vec::new();
        for (name, mark) in part.drawn() {
            let Mark::Sign((w, h), draw) = mark else { continue };
            let size = (w * k, h * k);
            let score = |p: Pt| sign_score(ground, number, part, stand, p, size, &signs);
            let best = grid((22.0, 30.0), (180.0, 196.0), 4.0)
                .max_by(|a, b| score(*a).total_cmp(&score(*b)));
            signs.push(Sign { name, at: best.unwrap_or(stand), size, draw });
        }
        signs
    }
}

fn sign_score(
    ground: &Ground,
    town: usize,
    part: &LyingSegment,
    stand: Pt,
    p: Pt,
    (w, h): Pt,
    taken: &[Sign],
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

/// A box for a plot on open ground; smaller, then upright, where there is little room.
fn find_plot(plan: &LyingTile, ground: &Ground) -> Option<Plot> {
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
    let Some((name, Centre::Plot(draw))) = plan.centre else { return None };
    SIZES.into_iter().find_map(|(scale, upright)| {
        let (w, h) = half_plot(scale, upright);
        let half = (w + 4.0, h + 5.0);
        let score = |p: &Pt| {
            let room = room_in_box(ground, *p, half);
            let middle = (p.0 - 100.0).abs() + (p.1 - 100.0).abs();
            (room >= 1.0).then(|| room.min(9.0) * 2.0 - middle * 0.04)
        };
        let places = grid((20.0, 16.0), (184.0, 188.0), 4.0).filter(|p| within(*p, half, 6.0));
        let scored = places.filter_map(|p| score(&p).map(|s| (p, s)));
        let (at, _) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(Plot { name, at, scale, upright, draw })
    })
}

/// Boxes beside the middle of roads with a house.
fn find_roadside(
    plan: &LyingTile,
    lines: &Lines,
    ground: &Ground,
    plot: Option<Plot>,
) -> Vec<Roadside> {
    let mut houses = Vec::new();
    let of_roads = lines.roads.iter().flat_map(|(segment, road)| {
        plan.parts[*segment].drawn().map(move |(name, mark)| (*segment, road, name, mark))
    });
    for (segment, road, name, mark) in of_roads {
        let Mark::Roadside(draw) = mark else { continue };
        let part = &plan.parts[segment];
        let points = sample(road, 20);
        let k = if part.sides.len() == 2 { 0.5 } else { 0.45 };
        let by = points[(points.len() as f64 * k) as usize];
        let found = [1.25, 1.0, 0.85, 0.7].into_iter().find_map(|k| {
            let half = (33.0 * k, 21.0 * k);
            let score = |p: Pt| {
                let room = room_in_box(ground, p, half);
                let hits = plot.is_some_and(|g| {
                    (p.0 - g.at.0).abs() < half.0 + 26.0 && (p.1 - g.at.1).abs() < half.1 + 20.0
                });
                let near = nearest(p, &points) * 0.6 + dist(p, by) * 0.25;
                (room >= 1.0 && !hits).then(|| room.min(5.0) - near)
            };
            let places = grid((38.0, 26.0), (166.0, 178.0), 3.0).filter(|p| within(*p, half, 4.0));
            let scored = places.filter_map(|p| score(p).map(|s| (p, s)));
            let (at, _) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
            let at = (at.0 - 5.0 * k, at.1 + 7.0 * k);
            Some(Roadside { name, at, scale: k, draw })
        });
        houses.extend(found);
    }
    houses
}
